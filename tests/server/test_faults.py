"""Everything that can go wrong between a person and the disk: clear answers, and no acknowledged act is lost."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from patience import PATIENCE, wait_until
from server.people import WHOLE, GameRoom, Person, View, over, playable

People = Callable[..., Person]
Rooms = Callable[..., GameRoom]
ROUNDS = 4

pytestmark = pytest.mark.slow  # whole rooms are started, stopped and started again


def two_at_a_table(ann: Person, ben: Person, options: Any = None) -> str:
    match = ann.open("mitch", "open", options=options or {"hands": 1})["match"]
    ben.join(match)
    return match


def to_act(match: str, *people: Person) -> Person:
    return next(somebody for somebody in people if playable(somebody.scene(match)))


# A server that is killed


def play_until_cut_off(view: View, acked: dict[str, tuple[int, str]], seat: int, chance: random.Random) -> None:
    """Play a seat until the server is gone, and note every acknowledgement."""
    try:
        while not over(view.hear_until(lambda scene: playable(scene) or over(scene)).scene):
            cid, act = f"{seat}-{chance.random()}", chance.choice(playable(view.scene))
            answer = view.act(act, cid=cid)
            assert answer["type"] == "done"
            acked[cid] = (answer["seq"], act)
    except (ConnectionClosed, TimeoutError):
        pass


def stored(database: Path, match: str) -> dict[str, tuple[int, str]]:
    """Return the number and the action of each stored entry, by command id."""
    with closing(sqlite3.connect(database, isolation_level=None)) as file:
        rows = file.execute(
            "SELECT cid, seq, body FROM entry WHERE kind = 'match' AND id = ? AND seq > 0 ORDER BY seq", (match,)
        ).fetchall()
    assert [seq for _, seq, _ in rows] == list(range(1, len(rows) + 1))
    return {cid.partition(":")[2]: (seq, json.loads(body)["action"]) for cid, seq, body in rows}


def test_kill_9_in_mid_match_loses_nothing_that_was_acknowledged(rooms: Rooms, person: People, tmp_path: Path):
    """Two people play as fast as they can. The server is killed again and again, at random moments."""
    chance = random.Random(6)
    room = rooms()
    ann, ben = person(room), person(room)
    match = two_at_a_table(ann, ben, {"hands": 30})
    acked: dict[str, tuple[int, str]] = {}
    for number in range(1, ROUNDS + 1):
        before = len(acked)
        with ann.watch(match) as hers, ben.watch(match) as his:
            threads = [
                threading.Thread(target=play_until_cut_off, args=(view, acked, seat, chance))
                for seat, view in enumerate((hers, his))
            ]
            for thread in threads:
                thread.start()
            while len(acked) < before + 8:
                time.sleep(0.01)
            time.sleep(chance.random() / 20)
            room.kill()
            for thread in threads:
                thread.join(30)
        kept = stored(tmp_path / "room.db", match)
        assert {cid: kept[cid] for cid in acked} == acked
        assert len(kept) - len(acked) <= 2 * number, "at most what each had under way when it was killed"
        room = rooms(port=room.port)
        for somebody in (ann, ben):
            scene = somebody.scene(match)
            assert scene["seq"] == len(kept) and scene["viewer"] == (somebody is ben)
        cid, (seq, act) = chance.choice(list(acked.items()))
        owner = (ann, ben)[int(cid[0])]
        assert owner.act(match, act, 0, cid) == {"type": "done", "cid": cid, "seq": seq}
        assert ann.scene(match)["seq"] == len(kept)
    assert len(acked) >= 8 * ROUNDS


def test_bots_go_on_after_the_server_was_killed(rooms: Rooms, person: People):
    room = rooms()
    ann = person(room)
    match = ann.open("mitch", "random", "random", preset="tiny")["match"]
    room.kill()
    rooms(port=room.port)
    chance = random.Random(7)
    with ann.watch(match) as view:
        while not over(view.hear_until(lambda scene: playable(scene) or over(scene)).scene):
            assert view.act(chance.choice(playable(view.scene)))["type"] == "done"


def test_bots_play_while_nothing_is_compiled_yet(rooms: Rooms, person: People, tmp_path: Path):
    """Empties the cache folder, so that everything compiles anew."""
    ann = person(rooms(NUMBA_CACHE_DIR=str(tmp_path)))
    match = ann.open("mitch", "random", "random", options={"hands": 1})["match"]
    with ann.watch(match) as view:
        view.hear_until(playable)
        view.act(playable(view.scene)[0])
        view.hear_until(playable)
        assert view.scene["progress"].startswith("getting the bots ready")
    assert not any(game["ready"] for game in ann.get("games")["games"])


def workers_of(room: GameRoom) -> list[Path]:
    """Return the folders of a room's workers in /proc, which exist as long as the workers do."""
    children = Path(f"/proc/{room.process.pid}/task/{room.process.pid}/children")
    if not children.exists():
        pytest.skip("only Linux tells who a process has started")
    return [Path("/proc", child) for child in children.read_text().split()]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("early", [True, False])
def test_no_worker_outlives_the_room(rooms: Rooms, sign: int, early: bool):
    """Service managers signal the whole process group, perhaps before a worker has set itself up."""
    room = rooms("--workers=2", start=WHOLE)
    while len(workers := workers_of(room)) < 3:
        time.sleep(0.01)
    if not early:
        time.sleep(3)
    os.killpg(room.process.pid, sign)
    assert room.process.wait(PATIENCE) in (130, -sign)
    wait_until(lambda: not any(worker.exists() for worker in workers), "the end of the workers")
    assert not [line for line in room.printed() if "process ended" in line or "Traceback" in line]


def test_the_room_closes_in_good_order_with_sockets_open(rooms: Rooms, person: People):
    room = rooms()
    ann = person(room)
    match = ann.open("mitch", "open", options={"hands": 1})["match"]
    with ann.watch(match) as view:
        view.hear_until(bool)
        assert room.close() == 130
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                view.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 1012
    again = rooms(port=room.port)
    assert person(again).scene(match)["match"] == match


# Commands


def test_a_command_sent_twice_is_done_once(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    mover = to_act(match, ann, ben)
    with mover.watch(match) as view:
        act = playable(view.hear_until(bool).scene)[0]
        first = view.act(act, seq=0, cid="once")
        del view.answers["once"]
        assert view.act(act, seq=0, cid="once") == first == {"type": "done", "cid": "once", "seq": 1}
        assert mover.act(match, act, 0, "once") == first
    assert mover.scene(match)["seq"] == 1


def test_command_ids_of_two_people_never_meet(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    for seq in range(4):
        mover = to_act(match, ann, ben)
        done = mover.act(match, playable(mover.scene(match))[0], seq, f"same-{seq // 2}")
        assert done["seq"] == seq + 1


def test_a_stale_act_is_answered_by_the_newest_scene(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    mover = to_act(match, ann, ben)
    with mover.watch(match) as view:
        acts = playable(view.hear_until(bool).scene)
        view.act(acts[0])
        view.scene = {"seq": 0}
        problem = view.act(acts[-1], seq=0)
        assert (problem["type"], problem["code"]) == ("problem", "action.stale")
        assert view.scene["seq"] == 1 and view.scene["match"] == match
    assert mover.act(match, acts[-1], 0, "c9", code=409)["code"] == "action.stale"


def test_an_act_that_is_not_yours_is_refused(ann: Person, ben: Person, person: People):
    match = two_at_a_table(ann, ben)
    mover = to_act(match, ann, ben)
    other = ben if mover is ann else ann
    act = playable(mover.scene(match))[0]
    with other.watch(match) as view:
        assert view.act(act)["code"] == "action.turn"
    assert other.act(match, act, 0, "c1", code=409)["code"] == "action.turn"
    assert person().act(match, act, 0, "c1", code=409)["code"] == "action.turn"
    assert mover.scene(match).get("seq", 0) == 0


def test_an_act_that_is_none_or_not_allowed_says_why_and_changes_nothing(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    mover = to_act(match, ann, ben)
    mine = {act.split()[1] for act in playable(mover.scene(match))}
    foreign = next(card for card in ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S") if card not in mine)
    with mover.watch(match) as view:
        for act, code in (
            ("plaice KH", "action.notation"),
            ("place " + "K" * 9000, "action.notation"),
            ("", "action.notation"),
        ):
            assert view.act(act)["code"] == code
        problem = view.act(f"discard {foreign}")
        assert problem["code"] == "action.illegal" and problem["rule"].startswith("Mitch")
    assert mover.scene(match).get("seq", 0) == 0


@pytest.mark.parametrize("cid", ["", "x" * 65])
def test_a_command_id_of_no_or_of_any_length_is_refused(ann: Person, ben: Person, cid: str):
    match = two_at_a_table(ann, ben)
    assert ann.act(match, "place KH", 0, cid, code=400)["code"] == "http.400"


# Messages


GARBAGE = [
    *("", "{", "[]", "null", "hello", "\u0000", b"\x00\xff\xfe", b"{}", "[" * 5000),
    *('{"type":"act"}', '{"type":"nothing","seq":1}', '{"type":"act","act":1,"seq":0,"cid":"c"}'),
    *('{"type":"ping","seq":"one"}', '{"type":"ping","seq":1,"more":1}', '{"type":"ping","seq":1e999}'),
]


def test_garbage_is_answered_with_a_problem_and_the_socket_stays(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    mover = to_act(match, ann, ben)
    with mover.watch(match) as view:
        view.hear_until(bool)
        for garbage in GARBAGE:
            view.say(garbage)
            problem = view.hear()
            assert (problem["type"], problem["code"]) == ("problem", "http.400"), garbage
        assert view.act(playable(view.scene)[0])["type"] == "done"


def test_a_large_message_is_refused_and_a_huge_one_closes_the_socket(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    with ann.watch(match) as view:
        view.hear_until(bool)
        view.say(json.dumps({"type": "ping", "seq": 0, "x": "y" * 17_000}))
        assert view.hear()["code"] == "http.413"
        view.say({"type": "ping", "seq": 0})
        assert view.hear() == {"type": "pong", "seq": 0}
        view.say("x" * 1_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            view.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 1009
    with suppress(httpx.TransportError):  # it is dropped; what it was told may come before that is heard
        huge = ann.http.post(f"/api/matches/{match}/act", content=b"x" * 1_000_000)
        assert (huge.status_code, huge.json()["code"]) == (413, "http.413")
    large = ann.http.post(f"/api/matches/{match}/act", content=b"x" * 20_000)
    assert (large.status_code, large.json()["code"]) == (413, "http.413")
    assert ann.scene(match)["match"] == match


@pytest.mark.parametrize("body", ["{", "[]", '{"game": 5}', '{"gam": "mitch"}', b"\xff", '{"game":"mitch","options":[]}'])
def test_garbage_over_http_is_refused(ann: Person, body: Any):
    answer = ann.http.post("/api/matches", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "http.400")


def test_whoever_says_too_much_is_heard_more_slowly_and_loses_nothing(
    rooms: Callable[..., GameRoom], person: Callable[..., Person]
):
    strict = rooms("--limits=messages=10 messages_burst=30")
    ann, ben = person(strict), person(strict)
    match = two_at_a_table(ann, ben)
    with ann.watch(match) as view:
        view.hear_until(bool)
        began = time.monotonic()
        for _ in range(45):
            view.say({"type": "ping", "seq": 0})
        heard = 0
        while heard < 45:  # on busy cores the other may be seen to be away meanwhile
            heard += view.hear()["type"] == "pong"
        assert time.monotonic() - began > 1.2


def test_a_ping_with_an_old_number_brings_the_newest_scene(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    with ann.watch(match) as view:
        view.hear_until(bool)
        view.say({"type": "ping", "seq": 7})
        assert [view.hear()["type"], view.hear()["type"]] == ["scene", "pong"]


# Identities


def test_a_forged_cookie_is_replaced_and_commands_are_told_so(room: GameRoom, ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    mover = to_act(match, ann, ben)
    [(name, value)] = mover.http.cookies.items()
    forged = value[:24] + "." + "A" * 43
    for cookie in (forged, value[:-1], "x", value.replace(value[0], "f" if value[0] != "f" else "e", 1)):
        answer = httpx.post(
            f"{room.address}/api/matches/{match}/join", json={}, headers={"cookie": f"{name}={cookie}"}, timeout=PATIENCE
        )
        assert (answer.status_code, answer.json()["code"]) == (401, "http.401")
        fresh = answer.cookies[name]
        assert fresh.partition(".")[0] != cookie.partition(".")[0]
        scene = httpx.get(f"{room.address}/api/matches/{match}/scene", headers={"cookie": f"{name}={cookie}"}, timeout=PATIENCE)
        assert scene.status_code == 200 and "viewer" not in scene.json()
    with View(mover, match, cookie=f"{name}={forged}") as view:
        assert "viewer" not in view.hear_until(bool).scene
        assert view.act(playable(mover.scene(match))[0])["code"] == "http.401"
    assert mover.scene(match).get("seq", 0) == 0


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(room: GameRoom):
    cookie = httpx.get(f"{room.address}/api/games", timeout=PATIENCE).headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie


def test_other_sites_pages_can_neither_listen_nor_act(room: GameRoom, ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    with pytest.raises(InvalidStatus) as refused:
        View(ann, match, origin="http://elsewhere.example").__enter__()
    assert refused.value.response.status_code == 403
    assert not [line for line in room.printed() if "ERROR" in line]
    elsewhere = {"origin": "http://elsewhere.example"}
    assert ann.http.post("/api/matches", json={"game": "mickell"}, headers=elsewhere).status_code == 403
    with View(ann, match, origin=room.address) as view:
        view.hear_until(bool)
    assert ann.http.post("/api/matches", json={"game": "mickell"}, headers={"origin": room.address}).status_code == 201


# The file and the port


def refused(database: Path, *arguments: str) -> str:
    """Return the message of a room that cannot open."""
    command = [sys.executable, "-m", "muckle.server", "--no-browser", f"--database={database}", "--port=0", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    return done.stderr


def test_a_second_room_on_the_same_file_is_refused_and_the_first_goes_on(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms()
    assert "room.db is in use by another game room" in refused(tmp_path / "room.db")
    assert person(room).get("games")


def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path):
    (tmp_path / "letter.db").write_text("Dear Ann, this is no database. " * 50)
    assert "is damaged, or no database" in refused(tmp_path / "letter.db")
    with closing(sqlite3.connect(tmp_path / "newer.db", isolation_level=None)) as newer:
        newer.execute("PRAGMA application_id = 1836409707")
        newer.execute("PRAGMA user_version = 99")
    assert "was made by a newer muckle" in refused(tmp_path / "newer.db")
    (tmp_path / "folder.db").mkdir()
    assert "folder.db is no file" in refused(tmp_path / "folder.db")


def act_next(seq: int, *views: View) -> Any:
    """Make the seat to act do so after event number `seq`, and return the answer."""
    for view in views:
        while not view.scene or view.scene.get("seq", 0) < seq:
            view.hear()
    view = next(view for view in views if playable(view.scene))
    return view.act(playable(view.scene)[0])


def readiness(room: GameRoom) -> str:
    return httpx.get(f"{room.address}/readyz", timeout=PATIENCE).text


def test_a_process_that_compiles_hands_the_room_to_one_that_does_not(tmp_path: Path):
    (tmp_path / "letter.db").write_text("Dear Ann, this is no database. " * 50)
    code = (
        "import sys; from muckle.engine import compile; from muckle.server.operations.run import serve; "
        "from muckle.server.operations.settings import RoomSettings; "
        "assert not compile.PLAIN; serve(RoomSettings(port=0, database=sys.argv[1]))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-c", code, str(tmp_path / "letter.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 2 and "is damaged, or no database" in done.stderr and "Traceback" not in done.stderr


def test_a_full_disk_refuses_acts_and_shows_nobody_what_was_not_kept(person: People, tmp_path: Path):
    limited = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (230_000,) * 2); "
        "sys.argv = sys.argv[1:]; runpy.run_module('muckle.server', run_name='__main__')"
    )
    room = GameRoom(tmp_path / "room.db", "--pace=off", start=("-c", limited, "muckle.server"))
    try:
        ann, ben = person(room), person(room)
        match = two_at_a_table(ann, ben, {"hands": 30})
        with ann.watch(match) as hers, ben.watch(match) as his:
            seq, answer = 0, act_next(0, hers, his)
            while answer["type"] == "done" and seq < 400:
                seq = answer["seq"]
                answer = act_next(seq, hers, his)
            assert (answer["type"], answer["code"]) == ("problem", "store.bad")
            assert "was not done" in answer["message"] and "room.db" not in answer["message"]
            assert room.wait_for_line("room.db cannot", "the disk")
            assert [somebody.scene(match)["seq"] for somebody in (ann, ben)] == [seq, seq]
            wait_until(lambda: readiness(room) == "the database cannot be used")  # a write that small may still fit a few times
            for view in (hers, his):
                view.say({"type": "ping", "seq": seq})
                assert view.hear() == {"type": "pong", "seq": seq}
    finally:
        room.kill()
    assert len(stored(tmp_path / "room.db", match)) == seq


@pytest.mark.parametrize(
    ("arguments", "message"), [(["--port=70000"], "a port is"), (["--host=203.0.113.7"], "cannot listen on")]
)
def test_an_address_that_cannot_be_listened_on_is_refused(tmp_path: Path, arguments: list[str], message: str):
    assert message in refused(tmp_path / "room.db", *arguments)

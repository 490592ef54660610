"""Events of Muckell: one deck, many boards, a caller; over HTTP as phones do it, and over the WebSocket."""

import itertools
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import websockets.sync.client

from muckle.cli.round_check import check_records
from muckle.games.mickell.muckell import Standings as RoundStandings
from muckle.match import transcript
from muckle.match.match import Match, check_transcript
from muckle.server.events.messages import Climb, Place, Standings
from muckle.server.events.reduce import mixed
from muckle.server.events.view import climb
from muckle.server.http.event_pages import rows_of
from muckle.server.http.spreadsheet import to_csv
from muckle.store.events import BoardResult
from patience import PATIENCE
from server.people import GameRoom, Person, over, playable

TINY = {"deck": "tiny", "rows": 2, "dictionary": "tiny"}
TURNS = 9
"""Eight cards and the final phase."""
cids = itertools.count()


class Guest(Person):
    """A person at an event."""

    def open_event(self, **wish: Any) -> Any:
        options = {**TINY, **wish.pop("options", {})}
        return self.post("events", {"preset": "muckell", "options": options, **wish}, 201)

    def join_event(self, code: str, name: str = "", answer: int = 200) -> Any:
        return self.post(f"events/{code}/join", {"name": name, "salt": secrets.token_hex(32)}, answer)

    def lead(self, code: str, command: str, turn: int = 0, answer: int = 200, **more: Any) -> Any:
        return self.post(f"events/{code}/lead", {"type": command, "turn": turn, **more}, answer)

    def do(self, board: str, act: str, answer: int = 200) -> Any:
        seq = self.scene(board).get("seq", 0)
        return self.act(board, act, seq, f"c{next(cids)}", answer)

    def call_to_end(self, code: str, first: int = 0) -> Any:
        """Call everything from a turn on, and return the view of the round that is over."""
        for turn in range(first, TURNS + 1):
            self.lead(code, "call", turn)
        return wait_for_view(self, code, lambda view: view["phase"] == "over")

    def listen(self, code: str) -> Any:
        """Open the socket of an event."""
        return websockets.sync.client.connect(
            f"{str(self.http.base_url).replace('http', 'ws', 1).rstrip('/')}/api/events/{code}/live",
            additional_headers={"cookie": self.cookies},
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
        )

    def turn(self, board: str) -> None:
        """Play the called turn: place the card in the first row, or discard it, and end the turn."""
        for _ in range(2):
            acts = playable(self.scene(board))
            self.do(board, next(act for act in ("place 1", "place 2", "discard", "end") if act in acts))


Guests = Callable[..., list[Guest]]


@pytest.fixture
def guests(room: GameRoom, person: Callable[..., Any]) -> Guests:
    """Return a function that makes several people come to this room or another."""
    return lambda count, place=room: [person(place, Guest) for _ in range(count)]


def card(scene: Any) -> str:
    """Return the new card on a board; "" if there is none."""
    items = scene["zones"]["new"].get("items", [])
    return items[0] if items else ""


def test_a_whole_event(guests: Guests) -> None:
    """Muckell 1 to 6: the same cards for all, boards hidden until the end, and a deck that depends on everybody's salt."""
    host, *players = guests(4)
    view = host.open_event(title="Moor evening", rounds=1)
    code = view["code"]
    assert (view["phase"], view["turn"], view["cards"], view["title"]) == ("joining", 0, 8, "Moor evening")
    host.lead(code, "call", answer=409)  # nobody plays along yet
    for name, player in zip(("Ann", "Ben", "Ann"), players, strict=True):
        player.join_event(code.lower(), name)
    assert host.get(f"events/{code}")["newest"] == ["Ann 2", "Ben", "Ann"]
    players[0].lead(code, "call", answer=403)
    view = host.lead(code, "call")
    cards: list[str] = []
    for turn in range(1, TURNS):
        views = [player.get(f"events/{code}") for player in players]
        boards = [each["you"]["board"] for each in views]
        scenes = [player.scene(board) for player, board in zip(players, boards, strict=True)]
        called = {card(scene) for scene in scenes}
        assert len(called) == 1 and all(scene["event"] == code for scene in scenes)
        face = views[0]["face"]
        assert called == {face["text"] + face["second"]} and views[0]["turn"] == turn and not called & set(cards)
        cards += called
        players[0].turn(boards[0])
        ended = players[0].scene(boards[0])
        assert not ended["acts"] and not card(ended) and ended["status"] == "You have ended the turn."
        assert players[0].do(boards[0], "end", 409)["message"].startswith("you have ended the turn")
        assert host.get(f"events/{code}")["done"] == 1
        players[1].get(f"matches/{boards[0]}/scene", 403)
        players[1].turn(boards[1])
        host.lead(code, "call", turn)
        host.lead(code, "call", turn)  # sent again
    assert host.get(f"events/{code}")["turn"] == TURNS
    assert len(cards) == len(set(cards)) == 8
    assert host.get(f"events/{code}/standings", 409)["message"].startswith("the standings are shown")
    host.call_to_end(code, TURNS)
    places = host.get(f"events/{code}/standings")["places"]
    assert [place["name"] for place in places][-1:] and {place["place"] for place in places} <= {1, 2, 3}
    records = [player.http.get(f"/api/matches/{board}/transcript").text for player, board in zip(players, boards, strict=True)]
    matches = [check_transcript(next(transcript.read(record.encode().splitlines()))) for record in records]
    assert len({match.header.commitment for match in matches}) == 1 and len({match.header.salts for match in matches}) == 1
    scores = {place["number"]: place["score"] for place in places}
    assert [scores[number] for number in (1, 2, 3)] == [match.scores[0] for match in matches]
    assert matches[2].decisions[0].action == "place 1"  # Muckell 4: who did nothing
    assert {line.action for line in matches[2].decisions[2:]} == {"discard", "end"}
    assert field_of(players[0], boards[0]) == [Counter(each) for each in zip(*map(placings, matches), strict=True)]
    record = host.http.get(f"/api/events/{code}/record").text
    *boards_of_all, line = check_records(record.encode().splitlines())
    assert len(boards_of_all) == 3 and isinstance(line, RoundStandings)
    assert line.places == tuple(place["place"] for place in sorted(places, key=lambda place: place["number"]))
    salts = host.get(f"events/{code}/salts")
    assert matches[0].header.salts == (salts["salt"],) == (mixed(salts["salts"]),) and len(salts["salts"]) == 3
    table = host.http.get(f"/api/events/{code}/standings.csv").text.splitlines()
    assert table[0] == "\ufeffplace,player,name,score,longest,before,words"
    assert table[1].startswith(f"1,{places[0]['number']},{places[0]['name']},{places[0]['score']},")
    standings = Standings((Place(1, 1, "=Ann", 9),), 1, (), ())
    assert to_csv(rows_of(standings, {1: ["oat", "boats"]})).endswith("1,1,'=Ann,9,5,0,oat boats\r\n")


def field_of(guest: Guest, board: str) -> list[Counter[str]]:
    """Return, for each card, how often each action was taken by the field, as the replay of a board says."""
    forks = json.loads(guest.http.get(f"/api/matches/{board}/replay").text.splitlines()[0])["field"]
    assert [fork["turn"] for fork in forks] == list(range(1, TURNS))
    match = check_transcript(next(transcript.read(guest.http.get(f"/api/matches/{board}/transcript").content.splitlines())))
    own = placings(match)
    for fork, action in zip(forks, own, strict=True):
        labels = {match.at(fork["step"] - 1).scene(0).acts[action].label}
        assert {choice["label"] for choice in fork["choices"] if choice.get("own")} == labels
    acts = [{act.label: name for name, act in match.at(fork["step"] - 1).scene(0).acts.items()} for fork in forks]
    return [
        Counter({names[choice["label"]]: choice["count"] for choice in fork["choices"]})
        for names, fork in zip(acts, forks, strict=True)
    ]


def placings(match: Match) -> list[str]:
    """Return the first action on each card of a board, from its record."""
    actions = [line.action for line in match.decisions]
    return [after for before, after in zip(["end", *actions], actions, strict=False) if before == "end"][: TURNS - 1]


def wait_for_view(guest: Guest, code: str, true: Callable[[Any], bool]) -> Any:
    """Wait for a view that satisfies a condition, and return it."""
    view, end = guest.get(f"events/{code}"), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if true(view):
            return view
        view = guest.get(f"events/{code}", have=view["seq"], wait=5)
    raise AssertionError(f"it never came: {view}")


def wait_for(ask: Callable[[], Any], true: Callable[[Any], bool]) -> Any:
    """Ask until an answer satisfies a condition, and return it."""
    end = time.monotonic() + PATIENCE
    while not true(found := ask()):
        assert time.monotonic() < end, f"it never came: {found}"
        time.sleep(0.1)
    return found


def test_the_socket_tells_of_a_call_at_once(guests: Guests) -> None:
    host, ann = guests(2)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    with ann.listen(code) as socket:
        assert json.loads(socket.recv(PATIENCE))["you"]["name"] == "Ann"
        host.lead(code, "call")
        view: Any = {"turn": 0}
        while not view["turn"]:
            view = json.loads(socket.recv(PATIENCE))
        assert view["face"]["kind"] == "letters" and view["you"]["board"].startswith(code)
        assert sum(view["letters"]) == 2 * 7 and not view["you"].get("word")


def test_a_call_is_taken_back_whoever_has_acted(guests: Guests) -> None:
    """Who acted has the card again at the next call, and who lost the card before has that one back (Muckell 3a, 4).

    Ann acts on the second card and ends the turn, Ben loses the first card to the call and lays the second, Cat waits.
    """
    host, ann, ben, cat = guests(4)
    code = host.open_event(bots=3, level="greedy", options={"visibility": "open"})["code"]
    for guest in (ann, ben, cat):
        guest.join_event(code)
    host.lead(code, "call")
    boards = [guest.get(f"events/{code}")["you"]["board"] for guest in (ann, ben, cat)]
    for guest, board in ((ann, boards[0]), (cat, boards[2])):
        guest.turn(board)
    before = wait_for_view(host, code, lambda view: view["done"] == 5)
    host.lead(code, "call", 1)
    second = [card(guest.scene(board)) for guest, board in zip((ann, ben, cat), boards, strict=True)]
    ann.turn(boards[0])
    ben.do(boards[1], "place 1")
    wait_for_view(host, code, lambda view: view["done"] >= 4)
    view = host.lead(code, "uncall", 2)
    assert (view["turn"], view["done"]) == (1, 5) and view["standings"] == before["standings"]
    assert not ann.scene(boards[0])["acts"] and not cat.scene(boards[2])["acts"]
    assert playable(ben.scene(boards[1])) == ["place 1"] and card(ben.scene(boards[1])) != second[1]
    refused = host.lead(code, "uncall", 1, answer=409)
    assert "the first call" in refused["message"]
    ben.turn(boards[1])
    host.lead(code, "call", 1)
    assert [card(guest.scene(board)) for guest, board in zip((ann, ben, cat), boards, strict=True)] == second
    ann.turn(boards[0])
    host.lead(code, "call", 2)
    host.lead(code, "uncall", 3)
    assert "not two in a row" in host.lead(code, "uncall", 2, answer=409)["message"]
    assert not ann.scene(boards[0])["acts"], "what was done on the card before stands"
    host.call_to_end(code, 2)
    record = host.http.get(f"/api/events/{code}/record").text
    assert [*check_records(record.encode().splitlines())]


def test_the_end_of_the_final_phase_is_taken_back_with_its_call(guests: Guests) -> None:
    """Who has ended the match plays the last card, and then ends it again."""
    host, ann = guests(2)
    code = host.open_event()["code"]
    ann.join_event(code)
    host.lead(code, "call")
    board = ann.get(f"events/{code}")["you"]["board"]
    for turn in range(1, TURNS - 1):
        host.lead(code, "call", turn)
    host.lead(code, "call", TURNS - 1)
    ann.do(board, "end")
    assert host.lead(code, "uncall", TURNS)["turn"] == TURNS - 1
    ann.turn(board)
    host.lead(code, "call", TURNS - 1)
    ann.do(board, "end")
    assert host.call_to_end(code, TURNS)["phase"] == "over"


def test_a_call_that_is_taken_back_gives_back_what_it_took(guests: Guests) -> None:
    host, ann, ben = guests(3)
    code = host.open_event()["code"]
    for guest in (ann, ben):
        guest.join_event(code)
    host.lead(code, "call")
    boards = [guest.get(f"events/{code}")["you"]["board"] for guest in (ann, ben)]
    ann.turn(boards[0])
    host.lead(code, "uncall", 1, answer=409)
    host.lead(code, "call", 1)
    second = card(ann.scene(boards[0]))
    assert second and card(ben.scene(boards[1])) == second
    view = host.lead(code, "uncall", 2)
    assert view["turn"] == 1 and view["done"] == 1
    assert not ann.scene(boards[0])["acts"] and "place 1" in ben.scene(boards[1])["acts"]
    ben.turn(boards[1])
    host.lead(code, "call", 1)
    assert card(ann.scene(boards[0])) == card(ben.scene(boards[1])) == second


def test_the_next_card_waits_for_everybody_who_is_here(guests: Guests) -> None:
    """Muckell 3, D13: `wait_for_all`."""
    host, ann, ben = guests(3)
    code = host.open_event(preset="muckell_together")["code"]
    for guest in (ann, ben):
        guest.join_event(code)
    host.lead(code, "call")
    boards = [guest.get(f"events/{code}")["you"]["board"] for guest in (ann, ben)]
    with ann.listen(code) as first:
        first.recv(PATIENCE)
        with ben.listen(code) as second:
            second.recv(PATIENCE)
            ann.turn(boards[0])
            assert host.get(f"events/{code}")["turn"] == 1
            ben.turn(boards[1])
            assert wait_for_view(host, code, lambda view: view["turn"] == 2)["done"] == 0
            ann.turn(boards[0])
            assert wait_for_view(host, code, lambda view: view["done"] == 1)["turn"] == 2
        wait_for_view(host, code, lambda view: view["turn"] == 3)  # Ben has gone


def test_the_clock_calls_pauses_and_is_given_time(guests: Guests) -> None:
    """Muckell D13: `seconds`."""
    host, ann = guests(2)
    code = host.open_event(preset="muckell_timed", options={"pace": "seconds:2"})["code"]
    ann.join_event(code)
    assert host.lead(code, "call")["seconds"] == 2
    host.lead(code, "extend", seconds=600)
    paused = host.lead(code, "pause")
    assert paused["phase"] == "paused" and 500 < paused["left"] <= 602
    resumed = host.lead(code, "resume")
    assert resumed["left"] <= paused["left"]
    turn = host.lead(code, "call", resumed["turn"])["turn"]
    host.lead(code, "extend", seconds=600)
    host.lead(code, "pause")
    turn = host.lead(code, "uncall", turn)["turn"]
    assert host.lead(code, "resume")["left"] > 1, "a call taken back while no clock runs gives the card its whole time again"
    wait_for_view(host, code, lambda view: view["turn"] > turn)  # by the clock


def test_who_comes_late_loses_what_was_missed_or_plays_it(guests: Guests) -> None:
    """Muckell 4, D11."""
    for late, cards in (("discard_current", 3), ("queue", 1)):
        host, ann, ben = guests(3)
        code = host.open_event(options={"late": late})["code"]
        ann.join_event(code)
        for turn in range(3):
            host.lead(code, "call", turn)
        board = ben.join_event(code)["you"]["board"]
        scene = ben.scene(board)
        assert f"Turn {cards} of 8" in scene["status"]
        if late == "queue":
            for _ in range(3):
                ben.turn(board)
            assert not ben.scene(board)["acts"]
        else:
            ben.turn(board)
        host.call_to_end(code, 3)
        marked = {row["name"]: row.get("late", False) for row in host.get(f"events/{code}")["standings"]["places"]}
        assert [*marked.values()].count(True) == (late == "queue"), "Ben played missed cards when later ones were known"


def test_a_card_played_in_time_is_not_marked_where_missed_ones_wait(guests: Guests) -> None:
    """Muckell D11. Break: the same player leaves a card out and plays it after the next call."""
    host, ann = guests(2)
    for misses in (False, True):
        code = host.open_event(options={"late": "queue"})["code"]
        ann.join_event(code)
        host.lead(code, "call", 0)
        board = ann.get(f"events/{code}")["you"]["board"]
        if not misses:
            ann.turn(board)
        host.lead(code, "call", 1)
        ann.turn(board)
        (row,) = host.call_to_end(code, 2)["standings"]["places"]
        assert row.get("late", False) == misses


def test_muckell_d15_an_event_gives_advice_only_where_its_organiser_allowed_it(guests: Guests) -> None:
    """Break: the event that allows advice answers the same requests."""
    for allowed in ("none", "allowed"):
        host, ann, ben = guests(3)
        code = host.open_event(options={"advice": allowed})["code"]
        ben.join_event(code, "Ben")
        assert ann.join_event(code, "Ann")["advice"] == (allowed == "allowed")
        host.lead(code, "call")
        board = ann.get(f"events/{code}")["you"]["board"]
        scene = ann.scene(board)
        if allowed == "allowed":
            assert scene.get("advice", True) and ann.post(f"matches/{board}/hint")["lines"]
            assert ann.http.post(f"/api/matches/{board}/advice", json={}).status_code == 200
        else:
            assert not scene["advice"] and any("no hints" in term for term in scene["terms"])
            for door in ("hint", "advice"):
                assert ann.post(f"matches/{board}/{door}", code=409)["rule"] == "Muckell D15"
        host.call_to_end(code, 1)
        header = json.loads(host.http.get(f"/api/events/{code}/record").text.splitlines()[0])
        assert header["muckell"]["advice"] == allowed, "the record says it, too"


def test_only_callers_lead_and_another_may_become_one(guests: Guests) -> None:
    host, ann, ben = guests(3)
    view = host.open_event()
    code, word = view["code"], view["you"]["word"]
    assert not ann.get(f"events/{code}")["you"].get("caller")
    ann.post(f"events/{code}/assist", {"word": "please"}, 403)
    assert ann.post(f"events/{code}/assist", {"word": word})["you"]["caller"]
    number = ben.join_event(code, "Ben")["you"]["number"]
    assert ann.get(f"events/{code}/players")["players"] == [{"number": number, "name": "Ben", "sharing": 0}]
    ben.get(f"events/{code}/players", 403)
    ann.lead(code, "call")
    board = ben.get(f"events/{code}")["you"]["board"]
    assert ann.lead(code, "remove", 1, player=number)["players"] == 0
    assert "sent you away" in ben.do(board, "place 1", 409)["message"]
    ben.join_event(code, "Ben", 403)
    host.get("events/QQQQQ", 404)


def test_who_signs_out_elsewhere_still_leads_and_the_other_device_does_not(guests: Guests) -> None:
    host, phone, ann = guests(3)
    code = host.open_event()["code"]
    ann.join_event(code)
    phone.post("me/become", {"code": host.post("me/code")["code"]})
    host.lead(code, "call")
    phone.post("me/elsewhere")
    assert phone.get(f"events/{code}")["you"]["caller"] and phone.lead(code, "call", 1)["turn"] == 2
    assert not host.get(f"events/{code}")["you"].get("caller")
    host.lead(code, "call", 2, answer=403)


def test_par_is_played_when_the_round_is_over(guests: Guests) -> None:
    host, ann = guests(2)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    for turn in range(TURNS + 1):
        assert host.get(f"events/{code}/par", 409)["message"].startswith("par is played when")
        host.lead(code, "call", turn)
    wait_for_view(host, code, lambda view: view["phase"] == "over")
    assert ann.get(f"events/{code}/par")["match"] == f"{code}.1.par"
    assert [place["name"] for place in host.get(f"events/{code}/standings")["places"]] == ["Ann"]


def test_a_title_is_kept_as_long_as_the_form_lets_it_be(guests: Guests) -> None:
    (host,) = guests(1)
    title = "Spielemesse Samstag, Halle 3, um zwei Uhr"
    assert host.open_event(title=title)["title"] == title[:40] == host.open_event(title=title[:40])["title"]


def test_a_pause_carries_a_message_that_can_be_changed_until_it_goes_on(guests: Guests) -> None:
    host, ann = guests(2)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    host.lead(code, "pause", message="too early", answer=409)
    host.lead(code, "call")
    host.lead(code, "pause", message="Back at 20:15")
    assert ann.get(f"events/{code}")["message"] == "Back at 20:15"
    host.lead(code, "pause", message="Back at\n20:30" + "!" * 80)
    view = ann.get(f"events/{code}")
    assert view["phase"] == "paused" and view["message"] == ("Back at 20:30" + "!" * 80)[:80]
    assert host.lead(code, "resume")["message"] == ""


def test_who_is_sent_away_is_told_so_in_every_phase_and_has_no_board(guests: Guests) -> None:
    host, ann, ben = guests(3)
    code = host.open_event()["code"]
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        guest.join_event(code, name)
    host.lead(code, "remove", player=1)
    for turn in range(TURNS + 1):
        you = ann.get(f"events/{code}")["you"]
        assert you == {"number": 1, "name": "Ann", "removed": True}
        assert "removed" not in ben.get(f"events/{code}")["you"]
        host.lead(code, "call", turn)
    wait_for_view(host, code, lambda view: view["phase"] == "over")
    assert ann.get(f"events/{code}")["you"]["removed"]


def test_callers_see_who_is_missing(guests: Guests) -> None:
    host, ann, ben = guests(3)
    code = host.open_event()["code"]
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        guest.join_event(code, name)
    host.lead(code, "call")
    ann.turn(ann.get(f"events/{code}")["you"]["board"])
    with ben.listen(code) as socket:
        socket.recv(PATIENCE)
        players = host.get(f"events/{code}/players")["players"]
    without_page = {"number": 1, "name": "Ann", "done": True, "sharing": 1}
    assert players == [without_page, {"number": 2, "name": "Ben", "here": True, "sharing": 0}]


def test_two_rounds_add_up(guests: Guests) -> None:
    host, ann = guests(2)
    code = host.open_event(rounds=2)["code"]
    ann.join_event(code, "Ann")
    boards: list[str] = []
    for number in (1, 2):
        for turn in range(TURNS + 1):
            host.lead(code, "call", turn)
            if not turn:
                boards.append(ann.get(f"events/{code}")["you"]["board"])
        wait_for_view(host, code, lambda view: view["phase"] == "over")
        answer = host.lead(code, "next")  # the third is one more than planned
        assert (answer["round"], answer["phase"], answer["turn"]) == (number + 1, "joining", 0)
        host.lead(code, "next", answer=409)
    assert len(set(boards)) == 2
    assert over(ann.scene(boards[0]))


def test_who_climbed_most_is_said_after_the_second_round() -> None:
    places = [Place(1, 2, "Ben", 9), Place(2, 3, "Cat", 8), Place(3, 1, "Ann", 5), Place(4, 4, "Dan", 1)]
    first = tuple(BoardResult(number, score, 0, ()) for number, score in ((1, 5), (2, 4), (3, 3)))
    assert climb({1: first, 2: ()}, places) == Climb("Ben", 2, 1), "Cat gained one place, too, and ends behind"
    assert climb({1: first}, places) is None
    assert climb({1: first, 2: ()}, [Place(1, 1, "Ann", 5)]) is None


def test_general_11_a_record_that_is_kept_from_everybody_is_no_event_s_either(guests: Guests) -> None:
    host, ann = guests(2)
    code = host.open_event(options={"reveal_after_match": "none"})["code"]
    ann.join_event(code)
    for turn in range(TURNS + 1):
        host.get(f"events/{code}/record", 409)
        host.get(f"events/{code}/par", 409)
        host.lead(code, "call", turn)
    wait_for_view(host, code, lambda view: view["phase"] == "over")
    for kept in ("record", "par"):
        assert host.get(f"events/{code}/{kept}", 409)["rule"] == "General 11"


def test_a_board_that_shows_an_earlier_position_again_counts_all_that_was_done(guests: Guests) -> None:
    """Scenes of a position are kept: after a takeback, and when a turn was ended, they still say how long the log is."""
    host, ann = guests(2)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    host.lead(code, "call")
    board = ann.get(f"events/{code}")["you"]["board"]
    for length, act in enumerate(("place 1", "undo", "place 1", "undo", "place 1", "end"), 1):
        ann.do(board, act)
        assert ann.scene(board)["seq"] == length, act


def test_open_boards_are_seen_by_all(guests: Guests) -> None:
    """Muckell D10: what `hidden_until_end` keeps back is there to be seen."""
    host, ann, ben = guests(3)
    code = host.open_event(options={"visibility": "open"})["code"]
    for guest in (ann, ben):
        guest.join_event(code)
    host.lead(code, "call")
    board = ann.get(f"events/{code}")["you"]["board"]
    ann.turn(board)
    seen = ben.scene(board)
    assert seen["zones"]["row1"]["items"] and not seen["acts"] and not card(seen)
    assert ben.get(f"events/{code}")["standings"]["players"] == 2


def test_open_boards_tell_what_was_claimed_on_each_card_and_who_moved(guests: Guests) -> None:
    """Muckell D10: the words told card by card are those of the boards, and the moves those of the standings."""
    (host,) = guests(1)
    tiny = {"deck": "tiny", "rows": 2, "dictionary": "tiny"}
    code = host.open_event(options={**tiny, "visibility": "open"}, bots=2, level="greedy")["code"]
    points, before, view = Counter[str](), dict[str, int](), host.lead(code, "call")
    while view["turn"] <= view["cards"] + 1:
        view = wait_for_view(host, code, lambda view: view["all_done"])
        points.update({each["name"]: 0 for each in view["claimed"]})
        for each in view["claimed"]:
            points[each["name"]] += each["points"]
            assert "".join(face["on"] for face in each["cards"]) == each["word"]
        rows = view["standings"]["places"]
        if before:
            assert {row["name"]: row.get("rose", 0) for row in rows} == {
                row["name"]: before[row["name"]] - row["place"] for row in rows
            }
        before = {row["name"]: row["place"] for row in rows}
        view = host.lead(code, "call", view["turn"])
    view = wait_for_view(host, code, lambda view: view["phase"] == "over")
    assert view["claimed"] == [] and {row["name"]: row["score"] for row in view["standings"]["places"]} == {
        row["name"]: points[row["name"]] for row in view["standings"]["places"]
    }


@pytest.mark.slow
def test_what_was_claimed_on_a_card_is_told_again_by_a_room_that_was_killed(
    guests: Guests, rooms: Callable[..., GameRoom]
) -> None:
    """Muckell D10: words, moves and places are as before. Break: nothing was claimed before the card."""
    first = rooms()
    (host,) = guests(1, first)
    tiny = {"deck": "tiny", "rows": 2, "dictionary": "tiny", "visibility": "open"}
    code = host.open_event(options=tiny, bots=3, level="greedy", rounds=99)["code"]
    view = host.lead(code, "call")
    while not view["claimed"]:  # it is played round after round until somebody can claim a word
        if view["phase"] == "over":
            host.lead(code, "next", view["turn"])
            view = host.lead(code, "call")
        elif view["turn"] <= view["cards"]:
            view = host.lead(code, "call", view["turn"])
        else:
            view = host.lead(code, "call", view["turn"])
            view = wait_for_view(host, code, lambda view: view["phase"] == "over")
            continue
        view = wait_for_view(host, code, lambda view: view["all_done"])
    first.kill()
    rooms(port=first.port)
    after = wait_for_view(host, code, lambda view: view["all_done"])
    assert [after[part] for part in ("turn", "claimed", "standings")] == [
        view[part] for part in ("turn", "claimed", "standings")
    ]


def test_hidden_boards_tell_nothing_of_claims(guests: Guests) -> None:
    (host,) = guests(1)
    tiny = {"deck": "tiny", "rows": 2, "dictionary": "tiny"}
    code = host.open_event(options=tiny, bots=2, level="greedy")["code"]
    view = host.lead(code, "call")
    for turn in range(1, 7):
        view = wait_for_view(host, code, lambda view: view["all_done"])
        assert not view["claimed"] and not view["claimed_more"] and view["standings"] is None
        host.lead(code, "call", turn)


def test_bots_play_along(guests: Guests) -> None:
    (host,) = guests(1)
    code = host.open_event(preset="muckell_together", bots=3, level="random")["code"]
    view = host.lead(code, "call")
    assert view["players"] == view["here"] == 3
    view = wait_for_view(host, code, lambda view: view["phase"] == "over")
    assert view["standings"]["players"] == 3


def test_a_room_that_is_killed_in_the_middle_goes_on(guests: Guests, rooms: Callable[..., GameRoom]) -> None:
    first = rooms()
    host, ann, ben = guests(3, first)
    code = host.open_event()["code"]
    for guest in (ann, ben):
        guest.join_event(code)
    for turn in range(3):
        host.lead(code, "call", turn)
        boards = [guest.get(f"events/{code}")["you"]["board"] for guest in (ann, ben)]
        ann.turn(boards[0])
    before = ann.scene(boards[0]), ben.scene(boards[1])
    first.kill()
    second = rooms(port=first.port)
    assert second.address == first.address
    after = ann.scene(boards[0]), ben.scene(boards[1])
    assert [each["zones"] for each in after] == [each["zones"] for each in before]
    assert [each["seq"] for each in after] == [each["seq"] for each in before]
    view = ann.get(f"events/{code}")
    assert (view["turn"], view["done"]) == (3, 1)
    ben.turn(boards[1])
    host.call_to_end(code, 3)


def test_real_cards_are_called_here_and_scores_typed_in(guests: Guests) -> None:
    """Muckell 6: the room deals no boards, and lists whose score it was told; corrections count, the deck can be checked."""
    host, ann, stranger = guests(3)
    refused = host.post("events", {"preset": "muckell_together", "options": TINY, "real_cards": True}, 400)
    assert "caller or a clock" in refused["message"]
    host.post("events", {"preset": "muckell", "options": TINY, "real_cards": True, "bots": 3}, 400)
    code = host.open_event(real_cards=True, options={"tie": "longest_word"})["code"]
    ann.join_event(code, "Ann")
    host.lead(code, "call")
    view = ann.get(f"events/{code}")
    assert view["real_cards"] and view["face"] and "board" not in view["you"]
    host.lead(code, "call", 1)
    assert host.lead(code, "uncall", 2)["face"] == view["face"]
    assert ann.post(f"events/{code}/score", {"score": 8}, 409)["message"].startswith("scores are typed in when")
    host.call_to_end(code, 1)
    assert host.get(f"events/{code}/standings")["places"] == []
    view = ann.post(f"events/{code}/score", {"score": 8, "longest": 5})
    assert view["claims"] == 1 and view["you"]["claim"] == {"score": 8, "longest": 5}
    assert host.get(f"events/{code}/standings")["places"] == [], "it waits for a caller's look"
    (player,) = host.get(f"events/{code}/players")["players"]
    assert (player["name"], player["claim"]) == ("Ann", {"score": 8, "longest": 5})
    view = host.post(f"events/{code}/score", {**player["claim"], "name": "Ann"})
    assert view["claims"] == 0 and view["standings"]["places"][0]["score"] == 8
    stranger.post(f"events/{code}/score", {"score": 7, "name": "Ann"}, 403)
    ann.post(f"events/{code}/score", {"score": 8, "name": "Ben"}, 403)
    for points in (-1, 9):
        refused = host.post(f"events/{code}/score", {"score": points, "name": "Ben"}, 400)
        assert "a whole number from 0 to 8, a point for each card of the deck" in refused["message"]
    host.post(f"events/{code}/score", {"score": 5, "longest": 4, "name": "Ben"})
    view = host.post(f"events/{code}/score", {"score": 8, "longest": 6, "name": "ben"})  # corrected
    lines = [(place["place"], place["name"], place["score"], place["longest"]) for place in view["standings"]["places"]]
    assert lines == [(1, "Ben", 8, 6), (2, "Ann", 8, 5)]
    record = host.http.get(f"/api/events/{code}/record").text
    (match,) = [check_transcript(each) for each in transcript.read(record.encode().splitlines())]
    assert match.over and match.header.salts == (host.get(f"events/{code}/salts")["salt"],)


@pytest.mark.slow  # par searches, see order.LATE
def test_after_a_round_from_a_real_deck_par_and_words_follow_from_the_typed_order(guests: Guests) -> None:
    """Muckell 6: par and the best play are matches with these cards; correcting the order makes new ones. Break: no order."""
    host, ann, stranger = guests(3)
    code = host.open_event(real_cards=True)["code"]
    ann.join_event(code, "Ann")
    assert "from a real deck" in host.post(f"events/{code}/order", {"cards": "EK"}, 409)["message"]
    assert ann.lead(code, "own_deck", answer=403)
    view = host.lead(code, "own_deck")
    assert (view["phase"], view["own_deck"], view["face"]) == ("over", True, None)
    assert host.lead(code, "own_deck", answer=409) and "deck" not in ann.get(f"events/{code}")["you"]
    host.post(f"events/{code}/score", {"name": "Ann", "score": 5})
    assert "typed in the order" in ann.get(f"events/{code}/par", 409)["message"]
    assert "typed in the order" in ann.get(f"events/{code}/record", 409)["message"]
    deck = view["you"]["deck"]
    assert len(deck) == view["cards"] == 8
    stranger.post(f"events/{code}/order", {"cards": " ".join(deck)}, 403)
    for typed, said in (
        (deck[:-1], f"7 of 8 cards are typed in; missing: {deck[-1]}"),
        ([*deck[:3], deck[1], *deck[4:]], f"card 4, {deck[1]}: it came already, as card 2"),
        ([*deck[:7], "QQ"], "card 8, QQ: the deck has no such card"),
        ([*deck[:7], "Q"], "card 8, Q: a card has 2 letters"),
    ):
        assert host.post(f"events/{code}/order", {"cards": " ".join(typed)}, 400)["message"] == said
    backwards = deck[::-1]
    view = host.post(f"events/{code}/order", {"cards": ", ".join(card[::-1].lower() for card in backwards)})
    assert view["ordered"] == 1
    par = wait_for(lambda: ann.get(f"events/{code}/par"), lambda par: par["score"] is not None and par["best"])
    assert par["best"]["proven"] and par["best"]["score"] >= par["score"] == sum(each["points"] for each in par["words"])
    assert par["best"]["score"] == sum(each["points"] for each in par["best"]["words"])
    (board,) = check_records(ann.http.get(f"/api/events/{code}/record").content.splitlines())
    assert isinstance(board, Match) and board.header.order
    assert [*board.header.order] == [f"card {card}" for card in backwards]
    lines = ann.http.get(f"/api/events/{code}/standings.csv").text.splitlines()
    words = " ".join(each["word"] for each in par["best"]["words"])
    assert lines[1].startswith("1,1,Ann,5,") and lines[-1].startswith(f",,Best play of round 1,{par['best']['score']},")
    assert lines[-1].endswith(words) and lines[-2].startswith(f",,Par of round 1,{par['score']},")
    host.post(f"events/{code}/order", {"cards": " ".join(deck)})
    again = wait_for(lambda: ann.get(f"events/{code}/par"), lambda par: par["score"] is not None)
    assert again["match"] != par["match"]
    assert ann.get(f"events/{code}")["ordered"] == 2
    host.lead(code, "next")
    assert not host.get(f"events/{code}")["own_deck"]


def test_halls_tell_a_result_when_the_desk_says_so(guests: Guests) -> None:
    host, ann = guests(2)
    code = host.open_event(real_cards=True)["code"]
    assert "when the round is over" in host.lead(code, "tell", answer=409)["message"]
    host.lead(code, "own_deck")
    ann.lead(code, "tell", answer=403)
    assert [host.lead(code, "tell")["told"], ann.get(f"events/{code}")["told"]] == [1, 1]


def test_scores_are_not_typed_in_where_the_room_counts(guests: Guests) -> None:
    (host,) = guests(1)
    code = host.open_event()["code"]
    refused = host.post(f"events/{code}/score", {"score": 3, "name": "Ann"}, 409)
    assert refused["message"].startswith("scores are typed in where") and refused["rule"] == "Muckell 6"

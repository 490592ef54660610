"""Ways out of a table and of a match, for those who leave and for those who stay (U2). Over real sockets."""

from collections.abc import Callable
from typing import Any

import pytest

from muckle import games, players
from muckle.match.match import load
from server.people import GameRoom, Person, over, playable

People = Callable[..., Person]
BOT = players.DEFAULT_LEVEL.title()


def table(ann: Person, *seats: str, **details: Any) -> str:
    """Open a table of Mitch with Ann in its first seat."""
    return ann.open("mitch", *seats, options={"hands": 1}, name="Ann", **details)["match"]


def table_acts(person: Person, match: str) -> list[str]:
    """Return the table acts that a person is offered."""
    return [*person.scene(match).get("manage", {})]


def do(person: Person, match: str, act: str, code: int = 200) -> Any:
    return person.act(match, act, 0, f"c {act}", code)


def names(person: Person, match: str) -> list[str]:
    return [seat["name"] for seat in person.scene(match)["seats"]]


def act_once(person: Person, match: str) -> None:
    """Do the first act there is."""
    scene = person.scene(match)
    person.act(match, playable(scene)[0], scene.get("seq", 0), "first")


def test_who_has_sat_down_may_get_up_and_the_table_passes_to_the_next(ann: Person, ben: Person, person: People):
    match = table(ann, "open", "open")
    ben.join(match, name="Ben")
    assert table_acts(ann, match) == ["/leave", "/free 1 Ben", "/bot 2"] and table_acts(ben, match) == ["/leave"]
    with ben.watch(match) as his:
        his.hear_until(bool)
        assert do(ann, match, "/leave")["type"] == "done"
        his.hear_until(lambda scene: "/bot 2" in scene["manage"])
        assert his.scene["seats"][0]["name"] == "Free seat"
    assert table_acts(ann, match) == [] and ann.scene(match).get("viewer") is None
    do(ben, match, "/leave")
    cat = person()
    assert cat.join(match, name="Cat")["seat"] == 0
    assert "start" in cat.scene(match)["acts"], "it was nobody's table"


def test_the_host_sends_somebody_away_who_then_only_watches(ann: Person, ben: Person, person: People):
    match = table(ann, "open", "open")
    ben.join(match, name="Ben")
    do(ann, match, "/free 1 Ben")
    assert ben.join(match, name="Ben", code=403)["message"] == "the host has sent you away from this table; you may watch"
    assert ben.scene(match).get("viewer") is None
    cat = person()
    assert cat.join(match, name="Cat")["seat"] == 1
    assert do(ann, match, "/free 1 Ben", code=409)["code"] == "action.turn", "Cat sits there now"


def test_a_bot_sits_down_on_any_open_seat_and_on_the_last_the_match_begins(ann: Person, ben: Person):
    match = table(ann, "open", "open")
    do(ann, match, "/bot 2")
    assert names(ben, match) == ["Ann", "Free seat", BOT] and not ben.scene(match)["zones"]
    with ann.watch(match) as hers:
        assert hers.act("/bot 1")["type"] == "done"
        assert hers.hear_until(lambda scene: scene["zones"]).scene["seats"][1]["kind"] == "bot"


@pytest.mark.parametrize("act", ["/free 1 Ben", "/bot 2", "/leave", "/resign", "/abort", "/nothing", "/free x", "/"])
def test_nobody_does_what_is_not_for_them(ann: Person, ben: Person, person: People, act: str):
    match = table(ann, "open", "open")
    ben.join(match, name="Ben")
    for somebody in (ben, person()) if act != "/leave" else (person(),):
        assert do(somebody, match, act, code=409)["message"].startswith("that is not for you to do")
    assert names(ann, match) == ["Ann", "Ben", "Free seat"]


@pytest.mark.parametrize("game", [name for name, game in games.GAMES.items() if game.options.fields()[0].most != 1])
def test_whoever_gives_up_a_match_of_two_has_lost(ann: Person, ben: Person, game: str):
    match = ann.open(game, "open", name="Ann")["match"]
    ben.join(match, name="Ben")
    mover = ann if playable(ann.scene(match)) else ben
    act_once(mover, match)
    with ben.watch(match) as his:
        his.hear_until(bool)
        assert his.scene["manage"]["/resign"]["label"] == "Give up: Ann wins"
        assert his.act("/resign", seq=0)["type"] == "done", "whatever the others have done meanwhile"
        assert his.hear_until(over).scene["result"]["title"] == "Ann wins: Ben gave up"
        assert list(his.scene["acts"]) == ["again"] and not his.scene["manage"]
    scene = ann.scene(match)
    assert [row["seat"] for row in scene["result"]["standings"]] == [0, 1]
    record = load(ann.http.get(f"/api/matches/{match}/transcript").text)
    assert record.result and (record.result.winners, record.result.resigned) == ((0,), 1)
    assert do(ben, match, "/resign", code=409)["code"] == "action.turn"
    assert names(ben, ann.again(match)["match"]) == ["Ben", "Ann"], "the rematch begins on the next seat"


def test_alone_with_bots_or_with_nobody_a_match_is_given_up(ann: Person):
    for game, seats in (("mitch", ("random", "random")), ("mickell", ())):
        match = ann.open(game, *seats, name="Ann")["match"]
        with ann.watch(match) as hers:
            act = playable(hers.hear_until(lambda scene: playable(scene)).scene)[0]
            hers.act(act)
            assert hers.act("/resign", seq=0)["type"] == "done"
            title = hers.hear_until(over).scene["result"]["title"]
            assert title.endswith("Ann gave up") and ("win" in title) == bool(seats)


def test_where_two_others_are_left_a_bot_plays_on(ann: Person, ben: Person, person: People):
    match, cat = table(ann, "open", "open"), person()
    for somebody, name in ((ben, "Ben"), (cat, "Cat")):
        somebody.join(match, name=name)
    people = (ann, ben, cat)
    mover = next(seat for seat in range(3) if playable(people[seat].scene(match)))
    leaver, other = people[mover], people[(mover + 1) % 3]
    act_once(leaver, match)
    assert leaver.scene(match)["manage"]["/resign"]["label"] == "Leave: a bot plays on until you come back"
    do(leaver, match, "/resign")
    scene = leaver.scene(match)
    assert scene.get("viewer") is None and f"/return {mover}" in scene["manage"] and scene["acts"] == {}
    seat = other.scene(match)["seats"][mover]
    assert (seat["name"], seat["kind"], seat["stand_in"]) == (["Ann", "Ben", "Cat"][mover], "bot", BOT)
    while not over(scene := other.scene(match)):
        for somebody in people:
            if acts := playable(scene := somebody.scene(match)):
                somebody.act(match, acts[0], scene.get("seq", 0), f"act {scene['seq']}")
    assert load(other.http.get(f"/api/matches/{match}/transcript").text).over


def test_before_anybody_has_acted_a_match_is_called_off(ann: Person, ben: Person):
    match = table(ann, "open")
    ben.join(match, name="Ben")
    assert table_acts(ann, match) == table_acts(ben, match) == ["/abort"]
    do(ben, match, "/abort")
    scene = ann.scene(match)
    assert scene["result"]["title"] == "Ben called the match off" and scene["result"]["standings"] == []
    match = table(ann, "open")
    ben.join(match, name="Ben")
    mover, other = (ann, ben) if playable(ann.scene(match)) else (ben, ann)
    act_once(mover, match)
    assert table_acts(other, match) == ["/resign"] and do(other, match, "/abort", code=409)["code"] == "action.turn"


def test_a_match_of_more_than_two_is_called_off_by_its_host_only(ann: Person, ben: Person, person: People):
    match = table(ann, "open", "open")
    for somebody in (ben, person()):
        somebody.join(match)
    assert table_acts(ann, match) == ["/abort", "/resign"] and table_acts(ben, match) == ["/resign"]


def test_a_restart_loses_no_departure(rooms: Callable[..., GameRoom], person: People):
    room = rooms()
    ann, ben, cat = (person(room) for _ in range(3))
    given_up, waits, left = table(ann, "open"), table(ann, "open", "open"), table(ann, "open", "open")
    for match, guests in ((given_up, (ben,)), (waits, (ben,)), (left, (ben, cat))):
        for guest in guests:
            guest.join(match, name="Ben" if guest is ben else "Cat")
    do(ben, given_up, "/abort")
    do(ann, waits, "/free 1 Ben")
    do(ben, left, "/resign")
    port = room.port
    room.kill()
    rooms(port=port)
    assert over(ann.scene(given_up)) and ben.scene(left).get("viewer") is None
    assert ben.join(waits, code=403) and ann.scene(left)["seats"][1]["stand_in"] == BOT

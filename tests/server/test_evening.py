"""The evening of a group: the next game with the same people, any game, and a running score of all of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muckle import games
from muckle.match.ending import Ending
from muckle.scene.contract import Result, Standing
from muckle.server.tables.evening import evening_of
from muckle.store.matches import Seating, Sitter
from server.people import GameRoom, Person
from server.test_table_machine import dealt

People = Callable[..., Person]


def called_off(ann: Person, *others: Person, game: str = "mitch", **details: Any) -> str:
    """Begin a match and call it off."""
    match = ann.open(game, *("open" for _ in others), name="Ann", **details)["match"]
    for number, other in enumerate(others):
        other.join(match, name=("Ben", "Cat")[number])
    ann.act(match, "/abort", 0, "end")
    return match


def names(somebody: Person, match: str) -> list[str]:
    return [seat["name"] for seat in somebody.scene(match)["seats"]]


def test_the_next_game_is_any_game_and_all_get_its_link_at_once(ann: Person, ben: Person, person: People):
    cat = person()
    match = called_off(ann, ben, options={"hands": 1})
    with ben.watch(match) as his, cat.watch(match) as theirs:
        new = ann.post(f"matches/{match}/again", {"game": "grabble_road"})
        his.hear_until(lambda scene: scene["acts"].get("again", {}).get("label") == "Go to the next game")
        theirs.hear_until(lambda scene: (scene.get("rematch"), scene.get("evening")) == (new["match"], match))
    assert ann.scene(new["match"])["game"] == "grabble_road" and names(ann, new["match"]) == ["Ben", "Ann"]
    assert ben.post(f"matches/{match}/again", {"game": "mitch"})["match"] == new["match"], "the first wish counts"
    ann.join(new["match"])
    assert ben.again(match)["seat"] == 0 and ann.scene(new["match"])["zones"], "all are there, so it begins"
    ann.act(new["match"], "/abort", 0, "end")
    third = ben.post(f"matches/{new['match']}/again", {"game": "mitch"})["match"]
    rules = ann.get("rules/mitch", match=third)["options"]
    assert next(option for option in rules if option["title"].startswith("Hands"))["said"] == "1", (
        "options are remembered, game by game"
    )


def test_remembered_options_that_follow_the_number_of_seats_follow_the_new_one(ann: Person):
    match = ann.open("mitch", *6 * ["random"], options={"packs": 2, "hands": 1})["match"]
    ann.act(match, "/abort", 0, "end")
    match = ann.join(ann.post(f"matches/{match}/again", {"game": "multzo"})["match"])["match"]
    ann.act(match, "/abort", 0, "end")
    third = ann.post(f"matches/{match}/again", {"game": "mitch"})["match"]
    assert len(names(ann, third)) == 5, "more do not fit at Multzo"
    options = ann.get(f"matches/{third}/setup")["options"]
    assert (options["packs"], options["hands"]) == (1, 1), "two packs were for seven"


@pytest.mark.parametrize(
    ("wish", "code", "message"),
    [
        ({"game": "mickell"}, 400, "Mickell is for 1 at most, and you are 2"),
        ({"game": "chess"}, 400, "no game is called 'chess'"),
        ({"game": 7}, 400, "cannot be read"),
        ({"games": "mitch"}, 400, "cannot be read"),
    ],
)
def test_a_next_game_that_cannot_be_is_refused_with_a_sentence(ann: Person, ben: Person, wish: Any, code: int, message: str):
    match = called_off(ann, ben)
    refusal = ann.http.post(f"/api/matches/{match}/again", json=wish)
    assert refusal.status_code == code and message in refusal.json()["message"]
    assert "rematch" not in ann.scene(match)


def test_bots_fill_the_seats_that_another_game_has_more(ann: Person, ben: Person):
    match = called_off(ann, ben, game="grabble_road")
    new = ann.post(f"matches/{match}/again", {"game": "alphabetickell"})["match"]
    assert names(ann, new)[:2] == ["Ben", "Ann"]


def test_only_those_who_played_choose_and_anybody_with_a_link_sees_the_score(ann: Person, ben: Person, person: People):
    match, cat = called_off(ann, ben), person()
    assert cat.post(f"matches/{match}/again", {"game": "mitch"}, code=409)["message"].startswith("only those who played")
    for somebody, chooses in ((ann, True), (cat, False)):
        evening = somebody.get(f"matches/{match}/evening")
        assert (evening["first"], evening["people"], evening["chooses"]) == (match, 2, chooses)
    new = ann.again(match)["match"]
    assert not ann.get(f"matches/{new}/evening")["chooses"], "the next game is on"
    assert [game["match"] for game in cat.get(f"matches/{new}/evening")["games"]] == [match, new]
    assert cat.get("matches/nothing/evening", code=404)["message"] == "there is no such match"
    assert ann.cookies and not any(part in str(evening) for part in ann.http.cookies.values())


@pytest.mark.slow  # two rooms are opened
def test_an_evening_outlives_a_room_that_is_killed(rooms: Callable[..., GameRoom], person: People, tmp_path: Path):
    room = rooms()
    ann, ben = person(room), person(room)
    match = called_off(ann, ben)
    new = ann.post(f"matches/{match}/again", {"game": "multzo"})["match"]
    room.kill()
    again = rooms(port=room.port)
    assert again.port == room.port
    assert [game["match"] for game in ben.get(f"matches/{match}/evening")["games"]] == [match, new]


def game(number: int, places: dict[str, int], **bots: str) -> tuple[Seating, Ending | None]:
    """Return a game of an evening in which each person came to a place; none: it is not over."""
    sitters = tuple(Sitter(name.title(), owner="" if name in bots else name, level=bots.get(name, "")) for name in places)
    standings = tuple(Standing(seat, place, str(10 * seat)) for seat, place in enumerate(places.values()) if place)
    seating = Seating(f"m{number}", dealt().header, sitters, float(number), evening="m1" if number > 1 else "")
    ended = Ending("Mitch", "", (), Result("over", standings, ""), (), "") if standings else None
    return seating, ended


def test_a_point_for_everybody_behind_and_half_a_point_for_everybody_level():
    evening = evening_of(
        [game(1, {"ann": 1, "ben": 2, "cat": 2}), game(2, {"ben": 1, "owl": 2}, owl="owl"), game(3, {"ben": 0, "ann": 0})],
        "ben",
    )
    assert [(each.name, each.points, each.won, each.played, each.you) for each in evening.players] == [
        ("Ann", 2.0, 1, 1, False),
        ("Ben", 1.5, 1, 2, True),
        ("Cat", 0.5, 0, 1, False),
        ("Owl", 0.0, 0, 1, False),
    ]
    assert [[row.points for row in each.rows] for each in evening.games] == [[2.0, 0.5, 0.5], [1.0, 0.0], []]
    assert sum(each.points for each in evening.players) == 3 + 1, "a game of n people brings n(n-1)/2 points"
    assert not evening.chooses and evening.people == 2


def test_a_game_that_is_no_longer_installed_keeps_its_place_in_the_evening(monkeypatch: pytest.MonkeyPatch):
    played = [game(1, {"ann": 1, "ben": 2}), game(2, {"ann": 2, "ben": 1})]
    assert [each.title for each in evening_of(played, "").games] == ["Mitch", "Mitch"]
    monkeypatch.setattr(games.GAMES, "data", {name: each for name, each in games.GAMES.items() if name != "mitch"})
    evening = evening_of(played, "")
    assert [each.title for each in evening.games] == ["mitch", "mitch"]
    assert [each.points for each in evening.players] == [1.0, 1.0]


def test_people_on_one_device_are_told_apart_and_somebody_with_a_new_name_is_the_same():
    shared = Seating("m1", dealt().header, (Sitter("Ann", owner="ann"), Sitter("Ben", owner="ann")), 1.0)
    ended = Ending("Mitch", "", (), Result("over", (Standing(0, 1, ""), Standing(1, 2, "")), ""), (), "")
    assert [each.name for each in evening_of([(shared, ended)], "").players] == ["Ann", "Ben"]
    renamed = [game(1, {"ann": 1, "ben": 2}), game(2, {"ann": 1, "ben": 2})]
    renamed[1] = (
        renamed[1][0].__class__("m2", dealt().header, (Sitter("Anna", owner="ann"), Sitter("Ben", owner="ben")), 2.0),
        renamed[1][1],
    )
    assert [(each.name, each.points) for each in evening_of(renamed, "").players] == [("Anna", 2.0), ("Ben", 0.0)]

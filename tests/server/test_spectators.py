"""Spectators: they are counted, and shown only what is for everybody. Over real sockets."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from muckle import games
from muckle.match.match import Match
from muckle.match.transcript import read_one
from muckle.scene.contract import Scene
from server.people import Person, over, playable

People = Callable[..., Person]
ROOM = (
    "match",
    "seats",
    "watchers",
    "rematch",
    "manage",
    "terms",
    "progress",
    "fairness",
    "seq",
    "record",
    "say",
    "words",
    "result",
)
"""Fields of a scene that the room adds, or that names and takebacks change; none of them is about pieces."""


def same(heard: dict[str, Any], newest: dict[str, Any]) -> bool:
    """Return whether a watcher has the newest scene; steps that nobody else sees send nothing."""
    return bool(heard) and all(heard.get(name) == newest.get(name) for name in ("status", "zones", "pieces"))


def shown(scene: Scene) -> dict[str, Any]:
    """Return the part of a scene that is about the game."""
    fields = msgspec.structs.asdict(scene)
    return {name: fields[name] for name in fields if name not in ROOM}


@pytest.mark.parametrize("game", [name for name, game in games.GAMES.items() if game.options.fields()[0].most != 1])
def test_all_that_a_watcher_hears_is_what_is_made_for_watchers(ann: Person, ben: Person, person: People, game: str):
    """Scenes that are sent equal the one built for spectators, which `test_no_leak` shows to reveal nothing."""
    match, chance = ann.open(game, "open", name="Ann")["match"], random.Random(5)
    ben.join(match, name="Ben")
    heard: list[Scene] = []
    onlooker = person()
    with person().watch(match) as watcher:
        for number in range(24):
            for somebody in (ann, ben):
                scene = somebody.scene(match)
                if acts := playable(scene):
                    somebody.act(match, chance.choice(acts), scene.get("seq", 0), f"act {number}")
                    while not same(watcher.scene, onlooker.scene(match)):
                        watcher.hear()
                        heard.append(msgspec.convert(watcher.scene, Scene))
        assert watcher.scene.get("viewer") is None and not watcher.scene["acts"]
        assert all(act.startswith("/return ") for act in watcher.scene.get("manage", ())), "for who sat there"
    given_up = not over(ann.scene(match))
    if given_up:
        ann.act(match, "/resign", 0, "end")
    lines = ann.http.get(f"/api/matches/{match}/transcript").text.splitlines(keepends=True)
    played = lines[:-1] if given_up else lines
    folded = Match.replay(read_one("".join(played)), names=["Ann", "Ben"])
    worlds = {world.seq: (shown(world.scene(None)), shown(world.scene(0))) for world in folded}
    assert len(heard) > 1
    for scene in heard:
        public, private = worlds[scene.seq]
        told = shown(scene)
        assert msgspec.to_builtins(told) == msgspec.to_builtins(public), scene.seq
        assert msgspec.to_builtins(told) != msgspec.to_builtins(private), "the break: a seat's scene is another one"


def test_all_see_how_many_watch(ann: Person, ben: Person, person: People):
    match = ann.open("mitch", "random", name="Ann")["match"]
    with ann.watch(match) as hers:
        hers.hear_until(bool)
        assert not hers.scene.get("watchers")
        with ben.watch(match) as his, person().watch(match):
            for view in (hers, his):
                view.hear_until(lambda scene: scene.get("watchers") == 2)
        hers.hear_until(lambda scene: not scene["watchers"])


def test_a_listed_table_stands_in_the_lobby_while_somebody_is_there(ann: Person, ben: Person, person: People):
    def listed() -> list[dict[str, Any]]:
        return [table for table in person().get("tables")["tables"] if table["match"] == match]

    wish = {"game": "mitch", "seats": ["open", "random"], "name": "Ann", "listed": True}
    match = ann.post("matches", wish, 201)["match"]
    ann.join(match)
    hidden = ann.open("mitch", "open")["match"]
    assert not listed(), "nobody has a page open"
    with ann.watch(match) as hers, ann.watch(hidden):
        hers.hear_until(lambda scene: scene["seats"][0].get("here", True))
        [table] = listed()
        assert table == {**table, "title": "Mitch", "names": ["Ann", "Random"], "free": 1, "begun": False}
        assert "stands in the lobby" in hers.scene["terms"][-1]
        assert hidden not in [table["match"] for table in person().get("tables")["tables"]]
        ben.join(match)
        [table] = listed()
        assert (table["free"], table["begun"]) == (0, True)
        hers.hear_until(lambda scene: "/resign" in scene["manage"] or "/abort" in scene["manage"])
        ann.act(match, "/abort" if "/abort" in hers.scene["manage"] else "/resign", 0, "end")
        assert not listed(), "it is over"


def test_who_watched_is_led_to_the_rematch(ann: Person, person: People):
    match, watcher = ann.open("mitch", "random", name="Ann")["match"], person()
    ann.act(match, "/abort", 0, "end")
    new = ann.again(match)["match"]
    assert watcher.scene(match)["rematch"] == new
    watcher.post(f"matches/{match}/again", code=409)

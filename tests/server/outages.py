"""An event that goes through an outage of its database; run for every kind of database."""

import itertools
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from muckle.cli.round_check import check_records
from muckle.games.mickell.muckell import Standings
from muckle.match.match import Match
from server.people import GameRoom, playable
from server.test_events import TINY, Guest, wait_for_view

Outage = Callable[[], AbstractContextManager[None]]
cids = itertools.count()


def acknowledged_turn(guest: Guest, board: str) -> list[tuple[int, str]]:
    """Play the turn that has been called, and return the number and the text of every acknowledged act."""
    acks: list[tuple[int, str]] = []
    for _ in range(2):
        scene = guest.scene(board)
        acts = playable(scene)
        if not acts:
            break
        act = next(act for act in ("place 1", "place 2", "discard", "end") if act in acts)
        acks.append((guest.act(board, act, scene.get("seq", 0), f"o{next(cids)}")["seq"], act))
    return acks


def opened(guests: list[Guest], preset: str, **options: Any) -> tuple[str, list[str]]:
    """Open an event that the first guest leads and the others play, call its first card, and return its code and the boards."""
    host, *players = guests
    wish = {"preset": preset, "options": {**TINY, **options}}
    code = host.post("events", wish, 201)["code"]
    for number, player in enumerate(players):
        player.join_event(code, f"Guest {number}")
    host.lead(code, "call")
    return code, [player.get(f"events/{code}")["you"]["board"] for player in players]


def live_through(room: GameRoom, guests: list[Guest], outage: Outage) -> tuple[str, Any]:
    """Play a clocked event through an outage to its end without losing an acknowledged act; return its code and standings."""
    host, ann, *_ = guests
    code, boards = opened(guests, "muckell_timed", pace="seconds:2")
    host.lead(code, "pause")
    acks = acknowledged_turn(ann, boards[0])
    host.lead(code, "resume")
    with outage():
        assert "cannot be used just now" in host.lead(code, "extend", 1, seconds=5, answer=503)["message"]
        turn = host.get(f"events/{code}")["turn"]
        room.wait_for_line("ERROR", f"event {code}: ")  # the clock tries to call and fails
    wait_for_view(host, code, lambda view: view["turn"] > turn)
    host.lead(code, "pause")
    acks += acknowledged_turn(ann, boards[0])
    host.lead(code, "resume")
    host.call_to_end(code, host.get(f"events/{code}")["turn"])
    check(host, code, {boards[0]: acks})
    return code, host.get(f"events/{code}/standings")


def check(host: Guest, code: str, acks: dict[str, list[tuple[int, str]]]) -> None:
    """Check that the record of the newest round is sound, agrees with the standings and has every acknowledged act."""
    record = host.http.get(f"/api/events/{code}/record").content.splitlines()
    *boards, last = check_records(record)
    assert isinstance(last, Standings)
    places = host.get(f"events/{code}/standings")["places"]
    assert last.scores == tuple(place["score"] for place in sorted(places, key=lambda place: place["number"]))
    for board, match in zip(sorted({place["number"] for place in places}), boards, strict=True):
        assert isinstance(match, Match)
        for seq, act in acks.get(f"{code}.1.{board}", []):
            assert match.decisions[seq - 1].action == act, json.dumps([seq, act])

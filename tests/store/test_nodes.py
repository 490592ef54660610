"""Two live rooms on one PostgreSQL database: what one writes is seen at the other, and a lost one is replaced."""

from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest

from server.outages import acknowledged_turn, check
from server.people import GameRoom, Person, playable
from server.test_events import TURNS, Guest, wait_for_view


def node(url: str) -> GameRoom:
    return GameRoom(None, "--pace=off", "--workers=1", MUCKLE_DATABASE=url)


@pytest.fixture
def rooms(url: str) -> Iterator[tuple[GameRoom, GameRoom]]:
    """Open two rooms, of which a test may kill one."""
    both = node(url), node(url)
    yield both
    for room in both:
        if room.process.poll() is None:
            room.close()


def test_people_in_two_rooms_play_one_match(rooms: tuple[GameRoom, GameRoom], url: str):
    """Sockets hear from their own room what was written in the other, even after the notices were interrupted."""
    ann, ben = Person(rooms[0].address), Person(rooms[1].address)
    match = ann.open("mitch", "open", options={"hands": 1})["match"]
    with ben.watch(match) as his, ann.watch(match) as hers:
        his.hear_until(bool)
        ben.join(match)
        for turn in range(6):
            if turn == 3:
                cut_off(url)
            for view in (his, hers):
                view.hear_until(lambda scene, turn=turn: scene.get("seq", 0) == turn and everybody(scene))
            mover = next(view for view in (his, hers) if playable(view.scene))
            assert mover.act(playable(mover.scene)[0])["type"] == "done"
    for person in (ann, ben):
        person.http.close()


def everybody(scene: Any) -> bool:
    """Return whether the match is being played and both people are shown as present."""
    return bool(scene["zones"]) and all(seat.get("here", True) for seat in scene["seats"])


def cut_off(url: str) -> None:
    """Close the connections on which rooms hear of each other."""
    with psycopg.connect(url, autocommit=True) as other:
        ended = other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN muckle'")
        assert len(ended.fetchall()) == 2


def test_an_event_goes_on_when_one_of_two_rooms_is_lost(rooms: tuple[GameRoom, GameRoom], url: str):
    """Its players go to the other room, its clock calls on there, and nothing that was acknowledged is lost."""
    host, ann, ben = guests = [Guest(rooms[number].address) for number in (0, 0, 1)]
    code = host.open_event(preset="muckell_timed", options={"pace": "seconds:4"})["code"]
    ann.join_event(code)
    ben.join_event(code)
    wait_for_view(host, code, lambda view: view["players"] == 2)
    host.lead(code, "call")
    boards = [wait_for_view(player, code, lambda view: view["turn"])["you"]["board"] for player in (ann, ben)]
    host.lead(code, "pause")
    wait_for_view(ben, code, lambda view: view["phase"] == "paused")
    acks = {boards[0]: acknowledged_turn(ann, boards[0]), boards[1]: acknowledged_turn(ben, boards[1])}
    assert (
        wait_for_view(host, code, lambda view: view["done"] == 2)["turn"]
        == wait_for_view(ben, code, lambda view: view["done"] == 2)["turn"]
    )
    turn = host.lead(code, "resume")["turn"]
    rooms[0].kill()
    for guest in (host, ann):
        guest.http.base_url = httpx.URL(rooms[1].address)
    wait_for_view(host, code, lambda view: view["turn"] > turn)
    host.lead(code, "pause")
    acks[boards[0]] += acknowledged_turn(ann, boards[0])
    host.lead(code, "resume")
    for called in range(host.get(f"events/{code}")["turn"], TURNS + 1):
        host.lead(code, "call", called)
    wait_for_view(host, code, lambda view: view["phase"] == "over")
    check(host, code, acks)
    standings = host.get(f"events/{code}/standings")
    again = node(url)
    host.http.base_url = httpx.URL(again.address)
    assert host.get(f"events/{code}/standings") == standings
    again.close()
    for guest in guests:
        guest.http.close()

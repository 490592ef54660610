"""An event played by bots over real sockets (bench/event_players.py), and the comparison of records with acknowledged acts."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from muckle.errors import MuckleError
from server.people import GameRoom

with pytest.MonkeyPatch.context() as patch:  # for the import alone: bench has a module words, which would hide tests/words
    patch.syspath_prepend(Path(__file__).parents[2] / "bench")
    event: Any = importlib.import_module("event_players")
differences, play_event = event.differences, event.play_event


@pytest.fixture
def room(tmp_path: Path) -> Iterator[GameRoom]:
    game_room = GameRoom(tmp_path / "room.db", "--pace=off")
    yield game_room
    game_room.close()


def test_a_whole_event_loses_and_doubles_nothing(room: GameRoom) -> None:
    options = {"deck": "tiny", "rows": 2, "dictionary": "tiny"}
    found = asyncio.run(play_event(room.address.removeprefix("http://"), bots=5, seconds=0.4, options=options))
    assert (found.players, found.cards, found.lost, found.doubled) == (5, 8, 0, 0)
    assert found.moves > 5 and found.winner.startswith("Bot ") and 0 < found.call_p50_ms <= found.call_p99_ms


def test_bots_come_as_fast_as_a_room_lets_strangers_in(tmp_path: Path) -> None:
    game_room = GameRoom(tmp_path / "room.db", "--pace=off", "--limits=strangers=2 strangers_burst=2")
    options = {"deck": "tiny", "rows": 2, "dictionary": "tiny"}
    found = asyncio.run(play_event(game_room.address.removeprefix("http://"), bots=5, seconds=0.2, options=options))
    game_room.close()
    assert (found.players, found.lost) == (5, 0)


def test_a_room_that_ends_meanwhile_is_told_in_a_sentence(room: GameRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    async def power_cut(*_: object) -> None:
        room.kill()
        await asyncio.sleep(60)

    monkeypatch.setattr(event, "call_cards", power_cut)
    monkeypatch.setattr(event, "RECONNECTS", 2)
    address = room.address.removeprefix("http://")
    with pytest.raises(MuckleError, match="could not be played to its end"):
        asyncio.run(play_event(address, bots=5, seconds=0.4))
    with pytest.raises(MuckleError, match=f"{address} does not answer"):
        asyncio.run(play_event(address, bots=5, seconds=0.4))


def test_bots_outlive_a_room_that_is_killed_as_phones_do(tmp_path: Path) -> None:
    first = GameRoom(tmp_path / "room.db", "--pace=off")
    address, options = first.address.removeprefix("http://"), {"deck": "tiny", "rows": 2, "dictionary": "tiny"}
    rooms = [first]

    async def rehearse() -> Any:
        playing = asyncio.create_task(play_event(address, bots=5, seconds=2.0, options=options))
        await asyncio.sleep(4)  # in the middle of a card
        await asyncio.to_thread(first.kill)
        rooms.append(await asyncio.to_thread(GameRoom, tmp_path / "room.db", "--pace=off", port=first.port))
        return await playing

    try:
        found = asyncio.run(rehearse())
    finally:
        rooms[-1].close()
    assert (found.players, found.cards, found.lost, found.doubled) == (5, 8, 0, 0)


def lines(*actions: str) -> list[dict[str, Any]]:
    return [{"action": action} for action in actions]


RECORD = lines("place 1", "end", "place 2", "discard", "end", "end")
ACTED = [(1, "place 1"), (1, "end"), (2, "place 2")]


def test_what_was_played_for_who_was_late_is_no_difference() -> None:
    assert differences(RECORD, ACTED) == (0, 0)
    assert differences(RECORD, [*ACTED, (0, "end")]) == (0, 0)


@pytest.mark.parametrize(
    ("record", "acted", "found"),
    [
        (lines("place 1", "end", "end"), [*ACTED], (1, 0)),  # a turn is missing
        (lines("place 2", "end", *["end"] * 2), [(1, "place 1"), (1, "end")], (1, 0)),  # another act stands there
        (lines("place 1", "end", "discard", "end", "end"), [(1, "place 1"), (1, "end"), (2, "discard"), (2, "trim 1")], (1, 0)),
        (lines("place 1", "place 1", "end", "end"), [(1, "place 1"), (1, "end")], (1, 1)),  # it was carried out twice
        (lines("place 1", "end", "trim 1", "discard", "end", "end"), [(1, "place 1"), (1, "end")], (0, 1)),
    ],
)
def test_what_is_missing_or_too_much_is_counted(record: list[dict[str, Any]], acted: Any, found: tuple[int, int]) -> None:
    assert differences(record, acted) == found

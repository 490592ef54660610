"""Answers that are the same for everybody are encoded once."""

import asyncio
import functools
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from muckle.match.match import Match
from muckle.server.encoded import EncodedAnswers
from muckle.server.http.app import catalogue
from muckle.server.room import Room
from muckle.server.tables.replaying import Past
from muckle.server.tables.table import Table
from server.test_bot_turns import act, against_bot, first_legal, wait_for_ann


async def lines(*messages: int) -> AsyncGenerator[int]:
    for message in messages:
        yield message


async def all_of(told: AsyncGenerator[bytes]) -> bytes:
    return b"".join([line async for line in told])


async def test_lines_are_kept_once_the_last_has_come():
    answers = EncodedAnswers()
    begun = answers.lines("a", lines(1, 2, 3))
    assert await anext(begun) == b"1\n"
    await begun.aclose()
    assert answers.get("a") is None, "whoever leaves early keeps nothing"
    assert await all_of(answers.lines("a", lines(1, 2, 3))) == b"1\n2\n3\n"
    assert await all_of(answers.lines("a", lines())) == b"1\n2\n3\n"


def test_all_answers_take_so_much_room_and_none_takes_most_of_it():
    answers = EncodedAnswers(100)
    answers.keep("large", b"x" * 26)
    assert answers.get("large") is None
    for key in range(5):
        answers.keep(key, b"x" * 25)
        answers.get(1)
    assert [key for key in range(5) if answers.get(key)] == [1, 2, 3, 4]
    answers.keep(1, b"another")
    assert answers.get(1) == b"x" * 25


def counted(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[str]:
    """Record each call of a method in the returned list."""
    calls, method = list[str](), getattr(kind, name)

    def call(*given: Any, **more: Any) -> Any:
        calls.append(name)
        return method(*given, **more)

    monkeypatch.setattr(kind, name, call)
    return calls


def rename(table: Table, name: str) -> None:
    """Rename the person in the first seat."""
    first, *others = table.seating.sitters
    seating = replace(table.seating, sitters=(replace(first, name=name), *others))
    table.state = replace(table.state, seating=seating)


async def played(room: Room, table: Table) -> None:
    while not (await wait_for_ann(table)).result:
        await act(room, table)


async def test_transcript_and_replay_of_a_match_are_made_once_until_somebody_is_called_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with against_bot(tmp_path, first_legal) as (room, table, _):
        await played(room, table)
        while await room.store.ending(table.id) is None:
            await asyncio.sleep(0.01)  # what stays of the match is written down, a transcript too
        written, drawn = counted(monkeypatch, Match, "transcript"), counted(monkeypatch, Past, "scene")
        first = await room.transcript(table.id), await all_of(await room.replay("ann", table.id, None, True))
        assert written == ["transcript"] and len(drawn) > 1
        again = await room.transcript(table.id), await all_of(await room.replay("ann", table.id, None, True))
        assert again == first
        assert written == ["transcript"] and len(drawn) == first[1].count(b"\n") - 1
        watcher = await all_of(await room.replay("ben", table.id, 0, True))
        assert watcher.split(b"\n")[1:] == first[1].split(b"\n")[1:], "the view is the same"
        assert b'"own":null' in watcher.split(b"\n")[0] and b'"own":0' in first[1].split(b"\n")[0]
        with monkeypatch.context() as broken:
            broken.setattr(Table, "edition", (table.id, table.seq, table.seating.sitters))
            rename(table, "Anna")
            await room.transcript(table.id)
            assert len(written) == 1, "the break: what is kept for a match alone keeps the old name for ever"
        await room.transcript(table.id)
        assert len(written) == 2


def test_the_catalogue_is_encoded_once_while_nothing_in_it_changes():
    told = functools.partial(catalogue, docs=False, keep=(14, 0), own_players=())
    catalogue.cache_clear()
    for _ in range(3):
        assert b'"mitch"' in told(frozenset({"mitch"}), "")
    assert catalogue.cache_info().misses == 1
    assert told(frozenset(), "compiling") != told(frozenset({"mitch"}), "")

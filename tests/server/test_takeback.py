"""Taking a move back if the table agrees (General 10). Rooms in this process."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from muckle.errors import TurnError
from muckle.match.log import Takeback
from muckle.match.match import check_transcript
from muckle.match.transcript import read_one
from muckle.server.messages import Command, Join, NewMatch
from muckle.server.room import Room
from muckle.server.tables import petition
from muckle.server.tables.table import Table
from patience import until
from server.test_absence import FirstLegal, room_at

PEOPLE = ("ann", "ben", "cat")


async def table(room: Room, *seats: str, people: int = 2, timing: Timing = USUAL.timing) -> Table:
    """Begin a match of Mitch. From its first Ace on nothing is drawn, so the last act can be taken back."""
    wish = NewMatch("mitch", options={"hands": 1, "ace_trigger": 1}, seats=seats, name="Ann", timing=timing)
    match = (await room.open("ann", wish)).match
    for owner in PEOPLE[:people]:
        await room.join(owner, match, Join(name=owner.title(), salt="0123456789abcdef" * 4))
    return await room.matches.find(match)


async def do(room: Room, hosted: Table, owner: str, verb: str) -> None:
    """Do the first act, in the game or about its table, whose name begins like this."""
    hers = await scene(hosted, hosted.viewer(owner))
    act = next(act for act in (*hers.acts, *hers.manage) if act.startswith(verb))
    await room.act(owner, hosted, Command(act, hers.seq, f"{owner} {hers.seq} {act}"))


async def scene(hosted: Table, viewer: int | None) -> Any:
    return await hosted.scene(viewer)


def turn(hosted: Table) -> int:
    match = hosted.state.match
    assert match
    return match.turn


async def acted(room: Room, hosted: Table) -> str:
    """Let people discard until nothing was drawn by it, and return whoever did."""
    while True:
        owner = PEOPLE[turn(hosted)]
        await do(room, hosted, owner, "discard")
        if (await hosted.load()).retractable(PEOPLE.index(owner)):
            return owner


def verbs(scene: Any) -> set[str]:
    return {act.verb for act in scene.manage.values()} - {"resign", "abort"}


async def test_the_others_are_asked_and_with_their_consent_it_is_taken_back(tmp_path: Path):
    async with room_at(tmp_path) as room:
        hosted = await table(room, "open", "open", people=3)
        asker = await acted(room, hosted)
        match, seat = await hosted.load(), PEOPLE.index(asker)
        hand, others = match.count, [number for number in range(3) if number != seat]
        await do(room, hosted, asker, "/takeback")
        assert verbs(await scene(hosted, seat)) == set()
        for other in others:
            seen = await scene(hosted, other)
            assert seen.request == f"{asker.title()} asks to take the last move back."
            assert verbs(seen) == {"allow", "refuse"}
            assert (await hosted.load()).count == hand, "nothing happens before all agreed"
            await do(room, hosted, PEOPLE[other], "/allow")
        match = await hosted.load()
        assert match.count == hand - 1 and match.turn == seat and match.log[-1] == Takeback(seat)
        assert (await scene(hosted, None)).request == f"{asker.title()} has taken the last move back."
        await do(room, hosted, asker, "discard")
        assert (await scene(hosted, None)).request == ""


async def test_one_who_does_not_agree_is_enough_and_nobody_asks_twice(tmp_path: Path):
    async with room_at(tmp_path) as room:
        hosted = await table(room, "open", "open", people=3)
        asker = await acted(room, hosted)
        await do(room, hosted, asker, "/takeback")
        other = next(owner for owner in PEOPLE if owner != asker)
        await do(room, hosted, other, "/refuse")
        for viewer in range(3):
            seen = await scene(hosted, viewer)
            assert seen.request == f"{other.title()} did not agree: {asker.title()}'s move stands." and not verbs(seen)


async def test_who_goes_on_playing_has_answered(tmp_path: Path):
    async with room_at(tmp_path) as room:
        hosted = await table(room, "open")
        asker = await acted(room, hosted)
        other = PEOPLE[1 - PEOPLE.index(asker)]
        await do(room, hosted, asker, "/takeback")
        late = next(act for act in (await scene(hosted, hosted.viewer(other))).manage if act.startswith("/allow"))
        await do(room, hosted, other, "discard")
        assert (await scene(hosted, None)).request == ""
        with pytest.raises(TurnError, match="not for you to do"):
            await room.act(other, hosted, Command(late, 0, "late"))
        assert "takeback" not in verbs(await scene(hosted, hosted.viewer(asker)))


async def test_bots_agree_at_once_and_wait_while_people_think_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    go = asyncio.Event()

    async def choose(bots: FirstLegal, visitor: str, match_id: str, match: Any, level: str, *, exact: bool = False) -> str:
        await go.wait()
        return next(action for action in match.legal() if action.startswith("discard"))

    async def until_it_is(seat: int) -> None:
        """Play until that seat is next and the last act can be taken back. The bot goes on only meanwhile."""
        while (match := await hosted.load()).turn != seat or not match.retractable((seat or 3) - 1):
            if match.turn == 2:
                go.set()
                await until(lambda: turn(hosted) != 2)
                go.clear()
            else:
                await do(room, hosted, PEOPLE[match.turn], "discard")

    monkeypatch.setattr(FirstLegal, "choose", choose)
    async with room_at(tmp_path) as room:
        hosted = await table(room, "open", "random")
        await until_it_is(2)
        await until(lambda: hosted.state.move is not None)
        await do(room, hosted, "ben", "/takeback")
        go.set()
        await until(lambda: hosted.state.move is None)
        await asyncio.sleep(0.05)
        assert turn(hosted) == 2 and (await scene(hosted, 0)).request.startswith("Ben asks")
        await do(room, hosted, "ann", "/allow")
        assert turn(hosted) == 1
        await do(room, hosted, "ben", "discard")
        await until(lambda: turn(hosted) == 0)


async def test_who_does_not_answer_has_not_agreed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(petition, "PATIENCE", 0.01)
    async with room_at(tmp_path) as room:
        hosted = await table(room, "open")
        await do(room, hosted, await acted(room, hosted), "/takeback")
        await until(lambda: hosted.state.petition is not None and hosted.state.petition.state == "refused")
        assert (await scene(hosted, None)).request.startswith("Not everybody answered")


async def test_the_record_of_a_match_with_takebacks_is_valid(tmp_path: Path):
    async with room_at(tmp_path) as room:
        hosted = await table(room, "open")
        asker = await acted(room, hosted)
        await do(room, hosted, asker, "/takeback")
        await do(room, hosted, PEOPLE[1 - PEOPLE.index(asker)], "/allow")
        while not (match := await hosted.load()).over:
            await do(room, hosted, PEOPLE[match.turn], "discard")
        assert check_transcript(read_one((await room.transcript(hosted.id)).decode())).over

"""The clocks of a room: they run, stop and survive it, and at zero the timeout action is played (General 13).

The rooms are in this process and have a clock that moves when a test says so.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from muckle.errors import OptionsError, TurnError
from muckle.match.log import Decision
from muckle.server.background import Time
from muckle.server.messages import NewMatch
from muckle.server.room import Room
from muckle.server.tables import table as table_module
from muckle.server.tables.clock import GRACE
from muckle.server.tables.table import Table
from muckle.store.matches import Timing
from patience import until
from server.test_absence import room_at
from server.test_takeback import PEOPLE, do, scene, turn
from server.test_takeback import table as begun

TURN, MATCH = Timing(turn=60), Timing(match=100, more=5)


class ManualClock(Time):
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.waits: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        up = asyncio.Event()
        self.waits.append((self.at + seconds, up))
        await up.wait()

    async def pass_by(self, seconds: float) -> None:
        """Move the clock on once everybody waits, and wake whoever waited for that time."""
        await asyncio.sleep(0.05)
        self.at += seconds
        for at, up in self.waits:
            if at <= self.at:
                up.set()
        await asyncio.sleep(0)


async def table(room: Room, timing: Timing, *seats: str, people: int = 2) -> Table:
    return await begun(room, *(seats or ("open",)), people=people, timing=timing)


async def left(hosted: Table, seat: int) -> float:
    return (await scene(hosted, None)).seats[seat].clock


async def test_general_13_at_zero_the_timeout_action_is_played_and_all_are_told(tmp_path: Path):
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        hosted = await table(room, TURN)
        first, match = turn(hosted), await hosted.load()
        await time.pass_by(59)
        assert await left(hosted, first) == 1 and (await scene(hosted, 0)).seats[first].ticks
        planned = match.timeout()
        await time.pass_by(1 + GRACE)
        await until(lambda: turn(hosted) != first)
        decision = (await hosted.load()).log[0]
        assert isinstance(decision, Decision) and (decision.action, decision.late, decision.seat) == (planned, True, first)
        said = (await scene(hosted, None)).request
        assert said == f"{PEOPLE[first].title()}'s time was up: this was played for that seat [General 13]."
        assert await left(hosted, turn(hosted)) == 60, "the next has the whole time"
        await time.pass_by(61)
        await until(lambda: turn(hosted) == first)


async def test_time_of_the_match_runs_in_ones_own_turns_only_and_grows_with_each(tmp_path: Path):
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        hosted = await table(room, MATCH)
        first = turn(hosted)
        await time.pass_by(40)
        await do(room, hosted, PEOPLE[first], "discard")
        assert (await left(hosted, first), await left(hosted, 1 - first)) == (65, 100)
        await time.pass_by(30)
        assert (await left(hosted, first), await left(hosted, 1 - first)) == (65, 70)
        await do(room, hosted, PEOPLE[1 - first], "discard")
        await time.pass_by(65 + GRACE)
        await until(lambda: turn(hosted) != first)
        assert await left(hosted, first) == 5, "used up, but for what each turn adds"


async def test_clocks_survive_a_restart_which_costs_nobody_time(tmp_path: Path):
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        hosted = await table(room, MATCH)
        first = turn(hosted)
        await time.pass_by(40)
        await do(room, hosted, PEOPLE[first], "discard")
        await time.pass_by(10)
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        time.at = 5.0
        hosted = await room.visit(hosted.id)
        assert (await left(hosted, first), await left(hosted, 1 - first)) == (65, 100)
        await time.pass_by(100 + GRACE)
        await until(lambda: turn(hosted) == first)


async def test_all_agree_to_pause_and_anybody_ends_it(tmp_path: Path):
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        hosted = await table(room, TURN)
        first = turn(hosted)
        await time.pass_by(20)
        await do(room, hosted, PEOPLE[first], "/pause")
        assert (await scene(hosted, 1 - first)).request == f"{PEOPLE[first].title()} asks to pause."
        await do(room, hosted, PEOPLE[1 - first], "/allow")
        assert (await scene(hosted, None)).request == "The clocks are paused: nobody can act."
        await time.pass_by(1000)
        with pytest.raises(TurnError, match="the clocks are paused"):
            await do(room, hosted, PEOPLE[first], "discard")
        assert await left(hosted, first) == 40 and turn(hosted) == first
        await do(room, hosted, PEOPLE[1 - first], "/resume")
        await time.pass_by(39)
        assert await left(hosted, first) == 1
        await do(room, hosted, PEOPLE[first], "discard")


async def test_bots_have_no_clocks_and_who_is_played_for_has_none_either(tmp_path: Path):
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        hosted = await table(room, TURN, "open", "random")
        await until(lambda: turn(hosted) != 2)
        assert [seat.clock is None for seat in (await scene(hosted, None)).seats] == [False, False, True]
        first = turn(hosted)
        await time.pass_by(61)
        await until(lambda: turn(hosted) != first)


async def test_an_act_within_the_grace_counts(tmp_path: Path):
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        hosted = await table(room, TURN)
        first = turn(hosted)
        await time.pass_by(60 + GRACE / 2)
        await do(room, hosted, PEOPLE[first], "discard")
        assert not (await hosted.load()).decisions[0].late


async def test_everybody_is_told_before_they_sit_down(tmp_path: Path):
    async with room_at(tmp_path, ManualClock()) as room:
        for timing, said in (
            (TURN, "Each turn may take 1 minute"),
            (MATCH, "Everybody has 100 seconds for the whole match and 5 seconds more for each turn"),
        ):
            match = (await room.open("ann", NewMatch("mitch", seats=("open",), timing=timing))).match
            terms: Any = (await scene(await room.matches.find(match), None)).terms
            assert any(text.startswith(said) for text in terms)


@pytest.mark.parametrize("timing", [Timing(turn=4), Timing(turn=60, match=60), Timing(match=-1), Timing(match=60, more=3601)])
async def test_clocks_that_cannot_be_are_refused(tmp_path: Path, timing: Timing):
    async with room_at(tmp_path, ManualClock()) as room:
        with pytest.raises(OptionsError, match="clock"):
            await room.open("ann", NewMatch("mitch", seats=("open",), timing=timing))


async def test_a_clock_that_nobody_watches_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Break: without its deadline no timeout action is ever played."""
    time = ManualClock()
    async with room_at(tmp_path, time) as room:
        monkeypatch.setattr(table_module, "next_deadline", lambda state: None)
        hosted = await table(room, TURN)
        await time.pass_by(1000)
        assert not (await hosted.load()).log

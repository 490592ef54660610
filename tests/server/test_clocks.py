"""The clocks of a room: they run, stop and survive it, and at zero the timeout action is played (General 13).

The rooms are in this process and have a clock that moves when a test says so.
"""

from pathlib import Path

import pytest

from muckle.errors import OptionsError, TurnError
from muckle.match.log import Decision
from muckle.server.messages import NewMatch
from muckle.server.tables import table as table_module
from muckle.server.tables.clock import GRACE
from muckle.server.tables.table import Table
from muckle.store.matches import Timing
from patience import until
from server.local_rooms import PEOPLE, ManualClock, begin, do, room_at, turn

TURN, MATCH = Timing(turn=60), Timing(match=100, more=5)


async def left(table: Table, seat: int) -> float:
    return (await table.scene(None)).seats[seat].clock


async def test_general_13_at_zero_the_timeout_action_is_played_and_all_are_told(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, timing=TURN)
        first, match = turn(table), await table.load()
        await time.pass_by(59)
        assert await left(table, first) == 1 and (await table.scene(0)).seats[first].ticks
        planned = match.timeout()
        await time.pass_by(1 + GRACE)
        await until(lambda: turn(table) != first)
        decision = (await table.load()).log[0]
        assert isinstance(decision, Decision) and (decision.action, decision.late, decision.seat) == (planned, True, first)
        said = (await table.scene(None)).request
        assert said == f"{PEOPLE[first].title()}'s time was up: this was played for that seat [General 13]."
        assert await left(table, turn(table)) == 60, "the next has the whole time"
        await time.pass_by(61)
        await until(lambda: turn(table) == first)


async def test_time_of_the_match_runs_in_ones_own_turns_only_and_grows_with_each(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, timing=MATCH)
        first = turn(table)
        await time.pass_by(40)
        await do(room, table, PEOPLE[first], "discard")
        assert (await left(table, first), await left(table, 1 - first)) == (65, 100)
        await time.pass_by(30)
        assert (await left(table, first), await left(table, 1 - first)) == (65, 70)
        await do(room, table, PEOPLE[1 - first], "discard")
        await time.pass_by(65 + GRACE)
        await until(lambda: turn(table) != first)
        assert await left(table, first) == 5, "used up, but for what each turn adds"


async def test_clocks_survive_a_restart_which_costs_nobody_time(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, timing=MATCH)
        first = turn(table)
        await time.pass_by(40)
        await do(room, table, PEOPLE[first], "discard")
        await time.pass_by(10)
    async with room_at(tmp_path, time := ManualClock()) as room:
        time.at = 5.0
        table = await room.visit(table.id)
        assert (await left(table, first), await left(table, 1 - first)) == (65, 100)
        await time.pass_by(100 + GRACE)
        await until(lambda: turn(table) == first)


async def test_all_agree_to_pause_and_anybody_ends_it(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, timing=TURN)
        first = turn(table)
        await time.pass_by(20)
        await do(room, table, PEOPLE[first], "/pause")
        assert (await table.scene(1 - first)).request == f"{PEOPLE[first].title()} asks to pause."
        await do(room, table, PEOPLE[1 - first], "/allow")
        assert (await table.scene(None)).request == "The clocks are paused: nobody can act."
        await time.pass_by(1000)
        with pytest.raises(TurnError, match="the clocks are paused"):
            await do(room, table, PEOPLE[first], "discard")
        assert await left(table, first) == 40 and turn(table) == first
        await do(room, table, PEOPLE[1 - first], "/resume")
        await time.pass_by(39)
        assert await left(table, first) == 1
        await do(room, table, PEOPLE[first], "discard")


async def test_bots_have_no_clocks_and_who_is_played_for_has_none_either(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, "open", "random", timing=TURN)
        await until(lambda: turn(table) != 2)
        assert [seat.clock is None for seat in (await table.scene(None)).seats] == [False, False, True]
        first = turn(table)
        await time.pass_by(61)
        await until(lambda: turn(table) != first)


async def test_an_act_within_the_grace_counts(tmp_path: Path):
    async with room_at(tmp_path, time := ManualClock()) as room:
        table = await begin(room, timing=TURN)
        first = turn(table)
        await time.pass_by(60 + GRACE / 2)
        await do(room, table, PEOPLE[first], "discard")
        assert not (await table.load()).decisions[0].late


async def test_everybody_is_told_before_they_sit_down(tmp_path: Path):
    async with room_at(tmp_path, ManualClock()) as room:
        for timing, said in (
            (TURN, "Each turn may take 1 minute"),
            (MATCH, "Everybody has 100 seconds for the whole match and 5 seconds more for each turn"),
        ):
            match = (await room.open("ann", NewMatch("mitch", seats=("open",), timing=timing))).match
            terms = (await (await room.matches.find(match)).scene(None)).terms
            assert any(text.startswith(said) for text in terms)


@pytest.mark.parametrize("timing", [Timing(turn=4), Timing(turn=60, match=60), Timing(match=-1), Timing(match=60, more=3601)])
async def test_clocks_that_cannot_be_are_refused(tmp_path: Path, timing: Timing):
    async with room_at(tmp_path, ManualClock()) as room:
        with pytest.raises(OptionsError, match="clock"):
            await room.open("ann", NewMatch("mitch", seats=("open",), timing=timing))


async def test_a_clock_that_nobody_watches_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Break: without its deadline no timeout action is ever played."""
    async with room_at(tmp_path, time := ManualClock()) as room:
        monkeypatch.setattr(table_module, "next_deadline", lambda state: None)
        table = await begin(room, timing=TURN)
        await time.pass_by(1000)
        assert not (await table.load()).log

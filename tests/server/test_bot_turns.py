"""The turns of bots in a room, with bots that a test controls. Rooms in this process."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from muckle.match.match import Match
from muckle.server.bots.bots import Bots
from muckle.server.bots.question import Unanswered
from muckle.server.messages import Command, Join, NewMatch, Pace, SetPace
from muckle.server.room import Room
from muckle.server.tables.bot_turns import PACES, pause
from muckle.server.tables.steps import Act, BotMoved
from muckle.server.tables.table import Table
from muckle.store.sqlite import SqliteStore
from patience import PATIENCE, until

SALT = "5a" * 32
Choice = Callable[[Match], Any]


class Puppets(Bots):
    """Bots that do as a test says and remember what they were asked."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(1)
        self.choice = choice
        self.asked: list[int] = []
        self.dropped: list[int] = []

    async def choose(self, visitor: str, match_id: str, match: Match, level: str, **how: bool) -> str:
        self.asked.append(match.seq)
        try:
            return await self.choice(match)
        except asyncio.CancelledError:
            self.dropped.append(self.asked[-1])
            raise


@asynccontextmanager
async def against_bot(path: Path, choice: Choice, bot: str = "random") -> AsyncGenerator[tuple[Room, Table, Puppets]]:
    """Yield a room, a match of Ann against a bot, and the bots. Either may be first to act."""
    puppets = Puppets(choice)
    room = Room(SqliteStore(path / "room.db"), puppets, "off", grace=0)
    match = (await room.open("ann", NewMatch("mitch", options={"hands": 1}, seats=(bot,)))).match
    await room.join("ann", match, Join(salt=SALT))
    try:
        yield room, await room.visit(match), puppets
    finally:
        await room.close()


async def first_legal(match: Match) -> str:
    return match.legal()[0]


async def wait_for_ann(table: Table) -> Any:
    """Wait for Ann's turn and return her scene."""
    while True:
        changed = table.changed
        scene = await table.scene(0)
        if scene.seats[0].turn or scene.result:
            return scene
        await asyncio.wait_for(changed.wait(), PATIENCE)


async def act(room: Room, table: Table, act: str = "") -> None:
    scene = await wait_for_ann(table)
    act = act or next(name for name, how in scene.acts.items() if how.verb not in ("undo", "hint"))
    await room.act("ann", table, Command(act, scene.seq, f"c{scene.seq}"))


async def ask_without_answer(room: Room, table: Table, puppets: Puppets) -> int:
    """Let the bot be asked and never answer, and return the position that it is asked about."""
    await wait_for_ann(table)
    puppets.choice = lambda match: asyncio.get_running_loop().create_future()
    await act(room, table)
    await until(lambda: puppets.asked[-1:] == [table.seq])
    return table.seq


async def go_elsewhere(table: Table, at: int) -> None:
    """Play past the position that a bot is asked about."""
    match = await table.load()
    await table.send(Act(match.turn, match.legal()[0], at, "elsewhere"))


async def test_a_question_about_a_position_that_is_gone_is_dropped(tmp_path: Path):
    async with against_bot(tmp_path, first_legal) as (room, table, puppets):
        at = await ask_without_answer(room, table, puppets)
        await room.visit(table.id)
        assert table.state.move and not puppets.dropped, "nothing has happened"
        puppets.choice = first_legal
        await go_elsewhere(table, at)
        await room.visit(table.id)
        await until(lambda: not table.state.move)
        assert puppets.dropped == [at]
        assert (await wait_for_ann(table)).seq > at


@pytest.mark.parametrize(
    ("row", "seat", "seconds"),
    [
        ((), 1, 0.5),
        ((1,), 2, 0.5 + 0.32 + 0.4),
        ((1, 2), 3, 0.3 + 0.22 + 0.2),
        ((1,), 1, 0.32),
        ((1, 2), 2, 0.32),
        ((1, 2, 3), 3, 0.22),
    ],
)
def test_pauses_are_those_of_the_look_and_shorter_from_the_third_bot_on(row: tuple[int, ...], seat: int, seconds: float):
    assert pause(row, seat) == pytest.approx(seconds)


async def test_the_host_sets_the_pace_and_nobody_else(tmp_path: Path):
    async with against_bot(tmp_path, first_legal) as (room, table, _):
        assert await room.pace("ben", table.id, SetPace("slow")) == SetPace("off")
        assert await room.pace("ann", table.id, SetPace("slow")) == SetPace("slow")
        assert await room.pace("ben", table.id, SetPace("off")) == SetPace("slow")


@pytest.mark.parametrize("pace", [*PACES])
async def test_bots_take_their_time_at_every_pace_but_one(pace: Pace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    slept: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async with against_bot(tmp_path, first_legal) as (room, table, _):
        await wait_for_ann(table)
        await room.pace("ann", table.id, SetPace(pace))
        monkeypatch.setattr(asyncio, "sleep", note)
        await act(room, table)
        await wait_for_ann(table)
        monkeypatch.undo()
    assert max(slept, default=0) == pytest.approx(0.5 * PACES[pace], abs=0.3 * PACES[pace])


async def test_while_a_bot_is_to_act_its_seat_says_so_and_has_its_bird(tmp_path: Path):
    async with against_bot(tmp_path, first_legal, "owl") as (room, table, puppets):
        assert [(seat.bird, seat.thinking) for seat in (await wait_for_ann(table)).seats] == [("", False), ("owl", False)]
        puppets.choice = lambda match: asyncio.get_running_loop().create_future()
        await act(room, table)
        assert [seat.thinking for seat in (await table.scene(0)).seats] == [False, True]


async def nonsense(match: Match) -> str:
    return "place the Joker"


async def against_the_rules(match: Match) -> str:
    held = {action.split()[1] for action in match.legal()}
    return next(f"discard {rank}S" for rank in range(2, 11) if f"{rank}S" not in held)


async def no_answer(match: Match) -> str:
    raise Unanswered("the players' process ended again and again")


@pytest.mark.parametrize("choice", [nonsense, against_the_rules, no_answer])
async def test_for_a_bot_that_says_nothing_of_use_the_timeout_action_is_played(choice: Choice, tmp_path: Path):
    async with against_bot(tmp_path, choice) as (room, table, _):
        for _ in range(3):
            await act(room, table)
        match = await table.load()
        mine = [decision.seat for decision in match.decisions]
        assert mine.count(1) >= 2


async def test_a_late_answer_to_a_position_that_is_gone_changes_nothing(tmp_path: Path):
    """Lets an answer cross an act: nobody could stop the bot in time."""
    async with against_bot(tmp_path, first_legal) as (room, table, puppets):
        at = await ask_without_answer(room, table, puppets)
        action = (await table.load()).legal()[1]
        await go_elsewhere(table, at)
        puppets.choice = first_legal
        await table.send(BotMoved(1, at, action, "late"))
        await until(lambda: not table.state.move)
        assert (await wait_for_ann(table)).seq == at + 1


async def test_closing_the_room_ends_what_its_bots_are_at(tmp_path: Path):
    async with against_bot(tmp_path, first_legal) as (room, table, puppets):
        at = await ask_without_answer(room, table, puppets)
    assert puppets.dropped == [at]
    assert asyncio.all_tasks() == {asyncio.current_task()}

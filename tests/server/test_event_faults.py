"""Faults at events: callers who vanish, phones that sleep, databases that fail, hostile clients, clocks that jump."""

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from muckle.games.mickell.muckell import read_options
from muckle.match.header import find_word_list
from muckle.match.match import Match
from muckle.players.par import Hindsight
from muckle.server import nodes
from muckle.server.background import Background
from muckle.server.bots.question import Unanswered
from muckle.server.events import audience
from muckle.server.events import event as live
from muckle.server.events.audience import SLICE
from muckle.server.events.event import LiveEvent
from muckle.server.events.events import Events
from muckle.server.events.messages import JoinEvent, NewEvent, OwnWord
from muckle.server.events.state import Course, folded
from muckle.server.tables.push import Client
from muckle.server.tables.steps import Act, Connected
from muckle.server.tables.table import Services
from muckle.store.events import BoardResult, Called, Ended, EventPlayer, Extended, Uncalled
from muckle.store.sqlite import SqliteStore
from patience import PATIENCE, until
from server.outages import acknowledged_turn, check, live_through, opened
from server.people import GameRoom
from server.test_events import TINY, TURNS, Guests, guests, wait_for_view

__all__ = ("guests",)
ASLEEP = range(3, 7)
"""Turns through which a phone sleeps."""


def test_an_event_goes_on_when_its_caller_is_gone(guests: Guests) -> None:
    """Calls go on by the clock and by another caller. The first caller's page is closed, with everything it had open."""
    host, other, ann = guests(3)
    view = host.post("events", {"preset": "muckell_timed", "options": {**TINY, "pace": "seconds:2"}}, 201)
    code = view["code"]
    other.post(f"events/{code}/assist", {"word": view["you"]["word"]})
    ann.join_event(code)
    host.lead(code, "call")
    host.http.close()
    wait_for_view(ann, code, lambda view: view["turn"] == 2)
    board = ann.get(f"events/{code}")["you"]["board"]
    other.call_to_end(code, 2)
    assert ann.scene(board)["result"]


@pytest.mark.slow  # 10 people play 8 cards, one act after the other
@pytest.mark.parametrize("late", ["discard_current", "queue"])
def test_phones_that_sleep_and_come_back_lose_nothing_that_was_acknowledged(guests: Guests, late: str) -> None:
    host, *players = guests(11)
    code, boards = opened([host, *players], "muckell", late=late)
    acks: dict[str, list[tuple[int, str]]] = {board: [] for board in boards}
    for turn in range(1, TURNS + 1):
        for number, (player, board) in enumerate(zip(players, boards, strict=True)):
            if number or turn not in ASLEEP:
                acks[board] += acknowledged_turn(player, board)
        host.lead(code, "call", turn)
    wait_for_view(host, code, lambda view: view["phase"] == "over")
    check(host, code, acks)
    assert acks[boards[0]] and len(acks[boards[0]]) < len(acks[boards[1]])


def test_a_call_is_taken_back_after_the_room_was_killed(guests: Guests, rooms: Callable[..., GameRoom]) -> None:
    """The new room has no board in memory, and does not know who has acted."""
    first = rooms()
    host, ann, ben = guests(3, first)
    code, boards = opened([host, ann, ben], "muckell")
    host.lead(code, "call", 1)
    for player, board in zip((ann, ben), boards, strict=True):
        player.turn(board)
    first.kill()
    rooms(port=first.port)
    host.lead(code, "uncall", 2)
    host.lead(code, "call", 1)
    for player, board in zip((ann, ben), boards, strict=True):
        assert "discard" in player.scene(board)["acts"], "the card is to be played again"
        player.turn(board)
    host.call_to_end(code, 2)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a write lock on the database, as another program that never finishes would."""
    other = sqlite3.connect(path, timeout=20, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


@pytest.mark.slow  # the room waits seconds for a database that is locked
def test_a_locked_file_stops_an_event_and_it_goes_on(guests: Guests, rooms: Callable[..., GameRoom], tmp_path: Path) -> None:
    first = rooms()
    people = guests(3, first)
    code, standings = live_through(first, people, lambda: locked(tmp_path / "room.db"))
    first.kill()
    rooms(port=first.port)
    assert people[0].get(f"events/{code}/standings") == standings


GARBAGE: tuple[Any, ...] = (
    None,
    [],
    7,
    "call",
    {"type": "explode", "turn": 0},
    {"type": "call"},
    {"type": "call", "turn": "1"},
)


def test_a_hostile_client_changes_nothing(guests: Guests) -> None:
    """Send everything that callers and players may ask for, and malformed messages, in a fixed random order."""
    host, ann, thief = guests(3)
    code, (board, _) = opened([host, ann, thief], "muckell")
    chance = random.Random(7)
    paths = [f"events/{code}/{verb}" for verb in ("lead", "assist", "join", "score", "standings", "record?round=-1", "../lead")]
    paths += [f"matches/{board}/{verb}" for verb in ("act", "hint", "join", "again", "scene")] + ["events", "events/%00/lead"]
    bodies = [
        *GARBAGE,
        *({"type": command, "turn": 1, "player": 1} for command in ("call", "uncall", "pause", "remove", "next", "extend")),
        {"word": "\u0000" * 500},
        {"score": 10**30, "name": "Ann"},
        {"name": "x" * 9000, "salt": "0" * 64},
        {"type": "act", "act": "place 1", "seq": 0, "cid": "mine"},
    ]
    before = ann.scene(board)
    for _ in range(150):
        answer = thief.http.post(f"/api/{chance.choice(paths)}", json=chance.choice(bodies))
        assert answer.status_code < 500, answer.text
    view = host.get(f"events/{code}")
    assert (view["turn"], view["phase"], view["players"]) == (1, "playing", 2) and ann.scene(board) == before
    assert host.lead(code, "call", 1)["turn"] == 2


class Jumping:
    """A wall clock that jumps forwards or backwards whenever it is read."""

    def __init__(self) -> None:
        self._chance = random.Random(3)

    def __call__(self) -> float:
        return self._chance.choice((0.0, 1e9, 1.8e9, 4e9)) + self._chance.random()


@asynccontextmanager
async def stored(path: Path, **store: Any) -> AsyncGenerator[tuple[SqliteStore, Background]]:
    """Yield the store and the background tasks of a room in this process."""
    opened, background = SqliteStore(path, **store), Background()
    yield opened, background
    await background.close()
    await opened.close()


def events_on(store: SqliteStore, background: Background) -> Events:
    """Return the events of a room in this process, whose bots never answer."""

    async def unsought(_: str, __: Match) -> Hindsight:
        raise Unanswered("nobody thinks here")

    return Events(Services(store, background), unsought)


async def begun(events: Events, pace: str) -> LiveEvent:
    """Open an event with one player and call its first card."""
    view = await events.open("host", NewEvent(preset="muckell_timed", options={**TINY, "pace": pace}))
    await events.join("ann", view.code, JoinEvent("Ann", "0" * 64))
    await events.lead("host", view.code, Called(0))
    return await events.find(view.code)


def test_what_stays_of_boards_is_written_down_when_the_round_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Endings are stored after the round, because all boards end at once, or at last when somebody opens a board."""
    monkeypatch.setattr(live, "BETWEEN", 0)

    async def story(kept: bool) -> None:
        async with stored(tmp_path / f"{kept}.db") as (store, background):
            events = events_on(store, background)
            event = await begun(events, "seconds:1000")
            board = await events.matches.find(event.state.board_of(event.state.players[0]))
            for turn in range(1, TURNS):
                await events.lead("host", event.state.code, Called(turn))
            await board.send(Act(0, "end", (await board.load()).seq, "c"))
            assert board.over and await store.ending(board.id) is None
            await events.lead("host", event.state.code, Called(TURNS))
            await until(lambda: event.state.course.phase == "over")
            if kept:
                async with asyncio.timeout(PATIENCE):
                    while await store.ending(board.id) is None:
                        await asyncio.sleep(0.01)
            else:
                assert await store.ending(board.id) is None
                await (await events_on(store, background).matches.find(board.id)).load()
                assert await store.ending(board.id) is not None

    async def leave_it(_: LiveEvent, __: object) -> None:
        pass

    asyncio.run(story(kept=True))
    monkeypatch.setattr(LiveEvent, "_keep", leave_it)
    asyncio.run(story(kept=False))


async def test_who_claimed_words_is_shown_them_when_the_round_is_over_and_nobody_else(tmp_path: Path) -> None:
    async with stored(tmp_path / "room.db") as (store, background):
        event = await begun(events_on(store, background), "seconds:1000")
        assert event.view_of("ann").you.words == ()
        await event.send(Ended((BoardResult(1, 5, 5, (("charm", 3), ("told", 2))),), ()))
        assert event.view_of("ann").you.words == (OwnWord("charm", 3), OwnWord("told", 2))
        assert event.view_of("host").you.words == ()


class Phone:
    """Stands for a client of an event: it keeps the numbers of the views that it was sent."""

    def __init__(self, sent: asyncio.Event, owner: str = "somebody") -> None:
        self.seqs: list[int] = []
        self.done = 0
        self.owner, self._sent = owner, sent

    def push(self, text: str, _: object) -> None:
        view = json.loads(text)
        self.seqs.append(view["seq"])
        self.done = view["done"]
        self._sent.set()


async def with_phones(tmp_path: Path, happen: Callable[[LiveEvent, list[Phone]], Awaitable[None]]) -> list[Phone]:
    """Run a callback at an event with many phones while a view is being sent, and return the phones."""
    async with stored(tmp_path / "room.db") as (store, background):
        sent = asyncio.Event()
        events, phones = events_on(store, background), [Phone(sent) for _ in range(3 * SLICE)]
        event = await begun(events, "seconds:1000")
        event.audience.clients |= cast(set[Client], set(phones))
        event.audience.touch()
        await sent.wait()
        assert not all(phone.seqs for phone in phones)
        await happen(event, phones)
        return phones


def test_a_call_overtakes_a_view_that_is_still_being_sent(tmp_path: Path) -> None:
    """Otherwise somebody would be sent the older view after the newer one."""

    async def happen(event: LiveEvent, phones: list[Phone]) -> None:
        event.audience.tell()
        assert all(phone.seqs[-1:] == [event.audience.seq] for phone in phones)
        await asyncio.sleep(1)

    phones = asyncio.run(with_phones(tmp_path, happen))
    assert all(phone.seqs == sorted(set(phone.seqs)) for phone in phones)
    assert {len(phone.seqs) for phone in phones} == {1, 2}


async def test_what_changes_while_a_view_is_being_sent_is_told_after_it(tmp_path: Path) -> None:
    async def happen(event: LiveEvent, phones: list[Phone]) -> None:
        event.audience.touch()
        await until(lambda: all(len(phone.seqs) == 2 for phone in phones))

    await with_phones(tmp_path, happen)


@pytest.mark.parametrize(("pause", "told"), [(2.0, 1), (0.01, 3)], ids=["as it is", "its break: all alike"])
async def test_who_plays_is_told_less_often_what_changes_and_all_of_it_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: float, told: int
) -> None:
    monkeypatch.setattr(audience, "PAUSE", {audience.SCREENS: 0.01, audience.PHONES: pause})
    async with stored(tmp_path / "room.db") as (store, background):
        event = await begun(events_on(store, background), "seconds:1000")
        screen, phone = Phone(asyncio.Event(), "host"), Phone(asyncio.Event(), "ann")
        event.audience.clients |= cast(set[Client], {screen, phone})
        for number in (1, 2, 3):
            event.state = replace(event.state, done=event.state.done | {number})
            event.audience.touch()
            await until(lambda done=number: screen.done == done)
            await asyncio.sleep(0.05)
        await until(lambda: phone.done == screen.done == 3)
        assert len(screen.seqs) == 3
        assert len(phone.seqs) == told


def test_what_rules_and_words_need_is_read_before_the_first_call(tmp_path: Path) -> None:
    words = find_word_list(read_options("muckell_timed", TINY))
    assert words

    async def story() -> bool:
        async with stored(tmp_path / "room.db") as (store, background):
            vars(words).pop("graph", None)
            await events_on(store, background).open("host", NewEvent(preset="muckell_timed", options=TINY))
            return "graph" in vars(words)

    assert asyncio.run(story())


async def test_a_clock_on_the_wall_that_jumps_moves_no_card(tmp_path: Path) -> None:
    """Uses the event loop's clock for time and the log for order, never the wall clock."""
    async with stored(tmp_path / "room.db", clock=Jumping()) as (store, background):
        events = events_on(store, background)
        event = await begun(events, "seconds:1000")
        for turn in range(1, 4):
            assert 998 < event.state.left(asyncio.get_running_loop().time()) <= 1000
            await events.lead("host", event.state.code, Called(turn))
        kept = await store.events.find(event.state.code)
        assert kept and [type(entry) for entry in kept.entries][2:] == [Called] * 3 and event.state.course.turn == 4
        again = (await events_on(store, background).find(event.state.code)).state
        assert (again.course.turn, [face.text for face in again.faces]) == (4, [face.text for face in event.state.faces])


async def test_a_room_that_another_has_overtaken_catches_up(tmp_path: Path) -> None:
    """Simulates a second room on the log, or a stored call that the database could not confirm."""
    async with stored(tmp_path / "room.db") as (store, background):
        events = events_on(store, background)
        event = await begun(events, "seconds:1")
        await store.events.append(event.state.code, event.state.course.length, Called(1))
        await until(lambda: event.state.course.turn == 3)
        kept = await store.events.find(event.state.code)
        assert kept and sum(isinstance(entry, Called) for entry in kept.entries) == 2 and len(event.state.faces) == 3
        await store.events.append(event.state.code, event.state.course.length, Extended(9))
        await until(lambda: event.state.course.turn == 4)


@pytest.mark.parametrize("deals", [True, False], ids=["as it is", "its break"])
@pytest.mark.parametrize("killed", [False, True], ids=["another room lets them in", "a room is killed before it deals"])
async def test_who_comes_during_the_first_call_has_a_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: bool, deals: bool
) -> None:
    """Without a board of theirs the round could never be worked out."""
    if not deals:
        monkeypatch.setattr(live, "latecomers", lambda state: ())
    async with stored(tmp_path / "room.db") as (store, background):
        here, there = events_on(store, background), events_on(store, background)
        code = (await here.open("host", NewEvent(preset="muckell", options=TINY))).code
        await here.join("ann", code, JoinEvent("Ann", "0" * 64))
        event = await here.find(code)
        if killed:
            await here.lead("host", code, Called(0))
            await store.events.enter(code, EventPlayer(0, "Ben", "ben", salt="1" * 64))
            await events_on(store, background).find(code)
        else:
            await there.join("ben", code, JoinEvent("Ben", "1" * 64))
            await here.lead("host", code, Called(0))
            await event.catch_up()
        boards = [await store.seating(f"{code}.1.{number}") for number in (1, 2)]
        assert [board and board.sitters[0].owner for board in boards] == ["ann", "ben" if deals else None]


async def play(events: Events, board: str) -> None:
    """Play the called turn: place the card, and end the turn."""
    table = await events.matches.find(board)
    for act in ("place 1", "end"):
        seq = (await table.scene(0)).seq
        await table.act(Act(0, act, seq, f"{seq}"), f"0:{seq}")


@pytest.mark.parametrize("taken", [True, False], ids=["as it is", "its break"])
async def test_two_rooms_take_back_the_same_on_their_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    """Ann plays both cards in the second room; Ben misses the first and plays the second in the first room."""
    if not taken:
        monkeypatch.setattr("muckle.server.tables.reduce.take_back", lambda *_: [])
    async with stored(tmp_path / "room.db") as (store, background):
        here, there = events_on(store, background), events_on(store, background)
        code = (await here.open("host", NewEvent(preset="muckell", options=TINY))).code
        for owner in ("ann", "ben"):
            await here.join(owner, code, JoinEvent(owner, "0" * 64))
        other, boards = await there.find(code), [f"{code}.1.1", f"{code}.1.2"]
        for turn in (0, 1):
            await here.lead("host", code, Called(turn))
            await other.catch_up()
            await play(there, boards[0])
        await play(here, boards[1])
        await here.lead("host", code, Uncalled(2))
        await other.catch_up()
        for events in (here, there):
            scenes = [await (await events.matches.find(board)).scene(0) for board in boards]
            assert ([list(scene.acts) for scene in scenes] == [[], ["place 1"]]) == taken
        kept, event = await store.events.find(code), await here.find(code)
        assert kept and folded(Course(), kept.entries) == event.state.course == other.state.course


async def test_people_may_come_while_another_room_is_told_who_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "LONGEST", 40)
    monkeypatch.setattr(nodes, "BEAT", 0.01)
    async with stored(tmp_path / "room.db") as (store, background):
        events = events_on(store, background)
        event, told = await begun(events, "seconds:1000"), list[str]()

        async def tell(text: str) -> None:
            told.extend(text.split())
            await event.send(Connected(f"late {len(told)}"))

        monkeypatch.setattr(store, "tell", tell)
        monkeypatch.setattr(SqliteStore, "shared", True)
        monkeypatch.setattr(store, "hear", lambda hear: None)
        for number in range(9):
            await event.send(Connected(str(number)))
        nodes.Nodes(store, events, lambda table: None, background).start()
        await until(lambda: "8" in told and "late" in told)


async def test_a_room_that_did_not_catch_up_would_stand_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Break of the test above."""

    async def leave_it(_: LiveEvent) -> None:
        pass

    async with stored(tmp_path / "room.db") as (store, background):
        event = await begun(events_on(store, background), "seconds:1")
        monkeypatch.setattr(LiveEvent, "_prepare", leave_it)
        await store.events.append(event.state.code, event.state.course.length, Called(1))
        await asyncio.sleep(3)
        assert event.state.course.turn == 1

"""A table as a state machine: random messages in simulated time, and what must hold after each of them.

The machine plays the part of `Table`: it stores, shows and asks bots as `reduce` wishes, and checks every wish. Each
invariant has a break below that turns it red.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from muckle.errors import MuckleError
from muckle.match.log import LogEntry
from muckle.match.match import UNDO, Match, new_match
from muckle.server.tables import clock as clocks
from muckle.server.tables import reduce as reducer
from muckle.server.tables.actions import table_actions
from muckle.server.tables.bot_turns import bot_to_act
from muckle.server.tables.petition import is_open
from muckle.server.tables.state import PendingMove, TableState
from muckle.server.tables.steps import (
    Act,
    Append,
    AskBot,
    Attended,
    BotMoved,
    CancelBot,
    Connected,
    Disconnected,
    KeepClock,
    Loaded,
    Manage,
    Message,
    Publish,
    PutSeat,
    React,
    Seated,
    SetPace,
    StoreMoved,
    Tick,
)
from muckle.store.folding import fold
from muckle.store.log import Entry
from muckle.store.matches import Seating, Sitter, Terms, Timing
from server.machines import run

SECRET, SALT = "5a" * 32, "0123456789abcdef" * 4
PEOPLE = ("ann", "ben")
SITTERS = (
    Sitter("Ann", owner="ann", salt=SALT, seated=True),
    Sitter("Ben", owner="ben", salt=SALT, seated=True),
    Sitter("Random", level="random"),
)
TERMS = Terms(away=60, timing=Timing(turn=60))
FACES = msgspec.json.Encoder()
seats, numbers = st.integers(0, 1), st.integers(0, 100)


@functools.cache
def dealt() -> Match:
    """Return the match that is played at the table, before its first decision."""
    more = {"seats": 3, "hands": 1, "ace_trigger": 2, "salts": (SALT, SALT, ""), "names": ("Ann", "Ben", "Random")}
    return new_match("mitch", secret=SECRET, match="m1", **more)


def faces(match: Match, viewer: int) -> frozenset[bytes]:
    """Return the faces that a viewer sees."""
    return frozenset(FACES.encode(piece.face) for piece in match.scene(viewer).pieces.values() if piece.face)


def reveals(match: Match, count: int) -> bool:
    """Return whether decision number `count` (from 0) drew something, or showed its seat a face that it had not seen."""
    decision, before, after = match.decisions[count], match.at(count), match.at(count + 1)
    return bool(decision.chance) or not faces(after, decision.seat) <= faces(before, decision.seat)


class TableMachine(RuleBasedStateMachine):
    """A table, a store that may fail, another room on it, and people who do anything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.stored: list[tuple[str, LogEntry]] = []
        self.seating = Seating("m1", dealt().header, SITTERS, created=0.0, host="ann", terms=TERMS)
        self.clock: clocks.Clock | None = None
        self.acknowledged: dict[str, tuple[int, Act]] = {}
        self.thinking: PendingMove | None = None
        self.fails = self.stale = False
        """Whether the store cannot be used; whether the log must be read again, because nobody knows how a write ended."""
        self.count = 0
        self.state = TableState(self.seating)
        self.load()

    # What a `Table` does

    def load(self) -> None:
        """Read the log again, as a room does that was killed, or that another room has overtaken."""
        entries = [Entry(number, cid, entry) for number, (cid, entry) in enumerate(self.stored, 1)]
        match, commands = fold(self.seating, entries, SECRET)
        clock = replace(self.clock, since=self.now) if self.clock else None
        self.take(Loaded(match, commands, clock))

    def take(self, message: Message) -> bool:
        """Have the table take a message; whether it was not refused."""
        if self.stale and not isinstance(message, Loaded):
            self.load()
            if self.stale:
                return False
        try:
            after, effects = reducer.reduce(self.state, message, self.now)
        except MuckleError:
            return False
        shown = False
        for effect in effects:
            if isinstance(effect, Append | KeepClock):
                assert not shown, "what is stored comes before everything that is shown"
                if not self.write(effect):
                    self.stale = True
                    return False
            else:
                shown = True
        self.state = after
        self.stale = self.stale and not isinstance(message, Loaded)
        for effect in effects:
            self.perform(effect)
        return True

    def write(self, effect: Append | KeepClock) -> bool:
        """Store something, all of it or nothing; whether that was done."""
        if self.fails:
            return False
        if isinstance(effect, KeepClock):
            self.clock = effect.clock
            return True
        if effect.seq - len(effect.entries) != len(self.stored):
            return False  # another room was quicker
        self.stored += [(effect.cid, entry) for entry in effect.entries]
        return True

    def perform(self, effect: Any) -> None:
        match effect:
            case Publish():
                assert self.state.match
                assert self.state.match.log == tuple(entry for _, entry in self.stored[: self.state.match.seq])
            case AskBot():
                assert self.thinking is None, "one bot at most is thinking"
                self.thinking = effect.move
            case CancelBot():
                self.thinking = None
            case PutSeat():
                sitters = [*self.seating.sitters]
                assert sitters[effect.seat] == effect.was
                sitters[effect.seat] = effect.sitter
                self.seating = replace(self.seating, sitters=tuple(sitters))
                assert self.take(Seated(self.seating)) or self.fails
            case _:
                pass

    @property
    def match(self) -> Match:
        assert self.state.match
        return self.state.match

    def cid(self) -> str:
        self.count += 1
        return f"c{self.count}"

    def tick(self) -> None:
        """Do all that is due; it must come to an end."""
        for _ in range(200):
            due = reducer.next_deadline(self.state)
            if due is None or due > self.now or self.fails:
                return
            self.take(Tick())
        raise AssertionError("a deadline that is over is not over")

    # What people do

    @rule(seat=seats, number=numbers, late=st.integers(0, 20))
    def act(self, seat: int, number: int, late: int) -> None:
        legal = self.match.legal() or ["discard 2S"]
        seat = self.match.turn if self.match.turn in (0, 1) and number % 4 else seat
        message = Act(seat, legal[number % len(legal)], self.match.seq - (late == 20), self.cid())
        if self.take(message):
            self.acknowledged[f"{seat}:{message.cid}"] = self.match.seq, message

    @rule(seat=seats)
    def undo(self, seat: int) -> None:
        before = self.match
        if self.take(Act(seat, UNDO, self.match.seq, self.cid())):
            assert not reveals(before, before.count - 1), "a takeback never shows what was hidden"

    @rule(seat=seats, number=numbers)
    def manage(self, seat: int, number: int) -> None:
        """Ask, answer, pause and go on; give up now and then."""
        acts = [act for act in table_actions(self.state, seat) if number == 100 or not act.startswith(("/resign", "/abort"))]
        if acts:
            self.decide(seat, acts[number % len(acts)])

    @rule(seat=seats)
    def ask_to_take_back(self, seat: int) -> None:
        """Ask for a takeback, which the other person allows at once."""
        for who, answer in ((seat, "/takeback"), (1 - seat, "/allow")):
            for act in table_actions(self.state, who):
                if act.startswith(answer):
                    self.decide(who, act)

    def decide(self, seat: int, act: str) -> None:
        before, asked = self.match, self.state.petition
        if self.take(Manage(seat, act, self.cid())):
            petition = self.state.petition
            if petition and petition.state == "granted" and petition != asked and petition.kind == "takeback":
                assert not reveals(before, petition.count), "a takeback never shows what was hidden"

    @rule(number=numbers)
    def send_again(self, number: int) -> None:
        """Send an acknowledged command again: it is not carried out twice."""
        if self.acknowledged and not self.fails:
            seq, message = [*self.acknowledged.values()][number % len(self.acknowledged)]
            stored = len(self.stored)
            assert self.take(message)
            assert self.state.commands[f"{message.seat}:{message.cid}"] == seq and len(self.stored) == stored

    @rule(owner=st.sampled_from((*PEOPLE, "eve")), comes=st.booleans())
    def come_or_go(self, owner: str, comes: bool) -> None:
        if comes or self.state.present.get(owner):
            self.take(Connected(owner) if comes else Disconnected(owner))

    @rule(seat=seats, number=st.integers(1, 6))
    def react(self, seat: int, number: int) -> None:
        self.take(React(seat, number))

    @rule(owner=st.sampled_from(PEOPLE), pace=st.sampled_from(("slow", "off")))
    def set_pace(self, owner: str, pace: Any) -> None:
        self.take(SetPace(owner, pace))

    @rule()
    def attend(self) -> None:
        self.take(Attended())

    # What else happens

    @rule(number=numbers, sense=st.sampled_from(("legal", "illegal", "nothing", "too late")))
    def bot_answers(self, number: int, sense: str) -> None:
        if move := self.thinking:
            legal = self.match.legal()
            action = {"illegal": "place the Joker", "nothing": ""}.get(sense, legal[number % len(legal)] if legal else "")
            seq = move.seq - 1 if sense == "too late" else move.seq
            self.take(BotMoved(move.seat, seq, action, f"bot {self.cid()}"))
            if sense != "too late":
                self.thinking = None
            self.tick()

    @rule(seconds=st.sampled_from((0.1, 1.0, 5.0, 31.0, 61.0)))
    def time_passes(self, seconds: float) -> None:
        """In steps as a table wakes up; nothing is due for long."""
        until = self.now + seconds
        while (due := reducer.next_deadline(self.state)) is not None and due <= until and not self.fails:
            self.now = max(self.now, due)
            self.tick()
        self.now = until

    @rule(number=numbers, told=st.booleans())
    def another_room_acts(self, number: int, told: bool) -> None:
        """On the same log; this room hears of it now, or when it writes."""
        entries = [Entry(at, cid, entry) for at, (cid, entry) in enumerate(self.stored, 1)]
        there, _ = fold(self.seating, entries, SECRET)
        if there.over or number % 3:
            return
        entry = there.apply(there.legal()[number % len(there.legal())])
        self.stored.append((f"there {self.cid()}", entry))
        if told:
            commands = {**self.state.commands, self.stored[-1][0]: len(self.stored)}
            clock = replace(self.clock, since=self.now) if self.clock else None
            self.take(StoreMoved(self.seating, there, commands, clock))

    @rule()
    def the_room_is_killed(self) -> None:
        self.state, self.thinking, self.fails = TableState(self.seating), None, False
        self.load()

    @rule(fails=st.booleans())
    def the_store_fails_or_works_again(self, fails: bool) -> None:
        self.fails = fails
        self.tick()

    # What must hold

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        for cid, (seq, _) in self.acknowledged.items():
            assert self.stored[seq - 1][0] == cid

    @invariant()
    def the_state_is_the_fold_of_what_is_stored(self) -> None:
        assert self.match.log == tuple(entry for _, entry in self.stored[: self.match.seq])

    @invariant()
    def one_bot_at_most_is_thinking_and_it_is_to_act(self) -> None:
        move = self.state.move
        assert (self.thinking is None) or self.thinking == move
        if move:
            assert bot_to_act(self.state) == (move.seat, move.seq, move.level)
            assert not is_open(self.state.petition, self.match), "bots wait while the table is asked"

    @invariant()
    def clocks_are_never_negative_and_run_for_people_only(self) -> None:
        if clock := self.state.clock:
            read = clocks.read(clock, self.now)
            assert min(clock.left) >= 0 and min(read.left) >= 0
            assert clock.running is None or not self.state.seating.sitters[clock.running].level


check = functools.partial(run, TableMachine, examples=60, steps=50)


def test_whatever_happens_at_a_table_the_invariants_hold() -> None:
    check()


def shown_before_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    write = reducer.write

    def late(*given: Any) -> reducer.Outcome:
        state, effects = write(*given)
        return state, (Publish(), *effects)

    monkeypatch.setattr(reducer, "write", late)


def never_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    write = reducer.write

    def forgetful(*given: Any) -> reducer.Outcome:
        state, effects = write(*given)
        return state, tuple(effect for effect in effects if not isinstance(effect, Append))

    monkeypatch.setattr(reducer, "write", forgetful)


def carried_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    act = reducer.act

    def again(state: TableState, message: Act, now: float) -> reducer.Outcome:
        return act(replace(state, commands={}), message, now)

    monkeypatch.setitem(reducer.handles, Act, again)


def two_bots_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = reducer.settle

    def hasty(state: TableState, effects: Any, now: float) -> reducer.Outcome:
        return settle(replace(state, move=None), effects, now)

    monkeypatch.setattr(reducer, "settle", hasty)


def bots_that_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muckle.server.tables.bot_turns.is_open", lambda petition, match: False)


def clocks_below_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(clock: clocks.Clock, now: float) -> clocks.Clock:
        left = list(clock.left)
        if clock.running is not None and not clock.paused:
            left[clock.running] -= now - clock.since
        return replace(clock, left=tuple(left), since=now)

    monkeypatch.setattr(clocks, "read", read)


def clocks_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = clocks.moved

    def moved_for_all(clock: Any, timing: Any, match: Any, sitters: Any, now: float) -> clocks.Clock:
        return moved(clock, timing, match, [replace(sitter, level="") for sitter in sitters], now)

    monkeypatch.setattr(clocks, "moved", moved_for_all)


def takebacks_of_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "may_undo", lambda match, seat: bool(match.count) and match.decisions[-1].seat == seat)


def consent_to_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "retractable", lambda match, seat: int(match.count and match.decisions[-1].seat == seat))


def deadlines_that_do_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reducer, "expire", lambda state, now: (state, ()))


@pytest.mark.parametrize(
    "break_it",
    [
        shown_before_it_is_stored,
        never_stored,
        carried_out_twice,
        two_bots_at_once,
        bots_that_do_not_wait,
        clocks_below_zero,
        clocks_of_bots,
        takebacks_of_what_was_seen,
        consent_to_what_was_seen,
        deadlines_that_do_not_end,
    ],
)
def test_each_break_is_seen(break_it: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    break_it(monkeypatch)
    with pytest.raises(AssertionError):  # most are seen in the first ten examples, the rarest once in some hundred
        check(examples=1000)

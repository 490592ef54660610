"""Seats that are left, claimed and given back, as a state machine: who may come back, and who is never let in.

Each invariant has a break below that turns it red.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from muckle.errors import MuckleError
from muckle.match.match import Match, new_match
from muckle.server.tables import claim as claims
from muckle.server.tables import reduce as reducer
from muckle.server.tables.actions import table_actions
from muckle.server.tables.state import TableState
from muckle.server.tables.steps import ComeBack, Connected, Disconnected, Loaded, Manage, PutSeat, Seated, Tick
from muckle.store.matches import Seating, Sitter, Terms
from server.machines import run

SALT = "0123456789abcdef" * 4
PEOPLE = ("ann", "ben", "cat")
SITTERS = (*(Sitter(name.title(), owner=name, salt=SALT, seated=True) for name in PEOPLE), Sitter("Owl", level="random"))
owners, seats = st.sampled_from((*PEOPLE, "eve", "dan")), st.integers(0, 2)


@functools.cache
def match() -> Match:
    """Return the match whose seats are claimed."""
    salts, names = (SALT, SALT, SALT, ""), ("Ann", "Ben", "Cat", "Owl")
    return new_match("mitch", seats=4, hands=1, secret="5a" * 32, match="m1", salts=salts, names=names)


class ClaimMachine(RuleBasedStateMachine):
    """A match that goes on, with people who come, go, leave and claim seats."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.asked: frozenset[str] = frozenset()
        """Who sat there and was here when the newest claim was made, apart from whoever claimed."""
        self.yes: set[str] = set()
        """Who said yes to that claim."""
        self.no: set[str] = set()
        """Who was denied a seat by somebody."""
        self.seating = Seating("m1", match().header, SITTERS, 0.0, host="ann", terms=Terms(away=60))
        self.begin()

    @rule(number=st.integers(0, 9))
    def the_room_is_killed(self, number: int) -> None:
        if not number:
            self.begin()

    def begin(self) -> None:
        """Begin from what is stored; two people come at once."""
        self.state, self.no = TableState(self.seating), set[str]()
        self.take(Loaded(match(), {}, None))
        for owner in PEOPLE[:2]:
            self.take(Connected(owner))

    def take(self, message: Any) -> bool:
        try:
            after, effects = reducer.reduce(self.state, message, self.now)
        except MuckleError:
            return False
        self.state = after
        for effect in effects:
            if isinstance(effect, PutSeat):
                self.put(effect)
        return True

    def put(self, effect: PutSeat) -> None:
        """Store a seat; whoever is new there had left it, or everybody who was here has said yes."""
        was, new = effect.was.owner, effect.sitter.owner
        assert self.seating.sitters[effect.seat] == effect.was
        if new and new != was:
            assert not self.state.present.get(was), "nobody takes a seat of somebody who is here"
            assert new not in [sitter.owner for sitter in self.seating.sitters], "nobody gets a second seat"
            assert effect.was.past == new or (self.asked and self.asked <= self.yes), "everybody who is here says yes"
            assert new not in self.no, "who was denied a seat does not get one"
            assert not effect.sitter.level, "the bot gives the seat back"
        sitters = list(self.seating.sitters)
        sitters[effect.seat] = effect.sitter
        self.seating = replace(self.seating, sitters=tuple(sitters))
        self.take(Seated(self.seating))

    @rule(owner=owners, comes=st.booleans())
    def come_or_go(self, owner: str, comes: bool) -> None:
        if comes or self.state.present.get(owner):
            self.take(Connected(owner) if comes else Disconnected(owner))

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        if self.seating.sitters[seat].owner and "/resign" in table_actions(self.state, seat):
            left = self.seating.sitters[seat].owner
            assert self.take(Manage(seat, "/resign", "c1"))
            if not self.state.match or not self.state.match.over:
                assert self.seating.sitters[seat].past == left and not self.state.seats_of(left)
            else:
                self.begin()

    @rule(
        owner=st.sampled_from((*PEOPLE, "dan", *["eve"] * 4)),
        number=st.integers(-1, 15),
        said=st.sampled_from(("", "yes", "no")),
    )
    def claim(self, owner: str, number: int, said: str) -> None:
        """Claim a seat, mostly one that is empty; all may answer at once."""
        empty = claims.claimable_seats(self.state)
        seat = empty[number % len(empty)] if number > 4 and empty else number
        before, here = self.state.claim, self.state.present
        owned = [sitter.owner for sitter in self.seating.sitters if sitter.owner]
        left = 0 <= seat < 3 and (self.seating.sitters[seat].past, self.seating.sitters[seat].owner) == (owner, "")
        done = self.take(ComeBack(owner, seat))
        if left and owner not in owned and owner not in self.no and owner not in self.state.denied:
            assert done and self.seating.sitters[seat].owner == owner, "whoever left comes back at once"
        if self.state.claim != before:
            self.asked, self.yes = frozenset(who for who in owned if here.get(who)), set()
        for place in range(3) if said else ():
            self.answer_one(place, said == "yes")

    @rule(seat=seats, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        self.answer_one(seat, yes)

    def answer_one(self, seat: int, yes: bool) -> None:
        found = [act for act in table_actions(self.state, seat) if act.startswith("/admit" if yes else "/deny")]
        if found and self.state.claim:
            owner = self.seating.sitters[seat].owner
            assert owner in self.asked, "only those who were here are asked"
            self.yes |= {owner} if yes else set()
            asks = self.state.claim.owner
            assert self.take(Manage(seat, found[0], "c2"))
            if not yes:
                self.no.add(asks)

    @rule(seconds=st.sampled_from((1.0, 30.0, 61.0)))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds
        for _ in range(20):
            due = reducer.next_deadline(self.state)
            if due is None or due > self.now:
                return
            self.take(Tick())
        raise AssertionError("a deadline that is over is not over")

    @invariant()
    def a_claim_is_open_only_while_its_seat_is_empty_and_not_for_long(self) -> None:
        if claim := claims.standing(self.state):
            assert not self.state.present.get(self.seating.sitters[claim.seat].owner)
            assert claim.until > self.now - 1e-6

    @invariant()
    def those_who_watch_see_no_hand(self) -> None:
        for owner in (*PEOPLE, "eve", "dan"):
            mine = [seat for seat, sitter in enumerate(self.seating.sitters) if sitter.owner == owner]
            assert self.state.seats_of(owner) == mine and len(mine) <= 1


check = functools.partial(run, ClaimMachine, examples=120, steps=50)


def test_whoever_comes_back_the_invariants_hold() -> None:
    check()


def seats_of_people_who_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "claimable_seats", lambda state: [0, 1, 2])


def whoever_asks_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    claim_seat = claims.claim_seat

    def trusting(state: TableState, owner: str, seat: int, now: float) -> Any:
        after, puts = claim_seat(state, owner, seat, now)
        return after, puts or (claims.give(state, seat, owner),)

    monkeypatch.setattr(claims, "claim_seat", trusting)


def one_yes_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = claims.answer

    def hasty(state: TableState, seat: int, yes: bool) -> Any:
        assert state.claim
        only = replace(state.claim, waits=state.claim.waits & {state.seating.sitters[seat].owner})
        return answer(replace(state, claim=only), seat, yes)

    monkeypatch.setattr(claims, "answer", hasty)


def a_second_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    claim_seat = claims.claim_seat

    def greedy(*given: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(TableState, "seats_of", lambda state, owner: [])
            return claim_seat(*given)

    monkeypatch.setattr(claims, "claim_seat", greedy)


def a_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = claims.answer

    def forgiving(state: TableState, seat: int, yes: bool) -> Any:
        after, puts = answer(state, seat, yes)
        return replace(after, denied=frozenset()), puts

    monkeypatch.setattr(claims, "answer", forgiving)


def a_seat_that_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    manage = reducer.manage

    def careless(state: TableState, message: Manage, now: float) -> reducer.Outcome:
        after, effects = manage(state, message, now)
        return after, tuple(
            replace(each, sitter=replace(each.sitter, past="")) if isinstance(each, PutSeat) else each for each in effects
        )

    monkeypatch.setitem(reducer.handles, Manage, careless)


def a_bot_that_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(state: TableState, seat: int, owner: str) -> PutSeat:
        sitter = state.seating.sitters[seat]
        return PutSeat(seat, sitter, replace(sitter, owner=owner, past=""))

    monkeypatch.setattr(claims, "give", kept)


def claims_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reducer, "expire", lambda state, now: (state, ()))


@pytest.mark.parametrize(
    "break_it",
    [
        seats_of_people_who_are_here,
        whoever_asks_is_let_in,
        one_yes_is_enough,
        a_second_seat,
        a_second_try,
        a_seat_that_is_forgotten,
        a_bot_that_stays,
        claims_without_end,
    ],
)
def test_each_break_is_seen(break_it: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    break_it(monkeypatch)
    with pytest.raises(AssertionError):
        check()


def test_a_claim_stays_void_when_its_person_goes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def stands_in_the_end() -> bool:
        machine = ClaimMachine()
        assert machine.take(ComeBack("eve", 2)) and claims.standing(machine.state)
        machine.take(Connected("cat"))
        machine.take(Disconnected("cat"))
        return claims.standing(machine.state) is not None

    assert not stands_in_the_end()
    monkeypatch.setattr(claims, "settle_claim", lambda state: state)
    assert stands_in_the_end(), "the break"

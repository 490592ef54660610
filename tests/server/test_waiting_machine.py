"""A table before the deal as a state machine: people come, leave and take names, and the host changes seats and options.

The machine stores what `reduce` wishes, as `Store` does. Each invariant has a break below that turns it red.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from muckle import games
from muckle.errors import MuckleError
from muckle.match.header import promised_header
from muckle.match.secret import keeps
from muckle.server.tables import reduce as reducer
from muckle.server.tables.actions import table_actions
from muckle.server.tables.options import changed_options
from muckle.server.tables.state import TableState
from muckle.server.tables.steps import Arrange, Effect, Manage, PutSeat, Rearrange, Rename, Seated
from muckle.store.matches import Seating, Sitter
from server.machines import run

PEOPLE = ("ann", "ben", "cat", "eve")
HOST = "ann"
SECRETS = tuple(digit * 64 for digit in "0123456789abcdef")
people, numbers = st.sampled_from(PEOPLE), st.integers(0, 100)
WISHES = ("open", "owl", "wren", "@0", "@1", "@2", "@3", "@4", "@99", "@x", "human", "")


def header(seats: int, secret: str, hands: int = 1) -> Any:
    game = games.find("mitch")
    return promised_header(game, game.options.read({"seats": seats, "hands": hands}), "m1", secret)


class WaitingMachine(RuleBasedStateMachine):
    """A table that waits for people, and its store."""

    def __init__(self) -> None:
        super().__init__()
        self.secret = SECRETS[0]
        sitters = (Sitter("Ann", owner=HOST, seal="s0"), *[Sitter()] * 4)
        self.state = TableState(Seating("m1", header(5, self.secret), sitters, 0.0, host=HOST, begun=False))
        self.seals: dict[str, str] = {}
        """The commitment that each seal was made for."""
        self.seats: dict[str, int] = {HOST: 1}
        """Number of seats that each person must have: only they, or the host by an act, change that."""

    @property
    def seating(self) -> Seating:
        return self.state.seating

    def take(self, message: Any) -> bool:
        """Have the table take a message; whether it was not refused."""
        try:
            after, effects = reducer.reduce(self.state, message, 0.0)
        except MuckleError:
            return False
        self.state = after
        for effect in effects:
            self.store(effect)
        return True

    def store(self, effect: Effect) -> None:
        match effect:
            case PutSeat():
                sitters = [*self.seating.sitters]
                assert sitters[effect.seat] == effect.was
                sitters[effect.seat] = effect.sitter
                barred = (*self.seating.barred, effect.was.owner) if effect.bar else self.seating.barred
                self.take(Seated(replace(self.seating, sitters=tuple(sitters), barred=barred)))
            case Rearrange():
                self.secret = effect.secret or self.secret
                self.take(Seated(replace(self.seating, sitters=effect.sitters, header=effect.header)))
            case _:
                pass

    @rule(owner=people, number=numbers)
    def sit(self, owner: str, number: int) -> None:
        """Sit down, as `Store.sit` does it, or again for another commitment."""
        seating, commitment = self.seating, self.seating.header.commitment or ""
        own = [seat for seat, sitter in enumerate(seating.sitters) if sitter.owner == owner]
        free = own or [seat for seat, sitter in enumerate(seating.sitters) if sitter.open]
        if seating.sealed or owner in seating.barred or not free:
            return
        seat = free[number % len(free)]
        seal = f"seal {number} of {owner}"
        taken = {sitter.name for sitter in seating.sitters}
        name = seating.sitters[seat].name if own else next(n for n in (owner.title(), f"{owner.title()} 2") if n not in taken)
        sitters = [*seating.sitters]
        sitters[seat] = Sitter(name, owner=owner, seal=seal)
        self.seals[seal], self.seats[owner] = commitment, 1
        self.take(Seated(replace(seating, sitters=tuple(sitters))))

    @rule(owner=people, wishes=st.lists(st.sampled_from(WISHES), max_size=6), hands=st.integers(1, 3), changes=st.booleans())
    def arrange(self, owner: str, wishes: list[str], hands: int, changes: bool) -> None:
        self.rearrange(owner, wishes, hands, changes, tuple(sitter.name for sitter in self.seating.sitters))

    @rule(
        owner=st.sampled_from((HOST, HOST, "eve")),
        number=numbers,
        hands=st.integers(1, 3),
        more=st.integers(-1, 2),
        late=st.booleans(),
    )
    def arrange_well(self, owner: str, number: int, hands: int, more: int, late: bool) -> None:
        """Move everybody, change seats that are nobody's, as the host's form does; perhaps of what was there before."""
        seats = [
            f"@{seat}" if sitter.owner else ("open", "owl")[(number + seat) % 2]
            for seat, sitter in enumerate(self.seating.sitters)
        ]
        seats = [*seats[number % len(seats) :], *seats[: number % len(seats)]]
        if more < 0 and not seats[-1].startswith("@"):
            seats.pop()
        names = tuple(sitter.name for sitter in self.seating.sitters)
        self.rearrange(owner, seats + ["open"] * max(0, more), hands, True, (*names[1:], "Zoe") if late else names)

    def rearrange(self, owner: str, wishes: list[str], hands: int, changes: bool, was: tuple[str, ...]) -> None:
        before = self.seating
        try:
            options = changed_options(before.header, {"hands": hands} if changes else {}, len(wishes))
        except MuckleError:
            return
        secret, wanted = "", before.header
        if options.public() != before.header.options or options.seats != before.header.seats:
            secret = SECRETS[(SECRETS.index(self.secret) + 1) % len(SECRETS)]
            wanted = promised_header(games.find("mitch"), options, "m1", secret)
        done = self.take(Arrange(owner, was, tuple(wishes), wanted, secret))
        if done:
            assert owner == HOST, "only the host changes a table"
            assert was == tuple(sitter.name for sitter in before.sitters), "nothing is changed of what its host has not seen"
        else:
            assert self.seating == before, "a refusal changes nothing"

    @rule(owner=people, number=numbers)
    def manage(self, owner: str, number: int) -> None:
        seats = [seat for seat, sitter in enumerate(self.seating.sitters) if sitter.owner == owner]
        acts = [*table_actions(self.state, seats[0])] if seats else []
        if owner == HOST:
            acts = [act for act in acts if act != "/leave"]
        if acts:
            act = acts[number % len(acts)]
            if act == "/leave":
                self.seats[owner] = 0
            elif act.startswith("/free") or act.startswith("/bot"):
                self.seats[self.seating.sitters[int(act.split()[1])].owner] = 0
            assert self.take(Manage(seats[0], act, f"c{number}"))

    @rule(
        owner=people,
        name=st.sampled_from(("Ann", "Zoe", "Zoe", "Owl", "", "  ", "\u202e", "x" * 99)),
        seat=st.sampled_from((None, 0, 1, 9)),
    )
    def rename(self, owner: str, name: str, seat: int | None) -> None:
        before = self.seating.sitters
        self.take(Rename(owner, seat, name))
        for old, new in zip(before, self.seating.sitters, strict=True):
            assert old == new or (old.owner == owner and new == replace(old, name=new.name)), "a name is its owner's"
            assert new.name if new.owner else True

    # What must hold

    @invariant()
    def whoever_has_a_seat_keeps_one(self) -> None:
        owners = [sitter.owner for sitter in self.seating.sitters]
        for person, count in self.seats.items():
            if person and not self.seating.sealed:
                assert owners.count(person) == count, f"{person} has {owners.count(person)} seats"

    @invariant()
    def there_are_as_many_seats_as_the_options_say_and_the_commitment_is_of_them(self) -> None:
        assert self.seating.header.seats == len(self.seating.sitters)
        assert keeps(self.secret, self.seating.header)

    @invariant()
    def a_seal_is_for_the_commitment_that_its_owner_saw(self) -> None:
        for sitter in self.seating.sitters:
            assert self.seals.get(sitter.seal, self.seating.header.commitment) == self.seating.header.commitment

    @invariant()
    def nobody_is_called_like_another(self) -> None:
        names = [sitter.name for sitter in self.seating.sitters if sitter.name]
        assert len(names) == len({*names})


check = partial(run, WaitingMachine, examples=60, steps=30)


def test_whatever_happens_before_the_deal_the_invariants_hold() -> None:
    check()


def people_who_lose_their_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(seating: Seating, seats: Any, game: str) -> tuple[Sitter, ...]:
        kept = {f"@{number}": sitter for number, sitter in enumerate(seating.sitters)}
        return tuple(kept.get(who, Sitter()) for who in seats)

    monkeypatch.setattr(reducer, "arranged", careless)


def guests_who_change_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rearrange = reducer.rearrange

    def anybody(state: TableState, message: Arrange, now: float) -> reducer.Outcome:
        return rearrange(state, replace(message, owner=HOST), now)

    monkeypatch.setitem(reducer.handles, Arrange, anybody)


def changes_of_what_was_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    rearrange = reducer.rearrange

    def blind(state: TableState, message: Arrange, now: float) -> reducer.Outcome:
        return rearrange(state, replace(message, was=tuple(sitter.name for sitter in state.seating.sitters)), now)

    monkeypatch.setitem(reducer.handles, Arrange, blind)


def seals_that_outlive_a_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    rearrange = reducer.rearrange

    def keeping(state: TableState, message: Arrange, now: float) -> reducer.Outcome:
        after, (change, *others) = rearrange(state, message, now)
        assert isinstance(change, Rearrange)
        seals = {sitter.owner: sitter.seal for sitter in state.seating.sitters if sitter.owner}
        kept = tuple(replace(sitter, seal=seals.get(sitter.owner, "")) for sitter in change.sitters)
        return after, (replace(change, sitters=kept), *others)

    monkeypatch.setitem(reducer.handles, Arrange, keeping)


def headers_without_their_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    rearrange = reducer.rearrange

    def forgetful(state: TableState, message: Arrange, now: float) -> reducer.Outcome:
        after, (change, *others) = rearrange(state, message, now)
        assert isinstance(change, Rearrange)
        return after, (replace(change, secret=""), *others)

    monkeypatch.setitem(reducer.handles, Arrange, forgetful)


def two_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reducer, "unlike", lambda name, taken: name)


def names_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reducer, "acting_seat", lambda state, owner, seat=None: seat if seat in (0, 1) else 0)


@pytest.mark.parametrize(
    "break_it",
    [
        people_who_lose_their_seats,
        guests_who_change_the_table,
        changes_of_what_was_not_seen,
        seals_that_outlive_a_commitment,
        headers_without_their_secret,
        two_of_a_name,
        names_for_others,
    ],
)
def test_each_break_is_seen(break_it: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    break_it(monkeypatch)
    with pytest.raises(AssertionError):  # it ends with the first example that fails; the rarest break needs many
        check(examples=1000)

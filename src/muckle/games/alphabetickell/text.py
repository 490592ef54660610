"""Alphabetickell in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.kinds import ENDS, Kind
from muckle.engine.record import loose
from muckle.errors import IllegalError, NotationError, short
from muckle.games.alphabetickell import rules as compiled_rules
from muckle.games.alphabetickell.state import (
    CARDS,
    DEALER,
    DEALT,
    EXTRA_ROUND,
    KEEP,
    LETTERS,
    NONE,
    PAIR,
    PASS,
    TAKE,
    SeatState,
    State,
)
from muckle.kit.two_letter_deck import Deck, deck, written
from muckle.kit.two_letter_deck import letter as letter_called
from muckle.scene.contract import Event
from muckle.scene.tell import count, fact, fitting, listed
from muckle.scene.tell import number as in_words

rules = plain(compiled_rules)

_ACTION = re.compile(r"(pass)|keep ?([a-z])([a-z])|take (left|right) ?([a-z])(?: ?- ?([a-z]))?")


def seats_of(setup: Setup, state: State) -> tuple[SeatState, ...]:
    """The seats that are taken."""
    return state.seats[: setup.options.seats]


def line_of(state: State, seat: SeatState) -> list[tuple[int, int]]:
    """The cards of a line from left to right, each with its letter; a first card alone has none yet (NONE)."""
    cards = members(seat.cards)
    return sorted(((card, state.stands[card]) for card in cards), key=lambda each: each[1])


def last_line(setup: Setup, state: State, seat: int) -> str:
    """The letters of a seat's line in the round before, or its only card: ``A F N``."""
    own = state.seats[seat]
    return written(members(own.last), " ") or deck(setup.options).names[own.last_kept]


def scored(setup: Setup, before: State, action: int, after: State) -> State:
    """The board of a round as it was scored, from the states around the action that ended it; nobody is to act on it."""
    board: State = loose(before)
    if TAKE <= action < KEEP:
        rules.take(setup, board, action)
    board.offer, board.turn = NONE, OVER  # pyright: ignore[reportAttributeAccessIssue]  # a loose tree
    board.discards, board.discard = after.last_discards, after.last_discard  # pyright: ignore[reportAttributeAccessIssue]
    for card in turned_up(after):
        board.undrawn &= ~(1 << card)  # pyright: ignore[reportAttributeAccessIssue]
    return board


def turned_up(after: State) -> list[int]:
    """The cards that were offered in a step; what a new round draws comes behind them."""
    return list(takewhile(lambda outcome: outcome < DEALER, after.drew[: after.drawn]))


def cards_showing(setup: Setup, cards: int, letters: Iterable[int]) -> int:
    """How many of a set of cards show one of some letters."""
    showing = 0
    for letter in letters:
        showing |= setup.options.shows[letter]
    return (cards & showing).bit_count()


def action_text(setup: Setup, state: State, action: int) -> str:
    """The action as docs/notation.md writes it: ``keep AL``, ``pass``, ``take left A``, ``take right A-P``."""
    if action == PASS:
        return "pass"
    seat = state.seats[state.turn]
    if action >= KEEP:
        return f"keep {deck(setup.options).names[seat.hand[action - KEEP]]}"
    old, new = letters_of(setup, state, action)
    if action >= PAIR:
        return f"take {side(old, new)} {written((old, new), '-')}"
    return f"take {side(old, new)} {written((new,))}"


def letters_of(setup: Setup, state: State, action: int) -> tuple[int, int]:
    """A letter of the line (the first card's, where that is chosen too) and the one of the offer, by an action that takes."""
    seat = state.seats[state.turn]
    if action < PAIR:
        return seat.left, action - TAKE
    old, new = divmod(action - PAIR, 2)
    return rules.letter(setup, seat.kept, old), rules.letter(setup, state.offer, new)


def side(letter: int, new: int) -> str:
    """Where a new letter goes: it follows from the letters (Alphabetickell 4c)."""
    return "right" if new > letter else "left"


def kinds() -> tuple[Kind, ...]:
    """What laboratories count apart; each of them is a turn of its own."""
    return (
        Kind("pass", PASS, ENDS),
        Kind("take", TAKE, ENDS),
        Kind("keep", KEEP, ENDS),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """The action that a text names.

    Raises:
        NotationError: the text is no action of Alphabetickell.
        IllegalError: a rule forbids it here.
    """
    found = _ACTION.fullmatch(" ".join(text.lower().split()))
    if found is None:
        expected = "write 'keep AL', 'pass', 'take left A' or, for a second card, 'take right A-P'"
        raise NotationError(f"{short(text)!r} is no action of Alphabetickell; {expected}")
    passed, top, bottom, where, *letters = found.groups()
    if top:
        return _read_keep(setup, state, sorted(letter_called(letter) for letter in (top, bottom)))
    if state.offer == NONE:
        raise IllegalError("no card is offered yet: keep one of the cards dealt to you", "Alphabetickell 2")
    if passed:
        return PASS
    first, second = letters
    if second:
        return _read_pair(setup, state, where, letter_called(first), letter_called(second))
    return _read_take(setup, state, where, letter_called(first))


def _read_keep(setup: Setup, state: State, letters: list[int]) -> int:
    """Which of the cards dealt is meant; EK and KE are the same card (Deck 9)."""
    if state.offer != NONE:
        raise IllegalError("all have kept a card: take the offered one or pass", "Alphabetickell 3")
    hand = state.seats[state.turn].hand[: setup.options.deal]
    held = [list(deck(setup.options).letters[card]) for card in hand]
    if letters not in held:
        raise IllegalError(f"{written(letters)} is not among the cards dealt to you", "Alphabetickell 2")
    return KEEP + held.index(letters)


def _read_take(setup: Setup, state: State, where: str, letter: int) -> int:
    seat = state.seats[state.turn]
    if seat.length == 1:
        first = deck(setup.options).names[seat.kept]
        example = f"{first[0]}-{written((letter,))}"
        raise IllegalError(f"with the second card you choose a letter of {first} too, such as {example}", "Alphabetickell 4a")
    _must_show(deck(setup.options), state.offer, letter)
    if not seat.open >> letter & 1:
        raise IllegalError(_closed(seat, letter), "Alphabetickell 4e")
    _must_lie(where, seat.left, letter)
    return TAKE + letter


def _read_pair(setup: Setup, state: State, where: str, old: int, new: int) -> int:
    seat, cards = state.seats[state.turn], deck(setup.options)
    if seat.length > 1:
        raise IllegalError(f"the letters of your line are fixed: choose {written((new,))} alone", "Alphabetickell 4d")
    _must_show(cards, seat.kept, old)
    _must_show(cards, state.offer, new)
    if old == new:
        raise IllegalError(f"{written((old,))} cannot stand twice in a line", "Alphabetickell 4a")
    _must_lie(where, old, new)
    return PAIR + 2 * cards.letters[seat.kept].index(old) + cards.letters[state.offer].index(new)


def _must_show(cards: Deck, card: int, letter: int) -> None:
    if letter not in cards.letters[card]:
        name = cards.names[card]
        raise IllegalError(f"{name} shows {name[0]} and {name[1]}, not {written((letter,))}", "Deck 10")


def _must_lie(where: str, letter: int, new: int) -> None:
    if where != side(letter, new):
        order = "after" if new > letter else "before"
        reason = f"{written((new,))} comes {order} {written((letter,))}, so it goes {side(letter, new)}"
        raise IllegalError(reason, "Alphabetickell 4c")


def _closed(seat: SeatState, letter: int) -> str:
    """Why a line cannot take a letter."""
    if seat.letters >> letter & 1:
        return f"{written((letter,))} stands in your line already"
    ends = written((seat.left, seat.right), " and ")
    return f"{written((letter,))} lies between {ends}, the ends of your line, and is lost for this round"


def chance_text(setup: Setup, outcome: int) -> str:
    """A random outcome as docs/notation.md writes it: ``dealer 1``, ``deal 1 AL``, ``offer EW``."""
    if outcome >= DEALT:
        seat, card = divmod(outcome - DEALT, CARDS)
        return f"deal {seat} {deck(setup.options).names[card]}"
    if outcome >= DEALER:
        return f"dealer {outcome - DEALER}"
    return f"offer {deck(setup.options).names[outcome]}"


def timeout(setup: Setup, state: State) -> int:
    """What is played for a seat whose time has run out: pass, or keep the card dealt first (Alphabetickell D10)."""
    return KEEP if state.offer == NONE else PASS


def reason(setup: Setup, state: State) -> str:
    """Why the match is over: ``31 points after 3 rounds; the target was 30``."""
    totals = [seat.total for seat in seats_of(setup, state)]
    best, rounds = max(totals), count(state.round_number, "round")
    if best < setup.options.target or (setup.options.tie == EXTRA_ROUND and totals.count(best) > 1):
        return f"{rounds} played, the most there can be"
    return f"{count(best, 'point')} after {rounds}; the target was {setup.options.target}"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """What each way to take the offer would skip; from open facts alone (Alphabetickell I10, I11)."""
    own = state.seats[seat]
    if state.offer == NONE:
        return ["A card with letters from the middle of the alphabet leaves room at both ends."]
    if own.length == 1:
        return ["Letters side by side skip nothing; what lies between the two is lost."]
    fitting = members(setup.options.letters[state.offer] & own.open)
    return [_cost(setup, state, own, letter) for letter in fitting] or ["You cannot take this card."]


def _cost(setup: Setup, state: State, own: SeatState, letter: int) -> str:
    lost_letters = skipped(own.left, own.right, letter)
    what = f"{written((letter,))} on the {side(own.left, letter)} skips"
    if not lost_letters:
        return f"{what} nothing."
    lost = count(cards_showing(setup, state.undrawn, lost_letters), "card")
    return f"{what} {spans(lost_letters)}, which {lost} of the draw pile could give."


def merit(setup: Setup, state: State, action: int) -> str:
    """The room that a first card leaves; what taking the offer skips, or would skip."""
    own = state.seats[state.turn]
    if action >= KEEP:
        middle = min(members(setup.options.letters[own.hand[action - KEEP]]), key=lambda letter: abs(2 * letter - LETTERS + 1))
        return f"{written((middle,))} leaves {middle} before, {LETTERS - 1 - middle} after"
    if action == PASS:
        able = [] if own.length == 1 else members(setup.options.letters[state.offer] & own.open)
        lost = [cards_showing(setup, state.undrawn, skipped(own.left, own.right, letter)) for letter in able]
        return f"Taking would skip {count(min(lost), 'card')}" if lost and min(lost) else ""
    old, new = letters_of(setup, state, action)
    between = skipped(old, old, new) if action >= PAIR else skipped(own.left, own.right, new)
    lost = count(cards_showing(setup, state.undrawn, between), "card")
    return fitting(f"Skips {spans(between)}: {lost} lost", f"Skips {lost}") if between else "Skips nothing"


def skipped(left: int, right: int, new: int) -> range:
    """The letters between the ends of a line and a new letter outside it."""
    return range(new + 1, left) if new < left else range(right + 1, new)


def spans(letters: Iterable[int]) -> str:
    """Letters as ranges: ``A, B, F and X to Z``."""
    found: list[list[int]] = []
    for letter in letters:
        if found and found[-1][-1] == letter - 1:
            found[-1].append(letter)
        else:
            found.append([letter])
    parts: list[str] = []
    for span in found:
        parts += [written((span[0], span[-1]), " to ")] if len(span) > 2 else [written([letter]) for letter in span]
    return listed(parts)


def events(setup: Setup, before: State | None, action: int | None, after: State, names: Sequence[str]) -> list[Event]:
    """The facts of one step, in order; `before` and `action` are None for the deal that begins a match."""
    if before is None or action is None:
        return list(_new_round(setup, after, names))
    return list(_Story(setup, before, after, names).tell(before.turn, action))


class _Story:
    """Tells one step from the states around it and the outcomes of its draws.

    Who passed unasked follows from who is asked next, as only one seat acts in a step.
    """

    def __init__(self, setup: Setup, before: State, after: State, names: Sequence[str]) -> None:
        self.setup, self.before, self.after, self.names = setup, before, after, names
        self.seats, self.cards = setup.options.seats, deck(setup.options).names
        self.dealer = before.dealer
        self.offered = turned_up(after)
        self.ended = after.turn == OVER or after.round_number != before.round_number

    def tell(self, seat: int, action: int) -> Iterator[Event]:
        if action >= KEEP:
            yield self.keep(seat, action - KEEP)
        elif action == PASS:
            yield from self.passed(seat)
        else:
            yield self.take(seat, action)
            self.dealer = (seat + 1) % self.seats  # Alphabetickell 5
        yield from self.offers()
        if self.ended:
            yield from self.round_over()

    def keep(self, seat: int, place: int) -> Event:
        """A first card; only its owner is told what goes back (Alphabetickell 2, I3)."""
        hand = [self.cards[card] for card in self.before.seats[seat].hand[: self.setup.options.deal]]
        kept = hand.pop(place)
        return Event("keep", f"{self.names[seat]} keeps {kept}", seat, f"You keep {kept} and put back {listed(hand)}")

    def passed(self, seat: int) -> Iterator[Event]:
        """A pass, and who passes unasked behind it."""
        card = self.cards[self.before.offer]
        yield fact("pass", self.names, seat, "pass", f"on {card}")
        place = (seat - self.dealer) % self.seats
        yield from self.unasked(card, place + 1, stands=not self.offered and not self.ended)

    def take(self, seat: int, action: int) -> Event:
        """The card, the letter it gives, and where it goes (Alphabetickell 4 to 4c)."""
        old, new = letters_of(self.setup, self.before, action)
        where = f"on the {side(old, new)}"
        if action >= PAIR:
            where = f"{side(old, new)} of {self.cards[self.before.seats[seat].kept]} as {written((old,))}"
        what = f"{self.cards[self.before.offer]} as {written((new,))}, {where}"
        return fact("take", self.names, seat, "take", what)

    def offers(self) -> Iterator[Event]:
        """Cards turned up, and who passes unasked on each (Alphabetickell 3, 3b, 6)."""
        for number, card in enumerate(self.offered, 1):
            yield fact("offer", self.names, self.dealer, "turn", f"up {self.cards[card]}")
            yield from self.unasked(self.cards[card], 0, stands=number == len(self.offered) and not self.ended)

    def unasked(self, card: str, place: int, stands: bool) -> Iterator[Event]:
        """Those who cannot take, from a place behind the dealer: up to who is asked now, or all if the card is discarded."""
        last = (self.after.turn - self.dealer) % self.seats if stands else self.seats
        if last - place == self.seats:
            yield Event("discard", f"Nobody can take {card}: it is discarded")
            return
        for k in range(place, last):
            yield fact("pass", self.names, (self.dealer + k) % self.seats, "cannot take", card)
        if not stands:
            yield Event("discard", f"{card} is discarded")

    def round_over(self) -> Iterator[Event]:
        """Why, what the lines are worth (Alphabetickell 8), and what follows."""
        yield Event(
            "round", f"Round {self.before.round_number} is over: {why_over(self.setup, self.before, self.after, self.names)}"
        )
        for number, (was, seat) in enumerate(zip(seats_of(self.setup, self.before), self.after.seats, strict=False)):
            points = count(seat.total - was.total, "point")
            line = last_line(self.setup, self.after, number)
            yield fact("score", self.names, number, "score", f"{points} for {line}, {seat.total} in all")
        if self.after.turn == OVER:
            yield Event("end", f"The match is over: {reason(self.setup, self.after)}")
        else:
            yield from _new_round(self.setup, self.after, self.names)


def why_over(setup: Setup, before: State, after: State, names: Sequence[str]) -> str:
    """What ended a round (Alphabetickell 7, 7a, 11, D8)."""
    options = setup.options
    for name, seat in zip(names, after.seats, strict=False):
        if seat.last.bit_count() == options.cap != 0:
            return f"{name} has {count(options.cap, 'card')}"
    if after.last_discards == options.discard_limit != 0:
        return f"{count(options.discard_limit, 'card')} discarded"
    left = before.undrawn.bit_count() > len(turned_up(after))
    return "no card that is left fits anywhere" if left else "the draw pile is empty"


def _new_round(setup: Setup, state: State, names: Sequence[str]) -> Iterator[Event]:
    """The deal, and what follows from it without a choice (Alphabetickell 1, 2)."""
    seats, cards = setup.options.seats, deck(setup.options).names
    yield Event("round", f"Round {state.round_number}: {names[state.dealer]} deals")
    if setup.options.deal == 1:
        for seat in ((state.dealer + k) % seats for k in range(seats)):
            yield fact("keep", names, seat, "begin", f"with {cards[state.seats[seat].kept]}")
        yield fact("offer", names, state.dealer, "turn", f"up {cards[state.offer]}")
        return
    some = f"{in_words(setup.options.deal)} cards"
    for seat in ((state.dealer + k) % seats for k in range(1, seats + 1)):
        own = listed(cards[card] for card in state.seats[seat].hand[: setup.options.deal])
        yield Event("deal", f"{names[seat]} is dealt {some}", seat, f"You are dealt {own}")

"""Alphabetickell in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.rules import OVER, Setup
from muckle.errors import IllegalError, NotationError, short
from muckle.games.alphabetickell import rules as compiled_rules
from muckle.scene.contract import Event

rules: Any = compiled_rules
"""Compiled functions carry no annotations."""

NONE: int = rules.NONE
EXTRA_ROUND: int = rules.EXTRA_ROUND
_ACTION = re.compile(r"(pass)|keep ?([a-z])([a-z])|take (left|right) ?([a-z])(?: ?- ?([a-z]))?")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Deck(NamedTuple):
    """The cards of a match; a card is its place here, a letter is 0 (A) to 25 (Z)."""

    names: tuple[str, ...]
    """Each card's letters, top first: ``AL``."""
    letters: tuple[tuple[int, ...], ...]
    """The same, in the order of the alphabet."""
    shows: tuple[int, ...]
    """For each letter the set of cards that show it."""

    def showing(self, cards: int, letters: Iterable[int]) -> int:
        """How many of a set of cards show one of some letters."""
        return (cards & functools.reduce(int.__or__, (self.shows[letter] for letter in letters), 0)).bit_count()


class Line(NamedTuple):
    """What lies before a seat: the SEAT record as plain numbers, which are quicker to read."""

    total: int
    hand: list[int]
    """The cards dealt, in order; only for that seat's eyes (Alphabetickell I2, I3)."""
    kept: int
    length: int
    left: int
    right: int
    open: int
    last: int
    """Set of the letters it had in the round before."""
    last_kept: int
    cards: list[int]
    """By letter: the card that gives it, or NONE."""

    def items(self) -> list[tuple[int, int]]:
        """The cards of the line from left to right, each with its letter; a first card alone has none yet (NONE)."""
        if self.length == 1:
            return [(self.kept, NONE)]
        return [(card, letter) for letter, card in enumerate(self.cards) if card != NONE]


def deck(setup: Setup) -> Deck:
    """The cards of a match."""
    return _deck(setup.options.tobytes())


@functools.lru_cache(maxsize=100)
def _deck(options: bytes) -> Deck:
    read = np.frombuffer(options, rules.OPTIONS)[0]
    pairs = [tuple(members(pair)) for pair in read.letters[: read.deck_size].tolist()]
    tops = read.top[: read.deck_size].tolist()
    names = [written((top, *(letter for letter in pair if letter != top))) for top, pair in zip(tops, pairs, strict=True)]
    return Deck(tuple(names), tuple(pairs), tuple(read.shows.tolist()))


def lines(setup: Setup, state: Any) -> list[Line]:
    """What lies before each seat."""
    seats, deal = state.seats[: setup.options.seats].tolist(), setup.options.deal
    return [Line._make((total, hand[:deal].tolist(), *rest, cards.tolist())) for total, hand, *rest, cards in seats]


def members(bits: int) -> list[int]:
    """The members of a set, ascending."""
    return [bit for bit in range(bits.bit_length()) if bits >> bit & 1]


def written(letters: Iterable[int], between: str = "") -> str:
    """Letters as people write them: ``AL``, ``A B E``."""
    return between.join(chr(ord("A") + letter) for letter in letters)


def action_text(setup: Setup, state: Any, action: int) -> str:
    """The action as notation.md writes it: ``keep AL``, ``pass``, ``take left A``, ``take right A-P``."""
    if action == rules.PASS:
        return "pass"
    seat = state.seats[state.turn]
    if action >= rules.KEEP:
        return f"keep {deck(setup).names[seat.hand[action - rules.KEEP]]}"
    old, new = letters_of(setup, state, action)
    if action >= rules.PAIR:
        return f"take {side(old, new)} {written((old, new), '-')}"
    return f"take {side(old, new)} {written((new,))}"


def letters_of(setup: Setup, state: Any, action: int) -> tuple[int, int]:
    """A letter of the line (the first card's, where that is chosen too) and the one of the offer, by an action that takes."""
    seat = state.seats[state.turn]
    if action < rules.PAIR:
        return int(seat.left), action - rules.TAKE
    old, new = divmod(action - rules.PAIR, 2)
    letters = deck(setup).letters
    return letters[seat.kept][old], letters[state.offer][new]


def side(letter: int, new: int) -> str:
    """Where a new letter goes: it follows from the letters (Alphabetickell 4c)."""
    return "right" if new > letter else "left"


def read_action(setup: Setup, state: Any, text: str) -> int:
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
        return _read_keep(setup, state, sorted(_number(letter) for letter in (top, bottom)))
    if state.offer == NONE:
        raise IllegalError("no card is offered yet: keep one of the cards dealt to you", "Alphabetickell 2")
    if passed:
        return rules.PASS
    first, second = letters
    if second:
        return _read_pair(setup, state, where, _number(first), _number(second))
    return _read_take(setup, state, where, _number(first))


def _number(letter: str) -> int:
    return ord(letter) - ord("a")


def _read_keep(setup: Setup, state: Any, letters: list[int]) -> int:
    """Which of the cards dealt is meant; EK and KE are the same card (Deck 9)."""
    if state.offer != NONE:
        raise IllegalError("all have kept a card: take the offered one or pass", "Alphabetickell 3")
    hand = state.seats[state.turn].hand[: setup.options.deal].tolist()
    held = [list(deck(setup).letters[card]) for card in hand]
    if letters not in held:
        raise IllegalError(f"{written(letters)} is not among the cards dealt to you", "Alphabetickell 2")
    return rules.KEEP + held.index(letters)


def _read_take(setup: Setup, state: Any, where: str, letter: int) -> int:
    seat = state.seats[state.turn]
    if seat.length == 1:
        first = deck(setup).names[seat.kept]
        example = f"'take {where} {first[0]}-{written((letter,))}'"
        raise IllegalError(f"with the second card you choose a letter of {first} too; write {example}", "Alphabetickell 4a")
    _must_show(deck(setup), int(state.offer), letter)
    if not int(seat.open) >> letter & 1:
        raise IllegalError(_closed(seat, letter), "Alphabetickell 4e")
    _must_lie(where, int(seat.left), letter)
    return rules.TAKE + letter


def _read_pair(setup: Setup, state: Any, where: str, old: int, new: int) -> int:
    seat, cards = state.seats[state.turn], deck(setup)
    if seat.length > 1:
        example = f"'take {where} {written((new,))}'"
        raise IllegalError(f"the letters of your line are fixed; write {example}", "Alphabetickell 4d")
    _must_show(cards, int(seat.kept), old)
    _must_show(cards, int(state.offer), new)
    if old == new:
        raise IllegalError(f"{written((old,))} cannot stand twice in a line", "Alphabetickell 4a")
    _must_lie(where, old, new)
    return rules.PAIR + 2 * cards.letters[seat.kept].index(old) + cards.letters[state.offer].index(new)


def _must_show(cards: Deck, card: int, letter: int) -> None:
    if letter not in cards.letters[card]:
        name = cards.names[card]
        raise IllegalError(f"{name} shows {name[0]} and {name[1]}, not {written((letter,))}", "Deck 10")


def _must_lie(where: str, letter: int, new: int) -> None:
    if where != side(letter, new):
        order = "after" if new > letter else "before"
        reason = f"{written((new,))} comes {order} {written((letter,))}, so it goes {side(letter, new)}"
        raise IllegalError(reason, "Alphabetickell 4c")


def _closed(seat: Any, letter: int) -> str:
    """Why a line cannot take a letter."""
    if seat.line[letter] != NONE:
        return f"{written((letter,))} stands in your line already"
    ends = written((int(seat.left), int(seat.right)), " and ")
    return f"{written((letter,))} lies between {ends}, the ends of your line, and is lost for this round"


def chance_text(setup: Setup, outcome: int) -> str:
    """A random outcome as notation.md writes it: ``dealer 1``, ``deal 1 AL``, ``offer EW``."""
    if outcome >= rules.DEALT:
        seat, card = divmod(outcome - rules.DEALT, rules.CARDS)
        return f"deal {seat} {deck(setup).names[card]}"
    if outcome >= rules.DEALER:
        return f"dealer {outcome - rules.DEALER}"
    return f"offer {deck(setup).names[outcome]}"


def timeout(setup: Setup, state: Any) -> int:
    """What is played for a seat whose time has run out: pass, or keep the card dealt first (Alphabetickell D10)."""
    return rules.KEEP if state.offer == NONE else rules.PASS


def reason(setup: Setup, state: Any) -> str:
    """Why the match is over: ``31 points after 3 rounds; the target was 30``."""
    totals = state.seats["total"][: setup.options.seats].tolist()
    best, rounds = max(totals), count(int(state.round_number), "round")
    if best < setup.options.target or (setup.options.tie == EXTRA_ROUND and totals.count(best) > 1):
        return f"{rounds} played, the most there can be"
    return f"{count(best, 'point')} after {rounds}; the target was {setup.options.target}"


def hints(setup: Setup, state: Any, seat: int) -> list[str]:
    """What each way to take the offer would skip; from open facts alone (Alphabetickell I10, I11)."""
    own = lines(setup, state)[seat]
    if state.offer == NONE:
        return ["A card with letters from the middle of the alphabet leaves room at both ends."]
    if own.length == 1:
        return ["Letters side by side skip nothing; what lies between the two is lost."]
    fitting = [letter for letter in deck(setup).letters[state.offer] if own.open >> letter & 1]
    return [_cost(deck(setup), int(state.undrawn), own, letter) for letter in fitting] or ["You cannot take this card."]


def _cost(cards: Deck, undrawn: int, own: Line, letter: int) -> str:
    skipped = range(letter + 1, own.left) if letter < own.left else range(own.right + 1, letter)
    what = f"{written((letter,))} on the {side(own.left, letter)} skips"
    if not skipped:
        return f"{what} nothing."
    return f"{what} {spans(skipped)}, which {count(cards.showing(undrawn, skipped), 'card')} of the draw pile could give."


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


def listed(things: Iterable[str]) -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cat``."""
    *most, last = things
    return f"{', '.join(most)} and {last}" if most else last


def number(n: int) -> str:
    """A small number as a word."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def count(n: int, thing: str) -> str:
    """``1 card``, ``4 cards``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def events(setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> list[Event]:
    """The facts of one step, in order; `before` and `action` are None for the deal that begins a match."""
    return list(_Story(setup, before, action, after, names).tell())


class _Story:
    """Tells one step from the states around it and the outcomes of its draws.

    Who passed unasked follows from who was asked next, as only one player acts in a step.
    """

    def __init__(self, setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> None:
        self.setup, self.before, self.action, self.after, self.names = setup, before, action, after, names
        self.seats, self.deck = int(setup.options.seats), deck(setup)
        self.lines = lines(setup, after if before is None else before)
        self.letters = [[letter for _, letter in line.items() if letter != NONE] for line in self.lines]
        self.draws: list[int] = after.drew[: after.drawn].tolist()
        self.dealer = int((after if before is None else before).dealer)
        self.discards = 0 if before is None else int(before.discards)
        self.left = 0 if before is None else int(before.undrawn).bit_count()
        self.ended = before is not None and (after.turn == OVER or after.round_number != before.round_number)

    def tell(self) -> Iterator[Event]:
        if self.action is None:
            self.draws = [code for code in self.draws if not rules.DEALER <= code < rules.DEALT]
            yield from self.new_round()
            return
        seat = int(self.before.turn)
        if self.action >= rules.KEEP:
            yield self.keep(seat, self.action - rules.KEEP)
        elif self.action == rules.PASS:
            yield from self.passed(seat)
        else:
            yield self.take(seat, self.action)
        yield from self.offers()
        if self.ended:
            yield from self.round_over()

    def keep(self, seat: int, place: int) -> Event:
        """A first card; only its owner is told what goes back (Alphabetickell 2, I3)."""
        hand = [self.deck.names[card] for card in self.lines[seat].hand]
        kept = hand.pop(place)
        return Event("keep", f"{self.names[seat]} keeps {kept}", seat, f"You keep {kept} and put back {listed(hand)}")

    def passed(self, seat: int) -> Iterator[Event]:
        """A pass, and who passes unasked behind it."""
        card = self.deck.names[self.before.offer]
        yield self.fact("pass", seat, "pass", f"on {card}")
        yield from self.unasked(card, (seat - self.dealer) % self.seats + 1)

    def take(self, seat: int, action: int) -> Event:
        """The card, the letter it gives, and where it goes (Alphabetickell 4 to 4c); the taker's left deals now (5)."""
        old, new = letters_of(self.setup, self.before, action)
        self.letters[seat] = sorted({old, new, *self.letters[seat]})
        self.dealer = (seat + 1) % self.seats
        where = f"on the {side(old, new)}"
        if action >= rules.PAIR:
            where = f"{side(old, new)} of {self.deck.names[self.lines[seat].kept]} as {written((old,))}"
        return self.fact("take", seat, "take", f"{self.deck.names[self.before.offer]} as {written((new,))}, {where}")

    def offers(self) -> Iterator[Event]:
        """Cards turned up, and who passes unasked on each (Alphabetickell 3, 3b, 6)."""
        while self.draws and self.draws[0] < rules.DEALER:
            card = self.draws.pop(0)
            self.left -= 1
            yield self.turned_up(card)
            yield from self.unasked(self.deck.names[card], 0)

    def turned_up(self, card: int) -> Event:
        return self.fact("offer", self.dealer, "turn", f"up {self.deck.names[card]}")

    def unasked(self, card: str, place: int) -> Iterator[Event]:
        """Those who cannot take, from a place behind the dealer: up to who is asked now, or all if the card is discarded."""
        stands = not self.draws and not self.ended
        last = (int(self.after.turn) - self.dealer) % self.seats if stands else self.seats
        if last - place == self.seats:
            yield Event("discard", f"Nobody can take {card}: it is discarded")
        else:
            for k in range(place, last):
                yield self.fact("pass", (self.dealer + k) % self.seats, "cannot take", card)
            if not stands:
                yield Event("discard", f"{card} is discarded")
        self.discards += not stands

    def round_over(self) -> Iterator[Event]:
        """Why, what the lines are worth (Alphabetickell 8), and what follows."""
        yield Event("round", f"Round {int(self.before.round_number)} is over: {self.why_over()}")
        totals = self.after.seats["total"][: self.seats].tolist()
        for seat, (line, letters, total) in enumerate(zip(self.lines, self.letters, totals, strict=True)):
            shown = written(letters, " ") or self.deck.names[line.kept]
            yield self.fact("score", seat, "score", f"{count(total - line.total, 'point')} for {shown}, {total} in all")
        if self.after.turn == OVER:
            yield Event("end", f"The match is over: {reason(self.setup, self.after)}")
        else:
            self.dealer = int(self.after.dealer)
            yield from self.new_round()

    def why_over(self) -> str:
        """What ended a round (Alphabetickell 7, 7a, 11, D8)."""
        for seat, letters in enumerate(self.letters):
            if len(letters) == self.setup.options.cap:
                return f"{self.names[seat]} has {count(len(letters), 'card')}"
        if self.discards > 0 and self.discards == self.setup.options.discard_limit:
            return f"{count(self.discards, 'card')} discarded"
        return "no card that is left fits anywhere" if self.left else "the draw pile is empty"

    def new_round(self) -> Iterator[Event]:
        """The deal, and what follows from it without a choice (Alphabetickell 1, 2)."""
        yield Event("round", f"Round {int(self.after.round_number)}: {self.names[self.dealer]} deals")
        dealt = lines(self.setup, self.after)
        if self.setup.options.deal == 1:
            for k in range(self.seats):
                seat = (self.dealer + k) % self.seats
                yield self.fact("keep", seat, "begin", f"with {self.deck.names[dealt[seat].kept]}")
            yield self.turned_up(int(self.after.offer))
            return
        for k in range(1, self.seats + 1):
            seat = (self.dealer + k) % self.seats
            cards = listed(self.deck.names[card] for card in dealt[seat].hand)
            some = f"{number(len(dealt[seat].hand))} cards"
            yield Event("deal", f"{self.names[seat]} is dealt {some}", seat, f"You are dealt {cards}")

    def fact(self, kind: str, seat: int, verb: str, what: str) -> Event:
        """A deed that everybody may know."""
        third = {"pass": "passes", "cannot take": verb}.get(verb, verb + "s")
        return Event(kind, f"{self.names[seat]} {third} {what}", seat, f"You {verb} {what}")

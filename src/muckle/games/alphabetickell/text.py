"""Alphabetickell in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from muckle.engine.bits import lowest, members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, Kind
from muckle.errors import IllegalError, NotationError, short
from muckle.games.alphabetickell import rules as compiled_rules
from muckle.games.alphabetickell.state import (
    CARD_KEPT,
    CARD_TAKEN,
    CARDS,
    CARDS_DEALT,
    DEALER,
    DEALT,
    DISCARDED,
    EXTRA_ROUND,
    KEEP,
    LETTERS,
    MATCH_ENDED,
    NONE,
    PAIR,
    PASS,
    PASSED,
    ROUND_BEGUN,
    ROUND_SCORED,
    SEAT_SCORED,
    TAKE,
    TURNED_UP,
    UNABLE,
    SeatState,
    State,
)
from muckle.kit.two_letter_deck import Deck, deck, written
from muckle.kit.two_letter_deck import letter as letter_called
from muckle.scene.contract import Event
from muckle.scene.tell import count, fitting, listed, open_event
from muckle.scene.tell import number as in_words

rules = plain(compiled_rules)

_ACTION = re.compile(r"(pass)|keep ?([a-z])([a-z])|take (left|right) ?([a-z])(?: ?- ?([a-z]))?")


def seats_of(setup: Setup, state: State) -> tuple[SeatState, ...]:
    """Return the records of the seats in use."""
    return state.seats[: setup.options.seats]


def line_of(state: State, seat: SeatState) -> list[tuple[int, int]]:
    """Return the cards of a line from left to right, each with its letter; a single card has none yet (NONE)."""
    cards = members(seat.cards)
    return sorted(((card, state.stands[card]) for card in cards), key=lambda each: each[1])


def line_text(setup: Setup, letters: int, kept: int) -> str:
    """Return a line in words: its letters, or its only card while no letter is fixed: ``A F N``, ``FN``."""
    return written(members(letters), " ") or deck(setup.options).names[kept]


def cards_showing(setup: Setup, cards: int, letters: Iterable[int]) -> int:
    """Return how many cards of a set show one of some letters."""
    showing = 0
    for letter in letters:
        showing |= setup.options.shows[letter]
    return (cards & showing).bit_count()


def action_text(setup: Setup, state: State, action: int) -> str:
    """Return an action's notation: ``keep AL``, ``pass``, ``take left A``, ``take right A-P``."""
    if action == PASS:
        return "pass"
    seat = state.seats[state.turn]
    if action >= KEEP:
        return f"keep {deck(setup.options).names[seat.hand[action - KEEP]]}"
    old, new = letters_of_take(setup, state, action)
    if action >= PAIR:
        return f"take {side(old, new)} {written((old, new), '-')}"
    return f"take {side(old, new)} {written((new,))}"


def letters_of_take(setup: Setup, state: State, action: int) -> tuple[int, int]:
    """Return the letter beside which an action lays the offer, and the offer's letter.

    The former is the chosen letter of the first card for a second card, and the line's leftmost letter for later cards.
    """
    seat = state.seats[state.turn]
    if action < PAIR:
        return seat.left, action - TAKE
    old, new = divmod(action - PAIR, 2)
    return rules.letter(setup, seat.kept, old), rules.letter(setup, state.offer, new)


def side(letter: int, new: int) -> str:
    """Return the side of a letter on which a new letter lies, ``left`` or ``right`` (Alphabetickell 4c)."""
    return "right" if new > letter else "left"


def kinds() -> tuple[Kind, ...]:
    """Return the kinds of actions that the laboratory counts; each action is a turn."""
    return (
        Kind("pass", PASS, ENDS),
        Kind("take", TAKE, ENDS),
        Kind("keep", KEEP, ENDS),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the action that a text names.

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
        if not setup.options.passing:
            raise IllegalError("in this match nobody may pass on a card that fits", "Alphabetickell 3a")
        return PASS
    first, second = letters
    if second:
        return _read_pair(setup, state, where, letter_called(first), letter_called(second))
    return _read_take(setup, state, where, letter_called(first))


def _read_keep(setup: Setup, state: State, letters: list[int]) -> int:
    """Return the action that keeps the card with these letters; EK and KE are the same card (Deck 9)."""
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
    _check_shown(deck(setup.options), state.offer, letter)
    if not seat.open >> letter & 1:
        raise IllegalError(_closed_reason(seat, letter), "Alphabetickell 4e")
    _check_side(where, seat.left, letter)
    return TAKE + letter


def _read_pair(setup: Setup, state: State, where: str, old: int, new: int) -> int:
    seat, cards = state.seats[state.turn], deck(setup.options)
    if seat.length > 1:
        raise IllegalError(f"the letters of your line are fixed: choose {written((new,))} alone", "Alphabetickell 4d")
    _check_shown(cards, seat.kept, old)
    _check_shown(cards, state.offer, new)
    if old == new:
        raise IllegalError(f"{written((old,))} cannot stand twice in a line", "Alphabetickell 4a")
    _check_side(where, old, new)
    return PAIR + 2 * cards.letters[seat.kept].index(old) + cards.letters[state.offer].index(new)


def _check_shown(cards: Deck, card: int, letter: int) -> None:
    if letter not in cards.letters[card]:
        name = cards.names[card]
        raise IllegalError(f"{name} shows {name[0]} and {name[1]}, not {written((letter,))}", "Deck 10")


def _check_side(where: str, letter: int, new: int) -> None:
    if where != side(letter, new):
        order = "after" if new > letter else "before"
        reason = f"{written((new,))} comes {order} {written((letter,))}, so it goes {side(letter, new)}"
        raise IllegalError(reason, "Alphabetickell 4c")


def _closed_reason(seat: SeatState, letter: int) -> str:
    """Return why a line cannot take a letter."""
    if seat.letters >> letter & 1:
        return f"{written((letter,))} stands in your line already"
    ends = written((seat.left, seat.right), " and ")
    return f"{written((letter,))} lies between {ends}, the ends of your line, and is lost for this round"


def chance_text(setup: Setup, outcome: int) -> str:
    """Return the notation of a random outcome: ``dealer 1``, ``deal 1 AL``, ``offer EW``."""
    if outcome >= DEALT:
        seat, card = divmod(outcome - DEALT, CARDS)
        return f"deal {seat} {deck(setup.options).names[card]}"
    if outcome >= DEALER:
        return f"dealer {outcome - DEALER}"
    return f"offer {deck(setup.options).names[outcome]}"


def timeout(setup: Setup, state: State) -> int:
    """Return the action played for a seat whose time has run out, the first legal one (Alphabetickell D10).

    It keeps the card dealt first, or passes, or takes the offer where nobody may pass.
    """
    return lowest(rules.legal_set(setup, state))


def reason(setup: Setup, state: State) -> str:
    """Return why the match is over: ``31 points after 3 rounds; the target was 30``."""
    totals = [seat.total for seat in seats_of(setup, state)]
    best, rounds = max(totals), count(state.round_number, "round")
    if best < setup.options.target or (setup.options.tie == EXTRA_ROUND and totals.count(best) > 1):
        return f"{rounds} played, the most there can be"
    return f"{count(best, 'point')} after {rounds}; the target was {setup.options.target}"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """Return the letters that each way to take the offer would skip; all of it is open (Alphabetickell I10, I11)."""
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
    """Return an action's merit in words: the letters around a first card, or the cards that taking the offer skips."""
    own = state.seats[state.turn]
    if action >= KEEP:
        middle = min(members(setup.options.letters[own.hand[action - KEEP]]), key=lambda letter: abs(2 * letter - LETTERS + 1))
        return f"{written((middle,))} leaves {middle} before, {LETTERS - 1 - middle} after"
    if action == PASS:
        able = [] if own.length == 1 else members(setup.options.letters[state.offer] & own.open)
        lost = [cards_showing(setup, state.undrawn, skipped(own.left, own.right, letter)) for letter in able]
        return f"Taking would skip {count(min(lost), 'card')}" if lost and min(lost) else "Waits for another card"
    old, new = letters_of_take(setup, state, action)
    between = skipped(old, old, new) if action >= PAIR else skipped(own.left, own.right, new)
    lost = count(cards_showing(setup, state.undrawn, between), "card")
    return fitting(f"Skips {spans(between)}: {lost} lost", f"Skips {lost}") if between else "Skips nothing"


def skipped(left: int, right: int, new: int) -> range:
    """Return the letters between an end of a line and a new letter outside it."""
    return range(new + 1, left) if new < left else range(right + 1, new)


def spans(letters: Iterable[int]) -> str:
    """Return letters in words, as ranges: ``A, B, F and X to Z``."""
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


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the events of one step, in order."""
    return [event for each in facts for event in _EVENTS[each.kind](setup, names, each)]


def _round_begun(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    number, dealer = fact.details
    yield Event("round", f"Round {number}: {names[dealer]} deals")


def _cards_dealt(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield a seat's cards, which only that seat is told (Alphabetickell I2); a single card is told when it is kept."""
    seat, cards = fact.details[0], _hand(setup, fact.details[1:])
    if len(cards) > 1:
        yield Event("deal", f"{names[seat]} is dealt {in_words(len(cards))} cards", seat, f"You are dealt {listed(cards)}")


def _card_kept(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield the card that a seat keeps; only that seat is told which cards go back (Alphabetickell 2, I3)."""
    seat, place = fact.details[:2]
    cards = _hand(setup, fact.details[2:])
    kept = cards.pop(place)
    if cards:
        yield Event("keep", f"{names[seat]} keeps {kept}", seat, f"You keep {kept} and put back {listed(cards)}")
    else:
        yield open_event("keep", names, seat, "begin", f"with {kept}")


def _hand(setup: Setup, cards: Sequence[int]) -> list[str]:
    called = deck(setup.options).names
    return [called[card] for card in cards if card != NONE]


def _turned_up(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    dealer, card = fact.details
    yield open_event("offer", names, dealer, "turn", f"up {deck(setup.options).names[card]}")


def _passed(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, card = fact.details
    yield open_event("pass", names, seat, "pass", f"on {deck(setup.options).names[card]}")


def _unable(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield the seats that cannot take the offer and pass unasked (Alphabetickell 3b)."""
    dealer, card, first, last = fact.details
    for place in range(first, last):
        seat = (dealer + place) % setup.options.seats
        yield open_event("pass", names, seat, "cannot take", deck(setup.options).names[card])


def _discarded(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    card, answered = fact.details
    called = deck(setup.options).names[card]
    yield Event("discard", f"{called} is discarded" if answered else f"Nobody can take {called}: it is discarded")


def _card_taken(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield the card that a seat takes, its letter and its side (Alphabetickell 4 to 4c)."""
    seat, card, old, new, first = fact.details
    called, where = deck(setup.options).names, f"on the {side(old, new)}"
    if first != NONE:
        where = f"{side(old, new)} of {called[first]} as {written((old,))}"
    yield open_event("take", names, seat, "take", f"{called[card]} as {written((new,))}, {where}")


def _round_scored(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    (number,) = fact.details
    yield Event("round", f"Round {number} is over: {why_over(setup, fact.board, names)}")


def why_over(setup: Setup, board: State, names: Sequence[str]) -> str:
    """Return why a round ended, from its board at the end (Alphabetickell 7, 7a, 11, D8)."""
    options = setup.options
    for name, seat in zip(names, board.seats, strict=False):
        if seat.length == options.cap != 0:
            return f"{name} has {count(options.cap, 'card')}"
    if board.discards == options.discard_limit != 0:
        return f"{count(options.discard_limit, 'card')} discarded"
    return "no card that is left fits anywhere" if board.undrawn else "the draw pile is empty"


def _seat_scored(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, points, total, letters, first = fact.details
    line = line_text(setup, letters, first)
    yield open_event("score", names, seat, "score", f"{count(points, 'point')} for {line}, {total} in all")


def _match_ended(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("end", f"The match is over: {reason(setup, fact.board)}")


_EVENTS = {
    ROUND_BEGUN: _round_begun,
    CARDS_DEALT: _cards_dealt,
    CARD_KEPT: _card_kept,
    TURNED_UP: _turned_up,
    PASSED: _passed,
    UNABLE: _unable,
    DISCARDED: _discarded,
    CARD_TAKEN: _card_taken,
    ROUND_SCORED: _round_scored,
    SEAT_SCORED: _seat_scored,
    MATCH_ENDED: _match_ended,
}
"""For each kind of fact, the generator of its events from the setup, the seats' names and the fact."""

"""Mitch in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, GOES_ON, Kind
from muckle.engine.record import loose
from muckle.engine.slots import slots
from muckle.errors import IllegalError, NotationError, short
from muckle.games.mitch import columns as compiled_columns
from muckle.games.mitch import hidden as compiled_hidden
from muckle.games.mitch import rules as compiled_rules
from muckle.games.mitch.state import (
    ACE_SHOWN,
    ALL_ACES,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_PLACED,
    CARD_TAKEN,
    DEALER,
    DEALT,
    DRAW_DISCARD,
    DRAW_STOCK,
    HAND_BEGUN,
    HAND_SCORED,
    MATCH_ENDED,
    MUST_PLACE,
    NONE,
    PLACE,
    SEAT_SCORED,
    SEAT_UNIT,
    STOCK,
    SUIT,
    SeatState,
    State,
)
from muckle.kit import playing_cards as cards
from muckle.scene.contract import Event
from muckle.scene.tell import count, listed, number, open_event, signed

rules = plain(compiled_rules)
columns = plain(compiled_columns)
hidden = plain(compiled_hidden)

_ACTION = re.compile(r"(place|discard|draw)\s*(.+)")


def action_text(setup: Setup, state: State, action: int) -> str:
    """Return an action's notation, as in docs/notation.md: ``place KH``, ``discard 7S``, ``draw stock``."""
    if action >= DRAW_STOCK:
        return "draw discard" if action == DRAW_DISCARD else "draw stock"
    return f"{'place' if action >= PLACE else 'discard'} {cards.text(action % cards.CARDS)}"


def kinds() -> tuple[Kind, ...]:
    """Return the kinds of actions that the laboratory counts; a turn ends with a card laid (Mitch 3, 4)."""
    return (
        Kind("discard", 0, ENDS),
        Kind("place", PLACE, ENDS),
        Kind("draw_stock", DRAW_STOCK, GOES_ON),
        Kind("draw_discard", DRAW_DISCARD, GOES_ON),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the action that a text names.

    Raises:
        NotationError: the text is no action of Mitch.
        IllegalError: a rule forbids it here.
    """
    action = _parse(text)
    if not rules.is_legal(setup, state, action):
        raise _refusal(setup, state, action)
    return action


def _parse(text: str) -> int:
    found = _ACTION.fullmatch(text.strip().lower())
    verb, rest = found.groups() if found else ("", "")
    if verb == "draw" and rest in ("stock", "discard"):
        return DRAW_STOCK if rest == "stock" else DRAW_DISCARD
    card = cards.read(rest)
    if verb in ("", "draw") or card is None:
        raise NotationError(
            f"{short(text)!r} is no action of Mitch; write 'place KH', 'discard 7S', 'draw stock' or 'draw discard'"
        )
    return card + PLACE if verb == "place" else card


def _refusal(setup: Setup, state: State, action: int) -> IllegalError:
    """Return why an action of the seat to act is not legal here."""
    if action >= DRAW_STOCK:
        return _no_draw(setup, state)
    if state.choosing:
        return IllegalError("draw first: from the stock or the discard pile", "Mitch 11")
    card, player = action % cards.CARDS, state.seats[state.turn]
    written = cards.sign(card)
    if card % cards.LANE == cards.ACE:
        return IllegalError(f"{written} is an Ace: Aces only go into the display", "Mitch 1c")
    if not player.hand >> card & 1:
        return IllegalError(f"{written} is not in your hand", "Mitch 4a")
    if setup.options.draw == MUST_PLACE and state.taken != NONE:
        return IllegalError(f"{cards.sign(state.taken)} was taken from the discard pile and must be placed", "Mitch 11b")
    if action >= PLACE:
        return _does_not_fit(setup, player, card)
    if state.taken == card and not player.twin >> card & 1:
        return IllegalError(f"{written} was taken from the discard pile in this turn and may not go back at once", "Mitch 11a")
    return IllegalError(f"{written} fits, and in this match a card that fits may not be discarded", "Mitch 4a")


def _no_draw(setup: Setup, state: State) -> IllegalError:
    if setup.options.draw == STOCK:
        return IllegalError("there is nothing to choose: cards are drawn from the stock", "Mitch 3")
    if state.aces >= setup.options.trigger:
        return IllegalError("nobody draws in phase 2", "Mitch 6")
    return IllegalError("a card was drawn in this turn: place or discard one", "Mitch 4")


def _does_not_fit(setup: Setup, player: SeatState, card: int) -> IllegalError:
    suit = card // cards.LANE
    ranks = column(player.tableau, player.rising, suit)
    where = f"{cards.sign(ranks[-1])} at the end of your {cards.SUIT_NAMES[suit].lower()}"
    if ranks[-1] % cards.LANE == card % cards.LANE:
        return IllegalError(f"{cards.sign(card)} is equal to the {where}", "Mitch 16")
    rising = len(ranks) > 1 and player.rising >> suit & 1
    rule = "Mitch 17" if setup.options.high_low else "Mitch 5"
    return IllegalError(f"{cards.sign(card)} is not {'higher' if rising else 'lower'} than the {where}", rule)


def column(tableau: int, rising: int, suit: int) -> tuple[int, ...]:
    """Return the cards of a column in the order they were placed."""
    return _column(tableau >> suit * cards.LANE & SUIT, rising >> suit & 1, suit)


@functools.lru_cache(10_000)
def _column(ranks: int, rising: int, suit: int) -> tuple[int, ...]:
    found = [suit * cards.LANE + rank for rank in members(ranks)]
    return tuple(found if rising else reversed(found))


def chance_text(setup: Setup, outcome: int) -> str:
    """Return the notation of a random outcome, as in docs/notation.md: ``dealer 2``, ``deal 0 KH``, ``draw 1 9D``."""
    kind, seat, card = _outcome(outcome)
    if kind == DEALER:
        return f"dealer {seat}"
    return f"{'deal' if kind == DEALT else 'draw'} {seat} {cards.text(card)}"


def _outcome(code: int) -> tuple[int, int, int]:
    return code // 1024 * 1024, code % 1024 // SEAT_UNIT, code % SEAT_UNIT


def timeout(setup: Setup, state: State) -> int:
    """Return the action played for a seat whose time has run out (Mitch D11)."""
    player = state.seats[state.turn]
    if state.choosing:
        return DRAW_STOCK
    if state.taken != NONE and (setup.options.draw == MUST_PLACE or player.holds == 1):
        return PLACE + state.taken
    just_drawn = state.taken == NONE and state.aces < setup.options.trigger
    card = held(player)[-1 if just_drawn else 0]
    return card if rules.is_legal(setup, state, card) else PLACE + card


def held(player: SeatState) -> list[int]:
    """Return the cards a seat holds, longest held first."""
    return slots(player.held, player.holds)


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Return whether the seat may take an action back alone (General 10).

    It may take back only a draw from the open pile, which shows nothing new.
    """
    return action == DRAW_DISCARD


def reason(setup: Setup, state: State) -> str:
    """Return why the match is over: ``four hands played``."""
    return _played(state.finished)


def _played(hands: int) -> str:
    return f"{number(hands)} hand{'s' if hands > 1 else ''} played"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """Return a line for each card that fits, with the room that its column has left afterwards."""
    own = state.seats[seat]
    unseen, _ = hidden.unseen_cards(setup, state, seat)
    lines: list[str] = []
    for card in members(own.hand & own.room):
        left = cards_below(setup, own, card, unseen | own.hand)
        room = f"{number(left)} card{'s' * (left != 1)} that you hold or have not seen would still fit behind it"
        lines.append(f"{cards.name(card)}: {room}")
    return lines or ["No card in your hand fits in your tableau"]


def merit(setup: Setup, state: State, action: int) -> str:
    """Return an action's merit in words: the suit after a placing, or the reason for a discard or a draw from the pile."""
    own = state.seats[state.turn]
    if action == DRAW_STOCK:
        return "A card nobody has seen"
    card = state.pile[state.pile_size - 1] % SEAT_UNIT if action == DRAW_DISCARD else action % cards.CARDS
    suit, sign = card // cards.LANE, cards.sign(card)
    fits = own.room >> card & 1
    if action == DRAW_DISCARD:
        return f"{sign} fits on your {cards.SUIT_NAMES[suit]}" if fits else ""
    if action >= PLACE:
        return _placed(setup, state, card)
    if not fits:
        return f"Discard {sign}: fits nowhere"
    short = -_lead(setup, state, suit)
    return f"Discard {sign}: {short} short in {cards.SUIT_NAMES[suit]}" if short > 1 else ""


def _placed(setup: Setup, state: State, card: int) -> str:
    """Return the effect of placing a card on its suit, or on the penalty (Mitch 7, 8b)."""
    seat, suit, trial = state.turn, card // cards.LANE, loose(state)
    name, led = cards.SUIT_NAMES[suit], columns.suit_winners(setup, state, suit) >> seat & 1
    columns.place_card(setup, trial.seats[seat], card)
    lead = _lead(setup, trial, suit)
    if columns.suit_winners(setup, trial, suit) >> seat & 1:
        return f"{'Keeps' if led else 'Takes'} {name}: {f'lead by {lead}' if lead else 'equal length'}"
    if setup.options.penalty and not state.seats[seat].placed and state.aces < setup.options.trigger:
        return f"Saves the penalty of {setup.options.penalty}"
    return f"Adds to {name}: {-lead} card{'s' * (lead != -1)} short" if lead else f"Draws level in {name}"


def _lead(setup: Setup, state: State, suit: int) -> int:
    """Return the lead of the seat to act in a suit, in cards over the longest column of the others."""
    sizes = [columns.column_of(player, suit).bit_count() for player in state.seats[: setup.options.seats]]
    own = sizes.pop(state.turn)
    return own - max(sizes)


def cards_below(setup: Setup, player: SeatState, card: int, available: int) -> int:
    """Return the number of available cards that would fit behind a card in its column."""
    trial = loose(player)
    columns.place_card(setup, trial, card)
    lane = SUIT << card // cards.LANE * cards.LANE
    return (trial.room & available & lane & ~(1 << card) & ~ALL_ACES).bit_count()


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the facts of one step in words, in order."""
    return [event for each in facts for event in _EVENTS[each.kind](setup, names, each)]


def _hand_begun(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    dealer, hand = fact.details
    held = setup.options.hand_size
    what = f"{number(held)} card{'s' * (held != 1)}{' to everybody' * (held > 0)}"
    yield open_event("deal", names, dealer, "deal", f"{what}: hand {hand}")


def _ace_shown(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, card, aces = fact.details
    trigger = setup.options.trigger
    what = f"the {cards.name(card)}: Ace {aces} of {max(trigger, aces)}"
    if aces == trigger:
        what += ", phase 2 begins" if setup.options.phase2 and setup.options.hand_size else ", the hand is over"
    yield open_event("ace", names, seat, "show", what)


def _card_drawn(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield a draw from the stock, which only its seat sees (Mitch I4)."""
    seat, card = fact.details
    yield Event("draw", f"{names[seat]} draws a card", seat, f"You draw the {cards.name(card)}")


def _card_moved(kind: str, verb: str, where: str = "") -> Callable[[Setup, Sequence[str], Fact], Iterator[Event]]:
    def tell(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
        seat, card = fact.details
        yield open_event(kind, names, seat, verb, f"the {cards.name(card)}{where}")

    return tell


def _hand_scored(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    account = Account(setup, fact.board)
    for suit in range(setup.options.suits):
        yield Event("score", account.suit_won(suit, names))


def _seat_scored(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, points, hand, total = fact.details
    yield open_event("score", names, seat, "score", f"{signed(points)} in hand {hand}: {signed(total)} in all")


def _match_ended(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("end", f"The match is over: {_played(*fact.details)}")


_EVENTS = {
    HAND_BEGUN: _hand_begun,
    ACE_SHOWN: _ace_shown,
    CARD_DRAWN: _card_drawn,
    CARD_TAKEN: _card_moved("draw", "take", " from the discard pile"),
    CARD_PLACED: _card_moved("place", "place"),
    CARD_DISCARDED: _card_moved("discard", "discard"),
    HAND_SCORED: _hand_scored,
    SEAT_SCORED: _seat_scored,
    MATCH_ENDED: _match_ended,
}
"""The teller of each kind of fact: a generator of events, called with setup, names of the seats and fact."""


class Account:
    """Points of the suits of a state as they lie (Mitch 7, 8, I10)."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state
        self.won_by = columns.winners(setup, state)
        self.twice = columns.doubled(setup, state, self.won_by)

    def won(self, suit: int, seat: int) -> bool:
        """Return whether the seat is among those who win the suit."""
        return columns.won(self.won_by, suit, seat) == 1

    def size(self, suit: int, seat: int) -> int:
        """Return the number of cards in a column."""
        return columns.column_of(self.state.seats[seat], suit).bit_count()

    def suit_points(self, suit: int, seat: int) -> int:
        """Return a seat's points in a suit."""
        return rules.suit_points(self.setup, self.state, seat, suit, self.won_by, self.twice)

    def penalty(self, seat: int) -> int:
        """Return the points that a seat loses because it placed nothing in phase 1; 0 if it placed a card (Mitch 8b)."""
        return self.setup.options.penalty * rules.missed(self.state.seats[seat])

    def points(self, seat: int) -> int:
        """Return a seat's points in the hand, the penalty taken off."""
        return rules.points(self.setup, self.state, seat, self.won_by, self.twice)

    def suit_won(self, suit: int, names: Sequence[str]) -> str:
        """Return the result of a suit: ``Spades: Ann wins with 4 cards, +4``."""
        suit_name, why = cards.SUIT_NAMES[suit], self.decided(suit, len(names))
        winners = [seat for seat in range(len(names)) if self.won(suit, seat)]
        if not winners:
            return f"{suit_name}: {why}"
        who = listed(names[seat] for seat in winners)
        worth = signed(self.suit_points(suit, winners[0]))
        return f"{suit_name}: {who} win{'s' * (len(winners) == 1)} with {why}, {worth}"

    def decided(self, suit: int, seats: int) -> str:
        """Return what decided a suit: the length of its winning columns, or why nobody wins it."""
        longest = max(self.size(suit, seat) for seat in range(seats))
        if longest == 0:
            return "nobody placed any"
        if not any(self.won(suit, seat) for seat in range(seats)):
            return "nobody wins, the longest columns are equal"
        return count(longest, "card")

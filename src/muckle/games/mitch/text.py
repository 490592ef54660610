"""Mitch in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.kinds import ENDS, GOES_ON, Kind
from muckle.engine.record import loose
from muckle.errors import IllegalError, NotationError, short
from muckle.games.mitch import columns as compiled_columns
from muckle.games.mitch import hidden as compiled_hidden
from muckle.games.mitch import rules as compiled_rules
from muckle.games.mitch.state import (
    ALL_ACES,
    DEALER,
    DEALT,
    DRAW_DISCARD,
    DRAW_STOCK,
    MUST_PLACE,
    NONE,
    PLACE,
    SEAT_UNIT,
    SLOT,
    STOCK,
    SUIT,
    SeatState,
    State,
)
from muckle.kit import playing_cards as cards
from muckle.scene.contract import Event
from muckle.scene.tell import count, fact, listed, number, signed

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
    """Why an action is not legal here, for the seat to act."""
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
    if action < PLACE and setup.options.draw != MUST_PLACE:
        return IllegalError(f"{written} was taken from the discard pile in this turn and may not go back at once", "Mitch 11a")
    if setup.options.draw == MUST_PLACE and state.taken not in (NONE, card):
        return IllegalError(f"{cards.sign(state.taken)} was taken from the discard pile and must be placed", "Mitch 11b")
    if action < PLACE:
        return IllegalError(f"{written} was taken from the discard pile and must be placed", "Mitch 11b")
    return _does_not_fit(setup, player, card)


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
    return held(player)[-1 if just_drawn else 0]


def held(player: SeatState) -> list[int]:
    """Return the cards a seat holds, longest held first."""
    return [player.held >> SLOT * place & (1 << SLOT) - 1 for place in range(player.holds)]


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Return whether the seat may take an action back alone (General 10):

    only a draw from the open pile, which shows nothing new.
    """
    return action == DRAW_DISCARD


def reason(setup: Setup, state: State) -> str:
    """Why the match is over: ``four hands played``."""
    hands = state.finished
    return f"{number(hands)} hand{'s' if hands > 1 else ''} played"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """For each card that fits, how much room its column has left afterwards."""
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
        return ""
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


def events(setup: Setup, before: State | None, action: int | None, after: State, names: Sequence[str]) -> list[Event]:
    """Return the facts of one step, in order; `before` and `action` are None for the deal that begins a match."""
    return list(_Story(setup, before, action, after, names).tell())


def scored(setup: Setup, before: State, action: int, after: State, names: Sequence[str]) -> State:
    """Return the board of a hand as it was scored, with nobody to act.

    It is computed from the states around the action that ended the hand.
    """
    story = _Story(setup, before, action, after, names)
    for _ in (*story.deed(action), *story.turn_draws()):
        pass  # telling it lays it
    story.board.turn = OVER
    return story.board


class _Story:
    """Tells one step from the states around it and the outcomes of its draws."""

    def __init__(self, setup: Setup, before: State | None, action: int | None, after: State, names: Sequence[str]) -> None:
        self.setup, self.action, self.after, self.names = setup, action, after, names
        self.options = setup.options
        self.draws = [_outcome(code) for code in after.drew[: after.drawn]]
        self.board = loose(after if before is None else before)
        """The hand being told, as it lies when it is scored."""
        self.totals = [0 if before is None else player.total for player in self.board.seats]
        self.hand = 1 if before is None else before.finished + 1
        self.dealer = self.draws[0][1] if before is None else before.dealer

    def tell(self) -> Iterator[Event]:
        ended = self.after.finished - self.hand + 1
        over = self.after.turn == OVER
        if self.action is None:
            del self.draws[0]
            yield from self.new_hand()
        else:
            yield from self.deed(self.action)
            yield from self.turn_draws()
        for left in reversed(range(ended)):
            yield from self.scores()
            if left or not over:
                self.hand += 1
                self.dealer = (self.dealer + 1) % len(self.names)
                yield from self.new_hand()
        if over:
            yield Event("end", f"The match is over: {reason(self.setup, self.after)}")

    def deed(self, action: int) -> Iterator[Event]:
        """Yield the fact of the player's action and carry it out on the board."""
        seat = self.board.turn
        if action < DRAW_STOCK:
            verb, card = "place" if action >= PLACE else "discard", cards.name(action % cards.CARDS)
            yield fact(verb, self.names, seat, verb, f"the {card}")
            rules.use_card(self.setup, self.board, action)
        elif action == DRAW_DISCARD:
            yield fact("draw", self.names, seat, "take", f"the {cards.name(self.after.taken)} from the discard pile")

    def new_hand(self) -> Iterator[Event]:
        """Yield the deal with its Aces (Mitch 1 to 2), and the first draw."""
        rules.clear_table(self.setup, self.board)
        held = self.options.hand_size
        what = f"{number(held)} card{'s' * (held != 1)}{' to everybody' * (held > 0)}"
        yield fact("deal", self.names, self.dealer, "deal", f"{what}: hand {self.hand}")
        dealt, self.draws = self.draws[: held * len(self.names)], self.draws[held * len(self.names) :]
        for place in range(len(self.names)):
            seat = (self.dealer + 1 + place) % len(self.names)
            aces = [card for _, whose, card in dealt if whose == seat and card % cards.LANE == cards.ACE]
            for card in aces:
                yield self.ace(seat, card)
            wanted = len(aces)
            while wanted and not self.hand_ended():
                card = self.draws.pop(0)[2]
                yield self.draw(seat, card)
                wanted -= card % cards.LANE != cards.ACE
        yield from self.turn_draws()

    def turn_draws(self) -> Iterator[Event]:
        """Yield the draws that begin a turn of phase 1 (Mitch 3 to 3b)."""
        while self.draws and self.board.aces < self.options.trigger:
            _, seat, card = self.draws.pop(0)
            yield self.draw(seat, card)
            if card % cards.LANE != cards.ACE:
                return

    def draw(self, seat: int, card: int) -> Event:
        if card % cards.LANE == cards.ACE:
            return self.ace(seat, card)
        return Event("draw", f"{self.names[seat]} draws a card", seat, f"You draw the {cards.name(card)}")

    def ace(self, seat: int, card: int) -> Event:
        rules.show_ace(self.board, seat, card)
        self.board.stock_left -= 1
        trigger, aces = self.options.trigger, self.board.aces
        what = f"the {cards.name(card)}: Ace {aces} of {max(trigger, aces)}"
        if aces == trigger:
            what += ", phase 2 begins" if self.options.phase2 and self.options.hand_size else ", the hand is over"
        return fact("ace", self.names, seat, "show", what)

    def hand_ended(self) -> bool:
        return not self.options.phase2 and self.board.aces >= self.options.trigger

    def scores(self) -> Iterator[Event]:
        """Yield the results of the suits and the points of the seats for the hand on the board."""
        account = Account(self.setup, self.board)
        for suit in range(self.options.suits):
            yield Event("score", account.suit_won(suit, self.names))
        for seat in range(len(self.names)):
            scored = account.points(seat)
            self.totals[seat] += scored
            yield fact(
                "score", self.names, seat, "score", f"{signed(scored)} in hand {self.hand}: {signed(self.totals[seat])} in all"
            )


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

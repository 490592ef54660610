"""Mitch as one viewer sees it: built field by field from what that viewer may know (RULES.md, "Who may know what")."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.games.mitch import hidden as compiled_hidden
from muckle.games.mitch import rules as compiled_rules
from muckle.games.mitch import text
from muckle.games.mitch.shared import public_view, scored, suit_view, title
from muckle.games.mitch.state import (
    DRAW_STOCK,
    HAND_SCORED,
    KEPT_HANDS,
    MAX_ACTIONS,
    MUST_PLACE,
    NONE,
    PLACE,
    SEAT_UNIT,
    SUIT,
    SeatState,
    State,
)
from muckle.kit import playing_cards as cards
from muckle.scene.contract import (
    Act,
    Award,
    Face,
    Picture,
    Piece,
    Place,
    Reckoning,
    Result,
    Scene,
    ScoredLine,
    Sum,
    Table,
    Zone,
)
from muckle.scene.result import result
from muckle.scene.tell import count, doing, piles, round_the_table, signed

rules = plain(compiled_rules)
hidden = plain(compiled_hidden)

PLACE_KEYS, DISCARD_KEYS = "1234567890", "qwertyiopa"
"""The keys that place and discard the first, second, … card of the hand; u is for taking back."""
FACES = tuple(Face("card", rank, suit) for suit in cards.SUITS for rank in cards.RANKS)
"""The face of each card, indexed by card number."""

PICTURES = {
    "mitch": "KS,10S,7S QH,8H",
    "discard_draw": "? 9D",
    "must_place": "9D JD,9D",
    "gunzler": "9C,4C,2C JD",
    "two_packs": "QH,8H QH,8H",
    "three_cards": "QD 6S 3H",
    "zero_cards": "? JC",
    "high_low": "5H,8H,JH QS,7S,2S",
    "revolution": "AS AH AC AD",
    "Mitch 4": "? 9D",
    "Mitch 5": "KH,JH,8H",
    "Mitch 6": "AC AH AD",
    "Mitch 7": "KS,10S,7S QS,8S",
    "Mitch 7a": "KC,9C KC,4C",
    "Mitch 8a": "=−1",
    "Mitch 8b": "=−10",
    "Mitch 11": "? 9D",
    "Mitch 17": "5H,8H,JH QS,7S,2S",
}
"""Pictures of presets and rules, in the notation that `piles` reads."""


def emblem() -> tuple[Face, ...]:
    """Return the pieces on the game's card in the lobby."""
    return tuple(Face("card", text, second) for text, second in (("K", "S"), ("J", "H"), ("9", "C"), ("Q", "D")))


def pictures() -> dict[str, Picture]:
    """Return a picture for each preset and for each rule that the help mentions."""
    return {name: piles(text, lambda card: Face("card", card[:-1], card[-1])) for name, text in PICTURES.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """Return the scene for a seat, or for a spectator (None)."""
    return _Builder(setup, state, viewer, names).scene()


def reckoning(setup: Setup, facts: Sequence[Fact], viewer: int | None, names: Sequence[str]) -> Reckoning | None:
    """Return who won which suit of a hand, and the points (Mitch 7, 8), over the columns as they lay (I7)."""
    scored = next(fact for fact in facts if fact.kind == HAND_SCORED)
    board, (hand,) = scored.board, scored.details
    builder = _Builder(setup, board, viewer, names)
    sums = [builder.sum(seat) for seat in range(len(names))]
    points = [builder.account.points(seat) for seat in range(len(names))]
    best = max(points)
    takers = [seat for seat in range(len(names)) if points[seat] == best]
    return Reckoning(
        number=hand,
        title=f"{doing(names, takers, viewer, 'take')} the hand with {signed(best)}",
        text=f"Hand {hand} of {max(setup.options.hands, hand)}.",
        go_on="Next hand",
        sums=tuple(sorted(sums, key=lambda each: -board.seats[each.seat].total - points[each.seat])),
        awards=tuple(builder.award(suit) for suit in builder.suits),
        zones=builder.zones(),
        pieces=builder.pieces,
    )


def scored_lines(setup: Setup, facts: Sequence[Fact], seat: int) -> tuple[ScoredLine, ...]:
    """Return a seat's points in each hand, a block a suit it won; empty blocks are the suits that others won."""
    return tuple(_scored_line(setup, fact.board, seat) for fact in facts if fact.kind == HAND_SCORED)


def _scored_line(setup: Setup, board: State, seat: int) -> ScoredLine:
    account, suits, seats = text.Account(setup, board), range(setup.options.suits), range(setup.options.seats)
    won = [suit for suit in suits if account.won(suit, seat)]
    lost = [suit for suit in suits if suit not in won and any(account.won(suit, other) for other in seats)]
    return ScoredLine(account.points(seat), " ".join(cards.SUIT_SIGNS[suit] for suit in won), (), len(won), len(lost))


class _Builder:
    """Gathers the pieces while the zones are laid out. Own cards come first, so that they keep their ids with two packs."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.viewer, self.names = setup, setup.options, state, viewer, names
        self.pieces: dict[str, Piece] = {}
        self.turn = state.turn
        self.suits = range(setup.options.suits)
        self.public = public_view(setup, state, names)
        self.account, self.over, self.phase1 = self.public.account, self.public.over, self.public.phase1

    def scene(self) -> Scene:
        key = "" if self.viewer is None else self.names[self.viewer]
        unseen = () if self.over else (self.unseen(),)
        return Scene(
            game="mitch",
            title=title(self.setup),
            status=self.status(),
            prompt=self.prompt() if self.turn == self.viewer else "",
            seats=tuple(
                replace(seat, you=True) if number == self.viewer else seat for number, seat in enumerate(self.public.seats)
            ),
            zones=self.zones(),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.viewer == self.turn and not self.over else {},
            tables=(*(replace(table, key=key) for table in self.public.tables), *unseen),
            result=self.result() if self.over else None,
            help=self.public.help,
        )

    def put(self, card: int, piece: Piece) -> str:
        """Add a piece for a card and return its id. The second of two equal cards gets an id of its own."""
        written = cards.text(card)
        name = f"{written}-2" if written in self.pieces else written
        self.pieces[name] = piece
        return name

    # The table

    def zones(self) -> dict[str, Zone]:
        """Return the zones in reading order: the others', the centre, the viewer's own."""
        me = {} if self.viewer is None else self.hand(self.viewer) | self.tableau(self.viewer)
        others: dict[str, Zone] = {}
        for seat in round_the_table(len(self.names), self.viewer):
            others |= self.tableau(seat)
        return others | dict(self.centre()) | me

    def hand(self, seat: int) -> dict[str, Zone]:
        """Return the viewer's own cards, high to low in each suit (Mitch I1, I5)."""
        own = self.state.seats[seat]
        drawn = self.just_drawn(seat)
        items: list[str] = []
        for card in hand_order(own):
            for copy in range(1 + (own.twin >> card & 1)):
                marks = tuple(self.marks(own, card, drawn, copy))
                items.append(self.put(card, owned(card, seat, "stock", marks)))
        return {"hand": Zone(kind="fan", label="Your hand", place="me", owner=seat, items=tuple(items), n=own.holds)}

    def just_drawn(self, seat: int) -> int | None:
        """Return the card this turn began with, if the seat drew it and has yet to act."""
        own = self.state.seats[seat]
        if self.turn != seat or self.state.choosing or not self.phase1 or own.holds == 0:
            return None
        return text.held(own)[-1]

    def marks(self, own: SeatState, card: int, drawn: int | None, copy: int) -> Iterator[str]:
        if card == drawn and not copy:
            yield "just taken" if card == self.state.taken else "just drawn"
        if own.twin >> card & 1:
            yield "held twice"
        if (own.known_twin if copy else own.known) >> card & 1:
            yield "known to everybody"

    def tableau(self, seat: int) -> dict[str, Zone]:
        """Return a player's columns (Mitch I7) and the cards known to lie in that hand (Mitch I5)."""
        zone = f"seat{seat}"
        mine = seat == self.viewer
        player, place = self.state.seats[seat], place_of(mine)
        whose = "Your" if mine else f"{self.names[seat]}'s"
        note = "" if mine else f"{count(player.holds, 'card')} in hand"
        zones = {zone: Zone("panel", f"{whose} tableau", place, seat, note=note)}
        notes = self.public.suits.columns("won" if self.over else "leads")[seat]
        for suit in self.suits:
            column = text.column(player.tableau, player.rising, suit)
            if column or mine:
                items = [self.put(card, owned(card, seat, "hand" if mine else zone)) for card in column]
                note, marks = notes[suit]
                zones[column_id(seat, suit)] = Zone(
                    "column",
                    f"{whose} {cards.SUIT_NAMES[suit].lower()}",
                    place,
                    seat,
                    tuple(items),
                    note=note,
                    marks=marks,
                    short=cards.SUIT_NAMES[suit],
                    lane=cards.SUITS[suit],
                    parent=zone,
                )
        if not mine and player.known:
            items = [self.put(card, owned(card, seat, "pile")) for card in bits(player.known, player.known_twin)]
            label = f"{whose} cards from the pile"
            zones[f"{zone}-taken"] = Zone("row", label, place, seat, tuple(items), short="Cards from the pile", parent=zone)
        return zones

    def centre(self) -> Iterator[tuple[str, Zone]]:
        """Yield the zones of the stock (Mitch I2), the discard pile (I6) and the Ace display (I4)."""
        state = self.state
        yield "stock", Zone("stack", "Stock", n=state.stock_left)
        pile = [self.lying(code, "discarded") for code in state.pile[: state.pile_size]]
        yield "pile", Zone("pile", "Discard pile", items=tuple(pile))
        shown = [self.lying(code, "shown") for code in state.shown[: state.aces]]
        yield "aces", Zone("row", "Aces shown", items=tuple(shown), note=self.public.aces())

    def lying(self, code: int, verb: str) -> str:
        """Add a piece for a card in the middle, with the player it came from, and return its id."""
        seat, card = divmod(code, SEAT_UNIT)
        if seat == self.viewer:
            return self.put(card, laid(card, verb, "you", "hand"))
        return self.put(card, laid(card, verb, self.names[seat], f"seat{seat}"))

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        who = "Your turn" if self.turn == self.viewer else f"{self.names[self.turn]}'s turn"
        return f"{who}: {self.prompt()}"

    def prompt(self) -> str:
        """Return what the seat to act is asked, and how far the match has come."""
        hand = f"Hand {self.state.finished + 1} of {max(self.options.hands, self.state.finished + 1)}"
        phase = f"{self.public.aces()} Aces shown" if self.phase1 else "phase 2, nobody draws"
        return f"{self.asked()}. {hand}, {phase}."

    def asked(self) -> str:
        """Return the decision that is due from the seat to act."""
        state = self.state
        if state.choosing:
            return f"draw from the stock or take the {cards.name(state.pile[state.pile_size - 1] % SEAT_UNIT)}"
        if state.taken != NONE and self.options.draw == MUST_PLACE:
            return f"place the {cards.name(state.taken)} from the discard pile"
        return (
            "place a card or discard one" if self.options.discarding else "place a card that fits or discard one that does not"
        )

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Yield the legal actions of the seat to act by their text (Mitch I9)."""
        seat = self.turn
        actions = [0] * MAX_ACTIONS
        order = hand_order(self.state.seats[seat])
        for action in actions[: rules.legal(self.setup, self.state, actions)]:
            name = text.action_text(self.setup, self.state, action)
            if action >= DRAW_STOCK:
                yield name, self.draw_act(action)
                continue
            yield name, card_act(action, seat, order.index(action % cards.CARDS))

    def draw_act(self, action: int) -> Act:
        if action == DRAW_STOCK:
            return Act("Draw from the stock", "draw", on="z:stock", key="s", main=True)
        top = self.state.pile[self.state.pile_size - 1] % SEAT_UNIT
        return Act(f"Take the {cards.name(top)} from the discard pile", "take", on="z:pile", key="d")

    # Tables and the result

    def unseen(self) -> Table:
        """Return a table of the cards the viewer has not seen (Mitch I11)."""
        unseen, twins = hidden.unseen_cards(self.setup, self.state, -1 if self.viewer is None else self.viewer)
        rows = tuple((cards.SUIT_NAMES[suit], ranks(unseen, twins, suit)) for suit in self.suits)
        return Table("Cards you have not seen", ("Suit", "Cards"), rows)

    def award(self, suit: int) -> Award:
        """Return the winners of a suit of a scored hand, with the length of their columns and their points (Mitch 7)."""
        winners = tuple(seat for seat in range(len(self.names)) if self.account.won(suit, seat))
        points = signed(self.account.suit_points(suit, winners[0])) if winners else ""
        return Award(cards.SUIT_NAMES[suit], self.account.decided(suit, len(self.names)), winners, points)

    def sum(self, seat: int) -> Sum:
        """Return a seat's points in a hand that is scored, suit by suit (Mitch 8)."""
        account, player = self.account, self.state.seats[seat]
        parts = [
            f"{cards.SUIT_SIGNS[suit]} {signed(account.suit_points(suit, seat))}"
            for suit in self.suits
            if account.size(suit, seat)
        ]
        if lost := account.penalty(seat):
            parts.append(f"nothing placed −{lost}")
        points = account.points(seat)
        return Sum(seat, signed(points), signed(player.total + points).lstrip("+"), tuple(parts))

    def result(self) -> Result:
        """Return the winners and the reasons (Mitch 9)."""
        totals = [player.total for player in self.public.players]
        reason = text.reason(self.setup, self.state)
        return result(self.names, totals, self.why, reason, written=signed, rounds=self.last_hands)

    def last_hands(self, seat: int) -> list[int]:
        """Return a seat's points in each of the last hands, in order."""
        finished = self.state.finished
        return [scored(self.state.seats[seat], hand) for hand in range(max(0, finished - KEPT_HANDS), finished)]

    def why(self, seat: int) -> Iterator[str]:
        """Yield a seat's points in each hand, and suit by suit in the last one."""
        finished, account = self.state.finished, suit_view(self.options, self.public.last_tableaus()).account
        if finished > 1:
            points = ", ".join(map(signed, self.last_hands(seat)))
            yield f"{'Hands' if finished <= KEPT_HANDS else 'Last hands'}: {points}"
        hand = f"Hand {finished}, " if finished > 1 else ""
        for suit in self.suits:
            size = account.size(suit, seat)
            if size:
                won = "won" if account.won(suit, seat) else "not won"
                worth = signed(account.suit_points(suit, seat))
                yield f"{hand}{cards.SUIT_NAMES[suit].lower()}: {count(size, 'card')}, {won}, {worth}".capitalize()
        if lost := account.penalty(seat):
            yield f"{hand}nothing placed in phase 1: −{lost}".capitalize()


@functools.lru_cache(10_000)
def owned(card: int, seat: int, came: str, marks: tuple[str, ...] = ()) -> Piece:
    """Return the piece for a card that a seat owns; cached, as pieces never change."""
    return Piece(cards.name(card), FACES[card], seat, came, marks)


@functools.lru_cache(10_000)
def laid(card: int, verb: str, who: str, came: str) -> Piece:
    """Return the piece for a card in the middle, labelled with the player it came from."""
    return Piece(f"{cards.name(card)}, {verb} by {who}", FACES[card], came=came)


@functools.lru_cache(10_000)
def card_act(action: int, seat: int, place: int) -> Act:
    """Return the button to place or discard the card at a place of the seat's hand."""
    card, placing = action % cards.CARDS, action >= PLACE
    return Act(
        label=f"{'Place' if placing else 'Discard'} the {cards.name(card)}",
        verb="place" if placing else "discard",
        on=f"p:{cards.text(card)}",
        to="z:" + (column_id(seat, card // cards.LANE) if placing else "pile"),
        key=(PLACE_KEYS if placing else DISCARD_KEYS)[place],
    )


def place_of(mine: bool) -> Place:
    return "me" if mine else "others"


def column_id(seat: int, suit: int) -> str:
    """Return the id of a column zone: ``seat2-spades``."""
    return f"seat{seat}-{cards.SUIT_NAMES[suit].lower()}"


def hand_order(player: SeatState) -> list[int]:
    """Return the cards a player holds, each once: suit by suit, high to low."""
    return sorted(bits(player.hand), key=lambda card: (card // cards.LANE, -card))


def bits(cards_once: int, cards_twice: int = 0) -> list[int]:
    """List the cards of a set, lowest first, then those of a second set."""
    return [*members(cards_once), *members(cards_twice)]


def ranks(once: int, twice: int, suit: int) -> str:
    """Return the ranks of a suit in a set of cards, high to low: ``K Q Q 7``."""
    return written_ranks(once >> suit * cards.LANE & SUIT, twice >> suit * cards.LANE & SUIT)


@functools.lru_cache(10_000)
def written_ranks(once: int, twice: int) -> str:
    """Return the ranks of two sets together, high to low: ``K Q Q 7``."""
    return " ".join(cards.RANKS[rank] for rank in sorted(bits(once, twice), reverse=True)) or "–"

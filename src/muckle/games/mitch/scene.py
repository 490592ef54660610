"""Mitch as one viewer sees it: built field by field from what that viewer may know (RULES.md, "Who may know what")."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from muckle.engine.bits import members
from muckle.engine.compiler import plain
from muckle.engine.rules import OVER, Setup
from muckle.games.mitch import hidden as compiled_hidden
from muckle.games.mitch import rules as compiled_rules
from muckle.games.mitch import text
from muckle.games.mitch.state import (
    DRAW_STOCK,
    KEPT_HANDS,
    MAX_ACTIONS,
    MUST_PLACE,
    NONE,
    PLACE,
    SEAT_UNIT,
    SUIT,
    SeatState,
    Settings,
    State,
)
from muckle.kit import playing_cards as cards
from muckle.scene.contract import Act, Award, Face, Picture, Piece, Place, Reckoning, Result, Scene, Seat, Sum, Table, Zone
from muckle.scene.result import result
from muckle.scene.tell import count, doing, piles, round_the_table, signed

Left = tuple[int, int, int]
"""Of a player in the hand before: the columns, which of them rose, whether the penalty was paid."""

rules = plain(compiled_rules)
hidden = plain(compiled_hidden)

PLACE_KEYS, DISCARD_KEYS = "1234567890", "qwertyiopa"
"""The keys that place and discard the first, second, … card of the hand; u is for taking back."""
FACES = tuple(Face("card", rank, suit) for suit in cards.SUITS for rank in cards.RANKS)
"""Of every card."""

WAYS = {
    "mitch": "KS,10S,7S QH,8H",
    "discard_draw": "? 9D",
    "must_place": "9D JD,9D",
    "gunzler": "9C,4C,2C JD",
    "two_packs": "QH,8H QH,8H",
    "three_cards": "QD 6S 3H",
    "zero_cards": "? JC",
    "high_low": "5H,8H,JH QS,7S,2S",
    "revolution": "AS AH AC AD",
}
"""Pictures of the ways to play, as `piles` reads them."""


def emblem() -> tuple[Face, ...]:
    """Pieces for the game's card in the lobby."""
    return tuple(Face("card", text, second) for text, second in (("K", "S"), ("J", "H"), ("9", "C"), ("Q", "D")))


def ways() -> dict[str, Picture]:
    """What is different in each way to play."""
    return {name: piles(text, lambda card: Face("card", card[:-1], card[-1])) for name, text in WAYS.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """The scene for a seat, or for a spectator (None)."""
    return _Builder(setup, state, viewer, names).scene()


def reckoning(
    setup: Setup, before: State, action: int, after: State, viewer: int | None, names: Sequence[str]
) -> Reckoning | None:
    """Who won which suit of a hand, and what it brought (Mitch 7, 8), over the columns as they lay (I7)."""
    board = text.scored(setup, before, action, after, names)
    builder = _Builder(setup, board, viewer, names)
    sums = [builder.sum(seat) for seat in range(len(names))]
    points = [builder.account.points(seat) for seat in range(len(names))]
    best, hand = max(points), before.finished + 1
    takers = [seat for seat in range(len(names)) if points[seat] == best]
    return Reckoning(
        number=hand,
        title=f"{doing(names, takers, viewer, 'take')} the hand with {signed(best)}",
        text=f"Hand {hand} of {max(setup.options.hands, hand)}.",
        go_on="Next hand",
        sums=tuple(sorted(sums, key=lambda each: -before.seats[each.seat].total - points[each.seat])),
        awards=tuple(builder.award(suit) for suit in builder.suits),
        zones=builder.zones(),
        pieces=builder.pieces,
    )


class _Builder:
    """Gathers the pieces while the zones are laid out. Own cards come first, so that they keep their ids with two packs."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.viewer, self.names = setup, setup.options, state, viewer, names
        self.pieces: dict[str, Piece] = {}
        self.turn = state.turn
        self.over = self.turn == OVER
        self.phase1 = state.aces < setup.options.trigger
        self.suits = range(setup.options.suits)
        self.account = text.Account(setup, state)

    def scene(self) -> Scene:
        return Scene(
            game="mitch",
            title=title(self.setup),
            status=self.status(),
            seats=tuple(self.seat(number) for number in range(len(self.names))),
            zones=self.zones(),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.viewer == self.turn and not self.over else {},
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            help=self.help(),
        )

    def put(self, card: int, label: str = "", **details: Any) -> str:
        """A new piece for a card; its id. The second of two equal cards gets an id of its own."""
        written = cards.text(card)
        name = f"{written}-2" if written in self.pieces else written
        self.pieces[name] = Piece(label or cards.name(card), FACES[card], **details)
        return name

    # The table

    def zones(self) -> dict[str, Zone]:
        """In reading order: the others, the centre, the viewer's own."""
        me = {} if self.viewer is None else self.hand(self.viewer) | self.tableau(self.viewer)
        others: dict[str, Zone] = {}
        for seat in round_the_table(len(self.names), self.viewer):
            others |= self.tableau(seat)
        return others | dict(self.centre()) | me

    def hand(self, seat: int) -> dict[str, Zone]:
        """The viewer's own cards, high to low in each suit (Mitch I1, I5)."""
        own = self.state.seats[seat]
        drawn = self.just_drawn(seat)
        items = [
            self.put(card, owner=seat, came="stock", marks=tuple(self.marks(own, card, drawn))) for card in hand_order(own)
        ]
        return {"hand": Zone("fan", "Your hand", "me", seat, tuple(items), own.holds)}

    def just_drawn(self, seat: int) -> int | None:
        """The card this turn began with, if the seat drew it and has yet to act."""
        own = self.state.seats[seat]
        if self.turn != seat or self.state.choosing or not self.phase1 or own.holds == 0:
            return None
        return text.held(own)[-1]

    def marks(self, own: SeatState, card: int, drawn: int | None) -> Iterator[str]:
        if card == drawn:
            yield "just taken" if card == self.state.taken else "just drawn"
        if own.twin >> card & 1:
            yield "held twice"
        if own.known >> card & 1:
            yield "known to everybody"

    def tableau(self, seat: int) -> dict[str, Zone]:
        """A player's columns (Mitch I7) and the cards known to lie in that hand (Mitch I5)."""
        zone = f"seat{seat}"
        mine = seat == self.viewer
        player, place = self.state.seats[seat], place_of(mine)
        whose = "Your" if mine else f"{self.names[seat]}'s"
        note = "" if mine else f"{count(player.holds, 'card')} in hand"
        zones = {zone: Zone("panel", f"{whose} tableau", place, seat, note=note)}
        for suit in self.suits:
            column = text.column(player.tableau, player.rising, suit)
            if column or mine:
                items = [self.put(card, owner=seat, came="hand" if mine else zone) for card in column]
                label, note = f"{whose} {cards.SUIT_NAMES[suit].lower()}", ", ".join(self.column_notes(seat, suit))
                zones[column_id(seat, suit)] = Zone("column", label, place, seat, tuple(items), note=note, parent=zone)
        if not mine and player.known:
            items = [self.put(card, owner=seat, came="pile") for card in bits(player.known, player.known_twin)]
            zones[f"{zone}-taken"] = Zone("row", f"{whose} cards from the pile", place, seat, tuple(items), parent=zone)
        return zones

    def column_notes(self, seat: int, suit: int) -> Iterator[str]:
        if self.state.seats[seat].rising >> suit & 1:
            yield "rising"
        if self.account.won(suit, seat):
            yield "won" if self.over else "leads"

    def centre(self) -> Iterator[tuple[str, Zone]]:
        """Stock (Mitch I2), discard pile (I6) and Ace display (I4)."""
        state = self.state
        yield "stock", Zone("stack", "Stock", n=state.stock_left)
        pile = [self.lying(code, "discarded") for code in state.pile[: state.pile_size]]
        yield "pile", Zone("pile", "Discard pile", items=tuple(pile))
        shown = [self.lying(code, "shown") for code in state.shown[: state.aces]]
        yield "aces", Zone("row", "Aces shown", items=tuple(shown), note=self.aces())

    def lying(self, code: int, verb: str) -> str:
        """A card in the middle, and whose it was."""
        seat, card = divmod(code, SEAT_UNIT)
        who = "you" if seat == self.viewer else self.names[seat]
        return self.put(card, f"{cards.name(card)}, {verb} by {who}", came="hand" if seat == self.viewer else f"seat{seat}")

    def aces(self) -> str:
        return f"{self.state.aces} of {max(self.options.trigger, self.state.aces)}"

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        mine, name = self.turn == self.viewer, self.names[self.turn]
        who = "Your turn: " if mine else f"{name}'s turn: "
        hand = f"Hand {self.state.finished + 1} of {max(self.options.hands, self.state.finished + 1)}"
        phase = f"{self.aces()} Aces shown" if self.phase1 else "phase 2, nobody draws"
        return f"{who}{self.asked()}. {hand}, {phase}."

    def asked(self) -> str:
        """What the seat to act is asked."""
        state = self.state
        if state.choosing:
            return f"draw from the stock or take the {cards.name(state.pile[state.pile_size - 1] % SEAT_UNIT)}"
        if state.taken != NONE and self.options.draw == MUST_PLACE:
            return f"place the {cards.name(state.taken)} from the discard pile"
        return "place a card or discard one"

    def seat(self, number: int) -> Seat:
        """A place at the table: total, and what everybody may know (Mitch I8, I10, I15)."""
        player = self.state.seats[number]
        notes = ["dealer"] if number == self.state.dealer and not self.over else list[str]()
        if not self.over:
            notes += self.this_hand(number, player)
        return Seat(
            self.names[number],
            signed(player.total).lstrip("+"),
            turn=number == self.turn,
            you=number == self.viewer,
            note=", ".join(notes),
        )

    def this_hand(self, number: int, player: SeatState) -> Iterator[str]:
        """What the hand is worth so far, and what placing nothing may cost or has cost (Mitch 8b)."""
        penalty = self.options.penalty
        points = self.account.points(number)
        if self.phase1:
            points += penalty * rules.missed(player)
        yield f"{signed(points)} so far"
        if penalty and self.phase1 and not player.placed:
            yield f"has placed nothing yet: {penalty} points at risk"
        if penalty and not self.phase1 and rules.missed(player):
            yield f"placed nothing in phase 1: −{penalty}"

    def help(self) -> dict[str, str]:
        """The rules that matter now."""
        options = self.options
        lines = {"Mitch 4": "place one card or discard one; there is no pass"}
        if self.state.choosing:
            lines["Mitch 11"] = "draw from the stock or the discard pile"
        if options.high_low:
            lines["Mitch 17"] = "the second card of a column may be higher or lower; the column goes on that way"
        else:
            lines["Mitch 5"] = "a card is placed below a higher one of its suit, or starts the suit's column"
        if self.phase1 and options.penalty:
            lines["Mitch 8b"] = f"who places nothing in phase 1 loses {options.penalty} points"
        if options.phase2:
            lines["Mitch 6"] = "after the trigger Ace nobody draws, and the hands are played out"
        else:
            lines["Revolution 2"] = "the trigger Ace ends the hand at once"
        ties = "Mitch 17a" if options.high_low else "Mitch 13" if options.lowest_low else "Mitch 7a"
        last = "further from its end" if options.high_low else "lower" if options.lowest_low else "higher"
        lines["Mitch 7"] = "the longest column of a suit wins it"
        lines[ties] = f"of equally long columns the one whose last card is {last} wins"
        lines["Mitch 8a"] = f"each card in a suit not won costs {options.loss}"
        return lines

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """The legal actions, for the seat to act (Mitch I9)."""
        seat = self.turn
        actions = [0] * MAX_ACTIONS
        order = hand_order(self.state.seats[seat])
        for action in actions[: rules.legal(self.setup, self.state, actions)]:
            name = text.action_text(self.setup, self.state, action)
            if action >= DRAW_STOCK:
                yield name, self.draw_act(action)
                continue
            card = action % cards.CARDS
            placing, key = action >= PLACE, order.index(card)
            yield (
                name,
                Act(
                    label=f"{'Place' if placing else 'Discard'} the {cards.name(card)}",
                    verb="place" if placing else "discard",
                    on=f"p:{cards.text(card)}",
                    to="z:" + (column_id(seat, card // cards.LANE) if placing else "pile"),
                    key=(PLACE_KEYS if placing else DISCARD_KEYS)[key],
                ),
            )

    def draw_act(self, action: int) -> Act:
        if action == DRAW_STOCK:
            return Act("Draw from the stock", "draw", on="z:stock", key="s", main=True)
        top = self.state.pile[self.state.pile_size - 1] % SEAT_UNIT
        return Act(f"Take the {cards.name(top)} from the discard pile", "take", on="z:pile", key="d")

    # Tables and the result

    def tables(self) -> Iterator[Table]:
        if self.state.finished:
            yield self.scores()
            yield self.hand_before()
        if not self.over:
            rows = suit_rows(self.options, self.account, self.names)
            yield Table("Suits now: cards and points", suit_head(self.options), rows, key=self.own_name())
            yield self.unseen()

    def scores(self) -> Table:
        """The hands so far and the totals (Mitch I15); the state remembers the last eight one by one."""
        finished = self.state.finished
        first = max(0, finished - KEPT_HANDS)
        head = ["", *([f"1–{first}"] if first else []), *(str(hand + 1) for hand in range(first, finished)), "Total"]
        rows: list[tuple[str, ...]] = []
        for name, player in zip(self.names, self.players(), strict=True):
            hands, total = [scored(player, hand) for hand in range(first, finished)], player.total
            earlier = [total - sum(hands)] if first else []
            rows.append((name, *map(signed, [*earlier, *hands, total])))
        return Table("Scores of the hands", tuple(head), tuple(rows), key=self.own_name())

    def players(self) -> list[SeatState]:
        return [self.state.seats[number] for number in range(len(self.names))]

    def own_name(self) -> str:
        return "" if self.viewer is None else self.names[self.viewer]

    def hand_before(self) -> Table:
        """How the hand before ended: the suits, what placing nothing in phase 1 cost, and the sum."""
        table = ended_hand(self.options, tuple(self.names), self.state.finished, self.left())
        return replace(table, key=self.own_name())

    def left(self) -> tuple[Left, ...]:
        """What the hand before left of every player."""
        return tuple((player.last, player.last_rising, player.last_missed) for player in self.players())

    def unseen(self) -> Table:
        """The cards the viewer has not seen (Mitch I11)."""
        unseen, twins = hidden.unseen_cards(self.setup, self.state, -1 if self.viewer is None else self.viewer)
        rows = tuple((cards.SUIT_NAMES[suit], ranks(unseen, twins, suit)) for suit in self.suits)
        return Table("Cards you have not seen", ("Suit", "Cards"), rows)

    def award(self, suit: int) -> Award:
        """Who won a suit of a hand that is scored, and with how much (Mitch 7)."""
        winners = tuple(seat for seat in range(len(self.names)) if self.account.won(suit, seat))
        points = signed(self.account.suit_points(suit, winners[0])) if winners else ""
        return Award(cards.SUIT_NAMES[suit], self.account.decided(suit, len(self.names)), winners, points)

    def sum(self, seat: int) -> Sum:
        """What a hand that is scored brought a seat, suit by suit (Mitch 8)."""
        account, player = self.account, self.state.seats[seat]
        parts = [
            f"{cards.SUIT_SIGNS[suit]} {signed(account.suit_points(suit, seat))}"
            for suit in self.suits
            if account.size(suit, seat)
        ]
        if self.options.penalty and rules.missed(player):
            parts.append(f"nothing placed −{self.options.penalty}")
        points = account.points(seat)
        return Sum(seat, signed(points), signed(player.total + points).lstrip("+"), tuple(parts))

    def result(self) -> Result:
        """Who won, and why (Mitch 9)."""
        totals = [player.total for player in self.players()]
        return result(self.names, totals, self.why, text.reason(self.setup, self.state), written=signed)

    def why(self, seat: int) -> Iterator[str]:
        """The hands of a seat, and its suits in the last one."""
        finished, board = self.state.finished, as_left(self.left())
        account = text.Account(self.setup, board)
        if finished > 1:
            first = max(0, finished - KEPT_HANDS)
            points = ", ".join(signed(scored(self.state.seats[seat], hand)) for hand in range(first, finished))
            yield f"{'Hands' if first == 0 else 'Last hands'}: {points}"
        hand = f"Hand {finished}, "
        for suit in self.suits:
            size = account.size(suit, seat)
            if size:
                won = "won" if account.won(suit, seat) else "not won"
                worth = signed(account.suit_points(suit, seat))
                yield f"{hand}{cards.SUIT_NAMES[suit].lower()}: {count(size, 'card')}, {won}, {worth}"
        if self.options.penalty and rules.missed(board.seats[seat]):
            yield f"{hand}nothing placed in phase 1: −{self.options.penalty}"


def title(setup: Setup) -> str:
    """The game's name and what is special about it."""
    options = setup.options
    special = {"two packs": options.packs > 1, "high/low": options.high_low, "draws from the discard pile": options.draw}
    return ", ".join(["Mitch" if options.phase2 else "Revolution", *(words for words, there in special.items() if there)])


def place_of(mine: bool) -> Place:
    return "me" if mine else "others"


def column_id(seat: int, suit: int) -> str:
    """The id of a column zone: ``seat2-spades``."""
    return f"seat{seat}-{cards.SUIT_NAMES[suit].lower()}"


def hand_order(player: SeatState) -> list[int]:
    """The cards a player holds, each once: suit by suit, high to low."""
    return sorted(bits(player.hand), key=lambda card: (card // cards.LANE, -card))


def bits(cards_once: int, cards_twice: int = 0) -> list[int]:
    """The cards of a set, lowest first, and again those that are in the second set."""
    return [*members(cards_once), *members(cards_twice)]


def ranks(once: int, twice: int, suit: int) -> str:
    """The ranks of a suit in a set of cards, high to low: ``K Q Q 7``."""
    lane = [rank for cards_held in (once, twice) for rank in members(cards_held >> suit * cards.LANE & SUIT)]
    return " ".join(cards.RANKS[rank] for rank in sorted(lane, reverse=True)) or "–"


@functools.lru_cache(1000)
def ended_hand(options: Settings, names: tuple[str, ...], hand: int, left: tuple[Left, ...]) -> Table:
    """How a hand ended; the same for everybody, and for every scene until the next one ends."""
    board = as_left(left)
    account = text.Account(Setup(options, ()), board)
    fines = [-options.penalty * rules.missed(player) for player in board.seats]
    rows = [
        (*row, *([signed(fines[seat])] if any(fines) else []), signed(account.points(seat)))
        for seat, row in enumerate(suit_rows(options, account, names))
    ]
    head = (*suit_head(options), *(["Nothing placed"] if any(fines) else []), "Points")
    return Table(f"Hand {hand}: cards and points", head, tuple(rows))


def as_left(left: Sequence[Left]) -> Any:
    """What matters of a state for the points, as the hand before was left."""
    fields = ("tableau", "rising", "had_turn")
    return SimpleNamespace(seats=[SimpleNamespace(**dict(zip(fields, each, strict=True)), placed=0) for each in left])


def suit_head(options: Settings) -> tuple[str, ...]:
    """The head of a table of suits."""
    return ("", *cards.SUIT_SIGNS[: options.suits])


def suit_rows(options: Settings, account: text.Account, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Each player's columns as they lie, and what they bring (Mitch I10)."""
    return tuple((name, *(cell(account, suit, seat) for suit in range(options.suits))) for seat, name in enumerate(names))


def cell(account: text.Account, suit: int, seat: int) -> str:
    """How long a column is and what it brings: ``3: +4``."""
    size = account.size(suit, seat)
    return f"{size}: {signed(account.suit_points(suit, seat))}" if size else "–"


def scored(player: SeatState, hand: int) -> int:
    """A player's points in one of the last eight hands, numbered from 0."""
    return player.scored[hand % KEPT_HANDS]

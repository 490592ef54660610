"""Multzo as one viewer sees it: built field by field from what that viewer may know (section 3 of the rulebook page)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from muckle.engine.rules import OVER, Setup
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import text
from muckle.kit import piecepack
from muckle.scene.contract import Act, Face, Piece, Place, Result, Scene, Seat, Standing, Table, Zone

rules: Any = compiled_rules
"""Compiled functions carry no annotations."""

KEYS, DECLARE_KEYS = "1234567890qwerty", "qwert"
"""The keys for the first, second, … thing to take or to discard face up; to discard face down. u is for taking back."""


def build(setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> Scene:
    """The scene for a seat, or for a spectator (None)."""
    return _Builder(setup, state, viewer, names).scene()


class _Builder:
    """Gathers the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.viewer, self.names = setup, setup.options, state, viewer, names
        self.pieces: dict[str, Piece] = {}
        self.turn, self.rounds, self.recycled = int(state.turn), int(state.rounds), int(state.recycled)
        self.players = [state.seats[number] for number in range(len(names))]
        self.over = self.turn == OVER
        self.shown = self.over or state.phase == rules.SHOWDOWN

    def scene(self) -> Scene:
        zones: dict[str, Zone] = {}
        for seat in self.round_the_table():
            zones |= self.opponent(seat)
        zones |= dict(self.centre()) | dict(self.coins())
        if self.viewer is not None:
            zones |= dict(self.own(self.viewer))
        return Scene(
            game="multzo",
            title=title(self.setup),
            status=self.status(),
            seats=tuple(self.seat(number) for number in range(len(self.names))),
            zones=zones,
            pieces=self.pieces,
            acts=dict(self.acts()) if self.viewer == self.turn and not self.over else {},
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            help=self.help(),
        )

    def round_the_table(self) -> list[int]:
        """The other seats, from the viewer's left."""
        seats = list(range(len(self.names)))
        return seats if self.viewer is None else seats[self.viewer + 1 :] + seats[: self.viewer]

    def tile(self, tile: int, remark: str = "", **details: Any) -> str:
        """A new piece for a tile; its id."""
        name, label = self.tile_id(tile), piecepack.name(tile)
        self.pieces[name] = Piece(f"{label}, {remark}" if remark else label, tile_face(tile), **details)
        return name

    def tile_id(self, tile: int) -> str:
        """The same from the deal to the showdown, but a tile shuffled into a new stack comes back as another piece."""
        return f"{piecepack.text(tile)}-{self.rounds}{'b' * (self.recycled >> tile & 1)}"

    def coin(self, coin: int, owner: int | None = None) -> str:
        """A new piece for a coin; its id."""
        name = f"coin-{piecepack.text(coin)}"
        self.pieces[name] = coin_piece(coin, owner)
        return name

    # The table

    def own(self, seat: int) -> Iterator[tuple[str, Zone]]:
        """The viewer's own tiles (Multzo I1, I6) and coins (I11)."""
        player = self.players[seat]
        items = [
            self.tile(tile, owner=seat, came="stack", marks=tuple(self.marks(player, tile)))
            for tile in piecepack.members(player.hand)
        ]
        note = "" if len(items) > self.options.suits else text.groups_text(self.setup, int(player.hand)) or "no group"
        yield "hand", Zone("fan", "Your hand", "me", seat, tuple(items), len(items), note=note)
        if player.coins:
            yield f"seat{seat}-coins", self.won(seat, "Your coins", "me", "")

    def marks(self, player: Any, tile: int) -> Iterator[str]:
        if self.state.phase == rules.DISCARDING and self.turn == self.viewer and tile == player.held[self.options.suits]:
            yield "just taken" if self.state.taken else "just drawn"
        if player.known >> tile & 1 and not self.shown:
            yield "known to everybody"

    def opponent(self, seat: int) -> dict[str, Zone]:
        """Another player's tiles, as many as are known to lie there (Multzo I1, I3, I5), and coins (I11)."""
        name, player, panel = self.names[seat], self.players[seat], f"seat{seat}"
        marks = () if self.shown else ("taken from the face-up tiles",)
        known = [self.tile(tile, owner=seat, marks=marks) for tile in piecepack.members(player.known)]
        count = int(player.hand).bit_count()
        zones = {
            panel: Zone("panel", name, "others", seat),
            f"{panel}-hand": Zone("fan", f"{name}'s hand", "others", seat, tuple(known), count, parent=panel),
        }
        if self.state.declarer == seat and self.state.unsure:
            items = [self.tile(tile, owner=seat, marks=marks) for tile in piecepack.members(self.state.unsure)]
            label = f"{name}'s, in hand or face down"
            zones[f"{panel}-unsure"] = Zone("row", label, "others", seat, tuple(items), parent=panel)
        if player.coins:
            zones[f"{panel}-coins"] = self.won(seat, f"{name}'s coins", "others", panel)
        return zones

    def won(self, seat: int, label: str, place: Place, parent: str) -> Zone:
        """The coins a player has won, null coins first."""
        items = [self.coin(coin, seat) for coin in sorted(piecepack.members(self.players[seat].coins), key=nulls_first)]
        return Zone("row", label, place, seat, tuple(items), note=self.sum_of(seat), parent=parent)

    def sum_of(self, seat: int) -> str:
        """How a score comes about: ``9 × 3 = 27`` (Multzo 13)."""
        score, times = int(rules.score(self.state, seat)), 1 + len(self.null_suits(seat))
        return f"{score // times} × {times} = {score}" if times > 1 else str(score)

    def null_suits(self, seat: int) -> list[int]:
        """The suits of the null coins that a player has won."""
        return [coin // piecepack.LANE for coin in piecepack.members(self.players[seat].coins) if coin % piecepack.LANE == 0]

    def centre(self) -> Iterator[tuple[str, Zone]]:
        """The stack (Multzo I3), the face-up tiles and who discarded each (I4), the face-down tile (I7, I8)."""
        state = self.state
        yield "stack", Zone("stack", "Stack", n=int(state.stack_left), note=self.untouched())
        row = [self.lying(int(code)) for code in state.row[: state.laid]]
        yield "open", Zone("row", "Face-up tiles", items=tuple(row), n=len(row), note="the newest last" if len(row) > 1 else "")
        declarer = int(state.declarer)
        if declarer == rules.NONE:
            yield "down", Zone("tray", "Face down", n=0)
            return
        mine = declarer == self.viewer
        items = (self.tile(int(state.down), "face down", owner=declarer),) if mine else ()
        by = f"by {'you' if mine else self.names[declarer]}"
        yield "down", Zone("tray", "Face down", owner=declarer, items=items, n=1, note=by)

    def untouched(self) -> str:
        """The stall count, while it matters (Multzo 15, I15)."""
        idle, stall = int(self.state.idle), int(self.options.stall)
        if idle == 0 or self.shown or self.state.remaining != rules.NONE:
            return ""
        return f"{idle} of {stall} turns without a draw"

    def lying(self, code: int) -> str:
        """A face-up tile: who discarded it, in which turn of the round."""
        number, rest = divmod(code, rules.TURN_UNIT)
        seat, tile = divmod(rest, rules.SEAT_UNIT)
        who = "you" if seat == self.viewer else self.names[seat]
        came = "hand" if seat == self.viewer else f"seat{seat}-hand"
        return self.tile(tile, f"discarded by {who} in turn {number}", owner=seat, came=came)

    def coins(self) -> Iterator[tuple[str, Zone]]:
        """The coin stacks in their order, which category each pays, and the null coins (Multzo 1, 2, I11)."""
        state = self.state
        yield "coins", Zone("panel", "Coins")
        for suit, category in enumerate(text.CATEGORIES):
            items = tuple(self.coin(coin) for coin in reversed(piecepack.members(rules.stack_of(state, suit))))
            label = f"{category}–{piecepack.SUIT_NAMES[suit]}"
            yield coins_id(suit), Zone("pile", label, items=items, n=len(items), parent="coins")
        nulls = tuple(self.coin(coin) for coin in piecepack.members(state.coins) if coin % piecepack.LANE == 0)
        yield "nulls", Zone("row", "Null coins", items=nulls, n=len(nulls), parent="coins")

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        mine = self.turn == self.viewer
        who = "Your turn" if mine else f"{self.names[self.turn]}'s turn"
        return " ".join([f"{who}: {self.asked()}.", f"Round {self.rounds}.", *self.last_turns()])

    def asked(self) -> str:
        """What the seat to act is asked."""
        state = self.state
        if state.phase == rules.SHOWDOWN:
            won = [name for category, name in enumerate(text.CATEGORIES) if self.players[self.turn].won >> category & 1]
            return f"{text.listed(won)} won, take a null coin or only coins"
        if state.phase == rules.DRAWING:
            return f"{'draw from the stack or ' if state.stack_left else ''}take a face-up tile"
        if state.remaining != rules.NONE:
            return "discard a tile face up"
        return "discard a tile, or declare the end of the round with one face down"

    def last_turns(self) -> Iterator[str]:
        """How many there still are, the present one included, and why (Multzo I7)."""
        remaining, declarer = int(self.state.remaining), int(self.state.declarer)
        if not self.shown and remaining != rules.NONE:
            who = "The stack is empty" if declarer == rules.NONE else f"{self.call(declarer)} declared the end"
            yield f"{who}: {remaining} last turn{'s' * (remaining > 1)} left."

    def call(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.names[seat]

    def seat(self, number: int) -> Seat:
        """A place at the table: score, and what everybody may know (Multzo I7, I11, I15)."""
        return Seat(
            self.names[number],
            str(int(rules.score(self.state, number))),
            turn=number == self.turn,
            you=number == self.viewer,
            note=", ".join(self.notes(number)),
        )

    def notes(self, number: int) -> Iterator[str]:
        nulls = len(self.null_suits(number))
        if nulls:
            yield f"{nulls} null coin{'s' * (nulls > 1)}: coins × {nulls + 1}"
        if self.over:
            return
        if number == self.state.starter:
            yield "started the round"
        if number == self.state.declarer:
            yield "declared"
        elif not self.shown and self.state.remaining != rules.NONE:
            to_come = (number - self.turn) % len(self.names) < self.state.remaining
            yield "last turn to come" if to_come else "last turn done"
        if self.state.choosers >> number & 1:
            yield "has a null coin to choose"

    def help(self) -> dict[str, str]:
        """The rules that matter now."""
        options, lines = self.options, dict[str, str]()
        if self.shown:
            lines["Multzo 10"] = "the strongest hand in a category wins it; between equal hands nobody does"
            lines["Multzo 12"] = "who wins two categories may take the null coin of one in place of a coin from its stack"
            lines["Multzo 11"] = "Flush pays the top two coins of its stack, the others pay one"
            lines["Multzo 13"] = "the score is the sum of the coins, doubled by one null coin, tripled by two"
            lines["Multzo 14"] = "the match ends when a coin stack is empty"
            return lines
        lines["Multzo 5"] = "draw one tile, from the stack or any face-up tile, then discard one"
        if options.keep_taken:
            lines["Multzo D4"] = "a tile taken from the face-up tiles may not go in the same turn"
        if self.state.remaining == rules.NONE:
            lines["Multzo 6"] = "discarding face down declares the end: everyone else has one more turn"
            lines["Multzo 15"] = f"{int(options.stall)} turns in a row without a draw from the stack end the round"
        else:
            lines["Multzo 6a"] = "in the last turns tiles are discarded face up"
        hand = ("three", "four")[int(options.suits) - 3]
        lines["Multzo 7"] = f"Flush: {hand} tiles of one suit. Prime: one tile of each suit"
        lines["Multzo 8"] = "Set: tiles of one rank. Run: ranks in a row, null 2 3 4 5 Ace. Three tiles or all four"
        lines["Multzo 9"] = "the sum of all tiles in hand decides: null 0, Ace 6"
        lines["Multzo 9a"] = "a set or run of four beats any of three"
        if options.group_only:
            lines["Multzo D7"] = "sets and runs of three count their three tiles only"
        return lines

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """The legal actions, for the seat to act (Multzo I12, I14)."""
        actions = np.zeros(rules.MAX_ACTIONS, np.int64)
        for action in actions[: rules.legal(self.setup, self.state, actions)].tolist():
            yield text.action_text(self.setup, self.state, action), self.act(action)

    def act(self, action: int) -> Act:
        if action == rules.DRAW_STACK:
            return Act("Draw from the stack", "draw", on="z:stack", key="s", main=True)
        if action >= rules.NULL:
            return self.choice(action)
        tile = (action - rules.DRAW) % piecepack.TILES
        name, on = piecepack.name(tile), f"p:{self.tile_id(tile)}"
        if action < rules.DISCARD:
            place = [int(code) % rules.SEAT_UNIT for code in self.state.row[: self.state.laid]].index(tile)
            return Act(f"Take the {name}", "draw", on=on, key=KEYS[place])
        place = piecepack.members(self.state.seats[self.turn].hand).index(tile)
        if action < rules.DECLARE:
            return Act(f"Discard the {name}", "discard", on=on, to="z:open", key=KEYS[place])
        return Act(f"Declare the end, the {name} face down", "discard", on=on, to="z:down", key=DECLARE_KEYS[place])

    def choice(self, action: int) -> Act:
        """A winner's choice, with the score it leads to (Multzo 12)."""
        label = f"{text.choice_text(action)}: your score becomes {text.choice_score(self.setup, self.state, action)}"
        if action == rules.COINS:
            return Act(label, "claim", key="c")
        suit = action - rules.NULL
        return Act(label, "claim", on=f"p:coin-{piecepack.SUITS[suit]}N", key=KEYS[suit])

    # Tables and the result

    def tables(self) -> Iterator[Table]:
        if self.viewer is not None and not self.shown:
            yield self.own_groups(self.viewer)
        if self.shown or self.rounds > 1:
            yield self.showdown()
        if not self.shown:
            yield from self.unseen()

    def own_groups(self, seat: int) -> Table:
        """What the own hand counts for, or would after each discard (Multzo I10)."""
        hand = int(self.state.seats[seat].hand)
        if hand.bit_count() == self.options.suits:
            return Table("What your hand counts for", ("", *text.CATEGORIES), (("Your hand", *self.strengths(hand)),))
        may = piecepack.members(rules.may_discard(self.setup, self.state))
        rows = [(f"Without the {piecepack.name(tile)}", *self.strengths(hand ^ 1 << tile)) for tile in may]
        return Table("What your hand would count for", ("", *text.CATEGORIES), tuple(rows))

    def strengths(self, hand: int) -> tuple[str, ...]:
        return tuple(worth or "–" for worth in text.strength_texts(self.setup, hand))

    def showdown(self) -> Table:
        """The last showdown: hands, categories and who won what (Multzo I1, I10, I11)."""
        hands = [int(player.shown) for player in self.players]
        rows = [("Hand", *(in_suits(piecepack.members(hand)) for hand in hands))]
        groups = [self.strengths(hand) for hand in hands]
        for category, name in enumerate(text.CATEGORIES):
            cells = [strengths[category] for strengths in groups]
            winner = text.winner(self.state, category)
            if winner is not None:
                cells[winner] += ", won"
            rows.append((name, *cells))
        rows.append(("Coins", *(self.gains(seat) for seat in range(len(self.names)))))
        return Table(f"Showdown of round {self.rounds - (not self.shown)}", ("", *self.names), tuple(rows), key="Coins")

    def gains(self, seat: int) -> str:
        """The coins a seat got at the last showdown."""
        if self.state.choosers >> seat & 1:
            return "to choose"
        won = [text.paid(self.state, category) for category in range(4) if self.players[seat].won >> category & 1]
        return ", ".join(filter(None, won)) or "–"

    def unseen(self) -> Iterator[Table]:
        """The tiles a viewer has not seen this round (Multzo I13), and those known to be shuffled into a new stack (D5)."""
        state, seen = self.state, int(self.state.open | self.state.unsure)
        for number, player in enumerate(self.players):
            seen |= int(player.hand if number == self.viewer else player.known)
        if state.declarer != rules.NONE and state.declarer == self.viewer:
            seen |= 1 << int(state.down)
        tiles = [tile for tile in self.options.tiles[: self.options.tile_count].tolist() if not seen >> tile & 1]
        shuffled = [tile for tile in tiles if self.recycled >> tile & 1]
        yield suits_table("Tiles you have not seen", [tile for tile in tiles if tile not in shuffled])
        if self.recycled:
            yield suits_table("Shuffled into the new stack and not seen since", shuffled)

    def result(self) -> Result:
        """Who won, and why (Multzo 14, D13, General 12)."""
        seats = range(len(self.names))
        worth = [(int(rules.score(self.state, seat)), int(rules.tiebreak(self.setup, self.state, seat))) for seat in seats]
        winners = [self.names[seat] for seat in seats if worth[seat] == max(worth)]
        verb, best = "wins" if len(winners) == 1 else "share the win", max(worth)[0]
        decided = ", and more coins" if sum(score == best for score, _ in worth) > len(winners) else ""
        standings = [
            Standing(seat, 1 + sum(other > worth[seat] for other in worth), str(worth[seat][0]), tuple(self.why(seat)))
            for seat in seats
        ]
        return Result(
            title=f"{text.listed(winners)} {verb} with {best} point{'s' * (best != 1)}{decided}",
            standings=tuple(sorted(standings, key=lambda row: row.place)),
            reason=text.reason(self.setup, self.state),
        )

    def why(self, seat: int) -> Iterator[str]:
        """The coins of a seat, suit by suit, and what they come to."""
        coins = piecepack.members(self.players[seat].coins)
        for suit, name in enumerate(piecepack.SUIT_NAMES):
            won = [piecepack.VALUES[coin % piecepack.LANE] for coin in coins if coin // piecepack.LANE == suit]
            if any(won):
                yield f"{name}: {' + '.join(str(value) for value in won if value)}"
        nulls = [piecepack.SUIT_NAMES[suit] for suit in self.null_suits(seat)]
        if nulls:
            yield f"Null coin{'s' * (len(nulls) > 1)} of {text.listed(nulls)}: {self.sum_of(seat)}"
        if self.options.more_coins:
            yield f"Coins in all: {int(rules.tiebreak(self.setup, self.state, seat))}"


def title(setup: Setup) -> str:
    """The game's name and what is special about it."""
    options = setup.options
    special = {"groups count alone": options.group_only, "plain null coins": options.null_only}
    return ", ".join(["Multzo", *(words for words, there in special.items() if there)])


@functools.cache
def tile_face(tile: int) -> Face:
    """What is printed on a tile."""
    return Face("piecepack", piecepack.RANKS[tile % piecepack.LANE], piecepack.SUITS[tile // piecepack.LANE])


@functools.cache
def coin_piece(coin: int, owner: int | None) -> Piece:
    """A coin, won by a seat or not yet."""
    suit, rank = divmod(coin, piecepack.LANE)
    value = piecepack.VALUES[rank]
    label = f"{piecepack.RANK_NAMES[rank]} coin of {piecepack.SUIT_NAMES[suit]}" + (", worth 6" if value == 6 else "")
    return Piece(label, Face("coin", piecepack.RANKS[rank], piecepack.SUITS[suit], value), owner)


def nulls_first(coin: int) -> tuple[bool, int]:
    """The order in which won coins lie."""
    return coin % piecepack.LANE > 0, coin


def coins_id(suit: int) -> str:
    """The id of a coin stack: ``coins-crowns``."""
    return f"coins-{piecepack.SUIT_NAMES[suit].lower()}"


def in_suits(tiles: Iterable[int]) -> str:
    """Some tiles, suit by suit: ``Crowns 2 5, Suns A``."""
    lanes: dict[str, list[str]] = {}
    for tile in tiles:
        lanes.setdefault(piecepack.SUIT_NAMES[tile // piecepack.LANE], []).append(piecepack.RANK_NAMES[tile % piecepack.LANE])
    return ", ".join(f"{suit} {' '.join(ranks)}" for suit, ranks in lanes.items())


def suits_table(title: str, tiles: Sequence[int]) -> Table:
    """Some tiles as a table with a row a suit."""
    rows: list[tuple[str, str]] = []
    for suit, name in enumerate(piecepack.SUIT_NAMES):
        ranks = [piecepack.RANK_NAMES[tile % piecepack.LANE] for tile in tiles if tile // piecepack.LANE == suit]
        rows.append((name, " ".join(ranks) or "–"))
    return Table(title, ("Suit", "Tiles"), tuple(rows))

"""Multzo as one viewer sees it: built field by field from what that viewer may know ("Who may know what" of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact
from muckle.engine.slots import slots
from muckle.games.multzo import pieces, scoring_text, showdown, tables, text
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import scoring as compiled_scoring
from muckle.games.multzo.state import (
    COINS,
    DECLARE,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAW_STACK,
    DRAWING,
    MAX_ACTIONS,
    NONE,
    NULL,
    NULLS,
    ROUND_SCORED,
    SEAT_UNIT,
    SHOWDOWN,
    TURN_UNIT,
    SeatState,
    State,
)
from muckle.kit import piecepack
from muckle.scene.contract import Act, Face, Picture, Piece, Place, Reckoning, Scene, ScoredLine, Seat, Zone
from muckle.scene.tell import count, listed, number, piles, round_the_table

rules, scoring = plain(compiled_rules), plain(compiled_scoring)

KEYS, DECLARE_KEYS = "1234567890qwerty", "qwert"
"""The keys for the first, second, … thing to take or to discard face up; to discard face down. u is for taking back."""

PICTURES = {
    "multzo": "5S AM 3C 4A",
    "group_values": "4S 4M 4A",
    "plain_null": "NC",
    "Multzo 5": "? 5S",
    "Multzo 6": "? ?",
    "Multzo 6a": "4M",
    "Multzo 7": "2C 3C 5C AC",
    "Multzo 8": "4S 4M 4A",
    "Multzo 12": "NC",
}
"""Pictures of presets and rules, in the notation that `piles` reads."""


def emblem() -> tuple[Face, ...]:
    """Return the pieces on the game's card in the lobby."""
    return tuple(Face("piecepack", text, second) for text, second in (("5", "S"), ("A", "M"), ("3", "C"), ("4", "A")))


def pictures() -> dict[str, Picture]:
    """Return a picture for each preset and for each rule that the help mentions."""
    return {name: piles(text, lambda tile: Face("piecepack", tile[0], tile[1])) for name, text in PICTURES.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """Return the scene for a seat, or for a spectator (None)."""
    return _Builder(setup, state, viewer, names).scene()


def reckoning(setup: Setup, facts: Sequence[Fact], viewer: int | None, names: Sequence[str]) -> Reckoning | None:
    """Return the awards of a showdown (Multzo 10 to 13), over the tiles and coins as they lay (I1, I4, I8, I11)."""
    board = next(fact.board for fact in facts if fact.kind == ROUND_SCORED)
    builder = _Builder(setup, board, viewer, names)
    return showdown.reckoning(setup, board, viewer, names, builder.zones(), builder.pieces)


def scored_lines(setup: Setup, facts: Sequence[Fact], seat: int) -> tuple[ScoredLine, ...]:
    """Return what a seat gained in each round, a block a category it won; empty blocks are those that others won."""
    return tuple(showdown.scored_line(setup, fact.board, seat) for fact in facts if fact.kind == ROUND_SCORED)


class _Builder:
    """Gathers the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.viewer, self.names = setup, setup.options, state, viewer, names
        self.pieces: dict[str, Piece] = {}
        self.turn, self.players = state.turn, state.seats[: len(names)]
        self.over, self.shown = self.turn == OVER, scoring_text.are_hands_shown(state)

    def scene(self) -> Scene:
        return Scene(
            game="multzo",
            title=title(self.setup),
            status=self.status(),
            prompt=self.prompt() if self.turn == self.viewer else "",
            seats=tuple(self.seat(seat) for seat in range(len(self.names))),
            zones=self.zones(),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.viewer == self.turn and not self.over else {},
            tables=tuple(tables.tables(self.setup, self.state, self.viewer, self.names)),
            result=tables.outcome(self.setup, self.state, self.names) if self.over else None,
            help=self.help(),
        )

    def zones(self) -> dict[str, Zone]:
        """Return the zones in reading order: the others', the centre, the viewer's own."""
        zones: dict[str, Zone] = {}
        for seat in round_the_table(len(self.names), self.viewer):
            zones |= self.opponent_zones(seat)
        zones |= dict(self.centre_zones()) | dict(self.coin_zones())
        return zones | (dict(self.own_zones(self.viewer)) if self.viewer is not None else {})

    def add_tile(self, tile: int, owner: int, remark: str = "", came: str = "", marks: tuple[str, ...] = ()) -> str:
        """Add a piece for a tile and return its id."""
        name = self.tile_id(tile)
        self.pieces[name] = pieces.tile_piece(tile, owner, remark, came, marks)
        return name

    def tile_id(self, tile: int) -> str:
        """Return a tile's id: constant from the deal to the showdown, but a new one after a shuffle into a new stack."""
        return f"{piecepack.text(tile)}-{self.state.rounds}{'b' * (self.state.recycled >> tile & 1)}"

    def add_coin(self, coin: int, owner: int | None = None) -> str:
        """Add a piece for a coin and return its id."""
        name, paid = f"coin-{piecepack.text(coin)}", self.shown and owner is not None and self.state.paid >> coin & 1
        self.pieces[name] = pieces.coin_piece(coin, owner, bool(paid))
        return name

    # The table

    def own_zones(self, seat: int) -> Iterator[tuple[str, Zone]]:
        """Yield the viewer's own tiles (Multzo I1, I6) and coins (I11)."""
        player = self.players[seat]
        marks = {tile: tuple(self.tile_marks(player, tile)) for tile in members(player.hand)}
        items = [self.add_tile(tile, seat, came="stack", marks=marks[tile]) for tile in marks]
        note = "" if len(items) > self.options.suits else scoring_text.groups_text(self.setup, player.hand) or "no group"
        yield "hand", Zone(kind="fan", label="Your hand", place="me", owner=seat, items=tuple(items), n=len(items), note=note)
        if player.coins:
            yield f"seat{seat}-coins", self.won_coins_zone(seat, "Your coins", "me", "")

    def tile_marks(self, player: SeatState, tile: int) -> Iterator[str]:
        if (
            self.state.phase == DISCARDING
            and self.turn == self.viewer
            and tile == slots(player.held, self.options.suits + 1)[-1]
        ):
            yield "just taken" if self.state.taken else pieces.JUST_DRAWN
        if player.known >> tile & 1 and not self.shown:
            yield "known to everybody"

    def opponent_zones(self, seat: int) -> dict[str, Zone]:
        """Return the zones of another player: the tiles, as far as they are known (Multzo I1, I3, I5), and the coins (I11)."""
        name, player, panel = self.names[seat], self.players[seat], f"seat{seat}"
        marks = () if self.shown else ("taken from the face-up tiles",)
        known = [self.add_tile(tile, seat, marks=marks) for tile in members(player.known)]
        zones = {
            panel: Zone("panel", name, "others", seat),
            f"{panel}-hand": Zone(
                kind="fan",
                label=f"{name}'s hand",
                place="others",
                owner=seat,
                items=tuple(known),
                n=player.hand.bit_count(),
                short="Hand",
                parent=panel,
            ),
        }
        if self.state.declarer == seat and self.state.unsure:
            items = [self.add_tile(tile, seat, marks=marks) for tile in members(self.state.unsure)]
            label = f"{name}'s, in hand or face down"
            short = "In hand or face down"
            zones[f"{panel}-unsure"] = Zone("row", label, "others", seat, tuple(items), short=short, parent=panel)
        if player.coins:
            zones[f"{panel}-coins"] = self.won_coins_zone(seat, f"{name}'s coins", "others", panel)
        return zones

    def won_coins_zone(self, seat: int, label: str, place: Place, parent: str) -> Zone:
        """Return the zone of the coins a player has won, null coins first."""
        items = [self.add_coin(coin, seat) for coin in sorted(members(self.players[seat].coins), key=nulls_first)]
        note = scoring_text.score_text(self.state, seat)
        return Zone("row", label, place, seat, tuple(items), note=note, short="Coins", parent=parent)

    def centre_zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield the stack (Multzo I3), the face-up tiles and who discarded each (I4), the face-down tile (I7, I8)."""
        state, declarer = self.state, self.state.declarer
        yield "stack", Zone("stack", "Stack", n=state.stack_left, note=self.stall_note())
        row = [self.add_face_up_tile(code) for code in state.row[: state.laid]]
        yield "open", Zone("row", "Face-up tiles", items=tuple(row), n=len(row), note="the newest last" if len(row) > 1 else "")
        if declarer == NONE:
            yield "down", Zone("tray", "Face down", n=0)
            return
        mine = declarer == self.viewer
        items = (self.add_tile(state.down, declarer, "face down"),) if mine else ()
        by = f"by {'you' if mine else self.names[declarer]}"
        yield "down", Zone("tray", "Face down", owner=declarer, items=items, n=1, note=by)

    def stall_note(self) -> str:
        """Return the stall count while it is above zero, else nothing (Multzo 15, I15)."""
        idle = self.state.idle
        if idle == 0 or self.shown or self.state.remaining != NONE:
            return ""
        return f"{idle} of {self.options.stall} turns without a draw"

    def add_face_up_tile(self, code: int) -> str:
        """Add a face-up tile, with its discarder and turn, and return its id."""
        turn, rest = divmod(code, TURN_UNIT)
        seat, tile = divmod(rest, SEAT_UNIT)
        who = "you" if seat == self.viewer else self.names[seat]
        came = "hand" if seat == self.viewer else f"seat{seat}-hand"
        return self.add_tile(tile, seat, f"discarded by {who} in turn {turn}", came)

    def coin_zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield the coin stacks in order, with the category each pays, and the null coins (Multzo 1, 2, I11)."""
        state = self.state
        yield "coins", Zone("panel", "Coins")
        for suit in range(len(scoring_text.CATEGORIES)):
            items = tuple(self.add_coin(coin) for coin in reversed(members(scoring.stack_of(state, suit))))
            yield pieces.coins_id(suit), pieces.stack_zone(self.setup, state, suit, self.viewer, items)
        nulls = tuple(self.add_coin(coin) for coin in members(state.coins) if coin % piecepack.LANE == 0)
        yield "nulls", Zone("row", "Null coins", items=nulls, n=len(nulls), parent="coins")

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        who = "Your turn" if self.turn == self.viewer else f"{self.names[self.turn]}'s turn"
        return f"{who}: {self.prompt()}"

    def prompt(self) -> str:
        """Return what the seat to act is asked, and how far the match has come."""
        return " ".join([f"{self.question()}.", f"Round {self.state.rounds}.", *self.last_turns()])

    def question(self) -> str:
        """Return the decision that is due from the seat to act."""
        state = self.state
        if state.phase == SHOWDOWN:
            won = [name for category, name in enumerate(scoring_text.CATEGORIES) if self.players[self.turn].won >> category & 1]
            return f"{listed(won)} won, take a null coin or only coins"
        if state.phase == DRAWING:
            return f"{'draw from the stack or ' if state.stack_left else ''}take a face-up tile"
        if not rules.may_declare(self.setup, state):
            return "discard a tile face up"
        return "discard a tile, or declare the end of the round with one face down"

    def last_turns(self) -> Iterator[str]:
        """Yield the number of last turns left, the present one included, and their cause (Multzo I7)."""
        remaining, declarer = self.state.remaining, self.state.declarer
        if not self.shown and remaining != NONE:
            who = "The stack is empty" if declarer == NONE else f"{self.name_of(declarer)} declared the end"
            yield f"{who}: {count(remaining, 'last turn')} left."

    def name_of(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.names[seat]

    def seat(self, seat: int) -> Seat:
        """Return a place at the table: score and public notes (Multzo I7, I11, I15)."""
        return Seat(
            self.names[seat],
            str(scoring.score(self.state, seat)),
            turn=seat == self.turn,
            you=seat == self.viewer,
            note=", ".join(self.seat_notes(seat)),
        )

    def seat_notes(self, seat: int) -> Iterator[str]:
        nulls = len(scoring_text.null_suits(self.players[seat]))
        if nulls:
            yield f"{count(nulls, 'null coin')}: coins × {nulls + 1}"
        if self.over:
            return
        if seat == self.state.starter:
            yield "started the round"
        if seat == self.state.declarer:
            yield "declared"
        elif not self.shown and self.state.remaining != NONE:
            to_come = (seat - self.turn) % len(self.names) < self.state.remaining
            yield "last turn to come" if to_come else "last turn done"
        if self.state.choosers >> seat & 1:
            yield "has a null coin to choose"

    def help(self) -> dict[str, str]:
        """Return the rules that matter now, by rule id."""
        return dict(self.showdown_help() if self.shown else [*self.turn_help(), *self.group_help()])

    def showdown_help(self) -> Iterator[tuple[str, str]]:
        yield "Multzo 10", "the strongest hand in a category wins it; between equal hands nobody does"
        if self.options.coins & NULLS:
            yield "Multzo 12", "who wins two categories may take the null coin of one in place of a coin from its stack"
        yield "Multzo 11", "Flush pays the top two coins of its stack, the others pay one"
        factor = ", doubled by one null coin, tripled by two" if self.options.coins & NULLS else ""
        yield "Multzo 13", f"the score is the sum of the coins{factor}"
        yield "Multzo 14", "the match ends when a coin stack is empty"

    def turn_help(self) -> Iterator[tuple[str, str]]:
        source = "the stack or any face-up tile" if self.options.face_up_draws else "the stack"
        yield "Multzo 5", f"draw one tile, from {source}, then discard one"
        if self.options.keep_taken:
            yield "Multzo D4", "a tile taken from the face-up tiles may not go in the same turn"
        if self.state.remaining == NONE:
            declares = "discarding face down declares the end: everyone else has one more turn"
            yield "Multzo 6", declares if self.options.declaring else "in this match nobody may declare the end of a round"
            if self.options.face_up_draws:
                yield "Multzo 15", f"{self.options.stall} turns in a row without a draw from the stack end the round"
        else:
            yield "Multzo 6a", "in the last turns tiles are discarded face up"

    def group_help(self) -> Iterator[tuple[str, str]]:
        yield "Multzo 7", f"Flush: {number(self.options.suits)} tiles of one suit. Prime: one tile of each suit"
        yield "Multzo 8", "Set: tiles of one rank. Run: ranks in a row, null 2 3 4 5 Ace. Three tiles or all four"
        yield "Multzo 9", "the sum of all tiles in hand decides: null 0, Ace 6"
        yield "Multzo 9a", "a set or run of four beats any of three"
        if self.options.group_only:
            yield "Multzo D7", "sets and runs of three count their three tiles only"

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Yield the legal actions of the seat to act by their text (Multzo I12, I14)."""
        actions = [0] * MAX_ACTIONS
        for action in actions[: rules.legal(self.setup, self.state, actions)]:
            yield text.action_text(self.setup, self.state, action), self.act(action)

    def act(self, action: int) -> Act:
        if action == DRAW_STACK:
            return Act("Draw from the stack", "draw", on="z:stack", key="s", main=True)
        if action >= NULL:
            return self.choice(action)
        tile = (action - DRAW) % piecepack.TILES
        name, on = piecepack.name(tile), f"p:{self.tile_id(tile)}"
        if action < DISCARD:
            place = [code % SEAT_UNIT for code in self.state.row[: self.state.laid]].index(tile)
            return Act(f"Take the {name}", "take", on=on, key=KEYS[place])
        place = members(self.state.seats[self.turn].hand).index(tile)
        if action < DECLARE:
            note = "face up, play goes on" if self.state.remaining == NONE else ""
            return Act(f"Discard the {name}", "discard", on=on, to="z:open", key=KEYS[place], note=note)
        label, note = f"Declare the end, the {name} face down", "face down, last turns"
        return Act(label, "declare", on=on, to="z:down", key=DECLARE_KEYS[place], note=note)

    def choice(self, action: int) -> Act:
        """Return the button for an award choice, with the score it leads to (Multzo 12)."""
        label = f"{text.choice_text(action)}: your score becomes {text.choice_score(self.setup, self.state, action)}"
        if action == COINS:
            return Act(label, "claim", key="c")
        suit = action - NULL
        return Act(label, "claim", on=f"p:coin-{piecepack.SUITS[suit]}N", key=KEYS[suit], short="The null coin")


def title(setup: Setup) -> str:
    """Return the game's name and its special options."""
    options = setup.options
    nulls = options.coins & NULLS
    special = {
        "groups count alone": options.group_only,
        "plain null coins": nulls and options.null_only,
        "no null coins": not nulls,
        "draws from the stack only": not options.face_up_draws,
    }
    return ", ".join(["Multzo", *(words for words, there in special.items() if there)])


def nulls_first(coin: int) -> tuple[bool, int]:
    """Return the sort key of a won coin: null coins first."""
    return coin % piecepack.LANE > 0, coin

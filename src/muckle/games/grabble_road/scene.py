"""Builds Grabble Road's scene from what one viewer may know ("Who may know what" of RULES.md).

What a player composes is seen by that player only (Grabble Road I10): for everybody else the turn has only begun.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact
from muckle.engine.record import loose
from muckle.games.grabble_road import plays, scene_tables, text
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road.plays import Tile, Word, scored_words, square_text
from muckle.games.grabble_road.state import (
    DONE,
    FACE_MASK,
    MULLIGAN,
    NOWHERE,
    OFF,
    PASS,
    PLACES,
    PLAY_LAID,
    RETURN,
    STEPS,
    STRIDE,
    State,
)
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.contract import (
    Act,
    Ask,
    Cell,
    CellLook,
    Face,
    Picture,
    Piece,
    PieceLook,
    Scene,
    ScoredLine,
    Seat,
    Table,
    Zone,
)
from muckle.scene.tell import count, listed, piles, round_the_table

rules = plain(compiled_rules)

PIECE_LOOKS: tuple[PieceLook, ...] = ("head", "new")
LOOKS: dict[tuple[int, int], CellLook] = {
    (2, 1): "double-letter",
    (3, 1): "triple-letter",
    (1, 2): "double-word",
    (1, 3): "triple-word",
}
"""Looks of premium squares, by letter factor and word factor."""
VARIANTS = ("", "straight", "long through", "long through, straight", "no through")
WHOSE_LETTER = Ask("letter", "Which letter is the blank?", "letter", least=1, most=1)

PICTURES = {
    "grabble_road": "R1 O1 A1,D2",
    "straight": "R1 O1 A1 D2",
    "no_through": "R1 O1 ?",
    "long_through": "R1,O1 A1 D2,S1",
    "Grabble Road 3": "D2",
    "Grabble Road 4": "R1",
    "Grabble Road 4c": "R1 O1",
    "Grabble Road 4d": "R1,O1",
    "Grabble Road 4e": "R1 ? O1",
    "Grabble Road 7": "R1 O1 A1 D2",
    "Grabble Road 12": "? ?",
}
"""Pictures of presets and rules, in the notation of `piles`."""


def emblem() -> tuple[Face, ...]:
    """Return the pieces on the game's card in the lobby."""
    return tuple(Face("tile", letter, value=worth) for letter, worth in (("R", 1), ("O", 1), ("A", 1), ("D", 2)))


def pictures() -> dict[str, Picture]:
    """Return pictures of what each preset changes, and of what rules are about."""
    return {name: piles(text, lambda tile: Face("tile", tile[0], value=int(tile[1]))) for name, text in PICTURES.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """Return the scene for a seat, or for a spectator (None)."""
    if viewer != state.turn and plays.is_composing(state):
        state = loose(state)
        rules.undo_turn(setup, state)
    return _Builder(setup, state, viewer, names).scene()


def draft(setup: Setup, state: State) -> bool:
    """Return whether a turn is being composed (Grabble Road I10)."""
    return plays.is_composing(state)


def scored_lines(setup: Setup, facts: Sequence[Fact], seat: int) -> tuple[ScoredLine, ...]:
    """Return the plays of a seat with their words, a block a tile."""
    return tuple(
        _scored_line(setup, fact.board, first=fact.details[1], points=fact.details[3])
        for fact in facts
        if fact.kind == PLAY_LAID and fact.details[0] == seat
    )


def _scored_line(setup: Setup, board: State, first: int, points: int) -> ScoredLine:
    tiles = tuple(board_face(tile.face)[0] for tile in board.laid[first : board.tiles])
    words = scored_words(setup, board, first)
    note = words[0].word if words else "no word"
    return ScoredLine(points, text.word_list(words) or note, tiles, len(tiles), note=note)


class _Builder:
    """Builds a scene, and collects the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.viewer, self.names = setup, setup.options, state, viewer, names
        self.pieces: dict[str, Piece] = {}
        self.turn, self.players = state.turn, state.seats[: len(names)]
        self.over = self.turn == OVER
        self.open = scene_tables.racks_open(setup, state)
        self.mine = self.turn == viewer and not self.over
        self.owners = list(plays.tile_owners(state))
        """Seat that laid each tile."""
        self.heads = [player.head for player in self.players]
        self.last = state.plays[state.played - 1].first if state.played else 0
        """Number of the first tile of the last play."""
        self.ways = {} if self.over else self.targets()
        self.actions = plays.legal_actions(setup, state) if self.mine else []
        self.tiles = plays.tiles_of(setup, state, [action for action in self.actions if plays.is_lay(action)])
        """Tiles that may be laid now."""
        self.composed = plays.scored_words(setup, state, state.begun) if state.tiles > state.begun else []
        """Words of the play being composed."""

    def scene(self) -> Scene:
        return Scene(
            game="grabble_road",
            title=", ".join(filter(None, ["Grabble Road", VARIANTS[self.options.through]])),
            status=self.status(),
            prompt=f"{self.request()}." if self.mine else "",
            seats=tuple(self.seat(seat) for seat in range(len(self.names))),
            zones=dict(self.other_racks())
            | {"bag": Zone("bag", "Bag", "side", n=self.state.bag_left)}
            | {"board": self.grid()}
            | dict(self.own_rack()),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.mine else {},
            tables=tuple(self.tables()),
            result=scene_tables.match_result(self.setup, self.state, self.viewer, self.names) if self.over else None,
            words=tuple(word.word for word in self.composed) or None,
            help=dict(self.help()),
        )

    def tables(self) -> Iterator[Table]:
        if self.state.tiles > self.state.begun:
            yield scene_tables.word_table("This play so far", self.composed)
        yield from scene_tables.play_tables(self.setup, self.state, self.names)
        if self.ways:
            yield scene_tables.next_squares_table(self.ways, "your" if self.mine else f"{self.names[self.turn]}'s")
        yield scene_tables.letter_table(self.setup, self.state, self.viewer, self.names)
        yield from scene_tables.match_tables(self.setup, self.state, self.names)

    # The table

    def other_racks(self) -> Iterator[tuple[str, Zone]]:
        """Yield the other racks.

        Viewers see their sizes (Grabble Road I1, I2); the tiles too at the end, if that is the option (I17, General 11).
        """
        for seat in round_the_table(len(self.names), self.viewer):
            player = self.players[seat]
            items = self.row(f"seat{seat}", player.tiles, seat) if self.open else ()
            yield (
                f"seat{seat}",
                Zone(kind="fan", label=f"{self.names[seat]}'s rack", place="others", owner=seat, items=items, n=player.held),
            )

    def own_rack(self) -> Iterator[tuple[str, Zone]]:
        """Yield the viewer's rack (Grabble Road I1) and the tiles put aside to be returned (I8)."""
        if self.viewer is None:
            return
        if self.state.returning:
            items = self.row("back", self.state.back, self.viewer, "rack")
            yield "back", Zone("row", "Tiles to return", "me", self.viewer, items, note="they go into the bag")
        items = self.row("rack", self.players[self.viewer].tiles, self.viewer)
        yield "rack", Zone("fan", "Your rack", "me", self.viewer, items)

    def row(self, zone: str, tiles: Sequence[int], seat: int, came: str = "bag") -> tuple[str, ...]:
        """Create pieces for tiles, given their number by kind, and return their ids; equal tiles are numbered."""
        names: list[str] = []
        for kind in range(letter_tiles.KINDS):
            for copy in range(tiles[kind]):
                names.append(f"{rack_piece(zone, kind)}{f'-{copy + 1}' if copy else ''}")
                self.pieces[names[-1]] = held_piece(kind, seat, came)
        return tuple(names)

    def grid(self) -> Zone:
        """Return the premium board (Grabble Road I18) with all tiles, covered ones too (I9), and the heads (I11)."""
        side: int = self.options.side
        cells = premiums(tuple(self.options.letter_times), tuple(self.options.word_times))
        piles: dict[int, list[int]] = {}
        for number, tile in enumerate(self.state.laid[: self.state.tiles]):
            piles.setdefault(tile.square, []).append(number)
        stacks = {cell(square): self.stack(square, numbers) for square, numbers in sorted(piles.items())}
        return Zone("grid", "Board", width=side, height=side, cells=cells, on=stacks)

    def stack(self, square: int, numbers: Sequence[int]) -> tuple[str, ...]:
        """Create the tiles on a square, given bottom to top, and return their ids; the topmost has the marks of the square."""
        marks = tuple(self.marks(numbers[-1], square))
        for number in reversed(numbers):
            seat = self.owners[number]
            mine = seat == self.viewer
            by = "you" if mine else self.names[seat]
            self.pieces[board_piece(number)] = laid_piece(self.state.laid[number].face, seat, by, mine, marks)
            marks = ()
        return tuple(map(board_piece, numbers))

    def marks(self, number: int, square: int) -> Iterator[str]:
        """Yield marks of the topmost tile of a square, among them whose head it is (Grabble Road 4a, I11)."""
        for seat, head in enumerate(self.heads):
            if head == square:
                whose = "your" if seat == self.viewer else f"{self.names[seat]}'s"
                yield "head" if seat == self.owners[number] else f"covers {whose} head"
        if number >= self.state.begun:
            yield "new"
        elif number >= self.last:
            yield "last play"

    def targets(self) -> dict[int, str]:
        """Return each square the next tile may go on, with the way there (Grabble Road I14)."""
        places = [place for place in range(PLACES) if self.state.near >> place & 1]
        found = [tile.square for tile in plays.tiles_of(self.setup, self.state, places)]
        for row, columns in enumerate(self.state.far):
            found += [row * STRIDE + column for column in range(STRIDE) if columns >> column & 1]
        return {square: self.way_to(self.players[self.turn].head, square) for square in sorted(found)}

    def way_to(self, head: int, square: int) -> str:
        covered = self.state.board[square]
        over = f"over {letter_tiles.face_text(covered & FACE_MASK)}" if covered else ""
        if head == NOWHERE or square - head in STEPS:
            return over
        return f"through a tile{' and ' * bool(over)}{over}"

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        if not self.mine:
            return f"{self.names[self.turn]}'s turn: to play, return tiles or pass."
        return f"Your turn: {self.request()}."

    def request(self) -> str:
        """Return what the viewer is asked to do."""
        state = self.state
        if state.returning:
            done = ", or stop" if state.back_count else ""
            return f"return a tile{done}; {count(state.back_count, 'tile')} so far"
        if state.left:
            tiles, so_far = state.tiles - state.begun + state.left, sum(word.points for word in self.composed)
            return f"{state.left} more of {count(tiles, 'tile')} to lay; {count(so_far, 'point')} so far"
        ways = ["lay a tile"] if self.tiles else []
        ways += ["return tiles"] if self.setup.options.mulligan and state.bag_left else []
        ways += ["pass"] if PASS in self.actions else []
        return listed(ways, "or")

    def seat(self, seat: int) -> Seat:
        """Return a seat with its points (Grabble Road I13) and what everybody may know of it (I2, I11)."""
        player = self.players[seat]
        road = f"head {square_text(player.head)}" if player.head else "no road yet"
        return Seat(
            self.names[seat],
            str(player.score),
            turn=seat == self.turn,
            you=seat == self.viewer,
            note=f"{count(player.held, 'tile')} on the rack, {road}",
        )

    def help(self) -> Iterator[tuple[str, str]]:
        """Yield the rules that matter now."""
        if self.state.returning:
            yield "Grabble Road 12", "return one or more tiles to the bag, then draw as many"
            return
        if self.state.left == 0:
            turns = "a play, a mulligan or a pass" if self.setup.options.mulligan else "a play or a pass"
            yield "Grabble Road 2a", f"a turn is {turns}{'' if self.options.passing else '; who can play may not pass'}"
            yield "Grabble Road 3", "the number on the first tile is the count: so many tiles are laid in this turn"
        if self.ways and not self.players[self.turn].head:
            yield "Grabble Road 4", "the first tile of a road goes on a corner"
        yield "Grabble Road 4c", "the next tile goes on an empty square beside the last one"
        yield (
            "Grabble Road 4d",
            f"or over a tile beside it{'' if self.options.covering else ', if no other square is in reach'}",
        )
        if self.options.through != OFF:
            yield "Grabble Road 4e", "or through a tile beside it, to a square beyond"
        yield "Grabble Road 6", "nothing must be spelled"
        yield "Grabble Road 7", "every word with a new tile scores, words inside words too"
        yield "Grabble Road 8a", "a premium square counts if it was empty when the turn began"
        yield "Grabble Road 13", "the match is over when all pass in a row"

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Yield the acts of the player to act (Grabble Road I15); a blank on a square is one act that asks for its letter."""
        points = dict(zip(self.tiles, plays.previews(self.setup, self.state, self.tiles), strict=True))
        for tile in self.tiles:
            if tile.face < BLANK:
                yield self.lay_act(tile, points[tile])
            elif tile.face == BLANK:
                yield self.blank_act(tile, [points[Tile(BLANK + letter, tile.square)] for letter in range(BLANK)])
        for action in self.actions:
            if not plays.is_lay(action):
                yield text.action_text(self.setup, self.state, action), self.other_act(action)

    def is_last(self, tile: Tile) -> bool:
        """Return whether the tile would end the play, so that its score is shown (Grabble Road 6a)."""
        left = self.state.left
        return left == 1 or (left == 0 and letter_tiles.FACE_NUMBERS[tile.face] == 1)

    def lay_act(self, tile: Tile, points: int) -> tuple[str, Act]:
        """Return the act of laying a letter on a square, with the play's points after it (Grabble Road 6a)."""
        last, label, words = self.is_last(tile), self.lay_label(tile), list[Word]()
        if last and points:
            words = plays.scored_words(self.setup, plays.with_tile(self.state, tile), self.state.begun)
        if last or points:
            label += f": {count(points, 'point')}{'' if last else ' so far'}"
        act = Act(
            label,
            "place",
            *self.way_of(tile),
            gain=str(points) if last or points else "",
            confirm=play_label(words, points) if last else "",
            note=text.word_list(words),
            short="Lay",
        )
        return f"{letter_tiles.text(tile.kind)} {square_text(tile.square)}", act

    def blank_act(self, tile: Tile, points: Sequence[int]) -> tuple[str, Act]:
        """Return the act of laying a blank on a square, with the play's points for each letter (Grabble Road 5, 6a)."""
        last, best = self.is_last(tile), max(points)
        gains = tuple(str(each) if last or each else "" for each in points)
        ask = replace(WHOSE_LETTER, gains=gains if any(gains) else ())
        confirm = "Play with the blank as" if last else ""
        act = Act(
            self.lay_label(tile),
            "place",
            *self.way_of(tile),
            ask=ask,
            gain=str(best) if last or best else "",
            confirm=confirm,
            short="Lay",
        )
        return f"{letter_tiles.text(tile.kind)} {square_text(tile.square)}", act

    def way_of(self, tile: Tile) -> tuple[str, str]:
        """Return the ends of a tile's way, from rack to square, as acts name them."""
        return f"p:{rack_piece('rack', tile.kind)}", f"c:board:{cell(tile.square)}"

    def lay_label(self, tile: Tile) -> str:
        way, number = self.ways[tile.square], letter_tiles.NUMBERS[tile.kind]
        label = f"Lay {letter_tiles.name(tile.kind)} on {square_text(tile.square)}{f', {way}' if way else ''}"
        first = self.state.left == 0 and number > 1
        return f"{label}, the first of {count(number, 'tile')}" if first else label

    def other_act(self, action: int) -> Act:
        if action == MULLIGAN:
            return Act("Mulligan: return tiles", "discard", key="m")
        if action == DONE:
            return Act(f"Return {count(self.state.back_count, 'tile')} and draw", "end", key="d", main=True)
        if action == PASS:
            return Act("Pass", "pass", key="p", confirm="Pass, for no points")
        kind = action - RETURN
        return Act(
            f"Return {letter_tiles.name(kind)}", "discard", on=f"p:{rack_piece('rack', kind)}", to="z:back", short="Return"
        )


@functools.lru_cache(maxsize=8)
def premiums(letter_times: tuple[int, ...], word_times: tuple[int, ...]) -> dict[str, Cell]:
    """Return the premium cells of a board, by "row,column"."""
    cells: dict[str, Cell] = {}
    for square, times in enumerate(zip(letter_times, word_times, strict=True)):
        if times in LOOKS:
            cells[cell(square)] = Cell(f"{square_text(square)}, {LOOKS[times].replace('-', ' ')}", LOOKS[times])
    return cells


def play_label(words: Sequence[Word], points: int) -> str:
    """Return the label of laying a play's last tile, by its longest word: ``Play DRAGON, 23 points``."""
    if not words:
        return "Play for nothing: no word is made"
    longest = max(words, key=lambda word: (len(word.word), word.points))
    return f"Play {longest.word}, {count(points, 'point')}"


@functools.cache
def cell(square: int) -> str:
    """Return a square as scenes name it: ``8,8``."""
    row, column = divmod(square, STRIDE)
    return f"{row},{column}"


@functools.cache
def rack_piece(zone: str, kind: int) -> str:
    """Return the id of the first tile of a kind on a rack: ``rack-E``."""
    return f"{zone}-{'blank' if kind == BLANK else letter_tiles.text(kind)}"


@functools.cache
def board_piece(number: int) -> str:
    """Return the id of a tile on the board, given its place in `State.laid`."""
    return f"t{number + 1}"


@functools.lru_cache(maxsize=4096)  # unchanged tiles stay the same objects from scene to scene, which patches need not compare
def laid_piece(face: int, seat: int, by: str, mine: bool, marks: tuple[str, ...]) -> Piece:
    """Return a tile on the board as a viewer sees it, with the player it was laid by."""
    look, label = board_face(face)
    looks: tuple[PieceLook, ...] = tuple(look for look in PIECE_LOOKS if look in marks)
    return Piece(
        label=f"{label}, laid by {by}", face=look, owner=seat, came="rack" if mine else f"seat{seat}", marks=marks, looks=looks
    )


@functools.cache
def held_piece(kind: int, seat: int, came: str) -> Piece:
    """Return a tile on the rack of a seat."""
    face, label = rack_face(kind)
    return Piece(label, face, seat, came)


@functools.cache
def rack_face(kind: int) -> tuple[Face, str]:
    """Return the face and the label of a tile on a rack."""
    written, number = "" if kind == BLANK else letter_tiles.text(kind), letter_tiles.NUMBERS[kind]
    return Face("tile", written, value=number), f"{written or 'blank'}, {count(number, 'point')}"


@functools.cache
def board_face(face: int) -> tuple[Face, str]:
    """Return the face and the label of a tile on the board."""
    letter, number = letter_tiles.LETTERS[face % BLANK], letter_tiles.FACE_NUMBERS[face]
    blank = ", a blank" if face >= BLANK else ""
    return Face("tile", letter, value=number), f"{letter}{blank}, {count(number, 'point')}"

"""Grabble Road as one viewer sees it: built field by field from what that viewer may know (section 3 of the rulebook page).

What a player composes is seen by that player only (Grabble Road I10): for everybody else the turn has only begun.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from muckle.engine.rules import OVER, Setup
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road import text
from muckle.games.grabble_road.options import STRIDE
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.contract import Act, Ask, Cell, Face, Piece, Result, Scene, Seat, Standing, Table, Zone

rules: Any = compiled_rules
"""Compiled functions carry no annotations."""

LOOKS = {(2, 1): "double-letter", (3, 1): "triple-letter", (1, 2): "double-word", (1, 3): "triple-word"}
"""Of a square, by what it multiplies letters and words with."""
VARIANTS = ("", "straight", "long through", "long through, straight", "no through")
WHOSE_LETTER = Ask("letter", "Which letter is the blank?", "letter", least=1, most=1)


def build(setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> Scene:
    """The scene for a seat, or for a spectator (None)."""
    if viewer != state.turn:
        state = state.copy()
        rules.take_up(setup, state)
    return _Builder(setup, state, viewer, names).scene()


class _Builder:
    """Gathers the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.viewer, self.names = setup, setup.options, state, viewer, names
        self.pieces: dict[str, Piece] = {}
        self.turn = int(state.turn)
        self.over = self.turn == OVER
        self.open = self.over and not self.options.reveal_after_match
        self.mine = self.turn == viewer and not self.over
        self.begun, self.left = int(state.begun), int(state.left)
        self.laid: list[tuple[int, int, int]] = state.laid[: state.tiles].tolist()
        """Square, face and what was under it, of every tile laid."""
        self.plays: list[tuple[int, int, int]] = state.plays[: state.played].tolist()
        """Seat, first tile and points of every play laid."""
        self.layers = list(self.who_laid())
        self.board: list[int] = state.board.tolist()
        seats = [state.seats[number] for number in range(len(names))]
        self.heads = [int(seat.head) for seat in seats]
        self.racks: list[list[int]] = [seat.tiles.tolist() for seat in seats]
        self.scores = [int(seat.score) for seat in seats]
        self.ways = {} if self.over else self.targets()
        self.actions = text.legal_actions(setup, state) if self.mine else []
        self.lays = [action for action in self.actions if text.is_lay(action)]
        begun = len(self.laid) > self.begun
        self.composed = text.scored_words(setup, state, self.begun) if begun else []
        """The words of the play being composed."""

    def scene(self) -> Scene:
        state = self.state
        return Scene(
            game="grabble_road",
            title=", ".join(filter(None, ["Grabble Road", VARIANTS[self.options.through]])),
            status=self.status(),
            seats=tuple(self.seat(number) for number in range(len(self.names))),
            zones=dict(self.others())
            | {"bag": Zone("bag", "Bag", "side", n=int(state.bag_left))}
            | {"board": self.grid()}
            | dict(self.own()),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.mine else {},
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            words=tuple(word.word for word in self.composed) or None,
            help=dict(self.help()),
        )

    def who_laid(self) -> Iterator[int]:
        """The seat that laid each tile."""
        ends = [*(first for _, first, _ in self.plays[1:]), self.begun]
        for (seat, first, _), end in zip(self.plays, ends, strict=False):
            yield from [seat] * (end - first)
        yield from [self.turn] * (len(self.laid) - self.begun)

    # The table

    def others(self) -> Iterator[tuple[str, Zone]]:
        """Other racks: how many tiles (Grabble Road I1, I2); open at the end, if that is the option (I17, General 11)."""
        after = 0 if self.viewer is None else self.viewer + 1
        seats = [*range(after, len(self.names)), *range(after)]
        for number in seats:
            if number != self.viewer:
                rack = self.racks[number]
                items = self.row(f"seat{number}", rack, number) if self.open else ()
                yield f"seat{number}", Zone("fan", f"{self.names[number]}'s rack", "others", number, items, sum(rack))

    def own(self) -> Iterator[tuple[str, Zone]]:
        """The viewer's rack (Grabble Road I1) and the tiles put aside to be returned (I8)."""
        if self.viewer is None:
            return
        if self.state.returning:
            items = self.row("back", self.state.back.tolist(), self.viewer, "rack")
            yield "back", Zone("row", "Tiles to return", "me", self.viewer, items, note="they go into the bag")
        items = self.row("rack", self.racks[self.viewer], self.viewer)
        yield "rack", Zone("fan", "Your rack", "me", self.viewer, items)

    def row(self, zone: str, tiles: list[int], seat: int, came: str = "bag") -> tuple[str, ...]:
        """Pieces for tiles of which there are so many of each kind; equal ones have a number."""
        names: list[str] = []
        for kind in range(letter_tiles.KINDS):
            for copy in range(tiles[kind]):
                names.append(f"{rack_piece(zone, kind)}{f'-{copy + 1}' if copy else ''}")
                self.pieces[names[-1]] = Piece(kind_label(kind), kind_face(kind), seat, came)
        return tuple(names)

    def grid(self) -> Zone:
        """The premium board (Grabble Road I18) with all tiles, covered ones too (I9), and the heads (I11)."""
        side, options = int(self.options.side), self.options
        cells = premiums(tuple(options.letter_times.tolist()), tuple(options.word_times.tolist()))
        taken = [square for square, held in enumerate(self.board) if held > rules.FREE]
        stacks = {"{},{}".format(*divmod(square, STRIDE)): tuple(self.stack(square)) for square in taken}
        return Zone("grid", "Board", width=side, height=side, cells=cells, on=stacks)

    def stack(self, square: int) -> list[str]:
        """The tiles on a square, bottom to top. The marks of the square are on the topmost."""
        numbers: list[int] = []
        held = self.board[square]
        while held:
            numbers.append((held >> rules.FACE_BITS) - 1)
            held = self.laid[numbers[-1]][2]
        for number in numbers:
            face, seat = self.laid[number][1], self.layers[number]
            mine = seat == self.viewer
            marks = tuple(self.marks(number, square)) if number == numbers[0] else ()
            label = f"{face_label(face)}, laid by {'you' if mine else self.names[seat]}"
            came = "rack" if mine else f"seat{seat}"
            self.pieces[board_piece(number)] = Piece(label, tile_face(face), seat, came, marks)
        return [board_piece(number) for number in reversed(numbers)]

    def marks(self, number: int, square: int) -> Iterator[str]:
        """Words about the topmost tile of a square, among them whose head it is (Grabble Road 4a, I11)."""
        for seat, name in enumerate(self.names):
            if self.heads[seat] == square:
                whose = "your" if seat == self.viewer else f"{name}'s"
                yield "head" if seat == self.layers[number] else f"covers {whose} head"
        if number >= self.begun:
            yield "new"
        elif number >= self.plays[-1][1]:
            yield "last play"

    def targets(self) -> dict[int, str]:
        """The squares the next tile may go on, with how (Grabble Road I14): first, plain, over or through."""
        near = int(self.state.near)
        places = [place for place in range(rules.PLACES) if near >> place & 1]
        found = [tile.square for tile in text.tiles_of(self.setup, self.state, places)]
        for row, columns in enumerate(self.state.far.tolist()):
            found += [row * STRIDE + column for column in range(STRIDE) if columns >> column & 1]
        return {square: self.way(self.heads[self.turn], square) for square in sorted(found)}

    def way(self, head: int, square: int) -> str:
        covered = self.board[square]
        over = f"over {letter_tiles.face_text(covered & rules.FACE_MASK)}" if covered else ""
        if head == rules.NOWHERE or square - head in rules.STEPS:
            return over
        return f"through a tile{' and ' * bool(over)}{over}"

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        if not self.mine:
            return f"{self.names[self.turn]}'s turn: to play, return tiles or pass."
        return f"Your turn: {self.asked()}."

    def asked(self) -> str:
        """What the viewer is asked."""
        if self.state.returning:
            done = ", or stop" if self.state.back_count else ""
            return f"return a tile{done}; {text.tiles(int(self.state.back_count))} so far"
        if self.left:
            count = len(self.laid) - self.begun + self.left
            so_far = text.points_text(self.so_far())
            return f"{self.left} more of {text.tiles(count)} to lay; {so_far} so far"
        ways = ["lay a tile"] if self.lays else []
        ways += ["return tiles"] if self.state.bag_left else []
        return " or ".join(filter(None, [", ".join(ways), "pass"]))

    def so_far(self) -> int:
        """What the play being composed would score if it ended here (Grabble Road 6a)."""
        return int(rules.score(self.setup, self.state, self.begun, self.state.drew[:0]))

    def seat(self, number: int) -> Seat:
        """A place at the table: its points (Grabble Road I13), and what everybody may know (I2, I11)."""
        head = self.heads[number]
        road = f"head {text.square_text(head)}" if head else "no road yet"
        return Seat(
            self.names[number],
            str(self.scores[number]),
            turn=number == self.turn,
            you=number == self.viewer,
            note=f"{text.tiles(sum(self.racks[number]))} on the rack, {road}",
        )

    def help(self) -> Iterator[tuple[str, str]]:
        """The rules that matter now."""
        if self.state.returning:
            yield "Grabble Road 12", "return one or more tiles to the bag, then draw as many"
            return
        if self.left == 0:
            yield "Grabble Road 2a", "a turn is a play, a mulligan or a pass"
            yield "Grabble Road 3", "the number on the first tile is the count: so many tiles are laid in this turn"
        if self.ways and not self.heads[self.turn]:
            yield "Grabble Road 4", "the first tile of a road goes on a corner"
        yield "Grabble Road 4c", "the next tile goes on an empty square beside the last one"
        yield "Grabble Road 4d", "or over a tile beside it"
        if self.options.through != rules.OFF:
            yield "Grabble Road 4e", "or through a tile beside it, to a square beyond"
        yield "Grabble Road 6", "nothing must be spelled"
        yield "Grabble Road 7", "every word with a new tile scores, words inside words too"
        yield "Grabble Road 8a", "a premium square counts if it was empty when the turn began"
        yield "Grabble Road 13", "the match is over when all pass in a row"

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """The legal actions, for the player to act (Grabble Road I15); those of a blank on a square are one act that asks."""
        points = self.points()
        for tile in text.tiles_of(self.setup, self.state, self.lays):
            if tile.face <= BLANK:
                yield self.lay_act(tile, points.get(tile))
        for action in self.actions:
            if not text.is_lay(action):
                yield text.action_text(self.setup, self.state, action), self.other_act(action)

    def points(self) -> dict[text.Tile, int]:
        """What the play scores with each of the tiles that would end it: its score in view (Grabble Road 6a)."""
        tiles = text.tiles_of(self.setup, self.state, self.lays)
        last = [place for place, tile in enumerate(tiles) if self.is_last(tile)]
        found = text.previews(self.setup, self.state, [self.lays[place] for place in last])
        return {tiles[place]: points for place, points in zip(last, found, strict=True)}

    def is_last(self, tile: text.Tile) -> bool:
        return self.left == 1 or (self.left == 0 and letter_tiles.FACE_NUMBERS[tile.face] == 1)

    def lay_act(self, tile: text.Tile, points: int | None) -> tuple[str, Act]:
        kind, square = min(tile.face, BLANK), text.square_text(tile.square)
        number = letter_tiles.NUMBERS[kind]
        label = f"Lay {letter_tiles.name(kind)} on {square}"
        label += f", {self.ways[tile.square]}" if self.ways[tile.square] else ""
        if self.left == 0 and number > 1:
            label += f", the first of {text.tiles(number)}"
        if points is not None and kind != BLANK:
            label += f": {text.points_text(points)}"
        row, column = divmod(tile.square, STRIDE)
        act = Act(
            label,
            "place",
            on=f"p:{rack_piece('rack', kind)}",
            to=f"c:board:{row},{column}",
            ask=WHOSE_LETTER if kind == BLANK else None,
        )
        return f"{letter_tiles.text(kind)} {square}", act

    def other_act(self, action: int) -> Act:
        if action == rules.MULLIGAN:
            return Act("Mulligan: return tiles", "discard", key="m")
        if action == rules.DONE:
            return Act(f"Return {text.tiles(int(self.state.back_count))} and draw", "end", key="d", main=True)
        if action == rules.PASS:
            return Act("Pass", "end", key="p")
        kind = action - rules.RETURN
        return Act(f"Return {letter_tiles.name(kind)}", "discard", on=f"p:{rack_piece('rack', kind)}", to="z:back")

    # Tables and the result

    def tables(self) -> Iterator[Table]:
        if len(self.laid) > self.begun:
            yield words("This play so far", self.composed)
        if self.plays:
            yield self.last_play()
            yield self.all_plays()
        yield self.roads()
        if self.ways:
            yield self.next_squares()
        yield self.letters()
        if self.state.idle and not self.over:
            yield self.waiting()
        if any(self.state.seats[number].lots for number in range(len(self.names))):
            yield self.start()

    def last_play(self) -> Table:
        """The words of the last play (Grabble Road I13), as the board lay then."""
        state = self.state.copy()
        rules.take_up(self.setup, state)
        play, laid = text.last_play(state)
        title = f"Last play: {self.names[int(play.seat)]}, {text.tiles(len(laid))}, {text.points_text(int(play.points))}"
        return words(title, text.scored_words(self.setup, state, int(play.first)))

    def all_plays(self) -> Table:
        """All plays with their tiles and points, the newest first (Grabble Road I12, I13)."""
        ends = [*(first for _, first, _ in self.plays[1:]), self.begun]
        rows = [
            (self.names[seat], " ".join(str(text.Tile(face, square)) for square, face, _ in self.laid[first:end]), str(points))
            for (seat, first, points), end in zip(self.plays, ends, strict=True)
        ]
        return Table("Plays", ("Player", "Tiles", "Points"), tuple(reversed(rows)))

    def roads(self) -> Table:
        """The roads, square by square (Grabble Road I11)."""
        roads: list[list[str]] = [[] for _ in self.names]
        for seat, (square, _, _) in zip(self.layers, self.laid, strict=True):
            roads[seat].append(text.square_text(square))
        rows = [(name, str(len(road)), " ".join(road) or "–") for name, road in zip(self.names, roads, strict=True)]
        return Table("Roads", ("Player", "Tiles", "Squares in order"), tuple(rows))

    def next_squares(self) -> Table:
        """Where the player to act may go on (Grabble Road I14)."""
        found: dict[str, list[str]] = {}
        for square, way in self.ways.items():
            kind = "through" if way.startswith("through") else "over" if way else "empty"
            found.setdefault(kind, []).append(text.square_text(square))
        whose = "your" if self.mine else f"{self.names[self.turn]}'s"
        return Table(
            f"Squares for {whose} next tile", ("How", "Squares"), tuple((kind, " ".join(at)) for kind, at in found.items())
        )

    def letters(self) -> Table:
        """All tiles by their numbers (Grabble Road I18), and those the viewer has not seen (I5)."""
        unseen, there = self.unseen(), dict(enumerate(self.options.counts.tolist()))
        rows: list[tuple[str, str, str]] = []
        for number in sorted(set(letter_tiles.NUMBERS)):
            kinds = [kind for kind in there if there[kind] and letter_tiles.NUMBERS[kind] == number]
            if kinds:
                rows.append((str(number), counted({k: there[k] for k in kinds}), counted({k: unseen[k] for k in kinds})))
        return Table("Letters", ("Number", "In the game", "You have not seen"), tuple(rows))

    def unseen(self) -> Counter[int]:
        """How many tiles of each kind the viewer has not seen: the bag and the other racks."""
        left = Counter(dict(enumerate(self.options.counts.tolist())))
        for _, face, _ in self.laid:
            left[min(face, BLANK)] -= 1
        for seat in range(len(self.names)):
            if seat == self.viewer or self.open:
                left -= Counter(dict(enumerate(self.racks[seat])))
        if self.mine:
            left -= Counter(dict(enumerate(self.state.back.tolist())))
        return left

    def waiting(self) -> Table:
        """How near the match is to its end without a play (Grabble Road I16)."""
        seats, cap = len(self.names), int(self.options.stall_cap)
        rows = (
            ("Passes in a row", str(int(self.state.passes)), str(seats)),
            ("Turns without a play", str(int(self.state.idle)), str(cap * seats) if cap else "no limit"),
        )
        return Table("Until the match is over", ("", "Now", "At the end"), rows)

    def start(self) -> Table:
        """What was drawn for the start (Grabble Road I6)."""
        rows = [(name, lots(int(self.state.seats[seat].lots))) for seat, name in enumerate(self.names)]
        return Table("Drawn for the start", ("Player", "Letters"), tuple(rows), key=self.names[int(self.state.starter)])

    def result(self) -> Result:
        """Who won, and why (Grabble Road 13a, General 12)."""
        scores, best = self.scores, max(self.scores)
        winners = [name for name, score in zip(self.names, scores, strict=True) if score == best]
        standings = [
            Standing(seat, 1 + sum(other > score for other in scores), str(score), tuple(self.why(seat)))
            for seat, score in enumerate(scores)
        ]
        return Result(
            title=f"{text.listed(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {text.points_text(best)}",
            standings=tuple(sorted(standings, key=lambda row: row.place)),
            reason=text.reason(self.setup, self.state),
        )

    def why(self, seat: int) -> Iterator[str]:
        plays = [points for whose, _, points in self.plays if whose == seat]
        best = f", the best {text.points_text(max(plays))}" if plays else ""
        yield f"{len(plays)} play{'s' * (len(plays) != 1)}{best}"
        tiles = dict(enumerate(self.racks[seat]))
        left = counted(tiles) if self.open or seat == self.viewer else str(sum(tiles.values()))
        yield f"Left on the rack: {left}" if any(tiles.values()) else "No tile is left"


@functools.lru_cache(maxsize=8)
def premiums(letter_times: tuple[int, ...], word_times: tuple[int, ...]) -> dict[str, Cell]:
    """What is printed on the squares of a board, by "row,column"."""
    cells: dict[str, Cell] = {}
    for square, times in enumerate(zip(letter_times, word_times, strict=True)):
        if times in LOOKS:
            row, column = divmod(square, STRIDE)
            cells[f"{row},{column}"] = Cell(f"{text.square_text(square)}, {LOOKS[times].replace('-', ' ')}", LOOKS[times])
    return cells


def words(title: str, made: Sequence[text.Word]) -> Table:
    """The words of a play (Grabble Road 7, I13)."""
    rows = [
        (word.word, f"{text.square_text(word.square)} {'down' if word.down else 'across'}", str(word.points)) for word in made
    ]
    return Table(title, ("Word", "From", "Points"), tuple(rows) or (("no word", "–", "0"),))


def rack_piece(zone: str, kind: int) -> str:
    """The id of the first tile of a kind on a rack: ``rack-E``."""
    return f"{zone}-{'blank' if kind == BLANK else letter_tiles.text(kind)}"


def board_piece(number: int) -> str:
    """The id of a tile on the board, by its place among all that were laid."""
    return f"t{number + 1}"


def kind_label(kind: int) -> str:
    return f"{'blank' if kind == BLANK else letter_tiles.text(kind)}, {text.points_text(letter_tiles.NUMBERS[kind])}"


def kind_face(kind: int) -> Face:
    return Face("tile", "" if kind == BLANK else letter_tiles.text(kind), value=letter_tiles.NUMBERS[kind])


def face_label(face: int) -> str:
    number = text.points_text(letter_tiles.FACE_NUMBERS[face])
    return f"{letter_tiles.LETTERS[face % BLANK]}{', a blank' if face >= BLANK else ''}, {number}"


def tile_face(face: int) -> Face:
    return Face("tile", letter_tiles.LETTERS[face % BLANK], value=letter_tiles.FACE_NUMBERS[face])


def counted(kinds: dict[int, int]) -> str:
    """How many of each kind: ``A 3  B  ? 2``."""
    there = [f"{letter_tiles.text(kind)}{f' {count}' if count > 1 else ''}" for kind, count in kinds.items() if count > 0]
    return ", ".join(there) or "–"


def lots(code: int) -> str:
    """The tiles a seat drew for the start, in order."""
    kinds: list[str] = []
    while code:
        code, digit = divmod(code, rules.LOT_UNIT)
        kinds.append("a blank" if digit - 1 == BLANK else letter_tiles.text(digit - 1))
    return ", then ".join(reversed(kinds)) or "–"

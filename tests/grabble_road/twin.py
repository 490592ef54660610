"""A second Grabble Road, from the rulebook page alone: plain dictionaries and lists, slow, and no code of the program.

It is told what chance brought (in the notation of transcripts) and checks that it could have.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from typing import Any

STANDARD = "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ??"
FEW = {"tiny8": "AAATTDC?", "tiny6": "AAATTD", "tiny4": "AATD"}
NUMBERS = {"?": 0, "D": 2, "G": 2, "K": 5, "J": 8, "X": 8, "Q": 10, "Z": 10}
NUMBERS |= dict.fromkeys("AEILNORSTU", 1) | dict.fromkeys("BCMP", 3) | dict.fromkeys("FHVWY", 4)
TOP_HALF = (
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...D...d..T",
)
BOARDS = {
    "standard15": [*TOP_HALF, *TOP_HALF[-2::-1]],
    "plain15": ["." * 15] * 15,
    "tiny3": ["T.T", ".D.", "T.T"],
}
SINGLES = {"A_I": "AI", "A_I_O": "AIO", "none": ""}
Square = tuple[int, int]
"""Row and column, from 0."""


def name(square: Square) -> str:
    return "abcdefghijklmno"[square[1]] + str(square[0] + 1)


def square(written: str) -> Square:
    return int(written[1:]) - 1, "abcdefghijklmno".index(written[0])


class Twin:
    """A match. Options by the names of the rulebook; `words` in capitals.

    board: for each square with tiles, from bottom to top (letter, number, turn it was laid in). racks and bag: tiles as letters
    or "?". laid: squares of the tiles laid in this turn. returned: tiles put aside in a mulligan, or None.
    """

    def __init__(self, options: dict[str, Any], words: Iterable[str], chance: list[str] | None = None) -> None:
        self.o, self.words = options, set(words)
        self.premiums = BOARDS[options["board"]]
        self.bag = Counter(FEW.get(options["tiles"], STANDARD))
        self.seats = range(options["seats"])
        self.racks = [Counter[str]() for _ in self.seats]
        self.heads: list[Square | None] = [None for _ in self.seats]
        self.scores = [0 for _ in self.seats]
        self.board: dict[Square, list[tuple[str, int, int]]] = {}
        self.number, self.turn, self.left = 1, 0, 0
        self.laid: list[Square] = []
        self.returned: list[str] | None = None
        self.passes = self.idle = 0
        self.over = False
        self.last_words: list[tuple[str, int]] = []
        if chance is not None:
            self.begin(list(chance))

    def copy(self) -> Twin:
        other = copy.copy(self)
        for field in ("bag", "racks", "heads", "scores", "board", "laid", "returned"):
            setattr(other, field, copy.deepcopy(getattr(self, field)))
        return other

    def begin(self, chance: list[str]) -> None:
        """Lots until one is lowest (when the bag runs out, all go back), then full racks from the starter on."""
        tied, out = list(self.seats), Counter[str]()
        while len(tied) > 1:
            if self.bag.total() < len(tied):
                self.bag += out
                out.clear()
            drawn = {seat: self.take(chance, "lot", seat) for seat in tied}
            out.update(drawn.values())
            lowest = min(drawn.values(), key=self.order)
            tied = [seat for seat in tied if drawn[seat] == lowest]
        self.bag += out
        self.turn = tied[0]
        for place in self.seats:
            self.draw(chance, (self.turn + place) % len(self.seats))
        assert not chance, f"too much was drawn: {chance}"

    def order(self, tile: str) -> str:
        return " " if tile == "?" else tile

    def take(self, chance: list[str], kind: str, seat: int) -> str:
        """Take the next tile that chance brings, out of the bag."""
        said, whose, tile = chance.pop(0).split()
        assert (said, whose) == (kind, str(seat))
        assert self.bag[tile] > 0
        self.bag[tile] -= 1
        return tile

    def draw(self, chance: list[str], seat: int) -> None:
        while self.racks[seat].total() < self.o["rack"] and self.bag.total():
            self.racks[seat][self.take(chance, "draw", seat)] += 1

    # What may be done

    def legal(self) -> list[str]:
        """In the order of the alphabet."""
        if self.over:
            return []
        rack = self.racks[self.turn]
        tiles = [tile for tile in rack if rack[tile] > 0]
        if self.returned is not None:
            return sorted([f"return {tile}" for tile in tiles] + ["done"] * bool(self.returned))
        found: list[str] = []
        for tile in tiles:
            if self.left or 1 <= NUMBERS[tile] <= rack.total():
                faces = [f"?{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] if tile == "?" else [tile]
                found += [f"{face} {name(target)}" for face in faces for target in self.targets()]
        if not self.left:
            found += ["mulligan"] * bool(self.o["mulligan"] == "yes" and self.bag.total())
            stuck = not any(1 <= NUMBERS[tile] <= rack.total() for tile in tiles)
            found += ["pass"] * (stuck or self.o["passing"] == "yes")
        return sorted(found)

    def targets(self) -> set[Square]:
        head = self.heads[self.turn]
        if head is None:
            side = len(self.premiums) - 1
            corners = {(0, 0), (0, side), (side, 0), (side, side)}
            return {corner for corner in corners if corner not in self.board} or corners
        beside = self.beside(head)
        landings = self.landings(head) - {head} - beside
        if self.o["through_onto"] == "empty":
            landings = {landing for landing in landings if landing not in self.board}
        empty = {square for square in beside | landings if square not in self.board}
        return empty if empty and self.o["covering"] == "no" else beside | landings

    def beside(self, at: Square) -> set[Square]:
        row, column = at
        four = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        return {(r, c) for r, c in four if 0 <= r < len(self.premiums) and 0 <= c < len(self.premiums)}

    def landings(self, head: Square) -> set[Square]:
        """Squares behind tiles that can be passed, whatever lies on them."""
        way, next_to = self.o["through"], [square for square in self.beside(head) if square in self.board]
        if way == "off":
            return set()
        if way == "one_any":
            return {landing for passed in next_to for landing in self.beside(passed)}
        if way == "chain_any":
            chain, reached = set[Square](), set(next_to)
            while reached - chain:
                chain |= reached
                reached = {s for passed in chain for s in self.beside(passed) if s in self.board and s != head}
            return {landing for passed in chain for landing in self.beside(passed)}
        found: set[Square] = set()
        for passed in next_to:
            step = passed[0] - head[0], passed[1] - head[1]
            at, inside = passed, True
            while inside and at in self.board:
                at = at[0] + step[0], at[1] + step[1]
                inside = 0 <= at[0] < len(self.premiums) and 0 <= at[1] < len(self.premiums)
                if inside:
                    found.add(at)
                if way == "one_straight":
                    break
        return found

    # What it does

    def apply(self, action: str, chance: Iterable[str] = ()) -> None:
        assert action in self.legal(), action
        left = list(chance)
        if action == "pass":
            self.passes += 1
            self.end_turn(played=False)
        elif action == "mulligan":
            self.returned = []
        elif action == "done":
            self.bag.update(self.returned or [])
            self.returned = None
            self.draw(left, self.turn)
            self.passes = 0
            self.end_turn(played=False)
        elif action.startswith("return"):
            assert self.returned is not None
            self.racks[self.turn][action[-1]] -= 1
            self.returned.append(action[-1])
        else:
            self.lay(*action.split(), left)
        assert not left, f"too much was drawn: {left}"

    def lay(self, face: str, where: str, chance: list[str]) -> None:
        tile, letter, at = face[0], face[-1], square(where)
        self.left = (self.left or NUMBERS[tile]) - 1
        self.racks[self.turn][tile] -= 1
        self.board.setdefault(at, []).append((letter, NUMBERS[tile], self.number))
        self.laid.append(at)
        self.heads[self.turn] = at
        if self.left == 0:
            self.last_words = self.words_made()
            self.scores[self.turn] += sum(points for _, points in self.last_words)
            self.passes = 0
            self.draw(chance, self.turn)
            self.end_turn(played=True)

    def end_turn(self, played: bool) -> None:
        self.laid = []
        self.number += 1
        self.idle = 0 if played else self.idle + 1
        cap = self.o["stall_cap"]
        self.over = self.passes == len(self.seats) or (cap != "none" and self.idle == cap * len(self.seats))
        self.turn = (self.turn + 1) % len(self.seats)

    # What it scores

    def words_made(self) -> list[tuple[str, int]]:
        """Return the words made by a play, looking at every span of the board."""
        side, found = len(self.premiums), list[tuple[str, int]]()
        for line in range(side):
            for first in range(side):
                for last in range(first, side):
                    across = [(line, place) for place in range(first, last + 1)]
                    down = [(place, line) for place in range(first, last + 1)]
                    for span in [across, down] if last > first else [across]:
                        found += self.worth(span)
        return found

    def worth(self, span: list[Square]) -> list[tuple[str, int]]:
        """Return the word of a span with its points, if it scores."""
        if not all(at in self.board for at in span) or not any(self.is_new(at) for at in span):
            return []
        word = "".join(self.board[at][-1][0] for at in span)
        listed = word in SINGLES[self.o["one_letter"]] if len(word) == 1 else word in self.words
        if not listed or (self.o["spans"] == "whole_runs" and self.can_grow(span)):
            return []
        points, times = 0, 1
        for at in span:
            sign = self.premiums[at[0]][at[1]] if self.was_empty(at) else "."
            points += self.board[at][-1][1] * {"d": 2, "t": 3}.get(sign, 1)
            times *= {"D": 2, "T": 3}.get(sign, 1)
        return [(word, points * times)]

    def is_new(self, at: Square) -> bool:
        return self.board[at][-1][2] == self.number

    def was_empty(self, at: Square) -> bool:
        return self.board[at][0][2] == self.number

    def can_grow(self, span: list[Square]) -> bool:
        if len(span) == 1:
            return any(at in self.board for at in self.beside(span[0]))
        step = span[1][0] - span[0][0], span[1][1] - span[0][1]
        ends = (span[0][0] - step[0], span[0][1] - step[1]), (span[-1][0] + step[0], span[-1][1] + step[1])
        return any(end in self.board for end in ends)

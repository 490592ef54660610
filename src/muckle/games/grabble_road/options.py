"""The options of Grabble Road and their presets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from math import prod
from typing import Annotated, Any, ClassVar, Literal

from muckle.engine.game import Preset
from muckle.engine.options import GameOptions, between
from muckle.errors import OptionsError
from muckle.games.grabble_road.state import SIZE, SQUARES, STRIDE
from muckle.kit import letter_tiles
from muckle.words.lists import TINY

FEW_TILES = {
    "tiny8": {"A": 3, "T": 2, "D": 1, "C": 1, "?": 1},
    "tiny6": {"A": 3, "T": 2, "D": 1},
    "tiny4": {"A": 2, "T": 1, "D": 1},
}
"""Tiles in the bag by the option `tiles`, where they are not the hundred of the game (Grabble Road 2)."""
TINY_BOARD = ("T.T", ".D.", "T.T")
TINY_WORDS = ("a", "act", "ad", "at", "cad", "cat", "ta", "tad")
LETTER_TIMES = {"d": 2, "t": 3}
WORD_TIMES = {"D": 2, "T": 3}
"""Factors of letters and words on premium squares; 1 on any other square (Grabble Road 8)."""
ONE_LETTER = {"A_I": "AI", "A_I_O": "AIO", "none": ""}


class Options(GameOptions, frozen=True, kw_only=True):
    """Options of Grabble Road; the defaults are the recommended game."""

    game: ClassVar[str] = "grabble_road"
    said: ClassVar[Mapping[str, str]] = {
        "covering": "Tiles may be covered",
        "through": "Go through",
        "through=one_any": "one tile, any way",
        "through=one_straight": "one tile, straight on",
        "through=chain_any": "a chain of tiles, any way",
        "through=chain_straight": "a chain of tiles, straight on",
        "through=off": "no tile",
        "through_onto": "Behind it lies",
        "through_onto=empty": "an empty square",
        "through_onto=any": "anything",
        "spans": "What scores",
        "spans=any_part": "every part of a run",
        "spans=whole_runs": "whole runs only",
        "one_letter": "Words of one letter",
        "one_letter=A_I": "A and I",
        "one_letter=A_I_O": "A, I and O",
        "mulligan": "Tiles may be returned",
        "passing": "Who could play may pass",
        "stall_cap": "Rounds without a play that end it",
        "stall_cap=none": "no number of them",
        "dictionary": "Word list",
        "rack": "Tiles on a rack",
        "board": "Board",
        "board=standard15": "with premium squares",
        "board=tiny3": "of nine squares",
        "board=plain15": "without premium squares",
        "tiles": "Tiles in the bag",
        "tiles=standard100": "a hundred",
        "tiles=tiny8": "eight",
        "tiles=tiny6": "six",
        "tiles=tiny4": "four",
    }
    for_tests: ClassVar[Set[str]] = frozenset({"board", "covering", "mulligan", "passing", "tiles"})

    seats: Annotated[int, between(2, 4)] = 2
    """Players (Grabble Road 2)."""
    covering: Literal["yes", "no"] = "yes"
    """Whether a tile may cover another (Grabble Road 4d); `no` is an experiment: only if no other square is in reach."""
    through: Literal["one_any", "one_straight", "chain_any", "chain_straight", "off"] = "one_any"
    """Which tiles may be passed through: one tile or a chain of them, in any direction or straight on (Grabble Road 4e)."""
    through_onto: Literal["empty", "any"] = "empty"
    """Whether the square behind the tiles passed through must be empty; any: a tile there is covered (Grabble Road D2)."""
    spans: Literal["any_part", "whole_runs"] = "any_part"
    """Which words score: every part of a run of letters, or only runs that cannot be made longer (Grabble Road 7a)."""
    one_letter: Literal["A_I", "A_I_O", "none"] = "A_I"
    """The words of one letter, whatever the dictionary says (Grabble Road 7d)."""
    mulligan: Literal["yes", "no"] = "yes"
    """Whether a turn may be a mulligan; `no` is an experiment, to see what it is worth (Grabble Road 12)."""
    passing: Literal["yes", "no"] = "yes"
    """Whether a player who could play may pass; `no` is an experiment, to see what it is worth (Grabble Road 2a)."""
    stall_cap: Annotated[int, between(1, 100)] | Literal["none"] = 10
    """Full rounds of turns without a play that end the match (Grabble Road 14)."""
    dictionary: str = "american-standard"
    """The word list that decides; "tiny" is the one of the tiny game (Grabble Road D15)."""
    rack: Annotated[int, between(1, 15)] = 10
    """Tiles each player holds (Grabble Road 2)."""
    board: Literal["standard15", "tiny3", "plain15"] = "standard15"
    """The premium board, one of three by three squares for tests, or one without premiums (Grabble Road 8)."""
    tiles: Literal["standard100", "tiny8", "tiny6", "tiny4"] = "standard100"
    """The tiles in the bag; eight, six and four are for tests (Grabble Road 2)."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of tiles of each kind."""
        if self.tiles == "standard100":
            return letter_tiles.COUNTS
        return tuple(FEW_TILES[self.tiles].get(letter_tiles.text(kind), 0) for kind in range(letter_tiles.KINDS))

    @property
    def premiums(self) -> tuple[str, ...]:
        """Return the rows of the board as `letter_tiles.PREMIUMS` writes them."""
        boards = {"standard15": letter_tiles.PREMIUMS, "tiny3": TINY_BOARD, "plain15": ("." * SIZE,) * SIZE}
        return boards[self.board]

    def problems(self) -> Iterator[OptionsError]:
        """Yield refusals of racks that the bag can't fill, and of a landing on tiles that cannot be."""
        needed, there = self.seats * self.rack, sum(self.counts)
        if needed > there:
            reason = f"{self.seats} racks of {self.rack} need {needed} tiles, but the bag holds {there}"
            yield self.refuse(reason, "Grabble Road 2")
        if self.through == "off" and self.through_onto == "any":
            reason = "where no tile may be passed through, nothing lies behind one that could be covered"
            yield self.refuse(reason, "Grabble Road D2")
        if self.covering == "no" and self.through_onto == "any":
            reason = "where tiles may not be covered, the square behind a tile passed through must be empty"
            yield self.refuse(reason, "Grabble Road D2")

    def word_problems(self, words: Iterable[str]) -> Iterator[OptionsError]:
        """Yield a refusal if the word list has no word of two letters or more."""
        if not any(len(word) > 1 for word in words):
            reason = f"the word list {self.dictionary} has no word of at least 2 letters"
            yield self.refuse(reason, "Grabble Road D15")

    def bot_problems(self) -> Iterator[OptionsError]:
        """Yield a refusal if bots could take mulligans without end."""
        if self.stall_cap == "none":
            reason = "with bots in all seats a match might never end, so stall_cap must be a number, got none"
            yield self.refuse(reason, "Grabble Road D13")

    def settings(self) -> dict[str, Any]:
        """Return the values for the record OPTIONS of `state.py`."""
        letter_times, word_times = [1] * SQUARES, [1] * SQUARES
        for row, signs in enumerate(self.premiums, 1):
            for column, sign in enumerate(signs, 1):
                square = row * STRIDE + column
                letter_times[square] = LETTER_TIMES.get(sign, 1)
                word_times[square] = WORD_TIMES.get(sign, 1)
        return super().settings() | {
            "stall_cap": 0 if self.stall_cap == "none" else self.stall_cap,
            "covering": int(self.covering == "yes"),
            "mulligan": int(self.mulligan == "yes"),
            "passing": int(self.passing == "yes"),
            "side": len(self.premiums),
            "counts": self.counts,
            "numbers": letter_tiles.FACE_NUMBERS,
            "letter_times": letter_times,
            "word_times": word_times,
            "words_of_one": sum(1 << letter_tiles.LETTERS.index(letter) for letter in ONE_LETTER[self.one_letter]),
        }

    @classmethod
    def tried(cls) -> Mapping[str, tuple[str, ...]]:
        """Return values of text options that tests try: the word list of the tiny game."""
        return {"dictionary": (TINY,)}

    def max_decisions(self) -> int:
        """Return an upper bound on decisions.

        Every tile is laid once; before each, and at the end, at most `stall_cap` rounds are passes or mulligans.

        Without a stall cap a match has no bound (Grabble Road 14); the number then says "too many for any match".
        """
        if self.stall_cap == "none":
            return 10**9
        tiles = sum(self.counts)
        return tiles + (tiles + 1) * int(self.stall_cap) * self.seats * (self.rack + 2)

    def score_bounds(self) -> tuple[float, float]:
        """Return bounds that no score leaves.

        The upper bound: every tile in the dearest word, as often as a square is in spans of both directions.

        A word scores only with a new tile in it, and a tile is new once (Grabble Road 7, 9).
        """
        side = len(self.premiums)
        spans = (side + 1) // 2 * (side // 2 + 1)
        return 0, sum(self.counts) * 2 * spans * self._dearest_word()

    def _dearest_word(self) -> int:
        """Return the points of a line full of the highest number with every premium counting (Grabble Road 8)."""
        lines = [*self.premiums, *map("".join, zip(*self.premiums, strict=True))]
        times = [
            sum(LETTER_TIMES.get(sign, 1) for sign in line) * prod(WORD_TIMES.get(sign, 1) for sign in line) for line in lines
        ]
        return max(letter_tiles.FACE_NUMBERS) * max(times)

    def word_list(self) -> str | tuple[str, tuple[str, ...]]:
        """Return the dictionary's name, or the tiny game's name and eight words."""
        return (TINY, TINY_WORDS) if self.dictionary == TINY else self.dictionary


PRESETS = {
    "grabble_road": Preset({}, "The recommended game."),
    "straight": Preset({"through": "one_straight"}, "Go through one tile, straight on only.", "Straight on"),
    "no_through": Preset({"through": "off"}, "No tile may be passed through.", "Through no tile"),
    "long_through": Preset({"through": "chain_any"}, "Go through any chain of tiles.", "Through chains"),
    "tiny": Preset(
        {"seats": 2, "board": "tiny3", "tiles": "tiny8", "rack": 3, "stall_cap": 2, "dictionary": TINY},
        "Nine squares, eight tiles, eight words: for tests.",
        small=True,
    ),
}

"""Muckell: everybody plays a separate Mickell with the same cards in the same order (Muckell 1 to 6).

A round is a match of Mickell for each player, all with the same deal. Nobody affects anybody else, so there is no state of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Struct

from muckle.engine.game import Game, Preset
from muckle.engine.options import between
from muckle.errors import OptionsError
from muckle.games.mickell import options as mickell
from muckle.games.mickell.state import State

MOST = 10_000
"""Maximum number of seats; no rule needs a limit."""
LONGEST = 3600
"""Maximum number of seconds for a card."""
PACE = re.compile(r"wait_for_all|caller|seconds:[1-9]\d{0,3}")


class Options(mickell.Options, frozen=True, kw_only=True):
    """Options of Muckell; the defaults are the recommended game."""

    said: ClassVar[Mapping[str, str]] = {
        "pace": "When the next card comes",
        "visibility": "Boards are seen",
        "visibility=hidden_until_end": "at the end",
        "visibility=open": "by all",
        "late": "Who is late",
        "late=discard_current": "discards the card",
        "late=queue": "plays it later",
        "tie": "Equal scores",
        "tie=shared": "share the place",
        "tie=longest_word": "the longer word is ahead",
        "advice": "Hints and advice",
        "advice=none": "after the round",
        "advice=allowed": "at any time",
    }
    seats: Annotated[int, between(2, MOST)] = 2
    """Number of players; nobody affects anybody else (Muckell 2)."""
    pace: str = "wait_for_all"
    """When the next card comes: when all have ended the turn, when the caller calls, or after "seconds:60" (Muckell D13)."""
    visibility: Literal["hidden_until_end", "open"] = "hidden_until_end"
    """Whether others see a board before the end (Muckell D10)."""
    late: Literal["discard_current", "queue"] = "discard_current"
    """Whether a player who is late discards the current card, or plays the missed cards in order (Muckell D11)."""
    tie: Literal["shared", "longest_word"] = "shared"
    """Equal scores share the place, or the longer longest word is ahead (Muckell D12)."""

    advice: Literal["none", "allowed"] = "none"
    """Whether players may ask for hints and advice before the end (Muckell D15)."""

    @property
    def seconds(self) -> int:
        """Return the seconds for a card; 0 where no clock decides."""
        return int(self.pace.partition(":")[2] or 0)

    @property
    def waits_for_all(self) -> bool:
        """Return whether the next card comes when all are ready (Muckell 3)."""
        return self.pace == "wait_for_all"

    @property
    def late_discards(self) -> bool:
        """Return whether a player who is late discards the card (Muckell 4)."""
        return self.late == "discard_current"

    @property
    def open_boards(self) -> bool:
        """Return whether all boards are seen during the match (Muckell D10)."""
        return self.visibility == "open"

    @property
    def gives_advice(self) -> bool:
        """Return whether hints and advice are given before the end (Muckell D15)."""
        return self.advice == "allowed"

    def problems(self) -> Iterator[OptionsError]:
        """Yield refusals of an unknown pace, and of rules for latecomers where nobody can be late."""
        if not PACE.fullmatch(self.pace) or self.seconds > LONGEST:
            known = f"wait_for_all, caller or seconds:1 to seconds:{LONGEST}"
            yield self.refuse(f"pace must be {known}, got {self.pace!r:.60}", "Muckell D13")
        if self.late == "queue" and self.pace == "wait_for_all":
            yield self.refuse(
                "to play missed cards later needs a caller or a clock: where all are waited for, nobody is late", "Muckell D11"
            )
        yield from super().problems()

    def alone(self) -> mickell.Options:
        """Return the options of Mickell with the same cards, words and rules."""
        values: dict[str, Any] = {name: getattr(self, name) for name in mickell.Options.__struct_fields__}
        values["seats"] = 1
        return mickell.Options(**values)

    def led(self) -> dict[str, int | str]:
        """Return the options that a board does not have, such as how cards are called."""
        return {name: value for name, value in self.public().items() if name not in mickell.Options.__struct_fields__}

    def turns(self) -> int:
        """Return the number of turns: one for each card, and the final phase (Mickell 2, 5)."""
        return len(self.deck_cards()) + 1

    def max_decisions(self) -> int:
        """Return an upper bound on the decisions of all boards together."""
        return self.seats * self.alone().max_decisions()


class Worth(NamedTuple):
    """The result of a board; equal scores are parted by the larger tiebreak."""

    score: int
    tiebreak: int


class Standings(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a round's record: how it was led, and the results by seat. The boards follow (docs/formats.md)."""

    muckell: dict[str, int | str]
    """The options that the boards' headers do not have."""
    places: tuple[int, ...]
    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]

    def line(self) -> str:
        """Return the line of the record."""
        return msgspec.json.encode(self).decode() + "\n"


def turn(state: State) -> int:
    """Return the number of a board's turn, the final phase being the last; one more when the board is done."""
    return int(state.number) + (state.turn != 0)


def worth(options: Options, score: int, state: State) -> Worth:
    """Return the score of a board, and the letters of the longest word claimed where it breaks ties (Muckell 6, D12)."""
    parts_ties = options.tie == "longest_word"
    return Worth(score, max((word.length for word in state.claims[: state.claimed]), default=0) if parts_ties else 0)


def places(boards: Sequence[Worth]) -> list[int]:
    """Return the place of each board, from 1; equal boards share the best of their places (Muckell 6).

    >>> places([Worth(21, 0), Worth(25, 0), Worth(25, 0)])
    [3, 1, 1]
    """
    ranked = sorted(boards, reverse=True)
    first = {worth: place for place, worth in reversed([*enumerate(ranked, 1)])}
    return [first[worth] for worth in boards]


def standings(options: Options, boards: Sequence[Worth]) -> Standings:
    """Return the standings of a round from the results of its boards."""
    scores, tiebreaks = zip(*boards, strict=True)
    return Standings(options.led(), tuple(places(boards)), scores, tiebreaks)


MUCKELL = Game(
    name="muckell",
    title="Muckell",
    version=1,
    tagline="Mickell for many: everybody gets the same cards.",
    options=Options,
    presets={
        "muckell": Preset({"pace": "caller"}, "The recommended Muckell: a caller decides when the next card comes."),
        "muckell_together": Preset({}, "Muckell without a caller: the next card comes when all are ready."),
        "muckell_timed": Preset({"pace": "seconds:60"}, "Muckell by the clock: a minute for each card."),
        **mickell.PRESETS,
    },
    folder="muckle.games.mickell",
)
"""Muckell's name, options and presets. Its boards are matches of Mickell, so it is not one of `muckle.GAMES`."""


def read_options(preset: str | None, given: Mapping[str, object]) -> Options:
    """Return the options of a preset of Muckell or Mickell with some values changed.

    Raises:
        OptionsError: there is no such preset or option, or the values do not fit.
    """
    options = MUCKELL.read_options(preset, given)
    assert isinstance(options, Options)
    return options

"""Muckell: everybody plays a separate Mickell with the same cards in the same order (Muckell 1 to 6)."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from muckle.engine.crowd import Crowd, CrowdOptions
from muckle.engine.game import Preset
from muckle.engine.options import between
from muckle.errors import OptionsError
from muckle.games.mickell import options as mickell
from muckle.games.mickell.state import State

if TYPE_CHECKING:
    from muckle.engine.contract import Setup

MOST = 10_000
"""Maximum number of seats; no rule needs a limit."""
LONGEST = 3600
"""Maximum number of seconds for a card."""
PACE = re.compile(r"wait_for_all|caller|seconds:[1-9]\d{0,3}")


class Options(mickell.Options, CrowdOptions, frozen=True, kw_only=True):
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

    def waits(self) -> bool:
        """Return whether missed cards are queued; those left at the end are worth nothing (Muckell D14)."""
        return self.late == "queue"

    def turns(self) -> int:
        """Return the number of turns: one for each card, and the final phase (Mickell 2, 5)."""
        return len(self.deck_cards()) + 1

    def max_decisions(self) -> int:
        """Return an upper bound on the decisions of all boards together."""
        return self.seats * self.alone().max_decisions()


def turn(state: State) -> int:
    """Return the number of the turn, the final phase being the last; one more when a board is done."""
    return state.number + (state.turn != 0)


def longest(options: CrowdOptions, state: State) -> int:
    """Return the letters of the longest word claimed, where it breaks ties (Muckell D12)."""
    assert isinstance(options, Options)
    return max((word.length for word in state.claims[: state.claimed]), default=0) if options.tie == "longest_word" else 0


def words(setup: Setup, state: State) -> list[tuple[str, int]]:
    """Return the words claimed, with the points of each (Mickell 6)."""
    return _text().words_claimed(setup, state)


def cards(setup: Setup, state: State) -> list[list[tuple[str, str, str]]]:
    """Return the cards of the words claimed: upper letter, lower letter, and the one that counts (Mickell 6)."""
    return _text().claimed_cards(setup, state)


def rating(score: int) -> str:
    """Return what the designer calls a score; an empty text below a success (Mickell 8)."""
    return _text().rating(score)


def to_come(setup: Setup, state: State) -> list[str]:
    """Return the cards in the draw pile (Mickell I2)."""
    return _text().cards_to_come(setup, state)


def _text() -> Any:
    return importlib.import_module("muckle.games.mickell.text")  # needs Numba, which options must do without


CROWD = Crowd(
    title="Muckell",
    options=Options,
    presets={
        "muckell": Preset({"pace": "caller"}, "The recommended Muckell: a caller decides when the next card comes."),
        "muckell_together": Preset({}, "Muckell without a caller: the next card comes when all are ready."),
        "muckell_timed": Preset({"pace": "seconds:60"}, "Muckell by the clock: a minute for each card."),
    },
    turn=turn,
    tiebreak=longest,
    tiebreak_unit="letters in the longest word",
    words=words,
    cards=cards,
    rating=rating,
    to_come=to_come,
)

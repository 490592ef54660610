"""The golden transcripts of Grabble Road."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goldens import Golden, greedily, story
from muckle.match.match import Match

SMALL: dict[str, Any] = {"board": "tiny3", "tiles": "tiny8", "rack": 3, "dictionary": "tiny"}


def told(*words: str, plays: int = 0) -> Callable[[Match], bool]:
    """Return a check that the story has all of these words and at least so many plays."""
    return lambda match: all(each in story(match) for each in words) and story(match).count(" lays ") >= plays


def nobody_plays(match: Match) -> bool:
    return " lays " not in story(match) and match.reason == "all passed in a row"


MATCHES = {
    "tiny": Golden("tiny", {}, told("with CAD", "The bag is empty"), greedily),
    "tie-for-the-start": Golden(
        "tiny", {}, lambda match: story(match).count("for the start") > 2 and story(match).count(" lays ") > 1
    ),
    "over-and-through": Golden("tiny", {}, told(" over ", " through")),
    "blank": Golden("tiny", {}, told("?", plays=3)),
    "mulligan": Golden("tiny", {}, told("returns 3 tiles", plays=1)),
    "nobody-plays": Golden("tiny", {}, nobody_plays),
    "stall": Golden("tiny", {"stall_cap": 1}, lambda match: match.reason.startswith("no play")),
    "shared-win": Golden("tiny", {}, lambda match: len(match.winners) == 2 and match.scores[0] > 0),
    "whole-board": Golden("tiny", {"rack": 4, "seats": 2}, told(plays=6)),
    "four-seats": Golden("tiny", {"seats": 4, "rack": 2}, told(plays=5), greedily),
    "straight": Golden("straight", SMALL, told(" through")),
    "no-through": Golden("no_through", SMALL, told(" over ", plays=3)),
    "long-through": Golden("long_through", {**SMALL, "seats": 3, "rack": 2}, told(" through")),
    "default": Golden("grabble_road", {"tiles": "tiny8", "rack": 3, "seats": 2}, told(plays=3)),
}

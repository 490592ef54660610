"""The golden transcripts of Alphabetickell."""

from __future__ import annotations

from collections.abc import Callable

from goldens import Golden, greedily, story
from muckle.match.match import Match

ONE = {"max_rounds": 1}
EXTRA = {"target": 2, "cap": "none", "tie": "extra_round"}


def told(words: str, times: int = 1) -> Callable[[Match], bool]:
    """Return a check that the story has these words at least so many times."""
    return lambda match: story(match).count(words) >= times


def extra_round(match: Match) -> bool:
    """Return whether there is a second round although somebody had reached the target."""
    return match.state.round_number == 2 and " 1 in all" not in story(match).split("Round 2")[0]


MATCHES = {
    "tiny": Golden("tiny", {}, told("has 4 cards")),
    "tiny-two-rounds": Golden("tiny", {}, lambda match: story(match).count(" deals") == 2),
    "nobody-can-take": Golden("tiny", {}, told("Nobody can take", 2)),
    "shared-win": Golden("tiny", {}, lambda match: len(match.winners) == 2),
    "extra-round": Golden("tiny", EXTRA, extra_round),
    "last-round": Golden("tiny", ONE, lambda match: match.reason.endswith("the most there can be")),
    "early-stop": Golden("tiny", {**ONE, "early_stop": "stop"}, told("no card that is left fits")),
    "30pt-round": Golden("30pt", {**ONE, "seats": 2}, told("has 11 cards"), greedily),
    "first-edition-round": Golden("first_edition", {**ONE, "seats": 3}, told("has 11 cards"), greedily),
    "2018-round": Golden("2018-09-04", ONE, told("4 cards discarded")),
}

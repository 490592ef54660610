"""The golden transcripts of Mickell."""

from __future__ import annotations

from goldens import Golden, greedily, story
from muckle.match.match import Match

SMALL = {"deck": "tiny", "dictionary": "tiny"}
EVERYTHING = {**SMALL, "min_word": 2, "claims_per_turn": "unlimited", "first_card": "may_discard"}


def two_wrong_claims(match: Match) -> bool:
    claims = [decision for decision in match.decisions if decision.action.startswith("claim")]
    return len(claims) == 2 + story(match).count(" claims row ")


MATCHES = {
    "tiny": Golden("tiny", {}, lambda match: "REACH" in story(match)),
    "mickell": Golden("mickell", SMALL, lambda match: match.scores[0] > 3, greedily),
    "no_lookups": Golden("no_lookups", EVERYTHING, two_wrong_claims),
}

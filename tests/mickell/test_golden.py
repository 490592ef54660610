"""The twin checks the golden transcripts, without the package."""

from __future__ import annotations

import json

import pytest

from goldens import path
from mickell.golden import MATCHES
from mickell.table import TINY_WORDS
from mickell.twin import Twin

SHARED = ("rows", "min_word", "claims_per_turn", "first_card", "bad_claim")


@pytest.mark.parametrize("name", MATCHES)
def test_the_twin_plays_it_again(name: str):
    header, *lines, result = map(json.loads, path("mickell", name).read_text(encoding="utf-8").splitlines())
    drawn = [outcome.removeprefix("card ") for line in [header, *lines] for outcome in line["chance"]]
    twin = Twin(8, TINY_WORDS.split(), drawn, **{name: header["options"][name] for name in SHARED})
    for line in lines:
        offered = [action for action in twin.actions() if not action.startswith("claim")]
        claims = [f"claim {n}" for n in range(1, len(twin.rows) + 1) if twin.can_try(n)]
        assert sorted(line["legal"]) == sorted(offered + claims)
        twin.do(line["action"])
    assert twin.over and result["scores"] == [twin.score]

"""Matches without look-ups (Mickell D9)."""

from __future__ import annotations

import random

import pytest

from muckle.errors import TurnError
from muckle.match.match import new_match


def test_mickell_d9_without_look_ups_no_word_is_named_until_the_match_is_over() -> None:
    claimed = False
    for seed in (211, 247):
        match, choose = new_match("mickell", "no_lookups", deck="tiny", dictionary="tiny", seed=seed), random.Random(seed)
        while not match.over:
            assert match.scene(0).words is None
            with pytest.raises(TurnError, match="lookup = none"):
                match.dictionary()
            legal = match.legal()
            match.apply(choose.choice([action for action in legal if action.startswith("claim")] or legal))
        claimed = claimed or bool(match.scene(0).words)
        assert match.dictionary() is match.words
    assert claimed

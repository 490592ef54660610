"""Words that people may look up: a scene names those that were claimed or scored, where looking up is allowed (Mickell D9)."""

from __future__ import annotations

import random
import re

import pytest

from muckle import games
from muckle.errors import ActionError, TurnError
from muckle.match.begin import new_match
from muckle.match.match import Match

SEEDS = {"mickell": (211, 247), "grabble_road": (0, 1)}
"""Of tiny matches in which words come up."""


def play(match: Match, seed: int, steps: int = 10_000) -> list[Match]:
    """Every position of a match in which random choices are made; claims whenever one is legal."""
    choose, seen = random.Random(seed), [match.copy()]
    while not match.over and len(seen) < steps:
        legal = match.legal()
        claims = [action for action in legal if action.startswith("claim")]
        match.apply(choose.choice(claims or legal))
        seen.append(match.copy())
    return seen


@pytest.mark.parametrize("game", games.GAMES)
def test_games_without_words_have_none_to_look_up(game: str) -> None:
    match = new_match(game, seed=1)
    assert (match.scene(0).words is None) == (match.words is None)
    if match.words is None:
        with pytest.raises(ActionError, match="played without a word list"):
            match.dictionary()


@pytest.mark.parametrize("game", ["mickell", "grabble_road"])
def test_words_of_the_story_can_be_looked_up_and_no_others(game: str) -> None:
    found: set[str] = set()
    for seed in SEEDS[game]:
        for match in play(new_match(game, "tiny", seed=seed, names=["ann", "ben"]), seed):
            told = {word for line in match.story(None) for word in re.findall(r"\b([A-Z]+) (?:\d|for \d)", line)}
            assert set(match.scene(None).words or ()) == told
            assert all(word.lower() in match.dictionary() or len(word) == 1 for word in told)
            found |= told
    assert found


def test_grabble_road_i10_words_being_composed_are_their_players_alone() -> None:
    seen = False
    for match in (match for seed in range(6) for match in play(new_match("grabble_road", "tiny", seed=seed), seed)):
        public, own = set(match.scene(None).words or ()), set(match.scene(max(match.turn, 0)).words or ())
        assert all(set(match.scene(seat).words or ()) == public for seat in range(2) if seat != match.turn)
        tables = [table for table in match.scene(max(match.turn, 0)).tables if table.title == "This play so far"]
        assert own - public <= {row[0] for table in tables for row in table.rows} <= own | {"no word"}
        seen = seen or own > public
    assert seen


def test_mickell_d9_without_look_ups_no_word_is_named_until_the_match_is_over() -> None:
    claimed = False
    for seed in SEEDS["mickell"]:
        match = new_match("mickell", "no_lookups", deck="tiny", dictionary="tiny", seed=seed)
        *during, after = play(match, seed)
        for each in during:
            assert each.scene(0).words is None
            with pytest.raises(TurnError, match="lookup = none"):
                each.dictionary()
        claimed = claimed or bool(after.scene(0).words)
        assert after.dictionary() is after.words
    assert claimed

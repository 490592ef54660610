"""Words that people may look up: a scene names those that were claimed or scored, where looking up is allowed (Mickell D9)."""

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from every_game.guarded import guarded
from every_game.walks import case
from muckle import games
from muckle.engine.position import NO_WORDS
from muckle.errors import ActionError
from muckle.match.match import Match, new_match

WITH_WORDS = [name for name in games.GAMES if case(name, "tiny").words is not NO_WORDS]
MOST = 20
"""Seeds of random small matches in which words have to come up."""


def played(match: Match, seed: int) -> Iterator[Match]:
    """Yield every position of a match with random choices in which words are claimed."""
    choose = random.Random(seed)
    yield match
    while not match.over:
        legal = match.legal()
        claims = [action for action in legal if len(word := action.rpartition(" ")[2]) > 1 and word.isupper()]
        match.apply(choose.choice(claims or legal))
        yield match


@pytest.mark.parametrize("game", games.GAMES)
def test_games_without_words_have_none_to_look_up(game: str) -> None:
    match = new_match(game, seed=1)
    assert (match.scene(0).words is None) == (match.words is None)
    if match.words is None:
        with pytest.raises(ActionError, match="played without a word list"):
            match.dictionary()


@pytest.mark.parametrize("game", WITH_WORDS)
def test_words_of_the_story_can_be_looked_up_and_no_others(game: str) -> None:
    found: set[str] = set()
    for seed, options in itertools.product(range(MOST), guarded(game).small):
        for match in played(new_match(game, seed=seed, **options), seed):
            told = {word for line in match.story(None) for word in re.findall(r"\b([A-Z]+) (?:\d|for \d)", line)}
            assert set(match.scene(None).words or ()) == told
            assert all(word.lower() in match.dictionary() or len(word) == 1 for word in told)
            found |= told
        if found:
            return
    raise AssertionError("no words came up")

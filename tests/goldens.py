"""Golden transcripts: short matches that people read, and rare endings; `golden.py` beside a game's tests names them.

    python -m goldens mitch extra-hand     write one anew: the first seed whose match shows what it is for

Run it in the folder `tests`; without names it writes those that are missing. Read what it wrote before it is committed.
"""

import importlib
import sys
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from muckle import players
from muckle.match.match import Match, new_match

FOLDER = Path(__file__).parent / "golden"


def at_random(match: Match, rng: Random) -> str:
    return rng.choice(match.legal())


def greedily(match: Match, rng: Random) -> str:
    return players.choose("greedy", match, rng.getrandbits(30))


class Golden(NamedTuple):
    """A match to be kept."""

    preset: str
    options: Mapping[str, Any] = {}
    shows: Callable[[Match], bool] = lambda match: True
    """Whether a match shows what this one is kept for."""
    plays: Callable[[Match, Random], str] = at_random
    """Chooses the action of the seat to act."""
    most: int = 75
    """Decisions that a reader has patience for."""


def story(match: Match) -> str:
    """Return the story as everybody is told it."""
    return "\n".join(match.story(None))


def matches(game: str) -> dict[str, Golden]:
    """Return the golden matches of a game."""
    return importlib.import_module(f"{game}.golden").MATCHES


def path(game: str, name: str) -> Path:
    return FOLDER / f"{game}-{name}.jsonl"


def find(game: str, golden: Golden) -> Match:
    """Play matches, seed after seed, and return the first that shows what it is kept for."""
    for seed in count():
        match, rng = new_match(game, golden.preset, seed=seed, **golden.options), Random(seed)
        while not match.over and len(match.decisions) <= golden.most:
            match.apply(golden.plays(match, rng))
        if match.over and len(match.decisions) <= golden.most and golden.shows(match):
            return match
    raise AssertionError("seeds have no end")


def main(game: str, *names: str) -> None:
    """Write golden matches."""
    for name, golden in matches(game).items():
        if name in names or (not names and not path(game, name).exists()):
            path(game, name).write_text(find(game, golden).transcript(), encoding="utf-8")
            print(path(game, name), file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])

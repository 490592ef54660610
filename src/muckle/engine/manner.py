"""How a player chooses, as numbers: what a game says of its levels, and what searches go by."""

from __future__ import annotations

from typing import Any, NamedTuple

from muckle.engine.record import record

RANDOM, LOOK_AHEAD, QUICK, FLAT, TREE, OWN = range(6)
"""Methods: any action; the best by `value` one step on; the game's `quick`; flat Monte Carlo over re-dealt worlds; a tree
search over information sets; the game's own `think`. The first three also say how the playouts of a search go on."""

PLAIN, CAREFUL, SHINY, HASTY, FAR, PATIENT = range(6)
"""Tastes: none; what bets on no single card; what pays at once; what ends a round soon; what leads far away; what waits."""
UNIT = 100
"""Numbers of points stand in hundredths."""


class Manner(NamedTuple):
    """How a player chooses. Numbers that a method does not use are 0."""

    method: int
    """RANDOM, LOOK_AHEAD, QUICK, FLAT, TREE or OWN."""
    playouts: int = 0
    """Of one chunk of thinking, over all actions."""
    chunks: int = 1
    """How many chunks a decision takes; their tallies add up."""
    candidates: int = 0
    """How many actions, the best by `value`, are looked at; 0: all."""
    cut: int = 0
    """After how many decisions a playout stops and is worth its `leaf`; 0: at the end of its stage."""
    policy: int = RANDOM
    """How playouts go on: RANDOM, LOOK_AHEAD or QUICK."""
    lead: int = 0
    """1: what counts is a seat's `leaf` less the mean of the others'; 0: its own alone."""
    slip: int = 0
    """How wrong opinions of actions are: the spread of what is added to each, in hundredths of the unit they have."""
    taste: int = 0
    """What kind of action it likes better than it should: PLAIN (none), CAREFUL, SHINY, HASTY, FAR or PATIENT."""
    width: int = 0
    """For OWN: how many possibilities it keeps."""
    depth: int = 0
    """For OWN: how far it looks, in what the game counts by."""


MANNER = record(Manner)

LEVELS: dict[str, Manner] = {
    "easy": Manner(LOOK_AHEAD, slip=4 * UNIT),
    "medium": Manner(LOOK_AHEAD),
    "hard": Manner(FLAT, playouts=300),
    "expert": Manner(FLAT, playouts=2000),
}
"""Of a game that says nothing else."""


class Knowledge(NamedTuple):
    """What a game works out once for its options and words, as arrays that compiled code reads."""

    numbers: Any
    """int32, in one row."""
    weights: Any
    """float32, in one row."""

"""`Manner`: the way a player chooses, as numbers. Games describe their levels with it, and searches read it."""

from __future__ import annotations

from typing import Any, NamedTuple

from muckle.engine.record import record

RANDOM, LOOK_AHEAD, QUICK, FLAT, TREE, OWN = range(6)
"""Methods of choosing: any action; the best by `value` one step on; the game's `quick`; flat Monte Carlo over re-dealt
worlds; a tree search over information sets; the game's own `think`. The first three are also policies of rollouts."""

PLAIN, CAREFUL, SHINY, HASTY, FAR, PATIENT = range(6)
"""Tastes: none; a liking for actions that bet on no single card; that pay at once; that end a round soon; that lead far away;
that wait."""
UNIT = 100
"""Units in a point: amounts of points are written in hundredths."""


class Manner(NamedTuple):
    """The way a player chooses. Numbers that a method does not use are 0."""

    method: int
    """RANDOM, LOOK_AHEAD, QUICK, FLAT, TREE or OWN."""
    playouts: int = 0
    """Number of rollouts in one chunk of thinking, over all actions."""
    chunks: int = 1
    """Number of chunks for a decision; their tallies add up."""
    candidates: int = 0
    """Number of actions, the best by `value`, that are searched; 0: all."""
    cut: int = 0
    """Number of decisions after which a rollout stops and is worth its `leaf`; 0: it goes on to the end of its stage."""
    policy: int = RANDOM
    """Method that rollouts choose with: RANDOM, LOOK_AHEAD or QUICK."""
    lead: int = 0
    """1 if a seat's `leaf` counts less the mean of the others'; 0 if it counts alone."""
    slip: int = 0
    """Standard deviation of the error that is added to each action's value, in hundredths of its unit."""
    taste: int = 0
    """Kind of action that the player likes better than it should: PLAIN (none), CAREFUL, SHINY, HASTY, FAR or PATIENT."""
    liking: int = UNIT
    """Weight of the taste in percent of what the game's `taste` returns."""
    width: int = 0
    """Number of possibilities that a search of method OWN keeps."""
    depth: int = 0
    """Depth of a search of method OWN, in the game's own unit."""


MANNER = record(Manner)

LEVELS: dict[str, Manner] = {
    "easy": Manner(LOOK_AHEAD, slip=4 * UNIT),
    "fair": Manner(LOOK_AHEAD, slip=2 * UNIT),
    "medium": Manner(LOOK_AHEAD, slip=UNIT),
    "good": Manner(LOOK_AHEAD),
    "hard": Manner(FLAT, playouts=300),
    "expert": Manner(FLAT, playouts=2000),
}
"""Levels of a game without LEVELS of its own."""


class Knowledge(NamedTuple):
    """Results that a game computes once for its options and words, as arrays that compiled code reads."""

    numbers: Any
    """One-dimensional array of int32."""
    weights: Any
    """One-dimensional array of float32."""

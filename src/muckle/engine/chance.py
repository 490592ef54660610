"""Chance: the same numbers compiled and plain, drawn when they are needed.

The generator is a multiply-with-carry in 63 bits: no step can overflow, so Python integers, NumPy scalars and machine
code agree. `state.rng` is hidden information everywhere. A state that uses chance has the fields of `CHANCE`.

Every call of `below` is followed by one `note` of what came of it, so a state can say what its last step drew. A step can
also be *scripted*: the caller puts the picks into ``state.drew`` (see `script`), which is how transcripts without a seed
are replayed and how tests walk through every order of a deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muckle.engine.compiler import compiled
from muckle.engine.record import INT

LOW = (1 << 32) - 1
MULTIPLIER = 2147483085
SCRIPTED, EXHAUSTED = -1, -2
"""Values of `state.rng` that are no stream: picks come from the script; the script asked for what there is not."""


def chance_fields(most: int) -> dict[str, Any]:
    """The fields chance needs in a STATE; `most` is the largest number of draws in one step.

    rng: the stream, hidden from everybody. draws: draws made in this match. drawn, drew: what the last step drew,
    as the game's own outcome codes, in order.
    """
    return {"rng": INT, "draws": INT, "drawn": INT, "drew": (INT, most)}


@compiled
def stream(seed, number):
    """The start of a stream: seeds from 0 to 2**62, and for each seed as many streams as wanted."""
    x = (seed ^ (number * 7046029254386353) ^ 0x1E3779B97F4A7C15) & 0x3FFFFFFFFFFFFFFF
    for _ in range(4):
        x = (x & LOW) * MULTIPLIER + (x >> 32)
        x ^= (x >> 29) ^ ((x & LOW) << 17)
        x &= 0x3FFFFFFFFFFFFFFF
    return x | 1


@compiled
def below(state, n):
    """A number from 0 to n - 1, each as likely (General 2); n is at most 2**31."""
    state.draws += 1
    if state.rng < 0:
        pick = state.drew[state.drawn]
        if pick >= n:
            state.rng = EXHAUSTED
            return 0
        return pick
    state.rng = (state.rng & LOW) * MULTIPLIER + (state.rng >> 32)
    return ((state.rng & LOW) * n) >> 32


@compiled
def note(state, outcome):
    """Keep what a draw led to, as a code of the game's own; read back by its `text.chance_texts`."""
    state.drew[state.drawn] = outcome
    state.drawn += 1


@compiled
def forget(state):
    """Wipe what the last step drew; part of every `resample`, as the viewer need not have seen it."""
    for place in range(state.drawn):
        state.drew[place] = 0
    state.drawn = 0


def script(state: Any, picks: Sequence[int]) -> None:
    """Make the next step's draws the given picks, and 0 after them; afterwards `state.rng` says whether they existed."""
    state.rng = SCRIPTED
    state.drew[:] = 0
    state.drew[: len(picks)] = picks

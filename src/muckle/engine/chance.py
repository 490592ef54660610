"""Chance: random numbers that are drawn when they are needed, equal in compiled and plain mode.

Where a step's draws come from is told by `state.rng`, which is hidden information everywhere:

- a number from 0 on is a *stream*, a multiply-with-carry in 63 bits: no step can overflow, so Python integers, NumPy scalars
  and machine code agree. Simulations, seeded matches and search draw from streams.
- SCRIPTED: the caller has laid the picks themselves into ``state.drew``. Transcripts without a seed are replayed
  so, and the walks through everything that can happen.
- KEYED: the caller has laid 32 random bits for each draw there; a draw among n then picks ``bits * n >> 32``. Hosted matches
  draw so (`muckle.match.secret`).
- COUNTED: the same draws, but what is noted of each is among how many it was: so records tell it (`Position.among`).

Behind what is laid lies OPEN. A step that draws on asks for more; `state.rng` then says among how many (`ASKED`).

Every call of `below` in a step is followed by one `note` of what came of it, so a state can say what its last step drew. So
every State has the fields `rng` (where draws come from), `draws` (made in this match), `drawn` and `drew`: what the last step
drew, as the game's own outcome codes, in order; before a step what is laid for it, with a place to spare for OPEN.
"""

from __future__ import annotations

from numbers import Integral
from typing import Annotated, Any, NamedTuple

from muckle.engine.bits import from_start, nth, size
from muckle.engine.compile import apart, compiled
from muckle.engine.record import Ints, record
from muckle.errors import OptionsError

LOW = (1 << 32) - 1
MULTIPLIER = 2147483085
SPREAD = 2654435769
"""Multiplier that spreads consecutive numbers over 32 bits (Fibonacci hashing)."""
SCRIPTED, KEYED, COUNTED, SPENT = -1, -2, -3, -4
"""Values of `state.rng` for steps whose draws are given (laid). SPENT: a given pick was too large, or the step is over."""
ASKED = -5
"""``ASKED - n`` in `state.rng` means: all given draws are used up, and the next draw is among n possibilities."""
OPEN = -1
"""Entry of `state.drew` that means: no draw is given from here on."""


MOST_SEED = 1 << 62


def read_seed(seed: object) -> int:
    """Return the seed of a match, a simulation or a re-deal as a Python integer.

    Raises:
        OptionsError: it is not a whole number from 0 to 2**62.
    """
    if not isinstance(seed, Integral) or not 0 <= int(seed) <= MOST_SEED:
        raise OptionsError(f"a seed is a whole number from 0 to 2**62, got {seed!r:.80}")
    return int(seed)


@compiled
def stream(seed, number):
    """Return the start of a stream of chance, a generator state in which the bits of seed and number are mixed.

    Every seed that a caller gives goes through here: the generator itself does not mix, and small seeds that are put into
    it as they are give first draws that are far from even.

    Args:
        seed: from 0 to 2**62.
        number: tells the streams of one seed apart.
    """
    x = (seed ^ (number * 7046029254386353) ^ 0x1E3779B97F4A7C15) & 0x3FFFFFFFFFFFFFFF
    for _ in range(4):
        x = (x & LOW) * MULTIPLIER + (x >> 32)
        x ^= (x >> 29) ^ ((x & LOW) << 17)
        x &= 0x3FFFFFFFFFFFFFFF
    return x | 1


@compiled
def below(state, n):
    """Draw a number from 0 to n - 1, each equally likely (General 2); n is at most 2**31."""
    state.draws += 1
    if state.rng < 0:
        return laid(state, n)
    state.rng = (state.rng & LOW) * MULTIPLIER + (state.rng >> 32)
    return ((state.rng & LOW) * n) >> 32


@apart
def laid(state, n):
    """Return the next of the numbers laid for this step, as a draw among n.

    When they are used up, the numbers still differ from draw to draw, so that no rule waits for ever.
    """
    if state.rng >= COUNTED:
        number = state.drew[state.drawn]
        if number == OPEN:
            state.rng = ASKED - n
        elif state.rng <= KEYED:
            if state.rng == COUNTED:
                state.drew[state.drawn] = n
            return (number * n) >> 32
        elif number < n:
            return number
        else:
            state.rng = SPENT
    return ((state.draws * SPREAD & LOW) * n) >> 32


@compiled
def one_of(state, members):
    """Draw a member of a set, each equally likely (General 2)."""
    return nth(members, below(state, size(members)))


@compiled
def note(state, outcome):
    """Keep the outcome of a draw, as a code of the game's own; `chance_text` of its text.py says it in words."""
    if state.rng != COUNTED:
        state.drew[from_start(state.drawn)] = outcome
    state.drawn += 1


@compiled
def forget(state):
    """Clear the recorded draws. Every `resample` must call this: the viewer may not have seen them."""
    for place in range(len(state.drew)):
        state.drew[place] = 0
    state.drawn = 0


def most_draws(state: Any) -> int:
    """Return the largest number of draws in one step."""
    return len(state.drew) - 1


class Picker(NamedTuple):
    """A stream that players draw from, apart from the match's own chance.

    Its fields are those of a State that `below` uses, in another order than in any State: so Numba never mixes them up.
    """

    draws: int
    rng: int
    drawn: int
    drew: Annotated[Ints, 1]


PICKER = record(Picker)

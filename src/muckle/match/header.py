"""Reading the header of a stored match: is it of this program, this game, these rules, and does its chance make sense?"""

from __future__ import annotations

import re

from muckle import games
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError
from muckle.match.log import FORMAT, Header
from muckle.match.secret import SIZE

MOST_SEED = 2**62
"""Seeds are whole numbers from 0 to this."""


def read_header(header: Header) -> GameOptions:
    """The options a header stands for.

    Raises:
        OptionsError: the game is unknown, its rules have changed since, the options do not fit, or its chance comes from
            two places at once.
    """
    if header.muckle != FORMAT:
        raise OptionsError(f"a record of format {header.muckle}; this program reads format {FORMAT}")
    game = games.find(header.game)
    if header.game != game.name:
        raise OptionsError(f"a record writes the game as {game.name!r}, got {header.game!r:.60}")
    if header.version != game.version:
        raise OptionsError(
            f"{game.name}: made with version {header.version} of the rules, this program plays version {game.version}; "
            "a match that is over can still be looked at where it was played, one that is not can be gone on with by the "
            "version of muckle that began it"
        )
    _check_chance(header)
    return game.options.recorded({**header.options, "seats": header.seats}, header.cards)


def _check_chance(header: Header) -> None:
    """Either a seed or a commitment, with its secret or without; or neither, and chance is what is recorded."""
    seed, promise = header.seed, header.commitment
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise OptionsError(f"a seed is a whole number from 0 to 2**62, got {seed}")
    if promise is not None and not re.fullmatch(f"[0-9a-f]{{{2 * SIZE}}}", promise):
        raise OptionsError(f"a commitment is {2 * SIZE} hexadecimal digits in lower case, got {promise!r:.80}")
    if seed is not None and (promise is not None or header.secret is not None):
        raise OptionsError("chance comes from a seed or from a secret that was committed to, got both")
    if header.secret is not None and promise is None:
        raise OptionsError("the secret was never committed to, so it says nothing")

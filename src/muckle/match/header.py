"""Reading the header of a stored match: is it of this program, this game, these rules, and does its chance make sense?"""

from __future__ import annotations

from muckle import games
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError
from muckle.match.log import FORMAT, Header
from muckle.match.secret import check_chance

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
    check_chance(header)
    return game.options.recorded({**header.options, "seats": header.seats}, header.cards)

"""Reading the header of a stored match: is it of this program, this game, these rules?"""

from __future__ import annotations

from collections.abc import Mapping

from muckle import games
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError
from muckle.match.log import FORMAT, Header


def read_header(header: Header) -> GameOptions:
    """The options a header stands for.

    Raises:
        OptionsError: the game is unknown, its rules have changed since, or the options do not fit.
    """
    if header.muckle != FORMAT:
        raise OptionsError(f"a record of format {header.muckle}; this program reads format {FORMAT}")
    game = games.find(header.game)
    if header.version != game.version:
        raise OptionsError(f"{game.name}: made with version {header.version} of the rules, this is {game.version}")
    given: Mapping[str, object] = {**header.options, "seats": header.seats}
    if header.cards:
        given = {**given, "cards": " ".join(header.cards)}
    return game.options.read(given)

"""Reading the header of a stored match: is it of this program, this game, these rules, and does its chance make sense?"""

from __future__ import annotations

from muckle import games
from muckle.engine.crowd import CrowdOptions
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError
from muckle.match.log import FORMAT, Header
from muckle.match.secret import check_chance


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
    if header.crowd:
        read_crowd(header)
    return game.options.recorded({**header.options, "seats": header.seats}, header.cards)


def read_crowd(header: Header) -> CrowdOptions:
    """The options of the crowd that a board's header tells of.

    Raises:
        OptionsError: the game has no crowd, there is no such seat in it, or the options do not fit.
    """
    own, game = header.crowd, games.find(header.game)
    if own is None or game.crowd is None:
        raise OptionsError(f"{header.game} with these options is no board of a crowd")
    if not 0 <= own.seat < own.seats:
        raise OptionsError(f"a crowd of {own.seats} has the seats 0 to {own.seats - 1}, got {own.seat}")
    options = game.crowd.options.recorded({**header.options, **own.options, "seats": own.seats}, header.cards)
    if options.led() != own.options:
        expected = ", ".join(f"{name}={value}" for name, value in options.led().items())
        raise OptionsError(f"a crowd's record has the options {expected}, and no others, got {own.options!r:.200}")
    return options

"""Options of tables: those that a match was played with, those of a table that is changed, and how they are said."""

from __future__ import annotations

from collections.abc import Mapping

from muckle import games
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError
from muckle.match.log import Header
from muckle.server.messages import OptionAt


def options_of(header: Header) -> GameOptions:
    """Return the options that a match was played with.

    Raises:
        OptionsError: the game does not have these options any more.
    """
    cards = {"cards": " ".join(header.cards)} if header.cards else {}
    return games.find(header.game).options.read({**header.options, "seats": header.seats, **cards})


def changed_options(header: Header, wanted: Mapping[str, int | str], seats: int) -> GameOptions:
    """Return the options of a table that is changed; those that its number of seats needs follow that number.

    Raises:
        OptionsError: there are no such options, they do not fit together, or the game is not for so many.
    """
    game = games.find(header.game)
    least, most = game.options.seat_limits()
    if not least <= seats <= most:
        raise OptionsError(f"{game.title} has {least} to {most} seats, got {seats}")
    if "seats" in wanted:
        raise OptionsError("say who sits at the table; the number of seats follows from it")
    before = game.options.for_seats(header.seats)
    kept = {name: value for name, value in header.options.items() if before.get(name) != value}
    cards = {"cards": " ".join(header.cards)} if header.cards else {}
    return game.options.read({**cards, **kept, **game.options.for_seats(seats), **wanted, "seats": seats})


def options_at(header: Header, game: Game) -> tuple[OptionAt, ...]:
    """Return the options of a table, those first that differ from the recommended game."""
    recommended = next(iter(game.presets.values())).values
    fields = [field for field in game.options.fields() if field.name in header.options]
    told = [
        OptionAt(
            title=field.title,
            said=field.said_of(value := header.options[field.name]),
            rule=field.rule,
            changed=value != recommended.get(field.name, field.default),
        )
        for field in fields
    ]
    return tuple(sorted(told, key=lambda each: not each.changed))

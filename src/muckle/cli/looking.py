"""Commands that show the games with their options, and their rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from muckle import games as catalogue
from muckle.cli.given import GameName, Json, print_json
from muckle.engine.game import Game


def list_games(as_json: Json = False) -> None:
    """List the games, their presets and options."""
    if as_json:
        print_json([described(game) for game in catalogue.GAMES.values()])
        return
    from muckle.terminal import page

    page.show_games(catalogue.GAMES.values())


def rules(
    game: GameName,
    rule: Annotated[list[str] | None, typer.Argument(help="A rule's id, such as Mitch 5.", show_default=False)] = None,
    as_json: Json = False,
) -> None:
    """Print the rules of a game, or one rule by its id."""
    found, wanted = catalogue.find(game), " ".join(rule or ())
    if as_json:
        from muckle.games import rulebook

        known = rulebook.rules_in(found.rules_text())
        print_json({rulebook.full_id(found, wanted): rulebook.rule_text(found, wanted)} if wanted else known)
        return
    from muckle.terminal import page

    page.show_rules(found, wanted)


def described(game: Game) -> dict[str, Any]:
    """Return a game as JSON shows it."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "tagline": game.tagline,
        "options": game.all_options,
        "presets": {name: {"help": preset.help, "values": preset.values} for name, preset in game.all_presets.items()},
    }

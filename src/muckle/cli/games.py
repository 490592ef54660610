"""The commands `muckle games`, `about`, `rules` and `warm`: list the games, tell of one, print its rules, compile them."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from muckle import games as catalogue
from muckle.cli.arguments import GameName, Json, find_game, print_json

if TYPE_CHECKING:
    from muckle.engine.game import Game


def list_games(as_json: Json = False) -> None:
    """List the games with their presets and options."""
    if as_json:
        print_json([to_json(game) for game in listed()])
        return
    from muckle.terminal import page

    page.show_games(listed())


def print_rules(
    game: GameName,
    rule: Annotated[
        list[str] | None, typer.Argument(metavar="RULE", help="The id of a rule, such as Mitch 5.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the rules of a game, or a single rule."""
    found, wanted = catalogue.find(game), " ".join(rule or ())
    if as_json:
        from muckle.games import rulebook

        known = rulebook.read_rules(found.rules_text())
        print_json({rulebook.full_id(found, wanted): rulebook.rule_text(found, wanted)} if wanted else known)
        return
    from muckle.terminal import page

    page.show_rules(found, wanted)


def tell_about(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game, or muckell.", show_default=False)],
    as_json: Json = False,
) -> None:
    """Print what a game is, who made it, its worked examples, tips, variants and history."""
    from muckle.games import about

    found = about.about(game)
    if as_json:
        print_json(found)
        return
    from muckle.terminal import page

    page.show_about(found)


def warm(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Compile only this game.", show_default=False)] = None,
) -> None:
    """Compile the games now, so that later commands start at once."""
    if not game:
        for name in catalogue.GAMES:  # one process per game, because the compiler does not free its memory
            if code := subprocess.run([sys.executable, "-m", "muckle", "warm", name], check=False).returncode:
                raise typer.Exit(code)
        return
    from muckle.lab.warm_up import warm_laboratory
    from muckle.players.warm_up import warm_up
    from muckle.terminal import page

    chosen = catalogue.find(game)
    with page.steps() as report:
        warm_up(chosen, report)
        warm_laboratory(chosen, report)
    print(f"compiled: {chosen.title}")


def listed() -> list[Game]:
    """Return all games, and Muckell."""
    return [*catalogue.GAMES.values(), find_game("muckell")]


def to_json(game: Game) -> dict[str, Any]:
    """Return the description of a game that `muckle games --json` prints."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "tagline": game.tagline,
        "options": game.options.fields(),
        "presets": {name: {"help": preset.help, "values": preset.values} for name, preset in game.presets.items()},
    }

"""The command `muckle solve`: the value of a small match, and what best answers gain against players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from muckle.cli.arguments import (
    Cards,
    GameName,
    Json,
    Preset,
    Seats,
    Set,
    Words,
    flag,
    number,
    print_json,
    read_options,
    split_names,
)
from muckle.cli.files import save
from muckle.errors import OptionsError

if TYPE_CHECKING:
    from muckle.lab.solve import Solution


def solve(
    game: GameName,
    players: Annotated[
        str, typer.Option(help="Levels or birds to measure against best answers, separated by commas.", show_default="none")
    ] = "",
    all_open: Annotated[
        bool, flag("--open", "Solve the match as if every seat knew all cards but those to be drawn; much faster.")
    ] = False,
    most: Annotated[int | None, number("Maximum number of positions.", show_default="200,000")] = None,
    seats: Seats = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the game tree and the best plans, to be checked without muckle.", show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a small match, such as one of a preset called tiny: best play, and what best answers gain against players.

    A seat's reward is its score less the mean of the others' scores; in a game for one, its score.
    """
    from muckle.lab.exact import MAX_POSITIONS
    from muckle.lab.solve import solve as run

    def write(data: dict[str, Any]) -> None:
        if certificate:
            save(certificate, json.dumps(data, separators=(",", ":")).encode(), force=True)

    if certificate and all_open:
        raise OptionsError("a certificate holds what each seat knows: leave --open out")
    solution = run(
        game,
        preset,
        players=split_names(players) if players.strip() else (),
        all_open=all_open,
        most=most or MAX_POSITIONS,
        certificate=write if certificate else None,
        **read_options(game, seats, options, cards, words),
    )
    print_json(solution) if as_json else print(*solution_lines(solution), sep="\n")


def solution_lines(solution: Solution) -> list[str]:
    """Return a solution as lines of text."""
    from muckle.scene.tell import counted

    alone = len(solution.values) == 1
    sets = f", information sets of each seat: {' '.join(f'{n:,}' for n in solution.information_sets)}"
    values = ", ".join(f"seat {seat} {round(value, 4) + 0:.4f}" for seat, value in enumerate(solution.values, 1))
    size = f"{counted(solution.histories, 'history', 'histories')}, {counted(solution.positions, 'position')}"
    lines = [
        f"{solution.game} (version {solution.version} of its rules)" + (", all cards open" if solution.open else ""),
        f"  {size}{'' if solution.open else sets}",
        f"  Best play is worth {solution.values[0]:.4f} points." if alone else f"  Best play is worth: {values}.",
    ]
    if solution.gains:
        lines.append("  Points lost to best play:" if alone else "  Points that best answers gain, all seats together:")
    width = max((len(gain.player) for gain in solution.gains), default=0)
    return [*lines, *(f"  {gain.player:{width}} {gain.points:8.4f}" for gain in solution.gains)]

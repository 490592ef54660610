"""What commands print: tables, rules, reports and progress. Colour and bars only where a terminal shows them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from muckle.engine.game import Game
from muckle.engine.options import Field
from muckle.games.rulebook import rule_text
from muckle.terminal.screen import Screen

if TYPE_CHECKING:
    from muckle.lab.simulate import Report


def show_games(games: Iterable[Game]) -> None:
    """Every game with its presets and options, as indented text."""
    for game in games:
        print(f"{game.name}: {game.title}. {game.tagline}")
        print("  presets")
        for name, preset in game.presets.items():
            _item(name, preset.help)
        print("  options")
        for field in game.options.fields():
            _item(f"{field.name} = {field.default}", f"{field.help} ({_allowed(field)})")
        print()


def show_rules(game: Game, rule: str) -> None:
    """A game's rules, or one of them.

    Raises:
        MuckleError: there is no such rule.
    """
    Screen.of_process().markdown(rule_text(game, rule) if rule else game.rules_text())


def show_report(report: Report) -> None:
    """What a simulation came to, a line a seat."""
    print(f"{report.game} {report.version}, {report.seats} seats, {report.games:,} games, seed {report.seed}")
    for seat, player in enumerate(report.players):
        mean, share = report.mean_scores[seat], report.win_shares[seat]
        print(f"  seat {seat}  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}")
    rate = report.decisions_per_cpu_second / 1e6
    print(f"  {report.decisions:,} decisions in {report.cpu_seconds:.2f} CPU seconds: {rate:.2f} million a second")


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None]]:
    """A bar on the error stream that is advanced by so many; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    bar = _bar()
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def steps() -> Generator[Callable[[str], None]]:
    """Says what is being done, a line each where the error stream is no terminal."""
    if not sys.stderr.isatty():
        yield lambda step: print(step, file=sys.stderr)
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("") as status:
        yield status.update


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _item(name: str, text: str) -> None:
    print(textwrap.fill(f"{name}: {' '.join(text.split())}", 100, initial_indent="    ", subsequent_indent="        "))


def _allowed(field: Field) -> str:
    return "free text" if field.free and not field.choices else field.expected()

"""What commands print: tables, rules, reports and progress. Colour and bars only where a terminal shows them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from muckle.engine.game import Game
from muckle.engine.options import Field
from muckle.games.rulebook import rule_text
from muckle.terminal.screen import Line, Screen

if TYPE_CHECKING:
    from muckle.lab.crowd import CrowdReport
    from muckle.lab.simulate import Report

TELLING = 0.05
"""CPU seconds below which a speed would say nothing."""
FEW = 12
"""Seats that have a line of their own in a report."""


def show_games(games: Iterable[Game]) -> None:
    """Every game with its presets and options, as indented text; lines are broken where a terminal needs it."""
    screen = Screen.of_process()
    for game in games:
        presets = [_item(name, preset.help) for name, preset in game.all_presets.items()]
        options = [_item(f"{field.name} = {field.default}", f"{field.help} ({_allowed(field)})") for field in game.all_options]
        title = Line(f"{game.name}: {game.title}. {game.tagline}", "bold", 2)
        screen.say(title, "  presets", *presets, "  options", *options, "")


def show_rules(game: Game, rule: str) -> None:
    """A game's rules, or one of them.

    Raises:
        MuckleError: there is no such rule.
    """
    Screen.of_process().markdown(rule_text(game, rule) if rule else game.rules_text())


def show_report(report: Report, out: TextIO | None = None) -> None:
    """What a simulation came to, a line a seat; people count seats from 1."""
    counted = (
        f"{report.games:,} of {report.asked:,} games, interrupted"
        if report.interrupted
        else f"{report.games:,} {'game' if report.games == 1 else 'games'}"
    )
    seats = f"{report.seats} {'seat' if report.seats == 1 else 'seats'}"
    lines = [f"{report.game} (version {report.version} of its rules), {seats}, {counted}, seed {report.seed}"]
    lines += _by_seat(report) if report.seats <= FEW else _by_player(report)
    if report.crowd:
        lines += _crowd(report.crowd)
    elif report.seats > 1:
        lines.append(
            "  Who begins is drawn by lot in each game, unless an option names a seat; this compares no places in turn order."
        )
    lines.append(f"  {report.decisions:,} decisions{_speed(report)}")
    print("\n".join(lines), file=out or sys.stdout)


def _by_seat(report: Report) -> list[str]:
    each = zip(report.players, report.mean_scores, report.win_shares, strict=True)
    return [
        f"  Seat {seat}  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}"
        for seat, (player, mean, share) in enumerate(each, 1)
    ]


def _by_player(report: Report) -> list[str]:
    """A line a player for all seats it fills; the wins are those of all of them together."""
    lines: list[str] = []
    for player in dict.fromkeys(report.players):
        seats = [seat for seat, other in enumerate(report.players) if other == player]
        mean = fmean(report.mean_scores[seat] for seat in seats)
        share = sum(report.win_shares[seat] for seat in seats)
        lines.append(f"  {len(seats):6,} seats  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}")
    return lines


def _crowd(crowd: CrowdReport) -> list[str]:
    return [
        f"  All boards: mean {crowd.mean_score:.3f}, spread {crowd.spread:.3f} (standard deviation with the same cards),"
        f" winner {crowd.winning_score:.3f}, best {crowd.best_score}",
        f"  {crowd.shared_places:.2%} of boards share their place; {crowd.shared_firsts:.2%} of games have several winners",
        "  All boards of a game have the same cards in the same order; each player's own chance is its own.",
    ]


def _speed(report: Report) -> str:
    if report.cpu_seconds < TELLING:
        return ""
    rate = report.decisions_per_cpu_second
    shown = f"{rate / 1e6:.2f} million" if rate >= 1e5 else f"{rate:,.0f}"
    return f" in {report.cpu_seconds:.2f} CPU seconds: {shown} a second"


class Progress(NamedTuple):
    """How a long command tells how far it is."""

    advance: Callable[[int], None]
    """Told how many more are done."""
    compiles: Callable[[str], None]
    """Told what is being compiled."""


@contextmanager
def progress(what: str, total: int) -> Generator[Progress]:
    """A bar on the error stream; where that is no terminal, only one line when something has to be compiled."""
    if not sys.stderr.isatty():
        yield Progress(lambda _: None, _Once())
        return
    with _bar() as bar:
        task = bar.add_task(what, total=total)

        def advance(done: int) -> None:
            bar.update(task, advance=done, description=what)

        yield Progress(advance, lambda part: bar.update(task, description=f"compiling {part}"))


class _Once:
    """Says that something is compiled, the first time."""

    def __init__(self) -> None:
        self._said = False

    def __call__(self, part: str) -> None:
        if not self._said:
            print("compiling; this takes some seconds, once", file=sys.stderr, flush=True)
        self._said = True


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


def _item(name: str, text: str) -> Line:
    return Line(f"    {name}: {' '.join(text.split())}", hang=4)


def _allowed(field: Field) -> str:
    return "free text" if field.free and not field.choices else field.expected()

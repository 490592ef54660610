"""Output of commands: tables, rules, reports and progress, with colour and bars only in a terminal."""

from __future__ import annotations

import importlib.resources
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from muckle import games as catalogue
from muckle.engine.game import Game
from muckle.engine.options import OptionField
from muckle.games.about import About, ShownRow
from muckle.games.rulebook import rule_text
from muckle.match.lesson import lessons
from muckle.scene.faces import face_signs
from muckle.terminal.screen import Line, Screen


def show_games(games: Iterable[Game]) -> None:
    """Print every game with its presets and options as indented text, wrapped to the terminal's width."""
    screen = Screen.of_process()
    for game in games:
        presets = [_item(name, preset.help) for name, preset in game.presets.items()]
        options = [
            _item(f"{field.name} = {field.default}", f"{field.help} ({_allowed(field)})") for field in game.options.fields()
        ]
        title = Line(f"{game.name}: {game.title}. {game.tagline}", "bold", 2)
        screen.say(title, "  presets", *presets, "  options", *options, "")


def show_rules(game: Game, rule: str) -> None:
    """Print a game's rules, or one of them.

    Raises:
        MuckleError: the game has no such rule.
    """
    Screen.of_process().markdown(rule_text(game, rule) if rule else game.rules_text())


def show_about(about: About) -> None:
    """Print the page about a game as indented text, pieces in signs."""
    screen = Screen.of_process()
    screen.say(Line(about.title, "bold"), about.sentence, "")
    screen.say(
        *(f"  {name}: {value}" for name, value in about.facts), *([Line(f"  {about.timed}", hang=2)] if about.timed else [])
    )
    for example in about.examples:
        rule = f" [{example.rule}]" if example.rule else ""
        screen.say("", Line(f"{example.title}{rule}", "bold", 2), *map(_example_row, example.rows))
        screen.say(Line(f"  {example.text}", hang=2), Line(f"  ({example.source})", hang=2))
    variants = [f"{each.title}{_with_preset(each.preset)}: {each.text} ({each.source})" for each in about.variants]
    thanks = [
        *(credit.sentence() for credit in about.credits),
        about.unsaid,
        about.source,
        *(each.text for each in about.contacts),
    ]
    parts = (("Good to know", about.tips), ("Words", (about.words,)), ("Variants", variants))
    for title, lines in (*parts, ("How it came to be", about.history), ("By, and thanks to", thanks)):
        shown = [Line(f"  {line}", hang=4) for line in lines if line]
        screen.say(*(["", Line(title, "bold"), *shown] if shown else []))
    play = "muckle event" if about.name != about.game else f"muckle play {about.game}"
    learn = f"Learn: muckle learn {about.name}   " if about.name in lessons() else ""
    screen.say("", f"{learn}Play: {play}   Rules: muckle rules {about.game}")
    if commands := [*_real_table(catalogue.find(about.game))]:
        screen.say(f"On a real table: {'   '.join(commands)}")


def _real_table(game: Game) -> Iterator[str]:
    """Yield the commands for people who play with real cards or tiles, by the files that the game has for them."""
    folder = importlib.resources.files(game.folder)
    if (folder / "paper.toml").is_file():
        yield f"muckle print aid {game.name}"
        yield f"muckle print score-sheets {game.name}"
    if (folder / "scorer.py").is_file():
        yield f"muckle score {game.name}"


def _example_row(row: ShownRow) -> Line:
    """Return a line of an example: whose it is, the pieces, in round brackets those that leave, and what comes of it."""
    piles = [" ".join(map(face_signs, pile)) for pile in row.picture]
    shown = "  ".join(f"({pile})" if place in row.gone else pile for place, pile in enumerate(piles))
    parts = (f"{row.label}:" if row.label else "", shown, row.note and f"– {row.note}", row.points and f"= {row.points}")
    return Line("    " + " ".join(part for part in parts if part), hang=6)


def _with_preset(preset: str) -> str:
    return f" (--preset {preset})" if preset else ""


class Progress(NamedTuple):
    """Callbacks with which a long command reports its progress."""

    advance: Callable[[int], None]
    """Called with the number of items finished since the last call."""
    compiles: Callable[[str], None]
    """Called with the name of each game that is about to be compiled."""


@contextmanager
def progress(what: str, total: int) -> Generator[Progress]:
    """Show a progress bar on the error stream; outside a terminal, only a line if something must be compiled."""
    if not sys.stderr.isatty():
        yield Progress(lambda _: None, _Once())
        return
    with _bar() as bar:
        task = bar.add_task(what, total=total, rate="")

        def advance(done: int) -> None:
            speed = bar.tasks[task].speed
            bar.update(task, advance=done, description=what, rate=f"{speed:,.0f}/s" if speed else "")

        yield Progress(advance, lambda part: bar.update(task, description=f"compiling {part}"))


class _Once:
    """Callback that says once that something is compiled."""

    def __init__(self) -> None:
        self._said = False

    def __call__(self, part: str) -> None:
        if not self._said:
            print("compiling; this takes some seconds, once", file=sys.stderr, flush=True)
        self._said = True


@contextmanager
def steps() -> Generator[Callable[[str], None]]:
    """Yield a function that shows the present step on the error stream: one line a step outside a terminal."""
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

    rate = TextColumn("{task.fields[rate]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _item(name: str, text: str) -> Line:
    return Line(f"    {name}: {' '.join(text.split())}", hang=4)


def _allowed(field: OptionField) -> str:
    return "free text" if field.free and not field.choices else field.expected()

"""The command line. Each file holds the commands of one subject.

A command that is used wrongly prints one sentence and exits with 2. Heavy modules are imported inside the commands, so that
``muckle --help`` does not load Numba.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

import typer

from muckle.cli import (
    answers,
    games,
    laboratory,
    learn,
    paper,
    par,
    people,
    play,
    replay,
    room,
    skeleton,
    solve,
    store,
    words,
)
from muckle.errors import MuckleError
from muckle.lab.questions import QUESTIONS

app = typer.Typer(
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Play, simulate and analyse word and card games. Without a command: serve the game room and open it in the browser.",
)
app.callback(invoke_without_command=True)(room.room)

PLAY, HOST, DESIGN, RESEARCH, WRITE = "Play", "Host games for others", "Design games", "Research", "Write games"
app.command("games", rich_help_panel=PLAY)(games.list_games)
app.command("about", rich_help_panel=PLAY)(games.tell_about)
app.command("rules", rich_help_panel=PLAY)(games.print_rules)
for command in (learn.learn, play.play, play.score, replay.replay, par.par):
    app.command(rich_help_panel=PLAY)(command)
app.add_typer(words.commands, name="words", no_args_is_help=True, rich_help_panel=PLAY)
app.add_typer(paper.commands, name="print", no_args_is_help=True, rich_help_panel=PLAY)
app.command(rich_help_panel=HOST)(room.serve)
app.add_typer(people.people, name="people", no_args_is_help=True, rich_help_panel=HOST)
app.add_typer(people.tables, name="tables", no_args_is_help=True, rich_help_panel=HOST)
app.add_typer(people.events, name="event", no_args_is_help=True, rich_help_panel=HOST)
app.add_typer(store.commands, name="store", no_args_is_help=True, rich_help_panel=HOST)
for command in (laboratory.simulate, laboratory.compare):
    app.command(rich_help_panel=DESIGN)(laboratory.sharing(command))
for question, sentence in QUESTIONS.items():
    app.command(question, help=sentence, rich_help_panel=DESIGN)(laboratory.sharing(laboratory.ask, question=question))
app.command(rich_help_panel=DESIGN)(laboratory.sharing(laboratory.ask))
app.command(rich_help_panel=DESIGN)(answers.report)
app.command(rich_help_panel=RESEARCH)(laboratory.sharing(laboratory.tournament))
app.command(rich_help_panel=RESEARCH)(solve.solve)
app.command(rich_help_panel=RESEARCH)(games.warm)
app.command(rich_help_panel=WRITE)(skeleton.new)


def main() -> None:
    """Run a command. Print known errors and warnings as one sentence, and exit with the code that fits."""
    complete_streams()
    warnings.showwarning = lambda message, *_: print(f"muckle: {message}", file=sys.stderr)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except MuckleError as error:
        print(f"muckle: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        silence(0)
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # Typer itself exits with 1
            silence(0)
        raise
    except OSError as error:
        print(f"muckle: {error.filename or 'the output'}: {error.strerror or error}", file=sys.stderr)
        silence(1)


def silence(code: int) -> None:
    """Exit without writing to a closed output. The code is 0 if the reader wanted no more (``muckle games | head``)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    raise SystemExit(code) from None


def complete_streams() -> None:
    """Replace closed standard streams by the null device, and write characters that a stream cannot encode as ``?``."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # open as long as the process runs
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", dict)(errors="replace")

"""The command line. Every command checks what it is given, says in a sentence what is wrong, and exits with 2.

A file here is a family of commands; nothing heavy is imported before it is needed: ``muckle --help`` takes no Numba.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

import typer

from muckle.cli import (
    comparing,
    contesting,
    counting,
    event,
    looking,
    people,
    playing,
    printing,
    room,
    serving,
    skeleton,
    words,
    yardsticks,
)
from muckle.errors import MuckleError

app = typer.Typer(
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Mickell, Mitch and their kin: played, simulated and explained.",
)
app.callback(invoke_without_command=True)(room.room)
app.command("games")(looking.list_games)
app.command()(looking.rules)
app.command()(playing.play)
app.command()(counting.simulate)
app.command()(comparing.compare)
app.command()(contesting.tournament)
app.command()(playing.replay)
app.command()(yardsticks.par)
app.command()(event.event)
app.command()(counting.warm)
app.command()(skeleton.new)
app.command()(serving.serve)
app.add_typer(serving.commands, name="store", no_args_is_help=True)
app.add_typer(people.people, name="people", no_args_is_help=True)
app.add_typer(people.tables, name="tables", no_args_is_help=True)
app.add_typer(printing.commands, name="print", no_args_is_help=True)
app.add_typer(words.commands, name="words", no_args_is_help=True)


def main() -> None:
    """Entry point: run a command, turn every known error and warning into a sentence."""
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
        if isinstance(stop.__context__, BrokenPipeError):  # Typer's own way to end it, with 1
            silence(0)
        raise
    except OSError as error:
        print(f"muckle: {error.filename or 'what was to be printed'}: {error.strerror or error}", file=sys.stderr)
        silence(1)


def silence(code: int) -> None:
    """End where nothing more can be printed; whoever reads no further (``muckle games | head``) has had enough: 0."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    raise SystemExit(code) from None


def complete_streams() -> None:
    """Make closed streams read as empty and swallow what is written; what a stream cannot write becomes a question mark."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # for as long as the process
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", dict)(errors="replace")

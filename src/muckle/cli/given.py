"""Arguments that several commands share, and how typed text becomes options."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from muckle import games as catalogue
from muckle.cli.numbers import number, whole
from muckle.errors import OptionsError

_GAME: Any = typer.Argument(
    metavar="GAME", help="A game, such as mitch.", show_default=False, autocompletion=lambda: list(catalogue.GAMES)
)
GameName = Annotated[str, _GAME]
GameAsked = Annotated[str | None, _GAME]
Preset = Annotated[str | None, typer.Option(help="A named set of options; see: muckle games.", show_default=False)]
Seats = Annotated[int | None, number("How many sit at the table.", show_default=False)]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change an option; may be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs; there seats are counted from 0.")]
Words = Annotated[Path | None, typer.Option(help="A file of words of your own, one a line, as dictionary.", show_default=False)]
Seed = Annotated[int, number("Same seed, same games.")]
Cores = Annotated[int | None, number("How many processor cores to use.", show_default="all")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Use a Ray cluster instead: its head's address, or auto.", show_default=False),
]
Starter = Annotated[
    int | None, number("The seat that begins every game, from 1.", whole(1), show_default="as the rules have it")
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Keep a row a match there (Parquet, CSV); the same command goes on after an interruption."
    ),
]
Page = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write a page of HTML with pictures, to show or print.", show_default=False),
]
Spoken = Annotated[bool, typer.Option("--plain", help="Full sentences from top to bottom, for listening.")]
Cards = Annotated[Path | None, typer.Option(help="A CSV file with the cards of a deck of your own.", show_default=False)]


def plain() -> None:
    """Run the rules as ordinary Python from now on: enough for people, and nothing has to be compiled first."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def given(game: str, seats: int | None, options: list[str] | None, cards: Path | None, words: Path | None) -> dict[str, Any]:
    """Options by name as they were typed.

    Raises:
        OptionsError, WordListError: one is not of the form OPTION=VALUE, is set twice, or is none of the game's; or a file
            cannot be read.
    """
    known = {field.name for field in catalogue.find(game).options.fields()}
    values: dict[str, Any] = {}
    for pair in options or ():
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not name:
            raise OptionsError(f"an option is set as OPTION=VALUE, got {pair!r}")
        if values.get(name, value) != value:
            raise OptionsError(f"--set says {name}={values[name]:.40} and {name}={value:.40}; which is it?", "General 16")
        values[name] = value
    if seats is not None:
        set_by(values, "--seats", seats=seats)
    if cards is not None:
        if "deck" not in known:
            raise OptionsError(f"{catalogue.find(game).title} is not played with two-letter cards, so it takes no --cards")
        set_by(values, "--cards", deck="custom", cards=read_cards(cards))
    if words is not None:
        if "dictionary" not in known:
            raise OptionsError(f"{catalogue.find(game).title} is played without words, so it takes no --words")
        set_by(values, "--words", dictionary=read_words(words))
    return values


def set_by(values: dict[str, Any], flag: str, **more: Any) -> None:
    """Set the options that a flag stands for.

    Raises:
        OptionsError: one of them has been set to something else.
    """
    for name, value in more.items():
        if str(values.get(name, value)) != str(value):
            raise OptionsError(f"{flag} sets {name}={value!s:.40}, but --set says {name}={values[name]!s:.40}", "General 16")
    values |= more


def read_cards(path: Path) -> str:
    """Return the cards of a deck's file, separated by blanks."""
    from muckle.kit.two_letter_deck import read_file

    return " ".join(card.card for card in read_file(path))


def read_words(path: Path) -> str:
    """Return the name of a word list read from a file."""
    from muckle.words import lists

    words = lists.read_file(path, list_name(path))
    lists.add(words)
    return words.name


def list_name(path: Path) -> str:
    """Return the name of a list after its file."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower())[:40].strip("-") or "words"


def print_json(message: Any, out: TextIO | None = None) -> None:
    """Print a message as one line of JSON, in ASCII wherever it goes."""
    import json

    import msgspec

    print(json.dumps(msgspec.to_builtins(message), separators=(",", ":")), file=out or sys.stdout)

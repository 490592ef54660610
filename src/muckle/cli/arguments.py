"""Command-line arguments that several commands share, and parsers of numbers and game options."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from muckle import games as catalogue
from muckle.errors import OptionsError, short

if TYPE_CHECKING:
    from muckle.engine.game import Game

LARGEST = 10**24 - 1
"""Largest absolute value of a number in an argument."""


def whole(least: int = -LARGEST, most: int = LARGEST) -> Callable[[object], int]:
    """Return a parser of whole numbers within a range, such as 1000, 1e6, 1_000_000 or 1,000,000."""
    return lambda text: int(read_number(str(text).replace(",", ""), "a whole number", least, most, integral=True))


def decimal(least: float, most: float = LARGEST, *, exclusive: bool = False) -> Callable[[object], float]:
    """Return a parser of numbers within a range, such as 10 or 0.5; `exclusive` leaves out the least itself."""
    return lambda text: float(read_number(str(text), "a number", least, most, exclusive=exclusive))


def flag(name: str, help: str) -> Any:
    """Return a Typer option of type bool, without a `--no-` form."""
    return typer.Option(name, help=help, metavar="")


def number(help: str, parser: Callable[[object], float] = whole(), **more: Any) -> Any:  # noqa: B008  # a function, no state
    """Return a Typer option that takes a number."""
    return typer.Option(parser=parser, metavar="NUMBER", help=help, **more)


def read_number(text: str, kind: str, least: float, most: float, *, integral: bool = False, exclusive: bool = False) -> Decimal:
    """Return a number within a range.

    Args:
        text: the number as it was typed.
        kind: noun for the error message, such as "a whole number".
        integral: refuse fractions.
        exclusive: refuse the least number itself.

    Raises:
        BadParameter: the text is no number, or the number is out of range.
    """
    try:
        found = Decimal(text.strip())
        is_within = Decimal(str(least)) <= found <= Decimal(str(most)) and not (exclusive and found == Decimal(str(least)))
        if is_within and not (integral and found % 1):
            return found
    except InvalidOperation:  # no number, or nan
        pass
    lowest = f" {'more than' if exclusive else 'from'} {least}" if least > -LARGEST else ", such as 1000 or 1e6"
    highest = f" to {most}" if most < LARGEST else ""
    raise typer.BadParameter(f"expected {kind}{lowest}{highest}, got {short(text.strip())!r}")


_GAME: Any = typer.Argument(
    metavar="GAME", help="A game, such as mitch.", show_default=False, autocompletion=lambda: list(catalogue.GAMES)
)
GameName = Annotated[str, _GAME]
OptionalGameName = Annotated[str | None, _GAME]
Preset = Annotated[str | None, typer.Option(help="A named set of options; `muckle games` lists them.", show_default=False)]
Seats = Annotated[int | None, number("Number of seats at the table.", show_default="from the preset")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the game. Can be repeated.", show_default=False),
]
Json = Annotated[bool, flag("--json", "Print JSON for programs. In JSON, seats count from 0.")]
Words = Annotated[
    Path | None, typer.Option(help="Use the words in this file, one per line, as the dictionary.", show_default=False)
]
Seed = Annotated[int, number("Seed of all chance: the same seed gives the same games.")]
Cores = Annotated[int | None, number("Number of processor cores to use.", show_default="all")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Use a Ray cluster instead: the address of its head node, or auto.", show_default=False
    ),
]
Starter = Annotated[
    int | None,
    number("Seat that begins every game; the first seat is 1.", whole(1), show_default="as the rules decide"),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Save one row per match in this folder (Parquet and CSV). Run the same command again to resume.",
        show_default=False,
    ),
]
Page = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write the report as an HTML page with charts.", show_default=False),
]
Spoken = Annotated[bool, flag("--plain", "Full sentences from top to bottom, for screen readers.")]
Cards = Annotated[Path | None, typer.Option(help="Use the deck in this CSV file.", show_default=False)]


def disable_compilation() -> None:
    """Run the rules as ordinary Python: fast enough for people, and nothing has to be compiled first."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def find_game(name: str) -> Game:
    """Return a game, or Muckell.

    Raises:
        OptionsError: neither has this name.
    """
    from muckle.games.mickell.muckell import MUCKELL

    return MUCKELL if name.strip().lower() == MUCKELL.name else catalogue.find(name)


def split_names(text: str) -> list[str]:
    """Return the names in a comma-separated list."""
    return [name.strip() for name in text.split(",")]


def read_options(
    game: str, seats: int | None, options: list[str] | None, cards: Path | None, words: Path | None
) -> dict[str, Any]:
    """Return game options by name.

    Args:
        options: values of `--set`, each of the form OPTION=VALUE.
        cards: file with a deck. words: file with a word list.

    Raises:
        OptionsError: a text has another form, an option is set twice, or the game has no such option.
        WordListError: the word list cannot be read.
    """
    found = find_game(game)
    known = {field.name for field in found.options.fields()}
    values: dict[str, Any] = {}
    for pair in options or ():
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not name:
            raise OptionsError(f"an option is set as OPTION=VALUE, got {pair!r}")
        if values.get(name, value) != value:
            raise OptionsError(f"--set says {name}={values[name]:.40} and {name}={value:.40}; which is it?", "General 16")
        values[name] = value
    if seats is not None:
        add_options(values, "--seats", seats=seats)
    if cards is not None:
        if "deck" not in known:
            raise OptionsError(f"{found.title} is not played with two-letter cards, so it takes no --cards")
        add_options(values, "--cards", deck="custom", cards=read_cards(cards))
    if words is not None:
        if "dictionary" not in known:
            raise OptionsError(f"{found.title} is played without words, so it takes no --words")
        add_options(values, "--words", dictionary=read_words(words))
    return values


def add_options(values: dict[str, Any], flag: str, **more: Any) -> None:
    """Add the options that a flag such as `--cards` stands for.

    Raises:
        OptionsError: `--set` gave one of them another value.
    """
    for name, value in more.items():
        if str(values.get(name, value)) != str(value):
            raise OptionsError(f"{flag} sets {name}={value!s:.40}, but --set says {name}={values[name]!s:.40}", "General 16")
    values |= more


def read_cards(path: Path) -> str:
    """Return the cards in a deck file, separated by blanks."""
    from muckle.kit.two_letter_deck import read_file

    return " ".join(card.card for card in read_file(path))


def read_words(path: Path) -> str:
    """Add the word list in a file to the known lists and return its name."""
    from muckle.words import lists

    words = lists.read_file(path, list_name(path))
    lists.add(words)
    return words.name


def list_name(path: Path) -> str:
    """Return a name for the word list in a file, made of the file's name."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower())[:40].strip("-") or "words"


def print_json(message: Any, out: TextIO | None = None) -> None:
    """Print a message as one line of JSON in ASCII."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(message), separators=(",", ":")), file=out or sys.stdout)

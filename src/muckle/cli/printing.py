"""Cards and sheets to print: `muckle print`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from muckle import games as catalogue
from muckle.cli.files import save
from muckle.cli.given import Cards, Preset, Set, given, plain
from muckle.cli.numbers import number, whole
from muckle.engine.crowd import CrowdOptions
from muckle.errors import OptionsError
from muckle.kit.two_letter_deck import DeckOptions
from muckle.paper.layout import Paper, Size

commands = typer.Typer(
    help="Print two-letter cards, a caller's sheet or score sheets, for a table of wood: PDF, with cut marks."
)

OnPaper = Annotated[Paper, typer.Option(case_sensitive=False, help="What is printed on.")]
Out = Annotated[Path, typer.Option(help="The file to write; - is the standard output.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite that file.")]


@commands.command("deck")
def print_deck(
    game: Annotated[str, typer.Option(help="Whose deck: mickell or alphabetickell.")] = "mickell",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    paper: OnPaper = Paper.A4,
    size: Annotated[
        Size, typer.Option(case_sensitive=False, help="32 × 63, 44 × 63 or, for sleeves, 63 × 88 millimetres.")
    ] = Size.SMALL,
    backs: Annotated[bool, typer.Option("--backs", help="Follow each sheet by its other side.")] = False,
    out: Out = Path("deck.pdf"),
    force: Force = False,
) -> None:
    """Print the two-letter cards, to cut out: 48, or those of a game's preset, or of your own deck."""
    chosen = catalogue.find(game)
    found = chosen.read_options(preset, given(game, None, options, cards, None))
    if not isinstance(found, DeckOptions):
        raise OptionsError(f"{chosen.title} is not played with two-letter cards; mickell and alphabetickell are")
    from muckle.paper.deck import deck

    printed(out, deck(found.deck_cards(), paper, size, backs), force)


@commands.command("caller")
def print_caller(
    seed: Annotated[int | None, number("The same order of the cards again.", show_default=False)] = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    paper: OnPaper = Paper.A4,
    out: Out = Path("caller.pdf"),
    force: Force = False,
) -> None:
    """Print a shuffled deck in order, for whoever calls the cards of Muckell to players with decks of their own."""
    chosen, seed = muckell(preset, options, cards), secrets.randbelow(10**9) if seed is None else seed
    from muckle.paper.caller import caller

    printed(out, caller(chosen, seed, paper), force)


@commands.command("score-sheets")
def print_score_sheets(
    players: Annotated[int, number("How many sheets; a page has four.", whole(1, 10_000))] = 4,
    preset: Preset = None,
    options: Set = None,
    paper: OnPaper = Paper.A4,
    out: Out = Path("score-sheets.pdf"),
    force: Force = False,
) -> None:
    """Sheets for the words and points of Mickell and Muckell, to cut out."""
    chosen = muckell(preset, options, None)
    from muckle.paper.score_sheets import score_sheets

    printed(out, score_sheets(chosen, paper, players), force)


def muckell(preset: str | None, options: list[str] | None, cards: Path | None) -> CrowdOptions:
    """Return the options of Muckell; presets of Mickell serve, too, and seats do not matter on paper."""
    plain()
    values = {**given("mickell", None, options, cards, None), "seats": 2}
    chosen = catalogue.find("mickell").read_options(preset, values)
    assert isinstance(chosen, CrowdOptions)
    return chosen


def printed(out: Path, pdf: bytes, force: bool) -> None:
    """Write it, and say where it is."""
    save(out, pdf, force)
    if str(out) != "-":
        print(f"{out} is ready; print it at its actual size, not fitted to the page")

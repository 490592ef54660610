"""The commands `muckle print`: two-letter cards, a caller's sheet, score sheets and player aids as PDF files."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from muckle import games as catalogue
from muckle.cli.arguments import Cards, Preset, Seats, Set, disable_compilation, find_game, flag, number, read_options, whole
from muckle.cli.files import save
from muckle.errors import OptionsError
from muckle.paper.first_forms import FIRST_FORMS, Called
from muckle.paper.layout import Paper, Size

if TYPE_CHECKING:
    from muckle.engine.game import Game
    from muckle.engine.options import GameOptions

commands = typer.Typer(
    help="Make PDF files for play on paper: two-letter cards with cut marks, a caller's sheet, score sheets, player aids."
)

OnPaper = Annotated[Paper, typer.Option(case_sensitive=False, help="The paper size.")]
Out = Annotated[Path, typer.Option(metavar="FILE", help="The file to write; - means standard output.")]
Force = Annotated[bool, flag("--force", "Overwrite the file.")]


@commands.command("deck")
def print_deck(
    game: Annotated[str, typer.Option(help="The game whose deck is printed: mickell or alphabetickell.")] = "mickell",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    paper: OnPaper = Paper.A4,
    size: Annotated[
        Size, typer.Option(case_sensitive=False, help="The card size: 32 × 63 mm, 44 × 63 mm, or 63 × 88 mm for sleeves.")
    ] = Size.SMALL,
    backs: Annotated[bool, flag("--backs", "Print the backs, each after its sheet.")] = False,
    out: Out = Path("deck.pdf"),
    force: Force = False,
) -> None:
    """Make two-letter cards to cut out: the standard deck of 48, a preset's deck, or your own."""
    from muckle.kit.two_letter_deck import DeckOptions

    chosen = catalogue.find(game)
    found = chosen.read_options(preset, read_options(game, None, options, cards, None))
    if not isinstance(found, DeckOptions):
        raise OptionsError(f"{chosen.title} is not played with two-letter cards; mickell and alphabetickell are")
    from muckle.paper.deck import deck

    write_pdf(out, deck(found.deck_cards(), paper, size, backs), force)


@commands.command("caller")
def print_caller(
    form: Annotated[
        Called,
        typer.Option(help="Muckell, or an early form: Alphabetickell as it was shouted, Mickell's first version."),
    ] = Called.MUCKELL,
    seed: Annotated[
        int | None, number("Seed of the shuffle: the same seed gives the same order.", show_default="random")
    ] = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    paper: OnPaper = Paper.A4,
    out: Out = Path("caller.pdf"),
    force: Force = False,
) -> None:
    """Make a caller's sheet: a shuffled deck in order, to be called to players. In Muckell they have their own decks."""
    disable_compilation()
    from muckle.games.mickell import muckell
    from muckle.paper.caller import caller

    chosen = muckell.read_options(preset, read_options("muckell", None, options, cards, None))
    seed = secrets.randbelow(10**9) if seed is None else seed
    write_pdf(out, caller(chosen, seed, paper, FIRST_FORMS.get(form)), force)


@commands.command("score-sheets")
def print_score_sheets(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, such as mitch.")] = "mickell",
    count: Annotated[int, number("Number of sheets; a page holds four.", whole(1, 10_000))] = 4,
    seats: Seats = None,
    preset: Preset = None,
    options: Set = None,
    paper: OnPaper = Paper.A4,
    out: Out = Path("score-sheets.pdf"),
    force: Force = False,
) -> None:
    """Make score sheets to cut out: one for each player of Mickell and Muckell, one for a table of the other games."""
    disable_compilation()
    chosen, found = one_board(game, preset, read_options(game, seats, options, None, None))
    if chosen.name == "mickell":
        from muckle.paper.score_sheets import score_sheets

        write_pdf(out, score_sheets(found, paper, count), force)
        return
    from muckle.paper.pad import pads

    write_pdf(out, pads(chosen, found.seats, paper, count), force)


@commands.command("aid")
def print_aids(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, such as mitch.", show_default=False)],
    count: Annotated[int, number("Number of aids; a page holds four.", whole(1, 10_000))] = 4,
    preset: Preset = None,
    options: Set = None,
    paper: OnPaper = Paper.A4,
    out: Out = Path("aid.pdf"),
    force: Force = False,
) -> None:
    """Make player aids to cut out: the rules that matter in a turn, for points and at the end, as the rules page has them."""
    disable_compilation()
    chosen, found = one_board(game, preset, read_options(game, None, options, None, None))
    from muckle.paper.pad import aids

    write_pdf(out, aids(chosen, preset or next(iter(find_game(game).presets)), found, paper, count), force)


def one_board(name: str, preset: str | None, values: dict[str, Any]) -> tuple[Game, GameOptions]:
    """Return a game with its options; for Muckell, Mickell with those of a board."""
    from muckle.games.mickell.muckell import Options

    game = find_game(name)
    options = game.read_options(preset, values)
    return (catalogue.find("mickell"), options.alone()) if isinstance(options, Options) else (game, options)


def write_pdf(out: Path, pdf: bytes, force: bool) -> None:
    """Write a PDF file and print its path."""
    save(out, pdf, force)
    if str(out) != "-":
        print(f"{out} is ready; print it at its actual size, not fitted to the page")

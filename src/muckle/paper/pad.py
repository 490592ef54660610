"""Score pads and player aids, from `paper.toml` in a game's folder; the words of an aid are those of the game's RULES.md."""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from muckle.engine.chance import read_seed
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.errors import GameError, MuckleError
from muckle.games.rulebook import find_rule, markdown_lines
from muckle.match.header import new_header
from muckle.match.match import Match
from muckle.paper.document import INK, LINE, SOFT, TINT, Document
from muckle.paper.layout import Box, Paper, Stroke, sheet, sheets
from muckle.scene.contract import Table

PAD, AID = (96.0, 131.0), (96.0, 131.0)
"""Width and height of a pad and of an aid; a page has four of each."""
LABEL = 24.0
"""Width of the column that says what a line of a pad is for, in millimetres."""
OPTION = re.compile(r" \(`[^)]*`\)")
"""Pattern of an option's name in a rule. Names are left out on paper, where options cannot be set."""
LATIN = str.maketrans({"–": "-", "—": "-", "−": "-", "…": "...", "’": "'", "“": '"', "”": '"'})
LARGEST, SMALLEST = 8.0, 5.5
"""Sizes of type between which an aid finds the one that fits, in points."""


class Pad(Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of a score pad: a column for each player, a block of lines for each hand, round or turn."""

    unit: str
    """Name of the part of a match that a block is for: "Hand"."""
    lines: tuple[str, ...]
    units: int
    """Number of blocks."""
    total: str = ""
    """Label of a last line; empty for none."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a player aid."""

    title: str
    rules: tuple[str, ...] = ()
    """Ids of the rules that are printed in full."""
    table: str = ""
    """Title of a table in the scene at a match's beginning, whose first two columns are printed."""
    presets: tuple[str, ...] = ()
    """Presets for which the part is printed; empty for all."""


class Forms(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a `paper.toml`."""

    aid: tuple[Part, ...]
    pad: Pad | None = None


def forms(game: Game) -> Forms:
    """Return the pads and aids that can be printed for a game.

    Raises:
        MuckleError: the game has no paper.toml. GameError: the file has another form.
    """
    file = importlib.resources.files(game.folder) / "paper.toml"
    if not file.is_file():
        raise MuckleError(f"{game.title} has no score pad and no player aid to print")
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8-sig")), Forms)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{game.folder}/paper.toml: {error}") from None


def pads(game: Game, seats: int, paper: Paper, count: int) -> bytes:
    """Make a PDF of score pads, a column for each player.

    Raises:
        MuckleError: the game has no score pad.
    """
    form = forms(game).pad
    if form is None:
        raise MuckleError(f"{game.title} has no score pad to print")
    page = sheet(paper, PAD, 0)
    pdf = Document(page.page, f"Score pads of {game.title}")
    for part in sheets(count, len(page.boxes)):
        pdf.add_page()
        pdf.lines(page.marks)
        for box in page.boxes[: len(part)]:
            _pad(pdf, box.inside(5), game.title, form, seats)
    return bytes(pdf.output())


def _pad(pdf: Document, box: Box, title: str, form: Pad, seats: int) -> None:
    """Print a pad: the title, a line for names, a line for everything that is scored."""
    pdf.pen("letter", 13)
    pdf.text(box.left, box.top + 5, title)
    rows = pad_rows(form)
    grid = Box(box.left, box.top + 8, box.width, box.height - 8)
    height = grid.height / (len(rows) + 1)
    ends = [grid.top + height * (number + 1) for number in range(len(rows) + 1)]
    for (label, is_result), bottom in zip(rows, ends[1:], strict=True):
        if is_result:
            pdf.fill(Box(grid.left, bottom - height, grid.width, height), 0, TINT)
        pdf.pen("strong" if is_result else "text", min(8.0, height * 1.9), SOFT)
        pdf.text(grid.left + 1, bottom - height * 0.28, label)
        pdf.lines([Stroke(grid.left, bottom, grid.right, bottom)], colour=INK if is_result else LINE)
    width = (grid.width - LABEL) / seats
    columns = [grid.left, *(grid.left + LABEL + width * column for column in range(seats + 1))]
    pdf.lines([Stroke(x, grid.top, x, grid.bottom) for x in columns])
    pdf.lines([Stroke(grid.left, y, grid.right, y) for y in (grid.top, ends[0])])


def pad_rows(form: Pad) -> list[tuple[str, bool]]:
    """Return the labels of a pad's lines in order, each with whether it is a result."""
    last = len(form.lines) - 1
    if last:
        blocks = [(f"{form.unit} {unit}: {form.lines[0]}", *form.lines[1:]) for unit in range(1, form.units + 1)]
        return [(line, number == last) for block in blocks for number, line in enumerate(block)]
    turns = [(f"{form.unit} {number}", False) for number in range(1, form.units + 1)]
    return [*turns, (form.total, True)] if form.total else turns


def aids(game: Game, preset: str, options: GameOptions, paper: Paper, count: int) -> bytes:
    """Make a PDF of player aids: the rules that matter in a turn and at the end, in full.

    Args:
        preset: chooses among the parts.
        options: those that differ from the game's usual ones are named.
    """
    title = game.presets[preset].title if preset in [*game.presets][1:] else ""
    page, texts = sheet(paper, AID, 0), aid_texts(game, preset, options)
    pdf = Document(page.page, f"Player aids of {game.title}")
    for part in sheets(count, len(page.boxes)):
        pdf.add_page()
        pdf.lines(page.marks)
        for box in page.boxes[: len(part)]:
            _aid(pdf, box.inside(5), ": ".join(filter(None, (game.title, title))), texts)
    return bytes(pdf.output())


def aid_texts(game: Game, preset: str, options: GameOptions) -> list[tuple[str, list[str]]]:
    """Return the parts of an aid for a preset and options: each a title and its paragraphs."""
    tables = {table.title: table_line(table) for table in board(game, options).scene().tables}
    parts = [part for part in forms(game).aid if not part.presets or preset in part.presets]
    texts = [
        (part.title, [*(rule_line(game, rule) for rule in part.rules), *filter(None, [tables.get(part.table)])])
        for part in parts
    ]
    here = [*changed(game, options)]
    return [*texts, ("Here", here)] if here else texts


def table_line(table: Table) -> str:
    """Return the first two columns of a table as a paragraph, such as "Letters: Points. 3: 1; 4: 2; 5: 3."."""
    rows = "; ".join(f"{row[0]}: {row[1]}" for row in table.rows)
    return f"{table.head[0]}: {table.head[1]}. {rows}."


def board(game: Game, options: GameOptions) -> Match:
    """Return a match of a game at its beginning, whose scene has the tables to print."""
    return Match(replace(new_header(game, options), seed=read_seed(0)))


def changed(game: Game, options: GameOptions) -> Iterator[str]:
    """Yield the options that differ from those of the recommended game, in words: ``Cards in hand: 3``."""
    usual = game.read_options(None, {})
    for field in game.options.fields():
        value = getattr(options, field.name, None)
        if value != getattr(usual, field.name, None) and field.name not in ("seats", "cards"):
            yield f"{field.title}: {field.said_of(str(value))}"


def _aid(pdf: Document, box: Box, title: str, texts: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Print a player aid in the largest type that fits the box."""
    pdf.pen("letter", 13)
    pdf.text(box.left, box.top + 5, title)
    below, size = box._replace(top=box.top + 8, height=box.height - 8), LARGEST
    while size > SMALLEST and _texts(pdf, below, texts, size, dry=True) > below.bottom:
        size -= 0.25
    _texts(pdf, below, texts, size)


def _texts(pdf: Document, box: Box, texts: Sequence[tuple[str, Sequence[str]]], size: float, *, dry: bool = False) -> float:
    """Print the parts below each other and return the y where they end; with `dry` only measure it."""
    y = box.top
    for title, paragraphs in texts:
        pdf.pen("strong", size + 0.5)
        y = pdf.paragraph(title, box._replace(top=y + 0.8), dry=dry) + 0.3
        pdf.pen("text", size)
        for text in paragraphs:
            y = pdf.paragraph(text, box._replace(top=y), dry=dry) + 0.4
    return y


def rule_line(game: Game, rule: str) -> str:
    """Return a rule in full as one paragraph with its number, such as "7: The longest column of a suit wins the suit.".

    Raises:
        GameError: RULES.md has no such rule.
    """
    found = find_rule(game.rules_text(), rule)
    if found is None:
        raise GameError(f"{game.folder}/paper.toml names {rule}, which RULES.md does not have")
    lines = markdown_lines(OPTION.sub("", found))
    return " ".join(filter(None, lines)).removeprefix(f"{game.title} ").translate(LATIN)

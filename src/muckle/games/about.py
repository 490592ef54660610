"""The page about a game: its facts, worked examples, tips, variants, history and credits, from `about.toml` in its folder.

The form of such a file is `Source`. A game without one has a page of what the program knows by itself.
"""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from muckle import games
from muckle.engine.game import Game
from muckle.errors import GameError, MuckleError, suggest
from muckle.games.mickell.muckell import MUCKELL
from muckle.scene.contract import Face, Picture
from muckle.scene.tell import listed, piles

GONE = "-"
"""Ends the name of a pile whose pieces leave the table in the example."""


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """A measured time of a match, for games whose source names none."""

    seats: int
    decisions: int
    """Median number of decisions in simulated matches of the recommended game (200 with easy players)."""
    seconds: int
    """Seconds that people usually take for a decision of this kind; the time of Alphabetickell's document comes to 10."""

    @property
    def minutes(self) -> int:
        """Minutes of a match, to the nearest five."""
        return max(5, 5 * round(self.decisions * self.seconds / 60 / 5))


class Credit(Struct, frozen=True, forbid_unknown_fields=True):
    """A contribution of somebody to the game."""

    did: str
    """"Invented by", "Thanks to"."""
    names: tuple[str, ...]
    note: str = ""

    def sentence(self) -> str:
        """Return the credit as a sentence, such as "Invented by Mitch Gunzler, about 1983."."""
        return f"{self.did} {listed(self.names)}{', ' if self.note else ''}{self.note}."


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """Another way to play, with what its source says of it, in our words."""

    title: str
    text: str
    source: str = ""
    preset: str = ""
    """Name of the preset that plays it."""


class Contact(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that the source gives."""

    text: str
    link: str = ""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a worked example: whose it is, its pieces, and what comes of them."""

    pieces: str
    """Piles side by side in the notation of `read_picture`; a pile that ends with "-" leaves the table."""
    label: str = ""
    note: str = ""
    points: str = ""
    """Points of the line."""
    won: bool = False
    """Whether the line is the better one."""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example: a title that states the result, and lines of pieces with their arithmetic."""

    title: str
    text: str
    source: str
    """Document or rulebook that the example comes from."""
    rows: tuple[Row, ...]
    rule: str = ""
    """Id of the rule that it shows."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of an `about.toml`."""

    sentence: str
    pieces: str
    """Kind of the pieces in the examples, a `FaceKind`."""
    players: tuple[int, int | str]
    """Fewest and most players that the source names."""
    source: str
    """Document that the facts are taken from."""
    credits: tuple[Credit, ...]
    examples: tuple[Example, ...]
    tips: tuple[str, ...]
    history: tuple[str, ...]
    best: tuple[int, int] | None = None
    """Numbers of players that the source calls best."""
    minutes: tuple[int, int] | None = None
    """Minutes that the source names."""
    measured: Measured | None = None
    designed: str = ""
    """Year of the design, in words."""
    facts: dict[str, str] = {}
    """Further facts beside players and time: {"Pieces": "48 cards"}."""
    unsaid: str = ""
    """Sentence about facts that the source does not give."""
    words: str = ""
    """Which printed dictionaries the source names, and who decides."""
    variants: tuple[Variant, ...] = ()
    contacts: tuple[Contact, ...] = ()


class ShownRow(Struct, frozen=True, omit_defaults=True):
    """A line of a worked example with its pieces as pictures."""

    picture: Picture
    label: str = ""
    note: str = ""
    points: str = ""
    gone: tuple[int, ...] = ()
    """Places of the piles that leave the table."""
    won: bool = False


class ShownExample(Struct, frozen=True, omit_defaults=True):
    """A worked example as clients draw it."""

    title: str
    text: str
    source: str
    rows: tuple[ShownRow, ...]
    rule: str = ""


class About(Struct, frozen=True):
    """Everything on the page about a game."""

    name: str
    title: str
    game: str
    """Name of the game whose rules are played: Muckell's is mickell."""
    sentence: str
    emblem: tuple[Face, ...]
    facts: tuple[tuple[str, str], ...]
    """Players, best number, time and so on, each with its name."""
    timed: str
    """Sentence that says whether the time is the source's or was measured."""
    examples: tuple[ShownExample, ...]
    tips: tuple[str, ...]
    variants: tuple[Variant, ...]
    history: tuple[str, ...]
    credits: tuple[Credit, ...]
    unsaid: str
    words: str
    source: str
    contacts: tuple[Contact, ...]


def about(name: str) -> About:
    """Return the page about a game, or about Muckell.

    Raises:
        MuckleError: there is no such game. GameError: its about.toml is not as `Source` says.
    """
    wanted = name.strip().lower()
    if wanted == MUCKELL.name:
        return _page(MUCKELL, read_source(MUCKELL.folder, f"about_{wanted}.toml"))
    if wanted not in games.GAMES and wanted not in games.BROKEN:
        raise MuckleError(f"no game is called {name!r}{suggest(wanted, names()) or f'; there are {listed(names())}'}")
    game = games.find(wanted)
    return _page(game, read_source(game.folder))


def names() -> tuple[str, ...]:
    """Return the names of all pages: the games, and Muckell."""
    return (*games.GAMES, MUCKELL.name)


@functools.cache
def read_source(folder: str, file: str = "about.toml") -> Source | None:
    """Return what the package of a game tells about it; None if it has no such file.

    Raises:
        GameError: the file is no TOML, or not as `Source` says.
    """
    try:
        text = (importlib.resources.files(folder) / file).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return None
    try:
        return msgspec.convert(tomllib.loads(text), Source)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{folder}: {file}: {error}") from None


def minutes(source: Source | None) -> tuple[int, int] | None:
    """Return the shortest and longest usual time of a match in minutes; None if nothing is known of it."""
    if source is None:
        return None
    if source.measured:
        return source.measured.minutes, source.measured.minutes
    return source.minutes


def read_picture(kind: str, text: str) -> tuple[Picture, tuple[int, ...]]:
    """Return the piles of an example, and the places of those that leave the table.

    Piles stand apart by blanks, the pieces of one by commas. A card is its rank and suit (``10S``), a piecepack tile its suit
    and rank (``C4``), a coin too, with a colon (``C:4``), a letter tile its letter and number (``F4``), a two-letter card its
    letters: one of them in lower case is the one that the card does not stand for (``tH``).

    >>> read_picture("letters", "tH EK-")[1]
    (1,)
    """
    named = text.split()
    picture = piles(" ".join(pile.removesuffix(GONE) for pile in named), FACES[kind])
    return picture, tuple(place for place, pile in enumerate(named) if pile.endswith(GONE))


def _letters(name: str) -> Face:
    """Return a two-letter card, which stands for its capital letter if the other one is small."""
    on = next((letter for letter in name if letter.isupper()), "") if not name.isupper() else ""
    return Face("letters", name[0].upper(), name[1].upper(), on=on)


FACES: dict[str, Callable[[str], Face]] = {
    "card": lambda name: Face("card", name[:-1], name[-1]),
    "letters": _letters,
    "tile": lambda name: Face("tile", name[0], value=int(name[1:])),
    "piecepack": lambda name: Face("piecepack", name[1:], name[0]) if len(name) == 2 else Face("coin", name[2:], name[0]),
}
"""Functions that read the pieces of an example, by the kind of the pieces."""


def _page(game: Game, source: Source | None) -> About:
    if source is None:
        source = Source(
            sentence=game.tagline,
            pieces="text",
            players=game.options.seat_limits(),
            source="",
            credits=(),
            examples=(),
            tips=(),
            history=(),
        )
    return About(
        name=game.name,
        title=game.title,
        game=game.options.game,
        sentence=source.sentence,
        emblem=game.scene.emblem(),
        facts=tuple(_facts(source)),
        timed=_timed(source),
        examples=tuple(_shown(source.pieces, example) for example in source.examples),
        tips=source.tips,
        variants=source.variants,
        history=source.history,
        credits=source.credits,
        unsaid=source.unsaid,
        words=source.words,
        source=source.source,
        contacts=source.contacts,
    )


def _facts(source: Source) -> Iterator[tuple[str, str]]:
    least, most = source.players
    yield "Players", "alone" if most == 1 else span(least, most)
    if source.best:
        yield "Best with", span(*source.best)
    time = minutes(source)
    if time:
        yield "Time", f"{'about ' if source.measured else ''}{span(*time)} min"
    if source.designed:
        yield "Design", source.designed
    yield from source.facts.items()


def span(least: Any, most: Any) -> str:
    """Return a range in words: ``3 to 5``, ``15``."""
    return str(least) if least == most else f"{least} to {most}"


def _timed(source: Source) -> str:
    if source.minutes:
        return "The time is the source's own."
    if not source.measured:
        return ""
    at, count, seconds = source.measured.seats, source.measured.decisions, source.measured.seconds
    length = f"In simulated matches of {at} players the median is {count} decisions"
    return f"The source names no time. {length}; at {seconds} seconds for each this is about {source.measured.minutes} minutes."


def _shown(kind: str, example: Example) -> ShownExample:
    rows = tuple(_shown_row(kind, row) for row in example.rows)
    return ShownExample(example.title, example.text, example.source, rows, example.rule)


def _shown_row(kind: str, row: Row) -> ShownRow:
    picture, gone = read_picture(kind, row.pieces)
    return ShownRow(picture=picture, label=row.label, note=row.note, points=row.points, gone=gone, won=row.won)

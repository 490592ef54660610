"""Effects of pieces dealt and of first acts, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muckle.terminal.report import TextTable, show_table

if TYPE_CHECKING:
    from muckle.lab.effects import Difference, EffectReport

CAPTIONS = {
    "deal": "Seats that the first deal gives a piece, against those without:",
    "first": "Seats that begin with an act, against those that do not:",
}


def show_effects(found: EffectReport) -> None:
    """Print a table with the effect of each piece or act, and a sentence on how sure the effects are."""
    print(headline(found))
    show_table(table(found))
    for sentence in sentences(found):
        print(f"  {sentence}")


def headline(found: EffectReport) -> str:
    """Return a line that says what was played."""
    players = ", ".join(dict.fromkeys(found.players))
    return f"{found.game} (version {found.version} of its rules), {found.games:,} games, players {players}, seed {found.seed}"


def table(found: EffectReport) -> TextTable:
    """Return the table of effects, from the highest to the lowest."""
    alone = found.effects[0].wins is None
    headings = ("", "times", "score", "95 %", *(() if alone else ("wins", "95 %")))
    rows = [
        (one.name, f"{one.times:,}", *cells(one.score, 1, ""), *(() if one.wins is None else cells(one.wins, 100, "%")))
        for one in found.effects
    ]
    return TextTable(CAPTIONS[found.source], headings, rows)


def cells(one: Difference, times: int, unit: str) -> tuple[str, str]:
    """Return the cells of a difference: its mean, and its interval with a mark if 0 is not in it."""
    return f"{times * one.mean:+.2f}{unit}", f"± {times * (one.high - one.mean):.2f}{unit}{' *' if one.is_clear else '  '}"


def sentences(found: EffectReport) -> list[str]:
    """Return how the effects are to be read, and what was left out."""
    count = len(found.effects) * (1 if found.effects[0].wins is None else 2)
    marked = "one whose interval has no 0 in it is marked *"
    told = [f"The {count:,} intervals hold jointly with a probability of 95 %; {marked}."]
    if found.rare:
        told.append(
            f"{found.rare:,} more cannot be measured: they came up too seldom, or always to the same seat in turn order."
        )
    return told

"""Print the report of `muckle effects`: the effect of each piece dealt, or of each first act, on score and wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muckle.terminal.report import TextTable, counted, show_sentences, show_table

if TYPE_CHECKING:
    from muckle.lab.effects import Difference, Effect, EffectReport

CAPTIONS = {
    "deal": "Seats that the first deal gives a piece, against those without:",
    "first": "Seats that begin with an act, against those that do not:",
}


def show_effects(found: EffectReport) -> None:
    """Print what is too strong or too weak, a table with the effect of each piece or act, and how sure the effects are."""
    print(headline(found))
    show_sentences(answers(found))
    show_table(table(found))
    show_sentences(sentences(found))


def headline(found: EffectReport) -> str:
    """Return a line that says what was played."""
    players = ", ".join(dict.fromkeys(found.players))
    games = counted(found.games, "game")
    return f"{found.game} (version {found.version} of its rules), {games}, players {players}, seed {found.seed}"


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


ANSWERS = {
    "deal": ("Dealt to a seat, these bring it points", "Dealt to a seat, these cost it points", "No piece"),
    "first": ("Seats that begin with these score more", "Seats that begin with these score less", "No first act"),
}
"""Beginnings of answers by source: of what is good, of what is bad, and if nothing is either."""


def answers(found: EffectReport) -> list[str]:
    """Return in sentences which pieces or acts are stronger or weaker than luck explains."""
    good = [one for one in found.effects if one.score.is_clear and one.score.mean > 0]
    bad = [one for one in reversed(found.effects) if one.score.is_clear and one.score.mean < 0]
    brings, costs, none = ANSWERS[found.source]
    if not good and not bad:
        farthest = max(found.effects, key=lambda one: abs(one.score.mean))
        return [f"{none} is clearly stronger or weaker than the others. Farthest off: {effect_text(farthest)}."]
    return [f"{said}: {', '.join(map(effect_text, ones))}." for said, ones in ((brings, good), (costs, bad)) if ones]


def effect_text(one: Effect) -> str:
    """Return an effect on the score with its interval: ``J +98.3 (95 % interval +62.9 to +133.7)``."""
    return f"{one.name} {one.score.mean:+.1f} (95 % interval {one.score.low:+.1f} to {one.score.high:+.1f})"


def sentences(found: EffectReport) -> list[str]:
    """Return how the effects are to be read, and what was left out."""
    count = len(found.effects) * (1 if found.effects[0].wins is None else 2)
    marked = "one whose interval has no 0 in it is marked *"
    told = [f"The {counted(count, 'interval')} hold{' jointly' if count > 1 else 's'} with a probability of 95 %; {marked}."]
    if found.rare:
        told.append(
            f"{found.rare:,} more cannot be measured: they came up too seldom, or always to the same seat in turn order."
        )
    return told

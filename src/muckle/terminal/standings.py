"""The end of a round of Muckell: its standings as a table or in sentences, and what most others did otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple

from muckle.games.mickell.muckell import Options, Standings, Worth
from muckle.match.log import after_draws
from muckle.match.match import Match
from muckle.scene.tell import counted
from muckle.terminal.screen import Line

SHOWN = 20
"""Boards that are listed, besides the person's own."""
TURNS = 5
"""Maximum number of listed turns in which most other players chose differently."""


class OtherBoard(NamedTuple):
    """The result and the first actions of another player's board."""

    worth: Worth
    firsts: tuple[str, ...]
    """The first action of each turn that begins with a card."""


class Round(NamedTuple):
    """The others in a round, who play the same cards once the person in seat 0 is done."""

    options: Options
    play: Callable[[Match, Options, str], Iterable[OtherBoard]]
    """Function that returns the boards of the others, given the person's board, the options and the level of the others."""


def standings_lines(standings: Standings, names: Sequence[str], own: int, *, spoken: bool) -> list[Line]:
    """Return the best boards and the person's own, best first.

    Args:
        names: names of the seats.
        own: the person's seat.
    """
    order = sorted(range(len(names)), key=lambda seat: (standings.places[seat], seat != own, seat))
    sharing = Counter(standings.places)
    told = sentence if spoken else row
    lines = [Line("Standings", "bold")]
    for rank, seat in enumerate(order):
        if rank < SHOWN or seat == own:
            place, score, tiebreak = standings.places[seat], standings.scores[seat], standings.tiebreaks[seat]
            parted = f"{tiebreak} letters in the longest word" if any(standings.tiebreaks) else ""
            text = told(place, sharing[place], names[seat], score, parted)
            lines.append(Line(text, "bold" if seat == own else "", 2))
    if len(order) + 1 > len(lines):
        lines.append(Line(f"and {len(order) + 1 - len(lines):,} more", "dim", 2))
    return lines


def own_line(standings: Standings, own: int) -> Line:
    """Return a line with the person's own place."""
    place, scores = standings.places[own], sorted(standings.scores)
    shared = ", shared" if standings.places.count(place) > 1 else ""
    field = f"The best has {scores[-1]}; half have {median(scores):g} or more."
    return Line(f"You have place {place:,} of {len(scores):,}{shared}. {field}", "bold")


def otherwise_lines(board: Match, others: Sequence[Sequence[str]]) -> list[Line]:
    """Return the turns in which most others began differently, those with the greatest agreement, in order.

    Args:
        board: the person's own board.
        others: for every other board, the first action of each turn that begins with a card.
    """
    found = list[tuple[int, int, str]]()
    for turn, (step, own) in enumerate(after_draws(board.decisions), 1):
        counts = Counter(other[turn - 1] for other in others if len(other) >= turn)
        action, often = next(iter(counts.most_common(1)), ("", 0))
        if action != own and 2 * often > len(others):
            acts = board.at(step - 1).scene(0).acts
            label, yours = (acts[each].label if each in acts else each for each in (action, own))
            found.append((often, turn, f"Turn {turn}: {often:,} of {len(others):,} chose: {label}. You: {yours}."))
    most = sorted(sorted(found, key=lambda each: (-each[0], each[1]))[:TURNS], key=lambda each: each[1])
    if not most:
        return [Line("In no turn did most others do something else than you.", "dim")]
    return [Line("Where most others did something else", "bold"), *(Line(text, hang=2) for *_, text in most)]


def row(place: int, sharing: int, name: str, score: int, parted: str) -> str:
    """Return a board as a row of a table: ``   2=  Magpie 3    21``."""
    return f"{place:>6,}{'=' if sharing > 1 else ' '}  {name:<22}{score:>4}  {parted}".rstrip()


def sentence(place: int, sharing: int, name: str, score: int, parted: str) -> str:
    """Return a board's place as a sentence, such as "Place 2, shared by 3: Magpie 3, 21 points."."""
    shared = f", shared by {sharing:,}" if sharing > 1 else ""
    points = counted(score, "point")
    return f"Place {place:,}{shared}: {name}, {points}{', ' + parted if parted else ''}."

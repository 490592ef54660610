"""Phrases that all games share: numbers, counts, lists of names, deeds, and the seating as a viewer sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from muckle.scene.contract import Event, Face, Picture

CLAIM = 34
"""Characters that a claim may have, so that it fits beside a light bulb on a phone."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(n: int) -> str:
    """Return a small number as a word: ``no``, ``three``, ``11``."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def count(n: int, thing: str) -> str:
    """Return a number with its noun: ``1 card``, ``4 cards``."""
    return f"{n} {thing}{'s' * (n != 1)}"


def counted(n: int, thing: str, things: str = "") -> str:
    """Return a number with its noun, and a plural that is not formed by an "s": ``1 game``, ``12,000 games``."""
    return f"{n:,} {thing if n == 1 else things or f'{thing}s'}"


def piles(text: str, face: Callable[[str], Face]) -> Picture:
    """Make a picture from names of pieces: ``KS,10S ?`` is a King above a Ten with a back beside them; ``=+4`` is a text."""
    faces = {"?": lambda _: None, "=": lambda name: Face("text", name[1:])}
    return tuple(tuple(faces.get(name[0], face)(name) for name in pile.split(",")) for pile in text.split())


def fitting(*forms: str) -> str:
    """Return the first form of a claim that is short enough for a hint; an empty text if none is."""
    return next((form for form in forms if len(form) <= CLAIM), "")


def signed(n: int) -> str:
    """Return points with their sign and a true minus: ``+4``, ``−7``, ``0``."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def listed(things: Iterable[str], last: str = "and") -> str:
    """Return things as a list in words: ``A``, ``A and B``, ``A, B and C``."""
    *first, end = list(things) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def open_event(kind: str, names: Sequence[str], seat: int, verb: str, what: str, words: tuple[str, ...] = ()) -> Event:
    """Make an event that everybody may know: ``Ann places the 9 of Spades``, told to Ann as ``You place …``."""
    return Event(kind, f"{names[seat]} {third_person(verb)} {what}", seat, f"You {verb} {what}", words)


def doing(names: Sequence[str], seats: Sequence[int], viewer: int | None, verb: str) -> str:
    """Return who does something in the words of a viewer: ``Ann takes``, ``You take``, ``You and Bob take``."""
    called = ["You" if seat == viewer else names[seat] for seat in seats]
    alone = len(called) == 1 and called != ["You"]
    return f"{listed(sorted(called, key=lambda name: name != 'You'))} {third_person(verb) if alone else verb}"


def third_person(verb: str) -> str:
    """Return a verb in the third person: ``takes``, ``passes``, ``cannot take``."""
    if verb.startswith("cannot "):
        return verb
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh")) else "s")


def round_the_table(seats: int, viewer: int | None) -> list[int]:
    """Return the other seats from the viewer's left; all seats for a spectator."""
    return list(range(seats)) if viewer is None else [*range(viewer + 1, seats), *range(viewer)]

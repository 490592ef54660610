"""Options that are numbers: read as people write them, and refused with what was given and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

import typer

from muckle.errors import short

LARGEST = 10**24 - 1
"""No number of anything is larger, or smaller than its negative."""


def whole(least: int = -LARGEST, most: int = LARGEST) -> Callable[[object], int]:
    """Return a reader of whole numbers of a range, such as 1000, 1e6, 1_000_000 or 1,000,000."""
    return lambda given: int(read(str(given).replace(",", ""), "a whole number", least, most, integral=True))


def decimal(least: float, most: float = LARGEST) -> Callable[[object], float]:
    """Return a reader of numbers of a range, such as 10 or 0.5."""
    return lambda given: float(read(str(given), "a number", least, most, integral=False))


def above(least: float) -> Callable[[object], float]:
    """Return a reader of numbers larger than another."""
    return lambda given: float(read(str(given), "a number", least, LARGEST, integral=False, beyond=True))


def number(help: str, parser: Callable[[object], float] = whole(), **more: Any) -> Any:  # noqa: B008  # a function, no state
    """Return an option that is a number."""
    return typer.Option(parser=parser, metavar="NUMBER", help=help, **more)


def read(text: str, kind: str, least: float, most: float, *, integral: bool, beyond: bool = False) -> Decimal:
    """Return a number of a range; `kind` is what the message calls it, `beyond` says that the least itself is none.

    Raises:
        BadParameter: it is none, or out of its range.
    """
    try:
        found = Decimal(text.strip())
        within = Decimal(str(least)) <= found <= Decimal(str(most)) and not (beyond and found == Decimal(str(least)))
        if within and not (integral and found % 1):
            return found
    except InvalidOperation:  # no number, or nan
        pass
    lowest = f" {'more than' if beyond else 'from'} {least}" if least > -LARGEST else ", such as 1000 or 1e6"
    highest = f" to {most}" if most < LARGEST else ""
    raise typer.BadParameter(f"expected {kind}{lowest}{highest}, got {short(text.strip())!r}")

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
    """What reads a whole number of that range: 1000, 1e6, 1_000_000 or 1,000,000."""
    return lambda given: int(read(str(given).replace(",", ""), "a whole number", least, most, integral=True))


def decimal(least: float, most: float = LARGEST) -> Callable[[object], float]:
    """What reads a number of that range: 10 or 0.5."""
    return lambda given: float(read(str(given), "a number", least, most, integral=False))


def number(help: str, parser: Callable[[object], float] = whole(), **more: Any) -> Any:  # noqa: B008  # a function, no state
    """An option that is a number."""
    return typer.Option(parser=parser, metavar="NUMBER", help=help, **more)


def read(text: str, kind: str, least: float, most: float, *, integral: bool) -> Decimal:
    """A number of a range; `kind` is what the message calls it.

    Raises:
        BadParameter: it is none, or out of its range.
    """
    try:
        found = Decimal(text.strip())
        if Decimal(str(least)) <= found <= Decimal(str(most)) and not (integral and found % 1):
            return found
    except InvalidOperation:  # no number, or nan
        pass
    lowest, highest = f" from {least}" if least > -LARGEST else ", such as 1000 or 1e6", f" to {most}" if most < LARGEST else ""
    raise typer.BadParameter(f"expected {kind}{lowest}{highest}, got {short(text.strip())!r}")

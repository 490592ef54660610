"""A stored match, played again from its log."""

from __future__ import annotations

from collections.abc import Sequence

from muckle.errors import DamageError, MuckleError, OptionsError
from muckle.match.match import Match
from muckle.store.log import Entry
from muckle.store.matches import Seating


def fold(seating: Seating, entries: Sequence[Entry], secret: str) -> tuple[Match, dict[str, int]]:
    """Return the match of a log, and the number of the entry that each command led to.

    Raises:
        OptionsError: these rules are not those it was begun with: then it can only be looked at once it is over.
        DamageError: the entries cannot have happened one after the other, or the secret is not the one that was promised.
    """
    if len(seating.sitters) != seating.header.seats:
        raise DamageError(f"match {seating.match} has {seating.header.seats} seats, and {len(seating.sitters)} are stored")
    if gap := next((number for number, entry in enumerate(entries, 1) if entry.seq != number), 0):
        raise DamageError(f"entry {gap} of the log of match {seating.match} is missing")
    if seating.header.commitment and not secret:
        raise DamageError(f"the secret of match {seating.match} is missing")
    names = [sitter.name or f"Seat {seat + 1}" for seat, sitter in enumerate(seating.sitters)]
    try:
        match = Match(seating.header, [entry.body for entry in entries], secret=secret or None, names=names)
    except OptionsError:
        raise
    except MuckleError as error:
        raise DamageError(f"match {seating.match}: {error}") from None
    return match, {entry.cid: entry.seq for entry in entries}

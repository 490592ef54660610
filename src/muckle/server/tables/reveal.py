"""The reveal: all seats are taken, all seals are fixed and shown, and all salts are revealed before the deal.

Nobody is waited for without end. If a salt does not come in time or its person leaves, a bot plays in that seat and the salts
that came are void: they were known before the last one was missing, so its owner could have chosen to withhold it. The others
then reveal the next salts of their hash chains, which their first seals fixed, too. The header lists the void salts
(`redraws`). Each redraw takes at least one person out, so there are at most as many redraws as people at the table.
"""

from __future__ import annotations

from msgspec.structs import replace

from muckle import players
from muckle.errors import TurnError
from muckle.match.log import Header, Redraw
from muckle.match.secret import seal
from muckle.store.matches import Seating, Sitter

PATIENCE = 20.0
"""Seconds that a connected client has to reveal its salt. It does so by itself, within one round trip."""


def missing_salts(seating: Seating) -> list[int]:
    """Return the seats whose salt is still waited for; none unless every seat is taken and nothing is dealt."""
    if not seating.sealed:
        return []
    return [seat for seat, sitter in enumerate(seating.sitters) if sitter.withheld and not sitter.level]


def sitters_with(seating: Seating, owner: str, salt: str) -> tuple[Sitter, ...]:
    """Return a table's sitters with a person's salt on each seat that has its seal; unchanged if the salt is known.

    Raises:
        TurnError: salts are not revealed now, or this one fits no seal of that person.
    """
    sitters = seating.sitters
    if any(sitter.owner == owner and salt in (sitter.salt, sitter.seal) for sitter in sitters):
        return sitters  # it was sent once more, or came before a redraw
    if not seating.sealed:
        raise TurnError("salts are revealed when every seat is taken, and only before the cards are dealt")
    given = owner, seal(salt, seating.match), ""
    fits = [(sitter.owner, sitter.seal, sitter.level) == given for sitter in sitters]
    if not any(fits):
        raise TurnError("this salt is not the one whose seal you sat down with")
    return tuple(replace(sitter, salt=salt) if fit else sitter for sitter, fit in zip(sitters, fits, strict=True))


def without(seating: Seating, seats: list[int]) -> tuple[Sitter, ...]:
    """Return a table's sitters with bots standing in on some seats until their people are back."""
    return tuple(
        replace(sitter, level=players.DEFAULT_LEVEL) if seat in seats else sitter for seat, sitter in enumerate(seating.sitters)
    )


def redraw(seating: Seating) -> tuple[tuple[Sitter, ...], Header]:
    """Return the sitters and the header for the next reveal, after a salt did not come."""
    sitters, header = seating.sitters, seating.header
    void = Redraw(tuple(sitter.seal for sitter in sitters), tuple(sitter.salt for sitter in sitters))
    following = tuple(replace(sitter, seal=sitter.salt, salt="") for sitter in sitters)
    return following, replace(header, redraws=(*(header.redraws or ()), void))

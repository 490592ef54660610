"""Everything that is stored by identity, such as what somebody has played. An identity can be renamed and forgotten."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from muckle.match.ending import Ending
from muckle.store.contract import Seating

MOST = 500
"""Maximum number of matches in the record of one person; the newest are taken."""
ALL = 2**31


class Summary(NamedTuple):
    """A summary of an identity."""

    names: tuple[str, ...]
    """All names that the identity has somewhere, A to Z."""
    tables: int
    """Number of tables at which the identity has a seat."""
    newest: str
    """The id of the newest of these tables; empty without one."""
    seen: float
    """Time at which the newest table, event or series of the identity was opened, in seconds since 1970."""


class People(Protocol):
    """The part of a store that is about persons. Every method raises StoreError when the database cannot be used."""

    async def played(self, owner: str, most: int = MOST) -> list[tuple[Seating, Ending | None]]:
        """Return the tables at which somebody has a seat, newest first, with the endings of matches that are over."""
        ...

    async def going(self, owner: str, most: int) -> list[Seating]:
        """Return the tables at which somebody has a seat and whose match is not over, newest first."""
        ...

    async def rename(self, owner: str, new: str) -> None:
        """Move everything of an identity to a new one: seats, tables, places at events and their lead, first attempts.

        The personal code of the old identity stops working.
        """
        ...

    async def forget(self, owner: str, name: str) -> None:
        """Forget an identity: its seats and places are renamed `name` and belong to nobody, and its personal codes are void."""
        ...

    async def keep_code(self, owner: str, digest: str) -> None:
        """Store the digest of an identity's personal code, in place of an older one."""
        ...

    async def owner_of_code(self, digest: str) -> str:
        """Return the identity whose personal code has this digest, or an empty string."""
        ...

    async def named(self, text: str) -> list[str]:
        """Return the identities that have a name with this text in it, whatever its case."""
        ...

    async def beginning_with(self, text: str) -> list[str]:
        """Return the identities that begin with a text."""
        ...

    async def summary(self, owner: str) -> Summary:
        """Return what is known of an identity."""
        ...

    async def call(self, owner: str, name: str) -> None:
        """Give an identity another name at all tables, events and series."""
        ...

    async def ban(self, owner: str, reason: str) -> None:
        """Ban an identity, or give a ban another reason."""
        ...

    async def unban(self, owner: str) -> None:
        """Lift the ban of an identity."""
        ...

    async def bans(self) -> dict[str, str]:
        """Return the reason of each ban by identity."""
        ...

    async def retell(self, match: str, ended: Ending) -> None:
        """Replace the ending of a match that is over."""
        ...

"""What is stored of a match: a header and events. The state is never stored; it is the fold of these."""

from __future__ import annotations

from msgspec import Struct

FORMAT = 1
"""Of the log and the transcript, raised when an older program could not read them."""


class WordsUsed(Struct, frozen=True):
    """Which word list decides, by content."""

    name: str
    sha256: str


class Header(Struct, frozen=True, kw_only=True):
    """Everything that is fixed before the first decision.

    `options` holds every option with its value except seats; a custom deck stands in `cards`. A simulation has a seed; a
    hosted match has a commitment, and its secret only once it is over (the store keeps the secret elsewhere until then).
    """

    muckle: int = FORMAT
    game: str
    version: int
    seats: int
    options: dict[str, int | str]
    cards: tuple[str, ...] | None = None
    words: WordsUsed | None = None
    seed: int | None = None
    match: str | None = None
    commitment: str | None = None
    salts: tuple[str, ...] | None = None
    """What each seat of a hosted match added to its chance, empty for bots; None until it begins."""
    secret: str | None = None
    chance: tuple[str, ...] = ()
    """Outcomes of the deal, in order."""


class Decision(Struct, frozen=True, tag="decision", omit_defaults=True):
    """A seat took an action, and chance answered."""

    seat: int
    action: str
    chance: tuple[str, ...] = ()
    late: bool = False
    """Whether it was the timeout action (General 13)."""


class Takeback(Struct, frozen=True, tag="takeback"):
    """The last decision that still stood was taken back by its seat (General 10)."""

    seat: int


LogEntry = Decision | Takeback
"""What a log is made of, in order; the first has the number 1."""

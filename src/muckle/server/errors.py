"""Refusals as a client gets them: a `Problem`, and over HTTP a fitting status."""

from __future__ import annotations

import logging
import math

from muckle import errors
from muckle.server.messages import Problem

log = logging.getLogger("muckle.room")

DAMAGED = (
    "what this room has stored of the match is damaged: it cannot be shown, and nobody can go on with it; "
    "whoever runs the room may have a copy from before"
)
UNKEPT = "the room's database cannot be used just now: this was not done; whatever was acknowledged before is kept"
STATUS: dict[type[errors.MuckleError], int] = {
    errors.OptionsError: 400,
    errors.WordListError: 400,
    errors.NotationError: 400,
    errors.TurnError: 409,
    errors.StaleError: 409,
    errors.ActionError: 409,
    errors.StoreError: 503,
}


class HttpError(errors.MuckleError):
    """Something that only a client over the network can get wrong; its code is "http." and the status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = f"http.{status}"


class TooMuch(HttpError):
    """Somebody asks for more than their share (429), or for more than there is now (503)."""

    def __init__(self, what: str, after: float, status: int = 429) -> None:
        self.after = max(1, math.ceil(after))
        """Seconds after which it may be asked for again."""
        super().__init__(status, f"{what}; try again in {self.after} second{'s' if self.after > 1 else ''}")

    @property
    def headers(self) -> dict[str, str]:
        """Headers that tell programs when to try again."""
        return {"retry-after": str(self.after)}


def status(error: errors.MuckleError) -> int:
    """Return the HTTP status that fits an error."""
    if isinstance(error, HttpError):
        return error.status
    return next((number for kind, number in STATUS.items() if isinstance(error, kind)), 500)


def problem(error: errors.MuckleError, cid: str = "") -> Problem:
    """Return the error as a message; `cid` is the command's it answers.

    Where the database is and what ails it stands in the log only: what is damaged may be what its players must not know.
    """
    if isinstance(error, errors.StoreError | errors.DamageError):
        log.error("%s", error)
        return Problem(error.code, UNKEPT if isinstance(error, errors.StoreError) else DAMAGED, cid=cid)
    return Problem(error.code, error.message, error.rule, cid)

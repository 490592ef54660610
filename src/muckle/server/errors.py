"""What a client is told when something is refused: a `Problem`, and over HTTP a fitting status."""

from __future__ import annotations

from muckle import errors
from muckle.server.messages import Problem

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


def status(error: errors.MuckleError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, HttpError):
        return error.status
    return next((number for kind, number in STATUS.items() if isinstance(error, kind)), 500)


def problem(error: errors.MuckleError, cid: str = "") -> Problem:
    """The error as a message; `cid` is the command's it answers."""
    return Problem(error.code, error.message, error.rule, cid)

"""The room's log: one line per record on standard error, as text or JSON, without cookies, secrets or addresses."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

from muckle.server.messages import encode

LogForm = Literal["text", "json"]
NOISE = (
    "Invalid HTTP request received",
    "Invalid UTF-8 sequence received",
    "ASGI callable returned without completing handshake",
    "Unsupported upgrade request",
)
"""Beginnings of uvicorn's messages about refused clients. Anybody could fill the log with them, so they are only counted."""

PAUSE = 1.0
"""Minimum number of seconds between two warnings from one line of code."""


class JsonLines(logging.Formatter):
    """A formatter that writes each record as a JSON object: at, level, logger, message, and trace if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return encode(line).decode()


def worth_saying(record: logging.LogRecord) -> bool:
    """Return whether a record belongs in the log."""
    return not record.getMessage().startswith(NOISE)


class RateLimit(logging.Filter):
    """A filter that lets each line of code log one warning or error per second, so that errors cannot fill a disk.

    The next record that passes says how many were left out.

    Args:
        clock: a monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[tuple[str, int], float] = {}
        """Time of the last record that passed, by file and line."""
        self._left_out: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record passes, and add to its text the number of records left out before it."""
        if record.levelno < logging.WARNING:
            return True
        source, now = (record.pathname, record.lineno), self._clock()
        if now < self._last.get(source, -PAUSE) + PAUSE:
            self._left_out[source] += 1
            return False
        self._last[source] = now
        if others := self._left_out.pop(source, 0):
            record.msg, record.args = f"{record.getMessage()} (and {others} more before it)", ()
        return True


class ErrorCount(logging.Handler):
    """A handler that counts errors by kind: the class of an unexpected exception, or else the name of the logger."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count a log record by its kind, before the rate limit of the log drops any."""
        kind = record.exc_info[0] if record.exc_info else None
        self.counts[kind.__name__ if kind else record.name] += 1


def set_up(form: LogForm) -> Counter[str]:
    """Configure logging, as text with times in UTC or as JSON, and return the running counts of errors."""
    text = logging.Formatter("%(asctime)s %(levelname)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
    text.converter = time.gmtime
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else text)
    handler.addFilter(worth_saying)
    handler.addFilter(RateLimit())
    errors = ErrorCount()
    logging.basicConfig(handlers=[handler, errors], level=logging.WARNING, force=True)
    logging.getLogger("muckle").setLevel(logging.INFO)
    return errors.counts

"""The log of the room: a line an event on standard error, as text or as JSON. No cookie, secret or address is in it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Literal

from muckle.server.tables.push import encode

LogForm = Literal["text", "json"]
NOISE = ("Invalid HTTP request received", "ASGI callable returned without completing handshake", "Unsupported upgrade request")
"""What uvicorn says of clients and of sockets that were refused: anybody could fill the log with it. It is counted instead."""


class JsonLines(logging.Formatter):
    """An object a line: at, level, logger, message, and trace where there is one."""

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
    """Whether a line is no noise."""
    return not record.getMessage().startswith(NOISE)


def set_up(form: LogForm) -> None:
    """Have everything that is logged written in one way."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(levelname)s: %(message)s"))
    handler.addFilter(worth_saying)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("muckle").setLevel(logging.INFO)

"""Timeouts for what others do: other processes, sockets, a browser.

Only a failure takes that long. A busy machine may starve a process for many seconds, which says nothing about it.
"""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 200.0
"""Timeout of everything that a test waits for, in seconds."""


async def until(true: Callable[[], object]) -> None:
    """Let other tasks run until a condition is true.

    Raises:
        AssertionError: it did not come to hold within `PATIENCE`.
    """
    latest = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < latest, f"it did not happen within {PATIENCE:g} seconds"
        await asyncio.sleep(0.01)


def wait_until(true: Callable[[], object], what: str = "it") -> None:
    """Wait outside an event loop until a condition is true.

    Raises:
        AssertionError: `what` did not come within `PATIENCE`.
    """
    latest = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < latest, f"{what} did not come within {PATIENCE:g} seconds"
        time.sleep(0.05)

"""How long a test waits for what somebody else does: other processes, sockets, a browser.

Only what never comes takes so long; a busy machine may starve a process for many seconds, and says nothing about it.
"""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 200.0
"""Seconds."""


async def until(true: Callable[[], object]) -> None:
    """Let others go on until something holds.

    Raises:
        AssertionError: it did not come to hold within `PATIENCE`.
    """
    latest = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < latest, f"it did not happen within {PATIENCE:g} seconds"
        await asyncio.sleep(0.01)


def wait_until(true: Callable[[], object], what: str = "it") -> None:
    """Wait outside an event loop until something holds.

    Raises:
        AssertionError: `what` did not come within `PATIENCE`.
    """
    latest = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < latest, f"{what} did not come within {PATIENCE:g} seconds"
        time.sleep(0.05)

"""What Ctrl-C may not cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def whole() -> Generator[None]:
    """Something that is done to its end: Ctrl-C waits until then. Only the main thread hears of Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: asked.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked.is_set():
        signal.raise_signal(signal.SIGINT)

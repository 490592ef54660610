"""A file whose third write is interrupted, for simulations that write what they count."""

from __future__ import annotations

import io
import signal


class CutFile(io.StringIO):
    """A file; Ctrl-C comes in the middle of what is written to it third."""

    writes = 0

    def write(self, text: str) -> int:
        self.writes += 1
        half = super().write(text[: len(text) // 2])
        if self.writes == 3:
            signal.raise_signal(signal.SIGINT)
        return half + super().write(text[len(text) // 2 :])

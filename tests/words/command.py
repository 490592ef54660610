"""The command line, run in this process."""

import sys

import pytest

from muckle import cli


class Command:
    """``muckle words`` with what it printed and its exit code."""

    def __init__(self, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capture, self._patch = capture, patch

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        self._patch.setattr(sys, "argv", ["muckle", "words", *arguments])
        self._capture.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = self._capture.readouterr()
        return int(ended.value.code or 0), said.out, said.err

"""The examples of docs/environments.md run and come to what stands there."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_page_of_environments_holds() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 20 and failed == 0

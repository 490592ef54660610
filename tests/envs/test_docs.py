"""The examples in docs/environments.md, docs/researchers.md and docs/authors.md print what the pages show."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_environments_holds() -> None:
    failed, tried = doctest.testfile(str(DOCS / "environments.md"), module_relative=False)
    assert tried > 20 and failed == 0


def test_a_researcher_s_first_quarter_of_an_hour_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))  # the page adds a folder of its own: this takes it away again
    failed, tried = doctest.testfile(str(DOCS / "researchers.md"), module_relative=False)
    assert tried > 25 and failed == 0


def test_an_author_s_first_afternoon_holds() -> None:
    failed, tried = doctest.testfile(str(DOCS / "authors.md"), module_relative=False)
    assert tried >= 6 and failed == 0

"""Every statement of the source documents is met somewhere, and that place is there."""

import runpy
from pathlib import Path

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "statements.py"))


def test_every_place_is_there() -> None:
    documents = SCRIPT["read"]()
    assert list(SCRIPT["faults"](documents)) == []
    counts = {name: len(SCRIPT["entries"](documents, name)) for name in documents}
    assert counts == {"mickell": 83, "alphabetickell": 68, "multzo": 40, "grabble_road": 42, "mitch": 60}


@pytest.mark.parametrize(
    "place",
    [
        "Mitch 99",
        "about mitch words",
        "about mitsch tips",
        "option mitch.hand",
        "preset mitch.gunzler2",
        "test tests/mitch/test_examples.py::test_mitch_e99",
        "command print money",
        "page /nowhere",
        "doc docs/nothing.md",
    ],
)
def test_a_place_that_is_not_there_is_seen(place: str) -> None:
    documents = {"mitch": {"title": "Mitch", "statements": [["King is high.", place]]}}
    assert list(SCRIPT["faults"](documents)) == [f"mitch 1: there is no {place}"]


def test_a_statement_without_a_place_is_seen() -> None:
    documents = {"mitch": {"title": "Mitch", "statements": [["King is high.", "note:no place"]]}}
    assert list(SCRIPT["faults"](documents)) == ["mitch 1 has no place: King is high."]


def test_the_page_is_fresh() -> None:
    assert SCRIPT["PAGE"].read_text(encoding="utf-8") == SCRIPT["page"](SCRIPT["read"]()), "stale: run ./dev fix"

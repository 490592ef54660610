"""Every id of the rulebook has a test named after it, stands on its rules page, and is the only kind that is cited.

A test's name begins with the ids it proves: ``test_mitch_4_...``, ``test_deck_6_and_e3_...``, ``test_mitch_e28_to_e30_...``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from muckle.games import GAMES

TESTS = Path(__file__).parents[1]
SOURCES = Path(GAMES["mitch"].rules.__file__).parents[2]


class Page(NamedTuple):
    """The ids of one page of the rulebook."""

    rules: str
    items: int = 0
    """I1, I2, … of its table of information."""
    decisions: int = 0
    examples: int = 0
    shown: str = ""
    """The examples that stand on the rules page as well."""
    unplayed: str = ""
    """Ids that no game here makes use of: the borders and backs of cards, Muckell."""

    def ids(self) -> list[str]:
        """Rules, items and decisions."""
        numbered = [f"{kind}{n}" for kind, most in (("I", self.items), ("D", self.decisions)) for n in range(1, most + 1)]
        return [each for each in [*self.rules.split(), *numbered] if each not in self.unplayed.split()]

    def all(self) -> list[str]:
        """The worked examples, too."""
        return self.ids() + [e for n in range(1, self.examples + 1) if (e := f"E{n}") not in self.unplayed.split()]


PAGES = {
    "General": Page(" ".join(map(str, range(1, 17)))),
    "Deck": Page(" ".join(map(str, range(1, 11))), 3, 2, 6, unplayed="7 I3"),
    "Mickell": Page(
        "1 1a 1b 2 3 3a 3b 3c 3d 3e 3f 3g 4 4a 4b 5 5a 5b 6 6a 6b 7 8 9 9a 10 10a 10b 10c 10d 11", 13, 15, 23,
        unplayed="I13 D10 D11 D12 D13 E17 E18",
    ),
    "Alphabetickell": Page("1 1a 2 2a 2b 3 3a 3b 4 4a 4b 4c 4d 4e 4f 5 6 6a 7 7a 8 9 9a 10 10a 11 11a 12", 14, 11, 20),
    "Multzo": Page(
        "0 1 2 3 4 4a 5 5a 5b 5c 5d 6 6a 6b 6c 7 8 8a 8b 9 9a 10 11 11a 12 12a 12b 12c 13 14 14a 14b 14c 15 15a 16", 15, 16, 26,
        "E2 E3 E4 E5 E6 E7 E8 E20",
    ),
    "Grabble Road": Page(
        "1 1a 1b 2 2a 3 3a 3b 3c 4 4a 4b 4c 4d 4e 4f 4g 4h 5 6 6a 7 7a 7b 7c 7d 7e 8 8a 8b 9 10 11 11a 12 13 13a 14",
        18, 15, 30, "E1 E8 E9 E12 E14 E16 E17 E19",
    ),
    "Mitch": Page(
        "1 1a 1b 1c 2 3 3a 3b 4 4a 5 5a 6 6a 6b 7 7a 7b 8 8a 8b 8c 8d 9 10 11 11a 11b 11c 11d 12 13 14 14a 15 "
        "16 16a 16b 16c 16d 17 17a 17b", 15, 12, 32,
    ),
    "Revolution": Page("1 2 3 4 5 6 7 8"),
}  # fmt: skip
SAME = {
    "Deck 10": "Mickell 4b",
    "Deck I1": "Mickell I11",
    "Deck I2": "Mickell I1",
    "General 1": "Mitch 1a",
    "General 3": "Mitch 3",
    "General 7": "Mitch I11",
    "General 8": "Mitch I9",
    "General 12": "Multzo D13",
}
"""Ids that are proven by the tests of another."""
ONE = r"[ide]?\d+[a-h]?"


def named(test: str) -> Iterator[str]:
    """The ids that a test's name begins with."""
    for page in PAGES:
        found = re.match(rf"test_{page.lower().replace(' ', '_')}((?:(?:_and|_to)?_{ONE}(?=_))+)", test)
        if found:
            last = ""
            for to, one in re.findall(rf"(_to)?_({ONE})(?=_)", found[1] + "_"):
                if to:
                    yield from (f"{page} {last[0].upper()}{n}" for n in range(int(last[1:]) + 1, int(one[1:])))
                yield f"{page} {one[0].upper()}{one[1:]}"
                last = one


def proven() -> dict[str, list[str]]:
    """The tests of every id."""
    found = defaultdict[str, list[str]](list)
    for path in TESTS.glob("*/test_*.py"):
        for test in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            for rule in named(test):
                found[rule].append(test)
    return found


PROVEN = proven()
KNOWN = {f"{page} {one}" for page, ids in PAGES.items() for one in ids.all()}


@pytest.mark.parametrize("rule", sorted(KNOWN))
def test_an_id_has_a_test(rule: str) -> None:
    assert PROVEN[SAME.get(rule, rule)]


def test_a_test_is_named_after_ids_that_are_there() -> None:
    assert {rule: tests for rule, tests in PROVEN.items() if tests and rule not in KNOWN} == {}


def test_the_rules_pages_have_every_id_once() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("games/**/*.md")))
    there = re.findall(r"^(?:- \*\*|\| )((?:[A-Z][a-z]+ )+[A-Z]?\d+[a-z]?)(?:\*\*| \|)", text, re.MULTILINE)
    wanted = [f"{page} {one}" for page, ids in PAGES.items() if page != "Deck" for one in (*ids.ids(), *ids.shown.split())]
    unplayed = [f"{page} {one}" for page, ids in PAGES.items() for one in ids.unplayed.split()]
    assert sorted(rule for rule in there if not rule.startswith("Deck") and rule not in unplayed) == sorted(wanted)


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_every_id_that_is_cited_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for page, numbers in re.findall(rf"\b({'|'.join(PAGES)})((?:,? (?:and |to |or )?[IDE]?\d+[a-h]?\b)+)", text):
        for number in re.findall(r"[IDE]?\d+[a-h]?", numbers):
            assert f"{page} {number}" in KNOWN, f"{page}{numbers}"

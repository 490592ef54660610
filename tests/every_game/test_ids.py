"""Every id of a rules page has a test named after it, stands there once, and is the only kind that is cited.

A test's name begins with the ids it proves: ``test_mitch_4_...``, ``test_deck_6_and_e3_...``, ``test_mitch_e28_to_e30_...``.
The ids are read from the pages; how many worked examples the rulebook has beside them says `guarded.py` of a game's tests. Of
games from outside the house the pages are read and the tests, which lie elsewhere, are not looked for.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from every_game.guarded import guarded
from muckle.games import GAMES

TESTS = Path(__file__).parents[1]
SOURCES = Path(GAMES["mitch"].rules.__file__).parents[2]
THERE = re.compile(r"^(?:- \*\*|\| )((?:[A-Z][a-z]+ )+[IDE]?\d+[a-z]?)(?:\*\*| \|)", re.MULTILINE)
"""An id where its rule stands: a list item or the first cell of a row."""
OURS = [name for name in GAMES if (TESTS / name).is_dir()]


def ids_of(game: str) -> list[str]:
    """Return the ids of a game's rules page and of the general rules, in order."""
    return THERE.findall(GAMES[game].rules_text())


def examples_of(game: str) -> set[str]:
    """Return the worked examples of the rulebook."""
    return {f"{page} E{number}" for page, most in guarded(game).examples.items() for number in range(1, most + 1)}


SAME = {
    "Deck 10": "Mickell 4b",
    "General 1": "Mitch 1a",
    "General 3": "Mitch 3",
    "General 7": "Mitch I11",
    "General 8": "Mitch I9",
    "General 12": "Multzo D13",
}
"""Ids that are proven by the tests of another."""
ONE = r"[ide]?\d+[a-h]?"
KNOWN = {rule for game in GAMES for rule in (*ids_of(game), *examples_of(game))}
PAGES = sorted({rule.rpartition(" ")[0] for rule in KNOWN})
UNPROVEN = {rule for game in GAMES for rule in guarded(game).unproven}
WANTED = {rule for game in OURS for rule in (*ids_of(game), *examples_of(game))} - UNPROVEN


def named(test: str) -> Iterator[str]:
    """Yield the ids with which a test's name begins."""
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
    """Return the tests of every id."""
    found = defaultdict[str, list[str]](list)
    for path in TESTS.glob("*/test_*.py"):
        for test in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            for rule in named(test):
                found[rule].append(test)
    return found


PROVEN = proven()


@pytest.mark.parametrize("rule", sorted(WANTED))
def test_an_id_has_a_test(rule: str) -> None:
    assert PROVEN[SAME.get(rule, rule)]


def test_a_test_is_named_after_ids_that_are_there() -> None:
    assert {rule: tests for rule, tests in PROVEN.items() if tests and rule not in KNOWN} == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_has_every_id_once(game: str) -> None:
    there = ids_of(game)
    assert len(there) == len(set(there)) and any(rule.startswith(GAMES[game].title) for rule in there)


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_not_left_out(game: str) -> None:
    """Rules, items of information and decisions are numbered from 1 (or 0) on, letters from a on."""
    there = set(ids_of(game))
    for rule in there - set(guarded(game).unproven):
        page, _, own = rule.rpartition(" ")
        kind, number, letter = re.fullmatch(r"([IDE]?)(\d+)([a-z]?)", own).groups()  # pyright: ignore
        before = f"{number}{chr(ord(letter) - 1) if letter > 'a' else ''}" if letter else str(int(number) - 1)
        gap = f"{page} {kind}{before}"
        assert kind == "E" or before in ("0", "-1") or gap in there | set(guarded(game).unproven), f"{gap} is not there"


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_every_id_that_is_cited_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for page, numbers in re.findall(rf"\b({'|'.join(PAGES)})((?:,? (?:and |to |or )?[IDE]?\d+[a-h]?\b)+)", text):
        for number in re.findall(r"[IDE]?\d+[a-h]?", numbers):
            assert f"{page} {number}" in KNOWN | UNPROVEN, f"{page}{numbers}"

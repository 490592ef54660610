"""Names: in every script, on one line, never invisible, and no two alike to the eye."""

from collections.abc import Callable

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from muckle.server import names
from muckle.server.names import LONGEST, MOST_BYTES, clean, fold, unlike
from server.people import Person

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
WHOLE = (
    "می\u200cخواهم",
    "क\u094d\u200dष",
    "র\u200d\u09cdয",
    FAMILY,
    "🏳\ufe0f\u200d🌈",
    "🏃🏽\u200d♀\ufe0f",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "1\ufe0f\u20e3",
    "葛\U000e0100城",
    "บี้",
    "Nguyễn",
    "ש\u05b8\u05bc\u05c1לום",
    "བསྒྲུབས",
    "がき",
)
"""Names that keep every character, the invisible ones too: Persian, Hindi, Bengali, emoji, Japanese, many marks."""
EMPTY = (
    "",
    "  ",
    "\u3164",
    "\u2800",
    "\u115f\u1160",
    "\uffa0",
    "\u034f",
    "\u200d\u200c",
    "\u202e ",
    "\u0301",
    "\U0001d159",
    "\x00",
)
BREAKS = {"BLANK": "\u2800", "INVISIBLE": "A\u200bnn", "STACKED": "Z" + "\u0310\u0311" * 20}
"""Parts of the rule, each with a name that comes out wrong without it."""


@pytest.mark.parametrize("name", WHOLE)
def test_a_name_in_any_script_stays_whole(name: str) -> None:
    assert clean(name) == clean(f"\u200b{name}\u3164") == name


@pytest.mark.parametrize("name", EMPTY)
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    assert clean(name) == ""


@pytest.mark.parametrize(("part", "name"), BREAKS.items())
def test_without_a_part_of_the_rule_a_name_is_noticed(part: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = clean(name)
    monkeypatch.setattr(names, part, regex.compile("()(?!)"))
    assert (held, clean(name)) in {("", "\u2800"), ("Ann", "A\u200bnn"), ("Z\u0310\u0311", name)}


def test_names_are_cut_between_letters() -> None:
    assert clean(FAMILY * 99) == FAMILY * (LONGEST * MOST_BYTES // len(FAMILY.encode()))
    assert clean("ab", 1) == "a" and clean("x" * 23 + "🇩🇪🇫🇷") == "x" * 23 + "🇩🇪"
    assert clean("Ann 👍🏽", emoji=False) == "Ann"


@given(
    st.text(
        st.sampled_from("aA \n\u0301\u0310\u200b\u200c\u200d\u3164\u2800\ufe0f👨👩🏽🏳م\u094dकक\u202e\U000e0067"), max_size=40
    )
)
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    name = clean(text)
    assert clean(name) == name and len(name.encode()) <= LONGEST * MOST_BYTES
    assert not name or fold(name), "what can be seen can be compared"


@pytest.mark.parametrize("other", ["ann", "Ánn", "\u0410nn", "Ann\u3164", "A\u200bnn", "Ａnn", "An\u034fn", "Ann\ufe0f"])
def test_a_name_that_looks_the_same_gets_a_number(other: str) -> None:
    assert unlike(other, ["Ann"]) == f"{other} 2"


@pytest.mark.parametrize(("name", "other"), [("सीता", "सुता"), ("かき", "がき"), ("ที", "ทิ"), ("Ann", "Anne")])
def test_a_name_that_looks_different_gets_none(name: str, other: str) -> None:
    """Vowel signs and voiced kana are parts of letters."""
    assert unlike(other, [name]) == other


def test_tables_events_and_series_have_one_rule(person: Callable[..., Person]) -> None:
    ann, ben, cat = person(), person(), person()
    match = ann.open("mitch", "open", "open", "open", "owl", name="Ann")["match"]
    ben.join(match, name="\u0410nn\u3164")
    cat.join(match, name="\u3164")
    assert [seat["name"] for seat in ann.scene(match)["seats"]] == ["Ann", "\u0410nn 2", "Player 3", "Free seat", "Owl"]
    assert "letter" in ben.post(f"matches/{match}/name", {"name": "\u2800"}, 409)["message"]
    series = ann.post("series", {"title": "می\u200cخواهم", "name": FAMILY}, 201)
    assert series["table"]["title"] == "می\u200cخواهم" and series["you"]["organiser"] == FAMILY
    code = ann.post("events", {"bots": 1, "level": "owl"}, 201)["code"]
    assert ben.post(f"events/{code}/join", {"name": "OWL 1\u115f", "salt": "0" * 64})["you"]["name"] == "OWL 1 2"

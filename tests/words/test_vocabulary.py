"""Vocabularies of players and hints: words up to a level, and never the offensive ones."""

import fnmatch
import re
from pathlib import Path

import pytest

from muckle.errors import OptionsError
from muckle.words import lists
from muckle.words.vocabulary import EVERY, VOCABULARIES, known_words, offensive, read_vocabulary
from muckle.words.wordlist import LEVEL_NAMES

FAMILY = (Path(lists.__file__).with_name("data") / "family.txt").read_text("utf-8")
NAMED = re.sub(r"#.*", "", FAMILY).split()


@pytest.mark.parametrize("name", ["american-standard", "either-full"])
def test_vocabularies_hold_the_words_up_to_their_level(name: str):
    words, before = lists.named(name), -1
    for vocabulary, most in VOCABULARIES.items():
        held = known_words(words, vocabulary)
        expected = [word for word, level in zip(words.words, words.levels, strict=True) if level <= most]
        assert list(held.words) == [word for word in expected if word not in offensive()]
        assert before <= len(held) and len(held) > 10_000
        before = len(held)
    assert known_words(words, EVERY).words == known_words(words, "very-rare").words
    assert not offensive() & set(known_words(words, EVERY).words)


def test_the_list_itself_keeps_every_word():
    words = lists.named("american-standard")
    assert len(words) - len(known_words(words, EVERY)) > 200
    assert known_words(words, EVERY) is known_words(words, EVERY), "made once"


def test_a_list_without_levels_is_measured_by_ours():
    words = lists.game_list("mine", ("house", "crwth", "zyzzyvaesque"))
    assert known_words(words, "common").words == ("house",)
    assert known_words(words, "very-rare").words == ("crwth", "house")
    assert known_words(words, EVERY) is words, "nothing to leave out"


@pytest.mark.parametrize("text", ["very-rare", "Very Rare", " very  rare"])
def test_a_vocabulary_is_named_as_people_name_levels(text: str):
    assert read_vocabulary(text) == "very-rare" and read_vocabulary("") == EVERY
    assert [name.replace("-", " ") for name in VOCABULARIES] == list(LEVEL_NAMES.values())


def test_another_name_is_refused_with_the_nearest():
    with pytest.raises(OptionsError, match=r"'comon', there are very-common, .*, very-rare; did you mean 'common'\?"):
        read_vocabulary("comon")


def matching(pattern: str, lines: str) -> list[str]:
    """Return the lines that match a shell pattern; only those that hold its longest run of letters are compared."""
    run = max(re.findall("[a-z]+", pattern), key=len)
    return fnmatch.filter(re.findall(f".*{run}.*", lines), pattern)


def test_every_entry_of_the_family_file_does_something():
    """scripts/build_word_lists.py makes offensive.txt from the family file: run it again after a change of that file."""
    every = "\n".join({*lists.named("either-full").words, *offensive()})
    harmless = [entry[1:] for entry in NAMED if entry.startswith("-")]
    assert len(NAMED) == len(set(NAMED)) > 200
    for entry in NAMED:
        if entry.isalpha():
            assert entry in offensive()
        elif entry.startswith("-"):
            assert not fnmatch.filter(offensive(), entry[1:])
            assert matching(entry[1:], every), f"{entry} excludes nothing"
        else:
            found = matching(entry, every)
            assert found and all(word in offensive() or any(fnmatch.fnmatch(word, no) for no in harmless) for word in found)


def test_the_file_of_offensive_words_is_in_order_and_harmless_words_are_not_in_it():
    text = (Path(lists.__file__).with_name("data") / "offensive.txt").read_text("ascii")
    assert text.split() == sorted(offensive()) and len(offensive()) > 400
    assert {"dickens", "dicker", "scrap", "grape", "cockpit", "snigger", "therapist", "assess"}.isdisjoint(offensive())
    named = re.compile("|".join(map(fnmatch.translate, NAMED)))
    assert not all(map(named.match, offensive())), "SCOWL has taboo words that our own file does not name"

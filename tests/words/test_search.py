"""``muckle words find`` and ``export``: patterns, racks, lengths, hooks, orders."""

import doctest
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import muckle
from muckle.errors import WordListError
from muckle.lab.word_search import POINTS
from muckle.words import lists
from muckle.words.search import FoundWord, Query, matching, search
from muckle.words.wordlist import LEVEL_NAMES
from words.command import Command

PAGE = Path(__file__).parents[2] / "docs" / "words.md"


def test_the_page_of_words_holds() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5 and failed == 0


def test_find_lists_what_fits_a_row_of_cards(command: Command):
    assert command("find", "[RB][EK][TH]") == (0, "bet\nret\n", "")
    assert [one["word"] for one in json.loads(command("find", "[RB][EK][TH]", "--json")[1])] == ["bet", "ret"]
    assert command("find", "color?", "--list", "british-standard", "--json")[:2] == (1, "[]\n")
    assert command("find", "color?", "--list", "british-standard")[:2] == (1, "")
    code, _, err = command("find", "bet", "--list", "brittish-full")
    assert code == 2 and "did you mean 'british-full'" in err


PARTS = st.one_of(
    st.sampled_from("abc?*"),
    st.text("abc", min_size=1, max_size=3).map("[{}]".format),
    st.text("abc", min_size=1, max_size=3).map("[^{}]".format),
)


@given(st.lists(st.text("abc", min_size=1, max_size=7), max_size=30), st.lists(PARTS, min_size=1, max_size=8))
def test_find_agrees_with_trying_every_way(some: list[str], parts: list[str]):
    found = matching(lists.game_list("few", tuple(some)), "".join(parts).upper())
    assert found == sorted(word for word in set(some) if fits(word, parts))


def fits(word: str, parts: list[str]) -> bool:
    """Return whether a word fits, by trying every way."""
    if not parts:
        return not word
    if parts[0] == "*":
        return any(fits(word[cut:], parts[1:]) for cut in range(len(word) + 1))
    one = parts[0] == "?" or ((word[:1] in parts[0]) != ("^" in parts[0]))
    return bool(word) and one and fits(word[1:], parts[1:])


def test_a_pattern_that_is_too_long_is_told_so(command: Command):
    assert command("find", "a" * 250) == (2, "", "muckle: a pattern has at most 200 characters, got 250\n")


@given(st.text(max_size=12))
def test_whatever_is_typed_is_a_pattern_or_refused(text: str):
    few = lists.WordList("few", ("bet", "beta"))
    try:
        assert set(matching(few, text)) <= set(few.words)
    except WordListError as error:
        assert "a pattern is made of letters" in str(error) and str(error).isprintable()


@pytest.mark.parametrize("pattern", ["*a" * 90 + "b", "*" * 200, "?" * 200])
@pytest.mark.timeout(20)
def test_a_hostile_pattern_takes_no_time(pattern: str):
    assert matching(lists.WordList("few", ("a" * 60, "b" * 60)), pattern) in ([], ["a" * 60, "b" * 60])


def ask(some: list[str], query: Query, hooks: bool = False) -> list[FoundWord]:
    return search(lists.game_list("few", tuple(some)), query, POINTS, "alphabet", hooks)


@given(st.lists(st.text("abc", min_size=1, max_size=5), max_size=20), st.text("abc?", min_size=1, max_size=5))
def test_a_rack_spells_what_its_tiles_can_be_laid_to(some: list[str], rack: str):
    laid = {"".join(tiles) for size in range(1, len(rack) + 1) for tiles in itertools.permutations(rack, size)}
    spelt = {word for word in some if any(fits(word, [*tiles]) for tiles in laid)}
    assert [found.word for found in ask(some, Query(rack=rack))] == sorted(spelt)
    assert [found.word for found in ask(some, Query(anagram=rack))] == sorted(w for w in spelt if len(w) == len(rack))


def test_blanks_count_nothing_and_are_told():
    (found,) = ask(["quiz"], Query(rack="qu?z"))
    assert (found.score, found.blanks) == (21, "i")
    (found,) = ask(["queue"], Query(rack="que??"))
    assert (found.score, found.blanks) == (POINTS["q"] + 2, "ue")


@given(st.lists(st.text("abc", min_size=1, max_size=4), max_size=20))
def test_hooks_are_the_words_that_are_there(some: list[str]):
    for found in ask(some, Query(), hooks=True):
        assert [letter + found.word in some for letter in "abc"] == [letter in found.front for letter in "abc"]
        assert [found.word + letter in some for letter in "abc"] == [letter in found.back for letter in "abc"]


def test_words_come_in_the_order_that_is_asked_for():
    best = muckle.find_words("?q*", sort="score")
    assert [one.score for one in best] == sorted((one.score for one in best), reverse=True) != [one.score for one in best][::-1]
    common = muckle.find_words(rack="aeinrst", shortest=7, sort="commonness")
    assert [one.level for one in common] == sorted((one.level for one in common), key=[*LEVEL_NAMES.values()].index)
    assert {len(one.word) for one in common} == {7}
    longest = muckle.find_words("qu*", sort="length", longest=9)
    assert [one.word for one in longest] == sorted((one.word for one in longest), key=lambda word: (-len(word), word))
    assert len(longest[0].word) == 9 and longest[-1].word == "quo"


def test_a_list_without_levels_is_sorted_by_those_that_have_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lists, "_added", {"mine": lists.game_list("mine", ("zzz", "crwth", "cat"))})
    assert [one.word for one in muckle.find_words(sort="commonness", words="mine")] == ["cat", "crwth", "zzz"]


def test_find_shows_what_was_asked_for(command: Command):
    assert command("find", "--anagram", "listen")[1].split() == ["enlist", "inlets", "listen", "silent", "tinsel"]
    assert command("find", "--rack", "qu?z", "--sort", "score")[1].splitlines()[0] == "quiz  21  blank: i"
    assert command("find", "cat", "--hooks") == (0, "s cat es\n", "")
    assert command("find", "[^aeiouy][^aeiou][^aeiouy]", "--sort", "commonness")[1].splitlines()[0] == "gym  common"
    assert command("find", "q*", "--length", "2-3")[1].split() == ["qi", "qua", "quo"]
    (found,) = json.loads(command("find", "cat", "--hooks", "--json")[1])
    assert found == {"word": "cat", "score": 5, "level": "very common", "blanks": "", "front": "s", "back": "es"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "say what to look for"),
        (("--rack", "a1"), "a rack has letters and ? for blanks, at most 60, got 'a1'"),
        (("--rack", "a" * 61), "at most 60"),
        (("--rack", "ab", "--anagram", "ab"), "give one of the two"),
        (("--length", "9-3"), "a length is 5, 5-8 or 5-, got '9-3'"),
        (("--length", "0"), "a length is 5, 5-8 or 5-, got '0'"),
        (("--length", "long"), "got 'long'"),
        (("--sort", "beauty", "a*"), "'beauty'"),
    ],
)
def test_find_refuses_in_a_sentence(command: Command, given: tuple[str, ...], message: str):
    code, out, err = command("find", *given)
    assert (code, out) == (2, "") and message in " ".join(err.replace("│", " ").split())


def test_a_list_that_is_exported_is_read_again(command: Command, tmp_path: Path):
    file, again = tmp_path / "mine.txt", tmp_path / "again.txt"
    file.write_text("zap\ta hit\nbet\n", encoding="utf-8")
    command("import", str(file))
    assert command("export", "mine", str(again)) == (0, "", "")
    text = again.read_text("utf-8")
    assert text.splitlines()[1:] == ["bet", "zap\ta hit"] and lists.named("mine").sha256 in text.splitlines()[0]
    code, out, err = command("export", "mine", str(again))
    assert (code, out) == (2, "") and "--force overwrites it" in err
    assert command("export", "mine", str(again), "--force")[0] == 0
    assert json.loads(command("import", str(again), "--json")[1])["sha256"] == lists.named("mine").sha256


def test_a_list_that_comes_with_muckle_is_exported_with_its_credit(command: Command, tmp_path: Path):
    file = tmp_path / "words.txt"
    assert command("export", "british-full", str(file))[0] == 0
    head = file.read_text("utf-8").splitlines()[:3]
    assert head[0].startswith("# british-full, sha256 ") and "Kevin Atkinson" in head[1] and "Beresford" in head[2]
    assert lists.read_file(file, "copy").sha256 == lists.named("british-full").sha256

"""Definitions: read from small dictionaries written here, and from the real ones where this machine has them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.errors import WordListError
from muckle.words import definitions, lists
from muckle.words.definitions import Definition, Dictionary, Gcide, WordNet, dictionary
from words.command import Command
from words.dictionaries import number, write_gcide, write_wordnet

SENSES = [
    ("noun", ["journal", "diary"], 'a daily record; kept by hand; "he wrote in his journal"'),
    ("noun", ["journal"], "part of an axle"),
    ("noun", ["Paris", "City_of_Light"], "the capital of France"),
    ("noun", ["leaf", "leafage"], "a flat green part of a plant"),
    ("noun", ["bet"], "a wager"),
    ("noun", ["church"], "a place of worship"),
    ("verb", ["hope"], "expect and wish"),
    ("verb", ["hop"], "jump on one foot"),
    ("verb", ["be"], "have a quality"),
    ("verb", ["bed"], "put to bed"),
    ("verb", ["go"], "move away"),
    ("adj", ["big", "large(p)"], "above average in size"),
    ("adj", ["wobbly"], "that wobbles"),
    ("adv", ["up"], "to a higher place"),
]
EXCEPTIONS = {"noun": "leaves leaf\n", "verb": "went go\nhopped hop\n\n"}
ENTRIES = [
    ("Cwm", "Cwm \\Cwm\\ (k[=oo]m), n. [W., a [hollow] place.]\n   A valley. [Wales]\n   [1913 Webster]\n"),
    ("Hope", 'Hope \\Hope\\, v. i. [OE.\n   hopen.]\n   1. To wish; as, "I hope." --Shak.\n\n   2. To {trust}.\n'),
    ("Hope", "Hope \\Hope\\, n.\n   A small bay.\n"),
]


@pytest.fixture
def wordnet(tmp_path: Path) -> WordNet:
    return WordNet(write_wordnet(tmp_path / "dict", SENSES, EXCEPTIONS))


@pytest.fixture
def gcide(tmp_path: Path) -> Gcide:
    return Gcide(write_gcide(tmp_path / "gcide", ENTRIES))


def texts(found: list[Definition]) -> list[str]:
    return [one.text for one in found]


def test_senses_come_by_frequency_without_examples(wordnet: WordNet):
    assert texts(wordnet.define("journal")) == ["a daily record; kept by hand", "part of an axle"]
    assert wordnet.define("diary") == [Definition("a daily record; kept by hand", "noun", source="WordNet")]
    assert wordnet.define("large")[0].kind == "adjective"


@pytest.mark.parametrize("word", ["paris", "journa", "journals9", "zzz", "aaa", "providing", "1"])
def test_names_and_licence_lines_pose_as_no_words(wordnet: WordNet, word: str):
    assert wordnet.define(word) == []


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("leaves", "leaf"),
        ("went", "go"),
        ("goes", "go"),
        ("hopped", "hop"),
        ("hoping", "hope"),
        ("churches", "church"),
        ("diaries", "diary"),
        ("biggest", ""),
        ("larger", "large"),
    ],
)
def test_forms_lead_to_their_word(wordnet: WordNet, word: str, base: str):
    found = wordnet.define(word)
    assert {one.base for one in found} == ({base} if base else set())
    assert not any(one.see for one in found)


def test_a_word_of_its_own_is_no_form_of_another(wordnet: WordNet):
    assert [one.base for one in wordnet.define("bed")] == [""], "not be + d"


def test_without_exception_files_regular_forms_remain(tmp_path: Path):
    wordnet = WordNet(write_wordnet(tmp_path, SENSES))
    assert wordnet.define("went") == [] and wordnet.define("hoping")[0].base == "hope"


@pytest.mark.parametrize(
    ("word", "base"),
    [("wobbliness", "wobbly"), ("unhoped", "hope"), ("rehopping", "hop"), ("bigger", "big"), ("bettish", "bet")],
)
def test_formed_words_say_see(wordnet: WordNet, word: str, base: str):
    found = Dictionary(wordnet).define(word)
    assert found and {(one.base, one.see) for one in found} == {(base, True)}


def test_gcide_helps_where_wordnet_has_nothing(wordnet: WordNet, gcide: Gcide):
    assert gcide.define("cwm") == [Definition("A valley", "noun", source="GCIDE")]
    assert gcide.define("hope") == [
        Definition("To wish", "verb", source="GCIDE"),
        Definition("To trust", "verb", source="GCIDE"),
        Definition("A small bay", "noun", source="GCIDE"),
    ]
    assert gcide.define("hop") == gcide.define("hopes") == gcide.define("zzz") == []
    both = Dictionary(wordnet, gcide)
    assert both.define("cwm")[0].source == "GCIDE" and both.define("hope")[0].source == "WordNet"


@given(st.lists(st.tuples(st.text("abcd", min_size=1, max_size=5), st.text(max_size=40)), min_size=1, max_size=12))
def test_gcide_finds_each_entry_whatever_the_chunks(tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, str]]):
    folder = tmp_path_factory.mktemp("gcide")
    for chunk in (1, 7, 1000):
        gcide = Gcide(write_gcide(folder, [(word, f"{word}, n.\n   said {text!r}\n") for word, text in entries], chunk))
        for word, _ in entries:
            found = list(gcide._entries(word))  # pyright: ignore[reportPrivateUsage]  # before the texts are tidied
            assert sorted(found) == sorted(f"{word}, n.\n   said {text!r}\n" for other, text in entries if other == word)


@given(
    st.sets(st.text("abcd", min_size=1, max_size=6), min_size=1, max_size=30), st.lists(st.text("abcd", min_size=1), max_size=9)
)
def test_every_word_of_an_index_is_found_and_no_other(
    tmp_path_factory: pytest.TempPathFactory, words: set[str], others: list[str]
):
    folder = write_wordnet(tmp_path_factory.mktemp("dict"), [*SENSES, *(("noun", [word], f"is {word}") for word in words)])
    wordnet = WordNet(folder)
    for word in words:
        assert f"is {word}" in wordnet.senses(word, "noun")
    for word in set(others) - words:
        assert not [text for text in wordnet.senses(word, "noun") if text.startswith("is ")]


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=30))
def test_a_damaged_dictionary_raises_nothing(tmp_path_factory: pytest.TempPathFactory, place: int, damage: bytes):
    folder = write_gcide(write_wordnet(tmp_path_factory.mktemp("dict"), SENSES, EXCEPTIONS), ENTRIES)
    for path in folder.iterdir():
        content = path.read_bytes()
        at = place % (len(content) or 1)
        path.write_bytes(content[:at] + damage + content[at + len(damage) :])
    wordnet = WordNet(folder)
    try:
        gcide = Gcide(folder)
    except WordListError as error:
        assert "is not in dictzip format" in str(error)
        gcide = None
    for word in ("journal", "leaves", "hoping", "unhoped", "paris", "cwm", "hope", "zzz"):
        Dictionary(wordnet, gcide).define(word)


def test_numbers_of_dictd_are_read_back():
    for value in (0, 1, 63, 64, 4095, 4096, 13_527_370):
        assert definitions._number(number(value).encode()) == value  # pyright: ignore[reportPrivateUsage]  # a format of its own


def test_a_list_of_ones_own_says_it_first(wordnet: WordNet):
    words = lists.WordList("mine", ("bet",), definitions={"bet": "a letter"})
    assert texts(Dictionary(wordnet).define("bet", words)) == ["a letter", "a wager"]
    assert Dictionary().define("bet", words) == [Definition("a letter", source="mine")]


def test_every_word_of_two_letters_is_defined_in_our_own_words():
    ours = definitions.two_letter()
    known = {word for name in lists.NAMED for word in lists.named(name).words if len(word) <= 2}
    assert known - ours.keys() == set(), "these lack a definition"
    assert ours.keys() - known == set(), "these are in no list"
    assert list(ours) == sorted(ours)
    for word, text in ours.items():
        assert 4 <= len(text) <= 100 and text == lists.one_line(text) and not text.endswith("."), word
        assert Dictionary().define(word)[0] == Definition(text.split("; ")[0])


def test_without_any_dictionary_it_says_how_to_get_one(
    command: Command, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    monkeypatch.setattr(definitions, "PLACES", ())
    monkeypatch.setattr(definitions, "GCIDE", ())
    monkeypatch.delenv("WNSEARCHDIR", raising=False)
    request.addfinalizer(dictionary.cache_clear)
    dictionary.cache_clear()
    code, out, _ = command("define", "hope", "qi")
    assert code == 1
    assert (
        out.splitlines()
        == [
            "hope: very common",
            "    no definition held",
            "qi: very rare",
            "    the energy of life, in Chinese thought",
            f"N{definitions.MISSING[1:]}.",
        ]
        or "qi: rare" in out
    )
    assert "apt install wordnet-base" in out


def test_a_wordnet_of_ones_own_can_be_named(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = write_wordnet(tmp_path / "dict", SENSES, EXCEPTIONS)
    code, out, _ = command("define", "Leaves", "--wordnet", str(folder))
    assert code == 0 and "  a form of leaf\n    noun: a flat green part of a plant\nFrom WordNet.\n" in out
    monkeypatch.setenv("WNSEARCHDIR", str(folder))
    dictionary.cache_clear()
    [one] = json.loads(command("define", "bet", "--json")[1])
    assert one["word"] == "bet" and {"text": "a wager", "kind": "noun", "source": "WordNet"} in one["definitions"]
    dictionary.cache_clear()
    code, out, err = command("define", "bet", "--wordnet", str(tmp_path / "none"))
    assert (code, out) == (2, "") and "index.noun cannot be read (No such file or directory)" in err


def test_an_empty_file_is_refused(tmp_path: Path):
    folder = write_wordnet(tmp_path, SENSES)
    (folder / "data.adv").write_bytes(b"")
    with pytest.raises(WordListError, match=r"data\.adv cannot be read \(it is empty\)"):
        WordNet(folder)


def test_definitions_load_without_numba():
    code = "import sys; from muckle.words import definitions; definitions.two_letter(); print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout == "False\n"


# The real thing


@pytest.fixture(scope="module")
def real() -> WordNet:
    folder = next((Path(place) for place in definitions.PLACES if Path(place, "index.noun").exists()), None)
    if folder is None:
        reason = "WordNet is not installed (Debian: wordnet-base)"
        assert os.environ.get("MUCKLE_WORDNET") != "required", reason
        pytest.skip(reason)
    return WordNet(folder)


def test_the_real_wordnet_defines_what_it_should(real: WordNet):
    assert texts(real.define("journal"))[0].startswith("a daily written record")
    assert real.define("hopes")[0].base == "hope" and real.define("mice")[0].base == "mouse"
    assert real.define("paris") == [] and real.define("london") == []
    assert {one.base for one in real.derived("wobbliness")} == {"wobbly"}


@pytest.mark.parametrize(("name", "forms", "derived"), [("american-standard", 0.77, 0.87), ("british-full", 0.42, 0.64)])
def test_the_real_wordnet_covers_the_lists(real: WordNet, name: str, forms: float, derived: float):
    words = [word for word in lists.named(name).words if len(word) > 1]
    some = random.Random(1).sample(words, 2000)
    defined = [word for word in some if real.define(word)]
    assert len(defined) > forms * len(some)
    helped = [word for word in some if word not in set(defined) and real.derived(word)]
    assert len(defined) + len(helped) > derived * len(some)


def test_the_real_gcide_defines_old_words():
    folder = next((Path(place) for place in definitions.GCIDE if Path(place, "gcide.index").exists()), None)
    if folder is None:
        pytest.skip("GCIDE is not installed (Debian: dict-gcide); it is an extra")
    found = Gcide(folder).define("crwth")
    assert any("instrument of music" in one.text for one in found)

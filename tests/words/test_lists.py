"""The lists hold what they should: the published recipe, our own additions, and nothing of a broken file."""

import codecs
import gzip
import hashlib
import itertools
import lzma
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.errors import WordListError
from muckle.words import graph, list_file, lists, shipped, wordlist
from patience import PATIENCE

DATA = Path(lists.__file__).with_name("data")

PUBLISHED = {
    "american-standard": (114_387, "e98c104aec12c27299c10dabbc9dbceb04e86f66024177739b3c846d3f2c54c7"),
    "british-standard": (116_255, "505f3dc4211c5223c3c982b856f2cb7924487bd3ea987629ebea1c5cc92947d0"),
    "american-full": (246_819, "f15fa01c524e4a55b20a43fb431472599c93a45e4d43b80e528d7cdcd9efca81"),
    "british-full": (251_752, "0d7898523857f52fb3edf9cffaf1e627d582939287b2540f8d160b645f5828a9"),
}
"""Sizes and hashes of the lists as two independent runs of the recipe made them, before the hand-kept words."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_word_file_gives_the_published_lists(name: str):
    words = sorted(shipped.select_words(lists.NAMED[name]))
    text = "".join(f"{word}\n" for word in words)
    assert (len(words), hashlib.sha256(text.encode()).hexdigest()) == PUBLISHED[name]


def test_either_dialect_holds_both_and_the_lower_level():
    american, british, either = (
        shipped.select_words(shipped.Source(dialects, shipped.FULL))
        for dialects in (("american",), ("british",), ("american", "british"))
    )
    assert american.keys() | british.keys() == either.keys()
    assert all(either[word] == min(american.get(word, 99), british.get(word, 99)) for word in either)
    assert american["color"] < british.get("color", 99)


def hand_kept(name: str) -> list[str]:
    return re.sub(r"#.*", "", (DATA / name).read_text()).split()


@pytest.mark.parametrize("name", lists.NAMED)
def test_supplement_and_removals_are_applied(name: str):
    words = lists.named(name)
    level = 0
    for entry in hand_kept("supplement.txt"):
        level = int(entry) if entry.isdigit() else level
        assert entry.isdigit() or (words.level(entry) or 99) <= level or level > lists.NAMED[name].level
    assert not [word for word in hand_kept("removals.txt") if word in words]
    before = shipped.select_words(lists.NAMED[name])
    changed = set(hand_kept("supplement.txt")) | set(hand_kept("removals.txt"))
    assert before.keys() ^ set(words.words) <= changed
    assert {words.level(word) for word in hand_kept("levels.txt") if not word.isdigit()} == {60}, "not very common"


def test_the_hand_kept_files_say_why_and_nothing_twice():
    full = shipped.select_words(lists.NAMED["either-full"])
    for name in ("supplement.txt", "removals.txt"):
        entries = [entry for entry in hand_kept(name) if not entry.isdigit()]
        assert len(entries) == len(set(entries)) > 10
        assert all(re.fullmatch("[a-z]{2,}", entry) for entry in entries)
        blocks = (DATA / name).read_text().strip().split("\n\n")
        assert all(block.startswith("# ") for block in blocks)
    assert {int(entry) for entry in hand_kept("supplement.txt") if entry.isdigit()} <= set(wordlist.LEVELS)
    assert set(hand_kept("removals.txt")) <= full.keys()
    common = (
        shipped.select_words(lists.NAMED["american-standard"]).keys()
        & shipped.select_words(lists.NAMED["british-standard"]).keys()
    )
    assert not [word for word in hand_kept("supplement.txt") if word in common], "listed without us"


@pytest.mark.parametrize("name", lists.NAMED)
def test_a_named_list_is_ascending_lower_case_and_levelled(name: str):
    words = lists.named(name)
    assert list(words.words) == sorted(set(words.words)) and len(words) == len(words.words) == len(words.levels)
    assert re.fullmatch(rb"([a-z]+\n)+", words.text)
    assert set(words.levels) <= {level for level in wordlist.LEVELS if level <= lists.NAMED[name].level}
    assert {word for word in words.words if len(word) == 1} == {"a", "i", "o"}
    assert words.sha256 == hashlib.sha256(words.text).hexdigest()


def test_dialects_differ_where_they_should():
    american, british = lists.named("american-standard"), lists.named("british-standard")
    assert "grey" in american and "theatre" in american and "cafe" in american
    assert "colour" in british and "colour" not in american
    assert (american.level("house") or 99) < (american.level("crwth") or 99)
    assert american.level("qwxz") is None and "qwxz" not in american and "" not in american and 7 not in american


def test_a_named_list_and_its_graph_hold_the_same_words():
    words = lists.named("american-standard")
    assert words.graph is words.graph and lists.named("american-standard") is words
    known = set(words.words)
    for word in words.words[::97]:
        for text in (word, word + "s", word[:-1], word[::-1]):
            assert bool(graph.contains(words.graph, graph.codes(text), len(text))) == (text in words) == (text in known)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(WordListError, match="no word list is called 'amercan-standard'; did you mean 'american-sta"):
        lists.named("amercan-standard")


def test_a_games_own_list():
    words = lists.game_list("tiny", ("the", "bet", "the"))
    assert words.words == ("bet", "the") and words.name == "tiny" and words.level("bet") is None
    assert words.sha256 == hashlib.sha256(b"bet\nthe\n").hexdigest()


def test_the_notices_stand_beside_the_data():
    for name, line in {
        "SCOWL.txt": "Copyright 2000-2018 by Kevin Atkinson",
        "SCOWL-debian.txt": "Copyright 1993, Geoff Kuenning",
        "UKACD.txt": "Copyright (c) J Ross Beresford 1993-2000",
    }.items():
        assert line in (DATA / name).read_text("ascii")
    assert "Beresford" in lists.named("british-full").credit


def test_lists_load_without_numba():
    code = "import sys; from muckle.words import lists; lists.named('american-standard'); print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert answer.stdout == "False\n"


# A person's own file


def file(folder: Path, content: bytes | str, name: str = "mine.txt") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_file_is_read_with_comments_case_accents_and_definitions(tmp_path: Path):
    content = "\ufeff# my words\r\nZebra\tan animal\tnoun\r\n\r\ncafé\r\nŒuvre\r\nzebra\r\nice-cream\r\n  tap \r\n7up"
    words = lists.read_file(file(tmp_path, content), "mine")
    assert words.words == ("cafe", "oeuvre", "tap", "zebra")
    assert words.definitions == {"zebra": "an animal"}
    assert words.report == wordlist.ReadReport(
        1,
        (wordlist.Refused(7, "ice-cream", "is not of letters a to z"), wordlist.Refused(9, "7up", "is not of letters a to z")),
    )
    assert words.name == "mine" and words.level("tap") is None


def test_a_csv_file_holds_word_and_definition(tmp_path: Path):
    words = lists.read_file(file(tmp_path, 'Word,Definition,School\naa,"a lava, rough",yes\nQI\n', "export.csv"), "club")
    assert words.words == ("aa", "qi") and words.definitions == {"aa": "a lava, rough"}


@given(st.lists(st.text("abcz", min_size=1, max_size=8), min_size=1))
def test_a_files_hash_is_that_of_its_words_in_order(tmp_path_factory: pytest.TempPathFactory, words: list[str]):
    path = file(tmp_path_factory.getbasetemp(), "\n".join(words))
    read = lists.read_file(path, "mine")
    assert read.words == tuple(sorted(set(words))) and read.report == wordlist.ReadReport(len(words) - len(set(words)), ())
    assert read.sha256 == lists.game_list("other", tuple(words)).sha256


@given(st.binary(max_size=400))
def test_whatever_a_file_holds_it_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes):
    for name in ("any.txt", "any.csv"):
        try:
            words = lists.read_file(file(tmp_path_factory.getbasetemp(), content, name), "mine")
        except WordListError as error:
            assert name in str(error)
        else:
            assert len(words) and len(words.graph) > 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no entries"),
        (b"# nothing but words of mine\n\n", "has no entries"),
        (b"good\nwords\n\x89PNG\r\n", "line 3: byte 0x89 is not UTF-8 text"),
        (b"good\nbad\0\n", "line 2: byte 0x00 is not UTF-8 text"),
        ("naïve\n".encode("latin-1"), "line 1: byte 0xef is not UTF-8 text"),
        ("word\n".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        ("word\n".encode("utf-32"), "is UTF-32; save it as UTF-8"),
        (codecs.BOM_UTF32_BE + "word\n".encode("utf-32-be"), "is UTF-32; save it as UTF-8"),
        (gzip.compress(b"word\n"), r"is packed \(gzip\); unpack it first"),
        (lzma.compress(b"word\n"), r"is packed \(xz\); unpack it first"),
        (b"PK\x03\x04 and so on", "is a zip archive or a spreadsheet; unpack it, or save it as CSV"),
        (b"12\n34\n", "line 1: '12' is not of letters a to z"),
        (b"# many\n" + b"?!\n" * 5000, r"line 2: '\?!' is not of letters a to z"),
        (b"a" * 61, "line 1: 'a{60}' has more than 60 letters"),
        (b"good\n" + b"a" * 200_000, "line 2: an entry has more than 131,072 characters"),
        (b"a\n" * 1_000_001, "more than 1,000,000 lines"),
        (b"a" * 16_000_001, "larger than 16,000,000 bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_no_list_is_refused_with_the_place(tmp_path: Path, content: bytes, message: str):
    with pytest.raises(WordListError, match=message):
        lists.read_file(file(tmp_path, content), "mine")


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path):
    with pytest.raises(WordListError, match=r"none\.txt is missing"):
        lists.read_file(tmp_path / "none.txt", "mine")
    with pytest.raises(WordListError, match="is not a file"):
        lists.read_file(tmp_path, "mine")


@pytest.mark.parametrize("name", ["", "Mine", "my list", "a" * 41, "../x"])
def test_a_list_needs_a_name_of_letters_and_digits(tmp_path: Path, name: str):
    with pytest.raises(WordListError, match="needs a name of a-z, 0-9 and hyphens"):
        lists.read_file(file(tmp_path, "word"), name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("british-full", "british-full is a list that comes with muckle"),
        ("tiny", "tiny is what games call short lists of their own"),
        *((name, f"Windows keeps the name {name} for a device") for name in ("con", "nul", "aux", "prn", "com1", "lpt9")),
    ],
)
def test_a_name_that_is_taken_is_said_to_be(tmp_path: Path, name: str, reason: str):
    with pytest.raises(WordListError, match=reason):
        lists.read_file(file(tmp_path, "word"), name)
    assert lists.read_file(file(tmp_path, "word"), f"{name}s").words == ("word",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("word,points\nqi,11\n", {}),
        ("WORD;Definition\nqi;life, in short\n", {"qi": "life, in short"}),
        ("Word,Points,Meaning\nqi,11,life\n", {"qi": "life"}),
        ("# of a club\n\nword,score\nqi,1.5\n", {}),
        ("qi,11\n", {}),
        ("qi;life\n", {"qi": "life"}),
        ("qi,life; breath\n", {"qi": "life; breath"}),
    ],
)
def test_the_columns_of_a_csv_file_are_told_apart(tmp_path: Path, content: str, said: dict[str, str]):
    words = lists.read_file(file(tmp_path, content, "export.csv"), "club")
    assert words.words == ("qi",) and words.definitions == said


def test_word_is_a_word_where_it_heads_nothing(tmp_path: Path):
    words = lists.read_file(file(tmp_path, "word,a unit of language\nqi,life\nwords,points\n", "export.csv"), "club")
    assert words.words == ("qi", "word", "words")


def test_reading_ends_where_a_file_is_clearly_no_list():
    endless = ((line, "?!", "") for line in itertools.count(1))
    _, report = list_file._sort_entries(endless)  # pyright: ignore[reportPrivateUsage]  # a file cannot be endless
    assert len(report.refused) == list_file.MOST_REFUSED + 1


def test_each_shipped_list_says_which_printed_dictionaries_it_resembles_and_the_documents_repeat_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "words.md").read_text(encoding="utf-8")
    assert lists.LIKE.keys() == lists.NAMED.keys()
    for name, like in lists.LIKE.items():
        assert f"| {name} | {like} |" in page
    spelled = {
        name: {word for word in ("color", "colour", "realise", "realize") if word in lists.named(name)} for name in lists.LIKE
    }
    assert spelled["american-standard"] == spelled["american-full"] == {"color", "realize"}
    assert spelled["british-standard"] == spelled["british-full"] == {"colour", "realise", "realize"}
    assert spelled["either-standard"] == spelled["either-full"] == {"color", "colour", "realise", "realize"}

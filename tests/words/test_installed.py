"""Lists of a person's own are kept whole, found again, and never change under a match unasked."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.errors import MuckleError, OptionsError, WordListError
from muckle.match.match import Match, new_match
from muckle.words import installed, lists
from muckle.words.wordlist import one_line


def read(folder: Path, content: str, name: str = "mine") -> lists.WordList:
    folder.mkdir(exist_ok=True)
    path = folder / "given.txt"
    path.write_text(content, encoding="utf-8")
    return lists.read_file(path, name)


def test_an_installed_list_is_named_like_any_other(tmp_path: Path, home: Path):
    assert installed.home() == home and installed.names() == ()
    path = installed.install(read(tmp_path, "Zap\ta hit\nbet\n"))
    assert path == home / "words" / "mine.txt"
    assert lists.names() == (*lists.NAMED, "mine")
    words = lists.named("mine")
    assert words.words == ("bet", "zap") and words.definitions == {"zap": "a hit"}
    assert lists.named("mine") is words, "read once"
    with pytest.raises(WordListError, match="no word list is called 'mime'; did you mean 'mine'"):
        lists.named("mime")


@given(st.dictionaries(st.text("abcxyz", min_size=1, max_size=9), st.text(max_size=30), min_size=1, max_size=20))
def test_what_is_kept_is_what_was_read(tmp_path_factory: pytest.TempPathFactory, said: dict[str, str]):
    folder = tmp_path_factory.mktemp("kept")
    cleaned = {word: line for word, text in said.items() if (line := one_line(text))}
    words = lists.WordList("mine", tuple(sorted(said)), definitions=cleaned)
    installed.install(words, folder)
    found = installed.find("mine", folder)
    assert found and found.words == words.words and found.definitions == cleaned and found.sha256 == words.sha256


def test_other_words_need_another_name_or_a_clear_wish(tmp_path: Path):
    installed.install(read(tmp_path, "bet\n"))
    installed.install(read(tmp_path, "BET\n"))
    with pytest.raises(WordListError, match=r"there is a list mine with other words \(\w{12}…\).*--replace"):
        installed.install(read(tmp_path, "bet\nbeta\n"))
    assert lists.named("mine").words == ("bet",)
    installed.install(read(tmp_path, "bet\nbeta\n"), replace=True)
    assert lists.named("mine").words == ("bet", "beta"), "seen at once"


def test_a_match_is_never_judged_by_other_words_of_the_same_name(tmp_path: Path):
    installed.install(read(tmp_path, "bet\nrat\n"))
    match = new_match("mickell", dictionary="mine")
    assert Match(match.header).header.words == match.header.words
    installed.install(read(tmp_path, "bet\nrat\ntea\n"), replace=True)
    with pytest.raises(OptionsError, match=r"begun with the word list mine .*; bring back the list it began with"):
        Match(match.header)


def test_a_write_that_fails_leaves_the_old_list(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch):
    installed.install(read(tmp_path, "bet\n"))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WordListError, match="cannot be written: No space left on device"):
        installed.install(read(tmp_path, "rat\n"), replace=True)
    assert lists.named("mine").words == ("bet",)
    assert [path.name for path in (home / "words").iterdir()] == ["mine.txt"]


def test_a_folder_that_is_none_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    words = read(tmp_path, "bet\n")
    monkeypatch.setenv("MUCKLE_HOME", str(tmp_path / "given.txt"))
    assert installed.names() == ()
    with pytest.raises(WordListError, match="cannot be written"):
        installed.install(words)


def test_only_lists_are_found_in_the_folder(tmp_path: Path, home: Path):
    (home / "words").mkdir(parents=True)
    for name in ("american-full.txt", "My List.txt", "notes.md", ".mine-x7.txt", "bad.txt"):
        (home / "words" / name).write_bytes(b"\x89PNG\0")
    assert installed.names() == ("bad",)
    assert installed.find("../bad") is None and installed.find("american-full") is None
    with pytest.raises(WordListError, match="line 1: byte 0x89 is not UTF-8 text"):
        lists.named("bad")
    with pytest.raises(MuckleError):
        new_match("mickell", dictionary="bad")


def test_an_edited_list_is_read_like_a_new_one(tmp_path: Path, home: Path):
    path = installed.install(read(tmp_path, "bet\nrat\n"))
    path.write_text(path.read_text("utf-8") + "Tea\n7up\nbet\n", "utf-8")
    words = lists.named("mine")
    assert words.words == ("bet", "rat", "tea") and words.report and words.report.duplicates == 1
    path.write_text(path.read_text("utf-8").replace("rat", "rat\ta rodent"), "utf-8")
    assert lists.named("mine").definitions == {"rat": "a rodent"}


def test_a_list_without_a_hash_is_read(home: Path):
    (home / "words").mkdir(parents=True)
    (home / "words" / "old.txt").write_text("bet\nrat\ta rodent\n", "utf-8")
    assert lists.named("old").words == ("bet", "rat")


def test_a_kept_list_is_not_read_word_by_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Otherwise a list of a million words would cost 12 seconds per command (N16)."""
    installed.install(read(tmp_path, "bet\nrat\ta rodent\n"))
    monkeypatch.setattr(installed, "read_file", lambda *_: pytest.fail("read in the slow way"))
    assert lists.named("mine").words == ("bet", "rat")


def test_a_damaged_list_can_be_removed(home: Path):
    (home / "words").mkdir(parents=True)
    (home / "words" / "bad.txt").write_bytes(b"\0")
    assert installed.remove("bad") == home / "words" / "bad.txt"
    assert installed.names() == ()


def test_names_that_windows_keeps_are_no_lists(tmp_path: Path, home: Path):
    (home / "words").mkdir(parents=True)
    (home / "words" / "con.txt").write_text("bet\n", "utf-8")
    assert installed.names() == () and installed.find("con") is None

"""Output and refusals of ``muckle words``."""

import json
import re
from pathlib import Path

import pytest

from muckle.words import lists
from muckle.words.shipped import SCOWL, UKACD
from words.command import Command


def test_lists_are_shown_with_sizes_and_hashes(command: Command):
    code, out, _ = command("lists")
    assert code == 0
    assert "\nbritish-standard: British spellings, as in Collins" in out
    for name in lists.NAMED:
        row = re.search(rf"^{name} +([\d,]+) +(\d+)  (\w+)$", out, re.M)
        words = lists.named(name)
        assert row and int(row[1].replace(",", "")) == len(words) and words.sha256.startswith(row[3])
        assert int(row[2]) == len([word for word in words.words if len(word) == 2])
    assert SCOWL in out and UKACD in out
    infos = json.loads(command("lists", "--json")[1])
    assert [info["sha256"] for info in infos] == [lists.named(name).sha256 for name in lists.NAMED]


def test_a_list_that_went_bad_is_shown_as_such(command: Command, home: Path):
    (home / "words").mkdir(parents=True)
    (home / "words" / "bad.txt").write_bytes(b"\0")
    code, out, _ = command("lists")
    assert code == 0 and re.search(r"^bad +0 +0  -$", out, re.M) and "line 1: byte 0x00 is not UTF-8 text" in out
    assert command("check", "hope")[0] == 0


def test_check_tells_lists_and_level(command: Command):
    code, out, _ = command("check", "HOPE", "colour", "crwth", "Café", "xqz")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "hope: very common; in every list"
    assert re.match("colour: very common; in british-standard, .*; not in american-standard, american-full$", lines[1])
    assert re.match("crwth: (very )?rare; in ", lines[2]) and lines[3].startswith("cafe: ") and lines[4] == "xqz: in no list"
    assert command("check", "hope")[0] == 0
    assert json.loads(command("check", "--json", "xqz")[1]) == [{"word": "xqz", "lists": [], "level": ""}]


@pytest.mark.parametrize("word", ["ice-cream", "", "7up", "\x1b[2J"])
def test_what_is_no_word_is_told_readably(command: Command, word: str):
    for name in ("check", "define"):
        assert command(name, word) == (1, f"{word!r} is not of letters a to z\n", "")


def test_each_word_is_answered(command: Command):
    code, out, err = command("check", "cat", "it's", "dog", "a" * 61)
    assert (code, err) == (1, "")
    assert [line.partition(":")[0].partition(" is")[0] for line in out.splitlines()[:3]] == ["cat", '"it\'s"', "dog"]
    assert out.splitlines()[3].endswith("has more than 60 letters")
    told = json.loads(command("check", "cat", "it's", "--json")[1])
    assert told[0]["lists"] and told[1] == {"word": "it's", "fault": "is not of letters a to z"}
    code, out, _ = command("define", "it's", "qi")
    assert code == 1 and "the energy of life" in out


@pytest.mark.parametrize("word", ["mmm", "erm", "lol", "grr"])
def test_exclamations_are_words(command: Command, word: str):
    assert "in every list" in command("check", word)[1]


@pytest.mark.parametrize("word", ["cant", "wont"])
def test_contractions_do_not_make_words_common(command: Command, word: str):
    assert command("check", word)[1].startswith(f"{word}: uncommon;")


def test_import_reports_and_keeps(command: Command, tmp_path: Path, home: Path):
    file = tmp_path / "My words.txt"
    file.write_text("# mine\nzap\ta hit\nZAP\nbet\nice-cream\n", encoding="utf-8")
    code, out, err = command("import", str(file))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{file}: 2 words, kept as my-words in {home / 'words' / 'my-words.txt'}",
        "  duplicates: 1",
        "  definitions: 1",
        "  rejected: 1",
        "    line 5: 'ice-cream' is not of letters a to z",
        "  letters: 3: 2",
        f"  sha256: {lists.game_list('', ('zap', 'bet')).sha256}",
        "A match takes it with --set dictionary=my-words.",
    ]
    assert re.search("^my-words  ", command("lists")[1], re.M)
    file.write_text("other\n", encoding="utf-8")
    code, out, err = command("import", str(file))
    assert (code, out) == (2, "") and "choose another --name, or --replace it" in err
    assert command("import", str(file), "--name", "others")[0] == 0
    assert command("import", str(file), "--replace")[0] == 0


@pytest.mark.parametrize(("content", "message"), [(b"", "has no entries"), (b"a\n\xff\n", "line 2: byte 0xff")])
def test_import_refuses_what_is_no_list(command: Command, tmp_path: Path, home: Path, content: bytes, message: str):
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    code, out, err = command("import", str(file))
    assert (code, out) == (2, "") and message in err and err.count("\n") == 1
    assert not home.exists()


@pytest.mark.timeout(20)
def test_a_large_hostile_file_is_refused_at_once(command: Command, tmp_path: Path):
    file = tmp_path / "big.txt"
    file.write_bytes(b"?!\xc3\xa9 " * 1_000_000)
    assert command("import", str(file))[0] == 2
    file.write_bytes(b"?\n" * 900_000)
    assert "line 1: '?' is not of letters" in command("import", str(file))[2]


def test_import_tells_programs(command: Command, tmp_path: Path, home: Path):
    file = tmp_path / "mine.txt"
    file.write_text("zap\ta hit\nZAP\nice-cream\n", encoding="utf-8")
    assert json.loads(command("import", str(file), "--json")[1]) == {
        "name": "mine",
        "file": str(home / "words" / "mine.txt"),
        "words": 1,
        "sha256": lists.game_list("", ("zap",)).sha256,
        "duplicates": 1,
        "definitions": 1,
        "rejected": [[3, "ice-cream", "is not of letters a to z"]],
        "letters": {"3": 1},
    }


def test_a_list_is_removed_and_a_wrong_name_refused(command: Command, tmp_path: Path, home: Path):
    assert command("remove", "british-standard") == (2, "", "muckle: british-standard comes with muckle and stays\n")
    assert command("remove", "mine") == (2, "", "muckle: you have no list of your own\n")
    file = tmp_path / "mine.txt"
    file.write_text("zap\n", encoding="utf-8")
    command("import", str(file))
    assert command("remove", "mime")[2] == "muckle: no list of your own is called 'mime'; did you mean 'mine'?\n"
    assert command("remove", "american-full")[0] == 2
    code, out, _ = command("remove", "mine")
    assert code == 0 and out.startswith(f"mine is removed: {home / 'words' / 'mine.txt'} is deleted.")
    assert "mine" not in command("lists")[1] and file.exists()

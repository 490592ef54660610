"""The real command, in a pipe and at a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "muckle")
PLAY = [*COMMAND, "play", "mitch", "--seats", "3", "--seed", "7", "--against"]


def environment(**changes: str) -> dict[str, str]:
    """The process's own, without what decides about colour."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", **changes}


def piped(*command: str, typed: str | bytes = "", **changes: str) -> subprocess.CompletedProcess[bytes]:
    given = typed if isinstance(typed, bytes) else typed.encode()
    return subprocess.run(command, input=given, capture_output=True, timeout=120, env=environment(**changes), check=False)


def at_a_terminal(*command: str, typed: str, **changes: str) -> str:
    """What a terminal shows while this is typed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(**changes), close_fds=True)
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:
        pass  # the other end is closed
    finally:
        os.close(ours)
    assert process.wait(timeout=120) == 0
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("against", ["random", "greedy"])
def test_a_match_against_players_in_a_pipe_has_no_colour(against: str) -> None:
    result = piped(*PLAY, against, typed="10\n10\n10\nquit\n", FORCE_COLOR="1")
    text = result.stdout.decode()
    assert (result.returncode, result.stderr) == (0, b"")
    assert "\x1b" not in text
    assert f"{against.title()} 2 draws a card." in text
    assert text.count("You discard ") >= 3
    assert text.splitlines()[-1].startswith("For the same deal again, add --seed 7 to the command;")
    assert piped(*PLAY, against, typed="10\n10\n10\nquit\n").stdout == result.stdout, "same seed, same match"


def test_bytes_that_are_no_text_are_a_typing_error() -> None:
    result = piped(*PLAY, "random", typed=b"\xff\xfe\x00\x1b[2J\nquit\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"is no action of Mitch" in result.stdout and b"\x1b" not in result.stdout


def test_an_ascii_terminal_gets_ascii() -> None:
    result = piped(*PLAY, "random", typed="scene\nquit\n", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii() and b"+4" in result.stdout


def test_a_terminal_is_coloured_and_laid_out() -> None:
    text = at_a_terminal(*PLAY, "random", typed="10\nquit\n")
    assert "\x1b[" in text
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    assert re.search(r"^Your hand: .*[♠♥♦♣]", plain, re.M)
    assert max(map(len, plain.splitlines())) <= 80


def test_no_color_at_a_terminal() -> None:
    text = at_a_terminal(*PLAY, "random", typed="10\nquit\n", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*m", text)
    assert re.search(r"^Your hand: .*[♠♥♦♣]", text, re.M)


def test_a_match_is_saved_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    play = [sys.executable, "-m", "muckle", "play", "mickell", "--preset", "tiny", "--seed", "3"]
    typed = f"save {file}\n" + "place 1\nend\n" * 8 + "end\nstory\n"
    result = piped(*play, typed=typed)
    assert (result.returncode, result.stderr) == (0, b"")
    assert f"The match is in {file}.".encode() in result.stdout
    replay = piped(sys.executable, "-m", "muckle", "replay", str(file))
    assert (replay.returncode, replay.stderr) == (0, b"")
    told = replay.stdout.decode()
    assert told.startswith("Match 1: Mickell, 17 decisions\n")
    assert "\x1b" not in told and "All 8 cards were played." in told
    stepped = at_a_terminal(sys.executable, "-m", "muckle", "replay", str(file), typed="\n\nb\n99\nq\n")
    assert re.findall(r"Decision (\d+) of 17", stepped) == ["0", "1", "2", "1", "17"]


def test_a_bad_file_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"\x00\xff{]\n")
    result = piped(sys.executable, "-m", "muckle", "replay", str(file))
    assert (result.returncode, result.stdout) == (2, b"")
    assert re.fullmatch(rb"muckle: line 1: not JSON .*\n", result.stderr)


@pytest.mark.parametrize(
    "wrong", [("--set", "tie=foo"), ("--seats", "77"), ("--games", "0"), ("--players", "gredy"), ("--seed", "-1")], ids=str
)
def test_a_refused_simulation_leaves_the_file_as_it_was(tmp_path: Path, wrong: tuple[str, str]) -> None:
    kept, new = tmp_path / "kept.jsonl", tmp_path / "new.jsonl"
    kept.write_text("worth keeping\n")
    for file in (kept, new):
        result = piped(*COMMAND, "simulate", "mitch", *wrong, "--transcripts", str(file))
        assert result.returncode == 2 and result.stderr.count(b"\n") == 1
    assert kept.read_text() == "worth keeping\n" and not new.exists()


def test_a_closed_input_is_an_empty_one() -> None:
    shell = f"{' '.join(COMMAND)} play mitch --seed 3 <&-"
    result = piped("sh", "-c", shell)
    assert (result.returncode, result.stderr) == (0, b"") and b"You have left the match" in result.stdout
    assert piped("sh", "-c", f"{' '.join(COMMAND)} games >&-").returncode == 0


@pytest.mark.parametrize(
    "command", ["games", "rules mitch", "play mitch", "words lists --json", "simulate mitch --games 2 --json"]
)
def test_a_full_output_is_one_sentence(command: str) -> None:
    result = piped("sh", "-c", f"{' '.join(COMMAND)} {command} >/dev/full")
    assert (result.returncode, result.stderr) == (1, b"muckle: what was to be printed: No space left on device\n")


def test_what_a_stream_cannot_write_becomes_a_question_mark(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("zoe\tcafé\nit’s\n", encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "MUCKLE_HOME": str(tmp_path / "home")}
    assert b"'it?s' is not of letters a to z" in piped(*COMMAND, "words", "import", str(file), **ascii_only).stdout
    assert b"caf?" in piped(*COMMAND, "words", "define", "zoe", **ascii_only).stdout
    found = piped(*COMMAND, "words", "define", "zoe", "--json", **ascii_only).stdout
    assert json.loads(found)[0]["definitions"][0]["text"] == "café", "JSON loses nothing"


def test_a_list_of_ones_own_is_not_called_as_a_games(tmp_path: Path) -> None:
    """Else a match with dictionary=tiny would be judged by other words than its owner thinks."""
    file = tmp_path / "tiny.txt"
    file.write_text("ab\nba\n")
    for command in (("words", "import", str(file)), ("simulate", "mickell", "--words", str(file))):
        result = piped(*COMMAND, *command, MUCKLE_HOME=str(tmp_path))
        assert result.returncode == 2 and result.stderr.startswith(b"muckle: tiny is what games call short lists")


def test_options_that_are_set_twice_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("able\nbet\n")
    result = piped(*COMMAND, "simulate", "mickell", "--words", str(file), "--set", "dictionary=huge")
    assert result.stderr == b"muckle: --words sets dictionary=mine, but --set says dictionary=huge [General 16]\n"
    assert piped(*COMMAND, "simulate", "mitch", "--games", "1", "--seats", "2", "--set", "seats=2").returncode == 0


def test_a_file_without_lines_does_not_fill_the_memory() -> None:
    result = piped(*COMMAND, "replay", "--check", "/dev/zero")
    assert (result.returncode, result.stderr) == (2, b"muckle: line 1: longer than 1048576 bytes\n")


def test_a_damaged_list_is_told_once_and_not_asked(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "bad.txt").write_bytes(b"\0\1; \2")
    text = piped(*COMMAND, "words", "lists", MUCKLE_HOME=str(tmp_path)).stdout.decode()
    assert text.count("cannot be read") == 1 and text.splitlines()[-1].startswith("bad cannot be read")
    assert b"bad" not in piped(*COMMAND, "words", "check", "colour", MUCKLE_HOME=str(tmp_path)).stdout


def test_a_number_that_no_act_has_is_told() -> None:
    result = piped(*PLAY, "random", typed="0000000019\n" + "9" * 200 + "\nquit\n")
    assert (result.returncode, result.stderr) == (0, b"") and result.stdout.lower().count(b"has the number") == 2

"""The real command, in a pipe and at a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = [sys.executable, "-m", "muckle", "play", "mitch", "--seats", "3", "--seed", "7", "--against"]


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
    assert text.endswith("To have the same cards again, add --seed 7 to the command.\n")
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

"""The real command, in a pipe and at a terminal."""

import inspect
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from muckle import cli, players
from muckle.cli import play as play_command
from muckle.terminal.play import play
from muckle.words import lists
from patience import PATIENCE

COMMAND = (sys.executable, "-m", "muckle")
COMPILING = b"compiling; this takes some seconds, once\n"
"""Line on stderr while nothing has been compiled yet."""
PLAY = [*COMMAND, "play", "mitch", "--seats", "3", "--seed", "7", "--against"]


def environment(**changes: str) -> dict[str, str]:
    """Return this process's environment, changed, without the variables that decide about colour."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", **changes}


def piped(*command: str, typed: str | bytes = "", **changes: str) -> subprocess.CompletedProcess[bytes]:
    given = typed if isinstance(typed, bytes) else typed.encode()
    return subprocess.run(command, input=given, capture_output=True, timeout=PATIENCE, env=environment(**changes), check=False)


Here = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """Return a function that runs a command in this process: `piped` starts one of its own, which takes a second."""

    def run(*arguments: str, **changes: str) -> subprocess.CompletedProcess[bytes]:
        monkeypatch.setattr(sys, "argv", ["muckle", *arguments])
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
        monkeypatch.setattr(lists, "_added", {})  # --words adds a list, which a process of its own would forget
        for name in os.environ.keys() - environment().keys():
            monkeypatch.delenv(name)
        for name, value in environment(**changes).items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), said.out.encode(), said.err.encode())

    return run


def at_a_terminal(*command: str, typed: str, **changes: str) -> str:
    """Return what a terminal shows while a text is typed."""
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
    assert process.wait(timeout=PATIENCE) == 0
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("against", ["random", pytest.param("greedy", marks=pytest.mark.slow)])
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


def test_a_bad_file_is_one_sentence(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"\x00\xff{]\n")
    result = here("replay", str(file))
    assert (result.returncode, result.stdout) == (2, b"")
    assert re.fullmatch(rb"muckle: .*bad.jsonl: line 1: not JSON .*\n", result.stderr)


@pytest.mark.parametrize(
    "wrong", [("--set", "tie=foo"), ("--seats", "77"), ("--games", "0"), ("--players", "gredy"), ("--seed", "-1")], ids=str
)
def test_a_refused_simulation_leaves_the_file_as_it_was(here: Here, tmp_path: Path, wrong: tuple[str, str]) -> None:
    kept, new = tmp_path / "kept.jsonl", tmp_path / "new.jsonl"
    kept.write_text("worth keeping\n")
    for file in (kept, new):
        result = here("simulate", "mitch", *wrong, "--transcripts", str(file))
        assert result.returncode == 2 and result.stderr.count(b"\n") == 1
    assert kept.read_text() == "worth keeping\n" and not new.exists()


def test_a_closed_input_is_an_empty_one() -> None:
    shell = f"{' '.join(COMMAND)} play mitch --seed 3 <&-"
    result = piped("sh", "-c", shell)
    assert (result.returncode, result.stderr) == (0, b"") and b"You have left the match" in result.stdout
    assert piped("sh", "-c", f"{' '.join(COMMAND)} games >&-").returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        "games",
        pytest.param("rules mitch", marks=pytest.mark.slow),
        pytest.param("play mitch", marks=pytest.mark.slow),
        pytest.param("words lists --json", marks=pytest.mark.slow),
        "simulate mitch --games 2 --json",
    ],
)
def test_a_full_output_is_one_sentence(command: str) -> None:
    result = piped("sh", "-c", f"{' '.join(COMMAND)} {command} >/dev/full")
    assert (result.returncode, result.stderr.removeprefix(COMPILING)) == (
        1,
        b"muckle: the output: No space left on device\n",
    )


def test_what_a_stream_cannot_write_becomes_a_question_mark(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("zoe\tcafé\nit’s\n", encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "MUCKLE_HOME": str(tmp_path / "home")}
    assert b"'it?s' is not of letters a to z" in piped(*COMMAND, "words", "import", str(file), **ascii_only).stdout
    assert b"caf?" in piped(*COMMAND, "words", "define", "zoe", **ascii_only).stdout
    found = piped(*COMMAND, "words", "define", "zoe", "--json", **ascii_only).stdout
    assert json.loads(found)[0]["definitions"][0]["text"] == "café", "JSON loses nothing"


def test_a_list_of_ones_own_is_not_called_as_a_games(here: Here, tmp_path: Path) -> None:
    """Otherwise a match with dictionary=tiny would be judged by other words than its owner thinks."""
    file = tmp_path / "tiny.txt"
    file.write_text("ab\nba\n")
    for command in (("words", "import", str(file)), ("simulate", "mickell", "--words", str(file))):
        result = here(*command, MUCKLE_HOME=str(tmp_path))
        assert result.returncode == 2 and result.stderr.startswith(b"muckle: tiny is what games call short lists")


def test_options_that_are_set_twice_are_refused(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("able\nbet\n")
    result = here("simulate", "mickell", "--words", str(file), "--set", "dictionary=huge")
    assert result.stderr == b"muckle: --words sets dictionary=mine, but --set says dictionary=huge [General 16]\n"
    assert here("simulate", "mitch", "--games", "1", "--seats", "2", "--set", "seats=2").returncode == 0


def test_a_file_without_lines_does_not_fill_the_memory(here: Here) -> None:
    result = here("replay", "--check", "/dev/zero")
    assert (result.returncode, result.stderr) == (2, b"muckle: /dev/zero: line 1: longer than 1048576 bytes\n")


def test_a_damaged_list_is_told_once_and_not_asked(here: Here, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "bad.txt").write_bytes(b"\0\1; \2")
    text = here("words", "lists", MUCKLE_HOME=str(tmp_path)).stdout.decode()
    assert text.count("cannot be read") == 1 and text.splitlines()[-1].startswith("bad cannot be read")
    assert b"bad" not in here("words", "check", "colour", MUCKLE_HOME=str(tmp_path)).stdout


def test_a_number_that_no_act_has_is_told() -> None:
    result = piped(*PLAY, "random", typed="0000000019\n" + "9" * 200 + "\nquit\n")
    assert (result.returncode, result.stderr) == (0, b"") and result.stdout.lower().count(b"has the number") == 2


def test_ctrl_c_in_a_simulation_prints_what_was_counted_and_leaves_whole_matches(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [*COMMAND, "simulate", "mitch", "--preset", "tiny", "--games", "1e9", "--cores", "1", "--transcripts", str(file)]
    plain = environment(NUMBA_DISABLE_JIT="1")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain)
    while process.poll() is None and not (file.exists() and file.stat().st_size):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told) == (130, b"")
    found = re.search(rb" ([\d,]+) of 1,000,000,000 games, interrupted, seed 0\n", out)
    assert found, out
    checked = piped(*COMMAND, "replay", "--check", str(file)).stdout.decode()
    assert f": {int(found[1].replace(b',', b''))} match" in checked


def test_no_file_is_overwritten_unasked_and_a_dash_is_the_output(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    simulate = ["simulate", "mitch", "--preset", "tiny", "--games", "3", "--seed"]
    assert here(*simulate, "1", "--transcripts", str(file)).returncode == 0
    kept = file.read_bytes()
    refused = here(*simulate, "2", "--transcripts", str(file))
    assert (refused.returncode, file.read_bytes()) == (2, kept)
    assert refused.stderr == f"muckle: {file} is already there; --force overwrites it\n".encode()
    shown = piped(*COMMAND, *simulate, "2", "--transcripts", "-")
    assert b"mean score" in shown.stderr and b"mean score" not in shown.stdout
    assert here(*simulate, "2", "--transcripts", str(file), "--force").returncode == 0
    assert file.read_bytes() == shown.stdout != kept


def test_what_people_read_counts_seats_from_1_and_json_from_0(here: Here, tmp_path: Path) -> None:
    simulate = ["simulate", "mitch", "--preset", "tiny", "--games", "1,0", "--players", "random,greedy"]
    text = here(*simulate).stdout.decode()
    assert "10 games" in text and re.search(r"  Seat 1  random .*\n  Seat 2  greedy ", text) and "Seat 0" not in text
    assert json.loads(here(*simulate, "--json").stdout)["players"] == ["random", "greedy"]
    file = tmp_path / "match.jsonl"
    here(*simulate[:-4], "--games", "1", "--transcripts", str(file))
    for seat in ("1", "2"):
        told = here("replay", str(file), "--seat", seat).stdout.decode()
        does = "(deals|draws|discards|places) "
        other = 3 - int(seat)
        assert re.search(f"Seat {other} {does}", told) and not re.search(f"Seat {seat} {does}", told), "that one is You"
    refused = here("replay", str(file), "--seat", "0")
    assert refused.stderr == b"muckle: the match has the seats 1 to 2, got 0\n"


@pytest.mark.parametrize("wrong", ["1.5", "x", "1e99", "nan", "inf", ""])
def test_a_number_of_games_that_is_none(here: Here, wrong: str) -> None:
    result = here("simulate", "mitch", "--games", wrong)
    assert result.returncode == 2 and b"expected a whole number, such as 1000 or 1e6" in result.stderr


def test_who_reads_no_further_has_had_enough() -> None:
    result = piped("sh", "-c", f"{{ {' '.join(COMMAND)} games; echo ended with $? >&2; }} | head -n 1")
    assert result.stderr == b"ended with 0\n" and result.stdout.startswith(b"alphabetickell: ")


def test_short_help_and_no_hard_breaks_in_a_pipe() -> None:
    assert b"Usage: " in piped(*COMMAND, "simulate", "-h").stdout
    lines = piped(*COMMAND, "games").stdout.decode().splitlines()
    assert max(map(len, lines)) > 120 and all(re.match(r"(\S|  \w|    \S).*: |  (presets|options)$|$", line) for line in lines)


def test_options_a_game_does_not_have_are_named_as_they_were_typed(here: Here, tmp_path: Path) -> None:
    for flag, why in (("--words", "is played without words"), ("--cards", "is not played with two-letter cards")):
        result = here("simulate", "mitch", flag, str(tmp_path / "x"))
        assert (result.returncode, result.stderr) == (2, f"muckle: Mitch {why}, so it takes no {flag}\n".encode())
    result = here("simulate", "mitch", "--set", "seats=2", "--set", "seats=3")
    assert result.stderr == b"muckle: --set says seats=2 and seats=3; which is it? [General 16]\n"


@pytest.mark.slow
def test_where_nothing_can_be_kept_one_line_says_so() -> None:
    result = piped(*COMMAND, "simulate", "mitch", "--preset", "tiny", "--games", "1", NUMBA_CACHE_DIR="/proc/none")
    assert result.returncode == 0
    told = [line for line in result.stderr.decode().splitlines() if line.startswith("muckle: ")]
    assert told == ["muckle: every run compiles again, as /proc/none cannot be written; NUMBA_CACHE_DIR names another folder"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("rules revolution", "no game is called 'revolution'; it is a preset of mitch"),
        ("simulate mitch --preset foo", "mitch has no preset 'foo'; there are mitch, "),
        ("simulate muckell --seats 0", "mickell: seats must be a whole number from 2 to 10000, got 0"),
        ("play mitch --name ''", "a name has 1 to 40 characters that can be shown, got ''"),
        ("simulate mitch --players greedy,,random,random", "no player is called ''"),
        ("simulate mitch --seats 2 --players program:,random", "program: names no program; write program:COMMAND"),
        ("replay x.jsonl --cores 2", "--seconds, --cores and --cluster are for judging decisions: add --analyse"),
    ],
)
def test_a_refusal_says_what_there_is(here: Here, command: str, message: str) -> None:
    result = here(*shlex.split(command))
    assert result.returncode == 2 and result.stderr.decode().startswith(f"muckle: {message}"), result.stderr


def test_the_usual_bot_is_that_of_the_room() -> None:
    defaults = [inspect.signature(each).parameters["against"].default for each in (play_command.play, play)]
    assert defaults == [players.DEFAULT_LEVEL] * 2


@pytest.mark.slow
def test_a_recorded_match_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    played = [*COMMAND, "simulate", "mitch", "--preset", "tiny", "--games", "2", "--seed", "5", "--transcripts", str(file)]
    assert piped(*played).returncode == 0
    judge = [*COMMAND, "replay", str(file), "--analyse"]
    told = piped(*judge)
    assert (told.returncode, told.stderr.removeprefix(COMPILING)) == (0, b"")
    assert told.stdout.decode().count("judged by expert, seed 0, in points.") == 2
    lines = [json.loads(line) for line in piped(*judge, "--json").stdout.decode().splitlines()]
    assert len(lines) == 2 and all(each["loss"] is not None for line in lines for each in line["decisions"])
    assert piped(*judge, "--json").stdout == piped(*judge, "--json").stdout, "same seed, same judgement"
    refused = piped(*judge, "--level", "greedy")
    assert refused.returncode == 2 and b"does not search" in refused.stderr

"""The record of a crowd: what is written is accepted, and whatever is changed in it is refused with its line."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from muckle import games
from muckle.engine.crowd import CrowdOptions
from muckle.errors import TranscriptError
from muckle.lab.simulate import simulate
from muckle.match import transcript
from muckle.match.crowd import board_worth, crowd_seat, play_timeouts, standings
from muckle.match.crowd_check import check_all
from muckle.match.header import promised_header
from muckle.match.match import Match, deal_promised, load, new_match
from muckle.match.transcript import StandingsLine
from patience import PATIENCE

Row = dict[str, Any]
SEATS = 3


def options(**given: int | str) -> CrowdOptions:
    read = games.find("mickell").read_options("tiny", {"seats": SEATS, **given})
    assert isinstance(read, CrowdOptions)
    return read


def written(**given: int | str) -> list[Row]:
    """Return the rows of a crowd's record; the last two of its three seats play at random."""
    file = io.StringIO()
    players = ["greedy", "random", "random"]
    simulate("mickell", "tiny", seats=SEATS, players=players, seed=4, transcripts=file, **given)
    return [json.loads(line) for line in file.getvalue().splitlines()]


def checked(rows: Iterable[Row]) -> list[Match | StandingsLine]:
    return [*check_all(transcript.read_all(json.dumps(row).encode() for row in rows))]


def headers(rows: list[Row]) -> list[int]:
    """Return the numbers of the rows with which boards begin."""
    return [at for at, row in enumerate(rows) if "game" in row]


@pytest.mark.parametrize("tie", ["shared", "longest_word"])
def test_what_is_written_is_accepted(tie: str) -> None:
    rows = written(tie=tie)
    *boards, last = checked(rows)
    assert len(boards) == SEATS and isinstance(last, StandingsLine) and last.number == len(rows)
    assert len(checked(rows + rows)) == 2 * (SEATS + 1), "crowds stand one behind the other"
    assert len(checked(rows[:-1])) == SEATS, "a crowd that goes on has no standings yet"
    assert rows[0]["crowd"]["options"]["tie"] == tie


def test_a_board_is_a_match_that_can_be_loaded_alone() -> None:
    rows = written()
    board = load("\n".join(map(json.dumps, rows[: headers(rows)[1]])))
    assert board.over and board.header.crowd and board.header.crowd.seats == SEATS
    assert transcript.read_one(board.transcript()).header == board.header


def another_deck(rows: list[Row]) -> None:
    """Replace the second board by one of another crowd, which is right by itself but has other cards."""
    file = io.StringIO()
    simulate("mickell", "tiny", seats=SEATS, seed=5, transcripts=file)
    other = [json.loads(line) for line in file.getvalue().splitlines()]
    (one, two, three), (_, begin_at, end) = headers(rows), headers(other)
    rows[two:three] = other[begin_at:end]
    rows[two]["crowd"]["id"] = rows[one]["crowd"]["id"]


def other_draws(rows: list[Row]) -> None:
    """Replace the second board likewise, without seeds: only the cards differ."""
    another_deck(rows)
    for at in headers(rows):
        rows[at]["seed"] = None


def second(rows: list[Row]) -> Row:
    return rows[headers(rows)[1]]


def seat_twice(rows: list[Row]) -> None:
    second(rows)["crowd"]["seat"] = 0


def no_such_seat(rows: list[Row]) -> None:
    second(rows)["crowd"]["seat"] = SEATS


def other_size(rows: list[Row]) -> None:
    second(rows)["crowd"]["seats"] = SEATS + 1


def other_tie(rows: list[Row]) -> None:
    second(rows)["crowd"]["options"]["tie"] = "longest_word"


def no_pace(rows: list[Row]) -> None:
    del second(rows)["crowd"]["options"]["pace"]


def other_rules(rows: list[Row]) -> None:
    second(rows)["options"]["claims_per_turn"] = "unlimited"


def other_crowd(rows: list[Row]) -> None:
    second(rows)["crowd"]["id"] = "another"


def no_crowd(rows: list[Row]) -> None:
    del second(rows)["crowd"]


def board_gone(rows: list[Row]) -> None:
    del rows[headers(rows)[1] : headers(rows)[2]]


def all_boards_gone(rows: list[Row]) -> None:
    del rows[:-1]


def board_cut_short(rows: list[Row]) -> None:
    del rows[headers(rows)[1] + 3 : headers(rows)[2]]


def given_up(rows: list[Row]) -> None:
    row = rows[headers(rows)[2] - 1]
    del rows[headers(rows)[2] - 2]
    row |= {"winners": [], "reason": "seat 1 gave up", "resigned": 0}


def place(rows: list[Row]) -> None:
    rows[-1]["places"][2] += 1


def score(rows: list[Row]) -> None:
    rows[-1]["scores"][0] += 1


def tiebreak(rows: list[Row]) -> None:
    rows[-1]["tiebreaks"][1] = 5


def place_too_many(rows: list[Row]) -> None:
    rows[-1]["places"].append(3)


def other_field(rows: list[Row]) -> None:
    rows[-1]["winner"] = 0


def action(rows: list[Row]) -> None:
    rows[headers(rows)[1] + 1]["action"] = "discard"


TAMPERED: list[tuple[Callable[[list[Row]], None], str, str]] = [
    (another_deck, "second", "seed is not that of the other boards"),
    (other_draws, "second", "on the other boards of the crowd [Muckell 1]"),
    (seat_twice, "second", "seat 0 of the crowd '4-0' has a board already"),
    (no_such_seat, "second", "a crowd of 3 has the seats 0 to 2, got 3"),
    (other_size, "second", "crowd is not that of the other boards"),
    (other_tie, "second", "crowd is not that of the other boards"),
    (no_pace, "second", "a crowd's record has the options pace=wait_for_all"),
    (other_rules, "second", "options is not that of the other boards"),
    (other_crowd, "last", "of the crowd '4-0' the board of seat 0 is missing"),
    (no_crowd, "last", "of the crowd '4-0' the board of seat 0 is missing"),
    (board_gone, "last", "of the crowd '4-0' the board of seat 1 is missing"),
    (all_boards_gone, "last", "standings of the crowd '4-0', and none of its boards before"),
    (board_cut_short, "last", "the board of seat 1 is not over, and no card waits for it [Muckell D11]"),
    (given_up, "result", "nobody gives up in a crowd"),
    (place, "last", "places: seat 2 has "),
    (score, "last", "scores: seat 0 has "),
    (tiebreak, "last", "tiebreaks: seat 1 has 0, recorded is 5 [Muckell 6]"),
    (place_too_many, "last", "places has an entry for each of 3 seats, got 4"),
    (other_field, "last", "expected a line of standings; 'winner' is none of its fields"),
    (action, "first decision", ""),
]


@pytest.mark.parametrize(("tamper", "where", "message"), TAMPERED, ids=[each[0].__name__ for each in TAMPERED])
def test_what_is_changed_is_refused_with_its_line(tamper: Callable[[list[Row]], None], where: str, message: str) -> None:
    rows = written()
    tamper(rows)
    with pytest.raises(TranscriptError) as caught:
        checked(rows)
    starts = headers(rows)
    line = {
        "second": lambda: starts[1] + 1,
        "last": lambda: len(rows),
        "result": lambda: starts[2],
        "first decision": lambda: starts[1] + 2,
    }[where]()
    assert str(caught.value).startswith(f"line {line}: ") and message in str(caught.value)


def test_a_game_without_a_crowd_has_no_boards() -> None:
    match = new_match("mitch", "tiny", seed=1)
    row = json.loads(match.transcript().splitlines()[0]) | {"crowd": written()[0]["crowd"]}
    with pytest.raises(TranscriptError, match="line 1: mitch with these options is no board of a crowd"):
        checked([row])


def hosted(late: str, called: int) -> list[Row]:
    """Return the record of a crowd with a secret, played by one seat as far as the calls went, and by nobody else."""
    led, kind = options(pace="caller", late=late), games.find("mickell")
    assert kind.crowd
    rows, worths = list[Row](), []
    for seat in range(SEATS):
        promised = promised_header(kind, led.alone(), "pub.1", "5e" * 32)
        board = deal_promised(replace(promised, crowd=crowd_seat(led, "pub.1", seat)), "5e" * 32, ["ab" * 32])
        if seat == 0 or late == "discard_current":
            play_timeouts(kind.crowd, board, called)
        rows += [json.loads(line) for line in board.transcript().splitlines()]
        worths.append(board_worth(kind.crowd, led, board))
    return [*rows, json.loads(transcript.write_standings(standings("pub.1", worths)))]


def test_a_hosted_crowd_has_one_commitment_and_one_secret() -> None:
    last = options().turns() + 1
    rows = hosted("discard_current", last)
    assert len(checked(rows)) == SEATS + 1 and rows[0]["commitment"] == second(rows)["commitment"]
    second(rows)["salts"] = ["cd" * 32]
    with pytest.raises(TranscriptError, match=f"line {headers(rows)[1] + 1}: "):
        checked(rows)


def test_who_has_cards_queued_at_the_end_has_a_board_that_is_not_over() -> None:
    """Muckell D14 with late = queue; if no card waits, every board must be over."""
    last = options().turns() + 1
    assert len(checked(hosted("queue", last))) == SEATS + 1
    with pytest.raises(TranscriptError, match="the board of seat 0 is not over"):
        checked(hosted("discard_current", last - 1))


def test_the_command_checks_crowds_and_tells_where_standings_are_missing(tmp_path: Path) -> None:
    file, rows = tmp_path / "crowd.jsonl", written()
    for kept, told in (
        (rows, "1 crowd: the same cards on every board"),
        (rows[:-1], "3 boards of a crowd without its standings"),
    ):
        file.write_text("\n".join(map(json.dumps, kept)), encoding="utf-8")
        command = [sys.executable, "-m", "muckle", "replay", str(file), "--check"]
        ran = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True, text=True)
        assert f": {SEATS} matches, " in ran.stdout and told in ran.stdout

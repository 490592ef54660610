"""The record of a round of Muckell: what is written is accepted, and whatever is changed in it is refused with its line."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from muckle import games
from muckle.cli.round_check import check_records
from muckle.errors import TranscriptError
from muckle.games.mickell.muckell import Options, Standings, read_options, standings
from muckle.match.header import promised_header
from muckle.match.match import Match, deal_promised, load, new_match
from muckle.muckell_rounds import simulate_rounds
from muckle.server.events.boards import turn_of, worth_of
from muckle.server.tables.calls import play_timeouts
from patience import PATIENCE

Row = dict[str, Any]
SEATS = 3


def options(**given: int | str) -> Options:
    return read_options("tiny", {"seats": SEATS, **given})


def written(*, seed: int = 4, **given: int | str) -> list[Row]:
    """Return the rows of a round's record; the last two of its three seats play at random."""
    file = io.StringIO()
    players = ["greedy", "random", "random"]
    simulate_rounds("tiny", seats=SEATS, players=players, seed=seed, transcripts=file, **given)
    return [json.loads(line) for line in file.getvalue().splitlines()]


def checked(rows: Iterable[Row]) -> list[Match | Standings]:
    return [*check_records(json.dumps(row).encode() for row in rows)]


def headers(rows: list[Row]) -> list[int]:
    """Return the numbers of the rows with which boards begin."""
    return [at for at, row in enumerate(rows) if "game" in row]


@pytest.mark.parametrize("tie", ["shared", "longest_word"])
def test_what_is_written_is_accepted(tie: str) -> None:
    rows = written(tie=tie)
    *boards, last = checked(rows)
    assert len(boards) == SEATS and isinstance(last, Standings) and last.muckell["tie"] == tie
    assert len(checked(rows + rows)) == 2 * (SEATS + 1), "one round after the other"
    assert len(checked(rows[1:] + rows)) == 2 * SEATS + 1, "boards alone are matches"


def test_a_board_is_a_match_that_can_be_loaded_alone() -> None:
    rows = written()
    assert load("\n".join(map(json.dumps, rows[1 : headers(rows)[1]]))).over


def another_deck(rows: list[Row]) -> None:
    """Replace the second board by one of another round, which is right by itself but has other cards."""
    other = written(seed=5)
    (_, two, three), (_, begin_at, end) = headers(rows), headers(other)
    rows[two:three] = other[begin_at:end]


def other_draws(rows: list[Row]) -> None:
    """Replace the second board likewise, without seeds: only the cards differ."""
    another_deck(rows)
    for at in headers(rows):
        rows[at]["seed"] = None


def second(rows: list[Row]) -> Row:
    return rows[headers(rows)[1]]


def other_tie(rows: list[Row]) -> None:
    rows[0]["muckell"]["tie"] = "shortest_word"


def no_pace(rows: list[Row]) -> None:
    del rows[0]["muckell"]["pace"]


def one_seat(rows: list[Row]) -> None:
    for name in ("places", "scores", "tiebreaks"):
        del rows[0][name][1:]


def other_rules(rows: list[Row]) -> None:
    second(rows)["options"]["claims_per_turn"] = "unlimited"


def board_gone(rows: list[Row]) -> None:
    del rows[headers(rows)[1] : headers(rows)[2]]


def all_boards_gone(rows: list[Row]) -> None:
    del rows[1:]


def begun_again(rows: list[Row]) -> None:
    rows.insert(headers(rows)[1], rows[0])


def board_cut_short(rows: list[Row]) -> None:
    del rows[headers(rows)[1] + 3 : headers(rows)[2]]


def given_up(rows: list[Row]) -> None:
    row = rows[headers(rows)[2] - 1]
    del rows[headers(rows)[2] - 2]
    row |= {"winners": [], "reason": "seat 1 gave up", "resigned": 0}


def place(rows: list[Row]) -> None:
    rows[0]["places"][2] += 1


def score(rows: list[Row]) -> None:
    rows[0]["scores"][0] += 1


def tiebreak(rows: list[Row]) -> None:
    rows[0]["tiebreaks"][1] = 5


def score_too_many(rows: list[Row]) -> None:
    rows[0]["scores"].append(3)


def other_field(rows: list[Row]) -> None:
    rows[0]["winner"] = 0


def action(rows: list[Row]) -> None:
    rows[headers(rows)[1] + 1]["action"] = "discard"


TAMPERED: list[tuple[Callable[[list[Row]], None], str, str]] = [
    (another_deck, "second", "seed is not that of the other boards"),
    (other_draws, "second", "on the other boards of the round [Muckell 1]"),
    (other_tie, "round", "tie must be one of shared, longest_word"),
    (no_pace, "round", "a round has the options pace=wait_for_all"),
    (one_seat, "round", "seats must be a whole number from 2 to 10000, got 1"),
    (other_rules, "second", "options is not that of the other boards"),
    (board_gone, "round", "the round that begins here has 3 boards, and 2 of them follow"),
    (begun_again, "round", "the round that begins here has 3 boards, and 1 of them follow"),
    (all_boards_gone, "round", "the round that begins here has 3 boards, and 0 of them follow"),
    (board_cut_short, "its last", "this board is not over, and no card waits for it [Muckell D11]"),
    (given_up, "its last", "nobody gives up Muckell"),
    (place, "round", "places: seat 2 has "),
    (score, "round", "scores: seat 0 has "),
    (tiebreak, "round", "tiebreaks: seat 1 has 0, recorded is 5 [Muckell 6]"),
    (score_too_many, "round", "scores has an entry for each of 3 seats, got 4"),
    (other_field, "round", "expected the standings of a round; Object contains unknown field `winner`"),
    (action, "its first", ""),
]


@pytest.mark.parametrize(("tamper", "where", "message"), TAMPERED, ids=[each[0].__name__ for each in TAMPERED])
def test_what_is_changed_is_refused_with_its_line(tamper: Callable[[list[Row]], None], where: str, message: str) -> None:
    rows = written()
    tamper(rows)
    with pytest.raises(TranscriptError) as caught:
        checked(rows)
    starts = headers(rows)
    line = {
        "round": lambda: 1,
        "second": lambda: starts[1] + 1,
        "its first": lambda: starts[1] + 2,
        "its last": lambda: starts[2],
    }
    assert str(caught.value).startswith(f"line {line[where]()}: ") and message in str(caught.value)


def test_a_game_of_another_kind_has_no_rounds() -> None:
    row = json.loads(new_match("mitch", "tiny", seed=1).transcript().splitlines()[0])
    with pytest.raises(TranscriptError, match="line 1: a board of Muckell is a match of mickell, got one of mitch"):
        checked([written()[0], row])


def hosted(late: str, called: int) -> list[Row]:
    """Return the record of a round with a secret, played by one seat as far as the calls went, and by nobody else."""
    led, rows, worths = options(pace="caller", late=late), list[Row](), []
    promised = promised_header(games.find("mickell"), led.alone(), "pub.1", "5e" * 32)
    for seat in range(SEATS):
        board = deal_promised(promised, "5e" * 32, ["ab" * 32])
        if seat == 0 or late == "discard_current":
            play_timeouts(turn_of, board, called)
        rows += [json.loads(line) for line in board.transcript().splitlines()]
        worths.append(worth_of(led, board))
    return [json.loads(standings(led, worths).line()), *rows]


def test_a_hosted_round_has_one_commitment_and_one_secret() -> None:
    last = options().turns() + 1
    rows = hosted("discard_current", last)
    assert len(checked(rows)) == SEATS + 1 and rows[1]["commitment"] == second(rows)["commitment"]
    second(rows)["salts"] = ["cd" * 32]
    with pytest.raises(TranscriptError, match=f"line {headers(rows)[1] + 1}: "):
        checked(rows)


def test_who_has_cards_queued_at_the_end_has_a_board_that_is_not_over() -> None:
    """Muckell D14 with late = queue; if no card waits, every board must be over."""
    last = options().turns() + 1
    assert len(checked(hosted("queue", last))) == SEATS + 1
    with pytest.raises(TranscriptError, match="this board is not over"):
        checked(hosted("discard_current", last - 1))


@pytest.mark.parametrize(("more", "told"), [(["--check"], "1 round of Muckell: the same cards"), ([], "Match 3")])
def test_the_command_checks_rounds_and_steps_through_their_boards(tmp_path: Path, more: list[str], told: str) -> None:
    file = tmp_path / "round.jsonl"
    file.write_text("\n".join(map(json.dumps, written())), encoding="utf-8")
    command = [sys.executable, "-m", "muckle", "replay", str(file), *more]
    ran = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True, text=True, input="")
    assert told in ran.stdout and (not more or f": {SEATS} matches, " in ran.stdout)

"""Simulated rounds of Muckell: each board is a match of its own with the same cards; the numbers are those of places."""

from __future__ import annotations

import io
import json
import signal
import statistics
from typing import Any

import pytest
from typer.testing import CliRunner

from interrupts import CutFile
from muckle.cli import app
from muckle.cli.round_check import read_matches
from muckle.errors import OptionsError
from muckle.games.mickell.muckell import Worth, places
from muckle.lab.plan import match_seed
from muckle.lab.simulate import Interrupted
from muckle.match import transcript
from muckle.match.match import check_transcript
from muckle.muckell_rounds import BoardWork, RoundsReport, simulate_rounds
from muckle.players import find
from muckle.players.chooser import Chooser
from steps import action_text

TINY: dict[str, Any] = {"preset": "tiny", "seats": 3}


def recorded(**asked: Any) -> tuple[RoundsReport, list[transcript.Transcript]]:
    file = io.StringIO()
    report = simulate_rounds(**{**TINY, **asked}, transcripts=file)
    return report, [*read_matches(file.getvalue().encode().splitlines())]


def test_every_board_is_the_match_of_the_same_cards_with_players_chance_of_its_own() -> None:
    _, matches = recorded(games=2, players=["greedy", "random", "random"], seed=5)
    assert [match.header.seed for match in matches] == [match_seed(5, game) for game in (0, 0, 0, 1, 1, 1)]
    for number, read in enumerate(matches):
        match, seed = check_transcript(read).at(0), match_seed(match_seed(5, number // 3), number % 3)
        chooser, who = Chooser(match.position, seed), find("greedy" if number % 3 == 0 else "random", match.game)
        while not match.over:
            action = chooser.choose(who.manner(match.game), match.position, who.graph(match.words))
            match.apply(action_text(match.position, action))
        assert match.scores == list(read.result.scores if read.result else ()), number
    assert len({read.lines for read in matches[1:3]}) == 2, "two that play at random do not play alike"


def test_a_report_counts_scores_places_and_shares() -> None:
    report, matches = recorded(games=40, seats=4, players=["greedy", "random", "greedy", "random"])
    scores = [[match.result.scores[0] for match in matches[at : at + 4] if match.result] for at in range(0, 160, 4)]
    placed = [places([Worth(score, 0) for score in game]) for game in scores]
    wins = [statistics.fmean((game[seat] == 1) / game.count(1) for game in placed) for seat in range(4)]
    assert report.win_shares == pytest.approx(wins, abs=1e-5)
    assert report.mean_scores == pytest.approx([statistics.fmean(seat) for seat in zip(*scores, strict=True)])
    assert report.best_score == max(map(max, scores))
    assert report.winning_score == pytest.approx(statistics.fmean(map(max, scores)), abs=1e-5)
    assert report.spread**2 == pytest.approx(statistics.fmean(map(statistics.pvariance, scores)), abs=1e-4)
    assert report.shared_firsts == statistics.fmean(game.count(1) > 1 for game in placed)
    assert report.shared_places == pytest.approx(statistics.fmean(g.count(p) > 1 for g in placed for p in g), abs=1e-5)
    assert (report.seats, report.games, report.decisions) == (4, 40, sum(len(match.lines) for match in matches))


def test_the_longest_word_parts_equal_scores_in_simulations_too() -> None:
    asked: dict[str, Any] = {"seats": 6, "deck": "recommended48", "rows": 3}
    told = {
        tie: simulate_rounds("tiny", **asked, games=20, players="greedy", tie=tie, dictionary="american-standard")
        for tie in ("shared", "longest_word")
    }
    shared, parted = told["shared"], told["longest_word"]
    assert shared.mean_score == parted.mean_score
    assert shared.shared_places > parted.shared_places


def test_counting_and_recording_are_the_same_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardWork, "few", 0)
    asked: dict[str, Any] = {**TINY, "games": 9, "players": "random", "seed": 3}
    texts = {cores: io.StringIO() for cores in (1, 2)}
    reports = [simulate_rounds(**asked, transcripts=file, cores=cores) for cores, file in texts.items()]
    reports += [simulate_rounds(**asked, cores=cores) for cores in (1, 2)]
    assert texts[1].getvalue() == texts[2].getvalue() != ""
    assert len({(one.mean_scores, one.win_shares, one.decisions, one.spread, one.shared_places) for one in reports}) == 1


def test_what_is_written_is_counted_whenever_an_interrupt_comes() -> None:
    file = CutFile()
    with pytest.raises(Interrupted) as caught:
        simulate_rounds(**TINY, games=10**9, cores=1, transcripts=file)
    matches = [*read_matches(file.getvalue().encode().splitlines())]
    assert len(matches) == 3 * caught.value.report.games > 0 and file.writes >= 3


def test_an_interrupt_keeps_the_games_that_are_complete() -> None:
    done = 0

    def interrupt(matches: int) -> None:
        nonlocal done
        done += matches
        if done > 20:
            signal.raise_signal(signal.SIGINT)

    file = io.StringIO()
    with pytest.raises(Interrupted) as caught:
        simulate_rounds(**TINY, games=10**9, cores=1, progress=interrupt, transcripts=file)
    report = caught.value.report
    assert report.games == done // 3
    assert len([*read_matches(file.getvalue().encode().splitlines())]) == 3 * report.games


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seats": 10_001}, "mickell: seats must be a whole number from 2 to 10000, got 10001"),
        ({"players": ["random", "easy"]}, "muckell: expected 1 or 3 for players"),
        ({"pace": "never"}, "mickell: pace must be wait_for_all, caller or seconds:1"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError) as caught:
        simulate_rounds(**{**TINY, **wrong})
    assert str(caught.value).startswith(message)


def test_a_report_has_a_line_a_seat_or_one_for_all_seats_of_a_player() -> None:
    assert [line.split()[:3] for line in simulate_rounds(**TINY).lines()[1:4]] == [["Seat", n, "random"] for n in "123"]
    told = simulate_rounds("tiny", seats=30, players=["greedy"] * 20 + ["random"] * 10).lines()
    assert [line.split()[:3] for line in told[1:3]] == [["20", "seats", "greedy"], ["10", "seats", "random"]]
    assert told[0].startswith("muckell (version 1 of its rules), 30 seats, 1 game, seed 0") and "share their place" in told[4]


def test_the_command_tells_of_rounds_and_refuses_what_boards_do_not_have() -> None:
    asked = ["simulate", "muckell", "--preset", "tiny", "--seats", "5", "--players", "greedy"]
    told = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert (told["seats"], told["games"], len(told["win_shares"])) == (5, 1, 5) and told["best_score"] >= 0
    assert "share their place" in CliRunner().invoke(app, asked).stdout
    refused = CliRunner().invoke(app, [*asked, "--starter", "1"])
    assert isinstance(refused.exception, OptionsError) and "each seat has its own board" in str(refused.exception)

"""Leads: who leads and who is last is read off the scores of the matches, in every game with several seats."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from muckle.cli import app
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.ask import ask
from muckle.lab.plan import make_plan
from muckle.lab.questions.leads import PARTS, lead_for_good, moment
from muckle.lab.record import Recorder

GAMES = 40


def test_leaders_and_last_ones_are_those_of_the_matches() -> None:
    """Every match is played again from its transcript's actions, and its scores are read from the position."""
    found = ask("leads", "multzo", games=GAMES, players="random", seed=5, cores=1).figures
    recorder = Recorder(make_plan("multzo", None, {}, "random", 5, GAMES))
    led, leader_won, for_good = list[int](), list[float](), list[float]()
    for number in range(GAMES):
        trail = replay(recorder, number)
        final = recorder.play_match(number).result
        half = trail[(len(trail) - 1) // 2]
        if half.count(max(half)) == 1:
            led.append(number)
            leader_won.append((half.index(max(half)) in final.winners) / len(final.winners))
        if len(final.winners) == 1:
            winner = final.winners[0]
            level = [at for at, now in enumerate(trail) if now[winner] <= max(now[:winner] + now[winner + 1 :])]
            for_good.append(min(max(level) + 1, len(trail) - 1) / (len(trail) - 1))
    half_way = found.moments[PARTS // 2 - 1]
    assert half_way.leader_wins and found.for_good
    assert half_way.led.mean == pytest.approx(len(led) / GAMES)
    assert half_way.leader_wins.mean == pytest.approx(np.mean(leader_won), abs=1e-6)
    assert found.for_good.mean == pytest.approx(np.mean(for_good), abs=1e-6)


def replay(recorder: Recorder, number: int) -> list[list[int]]:
    """Return the scores before each decision of a match, and at its end."""
    decisions = recorder.play_match(number).decisions
    taken = recorder._taken[:decisions].tolist()  # pyright: ignore[reportPrivateUsage]
    position = Position(find("multzo"), recorder.plan.options, recorder.plan.graph)
    position.deal(recorder.seeds(number)[0])
    scores = [[*position.scores()]]
    for action in taken:
        position.apply(action)
        scores.append([*position.scores()])
    return scores


def test_a_shared_lead_is_nobodys_and_a_shared_win_counts_as_its_share() -> None:
    scores = np.array([[5, 3, 1], [4, 4, 2], [6, 2, 2]])
    wins = np.array([[0.5, 0.5, 0], [0, 1, 0], [0, 0, 1]])
    found = moment(0.5, scores, wins)
    assert found.leader_wins and found.last_wins
    assert (found.led.mean, found.leader_wins.mean) == (pytest.approx(2 / 3, abs=1e-6), 0.25)
    assert (found.trailed.mean, found.last_wins.mean) == (pytest.approx(2 / 3, abs=1e-6), 0)


def test_who_draws_level_does_not_lead_for_good() -> None:
    assert lead_for_good(np.array([[0, 0], [1, 0], [1, 1], [2, 1], [3, 1]]), 0) == 3
    assert lead_for_good(np.array([[0, 0], [0, 0], [1, 1]]), 0) == 2, "decided by another thing than the score"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["alphabetickell", "grabble_road", "mitch"])
def test_other_games_have_leads(game: str) -> None:
    found = ask("leads", game, games=20, players="random", cores=1)
    assert len(found.figures.moments) == PARTS - 1 and found.run["games"] == 20
    told = " ".join(found.sentences)
    assert "Half-way" in told and "The later winner leads alone for good from" in told


def test_where_the_rules_count_nothing_before_the_end_nobody_leads() -> None:
    answer = ask("leads", "mitch", "tiny", games=20, players="random", cores=1)
    found = answer.figures
    assert found.moments[5].leader_wins is None and found.for_good and found.for_good.mean == 1
    assert "Half-way nobody leads yet: the rules have counted no difference of scores." in answer.sentences


def test_a_game_for_one_has_no_leads() -> None:
    with pytest.raises(OptionsError, match="leads are those of several seats at one table"):
        ask("leads", "mickell", games=1)


def test_the_command_prints_a_table_or_json() -> None:
    command = ["leads", "mitch", "--preset", "tiny", "--games", "30", "--players", "random"]
    text, found = (CliRunner().invoke(app, [*command, *more]).stdout for more in ([], ["--json"]))
    assert "mitch (version" in text and "part played" in text
    run = ["game", "version", "options", "seats", "players", "seed", "games"]
    assert [*run, "moments", "for_good", "ties"] == [*json.loads(found)]

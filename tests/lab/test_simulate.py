"""Simulations: what is refused, what an interrupt leaves, and that transcripts are those of the matches they tell of."""

from __future__ import annotations

import io
import signal
from typing import Any

import numba
import numpy as np
import pytest

from interrupts import CutFile
from muckle.errors import MuckleError, OptionsError
from muckle.games import GAMES
from muckle.lab.matches import PlayingWork
from muckle.lab.plan import make_plan, match_seed
from muckle.lab.pool import Cores, WorkerProcess
from muckle.lab.record import Recorder, RecordingWork
from muckle.lab.simulate import Interrupted, simulate
from muckle.match import transcript
from muckle.match.match import Match, new_match
from muckle.players import find
from muckle.players.chooser import Chooser
from muckle.players.match_row import DECISIONS, layout
from steps import action_text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": [print]}, "players are names such as 'greedy', one for each seat or one for all, got [<built-in"),
        ({"players": 3}, "players are names such as"),
        ({"players": ["greedy"] * 3}, "mitch: expected 1 or 4 for players"),
        ({"players": ""}, "no player is called ''"),
        ({"cores": -3}, "the number of cores is a whole number from 1 to 1024, got -3"),
        ({"cores": "x"}, "the number of cores is a whole number from 1 to 1024, got 'x'"),
        ({"games": 0}, "the number of games is a whole number from 1"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError) as caught:
        simulate("mitch", **wrong)
    assert str(caught.value).startswith(message)


TURNS = ("alphabetickell", "multzo")
"""Games whose recorder no other short test compiles. Compiling one takes three seconds."""


def played(game: str, seed: int, player: str, **options: Any) -> Match:
    """Return a match that is played action by action, as text, by a player that chooses as in a simulation."""
    match = new_match(game, seed=seed, narrate=False, **options)
    chooser, who = Chooser(match.position, seed), find(player)
    while not match.over:
        action = chooser.choose(who.manner(match.game), match.position, who.graph(match.words))
        match.apply(action_text(match.position, action))
    return match


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game in TURNS)) for game in GAMES])
def test_recorded_games_are_byte_for_byte_the_matches_of_their_seeds(game: str, player: str) -> None:
    plan = make_plan(game, None, {}, player, 8, 2)
    rows, text = Recorder(plan).record_transcripts(range(2))[:2]
    matches = [played(game, match_seed(8, number), player) for number in range(2)]
    assert text == "".join(match.transcript() for match in matches)
    assert (rows == np.concatenate([part.rows for part in Cores(1).in_order(PlayingWork(plan), range(2))])).all(), (
        "what is written down is what is counted"
    )
    assert rows[:, DECISIONS].tolist() == [len(match.decisions) for match in matches]
    assert layout(GAMES[game], plan.options.seats).scores(rows).tolist() == [list(match.scores) for match in matches]


def test_a_match_that_needs_more_room_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Recorder(make_plan("mitch", None, {}, "random", 8, 1)).record_transcripts([0]).text
    monkeypatch.setattr("muckle.lab.record.ROOM", 3)
    assert Recorder(make_plan("mitch", None, {}, "random", 8, 1)).record_transcripts([0]).text == whole


def test_transcripts_are_the_same_whatever_the_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordingWork, "few", 0)
    texts = {cores: io.StringIO() for cores in (1, 3)}
    reports = [simulate("mitch", "tiny", games=25, seed=3, transcripts=file, cores=n) for n, file in texts.items()]
    assert texts[1].getvalue() == texts[3].getvalue() != ""
    assert reports[0].mean_scores == reports[1].mean_scores and reports[0].decisions == reports[1].decisions
    assert reports[1].cpu_seconds > 0


def test_a_worker_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = WorkerProcess(RecordingWork(make_plan("mitch", "tiny", {}, "random", 1, 1)))
    assert len(worker.ask(range(2)).rows) == 2
    worker._process.kill()  # pyright: ignore[reportPrivateUsage]
    with pytest.raises((MuckleError, BrokenPipeError)):
        worker.ask(range(2))
    worker.end()


def test_what_is_written_is_counted_whenever_an_interrupt_comes() -> None:
    file, before = CutFile(), signal.getsignal(signal.SIGINT)
    with pytest.raises(Interrupted) as caught:
        simulate("mitch", "tiny", games=10**9, cores=1, transcripts=file)
    matches = [*transcript.read(file.getvalue().encode().splitlines())]
    assert len(matches) == caught.value.report.games > 0 and file.writes == 3
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("written", [False, True], ids=["counted", "recorded"])
def test_an_interrupt_keeps_what_was_counted(written: bool) -> None:
    file, done = io.StringIO(), 0

    def interrupt(games: int) -> None:
        nonlocal done
        done += games
        if done > 20:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as caught:
        simulate("mitch", "tiny", games=10**9, cores=1, progress=interrupt, transcripts=file if written else None)
    report = caught.value.report
    assert report.interrupted and report.games == done > 20 and report.asked == 10**9
    assert sum(report.win_shares) == pytest.approx(1, abs=1e-4)
    if written:
        matches = [*transcript.read(file.getvalue().encode().splitlines())]
        assert len(matches) == report.games, "whole matches only"


def test_what_is_compiled_is_told_part_by_part() -> None:
    from muckle.engine import compile
    from muckle.engine.compile import compiling

    def fresh(x: int) -> int:
        return x + 1

    fresh.__module__ = "muckle.games.grabble_road.rules"
    function, told = fresh if compile.PLAIN else numba.njit(fresh), list[str]()  # not kept on disk
    with compiling(told.append):
        assert function(1) == function(2) - 1 == 2
    assert told == ([] if compile.PLAIN else ["Grabble Road: rules"])

"""Tournaments: who meets whom, ratings and ties; and players of one's own, who see no more than others."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muckle.errors import MuckleError, OptionsError
from muckle.lab import outsiders
from muckle.lab.simulate import Interrupted, simulate
from muckle.lab.tournament import Results, intervals, lineups, rate, tournament
from muckle.terminal.tournament import headline, show_standings

BOTS = """
import numpy as np
seen = []

def first(position, seed):
    return position.legal()[0]

def watching(position, seed):
    seen.append((position.turn, position.plain_state))
    return position.legal()[seed % len(position.legal())]

def wrong(position, seed):
    return -1
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["game"] == "mitch" and asked["scene"] and asked["legal"]
    print(json.dumps({"action": asked["legal"][0]}), flush=True)
"""


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of players, and a program."""
    (tmp_path / "own_bots.py").write_text(BOTS)
    (tmp_path / "program.py").write_text(PROGRAM)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    return tmp_path


@pytest.mark.parametrize(("players", "seats", "number"), [(4, 2, 12), (3, 3, 3), (2, 4, 2), (3, 4, 4), (5, 3, 30)])
def test_everybody_sits_everywhere_equally_often(players: int, seats: int, number: int) -> None:
    tables = lineups(players, seats)
    assert len(tables) == len(set(tables)) == number
    for seat in range(seats):
        often = Counter(table.seated[seat] for table in tables)
        assert len(often) == players and ((players == 3 and seats == 4) or len(set(often.values())) == 1)


def test_ratings_are_the_odds_and_a_tie_is_half_a_win() -> None:
    assert np.diff(rate(np.array([[0, 10.0], [100, 0]]))) == pytest.approx(400, abs=1)
    assert rate(np.array([[0, 50.0], [50, 0]])) == pytest.approx(0, abs=1e-6)
    results = Results(2)
    results.before[:50, 0, 1], results.before[:50, 1, 0] = 3, 1
    low, high = intervals(results.before)
    assert (low == high).all(), "every deal says the same, so no other deals would say else"
    results.before[:25, 0, 1], results.before[:25, 1, 0] = 1, 3
    low, high = intervals(results.before)
    assert (low < 0).all() and (high > 0).all()


def test_a_tournament_is_the_same_on_any_number_of_cores_and_puts_the_stronger_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: dict[str, Any] = {"players": ["random", "greedy"], "games": 40, "seats": 3}
    found = [tournament("mitch", **asked, cores=cores) for cores in (1, 3)]
    assert found[0] == found[1]
    best, worst = found[0].standings
    assert (best.player, worst.player) == ("greedy", "random") and best.low > worst.high
    assert best.rating == pytest.approx(-worst.rating) and best.low <= best.rating <= best.high
    assert best.games + worst.games == 3 * 40 * found[0].lineups
    (_, ahead), (behind, _) = found[0].against
    assert ahead is not None and behind is not None and ahead > 0.9 and ahead + behind == pytest.approx(1)
    show_standings(found[0])
    told = capsys.readouterr().out
    assert "1. greedy" in told and "400 points of rating" in told


def test_equal_players_are_rated_equal_within_the_interval() -> None:
    found = tournament("multzo", players=["random", "own_bots:first"], games=30, seats=2)
    assert sum(one.rating for one in found.standings) == pytest.approx(0, abs=0.2)
    alike = tournament("mitch", "tiny", players=["own_bots:first", "program:" + echo()], games=20, seats=2)
    assert [one.rating for one in alike.standings] == pytest.approx([0, 0], abs=0.1), "they play alike, on the same deals"
    assert alike.against[0][1] == alike.against[1][0] == 0.5


def echo() -> str:
    return f"{sys.executable} {next(path for path in sys.path if (Path(path) / 'program.py').exists())}/program.py"


def test_a_function_sees_no_more_than_its_seat_may() -> None:
    rows = simulate("mitch", games=1, seats=2, players=["own_bots:watching", "random"], seed=3, cores=1)
    import own_bots  # pyright: ignore[reportMissingImports]

    seen: list[Any] = own_bots.seen
    assert rows.games == 1 and len(seen) > 10 and {turn for turn, _ in seen} == {0}
    from muckle.lab.plan import match_seed
    from muckle.match.begin import new_match

    true = new_match("mitch", seats=2, seed=match_seed(3, 0)).position.plain_state
    views = [state for _, state in seen[:3]]
    assert any(view.stock != true.stock for view in views), "what it cannot know is dealt anew"
    again = simulate("mitch", games=1, seats=2, players=["own_bots:watching", "random"], seed=3)
    assert again.figures == rows.figures, "same seed, same games"


@pytest.mark.parametrize(
    ("player", "error", "message"),
    [
        ("own_bots:wrong", MuckleError, "own_bots:wrong answered -1, which is none of the legal actions"),
        ("own_bots:nobody", OptionsError, "own_bots has no function 'nobody'"),
        ("no_such_bots:first", OptionsError, "the player no_such_bots:first cannot be loaded: No module named"),
        ("program:/no/such/bot", OptionsError, "program:/no/such/bot cannot be started"),
        (f"program:{sys.executable} -c pass", MuckleError, "gave no line of JSON within 60 seconds, or has ended"),
        (f"program:{sys.executable} -c print(input()and(1))", MuckleError, "answered 1, expected"),
        ("nobody", OptionsError, "no player is called 'nobody'"),
    ],
)
def test_players_that_do_not_play_are_told(player: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("(", r"\(")):
        simulate("mitch", "tiny", games=1, players=player)


def test_a_program_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outsiders, "SECONDS", 0.5)
    with pytest.raises(MuckleError, match="gave no line of JSON within 0"):
        simulate(
            "mitch",
            "tiny",
            games=1,
            players=f"program:{sys.executable} -c import(time).sleep(99)".replace("import(time)", "__import__('time')"),
        )


def test_what_is_no_tournament_is_refused() -> None:
    for players in (["random"], ["random", "random"], [f"p{number}" for number in range(50)]):
        with pytest.raises(OptionsError, match="from 2 to 40 different players meet"):
            tournament("mitch", players=players)
    with pytest.raises(OptionsError, match="a game alone has no tournament"):
        tournament("mickell", players=["random", "greedy"])
    assert not outsiders.is_outsider("owl:common") and outsiders.is_outsider("a.b:c")


def test_an_interrupt_keeps_what_was_played_once_everybody_has() -> None:
    told = list[int]()

    def interrupt(games: int) -> None:
        told.append(games)
        if sum(told) > 40:
            raise KeyboardInterrupt

    asked: dict[str, Any] = {"preset": "tiny", "players": ["random", "greedy"], "cores": 1}
    with pytest.raises(Interrupted) as caught:
        tournament("mitch", **asked, games=10**6, progress=interrupt)
    found = caught.value.report
    assert found.interrupted and found.lineups == 1 and found.standings[0].games == sum(told[:-1]) > 0
    assert "1 line-ups, interrupted, seed 0" in headline(found)

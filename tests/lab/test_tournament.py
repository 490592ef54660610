"""Tournaments: who meets whom, ratings and ties; and players of one's own, who see no more than others."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from pyarrow.parquet import read_table

from muckle.custom import players as custom_players
from muckle.errors import MuckleError, OptionsError
from muckle.lab.questions.tournament import answer, headline
from muckle.lab.schedule import Schedule
from muckle.lab.simulate import Interrupted, simulate
from muckle.lab.summary import clustered_mean, clustered_share, wilson
from muckle.lab.tournament import intervals, rate, tournament
from muckle.terminal.report import show

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

def alone(position):
    return position.legal()[0]

def nothing(position, seed):
    return None

def leaving(position, seed):
    raise SystemExit(3)

def failing(position, seed):
    return {}["the best move"]

def gone(position, seed):
    import os
    os._exit(9)
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
    """Write a module of custom players and a program that plays."""
    (tmp_path / "own_bots.py").write_text(BOTS)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "broken_bots.py").write_text("def first(position, seed)")
    (tmp_path / "leaving_bots.py").write_text("raise SystemExit('enough')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    return tmp_path


def neighbours(schedule: Schedule, deals: range) -> Counter[tuple[int, int]]:
    """Count how often each player sat to the right of each other."""
    return Counter(
        (seating[seat - 1], seating[seat])
        for seating in schedule.seatings(deals)
        for seat in range(schedule.seats)
        if seating[seat - 1] != seating[seat]
    )


def check_balance(players: int, seats: int) -> None:
    schedule = Schedule(players, seats, seed=4)
    deals = range(schedule.orders)
    games = schedule.seatings(deals)
    assert len(games) == len(deals) * schedule.games_per_deal
    for seat in range(seats):
        often = Counter(seating[seat] for seating in games)
        assert len(often) == players and len(set(often.values())) == 1, "everybody sits everywhere equally often"
    met = neighbours(schedule, deals)
    assert len(met) == players * (players - 1) and len(set(met.values())) == 1, "everybody has the same neighbours"


TABLES = [(4, 2), (3, 3), (5, 3), (4, 4), (5, 5), (2, 3), (2, 4), (3, 4)]


@pytest.mark.parametrize(("players", "seats"), TABLES)
def test_everybody_sits_everywhere_and_beside_everybody_equally_often(players: int, seats: int) -> None:
    check_balance(players, seats)


def test_a_fixed_circular_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muckle.lab.schedule.circular_order", lambda group, number: group)  # as it was
    for players, seats in ((3, 3), (5, 3), (4, 4)):
        with pytest.raises(AssertionError, match="everybody has the same neighbours"):
            check_balance(players, seats)


def test_each_deal_is_played_from_every_seat_and_does_not_depend_on_how_many_are_asked_for() -> None:
    schedule = Schedule(4, 4, seed=2)
    whole = schedule.seatings(range(31))
    for deal in range(31):
        games = schedule.seatings(range(deal, deal + 1))
        assert games == whole[4 * deal : 4 * deal + 4]
        assert all({seating[seat] for seating in games} == set(range(4)) for seat in range(4))
    begun = {tuple(schedule.seatings(range(7))) for schedule in (Schedule(4, 4, seed) for seed in range(20))}
    assert len(begun) > 15, "another seed, other orders first: deals that do not fill a block favour nobody"


NAMES = ["greedy", "easy", "medium"]


def check_typed_order(deals: int) -> None:
    found = [tournament("alphabetickell", players=names, games=deals, seats=3) for names in permutations(NAMES)]
    assert found[0].deals == deals and all(other == found[0] for other in found), "names were typed in another order"


def test_the_order_of_the_names_changes_nothing() -> None:
    check_typed_order(5)


def test_a_table_by_the_order_of_the_names_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muckle.lab.tournament.read_entrants", list)  # as it was
    monkeypatch.setattr("muckle.lab.schedule.circular_order", lambda group, number: group)
    with pytest.raises(AssertionError, match="typed in another order"):
        check_typed_order(5)


def test_all_games_of_a_deal_are_one_observation() -> None:
    alike, games = np.repeat([0.0, 3.0], 20), np.full(40, 3.0)
    share, independent = clustered_share(alike, games), wilson(0.5, 120)
    assert share.mean == independent.mean == 0.5
    assert share.high - share.low == pytest.approx(math.sqrt(3) * (independent.high - independent.low), rel=0.05)
    won = clustered_share(games, games)
    assert won.mean == won.high == 1 and 0.9 < won.low < 0.92, "40 deals won, not 120 games"
    once = clustered_share(games[:1], games[:1])
    assert (once.low, once.high) == (0, 1)
    assert clustered_mean(alike, games).error == pytest.approx(np.std(alike / 3, ddof=1) / math.sqrt(40))


def test_intervals_hold_what_they_promise() -> None:
    """Check that about 95 % of 400 tournaments between equal players have intervals that contain the truth."""
    draw, holding, naive = np.random.default_rng(5), 0, 0
    for _ in range(400):
        wins = 3.0 * draw.integers(0, 2, 60)
        share, plain = clustered_share(wins, np.full(60, 3.0)), wilson(float(wins.sum()) / 180, 180)
        holding += share.low <= 0.5 <= share.high
        naive += plain.low <= 0.5 <= plain.high
    assert holding > 0.92 * 400 and naive < 0.85 * 400, "games counted one by one promise too much"


def test_kept_games_say_who_sat_where_and_are_continued(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"players": ["random", "greedy", "easy"], "seats": 3, "out": tmp_path / "kept"}
    tournament("mitch", **asked, games=5)
    longer = tournament("mitch", **asked, games=9)
    assert longer == tournament("mitch", **{**asked, "out": None}, games=9)
    whole = tournament("mitch", **{**asked, "out": tmp_path / "whole"}, games=9)
    assert whole == longer
    files = [(tmp_path / name / "rows.csv").read_bytes() for name in ("kept", "whole")]
    assert files[0] == files[1]
    table = read_table(tmp_path / "kept" / "rows.parquet").to_pylist()
    assert [row["deal"] for row in table] == [deal for deal in range(9) for _ in range(3)]
    assert {tuple(sorted(row[f"player_{seat}"] for seat in range(3))) for row in table} == {("easy", "greedy", "random")}
    for row in table[:4]:
        names = [row[f"player_{seat}"] for seat in range(3)]
        again = simulate(
            "mitch", players=names, seats=3, games=row["deal"] + 1, out=tmp_path / "-".join(map(str, [*names, row["deal"]]))
        )
        assert again.games == row["deal"] + 1
        single = read_table(tmp_path / "-".join(map(str, [*names, row["deal"]])) / "rows.parquet").to_pylist()[-1]
        assert single == {name: value for name, value in row.items() if name in single}


def test_ratings_are_the_odds_and_a_tie_is_half_a_win() -> None:
    assert np.diff(rate(np.array([[0, 10.0], [100, 0]]))) == pytest.approx(400, abs=1)
    assert rate(np.array([[0, 50.0], [50, 0]])) == pytest.approx(0, abs=1e-6)
    before = np.zeros((60, 2, 2))
    before[:50, 0, 1], before[:50, 1, 0] = 3, 1
    low, high = intervals(before, 50)
    assert (high > low).all() and (high - low < 50).all(), "every deal says the same, so others hardly say else"
    before[:25, 0, 1], before[:25, 1, 0] = 1, 3
    low, high = intervals(before, 50)
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
    assert best.games + worst.games == 3 * 40 * found[0].games_per_deal == 3 * 40 * 6
    (_, ahead), (behind, _) = found[0].against
    assert ahead is not None and behind is not None and ahead > 0.9 and ahead + behind == pytest.approx(1)
    show(answer(found[0]))
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
    from muckle.match.match import new_match

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
        ("own_bots:nothing", MuckleError, "own_bots:nothing answered None, which is none of the legal actions"),
        ("own_bots:alone", OptionsError, "own_bots:alone takes (position), expected two arguments: (position, seed)"),
        ("own_bots:leaving", MuckleError, "own_bots:leaving failed: it called exit(3)"),
        ("own_bots:failing", MuckleError, "own_bots:failing failed: KeyError: 'the best move', …own_bots.py:"),
        ("broken_bots:first", OptionsError, "broken_bots:first cannot be loaded: SyntaxError"),
        ("leaving_bots:first", OptionsError, "leaving_bots:first cannot be loaded: it called exit('enough')"),
        (f"program:{sys.executable} -c exit(7)", MuckleError, "-c exit(7) ended with code 7 instead of an answer"),
        (f"program:{sys.executable} -c print(input())", MuckleError, "answered {'game': 'mitch',… expected"),
        (f"program:{sys.executable} -c print(1,2)", MuckleError, "answered b'1 2', which is no JSON"),
        (f"program:{sys.executable} 'unclosed", OptionsError, "cannot be started: No closing quotation"),
        (f"program:{sys.executable} -c print(input()and(1))", MuckleError, "answered 1, expected"),
        ("nobody", OptionsError, "no player is called 'nobody'"),
    ],
)
def test_players_that_do_not_play_are_told(player: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message).replace("…", ".*")):
        simulate("mitch", "tiny", games=1, players=player)


def run_alone(tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run a program of its own that finds the players; its memory is bounded by nothing but what is tested."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)


def test_a_function_that_leaves_the_process_is_named(tmp_path: Path) -> None:
    ended = run_alone(tmp_path, "import muckle; muckle.simulate('mitch', 'tiny', games=1, players='own_bots:gone')")
    assert ended.returncode == 9
    assert "muckle: the run was ended while own_bots:gone was deciding: it left the process (os._exit)" in ended.stderr
    assert "Traceback" not in ended.stderr
    orderly = run_alone(tmp_path, "import muckle; muckle.simulate('mitch', 'tiny', games=1, players='own_bots:first')")
    assert (orderly.returncode, orderly.stderr) == (0, "")


ENDLESS = {
    "one line": "import sys\nwhile True: sys.stdout.write('x' * 65536)",
    "many lines": 'import sys\nwhile True: sys.stdout.write(\'{"action": "x"}\\n\' * 4096)',
}


@pytest.mark.parametrize(
    ("kind", "told"), [("one line", "wrote a line of more than 65,536 bytes"), ("many lines", "answered {")]
)
def test_a_program_that_writes_without_end_is_named_and_takes_no_memory(kind: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS[kind])
    code = f"""
import resource, muckle
muckle.simulate('mitch', 'tiny', games=1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    muckle.simulate('mitch', 'tiny', games=1, players='program:{sys.executable} endless.py')
except muckle.MuckleError as error:
    print(error)
import gc
gc.collect()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    ended = run_alone(tmp_path, code)
    sentence, grown = ended.stdout.splitlines()
    assert sentence.startswith(f"program:{sys.executable} endless.py {told}"), sentence
    assert int(grown) < 20_000, f"{grown} kB more than before"


def test_a_program_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "hanging.py").write_text("import time\ntime.sleep(99)")
    monkeypatch.setattr(custom_players, "DECISION_SECONDS", 0.5)
    with pytest.raises(MuckleError, match="gave no line of JSON within 0"):
        simulate("mitch", "tiny", games=1, players=f"program:{sys.executable} {tmp_path}/hanging.py")


def test_what_is_no_tournament_is_refused() -> None:
    for players in (["random"], ["random", "random"], [f"p{number}" for number in range(50)]):
        with pytest.raises(OptionsError, match="from 2 to 40 different players meet"):
            tournament("mitch", players=players)
    with pytest.raises(OptionsError, match="a game alone has no tournament"):
        tournament("mickell", players=["random", "greedy"])
    assert not custom_players.is_custom("owl:common") and custom_players.is_custom("a.b:c")


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
    assert found.interrupted and found.standings[0].games == sum(told) > 0
    assert found == replace(tournament("mitch", **asked, games=found.deals), asked=10**6), "whole deals are counted"
    assert f"{found.deals} of 1,000,000 deals of 2 games each, interrupted, seed 0" in headline(found)

"""Behaviour across processes: equal results in every mode, and the cache of compiled code."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from muckle.cli import app
from muckle.games import GAMES

HERE = Path(__file__).parent
COUNT = """
import sys
import numba
from numba.core import event
seen = []
class Listener(event.Listener):
    def on_start(self, what): seen.append(what.data["dispatcher"].py_func.__name__)
    def on_end(self, what): pass
event.register("numba:compile", Listener())
from muckle.games import find
from muckle.lab.simulate import simulate
from muckle.players.warm_up import warm_up
for name in sys.argv[1:]:
    if name in ("mitch", "multzo"):  # the searches that serve every game; the games' own take a minute more
        warm_up(find(name))
    simulate(name, "tiny", games=20, players=["greedy"])
@numba.njit
def canary(): return 1
canary()
print(*seen)
"""
AFTER_WARMING = """
import gc
import io
import sys
import tempfile
from contextlib import suppress
from numba.core.dispatcher import Dispatcher
from typer.testing import CliRunner
from muckle import ask, compare, players, simulate, tournament
from muckle.cli import app
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.warm_up import warm_laboratory
from muckle.match.match import new_match
from muckle.players import warm_up
from muckle.players.advice import advise
from muckle.players.analysis import Judge
from muckle.players.par import hindsight
def known():
    return {(one.py_func.__module__, one.py_func.__name__, str(kinds))
        for one in gc.get_objects() if isinstance(one, Dispatcher) for kinds in one.overloads}
game, left_out = find(sys.argv[1]), sys.argv[2] == "less"
if left_out:
    warm_up.advise, warm_laboratory = lambda *_, **more: (), lambda game: None
warm_up.warm_up(game)
before, match = known(), new_match(game.name, seed=1)
for name in (*players.LEVELS, *players.BIRDS):
    players.choose(name, match, 1, effort=0.02)
list(advise(match, effort=0.02))
Judge(match, effort=0.02).decision(match, match.legal()[0], 1, 1)
if game.hindsight:
    hindsight(new_match(game.name, "tiny", seed=1))
print("table:", *sorted(name for _, name, _ in known() - before))
warm_laboratory(game)
before, where = known(), {"game": game.name, "preset": "tiny", "games": 3, "cores": 1}
for who in ("random", "medium"):
    ask("luck", **{**where, "games": 20}, players=who)
    simulate(**where, players=who, transcripts=io.StringIO())
    simulate(**where, players=who, out=tempfile.mkdtemp(), decisions=True)
compare(**where, vary={"players": ["random", "greedy"]})
with suppress(OptionsError):  # nothing comes up often enough: the tiny Mickell has one deck
    ask("openings", **{**where, "games": 200}, players="medium")
if game.read_options("tiny").seats > 1:
    simulate(**where, starter=0)
    ask("leads", **where)
    tournament(**{**where, "games": 1}, players=["random", "medium", "owl", "greedy"])
against = ["--against", "medium"] if game.read_options("tiny").seats > 1 else []
CliRunner().invoke(app, ["play", game.name, "--preset", "tiny", "--plain", *against], input="1\\n" * 30)
print("laboratory:", *sorted(name for _, name, _ in known() - before))
"""
HELP = """
import sys
sys.argv = ["muckle", "--help"]
try:
    import muckle.cli
    muckle.cli.main()
except SystemExit:
    print("numba" in sys.modules)
"""


def run(*arguments: str, **environment: str) -> str:
    """Run a fresh Python process and return what it prints."""
    result = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=HERE.parent,
        env={**os.environ, **environment},
        timeout=800,
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


@pytest.mark.slow
@pytest.mark.timeout(1200)  # every game is compiled from nothing, twice
def test_plain_compiled_and_bounds_checked_agree() -> None:
    compiled = run("-m", "every_game.digest", "3")
    assert len(compiled.splitlines()) > 2 * len(GAMES)
    assert run("-m", "every_game.digest", "3", NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error::RuntimeWarning") == compiled
    assert run("-m", "every_game.digest", "3", NUMBA_BOUNDSCHECK="1") == compiled


@pytest.mark.slow
@pytest.mark.timeout(1200)  # where nothing was compiled before, every game is
def test_a_second_process_compiles_nothing() -> None:
    """One text of `choose` and `play_games` serves every game, and its code is found on disk again."""
    run("-c", COUNT, *GAMES)
    assert run("-c", COUNT, *GAMES).split() == ["canary"], "what is not kept is seen, and there is nothing else"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game", GAMES)
def test_after_warming_nothing_that_tables_or_the_laboratory_ask_for_is_left_to_compile(game: str) -> None:
    assert run("-c", AFTER_WARMING, game, "all").splitlines() == ["table:", "laboratory:"]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_what_warming_leaves_out_is_noticed() -> None:
    table, laboratory = run("-c", AFTER_WARMING, "mitch", "less").splitlines()
    assert "compare_actions" in table.split() and "play_once" in laboratory.split()


def test_each_game_is_warmed_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process for all games would keep the compiler's memory for all of them: 935 MB."""
    started: list[str] = []

    def begin(command: list[str], **_: object) -> SimpleNamespace:
        started.append(command[-1])
        return SimpleNamespace(returncode=7 * (command[-2:] == ["warm", "mitch"]))

    monkeypatch.setattr(subprocess, "run", begin)
    ended = CliRunner().invoke(app, ["warm"]).exit_code
    assert ended == 7 and started == list(GAMES)[: list(GAMES).index("mitch") + 1], "and the first that fails is the last"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_same_seed_same_output_in_a_fresh_process(game: str, tmp_path: Path) -> None:
    simulation = ["-m", "muckle", "simulate", game, "--preset", "tiny", "--games", "12", "--seed", "3", "--json"]

    def simulate(name: str, *more: str) -> tuple[dict[str, object], bytes]:
        file = tmp_path / name
        printed = run(*simulation, *more, "--transcripts", str(file))
        report = json.loads(printed)
        assert {"game", "version", "options", "games", "decisions", "mean_scores", "win_shares"} <= report.keys()
        assert report.pop("cpu_seconds") > 0 and report.pop("decisions_per_cpu_second") > 0
        return report, file.read_bytes()

    one, two = simulate("a"), simulate("b")
    assert one == two
    counted = json.loads(run(*simulation))
    assert all(counted[field] == value for field, value in one[0].items()), "counting and writing play the same games"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_everything_holds_where_python_leaves_assertions_out() -> None:
    """`python -O` once broke every game, as rules were registered inside an assertion."""
    simulated = json.loads(run("-O", "-m", "muckle", "simulate", "mitch", "--games", "5", "--json"))
    assert simulated["games"] == 5
    quiet = "ignore:assertions not in test modules or plugins will be ignored"
    tests = ["-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-W", quiet, "-m", "not slow", "-k", "mitch", str(HERE)]
    printed = run(*tests, PYTHONOPTIMIZE="1")
    passed = [word for word in printed.splitlines()[-1].split() if word.isdigit()]
    assert " passed" in printed and "failed" not in printed and int(passed[0]) > 40, printed[-500:]


def test_help_imports_no_numba() -> None:
    loaded = run("-c", HELP)
    assert loaded.endswith("False\n")

"""The laboratory on a Ray cluster of two machines: the same numbers, whoever dies meanwhile."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from muckle.cli import app
from muckle.errors import MuckleError, OptionsError
from muckle.lab import cluster
from muckle.lab.analysis import analyse_matches
from muckle.lab.cluster import Cluster
from muckle.lab.compare import compare
from muckle.lab.simulate import Interrupted, Report, simulate
from muckle.lab.tournament import tournament
from muckle.match import transcript
from muckle.match.transcript import Transcript
from muckle.muckell_rounds import simulate_rounds
from nodes import ENVIRONMENT, HEAD, JOIN, PAGE, Node, alive, joined, start

os.environ.update(ENVIRONMENT)  # which Ray reads when it is imported
ray: Any = pytest.importorskip("ray", reason="Ray is not installed: the laboratory on many machines is not tested")
pytestmark = [
    pytest.mark.skipif(
        sys.platform != "linux", reason="two machines on one need Linux, where 127.0.0.2 is one of its addresses"
    ),
    pytest.mark.timeout(900),
]
LONG: dict[str, Any] = {"game": "mitch", "seats": 3, "players": "greedy", "seed": 4, "games": 10_000}
"""Long enough for somebody to die in its middle."""
EFFORT = 0.1
"""Search budget of the analysis, as a multiple of the level's own."""


class Machines:
    """Two of them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.head = folder, start(folder, "127.0.0.2", None, lambda node: joined(node.address))
        self.address, self.others = self.head.address, list[Node]()

    def join(self) -> None:
        """Start the second one if there is none."""
        if not self.others:
            self.others.append(start(self.folder, "127.0.0.3", self.address, lambda _: alive() == 2))

    def lose(self) -> None:
        """Have it vanish."""
        self.others.pop().lose()

    def workers(self) -> list[int]:
        """Return the worker processes."""
        return [pid for node in (self.head, *self.others) for pid in node.workers()]


@pytest.fixture(scope="module")
def started() -> Generator[Machines]:
    folder = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))  # sockets have short paths
    machines = Machines(folder)
    try:
        yield machines
    finally:
        ray.shutdown()
        for node in (*machines.others, machines.head):
            node.end()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def machines(started: Machines) -> Machines:
    started.join()
    return started


def same(one: Report, other: Report) -> bool:
    return one.figures == other.figures and one.mean_scores == other.mean_scores


def test_everything_comes_to_the_same_as_on_one_machine(machines: Machines, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"game": "mitch", "preset": "tiny", "games": 700, "seed": 3}
    elsewhere: dict[str, Any] = {"cluster": machines.address}
    reports = [simulate(**asked, **where) for where in ({}, elsewhere)]
    assert same(*reports) and reports[1].cpu_seconds > 0
    texts = [io.StringIO() for _ in range(2)]
    for file, where in zip(texts, ({}, elsewhere), strict=True):
        simulate(**{**asked, "games": 30}, **where, transcripts=file)
    assert texts[0].getvalue() == texts[1].getvalue() != ""
    for name, where in {"here": {}, "there": elsewhere}.items():
        simulate(**{**asked, "games": 30}, **where, out=tmp_path / name, decisions=True)
    files = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "there")]
    assert files[0] == files[1] and len(files[0]) == 5
    boards: dict[str, Any] = {"preset": "tiny", "seats": 3, "games": 6}
    assert len({simulate_rounds(**boards, **where).mean_scores for where in ({}, elsewhere)}) == 1
    vary = {"win_value": [4, 6]}
    assert compare(**asked, vary=vary) == compare(**asked, **elsewhere, vary=vary)
    players = {**asked, "games": 20, "players": ["random", "greedy"]}
    assert tournament(**players) == tournament(**players, **elsewhere)


@pytest.fixture(scope="module")
def recorded() -> list[Transcript]:
    """Matches to judge."""
    file = io.StringIO()
    simulate("mitch", "tiny", games=30, seed=5, transcripts=file)
    return [*transcript.read(file.getvalue().encode().splitlines())]


def test_judgements_are_the_same_though_a_worker_is_killed(machines: Machines, recorded: list[Transcript]) -> None:
    killed = list[int]()

    def kill(_: int) -> None:
        if not killed:
            killed.append(machines.workers()[0])
            os.kill(killed[0], signal.SIGKILL)

    here, there = (
        [*analyse_matches(recorded, effort=EFFORT, **where)] for where in ({}, {"cluster": machines.address, "progress": kill})
    )
    assert here == there and len(here) == len(recorded)
    assert killed and killed[0] not in machines.workers()


@pytest.fixture(scope="module")
def undisturbed() -> Report:
    return simulate(**LONG)


def once(act: Callable[[], object]) -> Callable[[int], None]:
    """Do something when some games are told, and the machines are busy with the next ones."""
    told = list[int]()

    def progress(games: int) -> None:
        before = sum(told)
        told.append(games)
        if before < 100 <= sum(told):
            act()

    return progress


def test_a_worker_that_is_killed_costs_time_only(machines: Machines, undisturbed: Report) -> None:
    killed = list[int]()

    def kill() -> None:
        killed.append(machines.workers()[0])
        os.kill(killed[0], signal.SIGKILL)

    assert same(simulate(**LONG, cluster=machines.address, progress=once(kill)), undisturbed)
    assert killed and killed[0] not in machines.workers()


def test_its_break_a_part_that_is_not_begun_anew_ends_the_run(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TRIES", 0)

    def kill(_: int) -> None:
        for pid in machines.workers():
            os.kill(pid, signal.SIGKILL)

    with pytest.raises(MuckleError, match="were lost with the same games"):
        simulate(**LONG, cluster=machines.address, progress=kill)


def test_ctrl_c_gives_up_the_rest_and_tells_what_was_counted(machines: Machines) -> None:
    def interrupt(_: int) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted) as caught:
        simulate(**{**LONG, "games": 10**9}, cluster=machines.address, progress=interrupt)
    report = caught.value.report
    assert 0 < report.games < report.asked and same(report, simulate(**{**LONG, "games": report.games}, cores=1))
    assert simulate("mitch", "tiny", games=10, cluster=machines.address).games == 10, "nothing is in the way of what comes next"


def test_another_muckle_is_refused(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "source_version", lambda _: "another")
    with pytest.raises(MuckleError, match="has another muckle than the one that asks it"):
        simulate("mitch", "tiny", games=5, cluster=machines.address)


def test_the_commands_of_the_page_come_to_what_stands_there(machines: Machines) -> None:
    commands = re.findall(r"```console\n\$ muckle ([^\n]+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(commands) == 1 and HEAD[:2] == JOIN[:2] == ["ray", "start"], "which have started these machines"
    for command, printed in commands:
        assert CliRunner().invoke(app, command.split()).stdout == printed
        here = command.replace(" --cluster auto", "")
        assert here != command and CliRunner().invoke(app, here.split()).stdout == printed


def test_a_machine_that_is_lost_costs_time_only(machines: Machines, undisturbed: Report) -> None:
    assert same(simulate(**LONG, cluster=machines.address, progress=once(machines.lose)), undisturbed)
    assert not machines.others


def test_what_cannot_be_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionsError, match="on a cluster all are used"):
        simulate("mitch", games=1, cores=2, cluster="auto")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(MuckleError, match=r"there is no Ray cluster at 127\.0\.0\.1:1: Connection refused"):
        cluster.open_pool(None, "127.0.0.1:1")
    for nonsense in ("127.0.0.1", "here:there", ":6379", "here:99999"):
        with pytest.raises(OptionsError, match=f"address is HOST:PORT, such as 10.0.0.1:6379, or auto, got '{nonsense}'"):
            cluster.open_pool(None, nonsense)
    for nothing in (None, ModuleType("ray")):  # the second is what a folder called ray is
        monkeypatch.setitem(sys.modules, "ray", nothing)
        with pytest.raises(MuckleError, match=r"install muckle\[ray\]"):
            Cluster()


@pytest.mark.parametrize("given", [{"RAY_AUTH_TOKEN": "0" * 64}, {"RAY_AUTH_TOKEN": None}, {"RAY_AUTH_MODE": None}])
def test_who_has_another_token_or_none_is_told_so(machines: Machines, tmp_path: Path, given: dict[str, str | None]) -> None:
    asked = {**os.environ, "HOME": str(tmp_path), **given}
    command = [sys.executable, "-m", "muckle", "simulate", "mitch", "--games", "5", "--cluster", machines.address]
    environment = {name: value for name, value in asked.items() if value is not None}
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert said.returncode == 2 and not said.stdout
    last = said.stderr.splitlines()[-1]
    assert last.startswith(f"muckle: there is no Ray cluster at {machines.address} that lets this machine in: ")
    assert last.endswith("RAY_AUTH_MODE=token and the same token are needed here, too (docs/cluster.md)")


def test_players_of_ones_own_stay_here(machines: Machines) -> None:
    with pytest.raises(OptionsError, match="leave the cluster out"):
        simulate("mitch", "tiny", games=5, players="random_player:play", cluster=machines.address)

"""Machine code on disk is never older than the sources it was made from: a change in any of them is seen by the next process.

Each test works on a copy of the package. In every file that a game's rules, hidden and strategy files import stands a constant
behind a compiled function; the rules add them all up in one compiled function, each constant in a bit of its own.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from muckle.engine import compile, sources

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

HOUSE = compile.PACKAGE
TIDELINE = HOUSE.parents[1] / "examples" / "tideline" / "src" / "muckle_tideline"
NAMES = ("tables.py", "plays.py", "worth.py", "forms.py", "reading.py")
"""Names of files that were once left out of the hash wherever they stood."""
NOT_COMPILED = ("compile.py", "sources.py")
"""Files that make compiled code, and hold none."""
CONSTANT = "FRESH = {}"
PROBE = """
from muckle.engine.compile import compiled as _compiled
FRESH = {}


@_compiled
def fresh():
    return FRESH
"""
ADD_UP = "import sys; from importlib import import_module; print(import_module(sys.argv[1] + '.rules').all_fresh())"
PLAY = """
import sys, json
from numba.core import event
seen = []
class Listener(event.Listener):
    def on_start(self, what): seen.append(what.data["dispatcher"].py_func.__name__)
    def on_end(self, what): pass
event.register("numba:compile", Listener())
import muckle
match = muckle.new_match("mitch", "tiny", seed=7)
match.scene(0)
match.apply(match.legal()[0])
print(json.dumps(seen))
"""
START = "import sys, muckle; muckle.new_match('mitch', 'tiny'); print('numba.np.linalg' in sys.modules)"
"""Prints whether a start has imported what Numba needs only to compile."""
HASHES = """
import numpy as np
from muckle.engine.compile import compiled


@compiled
def count(number):
    names, pairs, line = {"one": 1, "two": 2}, {(1, 2), (2, 3)}, np.arange(3.0)
    return names["two"] + len(pairs) + int(np.dot(line, line)) + len(str(number))
"""
"""A compiled function that calls much of what Numba has: hashes of texts and pairs, memory, linear algebra, texts."""


def run(home: Path, code: str, *arguments: str) -> str:
    """Run code in a fresh process that finds its packages in a folder, and return what it prints."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")}
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**environment, "PYTHONPATH": str(home)},
        check=False,
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Copy the package into a folder."""
    shutil.copytree(
        HOUSE, tmp_path / "muckle", ignore=shutil.ignore_patterns("__pycache__", "static", "site", "definitions.xz")
    )
    return tmp_path


class Probed(NamedTuple):
    """A game whose files have probes."""

    package: str
    files: list[Path]
    """The file whose constant has each bit, the lowest first."""


def probe(house: Path, package: str, folder: Path) -> Probed:
    """Put a probe into every file that the rules of a game in a folder import, and into new ones with all of `NAMES`."""
    for name in NAMES:
        (folder / name).touch()
    modules = {f"{package}.{name.removesuffix('.py')}": folder / name for name in NAMES}
    if package.startswith("muckle"):
        for path in sources.closure([f"{package}.{file}" for file in ("rules", "hidden", "strategy")]):
            inside = path.relative_to(HOUSE)
            if path.suffix == ".py" and path.name not in (*NOT_COMPILED, "rules.py", "__init__.py"):
                modules[".".join(("muckle", *inside.with_suffix("").parts))] = house / "muckle" / inside
    else:
        modules |= {f"{package}.{path.stem}": path for path in folder.glob("*.py") if path.stem in ("state", "hidden")}
    lines = ["", "from muckle.engine.compile import compiled as _compiled"]
    for bit, (module, path) in enumerate(modules.items()):
        with path.open("a", encoding="utf-8") as file:
            file.write(PROBE.format(1 << bit))
        lines.append(f"from {module} import fresh as fresh_{bit}")
    added = " + ".join(f"fresh_{bit}()" for bit in range(len(modules)))
    with (folder / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\n".join((*lines, "", "", "@_compiled", "def all_fresh():", f"    return {added}", "")))
    return Probed(package, list(modules.values()))


def stale(house: Path, probed: Probed) -> list[str]:
    """Return the names of files whose constants can be changed without the next process noticing."""
    everything = (1 << len(probed.files)) - 1
    assert int(run(house, ADD_UP, probed.package)) == everything
    found: list[str] = []
    for bit, path in enumerate(probed.files):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(CONSTANT.format(1 << bit), CONSTANT.format(0)), encoding="utf-8")
        if int(run(house, ADD_UP, probed.package)) != everything - (1 << bit):
            found.append(path.name)
        path.write_text(text, encoding="utf-8")
    return found


def test_a_change_in_any_file_that_mitch_is_compiled_from_is_seen(house: Path) -> None:
    probed = probe(house, "muckle.games.mitch", house / "muckle" / "games" / "mitch")
    names = {path.name for path in probed.files}
    assert {*NAMES, "hidden.py", "strategy.py", "columns.py", "policy.py", "playing_cards.py", "chance.py"} <= names
    assert stale(house, probed) == []


def outside(house: Path) -> Probed:
    """Return the example of a game from outside the house, in a package of its own, with probes."""
    shutil.copytree(TIDELINE, house / "muckle_tideline", ignore=shutil.ignore_patterns("__pycache__"))
    return probe(house, "muckle_tideline", house / "muckle_tideline")


def test_a_change_in_any_file_of_a_game_from_outside_is_seen(house: Path) -> None:
    assert stale(house, outside(house)) == []


def test_a_file_that_is_left_out_of_the_hash_would_be_stale(house: Path) -> None:
    """Break: files called tables.py do not count any more."""
    source = house / "muckle" / "engine" / "sources.py"
    text = source.read_text(encoding="utf-8")
    blind = text.replace("if path is None:", 'if path is None or path.name == "tables.py":')
    assert blind != text
    source.write_text(blind, encoding="utf-8")
    assert stale(house, outside(house)) == ["tables.py"]


def test_text_and_scene_recompile_nothing(house: Path) -> None:
    assert json.loads(run(house, PLAY)), "what was never compiled is compiled"
    games = house / "muckle" / "games"
    for file in ("mitch/text.py", "mitch/scene.py", "mitch/shared.py", "multzo/rules.py"):
        with (games / file).open("a", encoding="utf-8") as changed:
            changed.write("\nCHANGED = 1\n")
    assert json.loads(run(house, PLAY)) == []
    with (games / "mitch" / "rules.py").open("a", encoding="utf-8") as changed:
        changed.write("\nCHANGED = 1\n")
    assert json.loads(run(house, PLAY)), "its break: a file that counts"


def test_a_start_from_machine_code_imports_nothing_that_only_compiling_needs(house: Path) -> None:
    assert run(house, START).split() == ["True"], "it compiles"
    assert run(house, START).split() == ["False"]
    source = house / "muckle" / "engine" / "compile.py"
    text = source.read_text(encoding="utf-8")
    numbas_own = text.replace("._load_overload(sig, target_context)", ".load_overload(sig, target_context)")
    assert numbas_own != text
    source.write_text(numbas_own, encoding="utf-8")
    run(house, START)
    assert run(house, START).split() == ["True"], "its break: as Numba loads"


def test_machine_code_from_disk_finds_whatever_it_calls(house: Path) -> None:
    (house / "hashes.py").write_text(HASHES, encoding="utf-8")
    for _ in range(2):
        assert run(house, "import hashes; print(hashes.count(50))").split() == ["11"]

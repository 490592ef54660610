"""Folders of compiled code: one for each version of the sources it was made from, in a place that can be written."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType

import platformdirs
import pytest

from muckle.engine import compile, sources
from muckle.games import GAMES


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no environment variable name a folder, and forget everything about files that a test changes."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    for remembered in (compile.home, sources.find, sources.read, sources.file_hash):
        remembered.cache_clear()
    yield
    for remembered in (compile.home, sources.find, sources.read, sources.file_hash):
        remembered.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a package of one game whose rules import tables, which read a data file, and whose text imports the rules."""
    folder = tmp_path / "chess"
    (folder / "data").mkdir(parents=True)
    files = {
        "__init__.py": "from chess.options import SIZES\n",
        "options.py": "SIZES = 8, 9\n",
        "rules.py": "from typing import TYPE_CHECKING\nfrom .tables import (\n    VALUES,  # of pieces\n)\n"
        "if TYPE_CHECKING:\n    from chess.text import Text\n\nSQUARES = 64\n",
        "tables.py": 'def read():\n    from chess import plays\n    return open("data/values.csv")\nVALUES = read()\n',
        "plays.py": "import chess.worth as worth\n",
        "worth.py": "QUEEN = 9\n",
        "text.py": "from chess.rules import SQUARES\n",
        "data/values.csv": "9,5,3,3,1\n",
        "data/pictures.csv": "♕♖♗♘♙\n",
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    module = ModuleType("chess")
    module.__path__ = [str(folder)]
    monkeypatch.setitem(sys.modules, "chess", module)
    return folder


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        *((file, True) for file in ("rules.py", "tables.py", "plays.py", "worth.py", "data/values.csv")),
        *((file, False) for file in ("text.py", "options.py", "__init__.py", "data/pictures.csv")),
    ],
)
def test_a_changed_file_is_another_version_if_the_rules_import_or_read_it(package: Path, file: str, counts: bool) -> None:
    before = sources.digest(["chess.rules"])
    with (package / file).open("a", encoding="utf-8") as changed:
        changed.write("\n")
    for remembered in (sources.find, sources.read, sources.file_hash):
        remembered.cache_clear()
    assert (sources.digest(["chess.rules"]) != before) is counts


def imports_by_the_parser(module: str, path: Path) -> set[str]:
    """Return the modules that a source imports, by Python's own parser, without those for the type checker."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    guarded = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")]
    left_out = {id(inner) for node in guarded for inner in ast.walk(node)}
    names = set[str]()
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level + (node.module or ""), package)
            names |= {f"{start}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def test_every_import_of_the_house_is_found() -> None:
    missed: dict[str, set[str]] = {}
    for path in sorted(compile.PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(compile.PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        if lost := imports_by_the_parser(module, path) - {*sources.imported(path.read_text(encoding="utf-8"), package)}:
            missed[module] = lost
    assert missed == {}
    assert imports_by_the_parser("a.b", Path(__file__)) - {*sources.imported("import ast", "a")}, "its break: imports not read"


@pytest.mark.parametrize("name", GAMES)
def test_text_and_scene_are_no_part_of_compiled_rules(name: str) -> None:
    game = GAMES[name]
    files = {path.name for path in sources.closure(game.compiled_files)}
    assert {"rules.py", "hidden.py", "strategy.py", "state.py", "contract.py", "chance.py"} <= files
    assert not {"text.py", "scene.py", "options.py", "RULES.md"} & files


def test_bounds_checked_code_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compile.environment()
    monkeypatch.setattr(compile.config, "BOUNDSCHECK", 1 if compile.config.BOUNDSCHECK is None else None)
    compile.environment.cache_clear()
    assert compile.environment() != before
    compile.environment.cache_clear()


def test_the_cache_stands_in_the_package_or_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "PACKAGE", tmp_path / "package")
    assert compile.home() == tmp_path / "package" / "__pycache__" / "compiled"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "asked"))
    compile.home.cache_clear()
    assert compile.home() == tmp_path / "asked" / "compiled"


def test_a_package_that_cannot_be_written_leaves_its_cache_with_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile, "PACKAGE", tmp_path)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "user" / name)
    (tmp_path / "__pycache__").write_text("a file where the folder would be: not even root can write below it")
    assert compile.home() == tmp_path / "user" / "muckle" / "compiled"
    (tmp_path / "user" / "muckle" / "compiled").rmdir()
    (tmp_path / "user" / "muckle").rmdir()
    (tmp_path / "user" / "muckle").write_text("and no user folder either")
    compile.home.cache_clear()
    with pytest.warns(UserWarning, match="every run compiles again, as .* cannot be written"):
        folder = compile.home()
    assert folder.is_dir() and tmp_path not in folder.parents
    assert os.environ.pop("NUMBA_CACHE_DIR") == str(folder.parent), "processes that are started here share it"
    folder.rmdir()


def test_caches_that_were_not_used_lately_are_swept(tmp_path: Path) -> None:
    for age in range(8):
        folder = tmp_path / f"mitch-{age}"
        folder.mkdir()
        (folder / "code.nbc").touch()
        os.utime(folder, (10_000 - age, 10_000 - age))
    (tmp_path / "mitch-two-0").mkdir()
    compile.sweep(tmp_path / "mitch-7")
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["mitch-0", "mitch-1", "mitch-2", "mitch-7", "mitch-two-0"]

"""Where compiled code is kept: a folder for each version of the sources, wherever can be written."""

from __future__ import annotations

import os
import re
from pathlib import Path

import platformdirs
import pytest

from muckle.engine import compiler


@pytest.fixture(autouse=True)
def nothing_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of one game."""
    rules = tmp_path / "package" / "games" / "chess" / "rules.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("SQUARES = 64\n")
    monkeypatch.setattr(compiler, "PACKAGE", tmp_path / "package")
    return tmp_path / "package"


def test_any_change_that_can_be_compiled_in_is_another_version(package: Path) -> None:
    game = package / "games" / "chess"
    before = compiler.version()
    for path, text, another in (
        (game / "scene.py", "squares are green\n", False),
        (package / "server.py", "print()\n", False),
        (game / "rules.py", "SQUARES = 81\n", True),
        (game / "board.csv", "a1,a2\n", True),
        (game / "chance.py", "", True),
    ):
        path.write_text(text)
        assert (compiler.version() != before) is another, path
        before = compiler.version()


def test_bounds_checked_code_is_kept_apart(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiler.version()
    monkeypatch.setattr(compiler.config, "BOUNDSCHECK", 1 if compiler.config.BOUNDSCHECK is None else None)
    assert compiler.version() != before


def test_the_cache_stands_in_the_package_or_where_it_is_asked_for(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiler.cache_folder("x") == package / "__pycache__" / "compiled-x"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "asked"))
    assert compiler.cache_folder("x") == tmp_path / "asked" / "compiled-x"


def test_a_package_that_cannot_be_written_leaves_its_cache_with_the_user(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "user" / name)
    (package / "__pycache__").write_text("a file where the folder would be: not even root can write below it")
    assert compiler.cache_folder("x") == tmp_path / "user" / "muckle" / "compiled-x"
    (tmp_path / "user" / "muckle" / "compiled-x").rmdir()
    (tmp_path / "user" / "muckle").rmdir()
    (tmp_path / "user" / "muckle").write_text("and no user folder either")
    with pytest.warns(UserWarning, match="every run compiles again, as .* cannot be written"):
        folder = compiler.cache_folder("x")
    assert folder.is_dir() and tmp_path not in folder.parents
    assert os.environ.pop("NUMBA_CACHE_DIR") == str(folder.parent), "processes that are started here share it"
    folder.rmdir()


def test_caches_that_were_not_used_lately_are_swept(tmp_path: Path) -> None:
    for age in range(8):
        folder = tmp_path / f"compiled-{age}"
        folder.mkdir()
        (folder / "code.nbc").touch()
        os.utime(folder, (10_000 - age, 10_000 - age))
    (tmp_path / "other").mkdir()
    compiler.sweep(tmp_path / "compiled-7")
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["compiled-0", "compiled-1", "compiled-2", "compiled-7", "other"]


def baked_from(source: str) -> set[str]:
    """The files, by name, that a source with compiled code imports from: their constants end up in machine code."""
    if "@compiled" not in source and "@apart" not in source:
        return set()
    return {f"{module}.py" for module in re.findall(r"^from muckle\.[\w.]*?(\w+) import", source, re.MULTILINE)}


def test_nothing_that_is_left_out_of_the_version_is_compiled_in() -> None:
    parts = [compiler.PACKAGE / part for part in compiler.BAKED_IN]
    sources = {path: path.read_text(encoding="utf-8") for part in parts for path in part.rglob("*.py")}
    left_out = [path for path in sources if path.name in compiler.NEVER_BAKED_IN]
    assert {path.name for path in left_out} == {name for name in compiler.NEVER_BAKED_IN if name.endswith(".py")}
    assert not [path for path in left_out if re.search("^@(compiled|apart)", sources[path], re.MULTILINE)]
    assert not [path for path, source in sources.items() if baked_from(source) & compiler.NEVER_BAKED_IN]


def test_a_constant_from_such_a_file_would_be_seen() -> None:
    assert baked_from("from muckle.games.mitch.options import MOST\n@compiled\ndef f(): ...") & compiler.NEVER_BAKED_IN

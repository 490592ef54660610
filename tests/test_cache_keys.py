"""`[tool.uv] cache-keys`: uv builds the package again after a change of what it is made from, and for no other reason."""

import os
import re
import runpy
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KEYS: list[dict[str, str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["cache-keys"]
HOOK = (ROOT / "web" / "build_hook.py").read_text("utf-8")


def keyed(path: str) -> bool:
    """Return whether uv builds again when this file has been written."""
    return any(fnmatch(path, key["file"].replace("**/", "")) for key in KEYS if "file" in key)


def test_nothing_that_a_build_writes_is_among_what_it_is_made_from() -> None:
    pytest.importorskip("fontTools.ttLib")
    maker = runpy.run_path(str(ROOT / "web" / "fonts.py"))
    fonts = [maker["small"](name).relative_to(ROOT).as_posix() for name in maker["FONTS"]]
    written = [*fonts, "src/muckle/static/index.html", "src/muckle/words/data/definitions.xz"]
    assert [path for path in written if keyed(path)] == [], "these make uv build at every `uv run`"
    assert keyed("web/src/fonts/besley-small.woff2"), "its break: where the fonts were written"


def test_what_the_build_hook_reads_is_among_the_keys() -> None:
    read = {*re.findall(r'web / "([\w.-]+\.\w+)"', HOOK), "compress.mjs", "package.json", "build_hook.py", "src/main.tsx"}
    assert {"fonts.py", "wordnet.py", "package-lock.json"} < read
    assert [name for name in sorted(read) if not keyed(f"web/{name}")] == []


def test_a_folder_among_the_keys_is_there_before_the_first_build() -> None:
    """Break: without its file that git keeps, the folder appears with the first build, and the second command builds again."""
    if not (ROOT / ".git").exists():
        pytest.skip("git is needed to tell what a fresh clone holds")
    assert [key["dir"] for key in KEYS if "dir" in key and not tracked(key["dir"])] == []
    assert not tracked("web/build"), "its break: a folder that only a build makes"


@pytest.mark.slow
def test_only_the_first_command_in_a_fresh_clone_builds(tmp_path: Path) -> None:
    if not shutil.which("uv") or not (ROOT / ".git").exists():
        pytest.skip("uv and git are needed")
    for name in tracked("."):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert "Building muckle" in said_by_uv(tmp_path, "muckle", "--help")
    assert said_by_uv(tmp_path, "muckle", "--help") == "", "the second command"
    assert "muckle" not in said_by_uv(tmp_path, "--extra", "print", "muckle", "--help"), "another extra"
    assert said_by_uv(tmp_path, "--offline", "muckle", "--help") == "", "without a network"
    (tmp_path / "web" / "src" / "main.tsx").touch()
    assert "Building muckle" in said_by_uv(tmp_path, "muckle", "--help"), "its break: a source was written"
    assert said_by_uv(tmp_path, "muckle", "--help") == ""


def said_by_uv(folder: Path, *words: str) -> str:
    """Return what `uv run` writes to the standard error, where it names what it builds."""
    mine = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "MUCKLE_WITHOUT")}
    done = subprocess.run(["uv", "run", *words], cwd=folder, env=mine, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr
    return done.stderr


def tracked(folder: str) -> list[str]:
    """Return the files in a folder that a fresh clone has."""
    return subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")[
        :-1
    ]

"""The state of the house itself: format, lint, types, imports; what may not stand in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [["ruff", "format", "--check", "."], ["ruff", "check", "."], ["pyright"], ["lint-imports"]],
    ids=["format", "lint", "types", "imports"],
)
def test_checks_pass(command: list[str]) -> None:
    tool = Path(sys.executable).with_name(command[0])
    result = subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, (result.stdout + result.stderr)[-4000:]


def test_every_error_has_a_code_of_its_own() -> None:
    from muckle import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.MuckleError)]
    assert len({kind.code for kind in kinds}) == len(kinds) > 8


def test_the_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 -m pip install uv && uv run muckle\n" in readme
    assert "python3 -m pip install uv && uv run --group test pytest\n" in readme


def test_lock_files_name_no_host() -> None:
    for path in [ROOT / "web/package-lock.json", ROOT / "web/package.json"]:
        foreign = re.search(r"https?://(?!opencollective|github|paulmillr\.com/funding/)", path.read_text(encoding="utf-8"))
        assert not foreign, path

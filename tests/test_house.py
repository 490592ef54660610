"""The state of the house itself: format, lint, types, imports; what may not stand in it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

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


def taken(pyproject: str, client: str) -> dict[str, Version]:
    """The oldest version of each dependency that an installation may take, by name; of the client's packages the one taken."""
    project = tomllib.loads(pyproject)
    extras = [need for needs in project["project"]["optional-dependencies"].values() for need in needs]
    needs = map(Requirement, [*project["project"]["dependencies"], *extras, *project["tool"]["uv"]["constraint-dependencies"]])
    oldest = {need.name: min(Version(part.version) for part in need.specifier if part.operator == ">=") for need in needs}
    locked = json.loads(client)["packages"].items()
    return oldest | {path.removeprefix("node_modules/"): Version(package["version"]) for path, package in locked if path}


def faulty(taken: dict[str, Version], security: str) -> list[str]:
    """Packages of SECURITY.md of which a version with a known fault may be taken."""
    rows = re.findall(r"^\| ([\w-]+) \| [^|]*CVE-[^|]* \| ([\d.]+) \|", security, re.MULTILINE)
    assert len(rows) > 5
    return [name for name, without in rows if name not in taken or taken[name] < Version(without)]


def test_no_version_with_a_known_fault_is_taken() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    client = (ROOT / "web/package-lock.json").read_text(encoding="utf-8")
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert faulty(taken(pyproject, client), security) == []
    looser = pyproject.replace('"starlette>=1.3,', '"starlette>=1.2,').replace('"h11>=0.16"', '"h11>=0.14"')
    assert faulty(taken(looser, client), security) == ["starlette", "h11"]
    assert faulty(taken(pyproject, client.replace("node_modules/preact", "node_modules/other")), security) == ["preact"]

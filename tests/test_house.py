"""The state of the house itself: format, lint, types, imports; what may not stand in it."""

import ast
import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.timeout(900)  # pyright takes half a minute, on busy cores minutes
@pytest.mark.parametrize(
    "command",
    [["ruff", "format", "--check", "."], ["ruff", "check", "."], ["pyright"], ["lint-imports"]],
    ids=["format", "lint", "types", "imports"],
)
def test_checks_pass(command: list[str]) -> None:
    tool = Path(sys.executable).with_name(command[0])
    result = subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, (result.stdout + result.stderr)[-4000:]


BIOME = ROOT / "web/node_modules/.bin/biome"


def client_faults(folder: Path) -> str:
    """Return what the client's linter and formatter finds in a folder with a `biome.jsonc`; empty if nothing."""
    if not BIOME.exists():
        pytest.skip("web/node_modules is not there: the client was not built in this checkout")
    command = [BIOME, "check", "--error-on-warnings", "--colors=off", "."]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return result.stdout + result.stderr if result.returncode else ""


def test_the_client_is_formatted_and_linted() -> None:
    assert client_faults(ROOT / "web") == ""


@pytest.mark.parametrize(
    ("file", "text", "rule"),
    [
        ("state/a.ts", "export const a = {b:1}\n", "format"),
        ("state/a.ts", "export function a(): void {\n  debugger;\n}\n", "noDebugger"),
        ("state/a.ts", 'export { c as b } from "./c";\n', "noImportCycles"),
        ("state/a.ts", 'export { b as a } from "../view/b";\n', "noRestrictedImports"),
        ("state/a.ts", "export const a = document.title;\n", "noRestrictedGlobals"),
        ("view/a.ts", 'export { b as a } from "../pages/b";\n', "noRestrictedImports"),
    ],
)
def test_the_client_s_linter_sees_a_fault(tmp_path: Path, file: str, text: str, rule: str) -> None:
    for folder in ("state", "view", "pages"):
        (tmp_path / "src" / folder).mkdir(parents=True)
    (tmp_path / "biome.jsonc").write_text((ROOT / "web/biome.jsonc").read_text("utf-8"), "utf-8")
    (tmp_path / "src/state/c.ts").write_text('import { a } from "./a";\n\nexport const c = a;\n', "utf-8")
    (tmp_path / "src" / file).write_text(text, "utf-8")
    assert rule in client_faults(tmp_path)


def tried(file: str) -> set[str]:
    """Return the folders of tests that `./dev` runs after a file was changed."""
    dev = runpy.run_path(str(ROOT / "dev"))
    return {folder for command, _ in dev["beside"]([file]) for folder in command if (ROOT / folder).is_dir()}


def test_for_every_folder_of_the_house_dev_finds_tests() -> None:
    package = ROOT / "src" / "muckle"
    folders = {path.parent.relative_to(ROOT) for path in package.glob("*/*.py")} - {Path("src/muckle/games")}
    games = {path.parent.relative_to(ROOT) for path in package.glob("games/*/RULES.md")}
    assert len(folders) > 10 and len(games) == 5
    assert [folder for folder in sorted(folders) if not tried(f"{folder}/a.py")] == []
    assert [folder for folder in sorted(games) if tried(f"{folder}/a.py") != {f"tests/{folder.name}", "tests/every_game"}] == []
    assert tried("src/muckle/nowhere/a.py") == set(), "its break: a folder without tests"


def test_every_error_has_a_code_of_its_own() -> None:
    from muckle import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.MuckleError)]
    assert len({kind.code for kind in kinds}) == len(kinds) > 8


def test_the_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 -m pip install uv && uv run muckle\n" in readme
    assert "python3 -m pip install uv && uv run --group test pytest\n" in readme


def lost_stops(architecture: str) -> list[str]:
    """Return the files, and the names in them, that the list of a tap's stops gives and that are not there."""
    part = architecture.partition("## One tap")[2].partition("\n## ")[0]
    stops, lost = re.findall(r"^(\d+)\. (`.+)$", part, re.MULTILINE), list[str]()
    assert 20 < len(stops) <= 25 and [int(number) for number, _ in stops] == list(range(1, len(stops) + 1))
    for _, stop in stops:
        text = ""
        for name in re.findall(r"`([^`]+)`", stop):
            if "/" in name:
                path = ROOT / ("" if name.startswith("web/") else "src/muckle") / name
                text = path.read_text(encoding="utf-8") if path.is_file() else ""
                lost += [] if text or path.is_dir() else [name]
            elif not re.search(rf"\b{name.rpartition('.')[2]}(\(|=)", text):
                lost.append(name)
    return lost


def test_the_stops_of_a_tap_are_where_the_page_says() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert lost_stops(page) == []
    moved = page.replace("`next_position`", "`step`").replace("`server/tables/push.py`", "`server/tables/send.py`")
    assert lost_stops(moved) == ["step", "server/tables/send.py", "Client.push"], "its break"


def test_lock_files_name_no_host() -> None:
    for path in [ROOT / "web/package-lock.json", ROOT / "web/package.json"]:
        foreign = re.search(r"https?://(?!opencollective|github|paulmillr\.com/funding/)", path.read_text(encoding="utf-8"))
        assert not foreign, path


def taken(pyproject: str, client: str) -> dict[str, Version]:
    """Return the oldest version of each dependency that can be installed, and of each client package the locked one."""
    project = tomllib.loads(pyproject)
    extras = [need for needs in project["project"]["optional-dependencies"].values() for need in needs]
    needs = map(Requirement, [*project["project"]["dependencies"], *extras, *project["tool"]["uv"]["constraint-dependencies"]])
    oldest = {need.name: min(Version(part.version) for part in need.specifier if part.operator == ">=") for need in needs}
    locked = json.loads(client)["packages"].items()
    return oldest | {path.removeprefix("node_modules/"): Version(package["version"]) for path, package in locked if path}


def faulty(taken: dict[str, Version], security: str) -> list[str]:
    """Return the packages of SECURITY.md that may be installed in a version with a known fault."""
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


def layer_of() -> dict[str, int]:
    """Return the layer of each package, the lowest 0, as pyproject.toml gives them to import-linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [layers] = [each["layers"] for each in settings["contracts"] if each["type"] == "layers" and "containers" not in each]
    return {name.strip(): place for place, row in enumerate(reversed(layers)) for name in row.split("|")}


def names_upwards(module: str, text: str) -> set[str]:
    """Modules of layers above its own that a source names in a string: what `import_module` and `resources.files` are given.

    Docstrings are left out. (Import statements, also those inside functions, are import-linter's.)
    """
    layers = layer_of()

    def layer(name: str) -> int:
        return layers.get(".".join(name.split(".")[:2]), -1)

    tree = ast.parse(text)
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in said]
    named = {each for each in strings if isinstance(each, str) and re.fullmatch(r"muckle(\.\w+)+", each)}
    return {name for name in named if layer(name) > layer(module) >= 0}


def test_nothing_is_loaded_from_a_layer_above() -> None:
    """`Match.explain` once imported the players, and the engine read a file of the games, out of any linter's sight."""
    package = ROOT / "src" / "muckle"
    paths = {".".join(path.relative_to(package.parent).with_suffix("").parts): path for path in package.rglob("*.py")}
    upwards = {module: names_upwards(module, path.read_text(encoding="utf-8")) for module, path in paths.items()}
    assert {module: names for module, names in upwards.items() if names} == {}
    assert len(paths) > 200
    old = 'def explain(self):\n    return importlib.import_module("muckle.players.advice").best_advice(self)'
    assert names_upwards("muckle.match.match", old) == {"muckle.players.advice"}, "its break"
    assert names_upwards("muckle.engine.game", 'files("muckle.games") / "GENERAL.md"') == {"muckle.games"}

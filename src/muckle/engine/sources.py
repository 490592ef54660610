"""The files that a module is made of: its own source, the sources it imports, and the data files that those read.

Machine code holds the constants and functions of every module it was compiled from, so a cache of it is only as good as the
answer to this question. The answer is read from the sources, without importing them. Needs no Numba.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

HOUSE = "muckle"
"""The package whose modules are followed, beside the package that a module itself belongs to."""
TYPES_ONLY = re.compile(r"^if (?:typing\.)?TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.MULTILINE)
"""Imports for the type checker, which never run."""
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.MULTILINE)
COMMENT = re.compile(r"#.*")
FILE_NAME = re.compile(r"""["']([\w./-]+\.\w{2,4})["']""")


class SourceFile(NamedTuple):
    """One module's source file, and what it refers to."""

    digest: bytes
    imports: frozenset[str]
    """The modules it imports from inside the house and its own package."""
    data: tuple[Path, ...]


def digest(modules: Iterable[str], environment: str = "") -> str:
    """Return a hash of every file that these modules are made of, such as ``f3a0c1d2e4b5``.

    Args:
        modules: names of modules whose top package has been imported.
        environment: anything else the result depends on.
    """
    total = hashlib.sha256(environment.encode())
    for name, content in sorted((path.name, content) for path, content in closure(modules).items()):
        total.update(name.encode() + content)
    return total.hexdigest()[:12]


def closure(modules: Iterable[str]) -> dict[Path, bytes]:
    """Return the files that these modules are made of, each with a hash of its content.

    Imports are followed inside `HOUSE` and inside the package that the importing module belongs to. The file of a package
    counts if a name is imported from it, not if only a module inside it is.
    """
    files: dict[Path, bytes] = {}
    waiting = list(modules)
    seen = set(waiting)
    while waiting:
        module = waiting.pop()
        path = find(module)
        if path is None:
            continue
        source = read(path, module)
        files[path] = source.digest
        for data in source.data:
            files[data] = file_hash(data)
        waiting += source.imports - seen
        seen |= source.imports
    return files


@cache
def find(module: str) -> Path | None:
    """Return the source file of a module, or None if there is no such module with a source.

    >>> find("muckle.engine.sources").name, find("muckle.engine.sources.find")
    ('sources.py', None)
    """
    top, _, rest = module.partition(".")
    package = sys.modules.get(top)
    homes = [Path(home) for home in getattr(package, "__path__", ())]
    if not homes:
        file = getattr(package, "__file__", None)
        return Path(file) if file and not rest else None
    inner = rest.replace(".", "/")
    tries = [home / inner / "__init__.py" for home in homes]
    if inner:
        tries += [home / f"{inner}.py" for home in homes]
    return next((path for path in tries if path.is_file()), None)


@cache
def read(path: Path, module: str) -> SourceFile:
    """Return the hash, the imports and the data files of a module."""
    content = path.read_bytes()
    text = content.decode("utf-8").replace("\\\n", " ")
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    inside = (HOUSE, module.partition(".")[0])
    names = (name for name in imported(text, package) if name.partition(".")[0] in inside)
    imports = frozenset(name if find(name) else name.rpartition(".")[0] for name in names)
    return SourceFile(hashlib.sha256(content).digest(), imports, tuple(_data(text, path.parent)))


def imported(text: str, package: str) -> Iterator[str]:
    r"""Yield the full names that a source imports: names of modules, and of things inside modules.

    >>> list(imported("from .tables import (PRICES, COSTS)\nimport muckle.errors as errors", "tideline"))
    ['tideline.tables.PRICES', 'tideline.tables.COSTS', 'muckle.errors']
    """
    for home, names, modules in IMPORT.findall(TYPES_ONLY.sub("", text)):
        start = f"{resolve_name(home, package) if home[0] == '.' else home}." if home else ""
        for name in COMMENT.sub("", names or modules).strip("() \t\n").split(","):
            if thing := name.strip().partition(" ")[0]:
                yield start + thing


def _data(text: str, folder: Path) -> Iterator[Path]:
    """Yield the files beside a module, or one folder below, that it names in a string."""
    for name in sorted(set(FILE_NAME.findall(text))):
        if not name.endswith(".py"):
            yield from (path for path in (folder / name, *folder.glob(f"*/{name}")) if path.is_file())


@cache
def file_hash(path: Path) -> bytes:
    """Return the hash of a file."""
    return hashlib.sha256(path.read_bytes()).digest()

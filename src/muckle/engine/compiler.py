"""`compiled`: the decorator for rules and for everything that runs rules a million times.

Numba's disk cache sees a change in a function's own file, not in a file it calls into, nor in data files that were baked
in. So the cache lives in a folder whose name is a hash of all of them; old folders are swept.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import config as numba_config

config: Any = numba_config
PACKAGE = Path(__file__).parents[1]
BAKED_IN = ("engine", "kit", "words", "games", "players")
"""The parts whose code or data can end up inside compiled code."""
NEVER_BAKED_IN = {"text.py", "scene.py", "options.py", "installed.py", "definitions.py", "two_letter.txt"}
"""Files that hold no compiled code and no constants of it, of a game or of words."""
KEEP = 4
"""Cache folders kept by a sweep: this version's and the most recently used others."""

if "NUMBA_OPT" not in os.environ:
    config.OPT = type(config.OPT)(1)  # LLVM's first level compiles in a seventh less than its third (bench/README.md)

PLAIN: bool = bool(config.DISABLE_JIT)
"""Whether rules run as ordinary Python (`NUMBA_DISABLE_JIT=1`)."""

Function = TypeVar("Function", bound=Callable[..., object])


def version() -> str:
    """A hash of every source and data file that compiled code depends on, and of bounds checking."""
    digest = hashlib.sha256(str(config.BOUNDSCHECK).encode())  # not in numba's own key
    for path in baked_in():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def baked_in() -> Iterator[Path]:
    """The files that `version` covers, in a fixed order."""
    for part in BAKED_IN:
        for path in sorted((PACKAGE / part).rglob("*")):
            if path.suffix in {".py", ".csv", ".txt"} and path.name not in NEVER_BAKED_IN and "__pycache__" not in path.parts:
                yield path


def cache_folder(name: str) -> Path:
    """The first folder that can be written: the one asked for, the package's own, the user's, a temporary one."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(asked)] if asked else [PACKAGE / "__pycache__", platformdirs.user_cache_path("muckle")]
    for home in homes:
        folder = home / f"compiled-{name}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        return folder
    return Path(tempfile.mkdtemp(prefix="muckle-"))


def sweep(current: Path) -> None:
    """Delete the caches of versions that were not used lately."""
    others = [path for path in current.parent.glob("compiled-*") if path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


if not PLAIN:
    CACHE = cache_folder(version())
    os.utime(CACHE)
    sweep(CACHE)
    config.CACHE_DIR = str(CACHE)


def compiled(function: Function) -> Function:
    """Compile a function on first use and keep the result on disk; in plain mode leave it as it is.

    Compiled functions release the GIL, must not call themselves (recursion and the disk cache crash the next process),
    and see data read from files only as arguments or as constants that `version` covers.
    """
    return _jit(forceinline=True)(function)


def apart(function: Function) -> Function:
    """As `compiled`, but its code is not repeated at every call: for what seldom runs and is called in many places."""
    return _jit()(function)


def _jit(**how: bool) -> Any:
    jit = cast(Any, numba.njit)  # its overloads lack no_cfunc_wrapper
    return jit(cache=True, nogil=True, no_cfunc_wrapper=True, **how)


def direct(function: Function, *examples: object) -> Function:
    """A compiled function for arguments of exactly these types, which it no longer checks: five times quicker to call.

    Numba recognises the types of arguments at every call, which for arrays of records takes longer than most rules.
    """
    if PLAIN:
        return function
    kinds, dispatcher = tuple(numba.typeof(example) for example in examples), cast(Any, function)
    dispatcher.compile(kinds)
    return dispatcher.get_overload(kinds)

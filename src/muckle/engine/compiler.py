"""`compiled`: the decorator for rules and for everything that runs rules a million times.

Numba's disk cache sees a change in a function's own file, not in a file it calls into, nor in data files that were baked
in. So the cache lives in a folder whose name is a hash of all of them; old folders are swept.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import config as numba_config
from numba.core.dispatcher import Dispatcher

from muckle.engine import outside

config: Any = numba_config
PACKAGE = Path(__file__).parents[1]
BAKED_IN = ("engine", "kit", "words", "games", "players")
"""The parts whose code or data can end up inside compiled code."""
NEVER_BAKED_IN = {
    *("options.py", "text.py", "scene.py", "tables.py", "plays.py", "worth.py"),
    *("installed.py", "definitions.py", "forms.py", "lookup.py", "reading.py", "shelf.py", "irregular.txt", "ours.txt"),
}
"""Files that hold no compiled code and no constants of it, of a game or of words. (The lengths of a game's records stand in
its `state.py`; compiled code sees options only as values of a record.)"""
KEEP = 4
"""Cache folders kept by a sweep: this version's and the most recently used others."""

if "NUMBA_OPT" not in os.environ:
    config.OPT = type(config.OPT)(1)  # LLVM's first level compiles in a seventh less than its third (bench/README.md)

PLAIN: bool = bool(config.DISABLE_JIT)
"""Whether rules run as ordinary Python (`NUMBA_DISABLE_JIT=1`)."""

Function = TypeVar("Function", bound=Callable[..., object])
Module = TypeVar("Module", bound=ModuleType)


def version() -> str:
    """A hash of all sources and data that compiled code depends on, games from outside included, and of bounds checking."""
    digest = hashlib.sha256(str(config.BOUNDSCHECK).encode())  # not in numba's own key
    for folder in (*(PACKAGE / part for part in BAKED_IN), *outside.folders()):
        for path in baked_in(folder):
            digest.update(str(path.relative_to(folder.parent)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def baked_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that `version` covers, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".py", ".csv", ".txt"} and path.name not in NEVER_BAKED_IN and "__pycache__" not in path.parts:
            yield path


def cache_folder(name: str) -> Path:
    """The first folder that can be written: the one asked for, the package's own, the user's.

    Where there is none, a temporary one, which the processes that this one starts share; and a warning.
    """
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
    lost = Path(tempfile.mkdtemp(prefix="muckle-"))
    atexit.register(shutil.rmtree, lost, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(lost)
    tried = " and ".join(map(str, homes))
    warnings.warn(f"every run compiles again, as {tried} cannot be written; NUMBA_CACHE_DIR names another folder", stacklevel=2)
    (folder := lost / f"compiled-{name}").mkdir()
    return folder


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


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function on first use and keep the result on disk; in plain mode leave it as it is.

    Compiled functions release the GIL, must not call themselves (recursion and the disk cache crash the next process),
    and see data read from files only as arguments or as constants that `version` covers.
    """
    return _jit(forceinline=True)(function)


def apart(function: Function) -> Function:
    """As `compiled`, but its code is not repeated at every call: for what seldom runs and is called in many places."""
    return _jit(forceinline=False)(function)  # said aloud, for what is left unsaid is inherited from a `compiled` caller


def _jit(**how: bool) -> Any:
    jit = cast(Any, numba.njit)  # its overloads lack no_cfunc_wrapper
    return jit(cache=True, nogil=True, no_cfunc_wrapper=True, **how)


def plain(module: Module) -> Module:
    """A module of compiled functions as ordinary Python, for plain trees: text and scenes ask the rules through it.

    Its functions call one another, and those of other modules, as ordinary Python too; so nothing is compiled for trees.
    """
    return module if PLAIN else cast(Module, _plain_module(module.__name__))


_plain_modules: dict[str, ModuleType] = {}


def _plain_module(name: str) -> ModuleType:
    if name not in _plain_modules:
        made = _plain_modules[name] = ModuleType(name)
        for key, value in vars(sys.modules[name]).items():
            setattr(made, key, _plain_function(value) if isinstance(value, Dispatcher) else value)
    return _plain_modules[name]


def _plain_function(dispatcher: Any) -> Callable[..., Any]:
    function = dispatcher.py_func
    made = FunctionType(function.__code__, vars(_plain_module(function.__module__)), function.__name__, function.__defaults__)
    made.__doc__ = function.__doc__
    return made


def direct(function: Function, *examples: object) -> Function:
    """A compiled function for arguments of exactly these types, which it no longer checks: five times quicker to call.

    Numba recognises the types of arguments at every call, which for arrays of records takes longer than most rules.
    """
    if PLAIN:
        return function
    kinds, dispatcher = tuple(numba.typeof(example) for example in examples), cast(Any, function)
    dispatcher.compile(kinds)
    return dispatcher.get_overload(kinds)

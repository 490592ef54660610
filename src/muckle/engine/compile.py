"""`compiled`: the decorator for rules and for everything that runs rules a million times.

Numba keeps machine code on disk, but sees a change only in the file of the function itself, not in the files and data it
was compiled from. So machine code is kept in folders whose names are hashes of all of them (`muckle.engine.sources`):
``compiled/mitch-2f1d/muckle.players.flat-90c4`` holds the search of `muckle.players.flat` for the rules of Mitch.
"""

from __future__ import annotations

import atexit
import os
import platform
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar, cast

import llvmlite.binding
import numba
import numba.cpython.hashing  # pyright: ignore[reportUnusedImport]  # makes the seeds of hashes known to machine code
import numpy as np
import platformdirs
from numba.core import config as numba_config
from numba.core import event
from numba.core.caching import FunctionCache, NullCache
from numba.core.dispatcher import Dispatcher
from numba.core.runtime import rtsys
from numba.core.sigutils import normalize_signature

from muckle.engine import sources

config: Any = numba_config
PACKAGE = Path(__file__).parents[1]
KEEP = 4
"""Number of versions of each cache folder that `sweep` keeps: the current one and the most recently used others."""

if "NUMBA_OPT" not in os.environ:
    config.OPT = type(config.OPT)(1)  # LLVM's first level compiles in a seventh less than its third (bench/README.md)

PLAIN: bool = bool(config.DISABLE_JIT)
"""Whether rules run as ordinary Python (`NUMBA_DISABLE_JIT=1`)."""

Function = TypeVar("Function", bound=Callable[..., object])
Module = TypeVar("Module", bound=ModuleType)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function on first use and keep the result on disk; in plain mode leave the function as it is.

    Compiled functions release the GIL, must not call themselves (recursion and the disk cache crash the next process),
    and see data read from files only as arguments or as constants of a module whose source names the file.
    """
    return _jit(function, forceinline=True)


def apart(function: Function) -> Function:
    """Compile a function once, not again at every call: for code that seldom runs and is called in many places."""
    return cast(Any, _jit(function, forceinline=False))  # said aloud: what is left unsaid is inherited from the caller


def _jit(function: Callable[..., Any], forceinline: bool) -> Callable[..., Any]:
    jit = cast(Any, numba.njit)  # its overloads lack no_cfunc_wrapper
    made = jit(nogil=True, no_cfunc_wrapper=True, forceinline=forceinline)(function)
    if not PLAIN:
        made._cache = SourceCache(function)  # where Numba's own enable_caching puts its cache
    return made


class Rulebook(NamedTuple):
    """The modules of one game on which compiled code for its states depends."""

    name: str
    modules: tuple[str, ...]


_rulebooks: dict[Any, Rulebook] = {}
"""The rules that compiled code runs for a type of state, as Numba knows it."""


def add_rulebook(state: Any, name: str, modules: Iterable[str]) -> None:
    """Say which modules decide what compiled code for a type of state does; `state` is Numba's type of it."""
    _rulebooks[state] = Rulebook(name, tuple(modules))


class SourceCache(NullCache):
    """Numba's disk cache of one function, apart for each version of the sources that its machine code is made of."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._caches: dict[Path, FunctionCache] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for these argument types, or None if it is not on disk.

        Numba's own `load_overload` first imports all that Numba can compile, SciPy included: a fifth of a start.
        Machine code needs only Numba's memory management and the seeds of hashes; whatever compiles imports the rest.
        """
        rtsys.initialize(target_context)
        return cast(Any, self._cache(sig))._load_overload(sig, target_context)

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep the machine code for these argument types."""
        self._cache(sig).save_overload(sig, cres)

    def _cache(self, sig: Any) -> FunctionCache:
        folder = home()
        for book in sorted({book for kind in normalize_signature(sig)[0] for book in _books(kind)}):
            folder = current(folder, book.name, book.modules)
        folder = current(folder, self._function.__module__, (self._function.__module__,))
        if folder not in self._caches:
            config.CACHE_DIR = str(folder)
            self._caches[folder] = FunctionCache(self._function)
        return self._caches[folder]


def _books(kind: Any) -> Iterable[Rulebook]:
    """Return the rules that a function with an argument of this type may call: those of the states it holds."""
    if kind in _rulebooks:
        return [_rulebooks[kind]]
    inner = getattr(kind, "dtype", None)
    return [] if inner is None or inner is kind else _books(inner)


@cache
def environment() -> str:
    """Return everything but sources that machine code depends on: versions, settings of the compiler, and the processor."""
    versions = platform.python_version(), numba.__version__, np.__version__, llvmlite.binding.get_host_cpu_name()
    return repr((*versions, config.BOUNDSCHECK, config.OPT))


@cache
def current(folder: Path, name: str, modules: tuple[str, ...]) -> Path:
    """Return the folder in a folder for the present sources of these modules; those of older sources are swept."""
    made = folder / f"{name}-{sources.digest(modules, environment())}"
    made.mkdir(parents=True, exist_ok=True)
    os.utime(made)
    sweep(made)
    return made


def sweep(current: Path) -> None:
    """Delete the folders of other versions that were not used lately."""
    name = current.name.rpartition("-")[0]
    others = [path for path in current.parent.glob(f"{name}-*") if path != current and path.name.rpartition("-")[0] == name]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


@cache
def home() -> Path:
    """Return the first folder that can be written: the one in NUMBA_CACHE_DIR, the package's own, the user's.

    Where there is none, a temporary one, which the processes that this one starts share; and a warning.
    """
    asked = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(asked)] if asked else [PACKAGE / "__pycache__", platformdirs.user_cache_path("muckle")]
    for home in homes:
        folder = home / "compiled"
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
    (folder := lost / "compiled").mkdir()
    return folder


def plain(module: Module) -> Module:
    """Return a module of compiled functions as ordinary Python, for plain trees: text and scenes ask the rules through it.

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
    """Return a compiled function for arguments of exactly these types, which it no longer checks: five times quicker to call.

    Numba recognises the types of arguments at every call, which for arrays of records takes longer than most rules.
    """
    if PLAIN:
        return function
    kinds, dispatcher = tuple(numba.typeof(example) for example in examples), cast(Any, function)
    dispatcher.compile(kinds)
    return dispatcher.get_overload(kinds)


PARTS = {"hidden": "what a seat cannot know"}
"""Descriptions for people of a game's files whose names are not clear."""


@contextmanager
def compiling(report: Callable[[str], None]) -> Generator[None]:
    """Report what Numba compiles while the block runs; what it finds on disk is not reported.

    Args:
        report: called with each part when its turn comes, such as "Mitch: rules" or "players".
    """
    listener = _Listener(report)
    with event.install_listener("numba:compile", listener):
        yield


class _Listener(event.Listener):
    def __init__(self, report: Callable[[str], None]) -> None:
        self._report, self._last = report, ""

    def on_start(self, event: Any) -> None:
        """Report the part that a function belongs to, unless the function before it did."""
        part = part_of(event.data["dispatcher"].py_func.__module__)
        if part not in ("", self._last):
            self._last = part
            self._report(part)

    def on_end(self, event: Any) -> None:
        """Do nothing: only beginnings are reported."""


def part_of(module: str) -> str:
    """Return how a module of this package is named to people; an empty text for any other.

    >>> part_of("muckle.games.grabble_road.rules"), part_of("muckle.players.choice"), part_of("numba.cpython.builtins")
    ('Grabble Road: rules', 'players', '')
    """
    match module.split("."):
        case ["muckle", "games", game, part, *_]:
            return f"{game.replace('_', ' ').title()}: {PARTS.get(part, part)}"
        case ["muckle", part, *_]:
            return part
        case _:
            return ""

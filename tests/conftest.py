"""Settings and hooks of all tests."""

import asyncio
import inspect
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler.loadfile import LoadFileScheduling

# Helpers assert, too. Pytest rewrites their assertions, so that they hold even under `python -O`, which drops assertions.
for helpers in ("every_game", *(path.name for path in Path(__file__).parent.iterdir() if (path / "table.py").exists())):
    pytest.register_assert_rewrite(helpers)

TESTS = Path(__file__).parent

import order  # noqa: E402  # after the registration above

# The same examples in every run, so that a failure means a change. No deadlines: they would measure the machine.
settings.register_profile("house", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

# In the background of a shell, tests ignore Ctrl+C, and so would the rooms that they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def restored_environment() -> Iterator[None]:
    """Undo what a command of muckle that runs in this process sets for it: whether rules are compiled, and where to."""
    with mock.patch.dict(os.environ):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


class ByFileOrGame(LoadFileScheduling):
    """Hands tests out to processes by `order.scope`."""

    def _split_scope(self, nodeid: str) -> str:
        return order.scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFileOrGame:
    """Hand tests out so that no two processes compile the same."""
    return ByFileOrGame(config, log)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return a process for each core; half as many more for the quick tests, which have few browsers: rooms wait much."""
    cores = os.cpu_count() or 2
    return cores if config.getoption("--long") else cores * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Tell the rooms that tests open which games are not to be compiled."""
    os.environ[order.LATE_NAMES] = "" if everything(config) else " ".join(order.LATE)


def everything(config: pytest.Config) -> bool:
    """Return whether `--long`, a mark or a test's own name asks for what takes long."""
    return bool(config.getoption("--long") or config.getoption("-m") or any("::" in name for name in config.args))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run what takes long: deep counts, kills, load, every option")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a file of which nothing would be run."""
    left_out = collection_path.is_file() and order.is_long(collection_path.relative_to(TESTS)) and not everything(config)
    return True if left_out else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what takes long."""
    if order.is_long(item.path.relative_to(TESTS)):
        item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)  # after -m and -k have been applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, unless ``--long``, a mark or a test's own name asks for it."""
    run = order.chosen(items, long=everything(config))
    running = set(run)
    if left_out := [item for item in items if item not in running]:
        config.hook.pytest_deselected(items=left_out)
    items[:] = run

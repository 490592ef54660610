"""For all tests."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Helpers assert, too: rewritten by pytest, their assertions hold even where Python leaves assertions out (`python -O`).
for helpers in ("every_game", *(path.name for path in Path(__file__).parent.iterdir() if (path / "table.py").exists())):
    pytest.register_assert_rewrite(helpers)

import order  # noqa: E402  # behind the line above

# The same examples in every run, so that red means changed; and no deadlines, which would measure the machine.
settings.register_profile("house", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

# A shell that runs the tests in the background has them ignore Ctrl+C, and the rooms they start would, too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)  # behind what -m and -k leave
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Nothing is tried twice, and what takes long begins first."""
    if glances := order.covered(items):
        config.hook.pytest_deselected(items=glances)
    left_out = set(glances)
    items[:] = order.longest_first([item for item in items if item not in left_out])

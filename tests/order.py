"""Which tests a run has, and in what order."""

from collections.abc import Sequence

import pytest

LONGEST = 300.0
"""Seconds that a test may take unless it says otherwise, as in pyproject.toml."""


def covered(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The glances of tests whose whole is in the same run: what a glance tries is a part of what that tries."""
    whole = {_function(item) for item in items if item.get_closest_marker("slow")}
    return [item for item in items if item.get_closest_marker("glance") and _function(item) in whole]


def longest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Files with a test that may take long before the others, so that at the end no core waits for one of them."""
    patient = {item.path for item in items if (mark := item.get_closest_marker("timeout")) and mark.args[0] > LONGEST}
    return sorted(items, key=lambda item: item.path not in patient)


def _function(item: pytest.Item) -> str:
    """The test that an item is one of."""
    return item.nodeid.partition("[")[0]

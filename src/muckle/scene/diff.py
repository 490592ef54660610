"""Patches: differences between two scenes of one viewer, so that a small message turns the old scene into the new one."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from muckle.scene.contract import Scene

MERGED = {"zones": "order", "pieces": "", "acts": "act_order"}
"""Fields that merge by id, and under what name a change of their order is sent; the order of pieces means nothing."""

FIELDS = Scene.__struct_fields__
VALUES = attrgetter(*FIELDS)
"""Returns the values of all fields of a scene, in that order."""


def diff(old: Scene, new: Scene) -> dict[str, Any]:
    """Return the changes that turn `old` into `new`: an object that encodes to JSON, empty if the scenes are equal.

    Fields that merge hold new or changed entries by id, and None for entries that went; other fields are replaced whole.
    """
    changes: dict[str, Any] = {}
    for name, before, after in zip(FIELDS, VALUES(old), VALUES(new), strict=True):
        if before is after:  # much of a scene is shared with the one before it
            continue
        if name not in MERGED:
            if before != after:
                changes[name] = after
            continue
        merged = {key: part for key, part in after.items() if (was := before.get(key)) is not part and was != part}
        merged |= dict.fromkeys(key for key in before if key not in after)
        if merged:
            changes[name] = merged
        if MERGED[name] and list(after) != list(before) and list(after) != [key for key in before | after if key in after]:
            changes[MERGED[name]] = list(after)
    return changes


def patch(scene: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Apply changes to a scene, both as decoded JSON, and return the new scene; the arguments are not modified.

    >>> patch({"status": "", "acts": {"draw": {}, "pass": {}}}, {"status": "Ann draws", "acts": {"pass": None}})
    {'status': 'Ann draws', 'acts': {'draw': {}}}
    """
    new = scene | {name: value for name, value in changes.items() if name not in MERGED.values()}
    for name, order in MERGED.items():
        known = scene.get(name, {}) | changes.get(name, {})
        if name in new:
            new[name] = {key: known[key] for key in changes.get(order, known) if known[key] is not None}
    return new

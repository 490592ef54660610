"""Find the act that a typed line names."""

from __future__ import annotations

from collections.abc import Iterable

from muckle.errors import NotationError, short
from muckle.scene.contract import Scene
from muckle.terminal.draw import numbered


def meant(scene: Scene, line: str) -> str | None:
    """Return the act that a line names by number, key or text, or None if it names none.

    Raises:
        NotationError: the line is a number that no act has.
    """
    acts, numbers = scene.acts, numbered(scene)
    if line.isdecimal() and numbers:
        number = int(line[:9])
        if len(line) > 9 or number not in numbers:
            raise NotationError(f"no action here has the number {short(line)}; the numbers are {runs(numbers)}")
        return numbers[number]
    keys = {act.key: name for name, act in acts.items() if act.key}
    texts = {squeezed(name): name for name in acts}
    return keys.get(line) or texts.get(squeezed(line)) or keys.get(line.lower())


def squeezed(text: str) -> str:
    """Return a text without blanks and in lower case, for comparing."""
    return "".join(text.lower().split())


def runs(numbers: Iterable[int]) -> str:
    """Numbers in few words: ``1 to 3, 10 to 12``."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in found)

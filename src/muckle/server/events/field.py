"""What everybody at an event did with the same card, for those who step through their board afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from muckle.match.crowd import firsts
from muckle.match.match import Match
from muckle.server.messages import Choice, Fork

Field = tuple[dict[str, int], ...]
"""Of each card in order, how often each action was the first of its turn."""


def add(field: list[Counter[str]], board: Match) -> None:
    """Count another board."""
    for turn, (_, action) in enumerate(firsts(board)):
        if turn == len(field):
            field.append(Counter())
        field[turn][action] += 1


def forks(field: Field, board: Match) -> Iterable[Fork]:
    """What the field did where this board's player placed a card, the most frequent first, in the words of that table."""
    for turn, ((step, own), counts) in enumerate(zip(firsts(board), field, strict=False), 1):
        acts = board.at(step - 1).scene(0).acts
        labels = {action: acts[action].label if action in acts else action for action in counts}
        ranked = sorted(counts, key=lambda action: (-counts[action], action))
        yield Fork(step, turn, tuple(Choice(labels[action], counts[action], action == own) for action in ranked))

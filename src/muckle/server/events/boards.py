"""Scores, words and progress of an event's boards. A board is a table whose `TurnLimit` the event sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from muckle.games.mickell import muckell, text
from muckle.match.log import after_draws
from muckle.match.match import Match
from muckle.scene.contract import Face
from muckle.server.messages import Choice, Fork


class Progress(NamedTuple):
    """The points and words of a board so far."""

    worth: muckell.Worth
    words: tuple[tuple[str, int, tuple[Face, ...]], ...]
    """The claimed words in order, each with its points and the cards of its row."""


Field = tuple[dict[str, int], ...]
"""For each card in order, how often each action was the first of its turn."""


def turn_of(board: Match) -> int:
    """Return the number of the turn that a board is in, from 1; after the last turn one more than there are turns."""
    return muckell.turn(board.state)


def worth_of(options: muckell.Options, board: Match) -> muckell.Worth:
    """Return the score and tiebreak of a board."""
    return muckell.worth(options, board.scores[0], board.position.plain_state)


def result_of(options: muckell.Options, board: Match) -> tuple[muckell.Worth, tuple[tuple[str, int], ...]]:
    """Return what a board has come to, and its words."""
    words = text.words_claimed(board.position.plain_setup, board.position.plain_state)
    return worth_of(options, board), tuple(words)


def progress_of(options: muckell.Options, board: Match) -> Progress:
    """Return what a board has come to, with the cards of its words."""
    worth, words = result_of(options, board)
    rows = text.claimed_cards(board.position.plain_setup, board.position.plain_state)
    faces = (tuple(Face("letters", upper, lower, on=on) for upper, lower, on in row) for row in rows)
    return Progress(worth, tuple((word, points, row) for (word, points), row in zip(words, faces, strict=True)))


def before_turn(board: Match, turn: int) -> Match:
    """Return a board as it was before its player's first action in a turn, or as it is if there is none."""
    count = board.count
    while count and turn_of(board.at(count - 1)) == turn:
        count -= 1
    return board.at(count)


def add(field: list[Counter[str]], board: Match) -> None:
    """Count another board."""
    for turn, (_, action) in enumerate(after_draws(board.decisions)):
        if turn == len(field):
            field.append(Counter())
        field[turn][action] += 1


def forks(field: Field, board: Match) -> Iterable[Fork]:
    """Yield the field's choices on each card, the most frequent first, with the labels of this board."""
    for turn, ((step, own), counts) in enumerate(zip(after_draws(board.decisions), field, strict=False), 1):
        acts = board.at(step - 1).scene(0).acts
        labels = {action: acts[action].label if action in acts else action for action in counts}
        ranked = sorted(counts, key=lambda action: (-counts[action], action))
        yield Fork(step, turn, tuple(Choice(labels[action], counts[action], action == own) for action in ranked))

# pyright: basic
# (compiled functions carry no annotations)
"""Finds the best score of a deck whose order is known, and a line of play that reaches it.

Whoever knows the order places no card in vain and claims each word with its last card; so a match is a set of words that share
no card, whose cards come in order and of which at most so many are open at once as there are rows. One claim a turn is no
hindrance, as each card ends one word at most. What is lost is counted: a card that is not used costs 1, a word of 3 to 5
letters 2, of 6 or 7 one, of 8 or more nothing (Mickell 6).

A dynamic programme goes through the cards; a *situation* is the stages of the rows (`row_stages`), in no order, and the loss so
far. A situation is dropped when its loss, with what each of its rows must still lose by itself, exceeds the budget. First only
the most promising situations of each card are kept (a beam), which finds a good line. Then all situations that could lose less
are expanded: if no better line is found, the first is proven. This search runs from both ends, which takes a tenth of the time:
a line that loses 3 loses at most one before the middle of the deck or at most one behind it.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.compile import apart, compiled
from muckle.engine.contract import Setup
from muckle.games.mickell.row_stages import (
    DEAD,
    EMPTY,
    NEVER,
    Places,
    build_tree,
    final_stages,
    new_places,
    put_key,
    reachable_nodes,
    stages_before,
    write_spelled_words,
)
from muckle.games.mickell.rules import points
from muckle.games.mickell.state import CLAIM, DISCARD, END, MUST_PLACE, NO, PLACE, SPELLING, TRIM

STAGE_BITS, IN_A_NUMBER = 21, 3
"""Bits of a stage, and stages in one number: a situation is stored as a row of numbers."""
WIDTH = 10000
"""Maximum number of situations that the beam keeps for each card."""
ROOM = 12_000_000
"""Maximum number of situations for all cards together: some 160 MB."""
CHUNK = 20_000
"""Number of situations expanded between two looks at the clock."""

NO_ROW = -1
"""Stands for: no row holds a card that had to be placed though no word needs it."""
NO_SLOTS = np.empty(0, np.int32)
"""Stands for the slots of a finished layer, which is no longer searched; a view would keep its slots in memory."""

Word = tuple[tuple[int, int], ...]
"""Cards of a word: the turn of each, and its letter."""


class BestLine(NamedTuple):
    """The best result that was possible."""

    score: int
    proven: bool
    """Whether it is proven that no line scores more; if not, the score is a lower bound."""
    actions: list[int]
    """Actions of a line that reaches the score, from the first decision to the last."""


@compiled
def unpack(keys, which, rows):
    """Write the stages of a situation into `rows`."""
    for row in range(len(rows)):
        rows[row] = keys[which, row // IN_A_NUMBER] >> (row % IN_A_NUMBER * STAGE_BITS) & ((1 << STAGE_BITS) - 1)


@apart
def expand_layer(stages, later, layer, first, last, rows, budget, limit, after):
    """Expand the situations first to last - 1 of a layer into the next layer, by the card of a turn.

    Args:
        budget: what may be lost in the end. limit: what may be lost so far.

    Returns:
        whether there was room for all that can still lose no more than that.
    """
    now, kept, key = np.empty(rows, np.int64), np.empty(rows, np.int64), np.empty(layer.keys.shape[1], np.int64)
    for which in range(first, min(last, layer.count[0])):
        if after.count[0] + 3 * rows + 1 > len(after.losses):
            return False
        unpack(layer.keys, which, now)
        dead, lost, owed = 0, int(layer.losses[which]), 0
        for row in range(rows):
            kept[row] = stages.kept[now[row]]
            dead += kept[row] == DEAD
            owed += later.least[kept[row]] if kept[row] != DEAD else 0
        if dead == 0 and lost + 1 <= limit and lost + 1 + owed <= budget:
            add_situation(kept, 0, kept[0], lost + 1, which, after, key)
        for row in range(rows):
            if (dead == 0 or (dead == 1 and kept[row] == DEAD)) and (row == 0 or now[row] != now[row - 1]):
                others = lost + owed - (later.least[kept[row]] if kept[row] != DEAD else 0)
                ended = stages.ended[now[row]]
                if lost + ended <= limit and others + ended <= budget:
                    add_situation(kept, row, EMPTY, lost + ended, which, after, key)
                for follows in stages.follows[now[row]]:
                    if follows != DEAD and others + later.least[follows] <= budget:
                        add_situation(kept, row, follows, lost, which, after, key)
    return True


@apart
def add_situation(kept, row, stage, loss, parent, after, key):
    """Put into the next layer the situation in which one row comes to a stage and the others keep theirs."""
    key[:] = 0
    for one in range(len(kept)):
        mine, place = stage if one == row else kept[one], 0
        for other in range(len(kept)):
            its = stage if other == row else kept[other]
            place += its < mine or (its == mine and other < one)
        key[place // IN_A_NUMBER] |= mine << (place % IN_A_NUMBER * STAGE_BITS)
    put_key(after, key, loss, parent)


@apart
def merits(stages, layer, rows):
    """Return the merit of each situation: the logarithm of what its rows can become, less what is lost."""
    count, now = layer.count[0], np.empty(rows, np.int64)
    merit = np.empty(count)
    for which in range(count):
        unpack(layer.keys, which, now)
        merit[which] = -LOST * layer.losses[which]
        for row in range(rows):
            merit[which] += stages.hope[now[row]]
    return merit


LOST = 2.0
"""Weight of a lost point in the beam's merit, against the logarithms of `hope`."""


class _Stopped(Exception):
    """Raised when time is up, or when there is no more room."""


class _Found(NamedTuple):
    loss: int
    words: list[Word]


def hindsight(setup: Setup, outcomes: Sequence[int], stop: Callable[[], bool] = lambda: False) -> BestLine:
    """Return the best score with the cards in a given order, and a line that reaches it.

    Args:
        setup: options and words of the match.
        outcomes: the cards, by number, in the order they come; all of the deck's.
        stop: asked every tenth of a second or so; once it says yes, what was found so far is returned.
    """
    options = setup.options
    top, bottom = (np.array([letters[card] for card in outcomes], np.int64) for letters in (options.top, options.bottom))
    graph, rows, trims, claims = np.asarray(setup.words), int(options.rows), options.trimming != NO, options.claiming != NO
    must_place = [options.discarding == NO or (turn == 0 and options.first_card == MUST_PLACE) for turn in range(len(outcomes))]
    bound, proven = _search(_searches(graph, top, bottom, rows, stop))
    found = bound if claims else _best_words(bound, rows)
    if not trims and _unwanted(found, must_place):  # such a card stays and takes up a row
        found = _Found(len(outcomes), [])
        if rows > 1:
            found, _ = _search(_searches(graph, top, bottom, rows - 1, stop))
            found = found if claims else _best_words(found, rows - 1)
    actions = _actions(found.words, top, bottom, must_place, trims, claims)
    return BestLine(len(outcomes) - found.loss, proven and found.loss == bound.loss, actions)


def _unwanted(found: _Found, must_place: Sequence[bool]) -> bool:
    """Return whether a card must be placed though no word needs it (Mickell 3c, 3f)."""
    used = {turn for word in found.words for turn, _ in word}
    return any(must and turn not in used for turn, must in enumerate(must_place))


def _best_words(found: _Found, most: int) -> _Found:
    """Return a line with as many of its words as rows, those of most points: each row is claimed once (Mickell 3a, 5)."""
    words = sorted(found.words, key=len, reverse=True)
    return _Found(found.loss + sum(points(len(word)) for word in words[most:]), words[:most])


def _searches(graph: Any, top: Any, bottom: Any, rows: int, stop: Callable[[], bool]) -> list[_DeckSearch]:
    """Return the searches of a deck, forwards and backwards."""
    none = np.empty((0, len(top) + 1), np.int8)
    found = np.empty((write_spelled_words(graph, top, bottom, none), len(top) + 1), np.int8)
    write_spelled_words(graph, top, bottom, found)
    return [_DeckSearch(found, top, bottom, rows, stop, backwards=backwards) for backwards in (False, True)]


def _search(ways: Sequence[_DeckSearch]) -> tuple[_Found, bool]:
    """Return the best line found, and whether it is proven that none loses less."""
    turns = ways[0].turns
    found = _Found(turns, [])
    try:
        whole = False
        while not whole:
            better, whole = ways[0].go_through(found.loss - 1, [found.loss] * turns, WIDTH)
            if better is None and not whole:
                break
            found = better or found
        for way in () if whole else ways:
            better, _ = way.go_through(found.loss - 1, way.limits(found.loss - 1))
            found = better or found
    except _Stopped:
        return found, False
    return found, True


class _DeckSearch:
    """A search through a deck, from its first card to its last or back.

    Args:
        found: the words that it can spell.
    """

    def __init__(self, found: Any, top: Any, bottom: Any, rows: int, stop: Callable[[], bool], *, backwards: bool) -> None:
        self.rows, self.turns, self.stop, self.backwards = rows, len(top), stop, backwards
        self.top, self.bottom = (top[::-1].copy(), bottom[::-1].copy()) if backwards else (top, bottom)
        self.tree = build_tree(found, backwards)
        there = reachable_nodes(self.tree, self.top, self.bottom)
        self.stages = [final_stages(self.tree)]
        for turn in reversed(range(self.turns)):
            card = (self.top[turn], self.bottom[turn])
            self.stages.insert(0, stages_before(self.tree, np.flatnonzero(there[turn]), *card, self.stages[0]))

    def limits(self, budget: int) -> list[int]:
        """Return the largest loss allowed by the end of each turn for a line that this search must find.

        What loses no more than the budget loses at most half of it before the middle of the deck, or less than half behind it,
        which is before the middle for the way back. A word that is open in the middle counts for neither.
        """
        half = (budget - self.backwards) // 2
        return [half] * (self.turns // 2) + [budget] * (self.turns - self.turns // 2)

    def go_through(self, budget: int, limits: Sequence[int], width: int = ROOM) -> tuple[_Found | None, bool]:
        """Return the best line that keeps at most `width` situations a card; None if none loses as little as the budget.

        Args:
            limits: what may be lost by the end of each turn.

        Returns:
            the line, and whether no situation was left out.

        Raises:
            _Stopped: time is up, or there is no more room.
        """
        layers, whole = [self.first()], True
        for turn in range(self.turns):
            room = ROOM - sum(len(layer.losses) for layer in layers)
            layer = self.next(turn, layers[-1], budget, limits[turn], room)
            chosen = np.arange(layer.count[0])
            if len(chosen) > width:
                chosen, whole = np.argpartition(-merits(self.stages[turn + 1], layer, self.rows), width)[:width], False
            kept = (layer.keys[chosen], layer.losses[chosen], layer.parents[chosen], np.array([len(chosen)]))
            layers.append(Places(*kept, NO_SLOTS))
        return (self.line(layers) if layers[-1].count[0] else None), whole

    def first(self) -> Any:
        """Return the layer before the first card: no cards on the table."""
        layer = new_places(1, -(-self.rows // IN_A_NUMBER))
        put_key(layer, np.zeros(layer.keys.shape[1], np.int64), 0, 0)
        return layer

    def next(self, turn: int, layer: Any, budget: int, limit: int, room: int) -> Any:
        """Return the situations after the card of a turn, if there is room for all."""
        count = int(layer.count[0])
        after = new_places(max(0, min((3 * self.rows + 1) * (count + 1), room)), layer.keys.shape[1])
        now, later = self.stages[turn], self.stages[turn + 1]
        for first in range(0, count, CHUNK):
            if self.stop() or not expand_layer(now, later, layer, first, first + CHUNK, self.rows, budget, limit, after):
                raise _Stopped
        return after

    def line(self, layers: Sequence[Any]) -> _Found:
        """Return the line that ends with the least loss, as the words that it makes."""
        which, stages = int(np.argmin(layers[-1].losses)), list[list[int]]()
        loss = int(layers[-1].losses[which])
        for layer in reversed(layers):
            now = np.zeros(self.rows, np.int64)
            unpack(layer.keys, which, now)
            stages.append(now.tolist())
            which = int(layer.parents[which])
        return _Found(loss, self.words(stages[-2::-1]))

    def words(self, line: Sequence[Sequence[int]]) -> list[Word]:
        """Return the words of a line.

        Args:
            line: the stages of the rows after each turn.
        """
        nodes, cards, words = [EMPTY] * self.rows, [list[tuple[int, int]]() for _ in range(self.rows)], list[Word]()
        for turn, after in enumerate(line):
            for _, row, letter, node in sorted(self.steps(turn, nodes, Counter(after)))[:1]:
                cards[row].append((self.turns - 1 - turn if self.backwards else turn, letter))
                nodes[row] = node
                if node == EMPTY:
                    words.append(tuple(sorted(cards[row])))
                    cards[row] = []
        return words

    def steps(self, turn: int, nodes: Sequence[int], after: Counter[int]) -> Iterator[tuple[int, int, int, int]]:
        """Yield the ways in which the card of a turn leads to some stages.

        Args:
            nodes: where the rows are before it.

        Yields:
            what is lost by a word that it ends, the row it comes to, its letter, and where the row is then.
        """
        later = self.stages[turn + 1]
        for row in range(self.rows):
            for letter in (int(self.top[turn]), int(self.bottom[turn])):
                behind = int(self.tree.behind[nodes[row], letter])
                for lost, node in ((int(self.tree.ended[behind]), EMPTY), (0, behind)) if behind != DEAD else ():
                    now = Counter(int(later.of[each]) for each in (node, *nodes[:row], *nodes[row + 1 :]))
                    if lost < NEVER and now == after:
                        yield lost, row, letter, node


def _actions(words: Sequence[Word], top: Any, bottom: Any, must_place: Sequence[bool], trims: bool, claims: bool) -> list[int]:
    """Return the actions that make some words: a card is placed with its word, or discarded; its last card claims a word.

    Args:
        must_place: by turn, whether the card may not be discarded (Mickell 3c, 3f).
        trims: whether rows may be trimmed (Mickell 3b): such a card that no word needs is, in the next turn, else it stays.
        claims: whether words may be claimed in turns (Mickell 3a); if not, all are in the final phase.
    """
    owner, row_of, actions = {turn: word for word in words for turn, _ in word}, dict[Word, int](), list[int]()
    unwanted_row = NO_ROW
    for turn in range(len(top)):
        if trims and unwanted_row != NO_ROW:
            actions.append(TRIM + unwanted_row)
            unwanted_row = NO_ROW
        free = next(row for row in itertools.count() if row != unwanted_row and row not in row_of.values())
        if word := owner.get(turn):
            row = row_of.setdefault(word, free)
            actions.append(PLACE + row)
            if claims and turn == word[-1][0]:
                actions.append(CLAIM + row | _spelling_of(word, top, bottom) << SPELLING)
                del row_of[word]
        elif must_place[turn]:
            unwanted_row = 0 if trims else free if unwanted_row == NO_ROW else unwanted_row
            actions.append(PLACE + unwanted_row)
        else:
            actions.append(DISCARD)
        actions.append(END)
    if not claims:
        actions += [TRIM + unwanted_row] if trims and unwanted_row != NO_ROW else []
        actions += [CLAIM + row | _spelling_of(word, top, bottom) << SPELLING for word, row in row_of.items()]
    return [*actions, END]


def _spelling_of(word: Word, top: Any, bottom: Any) -> int:
    """Return the spelling of a word: a bit for each card behind a leading one, set for the letter later in the alphabet."""
    bits = [letter == max(top[turn], bottom[turn]) for turn, letter in word]
    return functools.reduce(lambda reading, bit: reading << 1 | bit, bits, 1)

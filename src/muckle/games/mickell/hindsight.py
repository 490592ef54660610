# pyright: basic
# (compiled functions carry no annotations)
"""The best score that a deck allows when its order is known, with a line of play that reaches it.

Whoever knows the order places no card in vain and claims each word with its last card; so a match is a set of words that share
no card, whose cards come in order and of which at most so many are open at once as there are rows. One claim a turn is no
hindrance, as each card ends one word at most. What is lost is counted: a card that is not used costs 1, a word of 3 to 5
letters 2, of 6 or 7 one, of 8 or more nothing (Mickell 6).

A dynamic programme goes through the cards; a *situation* is what the open rows spell, in no order, and what is lost so far.
First only the most promising situations of each card are kept (a beam), which finds a good line. Then all that could lose less
are gone through: if there is none, the line is proven. A situation is dropped when what it lost and what each of its rows must
still lose, for itself, is too much.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.bits import lowest
from muckle.engine.compiler import apart, compiled
from muckle.engine.rules import Setup
from muckle.games.mickell.rules import points
from muckle.games.mickell.state import CLAIM, DISCARD, END, MUST_PLACE, PLACE, SPELLING, TRIM
from muckle.words.graph import ROOT, child, edge_at, ends

LONG = 8
"""From so many letters on a word loses nothing; longer beginnings are not told apart."""
NEVER = 100
"""A loss that no row is worth."""
NODE_BITS, IN_A_NUMBER = 21, 3
"""A situation is a row of numbers, each of three nodes."""
EMPTY = 0
"""The node of a row without cards."""
WIDTH = 30_000
"""Situations that the beam keeps for each card at first; up to 16 times as many when more is known to be possible."""
ROOM = 3_000_000
"""Situations that the proof may have open for one card: some 150 MB."""
CHUNK = 20_000
"""Situations that are gone through between two looks at the clock."""


class BestLine(NamedTuple):
    """The best that could have been done."""

    score: int
    proven: bool
    """Whether no line scores more; else the score is one that can be reached at least."""
    actions: list[int]
    """A line that reaches the score, as actions of Mickell from the first decision to the last."""


class Paths(NamedTuple):
    """What rows can spell: places in the word graph, each with how many letters lead there (LONG: so many or more)."""

    words: Any
    """The word graph."""
    numbers: Any
    """int32: the number of a node, by place * (LONG + 1) + letters."""
    places: Any
    """(nodes,) int32."""
    letters: Any
    """(nodes,) int32."""
    top: Any
    """int64, by turn: the letters of the card."""
    bottom: Any
    least: Any
    """(turns + 1, nodes) int8: the loss of the best word that a row there can become with the cards from that turn on."""
    hope: Any
    """(turns + 1, nodes) float32: the logarithm of how many words it can become, those that lose less counting more."""


class Layer(NamedTuple):
    """The situations before a turn."""

    keys: Any
    """(room, numbers) int64: nodes, ascending."""
    losses: Any
    """int8."""
    parents: Any
    """int32: which situation of the turn before it came from."""
    count: Any
    """int64, one number."""
    slots: Any
    """int32, a power of two long: where a situation is found by a sum of its key; -1: nothing there."""


@compiled
def loss_of(letters):
    """What a word of so many letters loses; NEVER, if it scores nothing."""
    return letters - points(letters) if points(letters) > 0 else NEVER


@apart
def paths_of(words, top, bottom):
    """What rows can spell with these cards, in this order."""
    numbers = np.full(len(words) * (LONG + 1), -1, np.int32)
    found, count = np.empty(len(numbers), np.int32), 1
    found[0] = ROOT * (LONG + 1)
    numbers[found[0]] = 0
    deck = 0
    for turn in range(len(top)):
        deck |= 1 << top[turn] | 1 << bottom[turn]
    node = 0
    while node < count:
        place, letters = found[node] // (LONG + 1), found[node] % (LONG + 1)
        there = int(words[place])
        left = there & deck
        while left:
            follows = child(edge_at(words, place, there, lowest(left)))
            left &= left - 1
            key = follows * (LONG + 1) + min(letters + 1, LONG)
            if follows and numbers[key] < 0:
                numbers[key], found[count] = count, key
                count += 1
        node += 1
    places, letters = found[:count] // (LONG + 1), found[:count] % (LONG + 1)
    least, hope = np.full((len(top) + 1, count), NEVER, np.int8), np.full((len(top) + 1, count), -np.inf, np.float32)
    least[:, EMPTY] = 0
    paths = Paths(words, numbers, places.astype(np.int32), letters.astype(np.int32), top, bottom, least, hope)
    look_back(paths, count)
    return paths


@apart
def look_back(paths, count):
    """Fill in `least` and `hope`, from the last card to the first."""
    ways = np.zeros((2, count))
    ways[:, EMPTY] = UNUSED
    for turn in range(len(paths.top) - 1, -1, -1):
        before, after = ways[turn & 1], ways[1 - (turn & 1)]
        for node in range(count):
            least, total = paths.least[turn + 1, node], after[node] * SKIPPED if node != EMPTY else UNUSED
            for letter in (paths.top[turn], paths.bottom[turn]):
                ended, follows = step(paths, node, letter)
                least = min(least, ended)
                if ended < NEVER:
                    total += SHORTER**ended
                if follows > 0:
                    least = min(least, paths.least[turn + 1, follows])
                    total += after[follows]
            paths.least[turn, node], before[node] = least, total
            paths.hope[turn, node] = np.log(total + 1e-30)
        paths.least[turn, EMPTY] = 0


SKIPPED, SHORTER = 0.7, 0.3
"""In `hope`, how much less a way counts for a card that it leaves to others, and for each point that its word loses."""
UNUSED = 1.0
"""In `hope`, what a row counts that stays without cards to the end; for nothing, and the beam keeps full rows only, which
may all be without a word in what is left."""


@compiled
def step(paths, node, letter):
    """The loss if a word ends with a letter at a node, or NEVER; and the node behind it, -1 if there is none."""
    place, letters = paths.places[node], paths.letters[node]
    there = int(paths.words[place])
    if not there >> letter & 1:
        return NEVER, -1
    edge = edge_at(paths.words, place, there, letter)
    follows = child(edge)
    ended = loss_of(letters + 1) if ends(edge) else NEVER
    return ended, paths.numbers[follows * (LONG + 1) + min(letters + 1, LONG)] if follows else -1


@compiled
def new_layer(room, numbers):
    """Room for situations."""
    slots = 1
    while slots < 2 * room:
        slots *= 2
    return Layer(
        np.empty((room, numbers), np.int64),
        np.empty(room, np.int8),
        np.empty(room, np.int32),
        np.zeros(1, np.int64),
        np.full(slots, -1, np.int32),
    )


@compiled
def unpack(keys, which, nodes):
    """The nodes of a situation, one for each row."""
    for row in range(len(nodes)):
        nodes[row] = keys[which, row // IN_A_NUMBER] >> (row % IN_A_NUMBER * NODE_BITS) & ((1 << NODE_BITS) - 1)


@apart
def go_on(paths, turn, layer, first, last, rows, budget, after):
    """Go through the situations first to last - 1 of a layer: what the card of a turn makes of them goes to the next layer.

    Returns:
        whether there was room for all that can still lose no more than the budget.
    """
    nodes, next_nodes, key = np.empty(rows, np.int64), np.empty(rows, np.int64), np.empty(layer.keys.shape[1], np.int64)
    for which in range(first, min(last, layer.count[0])):
        if after.count[0] + 4 * rows + 1 > len(after.losses):
            return False
        unpack(layer.keys, which, nodes)
        loss = layer.losses[which]
        reach(paths, turn, nodes, 0, nodes[0], loss + 1, which, budget, after, next_nodes, key)
        for row in range(rows):
            if row == 0 or nodes[row] != nodes[row - 1]:
                for letter in (paths.top[turn], paths.bottom[turn]):
                    ended, follows = step(paths, nodes[row], letter)
                    if ended < NEVER:
                        reach(paths, turn, nodes, row, EMPTY, loss + ended, which, budget, after, next_nodes, key)
                    if follows > 0:
                        reach(paths, turn, nodes, row, follows, loss, which, budget, after, next_nodes, key)
    return True


@apart
def reach(paths, turn, nodes, row, node, loss, parent, budget, after, next_nodes, key):
    """A row of a situation comes to a node: put the situation into the next layer, unless it must lose more than the budget."""
    bound = loss + paths.least[turn + 1, node]
    for other in range(len(nodes)):
        if other != row:
            bound += paths.least[turn + 1, nodes[other]]
    if bound <= budget:
        sort_in(nodes, row, node, next_nodes)
        key[:] = 0
        for place in range(len(nodes)):
            key[place // IN_A_NUMBER] |= next_nodes[place] << (place % IN_A_NUMBER * NODE_BITS)
        put(after, key, loss, parent)


@compiled
def sort_in(nodes, row, node, result):
    """The nodes, ascending, when that of a row becomes another."""
    place = 0
    for other in range(len(nodes)):
        if other != row:
            result[place] = nodes[other]
            place += 1
    while place > 0 and result[place - 1] > node:
        result[place] = result[place - 1]
        place -= 1
    result[place] = node


@compiled
def put(layer, key, loss, parent):
    """Keep a situation; if it is there already, with the smaller loss."""
    mixed = 0
    for number in key:
        mixed = (mixed ^ number) * 0x4F1BBCDCBFA53E0B
        mixed ^= mixed >> 32
    slot = mixed & (len(layer.slots) - 1)
    while layer.slots[slot] >= 0:
        found = layer.slots[slot]
        if (layer.keys[found] == key).all():
            if loss < layer.losses[found]:
                layer.losses[found], layer.parents[found] = loss, parent
            return
        slot = (slot + 1) & (len(layer.slots) - 1)
    number = layer.count[0]
    layer.count[0] += 1
    layer.slots[slot] = number
    layer.keys[number] = key
    layer.losses[number], layer.parents[number] = loss, parent


@apart
def merits(paths, turn, layer, rows):
    """How much each situation before a turn promises: the logarithm of what its rows can become, less what is lost."""
    count, nodes = layer.count[0], np.empty(rows, np.int64)
    merit = np.empty(count)
    for which in range(count):
        unpack(layer.keys, which, nodes)
        merit[which] = -LOST * layer.losses[which]
        for row in range(rows):
            merit[which] += paths.hope[turn, nodes[row]]
    return merit


LOST = 2.0
"""In the beam's opinion of a situation, how much a point lost counts against the logarithms of `hope`."""


class _Stopped(Exception):
    """Time is up."""


class _Found(NamedTuple):
    loss: int
    line: list[list[int]]
    """For each turn the nodes of the rows before it, and those at the end."""


def best(setup: Setup, order: Sequence[int], stop: Callable[[], bool] = lambda: False) -> BestLine:
    """The best score with the cards in a given order, and a line that reaches it.

    Args:
        setup: options and words of the match.
        order: the cards, by number, in the order they come; all of the deck's.
        stop: asked every tenth of a second or so; once it says yes, what was found so far is returned.
    """
    words, options = np.asarray(setup.words), setup.options
    top, bottom = (np.array([letters[card] for card in order], np.int64) for letters in (options.top, options.bottom))
    search = _Search(paths_of(words, top, bottom), int(options.rows), stop)
    found, proven = search.run()
    return BestLine(len(order) - found.loss, proven, _actions(setup, order, search.paths, found.line))


class _Search:
    def __init__(self, paths: Any, rows: int, stop: Callable[[], bool]) -> None:
        self.paths, self.rows, self.turns, self.stop = paths, rows, len(paths.top), stop
        self.numbers = -(-rows // IN_A_NUMBER)

    def run(self) -> tuple[_Found, bool]:
        """A line, and whether it is proven that none loses less."""
        found = _Found(self.turns, [[EMPTY] * self.rows] * (self.turns + 1))
        try:
            found = self.beam(WIDTH, self.turns) or found
            least = self.least(found.loss - 1)
            for wider in (4, 16):
                if least is not None and least < found.loss:
                    found = self.beam(wider * WIDTH, least) or found
        except _Stopped:
            return found, False
        return found, least is None or least == found.loss

    def beam(self, width: int, budget: int) -> _Found | None:
        """The best line when only so many situations are kept for each card; None if none loses as little as the budget."""
        layer, kept = self.first(), list[Any]()
        for turn in range(self.turns):
            kept.append(layer)
            after = self.next(turn, layer, budget, None)
            merit = merits(self.paths, turn + 1, after, self.rows)
            chosen = np.argsort(-merit, kind="stable")[:width]
            count = np.array([len(chosen)])
            layer = Layer(after.keys[chosen], after.losses[chosen], after.parents[chosen], count, after.slots)
        if not layer.count[0]:
            return None
        which, line = int(np.argmin(layer.losses)), list[list[int]]()
        loss = int(layer.losses[which])
        for each in (layer, *reversed(kept)):
            line.append(self.nodes(each, which))
            which = int(each.parents[which])
        return _Found(loss, line[::-1])

    def least(self, budget: int) -> int | None:
        """The least loss there is; None if all lose more than the budget."""
        layer = self.first()
        for turn in range(self.turns):
            layer = self.next(turn, layer, budget, ROOM)
        return int(layer.losses[: layer.count[0]].min()) if layer.count[0] else None

    def first(self) -> Any:
        """No cards on the table."""
        layer = new_layer(1, self.numbers)
        layer.keys[0], layer.losses[0], layer.parents[0], layer.count[0] = 0, 0, 0, 1
        return layer

    def next(self, turn: int, layer: Any, budget: int, most: int | None) -> Any:
        """The situations after the card of a turn, at most so many."""
        count = int(layer.count[0])
        room = (4 * self.rows + 1) * (count + 1)
        after = new_layer(min(room, most or room), self.numbers)
        for first in range(0, count, CHUNK):
            if self.stop() or not go_on(self.paths, turn, layer, first, first + CHUNK, self.rows, budget, after):
                raise _Stopped
        return after

    def nodes(self, layer: Any, which: int) -> list[int]:
        """The nodes of a situation, one for each row."""
        nodes = np.zeros(self.rows, np.int64)
        unpack(layer.keys, which, nodes)
        return nodes.tolist()


def _actions(setup: Setup, order: Sequence[int], paths: Any, line: Sequence[Sequence[int]]) -> list[int]:
    """A line as actions: each card is placed where its node is, or discarded; each word is claimed with its last card."""
    rows, spelled, actions = [EMPTY] * len(line[0]), [1] * len(line[0]), list[int]()
    unwanted = False
    for turn, (before, after) in enumerate(itertools.pairwise(line)):
        actions += [TRIM] if unwanted else []
        unwanted = False
        left, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
        if not left:
            unwanted = turn == 0 and setup.options.first_card == MUST_PLACE
            actions += [PLACE if unwanted else DISCARD, END]
            continue
        row, node = rows.index(*left), next(iter(came))
        letter = next(letter for letter in (paths.top[turn], paths.bottom[turn]) if _leads(paths, rows[row], letter, node))
        spelled[row] = spelled[row] << 1 | int(letter == max(paths.top[turn], paths.bottom[turn]))
        actions.append(PLACE + row)
        if node == EMPTY:
            actions.append(CLAIM + row | spelled[row] << SPELLING)
            spelled[row] = 1
        rows[row] = node
        actions.append(END)
    return [*actions, END]


def _leads(paths: Any, node: int, letter: int, after: int) -> bool:
    """Whether a letter leads from a node to another; to EMPTY: whether a word ends with it."""
    ended, follows = step(paths, node, letter)
    return ended < NEVER if after == EMPTY else follows == after

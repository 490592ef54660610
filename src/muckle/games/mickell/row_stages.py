# pyright: basic
# (compiled functions carry no annotations)
"""The stages of a row when the order of the deck is known.

What a row spells matters only by what the cards to come can make of it. So all beginnings of words from which they can make the
same are one *stage* of a row, and a beginning of which nothing can become is none: of a whole deck some three thousand stages
are left for each card.

Stages are worked out from the last card to the first, over a tree of the words that the deck can spell at all. From that of the
words backwards come the stages of the deck's cards from behind, which are as good: what was a word's last card is its first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from muckle.engine.bits import lowest
from muckle.engine.compile import apart, compiled
from muckle.games.mickell.rules import points
from muckle.words.graph import LETTERS, ROOT, child, edge_at, ends

NEVER = 100
"""Loss that stands for impossible: larger than any row is worth."""
DEAD = -1
"""Stands for no stage or node: nothing can become of the row."""
EMPTY = 0
"""Stage and node of a row without cards."""


class WordTree(NamedTuple):
    """A tree of words: a node for each beginning, `EMPTY` for none."""

    behind: Any
    """Node behind each letter of a node, or `DEAD`: (nodes, LETTERS) int32."""
    ended: Any
    """Loss of the word that ends at each node, or `NEVER`: (nodes,) int8."""


class Stages(NamedTuple):
    """The stages of a row before the card of one turn, numbered from 0 (`EMPTY`)."""

    of: Any
    """Stage of each node, or `DEAD`: (nodes,) int32."""
    kept: Any
    """Stage of the next turn if the row gets no card, or `DEAD`: (stages,) int32."""
    ended: Any
    """Loss of the word that the card ends, or `NEVER`: (stages,) int8."""
    follows: Any
    """Stages of the next turn if the row gets the card, or `DEAD`: (stages, 2) int32."""
    least: Any
    """Loss of the best word that the row can become: (stages,) int8."""
    hope: Any
    """Logarithm of how many words the row can become, those that lose less counting more: (stages,) float32."""


class Places(NamedTuple):
    """A hash table of distinct keys, each a row of numbers, with a loss and a parent."""

    keys: Any
    """Keys in the order they came: (room, numbers) int64."""
    losses: Any
    """Smallest loss of each key, int8."""
    parents: Any
    """Parent of each key with that loss, int32."""
    count: Any
    """Number of keys: one int64."""
    slots: Any
    """Place of a key by its hash, int32, a power of two long; -1: nothing there."""


@compiled
def new_places(room, numbers):
    """Return an empty hash table for `room` keys of so many numbers."""
    slots = 1
    while slots < 2 * room:
        slots *= 2
    return Places(
        np.empty((room, numbers), np.int64),
        np.empty(room, np.int8),
        np.empty(room, np.int32),
        np.zeros(1, np.int64),
        np.full(slots, -1, np.int32),
    )


@compiled
def put_key(places, key, loss, parent):
    """Add a key with its loss and parent, or lower the loss of an equal one; return its place."""
    mixed = 0
    for number in key:
        mixed = (mixed ^ number) * 0x4F1BBCDCBFA53E0B
        mixed ^= mixed >> 32
    slot = mixed & (len(places.slots) - 1)
    while places.slots[slot] >= 0:
        found = places.slots[slot]
        if (places.keys[found] == key).all():
            if loss < places.losses[found]:
                places.losses[found], places.parents[found] = loss, parent
            return found
        slot = (slot + 1) & (len(places.slots) - 1)
    place = places.count[0]
    places.count[0] += 1
    places.slots[slot] = place
    places.keys[place] = key
    places.losses[place], places.parents[place] = loss, parent
    return place


@compiled
def loss_of(letters):
    """Return the loss of a word of so many letters (Mickell 6); NEVER, if it scores nothing."""
    return letters - points(letters) if points(letters) > 0 else NEVER


@apart
def write_spelled_words(words, top, bottom, found):
    """Write the words of a graph that cards can spell in their order into `found`, as far as there is room.

    Args:
        top, bottom: the letters of the cards, in order.
        found: (words, turns + 1) int8: the letters of each, and how many there are in the last column.

    Returns:
        how many words there are.
    """
    turns, count, depth = len(top), 0, 0
    letters, places, due = np.zeros(turns, np.int8), np.zeros(turns + 1, np.int64), np.zeros(turns + 1, np.int64)
    untried = np.zeros(turns + 1, np.int64)
    places[0], untried[0] = ROOT, words[ROOT]
    while depth >= 0:
        if untried[depth] == 0 or depth == turns:
            depth -= 1
            continue
        letter = lowest(untried[depth])
        untried[depth] &= untried[depth] - 1
        turn = due[depth]
        while turn < turns and top[turn] != letter and bottom[turn] != letter:
            turn += 1
        if turn == turns:
            continue
        place = places[depth]
        edge = edge_at(words, place, int(words[place]), letter)
        letters[depth] = letter
        depth += 1
        places[depth], due[depth] = child(edge), turn + 1
        untried[depth] = words[child(edge)] if child(edge) else 0
        if ends(edge) and loss_of(depth) < NEVER:
            if count < len(found):
                found[count, :depth], found[count, turns] = letters[:depth], depth
            count += 1
    return count


@apart
def build_tree(found, backwards):
    """Return the tree of words as `write_spelled_words` writes them, from their first letters or from their last."""
    many = 1
    for word in found:
        many += word[-1]
    places, key = new_places(many, 1), np.empty(1, np.int64)
    last = np.zeros(len(found), np.int32)
    for which in range(len(found)):
        node, letters = EMPTY, found[which, -1]
        for place in range(letters):
            key[0] = node * LETTERS + found[which, letters - 1 - place if backwards else place]
            node = put_key(places, key, 0, 0) + 1
        last[which] = node
    behind = np.full((places.count[0] + 1, LETTERS), DEAD, np.int32)
    ended = np.full(places.count[0] + 1, NEVER, np.int8)
    for place in range(places.count[0]):
        behind[places.keys[place, 0] // LETTERS, places.keys[place, 0] % LETTERS] = place + 1
    for which in range(len(found)):
        ended[last[which]] = loss_of(found[which, -1])
    return WordTree(behind, ended)


@apart
def reachable_nodes(tree, top, bottom):
    """Return whether a row can be at each node before each turn: (turns + 1, nodes) bool."""
    found = np.zeros((len(top) + 1, len(tree.ended)), np.bool_)
    found[0, EMPTY] = True
    for turn in range(len(top)):
        found[turn + 1] |= found[turn]
        for node in np.flatnonzero(found[turn]):
            for letter in (top[turn], bottom[turn]):
                if tree.behind[node, letter] != DEAD:
                    found[turn + 1, tree.behind[node, letter]] = True
    return found


@apart
def final_stages(tree):
    """Return the stages when all cards have come: any row with cards is one too many."""
    of = np.full(len(tree.ended), DEAD, np.int32)
    of[EMPTY] = EMPTY
    nothing, least, hope = np.full(1, DEAD, np.int32), np.zeros(1, np.int8), np.full(1, np.log(UNUSED), np.float32)
    return Stages(of, nothing, np.full(1, NEVER, np.int8), np.full((1, 2), DEAD, np.int32), least, hope)


@apart
def stages_before(tree, there, top, bottom, later):
    """Return the stages before a card comes.

    Args:
        there: the nodes where a row can be by then. top, bottom: the letters of the card.
        later: the stages behind it.
    """
    found, key = new_places(len(there), 4), np.empty(4, np.int64)
    of = np.full(len(tree.ended), DEAD, np.int32)
    for node in there:
        upper, lower = tree.behind[node, top], tree.behind[node, bottom]
        one, other = later.of[upper] if upper != DEAD else DEAD, later.of[lower] if lower != DEAD else DEAD
        ended = min(tree.ended[upper] if upper != DEAD else NEVER, tree.ended[lower] if lower != DEAD else NEVER)
        key[0], key[1] = later.of[node], ended
        key[2], key[3] = max(one, other), min(one, other) if one != other else DEAD
        if key[0] != DEAD or key[1] < NEVER or key[2] != DEAD:
            of[node] = put_key(found, key, 0, 0)
    keys = found.keys[: found.count[0]]
    kept, ended, follows = keys[:, 0].astype(np.int32), keys[:, 1].astype(np.int8), keys[:, 2:].astype(np.int32)
    least, hope = ended.copy(), np.empty(len(keys), np.float32)
    for stage in range(len(keys)):
        least[stage], hope[stage] = outlook(kept[stage], ended[stage], follows[stage], stage == EMPTY, later)
    return Stages(of, kept, ended, follows, least, hope)


@compiled
def outlook(kept, ended, follows, empty, later):
    """Return `least` and `hope` of a stage."""
    least, ways = ended, SHORTER**ended if ended < NEVER else 0.0
    if kept != DEAD:
        least = min(least, later.least[kept])
        ways += UNUSED if empty else np.exp(later.hope[kept]) * SKIPPED
    for after in follows:
        if after != DEAD:
            least = min(least, later.least[after])
            ways += np.exp(later.hope[after])
    return least, np.log(ways)


SKIPPED, SHORTER = 0.7, 0.3
"""Factors in `hope` for a card that is left to other rows, and for each point that the word loses."""
UNUSED = 1.0
"""Weight in `hope` of a row that stays without cards to the end.

With 0, the beam would keep full rows only,
may all be without a word in what is left."""

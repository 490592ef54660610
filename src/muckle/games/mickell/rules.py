# pyright: basic
# (compiled functions carry no annotations)
"""The rules of Mickell, in the order of RULES.md.

A card is its place in the deck list, 0 to deck_size - 1; a letter is 0 (A) to 25 (Z); a row is 0 to rows - 1, one less
than the number people say. Sets of cards or rows are the bits of an int.

An action is PLACE + row, DISCARD, TRIM + row, CLAIM + row or END. A claim names its word by a *spelling* above the bits of
the action: ``action | spelling << SPELLING``. A spelling is a 1 followed by one bit for each card of the row, from left to
right: 0 for the card's earlier letter in the alphabet, 1 for its later one. So spellings ascend as their words do. A claim
without a spelling means the alphabetically first word that the row spells.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, chance_fields, forget, note
from muckle.engine.compiler import compiled
from muckle.engine.record import INT, record
from muckle.engine.rules import OVER
from muckle.words.graph import ROOT, child, edge_at, ends, find

CARDS, ROWS = 48, 8
"""The most there can be."""
NODES = 16
"""Ways to read a row that are kept; 15 is the most that was ever seen with the 48 cards."""
CLAIMS = CARDS // 2
NONE = -1
MANY = -1
"""`ROW.ways` when there are more than are kept."""

ONE, UNLIMITED = 0, 1
MUST_PLACE, MAY_DISCARD = 0, 1
REFUSED, SPENT = 0, 1
"""Values of the options claims_per_turn, first_card, bad_claim."""

OPTIONS = record(
    seats=INT,  # 1
    rows=INT,  # places for rows
    min_word=INT,  # letters of the shortest word that can be claimed
    claims_per_turn=INT,
    first_card=INT,
    lookup=INT,  # 0 free, 1 none; what clients may tell, no rule depends on it
    bad_claim=INT,
    deck_size=INT,  # cards in the deck
    top=(INT, CARDS),  # the two letters of each card
    bottom=(INT, CARDS),
)
ROW = record(
    length=INT,  # cards in the row
    first=INT,  # its leftmost and its rightmost card, if it has any
    last=INT,
    read=INT,  # how many of them, from the left, are read: all, when an action is done
    ways=INT,  # how many nodes there are, or MANY
    nodes=(INT, NODES),  # the places in the word graph, all different, that its cards can have led to
)
CLAIMED = record(
    row=INT,  # where the word stood
    turn=INT,  # when, as STATE.number
    length=INT,  # letters, so cards
    first=INT,  # its leftmost card; STATE.beside leads to the others
)
STATE = record(
    **chance_fields(1),  # outcome: the card that was revealed
    turn=INT,  # 0, or OVER
    number=INT,  # of the turn, from 1; deck_size + 1 in the final phase
    current=INT,  # the card to resolve, or NONE
    undrawn=INT,  # set of cards in the draw pile, which has no order
    used=INT,  # set of rows with cards
    spelled=INT,  # set of rows that spell a word which can be claimed
    fresh=INT,  # set: the row that holds the card placed this turn
    barred=INT,  # 1 when no more can be claimed this turn
    locked=INT,  # set of rows that had a wrong claim in the final phase
    rows=(ROW, ROWS),
    beside=(INT, CARDS),  # the card to the right, in a row or word; in the discard the card below, or NONE
    trash=INT,  # the top of the cards discarded or trimmed, or NONE
    claims=(CLAIMED, CLAIMS),  # the words so far, in order
    claimed=INT,  # how many
    later=INT,  # set of claimed cards that gave the later of their letters
    score=INT,  # cards in the scoring pile
    spare=(INT, NODES),  # scratch
)

PLACE, DISCARD, TRIM, CLAIM, END = 0, ROWS, ROWS + 1, 2 * ROWS + 1, 3 * ROWS + 1
ACTIONS, MAX_ACTIONS = END + 1, END
SPELLING = 8
"""How far a spelling is shifted."""


@compiled
def deal(setup, state, rng):
    """Nothing on the table, the first card revealed (Mickell 1, 2)."""
    state.rng, state.draws = rng, 0
    state.turn, state.number = 0, 1
    state.undrawn = (1 << setup.options.deck_size) - 1
    state.used, state.spelled, state.fresh, state.barred, state.locked = 0, 0, 0, 0, 0
    state.trash, state.claimed, state.later, state.score = NONE, 0, 0, 0
    wipe(state)
    for row in range(ROWS):
        clear(setup, state, row)
    reveal(state)


@compiled
def wipe(state):
    """Zero what means something only while a count says so: equal matches are equal to the last byte."""
    for card in range(CARDS):
        state.beside[card] = 0
    for number in range(CLAIMS):
        word = state.claims[number]
        word.row, word.turn, word.length, word.first = 0, 0, 0, 0
    for k in range(NODES):
        state.spare[k] = 0
        for row in range(ROWS):
            state.rows[row].first, state.rows[row].last, state.rows[row].nodes[k] = 0, 0, 0


@compiled
def reveal(state):
    """Turn up the next card: any of those left, each as likely (Mickell 2, General 2)."""
    state.drawn = 0
    cards = state.undrawn
    for _ in range(below(state, size(cards))):
        cards &= cards - 1
    state.current = lowest(cards)
    state.undrawn &= ~(1 << state.current)
    note(state, state.current)


@compiled
def legal(setup, state, actions):
    """Place, discard, trim, claim, end, each in row order (Mickell 3 to 5). A claim is listed where the row spells a word."""
    count, left = 0, choices(setup, state)
    while left != 0:
        actions[count] = lowest(left)
        count += 1
        left &= left - 1
    return count


@compiled
def choices(setup, state):
    """The actions there are, claims without spelling, as a set."""
    if state.turn == OVER:
        return 0
    trims = state.used & ~state.fresh & ~state.locked  # placed in an earlier turn (Mickell 3b, 3e)
    claims = 0 if state.barred else state.spelled & ~state.locked  # Mickell 3a, 10
    if state.current == NONE:
        return trims << TRIM | claims << CLAIM | 1 << END  # Mickell 4
    free = ((1 << setup.options.rows) - 1) & ~state.used
    places = state.used | (free & -free)  # the first free place only (Mickell 3c, 3d)
    discards = state.number > 1 or setup.options.first_card == MAY_DISCARD  # Mickell 3f
    return places << PLACE | discards << DISCARD | trims << TRIM | claims << CLAIM


@compiled
def apply(setup, state, action):
    """Take an action, with or without a spelling."""
    spelling, action = action >> SPELLING, action & ((1 << SPELLING) - 1)
    if CLAIM <= action < END:
        claim(setup, state, action - CLAIM, spelling)
        return
    if spelling != 0 or action > END or not choices(setup, state) >> action & 1:
        raise ValueError("the rules do not allow this action here")
    state.drawn = 0
    if action == DISCARD:
        discard(state, state.current)
        state.current = NONE
    elif action == END:
        end(setup, state)
    elif action < TRIM:
        place(state, action)
        read_on(setup, state, action)
    else:
        trim(setup, state, action - TRIM)


@compiled
def place(state, row):
    """The current card goes to the right end of a row, or starts it (Mickell 3c)."""
    place, card = state.rows[row], state.current
    if place.length == 0:
        place.first = card
    else:
        state.beside[place.last] = card
    place.last = card
    place.length += 1
    state.used |= 1 << row
    state.fresh = 1 << row
    state.current = NONE


@compiled
def discard(state, card):
    """A card goes onto the discard and never comes back (Mickell 6b)."""
    state.beside[card] = state.trash
    state.trash = card


@compiled
def trim(setup, state, row):
    """The rightmost card is discarded (Mickell 3b)."""
    place = state.rows[row]
    gone = place.last
    read_again(setup, state, row, place.length - 1)
    discard(state, gone)


@compiled
def claim(setup, state, row, spelling):
    """Claim a row as the word of that spelling, or (0) as the first it spells (Mickell 3a, 5, 10, 10a; D8)."""
    length = state.rows[row].length
    if state.barred or state.locked >> row & 1 or length < setup.options.min_word:
        raise ValueError("the rules do not allow this claim here")
    word = word_from(setup, state, row, spelling if spelling else 1 << length)
    listed = word != 0 and (spelling == 0 or spelling == word)
    if not listed and (setup.options.bad_claim == REFUSED or spelling >> length != 1):
        raise ValueError("the row does not spell that")
    state.drawn = 0
    if listed:
        take(setup, state, row, word)
    else:
        spend(setup, state, row)


@compiled
def take(setup, state, row, spelling):
    """The whole row becomes a word and scores; its place is free at once (Mickell 6, 10c, 10d)."""
    place, word = state.rows[row], state.claims[state.claimed]
    word.row, word.turn, word.length, word.first = row, state.number, place.length, place.first
    state.claimed += 1
    state.score += points(place.length)
    card = place.first
    for right in range(place.length - 1, -1, -1):
        state.later |= (spelling >> right & 1) << card
        card = state.beside[card]
    clear(setup, state, row)
    state.fresh &= ~(1 << row)
    if setup.options.claims_per_turn == ONE and not final(setup, state):
        state.barred = 1


@compiled
def spend(setup, state, row):
    """A wrong claim uses up the claim of the turn; in the final phase that of the row, which stays as it is (Mickell D8)."""
    if final(setup, state):
        state.locked |= 1 << row
    else:
        state.barred = 1


@compiled
def end(setup, state):
    """The next turn, the final phase, or the end of the match (Mickell 4, 5)."""
    if final(setup, state):
        state.turn = OVER
        return
    state.number += 1
    state.fresh, state.barred = 0, 0
    if state.undrawn != 0:
        reveal(state)


@compiled
def final(setup, state):
    """Whether the final phase is on (Mickell 5)."""
    return state.number > setup.options.deck_size


@compiled
def points(letters):
    """Cards of a claimed word that go to the scoring pile; the others are discarded (Mickell 6)."""
    if letters < 6:
        return max(letters - 2, 0)
    return letters if letters > 7 else letters - 1


@compiled
def clear(setup, state, row):
    """No cards in the row: a word can begin."""
    place = state.rows[row]
    place.length, place.read, place.ways = 0, 0, 1
    place.nodes[0] = ROOT
    state.used &= ~(1 << row)
    state.spelled &= ~(1 << row)


@compiled
def read_again(setup, state, row, length):
    """Read a row anew, its first `length` cards."""
    clear(setup, state, row)
    if length > 0:
        state.rows[row].length = length
        state.used |= 1 << row
    read_on(setup, state, row)


@compiled
def read_on(setup, state, row):
    """Read the cards of a row that are not read yet."""
    place, word = state.rows[row], False
    card = place.last if place.read else place.first
    while place.read < place.length:
        word = follow(setup, state, row, card)
        place.last = card
        place.read += 1
        card = state.beside[card]
    if place.ways == MANY:
        word = word_from(setup, state, row, 1 << place.length) != 0
    state.spelled &= ~(1 << row)
    if word and place.length >= setup.options.min_word:
        state.spelled |= 1 << row


@compiled
def follow(setup, state, row, card):
    """Follow both letters of a card from every node of a row (Mickell 4b); whether a word ends there."""
    place, ways, word = state.rows[row], state.rows[row].ways, False
    if ways == MANY:
        return False
    letters = 1 << setup.options.top[card] | 1 << setup.options.bottom[card]
    for k in range(ways):
        state.spare[k] = place.nodes[k]
    place.ways = 0
    for k in range(ways):
        there = INT(setup.words[state.spare[k]])
        left = there & letters
        while left != 0:
            edge = edge_at(setup.words, state.spare[k], there, lowest(left))
            left &= left - 1
            word = word or ends(edge)
            keep_node(place, child(edge))
    return word


@compiled
def keep_node(place, node):
    """Add a node to those of a row, if any letter follows it and it is not there yet."""
    if node == 0 or place.ways == MANY:
        return
    for k in range(place.ways):
        if place.nodes[k] == node:
            return
    if place.ways == NODES:
        place.ways = MANY
        return
    place.nodes[place.ways] = node
    place.ways += 1


@compiled
def word_from(setup, state, row, spelling):
    """The first spelling of a listed word that is not before the given one, 0 if there is none: words in A to Z order."""
    length = state.rows[row].length
    while spelling >> length == 1:
        read = readable(setup, state, row, spelling)
        if read == length:
            return spelling
        wrong = length - 1 - read
        spelling = ((spelling >> wrong) + 1) << wrong
    return 0


@compiled
def readable(setup, state, row, spelling):
    """How many letters of a spelling can begin a word; all of them only if they are a listed word (Mickell 9)."""
    length, card = state.rows[row].length, state.rows[row].first
    group = ROOT
    for read in range(length):
        right = length - 1 - read
        edge = find(setup.words, group, letter(setup, card, spelling >> right & 1))
        if edge == 0 or (right == 0 and not ends(edge)):
            return read
        group, card = child(edge), state.beside[card]
    return length


@compiled
def letter(setup, card, later):
    """The earlier (0) or later (1) letter of a card in the alphabet."""
    top, bottom = setup.options.top[card], setup.options.bottom[card]
    return max(top, bottom) if later else min(top, bottom)


@compiled
def returns(setup, state, scores):
    """The number of cards in the scoring pile (Mickell 7)."""
    scores[0] = state.score


@compiled
def resample(setup, state, seat):
    """Nothing lies hidden but the order of the draw pile, which is chance still to come (Mickell I1).

    Rows are read by the words of `setup`: a player may know fewer than the match is judged by.
    """
    forget(state)
    for row in range(setup.options.rows):
        read_again(setup, state, row, state.rows[row].length)

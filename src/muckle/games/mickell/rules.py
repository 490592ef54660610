# pyright: basic
# (compiled functions carry no annotations)
"""The rules of Mickell, in the order of RULES.md; `state.py` defines what the numbers mean."""

from __future__ import annotations

from muckle.engine.bits import fill, lowest
from muckle.engine.chance import note, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.facts import fact, fact_with_board
from muckle.games.mickell.state import (
    CARD_DISCARDED,
    CARD_PLACED,
    CARD_REVEALED,
    CARD_TRIMMED,
    CARDS,
    CLAIM,
    CLAIM_FAILED,
    CLAIMS,
    DISCARD,
    END,
    FINAL_PHASE_BEGUN,
    MANY,
    MATCH_ENDED,
    MAY_DISCARD,
    NO,
    NODES,
    NONE,
    ONE,
    PLACE,
    REFUSED,
    ROW_STARTED,
    ROWS,
    SPELLING,
    TRIM,
    WORD_CLAIMED,
    YES,
)
from muckle.words.graph import ROOT, child, edge_at, ends, find


@compiled
def deal(setup, state, rng):
    """Clear the table and reveal the first card (Mickell 1, 2)."""
    state.rng, state.draws = rng, 0
    state.turn, state.number = 0, 1
    state.undrawn = (1 << setup.options.deck_size) - 1
    state.used, state.spelled, state.fresh, state.locked = 0, 0, 0, 0
    state.barred = setup.options.claiming == NO
    state.trash, state.claimed, state.later, state.score = NONE, 0, 0, 0
    clear_unused(state)
    for row in range(ROWS):
        clear_row(setup, state, row)
    reveal(state)


@compiled
def clear_unused(state):
    """Zero all fields whose use depends on a count: equal matches are equal to the last byte."""
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
    """Reveal the next card, any of those left with the same chance (Mickell 2, General 2)."""
    state.drawn = 0
    state.current = one_of(state, state.undrawn)
    state.undrawn &= ~(1 << state.current)
    note(state, state.current)
    fact(state, CARD_REVEALED, state.current, state.number)


@compiled
def legal(setup, state, actions):
    """List the legal actions in ascending order and return their number; a claim is listed where the row spells a word."""
    return fill(actions, legal_set(setup, state))


@compiled
def pick(setup, state, mind, actions):
    """Return one of the legal actions, each equally likely."""
    return one_of(mind, legal_set(setup, state))


@compiled
def legal_set(setup, state):
    """Return the set of actions, claims without a spelling: place, discard, trim, claim, end (Mickell 3 to 5)."""
    if state.turn == OVER:
        return 0
    trims = state.used & ~state.fresh & ~state.locked  # placed in an earlier turn (Mickell 3b, 3e)
    if setup.options.trimming == NO:
        trims = 0
    claims = 0 if state.barred else state.spelled & ~state.locked  # Mickell 3a, 10
    if state.current == NONE:
        return trims << TRIM | claims << CLAIM | 1 << END  # Mickell 4
    free = ((1 << setup.options.rows) - 1) & ~state.used
    places = state.used | (free & -free)  # the first free place only (Mickell 3c, 3d)
    return places << PLACE | may_discard(setup, state) << DISCARD | trims << TRIM | claims << CLAIM


@compiled
def may_discard(setup, state):
    """Return whether the current card may be discarded instead of placed (Mickell 3c, 3f)."""
    return setup.options.discarding == YES and (state.number > 1 or setup.options.first_card == MAY_DISCARD)


@compiled
def apply(setup, state, action):
    """Apply an action, with or without a spelling."""
    spelling, action = action >> SPELLING, action & ((1 << SPELLING) - 1)
    if CLAIM <= action < END:
        claim(setup, state, action - CLAIM, spelling)
        return
    if spelling != 0 or action > END or not legal_set(setup, state) >> action & 1:
        raise ValueError("the rules do not allow this action here")
    state.drawn = 0
    if action == DISCARD:
        fact(state, CARD_DISCARDED, state.current)
        discard(state, state.current)
        state.current = NONE
    elif action == END:
        end_turn(setup, state)
    elif action < TRIM:
        place_card(state, action)
        read_row(setup, state, action)
    else:
        trim(setup, state, action - TRIM)


@compiled
def place_card(state, row):
    """Place the current card at the right end of a row, or start a row with it (Mickell 3c)."""
    place, card = state.rows[row], state.current
    if place.length == 0:
        place.first = card
        fact(state, ROW_STARTED, card, row)
    else:
        state.beside[place.last] = card
        fact(state, CARD_PLACED, card, row)
    place.last = card
    place.length += 1
    state.used |= 1 << row
    state.fresh = 1 << row
    state.current = NONE


@compiled
def discard(state, card):
    """Put a card onto the discard, from where it never comes back (Mickell 6b)."""
    state.beside[card] = state.trash
    state.trash = card


@compiled
def trim(setup, state, row):
    """Discard the rightmost card of a row (Mickell 3b)."""
    place = state.rows[row]
    gone = place.last
    fact(state, CARD_TRIMMED, gone, row)
    reread_row(setup, state, row, place.length - 1)
    discard(state, gone)


@compiled
def claim(setup, state, row, spelling):
    """Claim a row as the word of a spelling, or (0) as the first it spells (Mickell 3a, 5, 10, 10a, D8)."""
    length = state.rows[row].length
    if state.barred or state.locked >> row & 1 or length < setup.options.min_word:
        raise ValueError("the rules do not allow this claim here")
    word = word_from(setup, state, row, spelling if spelling else 1 << length)
    listed = word != 0 and (spelling == 0 or spelling == word)
    if not listed and (setup.options.bad_claim == REFUSED or spelling >> length != 1):
        raise ValueError("the row does not spell that")
    state.drawn = 0
    if listed:
        score_word(setup, state, row, word)
    else:
        fact_with_board(state, CLAIM_FAILED, row, spelling)
        use_up_claim(setup, state, row)


@compiled
def score_word(setup, state, row, spelling):
    """Score a whole row as a word; its place is free at once (Mickell 6, 10c, 10d)."""
    place, word = state.rows[row], state.claims[state.claimed]
    fact_with_board(state, WORD_CLAIMED, row, spelling, points(place.length))
    word.row, word.turn, word.length, word.first = row, state.number, place.length, place.first
    state.claimed += 1
    state.score += points(place.length)
    card = place.first
    for right in range(place.length - 1, -1, -1):
        state.later |= (spelling >> right & 1) << card
        card = state.beside[card]
    clear_row(setup, state, row)
    state.fresh &= ~(1 << row)
    if setup.options.claims_per_turn == ONE and not is_final(setup, state):
        state.barred = 1


@compiled
def use_up_claim(setup, state, row):
    """Use up the claim of the turn, or in the final phase that of the row, which stays as it is (Mickell D8)."""
    if is_final(setup, state):
        state.locked |= 1 << row
    else:
        state.barred = 1


@compiled
def end_turn(setup, state):
    """End the turn: begin the next one or the final phase, or end the match (Mickell 4, 5)."""
    if is_final(setup, state):
        state.turn = OVER
        fact(state, MATCH_ENDED, state.score)
        return
    state.number += 1
    state.fresh, state.barred = 0, setup.options.claiming == NO and not is_final(setup, state)
    if state.undrawn != 0:
        reveal(state)
    else:
        fact(state, FINAL_PHASE_BEGUN)


@compiled
def is_final(setup, state):
    """Return whether the final phase is on (Mickell 5)."""
    return state.number > setup.options.deck_size


@compiled
def points(letters):
    """Return how many cards of a claimed word go to the scoring pile; the others are discarded (Mickell 6)."""
    if letters < 6:
        return max(letters - 2, 0)
    return letters if letters > 7 else letters - 1


@compiled
def clear_row(setup, state, row):
    """Empty a row, so that a word can begin."""
    place = state.rows[row]
    place.length, place.read, place.ways = 0, 0, 1
    place.nodes[0] = ROOT
    state.used &= ~(1 << row)
    state.spelled &= ~(1 << row)


@compiled
def reread_row(setup, state, row, length):
    """Empty a row and read its first `length` cards again."""
    clear_row(setup, state, row)
    if length > 0:
        state.rows[row].length = length
        state.used |= 1 << row
    read_row(setup, state, row)


@compiled
def read_row(setup, state, row):
    """Read the cards of a row that are not read yet."""
    place, word = state.rows[row], False
    card = place.last if place.read else place.first
    while place.read < place.length:
        word = follow_card(setup, state, row, card)
        place.last = card
        place.read += 1
        card = state.beside[card]
    if place.ways == MANY:
        word = word_from(setup, state, row, 1 << place.length) != 0
    state.spelled &= ~(1 << row)
    if word and place.length >= setup.options.min_word:
        state.spelled |= 1 << row


@compiled
def follow_card(setup, state, row, card):
    """Follow both letters of a card from every node of a row (Mickell 4b); return whether a word ends there."""
    place, ways, word = state.rows[row], state.rows[row].ways, False
    if ways == MANY:
        return False
    letters = 1 << setup.options.top[card] | 1 << setup.options.bottom[card]
    for k in range(ways):
        state.spare[k] = place.nodes[k]
    place.ways = 0
    for k in range(ways):
        there = int(setup.words[state.spare[k]])
        left = there & letters
        while left != 0:
            edge = edge_at(setup.words, state.spare[k], there, lowest(left))
            left &= left - 1
            word = word or ends(edge)
            keep_node(place, child(edge))
    return word


@compiled
def keep_node(place, node):
    """Add a node to those of a row, if a letter follows it and the row lacks it."""
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
    """Return the first spelling of a listed word from the given one on, in A to Z order of words; 0 if there is none."""
    length = state.rows[row].length
    while spelling >> length == 1:
        read = readable_length(setup, state, row, spelling)
        if read == length:
            return spelling
        wrong = length - 1 - read
        spelling = ((spelling >> wrong) + 1) << wrong
    return 0


@compiled
def readable_length(setup, state, row, spelling):
    """Return how many letters of a spelling can begin a word; all of them only if they are a listed word (Mickell 9)."""
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
    """Return the earlier (0) or later (1) letter of a card in the alphabet."""
    top, bottom = setup.options.top[card], setup.options.bottom[card]
    return max(top, bottom) if later else min(top, bottom)


@compiled
def returns(setup, state, scores):
    """Write the number of cards in the scoring pile (Mickell 7)."""
    scores[0] = state.score

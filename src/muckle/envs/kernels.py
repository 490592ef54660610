"""The compiled loops of `Batch`, each over the matches of one thread."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from typing import NamedTuple

from muckle.engine.chance import below, stream
from muckle.engine.compile import apart, compiled
from muckle.engine.contract import OVER, Setup, ahead, apply, deal, legal, lent, returns
from muckle.engine.record import record
from muckle.players.choice import choose

OUTSIDE = -1
"""Method of a seat whose actions come from outside."""
NEXT_STEP, SAME_STEP = 0, 1
"""Times at which a match that is over is dealt anew: by the next step, which ignores its action, or within the same step."""
SCORE, LEAD, WIN = range(3)
"""Rewards at the end of a match: the score; the score less the mean of the other seats' scores; the share of the win."""
MATCH_SEED = (1 << 53) - 1
"""Bit mask of a match's seed, as in simulations."""


class BatchOptions(NamedTuple):
    """Options that all matches of a batch share."""

    reset: int  # NEXT_STEP or SAME_STEP
    reward: int  # SCORE, LEAD or WIN


BATCH_OPTIONS = record(BatchOptions)


@apart
def begin(setup, begins, state, mind, worlds, manners, scratch, seed, number):
    """Deal match `number` of a seed, and let built-in players act until a seat from outside is to act.

    A match that ends before that is skipped.

    Args:
        begins: offset of each player's word graph in the setup's words; 0: the player knows the words of the match.
        state: array of one state.
        manners: manner of each seat's player.

    Returns:
        The number of the match that was dealt.
    """
    while True:
        match = stream(seed, number) & MATCH_SEED
        deal(setup, state[0], stream(match, 0))
        mind.rng = stream(match, 1)
        go_on(setup, begins, state, mind, worlds, manners, scratch)
        if state[0].turn != OVER:
            return number
        number += 1


@apart
def go_on(setup, begins, state, mind, worlds, manners, scratch):
    """Let built-in players act until a seat from outside is to act or the match is over."""
    while state[0].turn != OVER and manners[state[0].turn].method != OUTSIDE:
        seat = state[0].turn
        own = Setup(setup.options, setup.words[begins[seat] :])
        apply(setup, state[0], choose(manners[seat], setup, own, state, worlds, mind, scratch))


@compiled
def reset_all(options, words, begins, states, minds, worlds, manners, scratch, seeds, numbers, lists, counts):
    """Deal every match anew, each from its seed and its number in `numbers`.

    Args:
        lists: filled with the legal actions of each match, in ascending order.
        counts: filled with their number; 0 if the match is over.
    """
    setup = Setup(options[0], lent(words))
    begins, states, worlds, manners, scratch = lent(begins), lent(states), lent(worlds), lent(manners), lent(scratch)
    lists = lent(lists)
    for at in range(len(states)):
        numbers[at] = begin(setup, begins, states[at : at + 1], minds[at], worlds, manners, scratch, seeds[at], numbers[at])
        counts[at] = legal(setup, states[at], lists[at])


@compiled
def step_all(options, words, begins, states, minds, worlds, manners, scratch, seeds, numbers, lists, counts, courses, taken):
    """Take one action in every match, let built-in players act until a seat from outside is to act, and list its legal actions.

    Args:
        lists, counts: as for `reset_all`.
        taken: four arrays. `actions`: one legal action per match; ignored if the match is over. Filled in: `rewards`, one per
            match and seat, 0 unless this step ended the match; `ended`, 1 if this step ended the match; `finals`, with
            SAME_STEP the last states of those matches.
    """
    setup, course = Setup(options[0], lent(words)), courses[0]
    begins, states, worlds, manners, scratch = lent(begins), lent(states), lent(worlds), lent(manners), lent(scratch)
    actions, rewards, ended, finals = taken
    lists, rewards = lent(lists), lent(rewards)
    rewards[:] = 0
    for at in range(len(states)):
        state = states[at : at + 1]
        due = state[0].turn == OVER
        if not due:
            apply(setup, state[0], actions[at])
            if state[0].turn != OVER and manners[state[0].turn].method != OUTSIDE:
                go_on(setup, begins, state, minds[at], worlds, manners, scratch)
        ended[at] = not due and state[0].turn == OVER
        if ended[at]:
            reward(setup, state[0], scratch, course.reward, rewards[at])
            if course.reset == SAME_STEP:
                finals[at], due = state[0], True
        if due:
            numbers[at] = begin(setup, begins, state, minds[at], worlds, manners, scratch, seeds[at], numbers[at] + 1)
        counts[at] = legal(setup, state[0], lists[at])


@apart
def reward(setup, state, scores, kind, row):
    """Write each seat's reward at the end of a match into `row`."""
    seats, total, winners = len(row), 0, 0
    returns(setup, state, scores)
    for seat in range(seats):
        total += scores[seat]
        row[seat] = scores[seat]
    if kind == LEAD and seats > 1:
        for seat in range(seats):
            row[seat] = scores[seat] - (total - scores[seat]) / (seats - 1)
    if kind == WIN:
        for seat in range(seats):
            row[seat] = leads(setup, state, scores, seat, seats)
            winners += row[seat]
        for seat in range(seats):
            row[seat] /= winners


@compiled
def leads(setup, state, scores, seat, seats):
    """Return 1 if no other seat is ahead of this one, else 0 (General 12)."""
    for other in range(seats):
        if ahead(setup, state, scores, other, seat):
            return 0
    return 1


@compiled
def mask_all(lists, counts, masks):
    """Fill in a mask per match: 1 for legal actions, 0 for others."""
    masks[:] = 0
    for at in range(len(lists)):
        for place in range(counts[at]):
            masks[at, lists[at, place]] = 1


@compiled
def pick_all(lists, counts, pickers, actions):
    """Write a random legal action of each match into `actions`; 0 if the match is over."""
    for at in range(len(lists)):
        actions[at] = lists[at, below(pickers[at], counts[at])] if counts[at] else 0


@compiled
def choose_all(options, words, known, manners, states, pickers, worlds, scratch, actions):
    """Fill in the action that a player of the first manner would take in every match; 0 if the match is over.

    Args:
        known: graph of the words that the player knows, a part of the words of the match.
    """
    setup, own = Setup(options[0], lent(words)), Setup(options[0], lent(known))
    states, worlds, scratch = lent(states), lent(worlds), lent(scratch)
    for at in range(len(states)):
        state, actions[at] = states[at : at + 1], 0
        if state[0].turn != OVER:
            actions[at] = choose(lent(manners)[0], setup, own, state, worlds, pickers[at], scratch)


@compiled
def first_illegal(lists, counts, actions):
    """Return the first match in which the action is not legal, or -1."""
    for at in range(len(lists)):
        found = counts[at] == 0
        for place in range(counts[at]):
            found = found or lists[at, place] == actions[at]
        if not found:
            return at
    return -1

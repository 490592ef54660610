"""What `Batch` does with n matches at once: compiled, one function a thing to do, each for a part of the matches."""

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
"""In place of a method: that seat's actions come from outside."""
NEXT_STEP, SAME_STEP = 0, 1
"""When a match that is over is dealt anew: by the next step, which takes no action there; or at once."""
SCORE, LEAD, WIN = range(3)
"""Rewards at the end of a match: a seat's score; the same less the mean of the others'; its share of the win."""
MATCH_SEED = (1 << 53) - 1
"""The bits of a match's seed, as in a simulation."""


class BatchOptions(NamedTuple):
    """How a batch goes on, the same for all its matches."""

    reset: int  # NEXT_STEP or SAME_STEP
    reward: int  # SCORE, LEAD or WIN


BATCH_OPTIONS = record(BatchOptions)


@apart
def begin(setup, begins, state, mind, worlds, manners, scratch, seed, number):
    """Deal match `number` of a seed and play on to a seat from outside. A match that is over by then is passed over.

    Args:
        begins: where in the words the graph of each seat's player begins; 0: it knows the words of the match.
        state: an array of one. manners: how each seat's player chooses.

    Returns:
        the number of the match that was dealt.
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
    """Built-in players choose until a seat from outside is to act or the match is over."""
    while state[0].turn != OVER and manners[state[0].turn].method != OUTSIDE:
        seat = state[0].turn
        own = Setup(setup.options, setup.words[begins[seat] :])
        apply(setup, state[0], choose(manners[seat], setup, own, state, worlds, mind, scratch))


@compiled
def reset_all(options, words, begins, states, minds, worlds, manners, scratch, seeds, numbers, lists, counts):
    """Deal every match anew: of its seed the one in `numbers`.

    Args:
        lists, counts: filled in, a row a match: the legal actions, ascending, and how many they are; 0 where it is over.
    """
    setup = Setup(options[0], lent(words))
    begins, states, worlds, manners, scratch = lent(begins), lent(states), lent(worlds), lent(manners), lent(scratch)
    lists = lent(lists)
    for at in range(len(states)):
        numbers[at] = begin(setup, begins, states[at : at + 1], minds[at], worlds, manners, scratch, seeds[at], numbers[at])
        counts[at] = legal(setup, states[at], lists[at])


@compiled
def step_all(options, words, begins, states, minds, worlds, manners, scratch, seeds, numbers, lists, counts, courses, taken):
    """Take one action in every match, play on to the next seat from outside, and list what is legal then.

    Args:
        lists, counts: as for `reset_all`.
        taken: actions, one a match, all of them legal; of a match that is over it does not matter. Filled in: rewards, a row a
            match with a number a seat, 0 but in matches that this step ended; ended, 1 for those; finals, with SAME_STEP those
            matches as they were at their end.
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
    """Fill in what each seat gets for a match that is over."""
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
    """1 if no seat stands before this one, else 0 (General 12)."""
    for other in range(seats):
        if ahead(setup, state, scores, other, seat):
            return 0
    return 1


@compiled
def mask_all(lists, counts, masks):
    """Fill in a row a match: 1 for a legal action, 0 for another."""
    masks[:] = 0
    for at in range(len(lists)):
        for place in range(counts[at]):
            masks[at, lists[at, place]] = 1


@compiled
def pick_all(lists, counts, pickers, actions):
    """Fill in any legal action of every match, each as likely; 0 where it is over."""
    for at in range(len(lists)):
        actions[at] = lists[at, below(pickers[at], counts[at])] if counts[at] else 0


@compiled
def choose_all(options, words, known, manners, states, pickers, worlds, scratch, actions):
    """Fill in what a player of the first manner would do as the seat to act in every match; 0 where it is over.

    Args:
        known: the graph of the words that it knows, all of which those of the match hold.
    """
    setup, own = Setup(options[0], lent(words)), Setup(options[0], lent(known))
    states, worlds, scratch = lent(states), lent(worlds), lent(scratch)
    for at in range(len(states)):
        state, actions[at] = states[at : at + 1], 0
        if state[0].turn != OVER:
            actions[at] = choose(lent(manners)[0], setup, own, state, worlds, pickers[at], scratch)


@compiled
def first_illegal(lists, counts, actions):
    """The first match in which the action is not legal, or -1."""
    for at in range(len(lists)):
        found = counts[at] == 0
        for place in range(counts[at]):
            found = found or lists[at, place] == actions[at]
        if not found:
            return at
    return -1

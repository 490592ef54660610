# pyright: basic
# Compiled functions carry no annotations.
"""Bot knowledge of Multzo: a quick evaluation, the chance to win between rounds, and how levels play."""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import CAREFUL, FAR, FLAT, HASTY, LOOK_AHEAD, PATIENT, SHINY, Manner
from muckle.games.multzo.scoring import score, stack_of, strength, total
from muckle.games.multzo.state import (
    COINS,
    DECLARE,
    DISCARD,
    DRAW,
    DRAW_STACK,
    FLUSH,
    FOUR,
    NONE,
    NULL,
    NULLS,
    PRIME,
    RANKS,
    SET,
    SHOWDOWN,
)
from muckle.kit.piecepack import LANE

LEVELS = {
    "easy": Manner(LOOK_AHEAD, slip=400),
    "fair": Manner(LOOK_AHEAD, slip=180),
    "medium": Manner(LOOK_AHEAD, slip=75),
    "good": Manner(LOOK_AHEAD, slip=30),
    "hard": Manner(FLAT, playouts=50, policy=LOOK_AHEAD),
    "expert": Manner(FLAT, playouts=2000, policy=LOOK_AHEAD),
}
TASTES = {CAREFUL: 100, SHINY: 90, HASTY: 25, FAR: 50, PATIENT: 55}
"""Weight of each taste in percent of what `taste` returns, so that its bird is about as strong as its own level."""
WIN, TRIFLE = True, 0.02
LIKING, LIKING_OF_CHANCES = 1.5, 0.08
"""Bonus for an action that suits a playing style: in points, and as a chance to win."""
WINNING = 100.0
"""Points that winning the match is worth."""
SCORE, NULL_COIN, COIN_POINT = 0.114, 1.207, 0.118
"""Weights of the log-odds of winning: a point of score divided by the rounds to come plus a half, a null coin, a coin point.
Fitted to how 12,000 matches of players who look one step ahead ended, from the beginning of each round.
"""
WEIGHTS = np.array([0.1564, 0.5129, 1.0994, 0.4048, 0.0216, 0.1363, 0.0685])
"""Weights of `opinion` (`PATIENCE` to `HOPE_2`). Found by ``bench/tune.py multzo --generations 30 --deals 500`` (seed 1,
405,000 matches against two yardsticks, 2026-11-22): looking one step ahead with them wins 42.5 ± 0.8 % of 12,000 others.
"""
PATIENCE, GOING_ON, FOUR_TILES, THREE_TILES, STRONGER, HOPE_1, HOPE_2 = range(7)
"""Places of weights: the share of all prizes that a hand is worth going on for, as who has more declares; how much of what a
hand brings now still counts when the round goes on; how likely a four-tile group wins, one of three of no strength, and a
point of strength more; how likely a hand that lacks one tile or two for a group still gets it and wins."""


@compiled
def taste(setup, state, action, taste):
    """Return the bonus of a playing style for an action.

    Careful likes tiles that are seen, shiny those and coins, hasty declaring, far hidden tiles and null coins, patient going
    on. Bonuses of patient bots are probabilities to win, the others points.
    """
    declares = DECLARE <= action < NULL
    if taste == HASTY:
        return LIKING * declares
    if taste == PATIENT:
        return LIKING_OF_CHANCES * (not declares)
    if taste == FAR:
        return LIKING * (action == DRAW_STACK or NULL <= action < COINS)
    seen = DRAW <= action < DISCARD
    return LIKING * (seen if taste == CAREFUL else taste == SHINY and (seen or action == COINS))


@compiled
def stage(setup, state):
    """Return the number of the round (Multzo 3): it is over when all coins are paid and the next one is dealt."""
    return state.rounds


@compiled
def leaf(setup, state, seat):
    """Return a seat's chance to win: its share of the exponentials of all standings, or the result if the match is over."""
    if state.turn == OVER:
        lead = score(state, seat) - best_other(setup, state, seat)
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    odds, rounds = 0.0, rounds_to_come(state)
    for number in range(setup.options.seats):
        odds += math.exp(standing(state, number, rounds) - standing(state, seat, rounds))
    return 1 / odds


@compiled
def standing(state, seat, rounds):
    """Return a seat's standing between rounds in log-odds; null coins and coins count for what they will bring, too."""
    coins = state.seats[seat].coins
    return SCORE * score(state, seat) / (rounds + 0.5) + NULL_COIN * size(coins & NULLS) + COIN_POINT * total(coins)


@compiled
def rounds_to_come(state):
    """Return the number of rounds until some stack is empty, if every category is won (Multzo 11, 14)."""
    fewest = (size(stack_of(state, FLUSH)) + 1) // 2
    for category in range(FLUSH + 1, 4):
        fewest = min(fewest, size(stack_of(state, category)))
    return fewest


@compiled
def value(setup, state, seat):
    """Return a seat's lead over the best of the others plus the expected gain of its hand, in points."""
    return opinion(setup, state, seat, WEIGHTS)


@compiled
def opinion(setup, state, seat, weights):
    """Return the value of a position by given weights, in points (see `value`)."""
    lead = float(score(state, seat) - best_other(setup, state, seat))
    if state.turn == OVER:
        return lead + WINNING * ((lead > 0) - (lead < 0))
    if state.phase == SHOWDOWN or state.number == 1:  # a round was just scored; nobody has acted in the next
        return lead
    return lead + prospect(setup, state, seat, weights)


@compiled
def best_other(setup, state, seat):
    """Return the highest score among the other seats."""
    best = 0
    for number in range(setup.options.seats):
        if number != seat:
            best = max(best, score(state, number))
    return best


@compiled
def prospect(setup, state, seat, weights):
    """Return the expected gain of a seat's hand, in points.

    With one tile too many, the best hand left counts. While nobody has declared, the value of going on counts too.
    """
    hand = state.seats[seat].hand
    done = state.remaining != NONE and (seat - state.turn) % setup.options.seats >= state.remaining
    if size(hand) == setup.options.suits:
        bring = groups(setup, state, seat, hand, done, weights)
        if state.remaining != NONE:
            return bring
        return weights[GOING_ON] * bring + (1 - weights[GOING_ON]) * aim(state, seat, weights)
    best, rest = 0.0, hand
    while rest:
        best = max(best, groups(setup, state, seat, hand & ~(rest & -rest), done, weights))
        rest &= rest - 1
    return best


@compiled
def aim(state, seat, weights):
    """Return the gain in points below which it is better to go on than to declare."""
    prizes = 0.0
    for category in range(4):
        prizes += prize(state, seat, category)
    return weights[PATIENCE] * prizes


@compiled
def groups(setup, state, seat, hand, done, weights):
    """Return the expected coins of a hand, in points: each prize times the chance to win it.

    Groups not yet complete count only while the seat has a turn left.
    """
    result = 0.0
    for category in range(4):
        worth = strength(hand, category, setup.options.suits, setup.options.group_only)
        if worth != NONE:
            result += confidence(worth, weights) * prize(state, seat, category)
        elif not done:
            result += hope(hand, category, setup.options.suits, weights) * prize(state, seat, category)
    return result


@compiled
def confidence(worth, weights):
    """Return the chance that a group of strength `worth` wins its category."""
    return weights[FOUR_TILES] if worth >= FOUR else weights[THREE_TILES] + weights[STRONGER] * worth


@compiled
def hope(hand, category, suits, weights):
    """Return the chance that a hand without a category's group still completes it and wins."""
    missing = lacking(hand, category, suits)
    return weights[HOPE_1] if missing == 1 else weights[HOPE_2] if missing == 2 else 0.0


@compiled
def lacking(hand, category, suits):
    """Return the number of tiles to replace in a hand to complete a category's group."""
    longest, lanes, ranks = 0, 0, 0
    for suit in range(suits):
        lane = hand >> suit * LANE & RANKS
        longest, lanes, ranks = max(longest, size(lane)), lanes + (lane != 0), ranks | lane
    if category == FLUSH:
        return suits - longest
    if category == PRIME:
        return suits - lanes
    if category == SET:
        return 1 if size(ranks) < suits else 2
    return 1 if ranks & (ranks >> 1 | ranks >> 2) else 2


@compiled
def prize(state, seat, category):
    """Return the points a category pays: the top coin, of Flush the top two, times one more than the null coins held."""
    coins = stack_of(state, category)
    top, rest = coins & -coins, coins & coins - 1
    worth = total(top | rest & -rest) if category == FLUSH else total(top)
    return float(worth * (1 + size(state.seats[seat].coins & NULLS)))

"""Matches whose cards somebody shuffled by hand: the order is in the header, and every draw takes the next card of it."""

from functools import cache

import pytest
from msgspec.structs import replace

from muckle import games
from muckle.errors import OptionsError, TranscriptError
from muckle.match.header import new_header
from muckle.match.match import Match, check_transcript
from muckle.match.transcript import read_one
from muckle.players.par import hindsight, outcome_order, par

GAME = games.find("mickell")


@cache
def dealt() -> Match:
    """Return a match with the tiny deck; not made while tests are collected, for it compiles the rules in every process."""
    return Match(replace(new_header(GAME, GAME.read_options("tiny", {})), seed=7), narrate=False)


def laid(order: tuple[str, ...]) -> Match:
    """Return a match with the tiny deck in some order."""
    return Match(replace(dealt().header, seed=None, chance=(), order=order), narrate=False)


def all_cards() -> tuple[str, ...]:
    """Return what comes up in the dealt match, in order."""
    match = dealt().copy()
    while not match.over:
        match.apply(match.legal()[-1])
    return (*match.header.chance, *(text for decision in match.decisions for text in decision.chance))


def test_draws_follow_the_order_whatever_is_done_and_after_takebacks() -> None:
    order = all_cards()[::-1]
    for choice in (0, -1):
        match = laid(order)
        match.apply(match.legal()[choice])
        while match.revocable(0):
            match.undo(0)
        while not match.over:
            match.apply(match.legal()[choice])
        drawn = (*match.header.chance, *(text for decision in match.decisions for text in decision.chance))
        assert drawn == order
        assert check_transcript(read_one(match.transcript())).scores == match.scores
    assert len(outcome_order(laid(order))) == len(order)


@pytest.mark.slow  # hindsight takes eleven seconds to compile
def test_par_and_hindsight_follow_the_order() -> None:
    order = all_cards()[::-1]
    assert hindsight(laid(order)).score >= par(laid(order), level="greedy").score


def test_an_order_that_cannot_be_is_named() -> None:
    order = all_cards()
    with pytest.raises(TranscriptError, match="'card QQ' cannot come up here"):
        laid(("card QQ", *order[1:]))
    short = laid(order[:1])
    with pytest.raises(TranscriptError, match="the order of the cards ends after 1"):
        while not short.over:
            short.apply(short.legal()[-1])
    with pytest.raises(OptionsError, match="not from both"):
        Match(replace(dealt().header, order=order))

"""Deals under limits: each that fits is equally likely."""

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

from every_game.worlds import FAR, far_off
from muckle.engine.bits import members
from muckle.engine.chance import below, stream
from muckle.engine.dealing import deal_within, some_of
from muckle.engine.record import Ints, new, record


class Lone(NamedTuple):
    """A state that holds nothing but chance."""

    rng: int
    draws: int
    drawn: int
    drew: Annotated[Ints, 1]


STATE = record(Lone)
Shares = tuple[int, ...]

CASES = [
    pytest.param((3, 3), (0b111111, 0b111111), id="no limits"),
    pytest.param((2, 2, 2), (0b001111, 0b111111, 0b111111), id="a void"),
    pytest.param((2, 2, 2), (0b001111, 0b110011, 0b111100), id="three voids that cross"),
    pytest.param((1, 3, 2), (0b001001, 0b110011, 0b111110), id="rooms of many sizes"),
    pytest.param((0, 4, 2), (0b111111, 0b110111, 0b111111), id="a place that takes nothing"),
    pytest.param((2, 1, 1, 1, 1), (0b000111, 0b111000, 0b111111, 0b101010, 0b111111), id="five places"),
]


def fitting(room: Shares, may: Shares) -> list[Shares]:
    """Return every deal of cards 0, 1, … to places that fits."""
    found: list[Shares] = []
    for places in itertools.product(range(len(room)), repeat=sum(room)):
        shares = tuple(sum(1 << card for card, place in enumerate(places) if place == each) for each in range(len(room)))
        full = [share.bit_count() for share in shares] == list(room)
        if full and not any(share & ~open_to for share, open_to in zip(shares, may, strict=True)):
            found.append(shares)
    return found


Dealer = Callable[[Any, int, Any, Any, Any], None]


def dealt(room: Shares, may: Shares, times: int, deal: Dealer = deal_within) -> Counter[Shares]:
    state, shares, counts = new(STATE)[0], np.zeros(len(room), np.int64), Counter[Shares]()
    state.rng = stream(1, 1)
    for _ in range(times):
        deal(state, (1 << sum(room)) - 1, np.array(room), np.array(may), shares)
        counts[tuple(map(int, shares))] += 1
    return counts


def hasty(state: Any, cards: int, room: Any, may: Any, shares: Any) -> None:
    """Deal card by card to any place that may take it, from the start again if none can: the break."""
    while True:
        shares[:] = 0
        for card in members(cards):
            places = [at for at in range(len(room)) if may[at] >> card & 1 and int(shares[at]).bit_count() < room[at]]
            if not places:
                break
            shares[places[below(state, len(places))]] |= 1 << card
        else:
            return


def is_even(counts: Counter[Shares], among: list[Shares], times: int) -> bool:
    return far_off([(counts[deal], times / len(among)) for deal in among]) < FAR


@pytest.mark.parametrize(("room", "may"), CASES)
def test_every_deal_that_fits_is_equally_likely(room: Shares, may: Shares) -> None:
    among, times = fitting(room, may), 3000
    counts = dealt(room, may, times)
    assert set(counts) == set(among) and is_even(counts, among, times)


def test_a_hasty_deal_is_noticed() -> None:
    room, may = (1, 3, 2), (0b001001, 0b110011, 0b111110)
    assert not is_even(dealt(room, may, 3000, hasty), fitting(room, may), 3000)


@pytest.mark.parametrize(("room", "may"), [((2, 2), (0b111, 0b111)), ((2, 1), (0b011, 0b011))])
def test_cards_that_cannot_be_held_are_refused(room: Shares, may: Shares) -> None:
    state = new(STATE)[0]
    state.rng = stream(1, 1)
    with pytest.raises(ValueError, match="the places cannot hold these cards"):
        deal_within(state, 0b111, np.array(room), np.array(may), np.zeros(2, np.int64))


def test_some_of_a_set_is_any_choice() -> None:
    state, counts = new(STATE)[0], Counter[int]()
    state.rng = stream(2, 2)
    for _ in range(3000):
        counts[some_of(state, 0b110110, 2)] += 1
    among = [sum(1 << card for card in cards) for cards in itertools.combinations((1, 2, 4, 5), 2)]
    assert set(counts) == set(among) and far_off([(counts[each], 500) for each in among]) < FAR

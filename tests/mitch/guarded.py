"""Mitch, as the guards over all games need to know it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from every_game.breaking import acts_to_all, known_future, loses, shows, stays, told_to_all
from every_game.guarded import Extent, Guarded
from muckle.engine.contract import OVER
from muckle.engine.position import Position

CARD = 64
"""Pile and Aces shown hold seat * 64 + card."""


def members(bits: int) -> list[int]:
    return [card for card in range(int(bits).bit_length()) if int(bits) >> card & 1]


def pieces(position: Position) -> Counter[int]:
    """Count every card: in the stock, the pile, the display, hands and tableaux."""
    state = position.state
    there = Counter(int(card) for card in state.stock[: state.stock_left])
    there.update(int(code) % CARD for code in state.pile[: state.pile_size])
    there.update(int(code) % CARD for code in state.shown[: state.aces])
    for seat in range(position.options.seats):
        player = state.seats[seat]
        for bits in (player.hand, player.twin, player.tableau):
            there.update(members(bits))
    return there


def copies(position: Position, action: int) -> int:
    """Return the number of equal cards in the hand with which an action can be done."""
    return 2 if action < 2 * 52 and int(position.state.seats[position.turn].twin) >> action % 52 & 1 else 1


# What is hidden


def hands(setup: Any, state: Any, viewer: int | None) -> Any:
    seats = range(int(setup.options.seats))
    return [(int(state.seats[seat].hand), int(state.seats[seat].twin)) for seat in seats if seat != viewer]


def stock(setup: Any, state: Any, viewer: int | None) -> Any:
    return [int(card) for card in state.stock[: int(state.stock_left)]]


def stock_as_a_set(setup: Any, state: Any, viewer: int | None) -> Any:
    return sorted(stock(setup, state, viewer))


def stock_at_the_end(setup: Any, state: Any, viewer: int | None) -> Any:
    return stock_as_a_set(setup, state, viewer) if state.turn == OVER else None


def hands_at_the_end(setup: Any, state: Any, viewer: int | None) -> Any:
    return hands(setup, state, viewer) if state.turn == OVER else None


def hands_of_a_hand_that_ended_in_the_deal(setup: Any, state: Any, viewer: int | None) -> Any:
    played = state.pile_size or any(state.seats[seat].tableau for seat in range(int(setup.options.seats)))
    return None if played else hands_at_the_end(setup, state, viewer)


# What is open


def show_by_another(state: Any, seat: int) -> None:
    state.shown[0] ^= CARD if state.aces else 0


def forget_taken(state: Any, seat: int) -> None:
    for number in range(2):
        state.seats[number].known = state.seats[number].known_twin = 0


def turn_pile(state: Any, seat: int) -> None:
    size = int(state.pile_size)
    state.pile[:size] = state.pile[:size][::-1].copy()


def take_from_tableau(state: Any, seat: int) -> None:
    for number in range(2):
        state.seats[number].tableau &= int(state.seats[number].tableau) - 1


def pass_dealer(state: Any, seat: int) -> None:
    state.dealer = 1 - state.dealer


def swap_tableaux(state: Any, seat: int) -> None:
    one, two = state.seats[0], state.seats[1]
    one.tableau, two.tableau = int(two.tableau), int(one.tableau)


def add_points(state: Any, seat: int) -> None:
    state.seats[0].total += 1


TELLS_HANDS = shows("hands", hands)
ROWS = {
    "Mitch I1": [stays("stock", others="hand twin held"), *TELLS_HANDS],
    "Mitch I2": [known_future(), *shows("the order of the stock", stock)],
    "Mitch I3": [told_to_all()],
    "Mitch I4": [loses("who showed an Ace", show_by_another)],
    "Mitch I5": [loses("what was taken from the pile", forget_taken)],
    "Mitch I6": [loses("the order of the pile", turn_pile)],
    "Mitch I7": [loses("columns", take_from_tableau)],
    "Mitch I8": [loses("the dealer", pass_dealer)],
    "Mitch I9": [acts_to_all()],
    "Mitch I10": [loses("who leads", swap_tableaux)],
    "Mitch I11": shows("what is left in the stock", stock_as_a_set),
    "Mitch I12": shows("what is left of the stock at the end", stock_at_the_end)[:1],
    "Mitch I13": shows("cards still held at the end", hands_at_the_end)[:1],
    "Mitch I14": shows("hands that ended in the deal", hands_of_a_hand_that_ended_in_the_deal)[:1],
    "Mitch I15": [loses("points", add_points)],
}

GUARDED = Guarded(
    pieces=pieces,
    copies=copies,
    small=(
        {"preset": "tiny"},
        {"preset": "tiny_zero"},
        {"preset": "tiny_two_suits"},
        {"preset": "tiny", "draw": "stock_or_discard", "ranks": 6, "hand_size": 2},
        {"preset": "tiny", "draw": "must_place", "ranks": 6, "hand_size": 2, "packs": 2},
        {"preset": "tiny", "phase2": "no", "ranks": 5, "hand_size": 2, "hands": 2},
    ),
    whole=(
        Extent({"preset": "tiny"}),
        Extent({"preset": "tiny_zero"}),
        Extent(
            {"preset": "tiny_two_suits"}, decisions=0
        ),  # 276 sets; one decision further 2,832, and 9,974,944 ends (Mitch E31)
    ),
    rows=ROWS,
    examples={"Mitch": 32},
)

"""Alphabetickell, as the guards over all games need to know it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from every_game.breaking import acts_to_all, known_future, loses, shows, stays, told_to_all
from every_game.guarded import Extent, Guarded
from muckle.engine.position import Position

NONE = -1


def pieces(position: Position) -> Counter[int]:
    """Count every card: in the draw pile, offered, discarded, in a line, and in hands while first cards are chosen."""
    state = position.state
    there = Counter(card for card in range(48) if int(state.undrawn) >> card & 1)
    there.update(int(card) for card in state.discard[: state.discards])
    there.update([int(state.offer)] if state.offer != NONE else [])
    if choosing(state):
        for number in range(position.options.seats):
            there.update(int(card) for card in state.seats[number].hand[: position.options.deal])  # pyright: ignore
        return there
    there.update(int(state.seats[number].kept) for number in range(position.options.seats) if state.seats[number].length == 1)
    there.update(card for card in range(48) if state.stands[card] != NONE)
    return there


def choosing(state: Any) -> bool:
    return state.offer == NONE and state.turn >= 0


# What is hidden


def hands(setup: Any, state: Any, viewer: int | None) -> Any:
    seats = [state.seats[seat] for seat in range(int(setup.options.seats)) if seat != viewer]
    return [sorted(int(card) for card in seat.hand[: int(setup.options.deal)] if card != seat.kept) for seat in seats]


def put_back(setup: Any, state: Any, viewer: int | None) -> Any:
    return None if choosing(state) else hands(setup, state, viewer)


def pile_while_choosing(setup: Any, state: Any, viewer: int | None) -> Any:
    return int(state.undrawn) if choosing(state) else None


# What is open


def keep_another(state: Any, seat: int) -> None:
    for number in range(2):
        if state.seats[number].kept != NONE and state.seats[number].length == 1:
            state.seats[number].kept = (int(state.seats[number].kept) + 1) % 8


def forget_choice(state: Any, seat: int) -> None:
    if choosing(state):
        for number in range(2):
            state.seats[number].kept = NONE


def lose_a_card(state: Any, seat: int) -> None:
    for card in range(48):
        if state.stands[card] != NONE:
            state.stands[card] = NONE
            return


def pass_dealer(state: Any, seat: int) -> None:
    state.dealer = 1 - state.dealer


def lose_a_discard(state: Any, seat: int) -> None:
    state.discards -= int(state.discards > 0)


def lose_a_drawn_card(state: Any, seat: int) -> None:
    if not choosing(state):
        state.undrawn = int(state.undrawn) & (int(state.undrawn) - 1)


def swap_a_drawn_card(state: Any, seat: int) -> None:
    """As many cards are left, but one of them is another."""
    if not choosing(state) and state.discards and state.undrawn:
        lose_a_drawn_card(state, seat)
        state.undrawn = int(state.undrawn) | 1 << int(state.discard[0])


def close_lines(state: Any, seat: int) -> None:
    for number in range(2):
        state.seats[number].open = 0


def add_points(state: Any, seat: int) -> None:
    state.seats[0].total += 1


ROWS = {
    "Alphabetickell I1": [known_future()],
    "Alphabetickell I2": [stays("undrawn", others="hand"), told_to_all("deal"), *shows("cards dealt", hands)],
    "Alphabetickell I3": [told_to_all("keep"), *shows("what was put back", put_back)],
    "Alphabetickell I4": [loses("a kept card", keep_another)],
    "Alphabetickell I5": [loses("who has chosen", forget_choice)],
    "Alphabetickell I6": [loses("a card of a line", lose_a_card)],
    "Alphabetickell I7": [loses("the dealer", pass_dealer)],
    "Alphabetickell I8": [loses("a discard", lose_a_discard)],
    "Alphabetickell I9": [loses("a card of the pile", lose_a_drawn_card)],
    "Alphabetickell I10": [
        loses("which cards are left", swap_a_drawn_card),
        *shows("the draw pile while cards are chosen", pile_while_choosing)[:1],
    ],
    "Alphabetickell I11": [loses("what lines can take", close_lines)],
    "Alphabetickell I12": [acts_to_all()],
    "Alphabetickell I13": [loses("points", add_points)],
}

GUARDED = Guarded(
    pieces=pieces,
    small=(
        {"preset": "tiny"},
        {"preset": "tiny", "deal": 2, "target": 8},
        {"preset": "tiny", "deal": 2, "deck": "custom", "deck_check": "loose", "cards": "AL AL BA BA EM TX"},
    ),
    whole=(Extent({"preset": "tiny"}, decisions=1),),  # 4,032 sets, each of one world: every card lies open
    rows=ROWS,
    examples={"Alphabetickell": 20},
    untold={"Alphabetickell I14": "how long somebody thinks is no part of a state"},
)

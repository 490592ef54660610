"""Multzo, as the guards over all games need to know it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from every_game.breaking import acts_to_all, known_future, known_keep_their_places, loses, shows, stays, told_to_all
from every_game.guarded import Extent, Guarded
from muckle.engine.bits import members
from muckle.engine.position import Position
from muckle.games.multzo import GAME

SHOWDOWN = GAME.state.SHOWDOWN
NONE = -1


def pieces(position: Position) -> Counter[Any]:
    """Count every tile, in the stack, face up, in hands and face down, and every coin, on the table or won."""
    state, seats = position.state, [position.state.seats[seat] for seat in range(position.options.seats)]
    there = Counter[Any](int(tile) for tile in state.stack[: state.stack_left])
    for bits in (state.open, *(seat.hand for seat in seats), 0 if state.down == NONE else 1 << int(state.down)):
        there.update(members(int(bits)))
    for bits in (state.coins, *(seat.coins for seat in seats)):
        there.update(f"coin {coin}" for coin in members(int(bits)))
    return there


# What is hidden


def hands(setup: Any, state: Any, viewer: int | None) -> Any:
    if state.phase == SHOWDOWN:
        return None
    return [int(state.seats[seat].hand) for seat in range(int(setup.options.seats)) if seat != viewer]


def sums(setup: Any, state: Any, viewer: int | None) -> Any:
    """Return nearly what hands count for."""
    return [sum(tile % 6 for tile in members(hand)) + 1 for hand in hands(setup, state, viewer) or ()]


def stack(setup: Any, state: Any, viewer: int | None) -> Any:
    return [int(tile) for tile in state.stack[: int(state.stack_left)]]


def stack_as_a_set(setup: Any, state: Any, viewer: int | None) -> Any:
    return sorted(stack(setup, state, viewer))


def rest_at_the_showdown(setup: Any, state: Any, viewer: int | None) -> Any:
    return stack_as_a_set(setup, state, viewer) if state.phase == SHOWDOWN else None


def face_down(setup: Any, state: Any, viewer: int | None) -> Any:
    return None if viewer == state.declarer else int(state.down) + 1


# What is open


def take_from_stack(state: Any, seat: int) -> None:
    state.stack_left -= int(state.stack_left > 0)


def discard_by_another(state: Any, seat: int) -> None:
    state.row[0] ^= 32 if state.laid else 0


def forget_taken(state: Any, seat: int) -> None:
    for number in range(2):
        state.seats[number].known = 0


def add_last_turn(state: Any, seat: int) -> None:
    state.remaining += int(state.remaining > 0)


def give_coins(state: Any, seat: int) -> None:
    state.seats[0].coins ^= 2


def another_chooser(state: Any, seat: int) -> None:
    state.choosers ^= 3 if state.choosers else 0


def another_starter(state: Any, seat: int) -> None:
    state.starter = 1 - state.starter


ROWS = {
    "Multzo I1": [stays("stack", "down", others="hand held"), *shows("hands", hands)],
    "Multzo I2": [known_future(), *shows("the order of the stack", stack)],
    "Multzo I3": [loses("the size of the stack", take_from_stack)],
    "Multzo I4": [loses("who discarded a tile", discard_by_another)],
    "Multzo I5": [loses("what was taken from the face-up tiles", forget_taken), known_keep_their_places("known")],
    "Multzo I6": [told_to_all()],
    "Multzo I7": [loses("how many last turns remain", add_last_turn)],
    "Multzo I8": [stays("stack", "down", others="hand held"), *shows("the face-down tile", face_down)],
    "Multzo I9": shows("the rest of the stack at the showdown", rest_at_the_showdown)[:1],
    "Multzo I10": shows("what a hand counts for", sums),
    "Multzo I11": [loses("coins", give_coins)],
    "Multzo I12": [loses("who has a choice", another_chooser)],
    "Multzo I13": shows("which of the unseen tiles are in the stack", stack_as_a_set),
    "Multzo I14": [acts_to_all()],
    "Multzo I15": [loses("the starter", another_starter)],
}

GUARDED = Guarded(
    pieces=pieces,
    small=(
        {"preset": "tiny"},
        {"preset": "tiny", "return_taken": "not_from_face_up"},
        {"preset": "tiny", "empty_stack": "reshuffle", "stall_circuits": 3},
    ),
    whole=(Extent({"preset": "tiny"}, hands=126),),  # four of nine tiles; there are 362,880 ways to deal and draw
    rows=ROWS,
    examples={"Multzo": 26},
)

"""Grabble Road, as the guards over all games need to know it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from every_game.breaking import acts_to_all, known_future, loses, shows, stays, told_to_all
from every_game.guarded import Extent, Guarded
from muckle.engine.contract import OVER
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.kit.letter_tiles import BLANK, KINDS

rules = GAME.state


def pieces(position: Position) -> Counter[int]:
    """Count every tile: in the bag, on racks, put aside, and on the board."""
    state, there = position.state, Counter[int]()
    for kind in range(KINDS):
        racks = sum(int(state.seats[seat].tiles[kind]) for seat in range(position.options.seats))
        there[kind] = int(state.bag[kind]) + int(state.back[kind]) + racks
    there.update(min(int(laid.face), BLANK) for laid in state.laid[: state.tiles])
    return +there


def copies(position: Position, action: int) -> int:
    """Return the number of tiles of a kind on the rack, any of which can be used."""
    kind = None
    if rules.RETURN <= action < rules.DONE:
        kind = action - rules.RETURN
    elif action < rules.MULLIGAN:
        kind = min(action // rules.PLACES, BLANK)
    elif action >= rules.FAR:
        kind = min((action - rules.FAR) // rules.SQUARES, BLANK)
    return 1 if kind is None else int(position.state.seats[position.turn].tiles[kind])


# What is hidden


def racks(setup: Any, state: Any, viewer: int | None) -> Any:
    if state.turn == OVER and not setup.options.reveal_after_match:
        return None
    return [[int(n) for n in state.seats[seat].tiles] for seat in range(int(setup.options.seats)) if seat != viewer]


def racks_at_the_end(setup: Any, state: Any, viewer: int | None) -> Any:
    return racks(setup, state, viewer) if state.turn == OVER else None


def bag(setup: Any, state: Any, viewer: int | None) -> Any:
    return None if state.turn == OVER else [int(n) for n in state.bag]


def put_aside(setup: Any, state: Any, viewer: int | None) -> Any:
    return [int(n) for n in state.back] if state.returning and viewer != state.turn else None


def composed(setup: Any, state: Any, viewer: int | None) -> Any:
    begun, tiles = int(state.begun), int(state.tiles)
    return [int(state.laid[number].face) for number in range(begun, tiles)] if viewer != state.turn else None


def count(setup: Any, state: Any, viewer: int | None) -> Any:
    return int(state.left) if viewer != state.turn else None


# What is open


def add_to_rack(state: Any, seat: int) -> None:
    state.seats[1 - seat].tiles[0] += 1


def add_to_bag(state: Any, seat: int) -> None:
    state.bag_left += 1


def forget_lots(state: Any, seat: int) -> None:
    state.seats[0].lots = 0


def change_tile(state: Any, seat: int) -> None:
    if state.begun:
        state.laid[0].face = (int(state.laid[0].face) + 1) % 26


def move_head(state: Any, seat: int) -> None:
    if state.begun:
        state.seats[state.plays[0].seat].head += 1


def change_play(state: Any, seat: int) -> None:
    state.plays[0].points += 1


def add_points(state: Any, seat: int) -> None:
    state.seats[0].score += 1


def forget_targets(state: Any, seat: int) -> None:
    state.near = 0


def add_idle(state: Any, seat: int) -> None:
    state.idle += 1


ROWS = {
    "Grabble Road I1": [stays("bag", others="tiles"), *shows("racks", racks)],
    "Grabble Road I2": [loses("how many tiles a rack has", add_to_rack)],
    "Grabble Road I3": [known_future(), *shows("the bag", bag)],
    "Grabble Road I4": [loses("how many tiles the bag has", add_to_bag)],
    "Grabble Road I5": shows("which of the unseen tiles are in the bag", bag),
    "Grabble Road I6": [loses("what was drawn for the start", forget_lots)],
    "Grabble Road I7": [told_to_all("draw")],
    "Grabble Road I8": [told_to_all("discard", "knows"), *shows("tiles to be returned", put_aside)[:1]],
    "Grabble Road I9": [loses("a tile on the board", change_tile)],
    "Grabble Road I10": [shows("a play being composed", composed)[0]],
    "Grabble Road I11": [loses("a head", move_head)],
    "Grabble Road I12": [shows("the count of a play being composed", count)[0], loses("plays", change_play)],
    "Grabble Road I13": [loses("points", add_points)],
    "Grabble Road I14": [loses("target squares", forget_targets)],
    "Grabble Road I15": [acts_to_all()],
    "Grabble Road I16": [loses("turns without a play", add_idle)],
    "Grabble Road I17": shows("tiles left at the end", racks_at_the_end)[:1],
}

GUARDED = Guarded(
    pieces=pieces,
    copies=copies,
    small=(
        {"preset": "tiny"},
        {"preset": "tiny", "reveal_after_match": "none"},
        {"preset": "tiny", "reveal_after_match": "none", "seats": 3, "rack": 1},
    ),
    whole=(Extent({"preset": "tiny"}, hands=19),),  # more than a million ways to draw for the start and fill both racks
    rows=ROWS,
    examples={"Grabble Road": 30},
    untold={"Grabble Road I18": "the dictionary, the tiles and the board are options, no part of a state"},
)

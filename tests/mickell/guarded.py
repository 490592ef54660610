"""Mickell, as the guards over all games need to know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from every_game.breaking import claims_where_words_are, known_future, loses, shows_words, told_to_all
from every_game.guarded import Extent, Guarded
from muckle.engine.position import Position
from muckle.games.mickell import GAME

rules = GAME.state
NONE = -1


def chain(state: Any, first: int, length: int | None = None) -> Iterator[int]:
    """Cards that lie beside each other."""
    card = int(first)
    while card != NONE if length is None else length > 0:
        yield card
        card, length = int(state.beside[card]), None if length is None else length - 1


def pieces(position: Position) -> Counter[int]:
    """Count every card: still to come, current, in rows and words, and discarded."""
    state = position.state
    there = Counter(card for card in range(48) if int(state.undrawn) >> card & 1)
    there.update([int(state.current)] if state.current != NONE else [])
    there.update(chain(state, state.trash))
    for place in (*state.rows[: position.options.rows], *state.claims[: state.claimed]):  # pyright: ignore
        there.update(chain(state, place.first, int(place.length)))
    return there


def claims(position: Position) -> list[int]:
    """Return every claim of every row that is long enough, listed or not."""
    if position.over or position.options.bad_claim != "spent" or position.state.barred:  # pyright: ignore
        return []
    least = position.options.min_word  # pyright: ignore
    lengths = {row: int(position.state.rows[row].length) for row in range(position.options.rows)}  # pyright: ignore
    return [
        rules.CLAIM + row | spelling << rules.SPELLING
        for row, length in lengths.items()
        if length >= least and not int(position.state.locked) >> row & 1
        for spelling in range(1 << length, 2 << length)
    ]


def lose_a_card(state: Any, seat: int) -> None:
    state.undrawn = int(state.undrawn) & (int(state.undrawn) - 1)


def next_turn(state: Any, seat: int) -> None:
    state.number += 1


def another_card(state: Any, seat: int) -> None:
    if state.current != NONE:
        state.current = (int(state.current) + 1) % 8


def shorten_rows(state: Any, seat: int) -> None:
    for row in range(2):
        state.rows[row].length -= int(state.rows[row].length > 0)


def add_points(state: Any, seat: int) -> None:
    state.score += 1


def another_turn(state: Any, seat: int) -> None:
    state.claims[0].turn += 1


def unplace(state: Any, seat: int) -> None:
    state.fresh = 0


ROWS = {
    "Mickell I1": [known_future()],
    "Mickell I2": [loses("a card to come", lose_a_card)],
    "Mickell I3": [loses("the number of the turn", next_turn)],
    "Mickell I4": [loses("the current card", another_card)],
    "Mickell I5": [loses("a card of a row", shorten_rows)],
    "Mickell I6": [loses("points", add_points)],
    "Mickell I7": [loses("when a word was claimed", another_turn)],
    "Mickell I8": [loses("what was placed in this turn", unplace)],
    "Mickell I9": [loses("that a turn was ended", next_turn)],
    "Mickell I10": [told_to_all("refuse")],
    "Mickell I12": [shows_words(), claims_where_words_are()],
}

GUARDED = Guarded(
    pieces=pieces,
    small=(
        {"preset": "tiny"},
        {"preset": "tiny", "bad_claim": "spent"},
        {"preset": "tiny", "min_word": 2, "dictionary": "american-standard"},
    ),
    whole=(Extent({"preset": "tiny"}, decisions=4),),  # 1,472 sets, each of one world: nothing is hidden but chance
    rows=ROWS,
    examples={"Mickell": 23, "Deck": 6, "Muckell": 18},
    unproven={
        "Mickell I13": "pace is Muckell's",
        "Mickell E17": "Muckell",
        "Mickell E18": "Muckell",
        **{f"Mickell D{number}": "Muckell" for number in range(10, 14)},
        **{f"Muckell D{number}": "Mickell" for number in range(1, 10)},
        **{f"Muckell E{number}": "Mickell" for number in range(1, 17)},
        "Deck 7": "the borders and backs of cards",
        "Deck I1": "Mickell I11",
        "Deck I3": "the backs of printed cards",
        "Deck I2": "Mickell I1",
    },
    also=claims,
    hides_words=True,
    untold={
        "Mickell I11": "dictionary, points, guide and deck are options, no part of a state",
        "Mickell I13": "pace and time are no part of a state",
    },
)

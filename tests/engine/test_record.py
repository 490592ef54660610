"""Records and the plain trees that are read from them."""

from typing import Annotated, NamedTuple

import numpy as np
import pytest

from muckle.engine.record import INT, Ints, loose, new, reader, record


class Card(NamedTuple):
    suit: int
    rank: int


class Hand(NamedTuple):
    held: Annotated[Ints, 3]
    best: Card
    points: int


class Table(NamedTuple):
    turn: int
    hands: Annotated[tuple[Hand, ...], 2]
    pile: Annotated[tuple[Card, ...], 2]


def test_a_record_is_one_block_of_whole_numbers() -> None:
    kind = record(Table)
    assert kind.itemsize == 8 * (1 + 2 * (3 + 2 + 1) + 4)
    assert kind.names == ("turn", "hands", "pile")
    assert {field.base for field in [kind["turn"], kind["hands"].base["points"]]} == {np.dtype(INT)}


def test_a_plain_tree_holds_what_the_record_holds() -> None:
    array = new(record(Table))
    array.view(INT)[:] = range(1, 18)
    tree = reader(Table)(array)
    hands = (Hand((2, 3, 4), Card(5, 6), 7), Hand((8, 9, 10), Card(11, 12), 13))
    assert tree == Table(1, hands, (Card(14, 15), Card(16, 17)))
    assert type(tree.hands[1].best.rank) is int
    array[0].hands[1].best.rank = 99
    assert tree.hands[1].best.rank == 12, "a tree is a picture of the moment"


def test_entries_of_zeros_share_one_tuple() -> None:
    array = new(record(Table))
    tree, other = reader(Table)(array), reader(Table)(array)
    assert tree.hands[0] is tree.hands[1] is other.hands[0] and tree.pile[0] is tree.pile[1] == Card(0, 0)
    array[0].pile[1].rank = 1
    assert reader(Table)(array).pile == (Card(0, 0), Card(0, 1))
    copy = loose(tree)
    copy.hands[0].held[1] = 5
    assert copy.hands[1].held == [0, 0, 0], "a loose copy shares nothing"


class Drawing(NamedTuple):
    drawn: int
    drew: Annotated[Ints, 3]


def test_a_tree_leaves_out_what_was_drawn_and_a_loose_copy_has_room_for_it() -> None:
    array = new(record(Drawing))
    array[0].drawn, array[0].drew[0] = 1, 7
    tree = reader(Drawing)(array)
    assert tree == Drawing(1, ())
    assert vars(loose(tree)) == {"drawn": 1, "drew": [0, 0, 0]}


def test_a_loose_copy_may_be_changed_and_the_tree_stays() -> None:
    tree = reader(Table)(new(record(Table)))
    copy = loose(tree)
    copy.hands[0].held[1], copy.turn = 5, 1
    assert (copy.hands[0].held, copy.turn) == ([0, 5, 0], 1)
    assert tree == reader(Table)(new(record(Table)))


class Misnamed(NamedTuple):
    size: int


class Shadowed(NamedTuple):
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]  # what the test is about


class Worded(NamedTuple):
    name: str


@pytest.mark.parametrize(("kind", "says"), [(Misnamed, "'size'"), (Shadowed, "'count'"), (Worded, "holds int, Annotated")])
def test_what_no_record_can_hold_is_refused_with_its_name(kind: type[tuple[object, ...]], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        record(kind)

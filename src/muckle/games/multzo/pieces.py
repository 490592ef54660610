"""The pieces of Multzo, and the zones of its coin stacks with what each of them pays."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import scoring as compiled_scoring
from muckle.games.multzo import scoring_text
from muckle.games.multzo.state import DISCARDING, FLUSH, NONE, State
from muckle.kit import piecepack
from muckle.scene.contract import Face, Piece, Zone
from muckle.scene.tell import number

rules, scoring = plain(compiled_rules), plain(compiled_scoring)


JUST_DRAWN = "just drawn"


@functools.cache
def tile_face(tile: int) -> Face:
    """Return the face printed on a tile."""
    return Face("piecepack", piecepack.RANKS[tile % piecepack.LANE], piecepack.SUITS[tile // piecepack.LANE])


@functools.lru_cache(maxsize=10_000)
def tile_piece(tile: int, owner: int, remark: str, came: str, marks: tuple[str, ...]) -> Piece:
    """Return the piece for a tile; cached, as pieces never change."""
    label = piecepack.name(tile)
    looks = ("new",) if JUST_DRAWN in marks else ()
    return Piece(
        label=f"{label}, {remark}" if remark else label, face=tile_face(tile), owner=owner, came=came, marks=marks, looks=looks
    )


@functools.cache
def coin_piece(coin: int, owner: int | None = None, paid: bool = False) -> Piece:
    """Return the piece for a coin, owned by the seat that won it or by nobody; `paid` if it was won just now."""
    suit, rank = divmod(coin, piecepack.LANE)
    value = piecepack.VALUES[rank]
    label = f"{piecepack.RANK_NAMES[rank]} coin of {piecepack.SUIT_NAMES[suit]}" + (", worth 6" if value == 6 else "")
    face = Face("coin", piecepack.RANKS[rank], piecepack.SUITS[suit], value)
    return Piece(label, face, owner, marks=("just won",) * paid, looks=("won",) * paid)


def stack_zone(setup: Setup, state: State, category: int, viewer: int | None, coins: tuple[str, ...]) -> Zone:
    """Return the zone of a category's coin stack, with its coins as pieces from bottom to top (Multzo 1, 2)."""
    return Zone(
        "pile",
        scoring_text.CATEGORIES[category],
        items=coins,
        n=len(coins),
        note=pays_note(state, category),
        asks=group_needed(setup, category),
        yours=strength_note(setup, state, category, viewer),
        parent="coins",
    )


def pays_note(state: State, category: int) -> str:
    """Return what a category pays now: ``pays 2 + 3``; its stack may be empty (Multzo 11, 11a)."""
    top = members(scoring.stack_of(state, category))[: 2 if category == FLUSH else 1]
    return f"pays {' + '.join(str(piecepack.VALUES[coin % piecepack.LANE]) for coin in top)}" if top else "pays nothing"


def group_needed(setup: Setup, category: int) -> str:
    """Return the group that wins a category (Multzo 7, 8): ``four of one suit``."""
    suits = number(setup.options.suits)
    some = "three or four" if setup.options.suits == 4 else "three"
    return (f"{suits} of one suit", "one of each suit", f"{some} of a rank", f"{some} in order")[category]


def strength_note(setup: Setup, state: State, category: int, viewer: int | None) -> str:
    """Return the viewer's strength in a category, or the best after the discard that is due (Multzo I10): ``you hold 16``."""
    if viewer is None:
        return ""
    hands = list(possible_hands(setup, state, viewer))
    best = max(hands, key=lambda hand: scoring_text.strengths(setup, hand)[category], default=0)
    if scoring_text.strengths(setup, best)[category] == NONE:
        return ""
    due = state.phase == DISCARDING and state.turn == viewer
    return f"you {'can keep' if due else 'hold'} {scoring_text.strength_texts(setup, best)[category]}"


def possible_hands(setup: Setup, state: State, seat: int) -> Iterator[int]:
    """Yield the hand of a seat; while it holds one tile too many, yield each hand it may keep after the discard."""
    hand = state.seats[seat].hand
    if hand.bit_count() <= setup.options.suits:
        yield hand
    else:
        yield from (hand ^ 1 << tile for tile in members(rules.may_discard(setup, state)))


def coins_id(suit: int) -> str:
    """Return the id of a coin stack's zone: ``coins-crowns``."""
    return f"coins-{piecepack.SUIT_NAMES[suit].lower()}"

"""The label beside each coin stack of Multzo: what the stack pays, for what, and how strong the viewer's hand is there."""

from __future__ import annotations

from collections.abc import Iterator

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.games.multzo import awards as compiled_awards
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import worth
from muckle.games.multzo.state import DISCARDING, FLUSH, NONE, State
from muckle.kit import piecepack
from muckle.scene.contract import Zone
from muckle.scene.tell import number

rules, awards = plain(compiled_rules), plain(compiled_awards)


def lane(setup: Setup, state: State, category: int, viewer: int | None, coins: tuple[str, ...]) -> Zone:
    """Return the zone of a category's coin stack, with its coins as pieces from bottom to top (Multzo 1, 2)."""
    return Zone(
        "pile",
        worth.CATEGORIES[category],
        items=coins,
        n=len(coins),
        note=pays(state, category),
        asks=asks(setup, category),
        yours=holds(setup, state, category, viewer),
        parent="coins",
    )


def pays(state: State, category: int) -> str:
    """Return what a category pays now: ``pays 2 + 3``; its stack may be empty (Multzo 11, 11a)."""
    top = members(awards.stack_of(state, category))[: 2 if category == FLUSH else 1]
    return f"pays {' + '.join(str(piecepack.VALUES[coin % piecepack.LANE]) for coin in top)}" if top else "pays nothing"


def asks(setup: Setup, category: int) -> str:
    """Return the group that wins a category (Multzo 7, 8): ``four of one suit``."""
    suits = number(setup.options.suits)
    some = "three" if suits == "three" else f"three or {suits}"
    return (f"{suits} of one suit", "one of each suit", f"{some} of a rank", f"{some} in order")[category]


def holds(setup: Setup, state: State, category: int, viewer: int | None) -> str:
    """Return the viewer's strength in a category, or the best after the discard that is due (Multzo I10): ``you hold 16``."""
    if viewer is None:
        return ""
    hands = list(hands_of(setup, state, viewer))
    best = max(hands, key=lambda hand: worth.strengths(setup, hand)[category], default=0)
    if worth.strengths(setup, best)[category] == NONE:
        return ""
    due = state.phase == DISCARDING and state.turn == viewer
    return f"you {'can keep' if due else 'hold'} {worth.strength_texts(setup, best)[category]}"


def hands_of(setup: Setup, state: State, seat: int) -> Iterator[int]:
    """Yield the hand of a seat; while it holds one tile too many, yield each hand it may keep after the discard."""
    hand = state.seats[seat].hand
    if hand.bit_count() <= setup.options.suits:
        yield hand
    else:
        yield from (hand ^ 1 << tile for tile in members(rules.may_discard(setup, state)))


def coins_id(suit: int) -> str:
    """Return the id of a coin stack's zone: ``coins-crowns``."""
    return f"coins-{piecepack.SUIT_NAMES[suit].lower()}"

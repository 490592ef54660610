"""Rounds whose cards callers called from a real deck: their order is typed in afterwards, so that par and words exist."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from muckle import games
from muckle.errors import OptionsError, TurnError, few
from muckle.games.mickell.text import cards_to_come
from muckle.match.header import new_header
from muckle.server.events.messages import Order
from muckle.server.events.state import EventState, any_deal
from muckle.store.events import Ordered

CARD = "card "
"""Prefix of a card in a transcript that says that the card came up."""
LETTERS = 2
"""Number of letters on a card."""


def ordered(event: EventState, wish: Order) -> Ordered:
    """Return the entry that holds the order of the cards of a round, as it was typed in.

    Raises:
        OptionsError: the cards are not those of the deck, each once.
        TurnError: the round was not called from a real deck, or is not over.
    """
    number = wish.round or event.course.round
    if number not in event.course.own_deck:
        raise TurnError("the order is typed in after a round that was called from a real deck; here the room knows it")
    header = new_header(games.find(event.setup.game), event.options.alone())
    order = read_order(wish.cards, deck(event))
    return Ordered(number, replace(header, order=tuple(f"{CARD}{card}" for card in order)))


def deck(event: EventState) -> tuple[str, ...]:
    """Return the cards of the deck, each as its two letters, in the order of the alphabet."""
    deal = any_deal(event)
    to_come = cards_to_come(deal.position.plain_setup, deal.position.plain_state)
    return tuple(sorted((*(text.removeprefix(CARD) for text in deal.header.chance), *to_come)))


def deck_of(event: EventState) -> tuple[str, ...]:
    """Return the cards whose order callers may type in now; none if the room called this round itself."""
    return deck(event) if event.course.round in event.course.own_deck else ()


def read_order(text: str, deck: Sequence[str]) -> list[str]:
    """Return the cards of a typed order. A card may be read from either end, as far as the deck has no other such card.

    Raises:
        OptionsError: a card is not in the deck, comes twice or is missing; the message says which.

    >>> read_order("ek qu, TH", ["EK", "TH", "UQ"])
    ['EK', 'UQ', 'TH']
    """
    found: dict[str, int] = {}
    for number, typed in enumerate(typed_cards(text), 1):
        card = next((each for each in (typed, typed[::-1]) if each in deck), "")
        if not card:
            why = f"a card has {LETTERS} letters" if len(typed) != LETTERS else "the deck has no such card"
            raise OptionsError(f"card {number}, {typed[:12]}: {why}")
        if card in found:
            raise OptionsError(f"card {number}, {card}: it came already, as card {found[card]}")
        found[card] = number
    if missing := [card for card in deck if card not in found]:
        raise OptionsError(f"{len(found)} of {len(deck)} cards are typed in; missing: {few(missing)}")
    return list(found)


def typed_cards(text: str) -> list[str]:
    """Return the cards in a typed text. Letters without separators are read as cards of two letters each."""
    words = re.findall(r"[^\W\d_]+", text.upper())
    return [word[at : at + LETTERS] for word in words for at in range(0, len(word), LETTERS)]

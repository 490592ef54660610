"""Tables laid by hand. Lines are written as in the rules' examples: ``eK iL Nu``, capitals are the letters they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from muckle.engine.contract import OVER
from muckle.engine.position import Position
from muckle.games.alphabetickell import GAME, text
from muckle.match.draws import follow_record
from muckle.scene.contract import Scene
from steps import chance_texts, legal, read_action

NAMES = ("Aiden", "Cat", "Jen", "Ed", "Maria", "David", "Bez")


class Table:
    """A position that speaks in texts."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.state = position.state
        self.seats = position.options.seats
        self.cards = [card.card for card in position.options.deck_cards()]

    def find(self, card: str) -> int:
        """Return the number of a card, its letters in any order and case."""
        return next(number for number, name in enumerate(self.cards) if sorted(name) == sorted(card.upper()))

    def acts(self) -> list[str]:
        return legal(self.position)

    def do(self, action: str, *chance: str) -> list[str]:
        """Take an action; with `chance` (``offer EL``) those are the outcomes, else they are random. The outcomes."""
        number = read_action(self.position, action)
        if chance:
            self.position.restore(follow_record(self.position, number, chance))
            self.state.rng = 1
        else:
            self.position.apply(number)
        return self.drew()

    def drew(self) -> list[str]:
        return chance_texts(self.position)

    def line(self, seat: int) -> str:
        """Return a seat's line in handwritten form; a first card alone is in capitals."""
        line = text.line_of(self.plain_state, self.plain_state.seats[seat])
        return " ".join(self.shown(card, letter) for card, letter in line)

    def shown(self, card: int, letter: int) -> str:
        name = self.cards[card]
        if letter < 0:
            return name
        return "".join(c if c == chr(65 + letter) else c.lower() for c in name)

    def pile(self) -> list[str]:
        return [name for card, name in enumerate(self.cards) if int(self.state.undrawn) >> card & 1]

    def discard(self) -> list[str]:
        return [self.cards[card] for card in self.state.discard[: self.state.discards]]

    def totals(self) -> list[int]:
        return self.position.scores()

    @property
    def plain_state(self) -> Any:
        return self.position.plain_state

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @property
    def dealer(self) -> int:
        return int(self.state.dealer)

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def offer(self) -> str:
        return self.cards[self.state.offer] if self.state.offer >= 0 else ""

    def scene(self, viewer: int | None) -> Scene:
        return GAME.scene.build(self.position.plain_setup, self.plain_state, viewer, NAMES[: self.seats])

    def bytes(self, viewer: int | None) -> bytes:
        return msgspec.json.encode(self.scene(viewer))

    def viewers(self) -> list[int | None]:
        return [None, *range(self.seats)]

    def copy(self) -> Table:
        return Table(self.position.copy())


def match(preset: str | None = None, seed: int = 0, **options: object) -> Table:
    """Return a match that has just been dealt."""
    return Table(Position(GAME, GAME.read_options(preset, options), seed=seed))


def table(
    *lines: str,
    offer: str,
    dealer: int = 0,
    turn: int | None = None,
    pile: str | None = None,
    discard: str = "",
    totals: Sequence[int] = (),
    **options: object,
) -> Table:
    """Return a round in the middle of its offers.

    Args:
        lines: a line for each seat.
        turn: who is to act; None for the dealer.
        pile: the draw pile; None for every card that is not named.
    """
    made = match(**{"seats": len(lines), "first_dealer": "seat:0", **options})
    state = made.state
    for number, line in enumerate(lines):
        lay(made, number, line)
    state.offer = made.find(offer)
    state.dealer = dealer
    state.turn = dealer if turn is None else turn
    for place, name in enumerate(discard.split()):
        state.discard[place] = made.find(name)
    state.discards = len(discard.split())
    used = {made.find(card) for card in [*" ".join(lines).split(), offer, *discard.split()]}
    left = set(range(len(made.cards))) - used if pile is None else map(made.find, pile.split())
    state.undrawn = sum(1 << card for card in left)
    for number, total in enumerate(totals):
        state.seats[number].total = total
    state.drawn = 0
    return made


def lay(made: Table, number: int, line: str) -> None:
    """Give a seat a line; its first card is the leftmost (nobody can tell afterwards)."""
    seat, cards = made.state.seats[number], line.split()
    seat.kept = made.find(cards[0])
    seat.hand[0] = seat.kept
    seat.length = len(cards)
    seat.left = seat.right = -1
    seat.cards, seat.letters = 1 << seat.kept, 0
    seat.open = (1 << 26) - 1
    if len(cards) == 1:
        return
    letters = [next(ord(c) - 65 for c in card if c.isupper()) for card in cards]
    assert letters == sorted(set(letters)), line
    for card, letter in zip(cards, letters, strict=True):
        made.state.stands[made.find(card)] = letter
        seat.cards |= 1 << made.find(card)
        seat.letters |= 1 << letter
    seat.left, seat.right = letters[0], letters[-1]
    seat.open = sum(1 << letter for letter in range(26) if not letters[0] <= letter <= letters[-1])

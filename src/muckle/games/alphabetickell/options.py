"""The options of Alphabetickell, the checks of their combinations, and the presets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from string import ascii_uppercase
from typing import Annotated, Any, ClassVar, Literal

from muckle.engine.game import Preset
from muckle.engine.options import between
from muckle.errors import OptionsError
from muckle.games.alphabetickell.state import CARDS, HAND, LETTERS, SEATS
from muckle.kit.two_letter_deck import DeckOptions, letter


class Options(DeckOptions, frozen=True, kw_only=True):
    """Alphabetickell. The defaults are the recommended game."""

    game: ClassVar[str] = "alphabetickell"
    said: ClassVar[Mapping[str, str]] = {
        "target": "Points that end the match",
        "cap": "Cards in a line that end a round",
        "cap=none": "no number of them",
        "discard_limit": "Discards that end a round",
        "discard_limit=none": "no number of them",
        "deal": "Cards dealt, one is kept",
        "passing": "A card that fits may be passed on",
        "first_dealer": "Deals first",
        "first_dealer=random": "one by lot",
        **{f"first_dealer=seat:{seat}": f"seat {seat + 1}" for seat in range(SEATS)},
        "tie": "Equal at the top",
        "tie=shared": "share the win",
        "tie=extra_round": "play another round",
        "early_stop": "When no card fits any more",
        "max_rounds": "The most rounds",
    }
    for_tests: ClassVar[Set[str]] = frozenset({"passing"})
    tiny: ClassVar[str] = "NH SC AP EL TM OU IB RW"

    seats: Annotated[int, between(2, SEATS)] = 3
    """Players; two to five are recommended (Alphabetickell 1)."""
    target: Annotated[int, between(1, 500)] = 30
    """The total that ends the match after a round (Alphabetickell 10)."""
    cap: Annotated[int, between(2, LETTERS)] | Literal["none"] = 11
    """The number of cards in a line that ends a round at once (Alphabetickell 7); none: no line does (Alphabetickell 12)."""
    discard_limit: Annotated[int, between(1, 46)] | Literal["none"] = "none"
    """The number of discards that ends a round at once (Alphabetickell 11)."""
    deal: Annotated[int, between(1, HAND)] = 3
    """Cards dealt to each player, who keeps one of them; with 1 there is nothing to choose (Alphabetickell 1)."""
    passing: Literal["yes", "no"] = "yes"
    """Whether a player may pass on a card that fits; `no` is an experiment, to see what it is worth (Alphabetickell 3a)."""
    first_dealer: Literal["random", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4", "seat:5", "seat:6"] = "random"
    """The dealer of the first round (Alphabetickell D1)."""
    tie: Literal["shared", "extra_round"] = "shared"
    """Whether equal highest totals share the win or play on, round by round, until one leads (Alphabetickell D2)."""
    early_stop: Literal["play_on", "stop"] = "play_on"
    """Whether a round stops as soon as no card that is left fits any line; the points are the same (Alphabetickell D8)."""
    max_rounds: Annotated[int, between(1, 1000)] = 60
    """After that many rounds the highest total wins, whatever the target (Alphabetickell D11)."""

    def problems(self) -> Iterator[OptionsError]:
        """Yield an error for each combination that RULES.md forbids, and for each fault of a custom deck."""
        faults = list(super().problems())
        yield from faults
        if not faults:
            yield from self._card_problems(len(self.deck_cards()))
        if self.discard_limit != "none" and self.early_stop == "stop":
            reason = f"a round that stops when no card fits leaves out discards, of which {self.discard_limit} are to end it"
            yield self.refuse(reason, "Alphabetickell D8")
        if self.first_dealer != "random" and int(self.first_dealer[5:]) >= self.seats:
            reason = f"seat {int(self.first_dealer[5:]) + 1} cannot deal first at a table of {self.seats}"
            yield self.refuse(reason, "Alphabetickell D1")

    def _card_problems(self, cards: int) -> Iterator[OptionsError]:
        if self.seats * self.deal > cards:
            needed = f"{self.seats} seats dealt {self.deal} cards each need {self.seats * self.deal} cards"
            yield self.refuse(f"{needed}, but there are {cards}", "Alphabetickell 1")
        if self.seats >= cards:
            yield self.refuse(f"{self.seats} seats keep all {cards} cards, so none is left to offer", "Alphabetickell 2b")
        elif self.discard_limit != "none" and self.discard_limit > cards - self.seats:
            reason = f"{self.discard_limit} discards are never reached with a draw pile of {cards - self.seats} cards"
            yield self.refuse(reason, "Alphabetickell 11")

    def settings(self) -> dict[str, Any]:
        """Return the options as values for `Settings`: "none" and "random" are 0, "seat:0" is 1."""
        cards = self.deck_cards()
        return super().settings() | {
            "passing": int(self.passing == "yes"),
            "letters": [1 << letter(card.top) | 1 << letter(card.bottom) for card in cards] + [0] * (CARDS - len(cards)),
            "shows": [sum(1 << place for place, card in enumerate(cards) if each in card.card) for each in ascii_uppercase],
        }

    def max_decisions(self) -> int:
        """Return an upper bound: in each round, a choice of each seat and its answer to every card of the draw pile.

        Every round gives everybody a point, so without extra rounds there are no more rounds than the target has points.
        """
        choices = self.seats if self.deal > 1 else 0
        return self.all_rounds * (choices + (len(self.deck_cards()) - self.seats) * self.seats)

    def score_bounds(self) -> tuple[float, float]:
        """Return the bounds of a score: one kept card (Alphabetickell 8), and the longest line in every round."""
        longest = LETTERS if self.cap == "none" else self.cap
        return 1, self.all_rounds * min(longest, len(self.deck_cards()))

    @property
    def all_rounds(self) -> int:
        """Largest number of rounds in a match."""
        return self.max_rounds if self.tie == "extra_round" else min(self.max_rounds, self.target)


PRESETS = {
    "30pt": Preset({}, "The recommended game: to 30 points, a round ends with somebody's 11th card.", "To 30 points"),
    "first_edition": Preset({"target": 26}, "As first published: to 26 points, one for each letter of the alphabet."),
    "2018-09-04": Preset(
        {"target": 25, "discard_limit": 4, "cap": "none", "first_dealer": "seat:0"},
        "A round ends with the fourth discard, the match with 25 points.",
        "The version of 2018",
    ),
    "tiny": Preset(
        {"seats": 2, "deck": "tiny", "deal": 1, "cap": 4, "target": 4, "first_dealer": "seat:0"},
        "Eight cards, two players, a line of four ends it: for tests.",
        small=True,
    ),
}

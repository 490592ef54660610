"""The options of Mitch, what they may be together, and the named games made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Annotated, Any, ClassVar, Literal

from muckle.engine.game import Preset
from muckle.engine.options import GameOptions, between
from muckle.errors import OptionsError
from muckle.games.mitch.state import MOST_CARDS, MOST_DRAWS
from muckle.kit.playing_cards import ACE, LANE

ONE_PACK = 5
"""The most players that one pack of cards is enough for (Mitch 1)."""


class Options(GameOptions, frozen=True, kw_only=True):
    """Mitch. The defaults are the recommended game."""

    game: ClassVar[str] = "mitch"
    said: ClassVar[Mapping[str, str]] = {
        "packs": "Packs of cards",
        "hand_size": "Cards in hand",
        "draw": "Draw from",
        "draw=stock": "the stock",
        "draw=stock_or_discard": "the stock or the discard pile",
        "draw=must_place": "either, but place what was discarded",
        "discarding": "A card that fits may be discarded",
        "ace_trigger": "The Ace that ends phase 1",
        "ace_trigger=auto": "the third, with two packs the sixth",
        "phase2": "Play the hands out after it",
        "tie": "Of equally long columns wins",
        "tie=highest_low": "the higher last card",
        "tie=lowest_low": "the lower last card",
        "shortest_bonus": "The shortest column that won",
        "shortest_bonus=none": "scores like others",
        "shortest_bonus=double": "scores twice",
        "shortest_bonus=fifth_suit": "wins a fifth suit",
        "win_value": "Points for a suit",
        "win_value=players_plus_1": "one more than players",
        "loss_per_card": "Points lost for a card",
        "no_play_penalty": "Points lost for placing nothing",
        "direction": "Columns",
        "direction=down": "fall",
        "direction=high_low": "fall or rise",
        "hands": "Hands in a match",
        "hands=one_per_seat": "one for each player",
        "match_tie": "Equal at the top",
        "match_tie=shared": "share the win",
        "match_tie=extra_hand": "play another hand",
        "max_hands": "The most hands with extra ones",
        "dead_tie": "A suit that nobody leads goes to",
        "dead_tie=shared": "all who are equal",
        "discard_stall": "Rounds without the stock",
        "suits": "Suits in use",
        "ranks": "Ranks in use",
    }
    for_tests: ClassVar[Set[str]] = frozenset({"discarding", "suits", "ranks"})

    seats: Annotated[int, between(2, 10)] = 4
    """Players; six or more need two packs (Mitch 1)."""
    packs: Annotated[int, between(1, 2)] = 1
    """Packs of cards shuffled together (Mitch 16)."""
    hand_size: Annotated[int, between(0, 9)] = 5
    """Cards each player holds (Mitch 10)."""
    draw: Literal["stock", "stock_or_discard", "must_place"] = "stock"
    """The piles a turn may draw from (Mitch 11); if it must place, a card taken from the discard pile is placed at once."""
    discarding: Literal["yes", "no"] = "yes"
    """Whether a card that fits may be discarded; `no` is an experiment, to see what it is worth (Mitch 4a)."""
    ace_trigger: Annotated[int, between(1, 8)] | Literal["auto"] = "auto"
    """The Ace that ends phase 1 (Mitch 12); auto: the third with one pack, the sixth with two."""
    phase2: Literal["yes", "no"] = "yes"
    """Whether the hands are played out after that Ace; no: the hand ends at once (Revolution 2)."""
    tie: Literal["highest_low", "lowest_low"] = "highest_low"
    """Which of two equally long columns wins the suit: that with the higher or the lower last card (Mitch 13)."""
    shortest_bonus: Literal["none", "double", "fifth_suit"] = "none"
    """Whether the shortest column that won a suit scores twice (Mitch 14); Revolution calls the same a fifth suit."""
    win_value: Annotated[int, between(1, 20)] | Literal["players_plus_1"] = 4
    """Points for each suit won (Mitch 15)."""
    loss_per_card: Annotated[int, between(0, 5)] = 1
    """Points lost for each own card in a suit not won (Mitch 15)."""
    no_play_penalty: Annotated[int, between(0, 50)] = 10
    """Points lost for placing nothing in phase 1 in spite of a turn there (Mitch 15)."""
    direction: Literal["down", "high_low"] = "down"
    """Whether columns always fall, or the second card says if one falls or rises (Mitch 17)."""
    hands: Annotated[int, between(1, 100)] | Literal["one_per_seat"] = 4
    """Hands in a match (Mitch 9)."""
    match_tie: Literal["shared", "extra_hand"] = "shared"
    """Whether equal totals at the top share the win or play on, hand by hand, until one leads (Mitch D2)."""
    max_hands: Annotated[int, between(1, 200)] = 20
    """The most hands if an extra hand breaks ties; then the win is shared (Mitch D12)."""
    dead_tie: Literal["nobody", "shared"] = "nobody"
    """The winner of a suit between columns that are equal throughout, with two packs (Mitch 16b)."""
    discard_stall: Annotated[int, between(1, 10)] = 2
    """Full rounds of turns without a draw from the stock, after which one must come from there (Mitch 11c)."""
    suits: Annotated[int, between(1, 4)] = 4
    """Suits in use: spades, hearts, diamonds, clubs in this order; fewer are for tests (Mitch 1)."""
    ranks: Annotated[int, between(2, 12)] = 12
    """Ranks in use from the Deuce up, beside the Ace; fewer are for tests (Mitch 1)."""

    @classmethod
    def for_seats(cls, seats: int) -> dict[str, int | str]:
        """Return the options that a number of seats needs: two packs for six or more (Mitch 1)."""
        return {"packs": 2} if seats > ONE_PACK else {}

    @property
    def aces(self) -> int:
        """Number of Aces in the cards used."""
        return self.suits * self.packs

    @property
    def cards(self) -> int:
        """Number of other cards used."""
        return self.suits * self.ranks * self.packs

    @property
    def trigger(self) -> int:
        """The number of the Ace that ends phase 1 (Mitch 12, 16c)."""
        return 3 * self.packs if self.ace_trigger == "auto" else int(self.ace_trigger)

    @property
    def first_hands(self) -> int:
        """Number of hands in a match without extra ones (Mitch D1)."""
        return self.seats if self.hands == "one_per_seat" else int(self.hands)

    @property
    def all_hands(self) -> int:
        """The most hands a match can have."""
        return self.max_hands if self.match_tie == "extra_hand" else self.first_hands

    def problems(self) -> Iterator[OptionsError]:
        """Yield an error for each combination of options that RULES.md forbids."""
        if self.seats > ONE_PACK and self.packs == 1:
            yield self.refuse(f"{self.seats} seats need two packs, got one", "Mitch 1")
        if self.seats * self.hand_size > self.cards:
            needed = f"{self.seats} hands of {self.hand_size}"
            yield self.refuse(f"{needed} need {self.seats * self.hand_size} cards, but there are {self.cards}", "Mitch 10")
        if self.trigger > self.aces:
            yield self.refuse(f"Ace number {self.trigger} would end phase 1, but there are {self.aces}", "Mitch 12")
        if self.direction == "high_low" and self.tie == "lowest_low":
            yield self.refuse(
                "columns that fall or rise have a tie rule of their own, so the lower last card cannot win ties", "Mitch 17a"
            )
        if self.dead_tie == "shared" and self.packs == 1:
            yield self.refuse("no two columns are equal with one pack, so no suit can be shared between them", "Mitch 16b")
        if self.all_hands < self.first_hands:
            yield self.refuse(
                f"with extra hands there may be no fewer than the {self.first_hands} hands of a match, got {self.max_hands}",
                "Mitch D12",
            )
        yield from self._too_many_hands()

    def _too_many_hands(self) -> Iterator[OptionsError]:
        """Yield an error if a match could have more hands without a decision than one step can record.

        Such hands end within the deal, so all of them may follow each other in one step, which records their draws.
        """
        draws = self.seats * self.hand_size + self.trigger
        most = (MOST_DRAWS - 2) // draws
        if (self.phase2 == "no" or self.hand_size == 0) and self.all_hands > most:
            reason = f"hands that may end without a decision ({draws} cards each): at most {most} a match"
            yield self.refuse(f"{reason}, got {self.all_hands}", "Revolution 3" if self.phase2 == "no" else "Mitch 10")

    def settings(self) -> dict[str, Any]:
        """Return the values of the record `Settings`: words become numbers, yes becomes 1."""
        return {
            "seats": self.seats,
            "packs": self.packs,
            "suits": self.suits,
            "ranks": self.ranks,
            "cards": len(self.pack()),
            "pack": self.pack() + [0] * (MOST_CARDS - len(self.pack())),
            "hand_size": self.hand_size,
            "draw": ("stock", "stock_or_discard", "must_place").index(self.draw),
            "discarding": int(self.discarding == "yes"),
            "trigger": self.trigger,
            "phase2": int(self.phase2 == "yes"),
            "lowest_low": int(self.tie == "lowest_low"),
            "bonus": int(self.shortest_bonus != "none"),
            "win": self.seats + 1 if self.win_value == "players_plus_1" else self.win_value,
            "loss": self.loss_per_card,
            "penalty": self.no_play_penalty,
            "high_low": int(self.direction == "high_low"),
            "hands": self.first_hands,
            "max_hands": self.all_hands,
            "dead_shared": int(self.dead_tie == "shared"),
            "stall": self.discard_stall * self.seats,
        }

    def pack(self) -> list[int]:
        """Return the cards in use, Aces included."""
        ranks = [*range(self.ranks), ACE]
        return [suit * LANE + rank for suit in range(self.suits) for rank in ranks] * self.packs

    def max_decisions(self) -> int:
        """Return an upper bound of the decisions in a match: the bound for a hand (RULES.md), times the hands."""
        in_a_hand = {
            "stock": self.cards,
            "must_place": 4 * self.cards,
            "stock_or_discard": 2 * (self.cards + (self.cards + 1) * self.discard_stall * self.seats),
        }
        return in_a_hand[self.draw] * self.all_hands

    def draws_differ(self) -> bool:
        """Return whether every card is there once: with one pack (Mitch 1)."""
        return self.packs == 1

    def score_bounds(self) -> tuple[float, float]:
        """Return the lowest and the highest score that are possible.

        In each hand, at worst all columns are full but none of them wins, with the penalty on top; at best all suits are won. A
        column has each rank once at most, with two packs, too (Mitch 16). All columns may count double (Mitch 14a).
        """
        settings = self.settings()
        worst = self.suits * self.ranks * self.loss_per_card + self.no_play_penalty
        best = self.suits * settings["win"] * (1 + settings["bonus"])
        return -worst * self.all_hands, best * self.all_hands


TINY: dict[str, int | str] = {"seats": 2, "suits": 1, "ranks": 4, "ace_trigger": 1, "hand_size": 1, "hands": 1}

PRESETS = {
    "mitch": Preset({}, "The recommended game, with Mark Banilower's scoring."),
    "discard_draw": Preset({"draw": "stock_or_discard"}, "Draw from the stock or the discard pile.", "From either pile"),
    "must_place": Preset(
        {"draw": "must_place"}, "Draw from the stock or the discard pile; a card from the latter must be placed at once."
    ),
    "gunzler": Preset(
        {"tie": "lowest_low", "shortest_bonus": "double"},
        "Low ties, the shortest winner counts twice; put together by us.",
        "Two ideas of Gunzler",
    ),
    "two_packs": Preset({"seats": 6, "packs": 2}, "For six to ten players."),
    "three_cards": Preset({"hand_size": 3}, "Three cards in hand: hard choices."),
    "zero_cards": Preset({"hand_size": 0}, "Use each card as it is drawn.", "No hand"),
    "high_low": Preset({"direction": "high_low"}, "Columns may fall or rise.", "High or low"),
    "revolution": Preset(
        {
            "ace_trigger": 4,
            "phase2": "no",
            "win_value": "players_plus_1",
            "shortest_bonus": "fifth_suit",
            "tie": "lowest_low",
            "no_play_penalty": 0,
        },
        "The inventor's later game: the fourth Ace ends the hand at once. For three to five.",
    ),
    "tiny": Preset(TINY, "One suit of five cards, one Ace, one card in hand: for tests.", small=True),
    "tiny_zero": Preset({**TINY, "hand_size": 0}, "As tiny, with no hand: for tests.", "Tiny, no hand", small=True),
    "tiny_two_suits": Preset(
        {**TINY, "suits": 2, "ranks": 3, "ace_trigger": 2}, "Two suits of four cards: for tests.", "Tiny, two suits", small=True
    ),
}

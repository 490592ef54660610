"""The options of Multzo, what they may be together, and the named games made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Annotated, Any, ClassVar, Literal

from muckle.engine.game import Preset
from muckle.engine.options import GameOptions, between
from muckle.errors import OptionsError, short
from muckle.kit.piecepack import LANE, TILES, VALUES

COIN_VALUES = ("2", "3", "4", "5", "6")
STACKS = 4
"""Number of coin stacks, one for each category (Multzo 1)."""


class Options(GameOptions, frozen=True, kw_only=True):
    """Multzo. The defaults are the recommended game."""

    game: ClassVar[str] = "multzo"
    said: ClassVar[Mapping[str, str]] = {
        "tied_starter": "Of equal starters begins",
        "tied_starter=next_after_last": "the next after the last one",
        "tied_starter=random": "one by lot",
        "face_up_draws": "Tiles that lie open may be drawn",
        "return_taken": "A tile just taken may go again",
        "return_taken=not_from_face_up": "only from the stack",
        "declaring": "The end of a round may be declared",
        "empty_stack": "When the stack is empty",
        "empty_stack=open_draw": "draw face-up tiles",
        "empty_stack=last_turns": "everybody has a last turn",
        "empty_stack=reshuffle": "shuffle once",
        "three_tile_value": "Groups of three count",
        "three_tile_value=hand_total": "the whole hand",
        "three_tile_value=group_only": "their three tiles",
        "null_coins": "Null coins may be won",
        "flush_null": "The null coin of Flush",
        "flush_null=null_plus_one": "and one Crown coin",
        "flush_null=null_only": "alone",
        "tie": "Equal scores",
        "tie=shared": "share the win",
        "tie=more_coins": "more coins win",
        "stall_circuits": "Rounds of turns without a draw",
        "rounds_cap": "The most rounds",
        "suits": "Suits in use",
        "ranks": "Ranks in use",
        "hand": "Tiles in hand",
        "coins": "Coins in a stack",
    }
    for_tests: ClassVar[Set[str]] = frozenset({"suits", "ranks", "hand", "coins", "null_coins", "face_up_draws", "declaring"})

    seats: Annotated[int, between(2, 5)] = 3
    """Players (Multzo 3)."""
    tied_starter: Literal["next_after_last", "random"] = "next_after_last"
    """Which of several leaders starts a round (Multzo D2): the first clockwise after the last starter, or one at random."""
    face_up_draws: Literal["yes", "no"] = "yes"
    """Whether face-up tiles may be drawn; `no` is an experiment, to see what it is worth (Multzo 5a)."""
    return_taken: Literal["yes", "not_from_face_up"] = "yes"
    """Whether a tile drawn from the face-up tiles may leave the hand again in the same turn (Multzo D4)."""
    declaring: Literal["yes", "no"] = "yes"
    """Whether a player may declare the end of a round; `no` is an experiment, to see what it is worth (Multzo 6)."""
    empty_stack: Literal["open_draw", "last_turns", "reshuffle"] = "open_draw"
    """The effect of an empty stack (Multzo D5): draw face-up tiles only, everyone's last turn, or a new stack, once a round."""
    three_tile_value: Literal["hand_total", "group_only"] = "hand_total"
    """The tiles that three-tile sets and runs compare (Multzo D7): all four tiles in hand, or the three of the group."""
    null_coins: Literal["yes", "no"] = "yes"
    """Whether null coins are laid out; `no` is an experiment, to see what they are worth (Multzo 12)."""
    flush_null: Literal["null_plus_one", "null_only"] = "null_plus_one"
    """Whether the winner of Flush who takes the null coin gets one Crown coin with it (Multzo D8)."""
    tie: Literal["shared", "more_coins"] = "shared"
    """Whether equal scores share the win, or more coins, null coins included, decide first (Multzo D13)."""
    stall_circuits: Annotated[int, between(1, 20)] = 3
    """Circuits without a draw from the stack and without a declaration that end a round (Multzo 15)."""
    rounds_cap: Annotated[int, between(1, 1000)] = 50
    """The most rounds in a match (Multzo 16)."""
    suits: Annotated[int, between(2, 4)] = 4
    """Suits of tiles in use: Crowns, Arms, Suns, Moons in this order; fewer are for tests (Multzo 3)."""
    ranks: Annotated[int, between(3, 6)] = 6
    """Ranks of tiles in use, the lowest first; fewer are for tests (Multzo 0)."""
    hand: Annotated[int, between(2, 4)] = 4
    """Tiles each player holds; as many as suits (Multzo 7)."""
    coins: str = "2 3 4 5 6"
    """The values in each coin stack, from the top, of 2 3 4 5 6 (Multzo 1); the Ace counts 6."""

    @property
    def coin_values(self) -> list[str]:
        """The coins of a stack, from the top; commas may stand between them."""
        return self.coins.replace(",", " ").split()

    @property
    def stack(self) -> int:
        """Tiles in the stack after the deal."""
        return self.suits * self.ranks - self.seats * self.hand

    def problems(self) -> Iterator[OptionsError]:
        """Yield an error for each combination of options that RULES.md forbids."""
        if self.hand != self.suits:
            given = f"{self.hand} tiles and {self.suits} suits"
            yield self.refuse(f"a hand must be as large as there are suits, or Prime has no meaning, got {given}", "Multzo 7")
        if self.stack < 1:
            dealt = f"{self.seats} hands of {self.hand} leave no tile of {self.suits * self.ranks} for the stack"
            yield self.refuse(f"{dealt}, expected at least one", "Multzo 3")
        rising = [value for value in COIN_VALUES if value in self.coin_values]
        if not rising or self.coin_values != rising:
            yield self.refuse(
                f"coins must be rising values of {' '.join(COIN_VALUES)}, one or more, got {short(self.coins)!r}", "Multzo 1"
            )

    def settings(self) -> dict[str, Any]:
        """Return the values of the record `Settings`: words become numbers."""
        values = [0] * (self.null_coins == "yes") + list(map(int, self.coin_values))
        tiles = [suit * LANE + rank for suit in range(self.suits) for rank in range(self.ranks)]
        return {
            "seats": self.seats,
            "tied_random": int(self.tied_starter == "random"),
            "face_up_draws": int(self.face_up_draws == "yes"),
            "keep_taken": int(self.return_taken == "not_from_face_up"),
            "declaring": int(self.declaring == "yes"),
            "empty_stack": ("open_draw", "last_turns", "reshuffle").index(self.empty_stack),
            "group_only": int(self.three_tile_value == "group_only"),
            "null_only": int(self.flush_null == "null_only"),
            "more_coins": int(self.tie == "more_coins"),
            "stall": self.stall_circuits * self.seats,
            "rounds": self.rounds_cap,
            "suits": self.suits,
            "tiles": tiles + [0] * (TILES - len(tiles)),
            "tile_count": len(tiles),
            "coins": sum(1 << suit * LANE + VALUES.index(value) for suit in range(STACKS) for value in values),
        }

    def public(self) -> dict[str, int | str]:
        """Return every option but `seats`, with the coins separated by spaces."""
        return super().public() | {"coins": " ".join(self.coin_values)}

    @classmethod
    def tried(cls) -> Mapping[str, tuple[str, ...]]:
        """Return more values of options to be tried by tests: low stacks of coins."""
        return {"coins": ("2", "3 6")}

    def max_decisions(self) -> int:
        """Return an upper bound of the decisions in a match.

        A round has a bounded number of turns, with two decisions each, and two choices of awards.
        """
        draws = self.stack * (2 if self.empty_stack == "reshuffle" else 1)
        turns = self.stall_circuits * self.seats * (draws + 1) + self.seats - 1
        return (2 * turns + 2) * self.rounds_cap

    def draws_differ(self) -> bool:
        """Return True: every tile is there once."""
        return True

    def score_bounds(self) -> tuple[float, float]:
        """Return the bounds of a score: at best all four stacks of coins, times one more than all null coins (Multzo 13)."""
        return 0, STACKS * sum(map(int, self.coin_values)) * (STACKS + 1)


TINY: dict[str, int | str] = {"seats": 2, "suits": 3, "ranks": 3, "hand": 3, "coins": "2 3"}

PRESETS = {
    "multzo": Preset({}, "The recommended game."),
    "group_values": Preset(
        {"three_tile_value": "group_only"}, "Three-tile sets and runs count their three tiles only.", "Groups of three"
    ),
    "plain_null": Preset(
        {"flush_null": "null_only"}, "The null coin of the Crowns replaces both Crown coins.", "The null alone"
    ),
    "tiny": Preset(
        {**TINY, "stall_circuits": 1, "rounds_cap": 5},
        "Three suits of three tiles, hands of three, two coins a stack: for tests.",
        small=True,
    ),
    "tiny16": Preset(
        {"seats": 2, "ranks": 4, "coins": "2 3 4"},
        "Four suits of four tiles, three coins a stack: for tests.",
        "Tiny, sixteen tiles",
        small=True,
    ),
}

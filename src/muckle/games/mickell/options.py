"""The options of Mickell and their presets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Annotated, ClassVar, Literal

from muckle.engine.game import Preset
from muckle.engine.options import between
from muckle.errors import OptionsError, TurnError
from muckle.games.mickell.state import ROWS
from muckle.kit.two_letter_deck import DeckOptions
from muckle.words.lists import TINY

TINY_WORDS = ("bet", "beta", "debt", "echo", "hope", "hoped", "poem", "reach", "retch", "the")


class Options(DeckOptions, frozen=True, kw_only=True):
    """Options of Mickell; the defaults are the recommended game."""

    game: ClassVar[str] = "mickell"
    said: ClassVar[Mapping[str, str]] = {
        "rows": "Rows",
        "min_word": "Letters of the shortest word",
        "claims_per_turn": "Claims in a turn",
        "claims_per_turn=unlimited": "as many as you like",
        "claiming": "Words may be claimed in turns",
        "trimming": "Rows may be trimmed",
        "discarding": "The new card may be discarded",
        "first_card": "The first card",
        "first_card=must_place": "is placed",
        "first_card=may_discard": "may be discarded",
        "lookup": "Looking words up",
        "lookup=free": "at any time",
        "lookup=none": "when the match is over",
        "bad_claim": "A claim of no word",
        "bad_claim=refused": "costs nothing",
        "bad_claim=spent": "uses the claim up",
        "dictionary": "Word list",
    }
    for_tests: ClassVar[Set[str]] = frozenset({"claiming", "discarding", "trimming"})
    tiny: ClassVar[str] = "RB EK TH SC OH AP OD EM"

    seats: Annotated[int, between(1, 1)] = 1
    """Number of players; Mickell is played alone, two or more play Muckell (Mickell 1)."""
    rows: Annotated[int, between(1, ROWS)] = 3
    """Places for rows (Mickell 1b)."""
    min_word: Annotated[int, between(2, 3)] = 3
    """Letters of the shortest word that can be claimed; a word of two scores nothing (Mickell D2)."""
    claims_per_turn: Literal["one", "unlimited"] = "one"
    """Words that can be claimed in a turn (Mickell D1)."""
    claiming: Literal["yes", "no"] = "yes"
    """Whether words may be claimed in turns; `no` is an experiment: in the final phase only (Mickell 3a)."""
    trimming: Literal["yes", "no"] = "yes"
    """Whether rows may be trimmed; `no` is an experiment, to see what it is worth (Mickell 3b)."""
    discarding: Literal["yes", "no"] = "yes"
    """Whether the new card may be discarded; `no` is an experiment, to see what it is worth (Mickell 3c)."""
    first_card: Literal["must_place", "may_discard"] = "must_place"
    """Whether the very first card may be discarded (Mickell D3)."""
    lookup: Literal["free", "none"] = "free"
    """Whether words may be looked up during the match (Mickell D9)."""
    bad_claim: Literal["refused", "spent"] = "refused"
    """A claim of an unlisted word is refused without cost, or uses up the claim of the turn (Mickell D8)."""
    dictionary: str = "american-standard"
    """The word list that decides; "tiny" is the one of the tiny game (Mickell 9)."""

    def problems(self) -> Iterator[OptionsError]:
        """Yield refusals of a deck that is not valid, of look-ups by wrong claims, and of options that contradict others."""
        if self.lookup == "none" and self.bad_claim == "refused":
            reason = "without look-ups a wrong claim must use up the claim of the turn, or it is a look-up for nothing"
            yield self.refuse(reason, "Mickell D9")
        if self.claiming == "no" and self.claims_per_turn == "unlimited":
            yield self.refuse("where no word may be claimed in a turn, their number cannot be unlimited", "Mickell 3a")
        if self.discarding == "no" and self.first_card == "may_discard":
            yield self.refuse("where no new card may be discarded, the first one may not be either", "Mickell 3c")
        yield from super().problems()

    def word_problems(self, words: Iterable[str]) -> Iterator[OptionsError]:
        """Yield a refusal if no word of the list could ever be claimed."""
        if not any(len(word) >= self.min_word for word in words):
            reason = f"the word list {self.dictionary} has no word of at least {self.min_word} letters"
            yield self.refuse(reason, "Mickell D2")

    @classmethod
    def tried(cls) -> Mapping[str, tuple[str, ...]]:
        """Return values of text options that tests try: decks, and the word list of the tiny game."""
        return {**super().tried(), "dictionary": (TINY,)}

    def max_decisions(self) -> int:
        """Return an upper bound on decisions.

        Every card is resolved, every turn and the final phase ended; every trim or claim uses up a placed card.

        Under `bad_claim = spent` every turn, and every row in the final phase, adds a wrong claim at most.
        """
        cards = len(self.deck_cards())
        wrong = cards + self.rows if self.bad_claim == "spent" else 0
        return cards + (cards + 1) + cards + wrong

    def score_bounds(self) -> tuple[float, float]:
        """Return bounds that no score leaves: every card scores once at most (Mickell 7)."""
        return 0, len(self.deck_cards())

    def lookup_refusal(self) -> TurnError | None:
        """Return why words can't be looked up during the match, or None."""
        if self.lookup == "free":
            return None
        return TurnError("this match is played with lookup = none: words can be looked up once it is over", "Mickell D9")

    def word_list(self) -> str | tuple[str, tuple[str, ...]]:
        """Return the dictionary's name, or the tiny game's name and ten words."""
        return (TINY, TINY_WORDS) if self.dictionary == TINY else self.dictionary


PRESETS = {
    "mickell": Preset({}, "The recommended game."),
    "no_lookups": Preset(
        {"lookup": "none", "bad_claim": "spent"}, "A wrong claim uses up the claim of the turn.", "No looking up"
    ),
    "tiny": Preset(
        {"deck": "tiny", "rows": 2, "dictionary": TINY},
        "Eight cards, two rows, ten words: a whole match in a minute.",
        small=True,
    ),
}

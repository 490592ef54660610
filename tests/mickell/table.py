"""Positions in a few short strings: ``Table("TH OD AP EW", "HOPE").do("place 1", "end", …)``."""

from __future__ import annotations

from typing import Any

import pytest

from muckle.engine.position import Position
from muckle.errors import ActionError
from muckle.games.mickell import GAME, rules, text
from muckle.scene.contract import Event, Scene
from muckle.words import lists
from steps import action_text, picked, read_action

TINY_WORDS = "BET BETA DEBT ECHO HOPE HOPED POEM REACH RETCH THE"
TINY_ORDER = "RB EK TH SC OH AP OD EM"


def options(cards: str, **given: object) -> Any:
    """Return options with a house deck of these cards."""
    return GAME.read_options(None, {"deck": "custom", "deck_check": "loose", "cards": cards, **given})


def graph(words: str) -> Any:
    """Return the word graph of a few words."""
    return lists.game_list("test", tuple(sorted({word.lower() for word in words.split()}))).graph


class Table:
    """A match with a house deck that comes in the order it is written in."""

    def __init__(self, cards: str, words: str = TINY_WORDS, **given: object) -> None:
        position = picked(Position(GAME, options(cards, **given), graph(words)), None)
        self.position, self.told = position, list[Event]()

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def setup(self) -> Any:
        return self.position.setup

    @property
    def plain_state(self) -> Any:
        return self.position.plain_state

    @property
    def plain_setup(self) -> Any:
        return self.position.plain_setup

    @property
    def score(self) -> int:
        return self.position.scores()[0]

    @property
    def rows(self) -> list[str]:
        """The cards of each row, in order."""
        places = range(int(self.setup.options.rows))
        return [self.cards(text.row_cards(self.plain_state, row)) for row in places]

    @property
    def words(self) -> list[str]:
        state = self.plain_state
        return [text.claimed_word(self.plain_setup, state, claim) for claim in state.claims[: state.claimed]]

    def cards(self, numbers: list[int]) -> str:
        return " ".join(text.card_text(self.plain_setup, card) for card in numbers)

    def do(self, *actions: str) -> Table:
        """Take these actions."""
        for action in actions:
            number = read_action(self.position, action)
            after = picked(self.position, number)
            self.told = text.events(self.plain_setup, after.facts(self.position, number), ["Ann"])
            self.position = after
        return self

    def lay(self, *rows: int) -> Table:
        """Place one card after the other on these rows and end the turns; 0 discards."""
        for row in rows:
            self.do(f"place {row}" if row else "discard", "end")
        return self

    def acts(self) -> list[str]:
        """Return the acts that may be tried: a claim stands for any word."""
        return text.offered(self.plain_setup, self.plain_state, self.position.legal())

    def legal(self) -> list[str]:
        """Return the legal actions, a claim with every word it can be."""
        full = [a for action in self.position.legal() for a in text.completions(self.plain_setup, self.plain_state, action)]
        return [action_text(self.position, action) for action in full]

    def refused(self, action: str) -> tuple[str, str]:
        """Return the message and the rule with which an action is refused; nothing changes (General 9)."""
        before = self.state.tobytes()
        with pytest.raises(ActionError) as caught:
            read_action(self.position, action)
        assert self.state.tobytes() == before
        return caught.value.message, caught.value.rule

    def scene(self, viewer: int | None = 0) -> Scene:
        return GAME.scene.build(self.plain_setup, self.plain_state, viewer, ["Ann"])


def points(letters: int) -> int:
    """Return the points of a word."""
    return int(rules.points(letters))

"""A match whose draws are written down: for tests of a game's rules, which need a deal of their own making."""

from __future__ import annotations

from collections.abc import Sequence

from muckle import games
from muckle.engine.position import NO_WORDS, Position
from muckle.errors import ActionError
from muckle.match.draws import follow_record
from muckle.match.header import find_word_list


class HandDealt:
    """A match that begins with a written deal and goes on by texts.

    Args:
        game: name of the game.
        deal: outcomes of the deal's draws as transcripts write them, in order.
        preset, given: the options, as `muckle.new_match` takes them.

    Raises:
        OptionsError: there is no such game, or the options are not valid.
        TranscriptError: no deal has these outcomes.

    >>> match = HandDealt("mitch", ["dealer 0", "deal 1 3S", "deal 0 2S", "draw 1 AS"], "tiny")
    >>> match.turn, match.legal
    (1, ['discard 3S', 'place 3S'])
    >>> match.refusal("place KH")
    'K♥ is not in your hand [Mitch 4a]'
    >>> match.step("discard 3S")
    ['Seat 2 discards the 3 of Spades']
    """

    def __init__(self, game: str, deal: Sequence[str] = (), preset: str | None = None, **given: object) -> None:
        kind = games.find(game)
        options = kind.read_options(preset, given)
        words = find_word_list(options)
        start = Position(kind, options, NO_WORDS if words is None else words.graph)
        self.position = follow_record(start, None, deal)
        """The position now."""

    @property
    def turn(self) -> int:
        """The seat to act, or OVER."""
        return self.position.turn

    @property
    def legal(self) -> list[str]:
        """Texts of the legal actions."""
        text, setup, state = self.position.game.text, self.position.plain_setup, self.position.plain_state
        return [text.action_text(setup, state, action) for action in self.position.legal()]

    @property
    def scores(self) -> list[int]:
        """The score of each seat so far."""
        return self.position.scores()

    def step(self, action: str, *chance: str, viewer: int | None = None) -> list[str]:
        """Take an action whose draws have the given outcomes, and return the story of it as a viewer is told.

        Raises:
            ActionError: the text is no action here. ValueError: the action is not legal.
            TranscriptError: no draws have these outcomes.
        """
        before, number = self.position, self._read(action)
        self.position = follow_record(before, number, chance)
        facts = self.position.facts(before, number)
        names = [f"Seat {seat + 1}" for seat in range(self.position.options.seats)]
        return [event.told(viewer) for event in self.position.game.text.events(self.position.plain_setup, facts, names)]

    def refusal(self, action: str) -> str:
        """Return why an action is refused, with its rule; an empty text if it is legal."""
        try:
            self._read(action)
        except ActionError as error:
            return str(error)
        return ""

    def _read(self, action: str) -> int:
        return self.position.game.text.read_action(self.position.plain_setup, self.position.plain_state, action)

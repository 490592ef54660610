"""Who chooses: the players that can fill a seat, each by a level's name, in word games with a vocabulary: ``greedy:common``.

A player is handed a *re-dealt* state: everything its seat cannot know has been dealt anew at random, so no player can
look at hidden things, by mistake or otherwise. It plans with the words it knows, which are never offensive ones; the match
judges by all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from muckle.errors import OptionsError, suggest
from muckle.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from muckle.engine.game import Game
    from muckle.match.match import Match
    from muckle.words.lists import WordList


class Level(NamedTuple):
    """A player that can fill a seat."""

    kind: int
    """The number compiled code knows it by (`muckle.players.choice`)."""
    help: str


LEVELS: dict[str, Level] = {
    "random": Level(0, "any legal action, each as likely"),
    "greedy": Level(1, "looks one step ahead and takes what the game's own estimate likes best"),
}
"""From the weakest to the strongest."""


class Player(NamedTuple):
    """A player as it is asked for."""

    level: str
    vocabulary: str

    @property
    def kind(self) -> int:
        """The number compiled code knows it by."""
        return LEVELS[self.level].kind

    @property
    def name(self) -> str:
        """As it is asked for: ``greedy``, ``greedy:common``."""
        return f"{self.level}:{self.vocabulary}" if self.vocabulary else self.level

    @property
    def title(self) -> str:
        """As people read it: ``Greedy``, ``Greedy (common words)``."""
        words = self.vocabulary.replace("-", " ")
        return f"{self.level.title()} ({words} words)" if words else self.level.title()

    def graph(self, words: WordList | None) -> Any:
        """The word graph of what it knows of a match's list."""
        from muckle.engine.position import NO_WORDS

        return NO_WORDS if words is None else vocabulary.known(words, self.vocabulary).graph


def find(name: str, game: Game | None = None, besides: Sequence[str] = ()) -> Player:
    """The player of that name: a level, and behind a colon its vocabulary.

    Args:
        game: where it shall play, if that is known. besides: what else could have been meant, for the message.

    Raises:
        OptionsError: there is none, or it has a vocabulary in a game without words.
    """
    level, colon, words = name.strip().lower().partition(":")
    if level not in LEVELS:
        there = (*besides, *LEVELS)
        raise OptionsError(f"no player is called {name!r}, there are {', '.join(there)}{suggest(level, there)}")
    if colon and not words.strip():
        there = ", ".join(vocabulary.VOCABULARIES)
        raise OptionsError(f"behind {level}: a vocabulary is named, one of {there}")
    if words and game and game.options().word_list() is None:
        raise OptionsError(f"{game.name} has no words to know, so a player there is just {level}, got {name!r}")
    return Player(level, vocabulary.read(words))


def choose(level: str, match: Match, seed: int) -> str:
    """The action, as text, that a player of that level takes for the seat to act in a match.

    Args:
        seed: of the player's own chance, from 0 to 2**62; the same seed and position give the same action.
    """
    from muckle.players.choice import Chooser

    player = find(level)
    number = Chooser(match.position, seed).choose(player.kind, match.position, player.graph(match.words))
    return match.game.text.action_text(match.position.plain_setup, match.position.plain_state, number)


def warm(game: Game, report: Callable[[str], None] = lambda _: None) -> None:
    """Compile everything a game needs to be played and simulated, or load it from the cache.

    Args:
        report: is told in words what comes next.
    """
    from muckle.match.begin import new_match
    from muckle.players.contest import play

    report(f"{game.title}: rules")
    match = new_match(game.name, "tiny" if "tiny" in game.presets else None)
    position = match.position
    position.legal()
    position.scores()
    match.apply(match.legal()[0])
    for name, level in LEVELS.items():
        report(f"{game.title}: the {name} player")
        choose(name, match, 0)
        play(game, match.options, [level.kind] * match.options.seats, [0], position.setup.words)

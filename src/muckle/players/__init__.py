"""Players by name: levels and birds, in word games with a vocabulary: ``owl:common``.

A player is handed a *re-dealt* state: everything its seat cannot know has been dealt anew at random, so no player can
look at hidden things, by mistake or otherwise. It plans with the words it knows, which are never offensive ones; the match
judges by all.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from muckle.engine.manner import CAREFUL, FAR, HASTY, LOOK_AHEAD, PATIENT, PLAIN, RANDOM, SHINY, UNIT, Manner
from muckle.errors import OptionsError, suggest
from muckle.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from muckle.engine.game import Game
    from muckle.match.match import Match
    from muckle.players.thinking import Run
    from muckle.words.lists import WordList


class Level(NamedTuple):
    """A strength of play, with the vocabulary that goes with it."""

    help: str
    vocabulary: str = vocabulary.EVERY
    """Name of the vocabulary that the player knows, unless another one is asked for."""


LEVELS: dict[str, Level] = {
    "random": Level("any legal action, each as likely"),
    "greedy": Level("takes what the game's own estimate likes best after one step, and never slips; for the laboratory"),
    "easy": Level("plays along, with common words, and overlooks much", "common"),
    "fair": Level("has the idea, with common words, and often errs", "common"),
    "medium": Level("plays well with common words and errs now and then", "common"),
    "good": Level("plays well, with all words, and errs a little"),
    "hard": Level("plays well and hardly ever errs"),
    "expert": Level("thinks ahead: tries what may come of its best actions, within a second"),
}
FOR_PEOPLE = tuple(level for level in LEVELS if level not in ("random", "greedy"))
"""Levels that people play against, from the weakest to the strongest: every game has a manner for each."""
LADDER = ("random", *FOR_PEOPLE)
"""Levels from the weakest to the strongest. `greedy` is no part of it: its place differs from game to game (`docs/play.md`)."""


class Bird(NamedTuple):
    """A player with a name and ways of its own."""

    level: str
    taste: int
    help: str


BIRDS: dict[str, Bird] = {
    "wren": Bird("easy", PLAIN, "still learning, plays what fits"),
    "dunnock": Bird("fair", CAREFUL, "careful, never bets on one card"),
    "magpie": Bird("medium", SHINY, "takes what shines today"),
    "lapwing": Bird("good", HASTY, "ends the round while you still plan"),
    "curlew": Bird("good", FAR, "goes for the far corner"),
    "heron": Bird("hard", PATIENT, "stands still, then strikes"),
    "owl": Bird("hard", PLAIN, "remembers every card"),
    "rook": Bird("expert", PLAIN, "the strongest, counts and plans ahead"),
}
"""Bots that people play against, from the weakest to the strongest."""
DEFAULT_LEVEL = "magpie"
"""Name of the bot that plays if nobody names one."""
SIMPLE = {"random": Manner(RANDOM), "greedy": Manner(LOOK_AHEAD)}
"""Manners of the levels that play alike in every game."""


class Player(NamedTuple):
    """A player: a level or bird, with a vocabulary."""

    who: str
    """A level or a bird."""
    vocabulary: str

    @property
    def level(self) -> str:
        """Name of the player's level."""
        return BIRDS[self.who].level if self.who in BIRDS else self.who

    @property
    def name(self) -> str:
        """Name by which `find` returns the player: ``greedy``, ``greedy:common``."""
        return f"{self.who}:{self.vocabulary}" if self.vocabulary else self.who

    @property
    def title(self) -> str:
        """Name for people: ``Greedy``, ``Greedy (common words)``."""
        words = self.vocabulary.replace("-", " ")
        return f"{self.who.title()} ({words} words)" if words else self.who.title()

    def manner(self, game: Game) -> Manner:
        """Return the manner in which the player plays a game."""
        manner = SIMPLE.get(self.level) or game.levels[self.level]
        if self.who not in BIRDS:
            return manner
        taste = BIRDS[self.who].taste
        return manner._replace(taste=taste, liking=game.tastes.get(taste, UNIT))

    def graph(self, words: WordList | None) -> Any:
        """Return the graph of the words in a match's list that the player knows."""
        from muckle.engine.position import NO_WORDS

        return NO_WORDS if words is None else vocabulary.known_words(words, self.known).graph

    @property
    def known(self) -> str:
        """Name of the vocabulary that the player knows: the one that was asked for, or else its level's."""
        return self.vocabulary or LEVELS[self.level].vocabulary


def find(name: str, game: Game | None = None, besides: Sequence[str] = ()) -> Player:
    """Return the player of a name: a level or bird, and behind a colon its vocabulary.

    Args:
        game: where it shall play, if that is known. besides: what else could have been meant, for the message.

    Raises:
        OptionsError: there is none, or it has a vocabulary in a game without words.
    """
    who, colon, words = name.strip().lower().partition(":")
    if who not in (*LEVELS, *BIRDS):
        there = (*besides, *LEVELS, *BIRDS)
        raise OptionsError(f"no player is called {name!r}, there are {', '.join(there)}{suggest(who, there)}")
    if colon and not words.strip():
        there = ", ".join(vocabulary.VOCABULARIES)
        raise OptionsError(f"behind {who}: a vocabulary is named, one of {there}")
    if words and game and game.options().word_list() is None:
        raise OptionsError(f"{game.name} has no words to know, so a player there is just {who}, got {name!r}")
    return Player(who, vocabulary.read_vocabulary(words))


def choose(
    level: str, match: Match, seed: int, *, effort: float = 1.0, run: Run = map, stop: Callable[[], bool] = lambda: False
) -> str:
    """Return the action, as text, that a player of a level takes for the seat to act in a match.

    Args:
        seed: of the player's own chance, from 0 to 2**62; the same seed and position give the same action.
        effort: the share of its thinking that a player takes, above 0 and up to 1.
        run: how its chunks are worked off (`muckle.players.thinking`). stop: asked between them whether it is enough.
    """
    from muckle.players.chooser import Chooser

    player, position = find(level, match.game), match.position
    manner = shorter(player.manner(match.game), effort)
    number = Chooser(position, seed).choose(manner, position, player.graph(match.words), run=run, stop=stop)
    return match.game.text.action_text(position.plain_setup, position.plain_state, number)


def shorter(manner: Manner, effort: float) -> Manner:
    """Return a manner that takes a share of another one's thinking."""
    thinking = manner.chunks * effort
    return manner._replace(chunks=max(1, round(thinking)), playouts=math.ceil(manner.playouts * min(1, thinking)))

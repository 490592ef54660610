"""The errors of muckle, a small tree with stable codes.

A message says what was given, what was expected and which rule decides. It never reveals what its reader may not know.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

MAX_MESSAGE = 300
"""Maximum length of a `TranscriptError` with its rule, in characters, because a damaged file can hold texts of any length."""


class MuckleError(Exception):
    """Base class of all errors that wrong input causes.

    Args:
        message: one plain sentence, without the rule.
        rule: id of the rule that decides, such as ``"Mitch 5"``; shown in brackets after the message.
    """

    code = "error"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


def missing_extra(need: str, extra: str) -> MuckleError:
    """Return an error that says how to install an extra of muckle.

    >>> print(missing_extra("ratings need choix", "lab"))
    ratings need choix: install muckle[lab]; in a checkout, uv run --extra lab muckle …
    """
    return MuckleError(f"{need}: install muckle[{extra}]; in a checkout, uv run --extra {extra} muckle …")


class GameError(MuckleError):
    """A game lacks something that every game must have. The message names the file and what to write there."""

    code = "game.bad"


class OptionsError(MuckleError):
    """Options do not fit the game or each other."""

    code = "options.bad"


class ActionError(MuckleError):
    """An action was refused; the state is unchanged."""

    code = "action.bad"


class NotationError(ActionError):
    """A text is not an action of this game."""

    code = "action.notation"


class TurnError(ActionError):
    """A seat acted out of turn, or the match is over."""

    code = "action.turn"


class StaleError(ActionError):
    """An action was chosen at an earlier position."""

    code = "action.stale"


class IllegalError(ActionError):
    """A rule forbids the action here; ``rule`` names it."""

    code = "action.illegal"


class TranscriptError(MuckleError):
    """A saved match cannot be replayed. The message names the line, and is cut to `MAX_MESSAGE` characters."""

    code = "transcript.bad"

    def __init__(self, message: str, rule: str = "") -> None:
        most = MAX_MESSAGE - (len(f" [{rule}]") if rule else 0)
        super().__init__(message if len(message) <= most else f"{message[: most - 1]}…", rule)


class WordListError(MuckleError):
    """A word list cannot be read. The message names the line."""

    code = "words.bad"


class StoreError(MuckleError):
    """The database cannot be used. No acknowledged action is lost."""

    code = "store.bad"


class DamageError(MuckleError):
    """Data in the database, such as the log of a match, is damaged. The message is for the operator."""

    code = "store.damaged"


def short(text: str) -> str:
    """Return a text cut to 40 characters, for an error message."""
    return text if len(text) <= 40 else text[:37] + "..."


def few(texts: Sequence[str]) -> str:
    """Return the first three texts, each cut to 40 characters, and the number of the others.

    >>> few(["place 2S", "place 3S", "place 4S", "discard 2S", "discard 3S"])
    'place 2S, place 3S, place 4S and 2 more'
    """
    more = f" and {len(texts) - 3} more" if len(texts) > 3 else ""
    return ", ".join(map(short, texts[:3])) + more


def suggest(given: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'mitch'?"`` with the most similar known name, or an empty text."""
    near = difflib.get_close_matches(given.lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""

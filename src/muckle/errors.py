"""The errors of muckle: one small tree with stable codes.

A message says what was given, what was expected and which rule says so. It never tells its reader what that reader
may not know.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

LONGEST_MESSAGE = 300
"""Maximum length of a `TranscriptError` with its rule, in characters: a damaged file may hold texts of any length."""


class MuckleError(Exception):
    """Base of all errors muckle raises for what a person or program gave it.

    Args:
        message: a sentence in plain words, without the rule.
        rule: the id of the rule that decides, such as ``"Mitch 5"``; shown in brackets behind the message.
    """

    code = "error"

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


def lacking(need: str, extra: str) -> MuckleError:
    """What is not installed, and how it will be.

    >>> print(lacking("ratings need choix", "lab"))
    ratings need choix: install muckle[lab]; in a checkout, uv run --extra lab muckle …
    """
    return MuckleError(f"{need}: install muckle[{extra}]; in a checkout, uv run --extra {extra} muckle …")


class GameError(MuckleError):
    """A game's files do not offer what every game must; the message names the file and what to write there."""

    code = "game.bad"


class OptionsError(MuckleError):
    """Options do not fit the game or each other."""

    code = "options.bad"


class ActionError(MuckleError):
    """An action was refused; the state is unchanged."""

    code = "action.bad"


class NotationError(ActionError):
    """The text is no action of this game."""

    code = "action.notation"


class TurnError(ActionError):
    """That seat is not to act, or the match is over."""

    code = "action.turn"


class StaleError(ActionError):
    """The action answers an earlier position."""

    code = "action.stale"


class IllegalError(ActionError):
    """A rule forbids the action here; ``rule`` names it."""

    code = "action.illegal"


class TranscriptError(MuckleError):
    """A saved match cannot be replayed; the message says at which line, and is cut to `LONGEST_MESSAGE` characters."""

    code = "transcript.bad"

    def __init__(self, message: str, rule: str = "") -> None:
        most = LONGEST_MESSAGE - (len(f" [{rule}]") if rule else 0)
        super().__init__(message if len(message) <= most else f"{message[: most - 1]}…", rule)


class WordListError(MuckleError):
    """A word list cannot be read; the message says at which line."""

    code = "words.bad"


class StoreError(MuckleError):
    """The database cannot be used; nothing that was acknowledged is lost."""

    code = "store.bad"


class DamageError(MuckleError):
    """Something in the database is not what was written there, such as the log of a match; its message is for the operator."""

    code = "store.damaged"


def short(text: str) -> str:
    """What was given, cut to 40 characters for a message."""
    return text if len(text) <= 40 else text[:37] + "..."


def few(texts: Sequence[str]) -> str:
    """Return the first three of some texts, each cut short, and how many more there are.

    >>> few(["place 2S", "place 3S", "place 4S", "discard 2S", "discard 3S"])
    'place 2S, place 3S, place 4S and 2 more'
    """
    more = f" and {len(texts) - 3} more" if len(texts) > 3 else ""
    return ", ".join(map(short, texts[:3])) + more


def suggest(given: str, known: Iterable[str]) -> str:
    """``"; did you mean 'mitch'?"`` for the nearest known name, or an empty string."""
    near = difflib.get_close_matches(given.lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""

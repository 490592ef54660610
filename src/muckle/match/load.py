"""Opening what was saved: one match to go on with, or a recorded one to be checked."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from muckle.errors import TranscriptError
from muckle.match.match import Match
from muckle.match.transcript import Transcript


def load(saved: str | PathLike[str], *, names: Sequence[str] = (), narrate: bool = True) -> Match:
    """The match of a transcript, over or not, with everything in it checked.

    Args:
        saved: the transcript's text, or the path of its file. A text that begins with ``{`` is taken for the transcript.
        names, narrate: as for `muckle.new_match`.

    Raises:
        TranscriptError: there is no such file, it holds no match or several, or something in it cannot have happened.
        OptionsError: a word list is missing.

    >>> from muckle.match.begin import new_match
    >>> match = new_match("mitch", seats=3, seed=7)
    >>> load(match.transcript()).turn == match.turn
    True
    """
    if isinstance(saved, str) and saved.lstrip().startswith("{"):
        return Match.from_transcript(saved, names=names, narrate=narrate)
    path = Path(saved)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise TranscriptError(f"{short_path(path)} cannot be read: {reason}") from None
    try:
        return Match.from_transcript(text, names=names, narrate=narrate)
    except TranscriptError as error:
        raise TranscriptError(f"{short_path(path)}: {error.message}", error.rule) from None


def short_path(path: Path) -> str:
    """A path for messages; what was given may be a text that is no path at all."""
    return repr(str(path)) if len(str(path)) < 200 else f"{str(path)[:60]!r}…"


def check(recorded: Transcript) -> Match:
    """Play a transcript again and compare every line: legal actions, chance, scores, winners.

    Raises:
        TranscriptError: something differs; the message says at which line.
    """
    *_, match = Match.replay(recorded, narrate=False)
    return match

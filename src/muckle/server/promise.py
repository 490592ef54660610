"""What is fixed when a table is opened, before anybody sits down."""

from __future__ import annotations

from muckle import games
from muckle.engine.options import GameOptions
from muckle.match.log import Header, WordsUsed
from muckle.match.secret import commitment
from muckle.match.words import words_of


def promise(match: str, game: str, options: GameOptions, secret: str) -> Header:
    """The header of a match that is still to be dealt: with the commitment, without salts and chance.

    Raises:
        WordListError, OptionsError: its word list cannot be had, or does not serve with these options.
    """
    words = words_of(options)
    cards: str = getattr(options, "cards", "") if "cards" in options.__struct_fields__ else ""
    return Header(
        game=game,
        version=games.find(game).version,
        seats=options.seats,
        options=options.public(),
        cards=tuple(cards.split()) or None,
        words=None if words is None else WordsUsed(words.name, words.sha256),
        match=match,
        commitment=commitment(secret),
    )

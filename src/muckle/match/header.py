"""Headers of matches: written from the options and the word list of a new match, read back with every check."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from muckle import games
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError, WordListError
from muckle.match.log import FORMAT, Header, WordsUsed
from muckle.match.secret import SIZE, check_chance, commitment, well_formed
from muckle.words import lists


def new_header(game: Game, options: GameOptions) -> Header:
    """Return the header of a match with these options, without a seed or secret.

    Raises:
        WordListError: the options name a word list that does not exist.
        OptionsError: the word list is not suitable for these options.
    """
    words = find_word_list(options)
    return Header(
        game=game.name,
        version=game.version,
        seats=options.seats,
        options=options.public(),
        cards=options.own_cards(),
        words=None if words is None else WordsUsed(words.name, words.sha256),
    )


def promised_header(game: Game, options: GameOptions, match: str, secret: str) -> Header:
    """Return what a room publishes before anybody sits down: a header with the commitment, without salts and deal.

    Args:
        match: the id of the match.
        secret: from `muckle.match.secret.new_secret`; the room must not show it before the match is over.

    Raises:
        WordListError: as for `new_header`.
        OptionsError: as for `new_header`, or the secret is malformed.
    """
    if not well_formed(secret):
        raise OptionsError(f"a secret is {2 * SIZE} hexadecimal digits, got {secret!r:.80}")
    return replace(new_header(game, options), match=match, commitment=commitment(secret, match))


def read_header(header: Header) -> GameOptions:
    """Check a header and return the options of its match.

    Raises:
        OptionsError: the game is unknown, its rules have changed since, the options are invalid, or the chance of the match
            has two sources.
    """
    if header.muckle != FORMAT:
        raise OptionsError(f"a record of format {header.muckle}; this program reads format {FORMAT}")
    game = games.find(header.game)
    if header.game != game.name:
        raise OptionsError(f"a record writes the game as {game.name!r}, got {header.game!r:.60}")
    if header.version != game.version:
        raise OptionsError(
            f"{game.name}: made with version {header.version} of the rules, this program plays version {game.version}; "
            "a match that is over can still be looked at where it was played, one that is not can be gone on with by the "
            "version of muckle that began it"
        )
    check_chance(header)
    return game.options.recorded({**header.options, "seats": header.seats}, header.cards)


def find_word_list(options: GameOptions) -> lists.WordList | None:
    """Return the word list that decides in a match with these options, None if the game has no words.

    Raises:
        WordListError: no word list has that name.
        OptionsError: the word list is not suitable for these options.
    """
    source = options.word_list()
    if source is None:
        return None
    words = lists.named(source) if isinstance(source, str) else lists.game_list(*source)
    for problem in options.word_problems(words.words):
        raise problem
    return words


def recorded_word_list(header: Header, options: GameOptions) -> lists.WordList | None:
    """Return the word list with which a recorded match began, None if the game has no words.

    Raises:
        OptionsError: the list is missing here, or its name now belongs to other words; the message says what to do.
    """
    used = header.words
    try:
        words = find_word_list(options)
    except WordListError as error:
        if used is None:
            raise
        raise OptionsError(f"{_begun_with(header.game, used)}, but here {error.message}; {_remedy(used)}") from None
    if (used is None) != (words is None):
        raise OptionsError(f"{header.game}: the match names {'a' if used else 'no'} word list, the options say otherwise")
    if used and words and (used.name, used.sha256) != (words.name, words.sha256):
        here = f"{words.name} here is {words.sha256[:12]}…"
        raise OptionsError(f"{_begun_with(header.game, used)}, but {here}; {_remedy(used)}")
    return words


def _begun_with(game: str, used: WordsUsed) -> str:
    return f"{game}: the match was begun with the word list {used.name} ({used.sha256[:12]}…)"


def _remedy(used: WordsUsed) -> str:
    if used.name in lists.NAMED:
        return "to go on, open it with the version of muckle it was begun with"
    return f"bring back the list it began with to go on: muckle words import FILE --name {used.name} --replace"


def find_word_graph(name: str, sha256: str) -> Any:
    """Return the word graph of a list; a pickled position stores these arguments instead of the graph.

    Raises:
        WordListError: no list has that name, or its words have another hash here.
    """
    words = lists.named(name)
    if words.sha256 != sha256:
        raise WordListError(f"the word list {name} was {sha256[:12]}…, here it is {words.sha256[:12]}…")
    return words.graph

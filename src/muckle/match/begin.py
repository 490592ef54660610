"""Beginning a match: from the options somebody wants to the header that is fixed."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral

from msgspec.structs import replace

from muckle import games
from muckle.engine.chance import read_seed
from muckle.engine.crowd import CrowdOptions
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError
from muckle.match.log import Header, WordsUsed
from muckle.match.match import Match
from muckle.match.secret import SIZE, commitment, seal, well_formed
from muckle.match.words import words_of


def new_match(
    game: str,
    preset: str | None = None,
    *,
    seed: int | None = None,
    secret: str | None = None,
    match: str = "",
    salts: Sequence[str] | None = None,
    names: Sequence[str] = (),
    narrate: bool = True,
    **options: int | str,
) -> Match:
    """Begin a match: options by name, ``muckle.GAMES`` lists them.

    Args:
        game: its name, such as "mitch".
        preset: a named set of option values; the options given change it.
        seed: whole number from 0 to 2**62; the same seed gives the same deal. Without seed and secret it is 0.
        secret: for hosted matches, see `muckle.match.secret`; then there is no seed. match: its id. salts: what the seats
            add to its chance, empty texts if left out; they are recorded with their seals. A room promises a match first, and
            begins it later: `promise`, `begin`.
        names: what the seats are called in stories; "Seat 1", … where left out.
        narrate: keep the story; simulations leave it out.

    Raises:
        OptionsError: no such game, preset or option, or values that do not fit.

    >>> new_match("mitch", seats=3, seed=7).turn in (0, 1, 2)
    True
    """
    kind = games.find(game)
    checked = kind.read_options(preset, options)
    if isinstance(checked, CrowdOptions):
        raise OptionsError(f"{game}: a match has one board; {checked.seats} seats are {checked.seats} matches", "Muckell 2")
    if secret is None:
        header = replace(describe(kind, checked), seed=read_seed(0 if seed is None else seed))
        return Match(header, names=names, narrate=narrate)
    header = promise(kind, checked, match, secret)
    return begin(header, secret, [""] * header.seats if salts is None else salts, names=names, narrate=narrate)


def describe(game: Game, options: GameOptions) -> Header:
    """The header of a match with these options, without anything of its chance.

    Raises:
        WordListError, OptionsError: its word list cannot be had, or does not serve with these options.
    """
    words = words_of(options)
    return Header(
        game=game.name,
        version=game.version,
        seats=options.seats,
        options=options.public(),
        cards=options.own_cards(),
        words=None if words is None else WordsUsed(words.name, words.sha256),
    )


def promise(game: Game, options: GameOptions, match: str, secret: str) -> Header:
    """What a room publishes before anybody sits down: the header with its commitment, without salts and deal.

    Args:
        match: the id of the match.
        secret: see `new_secret` of `muckle.match.secret`; nobody else may know it before the match is over.

    Raises:
        WordListError, OptionsError: as for `describe`; or the secret is none.
    """
    if not well_formed(secret):
        raise OptionsError(f"a secret is {2 * SIZE} hexadecimal digits, got {secret!r:.80}")
    header = replace(describe(game, options), match=match)
    return replace(header, commitment=commitment(secret, header))


def begin(header: Header, secret: str, salts: Sequence[str], *, names: Sequence[str] = (), narrate: bool = True) -> Match:
    """Deal a match that was promised, when everybody has sat down.

    Args:
        salts: one for each seat: 64 hexadecimal digits, or nothing for a bot.

    Raises:
        OptionsError: the salts are wrong. TranscriptError: the secret is not the one that was committed to.
    """
    seals = tuple(seal(salt, header.match or "") if well_formed(salt) else "" for salt in salts)
    return Match(replace(header, salts=tuple(salts), seals=seals), secret=secret, names=names, narrate=narrate)


def read_number(given: object, name: str, least: int, most: int, shown: str) -> int:
    """A whole number that a program gave, NumPy's included.

    Raises:
        OptionsError: it is none, or out of range.
    """
    if not isinstance(given, Integral) or not least <= int(given) <= most:
        raise OptionsError(f"{name} is a whole number from {least} to {shown}, got {given!r:.80}")
    return int(given)

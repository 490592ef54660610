"""Beginning a match: from the options somebody wants to the header that is fixed."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral

from muckle import games
from muckle.errors import OptionsError
from muckle.match.header import MOST_SEED
from muckle.match.log import Header, WordsUsed
from muckle.match.match import Match
from muckle.match.secret import SIZE, commitment, well_formed
from muckle.match.words import words_of


def new_match(
    game: str,
    preset: str | None = None,
    *,
    seed: int | None = None,
    secret: str | None = None,
    names: Sequence[str] = (),
    narrate: bool = True,
    **options: int | str,
) -> Match:
    """Begin a match: options by name, ``muckle.games()`` lists them.

    Args:
        game: its name, such as "mitch".
        preset: a named set of option values; the options given change it.
        seed: whole number from 0 to 2**62; the same seed gives the same deal. Without seed and secret it is 0.
        secret: for hosted matches, see `muckle.match.secret`; then there is no seed.
        names: what the seats are called in stories; "Seat 1", … where left out.
        narrate: keep the story; simulations leave it out.

    Raises:
        OptionsError: no such game, preset or option, or values that do not fit.

    >>> new_match("mitch", seats=3, seed=7).turn in (0, 1, 2)
    True
    """
    kind = games.find(game)
    checked = kind.read_options(preset, options)
    words = words_of(checked)
    seed = read_seed(0 if seed is None else seed)
    if secret is not None and not well_formed(secret):
        raise OptionsError(f"a secret is {2 * SIZE} hexadecimal digits, got {secret!r:.80}")
    header = Header(
        game=kind.name,
        version=kind.version,
        seats=checked.seats,
        options=checked.public(),
        cards=checked.own_cards(),
        words=None if words is None else WordsUsed(words.name, words.sha256),
        seed=None if secret else seed,
        commitment=commitment(secret) if secret else None,
    )
    return Match(header, secret=secret, names=names, narrate=narrate)


def read_number(given: object, name: str, least: int, most: int, shown: str) -> int:
    """A whole number that a program gave, NumPy's included.

    Raises:
        OptionsError: it is none, or out of range.
    """
    if not isinstance(given, Integral) or not least <= int(given) <= most:
        raise OptionsError(f"{name} is a whole number from {least} to {shown}, got {given!r:.80}")
    return int(given)


def read_seed(seed: object) -> int:
    """The seed of a match or a simulation."""
    return read_number(seed, "a seed", 0, MOST_SEED, "2**62")

"""Plans: everything that decides the games of a simulation, parsed and checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from muckle import players
from muckle.custom.players import Choose, is_custom, load_custom_players
from muckle.engine.chance import read_seed, stream
from muckle.engine.manner import Manner
from muckle.engine.options import GameOptions, read_number
from muckle.engine.position import NO_WORDS
from muckle.errors import OptionsError
from muckle.games import find
from muckle.match.header import find_word_list, new_header
from muckle.match.log import Header
from muckle.players.match_row import Layout, layout

SEED_BITS = 53
"""Number of bits of a match seed, so that JSON numbers can hold it."""
GAMES = 1000
"""Default number of games."""


class Plan(Struct, frozen=True):
    """Everything that decides the games of a simulation. It can be sent to another process."""

    game: str
    options: GameOptions
    header: Header
    """Header of the matches' transcripts, without seed and deal."""
    seed: int
    games: int
    players: tuple[str, ...]
    """Name of the player in each seat."""
    manners: tuple[Manner, ...]
    """Manner in which the player in each seat chooses; a random one stands in for a custom player."""
    graph: Any
    """Word graph of the match."""
    known: tuple[Any, ...]
    """Word graph of the words that the player in each seat knows."""
    starter: int | None = None
    """Seat that begins every game; None: the rules decide."""

    def load_custom_players(self) -> Mapping[int, Choose]:
        """Return the custom players, ready to play, by their seats."""
        return load_custom_players(self.players, self.graph)

    @property
    def layout(self) -> Layout:
        """Meaning of the columns of the matches' rows."""
        return layout(find(self.game), self.options.seats)

    @property
    def has_custom_players(self) -> bool:
        """True if a custom player fills a seat."""
        return any(map(is_custom, self.players))


def make_plan(
    game: str,
    preset: str | None,
    values: Mapping[str, Any],
    player_names: Sequence[str] | str,
    seed: int,
    games: int | None,
    starter: int | None = None,
) -> Plan:
    """Return a checked plan. The arguments are those of `muckle.simulate`, with the options in `values`.

    Raises:
        OptionsError: there is no such game, option or player, or values do not fit together.
    """
    kind = find(game)
    options = kind.read_options(preset, values)
    for problem in options.bot_problems():
        raise problem
    games = read_number(GAMES if games is None else games, "the number of games", 1, 10**12, "10**12")
    names, stand_in = read_players(kind.name, player_names, options.seats), players.Player("random", "")
    seated = [stand_in if is_custom(name) else players.find(name, kind) for name in names]
    header, words = new_header(kind, options), find_word_list(options)
    return Plan(
        kind.name,
        options,
        header,
        read_seed(seed),
        games,
        tuple(name.strip() if is_custom(name) else player.name for name, player in zip(names, seated, strict=True)),
        tuple(player.manner(kind) for player in seated),
        NO_WORDS if words is None else words.graph,
        tuple(player.graph(words) for player in seated),
        None if starter is None else read_starter(kind.name, starter, len(seated)),
    )


def read_starter(game: str, starter: int, seats: int) -> int:
    """Return the seat that begins every game.

    Raises:
        OptionsError: there is no such seat.
    """
    if starter not in range(seats):
        raise OptionsError(f"{game}: there is no such seat to begin, the game has {seats}")
    return starter


def read_players(game: str, names_given: object, seats: int) -> Sequence[str]:
    """Return one player's name per seat.

    Raises:
        OptionsError: the players are not names, or there are too few or too many.
    """
    names = [names_given] if isinstance(names_given, str) else names_given
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise OptionsError(f"players are names such as 'greedy', one for each seat or one for all, got {names_given!r:.80}")
    if len(names) not in (1, seats):
        needed = "1" if seats == 1 else f"1 or {seats}"
        raise OptionsError(f"{game}: expected {needed} for players, one for each seat or one for all, got {len(names)}")
    return list(names) * (seats if len(names) == 1 else 1)


def match_seed(seed: int, game: int) -> int:
    """Return the seed of match number `game` (from 0) of a simulation, with which the match can be played again on its own."""
    return int(stream(seed, game)) & ((1 << SEED_BITS) - 1)

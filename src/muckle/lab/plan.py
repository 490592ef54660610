"""What a simulation is asked for, checked once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from muckle import players
from muckle.engine.chance import read_seed, stream
from muckle.engine.crowd import CrowdOptions
from muckle.engine.manner import Manner
from muckle.engine.options import GameOptions, read_number
from muckle.engine.position import NO_WORDS
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.outsiders import Choose, is_outsider, outsiders
from muckle.match.crowd import crowd_seat
from muckle.match.header import find_word_list, new_header
from muckle.match.log import Header

SEED_BITS = 53
"""Match seeds fit a JSON number."""
MOST_CORES = 1024
GAMES = 1000
"""That are played if nobody says how many; of a crowd one."""


class Plan(Struct, frozen=True):
    """Everything that decides what the games of a simulation come to. It can be sent to another process."""

    game: str
    options: GameOptions
    """Of each match."""
    crowd: CrowdOptions | None
    """Where a game is a crowd: then it has a match for each player (`muckle.engine.crowd`)."""
    header: Header
    """Of its matches, without seed and deal."""
    seed: int
    games: int
    players: tuple[str, ...]
    """The name of the player in each seat, from seat 0."""
    manners: tuple[Manner, ...]
    """How each of them chooses."""
    graph: Any
    """The word graph of the match."""
    known: tuple[Any, ...]
    """The word graph of what each seat's player knows."""
    starter: int | None = None
    """The seat that begins each game; None: as the rules have it."""
    dealt: int | None = None
    """The seed of the deal, where the only game is one that was dealt elsewhere."""

    def outside(self) -> Mapping[int, Choose]:
        """The seats that players of one's own fill, ready to play."""
        return outsiders(self.players, self.graph)

    @property
    def asks_outsiders(self) -> bool:
        """Whether players of one's own sit at the table."""
        return any(map(is_outsider, self.players))

    @property
    def matches(self) -> int:
        """How many there are in all games, numbered from 0; those of a crowd stand one behind the other."""
        return self.games * (len(self.players) if self.crowd else 1)

    def seated(self, match: int) -> slice:
        """Which of the players sit at it."""
        if self.crowd is None:
            return slice(None)
        seat = match % len(self.players)
        return slice(seat, seat + 1)

    def board_seeds(self, match: int) -> tuple[int, int]:
        """Of a crowd's board: of the deal, which all boards share (Muckell 1), and of the player's own chance."""
        game, seat = divmod(match, len(self.players))
        deal = match_seed(self.seed, game) if self.dealt is None else self.dealt
        return deal, match_seed(deal, seat)

    def header_of(self, match: int, seed: int, chance: tuple[str, ...]) -> Header:
        """The header of a match that was dealt so, from that seed."""
        header = replace(self.header, seed=seed, chance=chance)
        if self.crowd is None:
            return header
        game, seat = divmod(match, len(self.players))
        return replace(header, crowd=crowd_seat(self.crowd, self.crowd_id(game), seat))

    def crowd_id(self, game: int) -> str:
        """What the crowd of that game is called in transcripts."""
        return f"{self.seed}-{game}"


def make_plan(
    game: str,
    preset: str | None,
    given: Mapping[str, Any],
    wanted: Sequence[str] | str,
    seed: int,
    games: int | None,
    starter: int | None = None,
) -> Plan:
    """A checked plan; see `muckle.lab.simulate.simulate`.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
    """
    kind = find(game)
    asked = kind.read_options(preset, given)
    crowd, options = (asked, asked.alone()) if isinstance(asked, CrowdOptions) else (None, asked)
    for problem in options.bot_problems():
        raise problem
    games = (1 if crowd else GAMES) if games is None else games
    games, seed = read_number(games, "the number of games", 1, 10**12, "10**12"), read_seed(seed)
    names, strangers = read_players(kind.name, wanted, asked.seats), players.Player("random", "")
    seated = [strangers if is_outsider(name) else players.find(name, kind) for name in names]
    header, words = new_header(kind, options), find_word_list(options)
    return Plan(
        kind.name,
        options,
        crowd,
        header,
        seed,
        games,
        tuple(name.strip() if is_outsider(name) else player.name for name, player in zip(names, seated, strict=True)),
        tuple(player.manner(kind) for player in seated),
        NO_WORDS if words is None else words.graph,
        tuple(player.graph(words) for player in seated),
        None if starter is None else read_starter(kind.name, starter, len(seated), crowd is not None),
    )


def read_starter(game: str, starter: int, seats: int, crowd: bool) -> int:
    """The seat that shall begin.

    Raises:
        OptionsError: there is no such seat, or all begin at once.
    """
    if crowd:
        raise OptionsError(f"{game}: where each seat plays its own board, nobody begins")
    if starter not in range(seats):
        raise OptionsError(f"{game}: there is no such seat to begin, the game has {seats}")
    return starter


def read_players(game: str, wanted: object, seats: int) -> Sequence[str]:
    """The names of the players, one a seat.

    Raises:
        OptionsError: they are no names, or too few or too many.
    """
    names = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise OptionsError(f"players are names such as 'greedy', one for each seat or one for all, got {wanted!r:.80}")
    if len(names) not in (1, seats):
        needed = "1" if seats == 1 else f"1 or {seats}"
        raise OptionsError(f"{game}: expected {needed} for players, one for each seat or one for all, got {len(names)}")
    return list(names) * (seats if len(names) == 1 else 1)


def read_cores(cores: int | None) -> int:
    """How many cores to use: all there are, or as many as asked for.

    Raises:
        OptionsError: it is no such number.
    """
    if cores is None:
        return os.cpu_count() or 1
    return read_number(cores, "the number of cores", 1, MOST_CORES, str(MOST_CORES))


def match_seed(seed: int, game: int) -> int:
    """The seed of match number `game` (from 0) of a simulation: any match can be played again on its own."""
    return int(stream(seed, game)) & ((1 << SEED_BITS) - 1)

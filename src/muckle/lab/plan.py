"""What a simulation is asked for, checked once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from muckle import players
from muckle.engine.chance import stream
from muckle.engine.manner import Manner
from muckle.engine.options import GameOptions
from muckle.engine.position import NO_WORDS
from muckle.errors import OptionsError
from muckle.games import find
from muckle.match.begin import new_match, read_number, read_seed
from muckle.match.log import Header

SEED_BITS = 53
"""Match seeds fit a JSON number."""
MOST_CORES = 1024


class Plan(Struct, frozen=True):
    """Everything that decides what the games of a simulation come to. It can be sent to another process."""

    game: str
    options: GameOptions
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


def make_plan(
    game: str, preset: str | None, given: Mapping[str, Any], wanted: Sequence[str] | str, seed: int, games: int
) -> Plan:
    """A checked plan.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
    """
    kind = find(game)
    options = kind.read_options(preset, given)
    for problem in options.bot_problems():
        raise problem
    games, seed = read_number(games, "the number of games", 1, 10**12, "10**12"), read_seed(seed)
    seated = [players.find(name, kind) for name in read_players(kind.name, wanted, options.seats)]
    match = new_match(kind.name, preset, narrate=False, **given)
    words = match.words
    return Plan(
        kind.name,
        options,
        msgspec.structs.replace(match.header, seed=None, chance=()),
        seed,
        games,
        tuple(player.name for player in seated),
        tuple(player.manner(kind) for player in seated),
        NO_WORDS if words is None else words.graph,
        tuple(player.graph(words) for player in seated),
    )


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

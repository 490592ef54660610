"""The schedule of a tournament: who sits where in each game of each deal.

What a player wins depends on who sits to its left and right, so a table that never changes its circular order rates the order
as well as the players. Here every group plays a deal in one circular order, from every seat, and the orders take turns.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from muckle.engine.chance import stream
from muckle.errors import OptionsError
from muckle.lab.seeds import draw_seeds

MOST_GAMES = 100_000
"""Maximum number of games that one deal may take."""
KEY_BITS = (1 << 62) - 1
Seating = tuple[int, ...]
"""The number of the player in each seat, from seat 0."""


class Schedule(NamedTuple):
    """The games of a tournament.

    Every group of players that fills the table plays every deal once from each seat. With fewer players than seats, each fills
    as many seats as any other, or one more; every choice of who fills one more is a group.

    The circular order of a group is drawn for each deal, in blocks: `orders` deals in a row have every circular order once.
    """

    players: int
    seats: int
    seed: int

    @property
    def orders(self) -> int:
        """Number of circular orders in which a group can sit."""
        return math.factorial(self.seats - 1)

    @property
    def games_per_deal(self) -> int:
        """Number of games in which a deal is played: each group from each seat."""
        return self.seats * math.comb(self.players, self.seats % self.players if self.players < self.seats else self.seats)

    def groups(self) -> Iterator[Seating]:
        """Yield the players of each group, in ascending order; a player that fills several seats comes several times."""
        each, more = divmod(self.seats, self.players) if self.players < self.seats else (0, self.seats)
        for favoured in combinations(range(self.players), more):
            yield tuple(sorted([*range(self.players)] * each + [*favoured]))

    def seatings(self, deals: range) -> list[Seating]:
        """Return the seatings of all games of consecutive deals, deal by deal, `games_per_deal` each."""
        found = [list[Seating]() for _ in deals]
        for number, group in enumerate(self.groups()):
            for games, order in zip(found, self._drawn_orders(number, deals), strict=True):
                circle = circular_order(group, order)
                games.extend((*circle[by:], *circle[:by]) for by in range(self.seats))
        return [seating for games in found for seating in games]

    def _drawn_orders(self, group: int, deals: range) -> Iterator[int]:
        """Yield the number of a group's circular order in each deal."""
        key, block, shuffled = stream(stream(self.seed, -1), group), -1, np.zeros(0, np.int64)
        for deal in deals:
            if deal // self.orders != block:
                block, keys = deal // self.orders, np.zeros(self.orders, np.int64)
                draw_seeds(int(stream(key, block)), 0, KEY_BITS, keys)
                shuffled = np.argsort(keys, kind="stable")
            yield int(shuffled[deal % self.orders])


def circular_order(group: Seating, number: int) -> Seating:
    """Return the circular order of that number, below ``(len(group) - 1)!``; it begins with the group's first player."""
    first, *rest = group
    order = [first]
    while rest:
        number, at = divmod(number, len(rest))
        order.append(rest.pop(at))
    return tuple(order)


def read_schedule(players: int, seats: int, seed: int) -> Schedule:
    """Return the schedule of a tournament.

    Raises:
        OptionsError: the game has one seat, or a deal would take too many games.
    """
    if seats == 1:
        raise OptionsError("a game alone has no tournament; seats=2 or more has one, where the game can be played so")
    schedule = Schedule(players, seats, seed)
    if schedule.games_per_deal > MOST_GAMES:
        games = f"{schedule.games_per_deal:,} games for each deal, at most {MOST_GAMES:,} are possible"
        raise OptionsError(f"{players} players at tables of {seats} would need {games}; name fewer players")
    return schedule

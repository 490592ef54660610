"""Custom players that fill seats at the room's tables. Each has one process, and answers one question after the other."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from muckle import players
from muckle.custom.bounded import BoundedPlayer, PlayerFault, fault_sentence
from muckle.custom.players import is_custom, title_of
from muckle.errors import OptionsError
from muckle.match.match import Match
from muckle.server.messages import BirdInfo

SEPARATOR = ";"
"""Sign between the names of custom players in the room's settings."""
FAULTS = 3
"""Number of faults in a row after which a player is asked no more until the room is opened again."""
REMEMBERED = 512
"""Maximum number of faults of custom players that are kept in memory for their tables."""
log = logging.getLogger("muckle.bots")


def read_names(setting: str) -> tuple[str, ...]:
    """Return the names of custom players in a setting.

    Raises:
        OptionsError: one of them is no name of a custom player.
    """
    names = tuple(dict.fromkeys(name.strip() for name in setting.split(SEPARATOR) if name.strip()))
    for name in names:
        if not is_custom(name):
            raise OptionsError(f"a player of your own is called package.module:function or program:COMMAND, got {name!r:.80}")
    return names


class OwnPlayers:
    """The custom players of a room.

    Args:
        names: their names.
        changed: called whenever `faults` has changed.
    """

    def __init__(self, names: Sequence[str] = (), changed: Callable[[], object] = lambda: None) -> None:
        self.names = tuple(names)
        self.changed = changed
        self.faults: OrderedDict[tuple[str, str], str] = OrderedDict()
        """Sentence about the fault of a player at a table, by match and player. A bot plays on for it there."""
        self._players = {name: BoundedPlayer(name) for name in names}
        self._threads = {name: ThreadPoolExecutor(1, "own player") for name in names}
        self._faults_in_a_row = dict.fromkeys(names, 0)

    def load(self) -> None:
        """Start the players' processes.

        Raises:
            OptionsError: a player cannot be loaded or started.
        """
        for player in self._players.values():
            player.load()

    def close(self) -> None:
        """End the players' processes."""
        for name, player in self._players.items():
            player.close()
            self._threads[name].shutdown(wait=False, cancel_futures=True)

    def plays(self, match_id: str, name: str) -> bool:
        """Return whether a player is asked for its actions in a match; otherwise a bot plays for it."""
        self._check(match_id, name)
        return (match_id, name) not in self.faults

    async def choose(self, match_id: str, match: Match, name: str) -> str | None:
        """Return the action, as text, that a player takes for the seat to act; None after a fault."""
        seed = secrets.randbelow(2**62)
        asking = self._threads[name].submit(self._players[name].choose, match.position, seed)
        try:
            action = await asyncio.wrap_future(asking)
        except PlayerFault as fault:
            self._faults_in_a_row[name] += 1
            log.error("match %s: a player of one's own failed: %s", match_id, fault)
            self._tell(match_id, name, fault)
            return None
        self._faults_in_a_row[name] = 0
        return action

    def sentence(self, match_id: str) -> str:
        """Return what the people at a table are told about faults of its players."""
        return " ".join(told for (match, _), told in self.faults.items() if match == match_id)

    def infos(self) -> tuple[BirdInfo, ...]:
        """Return the players as the lobby offers them."""
        return tuple(BirdInfo(name, title_of(name), "own", f"a player of this room: {name}") for name in self.names)

    def _check(self, match_id: str, name: str) -> None:
        """Record a fault for a match if its custom player is no longer offered, or has failed too often in a row."""
        if (match_id, name) in self.faults:
            return
        if name not in self._players:
            self._tell(match_id, name, PlayerFault("", "is no player of this room any more"))
        elif self._faults_in_a_row[name] >= FAULTS:
            self._tell(match_id, name, PlayerFault("", f"has failed {FAULTS} times in a row"))

    def _tell(self, match_id: str, name: str, fault: PlayerFault) -> None:
        self.faults[match_id, name] = fault_sentence(title_of(name), fault, players.find(players.DEFAULT_LEVEL).title)
        if len(self.faults) > REMEMBERED:
            self.faults.popitem(last=False)
        self.changed()

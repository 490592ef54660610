"""The state of a table as one value: everything that its scenes and its next steps depend on.

`reduce` makes the next state; a `Table` keeps the present one. What can be derived is a method, never a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from muckle.errors import TurnError
from muckle.match.log import LogEntry
from muckle.match.match import Match
from muckle.server.messages import Pace
from muckle.server.tables.calls import TurnOf
from muckle.server.tables.clock import Clock
from muckle.server.tables.petition import Petition
from muckle.store.matches import Seating


class PendingMove(Struct, frozen=True):
    """A bot's move that is being computed, or that waits for the end of the bot's pause."""

    seat: int
    seq: int
    """Length of the log when the bot was asked."""
    level: str
    due: float
    """Time before which the move is not played, so that people can follow."""
    action: str | None = None
    """The chosen action; None while the bot is thinking."""
    cid: str = ""
    """The command id under which the action is stored."""


class Reaction(NamedTuple):
    """A sentence shown at a seat for a moment."""

    text: str
    until: float


class Claim(Struct, frozen=True):
    """A claim to a seat. It is kept in memory only: what comes of it is stored with the seats."""

    number: int
    """Number of the claim at this table, so that an answer is to this one."""
    seat: int
    owner: str
    """Identity of whoever claims the seat."""
    waits: frozenset[str]
    """Identities of those who sit here and have not answered."""
    until: float
    """Time of the room's clock at which an unanswered claim is refused."""
    state: Literal["asked", "refused", "admitted"] = "asked"


class TurnLimit(Struct, frozen=True, kw_only=True):
    """What an event has decided about a board: up to which turn it may be played, and who sees it under which name."""

    turn_of: TurnOf
    called: int
    """Number of turns that have been called; one more than there are once the last one has ended."""
    finished: bool  # whether all turns have ended
    over: bool  # whether the results of the round are stored
    open: bool  # whether spectators may see the board before the end
    skips: bool  # whether the next call ends the turn of a player who has not done so
    removed: bool  # whether the caller has sent the player away
    name: str  # of the player, as everyone may read it

    def is_behind(self, match: Match) -> bool:
        """Return whether a board has not reached the turn that was called."""
        return self.turn_of(match) < self.called

    def is_passed(self, match: Match) -> bool:
        """Return whether a board has done all that may be done before the next call."""
        return self.turn_of(match) > self.called


class TableState(Struct, frozen=True):
    """A table and its match. All times are seconds of the room's clock (`Time.now`)."""

    seating: Seating
    match: Match | None = None
    """The match at its present position in the log, never changed in place. None before the deal and until the log is read."""
    commands: Mapping[str, int] = {}
    """The number of the log entry that each command led to."""
    unwritten: tuple[LogEntry, ...] = ()
    """Entries that follow from the log of an event; they are stored with the next entry of this match."""
    limit: TurnLimit | None = None
    """Limit that its event sets to a board; None at every other table."""
    followed: int = 0
    """Number of calls that the match has followed, see `Follow`; 0 when it was just read."""
    shown: Match | None = None
    """The match of a board as those at it may know it."""
    clock: Clock | None = None
    """The clocks; None where the table has none."""
    petition: Petition | None = None
    """The newest petition, settled or not."""
    claim: Claim | None = None
    """The newest claim to a seat, settled or not."""
    denied: frozenset[str] = frozenset()
    """Identities whose claim was refused by an answer."""
    present: Mapping[str, int] = {}
    """Number of sockets and polls of each identity in this room."""
    elsewhere: frozenset[str] = frozenset()
    """Identities at this table in other rooms on the same database."""
    away_since: Mapping[str, float] = {}
    """When each person with a seat was seen last; whoever never came counts from the first time that somebody waited."""
    recount_at: float | None = None
    """When to tell how many people watch, because somebody came or went."""
    reactions: Mapping[int, Reaction] = {}
    pace: Pace = "normal"
    exact: bool = False
    """Whether bots wait until their players are compiled; otherwise a simpler player stands in meanwhile."""
    attended: bool = False
    """Whether this room has the table's bots act: somebody has come, and no other room wrote to the match since."""
    move: PendingMove | None = None
    bot_row: tuple[int, ...] = ()
    """Seats of the bots that have played since a person did."""

    @property
    def over(self) -> bool:
        """Whether the match has ended, as far as the state holds it."""
        return self.match is not None and self.match.over

    @property
    def attending(self) -> Mapping[str, int]:
        """Everybody who is here or at this table in another room."""
        return {**dict.fromkeys(self.elsewhere, 1), **self.present} if self.elsewhere else self.present

    def seats_of(self, owner: str) -> list[int]:
        """Return the seats of a person; several where people hand one device from one to the next."""
        return [seat for seat, sitter in enumerate(self.seating.sitters) if sitter.owner == owner]

    def acting_seat(self, owner: str, seat: int | None = None) -> int | None:
        """Return the seat a person acts on, None for spectators: the named one, else of several the one to act."""
        own = self.seats_of(owner)
        if len(own) < 2:
            return own[0] if own else None
        turn = self.match.turn if self.match else None
        return next((wanted for wanted in (seat, turn) if wanted in own), own[0])

    def awaits(self, owner: str) -> bool:
        """Return whether the match in memory waits for a person."""
        return self.match is not None and self.match.turn in self.seats_of(owner)

    def sight(self, owner: str, seat: int | None = None) -> int | None:
        """Return whose view a person gets: on a device that is handed on nobody's, unless the seat is named."""
        own = self.seats_of(owner)
        return self.acting_seat(owner) if len(own) < 2 else seat if seat in own else None

    def begun_match(self) -> Match:
        """Return the match.

        Raises:
            TurnError: it has not begun, or was played by other rules.
        """
        if self.match is None:
            raise TurnError("the match is over" if self.seating.begun else "the match begins when every seat is taken")
        return self.match

    @property
    def visible(self) -> Match:
        """The match as those at the table may know it: a board shows the next card only when it is called."""
        shown = self.shown if self.limit else self.match
        assert shown
        return shown

    @property
    def following(self) -> bool:
        """Whether a board in memory is where its event is; True at every other table."""
        return self.limit is None or self.match is None or self.followed == self.limit.called

    def hold_reason(self) -> str:
        """Return why the seat to act may not act yet; usually an empty string."""
        if self.clock and self.clock.paused:
            return "the clocks are paused"
        if self.limit is None or self.match is None:
            return ""
        if self.limit.removed:
            return "the caller has sent you away from this event"
        passed = self.limit.is_passed(self.match)
        return "you have ended the turn; the next card comes to all at once" if passed else ""

    def refuse_while_held(self) -> None:
        """Raise TurnError while nobody may act: the clocks are paused, or the event of this board waits for others."""
        if reason := self.hold_reason():
            raise TurnError(reason)

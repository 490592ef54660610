"""Messages that a table takes, and effects that its reducer asks for. All of them are plain values."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from muckle.match.log import Decision, Header, LogEntry
from muckle.match.match import Match
from muckle.server.messages import Pace
from muckle.server.tables.clock import Clock
from muckle.server.tables.state import PendingMove, TurnLimit
from muckle.store.matches import Seating, Sitter


class Message(Struct, frozen=True):
    """A message that a table takes from its inbox."""


class Loaded(Message, frozen=True):
    """The match was read from the store, or has just been dealt."""

    match: Match
    commands: Mapping[str, int]
    clock: Clock | None
    """The clocks as they were stored; None if they never were."""


class StoreMoved(Message, frozen=True):
    """Another room has written to the table; everything that it may have changed."""

    seating: Seating
    match: Match | None
    commands: Mapping[str, int]
    clock: Clock | None


class Seated(Message, frozen=True):
    """The store has another seating."""

    seating: Seating


class Limited(Message, frozen=True):
    """The event of this board has called a card, taken a call back, or decided something about its player."""

    limit: TurnLimit
    ours: bool
    """Whether this room decided it; otherwise the other room has bots act."""


class Follow(Message, frozen=True):
    """The match is to go where its event is."""


class Act(Message, frozen=True):
    """A seat's action, a takeback included."""

    seat: int
    act: str
    seq: int
    cid: str


class PlayLine(Message, frozen=True):
    """Decisions that are given, from wherever the match is."""

    line: tuple[Decision | str, ...]
    cid: str


class Manage(Message, frozen=True):
    """A seat does something about the table, see `actions.table_actions`: leaves, gives up, asks, answers."""

    seat: int
    act: str
    cid: str


class Arrange(Message, frozen=True):
    """Somebody wishes other seats or options before the deal; only the host may."""

    owner: str
    was: tuple[str, ...]
    """Names of the seats when the host looked."""
    seats: tuple[str, ...]
    """The wished occupant of each seat, see `messages.Arrange`."""
    header: Header
    """Header for the wanted options and seats."""


class ComeBack(Message, frozen=True):
    """Somebody without a seat says that one is theirs, see `claim`."""

    owner: str
    seat: int


class Rename(Message, frozen=True):
    """Somebody wishes another name on a seat of theirs, before the deal."""

    owner: str
    seat: int | None
    name: str


class React(Message, frozen=True):
    """A seat says one of `REACTIONS`, by number from 1."""

    seat: int
    number: int


class SayTyped(Message, frozen=True):
    """A seat says something that was typed; it was checked before."""

    seat: int
    text: str


class SetPace(Message, frozen=True):
    """Somebody wishes bots to play at a pace; only the host's wish counts."""

    owner: str
    pace: Pace


class UseExactBots(Message, frozen=True):
    """Bots of this table wait until they can think in full, and take no time for people to follow."""


class Connected(Message, frozen=True):
    """A socket or poll of somebody has come."""

    owner: str


class Disconnected(Message, frozen=True):
    """A socket or poll of somebody has gone."""

    owner: str


class Elsewhere(Message, frozen=True):
    """The identities at this table in other rooms are these now."""

    owners: frozenset[str]


class Attended(Message, frozen=True):
    """Somebody looks at the table: this room has its bots act from now on."""


class Touched(Message, frozen=True):
    """Something that scenes show has changed outside the state, such as an event's turn or the progress of compiling."""


class BotMoved(Message, frozen=True):
    """A bot has chosen."""

    seat: int
    seq: int
    """Length of the log when the bot was asked."""
    action: str
    """An action; empty if the bot has none: then the timeout action is played."""
    cid: str


class Tick(Message, frozen=True):
    """Some time has passed."""


class Append(Struct, frozen=True):
    """Write entries to the log, all or none; `seq` is the number of the last."""

    cid: str
    entries: tuple[LogEntry, ...]
    seq: int


class KeepClock(Struct, frozen=True):
    """Write down how the clocks stand."""

    clock: Clock


class PutSeat(Struct, frozen=True):
    """Have the store put somebody else on a seat; `Seated` follows."""

    seat: int
    was: Sitter
    sitter: Sitter
    bar: bool = False
    """Whether who sat there may not sit down again."""


class Rearrange(Struct, frozen=True):
    """Have the store put others on all seats of a table that has not begun; `Seated` follows."""

    sitters: tuple[Sitter, ...]
    header: Header


class Proceed(Struct, frozen=True):
    """Deal the cards if every seat is taken."""


class Publish(Struct, frozen=True):
    """Send the new scenes to everybody who looks on."""


class KeepEnding(Struct, frozen=True):
    """Write down what stays of the match when the rules change: it is over."""


class Remind(Struct, frozen=True):
    """Tell somebody who is not here, on their devices, that it is their turn."""

    owner: str


class Report(Struct, frozen=True):
    """Tell the event of this board how far the board has come."""

    board: str  # id of the match
    called: int  # number of calls that the board has followed
    match: Match  # as those at the board may know it
    ahead: bool  # whether the player has ended the turn
    acted: bool  # whether the player has just acted
    late: bool  # whether they did so on a card that had been missed


class AskBot(Struct, frozen=True):
    """Have a bot choose; `BotMoved` follows."""

    move: PendingMove


class CancelBot(Struct, frozen=True):
    """Nobody needs the bot's choice any more."""


Effect = Append | KeepClock | PutSeat | Rearrange | Proceed | Publish | KeepEnding | Remind | Report | AskBot | CancelBot

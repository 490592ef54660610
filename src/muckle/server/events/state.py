"""The state of an event as one value: what the log says, who has come, and what only this room knows.

`reduce` makes the next state; a `LiveEvent` keeps the present one. Callers, or the clock, write to the log of the event,
and players to the logs of their boards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from muckle.games.mickell import muckell
from muckle.match.log import Header
from muckle.match.match import Match
from muckle.scene.contract import Face
from muckle.server.events.boards import Progress, turn_of
from muckle.server.events.messages import Phase
from muckle.server.rude import is_rude
from muckle.server.series.reduce import HALF, LETTERS, written
from muckle.server.tables.state import TurnLimit
from muckle.store.events import (
    Approved,
    Begun,
    BoardResult,
    Called,
    Closed,
    Ended,
    EventEntry,
    EventPlayer,
    EventSetup,
    Followed,
    KeptOut,
    LetIn,
    Merged,
    NewBoard,
    Novice,
    Opened,
    Ordered,
    OwnDeck,
    Paced,
    Paused,
    PlayedLate,
    Relieved,
    Removed,
    Renamed,
    ResultTold,
    Resumed,
    Round,
    Scored,
    Uncalled,
)
from muckle.store.matches import Sitter, Terms

GRACE = 0.5
"""Seconds after a card's time is up in which an action still counts, because it was sent in time."""


class Course(Struct, frozen=True):
    """Round, turn, phase and results of an event, as they follow from its log alone."""

    length: int = 0  # number of log entries
    removed: frozenset[int] = frozenset()
    """Numbers of the players who were sent away, or who turned out to be another player."""
    approved: frozenset[int] = frozenset()  # numbers of the players whose names a caller has had shown
    names: Mapping[int, str] = {}  # names that callers gave to players, by the player's number
    open: bool = True  # whether new players may join
    kept_out: frozenset[str] = frozenset()  # keyed hashes of the addresses from which no new players may join
    pace: str = ""
    """The pace (when the next card comes) that a caller has set; empty: the one that the event was opened with."""
    word: str = ""  # the callers' word, if it has been changed
    next: str = ""  # the code of the event in which the same people go on
    novices: frozenset[int] = frozenset()  # numbers of the players who play for the first time
    late: frozenset[int] = frozenset()
    """Numbers of the players who played a missed card after a later one had been called, in any round."""
    round: int = 0
    header: Header | None = None  # of the boards of this round; it has salts once the round has begun
    secret: str = ""
    turn: int = 0  # number of calls in this round
    uncalled: bool = False  # whether the last call has been taken back, and there was none since
    phase: Phase = "joining"
    message: str = ""  # of the caller to everybody during a pause
    dealt: Mapping[int, tuple[Header, str]] = {}  # header and secret of each round that has begun
    own_deck: Mapping[int, int] = {}
    """Rounds whose cards were called from a real deck, each with the number of times that their order was typed in."""
    told: int = 0  # number of times that halls were to tell a result
    mixed: Mapping[int, Begun] = {}  # the entry that began each round; it names the players whose salts were mixed
    results: Mapping[int, tuple[BoardResult, ...]] = {}  # of each round that is over, one per board
    claims: Mapping[int, BoardResult] = {}
    """Scores of this round that players typed in themselves and no caller has confirmed, by the player's number."""
    fields: Mapping[int, tuple[dict[str, int], ...]] = {}  # action counts of each round that is over, see `boards.Field`


def folded(course: Course, entries: Iterable[EventEntry]) -> Course:
    """Return the course after some entries of the log."""
    for entry in entries:
        course = replace(after(course, entry), length=course.length + 1)
    return course


def after(course: Course, entry: EventEntry) -> Course:
    """Return the course after an entry; `folded` counts it."""
    match entry:
        case Round():
            course = replace(course, round=course.round + 1, turn=0, phase="joining", claims={})
            return replace(course, header=entry.header, secret=entry.secret)
        case Begun():
            assert course.header
            header = replace(course.header, salts=(entry.salt,))
            dealt = {**course.dealt, course.round: (header, course.secret)}
            mixed = {**course.mixed, course.round: entry}
            return replace(course, header=header, turn=1, phase="playing", dealt=dealt, mixed=mixed)
        case Called():
            return replace(course, turn=course.turn + 1, phase="playing", message="", uncalled=False)
        case Uncalled():
            return replace(course, turn=course.turn - 1, uncalled=True)
        case Paused():
            return replace(course, phase="paused", message=entry.message)
        case Resumed():
            return replace(course, phase="playing", message="")
        case Removed():
            return replace(course, removed=course.removed | {entry.number})
        case KeptOut():
            return replace(course, kept_out=course.kept_out | {entry.address})
        case LetIn():
            return replace(course, kept_out=frozenset())
        case OwnDeck():
            course = replace(course, phase="over", own_deck={**course.own_deck, course.round: 0})
            return ended(course, (), ())
        case Ordered():
            times = course.own_deck[entry.round] + 1
            dealt = {**course.dealt, entry.round: (entry.header, "")}
            return replace(course, dealt=dealt, own_deck={**course.own_deck, entry.round: times})
        case ResultTold():
            return replace(course, told=course.told + 1)
        case Approved():
            return replace(course, approved=course.approved.union(entry.numbers))
        case Renamed():
            names = {**course.names, entry.number: entry.name}
            return replace(course, names=names, approved=course.approved | {entry.number})
        case Merged():
            return merged(course, entry.number, entry.into) if entry.number else course
        case Opened():
            return replace(course, open=True)
        case Closed():
            return replace(course, open=False)
        case Paced():
            return replace(course, pace=entry.pace)
        case Relieved():
            return replace(course, word=entry.word)
        case Followed():
            return replace(course, next=entry.code)
        case Novice():
            return replace(course, novices=course.novices | {entry.number})
        case PlayedLate():
            return replace(course, late=course.late | {entry.number})
        case Ended():
            return ended(course, entry.results, entry.field)
        case Scored():
            number = entry.result.number
            claims = {player: result for player, result in course.claims.items() if player != number}
            if entry.claimed:
                return replace(course, claims={**claims, number: entry.result})
            others = tuple(result for result in course.results[course.round] if result.number != number)
            return replace(course, claims=claims, results={**course.results, course.round: (*others, entry.result)})
        case _:  # clocks are not kept, and who leads stands beside the log
            return course


def ended(course: Course, results: tuple[BoardResult, ...], field: tuple[dict[str, int], ...]) -> Course:
    """Return the course after the end of a round."""
    results_of, fields = {**course.results, course.round: results}, {**course.fields, course.round: field}
    return replace(course, phase="over", results=results_of, fields=fields)


def merged(course: Course, number: int, into: int) -> Course:
    """Merge player `number` into player `into`, keeping results of rounds in which `into` has none."""
    results = {
        played: each
        if into in {result.number for result in each}
        else tuple(replace(result, number=into) if result.number == number else result for result in each)
        for played, each in course.results.items()
    }
    claims = {player: result for player, result in course.claims.items() if player != number}
    if number in course.claims:
        claims.setdefault(into, replace(course.claims[number], number=into))
    return replace(course, removed=course.removed | {number}, results=results, claims=claims)


class People(Struct, frozen=True, dict=True):
    """The players of an event, in the order in which they came."""

    all: tuple[EventPlayer, ...]

    @cached_property
    def by_owner(self) -> Mapping[str, EventPlayer]:
        return {player.owner: player for player in self.all if player.owner}

    @cached_property
    def by_number(self) -> Mapping[int, EventPlayer]:
        return {player.number: player for player in self.all}


class EventState(Struct, frozen=True, kw_only=True):
    """An event. All times are seconds of the room's clock (`Time.now`)."""

    setup: EventSetup  # as it was opened
    people: People
    callers: frozenset[str]
    course: Course
    options: muckell.Options  # at the present pace
    shared: bool  # whether other rooms may write to the log
    present: Mapping[str, int] = {}  # number of sockets and polls that each visitor has open in this room
    elsewhere: frozenset[str] = frozenset()  # visitors who are present in another room
    addresses: Mapping[str, str] = {}  # keyed hash of the address from which each visitor came last; never stored
    late: float = 0.0
    """Seconds that this room waits longer before it acts, because another room acted for the event last."""
    done: frozenset[int] = frozenset()  # numbers of the players who have ended the turn
    acted: frozenset[int] | None = None
    """Numbers of the players who have acted since the last call; None if this room did not see all of their actions."""
    progress: Mapping[int, Progress] = {}  # results of boards so far, by player, as far as they may be shown
    before: Mapping[int, Progress] = {}  # results of boards at the moment when the card on call was called
    deal: Match | None = None  # a board that nobody plays, from which the called cards are read
    faces: tuple[Face, ...] = ()  # of the called cards, in order
    until: float | None = None  # time of the next call by the clock; while paused, the number of seconds that were left

    @property
    def code(self) -> str:
        """Code with which people find the event."""
        return self.setup.code

    @property
    def turns(self) -> int:
        """Number of turns of a round: one for each card, and the final phase."""
        return self.options.turns()

    @property
    def open(self) -> bool:
        """Whether spectators may see boards before the round is over."""
        return self.options.open_boards

    @property
    def real_cards(self) -> bool:
        """Whether players use real decks of their own. Then nobody has a board in the room."""
        return self.setup.real_cards

    @property
    def players(self) -> tuple[EventPlayer, ...]:
        return self.people.all

    @property
    def playing(self) -> list[EventPlayer]:
        """All players except those who were sent away."""
        return [player for player in self.people.all if player.number not in self.course.removed]

    @property
    def word(self) -> str:
        """The word by which somebody may become a caller."""
        return self.course.word or self.setup.word

    @property
    def seconds(self) -> float:
        """Seconds for this turn; the final phase has twice the time of a card."""
        return self.options.seconds * (2 if self.course.turn == self.turns else 1)

    def left(self, now: float) -> float:
        """Return the seconds until the next card; 0 if no clock runs."""
        if self.until is None:
            return 0.0
        return self.until if self.course.phase == "paused" else max(0.0, self.until - now)

    def name_of(self, player: EventPlayer) -> str:
        """Return a player's name, for the player and for callers."""
        return self.course.names.get(player.number, player.name)

    def is_shown(self, player: EventPlayer) -> bool:
        """Return whether all may read a player's name."""
        if self.setup.names == "numbers":
            return bool(player.level)
        at_once = self.setup.names == "at_once" and not is_rude(self.name_of(player))
        return bool(player.level) or player.number in self.course.approved or at_once

    def public_name(self, player: EventPlayer) -> str:
        """Return what all may read as a player's name."""
        return self.name_of(player) if self.is_shown(player) else f"Guest {player.number}"

    def player(self, owner: str) -> EventPlayer | None:
        """Return the player with an identity, or None."""
        return self.people.by_owner.get(owner)

    def is_here(self, owner: str) -> bool:
        """Return whether an identity is connected to the event, in this room or in another one on the same database."""
        return owner in self.present or owner in self.elsewhere

    def personal_code(self, number: int) -> str:
        """Return the code by which another device is recognised as a player's, at an event in no series."""
        key = self.setup.word.encode()[:64]
        digest = hashlib.blake2b(f"{self.code} {number}".encode(), key=key, digest_size=2 * HALF).digest()
        return written("".join(LETTERS[byte % len(LETTERS)] for byte in digest))

    def board_of(self, player: EventPlayer) -> str:
        """Return the id of a player's match in this round."""
        return f"{self.code}.{self.course.round}.{player.number}"

    def all_done(self) -> bool:
        """Return whether everybody who is present has ended the turn, and there is somebody who has."""
        waiting = (player for player in self.playing if player.number not in self.done)
        return bool(self.done) and not any(player.level or self.is_here(player.owner) for player in waiting)

    def limit(self, played: int, number: int) -> TurnLimit:
        """Return what the event has decided about a player's board in a round."""
        current, player = played == self.course.round, self.people.by_number.get(number)
        called = self.course.turn if current else self.turns + 1
        return TurnLimit(
            turn_of=turn_of,
            called=called,
            finished=called > self.turns,
            over=not current or self.course.phase == "over",
            open=self.open,
            skips=self.options.late_discards,
            removed=number in self.course.removed,
            name=self.public_name(player) if player else "",
        )


def options_at(setup: EventSetup, pace: str) -> muckell.Options:
    """Return an event's options with another pace; "" is the pace it was opened with.

    Raises:
        OptionsError: there is no such pace, or it does not fit the other options.
    """
    given = {**setup.options, **({"pace": pace} if pace else {})}
    return muckell.read_options(setup.preset, given)


def new_boards(state: EventState, players: Sequence[EventPlayer], header: Header) -> tuple[NewBoard, ...]:
    """Return the boards of some players in this round, ready to be dealt."""
    terms = Terms(away=0, event=state.code, advice=state.options.gives_advice)
    sitters = [Sitter(state.public_name(player), player.level, player.owner, player.salt) for player in players]
    return tuple(
        NewBoard(state.board_of(player), header, state.course.secret, sitter, terms)
        for player, sitter in zip(players, sitters, strict=True)
    )


def latecomers(state: EventState) -> list[EventPlayer]:
    """Return the players who joined after the first call of this round."""
    begun = state.course.mixed.get(state.course.round)
    return [each for each in state.playing if each.number not in begun.numbers] if begun and not state.real_cards else []


def any_deal(state: EventState) -> Match:
    """Return a match of this round that nobody plays."""
    assert state.course.header
    return Match(replace(state.course.header, salts=("",)), secret=state.course.secret, narrate=False)

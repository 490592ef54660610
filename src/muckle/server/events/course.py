"""The course of an event: the state folded from the log of its callers' actions."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from muckle.match.log import Header
from muckle.server.events.event_messages import Phase
from muckle.store.gatherings import (
    Approved,
    Assisted,
    Begun,
    BoardResult,
    Called,
    Deed,
    Door,
    Ended,
    Extended,
    Followed,
    KeptOut,
    Merged,
    Novice,
    Ordered,
    OwnDeck,
    Paced,
    Paused,
    PlayedLate,
    Relieved,
    Removed,
    Renamed,
    Resumed,
    Round,
    Scored,
    Told,
    Uncalled,
)


class Course:
    """The state of an event: round, turn, phase and the results so far.

    Args:
        deeds: the event's log so far.
    """

    def __init__(self, deeds: Iterable[Deed]) -> None:
        self.length = 0
        """Number of log entries."""
        self.removed: set[int] = set()
        """Numbers of the players who were sent away, or who turned out to be another player."""
        self.approved: set[int] = set()
        """Numbers of the players whose names a caller has had shown."""
        self.names: dict[int, str] = {}
        """Names that callers gave to players, by the player's number."""
        self.open = True
        """Whether new players may join."""
        self.kept_out: set[str] = set()
        """Keyed hashes of the addresses from which no new players may join."""
        self.pace = ""
        """The pace (when the next card comes) that a caller has set; empty: the one that the event was opened with."""
        self.word = ""
        """The callers' word, if it has been changed."""
        self.next = ""
        """The code of the event in which the same people go on."""
        self.novices: set[int] = set()
        """Numbers of the players who play for the first time."""
        self.late: set[int] = set()
        """Numbers of the players who played a missed card after a later one had been called, in any round."""
        self.round = 0
        self.header: Header | None = None
        """Header of the boards of this round. It has salts once the round has begun."""
        self.secret = ""
        self.turn = 0
        """Number of calls in this round."""
        self.uncalled = False
        """Whether the last call has been taken back, and there was none since."""
        self.phase: Phase = "gathering"
        self.message = ""
        """Message of the caller to everybody during a pause."""
        self.dealt: dict[int, tuple[Header, str]] = {}
        """Header and secret of each round that has begun, by the number of the round."""
        self.own_deck: dict[int, int] = {}
        """Rounds whose cards were called from a real deck, each with the number of times that their order was typed in."""
        self.told = 0
        """Number of times that halls were to tell a result."""
        self.mixed: dict[int, Begun] = {}
        """Log entry that began each round; it names the players whose salts were mixed."""
        self.results: dict[int, tuple[BoardResult, ...]] = {}
        """Results of each round that is over, one per board."""
        self.claims: dict[int, BoardResult] = {}
        """Scores of this round that players typed in themselves and no caller has confirmed, by the player's number."""
        self.fields: dict[int, tuple[dict[str, int], ...]] = {}
        """Action counts of each round that is over, see `field.Field`."""
        for deed in deeds:
            self.take(deed)

    def take(self, deed: Deed) -> None:
        """Apply one log entry."""
        self.length += 1
        match deed:
            case Round():
                self.round, self.turn, self.phase = self.round + 1, 0, "gathering"
                self.claims = {}
                self.header, self.secret = deed.header, deed.secret
            case Begun():
                assert self.header
                self.header = salted(self.header, deed.salt)
                self.turn, self.phase = 1, "playing"
                self.dealt[self.round] = self.header, self.secret
                self.mixed[self.round] = deed
            case Called():
                self.turn, self.phase, self.message, self.uncalled = self.turn + 1, "playing", "", False
            case Uncalled():
                self.turn, self.uncalled = self.turn - 1, True
            case Paused():
                self.phase, self.message = "paused", deed.message
            case Resumed():
                self.phase, self.message = "playing", ""
            case Removed():
                self.removed.add(deed.number)
            case KeptOut():
                self.kept_out = {*self.kept_out, deed.address} if deed.address else set()
            case OwnDeck():
                self.phase, self.own_deck[self.round] = "over", 0
                self.results[self.round], self.fields[self.round] = (), ()
            case Ordered():
                self.dealt[deed.round] = deed.header, ""
                self.own_deck[deed.round] += 1
            case Told():
                self.told += 1
            case Approved():
                self.approved.update(deed.numbers)
            case Renamed():
                self.names[deed.number] = deed.name
                self.approved.add(deed.number)
            case Merged():
                self._merge(deed.number, deed.into)
            case Door():
                self.open = deed.open
            case Paced():
                self.pace = deed.pace
            case Relieved():
                self.word = deed.word
            case Followed():
                self.next = deed.code
            case Novice():
                self.novices.add(deed.number)
            case PlayedLate():
                self.late.add(deed.number)
            case Ended():
                self.phase = "over"
                self.results[self.round], self.fields[self.round] = deed.results, deed.field
            case Scored() if deed.claimed:
                self.claims[deed.result.number] = deed.result
            case Scored():
                self.claims.pop(deed.result.number, None)
                others = (result for result in self.results[self.round] if result.number != deed.result.number)
                self.results[self.round] = (*others, deed.result)
            case Extended() | Assisted():
                pass  # clocks are not kept, and who leads stands beside the log

    def _merge(self, number: int, into: int) -> None:
        """Merge player `number` into player `into`, keeping results of rounds in which `into` has none."""
        if not number:
            return
        self.removed.add(number)
        for round_, results in self.results.items():
            if into not in {result.number for result in results}:
                self.results[round_] = tuple(
                    replace(result, number=into) if result.number == number else result for result in results
                )
        if claim := self.claims.pop(number, None):
            self.claims.setdefault(into, replace(claim, number=into))


def salted(header: Header, salt: str) -> Header:
    """Return the header of the boards with the round's mixed salt in it."""
    return replace(header, salts=(salt,))

"""Events at which many play one deck, as stored: how each was opened, who came, and the log of what callers did.

A round's boards are ordinary matches; what a caller does stands here. Which cards a board missed is written nowhere: it
follows from both.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from muckle.match.log import Header
from muckle.store.matches import Sitter, Terms

NamesShown = Literal["at_once", "after_approval", "numbers"]
"""When the names of players stand on the hall's screen. at_once: unless they look abusive. numbers: never."""


class EventSetup(Struct, frozen=True):
    """An event as it was opened."""

    code: str
    """The code that people enter to get to the event."""
    title: str
    host: str
    """The identity that opened the event; empty for whoever wanted to be forgotten."""
    game: str
    preset: str
    options: dict[str, int | str]
    """The options that were given, without seats."""
    rounds: int
    word: str
    """The secret word by which somebody may become a caller."""
    real_cards: bool = False
    """Whether players hold decks of their own: then nobody has a board here, and scores are typed in."""
    series: str = ""
    """The code of the series that the event counts in."""
    names: NamesShown = "at_once"
    emoji: bool = True
    """Whether names may have emoji in them."""
    after: str = ""
    """The code of the event whose people go on here."""


class EventPlayer(Struct, frozen=True):
    """Somebody who plays along, or a bot."""

    number: int
    """The number of the player, from 1 in the order they came."""
    name: str
    owner: str = ""
    """The identity of a person."""
    level: str = ""
    """A player of `muckle.players`, for a bot."""
    salt: str = ""
    """A person's part of the chance of the event."""
    member: int = 0
    """The player's number as a member of the event's series; 0: none."""


class Logged(Struct, frozen=True, tag_field="type"):
    """An entry of an event's log, as callers ask for it or as it follows from what they ask for."""


class Round(Logged, frozen=True, tag="round"):
    """People gather for the next round."""

    header: Header
    """The header of every board of the round, without salts: what the commitment promises."""
    secret: str


class Begun(Logged, frozen=True, tag="begin"):
    """The first card was called: from now on the chance is fixed."""

    salt: str
    """The salt of the round, mixed from those of all who had come."""
    numbers: tuple[int, ...]
    """The numbers of the players who had come, in order."""


class Called(Logged, frozen=True, tag="call"):
    """The next card, the final phase, or the end of the round."""

    turn: int
    """The turn that the call ends: a call that arrives twice is carried out once."""


class Uncalled(Logged, frozen=True, tag="uncall"):
    """The last call was taken back. What players had done on it is taken back in the logs of their boards."""

    turn: int
    """The turn that had been called."""


class Paused(Logged, frozen=True, tag="pause"):
    """No clock runs."""

    message: str = ""
    """Message of the caller to everybody meanwhile."""


class Resumed(Logged, frozen=True, tag="resume"):
    """The clock goes on."""


class Extended(Logged, frozen=True, tag="extend"):
    """There is more time for this card."""

    seconds: int


class Removed(Logged, frozen=True, tag="remove"):
    """A player was sent away."""

    number: int


class KeptOut(Logged, frozen=True, tag="keep_out"):
    """Nobody new is let in from an address any more."""

    address: str
    """A keyed hash of the address, see `events.reduce`."""


class LetIn(Logged, frozen=True, tag="let_in"):
    """Newcomers are let in from all addresses again."""


class OwnDeck(Logged, frozen=True, tag="own_deck"):
    """Callers called the cards of this round from a real deck that they shuffled. The round is over; scores are typed in."""


class Ordered(Logged, frozen=True, tag="order"):
    """The order of the cards of a round that was called from a real deck was typed in, or corrected."""

    round: int
    header: Header
    """Header of the matches that are played with these cards: par and the best play."""


class ResultTold(Logged, frozen=True, tag="tell"):
    """Halls tell the result of the round, from the third place to the first."""


class Approved(Logged, frozen=True, tag="approve"):
    """A caller looked at names and had them shown."""

    numbers: tuple[int, ...]


class Renamed(Logged, frozen=True, tag="rename"):
    """A caller gave a player another name, which is shown."""

    number: int
    name: str


class Merged(Logged, frozen=True, tag="merge"):
    """Two players turned out to be one person, or somebody went on with their board on another device."""

    number: int
    """The player who is no more; 0 if the device had none here."""
    into: int
    """The player who goes on."""
    owner: str
    """The identity that goes on as that player; empty for names that were typed in with real cards."""
    boards: tuple[str, ...]
    """The boards that this identity gets."""


class Opened(Logged, frozen=True, tag="open"):
    """Newcomers are let in."""


class Closed(Logged, frozen=True, tag="close"):
    """Newcomers are let in no more."""


class Paced(Logged, frozen=True, tag="pace"):
    """The pace of the event was changed: the option that says when the next card comes."""

    pace: str


class Relieved(Logged, frozen=True, tag="relieve"):
    """All callers but one lost their rights, and the callers' word is another."""

    owner: str
    """The caller who stays; `KeptEvent.callers` has the identity they have now."""
    word: str


class Assisted(Logged, frozen=True, tag="assist"):
    """Somebody became a caller as well; `KeptEvent.callers` has the identity they have now."""

    owner: str


class Followed(Logged, frozen=True, tag="follow"):
    """Another event was opened for the same people."""

    code: str


class Novice(Logged, frozen=True, tag="novice"):
    """A player said that they play for the first time."""

    number: int


class PlayedLate(Logged, frozen=True, tag="play_late"):
    """A player acted on a missed card of this round after a later one had been called."""

    number: int


class BoardResult(Struct, frozen=True):
    """The result of a player's board. A result that was typed in names no words."""

    number: int
    score: int
    tiebreak: int
    words: tuple[tuple[str, int], ...]
    """The claimed words with their points."""


class Ended(Logged, frozen=True, tag="end"):
    """The round is over."""

    results: tuple[BoardResult, ...]
    field: tuple[dict[str, int], ...] = ()
    """For each card in order, how often each action was the first of its turn."""


class Scored(Logged, frozen=True, tag="score"):
    """A result of somebody who plays with real cards was typed in, or corrected."""

    result: BoardResult
    claimed: bool = False
    """Whether the player typed it in: it counts once a caller has typed in or confirmed a score for them."""


EventEntry = (
    Round
    | Begun
    | Called
    | Uncalled
    | Paused
    | Resumed
    | Extended
    | Removed
    | KeptOut
    | LetIn
    | OwnDeck
    | Ordered
    | ResultTold
    | Approved
    | Renamed
    | Merged
    | Opened
    | Closed
    | Paced
    | Relieved
    | Assisted
    | Followed
    | Novice
    | PlayedLate
    | Ended
    | Scored
)
"""An entry of an event's log."""


class KeptEvent(Struct, frozen=True):
    """Everything that is stored of an event itself."""

    setup: EventSetup
    players: tuple[EventPlayer, ...]
    callers: frozenset[str]
    """The identities that may lead the event now."""
    entries: tuple[EventEntry, ...]


class NewBoard(Struct, frozen=True):
    """A board to be dealt: a match that has begun."""

    match: str
    header: Header
    secret: str
    sitter: Sitter
    terms: Terms

"""Every message between an event of Muckell and its clients.

HTTP, as in `messages`; CODE is an event's, whatever the case:

    POST /api/events                NewEvent  -> EventView      open one; who asks is its caller
    GET  /api/events/CODE?have=SEQ&wait=SECONDS -> EventView    at once if newer than SEQ, else when it is (long poll)
    POST /api/events/CODE/join      JoinEvent -> EventView      play along; `you.board` is your match once it has begun
    POST /api/events/CODE/return    Return    -> EventView      go on with one's own board on this device
    POST /api/events/CODE/assist    Assist    -> EventView      become a caller, too, with the callers' word
    POST /api/events/CODE/lead      Lead      -> EventView      what callers do
    POST /api/events/CODE/score     Score     -> EventView      type in what somebody played with real cards, or correct it
    POST /api/events/CODE/order     Order     -> EventView      type in the order in which callers called a real deck
    GET  /api/events/CODE/standings?round=NUMBER -> Standings   of all; of one round where it is named
    GET  /api/events/CODE/standings.csv       -> CSV
    GET  /api/events/CODE/par?round=NUMBER    -> RoundPar         what could be made of a round's cards, once it is over
    GET  /api/events/CODE/players             -> Players        who plays along; for callers
    GET  /api/events/CODE/salts?round=NUMBER  -> Salts          what the chance of a round is mixed from, once it has begun
    GET  /api/events/CODE/record?round=NUMBER -> JSON Lines     every board's transcript, and the standings, once it is over

Over the socket /api/events/CODE/live the server sends an `EventView` whenever something changes: at once when a card is called,
else at most twice a second, to those who play every three seconds; a `Ping` of the client's is answered by a `Pong`.
Everybody plays on a board of their own, an ordinary match (`Scene.event` names the event): its acts, hints and words are
those of any match.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from muckle.scene.contract import Face
from muckle.store.events import (
    Called,
    Closed,
    EventEntry,
    EventPlayer,
    Extended,
    KeptEvent,
    LetIn,
    NamesShown,
    NewBoard,
    Opened,
    OwnDeck,
    Paced,
    Paused,
    ResultTold,
    Resumed,
    Uncalled,
)

Phase = Literal["joining", "playing", "paused", "over"]
"""Phase of a round. joining: people come, nothing is dealt. over: the round has ended; another may follow."""


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to open."""

    title: str = ""
    preset: str = "muckell"
    options: dict[str, int | str] = {}
    """Options of the game without seats: pace, visibility, late, tie, advice, dictionary, rows …"""
    rounds: int = 1
    bots: int = 0  # number of bots that play along
    level: str = ""
    """Level of those bots; empty for the usual level."""
    real_cards: bool = False
    """Whether players hold decks of their own: then nobody has a board here, and scores are typed in at the end."""
    names: NamesShown = "at_once"
    """When the names of players are shown to all."""
    emoji: bool = True  # whether names may have emoji in them


class JoinEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play along."""

    name: str = ""
    salt: str = ""
    """The player's share of the event's randomness: a salt of 32 random bytes as 64 hexadecimal digits."""
    novice: bool = False  # whether the player plays for the first time
    member: int = 0
    """Number of the series' member that the player is, picked from the list of members who have no device; 0 for none.

    Only in events with real cards.
    """


class Return(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to go on with one's own board on another device."""

    code: str  # the player's personal code


class Assist(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to become a caller."""

    word: str


class Request(Struct, frozen=True, tag_field="type"):
    """What a caller asks for, where the log's entry says it in another way."""


class RemovePlayer(Request, frozen=True, tag="remove"):
    """Send a player away."""

    player: int
    address: bool = False  # whether nobody new is let in from the player's address either


class ApproveNames(Request, frozen=True, tag="approve"):
    """Have a name shown."""

    player: int = 0  # 0: all that wait


class RenamePlayer(Request, frozen=True, tag="rename"):
    """Give a player another name."""

    player: int
    name: str


class MergePlayers(Request, frozen=True, tag="merge"):
    """Say that two players are one person."""

    player: int  # who is no more
    into: int  # who goes on


class RelieveCallers(Request, frozen=True, tag="relieve"):
    """Let nobody else call any more."""


class NextRound(Request, frozen=True, tag="next"):
    """Gather for another round, even after the last one planned."""


class AnotherEvent(Request, frozen=True, tag="again"):
    """Open another event for the same people, once a round is over."""


Lead = (
    Called
    | Uncalled
    | Paused
    | Resumed
    | Extended
    | OwnDeck
    | ResultTold
    | LetIn
    | Opened
    | Closed
    | Paced
    | RemovePlayer
    | ApproveNames
    | RenamePlayer
    | MergePlayers
    | RelieveCallers
    | NextRound
    | AnotherEvent
)
"""What callers may ask for: entries of the log as they are stored, and requests that lead to some."""


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """A score made with real cards."""

    score: int
    longest: int = 0  # number of letters of the longest word, which may break ties
    name: str = ""
    """Name of the player with this score. Callers may name people who have not joined; empty for the sender's own score."""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """The order in which the cards of a round lay in a real deck."""

    cards: str  # the two letters of each card, from the first to the last; spaces and commas between them do not count
    round: int = 0  # number of the round; 0 for the newest


class Place(Struct, frozen=True, omit_defaults=True):
    """A row of the standings."""

    place: int
    number: int  # number of the player, from 1 in the order of joining
    name: str
    score: int
    longest: int = 0  # number of letters of the longest word, where it breaks ties
    shared: bool = False  # whether other players share this place
    before: int = 0  # the part of the score that was made in earlier rounds
    late: bool = False  # whether the player played missed cards when later ones were known (Muckell D11)
    rose: int = 0
    """Number of places gained since the card on call was called, negative if places were lost; where boards are open."""


class JustClaimed(Struct, frozen=True):
    """A word claimed on the card on call."""

    name: str  # name of the player
    word: str
    points: int
    cards: tuple[Face, ...]  # cards of the claimed row, each with the letter that counts


class BestWord(Struct, frozen=True):
    """A word that was claimed at the event."""

    word: str
    points: int
    names: tuple[str, ...]  # names of the first three players who claimed the word
    times: int


class Climb(Struct, frozen=True):
    """The player who gained most places after the first round."""

    name: str
    before: int  # the player's place after the first round
    place: int


class Standings(Struct, frozen=True):
    """The ranking of all players."""

    places: tuple[Place, ...]  # rows in ascending order of place; a view has only the first eight
    players: int
    spread: tuple[int, ...]  # number of players with each score, from score 0 up
    words: tuple[BestWord, ...]  # the longest words of the event
    climb: Climb | None = None
    novice: Place | None = None  # the row of the best of those who play for the first time


class OwnWord(Struct, frozen=True):
    """A word with the points that it scored."""

    word: str
    points: int


class RoundBest(Struct, frozen=True):
    """The best result a round's cards allow to a player who knows them all in advance."""

    match: str  # id of the match in which that line is played out
    score: int
    proven: bool  # whether no higher score is possible; otherwise this is only the best one found
    words: tuple[OwnWord, ...] = ()  # the words of that line in the order they are claimed


class RoundPar(Struct, frozen=True):
    """The par of a round: the score of the strongest bot, which does not know the cards to come either."""

    match: str  # id of the match in which the bot plays the cards
    score: int | None  # the bot's score; None while it still plays, which it does as long as somebody asks
    best: RoundBest | None = None
    """The best possible result; None while par is unknown or the search still runs, which it does as long as somebody asks."""
    words: tuple[OwnWord, ...] = ()  # the words that the bot claimed, in order


class TypedScore(Struct, frozen=True, omit_defaults=True):
    """A score that a player with real cards typed in. It counts once a caller has confirmed it."""

    score: int
    longest: int = 0  # number of letters of the longest word, where it breaks ties


class Named(Struct, frozen=True, omit_defaults=True):
    """A player as callers see them."""

    number: int
    name: str
    here: bool = False  # whether the player is present now
    done: bool = False  # whether the player has ended the turn
    hidden: bool = False  # whether all but callers read a number instead of the name
    claim: TypedScore | None = None
    sharing: int | None = None
    """Number of others here who came from the same address; None if the room does not know the player's."""


class Players(Struct, frozen=True):
    """All players in the order in which they joined."""

    players: tuple[Named, ...]
    kept_out: int = 0  # number of addresses from which nobody new is let in


class Salts(Struct, frozen=True):
    """The salts that players added to a round's randomness, so that anybody can check it."""

    salt: str  # salt of every board of the round: the BLAKE2b hash (32 bytes) of `salts`, joined with line feeds
    salts: tuple[str, ...]
    """Salts of all players who had joined when the first card was called, in that order; empty for bots."""


class You(Struct, frozen=True, omit_defaults=True):
    """The part of a view that is for one viewer alone."""

    caller: bool = False
    word: str = ""
    """The password with which others can become callers. Only callers see it."""
    number: int = 0  # the viewer's number as a player; 0 for viewers who do not play
    removed: bool = False  # whether a caller has sent the viewer away: they play no more
    name: str = ""
    shown: str = ""
    """Text that all others read instead of the name; empty if they read the name."""
    code: str = ""
    """The personal code with which the viewer goes on on another device; empty in a series, which has codes of its own."""
    board: str = ""
    """Id of the viewer's match in this round."""
    place: Place | None = None
    claim: TypedScore | None = None
    words: tuple[OwnWord, ...] = ()
    """The viewer's words of this round in the order they were claimed, once the round is over."""
    deck: tuple[str, ...] = ()
    """For callers: the cards of a round that was called from a real deck, once it is over, so that their order is typed in."""


class EventView(Struct, frozen=True, tag="event"):
    """An event as one viewer sees it. It reveals neither hidden boards nor cards to come."""

    code: str
    seq: int
    title: str
    phase: Phase
    round: int
    rounds: int
    pace: str  # the option that says when the next card comes: wait_for_all, caller, or seconds:20
    dictionary: str
    open: bool  # whether boards and scores are shown before the round is over
    real_cards: bool  # whether players hold decks of their own
    advice: bool  # whether players may ask for hints and advice during a round (Muckell D15)
    names: NamesShown  # when the names of players are shown to all
    turn: int
    """Number of calls in this round: 0 before the first card, `cards` + 1 for the final phase, one more at the end."""
    cards: int
    face: Face | None  # the card that was called last
    last: tuple[Face, ...]  # up to seven cards called before it, the newest last
    letters: tuple[int, ...]  # number of cards to come that have each letter, from A to Z
    players: int
    done: int  # number of players who have ended the turn
    here: int  # number of players who are present now
    newest: tuple[str, ...]  # names of up to 24 players who joined last, the newest first
    seconds: int  # seconds that each card may take; 0 if no clock runs
    left: float  # seconds that were left until the next card when this view was sent
    commitment: str  # commitment to the secret of this round, see `Fairness`
    standings: Standings | None  # the standings once the round is over; where boards are open, also before
    you: You
    series: str = ""
    """Code of the series in which the event counts; empty if there is none."""
    message: str = ""
    """Message of the caller to everybody during a pause."""
    closed: bool = False  # whether newcomers are let in no more
    own_deck: bool = False  # whether the cards of this round were called from a real deck
    ordered: int = 0
    """Number of times that the order of those cards was typed in: par and the best play follow from the last one."""
    told: int = 0  # number of times that halls were to tell a result
    claims: int = 0  # number of scores that players typed in and no caller has confirmed yet
    longest: bool = False  # whether the longest word breaks ties
    all_done: bool = False  # whether everybody who is present has ended the turn
    claimed: tuple[JustClaimed, ...] = ()
    """Up to five words claimed on the card on call, the best first; only where boards are open."""
    next: str = ""
    """Code of the event in which the same people go on; empty if there is none."""
    after: bool = False  # whether the people of another event go on here, under the names they have there
    claimed_more: int = 0  # number of further words claimed on the card on call


# Between the parts of the room


class Read(Struct, frozen=True):
    """The event was read from the store again: another room has written, or people have other names or devices."""

    kept: KeptEvent


class Joined(Struct, frozen=True):
    """The store has a new player."""

    player: EventPlayer
    novice: bool = False


class Seen(Struct, frozen=True):
    """A visitor came from an address."""

    owner: str
    address: str


class TakenUp(Struct, frozen=True):
    """The room takes up an event where it left it when it was closed, or where another room has it now."""


class Tick(Struct, frozen=True):
    """Some time has passed."""


class Append(Struct, frozen=True):
    """Write entries to the log, after `expect` others, and deal boards with them."""

    expect: int
    entries: tuple[EventEntry, ...]
    boards: tuple[NewBoard, ...] = ()


class LimitBoards(Struct, frozen=True):
    """Have the boards in memory know what the event has decided."""

    round: int = 0  # number of the round; 0 for all of them
    players: frozenset[int] = frozenset()
    """Numbers of the players who have another name or device now: their boards are read and shown again at once."""


Effect = Append | LimitBoards | Literal["tell", "touch", "deal", "take back", "follow", "finish"]
"""tell: send everybody the new view now. touch: soon. deal: give latecomers their boards. take back: have boards take back what
followed from a call. follow: bring the boards to a new call. finish: work out the results of a round."""

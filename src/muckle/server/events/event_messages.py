"""Every message between an event of Muckell and its clients.

HTTP, as in `messages`; CODE is an event's, whatever the case:

    POST /api/events                NewEvent  -> EventView      open one; who asks is its caller
    GET  /api/events/CODE?have=SEQ&wait=SECONDS -> EventView    at once if newer than SEQ, else when it is (long poll)
    POST /api/events/CODE/join      JoinEvent -> EventView      play along; `you.board` is your match once it has begun
    POST /api/events/CODE/assist    Assist    -> EventView      become a caller, too, with the callers' word
    POST /api/events/CODE/lead      Lead      -> EventView      what callers do
    POST /api/events/CODE/score     Score     -> EventView      type in what somebody played with real cards, or correct it
    GET  /api/events/CODE/standings?round=NUMBER -> Standings   of all; of one round where it is named
    GET  /api/events/CODE/standings.csv       -> CSV
    GET  /api/events/CODE/par?round=NUMBER    -> RoundPar         what could be made of a round's cards, once it is over
    GET  /api/events/CODE/players             -> Players        who plays along; for callers
    GET  /api/events/CODE/salts?round=NUMBER  -> Salts          what the chance of a round is mixed from, once it has begun
    GET  /api/events/CODE/record?round=NUMBER -> JSON Lines     every board's transcript, and the standings, once it is over

Over the socket /api/events/CODE/live the server sends an `EventView` whenever something changes, at most twice a second but
at once when a card is called; a `Ping` of the client's is answered by a `Pong`. Everybody plays on a board of their own, an
ordinary match (`Scene.event` names the event): its acts, hints and words are those of any match.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from muckle.scene.contract import Face

Phase = Literal["gathering", "playing", "paused", "over"]
"""gathering: people come, nothing is dealt. over: the round is; there may be another."""
Deed = Literal["call", "uncall", "pause", "resume", "extend", "remove", "next"]
"""call: the first card, the next one, the final phase, the end. uncall: take back a call before anybody acted on it. extend:
give more time for this card. remove: send a player away. next: gather for the next round."""


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to open."""

    title: str = ""
    preset: str = "muckell_called"
    options: dict[str, int | str] = {}
    """Of the game, without seats: pace, visibility, late, tie, advice, dictionary, rows …"""
    rounds: int = 1
    bots: int = 0
    """How many bots play along,"""
    level: str = ""
    """and which; "" the usual one."""
    real_cards: bool = False
    """Players hold decks of their own: nobody has a board here, and scores are typed in at the end."""


class JoinEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """Play along."""

    name: str = ""
    salt: str = ""
    """What you add to the chance of the event: 16 random bytes as 32 hexadecimal digits."""


class Assist(Struct, frozen=True, forbid_unknown_fields=True):
    """Become a caller."""

    word: str


class Lead(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a caller does."""

    deed: Deed
    turn: int
    """The view's turn that it answers: a call that came twice is done once."""
    player: int = 0
    """Whom to remove, by number."""
    seconds: int = 0
    """By how much to extend."""


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody played with real cards."""

    score: int
    longest: int = 0
    """Letters of the longest word, which may part equal scores."""
    name: str = ""
    """Whose it is, for callers, who may name people that have not joined; "" your own."""


class Place(Struct, frozen=True, omit_defaults=True):
    """A line of the standings."""

    place: int
    number: int
    """The player's, from 1 in the order they came."""
    name: str
    score: int
    longest: int = 0
    """Letters of the longest word, where it parts equal scores."""
    shared: bool = False
    """Whether others have the same place."""
    before: int = 0
    """Of the score, what earlier rounds brought."""


class BestWord(Struct, frozen=True):
    """A word of the event."""

    word: str
    points: int
    names: tuple[str, ...]
    """Who claimed it: the first three."""
    times: int


class Standings(Struct, frozen=True):
    """How everybody stands."""

    places: tuple[Place, ...]
    """From the first on; in a view the first eight."""
    players: int
    spread: tuple[int, ...]
    """How many have each score, from 0 on."""
    words: tuple[BestWord, ...]
    """The longest ones."""


class RoundBest(Struct, frozen=True):
    """The best that could be made of the cards of a round, for somebody who had known them."""

    match: str
    """In which they are played like that."""
    score: int
    proven: bool
    """Whether nobody could score more; else so much is possible at least."""


class RoundPar(Struct, frozen=True):
    """What the strongest bot makes of the cards of a round, who did not know them either."""

    match: str
    """In which it plays them, or has played them."""
    score: int | None
    """None: it still plays, as long as somebody asks."""
    best: RoundBest | None = None
    """None: par is not known yet, or it is still sought, as long as somebody asks."""


class Named(Struct, frozen=True):
    """A player."""

    number: int
    name: str


class Players(Struct, frozen=True):
    """Who plays along, in the order they came."""

    players: tuple[Named, ...]


class Salts(Struct, frozen=True):
    """What players added to the chance of a round, for anybody to check."""

    salt: str
    """Of every board in it: BLAKE2b (16 bytes) of these, with line feeds between them."""
    salts: tuple[str, ...]
    """Of all who had come when the first card was called, in that order; empty texts for bots."""


class OwnWord(Struct, frozen=True):
    """A word that somebody claimed."""

    word: str
    points: int


class You(Struct, frozen=True, omit_defaults=True):
    """What is said to one viewer alone."""

    caller: bool = False
    word: str = ""
    """The callers' word: whoever has it may become a caller."""
    number: int = 0
    """As a player; 0: you do not play."""
    name: str = ""
    board: str = ""
    """The id of your match of this round."""
    place: Place | None = None
    words: tuple[OwnWord, ...] = ()
    """Yours of this round once it is over, in the order they were claimed."""


class EventView(Struct, frozen=True, tag="event"):
    """An event as one viewer sees it; nothing in it tells of a hidden board or of a card to come."""

    code: str
    seq: int
    title: str
    phase: Phase
    round: int
    rounds: int
    pace: str
    """wait_for_all, caller, or seconds:20."""
    dictionary: str
    open: bool
    """Whether boards and scores are shown before the end."""
    real_cards: bool
    """Whether players hold decks of their own."""
    advice: bool
    """Whether players may ask for hints and advice during a round (Muckell D15)."""
    turn: int
    """How often it was called: 0 nothing yet, 1 the first card, `cards` + 1 the final phase, one more the end."""
    cards: int
    face: Face | None
    """The current card."""
    last: tuple[Face, ...]
    """The cards before it, the newest last; seven at most."""
    letters: tuple[int, ...]
    """How many of the cards to come have each letter, A to Z."""
    players: int
    done: int
    """How many have ended the turn."""
    here: int
    """How many are here now."""
    newest: tuple[str, ...]
    """Names of who came last, the newest first; 24 at most."""
    seconds: int
    """For this card; 0: no clock decides."""
    left: float
    """Seconds until the next card, when this was sent."""
    commitment: str
    """What binds the secret of this round, see `Fairness`."""
    standings: Standings | None
    """Once the round is over; before that where boards are open."""
    you: You
    series: str = ""
    """The code of the series that it counts in."""

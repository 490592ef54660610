"""The scene contract: every type that a client sees. The TypeScript types of the browser client are generated from it.

Soundness: a piece has an id only if its face is visible to the viewer or its position alone determines it; hidden pieces
are a count (`Zone.n`). Ids are stable during a match, so clients animate a piece from where it was to where it is.
Every text is complete in itself and made on the server; every act's label can stand alone.

Scenes are trees that never change: nothing in one can lead back to it, so Python need not look for that (`gc=False`). In a room
with 500 matches it looked through 120,000 of their parts every second, and everybody waited a tenth of a second for it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

VERSION = 1
"""Version of the contract; a client that knows another version reloads itself."""

FaceKind = Literal["card", "letters", "tile", "piecepack", "coin", "text"]
ZoneKind = Literal["stack", "pile", "row", "fan", "column", "grid", "bag", "tray", "panel"]
Place = Literal["centre", "tray", "me", "others", "side"]
PieceLook = Literal["head", "new", "winning", "won"]
"""Mark on a piece: it ends a road, was laid this turn, wins its column now, or has just won."""
CellLook = Literal["", "double-word", "triple-word", "double-letter", "triple-letter", "start"]
"""Print on a square that clients know how to draw."""
ZoneMark = Literal["leads", "won"]
"""Mark on a zone: its owner leads in it now, or has won it."""


class Face(Struct, omit_defaults=True, frozen=True, gc=False):
    """Print on a piece.

    kind card: `text` is the rank ("10", "K"), `second` the suit's letter (S H D C). letters: `text` is the top letter, `second`
    the bottom letter, `on` the one that it stands for, if fixed. tile: `text` is the letter ("" for a blank not yet named),
    `value` its points. piecepack: `text` is the rank (N 2 3 4 5 A), `second` the suit's letter (C A S M). coin: `text` is the
    value, `second` the suit's letter. text: nothing but `text`; clients fall back to it for a kind that they do not know.
    """

    kind: FaceKind
    text: str
    second: str = ""
    value: int | None = None
    on: str = ""


Picture = tuple[tuple[Face | None, ...], ...]
"""Pieces side by side, in piles from top to bottom; None is one that lies face down."""


class Piece(Struct, omit_defaults=True, frozen=True, gc=False):
    """A thing the viewer sees the face of (or a single hidden thing whose place everybody follows, face None)."""

    label: str
    """The full name, "King of Spades"."""
    face: Face | None = None
    owner: int | None = None
    """The seat it belongs to, for colour and pattern."""
    came: str = ""
    """The zone it enters from, if the viewer has not had it on the table before; for the animation."""
    marks: tuple[str, ...] = ()
    """Words about the piece that are said aloud: "just drawn", "held twice"."""
    looks: tuple[PieceLook, ...] = ()


class Cell(Struct, omit_defaults=True, frozen=True, gc=False):
    """Print on a square of a grid zone."""

    label: str = ""
    """The square's name for screen readers; on a square without a look also its print, of at most three characters."""
    look: CellLook = ""
    """Picture that is printed on the square instead of its label."""


class Zone(Struct, omit_defaults=True, frozen=True, gc=False):
    """A place on the table.

    kind stack: face-down, only `n`. pile: face-up, items from bottom to top, top shown large. row: left to right.
    fan: a hand of cards. column: overlapping, first item at the top. grid: `cells` of width × height squares. bag: `n`
    unordered. tray: a single place for what is in play now. panel: a frame around the zones whose `parent` names it.
    """

    kind: ZoneKind
    label: str
    place: Place = "centre"
    """Region of the table: centre; tray (above the centre, for pieces in play now); me (near the viewer); others (opponents,
    drawn compactly); side (for pieces that are rarely looked at).
    """
    owner: int | None = None
    items: tuple[str, ...] = ()
    """Piece ids in order; empty in a grid."""
    n: int | None = None
    """Number of pieces, visible items included, if some or all are hidden."""
    width: int = 0
    height: int = 0
    cells: dict[str, Cell] = {}
    """Printed squares of a grid zone, by "row,column" from 1."""
    on: dict[str, tuple[str, ...]] = {}
    """Pieces on the squares of a grid zone, by "row,column" from 1, bottom to top."""
    note: str = ""
    """A short text beside the label, "spells nothing yet"; of a hand in the dock, beside the status. Of a tray that lies in the
    dock it is only read aloud, so it says nothing that the status or a seat does not.
    """
    marks: tuple[ZoneMark, ...] = ()
    short: str = ""
    """The label in a panel, where it is plain whose zone it is: "Hearts" for "Ann's hearts"; empty: the label."""
    lane: str = ""
    """The id of a column's lane: columns of one lane stand below one another, whoever owns them. S, H, D and C are suits, and
    drawn with their sign."""
    asks: str = ""
    """Requirement for winning this place: "four of one suit"."""
    yours: str = ""
    """Pieces of the viewer that count for this place: "you hold 16". Clients draw the place lighter if there are any."""
    scale: str = ""
    """Letters of a row that lies on the alphabet, in order; a piece lies at the letter that it stands for (`Face.on`)."""
    free: str = ""
    """Letters of the scale where a piece may still be laid; the others are lost."""
    parent: str = ""


class Ask(Struct, omit_defaults=True, frozen=True, gc=False):
    """A question an act needs answered: typed letters or one of some choices."""

    name: str
    label: str
    kind: Literal["word", "letter", "choice"] = "word"
    choices: tuple[str, ...] = ()
    least: int = 1
    """The fewest letters."""
    most: int = 64
    """The most letters."""
    gains: tuple[str, ...] = ()
    """Value of each letter, A to Z, in the form of `Act.gain`, for an act that asks for a single letter; empty if unknown."""


class Act(Struct, omit_defaults=True, frozen=True, gc=False):
    """Something the viewer may do now. Its id in `Scene.acts` is the action's text; an answer is appended to it.

    on: what is picked first: "p:<piece id>" or "z:<zone id>"; without it the act is a button. In a fan any piece with the
    same face will do as well. to: where it goes: "z:<zone id>" or "c:<zone id>:<row>,<column>". An act with `on` but no
    `to` happens as soon as the thing is chosen for it, one that goes to a square with nothing picked as soon as the square is.
    """

    label: str
    verb: str
    """One word for sound, icon and the browser's fixed key: place, discard, declare, draw, take, keep, claim, trim, pass, end,
    undo, hint, sit, start, again; of those in `Scene.manage` leave, resign, abort, free, bot, takeback, allow, refuse, pause,
    resume."""
    on: str = ""
    to: str = ""
    key: str = ""
    """Key for this act in a terminal: one character, unique in the scene. Browsers have a key for each verb."""
    ask: Ask | None = None
    main: bool = False
    """Whether this is the usual next step, drawn as the primary button."""
    gain: str = ""
    """Immediate gain, short enough for a lit square: the points of the whole play, "23"."""
    confirm: str = ""
    """Name of the button that completes an act which ends a turn for good: "Play DRAGON, 23 points". Until the button is
    pressed, clients only show a preview.
    """
    note: str = ""
    """Consequence in a line that fits below the act's label: "DRAGON 14, RAG 9"."""
    half: str = ""
    """The letter of the two-letter card `on` that it chooses: a tap on that half of the card is for it."""
    short: str = ""
    """The part of the label that is enough on a button while `on` is picked: "Lay", "A on the left"; empty: the verb."""


class Goal(Struct, omit_defaults=True, frozen=True, gc=False):
    """Next goal for a score, for a bar beside it."""

    at: int
    most: int
    """Score at the end of the bar."""
    text: str
    """Description of the goal: "16 is a success"."""
    reached: int = 0
    """The score as a number."""


class Seat(Struct, omit_defaults=True, frozen=True, gc=False):
    """A place at the table, as a viewer sees it."""

    name: str
    score: str = ""
    kind: Literal["human", "bot", "open"] = "human"
    bird: str = ""
    """The bird that a bot has for a face: a name of `muckle.players.BIRDS`."""
    turn: bool = False
    thinking: bool = False
    """Whether a bot is to act: it thinks, or lets others follow."""
    stand_in: str = ""
    """The bot that plays for the person who sat down here: "Magpie". Of kind human if they get the seat back when they
    return, of kind bot if they have left it."""
    here: bool = True
    due: int | None = None
    """Whole seconds, when this scene was made, until a bot plays here for its person, who is away; None if none will."""
    you: bool = False
    said: str = ""
    """Remark that the seat's person has just made to everybody, one of a fixed few."""
    clock: float | None = None
    """Seconds that were left when this scene was made; None without clocks."""
    ticks: bool = False
    """Whether this clock runs."""
    note: str = ""
    """A public fact worth a line: "dealer", "has placed nothing yet: 10 points at risk"."""
    goal: Goal | None = None


class Standing(Struct, omit_defaults=True, frozen=True, gc=False):
    """A row of the result: one seat, and why it scored what it did."""

    seat: int
    place: int
    """The seat's place, 1 for the winners; equal scores share a place (General 12)."""
    score: str
    why: tuple[str, ...] = ()
    """Lines such as "Spades: 4 cards, won, +4"."""
    rounds: tuple[int, ...] = ()
    """Total after each of the last hands or rounds, in a match of several; the last one is the score."""


class Result(Struct, omit_defaults=True, frozen=True, gc=False):
    """Content of the result screen when the match is over."""

    title: str
    """Headline of the result: "Ann wins, 17 to 14", "23 points: very good"."""
    standings: tuple[Standing, ...]
    reason: str
    """Why the match is over."""
    own: str = ""
    """Result in the viewer's words: "You win by 9"; empty for spectators and in games for one."""
    rating: str = ""
    """The game's own word for the score, in games for one: "very good"; empty if it has none."""
    blocks: tuple[Blocks, ...] = ()
    """Lines that can be shared, one for each word, round or play of the viewer; empty where nothing is shared so."""


class Blocks(Struct, omit_defaults=True, frozen=True, gc=False):
    """A line of a result that tells no letter and no card: points, and how many blocks are full and empty, see `ScoredLine`."""

    points: int
    full: int = 0
    empty: int = 0


class Award(Struct, omit_defaults=True, frozen=True, gc=False):
    """Outcome of one prize of a hand or round: a suit, a category."""

    what: str
    """Name of the prize: "Spades", "Run"."""
    why: str
    """Reason that decided it: "5 cards", "nobody has one"."""
    seats: tuple[int, ...] = ()
    """Seats that won it; empty if nobody did."""
    points: str = ""
    """Points that it brought: "+4"."""
    faces: tuple[Face, ...] = ()
    """Pieces that won it."""
    pays: tuple[Face, ...] = ()
    """Pieces that were paid for it, if points do not say it."""
    note: str = ""
    """Category that pays for it: "Moons"."""
    zone: str = ""
    """The id of the zone in `Reckoning.zones` that it was won in, if it has one."""


class Sum(Struct, omit_defaults=True, frozen=True, gc=False):
    """Gain of one seat in a hand or round."""

    seat: int
    points: str
    """Points in this hand or round, "+2"."""
    total: str
    """Points in the match so far."""
    parts: tuple[str, ...] = ()
    """Parts of the points: "♥ +4"."""


class Reckoning(Struct, omit_defaults=True, frozen=True, gc=False):
    """A hand or round that was scored: who won what and why, and the board as it lay then.

    Clients show it over that board until the person goes on; nobody else waits for that.
    """

    number: int
    """Number of the hand or round, from 1; a match has one reckoning for each number."""
    title: str
    """"Rook takes the hand with +3", "You win the Run"."""
    text: str
    """Further facts in a sentence or two: number of the round, why it ended."""
    go_on: str
    """Label of the button that continues: "Next hand"."""
    sums: tuple[Sum, ...]
    """The gain of every seat, the best first."""
    awards: tuple[Award, ...] = ()
    zones: dict[str, Zone] = {}
    """The board as it lay; none when the match is over, as it lies on the table then."""
    pieces: dict[str, Piece] = {}


class ScoredLine(Struct, omit_defaults=True, frozen=True, gc=False):
    """A part of a finished match that scored for a seat: a word, a hand, a round, a play."""

    points: int
    text: str
    """The line as text: "DRAW", "A F N"."""
    cards: tuple[Face, ...] = ()
    """Pieces of the line, from left to right."""
    full: int = 0
    """Number of full blocks as which the line is shared; the game's `scored_lines` says what they stand for."""
    empty: int = 0
    """Number of empty blocks behind the full ones."""
    note: str = ""
    """A fact that the pieces of the line do not show, such as the best word of a play."""


class Table(Struct, omit_defaults=True, frozen=True, gc=False):
    """Rows of text for what no picture holds: scores of earlier hands, a points table."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    key: str = ""
    """The head of the row that matters now, for emphasis."""
    bars: dict[str, int] = {}
    """Numbers of the table by name, for clients that draw bars: how many cards show each letter."""


class Fairness(Struct, omit_defaults=True, frozen=True, gc=False):
    """Evidence that nobody chose or knew the cards of a hosted match.

    The room commits to its secret before anybody sits down, and every draw is a keyed hash of that secret and the salts of
    those who did; see `muckle.match.secret`.
    """

    title: str
    """State of the evidence in a few words that stand alone."""
    text: str
    """Explanation in a sentence or two."""
    commitment: str
    """The room's seal, 64 hexadecimal digits: a hash of the secret and the match id."""
    match: str = ""
    """The id of the match, which the commitment covers."""
    salts: tuple[str, ...] = ()
    """Salt of each seat, 64 hexadecimal digits, empty for bots; empty before the deal."""
    secret: str = ""
    """The room's secret, 64 hexadecimal digits, once the match is over and its record is open."""


class Scene(Struct, omit_defaults=True, frozen=True, gc=False):
    """Everything one viewer sees and may do in one position of one match."""

    game: str
    title: str
    """The game's name and variant, for people."""
    status: str
    """One sentence: whose turn, what is asked."""
    seats: tuple[Seat, ...]
    zones: dict[str, Zone]
    """The zones by id, in reading order."""
    pieces: dict[str, Piece]
    acts: dict[str, Act]
    prompt: str = ""
    """In the viewer's own turn: the status without whose turn it is, for clients that show that by other means."""
    say: tuple[str, ...] = ()
    """Sentences on the steps since the viewer's last action, oldest first, for the live region and the story."""
    own: tuple[int, ...] = ()
    """Indices of the sentences in `say` that tell what the viewer did."""
    tables: tuple[Table, ...] = ()
    result: Result | None = None
    reckoning: Reckoning | None = None
    """The hand or round that ended last; the one that ended the match, too."""
    watchers: int = 0
    """Number of people who watch without a seat, including the viewer if the viewer is one."""
    rematch: str = ""
    """The id of the match that followed this one at the same table, of this game or another."""
    evening: str = ""
    """The id of the first match of the evening, if the same people have played or opened several; see `messages.Evening`."""
    terms: tuple[str, ...] = ()
    """Terms of the table beside the rules, in sentences."""
    manage: dict[str, Act] = {}
    """Acts of the viewer about the table rather than in its game, by id: leave it, give the match up, fill or free a seat; `on`
    then names the seat, "s:<seat>".
    """
    request: str = ""
    """Question that somebody asks the table, or its outcome, as a sentence; the answers are acts in `manage`."""
    words: tuple[str, ...] | None = None
    """Words claimed or scored so far, in capitals, so that clients can offer their definitions wherever a text names one. None:
    words may not be looked up now.
    """
    help: dict[str, str] = {}
    """Rule ids that matter now, with a few words each: {"Mitch 5": "a card goes below a higher one"}."""
    match: str = ""
    event: str = ""
    """The code of the event that the match is a board of; see `muckle.server.events.event_messages`."""
    daily: str = ""
    """The day (YYYY-MM-DD) whose deck is played."""
    advice: bool = True
    """Whether the seat to act may ask for hints and advice."""
    seq: int = 0
    """The number of events this scene was made after; an action answers a seq."""
    viewer: int | None = None
    """The seat this scene is for; None for a spectator."""
    record: bool = False
    """Whether the record of the match is open to everybody (General 11)."""
    fairness: Fairness | None = None
    """Evidence of fair chance, if the match is hosted by a room."""
    progress: str = ""
    """Preparation that the room is still doing: "compiling the players: 40 %"."""
    version: int = VERSION


class Event(Struct, omit_defaults=True, frozen=True, gc=False):
    """A fact that happened, with what each may know of it. Narration, sounds and screen-reader lines come from it."""

    kind: str
    """One word: deal, draw, ace, place, discard, claim, trim, refuse, turn, round, score, end."""
    text: str
    """Sentence for everybody who may know the fact, in the third person: "Ann draws a card"."""
    seat: int | None = None
    """Seat that acted."""
    own: str = ""
    """Sentence for that seat if it differs: "You draw the 9 of Diamonds"."""
    words: tuple[str, ...] = ()
    """Words in the text that people may want to look up, in capitals."""

    def told(self, viewer: int | None) -> str:
        """Return the sentence for a viewer."""
        return self.own if self.own and self.seat is not None and viewer == self.seat else self.text

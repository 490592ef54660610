"""The messages between the game room and its clients. The TypeScript types are generated from these and the scene.

Those of one's own record and of the deck of the day stand in `record_messages`, those of events in `events.messages`.

HTTP (JSON; errors are `Problem` with a fitting status):

    GET  /api/games                          -> Catalogue
    GET  /api/rules/GAME?match=ID            -> Rules           with a match, also the options of its table
    GET  /api/about/GAME                     -> About           the page about a game, see `muckle.games.about`; also muckell
    GET  /api/lessons/NAME                   -> Lesson          a whole lesson: every step with what the learner sees
    GET  /api/lessons/NAME/why?step=N&act=TEXT -> Problem       why an act is not the one of step N, counted from 0
    GET  /api/words                          -> WordLists       the word lists a match can be judged by
    GET  /api/words/WORD?match=ID            -> WordInfo        by the match's word list; without a match, by all lists
    GET  /api/tables                         -> OpenTables      the tables that stand in the lobby
    POST /api/matches              NewMatch  -> Joined          a table is opened: the room commits, nothing is dealt
    POST /api/matches/ID/join      Join      -> Joined          sit down: on your seat, the one named, or the first open
    GET  /api/matches/ID/setup               -> TableSetup      the options of a table
    POST /api/matches/ID/arrange   Arrange   -> Joined          the host changes seats and options
    POST /api/matches/ID/name      Rename    -> Joined          another name, before the deal
    GET  /api/matches/ID/scene?have=SEQ&wait=SECONDS -> Scene   at once if newer than SEQ, else when it is (long poll)
    POST /api/matches/ID/act       Command   -> Done            the same command as over the socket
    POST /api/matches/ID/hint      Hint      -> HintLines       what a hint says; only for the seat to act
    POST /api/matches/ID/advice    Hint      -> JSON Lines      `Advice`, better and better; only for the seat to act. Whoever
                                                                hangs up has it cancelled, as has whoever acts
    POST /api/matches/ID/pace      SetPace   -> SetPace         how fast its bots play: the host's wish; answered by what holds
    POST /api/matches/ID/why       Why       -> Problem         why an action is refused here, with its rule
    GET  /api/matches/ID/analysis            -> JSON Lines      when it is over, for those who played: `AnalysisHead`, then a
                                                                `Verdict` on each decision, then `Turned`
    GET  /api/matches/ID/replay?seat=SEAT&hands=0 -> JSON Lines when it is over: `Replay`, a `SceneMessage` of the deal, then
                                                                a `PatchMessage` for each decision
    GET  /api/matches/ID/transcript          -> JSON Lines      when the match is over
    POST /api/matches/ID/again     NextGame  -> Joined          the next game of the same people, by default the same: the
                                                                starter moves on. The first wish counts, for everybody
    GET  /api/matches/ID/evening             -> Evening         the games that the same people played one after the other
    POST /api/matches/ID/fork      ForkFrom  -> Joined          go on from a position of a match that is over, against bots

The cards are dealt when every seat is taken, by a bot or by somebody who has sat down. Before that the scene has no cards; its
act "start" is the host's: bots take the seats that are left. The act "sit" is done as a join. What may be done about the table
(`Scene.manage`) is sent like an act and answered at any seq.

Who you are is a signed cookie, set by the first page. Over the socket /api/matches/ID/live?have=SEQ the client sends
`ClientMessage` and receives `ServerMessage`: first a `SceneMessage`, then a `PatchMessage` for every change whose `base`
the client has, else a whole scene again. A client that falls behind gets the newest scene only. The act "again" is asked
for over HTTP, since its answer is another match.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from muckle.engine.options import OptionField
from muckle.players.advice import Unit
from muckle.players.analysis import JudgedDecision
from muckle.scene.contract import Face, Picture, Scene
from muckle.store.matches import DEFAULT_TERMS, Timing
from muckle.words.lists import ListInfo

encode = msgspec.json.Encoder().encode
"""Encodes a message as JSON."""


class PresetInfo(Struct, frozen=True):
    """A preset of a game."""

    name: str
    title: str
    """Name of the preset for people."""
    help: str
    values: dict[str, int | str]
    small: bool = False
    """Whether the preset is for tests and for trying a game out."""
    picture: Picture = ()
    """Pieces that show how the preset differs."""


class GameInfo(Struct, frozen=True):
    """A game as the lobby shows it."""

    name: str
    title: str
    tagline: str
    version: int
    seats: tuple[int, int]
    """Smallest and largest number of seats."""
    best: tuple[int, int] | None
    """Numbers of players that the game's source calls best; None if it says nothing."""
    minutes: tuple[int, int] | None
    """Shortest and longest usual time of a match: the source's, else measured; None if unknown."""
    for_seats: dict[int, dict[str, int | str]]
    """Options that some numbers of seats need, by that number."""
    options: tuple[OptionField, ...]
    presets: tuple[PresetInfo, ...]
    emblem: tuple[Face, ...]
    """A few pieces that show what the game is played with."""
    ready: bool
    """Whether its players (bots) are compiled; people can play before that."""


class BirdInfo(Struct, frozen=True):
    """A bot that can fill a seat."""

    name: str
    title: str
    level: str
    """Level of the bird (`muckle.players.FOR_PEOPLE`); "own" for a player of one's own."""
    help: str
    """Playing style of the bird, in a few words."""


class Catalogue(Struct, frozen=True):
    """Everything the lobby needs."""

    games: tuple[GameInfo, ...]
    birds: tuple[BirdInfo, ...]
    """All birds, the weakest first."""
    own_players: tuple[BirdInfo, ...]
    """Players of one's own that this room was opened with."""
    usual: str
    """Name of the bird that plays by default."""
    vocabularies: tuple[str, ...]
    """Vocabularies for bots in games with words, the smallest first. A bot's name ends with its vocabulary: "owl:common"."""
    lessons: tuple[str, ...]
    """Names of the lessons: those of games, and of their forms such as "muckell"."""
    progress: str
    """The step of compiling that is under way, in words for people; empty when everything is ready."""
    docs: bool
    """Whether this room has the documentation at `/docs/`."""
    keep_unplayed: int
    """Days that the room keeps a table whose match never began; 0: always."""
    keep_matches: int
    """Days that the room keeps a match after its last act; 0: always."""


class OptionAt(Struct, frozen=True):
    """An option's value at a table."""

    title: str
    said: str
    """The value in words for people."""
    rule: str
    changed: bool
    """Whether the value differs from the recommended game."""


class Rules(Struct, frozen=True):
    """A game's rules as HTML; every rule has its id as anchor, blanks as hyphens ("mitch-5")."""

    game: str
    title: str
    html: str
    pictures: dict[str, Picture] = {}
    """Pieces that illustrate a rule, by the rule's id."""
    options: tuple[OptionAt, ...] = ()
    """Options of the table that was asked for, those first that differ from the recommended game."""


class LessonStep(Struct, frozen=True, omit_defaults=True):
    """A step of a lesson: what the learner sees, what the coach says, and the act that leads on."""

    scene: Scene
    coach: str
    """One sentence: what to do, and why."""
    act: str
    """The id in `scene.acts` of the act that leads on; empty in the last step."""
    answer: str = ""
    """The answer to that act's question, if it has one."""
    rule: str = ""
    """The id of the rule that the step is about; empty if it is about none."""
    lights: tuple[str, ...] = ()
    """Things to light: the piece that the act picks and the place it goes to, as acts name them."""
    said: dict[str, str] = {}
    """Sentences that answer other acts that are legal now, by action."""
    otherwise: str = ""
    """The sentence that answers every other act that is legal now."""
    before: tuple[Scene, ...] = ()
    """Scenes to show before this one: after the learner's last act, and after each move of the others."""


class Lesson(Struct, frozen=True):
    """A lesson: a short match at a real table, whose moves are given."""

    name: str
    game: str
    title: str
    steps: tuple[LessonStep, ...]
    """The learner's steps, and behind them the end."""


class WordLists(Struct, frozen=True):
    """The word lists a match can be judged by: those that come with the program, then those that are installed."""

    lists: tuple[ListInfo, ...]


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. Seat 0 is kept for its host.

    Each other seat is a bird, a level of `muckle.players`, "open" for whoever has the link, or "here:Ben" for somebody else on
    the same device. Such a device shows one seat's view at a time: that of the seat which `seat=` names in the query of scene
    and socket, and nothing hidden without it.
    """

    game: str
    preset: str = ""
    options: dict[str, int | str] = {}
    seats: tuple[str, ...] = ()
    """Players from seat 1 on, so the number of seats is one more."""
    name: str = ""
    away: int = DEFAULT_TERMS.away
    """Seconds after which a bot plays for somebody who is away while others wait, until they are back; 0 never."""
    listed: bool = False
    """Whether the table stands in the lobby."""
    talk: bool = False
    """Whether people at the table may type a sentence to each other, beside the fixed ones."""
    timing: Timing = Timing()
    """Clocks of the table."""


class OpenTable(Struct, frozen=True):
    """A table that stands in the lobby."""

    match: str
    game: str
    title: str
    names: tuple[str, ...]
    """Names at the table, bots included."""
    free: int
    """Number of open seats; 0 once the cards are dealt."""
    begun: bool


class OpenTables(Struct, frozen=True):
    """The tables that are listed and at which somebody is now: those with free seats first, then the newest."""

    tables: tuple[OpenTable, ...]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to sit down at a table."""

    seat: int | None = None
    name: str = ""
    salt: str = ""
    """Your part of the chance: 64 random hexadecimal digits, drawn after you saw the commitment. Without it the cards come from
    the parts of the others and the room. The first one counts."""


class TableSetup(Struct, frozen=True):
    """The options of a table, and whether its game can be learned."""

    options: dict[str, int | str]
    """Value of each option but the number of seats."""
    lesson: bool
    """Whether there is a lesson of the game."""


class Arrange(Struct, frozen=True, forbid_unknown_fields=True):
    """Request of the host to change a table before the deal. Whoever has a seat keeps one: people are sent away by an act."""

    was: tuple[str, ...]
    """Names of the seats as the scene showed them: the request is refused if somebody has come or gone since."""
    seats: tuple[str, ...]
    """The wished occupant of each seat: "@2" for whoever is on seat 2 now, counted from 0; a bot's level; or "open"."""
    options: dict[str, int | str] = {}
    """Options with another value than now."""


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for another name at a table, before the deal."""

    name: str
    seat: int | None = None
    """Which of several seats of one's own."""


class Joined(Struct, frozen=True):
    """The table a client goes to next, and its seat there."""

    match: str
    seat: int | None
    """The client's seat, taken or kept for it; None if all seats are taken, so that it watches."""
    link: str
    """The path to share, "/m/<id>"."""
    commitment: str
    """The room's commitment to the secret of the deal, see `Fairness`."""
    seats: tuple[int, ...] = ()
    """All seats of the client, several where people hand one device from one to the next."""


class Command(Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Do something. The text is an act's id, with the answer (if it asks) appended: "claim 2 HOPE"."""

    act: str
    seq: int
    """The `seq` of the scene that the command answers."""
    cid: str
    """The client's own id for this command, new for each, the same when it tries again."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Question whether the room is there, and whether the client's scene is the newest."""

    seq: int


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """Question why an action is refused."""

    act: str


class Hint(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a hint or for advice."""

    words: str = ""
    """Vocabulary of the hint in games with words, such as "common"; empty for all words."""


Pace = Literal["slow", "normal", "fast", "off"]
"""Speed of bots, which pause so that people can follow."""


class ForkFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to play on from a position of a match that is over: the one after `step` decisions."""

    step: int


class NextGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for the next game of the same people."""

    game: str = ""
    """Name of the game; empty for the same game with the same options. Another game gets the options that these people last
    played it with in this evening, else its usual ones."""


SAME_GAME = NextGame()


class EveningPlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody who played in an evening, with the total of all its games."""

    name: str
    """The newest name."""
    points: float
    """A point for everybody they finished ahead of, and half a point for everybody they tied with."""
    won: int
    """Number of games in which nobody finished ahead of them, games for one aside."""
    played: int
    bird: str = ""
    """The bird of a bot."""
    you: bool = False


class EveningRow(Struct, frozen=True):
    """A player's result in one game of an evening."""

    player: int
    """Index in `Evening.players`."""
    place: int
    score: str
    points: float


class EveningGame(Struct, frozen=True, omit_defaults=True):
    """A game of an evening."""

    match: str
    game: str
    title: str
    at: float
    """Time at which the table was opened, in seconds since 1970."""
    rows: tuple[EveningRow, ...] = ()
    """Results, the best first; empty until the game is over, and if it was called off."""
    result: str = ""
    """Headline of the result; empty until the game is over."""


class Evening(Struct, frozen=True):
    """Games that the same people played one after the other, with their totals."""

    first: str
    """The id of the first match, which stands in the address of the evening's page."""
    players: tuple[EveningPlayer, ...]
    """The players, the best first."""
    games: tuple[EveningGame, ...]
    """The games, the first one first."""
    people: int
    """Number of people who have a seat in the last game."""
    chooses: bool
    """Whether the visitor may choose the next game: the last one is over, and they have a seat there."""


class SetPace(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to change the speed of a table's bots; also the answer."""

    pace: Pace


class HintLines(Struct, frozen=True):
    """Sentences for the one who asked."""

    lines: tuple[str, ...]


class AnalysisHead(Struct, frozen=True):
    """Head of an analysis: how many judgements follow, and in which unit."""

    unit: Unit
    decisions: int
    ends: tuple[float, ...]
    """Value of the last position for each seat, in the unit: the end of the seat's curve."""


class ShownAction(Struct, frozen=True):
    """An action as a board can show it: a piece, and where it goes."""

    piece: str
    """The id of the piece that the action picks, as its seat's scene has it."""
    face: Face
    place: str
    """Destination of the piece: "z:<zone id>" or "c:<zone id>:<row>,<column>"; empty if the action names none."""
    half: str
    """The letter that a card with two is laid as, where that is chosen; otherwise empty."""


class Verdict(Struct, frozen=True, omit_defaults=True):
    """A judged decision with labels for people."""

    judged: JudgedDecision
    labels: dict[str, str]
    """Labels of the actions that the judgement names."""
    played: ShownAction | None = None
    """The chosen action of a mistake; None if it picks no piece."""
    better: ShownAction | None = None
    """The best action in its place; None if it picks no piece."""


class Turned(Struct, frozen=True):
    """Last line of an analysis: the decision that turned the match."""

    turned: int | None
    """Number of the decision; None unless one surely turned the match, see `muckle.players.analysis.turning_point`."""
    faces: tuple[Face, ...] = ()
    """Faces of the piece that was chosen and of the better one; each once, none for actions without a piece."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A choice that some players of a field made."""

    label: str
    count: int
    own: bool = False
    """Whether this board's player made the choice."""


class Fork(Struct, frozen=True):
    """A card of an event, and what everybody did with it."""

    step: int
    """The decision of this board by which it was placed, from 1."""
    turn: int
    """Which card it was, from 1."""
    choices: tuple[Choice, ...]
    """Choices of the field, the most frequent first."""


class Replay(Struct, frozen=True, omit_defaults=True):
    """Head of a replay: a scene after the deal follows, and one after each decision that stands."""

    steps: int
    """Number of decisions."""
    seat: int | None
    """Seat whose view is shown; None for a spectator's."""
    own: int | None
    """Seat of the visitor who asked."""
    open: bool
    """Whether all that was hidden may be seen: any seat's view, and all hands (General 11)."""
    judged: int
    """Number of decisions that are judged already; 0 for visitors who may not see judgements."""
    field: tuple[Fork, ...] = ()
    """Choices of everybody at an event, card by card; empty for other matches."""


class Problem(Struct, frozen=True, tag="problem"):
    """Something was refused: what, why and by which rule. Nothing was lost."""

    code: str
    """Code of the error as in `muckle.errors`, or "http." and a status."""
    message: str
    rule: str = ""
    cid: str = ""


class Done(Struct, frozen=True, tag="done"):
    """The command is on disk: after this, nothing loses it."""

    cid: str
    seq: int


class SceneMessage(Struct, frozen=True, tag="scene"):
    """The whole scene."""

    scene: Scene


class PatchMessage(Struct, frozen=True, tag="patch", omit_defaults=True):
    """Changes since the scene with seq `base`.

    `changes` replaces fields of the scene; its `zones`, `pieces` and `acts` are merged by id, and null deletes one. If merging
    does not give the right order, `order` is the reading order of the zones, and `act_order` the order of the acts. Both seqs
    are equal if no event of the match caused the change: somebody came or went, for example.
    """

    base: int
    seq: int
    changes: dict[str, Any]
    done: Done | None = None
    """The answer to the client's command, if that caused the change; there is no other answer then."""


class Pong(Struct, frozen=True, tag="pong"):
    """Answer to a `Ping`: the `seq` of the newest scene."""

    seq: int


ClientMessage = Command | Ping
ServerMessage = SceneMessage | PatchMessage | Done | Problem | Pong

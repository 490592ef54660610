"""`reduce`: the one function that takes an event from one state to the next. It does no I/O and reads no clock.

An entry of the log comes here before it is stored: its handler refuses it or has it written. `folded` in `state.py` says what a
stored entry changes, and `advance` what follows from it in this room.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec.structs import replace

from muckle.engine.options import read_number
from muckle.errors import OptionsError, StaleError, TurnError
from muckle.match.match import Match
from muckle.match.secret import SIZE
from muckle.scene.contract import Face
from muckle.server.errors import HttpError
from muckle.server.events.boards import before_turn, progress_of, turn_of
from muckle.server.events.messages import (
    Append,
    ApproveNames,
    Effect,
    Joined,
    LimitBoards,
    MergePlayers,
    Read,
    RemovePlayer,
    RenamePlayer,
    Seen,
    TakenUp,
    Tick,
)
from muckle.server.events.state import GRACE, Course, EventState, People, folded, new_boards, options_at
from muckle.server.live import Handlers
from muckle.server.names import clean, unlike
from muckle.server.rude import is_rude
from muckle.server.tables.calls import play_timeouts
from muckle.server.tables.steps import Connected, Disconnected, Elsewhere, Report
from muckle.store.events import (
    Approved,
    Assisted,
    Begun,
    Called,
    Closed,
    Ended,
    EventEntry,
    EventPlayer,
    Extended,
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

LATER = 5.0
"""Extra seconds that a room waits before it acts for an event or a table for which another room acted last."""
LONGEST_MESSAGE = 80
"""Maximum length of what callers write while an event is paused."""
MOST_SECONDS, MOST_ROUNDS = 3600, 99
Outcome = tuple[EventState, tuple[Effect, ...]]
handles = Handlers()


def reduce(state: EventState, message: object, now: float) -> Outcome:
    """Return the state after a message, and the effects that make it true: what is stored comes before what is shown.

    Args:
        now: time of the room's clock, in seconds.

    Raises:
        ActionError, HttpError: the message is refused; nothing has changed.
    """
    after, effects = handles[type(message)](state, message, now)
    return drawn(after), effects


def next_deadline(state: EventState) -> float | None:
    """Return the time at which the next card is called; None if that is for a caller to say."""
    if state.course.phase != "playing" or state.course.turn > state.turns:
        return None
    if state.options.waits_for_all and state.all_done():
        return 0.0
    return None if state.until is None else state.until + GRACE + state.late


def write(
    state: EventState, *entries: EventEntry, now: float, then: Sequence[Effect] = ("tell",), boards: Sequence[NewBoard] = ()
) -> Outcome:
    """Return the state after new entries of the log, and the effects: they are stored before anything else."""
    append = Append(state.course.length, entries, tuple(boards))
    for entry in entries:
        state = advance(state, entry, now)
    return replace(state, late=0.0), (append, *then)


def advance(state: EventState, entry: EventEntry, now: float) -> EventState:
    """Return the state after an entry, with its clock; another room may have written it."""
    left = state.left(now) or state.seconds  # full time after a restart or a call taken back
    state = replace(state, course=folded(state.course, [entry]))
    match entry:
        case Begun() | Called():
            acted = None if state.shared else frozenset[int]()
            return wind(replace(state, done=frozenset(), before=state.progress, acted=acted), state.seconds, now)
        case Uncalled():
            state = replace(state, done=frozenset(), progress={}, before={}, deal=None, faces=())
            return wind(state, state.seconds, now)
        case Round():
            return replace(state, done=frozenset(), progress={}, before={}, deal=None, faces=())
        case Paused():
            return replace(state, until=left)
        case Resumed():
            return wind(state, left, now)
        case Extended() if state.until is not None:
            return replace(state, until=state.until + entry.seconds)
        case Paced():
            state = replace(state, options=options_at(state.setup, state.course.pace))
            return wind(state, state.seconds, now)
        case _:
            return state


def wind(state: EventState, seconds: float, now: float) -> EventState:
    """Return the state in which the next card is called after some seconds, if the event has a clock."""
    runs = state.options.seconds and state.course.phase == "playing" and state.course.turn <= state.turns
    return replace(state, until=now + seconds if runs else None)


def drawn(state: EventState) -> EventState:
    """Return the state with the cards that have been called: they are read from a board that nobody plays."""
    course = state.course
    wanted = min(course.turn, state.turns - 1)
    if not course.turn or (state.deal and len(state.faces) >= wanted):
        return state
    assert course.header
    deal = state.deal.copy() if state.deal else Match(course.header, secret=course.secret, narrate=False)
    faces = list(state.faces)
    while len(faces) < wanted:
        play_timeouts(turn_of, deal, len(faces) + 1)
        faces.append(new_card(deal))
    return replace(state, deal=deal, faces=tuple(faces))


def new_card(board: Match) -> Face:
    """Return the face of the card that was drawn last."""
    scene = board.scene()
    (piece,) = next(zone.items for zone in scene.zones.values() if zone.kind == "tray")
    face = scene.pieces[piece].face
    assert face
    return face


# Calls and time


@handles(TakenUp)
def take_up(state: EventState, message: TakenUp, now: float) -> Outcome:
    state = replace(wind(state, state.seconds, now), late=LATER if state.shared else 0.0)
    if state.course.phase == "over":
        return state, ()
    if state.course.phase != "playing":
        return state, ("deal",)
    return state, ("deal", "finish" if state.course.turn > state.turns else "follow")


@handles(Called)
def call(state: EventState, message: Called, now: float) -> Outcome:
    """Call what comes next: a card, the final phase, or the end; nothing if the turn has ended already."""
    course = state.course
    if not course.turn:
        return begin(state, now) if course.phase == "joining" else (state, ())
    if message.turn < course.turn:
        return state, ()
    if course.phase not in ("playing", "paused") or message.turn != course.turn or message.turn > state.turns:
        raise TurnError("there is nothing to call now")
    return write(state, message, now=now, then=called(state, message.turn == state.turns))


def called(state: EventState, over: bool) -> Sequence[Effect]:
    """Return what follows a call."""
    return LimitBoards(state.course.round), *(("finish",) if over else ()), "tell", "follow"


def begin(state: EventState, now: float) -> Outcome:
    """Call the first card: the salts of all who have come are mixed, and every board is dealt."""
    playing = state.playing
    if not playing and not state.real_cards:
        raise TurnError("nobody plays along yet")
    entry = Begun(mixed([player.salt for player in playing]), tuple(player.number for player in playing))
    assert state.course.header
    header = replace(state.course.header, salts=(entry.salt,))
    boards = () if state.real_cards else new_boards(state, playing, header)
    return write(state, entry, now=now, then=called(state, over=False), boards=boards)


def mixed(salts: list[str]) -> str:
    """Return the salt of a round: the BLAKE2b hash (32 bytes), in hexadecimal, of all salts joined with line feeds."""
    return hashlib.blake2b("\n".join(salts).encode(), digest_size=SIZE).hexdigest()


@handles(Uncalled)
def uncall(state: EventState, message: Uncalled, now: float) -> Outcome:
    """Take back the last call, and with it what players have done since."""
    if message.turn != state.course.turn:
        raise StaleError("that call is no longer the last one")
    if message.turn < 2 or message.turn > state.turns:
        raise TurnError("the first call of a round cannot be taken back, nor its end")
    if state.course.uncalled:
        raise TurnError("one call can be taken back, not two in a row; what was done on the card before stands")
    return write(state, message, now=now, then=(LimitBoards(state.course.round), "tell", "take back", "follow"))


@handles(Tick)
def tick(state: EventState, message: Tick, now: float) -> Outcome:
    due = next_deadline(state)
    return call(state, Called(state.course.turn), now) if due is not None and due <= now else (state, ())


@handles(Paused)
def pause(state: EventState, message: Paused, now: float) -> Outcome:
    if state.course.phase not in ("playing", "paused"):
        raise TurnError("the event is not being played")
    return write(state, Paused(clean(message.message, LONGEST_MESSAGE)), now=now)


@handles(Resumed)
def resume(state: EventState, message: Resumed, now: float) -> Outcome:
    if state.course.phase != "paused":
        raise TurnError("the event is not paused")
    return write(state, message, now=now)


@handles(Extended)
def extend(state: EventState, message: Extended, now: float) -> Outcome:
    read_number(message.seconds, "the number of seconds more", 1, MOST_SECONDS, str(MOST_SECONDS))
    if state.until is None:
        raise TurnError("no clock runs")
    return write(state, message, now=now)


@handles(Paced)
def set_pace(state: EventState, message: Paced, now: float) -> Outcome:
    if options_at(state.setup, message.pace).waits_for_all and state.real_cards:
        raise OptionsError("with real cards nobody can tell the room that they are ready", "Muckell 3")
    return write(state, message, now=now)


# Rounds


@handles(Round)
def gather(state: EventState, message: Round, now: float) -> Outcome:
    if state.course.phase != "over" or state.course.round >= MOST_ROUNDS:
        raise TurnError(f"this round is not over, or it was number {MOST_ROUNDS}")
    return write(state, message, now=now)


@handles(Ended)
def end(state: EventState, message: Ended, now: float) -> Outcome:
    if state.course.phase == "over":  # another room has stored the results
        return state, ("tell",)
    return write(state, message, now=now, then=(LimitBoards(), "tell"))


@handles(OwnDeck)
def end_own_deck(state: EventState, message: OwnDeck, now: float) -> Outcome:
    """End a round whose cards callers called from a real deck; scores, and the order of the cards, are typed in next."""
    if not state.real_cards or state.course.phase != "joining":
        raise TurnError("a round is called from a real deck where people play with real cards, and the room calls none")
    return write(state, message, now=now)


@handles(ResultTold)
def tell_result(state: EventState, message: ResultTold, now: float) -> Outcome:
    if state.course.phase != "over":
        raise TurnError("the result is told when the round is over")
    return write(state, message, now=now)


@handles(Approved)
@handles(Ordered)
@handles(Scored)
@handles(Followed)
@handles(LetIn)
@handles(Opened)
@handles(Closed)
def keep(state: EventState, message: EventEntry, now: float) -> Outcome:
    """Write what was checked before, or what callers may always do."""
    return write(state, message, now=now)


# People


@handles(Joined)
def join(state: EventState, message: Joined, now: float) -> Outcome:
    number = message.player.number
    if number not in state.people.by_number:
        state = replace(state, people=People((*state.players, message.player)))
    then: Sequence[Effect] = ("touch", "deal")
    return write(state, Novice(number), now=now, then=then) if message.novice else (state, tuple(then))


@handles(Assisted)
def assist(state: EventState, message: Assisted, now: float) -> Outcome:
    if message.owner in state.callers:
        return state, ()
    return write(replace(state, callers=state.callers | {message.owner}), message, now=now, then=("touch",))


@handles(Relieved)
def relieve(state: EventState, message: Relieved, now: float) -> Outcome:
    return write(replace(state, callers=frozenset([message.owner])), message, now=now)


@handles(RemovePlayer)
def remove(state: EventState, message: RemovePlayer, now: float) -> Outcome:
    """Send a player away. Their browser stays out; everybody else at their address plays on."""
    player = playing(state, message.player)
    known = state.addresses.get(player.owner, "")
    if message.address and not known:
        raise TurnError(f"{state.name_of(player)} has not been here since the room was started: their address is unknown")
    entries: list[EventEntry] = [Removed(player.number), *([KeptOut(known)] if message.address else [])]
    return write(state, *entries, now=now, then=("tell", limited(player.number)))


@handles(ApproveNames)
def approve(state: EventState, message: ApproveNames, now: float) -> Outcome:
    """Have names shown. A name with an abusive word is approved by its number alone."""
    if state.setup.names == "numbers":
        raise TurnError("this event was opened to show numbers only")
    harmless = (player for player in state.playing if not is_rude(state.name_of(player)))
    wanted = [playing(state, message.player)] if message.player else harmless
    waiting = tuple(player.number for player in wanted if not state.is_shown(player))
    if not waiting:
        return state, ()
    return write(state, Approved(waiting), now=now, then=("tell", limited(*waiting)))


@handles(RenamePlayer)
def rename(state: EventState, message: RenamePlayer, now: float) -> Outcome:
    player = playing(state, message.player)
    name = new_name(state, message.name, but=player.number)
    if not name:
        raise OptionsError("a name has at least one letter that can be read")
    return write(state, Renamed(player.number, name), now=now, then=("tell", limited(player.number)))


def new_name(state: EventState, wished: str, but: int = 0) -> str:
    """Return a wished name as it may stand on a screen, unlike those of all players but one; "" if nothing is left of it."""
    name = clean(wished, emoji=state.setup.emoji)
    return name and unlike(name, {state.name_of(player) for player in state.players if player.number != but})


@handles(MergePlayers)
def merge(state: EventState, message: MergePlayers, now: float) -> Outcome:
    """Say that two players are one person, who goes on as the second one.

    The device of the first one gets the board of the second, or with real cards the second one gets the score of the first.
    """
    first, second = playing(state, message.player), playing(state, message.into)
    if first is second or first.level or second.level:
        raise TurnError("only two different people can turn out to be one")
    return hand_over(state, merger(state, second, first.owner, first.number), now)


def merger(state: EventState, player: EventPlayer, owner: str, number: int) -> Merged:
    """Return the entry by which an identity, and player `number` (0: none), go on as another player."""
    boards = tuple(f"{state.code}.{played}.{player.number}" for played in range(1, state.course.round + 1))
    return Merged(number, player.number, owner, boards if owner else ())


@handles(Merged)
def hand_over(state: EventState, message: Merged, now: float) -> Outcome:
    if message.owner:
        owners = {player.number: "" for player in state.players if player.owner == message.owner}
        owners[message.into] = message.owner
        people = tuple(replace(each, owner=owners.get(each.number, each.owner)) for each in state.players)
        state = replace(state, people=People(people))
    return write(state, message, now=now, then=("tell", limited(message.number, message.into)))


def limited(*numbers: int) -> LimitBoards:
    """Return what the boards of some players are told, in all rounds."""
    return LimitBoards(players=frozenset(numbers))


def playing(state: EventState, number: int) -> EventPlayer:
    """Return a player who has not been sent away, or raise HttpError."""
    player = state.people.by_number.get(number)
    if player is None or number in state.course.removed:
        raise HttpError(404, f"there is no player {number}")
    return player


@handles(Connected)
def connect(state: EventState, message: Connected, now: float) -> Outcome:
    count = state.present.get(message.owner, 0) + 1
    return replace(state, present={**state.present, message.owner: count}), ("touch",)


@handles(Disconnected)
def disconnect(state: EventState, message: Disconnected, now: float) -> Outcome:
    count = state.present.get(message.owner, 0) - 1
    others = {owner: n for owner, n in state.present.items() if owner != message.owner}
    return replace(state, present={**others, message.owner: count} if count > 0 else others), ("touch",)


@handles(Elsewhere)
def hear_of(state: EventState, message: Elsewhere, now: float) -> Outcome:
    return replace(state, elsewhere=message.owners), ("touch",)


@handles(Seen)
def note_address(state: EventState, message: Seen, now: float) -> Outcome:
    """Record an address as a hash keyed with the event's secret word. The address itself is not stored."""
    key = state.setup.word.encode()[:64]
    address = hashlib.blake2b(message.address.encode(), key=key, digest_size=12).hexdigest()
    if state.addresses.get(message.owner) == address:
        return state, ()
    return replace(state, addresses={**state.addresses, message.owner: address}), ()


# Boards and other rooms


@handles(Report)
def note(state: EventState, message: Report, now: float) -> Outcome:
    """Record how far a board has come, and whether its player has acted since the last call."""
    _, played, player = message.board.split(".")
    number = int(player)
    if int(played) != state.course.round:
        return state, ()
    if message.acted and state.acted is not None:
        state = replace(state, acted=state.acted | {number})
    if message.called == state.course.turn:
        state = replace(state, done=state.done | {number} if message.ahead else state.done - {number})
        if state.open:
            state = replace(state, progress={**state.progress, number: progress_of(state.options, message.match)})
            if number not in state.before:
                board = before_turn(message.match, message.called)
                state = replace(state, before={**state.before, number: progress_of(state.options, board)})
    if message.late and number not in state.course.late:
        return write(state, PlayedLate(number), now=now, then=("touch",))
    return state, ("touch",)


@handles(Read)
def read(state: EventState, message: Read, now: float) -> Outcome:
    """Take what is in the store: entries of other rooms, and people's names and devices."""
    kept, before = message.kept, (state.course.round, state.course.turn)
    news, newcomers = kept.entries[state.course.length :], len(kept.players) - len(state.players)
    for entry in news:
        state = advance(state, entry, now)
    stored = folded(Course(), kept.entries)  # somebody may have been forgotten
    course = replace(state.course, names=stored.names, message=stored.message)
    moved = frozenset(now.number for was, now in zip(state.players, kept.players, strict=False) if was.owner != now.owner)
    people = People(kept.players)
    state = replace(state, setup=kept.setup, people=people, callers=kept.callers, course=course)
    deal = ("deal",) if newcomers or any(isinstance(entry, Begun) for entry in news) else ()
    if not news:
        return state, (LimitBoards(players=moved), *deal, "touch")
    state = replace(state, late=LATER)
    if (state.course.round, state.course.turn) == before:
        return state, (LimitBoards(players=moved), *deal, "tell")
    state = replace(state, deal=None, faces=(), progress={}, before={}, acted=None)
    finish = ("finish",) if state.course.turn > state.turns else ()
    return state, (LimitBoards(players=moved), *deal, *finish, "tell", "follow")

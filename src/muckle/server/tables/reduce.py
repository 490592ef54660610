"""`reduce`: the one function that takes a table from one state to the next. It does no I/O and reads no clock.

It returns the next state and the effects that make it true, in the order in which they must happen: what is stored comes before
what is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from muckle import players
from muckle.errors import IllegalError, NotationError, TurnError
from muckle.match.log import Decision, LogEntry
from muckle.match.match import RECALL, UNDO, Match
from muckle.server.live import Handlers
from muckle.server.names import clean, unlike
from muckle.server.tables import claim as claims
from muckle.server.tables import clock as clocks
from muckle.server.tables import petition as petitions
from muckle.server.tables.absence import give_back, kept_seats, note_waiting, stand_in
from muckle.server.tables.actions import BOT, FREE, LEAVE, MARK, RESIGN, ends_match, people_at, table_actions
from muckle.server.tables.bot_turns import PACES, bot_to_act, pause
from muckle.server.tables.calls import play_timeouts, take_back
from muckle.server.tables.petition import ALLOW, PAUSE, REFUSE, RESUME, Petition
from muckle.server.tables.seats import arranged, bot
from muckle.server.tables.state import (
    PendingMove,
    Reaction,
    TableState,
    TurnLimit,
)
from muckle.server.tables.steps import (
    Act,
    Append,
    Arrange,
    AskBot,
    Attended,
    BotMoved,
    CancelBot,
    ComeBack,
    Connected,
    Disconnected,
    Effect,
    Elsewhere,
    Follow,
    KeepClock,
    KeepEnding,
    Limited,
    Loaded,
    Manage,
    Message,
    PlayLine,
    Proceed,
    Publish,
    PutSeat,
    React,
    Rearrange,
    Remind,
    Rename,
    Report,
    SayTyped,
    Seated,
    SetPace,
    StoreMoved,
    Tick,
    Touched,
    UseExactBots,
)
from muckle.store.matches import Seating, Sitter, Timing

RECOUNT = 0.5
"""Seconds between two tellings of how many people watch."""
REACTIONS = ("Well played", "Thank you", "Good luck", "Oops", "Let me think", "One more?")
"""The sentences that people may say to each other at a table; they are stored nowhere."""
SHOWN = 6.0
"""Seconds for which a reaction is shown; until then its seat says nothing more."""

Outcome = tuple[TableState, tuple[Effect, ...]]
handles = Handlers()


def reduce(state: TableState, message: Message, now: float) -> Outcome:
    """Return the state after a message, and the effects that make it true.

    Args:
        now: time of the room's clock, in seconds.

    Raises:
        ActionError, HttpError: the message is refused; nothing has changed.
    """
    after, effects = handles[type(message)](state, message, now)
    after, effects = settle(expose(state, after), effects, now)
    return after, (*effects, *reminders(state, after, effects), *reports(state, after, message, effects))


def settle(state: TableState, effects: tuple[Effect, ...], now: float) -> Outcome:
    """Bring what follows from a state up to date: who is waited for, and which bot is asked."""
    state = claims.settle_claim(note_waiting(state, now))
    wanted = bot_to_act(state)
    if state.move and (wanted is None or wanted != (state.move.seat, state.move.seq, state.move.level)):
        state, effects = replace(state, move=None), (*effects, CancelBot())
    if wanted is None:
        return (replace(state, bot_row=()) if state.bot_row else state), effects
    if state.move is None:
        seat, seq, level = wanted
        move = PendingMove(seat, seq, level, now + pause(state.bot_row, seat) * PACES[state.pace])
        state, effects = replace(state, move=move), (*effects, AskBot(move))
    return state, effects


def reminders(before: TableState, after: TableState, effects: Sequence[Effect]) -> Iterator[Remind]:
    """Yield whom to remind: the person to whom the turn has passed by what this room has written, if they are not here.

    Nobody is reminded of a board of an event, where the cards are called to all at once.
    """
    if not any(isinstance(effect, Append) for effect in effects) or after.limit or not before.match or not after.match:
        return
    if after.match.over or after.match.turn == before.match.turn:
        return
    last, now = (after.seating.sitters[match.turn] for match in (before.match, after.match))
    if now.owner and not now.level and now.owner != last.owner and not after.attending.get(now.owner):
        yield Remind(now.owner)


def expose(before: TableState, after: TableState) -> TableState:
    """Return the state of a board with what those at it may know: the end of a turn draws the next card, which is not shown."""
    match, limit = after.match, after.limit
    if limit is None or (match is before.match and limit is before.limit):
        return after
    return replace(after, shown=match.at(match.count - 1) if match and limit.is_passed(match) else match)


def reports(before: TableState, after: TableState, message: Message, effects: Sequence[Effect]) -> Iterator[Report]:
    """Yield what the event of a board is told: an act of the player, or how far the board has come after a call."""
    if (limit := after.limit) is None or after.match is None:
        return
    follows, ahead = isinstance(message, Follow), limit.is_passed(after.match)
    acted = not follows and any(isinstance(effect, Append) for effect in effects)
    if acted or (follows and (ahead or limit.open or not before.followed)):
        yield Report(
            board=after.seating.match,
            called=limit.called,
            match=after.visible,
            ahead=ahead,
            acted=acted,
            late=acted and before.match is not None and limit.is_behind(before.match),
        )


def next_deadline(state: TableState) -> float | None:
    """Return the time at which a `Tick` changes the state if nothing happens before; None: never."""
    return min(deadlines(state), default=None)


def deadlines(state: TableState) -> Iterator[float]:
    """Yield the times at which something at the table is over."""
    if (zero := clocks.zero_at(state.clock)) is not None and state.match is not None:
        yield zero
    if state.petition and state.petition.state == "asked":
        yield state.petition.until
    if claims.standing(state) and state.claim:
        yield state.claim.until
    if state.move and state.move.action is not None:
        yield state.move.due
    if state.recount_at is not None:
        yield state.recount_at
    yield from (reaction.until for reaction in state.reactions.values())
    yield from kept_seats(state).values()


# What the store says


@handles(Loaded)
def load(state: TableState, message: Loaded, now: float) -> Outcome:
    timing, match = state.seating.terms.timing, message.match
    after = replace(state, match=match, commands=message.commands, unwritten=(), followed=0)
    if timing == Timing():
        return after, ()
    known = state.clock or message.clock
    after = replace(after, clock=known or clocks.new(timing, match.options.seats))
    return (after, ()) if known and known.running == match.turn else wind(after, now)


@handles(StoreMoved)
def take_news(state: TableState, message: StoreMoved, now: float) -> Outcome:
    after = replace(
        state,
        seating=named(message.seating, state.limit),
        match=message.match,
        commands=message.commands,
        unwritten=(),
        clock=message.clock if state.clock else None,
        attended=False,
    )
    return after, (Publish(),)


@handles(Seated)
def seat(state: TableState, message: Seated, now: float) -> Outcome:
    if message.seating.begun and not state.seating.begun:  # another room has dealt
        return replace(state, seating=message.seating, match=None), ()
    return wind(replace(state, seating=named(message.seating, state.limit)), now)


@handles(Limited)
def limit(state: TableState, message: Limited, now: float) -> Outcome:
    after = replace(state, limit=message.limit, attended=state.attended and message.ours)
    seating = named(state.seating, message.limit)
    if seating is state.seating:
        return after, ()
    return replace(after, seating=seating, match=None, unwritten=()), ()  # its story is told under the new name


@handles(Follow)
def follow(state: TableState, message: Follow, now: float) -> Outcome:
    """Bring a board to the turn that was called: take back what came after it, or play for a player who missed it.

    Timeout actions follow from the logs of the event and the board, so they are stored only with the player's next action.
    """
    limit, match = state.limit, state.begun_match()
    assert limit
    if limit.called < state.followed and state.unwritten:
        return replace(state, match=None, unwritten=()), ()  # read again without them
    back, state = not state.followed or limit.called < state.followed, replace(state, followed=limit.called)
    after = match.copy() if back else match
    if back and (takebacks := take_back(limit.turn_of, after, limit.called)):
        return write(state, f"uncall {after.seq}", after, takebacks, now)
    if limit.is_behind(match) and (limit.finished or limit.skips):
        after = match.copy()
        played = play_timeouts(limit.turn_of, after, limit.called)
        state = replace(state, match=after, unwritten=(*state.unwritten, *played))
    return state, ()


def named(seating: Seating, limit: TurnLimit | None) -> Seating:
    """Return the seating of a board with the name that everyone may read: callers may have changed it."""
    if limit is None or seating.sitters[0].name == limit.name:
        return seating
    return replace(seating, sitters=(replace(seating.sitters[0], name=limit.name),))


def wind(state: TableState, now: float) -> Outcome:
    """Bring the clocks, if there are any, to where the match is."""
    if state.clock is None or state.match is None:
        return state, ()
    clock = clocks.moved(state.clock, state.seating.terms.timing, state.match, state.seating.sitters, now)
    return replace(state, clock=clock), (KeepClock(clock),)


# The match


@handles(Act)
def act(state: TableState, message: Act, now: float) -> Outcome:
    match, cid = state.begun_match(), f"{message.seat}:{message.cid}"
    if cid in state.commands:
        return state, ()
    state.refuse_while_held()
    after = match.copy()
    entries: Sequence[LogEntry]
    if message.act == UNDO:
        entries = [after.undo(message.seat, seq=message.seq)]
    elif message.act == RECALL:
        entries = after.recall(message.seat, seq=message.seq)
    else:
        entries = [apply_answered(match, after, message)]
    return write(replace(state, attended=True), cid, after, entries, now)


@handles(PlayLine)
def play_line(state: TableState, message: PlayLine, now: float) -> Outcome:
    after, entries = state.begun_match().copy(), list[LogEntry]()
    if after.over or message.cid in state.commands:
        return state, ()
    for given in message.line[after.count :]:
        if isinstance(given, Decision):
            after.fold(given)
            entries.append(given)
        else:
            entries.append(after.apply(given))
    return write(state, message.cid, after, entries, now) if entries else (state, ())


def write(state: TableState, cid: str, after: Match, entries: Sequence[LogEntry], now: float) -> Outcome:
    """Return the state after entries of the log, which are stored before anybody sees them."""
    stored = Append(cid, (*state.unwritten, *entries), after.seq)
    commands = {**state.commands, cid: after.seq}
    state, wound = wind(replace(state, match=after, commands=commands, unwritten=()), now)
    return state, (stored, *wound, Publish(), *([KeepEnding()] if after.over else []))


def apply_answered(before: Match, match: Match, message: Act) -> Decision:
    """Apply an action to a copy of a match, unless it leaves out what its player must say, such as the word of a claim.

    Raises:
        NotationError: it leaves that out. To play it would tell a secret, and so would the reason why it is illegal.
        ActionError: it is refused.
    """
    try:
        decision = match.apply(message.act, seat=message.seat, seq=message.seq)
    except (NotationError, IllegalError):
        refuse_unanswered(before, message.act)
        raise
    if decision.action != message.act:  # an action in its full form leaves out nothing
        refuse_unanswered(before, message.act)
    return decision


def refuse_unanswered(match: Match, action: str) -> None:
    """Raise NotationError if an action leaves out what its player must say."""
    if match.unanswered(action):
        raise NotationError(f"{action!r} needs its answer behind it")


# The table


@handles(Manage)
def manage(state: TableState, message: Manage, now: float) -> Outcome:
    if message.act not in table_actions(state, message.seat):
        raise TurnError("that is not for you to do at this table, or not any more")
    state = replace(state, attended=True)
    verb, _, whose = message.act.removeprefix(MARK).partition(" ")
    if verb in petitions.VERBS:
        return discuss(state, message, verb, now)
    if verb in (claims.ADMIT, claims.DENY):
        after, puts = claims.answer(state, message.seat, verb == claims.ADMIT)
        return after, (*puts, Publish())
    seating, seat = state.seating, int(whose.split()[0]) if whose else message.seat
    sitter = seating.sitters[seat]
    if verb == BOT:
        put = PutSeat(seat, sitter, bot(players.DEFAULT_LEVEL, seating.header.game, list(seating.sitters)))
    elif verb == FREE:
        put = PutSeat(seat, sitter, Sitter(), bar=sitter.ready)
    elif verb == LEAVE:
        put = PutSeat(seat, sitter, Sitter())
    elif verb == RESIGN and not ends_match(seating, seat):
        put = PutSeat(seat, sitter, replace(sitter, owner="", level=players.DEFAULT_LEVEL, past=sitter.owner))
    else:
        after = state.begun_match().copy()
        return write(state, f"{message.seat}:{message.cid}", after, [after.resign(message.seat, people_at(seating))], now)
    return state, (put, Proceed(), Publish())


@handles(Rename)
def rename(state: TableState, message: Rename, now: float) -> Outcome:
    seating, seat = state.seating, state.acting_seat(message.owner, message.seat)
    if seat is None or seating.begun:
        raise TurnError("names are changed by their owners, before the cards are dealt")
    sitter, others = seating.sitters[seat], [other.name for number, other in enumerate(seating.sitters) if number != seat]
    if not (name := clean(message.name)):
        raise TurnError("a name has at least one letter")
    return state, (PutSeat(seat, sitter, replace(sitter, name=unlike(name, others))), Publish())


@handles(Arrange)
def rearrange(state: TableState, message: Arrange, now: float) -> Outcome:
    seating = state.seating
    if message.owner != seating.host or not message.owner:
        raise TurnError("only who opened the table may change it")
    if seating.begun or seating.terms.event or seating.terms.daily:
        raise TurnError("the table can be changed until every seat is taken")
    if message.was != tuple(sitter.name for sitter in seating.sitters):
        raise TurnError("somebody has come or gone meanwhile; look at the table again")
    sitters = arranged(seating, message.seats, seating.header.game)
    return state, (Rearrange(sitters, message.header), Proceed(), Publish())


@handles(ComeBack)
def come_back(state: TableState, message: ComeBack, now: float) -> Outcome:
    after, puts = claims.claim_seat(state, message.owner, message.seat, now)
    return after, (*puts, Publish())


def discuss(state: TableState, message: Manage, verb: str, now: float) -> Outcome:
    """Ask the table, answer, or end a pause."""
    match = state.begun_match()
    if verb == RESUME:
        return set_paused(state, False, now)
    if verb not in (ALLOW, REFUSE):
        return decide(state, petitions.ask(verb, state.seating, match, message.seat, now), message.cid, now)
    petition = petitions.standing(state.petition, match)
    assert petition
    if verb == REFUSE:
        return decide(state, replace(petition, state="refused", by=message.seat), message.cid, now)
    return decide(state, replace(petition, waits=petition.waits - {message.seat}), message.cid, now)


def decide(state: TableState, petition: Petition, cid: str, now: float) -> Outcome:
    """Keep a petition; where nobody has to answer any more, do what it asks for."""
    if petition.state == "asked" and not petition.waits:
        petition = replace(petition, state="granted")
    state = replace(state, petition=petition)
    if petition.state != "granted":
        return state, (Publish(),)
    if petition.kind == PAUSE:
        return set_paused(state, True, now)
    after = state.begun_match().copy()
    entries = [after.undo() for _ in range(after.count - petition.count)]  # newest first, others' attempts included
    return write(state, f"{petition.seat}:{cid}", after, entries, now)


def set_paused(state: TableState, paused: bool, now: float) -> Outcome:
    """Stop the clocks, and with them the match, or let them go on."""
    assert state.clock
    clock = replace(clocks.read(state.clock, now), paused=paused)
    return replace(state, clock=clock), (KeepClock(clock), Publish())


@handles(React)
def react(state: TableState, message: React, now: float) -> Outcome:
    return utter(state, message.seat, REACTIONS[message.number - 1], now)


@handles(SayTyped)
def say_typed(state: TableState, message: SayTyped, now: float) -> Outcome:
    return utter(state, message.seat, message.text, now)


def utter(state: TableState, seat: int, text: str, now: float) -> Outcome:
    """Show a sentence at a seat for a moment."""
    if seat in state.reactions:
        raise TurnError("one thing at a time")
    return replace(state, reactions={**state.reactions, seat: Reaction(text, now + SHOWN)}), (Publish(),)


@handles(SetPace)
def set_pace(state: TableState, message: SetPace, now: float) -> Outcome:
    return (replace(state, pace=message.pace) if message.owner == state.seating.host else state), ()


@handles(UseExactBots)
def use_exact_bots(state: TableState, message: UseExactBots, now: float) -> Outcome:
    if state.exact:
        return state, ()
    after = replace(state, exact=True, pace="off", move=None)  # who stands in is asked no more
    return after, (CancelBot(),) if state.move else ()


# Presence


@handles(Connected)
def connect(state: TableState, message: Connected, now: float) -> Outcome:
    owner, before = message.owner, state.present.get(message.owner, 0)
    after = replace(state, present={**state.present, owner: before + 1})
    if before:
        return after, ()
    if state.acting_seat(owner) is None:
        return recount(after, now), ()
    after = replace(after, away_since={who: since for who, since in state.away_since.items() if who != owner})
    return after, (*give_back(after, owner), Publish())


@handles(Disconnected)
def disconnect(state: TableState, message: Disconnected, now: float) -> Outcome:
    owner, count = message.owner, state.present.get(message.owner, 0) - 1
    others = {who: number for who, number in state.present.items() if who != owner}
    after = replace(state, present={**others, owner: count} if count > 0 else others)
    if count > 0:
        return after, ()
    if state.acting_seat(owner) is None:
        return recount(after, now), ()
    return replace(after, away_since={**state.away_since, owner: now}), (Publish(),)


def recount(state: TableState, now: float) -> TableState:
    """Return the state in which everybody is soon told how many watch, once for all who come and go within a moment."""
    return state if state.recount_at is not None else replace(state, recount_at=now + RECOUNT)


@handles(Elsewhere)
def hear_of(state: TableState, message: Elsewhere, now: float) -> Outcome:
    came = message.owners - state.elsewhere
    away = {who: since for who, since in state.away_since.items() if who not in came}
    return replace(state, elsewhere=message.owners, away_since=away), (Publish(),)


@handles(Attended)
def attend(state: TableState, message: Attended, now: float) -> Outcome:
    return (state if state.attended else replace(state, attended=True)), ()


@handles(Touched)
def touch(state: TableState, message: Touched, now: float) -> Outcome:
    return state, (Publish(),)


# Bots and time


@handles(BotMoved)
def keep_choice(state: TableState, message: BotMoved, now: float) -> Outcome:
    move = state.move
    if move is None or (move.seat, move.seq) != (message.seat, message.seq):
        return state, ()  # the match has gone on
    return replace(state, move=replace(move, action=message.action, cid=message.cid)), ()


@handles(Tick)
def tick(state: TableState, message: Tick, now: float) -> Outcome:
    """Do what is due: the small things at once, then one step that writes; the next tick comes at once if more is due."""
    state, effects = expire(state, now)
    if state.match is not None and (zero := clocks.zero_at(state.clock)) is not None and zero <= now:
        after = state.match.copy()
        return write(state, f"late {after.seq}", after, [after.apply(after.timeout(), late=True)], now)
    if state.move and state.move.action is not None and state.move.due <= now:
        return play_bot(state, state.move, now)
    if up := [seat for seat, time in kept_seats(state).items() if time <= now]:
        return state, (*(stand_in(state, seat) for seat in up), Publish())
    return state, effects


def expire(state: TableState, now: float) -> Outcome:
    """Forget reactions, petitions and claims whose time is over, and tell how many watch if that is due."""
    after = state
    if state.petition and state.petition.state == "asked" and state.petition.until <= now:
        after = replace(after, petition=replace(state.petition, state="refused"))
    if (claim := claims.standing(state)) and claim.until <= now:
        after = replace(after, claim=replace(claim, state="refused"))
    if any(reaction.until <= now for reaction in state.reactions.values()):
        after = replace(after, reactions={seat: kept for seat, kept in state.reactions.items() if kept.until > now})
    if state.recount_at is not None and state.recount_at <= now:
        after = replace(after, recount_at=None)
    return after, (Publish(),) if after is not state else ()


def play_bot(state: TableState, move: PendingMove, now: float) -> Outcome:
    """Play the action that a bot has chosen; the timeout action if that one is illegal, or there is none."""
    after = state.begun_match().copy()
    assert move.action is not None
    legal = move.action and after.explain(move.action) is None
    entry = after.apply(move.action if legal else after.timeout(), seat=move.seat)
    row = state.bot_row if state.bot_row[-1:] == (move.seat,) else (*state.bot_row, move.seat)
    return write(replace(state, move=None, bot_row=row), move.cid, after, [entry], now)

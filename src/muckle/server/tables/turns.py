"""Requests of a seat to its match: an action, a takeback, a hint, or why an action is illegal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muckle.errors import NotationError, StaleError, TurnError
from muckle.match.log import LogEntry
from muckle.match.match import RECALL, UNDO, Match
from muckle.scene.contract import Scene
from muckle.server.errors import HttpError, problem
from muckle.server.messages import Command, Done, Hint, HintLines, Problem, Why
from muckle.server.tables.hosted import Hosted
from muckle.server.turnstile import in_thread

NO_ADVICE = "there are no hints and no advice before the end: everybody's scores are compared"
CID = 64
"""Maximum length of a command id."""


async def act(owner: str, hosted: Hosted, command: Command, own: int | None = None) -> Done:
    """Carry out a person's command.

    Raises:
        ActionError, StoreError: it cannot be carried out.
    """
    if not 0 < len(command.cid) <= CID:
        raise HttpError(400, f"a command id has 1 to {CID} characters, this one has {len(command.cid)}")
    seat = hosted.viewer(owner, own)
    if seat is None:
        raise TurnError("you are watching; only those who sit at the table may act")
    return await carry_out(hosted, seat, command)


async def carry_out(hosted: Hosted, seat: int, command: Command) -> Done:
    """Carry out a seat's command once. If it is sent again, it only gets the same answer."""

    def happen(match: Match) -> Sequence[LogEntry]:
        refuse_waiting(hosted)
        refuse_unanswered(match, command.act)
        if command.act == UNDO:
            return [match.undo(seat, seq=command.seq)]
        if command.act == RECALL:
            return match.recall(seat, seq=command.seq)
        return [match.apply(command.act, seat=seat, seq=command.seq)]

    async with hosted.lock:
        return Done(command.cid, await write(hosted, f"{seat}:{command.cid}", happen))


async def write(hosted: Hosted, cid: str, happen: Callable[[Match], Sequence[LogEntry]]) -> int:
    """Change a match and store the change, once per command, and return the number of its last entry. The lock must be held."""
    match = await hosted.load()
    if (seq := hosted.done(cid)) is not None:
        return seq
    events = happen(match)
    try:
        seq = await hosted.commit(cid, *events)
    except StaleError:
        await hosted.publish()  # another room wrote to this match, perhaps this very command
        if (seq := hosted.done(cid)) is None:
            raise
    else:
        await hosted.publish()
        if match.over:
            await hosted.keep()
    return seq


async def hint(owner: str, hosted: Hosted, wish: Hint) -> HintLines:
    """Return the game's hints for the seat to act, if that seat asks."""
    async with hosted.lock:
        match, seat = await to_advise(owner, hosted)
        hints = await in_thread(match.hints, seat, wish.words)  # the first one builds a graph of its words
    return HintLines(tuple(hints) or ("There is no hint for this.",))


async def why(owner: str, hosted: Hosted, wish: Why) -> Problem:
    """Return why an action is illegal for the seat to act; a problem without a code if it is legal."""
    async with hosted.lock:
        match, seat = await to_act(owner, hosted)
        refuse_unanswered(match, wish.act)
        refusal = match.explain(wish.act)
    return problem(refusal) if refusal else Problem("", elsewhere(match.scene(seat), wish.act))


def elsewhere(scene: Scene, act: str) -> str:
    """Return where an action's piece goes, for a player who dragged it to another place."""
    to = scene.acts[act].to if act in scene.acts else ""
    zone = scene.zones.get(to.removeprefix("z:"))
    return f"It does not go there, but here: {zone.label}." if zone else "It goes to the place that is lit, not there."


async def to_act(owner: str, hosted: Hosted) -> tuple[Match, int]:
    """Return the match and the seat to act; raise TurnError if another seat asks, which must not learn more (General 8)."""
    match = await hosted.load()
    refuse_waiting(hosted)
    seat = hosted.viewer(owner)
    if match.over:
        raise TurnError("the match is over")
    if seat is None or seat != match.turn:
        raise TurnError(f"it is {match.names[match.turn]}'s turn")
    return match, seat


async def to_advise(owner: str, hosted: Hosted) -> tuple[Match, int]:
    """Return the match and the seat to act, if that seat asks and the terms of the table allow advice.

    Raises:
        TurnError: it is another seat's turn, or no advice is given at this table before the end.
    """
    match, seat = await to_act(owner, hosted)
    if not hosted.seating.terms.advice:
        raise TurnError(NO_ADVICE, "Muckell D15" if hosted.seating.terms.event else "")
    return match, seat


def refuse_waiting(hosted: Hosted) -> None:
    """Refuse all actions while the table waits, for example while its clocks are paused.

    Raises:
        TurnError: the table waits.
    """
    if hosted.waits:
        raise TurnError(hosted.waits)


def refuse_unanswered(match: Match, action: str) -> None:
    """Refuse an action that needs an answer and comes without it, because only the player knows whether there is an answer.

    Raises:
        NotationError: the answer is missing.
    """
    if match.unanswered(action):
        raise NotationError(f"{action!r} needs its answer behind it")

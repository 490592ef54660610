"""Requests of a person to a table: actions, takebacks, reactions, hints, and why an action is refused."""

from __future__ import annotations

from muckle.errors import TurnError
from muckle.match.match import Match
from muckle.scene.contract import Scene
from muckle.server.errors import HttpError, problem
from muckle.server.fair import in_thread
from muckle.server.messages import Command, Done, Hint, HintLines, Problem, Why
from muckle.server.names import clean
from muckle.server.rude import is_rude
from muckle.server.tables.actions import MARK, table_actions
from muckle.server.tables.reduce import REACTIONS, refuse_unanswered
from muckle.server.tables.steps import Act, ComeBack, Manage, React, SayTyped
from muckle.server.tables.table import Table

NO_ADVICE = "there are no hints and no advice before the end: everybody's scores are compared"
CID = 64
"""Maximum length of a command id."""
SAY = f"{MARK}say "
"""Beginning of the act of saying something typed, which follows."""
LONGEST_SENTENCE = 60
"""Maximum number of characters of a typed sentence."""
REACT = f"{MARK}react "
"""Beginning of the act of saying a reaction; its number follows."""


async def act(owner: str, table: Table, command: Command, own: int | None = None) -> Done:
    """Carry out a person's command, once: sent again, it only gets the same answer.

    Args:
        own: which of several seats of theirs it is done on.

    Raises:
        ActionError, StoreError: it cannot be carried out.
    """
    if not 0 < len(command.cid) <= CID:
        raise HttpError(400, f"a command id has 1 to {CID} characters, this one has {len(command.cid)}")
    if table.state.match is None:
        await table.ready()
    seat = table.state.acting_seat(owner, own)
    if seat is None:
        raise TurnError("you are watching; only those who sit at the table may act")
    message = Act(seat, command.act, command.seq, command.cid)
    return Done(command.cid, await table.act(message, f"{seat}:{command.cid}"))


async def manage(owner: str, table: Table, command: Command, own: int | None = None) -> Done:
    """Do something about the table, see `actions.table_actions`, or say something to the others.

    Raises:
        TurnError: that is not for who asks, or not any more.
    """
    await table.ready()
    seat = table.state.acting_seat(owner, own)
    if command.act.startswith(REACT):
        await table.send(React(*reaction(table, seat, command.act.removeprefix(REACT))))
    elif command.act.startswith(SAY):
        await table.send(SayTyped(*sentence(table, seat, command.act.removeprefix(SAY))))
    elif seat is None and command.act in table_actions(table.state, None):
        await table.send(ComeBack(owner, int(command.act.rsplit(" ", 1)[1])))
    elif seat is None:
        raise TurnError("that is not for you to do at this table, or not any more")
    else:
        await table.send(Manage(seat, command.act, command.cid))
    return Done(command.cid, table.seq or 0)


def reaction(table: Table, seat: int | None, number: str) -> tuple[int, int]:
    """Return the seat and the number of a reaction.

    Raises:
        TurnError: there is no such reaction, or who asks has no seat.
    """
    if number not in map(str, range(1, len(REACTIONS) + 1)):
        raise TurnError(f"there are {len(REACTIONS)} things to say at a table, got {number!r:.20}")
    if seat is None or table.seating.terms.event:
        raise TurnError("only those who sit at the table may say something")
    return seat, int(number)


def sentence(table: Table, seat: int | None, typed: str) -> tuple[int, str]:
    """Return the seat and the text of a typed sentence.

    Raises:
        TurnError: who asks has no seat, the host does not allow it, or it is empty or abusive.
    """
    if seat is None or not table.seating.terms.talk:
        raise TurnError("at this table nobody may type to the others")
    if not (text := clean(typed, LONGEST_SENTENCE)):
        raise TurnError("there is nothing to say in that")
    if is_rude(text):
        raise TurnError("that is not said here; it was shown to nobody")
    return seat, text


async def hint(owner: str, table: Table, wish: Hint) -> HintLines:
    """Return what the game tells the seat to act that asks for a hint."""
    match, seat = await to_advise(owner, table)
    hints = await in_thread(match.hints, seat, wish.words)  # the first one builds a graph of its words
    return HintLines(tuple(hints) or ("There is no hint for this.",))


async def why(owner: str, table: Table, wish: Why) -> Problem:
    """Return why an action is refused to the seat to act; a problem without a code if it is not."""
    match, seat = await to_act(owner, table)
    refuse_unanswered(match, wish.act)
    refusal = match.explain(wish.act)
    return problem(refusal) if refusal else Problem("", elsewhere(match.scene(seat), wish.act))


def elsewhere(scene: Scene, act: str) -> str:
    """Return where something goes that was tried in another place, though a rule allows it."""
    to = scene.acts[act].to if act in scene.acts else ""
    zone = scene.zones.get(to.removeprefix("z:"))
    return f"It does not go there, but here: {zone.label}." if zone else "It goes to the place that is lit, not there."


async def to_act(owner: str, table: Table) -> tuple[Match, int]:
    """Return the match and the seat to act, if that is who asks: nobody else is told what may be done (General 8)."""
    match = await table.load()
    table.state.refuse_while_held()
    seat = table.state.acting_seat(owner)
    if match.over:
        raise TurnError("the match is over")
    if seat is None or seat != match.turn:
        raise TurnError(f"it is {match.names[match.turn]}'s turn")
    return match, seat


async def to_advise(owner: str, table: Table) -> tuple[Match, int]:
    """Return the match and the seat to act, if that seat asks and the terms of the table allow advice.

    Raises:
        TurnError: it is another seat's turn, or no advice is given at this table before the end.
    """
    match, seat = await to_act(owner, table)
    if not table.seating.terms.advice:
        raise TurnError(NO_ADVICE, "Muckell D15" if table.seating.terms.event else "")
    return match, seat

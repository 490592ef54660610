"""Analysis of a finished match, one decision at a time so that no bot waits for it. Judgements are stored for good."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping

import msgspec

from muckle.errors import ActionError, TurnError
from muckle.match.match import Match
from muckle.players.advice import unit_of
from muckle.players.analysis import VERSION, JudgedDecision, ends_of, turning_point
from muckle.scene.contract import Act, Scene
from muckle.server.bots.bots import Bots
from muckle.server.fair import in_thread
from muckle.server.messages import AnalysisHead, ShownAction, Turned, Verdict
from muckle.server.tables.table import Table
from muckle.store.sql import Store


async def analysis(owner: str, table: Table, store: Store, bots: Bots) -> AsyncGenerator[AnalysisHead | Verdict | Turned]:
    """Yield how much there is to judge, then each decision with its judgement, then the one that turned the match.

    Raises:
        TurnError: the match is not over, or the owner did not play in it.
        ActionError: the match's options keep its record closed, or it was played by other rules.
    """
    if table.state.acting_seat(owner) is None:
        raise TurnError("only those who played may have the decisions judged")
    if await table.ended():
        raise ActionError("this match was played by other rules; who would judge it goes by these")
    match = await table.load()
    if not match.over:
        raise TurnError("decisions are judged when the match is over")
    if not match.open:
        raise ActionError("this match keeps hidden what was hidden: nobody gets its record", "General 11")
    return _judged(owner, table.id, match.copy(), store, bots)


async def _judged(
    owner: str, match_id: str, match: Match, store: Store, bots: Bots
) -> AsyncGenerator[AnalysisHead | Verdict | Turned]:
    """Yield the judgement of each decision: the stored one, or a new one; then the turning point.

    Raises:
        Unanswered: no worker could answer.
    """
    head = AnalysisHead(unit_of(match.game), match.count, ends_of(match.position))
    yield head
    decisions = list[JudgedDecision]()
    kept = [msgspec.json.decode(text, type=JudgedDecision) for text in await store.judged(match_id, VERSION)]
    turn, last = 0, -1
    for number, decision in enumerate(match.decisions, 1):
        turn, last = turn + (decision.seat != last), decision.seat
        before = await in_thread(match.at, number - 1)
        if number <= len(kept):
            judged = kept[number - 1]
        else:
            judged = await bots.judge(owner, match_id, before, decision.action, number, turn)
            await store.judge(match_id, VERSION, number, msgspec.json.encode(judged).decode())
        decisions.append(judged)
        yield await in_thread(verdict, before, judged)
    yield await in_thread(turned, match, turning_point(decisions, head.ends, head.unit))


def turned(match: Match, judged: JudgedDecision | None) -> Turned:
    """Return the last line of an analysis, with the pieces that the decision was between."""
    if judged is None:
        return Turned(None)
    scene = match.at(judged.number - 1).scene(judged.seat)
    found = [shown(scene, action) for action in (judged.action, judged.best)]
    return Turned(judged.number, tuple(dict.fromkeys(each.face for each in found if each)))


def shown(scene: Scene, action: str) -> ShownAction | None:
    """Return an action as a board can show it; None if it picks no piece with a face."""
    act = scene.acts.get(action)
    if act is None or not act.on.startswith("p:"):
        return None
    face = scene.pieces[act.on[2:]].face
    return ShownAction(act.on[2:], face, act.to, act.half) if face else None


def verdict(before: Match, judged: JudgedDecision) -> Verdict:
    """Return a judgement with the labels that its actions had for the seat.

    Args:
        before: the match before the decision.
    """
    scene = before.scene(judged.seat)
    named = {judged.action, judged.best, *(each.action for each in judged.ranked)}
    labels = {action: label(scene.acts, action) for action in named}
    if not judged.mistake:
        return Verdict(judged, labels)
    return Verdict(judged, labels, shown(scene, judged.action), shown(scene, judged.best))


def label(acts: Mapping[str, Act], action: str) -> str:
    """Return the label of an action, with the answer if the action answers a question."""
    if action in acts:
        return acts[action].label
    asked = max((id for id, act in acts.items() if act.ask and action.startswith(f"{id} ")), key=len, default="")
    return f"{acts[asked].label}: {action.removeprefix(asked).strip()}" if asked else action

"""The analysis of a match that is over: a decision at a time, so that nobody's bot waits for it, and each is kept for good."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping

import msgspec

from muckle.errors import ActionError, TurnError
from muckle.match.match import Match
from muckle.players.advice import unit_of
from muckle.players.analysis import VERSION, Judged, ends_of
from muckle.scene.contract import Act
from muckle.server.bots.bots import Bots
from muckle.server.messages import Judging, Verdict
from muckle.server.tables.hosted import Hosted
from muckle.server.turnstile import in_thread
from muckle.store.contract import Store


async def analysis(owner: str, hosted: Hosted, store: Store, bots: Bots) -> AsyncGenerator[Judging | Verdict]:
    """Yield how much there is to judge, then each decision with its judgement.

    Raises:
        TurnError: the match is not over, or who asks did not play in it.
        ActionError: its options keep the record from everybody, or its rules are not these.
    """
    async with hosted.lock:
        if hosted.viewer(owner) is None:
            raise TurnError("only those who played may have the decisions judged")
        if await hosted.ended():
            raise ActionError("this match was played by other rules; who would judge it goes by these")
        match = await hosted.load()
        if not match.over:
            raise TurnError("decisions are judged when the match is over")
        if not match.open:
            raise ActionError("this match keeps hidden what was hidden: nobody gets its record", "General 11")
        return _judged(owner, hosted.id, match.copy(), store, bots)


async def _judged(owner: str, match_id: str, match: Match, store: Store, bots: Bots) -> AsyncGenerator[Judging | Verdict]:
    """Yield the judgement of each decision: the stored one, or a new one.

    Raises:
        Unanswered: nobody could think.
    """
    yield Judging(unit_of(match.game), match.count, ends_of(match.position))
    kept = [msgspec.json.decode(text, type=Judged) for text in await store.judged(match_id, VERSION)]
    turn, last = 0, -1
    for number, decision in enumerate(match.decisions, 1):
        turn, last = turn + (decision.seat != last), decision.seat
        before = await in_thread(match.at, number - 1)
        if number <= len(kept):
            judged = kept[number - 1]
        else:
            judged = await bots.judge(owner, match_id, before, decision.action, number, turn)
            await store.judge(match_id, VERSION, number, msgspec.json.encode(judged).decode())
        yield await in_thread(verdict, before, judged)


def verdict(before: Match, judged: Judged) -> Verdict:
    """Return a judgement for people, whose actions have the labels that the seat was offered.

    Args:
        before: the match before the decision.
    """
    acts = before.scene(judged.seat).acts
    named = {judged.action, judged.best, *(each.action for each in judged.ranked)}
    return Verdict(judged, {action: label(acts, action) for action in named})


def label(acts: Mapping[str, Act], action: str) -> str:
    """Return the label of an action; if the action answers a question, with the answer."""
    if action in acts:
        return acts[action].label
    asked = max((id for id, act in acts.items() if act.ask and action.startswith(f"{id} ")), key=len, default="")
    return f"{acts[asked].label}: {action.removeprefix(asked).strip()}" if asked else action

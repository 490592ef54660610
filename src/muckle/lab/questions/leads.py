"""Leads: how early the winner of a match is clear, and how often the seat that is last still wins."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, lent, returns
from muckle.lab.answer import Answer, Table
from muckle.lab.charts import Lines
from muckle.lab.plan import Plan
from muckle.lab.record import Recorded, Recorder, RecordingWork
from muckle.lab.summary import Sample, Share, Summary
from muckle.lab.wording import ends_text, interval_text, tie_sentence
from muckle.players.contest import write_row
from muckle.players.match_row import DECISIONS, FIRST, WINNERS

PARTS = 12
"""Number of equal parts into which the decisions of a match are divided. Between them the scores are looked at."""
CLEAR = 0.75
"""Share of games that the leader at a moment must win for the winner to be called clear."""
TOLD = {0.3333: "After a third of a match", 0.5: "Half-way", 0.6667: "After two thirds"}
"""Moments, as fractions of a match, that get a sentence each, with the beginning of the sentence."""
Values = np.ndarray[Any, Any]


class Moment(Struct, frozen=True):
    """Shares of games at one moment of a match: in which a seat leads or is last alone, and which that seat then wins."""

    part: float
    """Fraction of the match's decisions that have been taken."""
    led: Share
    """Share of games in which one seat leads alone at this moment."""
    leader_wins: Share | None
    """Share of these games that the leader wins: a win shared by two counts as half. None if no seat ever leads alone."""
    trailed: Share
    """Share of games in which one seat is last alone at this moment."""
    last_wins: Share | None
    """Share of these games that the last seat wins, counted alike; None if no seat is ever last alone."""


class Leads(Struct, frozen=True):
    """Shares of matches in which the seat that leads at a moment wins, by the scores that the rules have counted up to it."""

    moments: tuple[Moment, ...]
    """The moments after each twelfth of a match, except the last."""
    for_good: Summary | None
    """Fraction of the match after which its winner leads alone to the end; 1 if only the end decides.

    Summarizes the games with one winner; None if there are none.
    """
    ties: Share
    """Share of games that several seats win."""


def ask(played: Recorded, plan: Plan) -> Answer:
    """Return how often the seats that lead or are last at each moment win."""
    found, equal = measure(played.rows, plan.options.seats), 1 / plan.options.seats
    lines = {
        "who leads": [one.leader_wins for one in found.moments],
        "who is last": [one.last_wins for one in found.moments],
    }
    title = "Games won by who leads, and by who is last (dotted: an equal share)"
    return Answer(
        figures=found,
        sentences=sentences(found, equal),
        tables=[table(found)],
        charts=[Lines(title, [one.part for one in found.moments], lines, equal)],
    )


class Work(RecordingWork):
    """Work for a pool: play the games of a plan, and append the scores at each moment to their rows."""

    def begin(self) -> Callable[[range], Recorded]:
        """Return the function that plays a range of games."""
        return LeadRecorder(self.plan).record_leads


class LeadRecorder(Recorder):
    """Plays the matches of a plan, and records the scores at each moment."""

    def record_leads(self, numbers: Sequence[int]) -> Recorded:
        """Play the matches with some numbers.

        Returns:
            Rows with the columns of `muckle.players.match_row`, then the result of `lead_for_good`, then the scores of all
            seats at each moment.
        """
        rows, more = self._empty_rows(numbers), np.zeros((len(numbers), 1 + (PARTS - 1) * self.plan.options.seats), np.int64)
        for number, row, own in zip(numbers, rows, more, strict=True):
            decisions = self._play(number)
            write_row(self.position, self._trail[: decisions + 1], self._plain_taken(decisions), self.seeds(number)[0], row)
            scores = self._scores(decisions)
            own[0] = lead_for_good(scores, int(self._layout.places(row[None])[0].argmin()))
            own[1:] = scores[[decisions * part // PARTS for part in range(1, PARTS)]].ravel()
        return Recorded(np.concatenate([rows, more], 1))

    def _scores(self, decisions: int) -> Values:
        """Return the seats' scores before each decision of the match that was played last, and at its end."""
        options, words, _ = self.position.arrays
        scores = np.zeros((decisions + 1, self.plan.options.seats), np.int64)
        fill_returns(options, words, self._trail[: decisions + 1], scores)
        return scores


@compiled
def fill_returns(options, words, trail, scores):
    """Write the seats' scores in each recorded state of a match into `scores`, one row per state."""
    setup, trail, scores = Setup(options[0], lent(words)), lent(trail), lent(scores)
    for at in range(len(trail)):
        returns(setup, trail[at], scores[at])


def lead_for_good(scores: Values, winner: int) -> int:
    """Return the number of decisions after which the winner leads alone to the end, or of all decisions if there is none.

    Args:
        scores: scores before each decision and at the end, one column per seat.
        winner: seat of the winner.

    >>> lead_for_good(np.array([[0, 0], [1, 0], [1, 1], [2, 1], [3, 1]]), 0)
    3
    """
    behind = scores[:, winner] <= np.delete(scores, winner, 1).max(1)
    return min(int(behind.nonzero()[0].max(initial=-1)) + 1, len(scores) - 1)


def measure(rows: Values, seats: int) -> Leads:
    """Return the figures of matches, given the rows of `LeadRecorder`."""
    scores = rows[:, -(PARTS - 1) * seats :].reshape(len(rows), PARTS - 1, seats)
    winners, alone = rows[:, WINNERS], rows[:, WINNERS] == 1
    wins = (rows[:, FIRST + seats : FIRST + 2 * seats] == 1) / np.maximum(1, winners)[:, None]
    good = rows[alone, -(PARTS - 1) * seats - 1] / np.maximum(1, rows[alone, DECISIONS])
    return Leads(
        tuple(moment(part / PARTS, scores[:, part - 1], wins) for part in range(1, PARTS)),
        sample(good).summary() if alone.any() else None,
        sample(winners > 1).share(),
    )


def moment(part: float, scores: Values, wins: Values) -> Moment:
    """Return how often the seats that lead or are last at a moment win.

    Args:
        part: fraction of the match that has been played.
        scores: scores at that moment, one row per game and one column per seat.
        wins: each seat's share of the win, in the same shape.
    """

    def fare(values: Values) -> tuple[Share, Share | None]:
        """Return how often one seat has the highest value alone, and how often that seat then wins."""
        best = values == values.max(1, keepdims=True)
        alone = best.sum(1) == 1
        return sample(alone).share(), sample(wins[alone][best[alone]]).share() if alone.any() else None

    return Moment(round(part, 4), *fare(scores), *fare(-scores))


def sample(values: Values) -> Sample:
    """Return a `Sample` of these values."""
    made = Sample()
    made.add(values)
    return made


def table(found: Leads) -> Table:
    """Return a table with a row for each moment."""

    def cells(share: Share | None) -> tuple[str, str]:
        return ("–", "–") if share is None else (f"{share.mean:.1%}", interval_text(share))

    return Table(
        "By the scores that the rules have counted until then:",
        ("part played", "one seat leads", "and wins", "95 %", "one seat is last", "and wins", "95 %"),
        [
            (
                f"{one.part:.0%}",
                f"{one.led.mean:.1%}",
                *cells(one.leader_wins),
                f"{one.trailed.mean:.1%}",
                *cells(one.last_wins),
            )
            for one in found.moments
        ],
    )


def sentences(found: Leads, equal: float) -> list[str]:
    """Return when the winner is clear; `equal` is an equal share of the wins."""
    told = [moment_sentence(TOLD[one.part], one) for one in found.moments if one.part in TOLD]
    told.append(f"An equal share is {equal:.1%}.")
    clear = next((one for one in found.moments if one.leader_wins and one.leader_wins.mean >= CLEAR), None)
    told.append(
        f"The leader wins {CLEAR:.0%} of the games or more from {clear.part:.0%} of a match on."
        if clear
        else f"Before the last twelfth of a match the leader never wins {CLEAR:.0%} of the games."
    )
    if good := found.for_good:
        interval = f"95 % interval {ends_text(good, 100, ' %')}"
        told.append(
            f"The later winner leads alone for good from {good.mean:.1%} of a match on ({interval}): "
            f"in half of the games from {good.median:.0%} on or earlier, in three quarters from {good.p75:.0%} on or earlier."
        )
    return [*told, tie_sentence(found.ties)]


def moment_sentence(when: str, one: Moment) -> str:
    """Return in a sentence how often the seats that lead or are last at a moment win."""
    if one.leader_wins is None:
        return f"{when} nobody leads yet: the rules have counted no difference of scores."
    leader = f"the one seat that leads wins {one.leader_wins.mean:.1%} of these games ({interval_text(one.leader_wins)})"
    if one.last_wins is None:
        return f"{when} {leader}."
    return f"{when} {leader}, and the one that is last {one.last_wins.mean:.1%} ({interval_text(one.last_wins)})."

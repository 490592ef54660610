"""Transcripts and decisions of many games: compiled play writes down what it does, and Python turns that into text.

The bytes of transcripts are those of `Match.transcript`, so a match can be checked, and played again from its seed alone.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, apply, deal, is_default, legal, lent, tiebreak
from muckle.engine.manner import MANNER
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.games import find
from muckle.lab.decisions import NUMBERS, Decided, join, number_decisions
from muckle.lab.plan import Plan
from muckle.lab.starter import match_seeds
from muckle.lab.work import FEW, Concurrency
from muckle.match import transcript
from muckle.match.transcript import DecisionLine, ResultLine
from muckle.players.choice import WORLDS, choose
from muckle.players.contest import kind_table, plain_action, played, together, write_row
from muckle.players.rows import layout
from muckle.players.thinking import SEARCHES

ROOM = 256
"""Decisions there is room for at first; there is made more when a match needs it."""


@compiled
def play_once(options, words, begins, states, worlds, minds, actions, manners, seeds, trail, choices, ends, taken):
    """Play one match as `play_games` does, and write it down; how many decisions it had, or -1: there was no room for it.

    Args:
        seeds: of the deal, and of the players' own chance.
        trail: filled with the state before each decision, and behind them the last one.
        choices: filled with the legal actions of all decisions, one behind the other.
        ends: filled with where in it those of each decision end. taken: filled with the actions that were chosen.
    """
    setup, mind, written, most = Setup(options[0], lent(words)), minds[0], 0, len(actions)
    deal(setup, states[0], stream(seeds[0], 0))
    mind.rng = stream(seeds[1], 1)
    trail[0] = states[0]
    decisions = 0
    while states[0].turn != OVER:
        if decisions == len(taken) or written + most > len(choices):
            return -1
        count = legal(setup, states[0], actions)
        choices[written : written + count] = actions[:count]
        written += count
        ends[decisions] = written
        seat = states[0].turn
        own = Setup(options[0], lent(words)[begins[seat] :]) if begins[seat] else setup
        taken[decisions] = choose(manners[seat], setup, own, states, worlds, mind, actions)
        apply(setup, states[0], taken[decisions])
        decisions += 1
        trail[decisions] = states[0]
    return decisions


class Unread:
    """Stands for a state where a text is wanted that may not depend on it."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


class Recorded(NamedTuple):
    """What a range of games came to."""

    rows: Any
    """One a match (`muckle.players.rows`)."""
    text: str = ""
    """Their transcripts, one behind the other; empty where none are wanted."""
    cpu_seconds: float = 0.0
    """That another process than the asking one spent."""
    decided: Decided | None = None
    """Their decisions, where those are wanted."""


class MatchRecord(NamedTuple):
    """What one match came to."""

    decisions: int
    result: ResultLine
    text: str
    """Its transcript."""


class Recorder:
    """Plays the matches of a plan, one by one, and writes them as transcripts."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.game = plan, find(plan.game)
        self.position = Position(self.game, plan.options, plan.graph)
        """For texts: it becomes each state that one depends on."""
        self._options, _, states = self.position.arrays
        self._states = states.copy()
        self._words, self._begins = together(plan.graph, plan.known)
        self._worlds, self._minds = np.zeros(WORLDS, self.game.state.STATE), new(PICKER)
        self._actions = np.zeros(self.game.state.MAX_ACTIONS, np.int64)
        self._manners = np.array([tuple(manner) for manner in plan.manners], MANNER)
        self._make_room(ROOM)
        self._layout, self._seeds_of = layout(self.game, plan.options.seats), match_seeds(plan)
        self._outside = plan.outside()
        self._actions_told: dict[int, str] = {}
        self._chance_told: dict[int, str] = {}

    def record(self, numbers: Sequence[int]) -> Recorded:
        """The matches of these numbers with their transcripts."""
        rows, texts = self._rows(numbers), list[str]()
        for number, row in zip(numbers, rows, strict=True):
            decisions, _, text = self.match(number)
            write_row(self.position, self._trail[: decisions + 1], self._plain_taken(decisions), self.seeds(number)[0], row)
            texts.append(text)
        return Recorded(rows, "".join(texts))

    def decide(self, numbers: Sequence[int]) -> Recorded:
        """The matches of these numbers with their decisions."""
        rows, parts = self._rows(numbers), list[Decided]()
        for number, row in zip(numbers, rows, strict=True):
            decisions = self._play(number)
            plain = self._plain_taken(decisions)
            write_row(self.position, self._trail[: decisions + 1], plain, self.seeds(number)[0], row)
            parts.append(self._decided(number, plain))
        return Recorded(rows, decided=join(parts))

    def match(self, number: int, *, told: bool = True) -> MatchRecord:
        """The match of that number; afterwards `position` is its last.

        Args:
            told: whether its text is wanted; that takes most of the time.
        """
        decisions = self._play(number)
        dealt, lines = self._lines(number, decisions) if told else ((), [])
        result = self._result(decisions)
        if not told:
            return MatchRecord(decisions, result, "")
        header = self.plan.header_of(number, self.seeds(number)[0], dealt)
        return MatchRecord(decisions, result, transcript.write(header, lines, result))

    def _rows(self, numbers: Sequence[int]) -> Any:
        return np.zeros((len(numbers), len(self._layout.columns)), np.int64)

    def _decided(self, number: int, plain: Any) -> Decided:
        """The decisions of the match that was written down last; `plain`: the legal actions that were taken."""
        options, words, _ = self.position.arrays
        trail, kinds, into = (
            self._trail[: len(plain) + 1],
            kind_table(self.game),
            np.zeros((len(plain), len(NUMBERS)), np.int64),
        )
        scores, row = np.zeros(self.plan.options.seats, np.int64), self._rows(range(1))[0]
        number_decisions(options, words, trail, plain, self._ends, kinds, number, scores, row, into)
        known, seats = self.plan.known[self.plan.seated(number)], trail["turn"].tolist()
        taken = self._taken[: len(plain)].tolist()
        return Decided(into, [self._took(at, action, known[seats[at]]) for at, action in enumerate(taken)])

    def seeds(self, number: int) -> tuple[int, int]:
        """Of the deal of a match, and of the players' own chance."""
        if self.plan.crowd:
            return self.plan.board_seeds(number)
        seed = int(self._seeds_of(range(number, number + 1))[0])
        return seed, seed

    def _lines(self, number: int, decisions: int) -> tuple[tuple[str, ...], list[DecisionLine]]:
        """What the deal came to, and what was decided."""
        chance, known = self._chances(decisions), self.plan.known[self.plan.seated(number)]
        seats = self._trail["turn"][:decisions].tolist()
        ends, taken = self._ends[:decisions].tolist(), self._taken[:decisions].tolist()
        choices = self._choices[: ends[-1] if ends else 0].tolist()
        lines, begin = list[DecisionLine](), 0
        for at, end in enumerate(ends):
            offered, action = self._texts(at, choices[begin:end], taken[at], known[seats[at]])
            lines.append(DecisionLine(seats[at], offered, action, chance[at + 1]))
            begin = end
        return chance[0], lines

    def _play(self, number: int) -> int:
        """Play one match and write it down; how many decisions it had."""
        seats, seeds = self.plan.seated(number), self.seeds(number)
        if self._outside or any(manner.method in SEARCHES for manner in self.plan.manners[seats]):
            return self._think(seats, seeds)
        while True:
            decisions = play_once(
                self._options,
                self._words,
                self._begins[seats],
                self._states,
                self._worlds,
                self._minds,
                self._actions,
                self._manners[seats],
                seeds,
                self._trail,
                self._choices,
                self._ends,
                self._taken,
            )
            if decisions >= 0:
                return int(decisions)
            self._make_room(2 * len(self._taken))

    def _think(self, seats: slice, seeds: tuple[int, int]) -> int:
        """The same where somebody searches: then Python plays, decision by decision."""
        (seed, mind), at, written = seeds, 0, 0
        for action in played(self.position, self.plan.manners[seats], seed, self.plan.known[seats], mind, self._outside):
            legal = self.position.legal()
            if at == len(self._taken) or written + len(legal) > len(self._choices):
                self._make_room(2 * len(self._taken))
                return self._think(seats, seeds)
            self._trail[at], self._taken[at] = self.position.state, action
            self._choices[written : written + len(legal)] = legal
            written += len(legal)
            self._ends[at] = written
            at += 1
        self._trail[at] = self.position.state
        return at

    def _make_room(self, decisions: int) -> None:
        self._trail: Any = np.zeros(decisions + 1, self.game.state.STATE)
        self._choices = np.zeros(16 * decisions + len(self._actions), np.int64)
        self._ends, self._taken = np.zeros(decisions, np.int64), np.zeros(decisions, np.int64)

    def _chances(self, decisions: int) -> list[tuple[str, ...]]:
        """What the deal and each decision drew, as texts."""
        drawn, drew = self._trail["drawn"][: decisions + 1].tolist(), self._trail["drew"]
        return [tuple(map(self._chance, drew[at, :count].tolist())) if count else () for at, count in enumerate(drawn)]

    def _chance(self, code: int) -> str:
        text = self._chance_told.get(code)
        if text is None:
            text = self._chance_told[code] = self.game.text.chance_text(self.position.plain_setup, code)
        return text

    def _texts(self, at: int, choices: list[int], action: int, known: Any) -> tuple[tuple[str, ...], str]:
        """What a decision's seat was offered, and what it took; `known`: the word graph of its player."""
        text, took = self.game.text, self._took(at, action, known)
        if not is_default(text.offered):
            return tuple(text.offered(self.position.plain_setup, self._state(at), choices)), took
        return tuple([self._action(at, choice) for choice in choices]), took

    def _took(self, at: int, action: int, known: Any) -> str:
        """The text of the action taken; `known`: the word graph of the seat's player."""
        completions = self.game.text.completions
        if not is_default(completions):
            own = Setup(self.position.plain_setup.options, memoryview(known))
            action = completions(own, self._state(at), action)[0]
        return self._action(at, action)

    def _action(self, at: int, action: int) -> str:
        """The text of an action; most are the same whatever the state, and then made once."""
        told = self._actions_told.get(action)
        if told is None:
            try:
                told = self.game.text.action_text(self.position.plain_setup, Unread(), action)
            except (LookupError, TypeError):
                told = ""
            self._actions_told[action] = told
        return told or self.game.text.action_text(self.position.plain_setup, self._state(at), action)

    def _plain_taken(self, decisions: int) -> Any:
        """The legal actions that those taken go back to."""
        plain = self._taken[:decisions].copy()
        for at in (plain >= self.game.state.ACTIONS).nonzero()[0].tolist():
            self._state(at)
            plain[at] = plain_action(self.position, int(plain[at]))
        return plain

    def _state(self, at: int) -> Any:
        """The state before a decision, as texts read it."""
        self.position.arrays[2][:] = self._trail[at : at + 1]
        return self.position.plain_state

    def _result(self, decisions: int) -> ResultLine:
        state = self._state(decisions)
        scores = self.position.scores()
        worth = [(score, int(tiebreak(self.position.setup, self.position.state, seat))) for seat, score in enumerate(scores)]
        winners = [seat for seat, own in enumerate(worth) if own == max(worth)]
        return ResultLine(tuple(scores), tuple(winners), self.game.text.reason(self.position.plain_setup, state))


class RecordingWork:
    """The games of a plan with their transcripts, or with their decisions: work for a pool."""

    few = FEW

    def __init__(self, plan: Plan, *, decisions: bool = False) -> None:
        self._plan, self._decisions = plan, decisions

    @property
    def concurrency(self) -> Concurrency:
        """Most of it is done by Python."""
        return "alone" if self._plan.asks_outsiders else "processes"

    def begin(self) -> Callable[[range], Recorded]:
        """What records the games of these numbers."""
        recorder = Recorder(self._plan)
        return recorder.decide if self._decisions else recorder.record

"""Transcripts of many games: compiled play writes down what it does, and Python turns that into lines.

The bytes are those of `Match.transcript`, so a match can be checked, and played again from its seed alone.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.chance import stream
from muckle.engine.compiler import compiled
from muckle.engine.contract import is_usual
from muckle.engine.manner import MANNER
from muckle.engine.playout import PICKER
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.engine.rules import OVER, Setup, apply, deal, legal, lent, tiebreak
from muckle.games import find
from muckle.lab.plan import Plan
from muckle.lab.starter import match_seeds
from muckle.match import transcript
from muckle.match.transcript import Line, ResultLine
from muckle.players.choice import WORLDS, choose
from muckle.players.contest import plain_action, played, together, write_row
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


class Record(NamedTuple):
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
        self._layout, self._seed = layout(self.game, plan.options.seats), match_seeds(plan)
        self._outside = plan.outside()
        self._actions_told: dict[int, str] = {}
        self._chance_told: dict[int, str] = {}

    def record(self, numbers: Sequence[int]) -> Recorded:
        """The matches of these numbers."""
        rows, texts = np.zeros((len(numbers), len(self._layout.columns)), np.int64), list[str]()
        for number, row in zip(numbers, rows, strict=True):
            decisions, _, text = self.match(number)
            taken = [self._plain(at, action) for at, action in enumerate(self._taken[:decisions].tolist())]
            trail = self._trail[: decisions + 1]
            write_row(self.position, trail, np.array(taken, np.int64), self.seeds(number)[0], row)
            texts.append(text)
        return Recorded(rows, "".join(texts))

    def match(self, number: int, *, told: bool = True) -> Record:
        """The match of that number; afterwards `position` is its last.

        Args:
            told: whether its text is wanted; that takes most of the time.
        """
        decisions = self._play(number)
        dealt, lines = self._lines(number, decisions) if told else ((), [])
        result = self._result(decisions)
        if not told:
            return Record(decisions, result, "")
        header = self.plan.header_of(number, self.seeds(number)[0], dealt)
        return Record(decisions, result, transcript.write(header, lines, result))

    def seeds(self, number: int) -> tuple[int, int]:
        """Of the deal of a match, and of the players' own chance."""
        if self.plan.crowd:
            return self.plan.board_seeds(number)
        seed = self._seed(number)
        return seed, seed

    def _lines(self, number: int, decisions: int) -> tuple[tuple[str, ...], list[Line]]:
        """What the deal came to, and what was decided."""
        chance, known = self._chances(decisions), self.plan.known[self.plan.seated(number)]
        seats = self._trail["turn"][:decisions].tolist()
        ends, taken = self._ends[:decisions].tolist(), self._taken[:decisions].tolist()
        choices = self._choices[: ends[-1] if ends else 0].tolist()
        lines, begin = list[Line](), 0
        for at, end in enumerate(ends):
            offered, action = self._texts(at, choices[begin:end], taken[at], known[seats[at]])
            lines.append(Line(seats[at], offered, action, chance[at + 1]))
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
        text, setup = self.game.text, self.position.plain_setup
        if not is_usual(text.completions):
            own = Setup(setup.options, memoryview(known))
            action = text.completions(own, self._state(at), action)[0]
        if not is_usual(text.offered):
            return tuple(text.offered(setup, self._state(at), choices)), self._action(at, action)
        return tuple([self._action(at, choice) for choice in choices]), self._action(at, action)

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

    def _plain(self, at: int, action: int) -> int:
        """The legal action that the one taken goes back to."""
        if action >= self.game.state.ACTIONS:
            self._state(at)
        return plain_action(self.position, action)

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

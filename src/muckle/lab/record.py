"""Transcripts and decisions of many games: compiled code plays and records states and actions, and Python turns them into text.

The transcripts are byte for byte those of `Match.transcript`, so a match can be checked, and replayed from its seed alone.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, apply, deal, is_default, legal, lent, tiebreak
from muckle.engine.manner import MANNER
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.games import find
from muckle.lab.decisions import NUMBERS, DecisionRows, fill_decisions, join
from muckle.lab.plan import Plan
from muckle.lab.pool import FEW, Concurrency
from muckle.lab.seeds import match_seeds
from muckle.match import transcript
from muckle.match.transcript import DecisionLine, ResultLine
from muckle.players.choice import WORLDS, choose
from muckle.players.contest import concatenate_graphs, kind_tables, plain_action, play_actions, write_row
from muckle.players.match_row import layout
from muckle.players.thinking import SEARCHES

ROOM = 256
"""Number of decisions for which arrays are allocated at first; a longer match doubles them."""


@compiled
def play_once(options, words, begins, states, worlds, minds, actions, manners, seeds, trail, choices, ends, taken):
    """Play and record one match. Return its number of decisions, or -1 if the arrays are too small for it.

    Args:
        seeds: seed of the deal, and seed of the players' own chance.
        trail: filled with the state before each decision, and the last state.
        choices: filled with the legal actions of all decisions, concatenated.
        ends: filled with the end of each decision's legal actions in `choices`.
        taken: filled with the actions that were chosen.
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


class UnreadableState:
    """A stand-in for a state that raises an error when it is read, to find texts that do not depend on the state."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


class Recorded(NamedTuple):
    """The results of a range of games."""

    rows: Any
    """One row per match (`muckle.players.match_row`)."""
    text: str = ""
    """Transcripts, concatenated; empty if none were asked for."""
    cpu_seconds: float = 0.0
    """CPU time spent in worker processes, in seconds."""
    decisions: DecisionRows | None = None
    """Decisions, if they were asked for."""


class MatchRecord(NamedTuple):
    """The result of one match."""

    decisions: int
    result: ResultLine
    text: str
    """Transcript of the match; empty if none was asked for."""


class Recorder:
    """Plays the matches of a plan one by one, and records their transcripts or decisions."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.game = plan, find(plan.game)
        self.position = Position(self.game, plan.options, plan.graph)
        """Position that is set to the states on which texts depend; after a match it is the last one."""
        self._options, _, states = self.position.arrays
        self._states = states.copy()
        self._words, self._begins = concatenate_graphs(plan.graph, plan.known)
        self._worlds, self._minds = np.zeros(WORLDS, self.game.state.STATE), new(PICKER)
        self._actions = np.zeros(self.game.state.MAX_ACTIONS, np.int64)
        self._manners = np.array([tuple(manner) for manner in plan.manners], MANNER)
        self._make_room(ROOM)
        self._layout, self._seeds_of = layout(self.game, plan.options.seats), match_seeds(plan)
        self._custom_players = plan.load_custom_players()
        self._action_texts: dict[int, str] = {}
        self._chance_texts: dict[int, str] = {}

    def record_transcripts(self, numbers: Sequence[int]) -> Recorded:
        """Play the matches of these numbers, and return their rows and transcripts."""
        rows, texts = self._empty_rows(numbers), list[str]()
        for number, row in zip(numbers, rows, strict=True):
            decisions, _, text = self.play_match(number)
            write_row(self.position, self._trail[: decisions + 1], self._plain_taken(decisions), self.seeds(number)[0], row)
            texts.append(text)
        return Recorded(rows, "".join(texts))

    def record_decisions(self, numbers: Sequence[int]) -> Recorded:
        """Play the matches of these numbers, and return their rows and decisions."""
        rows, parts = self._empty_rows(numbers), list[DecisionRows]()
        for number, row in zip(numbers, rows, strict=True):
            decisions = self._play(number)
            plain = self._plain_taken(decisions)
            write_row(self.position, self._trail[: decisions + 1], plain, self.seeds(number)[0], row)
            parts.append(self._decision_rows(number, plain))
        return Recorded(rows, decisions=join(parts))

    def play_match(self, number: int, *, with_text: bool = True) -> MatchRecord:
        """Play one match. Afterwards `position` is its last position.

        Args:
            with_text: write the transcript, which takes most of the time.
        """
        decisions = self._play(number)
        dealt, lines = self._lines(decisions) if with_text else ((), [])
        result = self._result(decisions)
        if not with_text:
            return MatchRecord(decisions, result, "")
        header = replace(self.plan.header, seed=self.seeds(number)[0], chance=dealt)
        return MatchRecord(decisions, result, transcript.write(header, lines, result))

    def _empty_rows(self, numbers: Sequence[int]) -> Any:
        return np.zeros((len(numbers), len(self._layout.columns)), np.int64)

    def _decision_rows(self, number: int, plain: Any) -> DecisionRows:
        """Return the decisions of the last match; `plain` holds the legal actions to which the taken ones belong."""
        options, words, _ = self.position.arrays
        trail, into = self._trail[: len(plain) + 1], np.zeros((len(plain), len(NUMBERS)), np.int64)
        scores = np.zeros(self.plan.options.seats, np.int64)
        fill_decisions(options, words, trail, plain, self._ends, *kind_tables(self.game), number, scores, into)
        known, seats = self.plan.known, trail["turn"].tolist()
        taken = self._taken[: len(plain)].tolist()
        return DecisionRows(into, [self._taken_text(at, action, known[seats[at]]) for at, action in enumerate(taken)])

    def seeds(self, number: int) -> tuple[int, int]:
        """Return the seed of a match's deal, and the seed of the players' own chance."""
        seed = int(self._seeds_of(range(number, number + 1))[0])
        return seed, seed

    def _lines(self, decisions: int) -> tuple[tuple[str, ...], list[DecisionLine]]:
        """Return the texts of the deal's draws, and the transcript lines of the decisions."""
        chance, known = self._drawn_texts(decisions), self.plan.known
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
        """Play and record one match, and return its number of decisions."""
        seeds = self.seeds(number)
        if self._custom_players or any(manner.method in SEARCHES for manner in self.plan.manners):
            return self._play_by_python(seeds)
        while True:
            decisions = play_once(
                self._options,
                self._words,
                self._begins,
                self._states,
                self._worlds,
                self._minds,
                self._actions,
                self._manners,
                seeds,
                self._trail,
                self._choices,
                self._ends,
                self._taken,
            )
            if decisions >= 0:
                return int(decisions)
            self._make_room(2 * len(self._taken))

    def _play_by_python(self, seeds: tuple[int, int]) -> int:
        """Play and record one match in which a player searches or is a custom one, and return its number of decisions."""
        (seed, mind), at, written = seeds, 0, 0
        for action in play_actions(self.position, self.plan.manners, seed, self.plan.known, mind, self._custom_players):
            legal = self.position.legal()
            if at == len(self._taken) or written + len(legal) > len(self._choices):
                self._make_room(2 * len(self._taken))
                return self._play_by_python(seeds)
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

    def _drawn_texts(self, decisions: int) -> list[tuple[str, ...]]:
        """Return the texts of what the deal and each decision drew."""
        drawn, drew = self._trail["drawn"][: decisions + 1].tolist(), self._trail["drew"]
        return [tuple(map(self._chance_text, drew[at, :count].tolist())) if count else () for at, count in enumerate(drawn)]

    def _chance_text(self, code: int) -> str:
        text = self._chance_texts.get(code)
        if text is None:
            text = self._chance_texts[code] = self.game.text.chance_text(self.position.plain_setup, code)
        return text

    def _texts(self, at: int, choices: list[int], action: int, known: Any) -> tuple[tuple[str, ...], str]:
        """Return the texts of the legal actions of a decision, and of the one taken; `known` is the player's word graph."""
        text, took = self.game.text, self._taken_text(at, action, known)
        if not is_default(text.offered):
            return tuple(text.offered(self.position.plain_setup, self._state(at), choices)), took
        return tuple([self._action_text(at, choice) for choice in choices]), took

    def _taken_text(self, at: int, action: int, known: Any) -> str:
        """Return the text of the action taken; `known` is the player's word graph."""
        completions = self.game.text.completions
        if not is_default(completions):
            own = Setup(self.position.plain_setup.options, memoryview(known))
            action = completions(own, self._state(at), action)[0]
        return self._action_text(at, action)

    def _action_text(self, at: int, action: int) -> str:
        """Return the text of an action. A text that does not depend on the state is made once."""
        known = self._action_texts.get(action)
        if known is None:
            try:
                known = self.game.text.action_text(self.position.plain_setup, UnreadableState(), action)
            except (LookupError, TypeError):
                known = ""
            self._action_texts[action] = known
        return known or self.game.text.action_text(self.position.plain_setup, self._state(at), action)

    def _plain_taken(self, decisions: int) -> Any:
        """Return the legal actions to which the actions taken belong."""
        plain = self._taken[:decisions].copy()
        for at in (plain >= self.game.state.ACTIONS).nonzero()[0].tolist():
            self._state(at)
            plain[at] = plain_action(self.position, int(plain[at]))
        return plain

    def _state(self, at: int) -> Any:
        """Return the state before a decision, as functions of `text.py` read it."""
        self.position.arrays[2][:] = self._trail[at : at + 1]
        return self.position.plain_state

    def _result(self, decisions: int) -> ResultLine:
        state = self._state(decisions)
        scores = self.position.scores()
        worth = [(score, int(tiebreak(self.position.setup, self.position.state, seat))) for seat, score in enumerate(scores)]
        winners = [seat for seat, own in enumerate(worth) if own == max(worth)]
        return ResultLine(tuple(scores), tuple(winners), self.game.text.reason(self.position.plain_setup, state))


class RecordingWork:
    """Work for a pool: the games of a plan with their transcripts, or with their decisions."""

    few = FEW

    def __init__(self, plan: Plan, *, decisions: bool = False) -> None:
        self.plan, self._decisions = plan, decisions

    @property
    def concurrency(self) -> Concurrency:
        """Processes, because Python does most of the work; custom players are asked one question at a time."""
        return "alone" if self.plan.has_custom_players else "processes"

    def begin(self) -> Callable[[range], Recorded]:
        """Return a function that records a range of games."""
        recorder = Recorder(self.plan)
        return recorder.record_decisions if self._decisions else recorder.record_transcripts

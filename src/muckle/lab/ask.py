"""Ask a question about a game: play its matches, and hand them to the question."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from muckle.engine.compile import compiling
from muckle.errors import OptionsError, suggest
from muckle.lab.answer import Answer
from muckle.lab.cluster import open_pool
from muckle.lab.decisions import join
from muckle.lab.matches import PlayingWork
from muckle.lab.plan import Plan, make_plan
from muckle.lab.questions import QUESTIONS, SEVERAL
from muckle.lab.record import Recorded
from muckle.lab.simulate import compile_players
from muckle.scene.tell import counted

Question = Callable[[Recorded, Plan], Answer]
ENTRY_POINTS = "muckle.questions"
"""Group of entry points by which installed packages bring questions."""


def ask(
    question: str | Question,
    game: str,
    preset: str | None = None,
    *,
    games: int | None = None,
    players: Sequence[str] | str = "medium",
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
    cores: int | None = None,
    cluster: str | None = None,
    starter: int | None = None,
    **options: int | str,
) -> Answer:
    """Play many games, and answer a question about them.

    Args:
        question: name of a question, such as "leads"; for a custom one ``package.module:function``, or the function itself
            (`docs/laboratory.md`).
        game, preset, options, games, players, seed, cores, cluster, starter, progress, compiles: as for `muckle.simulate`.

    Raises:
        OptionsError: there is no such question, game, option or player; the values do not fit together; or these games cannot
            answer the question.
        MuckleError: SciPy is not installed.

    >>> ask("leads", "mitch", "tiny", games=10).figures.moments[5].part
    0.5
    """
    answer, make_work = find_question(question) if isinstance(question, str) else (question, PlayingWork)
    pool = open_pool(cores, cluster)
    with compiling(compiles):
        plan = make_plan(game, preset, options, players, seed, games, starter)
        if question in SEVERAL and plan.options.seats == 1:
            raise OptionsError(f"{plan.game}: {question} are those of several seats at one table")
        compile_players(plan)
    parts = list[Recorded]()
    with closing(pool.in_order(make_work(plan), range(plan.games))) as played:  # so that no thread is left after Ctrl-C
        for part in played:
            parts.append(part)
            progress(len(part.rows))
    decisions = [part.decisions for part in parts if part.decisions]
    rows = Recorded(np.concatenate([part.rows for part in parts]), decisions=join(decisions) if decisions else None)
    return replace(answer(rows, plan), headline=headline(plan), run=run_data(plan))


def find_question(name: str) -> tuple[Question, Callable[[Plan], Any]]:
    """Return the function that answers a question, and the work that plays its matches.

    A module can name its work, such as one that records decisions; otherwise its question gets one row per match.

    Raises:
        OptionsError: there is no such question.
    """
    brought = {each.name: each.value for each in entry_points(group=ENTRY_POINTS)}
    path, _, function = (f"muckle.lab.questions.{name}:ask" if name in QUESTIONS else brought.get(name, name)).partition(":")
    if not function:
        known = [*QUESTIONS, *brought]
        raise OptionsError(
            f"a question is one of {', '.join(known)}, or module:function, got {name!r:.60}{suggest(name, known)}"
        )
    if not {"", here := f"{Path.cwd()}"} & {*sys.path}:
        sys.path.append(here)  # a console script does not look there
    try:
        module = importlib.import_module(path)
        return getattr(module, function), getattr(module, "Work", PlayingWork)
    except (ImportError, AttributeError) as error:
        raise OptionsError(f"the question {name!r:.60} cannot be loaded: {error}") from None


def headline(plan: Plan) -> str:
    """Return a line that says what was played."""
    players, seats = ", ".join(dict.fromkeys(plan.players)), counted(plan.options.seats, "seat")
    games = counted(plan.games, "game")
    return f"{plan.game} (version {plan.header.version} of its rules), {seats}, {games}, players {players}, seed {plan.seed}"


def run_data(plan: Plan) -> dict[str, Any]:
    """Return what was played, for `Answer.run`."""
    run = {"game": plan.game, "version": plan.header.version, "options": plan.options.public(), "seats": plan.options.seats}
    return {**run, "players": plan.players, "seed": plan.seed, "games": plan.games}

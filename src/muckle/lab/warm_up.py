"""Compilation of what the laboratory needs for a game, ahead of its first use."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from muckle.engine.game import Game
from muckle.lab.plan import make_plan
from muckle.lab.questions.leads import LeadRecorder
from muckle.lab.seeds import match_seeds
from muckle.lab.simulate import compile_players
from muckle.players.match_row import STARTER

PLAYERS = ("random", "medium")
"""Players whose games run through different compiled code. `muckle.players.warm_up` compiles those that search."""


def warm_laboratory(game: Game, report: Callable[[str], None] = lambda _: None) -> None:
    """Compile everything that simulations, comparisons, effects, leads and tournaments need, or load it from the cache.

    Args:
        game: the game.
        report: called with a description of the step before it.
    """
    report(f"{game.title}: the laboratory")
    for player in PLAYERS:
        plan = make_plan(game.name, "tiny" if "tiny" in game.presets else None, {}, player, 0, 1)
        compile_players(plan)
        recorder = LeadRecorder(plan)
        recorder.record_transcripts(range(1))
        rows = recorder.record_decisions(range(1)).rows
        if plan.options.seats > 1:
            recorder.record_leads(range(1))
            match_seeds(replace(plan, starter=int(rows[0, STARTER])))(range(1))

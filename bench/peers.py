"""Other libraries of games beside ours: decisions a CPU second at random play, each through its own interface, in one run.

``uv run --isolated --group peers python bench/peers.py`` prints a table in less than six minutes: each library has a process
of its own, and a limit of time. A library that is not installed, or is not done in time, is named, and has the rows that were
finished. Every figure is the best of three repetitions of a third of a second of CPU time or so, threads included; compiling
comes before.
Draws are not counted as decisions, but they cost what they cost.
"""
# pyright: basic
# (the peers have no types)

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import speed
from speed import best, calibration

import muckle
from muckle.envs import Batch

BATCH, SCANNED = 1024, 16
"""Matches of a batch; steps of Pgx that are one call."""
ONE, WHOLE, MANY = "one by one from Python", "whole games in compiled code", f"batches of {BATCH}"
ZOO, GYM = "PettingZoo's loop", "Gymnasium's loop, one seat"
OURS = {"mitch": 3, "multzo": 3, "alphabetickell": 3, "grabble_road": 2, "mickell": 1}
"""Our games, each with its seats."""
choice = random.Random(1).choice
chance = random.Random(1).random

Play = Callable[[int], int]
"""Plays so many games (or steps, or calls) and gives the number of decisions."""


class Row(NamedTuple):
    """A figure of the table."""

    way: str
    peer: str
    game: str
    rate: float
    """Decisions a CPU second."""


def ours() -> Iterator[Row]:
    """Measure our position from Python, `simulate`, `Batch`, and the adapters for OpenSpiel, Gymnasium and PettingZoo."""
    for game, seats in OURS.items():
        given = {"seats": seats} if seats > 1 else {}
        named = f"{game}, {seats}"
        yield Row(ONE, "muckle", named, best(position_played(muckle.new_match(game, **given).position)))
        yield Row(WHOLE, "muckle", named, best(simulated(game, given), 100))
        batch = Batch(game, BATCH, **given)
        yield Row(MANY, "muckle", f"{named}, masks and {batch.width} numbers seen", best(batch_stepped(batch)))
    import pyspiel

    from muckle.envs import openspiel  # noqa: F401  it makes our games known there
    from muckle.envs.gymnasium import SeatEnv
    from muckle.envs.pettingzoo import TableEnv

    for game, seats in OURS.items():
        given = {"seats": seats} if seats > 1 else {}
        yield Row(
            ONE, "muckle in OpenSpiel", f"{game}, {seats}", best(states_played(pyspiel.load_game(f"muckle_{game}", given)))
        )
    for players in ("greedy", "random"):
        env = SeatEnv("mitch", seats=3, players=players)
        yield Row(GYM, "muckle in Gymnasium", f"mitch, 3, against {players}", best(seat_played(env)))
    yield Row(ZOO, "muckle", "mitch, 3", best(agents_played(TableEnv("mitch", seats=3))))


def position_played(position: Any) -> Play:
    """Measure a position of ours, dealt and played from Python."""

    def play(games: int) -> int:
        decisions = 0
        for seed in range(games):
            position.deal(seed)
            while actions := position.legal():
                position.apply(choice(actions))
                decisions += 1
        return decisions

    return play


def simulated(game: str, given: dict[str, int]) -> Play:
    """`muckle.simulate` with random players on one core."""
    return lambda games: muckle.simulate(game, games=games, cores=1, **given).decisions


def batch_stepped(batch: Batch) -> Play:
    """Measure a batch of ours: steps, masks and observations."""
    masks, rows = batch.legal_masks(), batch.observe()

    def play(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.pick())
            batch.legal_masks(masks)
            batch.observe(out=rows)
        return steps * BATCH

    return play


def openspiel() -> Iterator[Row]:
    """Its games in C++ and in Python, from Python; and those in C++ played by its own random bots."""
    import pyspiel

    importlib.import_module("open_spiel.python.games")  # makes those in Python known
    for name in ("go_fish", "hearts", "leduc_poker", "gin_rummy", "python_block_dominoes", "python_tic_tac_toe"):
        game = pyspiel.load_game(name)
        written = "Python" if name.startswith("python") else "C++"
        play = states_played(game)
        yield Row(ONE, "OpenSpiel", f"{name} ({written})", best(play))
        if written == "C++":
            yield Row(WHOLE, "OpenSpiel", f"{name} ({written})", best(evaluated(game)) * play(200) / 200)


def states_played(game: Any) -> Play:
    """Measure a game of OpenSpiel, played from Python."""

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(drawn(state.chance_outcomes()))
                else:
                    state.apply_action(choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return play


def drawn(outcomes: list[tuple[int, float]]) -> int:
    """One of the outcomes, as likely as it is."""
    left = chance()
    for outcome, likely in outcomes:
        left -= likely
        if left < 0:
            return outcome
    return outcomes[-1][0]


def evaluated(game: Any) -> Play:
    """Whole games of OpenSpiel between its own random bots; gives games, not decisions."""
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(seat, 1000 + seat) for seat in range(game.num_players())]

    def play(games: int) -> int:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return games

    return play


def pettingzoo() -> Iterator[Row]:
    """Its classic games, without seeding them anew."""
    for name in ("hanabi_v5", "leduc_holdem_v4", "texas_holdem_v4"):
        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        yield Row(ZOO, "PettingZoo", name, best(agents_played(env)))


def agents_played(env: Any) -> Play:
    """PettingZoo's loop."""

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            env.reset()
            for _agent in env.agent_iter():
                seen, _, ended, cut, info = env.last()
                over = ended or cut
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                env.step(None if over else choice(np.flatnonzero(mask)))
                decisions += not over
        return decisions

    return play


def seat_played(env: Any) -> Play:
    """Gymnasium's loop; decisions of the other seats do not count."""

    def play(games: int) -> int:
        decisions = 0
        for seed in range(games):
            seen, over = env.reset(seed=seed)[0], False
            while not over:
                seen, _, over, _, _ = env.step(choice(np.flatnonzero(seen["action_mask"])))
                decisions += 1
        return decisions

    return play


def rlcard() -> Iterator[Row]:
    """Its card games, without its agents."""
    library = importlib.import_module("rlcard")
    for name in ("leduc-holdem", "uno", "gin-rummy"):
        yield Row(ONE, "RLCard", name, best(cards_played(library.make(name))))


def cards_played(env: Any) -> Play:
    """RLCard's loop."""

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return play


def pgx() -> Iterator[Row]:
    """Its batches on the CPU; masks and observations are part of its states."""
    library = importlib.import_module("pgx")
    for name in ("tic_tac_toe", "leduc_holdem", "sparrow_mahjong"):
        play = scanned(library.make(name))
        play(1)  # compiles
        yield Row(MANY, "Pgx", name, best(play))


def scanned(env: Any) -> Play:
    """Measure a batch of Pgx: calls of a compiled loop, whose choices are random too."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))

    def body(carry: Any, _: None) -> Any:
        state, key = carry
        key, chosen, dealt = jax.random.split(key, 3)
        action = jax.random.categorical(chosen, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, action, jax.random.split(dealt, BATCH)), key), None

    scan = jax.jit(lambda carry: jax.lax.scan(body, carry, None, SCANNED)[0])
    carry = jax.vmap(env.init)(jax.random.split(jax.random.key(1), BATCH)), jax.random.key(2)

    def play(calls: int) -> int:
        nonlocal carry
        for _ in range(calls):
            carry = scan(carry)
        jax.block_until_ready(carry)
        return calls * SCANNED * BATCH

    return play


PEERS = {
    "muckle": (ours, 160),
    "open-spiel": (openspiel, 50),
    "pettingzoo": (pettingzoo, 40),
    "rlcard": (rlcard, 40),
    "pgx": (pgx, 60),
}
"""Libraries by the name under which each is installed, each with the seconds that all its figures may take: 350 in all."""


def main() -> None:
    """Print everything as a Markdown table, the fastest of each way first; with the name of a library, its rows as JSON."""
    speed.SECONDS = 0.3
    if len(sys.argv) > 1:
        for row in PEERS[sys.argv[1]][0]():
            print(json.dumps(row), flush=True)
        return
    rows, versions = [], [f"Python {platform.python_version()}"]
    for name, (_, seconds) in PEERS.items():
        found, fault = measured([sys.executable, __file__, name], seconds)
        rows += found
        if fault:
            print(f"{name} {f'has {len(found)} figures only' if found else 'is left out'}: {fault}", flush=True)
        if found:
            versions.append(f"{name} {importlib.metadata.version(name)}")
    loop = best(calibration, 1000)
    print(f"{', '.join(versions)}; load {os.getloadavg()[0]:.1f}, calibration loop {loop / 1e6:.1f} M/s\n")
    print("| way | library | game | decisions/CPU s |\n|---|---|---|---|")
    for way in (ONE, ZOO, GYM, WHOLE, MANY):
        for row in sorted((row for row in rows if row.way == way), key=lambda row: -row.rate):
            print(f"| {way} | {row.peer} | {row.game} | {row.rate / 1000:,.1f} k |")


def measured(command: list[str], seconds: float) -> tuple[list[Row], str]:
    """Return the rows that a process printed within some seconds, and why there are no more; an empty text if it is done."""
    try:
        ran = subprocess.run(command, capture_output=True, timeout=seconds)
        printed, fault = ran.stdout, ran.stderr.decode().strip().rpartition("\n")[2] if ran.returncode else ""
    except subprocess.TimeoutExpired as late:
        printed, fault = late.stdout or b"", f"its {seconds:g} seconds are over"
    *lines, _ = printed.decode().split("\n")  # a last line without an end was cut off
    return [Row(*json.loads(line)) for line in lines if line.startswith("[")], fault


if __name__ == "__main__":
    main()

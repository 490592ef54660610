"""Measure look-ups of words: CPU time, one core, all in one run, beside a Python set and a library's word graph.

``uv run --group bench python bench/words.py [LIST]`` prints a table. Every figure but the last is the best of three; the
calibration loop of ``speed.py`` runs beside them. Look-ups over HTTP are wall time on the loopback interface.
"""
# pyright: basic
# (compiled functions carry no annotations, the library has no types)

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

import dawg
import httpx
import numpy as np
from room import LIMITS
from speed import best, calibration

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, lent
from muckle.engine.position import Position
from muckle.games import GAMES
from muckle.games.grabble_road import rules as grabble_road
from muckle.games.mickell import rules as mickell
from muckle.players import SIMPLE
from muckle.players.chooser import Chooser
from muckle.words import graph, lists
from muckle.words.search import matching

MANY, ROWS, PLAYS = 100_000, 20_000, 60
"""Words asked for in turn, every other one with a letter changed; rows laid in turn; plays scored in turn."""


@compiled
def count_words(words, letters, lengths, rounds):
    """Return the number of words that are listed."""
    found = 0
    for _ in range(rounds):
        for number in range(len(lengths)):
            found += graph.contains(words, letters[number], lengths[number])
    return found


@compiled
def extend_rows(options, words, states, cards, rounds):
    """Lay the cards of each row until nothing can begin like it; how many were laid."""
    setup, state = Setup(options[0], lent(words)), states[0]
    laid = 0
    for _ in range(rounds):
        for row in range(len(cards)):
            mickell.clear_row(setup, state, 0)
            place = 0
            while place < cards.shape[1] and state.rows[0].ways != 0:
                mickell.follow_card(setup, state, 0, cards[row, place])
                place += 1
            laid += place
    return laid


@compiled
def score_plays(options, words, states, rounds):
    """Score the play that is being composed in each state; the points of them all."""
    setup, points = Setup(options[0], lent(words)), 0
    for _ in range(rounds):
        for number in range(len(states)):
            state = states[number]
            points += grabble_road.score(setup, state, state.begun, state.drew[:0])
    return points


def asked(words: Sequence[str]) -> list[str]:
    """Words of a list, every other one with a letter changed."""
    choose = random.Random(1)
    some = choose.choices(words, k=MANY)
    for number in range(0, MANY, 2):
        place = choose.randrange(len(some[number]))
        some[number] = some[number][:place] + choose.choice("abcdefghijklmnopqrstuvwxyz") + some[number][place + 1 :]
    return some


def in_kernel(words: lists.WordList, some: Sequence[str]) -> Callable[[int], int]:
    letters = np.zeros((MANY, max(map(len, some))), np.int64)
    for number, word in enumerate(some):
        letters[number, : len(word)] = graph.codes(word)
    lengths = np.array([len(word) for word in some])
    known = set(words.words)
    assert count_words(words.graph, letters, lengths, 1) == sum(word in known for word in some)

    def work(rounds: int) -> int:
        count_words(words.graph, letters, lengths, rounds)
        return rounds * MANY

    return work


def from_python(known: object, some: Sequence[str]) -> Callable[[int], int]:
    def work(rounds: int) -> int:
        for _ in range(rounds):
            for word in some:
                word in known  # type: ignore[operator]  # noqa: B015  (what is measured)
        return rounds * MANY

    return work


def row_extension(words: lists.WordList) -> Callable[[int], int]:
    game = GAMES["mickell"]
    position = Position(game, game.read_options(None, {}), words.graph, 1)
    options, graph_of_words, states = position.arrays
    choose = random.Random(2)
    cards = np.array([choose.sample(range(mickell.CARDS), mickell.CARDS) for _ in range(ROWS)])
    return lambda rounds: int(extend_rows(options, graph_of_words, states, cards, rounds))


def line_scorer(words: lists.WordList) -> Callable[[int], int]:
    """Return a function that scores a number of plays, which come from matches between greedy players.

    Each play is scored just before its last tile is laid. All words with a new tile are found, in its row and in its column.
    """
    game = GAMES["grabble_road"]
    options = game.read_options()
    plays: list[np.ndarray] = []
    for seed in range(PLAYS):
        position = Position(game, options, words.graph, seed)
        chooser = Chooser(position, seed)
        while len(plays) <= seed and not position.over:
            if position.state.left == 1 and position.state.tiles >= 15 + seed % 60:
                plays.append(position.arrays[2].copy())
            position.apply(chooser.choose(SIMPLE["greedy"], position))
    states = np.concatenate(plays)
    lines = sum(map(lines_of, states))
    option_array, graph_of_words, _ = position.arrays
    return lambda rounds: lines * rounds if score_plays(option_array, graph_of_words, states, rounds) else 0


def lines_of(state: np.record) -> int:
    """Return the number of rows and columns that hold a tile of the play that is being composed."""
    squares = [int(laid.square) for laid in state.laid[state.begun : state.tiles]]
    stride = grabble_road.STRIDE
    return len({square // stride for square in squares}) + len({square % stride for square in squares})


def pattern(words: lists.WordList) -> Callable[[int], int]:
    """Return every word that a row of four cards spells, as `muckle words find` finds them."""
    choose = random.Random(3)
    rows = ["".join(f"[{''.join(choose.choices('etaoinsrhldcumfpgwybvk', k=2))}]" for _ in range(4)) for _ in range(20)]

    def work(rounds: int) -> int:
        for _ in range(rounds):
            for row in rows:
                matching(words, row)
        return rounds * len(rows)

    return work


def http_milliseconds(words: lists.WordList) -> dict[str, Sequence[float]]:
    """Wall times of look-ups with definitions from a client on this machine, in order: by a match's list, and by all lists.

    They begin as soon as the room answers, so while it still reads word lists and compiles.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "muckle.server", "--port=0", f"--database={folder}/room.db", LIMITS]
        room = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            assert room.stdout
            address = next(line for line in room.stdout if "is open at " in line).partition("is open at ")[2].split()[0]
            with httpx.Client(base_url=address, timeout=60) as client:
                client.get("/")
                table = {"game": "mickell", "options": {"dictionary": words.name}}
                match = client.post("/api/matches", json=table).json()["match"]
                asked = random.Random(4).choices(words.words, k=1000)
                return {"by a match's list": timed(client, asked, match=match), "by all lists": timed(client, asked)}
        finally:
            room.terminate()
            room.wait(20)


def timed(client: httpx.Client, asked: Sequence[str], **query: str) -> Sequence[float]:
    """Milliseconds of each look-up, in order."""
    spent: list[float] = []
    for word in asked:
        began = time.perf_counter()
        told = client.get(f"/api/words/{word}", params=query).json()
        spent.append(1000 * (time.perf_counter() - began))
        assert told["listed"], told
    return sorted(spent)


def main() -> None:
    """Print everything as a Markdown table."""
    words = lists.named(sys.argv[1] if len(sys.argv) > 1 else "american-standard")
    some = asked(words.words)
    text, library = words.text, dawg.DAWG(words.words)
    assert graph.build(text).tolist() == words.graph.tolist()  # compiled before the clock runs
    assert all((word in library) == (word in words) for word in some)

    def build(rounds: int) -> int:
        for _ in range(rounds):
            graph.build(text)
        return rounds

    print(f"| {words.name}, {len(words):,} words | figure |\n|---|---|")
    print(f"| calibration loop | {best(calibration, 1000) / 1e6:.2f} M/s |")
    print(f"| building the word graph | {1 / best(build):.3f} CPU s |", flush=True)
    for what, work in {
        "is it a word: our graph, in a kernel": in_kernel(words, some),
        "is it a word: Python set": from_python(frozenset(words.words), some),
        "is it a word: DAWG2": from_python(library, some),
        "row extension (Mickell), in a kernel": row_extension(words),
        "line scorer (Grabble Road), lines in a kernel": line_scorer(words),
        "all words of a row of four cards, from Python": pattern(words),
    }.items():
        rate = best(work)
        print(f"| {what} | {f'{rate / 1e6:.2f} M/s' if rate > 1e5 else f'{rate:,.0f}/s'} |", flush=True)
    for what, spent in http_milliseconds(words).items():
        figures = f"median {statistics.median(spent):.1f} ms, 99 % within {spent[len(spent) * 99 // 100]:.1f} ms"
        print(f"| look-up with definitions over HTTP, {what} | {figures}, the slowest {spent[-1]:.1f} ms |")


if __name__ == "__main__":
    main()

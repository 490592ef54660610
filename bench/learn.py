"""Learn what players know of a game by self-play: ``uv run python bench/learn.py mickell``.

Alphabetickell has a network, see `bench/learn_network.py`. For Mickell the command
writes ``row_weights.json`` anew, with a record of the training; minutes on one core. Every block of decks is kept in
a folder (``--folder``) as soon as it is played, and a run that was broken off goes on behind it. The same arguments give the
same file at the same commit, byte for byte. What happens:

- *Prices.* The player ``hard`` plays decks. At every turn, for each row and card to come, the best gain of the other rows from
  that card is counted. A card's mean is the sum of the prices of its letters, by ridge regression; the spread round it is taken
  as it is. The next round plays with these prices. The first one begins with 0.35 points for every card.
- *Correction.* Rows are sampled that the player thought about in the last round, with the cards that were to come. Fitted value
  iteration: the worth of a row follows from those it has after each card to come, and what that adds to its value after the
  next card is explained by its features, by least squares. More than a few sweeps overestimate (bench/strength.md).

Least squares are all that it takes, so no library but NumPy is needed. No deck that strength is measured on is played.
"""

# pyright: basic
# (compiled functions carry no annotations)

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from learn_network import COURSES, learn

from muckle.engine.chance import PICKER, below, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, lent
from muckle.engine.manner import MANNER, Knowledge
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.games.mickell import GAME, row_weights
from muckle.games.mickell.row_readings import KEPT, WAYS, find_or_add, look_ahead, reading_with_card, worth
from muckle.games.mickell.row_table import TOP, pack_table, unpack_book
from muckle.games.mickell.row_weights import FEATURES, FINE, FULL_DECK, POWERS, WIDTH, Weights, expected_surplus
from muckle.games.mickell.rules import is_final
from muckle.games.mickell.state import CARDS, MAX_ACTIONS, NONE
from muckle.games.mickell.turn_list import prospects
from muckle.games.mickell.turn_search import DESK, reset_desk, tally_turns
from muckle.match.header import find_word_list
from muckle.players.thinking import Thought
from muckle.words.graph import LETTERS

NAMES = (
    "constant",
    "more ways: what the next card brings beyond the best way alone",
    "cards to come: what the next card brings the best way beyond the whole deck's average",
    "near ways: other ways within a point of the best, by how near",
    "logarithm of the ways",
    "share of the cards to come that suit",
    "lead over a claim now, up to 4",
    "lead over a claim now, up to 2, times near ways",
    "what the next card brings",
    "row without cards",
)
"""The features of a row, as `row_readings.look_ahead` writes them."""
FIRST = 10_000_000
"""Seed of the first deck; strength is measured below it."""
BLOCK = 50
"""Decks of one part of the work."""
BEGIN = Weights(np.full(LETTERS, 0.175), np.maximum(0, np.arange(WIDTH) / FINE - 1), np.zeros((FEATURES, POWERS)))
"""Weights of the first round: 0.35 points for every card, as before anything was learned."""
BINS, BIN = 240, 0.05
"""Bins in which gains are counted, and their width in points; the last one holds all above."""
SAMPLED = 100
"""Rows sampled from the thoughts of a match, on average one a turn from each third of them."""
RIDGE = 1.0
"""Regularisation of the least squares."""
DIGITS = 4

ROW = np.dtype(
    [("ways", np.int64), ("nodes", np.int32, WAYS), ("claim", np.int64), ("rest", np.int64)],
)
"""A sampled row: its reading, and the set of the cards to come."""


@compiled
def watch(options, words, states, desks, numbers, weights, minds, manners, actions, count, tallies, counts, rows, place):
    """Tally the actions as a player does; count gains of other rows, and sample rows; return how many were sampled.

    Args:
        counts: (CARDS, BINS), for each card the best gains of the other rows.
        rows, place: samples, and where the next one goes.
    """
    book, setup, state, desk = (
        unpack_book(Knowledge(lent(numbers), lent(weights))),
        Setup(options[0], lent(words)),
        states[0],
        desks[0],
    )
    tally_turns(lent(desks), book, setup, state, minds[0], manners[0], lent(actions), count, lent(tallies))
    if is_final(setup, state) or state.current == NONE or desk.notes.left < 2:
        return place
    best = 0
    for turn in range(desk.turns.count):
        if desk.promised[turn] > desk.promised[best]:
            best = turn
    left, views = desk.notes.left, desk.views
    prospects(book, desk.notes, views, desk.turns, best, desk.laid.rows, desk.notes.cards[:left], 0)
    for k in range(left):
        for row in range(desk.laid.rows):
            most = 0.0
            for other in range(desk.laid.rows):
                if other != row:
                    most = max(most, float(views.gains[views.chosen[other], k]))
            counts[desk.notes.cards[k], min(BINS - 1, int(most / BIN + 0.5))] += 1
    for _ in range(SAMPLED // CARDS):
        reading = 1 + below(minds[0], desk.notes.count - 1)
        if desk.notes.ways[reading] > 0 and place < len(rows):
            rows[place].ways, rows[place].claim = desk.notes.ways[reading], desk.notes.claims[reading]
            rows[place].nodes[:] = desk.notes.nodes[reading]
            rows[place].rest = state.undrawn
            place += 1
    return place


@compiled
def sweep(options, states, desks, numbers, weights, manners, rows, targets, features):
    """Fill in what each sampled row is worth by those it becomes, beyond its value after the next card; and its features.

    Rows that are best claimed at once get a NaN.
    """
    book, setup, desk = unpack_book(Knowledge(lent(numbers), lent(weights))), Setup(options[0], options), desks[0]
    notes = desk.notes
    for k in range(len(rows)):
        states[0].undrawn = rows[k].rest
        reset_desk(book, desk, setup, states[0], manners[0])
        for way in range(rows[k].ways):
            notes.nodes[KEPT - 1, way] = rows[k].nodes[way]
        reading = find_or_add(notes, rows[k].ways, rows[k].claim)
        left = notes.left
        base = look_ahead(book, notes, reading, left)
        features[k] = notes.features
        stays, gain = worth(book, notes, reading, left - 1), 0.0
        for place in range(left):
            card = notes.cards[place]
            more = worth(book, notes, reading_with_card(book, notes, reading, card), left - 1) - stays
            if more > 0:
                gain += expected_surplus(book.weights, notes.prices[card], more)
        claim = rows[k].claim + book.table[TOP, left]
        targets[k] = stays + gain / left - base if stays + gain / left > claim else np.nan


class Part(NamedTuple):
    """The scores, counts and samples of a block of decks."""

    scores: np.ndarray[Any, Any]
    counts: np.ndarray[Any, Any]
    rows: np.ndarray[Any, Any]


class Learner:
    """Plays decks of Mickell and learns from them; keeps every block in a folder."""

    def __init__(self, folder: Path, first: int, decks: int) -> None:
        self.folder, self.first, self.decks = folder, first, decks
        options = GAME.read_options()
        words = find_word_list(options)
        assert words is not None
        self.position = Position(GAME, options, words.graph)
        self.manners = np.array([tuple(GAME.levels["hard"]._replace(slip=0))], MANNER)
        self.desks = np.zeros(1, DESK)

    def learn(self, rounds: int, sweeps: int) -> tuple[Weights, dict[str, Any]]:
        """Return the weights, and the record of the training."""
        weights, means, part = BEGIN, list[float](), None
        for number in range(rounds):
            part = self.round(number, weights)
            means.append(round(float(part.scores.mean()), 2))
            weights = weights._replace(**find_prices(part.counts, self.position.setup.options))
        assert part is not None
        errors = list[dict[str, float]]()
        for number in range(sweeps):
            weights, error = self.correct(weights, part.rows)
            errors.append(error)
            print(f"sweep {number + 1}: {error}", flush=True)
        record = {
            "first": self.first,
            "decks": self.decks,
            "rounds": rounds,
            "sweeps": sweeps,
            "rows": len(part.rows),
            "means": means,
            "errors": errors,
        }
        return weights, record

    def round(self, number: int, weights: Weights) -> Part:
        """Play the decks of a round with some weights, or read what was played before."""
        parts, packed = list[Part](), row_weights.pack_weights(weights)
        knowledge: Knowledge | None = None
        begin = self.first + number * self.decks
        for seed in range(begin, begin + self.decks, BLOCK):
            file = self.folder / f"mickell-{self.first}-{self.decks}-{number}-{seed}.npz"
            if not file.exists():
                knowledge = knowledge or pack_table(self.position.setup, packed)
                part = self.play(range(seed, min(seed + BLOCK, begin + self.decks)), knowledge)
                written = file.with_suffix(".part")
                with written.open("wb") as out:
                    np.savez(out, *part)
                written.rename(file)
            with np.load(file) as kept:
                parts.append(Part(*(kept[f"arr_{k}"] for k in range(3))))
            done = sum(len(part.scores) for part in parts)
            mean = np.concatenate([part.scores for part in parts]).mean()
            print(f"round {number + 1}: {done} of {self.decks} decks, {mean:.2f} points", flush=True)
        return Part(
            np.concatenate([part.scores for part in parts]),
            np.sum([part.counts for part in parts], 0),
            np.concatenate([part.rows for part in parts]),
        )

    def play(self, seeds: Sequence[int], knowledge: Knowledge) -> Part:
        """Play some decks."""
        position, mind = self.position, new(PICKER)
        counts, rows, place = np.zeros((CARDS, BINS), np.int64), np.zeros(len(seeds) * SAMPLED * 3, ROW), 0
        actions, scores = np.zeros(MAX_ACTIONS, np.int64), list[float]()
        for seed in seeds:
            position.deal(seed)
            mind[0].rng = stream(seed, 1)
            while not position.over:
                legal = position.legal()
                tallies = np.zeros((len(legal), 3))
                actions[: len(legal)] = legal
                given = *position.arrays, self.desks, *knowledge, mind, self.manners, actions, len(legal), tallies
                place = watch(*given, counts, rows, place)
                position.apply(Thought(legal, tallies).best())
            scores.append(position.scores()[0])
        return Part(np.array(scores), counts, rows[:place])

    def correct(self, weights: Weights, rows: np.ndarray[Any, Any]) -> tuple[Weights, dict[str, float]]:
        """Return the weights with the correction of one sweep more, and how much of the worths it explains."""
        options, _, states = self.position.arrays
        targets, features = np.zeros(len(rows)), np.zeros((len(rows), FEATURES))
        knowledge = pack_table(self.position.setup, row_weights.pack_weights(weights))
        sweep(options, states, self.desks, *knowledge, self.manners, rows, targets, features)
        share = np.bitwise_count(rows["rest"]) / FULL_DECK
        known = (features[:, :, None] * share[:, None, None] ** np.arange(POWERS)).reshape(len(rows), -1)
        kept = ~np.isnan(targets)
        known, targets = known[kept], targets[kept]
        found = np.linalg.solve(known.T @ known + RIDGE * np.eye(known.shape[1]), known.T @ targets)
        error = {"before": round(float(targets.var()), 6), "after": round(float((targets - known @ found).var()), 6)}
        return weights._replace(correction=found.reshape(FEATURES, POWERS)), error


def find_prices(counts: np.ndarray[Any, Any], options: Any) -> dict[str, Any]:
    """Return the prices of letters and the mean surplus, from counts of what other rows would gain from each card."""
    gains, cards = np.arange(BINS) * BIN, np.flatnonzero(counts.sum(1))
    means = counts[cards] @ gains / counts[cards].sum(1)
    shows = np.zeros((len(cards), LETTERS))
    shows[np.arange(len(cards)), np.array(options.top)[cards]] = 1
    shows[np.arange(len(cards)), np.array(options.bottom)[cards]] = 1
    letters = np.linalg.solve(shows.T @ shows + 0.1 * np.eye(LETTERS), shows.T @ means)
    ratios = gains[None, :] / means[:, None]
    share = counts[cards] / counts[cards].sum()
    surplus = [float((share * np.maximum(0, point / FINE - ratios)).sum()) for point in range(WIDTH)]
    return {"letters": letters, "surplus": np.array(surplus)}


def text_of(weights: Weights, record: dict[str, Any]) -> str:
    """Return the file of some weights and the record of their training."""
    kept = {name: np.round(np.asarray(part, float), DIGITS).tolist() for name, part in weights._asdict().items()}
    return (
        json.dumps({"record": record, "features": NAMES, **kept}, indent=None).replace('], "', '],\n"').replace('}, "', '},\n"')
        + "\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["mickell", *COURSES])
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--folder", type=Path, default=Path("build/learn"), help="where parts are kept")
    rows = parser.add_argument_group("mickell")
    rows.add_argument("--decks", type=int, default=600, help="of each round")
    rows.add_argument("--rounds", type=int, default=3)
    rows.add_argument("--sweeps", type=int, default=2)
    rows.add_argument("--out", type=Path, default=Path(row_weights.__file__).with_name("row_weights.json"))
    networks = parser.add_argument_group("games with a network")
    networks.add_argument("--generations", type=int, default=3)
    networks.add_argument("--games", type=int, default=5000, help="of three seats, a generation")
    networks.add_argument("--playouts", type=int, default=100, help="before each action")
    networks.add_argument("--keep", type=int, default=1, help="one decision of so many is learned from")
    networks.add_argument("--epochs", type=int, default=6)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.game != "mickell":
        learn(given.game, given.generations, given.games, given.playouts, given.first, given.keep, given.epochs, given.folder)
        return
    began = time.process_time()
    weights, record = Learner(given.folder, given.first, given.decks).learn(given.rounds, given.sweeps)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    given.out.write_text(text_of(weights, {"commit": commit, **record}), encoding="utf-8")
    print(f"{given.out}; {time.process_time() - began:.0f} CPU s")


if __name__ == "__main__":
    main()

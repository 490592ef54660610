"""Learn the network of Alphabetickell by self-play: ``uv run --with torch python bench/learn_alphabetickell.py``.

A generation plays matches in which every seat searches a little, with the network as it is at the ends of its playouts (the
first one goes by the quick policy), and a few actions are random; then the network learns how the chances stood at the end of
each round. Matches are dealt from seeds below all deals that strength is measured on. Every generation is a process of its own,
for compiled code keeps the weights it began with; each writes ``network.csv`` and prints how well it foresees matches that it
did not learn from, in nats a position, beside what nobody can foresee less than.
"""

# pyright: basic, reportMissingImports=false
# (torch says little of its types, and is not installed with muckle; compiled functions have no annotations)

from __future__ import annotations

import argparse
import csv
import random
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, lent, quick
from muckle.engine.manner import FLAT, QUICK, Manner
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import INT, new
from muckle.games import find
from muckle.games.alphabetickell import network
from muckle.games.alphabetickell.network import HIDDEN_UNITS, INPUTS, fill_inputs
from muckle.games.alphabetickell.strategy import win_chance_by_formula
from muckle.players.thinking import Thinker

TABLE = Path(network.__file__).with_name("network.csv")
WILD = 30
"""One action of so many is random."""
BATCH = 2048


@compiled
def look(options, words, states, seen):
    """Return the network's inputs for every seat."""
    setup = Setup(options[0], lent(words))
    for seat in range(setup.options.seats):
        fill_inputs(setup, states[0], seat, seen[seat])


@compiled
def stand(options, words, states, chances):
    """Return the chances of every seat by the totals."""
    setup = Setup(options[0], lent(words))
    for seat in range(setup.options.seats):
        chances[seat] = win_chance_by_formula(setup, states[0], seat)


@compiled
def quickly(options, words, states, minds, actions, count):
    """Return the action of the quick policy."""
    return quick(Setup(options[0], lent(words)), states[0], minds[0], actions, count)


def matches(seats: int, seed: int, games: int, keep: int, manner: Manner):
    """Return the inputs for all seats at one decision of `keep`, and the chances at the end of the round."""
    game = find("alphabetickell")
    position = Position(game, game.read_options(None, {"seats": str(seats)}), NO_WORDS)
    thinker, chance, state = Thinker(position, NO_WORDS), random.Random(seed), position.arrays[2]
    minds, actions = new(PICKER), np.zeros(game.state.MAX_ACTIONS, INT)
    seen, ends = (
        np.zeros((games * 100 * seats // keep, seats, INPUTS), np.float32),
        np.zeros((games * 100 * seats // keep, seats)),
    )
    number = begun = 0
    for deal in range(games):
        position.deal(int(stream(seed, deal)))
        while not position.over:
            if chance.randrange(keep) == 0 and number < len(seen):
                look(*position.arrays, seen[number])
                number += 1
            legal, round_number = position.legal(), int(state[0]["round_number"])
            if len(legal) == 1 or chance.randrange(WILD) == 0:
                action = chance.choice(legal)
            elif manner.playouts:
                action = thinker.choose(position, manner, chance.getrandbits(60))
            else:
                actions[: len(legal)] = legal
                action = quickly(*position.arrays, minds, actions, len(legal))
            position.apply(action)
            if int(state[0]["turn"]) == OVER or int(state[0]["round_number"]) != round_number:
                stand(*position.arrays, ends[begun])
                ends[begun:number] = ends[begun]
                begun = number
    return seen[:begun], ends[:begun].astype(np.float32)


def learn(samples, epochs: int, seed: int, start=None):
    """Fit the network to some positions, a tenth of them held back; its weights, and what those cost in nats."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    body, head = torch.nn.Linear(INPUTS, HIDDEN_UNITS), torch.nn.Linear(HIDDEN_UNITS, 1, bias=False)
    if start is not None:
        with torch.no_grad():
            body.weight.copy_(torch.tensor(start[0])), body.bias.copy_(torch.tensor(start[1]))
            head.weight.copy_(torch.tensor(start[2])[None])
    pairs = [(torch.tensor(seen), torch.tensor(ends)) for seen, ends in samples]
    held = [(seen[-len(seen) // 10 :], ends[-len(ends) // 10 :]) for seen, ends in pairs]
    pairs = [(seen[: -len(seen) // 10], ends[: -len(ends) // 10]) for seen, ends in pairs]

    def cost(seen, ends):
        return -(ends * torch.log_softmax(head(torch.relu(body(seen)))[..., 0], -1)).sum(-1).mean()

    steps = epochs * sum(-(-len(seen) // BATCH) for seen, _ in pairs)
    optimiser = torch.optim.Adam([*body.parameters(), *head.parameters()])
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 6e-3, steps)
    order = np.random.default_rng(seed)
    for _ in range(epochs):
        batches = [
            (which, rows)
            for which, (seen, _) in enumerate(pairs)
            for rows in np.array_split(order.permutation(len(seen)), -(-len(seen) // BATCH))
        ]
        for k in order.permutation(len(batches)):
            which, rows = batches[k]
            optimiser.zero_grad()
            cost(pairs[which][0][rows], pairs[which][1][rows]).backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        bare = [-(ends * torch.log(ends.clamp(1e-9))).sum(-1).mean().item() for _, ends in held]
        told = [
            (len(seen[0]), cost(seen, ends).item(), least, len(seen)) for (seen, ends), least in zip(held, bare, strict=True)
        ]
    return (body.weight.detach().numpy(), body.bias.detach().numpy(), head.weight.detach().numpy()[0]), told


def write(weights) -> None:
    """Write `network.csv`."""
    into, bias, out = weights
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*(f"seen {k}" for k in range(INPUTS)), "bias", "score"])
        writer.writerows([[f"{cell:.4g}" for cell in (*row, bias[k], out[k])] for k, row in enumerate(into)])


def generation(number: int, games: int, playouts: int, keep: int, epochs: int) -> None:
    """Play, learn from it, and write down the weights; the first one plays four times as much, for it hardly thinks."""
    began = time.process_time()
    manner = Manner(FLAT, playouts=playouts if number else 0, cut=6, policy=QUICK)
    games *= 1 if number else 4
    samples = [
        matches(seats, 1000 + 10 * number + seats, part, keep, manner)
        for seats, part in ((3, games), (2, games // 5), (4, games // 8), (5, games // 10))
    ]
    played = time.process_time() - began
    weights, told = learn(
        samples, epochs, number, (network.INPUT_WEIGHTS, network.BIASES, network.OUTPUT_WEIGHTS) if number else None
    )
    write(weights)
    found = ", ".join(f"{seats} seats {cost:.4f} ({least:.4f}) of {count}" for seats, cost, least, count in told)
    print(f"{number}: {found}; played {played:.0f}, all {time.process_time() - began:.0f} CPU s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--games", type=int, default=7000, help="of three seats, a generation")
    parser.add_argument("--playouts", type=int, default=100, help="before each action")
    parser.add_argument("--keep", type=int, default=3, help="one decision of so many is learned from")
    parser.add_argument("--epochs", type=int, default=8)
    given = parser.parse_args()
    for number in range(given.generations):
        how = given.games, given.playouts, given.keep, given.epochs
        process = get_context("spawn").Process(target=generation, args=(number, *how))
        process.start()
        process.join()
        if process.exitcode:
            raise SystemExit(process.exitcode)


if __name__ == "__main__":
    main()

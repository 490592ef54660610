"""The rules and their naive twin, move by move over random matches with all kinds of options."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mickell.table import Table, graph, options
from mickell.twin import Twin
from muckle.engine.position import Position
from muckle.games.mickell import GAME, rules, text
from muckle.words import lists
from steps import read_action

LETTERS = "AAEEIIOONRSTTLDBCH"


def random_case(rng: random.Random) -> tuple[Position, Twin]:
    """Return a match with a random house deck, word list and options, and its twin."""
    cards = [a + b for a, b in ((rng.choice(LETTERS), rng.choice(LETTERS)) for _ in range(rng.randint(1, 48))) if a != b]
    cards = cards or ["RB"]
    words = set(rng.sample(COMMON, rng.choice((5, 200, 1500)))) | dense(cards, rng)
    given: dict[str, Any] = {
        "rows": rng.randint(1, 8) if rng.random() < 0.5 else 3,
        "min_word": rng.choice((2, 3)),
        "claims_per_turn": rng.choice(("one", "unlimited")),
        "claiming": rng.choice(("yes", "yes", "no")),
        "trimming": rng.choice(("yes", "no")),
        "discarding": rng.choice(("yes", "yes", "no")),
        "first_card": rng.choice(("must_place", "may_discard")),
        "bad_claim": rng.choice(("refused", "spent")),
    }
    if given["claiming"] == "no":
        given["claims_per_turn"] = "one"
    if given["discarding"] == "no":
        given["first_card"] = "must_place"
    position = Position(GAME, options(" ".join(cards), **given), graph(" ".join(words)), seed=rng.getrandbits(40))
    return position, Twin(len(cards), words, [first_drawn(position)], **given)


COMMON = sorted(word.upper() for word in lists.named("american-standard").words if 2 <= len(word) <= 8)[::4]


def dense(cards: list[str], rng: random.Random) -> set[str]:
    """Words that some of these cards spell, so that claims happen."""
    found = set[str]()
    for _ in range(rng.choice((0, 30, 600))):
        length = min(len(cards), rng.randint(2, 9))
        found.add("".join(rng.choice(card) for card in cards[:length] if rng.random() < 0.9))
    return {word for word in found if word}


def first_drawn(position: Position) -> str:
    return text.chance_text(position.plain_setup, position.drew()[0]).removeprefix("card ")


def legal(position: Position) -> list[str]:
    """Return the legal actions, claims with every word."""
    setup, state = position.plain_setup, position.plain_state
    full = [a for action in position.legal() for a in text.completions(setup, state, action)]
    return [text.action_text(setup, state, action) for action in full]


def wrong_claim(twin: Twin, rng: random.Random) -> str | None:
    """Return a claim whose letters fit but whose word is not listed, if such a claim would be paid for."""
    rows = [n for n in range(1, len(twin.rows) + 1) if twin.can_try(n)]
    if twin.over or not rows or twin.bad_claim != "spent":
        return None
    number = rng.choice(rows)
    word = "".join(rng.choice(card) for card in twin.rows[number - 1])
    return None if word in twin.words else f"claim {number} {word}"


def compare(seed: int) -> int:
    """One match; everything about both sides is compared after every step. How many claims it had."""
    rng = random.Random(seed)
    position, twin = random_case(rng)
    eager, patient, claimed = rng.random() < 0.5, rng.random() < 0.7, 0
    same(position, twin)
    while actions := list(twin.actions()):
        claims = [action for action in actions if action.startswith("claim")]
        rest = [action for action in actions if not patient or not action.startswith("trim")] or actions
        action = rng.choice(claims) if claims and eager else rng.choice(rest)
        if rng.random() < 0.1:
            action = wrong_claim(twin, rng) or action
        claimed += action.startswith("claim")
        position.apply(read_action(position, action))
        drew = [text.chance_text(position.plain_setup, code).removeprefix("card ") for code in position.drew()]
        twin.do(action, *drew)
        same(position, twin)
    assert position.over and position.legal() == []
    return claimed


def same(position: Position, twin: Twin) -> None:
    """Both sides agree on everything there is."""
    setup, state = position.plain_setup, position.plain_state
    assert legal(position) == list(twin.actions())
    assert [[text.card_text(setup, card) for card in text.row_cards(state, row)] for row in range(len(twin.rows))] == twin.rows
    current = None if state.current == rules.NONE else text.card_text(setup, state.current)
    assert current == twin.new
    assert position.scores() == [twin.score]
    claims = state.claims[: state.claimed]
    written = [(text.claimed_word(setup, state, claim), claim.row + 1, claim.turn) for claim in claims]
    assert written == twin.claimed
    scene = GAME.scene.build(setup, state, 0, ["Ann"])
    for zone, cards in (("scored", twin.scored), ("out", twin.out)):
        assert sorted(name.split("-")[0] for name in scene.zones[zone].items) == sorted(cards)
    lying = sum(len(zone.items) for zone in scene.zones.values()) + (scene.zones["deck"].n or 0)
    assert lying == twin.deck, "no card is lost or doubled"


def test_the_twin_agrees_move_by_move():
    assert sum(compare(seed) for seed in range(50)) > 50


@pytest.mark.parametrize("act", ["claiming", "trimming", "discarding"])
def test_a_twin_that_does_not_know_a_switch_is_seen(act: str):
    """Break: the twin claims, trims or discards where the match forbids it (Mickell 3a to 3c)."""
    cards, words = "RB EK TH SC OH", "BET"
    table, twin = Table(cards, words, **{act: "no"}), Twin(5, [words], cards.split())
    for action in ("place 1", "end", "place 1", "end", "place 1"):
        if set(twin.actions()) != set(table.legal()):
            break
        table.do(action)
        twin.do(action)
    assert set(twin.actions()) > set(table.legal())


def test_the_twin_agrees_in_plain_mode():
    code = "from mickell.test_twin import compare\nassert sum(compare(seed) for seed in range(218, 231)) > 10"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error::RuntimeWarning"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[1], env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr[-2000:]


def test_rows_that_can_be_read_in_more_ways_than_are_kept():
    """Uses a list with a tenth of all that nine cards can spell: up to 256 ways to read a row, of which 16 are kept."""
    rng, most = random.Random(0), 0
    for _ in range(4):
        cards = [a + b for a, b in rng.sample(list(itertools.combinations("ABCDEFGH", 2)), 9)]
        readings = {"".join(letters) for n in range(3, 10) for letters in itertools.product(*cards[:n])}
        words = " ".join(rng.sample(sorted(readings), len(readings) // 10))
        table, twin = Table(" ".join(cards), words, rows=1), Twin(9, words.split(), cards, rows=1)
        while actions := list(twin.actions()):
            assert table.legal() == actions
            most += bool(table.state.rows[0].ways == rules.MANY)
            calm = [action for action in actions if action[:5] in ("place", "end")]
            action = rng.choice(calm if calm and rng.random() < 0.8 else actions)
            table.do(action)
            twin.do(action)
    assert most > 10, most

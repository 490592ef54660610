"""The compiled rules against the plain twin, move by move, over every option; and whole trees, counted twice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from alphabetickell.table import Table, match
from alphabetickell.twin import Twin
from muckle.engine.chance import stream
from muckle.engine.position import Position
from steps import picked

PILE = "AP EL TM OU IB RW"
TINY = {"preset": "tiny", "target": 1}
"""One round of the tiny game."""

HOUSE = {"deck": "custom", "deck_check": "loose"}
VARIANTS: list[dict[str, object]] = [
    {},
    {"seats": 2},
    {"seats": 5},
    {"seats": 7, "deal": 5},
    {"preset": "first_edition", "seats": 4},
    {"preset": "2018-09-04"},
    {"preset": "2018-09-04", "seats": 6, "first_dealer": "seat:5"},
    {"preset": "tiny"},
    {"preset": "tiny", "cap": "none", "discard_limit": 2},
    {"seats": 2, "deal": 1, "target": 60},
    {"deal": 2, "tie": "extra_round", "target": 5, "cap": 3},
    {"seats": 2, "tie": "extra_round", "target": 2, "cap": 2, "max_rounds": 4},
    {"seats": 4, "early_stop": "stop"},
    {"seats": 2, "early_stop": "stop", "cap": "none", "target": 50},
    {"seats": 3, "cap": "none", "max_rounds": 2},
    {"seats": 3, "discard_limit": 1, "target": 20},
    {"seats": 3, "passing": "no"},
    {"preset": "2018-09-04", "seats": 2, "passing": "no"},
    {"seats": 3, "discard_limit": 45},
    {"seats": 2, "cap": 26},
    {**HOUSE, "seats": 3, "deal": 2, "cards": "AL AL AL EL EL ZB ZB QX QX QX"},
    {**HOUSE, "seats": 2, "deal": 5, "cards": "AL LA AL AL BA AB BA BA BA LA AL"},
    {**HOUSE, "seats": 2, "deal": 1, "cards": "NH SC AP", "early_stop": "stop"},
]


def twin_of(made: Table) -> Twin:
    options = {**made.position.options.public(), "seats": made.seats}
    return Twin(options, made.cards, made.drew())


def compare(made: Table, twin: Twin) -> None:
    assert made.acts() == twin.legal()
    assert made.over == twin.over
    assert made.totals() == twin.totals
    assert [made.line(seat) for seat in range(made.seats)] == [twin.shown(seat) for seat in range(made.seats)]
    assert sorted(made.discard()) == sorted(twin.discard) and made.discard() == twin.discard
    if not made.over:
        assert (made.turn, made.dealer, made.offer) == (twin.turn, twin.dealer, twin.offer)
        assert made.state.round_number == twin.rounds
        assert sorted(made.pile()) == twin.pile


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_move_is_the_twins(variant: dict[str, object]) -> None:
    rng = random.Random(str(variant))
    for seed in range(6):
        made = match(**{**variant, "seed": seed})
        twin = twin_of(made)
        while not made.over:
            compare(made, twin)
            action = rng.choice(made.acts())
            twin.apply(action, made.do(action))
        compare(made, twin)
        assert made.totals() == [sum(points) for points in zip(*twin.points, strict=True)]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_redealt_move_is_the_twins(variant: dict[str, object]) -> None:
    """Re-deals are possible deals: the twin, told of one, goes on alike."""
    rng = random.Random(str(variant))
    made = match(**{**variant, "seed": 8})
    twin = twin_of(made)
    for number in range(40):
        if made.over:
            break
        seat = rng.randrange(made.seats)
        made.position.resample(seat, int(stream(5, number)))
        deal = int(made.position.options.deal)
        hands = [[made.cards[card] for card in one.hand[:deal]] for one in made.state.seats[: made.seats]]
        assert hands[seat] == twin.hands[seat]
        for hand, kept in zip(hands, twin.kept, strict=True):
            assert len(hand) == deal and (not kept or kept in hand)
        twin.hands = hands
        if not made.offer:
            twin.pile = sorted(made.pile())
            assert sorted([*made.pile(), *(card for hand in hands for card in hand)]) == sorted(made.cards)
        compare(made, twin)
        action = rng.choice(made.acts())
        twin.apply(action, made.do(action))


def test_every_option_is_exercised() -> None:
    """Options that play depends on each have another value than their default in some variant."""
    fields = {field.name: field.default for field in match().position.options.fields()}
    changed = {name for variant in VARIANTS for name, value in variant.items() if value != fields.get(name)}
    assert set(fields) <= changed | {"first_dealer", "reveal_after_match"}
    assert any(match(**variant).position.options.first_dealer != "random" for variant in VARIANTS)


def picks(made: Table, order: Sequence[str]) -> list[int]:
    """Return the picks that turn up cards in that order."""
    left = [card for card in range(len(made.cards)) if int(made.state.undrawn) >> card & 1]
    found: list[int] = []
    for name in order:
        card = made.cards.index(name)
        if card in left:
            found.append(left.index(card))
            left.remove(card)
    return found


def leaves(made: Table, pile: Sequence[str], ends: Counter[tuple[int, ...]]) -> int:
    """Count the complete sequences of decisions of a round with that draw pile, and the lengths of the lines at the end."""
    if made.over:
        ends[tuple(made.totals())] += 1
        return 1
    count = 0
    for action in made.position.legal():
        count += leaves(Table(turned_up(made, action, pile)), pile, ends)
    return count


def turned_up(made: Table, action: int, pile: Sequence[str]) -> Position:
    """Return the position after an action if the draw pile lies in that order."""
    order = picks(made, pile)
    asked = (made.position.ask(action, order[:drawn]) for drawn in range(len(order) + 1))
    return next(after for after in asked if isinstance(after, Position))


def dealt(pile: str, **options: object) -> Table:
    """Return the tiny game with NH before seat 0, SC before seat 1, and the first card of a pile turned up."""
    cards = f"NH SC {pile}"
    made = match(**{**TINY, **HOUSE, "cards": cards, **options})
    made = Table(picked(made.position, None, [1, 0, 0]))
    assert made.drew() == ["deal 1 SC", "deal 0 NH", f"offer {pile.split()[0]}"]
    return made


def twin_leaves(twin: Twin, path: list[tuple[str, list[str]]], pile: list[str], ends: Counter[tuple[int, ...]]) -> int:
    """Count the same sequences with the twin, which is built anew for every branch."""
    if twin.over:
        ends[tuple(twin.totals)] += 1
        return 1
    count = 0
    for action in twin.legal():
        for drawn in range(len(pile) + 1):
            after = Twin(twin.options, twin.cards, ["deal 1 SC", "deal 0 NH", f"offer {twin_first(twin)}"])
            step = (action, [f"offer {card}" for card in pile[:drawn]])
            try:
                for earlier in [*path, step]:
                    after.apply(*earlier)
            except (AssertionError, IndexError):
                continue
            count += twin_leaves(after, [*path, step], pile[drawn:], ends)
    return count


def twin_first(twin: Twin) -> str:
    return twin.cards[2]


@pytest.mark.parametrize(
    ("pile", "options"),
    [
        ("AP EL", {}),
        ("AP EL TM OU", {}),
        ("AP EL TM", {"cap": "none", "discard_limit": 1}),
        ("AP EL TM OU", {"passing": "no"}),
    ],
)
def test_trees_are_the_twins(pile: str, options: dict[str, object]) -> None:
    made, ends, twins = dealt(pile, **options), Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    twin = twin_of(made)
    assert leaves(made, pile.split(), ends) == twin_leaves(twin, [], pile.split()[1:], twins)
    assert ends == twins


def test_alphabetickell_e18_leaves_of_the_tiny_game() -> None:
    assert [leaves(dealt(pile), pile.split(), Counter()) for pile in ("AP EL", "AP EL TM OU", PILE)] == [57, 1280, 13030]


def test_alphabetickell_e19_how_long_the_lines_are() -> None:
    ends = Counter[tuple[int, ...]]()
    leaves(dealt(PILE), PILE.split(), ends)
    assert ends == {
        (4, 3): 1722, (4, 2): 1464, (4, 1): 153, (3, 4): 1476, (2, 4): 1260, (1, 4): 138, (3, 3): 3228, (3, 2): 1504,
        (3, 1): 94, (2, 3): 1376, (2, 2): 480, (2, 1): 24, (1, 3): 86, (1, 2): 24, (1, 1): 1,
    }  # fmt: skip
    assert sum(n for (first, _), n in ends.items() if first == 4) == 3339
    assert sum(n for (_, second), n in ends.items() if second == 4) == 2874


def test_alphabetickell_e20_a_discard_limit_of_two() -> None:
    made = dealt(PILE, cap="none", discard_limit=2)
    assert leaves(made, PILE.split(), Counter()) == 12455

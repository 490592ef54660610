"""Results of a match, as each of its players is told."""

import random

import pytest

from muckle.match.match import new_match
from muckle.scene.contract import Award
from muckle.scene.result import own_title, result

NAMES = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(
    ("viewer", "scores", "winners", "told"),
    [
        (1, (7, 9, 8), (1,), "You win by 1 point"),
        (0, (7, 9, 8), (1,), "You come third, 2 points behind Bob"),
        (0, (-7, -3, -7), (1,), "You come second, 4 points behind Bob"),
        (2, (7, 9, 9), (1, 2), "You share the win with Bob"),
        (0, (7, 9, 9), (1, 2), "You come third, 2 points behind Bob and Cy"),
        (1, (7, 9, 9), (1,), "You win between equal scores"),
        (2, (7, 9, 9), (1,), "You come second, level with Bob"),
        (0, (5, 5, 5), (0, 1, 2), "You share the win with Bob and Cy"),
    ],
)
def test_general_12_everybody_is_told_how_it_went_for_them(
    viewer: int, scores: tuple[int, ...], winners: tuple[int, ...], told: str
) -> None:
    assert own_title(viewer, NAMES, scores, winners) == told


@pytest.mark.parametrize(
    ("scores", "between", "title"),
    [
        ((7, 16, 14), (), "Bob wins, 16 to 14"),
        ((-7, -3, -7), (), "Bob wins, −3 to −7"),
        ((7, 9, 9), (), "Bob and Cy share the win with 9 points"),
        ((7, 9, 9), (1, 3, 2), "Bob wins with 9 points, and more coins"),
    ],
)
def test_general_12_the_headline_says_who_won_and_by_how_much(
    scores: tuple[int, ...], between: tuple[int, ...], title: str
) -> None:
    assert result(NAMES, scores, lambda _: (), "", between=between, decider="more coins").title == title


@pytest.mark.parametrize(
    ("game", "seats"), [("grabble_road", 2), ("alphabetickell", 3), ("mickell", 1), ("mitch", 3), ("multzo", 2)]
)
def test_a_result_holds_the_lines_of_its_reader_as_blocks_without_letters(game: str, seats: int) -> None:
    preset = "tiny" if game != "mickell" else "mickell"
    match, chance = new_match(game, preset, seed=5, seats=seats), random.Random(game)
    while not match.over:
        legal = match.legal()
        laid = [action for action in legal if action.startswith(("take", "claim"))]
        match.apply(chance.choice(laid or legal))
    spectated = match.scene(None).result
    assert spectated and not spectated.blocks
    for seat, score in enumerate(match.scores):
        result = match.scene(seat).result
        assert result and result.blocks and sum(line.points for line in result.blocks) == score


@pytest.mark.parametrize(("game", "preset"), [("mitch", "mitch"), ("mitch", "tiny"), ("multzo", "multzo")])
def test_the_blocks_of_a_result_are_the_awards_of_each_hand(game: str, preset: str) -> None:
    match, chance = new_match(game, preset, seed=8, seats=3), random.Random(game)
    hands: dict[int, tuple[Award, ...]] = {}
    while not match.over:
        match.apply(chance.choice(match.legal()))
        if ended := match.scene(None).reckoning:
            hands[ended.number] = ended.awards
    assert any(award.seats for awards in hands.values() for award in awards)
    for seat in range(3):
        result = match.scene(seat).result
        assert result
        won = [[seat in award.seats for award in awards if award.seats] for _, awards in sorted(hands.items())]
        assert [(line.full, line.empty) for line in result.blocks] == [(sum(each), len(each) - sum(each)) for each in won]


@pytest.mark.parametrize(("game", "seats"), [("mitch", 2), ("mickell", 1)])
def test_only_who_played_against_others_is_told_so(game: str, seats: int) -> None:
    match = new_match(game, "tiny", seed=3)
    while not match.over:
        match.apply(match.legal()[0])
    told = [scene.result.own for scene in map(match.scene, (*range(seats), None)) if scene.result]
    assert [bool(text) for text in told] == [seats > 1] * seats + [False]

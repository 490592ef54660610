"""Takebacks with the table's consent: only of decisions that showed their seat nothing (General 10)."""

import itertools

import pytest

from every_game.test_match import begin
from every_game.walks import Case, presets
from muckle.errors import ActionError
from muckle.match.log import Takeback
from muckle.match.match import Match
from muckle.match.story import Story
from muckle.players import SIMPLE
from muckle.players.chooser import Chooser
from steps import action_text, read_action

SEVERAL = [case for case in presets() if case.options.seats > 1]
MOST = 60
"""Maximum number of decisions of a match that are examined."""


def taught(match: Match, seat: int, fall: int) -> bool:
    """Return whether the last decisions look different to a seat in a world that looked the same to it before them."""
    before = match.at(match.count - fall)
    for world in range(1, 4):
        other = before.position.copy()
        other.resample(seat, world)
        for number in range(match.count - fall, match.count):
            text = match.decisions[number].action
            try:
                other.apply(read_action(other, text))
            except (ActionError, ValueError):
                return match.at(number + 1).turn != match.decisions[number].seat  # nobody sees what is still being tried out
        shown = match.game.scene.build(other.plain_setup, other.plain_state, seat, match.names)
        real = match.game.scene.build(match.position.plain_setup, match.position.plain_state, seat, match.names)
        if shown.pieces != real.pieces:
            return True
    return False


def lessons(case: Case, seed: int) -> list[bool]:
    """Return, for every possible takeback in a random match, whether its seat had learned something."""
    match, found = begin(case, seed=seed), list[bool]()
    chooser = Chooser(match.position, seed)
    while not match.over and match.count < MOST:
        number = chooser.choose(SIMPLE["random"], match.position)
        match.apply(action_text(match.position, number))
        found += [taught(match, seat, fall) for seat in range(match.options.seats) if (fall := match.retractable(seat))]
    return found


@pytest.mark.parametrize("case", SEVERAL, ids=str)
def test_general_10_nothing_is_taken_back_that_taught_its_seat_something(case: Case) -> None:
    assert not any(itertools.chain.from_iterable(lessons(case, seed) for seed in range(2)))


@pytest.mark.parametrize("case", SEVERAL, ids=str)
def test_what_a_step_showed_is_told_from_scenes_that_were_made(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms build a scene for everybody after every step. Takebacks that use those scenes have the same results as without."""
    match, build = begin(case, seed=3), case.game.scene.build
    seats, chooser = range(match.options.seats), Chooser(match.position, 3)
    while not match.over and match.count < MOST:
        for seat in seats:
            match.scene(seat)
        monkeypatch.setattr(case.game.scene, "build", None)
        told = [match.retractable(seat) for seat in seats]
        monkeypatch.setattr(case.game.scene, "build", build)
        folded = Match(match.header, match.log)
        assert told == [folded.retractable(seat) for seat in seats]
        number = chooser.choose(SIMPLE["random"], match.position)
        match.apply(action_text(match.position, number))


@pytest.mark.parametrize(
    ("game", "kind", "guard", "seeds"), [("mitch", Story, "revocable", 1), ("multzo", Match, "_shows", 20)]
)
def test_a_guard_that_sleeps_is_noticed(monkeypatch: pytest.MonkeyPatch, game: str, kind: type, guard: str, seeds: int) -> None:
    monkeypatch.setattr(kind, guard, lambda *given: guard == "revocable")
    case = next(case for case in SEVERAL if case.game.name == game)
    assert any(any(lessons(case, seed)) for seed in range(seeds))


@pytest.mark.parametrize("game", sorted({case.game.name for case in SEVERAL}))
def test_in_every_game_something_can_be_taken_back_and_the_log_goes_on(game: str) -> None:
    """Checks that after a takeback the match is as it was, and chance comes as it would have come."""
    for case, seed in itertools.product([case for case in SEVERAL if case.game.name == game], range(3)):
        match = begin(case, seed=seed)
        while not match.over and match.count < MOST:
            before, seat = match.copy(), match.turn
            match.apply(match.legal()[-1])
            if not match.over and match.turn != seat and (fall := match.retractable(seat)):
                assert fall == 1 and match.undo() == Takeback(seat)
                assert match.position.same(before.position)
                folded = Match(match.header, match.log)
                assert folded.position.same(match.position) and folded.count == before.count
                return
    raise AssertionError("nothing could ever be taken back")

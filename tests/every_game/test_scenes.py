"""Every scene of every game is sound: see `muckle.scene.lint`."""

from every_game import guards
from every_game.walks import Case, with_every_case

every_case = with_every_case()


@every_case
def test_scenes_are_sound(case: Case) -> None:
    guards.scenes_are_sound(case)


@every_case
def test_acts_are_what_there_is_to_do(case: Case) -> None:
    guards.acts_are_what_there_is_to_do(case)


@every_case
def test_reckonings_are_sound(case: Case) -> None:
    guards.reckonings_are_sound(case)

"""`muckle learn`: a lesson at the terminal's own table."""

import io

import pytest

from muckle.errors import OptionsError
from muckle.match.lesson import LessonMatch, find_lesson, lessons
from muckle.terminal.draw import numbered
from muckle.terminal.lesson import learn
from muckle.terminal.screen import Screen


def typed(name: str, *lines: str, spoken: bool = False) -> str:
    """Return what a lesson prints when these lines are typed."""
    out = io.StringIO()
    learn(name, screen=Screen(io.StringIO("".join(f"{line}\n" for line in lines)), out, spoken=spoken))
    return out.getvalue()


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_is_played_by_what_the_coach_asks_for(name: str) -> None:
    lesson = find_lesson(name)
    actions = [step.act[0] for step in lesson.file.step]
    printed = typed(name, *actions)
    for number, step in enumerate(lesson.file.step, 1):
        assert f"Step {number} of {len(actions)}: {step.coach}" in printed
    assert lesson.file.end.coach in printed and printed.rstrip().splitlines()[-1].startswith("Now a match: muckle play ")


def test_a_wrong_act_is_answered_by_why_and_can_be_mended() -> None:
    printed = typed(
        "mitch", "place JH", "place AS", "why", "why place 8H", "hint", "undo", "help", "place KH", "skip", spoken=True
    )
    assert "You could, but then K♥ would never fit" in printed
    assert "Aces only go into the display [Mitch 1c]" in printed and "Mitch 1c: " in printed
    assert "You could, but then neither K♥ nor J♥ would ever fit" in printed
    assert printed.count("Step 1 of 8: ") == 2, "hint says it again"
    assert "There is no undo in a lesson" in printed
    assert printed.count("Step 2 of 8: ") == 1
    assert "The lesson ends here. muckle play mitch begins a match" in printed


def test_the_end_of_the_input_ends_a_lesson() -> None:
    assert "The lesson ends here." in typed("mitch", "place KH")


def test_an_act_can_be_typed_as_its_number() -> None:
    numbers = numbered(LessonMatch(find_lesson("mitch")).scene(0))
    [number] = [number for number, act in numbers.items() if act == "place KH"]
    assert "Step 2 of 8: " in typed("mitch", str(number))


def test_what_is_no_lesson_is_refused() -> None:
    with pytest.raises(OptionsError, match="there is no lesson for 'chess'"):
        typed("chess")

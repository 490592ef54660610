"""Every lesson is replayed by the rules, so that a change of the rules that breaks one is seen."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from muckle.engine.game import Game
from muckle.errors import ActionError, GameError, OptionsError
from muckle.games import GAMES, rulebook
from muckle.games.mitch import text as mitch
from muckle.match import lesson as lesson_files
from muckle.match.lesson import LEARNER, Lesson, LessonMatch, find_lesson, lessons
from muckle.match.match import Match
from muckle.scene.lint import lint

SPOKEN, LONGEST = 95, 140
"""Characters of what the coach says, which stands in large print on a phone, and of an answer to another act."""

every_lesson = pytest.mark.parametrize("lesson", lessons().values(), ids=lessons())


def faults(lesson: Lesson) -> list[str]:
    """Return what is wrong with a lesson, as sentences."""
    found: list[str] = []
    try:
        for fault in _faults(lesson):
            found.append(fault)
    except GameError as error:
        found.append(str(error))
    return found


def _faults(lesson: Lesson) -> Iterator[str]:
    rules = rulebook.read_rules(lesson.game.rules_text())
    steps, end = lesson.file.step, lesson.file.end
    if not 6 <= len(steps) <= 10:
        yield f"{len(steps)} steps, expected 6 to 10"
    spoken = [end.coach, *(step.coach for step in steps)]
    answers = [text for step in steps for text in (step.otherwise, *step.said.values())]
    yield from (
        f"too long: {text}" for texts, most in ((spoken, SPOKEN), (answers, LONGEST)) for text in texts if len(text) > most
    )
    yield from (f"no sentence: {text}" for text in spoken + answers if text[:1].islower() or text[-1:] not in tuple(".!?"))
    yield from (f"no rule is called {step.rule}" for step in steps if step.rule and step.rule not in rules)
    match = LessonMatch(lesson)
    for number, step in enumerate(steps, 1):
        yield from (f"step {number}: {fault}" for fault in lint(match.scene(LEARNER)))
        if match.turn != LEARNER:
            yield f"step {number} is not the learner's turn"
        act, answer = match.expected()
        if match.explain(f"{act} {answer}".strip()):
            yield f"step {number}: the lesson refuses its own act"
        for other in step.said:
            if refusal := Match.explain(match, other):
                yield f"step {number}: {other!r} is answered, but the rules refuse it: {refusal}"
            elif str(match.explain(other)) != step.said[other]:
                yield f"step {number}: {other!r} is answered, but it is what the lesson wants"
        for _ in match.advance():
            pass
    yield from lint(match.scene(LEARNER))


@every_lesson
def test_a_lesson_can_be_played_to_its_end(lesson: Lesson) -> None:
    assert faults(lesson) == []


@every_lesson
def test_a_wrong_act_is_answered_and_changes_nothing(lesson: Lesson) -> None:
    match = LessonMatch(lesson)
    while match.step:
        act, answer = match.expected()
        before = match.scene(LEARNER)
        for other in [*match.legal(), "nonsense"]:
            if (refusal := match.explain(other)) is not None:
                with pytest.raises(ActionError) as refused:
                    match.apply(other)
                assert str(refused.value) == str(refusal) and refusal.message
        assert match.scene(LEARNER) == before
        match.apply(f"{act} {answer}".strip())
    assert match.over and match.scene(LEARNER).result and match.expected() == ("", "")
    assert isinstance(match.explain("nonsense"), ActionError)


@every_lesson
def test_a_lesson_offers_no_takeback_and_leaves_no_record(lesson: Lesson) -> None:
    match = LessonMatch(lesson)
    while match.step:
        assert not {act.verb for act in match.scene(LEARNER).acts.values()} & {"undo"}
        for _ in match.advance():
            pass
    assert not match.scene(LEARNER).record


@every_lesson
def test_a_lesson_that_says_something_else_than_the_rules_is_seen(lesson: Lesson) -> None:
    first, *others = lesson.file.step
    scores = lesson.file.end.scores

    def broken(**changes: object) -> str:
        return " ".join(faults(lesson._replace(file=replace(lesson.file, **changes))))

    assert "the end: expected a match that is over" in broken(end=replace(lesson.file.end, scores=(scores[0] + 1, *scores[1:])))
    shorter = broken(step=lesson.file.step[:-1], end=replace(lesson.file.end, before=()))
    assert "the end: expected a match that is over" in shorter and "not over" in shorter
    assert "step 1, 'nonsense'" in broken(step=(replace(first, act=("nonsense",)), *others))
    assert "too long" in broken(step=(replace(first, coach="A" * SPOKEN + "."), *others))
    assert "no rule is called Nowhere 1" in broken(step=(replace(first, rule="Nowhere 1"), *others))
    assert "expected 6 to 10" in broken(step=lesson.file.step * 2)
    assert "the deal: " in broken(deal=lesson.file.deal[:-1])


def test_a_change_of_the_rules_that_breaks_a_lesson_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson, legal = find_lesson("mitch"), mitch.rules.is_legal
    dearer = replace(lesson.file, options={**lesson.file.options, "loss_per_card": 2})
    assert "expected a match that is over with [7, 3, 2], got [6, " in faults(lesson._replace(file=dearer))[0]
    assert faults(lesson) == []

    def is_legal(setup: Any, state: Any, action: int) -> bool:
        goes_below = action == mitch.PLACE + mitch.cards.LANE + 6 and state.seats[LEARNER].tableau
        return not goes_below and legal(setup, state, action)

    monkeypatch.setattr(mitch.rules, "is_legal", is_legal)
    assert "the lesson 'mitch', step 4, 'place 8H'" in " ".join(faults(lesson))


def test_every_game_of_the_house_has_a_lesson() -> None:
    assert {game.name for game in GAMES.values() if game.folder.startswith("muckle.")} | {"muckell"} <= {*lessons()}


def test_a_file_that_cannot_be_read_spoils_no_other_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    def texts(game: Game) -> dict[str, str]:
        return {game.name: "step = 1"} if game.name == "multzo" else read(game)

    read = Game.lesson_texts
    monkeypatch.setattr(Game, "lesson_texts", texts)
    lesson_files._read_all.cache_clear()
    try:
        assert "mitch" in lessons() and "multzo" not in lessons()
        with pytest.raises(GameError, match="the lesson 'multzo' cannot be read: "):
            find_lesson("multzo")
    finally:
        lesson_files._read_all.cache_clear()


def test_an_unknown_lesson_is_refused_with_a_suggestion() -> None:
    with pytest.raises(OptionsError, match="there is no lesson for 'mich'; did you mean 'mitch'"):
        find_lesson("mich")

"""Lessons: a short match with a coach, by touch and by keyboard; wrong taps, and the way out."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.hands import A_MOMENT, boxes, faults, overflow, overlap, resize, restyle
from muckle import games
from server.people import GameRoom

LIT = ".board .target, .held .able:not(.picked)"
"""What the coach points at."""
OVER = ".coach.over [data-act=play-now]"


def await_step(page: Page, step: int) -> None:
    """Wait until the coach speaks about a step, counted from 1, and its position is shown."""
    expect(page.locator(".coach-count")).to_have_text(re.compile(f"^{step} of "))
    page.wait_for_selector(".coach:not(.waits)")
    page.wait_for_function("document.getAnimations().every((each) => each.playState !== 'running')")
    page.wait_for_timeout(A_MOMENT)


def steps_of(page: Page) -> int:
    """Return the number of steps that ask for something."""
    return page.locator(".coach-dots i").count()


def covered(page: Page) -> bool:
    """Return whether the coach covers what is lit, or a piece or button of the dock."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    [coach] = boxes(page, ".coach")
    return any(overlap(coach, box) for box in boxes(page, f"{LIT}, .held .piece, .dock .act") if box["width"])


def test_a_whole_lesson_by_touch(visit: Visit, room: GameRoom, axe: str) -> None:
    page = visit(f"{room.address}/learn/mitch", "phone")
    page.wait_for_selector(".coach")
    last = steps_of(page)
    assert 6 <= last <= 10
    for step in range(1, last + 1):
        await_step(page, step)
        assert page.locator(".coach [data-act=skip]").bounding_box()["height"] >= 44  # type: ignore[index]
        assert overflow(page) <= 0 and not covered(page), step
        if step == 1:
            page.locator(".held .piece:not(.able)").first.tap(force=True)  # it is disabled
            page.wait_for_selector(".told .note")
            assert page.locator(".coach-count").inner_text() == f"1 of {last}", "a wrong tap changes nothing"
            assert not covered(page) and not faults(page, axe)
        if not page.query_selector(".held .picked"):
            page.tap(".held .able")
        assert page.locator(".target").count() == 1, "one place is lit"
        assert not covered(page), step
        page.tap(".board .target")
    page.wait_for_selector(OVER)
    page.emulate_media(color_scheme="dark")
    assert not faults(page, axe)
    page.tap(OVER)
    page.wait_for_url("**/m/*")
    page.wait_for_selector(".coach", state="detached")  # the lesson stays until the table's part of the program has come
    page.go_back()
    await_step(page, 1)
    restyle(page, ".coach", "scale: 20")  # wherever it stands
    assert covered(page), "a coach that covers the hand is noticed"


def test_a_whole_lesson_by_keyboard(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/learn/mitch")
    page.wait_for_selector(".coach")
    for step in range(1, steps_of(page) + 1):
        await_step(page, step)
        coach = page.locator(".coach-says").inner_text()
        assert coach in page.inner_text("[aria-live=polite]"), "the coach is heard"
        if not page.query_selector(".held .picked"):
            lit = page.locator(".held .piece").evaluate_all("all => all.findIndex((each) => each.matches('.able')) + 1")
            page.keyboard.press(str(lit))
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
    page.wait_for_selector(OVER)


@pytest.mark.parametrize("window", [{"width": 360, "height": 640}, {"width": 844, "height": 390}])
def test_a_lesson_in_small_windows_and_out_of_it(visit: Visit, room: GameRoom, window: dict[str, int]) -> None:
    page = visit(f"{room.address}/learn/mitch", "phone", "dark")
    resize(page, **window)
    await_step(page, 1)
    assert overflow(page) <= 0 and not covered(page)
    page.tap(".held .able")
    page.wait_for_selector(".board .target")
    assert not covered(page)
    page.tap("[data-act=skip]")
    page.tap("[data-act=leave]")
    page.wait_for_selector(".game-card")


LESSONS = [pytest.param(game, marks=[pytest.mark.slow] * (game != "alphabetickell")) for game in games.GAMES]
WHOLE = """() => {
    const coach = document.querySelector(".coach"), { left, right, top, bottom } = coach.getBoundingClientRect();
    const hidden = [[left + 14, top + 14], [right - 14, top + 14], [left + 14, bottom - 14]]
        .filter(([x, y]) => !coach.contains(document.elementFromPoint(x, y)));
    const out = [...coach.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > right);
    return [...hidden.map(() => "covered"), ...out.map(({ className }) => `${className} runs out`)];
}"""
"""What of the coach is not to be seen whole."""
ACTS = ".dock .act"


@pytest.mark.parametrize("game", LESSONS)
def test_the_coach_is_whole_in_the_smallest_windows(visit: Visit, room: GameRoom, game: str) -> None:
    page = visit(f"{room.address}/learn/{game}", "phone")
    await_step(page, 1)
    if game == "alphabetickell":  # the second step has three buttons
        page.tap(".held .able")
        page.tap(".dock .act.main") if page.query_selector(".dock .act.main") else page.tap(".board .target")
        await_step(page, 2)
    for width, height in ((320, 568), (360, 640), (844, 390)):
        resize(page, width, height)
        assert page.evaluate(WHOLE) == [], (width, height)
        assert all(box["width"] >= 44 for box in boxes(page, ACTS)), (width, height)
    restyle(page, ".board", "position: fixed; inset: 0; z-index: 12")
    assert "covered" in page.evaluate(WHOLE), "what lies on the coach is noticed"
    resize(page, 320, 568)
    restyle(page, ".coach-dots", "margin-right: 9rem")
    restyle(page, ".coach-foot", "flex-wrap: nowrap")
    assert any("runs out" in fault for fault in page.evaluate(WHOLE)), "a way out that is cut is noticed"


def test_the_coach_stands_on_the_dock_at_the_end(visit: Visit, room: GameRoom) -> None:
    """Nothing is asked there any more, and the finished board is to be seen."""
    page = visit(f"{room.address}/learn/mitch", "phone")
    for step in range(1, 9):
        await_step(page, step)
        if not page.query_selector(".held .picked"):
            page.tap(".held .able")
        page.tap(".board .target")
    page.wait_for_selector(OVER)
    page.wait_for_function("() => document.querySelector('.coach').getBoundingClientRect().bottom > innerHeight - 20")
    [coach] = boxes(page, ".coach")
    assert not any(overlap(coach, box) for box in boxes(page, ".board .piece") if box["width"])


def test_a_lesson_that_does_not_exist(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/learn/nothing")
    page.wait_for_selector("h1:text('There is no such lesson')")

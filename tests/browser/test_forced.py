"""Turns that leave nothing to decide end themselves, if the person wishes so: after a moment in which they can be stopped."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import OWN, faults, overflow, seq, sit_down, wait_past
from server.people import GameRoom

END = ".aside [data-act^=end]"
"""Mickell's first card lies alone in its row: there is nothing to do but end the turn."""
MOMENT = 1200
"""Milliseconds until what is coming is done."""


def place(page: Page) -> int:
    """Place the card of the turn, and return the number of log entries that the table has seen then."""
    page.wait_for_selector(OWN)
    before = seq(page)
    page.locator(".aside [data-act^=place]").first.evaluate("each => each.click()")
    wait_past(page, before)
    return before + 1


def wish(page: Page) -> None:
    """Switch the choice on, which is below the table on phones."""
    page.locator(".forced-turns input").evaluate("each => each.click()")
    assert page.is_checked(".forced-turns input")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_only_thing_to_do_is_done_by_itself(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mickell")
    wish(page)
    placed = place(page)
    page.wait_for_selector(".coming-line")
    assert "Played for you in a moment: End the turn" in page.inner_text(".heard")
    assert overflow(page) <= 0
    wait_past(page, placed)
    assert not page.query_selector(".coming-line")
    told = page.text_content(".story") or ""
    assert told.count("That was your only move, so it was played for you") == 1
    page.reload()
    page.wait_for_selector(OWN)
    assert page.is_checked(".forced-turns input"), "kept on the device"
    assert not faults(page, axe)


@pytest.mark.parametrize("stop", ["[data-act=stay]", "Escape"])
def test_it_can_be_stopped_and_done_by_hand(visit: Visit, room: GameRoom, stop: str) -> None:
    page = visit(room.address)
    sit_down(page, "mickell")
    wish(page)
    placed = place(page)
    page.wait_for_selector(".coming-line")
    if stop == "Escape":
        page.keyboard.press(stop)
    else:
        page.click(stop)
    page.wait_for_selector(".coming-line", state="detached")
    page.wait_for_timeout(2 * MOMENT)
    assert seq(page) == placed, "it was stopped"
    page.keyboard.press("e")
    wait_past(page, placed)


def test_nothing_is_done_unasked_and_no_choice_is_taken_away(visit: Visit, room: GameRoom) -> None:
    """Off at first; and where there is more than one thing to do, a person does it."""
    page = visit(room.address)
    sit_down(page, "mickell")
    placed = place(page)
    assert page.locator(END).count() == 1
    page.wait_for_timeout(2 * MOMENT)
    assert seq(page) == placed and not page.query_selector(".coming-line")
    page.keyboard.press("e")
    wait_past(page, placed)
    wish(page)
    assert page.locator(".aside [data-act^=place]").count() > 1
    page.wait_for_timeout(2 * MOMENT)
    assert seq(page) == placed + 1

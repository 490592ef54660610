"""A move is taken back with the consent of the others, in the browser: asked, heard, answered by keyboard."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import faults, overflow, seq, sit_down, wait_past
from server.people import GameRoom

OPTIONS = {"hands": 1, "ace_trigger": 1}
"""Options of a match that draws nothing after its first Ace."""


def discard(page: Page) -> None:
    before = seq(page)
    page.click(".dock .held button.able")
    page.click("[data-zone=pile] .target")
    wait_past(page, before)


def until_it_can_be_taken_back(pages: list[Page]) -> tuple[Page, Page]:
    """Discard in turn until it can be taken back, and return whoever has just acted, and the other."""
    while True:
        for page, other in (pages, pages[::-1]):
            if page.query_selector(".dock.yours"):
                before = seq(other)
                discard(page)
                wait_past(other, before)
                if page.query_selector("[data-act='/takeback']"):
                    return page, other


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_general_10_a_move_is_taken_back_if_the_others_agree(
    visit: Visit, room: GameRoom, axe: str, size: str, theme: str
) -> None:
    ann, ben = visit(room.address, size, theme), visit(room.address, size, theme)
    link = sit_down(ann, "mitch", "open", **OPTIONS)
    ben.goto(room.address + link)
    ben.fill("[aria-label='Your name']", "Ben")
    ben.keyboard.press("Enter")
    for page in (ann, ben):
        page.wait_for_selector(".table")
    asker, other = until_it_can_be_taken_back([ann, ben])
    name, acted = ("Ann", "Ben")[asker is ben], seq(asker)
    asker.focus("[data-act='/takeback']")
    asker.keyboard.press("Enter")
    for page in (asker, other):
        page.wait_for_selector(f".request:has-text('{name} asks to take the last move back.')")
        assert f"{name} asks to take the last move back." in page.inner_text("[aria-live=polite]")
        assert overflow(page) <= 0 and not faults(page, axe)
    other.focus("[data-act^='/allow']")
    other.keyboard.press("Enter")
    wait_past(asker, acted)
    asker.wait_for_selector(".dock.yours")
    other.wait_for_selector(f".request:has-text('{name} has taken the last move back.')")
    discard(asker)
    other.wait_for_selector(".request", state="detached")

"""Marks of what others did since one's own turn: on the table and in one line, until one's next act."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.hands import asked, choose_pace, discard, seq, sit_down, wait_past
from server.people import GameRoom

Visit = Callable[..., Page]


def marked(page: Page) -> list[str]:
    return page.locator(".piece.moved").evaluate_all("all => all.map(piece => piece.dataset.piece)")


def round_about(page: Page) -> None:
    """Discard a card, and wait until it is one's turn again."""
    before = seq(page)
    discard(page)
    wait_past(page, before)
    assert asked(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_others_did_is_marked_and_told_until_the_next_act(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mitch", "random", "random")
    assert asked(page)
    choose_pace(page, "off")
    round_about(page)
    first = marked(page)
    assert first and not page.locator(".fan .piece.moved").count(), "cards that others laid down, none of the own hand"
    told = " ".join(page.locator(".story .since").all_inner_texts()) if size == "desktop" else page.inner_text(".latest")
    assert "Random" in told and (size == "desktop" or len(told) <= 60)
    watcher = visit(page.url, size)
    watcher.wait_for_selector(".table")
    page.click("[data-act=table]")
    page.wait_for_selector("dialog .watchers:text-is('One person watches.')")
    page.keyboard.press("Escape")
    assert marked(page) == first, "who comes to watch has moved nothing"
    own = page.locator(".dock .fan button.able").first.get_attribute("data-piece")
    round_about(page)
    assert own not in marked(page) and not set(first) & set(marked(page)), "marks begin anew with an act of one's own"

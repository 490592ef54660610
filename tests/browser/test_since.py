"""What others did since one's own turn: marked where it happened, and told on one line, until the next act of one's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.hands import OWN, asked, sit_down
from browser.test_bots import act, choose_pace
from server.people import GameRoom

Visit = Callable[..., Page]


def marked(page: Page) -> list[str]:
    return page.locator(".piece.moved").evaluate_all("all => all.map(piece => piece.dataset.piece)")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_others_did_is_marked_and_told_until_the_next_act(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mitch", "random", "random")
    assert asked(page)
    choose_pace(page, "off")
    act(page)
    page.wait_for_selector(OWN)
    first = marked(page)
    assert first and not page.locator(".fan .piece.moved").count(), "cards that others laid down, none of the own hand"
    told = " ".join(page.locator(".story .since").all_inner_texts()) if size == "desktop" else page.inner_text(".latest")
    assert "Random" in told and (size == "desktop" or len(told) <= 60)
    own = page.locator(".dock .fan button.able").first.get_attribute("data-piece")
    act(page)
    page.wait_for_function("own => !document.querySelector(`.fan [data-piece='${own}']`)", arg=own)
    page.wait_for_selector(OWN)
    assert own not in marked(page) and not set(first) & set(marked(page)), "marks begin anew with an act of one's own"

"""Hints: chips that come and go with the position, and light what they are about."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.hands import asked, overflow, seq, sit_down, wait_past
from server.people import GameRoom

Visit = Callable[..., Page]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_chip_lights_the_piece_and_its_place_and_goes_with_the_position(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mitch", "random", "random")
    assert asked(page)
    page.click("[data-act=hint]")
    page.wait_for_selector(".chips[aria-busy=false]")
    chips = page.locator(".chip")
    assert 1 <= chips.count() <= 3 and overflow(page) <= 0
    for text in chips.locator("span").all_inner_texts():
        assert 0 < len(text.strip()) <= 34
    verdict, worse = page.locator(".hint-verdict").inner_text(), chips.locator("small").count()
    assert ("equal" in verdict) == (chips.count() - worse > 1) and ("better by" in verdict) == (0 < worse == chips.count() - 1)
    box = chips.first.bounding_box()
    assert box and box["height"] >= 44
    action = chips.first.get_attribute("data-hint") or ""
    chips.first.click()
    assert chips.first.get_attribute("aria-pressed") == "true"
    piece = action.split()[-1]
    assert page.locator(f".dock [data-piece='{piece}'].picked").count() == 1
    assert page.locator(".hinted").count() >= 1
    if folder := os.environ.get("MUCKLE_TEST_PICTURES"):
        page.screenshot(path=f"{folder}/hints-{size}.png")
    before = seq(page)
    page.locator(".dock .act.hinted").first.click()
    wait_past(page, before)
    page.wait_for_selector(".chips", state="detached")


def test_facts_are_told_when_they_are_asked_for(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mickell")
    page.click("[data-act=hint]")
    page.click("[data-act=facts]")
    page.wait_for_selector(".note.advice")

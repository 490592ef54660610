"""A double click, a double tap and a held key do one thing, even if another control comes under the pointer by the first."""

import re

import pytest
from playwright.sync_api import Page, Route

from browser.conftest import Visit
from browser.hands import asked, boxes, seq, sit_down, wait_past
from server.people import GameRoom

ROW = ".dock .verb-place"
GUARD = re.compile(r'addEventListener\("(?:click|keydown)",\w+,!0\)')
"""Where the built script begins to guard presses."""


def twice(page: Page, selector: str, touch: bool) -> None:
    """Press a spot twice: the second time once the first has had its effect."""
    page.wait_for_selector(selector)
    [box, *_] = boxes(page, selector)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for press in (1, 2):
        if touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
            page.mouse.down(click_count=press)
            page.mouse.up(click_count=press)
        page.wait_for_timeout(60)


def hold(page: Page, key: str) -> None:
    """Hold a key, which repeats it, as long as the room needs for an answer."""
    before = seq(page)
    for _ in range(6):
        page.keyboard.down(key)
        page.wait_for_timeout(60)
    page.keyboard.up(key)
    wait_past(page, before)


def unguarded(route: Route) -> None:
    whole = route.fetch()
    route.fulfill(response=whole, body=GUARD.sub("void 0", whole.text()))


def turns(page: Page, how: str) -> list[int]:
    """Play three cards of Mickell by a doubled press, and return the log entries that each has made."""
    made: list[int] = []
    for _ in range(3):
        assert asked(page)
        if page.query_selector(".dock [data-act=end]"):
            page.wait_for_timeout(500)
            before = seq(page)
            page.click(".dock [data-act=end]")
            wait_past(page, before)
            page.wait_for_timeout(500)
        before = seq(page)
        if how == "key":
            page.focus(ROW)
            hold(page, "Enter")
        else:
            twice(page, ROW, how == "touch")
            wait_past(page, before)
        page.wait_for_timeout(150)
        made.append(seq(page) - before)
    return made


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize("how", ["mouse", "touch", "key"])
def test_a_card_is_placed_and_its_turn_not_ended(visit: Visit, plain_room: GameRoom, how: str, guarded: bool) -> None:
    page = visit(plain_room.address, "phone" if how == "touch" else "desktop")
    if not guarded:
        page.route("**/*.js", unguarded)
    sit_down(page, "mickell")
    assert (turns(page, how) == [1, 1, 1]) == guarded


@pytest.mark.parametrize("guarded", [True, False])
def test_a_second_click_gives_up_no_match(visit: Visit, plain_room: GameRoom, guarded: bool) -> None:
    """In the table's sheet the button that is sure comes in the place of the one that asks."""
    page = visit(plain_room.address)
    if not guarded:
        page.route("**/*.js", unguarded)
    sit_down(page, "mickell")
    page.click("[data-act=table]")
    twice(page, "dialog [data-act='/abort'], dialog [data-act='/resign']", touch=False)
    page.wait_for_timeout(150)
    assert bool(page.query_selector("dialog .sure")) == guarded

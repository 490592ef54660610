"""Two people and one device: set up, handed on, and nothing of a hand on the page in between. By keyboard."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import discard, faults, overflow, seat, seq
from server.people import GameRoom


def set_up(page: Page) -> None:
    """Set up a table of Mitch for two who share the device."""
    page.click("[aria-label='Set up a table: Mitch']")
    while page.inner_text(".seat-count output") != "2":
        page.click("[aria-label='One seat fewer']")
    page.fill("[placeholder='Your name']", "Ann")
    seat(page, 1, "here")
    page.fill(".here-name", "Ben")


def take(page: Page) -> tuple[str, set[str]]:
    """Wait for the page between two hands, take the device, and return the name on it and the cards in hand."""
    page.wait_for_selector(".hand-over [data-act=take]:focus")
    assert not page.query_selector(".dock, .piece, .zone"), "nothing of the table is there"
    name = page.inner_text(".hand-over h2").removeprefix("Give the device to ")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock.yours .held button.able")
    return name, set(page.eval_on_selector_all(".dock .held [data-piece]", "all => all.map(e => e.dataset.piece)"))


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_device_goes_from_one_to_the_next_and_shows_no_hand_between(
    visit: Visit, room: GameRoom, axe: str, size: str, theme: str
) -> None:
    page = visit(room.address, size, theme)
    set_up(page)
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click(".setup [type=submit]")
    page.wait_for_selector(".hand-over")
    assert overflow(page) <= 0 and not faults(page, axe)
    first, hers = take(page)
    before = seq(page)
    discard(page)
    second, his = take(page)
    assert {first, second} == {"Ann", "Ben"} and not hers & his and seq(page) > before
    page.reload()
    assert take(page) == (second, his), "whoever comes back is asked first, too"

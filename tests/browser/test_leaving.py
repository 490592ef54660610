"""Ways out, in the browser: getting up, sending away, a bot on a seat, calling off, giving up."""

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, sit_down, wait_past
from server.people import GameRoom, Person, playable

SIZES = ("desktop", "phone")


@pytest.fixture
def ben(room: GameRoom):
    somebody = Person(room.address)
    yield somebody
    somebody.http.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_host_fills_and_frees_seats_and_leaves(visit: Visit, room: GameRoom, axe: str, ben: Person, size: str) -> None:
    page = visit(room.address, size)
    match = sit_down(page, "mitch", "open", "open", "open").removeprefix("/m/")
    ben.join(match, name="Ben")
    page.click("[data-act='/bot 3']")
    page.wait_for_selector(".comer:has-text('Magpie')")
    page.click("[data-act='/free 1 Ben']")
    assert page.inner_text(".comer:has-text('Ben') .sure").split("\n")[0] == "Yes, do it", "asked once more"
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click(".sure .quiet")
    page.click("[data-act='/free 1 Ben']")
    page.click(".sure [data-act]")
    page.wait_for_selector(".comer:has-text('Ben')", state="detached")
    page.click("[data-act='/leave']")
    page.click(".sure [data-act]")
    page.wait_for_selector(".lobby")
    assert not page.query_selector(".rail a[href^='/m/']"), "there is no way back to offer"


@pytest.mark.parametrize("size", SIZES)
def test_a_match_is_given_up_from_the_sheet_of_the_table(
    visit: Visit, room: GameRoom, axe: str, ben: Person, size: str
) -> None:
    """Offers in the same sheet to call the match off as long as nobody has acted."""
    page = visit(room.address, size)
    match = sit_down(page, "mitch", "open").removeprefix("/m/")
    ben.join(match, name="Ben")
    page.wait_for_selector(".table")
    page.click("[data-act=table]")
    assert page.inner_text("dialog [data-act='/abort']") == "Call the match off"
    page.keyboard.press("Escape")
    if page.query_selector(".dock.yours"):
        page.click(".dock .held button.able")
        page.click("[data-zone=pile] .target")
    else:
        ben.act(match, playable(ben.scene(match))[0], 0, "first")
    wait_past(page, 0)
    page.click("[data-act=table]")
    page.click("dialog [data-act='/resign']")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click("dialog .sure [data-act]")
    page.wait_for_selector("dialog h2:text('Ben wins: Ann gave up')")
    assert page.inner_text(".standing.first .who") == "Ben"


def test_a_seat_that_was_left_says_who_plays_there(visit: Visit, room: GameRoom, ben: Person) -> None:
    page, cat = visit(room.address), Person(room.address)
    match = sit_down(page, "mitch", "open", "open").removeprefix("/m/")
    for somebody, name in ((ben, "Ben"), (cat, "Cat")):
        somebody.join(match, name=name)
    page.wait_for_selector(".table")
    ben.act(match, "/resign", 0, "go")
    page.wait_for_selector(".seat:has-text('Ben') .seat-state:text-is('left, Magpie plays')")
    cat.http.close()

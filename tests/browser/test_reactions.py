"""Something is said at a table: chosen from the sheet, seen at the seat by all, heard."""

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, sit_down
from server.people import GameRoom, Person


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_something_is_said_to_all(visit: Visit, room: GameRoom, axe: str, size: str, theme: str) -> None:
    page, ben = visit(room.address, size, theme), Person(room.address)
    match = sit_down(page, "mitch", "open").removeprefix("/m/")
    ben.join(match, name="Ben")
    page.wait_for_selector(".table")
    watcher = visit(f"{room.address}/m/{match}", size, theme)
    watcher.wait_for_selector(".table")
    page.click("[data-act=table]")
    assert not faults(page, axe)
    page.focus("[data-act='/react 1']")
    page.keyboard.press("Enter")
    for each in (page, watcher):
        each.wait_for_selector(".seat:has-text('Ann') .seat-said:text-is('Well played')")
        assert overflow(each) <= 0 and not faults(each, axe)
    watcher.wait_for_function("() => document.querySelector('[aria-live=polite]').textContent.includes('Ann: Well played.')")
    watcher.wait_for_selector(".seat-said", state="detached")
    ben.http.close()

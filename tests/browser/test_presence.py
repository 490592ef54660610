"""Who is at the table: everybody sees it at the seat, and hears it."""

from __future__ import annotations

import pytest

from browser.conftest import Visit
from browser.hands import sit_down
from server.people import GameRoom, Person


@pytest.mark.parametrize(("game", "size"), [("mitch", "desktop"), ("grabble_road", "phone")])
def test_who_leaves_is_away_at_the_seat_and_said_to_be(visit: Visit, room: GameRoom, game: str, size: str) -> None:
    """U1: in a panel of its own as in the strip of seats."""
    page, ben = visit(room.address, size), Person(room.address)
    match = sit_down(page, game, "open").removeprefix("/m/")
    ben.join(match, name="Ben")
    watcher = visit(f"{room.address}/m/{match}", size)
    with ben.watch(match) as his:
        his.hear_until(bool)
        for each in (page, watcher):
            each.wait_for_selector(".seat:has-text('Ben')")
            each.wait_for_selector(".seat-state", state="detached")
    for each in (page, watcher):
        each.wait_for_selector(".seat:has-text('Ben') .seat-state:text-is('away')")
        assert "Ben is away." in each.inner_text("[aria-live=polite]")
    with ben.watch(match) as his:
        his.hear_until(bool)
        for each in (page, watcher):
            each.wait_for_selector(".seat-state", state="detached")
            assert "Ben is back." in each.inner_text("[aria-live=polite]")
    ben.http.close()

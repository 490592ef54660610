"""Another device at a table: whoever sat there asks, the others say yes, and the seat is theirs."""

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, sit_down
from server.people import GameRoom, Person


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_comes_from_another_device_is_let_in_by_the_others(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page, ben = visit(room.address, size), Person(room.address)
    link = sit_down(page, "mitch", "open", "random")
    ben.join(link.removeprefix("/m/"), name="Ben")
    page.wait_for_selector(".table .board")
    phone = visit(room.address + link, size)
    phone.click("[data-act=back]")
    assert overflow(phone) <= 0 and not faults(phone, axe)
    phone.click("dialog [data-act='/return 1']")
    phone.wait_for_selector("dialog .request")
    page.wait_for_selector(".dock .request:has-text('says they are Ben')")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click(".request .main")
    phone.wait_for_selector("dialog", state="detached")
    phone.wait_for_selector(".dock .held .piece")
    ben.http.close()

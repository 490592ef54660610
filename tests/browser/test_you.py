"""One's own record in the browser: the way there, to another device, and being forgotten."""

from __future__ import annotations

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, sit_down
from server.people import GameRoom


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_record_goes_to_another_device_and_is_given_up(
    visit: Visit, room: GameRoom, axe: str, size: str, theme: str
) -> None:
    page, phone = visit(room.address, size, theme), visit(room.address, "phone", theme)
    assert overflow(page) <= 0
    match = sit_down(page, "mitch", "open").removeprefix("/m/")
    page.goto(room.address)
    page.click(".top a[href='/you']")
    page.wait_for_selector(f".played a[href='/m/{match}']")
    page.focus("[data-act=move]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".guests .qr")
    assert overflow(page) <= 0 and not faults(page, axe)
    phone.goto(page.input_value(".guests input"))
    phone.click("[data-act=become]")
    phone.wait_for_selector(f".played a[href='/m/{match}']")
    assert "code=" not in phone.url
    phone.click("button:has-text('Forget me')")
    assert not faults(phone, axe)
    phone.click("button:has-text('Yes: forget me')")
    phone.wait_for_selector(".lobby")
    page.reload()
    page.wait_for_selector("text=Nothing yet.")

"""The host changes a table from its waiting room; guests see it at once, and stay seated without a tap."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.hands import as_person, faults, overflow, sit_down
from server.people import GameRoom


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_host_changes_order_bots_seats_and_options_and_guests_stay(
    visit: Visit, room: GameRoom, axe: str, size: str
) -> None:
    page, guest = visit(room.address, size), visit(room.address, size)
    link = sit_down(page, "mitch", "open", "open")
    guest.goto(room.address + link)
    guest.fill(".guests [name=name]", "Ben")
    guest.click("button:text('Sit down')")
    page.wait_for_selector(".comer:has-text('Ben')")
    page.click("[data-act=arrange]")
    page.click("[aria-label='Move Ben up']")
    page.select_option("[aria-label='Who sits on seat 3']", "wren")
    page.click("[data-act=add-seat]")
    page.click(".arrange summary")
    page.fill("#option-hands", "2") if page.query_selector("input#option-hands") else page.select_option("#option-hands", "2")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click("[data-act=save-table]")
    page.wait_for_selector("dialog", state="detached")
    for visitor in (page, guest):
        visitor.wait_for_selector(".terms:has-text('Hands in a match: 2')")
        visitor.wait_for_selector(".comer:has-text('Wren')")
        visitor.wait_for_selector(".comer:has-text('Ben')")
    assert guest.inner_text(".comer >> nth=0").startswith("Ben"), "Ben begins now"
    guest.wait_for_selector(".note:has-text('The table has changed')")
    guest.wait_for_selector("[data-act=sit]", state="detached")
    guest.click("[data-act=rename]")
    guest.fill("[aria-label='My name']", "Benedict")
    assert overflow(guest) <= 0 and not faults(guest, axe)
    guest.keyboard.press("Enter")
    page.wait_for_selector(".comer:has-text('Benedict')")
    page.click("[data-act=start]")
    for visitor in (page, guest):
        visitor.wait_for_selector(".table .board")
    host = as_person(page, room)
    host.act(link.removeprefix("/m/"), "/abort", 0, "end")
    host.http.close()


def test_the_sheet_keeps_the_focus_on_the_seat_that_moves_and_keys_stay_in_it(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", "open", "wren")
    page.click("[data-act=arrange]")
    focused = "label => document.activeElement.ariaLabel === label"
    page.focus("[aria-label='Move Wren up']")
    page.keyboard.press("Enter")
    page.wait_for_function(focused, arg="Move Wren up")
    assert page.input_value("[aria-label='Who sits on seat 2']") == "@2", "Wren is on the second seat now"
    page.keyboard.press("Enter")
    page.wait_for_function(focused, arg="Take away seat 1: Wren")
    page.keyboard.press("Enter")
    page.wait_for_function(focused, arg="Move Free seat up")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_seat_is_dragged_to_another_place(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mitch", "open", "wren")
    page.click("[data-act=arrange]")
    grips = page.locator("[data-grip]")
    start, end = grips.nth(2).bounding_box(), grips.nth(0).bounding_box()
    assert start and end and min(start["width"], start["height"]) >= 44
    for place, type in ((start, "pointerdown"), (end, "pointermove"), (end, "pointerup")):
        at = {"clientX": place["x"] + place["width"] / 2, "clientY": place["y"] + place["height"] / 2}
        how = {"bubbles": True, "pointerId": 1, "button": 0, "pointerType": "touch" if size == "phone" else "mouse"}
        grips.nth(2).dispatch_event(type, {**at, **how})
        if type == "pointermove":
            page.wait_for_selector(".arrange-seat.over:first-child")
    page.wait_for_selector("[aria-label='Who sits on seat 1']")
    assert page.input_value("[aria-label='Who sits on seat 1']") == "@2", "Wren begins now"
    page.click("[data-act=save-table]")
    page.wait_for_selector(".comer:first-child:has-text('Wren')")


def test_the_host_changes_to_another_way_to_play_by_one_choice(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    link = sit_down(page, "mitch", "open", hands=2)
    page.click("[data-act=arrange]")
    way = page.locator("[data-act=way]")
    assert way.input_value() == "", "two hands are no way of the list"
    way.select_option("revolution")
    page.click(".arrange summary")
    assert page.input_value("#option-hands") == "4", "what was changed before is as in the way chosen"
    page.click("[data-act=save-table]")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector(".terms:has-text('Changed here')")
    page.click("[data-act=arrange]")
    expect(way).to_have_value("revolution")
    page.click(".arrange summary")
    page.select_option("#option-hands", "3")
    assert way.input_value() == "" and page.locator("#option-hands").is_visible(), "the fold stays open"
    host = as_person(page, room)
    assert host.get(f"matches{link.removeprefix('/m')}/setup")["options"]["win_value"] == "players_plus_1"
    host.http.close()

"""Spectators are told that they watch, are counted, can share a link, and find open tables in the lobby."""

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, seat, sit_down
from server.people import GameRoom, Person


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_watches_is_told_so_and_all_see_how_many(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    link = sit_down(page, "mitch", "random")
    watcher = visit(room.address + link, size)
    watcher.wait_for_selector(".dock .watchers:text-is('You are watching.')")
    assert not watcher.query_selector(".dock .held .piece") and overflow(watcher) <= 0 and not faults(watcher, axe)
    page.click("[data-act=table]")
    page.wait_for_selector("dialog .watchers:text-is('One person watches.')")
    assert page.input_value("dialog #share").endswith(link)
    assert overflow(page) <= 0 and not faults(page, axe)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_table_for_anybody_is_set_up_and_found_in_the_lobby(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page, guest = visit(room.address, size), visit(room.address, size)
    page.click("[aria-label='Set up a table: Multzo']")
    seat(page, 1, "open")
    page.select_option(".comes select", "true")
    page.click("text=Open the table")
    page.wait_for_selector(".waiting-room .terms:has-text('stands in the lobby')")
    match = page.url.rsplit("/", 1)[1]
    guest.wait_for_selector(f".open-tables li:has(a[href='/m/{match}']):has-text('1 place left')")
    assert overflow(guest) <= 0 and not faults(guest, axe)
    guest.click(f".open-tables a[href='/m/{match}']")
    guest.click("button:text('Sit down')")
    guest.wait_for_selector(".table")


def test_who_watched_is_led_to_the_rematch(visit: Visit, room: GameRoom) -> None:
    ann = Person(room.address)
    match = ann.open("mitch", "random", name="Ann")["match"]
    ann.act(match, "/abort", 0, "end")
    new = ann.again(match)["match"]
    page = visit(f"{room.address}/m/{match}")
    page.click("dialog >> text=Watch the next game")
    page.wait_for_url(f"**/m/{new}")
    ann.http.close()

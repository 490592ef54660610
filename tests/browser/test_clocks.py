"""Clocks in the browser: set up, seen at each seat, a warning, a pause that all agree to, and zero (General 13)."""

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, seat, sit_down
from server.people import GameRoom, Person


@pytest.fixture
def ben(room: GameRoom):
    somebody = Person(room.address)
    yield somebody
    somebody.http.close()


def test_clocks_are_set_up_and_told_to_who_may_sit_down(visit: Visit, room: GameRoom, axe: str) -> None:
    page = visit(room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    assert not page.query_selector(".clocks"), "against bots alone nobody waits"
    seat(page, 1, "open")
    page.select_option(".clocks select", label="1 minute for each turn")
    assert not faults(page, axe)
    page.click(".setup [type=submit]")
    page.wait_for_selector(".waiting-room .terms:has-text('Each turn may take 1 minute')")


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_clocks_stand_at_each_seat_and_pause_by_consent(
    visit: Visit, room: GameRoom, axe: str, ben: Person, size: str, theme: str
) -> None:
    page = visit(room.address, size, theme)
    match = sit_down(page, "mitch", "open", timing={"match": 900}).removeprefix("/m/")
    ben.join(match, name="Ben")
    page.wait_for_selector(".table .seat .clock.ticks")
    assert page.locator(".seat .clock").count() == 2
    page.wait_for_function("() => document.querySelector('.clock.ticks').textContent.startsWith('14:')")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click("[data-act=table]")
    page.focus("dialog [data-act='/pause']")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.wait_for_selector(".request:has-text('Ann asks to pause.')")
    allow = next(act for act in ben.scene(match)["manage"] if act.startswith("/allow"))
    ben.act(match, allow, 0, "yes")
    page.wait_for_selector(".request:has-text('The clocks are paused: nobody can act.')")
    assert not page.query_selector(".clock.ticks") and not faults(page, axe)
    page.focus(".dock [data-act='/resume']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".clock.ticks")


def test_at_zero_the_turn_is_played_and_all_hear_it(visit: Visit, room: GameRoom, axe: str, ben: Person) -> None:
    page = visit(room.address, "phone")
    match = sit_down(page, "mitch", "open", timing={"turn": 5}).removeprefix("/m/")
    ben.join(match, name="Ben")
    page.wait_for_selector(".clock.low")
    assert not faults(page, axe)
    page.wait_for_selector(".request:has-text('time was up: this was played for that seat')")
    page.wait_for_function("() => document.querySelector('[aria-live=polite]').textContent.includes('time was up')")
    assert ben.scene(match)["seq"] > 0

"""Today's Mickell in the browser: played once, told against par and all others, shared as a sentence."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import faults, overflow
from server.people import GameRoom, Person, over


def as_person(page: Page, room: GameRoom) -> Person:
    """Who has opened a page, without a browser."""
    person = Person(room.address)
    person.http.cookies.clear()
    for cookie in page.context.cookies():
        person.http.cookies.set(cookie["name"], cookie["value"])
    return person


def finish(person: Person) -> str:
    """Play today's deck to its end, as fast as the room lets anybody: two cards of three are put away."""
    match = person.post("daily", {"name": "Ann"})["match"]
    while not over(scene := person.scene(match)):
        seq, acts = scene.get("seq", 0), scene["acts"]
        wishes = ("place 1", "discard", "end") if seq % 6 == 0 else ("discard", "end", "place 1")
        act = next(act for act in wishes if act in acts)
        command = {"type": "act", "act": act, "seq": seq, "cid": f"c{seq}"}
        while person.http.post(f"/api/matches/{match}/act", json=command).status_code == 429:
            time.sleep(0.3)
    return match


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_deck_of_the_day_is_played_once_and_told(visit: Visit, room: GameRoom, axe: str, size: str, theme: str) -> None:
    page = visit(room.address, size, theme)
    page.click(".top [data-act=daily]")
    page.wait_for_selector(".daily [data-act=play]")
    assert "What nobody can prevent" in page.inner_text(".plainly")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.focus("[data-act=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    person = as_person(page, room)
    match = finish(person)
    assert page.url.endswith(match)
    page.click("dialog [data-act=daily]")
    page.wait_for_selector(".daily-score")
    assert page.inner_text(".daily-score b").isdecimal() and not page.query_selector("[data-act=play]")
    said = page.input_value(".daily-share textarea").split("\n")
    assert said[0].startswith("Today’s Mickell, ") and said[-1] == f"{room.address}/daily"
    assert overflow(page) <= 0 and not faults(page, axe)
    person.http.close()

"""The dailies in the browser: played once, told against par or bots and all others, shared as blocks."""

import itertools
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import as_person, asked, faults, overflow, seq, wait_past
from browser.test_sharing import CLIPBOARD, shared
from muckle.words.lists import named
from server.people import GameRoom, Person, over


def finish(person: Person) -> str:
    """Play today's deck to its end as fast as the room allows, discarding two cards of three."""
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
    page.click(".daily-limits summary")
    assert "Nobody can prevent" in page.inner_text(".daily-limits")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.focus("[data-act=play]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    person = as_person(page, room)
    match = finish(person)
    assert page.url.endswith(match)
    page.click("dialog [data-act=daily]")
    page.wait_for_selector(".daily-score")
    assert page.inner_text(".daily-score").isdecimal() and not page.query_selector("[data-act=play]")
    assert "No word this time." in page.inner_text(".daily-result") and not page.query_selector(".daily-claimed")
    page.evaluate(CLIPBOARD)
    said = shared(page, "[data-act=copy]").split("\n")
    assert said[0].startswith("Today’s Mickell, ") and said[-1] == f"{room.address}/daily/mickell"
    assert page.inner_text(".week li:last-child b") == page.inner_text(".daily-score")
    assert re.fullmatch(r"\d+ h \d+ min|\d+ min", page.inner_text(".daily-fact:has(.ring) b"))
    with page.expect_download() as saved:
        page.click("[data-act=save-picture]")
    assert Path(saved.value.path()).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert overflow(page) <= 0 and not faults(page, axe)
    person.http.close()


def test_one_switch_chooses_the_game_of_the_day(visit: Visit, room: GameRoom, axe: str) -> None:
    page = visit(f"{room.address}/daily", "phone")
    page.wait_for_selector(".daily-switch a")
    titles = page.locator(".daily-switch a").all_inner_texts()
    assert titles[0] == "Mickell" and len(titles) > 2
    for title in titles[1:]:
        page.click(f".daily-switch a:text-is('{title}')")
        page.wait_for_selector(f".daily-switch [aria-current]:text-is('{title}')")
        page.wait_for_selector(f"h1:has-text('Today’s {title}')")
        said = page.inner_text(".daily-cover")
        assert "against" in said and "Par" not in said
        assert overflow(page) <= 0 and not faults(page, axe)
    page.click("[data-act=play]")
    page.wait_for_selector(".table")
    person, match = as_person(page, room), page.url.rpartition("/")[2]
    scene = person.scene(match)
    assert scene["title"].startswith(titles[-1]) and scene["daily"] and not scene.get("advice", True)
    assert [seat.get("kind", "human") for seat in scene["seats"]] == ["human", "bot"]
    page.goto(f"{room.address}/daily/{scene['game']}")
    assert page.inner_text("[data-act=play]").startswith("Go on"), "it is the same attempt from every device"
    assert person.get("daily")["match"] == "", "another game has not begun by that"
    person.http.close()


def claimable(scene: dict[str, Any], row: str, more: tuple[str, ...] = ()) -> set[str]:
    """Return all words that a row can spell, each card giving one of its letters, with one more card if it is given."""
    cards = [face_of(scene, piece) for piece in scene["zones"][f"row{row}"].get("items", [])]
    return {"".join(letters) for letters in itertools.product(*cards, *[more] * bool(more))}


def face_of(scene: dict[str, Any], piece: str) -> tuple[str, ...]:
    """Return the letters of a card."""
    face = scene["pieces"][piece]["face"]
    return tuple(face["text"] + face.get("second", ""))


def play_as_people_do(page: Page, person: Person, match: str, words: set[str]) -> list[str]:
    """Play a deck in the page by keyboard alone, for words of four letters, and return the claimed words."""
    begun = {word[:length] for word in words for length in range(1, 5)}
    claimed: list[str] = []
    while asked(page):
        before = seq(page)
        scene = person.scene(match)
        acts = scene["acts"]
        if word := next(
            (word for row in "123" if f"claim {row}" in acts for word in sorted(claimable(scene, row) & words)), ""
        ):
            row = next(row for row in "123" if word in claimable(scene, row) and f"claim {row}" in acts)
            page.click(f".dock [data-act='claim {row}'], [data-zone=row{row}] [data-act='claim {row}']")
            page.keyboard.type(word)
            page.keyboard.press("Enter")
            claimed.append(word)
        elif "end" in acts:
            page.keyboard.press("e")
        else:
            [card] = scene["zones"]["new"]["items"]
            face = face_of(scene, card)
            fits = (row for row in "123" if f"place {row}" in acts and claimable(scene, row, face) & begun)
            page.keyboard.press(next(fits, "x" if "discard" in acts else "1"))
        wait_past(page, before)
    return claimed


def test_a_day_is_played_in_the_page_and_counts_once(visit: Visit, room: GameRoom) -> None:
    """Claimed words make the score; what is shared says the same; no way leads to a second attempt."""
    page = visit(room.address)
    page.goto(f"{room.address}/daily")
    page.click("[data-act=play]")
    page.wait_for_selector(".table")
    person, match = as_person(page, room), page.url.rpartition("/")[2]
    words = {word.upper() for word in named("american-standard").words if len(word) == 4}
    claimed = play_as_people_do(page, person, match, words)
    assert claimed
    assert not page.query_selector("dialog [data-act=again]")
    page.click("dialog [data-act=daily]")
    page.wait_for_selector(".daily-score")
    score = int(page.inner_text(".daily-score"))
    assert score == int(person.scene(match)["result"]["standings"][0]["score"]) > 0
    page.evaluate(CLIPBOARD)
    said = shared(page, "[data-act=share]")
    assert f"{score} points" in said and sum(int(line.split()[1]) for line in said.split("\n")[2:-1]) == score
    assert not [word for word in claimed if word in said.upper()]
    shown = [word.split(",")[0] for word in page.locator(".daily-claimed li > .heard").all_inner_texts()]
    assert shown == claimed
    assert "there is no second" in page.inner_text(".daily")
    assert f"{score} points: 1" in (page.get_attribute(".spread-chart", "aria-label") or "")
    page.goto(room.address)
    assert not page.query_selector("[data-act=play] >> text=Play today")
    page.goto(f"{room.address}/m/{match}")
    page.wait_for_selector("dialog[open] .standings")
    assert person.post("daily", {"name": "Ann"})["match"] == match, "asked for again, it is the same"
    person.http.close()

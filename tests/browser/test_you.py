"""One's own record in the browser: the way there, to another device, and being forgotten."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import as_person, asked, boxes, faults, overflow, sit_down
from browser.test_replay import PLAY
from muckle.match.match import load
from patience import wait_until
from server.people import GameRoom, Person, over, playable


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


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_record_is_a_chart_a_game_and_a_picture_a_match(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    match = sit_down(page, "mitch", "random", hands=1, hand_size=3).removeprefix("/m/")
    placing_first = 'sort((a, b) => b.startsWith("place") - a.startsWith("place")).find('
    page.evaluate(PLAY.replace("find(", placing_first, 1))
    asked(page)
    placed = page.locator(".me .column [data-piece]").count()
    page.goto(f"{room.address}/you")
    page.wait_for_selector(".thumbnail rect")
    assert page.locator(".thumbnail rect").count() == placed > 0, "the visitor's columns as they lay at the end"
    assert str(page.get_attribute(".multiple-bars", "aria-label")) in ("Places. 1st: 1", "Places. 2nd: 1")
    high = [box["height"] for box in boxes(page, ".multiple-bars i")]
    assert len(high) == 2 and max(high) > 10 * min(high), "one bar is as high as the chart, the other none"
    first = str(page.get_attribute(".multiple-bars", "aria-label")).endswith("1st: 1")
    assert page.locator(".you-head dd").all_inner_texts() == ["1", str(int(first)), "0"], "played, won, days in a row"
    said = page.inner_text(".played small b")
    assert re.fullmatch(r"(won|2nd of 2), (1 point|(?!1 )[+−-]?\d+ points)", said), "the visitor's own place and points"
    assert overflow(page) <= 0
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert not faults(page, axe)
    page.click(".played a:has-text('Replay')")
    page.wait_for_url(lambda url: f"/replay/{match}" in url)


def test_pictures_of_matches_are_fetched_only_when_they_come_into_sight(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/you")
    ann = as_person(page, room)
    for _ in range(8):
        ann.open("mickell", name="Ann")
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url) if request.url.endswith("/scene") else None)
    page.reload()
    page.wait_for_load_state("networkidle")
    assert page.locator(".thumbnail").count() == 8 and len(fetched) == 6, "two matches are folded away"
    page.click("summary:has-text('2 more')")
    page.wait_for_load_state("networkidle")
    page.locator(".thumbnail").last.scroll_into_view_if_needed()
    wait_until(lambda: page.wait_for_timeout(10) or len(fetched) == 8)
    ann.http.close()


def test_who_lost_the_device_comes_back_by_a_personal_code(visit: Visit, room: GameRoom, axe: str) -> None:
    page, phone = visit(room.address), visit(room.address, "phone", "dark")
    match = sit_down(page, "mitch", "open").removeprefix("/m/")
    page.goto(f"{room.address}/you")
    page.click("[data-act=keep]")
    code = page.input_value("input[aria-label='Your personal code']")
    phone.goto(f"{room.address}/you")
    phone.click("summary:has-text('I have a personal code')")
    phone.fill("form input", code.lower())
    assert overflow(phone) <= 0 and not faults(phone, axe)
    phone.keyboard.press("Enter")
    phone.wait_for_selector(f".played a[href='/m/{match}']")


def test_the_room_says_what_it_keeps_and_for_how_long(visit: Visit, room: GameRoom, axe: str) -> None:
    page = visit(f"{room.address}/you", "phone")
    page.click("a[href='/privacy']")
    page.wait_for_selector("text=A table whose match never began: kept for 14 days")
    page.wait_for_selector("text=A match: kept until it is deleted by hand")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click("main a[href='/you']")
    page.wait_for_selector("text=Save everything")


def finished(page: Page, room: GameRoom) -> str:
    """Play a hand of Mitch to its end as the page's visitor, and return the match."""
    match = sit_down(page, "mitch", "open", hands=1).removeprefix("/m/")
    ann, ben = as_person(page, room), Person(room.address)
    ben.join(match, name="Ben")
    wait_until(lambda: playable(ann.scene(match)) or playable(ben.scene(match)), "the deal")
    while not over(scene := ann.scene(match)):
        who = ann if scene["seats"][0].get("turn") else ben
        scene = who.scene(match)
        who.act(match, next(iter(playable(scene))), scene.get("seq", 0), f"c{scene.get('seq', 0)}")
    for each in (ann, ben):
        each.http.close()
    return match


def test_what_is_saved_has_all_that_was_played(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    match = finished(page, room)
    page.goto(f"{room.address}/you")
    with page.expect_download() as saving:
        page.click("text=Save everything")
    assert saving.value.suggested_filename == "muckle-record.json"
    saved = json.loads(Path(saving.value.path()).read_text("utf-8"))
    [played] = saved["record"]["played"]
    assert (played["match"], played["others"]) == (match, ["Ben"]) and played["title_of_end"]
    assert [(each["game"], each["matches"]) for each in saved["record"]["games"]] == [("mitch", 1)]
    assert load(saved["transcripts"][match]).over, "a record that can be checked"


def test_signed_out_elsewhere_the_other_browser_is_somebody_else(visit: Visit, room: GameRoom) -> None:
    """Its open page shows no hand any more, and what it does is refused."""
    page, phone = visit(room.address), visit(room.address, "phone")
    match = sit_down(page, "mitch", "random")
    page.goto(f"{room.address}/you")
    page.click("[data-act=move]")
    phone.goto(page.input_value(".guests input"))
    phone.click("[data-act=become]")
    phone.wait_for_selector(f".played a[href='{match}']")
    phone.goto(room.address + match)
    assert asked(phone)
    page.click("button:has-text('Sign out everywhere else')")
    page.click("button:has-text('Yes: sign out')")
    page.wait_for_selector("text=All other devices are signed out")
    phone.wait_for_selector(".held", state="detached")
    phone.goto(f"{room.address}/you")
    phone.wait_for_selector("text=Nothing yet.")
    page.goto(room.address + match)
    assert asked(page), "and this one plays on"


def test_who_is_forgotten_has_no_name_where_others_look(visit: Visit, room: GameRoom) -> None:
    """At the table and in its replay; what was played stays valid."""
    page, other = visit(room.address), visit(room.address)
    match = finished(page, room)
    other.goto(f"{room.address}/m/{match}")
    other.wait_for_selector("main:has-text('Ann')")
    page.goto(f"{room.address}/you")
    page.click("button:has-text('Forget me')")
    page.click("button:has-text('Yes: forget me')")
    page.wait_for_selector(".lobby")
    for path in (f"/m/{match}", f"/replay/{match}"):
        other.goto(room.address + path)
        other.wait_for_selector("main:has-text('Somebody')")
        assert not re.search(r"\bAnn\b", other.inner_text("body")), path
    assert load(other.evaluate(f"fetch('/api/matches/{match}/transcript').then(answer => answer.text())")).over
    assert page.evaluate("localStorage.getItem('muckle-name')") in ("", None)

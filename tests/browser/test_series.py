"""A series of events in the browser: opened, entered on a phone, recognised on another, corrected; by touch and by keys."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.hands import boxes, faults, overflow, resize, restyle
from server.people import GameRoom
from server.test_events import TINY
from server.test_series import Friend

SIZES = [("desktop", "light"), ("phone", "dark")]


@contextmanager
def hand_of(page: Page, room: GameRoom) -> Iterator[Friend]:
    """Return the page's visitor as a person without a browser."""
    friend = Friend(room.address)
    friend.http.cookies.clear()
    for cookie in page.context.cookies():
        friend.http.cookies.set(cookie.get("name", ""), cookie.get("value", ""))
    with closing(friend.http):
        yield friend


def opened(page: Page, address: str, *, places: bool = False) -> str:
    """Open a series by its form and return its code."""
    page.goto(f"{address}/series")
    page.fill("input[placeholder='The winter']", "The winter")
    page.fill("input[autocomplete=nickname]", "Olga")
    if places:
        page.check("label:has-text('Places pay') input")
        page.fill("input[pattern]", "8, 5, 3")
    page.click("text=Open the series")
    page.wait_for_selector(".organising")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize(("size", "theme"), SIZES)
def test_a_series_from_its_opening_to_a_correction(visit: Visit, room: GameRoom, axe: str, size: str, theme: str) -> None:
    page, phone, other = visit(room.address, size, theme), visit(room.address, "phone", theme), visit(room.address, "phone")
    code = opened(page, room.address, places=True)
    phone.goto(f"{room.address}/s/{code}")
    phone.fill("#name", "Ann")
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".own-place")
    personal = phone.input_value(".own-place .code")
    assert re.fullmatch("[A-Z]{5}-[A-Z]{5}", personal) and not faults(phone, axe) and overflow(phone) <= 0
    with hand_of(page, room) as host:
        event = host.evening(code, {"Ann": 6, "Ben": 8, "Cat": 3}, title="Moor evening")
    page.reload()
    rows = page.locator(".series-table tbody tr")
    expect(rows).to_have_text([re.compile("^1Ben8"), re.compile("^2Ann5"), re.compile("^3Cat3")])
    assert not faults(page, axe) and overflow(page) <= 0
    page.click("summary:has-text('Correct a result')")
    page.select_option("[aria-label=Organise] details[open] select >> nth=0", label="Ann")
    page.select_option("[aria-label=Organise] details[open] select >> nth=1", value=event)
    page.fill("details[open] input[type=number]", "15")
    page.fill("details[open] input[placeholder='all can read it']", "a word was overlooked")
    assert not faults(page, axe)
    page.keyboard.press("Enter")
    expect(rows.first).to_have_text(re.compile("^1Ann8.*corrected"))
    page.click("summary:has-text('What was decided')")
    expect(page.locator("details:has-text('What was decided') li").first).to_contain_text("from 6 to 15: a word was overlooked")
    page.click("summary:has-text('Write somebody in')")
    expect(page.locator(".codes li")).to_have_count(2)
    page.fill("[name=list]", "Name,Class\nDan,5b\nEve,5c\n")
    page.click("text=Write all of them in")
    expect(page.locator(".codes li")).to_have_count(4)
    page.emulate_media(media="print")
    expect(page.locator(".slips li .qr")).to_have_count(4)
    expect(page.locator(".slips li").last).to_be_visible()
    expect(page.locator(".series-table")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator(".slips")).to_be_hidden()
    assert not faults(page, axe) and overflow(page) <= 0
    page.click("summary:has-text('A member')")
    page.locator("[name=member]").last.select_option(label="Eve")
    page.locator("[name=into]").select_option(label="Ben")
    assert not faults(page, axe) and overflow(page) <= 0
    page.click("text=Make them one")
    expect(page.locator(".series-table tbody tr")).to_have_count(4)
    other.goto(f"{room.address}/s/{code}")
    other.fill("#code", personal.lower())
    other.click("text=That is me")
    expect(other.locator(".own-head")).to_contain_text("Place 1 of 4")
    expect(other.locator(".series-table .own")).to_contain_text("Ann (you)")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_an_example_says_what_points_and_ties_come_to(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(f"{room.address}/series", size)
    rows = page.locator(".series-example tbody tr")
    expect(rows).to_have_text(["1Ann31247", "2sharedBen241212", "2sharedCat24915", "4Dan18108"])
    page.select_option("[name=tie]", "longest_word")
    expect(rows).to_have_text(["1Ann31247", "2Cat24915", "3Ben241212", "4Dan18108"])
    assert "Cat found the longer word, CHARMED" in page.inner_text(".series-example")
    page.check("label:has-text('Places pay') input")
    expect(rows.first).to_contain_text("Ben")
    page.fill("[name=pays]", "20 1")
    expect(rows.first).to_have_text("1Cat200for 920for 15")
    resize(page, 320, 568)
    assert overflow(page) <= 0 and not faults(page, axe)
    assert min(box["width"] for box in boxes(page, ".host-form :is(input:not([type=radio]), select)")) > 150
    restyle(page, ".host .row-label", "grid-template-columns: 10rem 1fr")
    assert min(box["width"] for box in boxes(page, ".host-form :is(input:not([type=radio]), select)")) < 150, "is noticed"


def test_who_takes_part_is_asked_beside_the_table_on_a_wide_page(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    opened(page, room.address)
    page.wait_for_selector(".enterer")
    [asks], [table] = boxes(page, ".enterer"), boxes(page, "[aria-label=Organise]")
    assert asks["y"] == table["y"] and asks["x"] >= table["x"] + table["width"]
    assert page.locator(".act.main:visible").all_inner_texts() == ["Open an event"], "one button is yellow"
    restyle(page, ".series", "display: block")
    assert boxes(page, ".enterer")[0]["y"] > table["y"], "a form below is noticed"


def test_an_event_of_a_series_is_hosted_and_joined_from_its_page(visit: Visit, room: GameRoom) -> None:
    page, phone = visit(room.address), visit(room.address, "phone")
    code = opened(page, room.address)
    page.click("[data-act=event]")
    expect(page.locator(".host-form")).to_contain_text(f"series {code}")
    page.click("text=Open the event")
    page.wait_for_selector("main.screen")
    event = page.url.rpartition("/")[2]
    phone.goto(f"{room.address}/e/{event}")
    expect(phone.get_by_label("You play already")).to_contain_text("I took part before: my personal code")
    phone.fill("#nickname", "Ann")
    phone.click("button:has-text('Play along')")
    phone.click("text=The series, and your personal code")
    expect(phone.locator(".own-place")).to_contain_text("Ann")
    phone.goto(f"{room.address}/s/QQQQQQ")
    expect(phone.locator("h1")).to_have_text("There is no such series")


def test_the_next_evening_is_opened_at_the_end_of_one(visit: Visit, room: GameRoom) -> None:
    page, phone = visit(room.address), visit(room.address, "phone")
    code = opened(page, room.address)
    with hand_of(page, room) as host, hand_of(phone, room) as ann:
        event = host.post(f"series/{code}/events", {"preset": "muckell", "options": TINY, "title": "Week 1"}, 201)["code"]
        ann.join_event(event, "Ann")
        host.call_to_end(event)
    phone.goto(f"{room.address}/e/{event}")
    page.goto(f"{room.address}/e/{event}?desk")
    page.click("text=Next evening, same people")
    expect(page.locator("h1")).to_have_text("Desk: Week 2")
    phone.click("text=Play on with the same people")
    expect(phone.locator(".ready")).to_contain_text("Ann")
    phone.click("text=The series, and your personal code")
    expect(phone.locator("section:has(h2:text-is('Events')) li")).to_have_count(2)


def test_with_real_cards_a_player_picks_their_name(visit: Visit, room: GameRoom, axe: str) -> None:
    page, phone = visit(room.address), visit(room.address, "phone", "dark")
    code = opened(page, room.address)
    with hand_of(page, room) as host:
        for name in ("Ben", "Ann"):
            host.rule(code, "enter", name=name)
        wish = {"preset": "muckell", "options": TINY, "real_cards": True}
        event = host.post(f"series/{code}/events", wish, 201)["code"]
        phone.goto(f"{room.address}/e/{event}")
        expect(phone.locator("[name=member] option")).to_have_text(["not in this list", "Ann", "Ben"])
        assert not faults(phone, axe) and overflow(phone) <= 0
        phone.locator("[name=member]").select_option(label="Ben")
        phone.click("button:has-text('Play along')")
        expect(phone.locator(".ready h2")).to_have_text("Ben")
        host.call_to_end(event)
    page.goto(f"{room.address}/e/{event}?desk")
    expect(page.locator("#members option")).to_have_count(2)


def test_who_opens_the_organisers_link_organises(visit: Visit, room: GameRoom, axe: str) -> None:
    page, other = visit(room.address), visit(room.address, "phone", "dark")
    opened(page, room.address)
    page.click("summary:has-text('Organisers')")
    other.goto(page.input_value("#share"))
    other.fill(".guests input", "Pat")
    assert "organise=" not in other.url and not faults(other, axe) and overflow(other) <= 0
    other.keyboard.press("Enter")
    other.wait_for_selector(".organising")
    other.click("text=Close the entries")
    expect(other.locator(".organising")).to_contain_text("Open the entries")
    other.click("summary:has-text('What was decided')")
    expect(other.locator("details:has-text('What was decided') li").first).to_contain_text("Pat closes the entries")


def test_the_series_is_handed_over_by_a_link(visit: Visit, room: GameRoom, axe: str) -> None:
    page, other = visit(room.address), visit(room.address, "phone", "dark")
    opened(page, room.address)
    page.click("summary:has-text('Organisers')")
    other.goto(page.get_by_label("The link that hands the series over").input_value())
    other.fill(".guests input", "Pat")
    other.click("text=Take it over")
    other.click("summary:has-text('Organisers')")
    expect(other.locator("details[open]")).to_contain_text("Pat leads this series. With a helper: Olga.")
    assert not faults(other, axe) and overflow(other) <= 0
    page.reload()
    page.click("summary:has-text('Organisers')")
    expect(page.locator("details[open]")).to_contain_text("Pat leads this series")
    expect(page.get_by_label("The link that hands the series over")).to_have_count(0)
    other.click("text=Let nobody else organise")
    other.click("text=Yes, and change the links")
    expect(other.locator("details[open]")).not_to_contain_text("helper:")
    page.reload()
    page.wait_for_selector(".series-table, .enterer")
    expect(page.locator(".organising")).to_have_count(0)

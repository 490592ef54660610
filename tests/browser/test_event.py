"""The pages of a Muckell event: the hall's screen, players' pages and the bar on their tables, with the events of web/demo."""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from browser.hands import boxes, code_text, faults, height, overflow, resize

HALL = {"width": 1920, "height": 1080}
SAME_PRESS = 1100
"""Milliseconds after which another press is another call."""
CALLERS = ("MOOR", "CARD", "DUSK", "CALM", "REST", "HUSH", "LAST", "OVER", "FINE", "LONE", "TALY")
PAGES = (
    *(f"/e/{code}" for code in (*CALLERS, "COME", "SHUT", "WAIT", "HAND", "DONE", "GONE")),
    *(f"/e/{code}?desk" for code in CALLERS),
    *(f"/e/{code}?hall" for code in ("MOOR", "CARD", "OPEN", "OVER")),
    "/e/OVER?list",
    "/host",
    "/code",
    "/m/board~PLAY",
    "/m/board~STOP",
    "/m/board~DONE",
)
THERE = ".screen, .event-page, .host-form, .board-bar b"
"""Selector of what these pages show once they are ready."""
copies = count()


def own(code: str) -> str:
    """Return the code of a copy of an event that no other test changes."""
    return f"{code}-{next(copies)}"


def look(page: Page, address: str) -> Page:
    """Open a page and wait until it is ready."""
    page.goto(address)
    page.wait_for_selector(THERE)
    return page


@pytest.fixture
def hall(visit: Visit, demo: str) -> Page:
    """Open a hall's screen on which nothing is shown yet."""
    page = visit(f"{demo}/about")
    resize(page, **HALL)
    return page


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_every_page_fits_and_has_no_faults(visit: Visit, demo: str, axe: str, size: str, theme: str) -> None:
    page = visit(f"{demo}/about", size, theme)
    for path in PAGES:
        look(page, demo + path)
        assert overflow(page) <= 0, path
        assert smallest_type(page) >= 12, path
        assert not faults(page, axe), path


def smallest_type(page: Page) -> float:
    """Return the size of the smallest type on the page, in pixels."""
    return page.evaluate(
        """() => {
            const written = [...document.querySelectorAll("body *:not(svg *)")].filter((element) => element.checkVisibility() &&
                [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
            return Math.min(...written.map((element) => parseFloat(getComputedStyle(element).fontSize)));
        }"""
    )


def test_the_hall_shows_all_at_once(hall: Page, demo: str) -> None:
    for code in CALLERS:
        look(hall, f"{demo}/e/{code}")
        for width, high in ((1920, 1080), (1280, 800)):
            resize(hall, width, high)
            assert height(hall) <= high, (code, width)


def test_each_letter_is_a_fifth_of_the_halls_screen(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/CARD")
    assert min(letter_heights(hall)) >= 0.2 * HALL["height"]
    hall.eval_on_selector(".big-card", "card => (card.style.width = '18vw')")
    assert max(letter_heights(hall)) < 0.2 * HALL["height"], "what is measured is what is seen"


def letter_heights(page: Page) -> list[float]:
    """Return the inked height of each letter of the called card, in pixels."""
    return page.evaluate(
        """async () => {
            const pen = document.createElement("canvas").getContext("2d");
            await document.fonts.load("800 100px Besley");
            return [...document.querySelectorAll(".big-card text")].map((text) => {
                const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
                pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
                return pen.measureText(text.textContent.trim()).actualBoundingBoxAscent * text.getScreenCTM().d;
            });
        }"""
    )


def test_the_code_on_the_screen_is_the_link(hall: Page, demo: str) -> None:
    for code in ("MOOR", "CARD"):
        look(hall, f"{demo}/e/{code}")
        expect(hall.locator(".qr path")).not_to_have_attribute("d", "")  # its library comes when it is wanted
        squares = re.findall(r"M(\d+) (\d+)h1", hall.get_attribute(".qr path", "d") or "")
        dark = {(int(y) - 4, int(x) - 4) for x, y in squares}
        size = round(float((hall.get_attribute(".qr", "viewBox") or "").split()[2])) - 8
        assert code_text(dark, size, blocks=1 if size < 33 else 2) == f"{demo}/e/{code}"


def test_a_caller_leads_by_keyboard_alone(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('MOOR')}")
    hall.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 1 of 48")
    hall.wait_for_timeout(SAME_PRESS)
    hall.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 2 of 48")
    hall.keyboard.press("p")
    expect(hall.locator(".rings")).to_contain_text("paused")
    hall.keyboard.press("Space")
    expect(hall.locator(".rings")).to_contain_text("seconds")
    hall.keyboard.press("u")
    expect(hall.locator(".hall-head")).to_contain_text("Card 1 of 48")
    hall.keyboard.press("t")
    expect(hall.locator(".rings b")).to_have_text(re.compile("^(5|4)[0-9]$"))
    with hall.expect_popup() as popup:
        hall.keyboard.press("m")
    expect(popup.value.locator(".desk")).to_contain_text("calls with you")
    assert popup.value.input_value("#share").endswith("?call=heather")


def test_two_presses_within_a_second_call_one_card(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}")
    hall.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 24 of 48")
    hall.wait_for_timeout(400)
    hall.keyboard.press("Space")
    hall.wait_for_timeout(SAME_PRESS)
    expect(hall.locator(".hall-head")).to_contain_text("Card 24 of 48")
    hall.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 25 of 48")


def test_the_end_of_a_round_takes_a_second_key(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('LAST')}")
    hall.keyboard.press("Space")
    hall.keyboard.press("Space")
    with hall.expect_request("**/lead") as request:
        hall.keyboard.press("y")
    assert json.loads(request.value.post_data or "") == {"type": "call", "turn": 49}


def test_the_hall_shows_nothing_that_is_for_callers_only(hall: Page, demo: str) -> None:
    """Neither the callers' word nor a list of names; without buttons where the hall alone is asked for, by whomever."""
    for code in CALLERS:
        for buttons in ("", "?hall"):
            look(hall, f"{demo}/e/{code}{buttons}")
            assert "heather" not in hall.content() and not hall.query_selector("dialog, .comers, input"), code
            assert bool(hall.query_selector("[data-act=desk]")) == (not buttons), code
            assert buttons == "" or not hall.query_selector(
                "[data-act=call], [data-act=pause], [data-act=next], [data-act=resume]"
            )
    look(hall, f"{demo}/e/CARD?desk")
    assert hall.input_value("#share").endswith("?call=heather"), "what is looked for is seen where it is"
    look(hall, f"{demo}/e/COME?hall")
    expect(hall.locator(".hall-join")).to_be_visible()


def test_a_pause_says_when_it_ends_on_hall_and_phone(hall: Page, demo: str, visit: Visit) -> None:
    code = own("PLAY")
    phone = look(visit(f"{demo}/about", "phone"), f"{demo}/m/board~{code}")
    desk = look(hall, f"{demo}/e/{own('CARD')}?desk")
    desk.get_by_label("Message").fill("Back at 20:15")
    with desk.expect_request("**/lead") as request:
        desk.get_by_role("button", name="Pause").click()
    told = json.loads(request.value.post_data or "")
    assert told == {"type": "pause", "turn": 23, "message": "Back at 20:15"}
    expect(desk.get_by_label("Message")).to_have_value("Back at 20:15")
    phone.evaluate("([path, body]) => fetch(path, { method: 'POST', body })", [f"/api/events/{code}/lead", json.dumps(told)])
    expect(phone.locator(".board-bar")).to_contain_text("Back at 20:15")
    expect(phone.locator(".status .turn-flag")).to_have_text("Paused")
    expect(phone).to_have_title("Mickell – muckle")
    look(hall, f"{demo}/e/HUSH?hall")
    expect(hall.locator(".hall-message")).to_contain_text("Back at 20:15")


def test_a_board_of_an_event_fills_a_wide_window_below_its_bar(demo: str, visit: Visit) -> None:
    page = look(visit(f"{demo}/about", "desktop"), f"{demo}/m/board~PLAY")
    page.wait_for_selector(".table[data-snug]")
    measured = page.evaluate(
        """() => [document.documentElement.scrollHeight - innerHeight, document.querySelector(".table").dataset.snug,
            document.querySelector(".board [data-piece]").getBoundingClientRect().width]"""
    )
    assert measured[:2] == [0, "0"] and measured[2] > 40, "no scrolling, and cards as large as at any table"


def test_the_desk_says_who_is_missing(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}?desk")
    expect(hall.locator(".missing h2")).to_have_text("28 to wait for")
    expect(hall.locator(".missing")).to_contain_text("Still at it: ")
    expect(hall.locator(".missing")).to_contain_text("Not here: ")
    hall.get_by_label("Find a player").fill("j. m")
    expect(hall.locator(".players .comer")).to_have_count(1)


def led(page: Page, act: Callable[[], None]) -> dict[str, Any]:
    """Return the caller's action that a page sends."""
    with page.expect_request("**/lead") as request:
        act()
    return json.loads(request.value.post_data or "")


def test_names_wait_for_a_look_at_the_desk(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}?desk")
    waiting = hall.get_by_label("Names to look at")
    expect(waiting.locator("h2")).to_have_text("3 names to look at")
    first = waiting.locator(".comer b").first.inner_text()
    number = int(first.removeprefix("Guest "))
    assert led(hall, waiting.get_by_label(f"Show {first}").click) == {"type": "approve", "turn": 23, "player": number}
    waiting.get_by_role("button", name="Show all of them").click()
    assert led(hall, waiting.get_by_role("button", name="Yes, show all").click) == {"type": "approve", "turn": 23}


def test_the_desk_renames_and_hands_a_board_over(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}?desk")
    hall.get_by_label("Change J. M.").click()
    hall.get_by_label("Name", exact=True).fill("Moira")
    assert led(hall, hall.get_by_role("button", name="Rename").click) == {
        "type": "rename",
        "turn": 23,
        "player": 202,
        "name": "Moira",
    }
    hall.get_by_label("Change J. M.").click()
    sought, into = hall.get_by_role("searchbox", name="Find one of"), hall.get_by_label("Is the same person as")
    sought.fill(": Ann")
    expect(into).to_have_value("64")  # the only one that fits
    sought.fill("nobody")
    expect(into).to_have_value("")
    sought.fill("")
    into.select_option("64")
    merged = led(hall, hall.get_by_role("button", name="Hand the board over").click)
    assert merged == {"type": "merge", "turn": 23, "player": 202, "into": 64}


def test_the_desk_changes_the_pace_and_closes_the_door(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}?desk")
    hall.get_by_label("Seconds").fill("45")
    assert led(hall, hall.locator("[data-act=pace]").click) == {"type": "pace", "turn": 23, "pace": "seconds:45"}
    hall.get_by_label("Next card").select_option("wait_for_all")
    assert led(hall, hall.locator("[data-act=pace]").click) == {"type": "pace", "turn": 23, "pace": "wait_for_all"}
    assert led(hall, hall.get_by_role("button", name="Close the door").click)["type"] == "close"
    expect(hall.get_by_role("button", name="Let newcomers in")).to_be_visible()
    hall.get_by_role("button", name="Let nobody else call").click()
    assert led(hall, hall.get_by_role("button", name="Yes, and change the link").click)["type"] == "relieve"


def test_somebody_whose_phone_died_goes_on_by_a_personal_code(visit: Visit, demo: str) -> None:
    page = look(visit(f"{demo}/about", "phone"), f"{demo}/e/WAIT")
    expect(page.locator(".ready")).to_contain_text("all others read Guest 64")
    code = page.inner_text(".own-code")
    look(page, f"{demo}/e/{own('COME')}")
    page.tap("summary")
    page.fill("[name=code]", code)
    with page.expect_request("**/return") as request:
        page.tap("text=That is me")
    assert json.loads(request.value.post_data or "") == {"code": code}
    look(page, f"{demo}/e/SHUT")
    expect(page.locator("main")).to_contain_text("The caller lets nobody new in.")
    assert not page.query_selector("#nickname")


def test_a_phone_that_was_sent_away_says_so_and_leaves_its_board(visit: Visit, demo: str) -> None:
    page = look(visit(f"{demo}/about", "phone"), f"{demo}/m/board~GONE")
    page.wait_for_url(f"{demo}/e/GONE?play")
    expect(page.locator("main")).to_contain_text("The caller has taken you out of this event")
    assert not page.query_selector(".join-form, .dock, .board-bar")


def test_a_long_name_never_moves_the_score(hall: Page, demo: str) -> None:
    for width in (1920, 1366, 1024, 390):
        resize(hall, width, 900)
        look(hall, f"{demo}/e/OVER")
        hall.click("[data-act=all]")
        hall.wait_for_selector("dialog .places li")
        hall.eval_on_selector("dialog .places li b", "name => (name.textContent = 'W'.repeat(24))")
        right = hall.eval_on_selector("dialog .places", "list => list.getBoundingClientRect().right")
        assert max(box["x"] + box["width"] for box in boxes(hall, "dialog .places .score")) <= right, width
        hall.eval_on_selector("dialog .places", "list => (list.style.gridTemplateColumns = 'max-content')")
        broken = max(box["x"] + box["width"] for box in boxes(hall, "dialog .places .score"))
        assert width > 390 or broken > right, "what is measured is what is seen"


def test_a_player_is_sent_away_after_a_second_question(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}?desk")
    hall.get_by_role("button", name="Remove J. M.").click()
    with hall.expect_request("**/lead") as request:
        hall.get_by_role("button", name="Yes, remove").click()
    assert json.loads(request.value.post_data or "") == {"type": "remove", "turn": 23, "player": 202}


def test_nothing_on_the_hall_screen_moves_when_a_card_is_called(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/{own('CARD')}")
    parts = ".screen > *, .screen .act, .hall-letters li, .hall-last .piece"
    before = boxes(hall, parts)
    hall.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 24")
    assert boxes(hall, parts) == before


def test_a_card_is_said_aloud_when_asked_for(hall: Page, demo: str) -> None:
    hall.add_init_script("speechSynthesis.speak = ({ text }) => (window.said ??= []).push(text)")
    look(hall, f"{demo}/e/{own('CARD')}")
    hall.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 24")
    assert hall.evaluate("window.said ?? []") == [], "off at first"
    hall.wait_for_timeout(SAME_PRESS)
    hall.keyboard.press("s")
    hall.wait_for_function("() => window.said?.length === 1")
    hall.wait_for_timeout(SAME_PRESS)
    hall.keyboard.press("Space")
    hall.wait_for_function("() => window.said?.length === 2")
    assert hall.evaluate("window.said") == ["S, H", "S, H"]


def test_between_two_cards_an_open_hall_tells_who_claimed_what_and_who_moved(hall: Page, demo: str) -> None:
    code = own("DUSK")
    look(hall, f"{demo}/e/{code}")
    expect(hall.locator(".hall-head")).to_contain_text("Card 23 of 48 is done")
    claims = hall.get_by_label("Claimed just now").locator("li")
    expect(claims).to_have_count(5)
    expect(claims.first).to_contain_text("STREAK")
    expect(hall.get_by_label("Claimed just now")).to_contain_text("and 31 more")
    expect(hall.get_by_label("In front").get_by_role("img", name="up 4")).to_be_visible()
    expect(hall.get_by_label("In front")).to_contain_text("Biggest jump: J. M., 4 places")
    lead(hall, code, "call", 23)
    expect(hall.locator(".big-card")).to_be_visible()
    expect(claims).to_have_count(0)


def test_whoever_has_the_callers_word_calls(hall: Page, demo: str) -> None:
    code = own("COME")
    with hall.expect_request("**/assist") as request:
        hall.goto(f"{demo}/e/{code}?call=heather")
    assert json.loads(request.value.post_data or "") == {"word": "heather"}
    hall.wait_for_selector(".screen")
    assert hall.url == f"{demo}/e/{code}"


def test_an_event_is_hosted_in_two_taps(visit: Visit, demo: str) -> None:
    page = visit(demo, "phone")
    page.tap("[data-act=host]")
    with page.expect_request("**/api/events") as request:
        page.tap("text=Open the event")
    wanted = json.loads(request.value.post_data or "")
    assert (wanted["preset"], wanted["rounds"], wanted["bots"]) == ("muckell", 1, 0)
    page.wait_for_selector("main.screen.joining")


def test_an_event_is_rehearsed_with_fifty_birds(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/host", "phone")
    with page.expect_request("**/api/events") as request:
        page.tap("text=Rehearse with 50 birds")
    wanted = json.loads(request.value.post_data or "")
    assert (wanted["title"], wanted["bots"]) == ("Rehearsal", 50)


def test_an_event_is_hosted_with_all_its_options_by_keyboard(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/host")
    page.get_by_label("What is it called?").press_sequentially("Moor evening")
    page.keyboard.press("Tab")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.get_by_label("Seconds a card", exact=True).fill("45")
    page.get_by_label("3", exact=True).press("Space")
    page.get_by_label("Open", exact=True).press("Space")
    page.locator(".host-form > .fold > summary").press("Enter")
    page.get_by_label("Names on the screen").select_option("after_approval")
    page.get_by_label("Hints").select_option("allowed")
    page.get_by_label("Birds that play along").fill("7")
    page.get_by_label("They are").select_option("rook")
    with page.expect_request("**/api/events") as request:
        page.get_by_role("button", name="Open the event").press("Enter")
    assert json.loads(request.value.post_data or "") == {
        "title": "Moor evening",
        "preset": "muckell_timed",
        "options": {
            "visibility": "open",
            "tie": "shared",
            "advice": "allowed",
            "late": "discard_current",
            "pace": "seconds:45",
        },
        "rounds": 3,
        "bots": 7,
        "level": "rook",
        "real_cards": False,
        "names": "after_approval",
        "emoji": True,
    }
    page.wait_for_selector("main.screen.joining")


def test_the_preview_follows_the_form(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/host")
    hall, phone = page.locator(".preview-hall"), page.locator(".preview-phone")
    page.get_by_label("What is it called?").fill("Moor evening")
    expect(hall.locator(".hall-head h1")).to_have_text("Moor evening")
    expect(phone).to_contain_text("There are no hints during a round")
    page.locator("label:has-text('The clock')").click()
    page.get_by_label("Seconds a card", exact=True).fill("40")
    expect(hall).to_contain_text("40 seconds each")
    page.locator(".preview label:has-text('A card')").click()
    expect(hall.locator(".rings")).to_contain_text("24")
    expect(phone.locator(".board-bar")).to_contain_text("24 seconds")
    expect(hall.locator(".hall-ahead")).to_have_count(0)
    page.get_by_label("Open", exact=True).check()
    expect(hall.locator(".hall-ahead li")).to_have_count(5)
    page.locator(".host-form > .fold > summary").click()
    page.get_by_label("Names on the screen").select_option("numbers")
    page.locator("label:has-text('Cards') select").first.select_option("true")
    expect(phone).to_contain_text("Lay it from your own deck.")
    page.locator(".preview label:has-text('The end')").click()
    expect(hall.locator(".places li").first).to_contain_text("Guest 87")
    expect(page.locator(".host-form")).to_contain_text("One round, 33 minutes.")


def test_a_phone_joins_with_a_name_and_goes_to_its_board_when_the_round_begins(visit: Visit, demo: str) -> None:
    code = own("COME")
    page = look(visit(f"{demo}/about", "phone"), f"{demo}/e/{code}")
    page.fill("#nickname", "Ann")
    with page.expect_request("**/join") as request:
        page.tap(".join-form .main")
    wanted = json.loads(request.value.post_data or "")
    assert wanted["name"] == "Ann" and re.fullmatch("[0-9a-f]{64}", wanted["salt"])
    expect(page.locator(".ready h2")).to_have_text("Ann")
    lead(page, code, "call", 0)
    page.wait_for_url(f"{demo}/m/mickell~{code}")
    expect(page.locator(".board-bar")).to_contain_text("Card 1 of 48")


def lead(page: Page, code: str, command: str, turn: int) -> None:
    """Carry out a caller's action from another device."""
    post = "([path, body]) => fetch(path, { method: 'POST', body: JSON.stringify(body) })"
    page.evaluate(post, [f"/api/events/{code}/lead", {"type": command, "turn": turn}])


def test_the_card_is_seen_on_the_table_at_once_and_nothing_moves(visit: Visit, demo: str) -> None:
    for size in ("phone", "desktop"):
        code = own("PLAY")
        page = look(visit(f"{demo}/about", size), f"{demo}/m/board~{code}")
        expect(page.locator(".bar-card .frame")).to_have_accessible_name("The card on call: E, K")
        parts = ".board-bar, .board-bar > *, .board > *, .dock, .dock .act"
        before = [(box["y"], box["height"]) for box in boxes(page, parts)]
        lead(page, code, "call", 23)
        expect(page.locator(".bar-card .frame")).to_have_accessible_name("The card on call: S, H")
        expect(page.locator(".board-bar [aria-live]")).to_have_text("Card 24 of 48: S, H.")
        assert [(box["y"], box["height"]) for box in boxes(page, parts)] == before


def test_the_time_that_is_nearly_over_is_said_once(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/about")
    page.add_init_script(
        """window.heard = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
            const text = document.querySelector(".board-bar [aria-live]")?.textContent.trim();
            if (text && text !== heard.at(-1)) heard.push(text);
        }).observe(document, { subtree: true, childList: true, characterData: true }));"""
    )
    look(page, f"{demo}/m/board~SOON")
    page.wait_for_selector(".board-bar b:text-is('3 seconds')")
    assert page.evaluate("heard") == ["Card 23 of 48: E, K.", "5 seconds are left for this card."]


def test_the_table_of_an_event_leaves_out_what_makes_no_sense_there(visit: Visit, demo: str) -> None:
    page = look(visit(f"{demo}/about"), f"{demo}/m/board~PLAY")
    page.click("[data-act=table]")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.query_selector("#share") is None
    page.goto(f"{demo}/m/board")
    page.click("[data-act=table]")
    page.wait_for_selector("#share")


def test_from_the_table_to_the_standings_and_on_to_the_next_round(visit: Visit, demo: str) -> None:
    code = own("DONE")
    page = look(visit(f"{demo}/about", "phone"), f"{demo}/m/board~{code}")
    page.tap("[data-act=standings]")
    expect(page.locator(".own-head")).to_contain_text("Place 19 of 214")
    expect(page.locator(".own-head")).to_contain_text("Shared with 4 others, ahead of 89\u00a0%")
    expect(page.locator(".places .own")).to_contain_text("Ann (you)")
    assert page.locator(".places li").count() == 6
    assert page.get_attribute("[data-act=replay]", "href") == f"/replay/board~{code}"
    lead(page, code, "next", 50)
    expect(page.locator(".ready")).to_contain_text("Round 2 of 3")
    lead(page, code, "call", 0)
    page.wait_for_url(f"{demo}/m/mickell~{code}")


def test_who_is_still_at_the_old_table_is_taken_to_the_new_one(visit: Visit, demo: str) -> None:
    code = own("DONE")
    page = look(visit(f"{demo}/about"), f"{demo}/m/board~{code}")
    lead(page, code, "next", 50)
    lead(page, code, "call", 0)
    page.wait_for_url(f"{demo}/m/mickell~{code}")


def test_the_result_is_told_from_the_third_place_to_the_first(hall: Page, demo: str) -> None:
    """Only where the end was seen: a page opened afterwards shows all at once."""
    look(hall, f"{demo}/e/{own('ENDS')}")
    hall.keyboard.press("Space")
    hall.keyboard.press("y")
    told = hall.locator(".reveal-line")
    expect(told).to_have_count(1)
    expect(told.first).to_contain_text("Third")
    expect(told).to_have_count(3)
    expect(told.last).to_contain_text("K. L.")
    expect(hall.locator(".reveal-word").first).to_contain_text("SHRUNKEN")
    expect(hall.locator(".reveal-word").last).to_contain_text("Biggest climb E. P. from place 41 to 7")
    expect(hall.locator(".hall-over h2")).to_have_text("K. L. wins with 34")
    look(hall, f"{demo}/e/OVER")
    assert not hall.query_selector(".reveal")


def test_many_who_share_a_place_are_counted_not_named(hall: Page, demo: str) -> None:
    def nobody_scores(route: Route) -> None:
        view = route.fetch().json()
        if standings := view.get("standings"):
            standings["places"] = [{**each, "place": 1, "score": 0, "shared": True} for each in standings["places"][:8]]
        route.fulfill(json=view)

    code = own("ENDS")
    hall.route(re.compile(rf"/api/events/{code}(\?|/lead)"), nobody_scores)  # what is asked for, and answers to commands
    look(hall, f"{demo}/e/{code}")
    hall.keyboard.press("Space")
    hall.keyboard.press("y")
    expect(hall.locator(".reveal-line")).to_have_text(["First8 share this place0"])
    expect(hall.locator(".hall-over h2")).to_have_text("8 share the first place with 0")
    hall.unroute_all(behavior="ignoreErrors")


def test_prizes_are_a_list_to_read_and_to_print(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/OVER?list")
    expect(hall.locator(".prizes tbody tr")).to_have_count(214)
    prizes = hall.get_by_label("Prizes")
    expect(prizes).to_contain_text("K. L.")
    expect(prizes).to_contain_text("SHRUNKEN")
    expect(prizes).to_contain_text("Best beginner: Guest 211, place")
    expect(prizes).to_contain_text("from place 41 after the first round to place 7")
    assert hall.get_attribute(".prizes tbody a", "href") == "/replay/OVER.1.200"
    hall.emulate_media(media="print")
    expect(hall.get_by_role("button", name="Print this list")).to_be_hidden()
    expect(prizes).to_be_visible()


def test_halls_and_phones_go_on_to_the_event_of_the_same_people(visit: Visit, hall: Page, demo: str) -> None:
    code = own("FINE")
    look(hall, f"{demo}/e/{code}?hall")
    caller = look(visit(f"{demo}/about"), f"{demo}/e/{code}")
    caller.click("[data-act=again]")
    caller.wait_for_url(f"{demo}/e/MOOR-2")
    hall.wait_for_url(f"{demo}/e/MOOR-2?hall")
    phone = look(visit(f"{demo}/about", "phone"), f"{demo}/e/{own('DONE')}")
    lead(phone, phone.url.rpartition("/")[2], "again", 50)
    expect(phone.locator("[data-act=again]")).to_have_attribute("href", "/e/MOOR-2?play&again")


def test_open_boards_show_who_is_ahead_between_cards(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/OPEN")
    assert hall.locator(".hall-ahead li").all_inner_texts()[0].split("\n") == ["1", "K. L.", "34"]
    assert hall.locator(".hall-ahead li").count() == 5
    look(hall, f"{demo}/e/CARD")
    assert not hall.query_selector(".hall-ahead"), "places are hidden unless boards are open"


def test_a_phone_stays_awake_and_tells_of_a_call_as_its_owner_chose(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/about", "phone")
    page.add_init_script(
        """window.told = [];
        navigator.vibrate = (long) => told.push(long) > 0;
        const request = async (kind) => (told.push(kind), { release() {} });
        Object.defineProperty(navigator, "wakeLock", { value: { request } });"""
    )
    look(page, f"{demo}/e/WAIT")
    assert page.evaluate("told") == ["screen"]
    code = own("PLAY")
    look(page, f"{demo}/m/board~{code}")
    lead(page, code, "call", 23)
    expect(page.locator(".board-bar [aria-live]")).to_contain_text("Card 24")
    assert page.evaluate("told") == ["screen"], "no buzz before somebody wants it"
    look(page, f"{demo}/e/WAIT")
    page.get_by_label("Buzz when a card comes").check()
    assert page.evaluate("told") == ["screen", 180], "it is tried at once"
    look(page, f"{demo}/m/board~{code}")
    page.evaluate("told.length = 0")
    lead(page, code, "call", 24)
    page.wait_for_function("() => told.includes(180)")


def test_all_places_can_be_read_and_saved(hall: Page, demo: str) -> None:
    look(hall, f"{demo}/e/OVER")
    expect(hall.locator(".hall-over h2")).to_have_text("K. L. wins with 34")
    assert hall.locator(".hall-over .places li").count() == 8
    hall.keyboard.press("a")
    expect(hall.locator("dialog .places li")).to_have_count(214)
    assert hall.get_attribute("dialog a[download$=csv]", "href") == "/api/events/OVER/standings.csv"


def test_an_event_that_is_not_there_is_said_plainly(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/e/NONE")
    expect(page.locator("main")).to_contain_text("There is no event NONE")


def test_scores_of_real_cards_are_typed_in_one_after_the_other(hall: Page, demo: str) -> None:
    page = look(hall, f"{demo}/e/{own('TALY')}?desk")
    page.get_by_label("Name", exact=True).fill("Moira")
    page.get_by_label("Score", exact=True).fill("33")
    page.get_by_label("Score", exact=True).press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Name", exact=True)).to_have_value("")


def test_a_score_that_a_player_typed_in_counts_when_the_desk_says_so(hall: Page, demo: str) -> None:
    page = look(hall, f"{demo}/e/{own('TALY')}?desk")
    with page.expect_request("**/score") as request:
        page.get_by_label("Scores to look at").get_by_role("button", name="It counts").click()
    assert json.loads(request.value.post_data or "") == {"score": 33, "longest": 0, "name": "Ann"}


def test_real_cards_cannot_score_more_than_the_deck_gives(hall: Page, demo: str) -> None:
    page = look(hall, f"{demo}/e/{own('TALY')}?desk")
    page.get_by_label("Name", exact=True).fill("Moira")
    for score, fits in (("49", False), ("48", True)):
        page.get_by_label("Score", exact=True).fill(score)
        assert page.eval_on_selector(".score-form", "form => form.checkValidity()") == fits


def test_the_order_of_a_real_deck_is_typed_or_tapped_and_stays_until_it_is_sent(hall: Page, demo: str) -> None:
    """Break: a card typed twice is named with its number, and nothing can be sent before all cards are there."""
    page = look(hall, f"{demo}/e/{own('REEL')}?desk")
    form = page.get_by_role("form", name="The order of the cards")
    text, fault, send = (
        form.get_by_role("textbox"),
        form.get_by_role("status"),
        form.get_by_role("button", name="That is the order"),
    )
    expect(fault).to_have_text("Next: card 1.")
    text.fill("an, AT na")
    expect(fault).to_have_text("Card 3, AN: it came already, as card 1.")
    expect(send).to_be_disabled()
    text.fill("an AT")
    form.get_by_role("button", name="SH", exact=True).click()
    expect(form.get_by_role("button", name="SH", exact=True)).to_have_count(0)
    page.reload()
    expect(text).to_have_value("AN AT SH ")
    while form.locator(".order-rest button").count():
        form.locator(".order-rest button").first.click()
    expect(fault).to_have_text("All cards are there, each once.")
    with page.expect_request("**/order") as request:
        send.click()
    assert json.loads(request.value.post_data or "")["cards"].split() == [
        "AN",
        "AT",
        "SH",
        "BE",
        "CO",
        "DI",
        "EK",
        "ER",
        "GO",
        "HE",
        "IN",
        "LO",
    ]
    expect(form).to_contain_text("It is written down")


def test_the_desk_has_the_result_of_real_cards_told_in_the_hall(hall: Page, visit: Visit, demo: str) -> None:
    code = own("TALY")
    screen = look(hall, f"{demo}/e/{code}?hall")
    expect(screen.locator(".hall-over")).to_be_visible()
    desk = look(visit(f"{demo}/about"), f"{demo}/e/{code}?desk")
    desk.get_by_role("button", name="Tell the result in the hall").click()
    expect(screen.get_by_role("region", name="The result")).to_contain_text("Third")
    expect(screen.get_by_role("region", name="The result")).to_contain_text("FAREWELL", timeout=60_000)


def test_the_chart_stays_readable_whatever_comes(hall: Page, demo: str) -> None:
    view = json.loads(hall.evaluate("url => fetch(url).then((answer) => answer.text())", f"{demo}/api/events/OVER"))
    view["standings"]["spread"] = [0] * 960 + [1]
    hall.route_web_socket("**/live", lambda socket: socket.send(json.dumps(view)))
    look(hall, f"{demo}/e/OVER")
    bars = boxes(hall, ".hall-over .scores li")
    assert len(bars) <= 50 and max(bar["x"] + bar["width"] for bar in bars) <= HALL["width"]
    assert min(bar["width"] for bar in bars) >= 5


def test_with_real_cards_nobody_is_waited_for(hall: Page, demo: str) -> None:
    page = look(hall, f"{demo}/e/DECK")
    assert "are done" not in page.inner_text(".hall-clock") and page.locator(".hall-done").count() == 0
    look(hall, f"{demo}/e/CARD")
    assert "are done" in page.inner_text(".hall-clock")


def test_a_host_with_real_cards_opens_an_event_without_bots(visit: Visit, demo: str) -> None:
    page = look(visit(f"{demo}/about"), f"{demo}/host")
    page.get_by_label("Everyone ready").check()
    page.locator(".host-form > .fold > summary").click()
    page.get_by_label("Birds that play along").fill("5")
    page.get_by_role("combobox", name=re.compile("^Cards")).select_option("true")
    expect(page.get_by_label("Birds that play along")).to_have_count(0)
    expect(page.get_by_label("Everyone ready")).to_have_count(0)
    with page.expect_request("**/api/events") as request:
        page.get_by_role("button", name="Open the event").click()
    wanted = json.loads(request.value.post_data or "{}")
    assert (wanted["real_cards"], wanted["bots"], wanted["preset"]) == (True, 0, "muckell")


def test_an_event_is_found_by_its_code(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/about", "phone")
    page.goto(demo)
    page.get_by_role("link", name="Enter a code").tap()
    page.get_by_label("The code on the big screen").fill(" come ")
    page.get_by_label("The code on the big screen").press("Enter")
    expect(page).to_have_url(f"{demo}/e/COME")
    expect(page.get_by_role("button", name="Play along")).to_be_visible()

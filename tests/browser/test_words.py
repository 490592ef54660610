"""The word box at the table, words that can be tapped, and word lists in the set-up form."""

import contextlib

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Visit
from browser.hands import asked, faults, overflow, seq, sit_down, wait_past
from muckle.words import definitions, lists
from server.people import GameRoom

BOX = "dialog[open] input.spelled"
LISTED = "#option-dictionary option >> nth=5"
"""The field for a word list is a plain one until the room has told which lists it has."""


def look_up(page: Page, word: str) -> str:
    """Type a word into the open box, and return what is said of it."""
    page.fill(BOX, word)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"dialog h3:text-is('{word.upper()}')")
    return page.inner_text("dialog [role=status]")


@pytest.mark.parametrize("game", ["mickell", "grabble_road"])
def test_mickell_d9_words_are_looked_up_by_keyboard_and_nothing_changes(
    visit: Visit, room: GameRoom, axe: str, game: str
) -> None:
    page = visit(room.address)
    sit_down(page, game, *["random"] * (game != "mickell"))
    assert asked(page)
    before = seq(page)
    page.focus("[data-act=rules]")
    page.keyboard.press("/")
    page.wait_for_selector(BOX)
    told = look_up(page, "fire")
    assert "Valid: it is in American standard." in told and "very common" in told
    assert "not in American standard" in look_up(page, "zzq")
    assert definitions.own_definitions()["qi"].split("; ")[0] in look_up(page, "qi")
    assert faults(page, axe) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.dataset.act") == "rules", "the focus is where it was"
    assert seq(page) == before


def test_the_word_box_on_a_phone(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address, "phone", "dark")
    sit_down(page, "mickell")
    page.tap("[data-act=words]")
    assert "Valid" in look_up(page, "hope")
    assert overflow(page) <= 0
    box = page.locator("dialog .act.main").bounding_box()
    assert box and box["height"] >= 44


def test_the_vocabulary_of_hints_is_kept(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mickell")
    page.keyboard.press("/")
    page.select_option("dialog select", "very-common")
    page.reload()
    page.wait_for_selector("[data-act=hint]")
    with page.expect_request("**/advice") as asked:
        page.click("[data-act=hint]")
    assert asked.value.post_data_json == {"words": "very-common"}
    page.keyboard.press("/")
    assert page.locator("dialog select").input_value() == "very-common"


def test_games_without_words_have_no_word_box(visit: Visit, room: GameRoom) -> None:
    for game, preset in (("mitch", ""), ("mickell", "no_lookups")):
        page = visit(room.address)
        sit_down(page, game, *["random"] * (game == "mitch"), preset=preset)
        page.keyboard.press("/")
        assert not page.query_selector("[data-act=words], dialog")


def test_scored_words_are_tapped_and_a_base_can_be_followed(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "grabble_road", "greedy", preset="grabble_road")
    while asked(page) and not page.query_selector(".story .word"):
        before = seq(page)
        page.click("[data-act=pass]")  # its key depends on the letters of the rack
        page.click(".dock .act.main:has-text('Pass, for no points')")
        wait_past(page, before)
    word = page.inner_text(".story .word >> nth=0")
    page.click(".story .word >> nth=0")
    page.wait_for_selector(f"dialog h3:text-is('{word}')")
    assert "Valid" in page.inner_text("dialog .verdict")

    page.route("**/api/words/**", lambda route: route.fulfill(json=told(route.request.url)))
    look_up(page, "jams")
    assert definitions.MISSING in page.inner_text("dialog [role=status]")
    page.unroute("**/api/words/**")
    page.route("**/api/words/JAMS*", lambda route: route.fulfill(json=told(route.request.url, base="hope", see=True)))
    look_up(page, "jam")
    look_up(page, "jams")
    assert "See HOPE" in " ".join(page.inner_text("dialog [role=status]").split())
    page.click("dialog .base .word")
    page.wait_for_selector("dialog h3:text-is('HOPE')")
    assert page.input_value(BOX) == "HOPE"


def test_words_of_the_result_are_tapped_and_the_result_stays(visit: Visit, demo: str, axe: str) -> None:
    for size in ("desktop", "phone"):
        page = visit(f"{demo}/m/mickell-over", size)
        page.route("**/api/words/**", lambda route: route.fulfill(json=told(route.request.url, base="")))
        page.click(".standings .word:text-is('WEAL')")
        page.wait_for_selector("dialog h3:text-is('WEAL')")
        assert faults(page, axe) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog h3", state="detached")
        assert page.is_visible(".standings")
        assert page.evaluate("document.activeElement.textContent") == "WEAL", "the focus is back at the word"


def told(address: str, **base: object) -> dict[str, object]:
    """Return the answer of a room without a dictionary, or of one that knows only the word's base."""
    word = address.partition("/words/")[2].partition("?")[0].lower()
    found = {"word": word, "listed": True, "lists": ["x"], "among": ["x"], "level": "rare", "missing": definitions.MISSING}
    return {**found, "definitions": [{"text": "of it", "kind": "noun", **base}] if base else []}


def test_installed_lists_are_offered_with_their_sizes(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    for title in ("Mickell", "Grabble Road"):
        page.click(f"[aria-label='Set up a table: {title}']")
        page.click("text=All options")
        page.wait_for_selector(LISTED, state="attached")
        shown = page.locator("#option-dictionary option").all_inner_texts()
        size = len(lists.named("either-full"))
        assert f"either-full ({size:,} words)" in shown and len(shown) == len(set(shown)) >= len(lists.NAMED)
        assert page.input_value("#option-dictionary") == "american-standard"
        page.click("dialog [aria-label^=Close]")
    page.click("[aria-label='Set up a table: Mickell']")
    page.click("text=All options")
    page.wait_for_selector(LISTED, state="attached")
    page.select_option("#option-dictionary", "british-full")
    page.click("text=Open the table")
    page.click("[data-act=words]")
    assert "Valid: it is in British full" in look_up(page, "colour")


def test_a_table_that_cannot_be_opened_says_why(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    link = sit_down(page, "mickell")
    message = "Mickell: the match was begun with the word list mine (abc…), but here is none; bring it back"
    problem = {"type": "problem", "code": "options.bad", "message": message.lower(), "rule": "", "cid": ""}
    page.route("**/scene*", lambda route: route.fulfill(status=400, json=problem))
    page.route_web_socket("**/live*", lambda socket: socket.close(code=1013))
    page.goto(f"{room.address}{link}")
    page.wait_for_selector("h1:text('This table cannot be opened')")
    assert message in page.inner_text("main")


def list_in_set_up(page: Page, address: str) -> str:
    """Open the form for a table of Mickell and return the word list that it begins with."""
    page.goto(address)
    page.click("[data-game=mickell] .set-up")
    page.click("text=All options")
    page.wait_for_selector(LISTED, state="attached")
    return page.input_value("#option-dictionary")


@pytest.mark.parametrize(
    ("language", "usual"), [("en-GB", "british-standard"), ("en-US", "american-standard"), ("de-DE", "american-standard")]
)
def test_a_british_browser_gets_british_words_and_another_choice_is_remembered(
    chromium: Browser, room: GameRoom, language: str, usual: str
) -> None:
    with contextlib.closing(chromium.new_context(locale=language, reduced_motion="reduce")) as context:
        page = context.new_page()
        assert list_in_set_up(page, room.address) == usual
        page.select_option("#option-dictionary", "either-full")
        page.wait_for_selector("text=side by side, rare words too")
        page.click("text=Open the table")
        page.wait_for_selector("[data-act=rules]")
        assert list_in_set_up(page, room.address) == "either-full"
        page.goto(room.address)
        page.click(".top [data-act=words]")
        page.select_option("dialog select", "british-full")
        page.wait_for_selector("text=crossword setters")
        assert list_in_set_up(page, room.address) == "british-full"

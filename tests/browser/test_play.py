"""Whole matches in the browser: by mouse, by touch, by keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Page

from browser.conftest import Visit
from browser.hands import OWN, asked, overflow, seq, sit_down, wait_past
from server.people import GameRoom

HAND = {"hands": 1}
COUNT_SLIDES = """
    window.slides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) { window.slides += 1; return animate.apply(this, given); };
"""


def test_mitch_hand_by_clicks(visit: Visit, room: GameRoom) -> None:
    """Pick a card, then the lit column if there is one, else the discard pile (Mitch 4, 5)."""
    page = visit(room.address)
    sit_down(page, "mitch", "random", "random", **HAND)
    placed = 0
    while asked(page):
        before = seq(page)
        page.click(".dock .held button.able")
        placed += bool(page.query_selector(".column .target"))
        page.click(".column .target" if page.query_selector(".column .target") else "[data-zone=pile] .target")
        wait_past(page, before)
    assert placed >= 4, "one card of each suit starts a column"
    assert_result(page, seats=3)
    first = page.url
    page.click("dialog[open] [data-act=again]")
    page.wait_for_url(lambda url: "/m/" in url and url != first)
    assert asked(page), "the rematch is on"


def test_mitch_hand_on_a_phone_by_touch(visit: Visit, room: GameRoom) -> None:
    """Tap a card, tap the button that says what happens."""
    page = visit(room.address, "phone")
    sit_down(page, "mitch", "random", "random", "random", **HAND)
    while asked(page):
        before = seq(page)
        page.tap(".dock .held button.able >> nth=-1")
        page.tap(f"{OWN} .act.verb-place, {OWN} .act.verb-discard")
        wait_past(page, before)
        assert overflow(page) <= 0
    assert_result(page, seats=4)


def test_mitch_hand_by_keyboard_alone(visit: Visit, room: GameRoom) -> None:
    """Tab to a card, Enter picks it, Tab to a place or button, Enter does it. The focus is never lost."""
    page = visit(room.address)
    sit_down(page, "mitch", "random", preset="mitch", **HAND)
    turns = 0
    while asked(page):
        before = seq(page)
        if turns:
            assert page.evaluate("document.activeElement !== document.body"), "the scene changed and the focus was lost"
        tab_to(page, ".held button.able[aria-pressed=false]")
        page.keyboard.press("Enter")
        tab_to(page, ".target, .act.verb-discard")
        page.keyboard.press("Enter")
        wait_past(page, before)
        turns += 1
    assert turns >= 5
    assert_result(page, seats=2)
    assert page.evaluate("!!document.activeElement.closest('dialog')")


@pytest.mark.parametrize("game", ["alphabetickell", "multzo", "grabble_road"])
def test_a_match_by_keyboard_alone(visit: Visit, room: GameRoom, game: str) -> None:
    """Tab and Enter pick and do; from a piece in hand an arrow leads to a lit place above it.

    A match that is over too soon is followed by another.
    """
    page = visit(room.address)
    turns = 0
    while turns < 3:
        sit_down(page, game, "random", preset="tiny")
        turns += play_by_keyboard(page)
        assert_result(page, seats=2)


def play_by_keyboard(page: Page) -> int:
    """Play to the end by keyboard, and return the number of steps."""
    turns = 0
    while asked(page):
        before = seq(page)
        if turns:
            assert page.evaluate("document.activeElement !== document.body"), "the scene changed and the focus was lost"
        step_by_keyboard(page)
        if page.query_selector(".pad"):
            page.keyboard.type("A")
        if page.query_selector(".dock [data-act=undraft]"):
            page.keyboard.press("Enter")
        wait_past(page, before)
        turns += 1
    return turns


def step_by_keyboard(page: Page) -> None:
    """Do the next step of the game by keyboard, whatever is asked."""
    do, piece, picked = (
        ".dock .act:not([data-act=undo], [data-act=recall], [data-act=undraft])",
        ".held button.able",
        "[aria-pressed=true]",
    )
    before, lit = seq(page), not page.query_selector(do)
    if not page.query_selector(f"{do}.main, {picked}") and page.query_selector(piece):
        lit = True
        tab_to(page, piece)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "([before, picked]) => document.querySelector('.table').dataset.seq > before || document.querySelector(picked)",
            arg=[before, picked],
        )
    if seq(page) > before:
        return
    if lit and page.query_selector(".board .target"):
        for _ in range(20):
            if page.evaluate("document.activeElement.matches('.target')"):
                break
            page.keyboard.press("ArrowUp")
    else:
        tab_to(page, next(each for each in (f"{do}.main", do, ".board button.able") if page.query_selector(each)))
    page.keyboard.press("Enter")


def test_mitch_card_is_dragged_to_the_pile(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    assert asked(page)
    before, card = seq(page), page.locator(".held button.able").first
    name = card.get_attribute("data-piece")
    drag(page, card, page.locator(".top"))
    assert seq(page) == before, "dropped where nothing is"
    drag(page, card, page.locator("[data-zone=pile] .body"))
    wait_past(page, before)
    assert page.locator(f"[data-zone=pile] [data-piece='{name}'], [data-zone=pile] .below").count()
    assert not page.locator(f".held [data-piece='{name}']").count()


def test_the_hand_stays_as_its_owner_arranges_it(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    assert asked(page)
    cards = hand(page)
    drag(page, page.locator(".held .piece").first, page.locator(".held .piece").nth(2))
    arranged = [cards[1], cards[2], cards[0], *cards[3:]]
    assert hand(page) == arranged
    page.locator(f".held [data-piece='{cards[0]}']").focus()
    page.keyboard.press("Shift+ArrowLeft")
    arranged[1:3] = reversed(arranged[1:3])
    assert hand(page) == arranged
    before = seq(page)
    page.click(f".held [data-piece='{cards[3]}']")
    page.click("[data-zone=pile] .target")
    wait_past(page, before)
    assert asked(page)
    assert [card for card in hand(page) if card in cards] == [card for card in arranged if card != cards[3]]


def hand(page: Page) -> list[str | None]:
    """Return the pieces in hand, from left to right."""
    return [piece.get_attribute("data-piece") for piece in page.query_selector_all(".held .piece")]


def test_pieces_travel_unless_the_reader_wants_calm(visit: Visit, room: GameRoom) -> None:
    moving = {}
    for motion in ("no-preference", "reduce"):
        page = visit(room.address, motion=motion)
        page.add_init_script(COUNT_SLIDES)
        sit_down(page, "mitch", "random")
        assert asked(page)
        before = seq(page)
        page.click(".dock .held button.able")
        page.click("[data-zone=pile] .target")
        wait_past(page, before)
        moving[motion] = page.evaluate("slides")
    assert moving["no-preference"] > 0
    assert moving["reduce"] == 0


def test_news_are_told_once_and_politely(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    assert asked(page)
    assert page.locator("[aria-live=polite]").count() == 1
    before = seq(page)
    page.click(".dock .held button.able")
    page.click("[data-zone=pile] .target")
    wait_past(page, before)
    assert asked(page)
    told = page.locator(".story li").all_text_contents()
    assert len([line for line in told if line.startswith("You discard")]) == 1
    assert "lace a card or discard one" in page.inner_text("[aria-live=polite]")


def test_a_piece_that_cannot_be_used_says_why(visit: Visit, room: GameRoom) -> None:
    pages = [visit(room.address), visit(room.address)]
    link = sit_down(pages[0], "mitch", "open")
    pages[1].goto(room.address + link)
    pages[1].fill("[placeholder='Your name']", "Ben")
    pages[1].click("button:text('Sit down')")
    for page in pages:
        page.wait_for_selector(".held button")
    [waiting] = [page for page in pages if not page.query_selector(OWN)]
    waiting.click(".held button", force=True)
    assert "turn" in waiting.inner_text(".note")


def test_a_place_that_is_refused_says_why_and_shows_the_rule(visit: Visit, room: GameRoom) -> None:
    """Places a suit's lowest card; a higher card of that suit does not go below it (Mitch 5)."""
    page = visit(room.address)
    sit_down(page, "mitch", "random", "random")
    blocked = None
    while blocked is None and asked(page):
        before = seq(page)
        acts = page.eval_on_selector_all(".aside [data-act]", "all => all.map(e => e.dataset.act)")
        cards = {act.split()[1] for act in acts}
        blocked = next((card for card in cards if f"place {card}" not in acts), None)
        if blocked is None:
            page.click(f".held [data-piece='{lowest(cards)}']")
            page.click(".column .target")
            wait_past(page, before)
    assert blocked
    page.click(f".held [data-piece='{blocked}']")
    suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[blocked[-1]]
    page.click(f".me [data-zone$='{suit}'] .body")
    page.wait_for_selector(f".me [data-zone$='{suit}'].refused")
    page.click(".note .close")
    assert not page.query_selector(".refused"), "the mark goes with the sentence"
    page.click(f".me [data-zone$='{suit}'] .body")
    page.click(".note a:text('Mitch 5')")
    page.wait_for_selector("dialog #mitch-5.rule-here")


def lowest(cards: set[str]) -> str:
    """Return the lowest card of a suit held twice; otherwise the lowest card."""
    ranks = [*map(str, range(2, 11)), "J", "Q", "K"]
    suits = "".join(card[-1] for card in cards)
    return min(cards, key=lambda card: (suits.count(card[-1]) < 2, ranks.index(card[:-1])))


@pytest.mark.parametrize("keys", [True, False], ids=["keyboard", "clicks"])
def test_mickell_by(visit: Visit, room: GameRoom, keys: bool) -> None:
    """Play all 48 cards: row by row, five to a row, then trim to nothing (Mickell 2-5)."""
    page = visit(room.address)
    sit_down(page, "mickell", preset="tiny" if keys else "mickell")
    while asked(page):
        before = seq(page)
        act = next_step(page)
        if keys:
            page.keyboard.press(page.get_attribute(f".dock [data-act='{act}'] kbd", "data-text") or "Enter")
        else:
            page.click(f".dock [data-act='{act}']")
        wait_past(page, before)
    assert_result(page, seats=1)


def test_mickell_word_is_refused_with_its_rule_then_another_is_claimed(visit: Visit, room: GameRoom) -> None:
    """Typed, then tapped letter by letter: a word that does not fit costs nothing, a listed one scores (Mickell 9, 10)."""
    page = visit(room.address, "phone")
    sit_down(page, "mickell")
    word, length = "", 3
    while not word:
        grow_row(page, length)
        word, length = hinted(page), length + 1
    page.tap("[data-act='claim 1']:visible")
    page.fill("#answer", wrong := "Q" * len(word))
    page.keyboard.press("Enter")
    page.wait_for_selector(".note.refusal a:text('Mickell')")
    assert page.input_value("#answer") == wrong, "the field stays open"
    page.tap("text=Cancel")

    page.tap("[data-act='claim 1']:visible")
    for place, letter in enumerate(word, 1):
        page.tap(f".claiming [aria-label='Letter {place}: {letter}']")
    before = seq(page)
    page.tap(".question .act.main")
    wait_past(page, before)
    assert word in page.inner_text(".latest")
    assert page.inner_text(".seat-score") == str(len(word) - 2), "the number of cards that score"


def grow_row(page: Page, length: int) -> None:
    """Place cards until row 1 has a number of cards and a new turn has begun."""
    while page.locator("[data-zone=row1] .piece").count() < length or page.locator(".dock [data-act=end]").count():
        do(page, next_step(page))


def do(page: Page, act: str) -> None:
    """Tap a visible act."""
    before = seq(page)
    page.tap(f"[data-act='{act}']:visible")
    wait_past(page, before)
    assert asked(page)


def hinted(page: Page) -> str:
    """Return a word that row 1 spells, by the hint; "" without one."""
    page.tap("[data-act=hint]")
    page.tap("[data-act=facts]")  # where the room still compiles, advice waits for it
    page.wait_for_selector(".note.advice")
    found = re.search(r"Row 1 spells ([A-Z]+)", page.inner_text(".note.advice"))
    return found[1] if found else ""


def next_step(page: Page) -> str:
    """Return the act that a person in a hurry takes."""
    acts = page.eval_on_selector_all(".dock [data-act]", "all => all.map(e => e.dataset.act)")
    return next(act for wanted in ("place 1", "place 2", "discard", "end") for act in acts if act == wanted)


def drag(page: Page, what: Locator, where: Locator) -> None:
    """Drag with the mouse: press, move in steps, let go."""
    for place, press in ((what, page.mouse.down), (where, page.mouse.up)):
        box = place.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        press()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def assert_result(page: Page, seats: int) -> None:
    """Check that the result says who scored what, and why."""
    page.wait_for_selector("dialog[open] .standings")
    assert page.locator("dialog[open] .standing").count() == seats
    assert page.locator("dialog[open] .standing .score").count() == (seats if seats > 1 else 0)
    assert page.inner_text("dialog[open] h2").strip()
    assert seats > 1 or re.match(r"-?\d+ ", page.inner_text("dialog[open] h2")), "the score of a game for one is its headline"
    assert overflow(page) <= 0

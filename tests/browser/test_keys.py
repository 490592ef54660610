"""The keyboard at the table: a letter for each verb, the same in all games; the hand comes first (U17)."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import asked, faults, overflow, seq, sit_down, wait_past
from server.people import GameRoom

SEATS = {"mitch": ("random",), "multzo": ("random",), "alphabetickell": ("random",), "grabble_road": ("random",), "mickell": ()}
AT_HAND = ".dock .held button[data-piece]"


def tabs(page: Page, selector: str) -> int:
    """Return the number of times that Tab is pressed until an element that matches has the focus."""
    page.evaluate("() => { document.body.tabIndex = -1; document.body.focus(); }")
    for pressed in range(1, 40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return pressed
    raise AssertionError(f"Tab never comes to {selector}")


def press(page: Page, key: str) -> None:
    """Press a key that changes the match."""
    before = seq(page)
    page.keyboard.press(key)
    wait_past(page, before)
    assert asked(page)


def focused(page: Page, field: str) -> str:
    """Return a data field of the focused element: its piece, act or place."""
    return page.evaluate("field => document.activeElement.dataset[field] || ''", field)


def done(page: Page, verb: str) -> int:
    """Return how often the viewer has used a verb, by the story."""
    return sum(line.startswith(f"You {verb} ") for line in page.locator(".story li").all_text_contents())


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", SEATS)
def test_the_hand_is_two_tabs_away(visit: Visit, room: GameRoom, game: str, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, game, *SEATS[game])
    assert asked(page)
    assert tabs(page, AT_HAND) == 2
    page.evaluate("document.body.prepend(document.querySelector('.top'))")
    assert tabs(page, AT_HAND) > 2, "the bar first would be in the way"


def test_a_letter_does_its_verb_with_what_is_picked(visit: Visit, room: GameRoom) -> None:
    """Mitch: a number picks, X discards, P places; with nothing picked X only leads to what it could be done with."""
    page = visit(room.address)
    sit_down(page, "mitch", "random", "random")
    assert asked(page)
    third = page.get_attribute(f"{AT_HAND} >> nth=2", "data-piece")
    page.keyboard.press("3")
    assert page.get_attribute("[aria-pressed=true]", "data-piece") == third
    press(page, "x")
    assert done(page, "discard") == 1
    before, held = seq(page), page.eval_on_selector_all(f"{AT_HAND}.able", "all => all.map(e => e.dataset.piece)")
    page.focus(AT_HAND)
    for piece in held[1:]:
        page.keyboard.press("x")
        assert (focused(page, "piece"), seq(page)) == (piece, before)
    for _ in range(10):
        for number in "1234567":
            page.keyboard.press(number)
            if page.query_selector(".dock .verb-place"):
                press(page, "p")
                assert done(page, "place") == 1
                return
        press(page, "x")
    raise AssertionError("no card could be placed in ten turns")


def test_a_letter_leads_to_what_its_verb_can_be_done_with(visit: Visit, room: GameRoom) -> None:
    """Multzo: D draws, T goes to the face-up tiles one by one, Enter takes."""
    page = visit(room.address)
    sit_down(page, "multzo", "random", "random")
    assert asked(page)
    while page.locator("[data-zone=open] button.able").count() < 2:
        if page.query_selector(".dock .verb-discard"):
            press(page, "x")
        elif page.query_selector("[data-zone=stack] .able"):
            press(page, "d")
        else:
            page.keyboard.press("1")
    page.keyboard.press("t")
    first = focused(page, "piece")
    page.keyboard.press("t")
    second = focused(page, "piece")
    assert first and second and first != second
    press(page, "Enter")
    assert page.query_selector(f".dock [data-piece='{second}']")


def test_a_card_in_play_goes_to_the_place_of_a_number(visit: Visit, room: GameRoom) -> None:
    """Mickell: 1 and 2 are rows, X discards, E ends the turn, C leads from row to row that may be claimed."""
    page = visit(room.address)
    sit_down(page, "mickell")
    assert asked(page)
    for row in "112122":
        while page.query_selector(".dock [data-act=end]"):
            press(page, "e")
        press(page, row)
    assert [page.locator(f"[data-zone=row{row}] .piece").count() for row in (1, 2)] == [3, 3]
    page.keyboard.press("c")
    assert focused(page, "act") == "claim 1"
    page.keyboard.press("c")
    assert focused(page, "act") == "claim 2"
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer:focus")


def test_no_two_buttons_show_the_same_key_and_each_key_does_its_own(visit: Visit, room: GameRoom) -> None:
    """Mickell: a card placed and a row trimmed; U takes the last of them back, Z takes all."""
    page = visit(room.address)
    sit_down(page, "mickell")
    assert asked(page)
    for row in "12":
        press(page, row)
        press(page, "e")

    def both() -> list[str]:
        """Keys of the buttons once a card is placed and a row trimmed."""
        if not page.query_selector(".dock [data-act=undo]"):
            press(page, "1")
        press(page, "t")
        return page.eval_on_selector_all(".dock .act kbd", "all => all.map(each => each.dataset.text)")

    keys = both()
    assert {"U", "Z"} <= set(keys) and len(keys) == len(set(keys))
    press(page, "u")
    assert page.query_selector(".dock [data-act=undo]") and not page.query_selector(".dock [data-act=recall]")
    assert both() == keys
    press(page, "z")
    assert not page.query_selector(".dock [data-act=undo], .dock [data-act=recall]")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_list_of_keys_is_the_same_in_every_game(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    """Opens the list by its own key, and by hand in the table's sheet."""
    page, lists = visit(room.address, size), set[str]()
    for game, seats in SEATS.items():
        sit_down(page, game, *seats)
        assert asked(page)
        page.keyboard.press("?")
        page.wait_for_selector("dialog[open] .keys")
        lists.add(page.inner_text("dialog .sheet-body"))
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.click("[data-act=table]")
    page.click("dialog [data-act=keys]")
    page.wait_for_selector("dialog[open] .keys")
    lists.add(page.inner_text("dialog .sheet-body"))
    assert overflow(page) <= 0 and not faults(page, axe)
    assert len(lists) == 1
    [told] = lists
    assert "Discard" in told and "Take, trim" in told


def test_letters_can_be_put_to_rest(visit: Visit, room: GameRoom) -> None:
    """For those whose letters come from dictation or a restless hand (WCAG 2.1.4); arrows and Enter still do all."""
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    assert asked(page)
    page.keyboard.press("?")
    page.uncheck("dialog .check input")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.reload()
    assert asked(page)
    for key in "?1xr":
        page.keyboard.press(key)
    assert not page.query_selector("[aria-pressed=true], dialog[open]")
    page.focus(AT_HAND)
    page.keyboard.press("Enter")
    page.wait_for_selector("[aria-pressed=true]")
    page.click("[data-act=table]")
    page.click("dialog [data-act=keys]")
    page.check("dialog .check input")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    before = seq(page)
    page.keyboard.press("x")
    wait_past(page, before)

"""Every game the room offers, as a visitor meets it: it fits, it can be played from the list of actions, axe is content."""

import random

import pytest
from playwright.sync_api import ElementHandle, Page

from browser.conftest import Visit
from browser.hands import asked, boxes, covered, decide, faults, overflow, seq, sit_down, wait_past
from muckle import games
from server.people import GameRoom

STEPS = 12


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.slow), "phone"])
@pytest.mark.parametrize("game", games.GAMES)
def test_every_game(visit: Visit, plain_room: GameRoom, axe: str, game: str, size: str) -> None:
    page = visit(plain_room.address, size)
    sit_down(page, game, *["random"] * (usual_seats(game) - 1))
    page.evaluate("document.querySelector('.aside > details:last-of-type').open = true")
    chance = random.Random(game + size)
    for _ in range(STEPS):
        if not asked(page):
            break
        before = seq(page)
        chance.choice(plain_acts(page)).evaluate("each => each.click()")  # the list may be folded away
        decide(page)
        wait_past(page, before)
        assert overflow(page) <= 0 and not covered(page)
        assert_inside(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert faults(page, axe) == []


def usual_seats(game: str) -> int:
    return games.find(game).read_options().seats


def plain_acts(page: Page) -> list[ElementHandle]:
    """Return the buttons of actions that ask nothing and lead on; if there are none, the one that takes back."""
    buttons = page.query_selector_all(".aside [data-act]")
    assert buttons, "something is asked, so there is something to do"
    plain = [button for button in buttons if not button.inner_text().endswith("…")]
    leading = [button for button in plain if button.get_attribute("data-act") not in ("undo", "recall")]
    return leading or plain


def assert_inside(page: Page) -> None:
    """Check that no piece is outside the window at a side."""
    wide = page.evaluate("innerWidth")
    for box in boxes(page, ".table .piece"):
        assert box["x"] >= -1 and box["x"] + box["width"] <= wide + 1


def test_a_hand_that_covers_the_dock_is_noticed(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    sit_down(page, "grabble_road", "random")
    assert asked(page) and not covered(page), "ten tiles have room beside the question"
    page.eval_on_selector(
        ".dock > .held", "held => { held.style.minWidth = 0; held.parentElement.style.gridTemplateColumns = '8rem 1fr auto'; }"
    )
    assert covered(page)


def test_what_a_button_of_a_tile_in_hand_says_is_heard_as_well(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    sit_down(page, "multzo", "random", "random")
    assert asked(page)
    before = seq(page)
    page.click("[data-zone=stack] .able")
    wait_past(page, before)
    assert asked(page)
    page.click(".dock .held button.able")
    page.wait_for_selector(".dock .act .act-note")
    buttons = "all => all.map(each => [each.getAttribute('aria-label'), each.querySelector('.act-note').textContent])"
    said = page.eval_on_selector_all(".dock .act:has(.act-note)", buttons)
    assert said and all(note in name for name, note in said)

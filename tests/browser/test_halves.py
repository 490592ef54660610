"""The letter of a two-letter card is chosen on the card: a tap on a half leaves the ways to take that letter."""

import pytest
from playwright.sync_api import Locator, Page

from browser.conftest import Visit
from browser.hands import OWN, asked, seq, sit_down, wait_past
from server.people import GameRoom

TAKE = f"{OWN} .act.verb-take"
CARD = ".dock .held button.able"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_tap_on_a_half_chooses_its_letter(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    offered(page)
    card = page.locator(CARD)
    top, bottom = card.locator("text").all_text_contents()
    for share, letter, other in ((0.25, top, bottom), (0.75, bottom, top)):
        tap(card, share)
        assert chosen(page) == {letter}
        assert card.locator("text.off").text_content() == other and page.query_selector("[data-zone=own] .target")
    page.keyboard.press("Escape")
    assert not card.locator("text.off").count()


def offered(page: Page) -> None:
    """Play until an offered card can be taken as either of its letters in second place of a line."""
    for _ in range(20):
        sit_down(page, "alphabetickell", "random")
        assert asked(page)
        before = seq(page)
        page.click(CARD)
        page.click(f"{OWN} .act.verb-keep")
        wait_past(page, before)
        if asked(page) and len(chosen(page)) == 2:
            return
    raise AssertionError("no card was offered of which both letters can be taken")


def chosen(page: Page) -> set[str]:
    """Return the letters that the offered card can stand for, by the buttons on show."""
    return set(page.eval_on_selector_all(TAKE, "all => all.map(each => each.dataset.act.at(-1))"))


def tap(card: Locator, share: float) -> None:
    """Tap a card at a fraction of its height."""
    box = card.bounding_box()
    assert box
    card.click(position={"x": box["width"] / 2, "y": box["height"] * share})

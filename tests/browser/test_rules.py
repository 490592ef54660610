"""The rules beside a table: what matters now, a search, all rules, and what holds at this table."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import asked, boxes, faults, restyle, sit_down
from muckle import games
from server.people import GameRoom


def at_the_rules(visit: Visit, room: GameRoom, size: str, game: str = "mitch", *birds: str, **options: int | str) -> Page:
    """Open a table with the sheet of rules open."""
    page = visit(room.address, size)
    sit_down(page, game, *birds, **options)
    asked(page)
    page.click("[data-act=rules]")
    page.wait_for_selector(".rules-sheet .pictured .piece")
    return page


def covered(page: Page) -> float:
    """Return the fraction of the window that the sheet covers."""
    assert page.viewport_size
    page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
    [sheet] = boxes(page, "dialog[open]")
    return sheet["height"] / page.viewport_size["height"]


@pytest.mark.parametrize("game", games.GAMES)
def test_what_matters_now_is_four_lines_with_pieces_above_the_table(visit: Visit, room: GameRoom, axe: str, game: str) -> None:
    page = at_the_rules(visit, room, "phone", game, *([] if game == "mickell" else ["magpie"]))
    assert page.inner_text("dialog h2") == "What matters now"
    lines = page.locator(".now > ul > li")
    assert 2 <= lines.count() <= 4
    pictured = [line.locator(".piece").count() > 0 for line in lines.all()]
    assert pictured[0] and pictured == sorted(pictured, reverse=True), "those with pieces come first"
    assert covered(page) < 0.8, "the table is still in sight"
    assert not faults(page, axe)
    restyle(page, "dialog", "height: 88dvh; max-height: none")
    assert covered(page) > 0.8, "a sheet that covers it is noticed"


def test_rules_are_searched_and_opened_beside_the_table(visit: Visit, room: GameRoom) -> None:
    page = at_the_rules(visit, room, "desktop", "mitch", "magpie")
    page.fill("[type=search]", "trigger Ace")
    page.wait_for_selector("dialog .prose li:visible")
    shown = page.locator("dialog .prose :is(p, li, tr):visible").all_inner_texts()
    assert shown and all("trigger ace" in text.lower() for text in shown)
    page.fill("[type=search]", "no such thing at all")
    page.wait_for_selector("[role=status]:has-text('No rule says “no such thing at all”.')")
    page.click("text=What matters now")
    page.click(".now .rule-link:text-is('Mitch 5')")
    page.wait_for_selector("#mitch-5.rule-here")
    assert page.locator("dialog .prose h1").is_visible(), "all rules are there"


def test_what_is_not_as_recommended_stands_first(visit: Visit, room: GameRoom) -> None:
    page = at_the_rules(visit, room, "phone", "mitch", "magpie", hand_size=3, tie="lowest_low")
    page.click("[data-act=options]")
    rows = page.locator(".holds > div")
    assert rows.count() == len(games.find("mitch").options.fields()) - 1, "all but the number of seats"
    told = dict(text.split("\n\n") if "\n\n" in text else text.split("\n") for text in rows.all_inner_texts()[:2])
    assert "3" in told.values() and page.locator(".holds .changed").count() == 2
    assert [row.get_attribute("class") for row in rows.all()[:3]] == ["changed", "changed", ""]
    assert not [text for text in rows.all_inner_texts() if "_" in text], "in words (trial U15)"

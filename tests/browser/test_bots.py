"""Bots at the table: birds to choose from, a pace that people can follow, and a thinking that moves nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.hands import OWN, asked, choose_pace, discard, seat, sit_down
from muckle import players
from server.people import GameRoom

Visit = Callable[..., Page]
FIRM = ".dock, .dock .status, .dock .held, .dock > .actions"
"""Selector of what must not move, whoever is to act."""


def places(page: Page) -> list[Any]:
    """Return top and height of everything that must not move. The status may shrink within its dock after compiling."""
    return page.evaluate(
        """firm => [...document.querySelectorAll(firm)].map((element) => {
            const { top, height } = element.getBoundingClientRect();
            return [top, element.matches(".status") ? 0 : height];
        })""",
        FIRM,
    )


def stays(page: Page, before: list[Any]) -> bool:
    """Return whether nothing visible has moved."""
    return all(after == pytest.approx(place, abs=0.5) for after, place in zip(places(page), before, strict=True))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_bot_is_seen_and_said_to_think_and_nothing_moves(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mitch", "random", "owl")
    assert asked(page)
    choose_pace(page, "slow")
    before = places(page)
    discard(page)
    page.wait_for_selector(".thinker")
    assert page.inner_text(".thinker").strip() == "Random is thinking"
    assert page.inner_text(".seat.turn .turn-flag") == "thinking" and page.locator(".panel .turn-flag").count() == 1
    assert stays(page, before), page.inner_text(".status")
    page.wait_for_selector(".thinker:has-text('Owl')")
    assert page.locator(".seat.turn .bird").count() == 1 and stays(page, before)
    page.wait_for_selector(OWN)
    assert not page.query_selector(".thinker") and not page.query_selector(".dots")


def test_the_wish_for_a_pace_is_kept_and_told_at_the_next_table(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    choose_pace(page, "fast")
    with page.expect_response("**/pace") as heard:
        sit_down(page, "mitch", "random")
    assert heard.value.json() == {"pace": "fast"}
    assert page.input_value(".pace select") == "fast"


def test_where_nobody_is_a_bot_there_is_no_pace(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mickell")
    assert not page.query_selector(".pace")


def test_the_form_offers_the_birds_in_order_of_strength_and_says_who_they_are(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address, "phone")
    page.click("[aria-label='Set up a table: Multzo']")
    offered = page.locator(".strip input").evaluate_all("all => all.map(each => each.value)")
    assert offered == [*players.BIRDS, "open", "here"]
    assert page.input_value(".strip input:checked") == players.DEFAULT_LEVEL
    for (name, bird), choice in zip(players.BIRDS.items(), page.locator(".bird-choice:has(.bird)").all(), strict=True):
        assert [name.title(), bird.level] == [choice.locator("b").inner_text(), choice.locator("small").inner_text()]
        seat(page, 1, name)
        assert bird.help.lower() in page.locator("button.sitter").first.inner_text().lower()
    assert page.locator(".birds .bird").evaluate_all("birds => new Set(birds.map(bird => bird.innerHTML)).size") == len(
        players.BIRDS
    )
    assert page.locator(".sitter .bird").first.inner_html() == page.locator(".birds .bird").last.inner_html()
    page.click("text=Open the table")
    page.wait_for_selector(".seat:has-text('Rook') .bird")

"""Grabble Road: a turn is a draft. Nothing is sent before its button is chosen, and everything can be taken back until then."""

import pytest
from playwright.sync_api import Page

from browser.conftest import SIZES, Visit
from browser.hands import asked, boxes, faults, seq, sit_down, wait_past
from server.people import GameRoom

SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


def road(visit: Visit, room: GameRoom, size: str, theme: str = "light") -> Page:
    """Open the first turn of Grabble Road against two bots."""
    page = visit(room.address, size, theme)
    sit_down(page, "grabble_road", "random", "random")
    assert asked(page)
    return page


def tap(page: Page, selector: str) -> None:
    """Tap the present place of something, as fingers do: nothing is scrolled."""
    [box, *_] = boxes(page, selector)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def last_tile(page: Page) -> None:
    """Lay tiles, letters first because a blank asks for its letter, until one lies as a draft."""
    while not page.query_selector(".target.shown"):
        before = seq(page)
        tap(page, ".held button.able:not([data-piece*=blank])")
        tap(page, ".target")
        page.wait_for_function(
            "seq => document.querySelector('.target.shown') || Number(document.querySelector('.table').dataset.seq) > seq",
            arg=before,
        )


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_whole_board_and_the_rack_are_in_view_from_the_first_tap_on(visit: Visit, room: GameRoom, size: str) -> None:
    page = road(visit, room, size)
    tap(page, ".held button.able")
    page.wait_for_selector(".target")
    low, [dock] = SIZES[size]["height"], boxes(page, ".dock")
    assert page.evaluate("scrollY") == 0
    for square in boxes(page, ".square"):
        assert square["x"] >= 0 and square["y"] + square["height"] <= dock["y"] + 0.5 and square["width"] >= 23.5
    tiles = boxes(page, ".held .fan .piece:not(.picked)")
    assert len(tiles) == 9 and len({round(tile["y"]) for tile in tiles}) == 1, "ten tiles stay in one row"
    for tile in tiles:
        assert tile["width"] >= (44 if size == "desktop" else 32) and tile["y"] + tile["height"] <= low
    assert page.locator(".rack-tools button").count() == 2


def test_a_rack_is_mixed_and_sorted_by_button_and_key(visit: Visit, room: GameRoom) -> None:
    """The order is the viewer's own, so nothing is sent."""
    page = road(visit, room, "desktop")
    letters = ".held .piece [role=img]"
    order = "all => all.map(each => each.getAttribute('aria-label')).join(';')"
    before, first = page.eval_on_selector_all(letters, order), seq(page)
    page.click("[data-act=sort]")
    in_order = page.eval_on_selector_all(letters, order)
    assert in_order.split(";") == sorted(in_order.split(";"), key=lambda each: (each.startswith("blank"), each[0]))
    page.keyboard.press("m")
    mixed = page.eval_on_selector_all(letters, order)
    assert mixed != in_order and sorted(mixed.split(";")) == sorted(before.split(";"))
    page.click("[data-act=mix]")
    assert page.eval_on_selector_all(letters, order) != mixed
    page.keyboard.press("o")
    assert page.eval_on_selector_all(letters, order) == in_order
    assert seq(page) == first


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_last_tile_is_a_draft_that_can_move_and_be_taken_back(visit: Visit, room: GameRoom, size: str) -> None:
    page = road(visit, room, size)
    page.add_init_script(SHIFTS)
    page.reload()
    assert asked(page)
    last_tile(page)
    before = seq(page)
    shown = page.get_attribute(".target.shown", "data-to")
    page.click(".target:not(.shown)")
    page.wait_for_function("shown => document.querySelector('.target.shown').dataset.to !== shown", arg=shown)
    assert page.inner_text(".dock .act.main").startswith("Play")
    points = page.get_attribute(".target.shown", "aria-label") or ""
    assert points.rpartition(": ")[2].split()[0] == page.get_attribute(".target.shown .brings", "data-text")
    tap(page, ".target.shown")
    page.wait_for_selector(".target.shown", state="detached")
    assert page.query_selector(".held .picked") and seq(page) == before
    page.click(".target")
    page.click(".dock [data-act=undraft]")
    page.wait_for_selector(".target.shown", state="detached")
    page.click(".target")
    page.click(".dock .act.main")
    wait_past(page, before)
    assert asked(page)
    assert page.evaluate("shifted") <= 0.05


def test_all_tiles_of_a_play_come_back_at_once(visit: Visit, room: GameRoom) -> None:
    page = road(visit, room, "phone")
    rack = len(boxes(page, ".held .piece"))
    worth = "all => all.findIndex(e => /[3-9] points/.test(e.querySelector('[role=img]').ariaLabel))"
    place = page.eval_on_selector_all(".held button.able", worth)
    for choose in (place, 0):
        before = seq(page)
        page.click(f".held button.able:not([data-piece*=blank]) >> nth={choose}")
        page.click(".target")
        wait_past(page, before)
    assert len(boxes(page, ".held .piece")) == rack - 2
    before = seq(page)
    page.click(".dock [data-act=recall]")
    wait_past(page, before)
    assert len(boxes(page, ".held .piece")) == rack
    assert not page.query_selector(".square .mark-new")


def test_a_pass_is_asked_about(visit: Visit, room: GameRoom) -> None:
    page = road(visit, room, "phone")
    before = seq(page)
    page.click(".dock [data-act=pass]")
    assert page.inner_text(".dock .act.main").startswith("Pass, for no points")
    page.click(".dock [data-act=undraft]")
    page.wait_for_selector(".dock [data-act=mulligan]")
    assert seq(page) == before
    page.keyboard.press("s")
    page.wait_for_selector(".dock .act.main")
    page.keyboard.press("Escape")
    page.wait_for_selector(".dock [data-act=mulligan]")
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    wait_past(page, before)


def test_a_tap_beside_a_lit_square_means_it_and_far_from_one_asks_why(visit: Visit, room: GameRoom) -> None:
    page = road(visit, room, "phone")
    before = seq(page)
    page.click(".held button.able >> nth=-1")
    [corner, *_] = boxes(page, ".target")
    [board] = boxes(page, ".view")
    page.mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    page.wait_for_selector(".note a:text('Grabble Road 4')")
    assert page.eval_on_selector_all(".refused", "all => all.map(each => each.dataset.square)") == ["8,8"]
    assert seq(page) == before
    page.mouse.click(corner["x"] + corner["width"] * 1.3, corner["y"] + corner["height"] / 2)
    page.wait_for_function(
        "() => document.querySelector('.target.shown, .pad') || Number(document.querySelector('.table').dataset.seq) > 0"
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_draft(visit: Visit, room: GameRoom, axe: str, theme: str) -> None:
    page = road(visit, room, "phone" if theme == "dark" else "desktop", theme)
    last_tile(page)
    assert faults(page, axe) == []

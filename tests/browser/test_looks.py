"""The table fits phone and desktop, in light and dark, and axe finds nothing serious. Shown scenes are those of web/demo."""

import itertools
import re
import runpy

import pytest

from browser.conftest import ROOT, Visit
from browser.hands import asked, boxes, faults, height, overflow, overlap, seq, sit_down, wait_past
from muckle.scene.lint import lint
from server.people import GameRoom

MATCHES = ("mitch", "mitch3", "mitch5", "mitch-over", "mickell", "mickell-long", "mickell-over", "kinds", "waiting")
DESKTOP, PHONE = 800, 844


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_runs_out_of_the_window(visit: Visit, demo: str, match: str, size: str) -> None:
    page = visit(f"{demo}/m/{match}", size)
    page.wait_for_selector(".table")
    assert overflow(page) <= 0
    wide = page.evaluate("innerWidth")
    assert all(box["x"] >= -0.5 and box["x"] + box["width"] <= wide + 0.5 for box in boxes(page, ".table .piece"))


@pytest.mark.parametrize("match", ["mitch", "mitch3", "mitch5", "mickell", "mickell-long"])
def test_desktop_shows_the_whole_table_at_once(visit: Visit, demo: str, match: str) -> None:
    page = visit(f"{demo}/m/{match}")
    page.wait_for_selector(".table")
    assert height(page) <= DESKTOP


def test_a_board_of_225_squares_is_in_sight_with_the_rack_below_it(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "grabble_road", "random")
    assert asked(page)
    for key in ("", "x"):  # the second: returning tiles
        if key:
            before = seq(page)
            page.keyboard.press(key)
            wait_past(page, before)
        [dock] = boxes(page, ".dock")
        squares = boxes(page, ".square")
        assert len(squares) == 225 and height(page) <= DESKTOP
        assert max(square["y"] + square["height"] for square in squares) <= dock["y"]
        assert min(square["width"] for square in squares) >= 28
        assert all(abs(square["width"] - square["height"]) < 1 for square in squares)


def test_what_stands_in_a_panel_does_not_overlap(visit: Visit, demo: str) -> None:
    for size in ("desktop", "phone"):
        page = visit(f"{demo}/m/kinds", size)
        page.wait_for_selector("[data-zone=their-coins]")
        parts = [
            boxes(page, f"[data-zone={name}] :is(.piece, .zone-label)") for name in ("their-hand", "their-tiles", "their-coins")
        ]
        for one, other in itertools.combinations(parts, 2):
            assert not any(overlap(a, b) for a in one for b in other)


def test_long_labels_are_broken_into_lines(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/kinds", "phone")
    page.wait_for_selector(".dock [data-act=long]")
    wide, needed = page.eval_on_selector(".dock [data-act=long]", "button => [button.clientWidth, button.scrollWidth]")
    assert needed <= wide <= 390


@pytest.mark.parametrize("match", ["mitch", "mitch3", "mitch5", "mickell", "mickell-long"])
def test_phone_needs_at_most_one_and_a_half_screens(visit: Visit, demo: str, match: str) -> None:
    page = visit(f"{demo}/m/{match}", "phone")
    page.wait_for_selector(".table")
    assert height(page) <= 1.5 * PHONE


@pytest.mark.parametrize("match", ["mitch", "mickell"])
def test_own_cards_and_actions_stay_in_sight_on_a_phone(visit: Visit, demo: str, match: str) -> None:
    page = visit(f"{demo}/m/{match}", "phone")
    page.wait_for_selector(".dock .piece")
    for place in (0, 300, 5000):
        page.evaluate("place => scrollTo(0, place)", place)
        for box in boxes(page, ".dock .piece, .dock .act"):
            assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE


def test_squares_of_a_board_are_square(visit: Visit, demo: str) -> None:
    for size in ("desktop", "phone"):
        page = visit(f"{demo}/m/kinds", size)
        page.wait_for_selector(".square")
        squares = boxes(page, ".square")
        assert len(squares) == 49
        assert all(abs(box["width"] - box["height"]) < 1 for box in squares)
        assert min(box["width"] for box in squares) >= 24


@pytest.mark.parametrize("match", ["mitch", "mickell", "kinds"])
def test_what_can_be_tapped_is_large_enough(visit: Visit, demo: str, match: str) -> None:
    page = visit(f"{demo}/m/{match}", "phone")
    page.wait_for_selector(".dock .piece")
    page.click(".dock .piece.able")
    for box in boxes(page, ".table .act, .table .tool, .table .target, .table button.piece"):
        assert min(box["width"], box["height"]) >= 24, box


def test_long_row_of_letters_stays_readable(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/mickell-long", "phone")
    page.wait_for_selector(".row .piece")
    row = boxes(page, "[data-zone=row1] .piece")
    assert len(row) == 13
    assert min(box["width"] for box in row) >= 27
    assert len({round(box["y"]) for box in row}) == 2, "the row lies in two lines"


def test_every_card_of_a_column_shows_its_rank(visit: Visit, demo: str) -> None:
    for size in ("desktop", "phone"):
        page = visit(f"{demo}/m/mitch", size)
        page.wait_for_selector(".column .piece")
        edges = [box["x"] for box in boxes(page, "[data-zone=seat3-C] .piece")]
        assert len(edges) == 6
        assert all(right - left >= 8 for left, right in itertools.pairwise(edges))


HEADS = ".table .zone:not(.held .zone) > .zone-head > *, .table .goal small"
UNSEEN = """heads => [...document.querySelectorAll(heads)].filter(text => {
    const { width, height } = text.getBoundingClientRect();
    const clipped = node => node && (getComputedStyle(node).clipPath !== "none" || clipped(node.parentElement));
    return width < 12 || height < 8 || height > 40 || text.scrollWidth > text.clientWidth + 1 || clipped(text);
}).map(text => text.textContent)"""
"""Labels and notes of zones and goals that are hidden, cut off or squeezed to a word a line."""


@pytest.mark.parametrize("match", ["pegs", "two-boards"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (320, 568)], ids=str)
def test_labels_notes_and_prints_of_a_board_are_seen(visit: Visit, demo: str, match: str, size: tuple[int, int]) -> None:
    page = visit(f"{demo}/m/{match}", "desktop" if size[0] > 1000 else "phone")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_selector(".square")
    cut = ["31 ends the match"] * 2 if size[0] == 320 else []
    assert page.evaluate(UNSEEN, HEADS) == cut, "on the narrowest phone a goal's text is shortened"
    assert "Your hand: you gave Bramble 12" in page.inner_text(".dock .status")
    printed = "getComputedStyle(document.querySelector('[data-square=\"4,8\"]'), '::before').content"
    assert page.evaluate(printed).startswith('"32"')
    page.eval_on_selector_all(".grid", "all => all.forEach(grid => grid.classList.add('bare'))")
    hidden = ["Pegs", "31 is the end", *(["Other pegs"] if match == "two-boards" else [])]
    assert page.evaluate(UNSEEN, HEADS) == [*cut, *hidden], "heads that are hidden are found"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_text_on_a_card_is_as_large_as_the_card_allows(visit: Visit, demo: str, size: str) -> None:
    page = visit(f"{demo}/m/pegs", size)
    page.wait_for_selector(".text-face")
    letters = "all => all.map(face => [face.textContent, parseFloat(getComputedStyle(face).fontSize)])"
    cut = "all => all.filter(face => face.scrollWidth > face.clientWidth).map(face => face.textContent)"
    assert min(size for _, size in page.eval_on_selector_all(".text-face", letters)) >= 10
    assert page.eval_on_selector_all(".text-face", cut) == []
    page.eval_on_selector_all(".text-face", "all => all.forEach(face => { face.style.fontSize = '6rem'; })")
    assert "108" in page.eval_on_selector_all(".text-face", cut), "a text that does not fit is found"


def test_the_picked_card_is_not_drawn_on_those_of_a_row(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/pegs", "phone")
    page.click("[data-zone=hand] .piece")
    assert page.is_visible("[data-zone=count] .target") and not page.is_visible("[data-zone=count] .ghost")
    page.eval_on_selector_all("[data-zone=count] .slot", "all => all.forEach(slot => slot.remove())")
    assert page.is_visible("[data-zone=count] .ghost"), "it is drawn where nothing lies"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("match", ["mitch", "mickell", "mitch-over", "kinds", "waiting"])
def test_axe_finds_nothing_serious_at_tables(visit: Visit, demo: str, axe: str, match: str, theme: str) -> None:
    page = visit(f"{demo}/m/{match}", "phone" if theme == "dark" else "desktop", theme)
    page.wait_for_selector(".table")
    if page.query_selector(".dock .piece.able[aria-pressed=false]"):
        page.click(".dock .piece.able")
    assert faults(page, axe) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_elsewhere(visit: Visit, demo: str, axe: str, theme: str) -> None:
    page = visit(f"{demo}/", "desktop", theme)
    page.wait_for_selector(".game-card")
    assert faults(page, axe) == []
    page.click("[aria-label='Set up a table: Mitch']")
    assert faults(page, axe) == []
    page.goto(f"{demo}/about")
    assert faults(page, axe) == []
    page.goto(f"{demo}/m/mickell")
    page.click("[data-act='claim 1']")
    page.wait_for_selector("#answer")
    assert faults(page, axe) == []
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_selector("dialog .rules-sheet")
    assert faults(page, axe) == []


def test_scenes_shown_here_are_sound() -> None:
    fixtures = runpy.run_path(str(ROOT / "web" / "demo" / "fixtures.py"))["SCENES"]
    assert {match: lint(scene) for match, scene in fixtures.items() if lint(scene)} == {}


def test_a_rule_is_one_tap_away(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/mitch", "phone")
    page.click("[data-act=rules]")
    page.click("dialog .now >> text=Mitch 5")
    page.wait_for_selector("#mitch-5.rule-here")


def test_a_pile_can_be_looked_through(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/mitch")
    page.click("[data-zone=discards] .look")
    assert [face.get_attribute("aria-label") for face in page.query_selector_all("dialog .piece [role=img]")] == [
        "Queen of Diamonds",
        "5 of Hearts",
        "2 of Clubs",
        "3 of Diamonds",
    ]


def test_seats_differ_by_pattern_and_name_not_by_colour_alone(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/mitch5")
    page.wait_for_selector(".marker")
    images = page.eval_on_selector_all(".marker", "all => all.map(e => getComputedStyle(e).backgroundImage)")
    patterns = [re.sub(r"rgb[^)]*\)", "", image) for image in images]
    names = page.eval_on_selector_all(".seat-name", "all => all.map(e => e.textContent)")
    assert len(set(patterns)) == len(set(names)) == 5


@pytest.mark.parametrize("bots", [("lapwing", "dunnock", "magpie"), ("random", "random", "random")], ids=["birds", "numbered"])
def test_four_names_stand_whole_over_a_board_on_phones(visit: Visit, room: GameRoom, bots: tuple[str, ...]) -> None:
    page = visit(room.address, "phone")
    sit_down(page, "grabble_road", *bots)
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    page.wait_for_function("() => document.querySelectorAll('.seat-strip .seat-name').length === 4")
    assert page.eval_on_selector_all(".seat-strip .seat-name", cut) == []
    page.eval_on_selector_all(".seat-strip .seat-name", "all => all.forEach(e => { e.style.fontSize = '1.25rem'; })")
    assert page.eval_on_selector_all(".seat-strip .seat-name", cut), "names too large for their place are found"

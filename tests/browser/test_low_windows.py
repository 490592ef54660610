"""A telephone on its side, a page at 200 %: table and hand are in sight together. Columns of all seats share lanes."""

import random

import pytest
from playwright.sync_api import Page, Route

import muckle
from browser.conftest import Lay, Visit
from browser.hands import asked, boxes, resize, restyle, seq, sit_down, wait_past
from patience import wait_until
from server.people import GameRoom

SIDEWAYS, DOUBLED = {"width": 844, "height": 390}, {"width": 640, "height": 400}
GAMES = {"mitch": 3, "multzo": 2, "grabble_road": 2, "alphabetickell": 1, "mickell": 0}
"""Number of bots at the table of each game."""
TABLE = {"mitch": ".column .piece, .lane-names", "grabble_road": ".square", "multzo": ".centre .pack"}
"""Selector of what must be visible of the table; for other games, the zones in its middle."""


@pytest.mark.parametrize("window", [SIDEWAYS, DOUBLED], ids=["sideways", "doubled"])
@pytest.mark.parametrize("game", GAMES)
def test_table_and_hand_are_in_sight_together(visit: Visit, room: GameRoom, game: str, window: dict[str, int]) -> None:
    page = visit(room.address)
    resize(page, **window)
    sit_down(page, game, *["random"] * GAMES[game])
    assert asked(page)
    [dock] = boxes(page, ".dock")
    hand = boxes(page, ".dock .held > .zone .piece, .dock .act")
    table = boxes(page, TABLE.get(game, ".middle > .place > .zone"))
    assert hand and table
    for box in hand:
        assert_inside(box, {"x": dock["x"], "y": dock["y"], "width": dock["width"], "height": dock["height"]})
    for box in table:
        assert_inside(box, {"x": 0, "y": 0, "width": dock["x"], "height": window["height"]})
    assert dock["y"] + dock["height"] <= window["height"]
    assert no_wider(page, window["width"])


def assert_inside(box: dict[str, float], frame: dict[str, float]) -> None:
    """Check that a box lies inside another, except for a pixel and the rise of a picked piece."""
    assert box["x"] >= frame["x"] - 1 and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, (box, frame)
    assert box["y"] >= frame["y"] - 13 and box["y"] + box["height"] <= frame["y"] + frame["height"] + 1, (box, frame)


def no_wider(page: Page, wide: int) -> bool:
    """Return whether nothing makes the page wider. Telephones widen the window with it, so its width is no measure."""
    return page.evaluate("document.documentElement.scrollWidth") <= wide


def test_a_table_that_is_out_of_sight_is_noticed() -> None:
    with pytest.raises(AssertionError):
        assert_inside({"x": 0, "y": 380, "width": 40, "height": 56}, {"x": 0, "y": 0, "width": 470, "height": 390})


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("seats", [4, 8])
def test_columns_of_a_suit_stand_below_one_another(visit: Visit, room: GameRoom, axe: str, seats: int, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, "mitch", *["random"] * (seats - 1), **({"packs": 2} if seats > 5 else {}))
    assert asked(page)
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        columns = boxes(page, f".column[data-zone$={suit}]")
        middles = [box["x"] + box["width"] / 2 for box in columns]
        assert columns and max(middles) - min(middles) <= 8, (suit, columns)
    assert len(boxes(page, ".lane-names > *")) == 4
    [dock] = boxes(page, ".dock")
    assert all(box["y"] + box["height"] <= dock["y"] + 1 for box in boxes(page, ".column .piece")), (
        "the table is above the hand"
    )
    assert dock["y"] + dock["height"] <= page.evaluate("screen.height") and no_wider(page, page.evaluate("screen.width"))


def test_the_buttons_of_multzo_say_what_they_mean_and_what_can_be_taken_is_lit(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address, "phone")
    sit_down(page, "multzo", "random", "random")
    while asked(page) and not page.query_selector(".held button.able"):
        before = seq(page)
        outlines = page.eval_on_selector_all(
            ".centre > .row .piece.able", "all => all.map(e => getComputedStyle(e).outlineStyle)"
        )
        assert set(outlines) <= {"dashed"}
        page.click(".dock .act.main")
        wait_past(page, before)
    page.click(".held button.able")
    page.wait_for_selector(".dock .act.verb-declare")
    names = [text.split("\n")[0] for text in page.locator(".dock .actions .act").all_inner_texts()]
    assert {"Discard", "Declare"} <= set(names)
    seats, [dock] = boxes(page, ".seat-strip"), boxes(page, ".dock")
    assert all(strip["y"] >= box["y"] for strip in seats for box in boxes(page, ".centre")) and dock["y"] > seats[0]["y"]


def test_null_coins_that_can_be_taken_are_lit(visit: Visit, demo: str, lay: Lay) -> None:
    match, chance, page = muckle.new_match("multzo", seed=11, seats=2), random.Random(11), visit(f"{demo}/about")
    while match.turn != 0 or "coins" not in match.legal():
        declared = [action for action in match.legal() if action.startswith("declare")]
        match.apply(chance.choice(declared or match.legal()))
    lay(page, "coins", match.scene(0))
    lit = "all => all.filter(each => getComputedStyle(each).outlineStyle === 'dashed').map(each => each.dataset.piece)"
    assert page.eval_on_selector_all(".centre .piece", lit) == ["coin-AN", "coin-MN"]
    restyle(page, ".centre .piece", "outline: none !important")
    assert page.eval_on_selector_all(".centre .piece", lit) == [], "coins that nothing marks are noticed"


def test_a_board_that_was_fitted_before_its_fonts_came_is_fitted_anew(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", *["wren"] * 3)
    asked(page)
    step = page.get_attribute(".table", "data-snug")
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.reload(wait_until="commit")  # all is loaded only with the fonts
    asked(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")  # another font is wider: by that much, so that it shows
    page.wait_for_selector(f".table:not([data-snug='{step}'])")
    page.evaluate("document.documentElement.style.fontSize = ''")
    wait_until(lambda: page.wait_for_timeout(10) or len(held) > 0)
    for font in held:
        font.continue_()
    page.wait_for_selector(f".table[data-snug='{step}']")

"""Tablets, upright and on their side: table and hand are in sight together, what can be tapped is large enough."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import asked, boxes, covered, height, overflow, resize, restyle, sit_down
from server.people import GameRoom

TABLETS = ((768, 1024), (820, 1180), (1024, 768))
GAMES = {"mitch": 4, "multzo": 3, "grabble_road": 3, "alphabetickell": 2, "mickell": 0}
"""Number of bots at the table of each game."""
TABLE = ".square, .middle > .place > .zone"
"""Selector of what must be visible of the table, above the dock."""
TAPPED = ".table :is(.act, .tool, .target, .square, button.piece), .top-nav a, .game-card :is(a, button), summary"
PLACES = ("/", "/daily", "/you", "/code", "/about", "/rules/multzo", "/host")
SCENES = (
    "/m/mitch5",
    "/m/mickell-long",
    "/m/kinds",
    "/m/mitch-over",
    "/m/board~PLAY",
    "/e/MOOR",
    "/e/CARD",
    "/e/OVER",
    "/e/DONE",
)


@pytest.mark.parametrize("game", GAMES)
def test_table_and_hand_are_in_sight_together(visit: Visit, room: GameRoom, game: str) -> None:
    page = visit(room.address)
    sit_down(page, game, *["random"] * GAMES[game])
    assert asked(page)
    for width, high in TABLETS:
        resize(page, width, high)
        assert_in_sight(page)
        assert overflow(page) <= 0 and not covered(page)
        assert smallest(page) >= 24
        if "grid" in page.inner_html(".board"):
            assert min(box["width"] for box in boxes(page, ".square")) >= 31, "a board takes the room there is"


def assert_in_sight(page: Page) -> None:
    """Check that the table's pieces lie above the dock, and the dock inside the window."""
    [dock], table = boxes(page, ".dock"), [box for box in boxes(page, TABLE) if box["height"]]
    high = page.evaluate("innerHeight")
    assert table and dock["y"] + dock["height"] <= high + 1
    for box in table:
        assert box["y"] >= 0 and box["y"] + box["height"] <= dock["y"] + 1, (box, dock)


def smallest(page: Page) -> float:
    """Return the shorter side of the smallest tap target, in pixels."""
    return min(min(box["width"], box["height"]) for box in boxes(page, TAPPED) if box["width"] > 1)


def test_a_board_behind_the_dock_is_noticed(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/m/mitch5")
    page.wait_for_selector(".dock .piece")
    resize(page, 768, 1024)
    assert_in_sight(page)
    page.eval_on_selector(".board", "board => board.style.translate = '0 20rem'")
    with pytest.raises(AssertionError):
        assert_in_sight(page)


def test_the_lobby_is_one_screen(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    page.wait_for_selector(".today .act")
    for width, high in TABLETS:
        resize(page, width, high)
        assert height(page) <= high and smallest(page) >= 24


def test_a_table_is_set_up_in_one_window(visit: Visit, room: GameRoom) -> None:
    """With the longest list of ways to play, all of the form but the options is in sight, and a name has room."""
    page = visit(room.address)
    resize(page, 768, 1024)
    page.click("[data-game=mitch] .set-up")
    page.wait_for_selector(".setup .strip")
    below = "() => document.querySelector('.setup .strip').getBoundingClientRect().bottom"
    foot = "() => document.querySelector('.setup-foot').getBoundingClientRect().top"
    assert page.evaluate(below) <= page.evaluate(foot)
    for width, high in TABLETS:
        resize(page, width, high)
        assert boxes(page, ".sitter input")[0]["width"] > 150, width
    restyle(page, ".sitter:has(> input)", "grid-column: auto")
    assert boxes(page, ".sitter input")[0]["width"] < 150, "a name without room is noticed"
    resize(page, 768, 1024)
    restyle(page, ".seats-cloth", "grid-template-columns: 1fr")
    restyle(page, ".way-picture", "height: 9rem")
    assert page.evaluate(below) > page.evaluate(foot), "a form that has to be scrolled is noticed"


def test_a_hall_can_be_called_without_scrolling(visit: Visit, demo: str) -> None:
    page = visit(f"{demo}/e/MOOR")
    page.wait_for_selector(".hall-acts .main")
    for width, high in TABLETS:
        resize(page, width, high)
        [button] = boxes(page, ".hall-acts .main")
        assert button["y"] + button["height"] <= high
    resize(page, 768, 1024)
    restyle(page, ".hall-join", "grid-template-columns: minmax(0, 1fr) !important")
    [button] = boxes(page, ".hall-acts .main")
    assert button["y"] + button["height"] > 1024, "a button below the fold is noticed"


def test_no_page_is_wider_than_the_window(visit: Visit, room: GameRoom, demo: str) -> None:
    page = visit(f"{demo}/about")
    for address in (*(room.address + place for place in PLACES), *(demo + scene for scene in SCENES)):
        page.goto(address)
        page.wait_for_selector("main")
        for width, high in TABLETS:
            resize(page, width, high)
            assert overflow(page) <= 0, (address, width)

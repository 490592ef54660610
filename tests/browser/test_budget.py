"""The budget of a screen: at every table of every game nothing is cut, covered or too small to tap, whatever the window.

`budget.py` has the positions and what counts as a fault. A run without `--long` lays out one table of each game.
"""

import json
import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

import muckle
from browser import hands
from browser.budget import SIZES, faults, positions, tables
from browser.conftest import Lay, Visit
from browser.hands import boxes, overflow, resize, restyle
from muckle import games
from muckle.scene.contract import Act, Scene

FEW = {"mitch": 4, "multzo": 3, "grabble_road": 2, "alphabetickell": 3, "mickell": 1}
"""Number of seats of the one table of each game in a short run."""
GLANCE = ((360, 640), (844, 390), (1280, 720))
"""The windows of a short run."""
PAGES = (
    "/",
    "/about",
    "/you",
    "/daily",
    "/code",
    "/host",
    "/privacy",
    "/learn",
    "/rules/mitch",
    "/m/waiting",
    "/e/MOOR",
    "/e/CARD",
)
FAR = "{ transform: 'translateY(900px)' }"
"""The keyframe of a piece that comes from below the window."""
DOUBLED = 32
"""Pixels of letters in a browser set to twice the usual size."""


def told(page: Page, name: str, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """Return the faults of a page in some windows, each with what is shown and the window."""
    found: list[str] = []
    for width, height in sizes:
        resize(page, width, height)
        found += [f"{name} at {width} × {height}: {fault}" for fault in faults(page)]
    return found


@pytest.mark.parametrize("game", games.GAMES)
def test_a_usual_table_fits_three_windows(visit: Visit, demo: str, lay: Lay, game: str) -> None:
    preset, page = next(iter(games.find(game).presets)), visit(f"{demo}/about")
    lay(page, game, positions(game, preset, FEW[game])["full"])
    assert told(page, game, GLANCE) == []


CURVE = """() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    return [box(".ending h2").bottom, box(".by-round").top, box(".by-round").bottom, box(".ending-ways").top];
}"""
"""Where the headline ends, the curve begins and ends, and the buttons begin."""
SLIDING = """() => [...document.querySelectorAll(".ending, .ending *")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === "auto")
    .map((each) => each.className)"""
"""The parts of the result that have to be scrolled."""


@pytest.mark.parametrize(
    ("game", "seats"), [pytest.param("mitch", 4, marks=pytest.mark.slow), ("mitch", 8), ("alphabetickell", 3)]
)
def test_who_won_and_the_curve_are_in_sight_at_the_end(visit: Visit, demo: str, lay: Lay, game: str, seats: int) -> None:
    page = visit(f"{demo}/about", "phone")
    lay(page, game, positions(game, next(iter(games.find(game).presets)), seats)["over"])
    for width, height in ((390, 844), (360, 640), (320, 568)):
        resize(page, width, height)
        headline, top, bottom, buttons = page.evaluate(CURVE)
        assert headline <= top < bottom <= buttons <= height, (width, height)
    restyle(page, ".ending-words", "padding-top: 40dvh")
    *_, bottom, buttons = page.evaluate(CURVE)
    assert bottom > buttons, "a curve below the fold is noticed"
    high = "board => board.offsetHeight"
    resize(page, 390, 844)
    assert page.eval_on_selector(".board", high) >= 340, "two fifths of a telephone are the board's"
    restyle(page, ".over", "height: 62dvh; max-height: 62dvh")
    resize(page, 390, 843)
    assert page.eval_on_selector(".board", high) < 340, "a sheet that takes more is noticed"


def event_board(page: Page, lay: Lay, scene: Scene) -> None:
    """Show a scene as the player's board in the event PLAY of the demonstration."""
    lay(page, "board", scene)
    page.goto(f"{page.url}~PLAY")
    page.wait_for_selector(".board-bar b")


def test_a_board_of_an_event_fits_below_its_bar(visit: Visit, demo: str, lay: Lay) -> None:
    page = visit(f"{demo}/about")
    from fixtures import SCENES  # pyright: ignore[reportMissingImports]  # in web/demo

    event_board(page, lay, SCENES["board"])
    assert told(page, "a card to place") == []
    event_board(page, lay, SCENES["mickell-long"])
    assert told(page, "a row of 13") == []
    resize(page, 390, 844)
    restyle(page, ".board-bar", "height: 60dvh")
    assert faults(page), "a bar that pushes the board below the dock is noticed"
    restyle(page, ".board-bar", "height: 4rem; position: fixed; inset: 0 0 auto 0")
    assert "covered: something lies on button rules" in faults(page), "a bar on the links above it is noticed"


@pytest.mark.slow
def test_a_board_of_an_event_fits_at_every_turn(visit: Visit, demo: str, lay: Lay) -> None:
    page, shown = visit(f"{demo}/about"), positions("mickell", "mickell", 1)
    del shown["over"]  # an event shows its standings instead
    for name, scene in shown.items():
        event_board(page, lay, scene)
        assert told(page, name) == []


FIRST_LINE = """each => {
    const { x, y } = each.getClientRects()[0];
    return each.contains(document.elementFromPoint(x + 8, y + 8));
}"""
"""Whether the beginning of a text is in sight."""


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "multzo")) for game in games.GAMES])
def test_nothing_lies_on_who_won_in_a_low_window(visit: Visit, demo: str, lay: Lay, game: str) -> None:
    page = visit(f"{demo}/about")
    resize(page, 844, 390)
    lay(page, game, positions(game, next(iter(games.find(game).presets)), FEW[game])["over"])
    assert page.eval_on_selector(".ending h2", FIRST_LINE)
    restyle(page, ".top", "height: 9rem; background: #888")
    assert not page.eval_on_selector(".ending h2", FIRST_LINE), "what lies on it is noticed"


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] * (game not in ("grabble_road", "multzo"))) for game in games.GAMES]
)
def test_all_of_the_result_is_in_sight_on_a_laptop(visit: Visit, demo: str, lay: Lay, game: str) -> None:
    page = visit(f"{demo}/about")
    resize(page, 1280, 720)
    lay(page, game, positions(game, next(iter(games.find(game).presets)), FEW[game])["over"])
    assert faults(page) == [] and page.evaluate(SLIDING) == []
    restyle(page, ".ending-words", "padding-top: 30dvh")
    assert page.evaluate(SLIDING)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.GAMES)
def test_a_usual_table_fits_the_smallest_telephone_and_can_be_read_in_the_dark(
    visit: Visit, demo: str, lay: Lay, axe: str, game: str
) -> None:
    page = visit(f"{demo}/about", "phone", theme="dark")
    lay(page, game, positions(game, next(iter(games.find(game).presets)), FEW[game])["middle"])
    assert told(page, game, SIZES[:1]) == []
    assert hands.faults(page, axe) == []
    restyle(page, ".dock :is(.status, .act, .quiet)", "color: #444 !important")
    assert [fault for fault, *_ in hands.faults(page, axe)] == ["color-contrast"], "letters too dark are noticed"


def test_the_own_score_among_five_at_multzo_is_in_sight_on_the_smallest_telephone(visit: Visit, demo: str, lay: Lay) -> None:
    page, shown = visit(f"{demo}/about", "phone"), positions("multzo", "multzo", 5)
    for which in ("first", "middle", "full"):
        lay(page, f"multzo-{which}", shown[which])
        assert told(page, which, SIZES[:1]) == []
    restyle(page, ".centre .zone-note", "padding-bottom: 3rem")
    assert "own: the own score is out of sight" in faults(page)
    lay(page, "multzo-full", shown["full"])
    slides = "others => others.scrollHeight > others.clientHeight + 1"
    assert not page.eval_on_selector(".others", slides), "all others are in sight"
    restyle(page, ".others", "flex: 0 1 auto; height: 3rem; overflow: auto")
    assert page.eval_on_selector(".others", slides)


def test_nothing_is_hidden_while_a_row_is_claimed_and_a_card_waits(visit: Visit, demo: str, lay: Lay) -> None:
    page = visit(f"{demo}/about", "phone")
    from fixtures import mickell  # pyright: ignore[reportMissingImports]  # in web/demo

    lay(page, "claiming", mickell(("TH OD AP EW IN", "RB EK TH2 SC OH", "")))
    page.tap("[data-act='claim 1']")
    for _ in range(3):
        page.tap(".claiming .next .half >> nth=0")
    for width, height in SIZES[:4]:
        resize(page, width, height)
        assert faults(page) == [], (width, height)
        assert min(box["height"] for box in boxes(page, ".claiming .half")) >= 24
    resize(page, *SIZES[0])
    restyle(page, ".dock > .held", "position: static !important; --w: 3.25rem")
    assert any(fault.startswith("board:") for fault in faults(page)), "a dock that grows over the rows is noticed"


BREAKS = {
    "width": (".dock", "width: 200vw"),
    "height": (".aside", "height: 120dvh !important"),
    "board": (".centre", "translate: 0 40rem"),
    "own": (".me", "translate: 0 40rem"),
    "hand": (".dock .held", "translate: 0 20rem"),
    "asked": (".dock .status", "translate: 0 30rem"),
    "clipped": (".dock .status", "height: 0.5rem; min-height: 0; overflow: hidden"),
    "overlap": (".zone-label", "font-size: 4rem; position: relative; top: 1rem"),
    "target": (".dock .quiet", "min-height: 0; height: 1rem; padding: 0"),
    "dock": (".dock > .actions", "min-width: 100vw"),
    "label": (".centre .zone-label", "position: relative; left: -90rem"),
}
"""By the beginning of the fault that must be told: what is restyled, and how."""


def test_each_kind_of_fault_is_noticed(visit: Visit, demo: str, lay: Lay) -> None:
    page, scene = visit(f"{demo}/about"), positions("mitch", "mitch", 3)["middle"]
    for kind, (selector, style) in BREAKS.items():
        lay(page, "broken", scene)
        assert faults(page) == []
        restyle(page, selector, ";".join(f"{rule} !important" for rule in style.replace(" !important", "").split("; ")))
        assert any(fault.startswith(f"{kind}:") for fault in faults(page)), (kind, faults(page))
    resize(page, 390, 844)
    restyle(page, ".dock", "min-height: 60dvh")
    assert any(fault.startswith("dock:") for fault in faults(page))


REACHED = """each => {
    each.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether the middle of a part of the page can be brought into sight."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mitch", "alphabetickell"])
def test_scores_and_buttons_of_the_end_are_reached_with_letters_twice_as_large(
    visit: Visit, demo: str, lay: Lay, game: str
) -> None:
    page = visit(f"{demo}/about")
    resize(page, 1280, 720)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": DOUBLED, "fixed": DOUBLED}})
    lay(page, game, positions(game, next(iter(games.find(game).presets)), 4)["over"])
    parts = page.query_selector_all(".ending .standing .score, .ending-ways .act")
    assert len(parts) > 4 and [part.inner_text() for part in parts if not part.evaluate(REACHED)] == []
    restyle(page, ".ending-rows", "max-height: 0; overflow: hidden")
    assert not parts[0].evaluate(REACHED), "a score that is pressed flat is noticed"


WIDE_TABLES = """() => [...document.querySelectorAll(".aside details")].filter((each) => (each.open = true))
    .flatMap((each) => [...each.querySelectorAll(".scroll")]).filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => `${each.ariaLabel}: ${each.scrollWidth} of ${each.clientWidth} px`)"""
"""The tables beside the board that have to be scrolled sideways."""


@pytest.mark.parametrize("seats", [pytest.param(3, marks=pytest.mark.slow), 5])
def test_long_names_push_no_column_out_of_a_table_beside_the_board(visit: Visit, demo: str, lay: Lay, seats: int) -> None:
    page = visit(f"{demo}/about")
    lay(page, "multzo", positions("multzo", "multzo", seats)["middle"])
    assert page.locator(".aside thead .cut").count() == seats, "the table of the last showdown names everybody"
    for letters, sizes in ((16, (*GLANCE, (390, 844), (1024, 768))), (DOUBLED, ((1280, 720),))):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
        for width, height in sizes:
            resize(page, width, height)
            assert page.evaluate(WIDE_TABLES) == [] and overflow(page) <= 0, (letters, width)
    restyle(page, ".aside .cut", "max-width: none")
    assert page.evaluate(WIDE_TABLES)


def test_a_piece_that_still_travels_makes_the_board_no_smaller(visit: Visit, demo: str, lay: Lay) -> None:
    page = visit(f"{demo}/about", "phone")
    resize(page, 390, 844)
    lay(page, "mickell", positions("mickell", "mickell", 1)["middle"])
    before = page.get_attribute(".table", "data-snug")
    page.eval_on_selector(".board [data-piece]", "piece => { piece.animate([FAR, FAR], 1e5); }".replace("FAR", FAR))
    resize(page, 389, 844)
    page.wait_for_selector(".table[data-room^='389 844']")
    assert page.get_attribute(".table", "data-snug") == before
    restyle(page, ".board [data-piece]", "transform: translateY(900px) !important")
    resize(page, 388, 844)
    page.wait_for_selector(".table[data-room^='388 844']")
    assert page.get_attribute(".table", "data-snug") != before, "a piece that is measured on its way is noticed"


STANDS = "() => ['.board', '.dock'].map((part) => document.querySelector(`.table > ${part}`).offsetHeight)"
"""The heights of board and dock."""


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "multzo")) for game in games.GAMES])
def test_a_hint_stands_where_the_question_stood_and_moves_nothing(visit: Visit, demo: str, lay: Lay, game: str) -> None:
    page, scene = visit(f"{demo}/about", "phone"), positions(game, next(iter(games.find(game).presets)), FEW[game])["middle"]
    acts = [{"act": act, "action": act, "claim": "", "equal": not at} for at, act in enumerate([*scene.acts][:3])]
    line = json.dumps({"suggestions": acts, "unit": "points", "forced": False}) + "\n"
    page.route("**/advice", lambda route: route.fulfill(body=line))
    lay(page, game, scene)
    resize(page, 390, 844)
    board, dock = page.evaluate(STANDS)
    page.click("[data-act=hint]")
    page.wait_for_selector(".chip")
    hinted = page.evaluate(STANDS)
    assert hinted[0] == board and hinted[1] <= dock + 4 and faults(page) == []
    restyle(page, ".dock > .status", "position: static; min-height: 6rem; height: auto")
    assert page.evaluate(STANDS)[1] > dock + 4, "a question above the hint is noticed"


def test_four_ways_to_take_a_card_leave_the_board_its_room(visit: Visit, demo: str, lay: Lay) -> None:
    match = muckle.new_match("alphabetickell", seed=0, names=("Ann", "Ben", "Cleo"), seats=3)
    chance = random.Random(7)
    while match.turn != 0 or len(match.scene(0).acts) < 5:
        match.apply(chance.choice(match.legal()))
    page = visit(f"{demo}/about", "phone")
    lay(page, "alphabetickell", match.scene(0))
    for width, height, most in ((390, 844, 180), (360, 640, 180), (320, 568, 210)):
        resize(page, width, height)
        assert page.evaluate(STANDS)[1] <= most and faults(page) == [], (width, height)
    restyle(page, ".dock > .actions", "grid-template-columns: 1fr 1fr")
    assert page.evaluate(STANDS)[1] > most, "a third line of buttons is noticed"


def test_the_rows_that_a_card_may_go_to_are_one_line_of_buttons(visit: Visit, demo: str, lay: Lay) -> None:
    match, page = muckle.new_match("mickell", seed=7, names=("Ann",)), visit(f"{demo}/about", "phone")
    chance = random.Random(3)
    while not {"discard", "claim 1"} <= {*match.scene(0).acts}:
        match.apply(chance.choice([act for act in match.legal() if act.startswith("place")] or ["end"]))
    lay(page, "mickell", match.scene(0))
    lines = "() => new Set([...document.querySelectorAll('.dock > .actions > *')].map((each) => each.offsetTop)).size"
    for width, height in ((390, 844), (360, 640), (320, 568)):
        resize(page, width, height)
        assert page.evaluate(lines) == 1 and faults(page) == [], (width, height)
    scene = match.scene(0)
    lay(page, "mickell", replace(scene, acts={**scene.acts, "undo": Act("Take back", "undo")}))
    for width, height in ((390, 844), (360, 640)):
        resize(page, width, height)
        assert page.evaluate(lines) == 1 and faults(page) == [], f"with Take back at {width} × {height}"
    restyle(page, ".dock > .actions", "padding-right: 6rem")
    assert page.evaluate(lines) == 2, "a second line is noticed"


@pytest.mark.slow
def test_pieces_grow_with_the_screen(visit: Visit, demo: str, lay: Lay) -> None:
    """Columns, rows and squares take the room of a large screen, and little cloth is without a place for anything."""
    page = visit(f"{demo}/about")
    for game in games.GAMES:
        lay(page, game, positions(game, next(iter(games.find(game).presets)), FEW[game])["full"])
        widest: list[float] = []
        for width, height in ((1280, 720), (1920, 1080)):
            resize(page, width, height)
            assert faults(page) == []
            widest.append(page.eval_on_selector_all(".middle .piece", "all => Math.max(...all.map(each => each.offsetWidth))"))
        assert widest[1] >= 1.2 * widest[0], (game, widest)


@pytest.mark.slow
@pytest.mark.parametrize("address", PAGES)
def test_no_page_is_wider_than_any_window_with_letters_of_either_size(visit: Visit, demo: str, address: str) -> None:
    page = visit(demo + address)
    page.wait_for_selector("main")
    for letters in (16, DOUBLED):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
        for width, height in (size for size in SIZES if size[0] >= 20 * letters):
            resize(page, width, height)
            assert overflow(page) <= 0, (address, letters, width)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.GAMES)
def test_letters_twice_as_large_fit_a_laptop_and_make_no_telephone_scroll_sideways(
    visit: Visit, demo: str, lay: Lay, game: str
) -> None:
    page = visit(f"{demo}/about")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": DOUBLED, "fixed": DOUBLED}})
    lay(page, game, positions(game, next(iter(games.find(game).presets)), FEW[game])["middle"])
    for width, height in SIZES[2:]:
        resize(page, width, height)
        assert overflow(page) <= 0, (game, width)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", games.GAMES)
def test_every_number_of_seats_fits_every_window(visit: Visit, demo: str, lay: Lay, game: str) -> None:
    page, found = visit(f"{demo}/about"), []
    first = next(iter(games.find(game).presets))
    for preset, seats in tables(game):
        if preset == first:
            lay(page, f"{game}-{seats}", positions(game, preset, seats)["full"])
            found += told(page, f"{game} of {seats}", SIZES[1:])
    assert found == []

"""After the match: every step of it again, by slider, keys and link, with what its decisions were worth."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

from browser.hands import SHORT, asked, boxes, faults, on_the_table, overflow, restyle, sit_down
from server.people import GameRoom

Visit = Callable[..., Page]
PLAY = """async () => {
    const at = `/api/matches/${location.pathname.split("/")[2]}`;
    for (let number = 0; ; number += 1) {
        const scene = await (await fetch(`${at}/scene`)).json();
        if (scene.result) return;
        const first = Object.keys(scene.acts).find((id) => scene.acts[id].verb !== "undo" && !scene.acts[id].ask);
        const act = number < 200 ? first : "/resign";
        if (!act) await new Promise((resolve) => setTimeout(resolve, 50));
        else await fetch(`${at}/act`, {
            method: "POST", headers: { "content-type": "application/json" },
            body: JSON.stringify({ type: "act", act, seq: scene.seq ?? 0, cid: `play ${number}` }),
        });
    }
}"""
"""Plays the first act there is until the match is over; one that goes on for ever is given up."""
SVG = "{http://www.w3.org/2000/svg}"
HANDS = ".others .fan [data-piece]"
SHOWN = "hands => document.querySelectorAll(hands).length "


def replay(page: Page, game: str, *seats: str, **options: int | str) -> int:
    """Play a match to its end, go to its replay, and return the number of steps."""
    sit_down(page, game, *seats, **options)
    page.evaluate(PLAY)
    assert not asked(page)
    page.click("dialog [data-act=replay]")
    page.wait_for_selector(".replay")
    return int(page.inner_text(".count-steps").split()[-1])


def at(page: Page, step: int) -> None:
    """Wait until a step is on show."""
    page.wait_for_selector(f".replay[data-step='{step}']")


NOTHING = re.compile(r"−0([.,]0+)?(?![.,\d])|± 0([.,]0+)?(?![.,\d])")
"""A sign or a margin before a number that is zero as written."""


def full_width(page: Page, selector: str) -> bool:
    """Return whether all elements that match take nearly all the width of the list they are in."""
    [whole] = boxes(page, ".alternatives table")
    return all(box["width"] > 0.9 * whole["width"] and box["height"] < 16 for box in boxes(page, selector))


def test_what_is_written_as_nothing_is_found() -> None:
    assert all(NOTHING.search(text) for text in ("lost −0.0 points", "−1.2 ± 0.0", "−0 %", "± 0 %"))
    assert not any(NOTHING.search(text) for text in ("−0.1 ± 0.4", "0.0", "−0.5 ± 0.1", "−10 % ± 3 %"))


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("MUCKLE_TEST_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_step_by_keys_buttons_slider_and_link(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    steps = replay(page, "mitch", "random", "random", "random", hands=1)
    assert page.get_attribute(".slider", "max") == str(steps), "a stop for each decision"
    at(page, 0)
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", steps),
        ("ArrowRight", steps),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        at(page, step)
    page.click("[aria-label='To the end']")
    at(page, steps)
    assert "over" in page.inner_text(".player .rest")
    page.locator(".slider").fill("9")
    at(page, 9)
    assert page.inner_text(".count-steps") == f"9 of {steps}"
    assert overflow(page) <= 0 and not faults(page, axe)
    picture(page, f"replay-{size}")
    page.wait_for_url("**?step=9")
    other = visit(page.url, size)
    at(other, 9)
    assert other.inner_text(".player .status").split()[-4:] == page.inner_text(".player .status").split()[-4:], (
        "a stranger with the link"
    )


@pytest.mark.parametrize("game", ["mitch", "multzo", "alphabetickell", "grabble_road", "mickell"])
def test_views_and_hands_of_every_game(visit: Visit, room: GameRoom, game: str) -> None:
    page = visit(room.address)
    replay(page, game, *(() if game == "mickell" else ("random",)))
    page.keyboard.press("ArrowRight")
    at(page, 1)
    picture(page, f"replay-{game}")
    if game in ("mitch", "multzo", "grabble_road"):
        page.wait_for_function(SHOWN + "> 0", arg=HANDS)
        page.uncheck(".views input")
        page.wait_for_function(SHOWN + "=== 0", arg=HANDS)
    if game != "mickell":
        page.select_option(".views select", "1")
        page.wait_for_selector(".seat-1:has(.seat-name small), .replay .me .seat-1, .me > .seat-1")
    page.click("a[href^='/m/']")
    page.wait_for_selector(".table:not(.replay)")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_curve_and_the_decisions_that_mattered(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    steps = replay(page, "mitch", "random", hands=1)
    page.click("[data-act=analyse]")
    page.wait_for_selector("progress")
    page.wait_for_selector("progress", state="detached")
    marks = page.locator(".marked button")
    assert marks.count() == page.locator(".turning").count() >= 1, "who discards whatever comes first errs"
    marks.first.click()
    assert page.locator(".turning.here").count() == 1
    assert page.locator(".alternatives tr").count() >= 2 and page.locator(".alternatives tr.now").count() == 1
    assert (
        page.inner_text(".alternatives h2").removeprefix("MISTAKE ").removeprefix("Mistake ").startswith(("Discard", "Place"))
    )
    if size == "desktop":
        [ways], [first, *_] = boxes(page, ".alternatives .actions"), boxes(page, ".alternatives tr")
        assert ways["y"] < first["y"], "practising stands above what else could be done"
    assert page.locator(".plot .lost").count() >= page.locator(".turning.loss").count(), "mistakes are drawn on the curve"
    assert not NOTHING.search(page.inner_text(".aside")), "nothing that rounds to zero has a sign or a margin"
    assert full_width(page, ".worth")
    restyle(page, ".worth", "width: 30% !important; justify-self: start")
    assert not full_width(page, ".worth"), "short bars are noticed"
    assert overflow(page) <= 0 and not faults(page, axe)
    picture(page, f"analysis-{size}")
    box = page.locator(".plot").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
    at(page, steps)
    page.wait_for_url(f"**?step={steps}")
    page.reload()
    page.wait_for_selector(".curve polyline")
    at(page, steps)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_mistake_and_the_better_move_are_marked_on_the_board(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    replay(page, "mitch", "random", hands=1)
    page.click("[data-act=analyse]")
    page.wait_for_selector("progress")
    page.wait_for_selector("progress", state="detached")
    for mark in page.locator(".marked button:has(.loss)").all():
        mark.click()
        label, better = mark.locator("b").inner_text(), page.locator(".alternatives p b").inner_text()
        assert label.startswith("Discard") and better.startswith("Place"), "whoever only discards should have placed"
        played = page.locator(".board .was-played")
        assert played.count() == 1
        assert (played.locator(".frame").get_attribute("aria-label") or "").startswith(label.split(" the ")[1])
        suit = better.split()[-1].lower()
        ghost = page.locator(".better-here")
        assert ghost.count() == 1 and ghost.locator("xpath=ancestor::section[1]").get_attribute("data-zone") == f"seat0-{suit}"
    page.keyboard.press("Home")
    at(page, 0)
    assert page.locator(".better-here, .was-played").count() == 0, "nothing was decided yet"


def own_cards(page: Page) -> set[str | None]:
    """Return the labels of the viewer's cards."""
    return {frame.get_attribute("aria-label") for frame in page.query_selector_all(".held .piece .frame")}


def test_a_judged_position_is_dealt_again_to_practise(visit: Visit, room: GameRoom) -> None:
    """The new table stands before the decision, not behind it."""
    page = visit(room.address, "phone")
    replay(page, "mitch", "random", hands=1, hand_size=3)
    judged = {"number": 1, "turn": 1, "seat": 0, "action": "a", "best": "b", "claim": "", "expected": 2.0, "error": 0.1}
    judged |= {"loss": 1.0, "margin": 0.2, "mistake": True, "lead": 0, "ranked": []}
    labels = {"a": "Place the 9 of Spades", "b": "Place the Jack of Spades"}
    lines = [{"unit": "points", "decisions": 1, "ends": [1, 2]}, {"judged": judged, "labels": labels}, {"turned": 1}]
    page.route("**/analysis", lambda route: route.fulfill(body="".join(json.dumps(line) + "\n" for line in lines)))
    held = own_cards(page)
    page.click("[data-act=analyse]")
    page.click(".marked button:has-text('turned the match')")
    at(page, 1)
    assert "Place the Jack of Spades was better by 1 point, give or take 0.2." in page.inner_text(".alternatives p")
    with page.expect_response("**/fork") as forked:
        page.click("[data-act=fork]:has-text('Practise this position')")
    assert forked.value.request.post_data_json == {"step": 0}
    page.wait_for_url("**/m/*")
    page.wait_for_selector(".dock.yours .held .piece")
    assert len(held) == 3 and held <= own_cards(page)


def test_a_swipe_moves_one_step_and_the_speed_can_be_chosen(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address, "phone")
    replay(page, "mitch", "random", hands=1, hand_size=3)
    for right, down, step in ((-120, 10, 1), (-120, 10, 2), (120, -10, 1), (-120, -200, 1), (-20, 0, 1)):
        swipe(page, right, down)
        page.wait_for_timeout(50)
        at(page, step)
    speeds = [page.get_attribute("[data-act=speed]", "aria-label")]
    for _ in range(3):
        page.click("[data-act=speed]")
        speeds.append(page.get_attribute("[data-act=speed]", "aria-label"))
    assert speeds == ["Speed: 1×", "Speed: 2×", "Speed: 4×", "Speed: 1×"]


def swipe(page: Page, right: int, down: int) -> None:
    """Draw a finger over the board."""
    page.evaluate(
        """([right, down]) => {
            const target = document.querySelector(".board");
            const touch = (x, y) => new Touch({ identifier: 1, target, clientX: x, clientY: y });
            const tell = (type, touches, changed) => target.dispatchEvent(
                new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: changed }));
            tell("touchstart", [touch(200, 300)], [touch(200, 300)]);
            tell("touchend", [], [touch(200 + right, 300 + down)]);
        }""",
        [right, down],
    )


@pytest.mark.parametrize("game", ["mitch", "multzo", "alphabetickell", "grabble_road"])
def test_a_picture_of_the_table_stands_alone(visit: Visit, room: GameRoom, game: str, tmp_path: Path) -> None:
    page = visit(room.address)
    steps = replay(page, game, "random")
    page.keyboard.press("End")
    at(page, steps)
    svg = downloaded(page, "svg", tmp_path)
    drawn = ElementTree.fromstring(svg)
    written = " ".join("".join(text.itertext()) for text in drawn.iter(f"{SVG}text"))
    for name in ("Ann", "Random"):
        assert name in written
    assert len(list(drawn.iter(f"{SVG}svg"))) > page.locator(".board .art:visible").count() > 0, (
        "every face, in the picture itself"
    )
    ids = {symbol.get("id") for symbol in drawn.iter(f"{SVG}symbol")}
    assert {use.get("href", "")[1:] for use in drawn.iter(f"{SVG}use")} <= ids, "nothing is fetched"
    assert b"class=" not in svg and b"var(" not in svg and b"http" not in svg.replace(b"http://www.w3.org/2000/svg", b"")
    png = downloaded(page, "png", tmp_path)
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20]) == 2 * int(drawn.get("width", "0"))
    if folder := os.environ.get("MUCKLE_TEST_PICTURES"):
        Path(folder, f"picture-{game}.png").write_bytes(png)


def downloaded(page: Page, kind: str, folder: Path) -> bytes:
    """Press a button and return the file that it hands out."""
    with page.expect_download() as handed:
        page.click(f"[data-act={kind}]")
    handed.value.save_as(folder / kind)
    return (folder / kind).read_bytes()


def test_a_match_that_goes_on_has_no_replay_yet(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    link = sit_down(page, "mitch", "random")
    page.goto(room.address.rstrip("/") + link.replace("/m/", "/replay/"))
    assert "when it is over" in page.inner_text("[role=alert]")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_one_can_play_on_from_a_step(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    steps = replay(page, "mitch", "random", hands=1, hand_size=3)
    finished = page.url
    page.press("body", "End")
    at(page, steps)
    assert not page.query_selector("[data-act=fork]"), "there is nothing to go on with"
    page.press("body", "Home")
    at(page, 0)
    page.click("[data-act=fork]")
    page.wait_for_url("**/m/*")
    assert asked(page) and page.url != finished
    assert not page.query_selector("text=Fairness"), "the cards were known"
    page.click("[data-act=table]")
    assert "practice" in page.inner_text("dialog .terms")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_each_hand_stops_on_its_finished_board(visit: Visit, room: GameRoom, axe: str, game: str, size: str) -> None:
    page = visit(room.address, size)
    steps = replay(page, game, "greedy", **SHORT[game])
    ends = page.locator(".end-mark").count()
    assert ends > 1 and int(page.get_attribute(".slider", "max") or 0) == steps + ends - 1, "but the last is followed by a deal"
    assert not page.query_selector(".scored")
    for stop in range(1, steps):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("stop => Number(document.querySelector('.slider').value) === stop", arg=stop)
        if page.query_selector(".scored"):
            break
    scored, step = on_the_table(page), int(page.get_attribute(".replay", "data-step") or 0)
    title = page.inner_text(".scored h2")
    assert page.get_attribute(".slider", "aria-valuetext") == f"{step} of {steps}: {title}" and title in page.inner_text(
        ".heard"
    )
    assert page.locator(".scored .sums tbody tr").count() == 2
    assert page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.aside'))") <= 0
    assert overflow(page) <= 0 and not faults(page, axe)
    picture(page, f"replay-end-{game}-{size}")
    page.wait_for_url(f"**?step={step}")
    visit(page.url, size).wait_for_selector(".scored")  # a stranger with the link
    page.reload()
    page.wait_for_selector(".scored")
    assert on_the_table(page) == scored != set()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".scored", state="detached")
    page.wait_for_url(f"**?step={step}&next")
    assert on_the_table(page) != scored, "the next hand is dealt"
    page.reload()
    at(page, step)
    assert not page.query_selector(".scored")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".scored")
    assert on_the_table(page) == scored


UPRIGHT = ((320, 568), (360, 640), (390, 844))
"""Telephones on which the board of a replay has to have most of the window."""
LAID = """() => {
    const box = (part) => part.getBoundingClientRect();
    const [board, dock] = [".board", ".dock"].map((part) => box(document.querySelector(`.replay > ${part}`)));
    const steps = [...document.querySelectorAll(".steps > *")].map(box).filter(({ width }) => width > 1);
    const seats = [...document.querySelectorAll(".board .seat-name")].map(box);
    return {
        board: board.height / innerHeight,
        dock: dock.bottom - innerHeight,
        lines: new Set(steps.map(({ top, height }) => Math.round((top + height / 2) / 20))).size,
        unseen: seats.filter(({ top, bottom }) => top < board.top || bottom > dock.top).length,
    };
}"""
"""The board's part of the window, how far the dock ends below it, the lines of buttons, and the seats out of sight."""


@pytest.mark.parametrize("game", ["mitch", pytest.param("multzo", marks=pytest.mark.slow)])
def test_the_board_has_most_of_a_telephone_with_the_curve_below_it(visit: Visit, room: GameRoom, game: str) -> None:
    page = visit(room.address, "phone")
    replay(page, game, "random", "random", "random", **SHORT[game])
    page.click("[data-act=analyse]")
    page.wait_for_selector(".curve")
    for width, height in UPRIGHT:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(f".table[data-room^='{width} {height}']")
        page.evaluate("scrollTo(0, 0)")
        laid = page.evaluate(LAID)
        assert laid["board"] > 0.5 and laid["dock"] <= 0 and laid["lines"] == 1 and not laid["unseen"], (width, laid)
    restyle(page, ".dock.player", "padding-top: 30dvh")
    page.wait_for_function(f"() => ({LAID})().board < 0.5")  # a dock that takes the board's room is noticed
    restyle(page, ".steps", "flex-wrap: wrap; width: 9rem")
    assert page.evaluate(LAID)["lines"] > 1, "buttons in two lines are noticed"

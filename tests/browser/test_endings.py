"""The reckoning of a hand or round stays on each person's table until they go on; then it can be read again."""

import json

import pytest
from playwright.sync_api import ElementHandle, Page

from browser.conftest import Visit
from browser.hands import (
    ENDED,
    OWN,
    READY,
    SHORT,
    asked,
    boxes,
    faults,
    on_the_table,
    overflow,
    resize,
    restyle,
    seq,
    sit_down,
    wait_past,
)
from browser.test_replay import PLAY
from server.people import GameRoom

ENDINGS = ("declare", "take", "place")
"""Verbs that lead to the end of a hand or round."""


def until_scored(page: Page) -> None:
    """Play until a hand or round has been scored."""
    for _ in range(80):
        page.wait_for_function(
            "ready => document.querySelector(ready) && !document.querySelector('[aria-busy=true]')", arg=READY
        )
        if page.query_selector(ENDED):
            return
        before = seq(page)
        press(acts(page)[0])
        wait_past(page, before)
    raise AssertionError("no hand has ended")


def acts(page: Page) -> list[ElementHandle]:
    """Return the buttons in the list of all actions, those that lead to the end first."""
    found = page.query_selector_all(".aside [data-act]:not([data-act=undo])")
    return sorted(found, key=lambda each: not str(each.get_attribute("data-act")).startswith(ENDINGS))


def press(button: ElementHandle) -> None:
    """Press a button that may lie in a part of the page that is folded."""
    button.evaluate("each => each.click()")


def reckoning(page: Page) -> dict[str, object]:
    """Return the reckoning of the last hand or round."""
    path = page.url.replace("/m/", "/api/matches/")
    return page.evaluate("path => fetch(path + '/scene').then((answer) => answer.json())", path)["reckoning"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_the_finished_board_stays_until_one_goes_on(visit: Visit, room: GameRoom, axe: str, game: str, size: str) -> None:
    page = visit(room.address, size)
    sit_down(page, game, "greedy", **SHORT[game])
    until_scored(page)
    told = reckoning(page)
    sheet = page.get_by_role("dialog", name=str(told["title"]))
    assert sheet.locator(".sums tbody tr").count() == 2
    assert sheet.locator(".award").count() == len(told.get("awards", ()))  # type: ignore[arg-type]
    zones: dict[str, dict[str, list[str]]] = told["zones"]  # type: ignore[assignment]
    lines = [zone.get("items", []) for zone in zones.values() if zone["kind"] in ("column", "row", "fan")]
    assert {piece for line in lines for piece in line} <= on_the_table(page), "every line as it was scored, hands included"
    assert str(told["title"]) in page.inner_text(".heard")
    assert page.evaluate("document.activeElement.dataset.act") == "go-on", "Enter goes on"
    assert overflow(page) <= 0
    assert page.evaluate("document.querySelector('.ending').offsetHeight / innerHeight") < 0.64, "the board stays in sight"
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert faults(page, axe) == []
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock")
    assert page.query_selector(ENDED) is None
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost"


def test_nothing_of_the_board_lies_under_the_sheet_on_desktops(visit: Visit, room: GameRoom) -> None:
    """Checks that the viewer's tiles and coins stand beside the others', above who won what (Multzo 10)."""
    page = visit(room.address)
    sit_down(page, "multzo", "greedy", "greedy")
    until_scored(page)
    for width, high in ((1280, 800), (1440, 900)):
        resize(page, width, high)
        assert not hidden_by_sheet(page)
    assert page.locator(".others > .panel").count() == 3
    won = [award for award in reckoning(page)["awards"] if award.get("seats")]  # type: ignore[attr-defined]
    assert page.locator(".zone-won .who-won").count() == len(won)
    assert page.locator(".others .mark-won").count() == sum(len(award["pays"]) for award in won)
    restyle(page, ".ending", "max-height: none !important; min-height: 70dvh !important")
    assert hidden_by_sheet(page), "a sheet that is too high is noticed"


def hidden_by_sheet(page: Page) -> list[dict[str, float]]:
    """Return the boxes of board pieces that the sheet covers."""
    [sheet] = boxes(page, ".ending")
    return [box for box in boxes(page, ".board .piece") if box["y"] + box["height"] > sheet["y"] + 1]


def test_own_coins_are_whole_above_the_hand_on_telephones(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address, "phone")
    sit_down(page, "multzo", "random")
    for _ in range(12):
        until_scored(page)
        page.click(ENDED)
        page.wait_for_selector(f"{OWN}, .ending .standings")
        if coins := boxes(page, ".me .row .piece"):
            break
    [dock] = boxes(page, ".dock")
    assert coins and all(coin["y"] + coin["height"] <= dock["y"] for coin in coins)
    assert all(coin["x"] + coin["width"] <= 390 for coin in coins)
    restyle(page, ".me .row .piece", "translate: 0 60vh !important")
    assert any(coin["y"] + coin["height"] > dock["y"] for coin in boxes(page, ".me .row .piece")), (
        "coins out of sight are noticed"
    )


def test_it_can_be_put_aside_and_read_again(visit: Visit, room: GameRoom) -> None:
    """Reloading before going on shows it again; reloading afterwards does not."""
    page = visit(room.address)
    sit_down(page, "mitch", "greedy", **SHORT["mitch"])
    until_scored(page)
    page.click("[data-act=look]")
    assert not page.query_selector(".ending .sums")
    assert on_the_table(page)
    page.click("[data-act=look]")
    assert page.query_selector(".ending .sums")
    page.reload()
    page.wait_for_selector(ENDED)
    page.keyboard.press("Escape")
    page.wait_for_selector(OWN)
    page.reload()
    page.wait_for_selector(OWN)
    assert page.query_selector(ENDED) is None
    page.click("[data-act=table]")
    page.click("[data-act=read-again]")
    page.wait_for_selector(".ending .sums")
    page.click(ENDED)
    page.wait_for_selector(OWN)


def test_nobody_waits_for_who_reads(visit: Visit, room: GameRoom) -> None:
    """People go on alone. A reader is told when it is their turn, and does not see the next cards before."""
    ann, bob = visit(room.address), visit(room.address)
    link = sit_down(ann, "mitch", "open", **SHORT["mitch"])
    bob.goto(room.address + link)
    bob.fill("[aria-label='Your name']", "Bob")
    bob.keyboard.press("Enter")
    for page in (ann, bob):
        page.wait_for_selector(".table")
    while not ann.query_selector(ENDED):
        mover = next((page for page in (ann, bob) if page.query_selector(OWN)), None)
        if mover:
            before = seq(mover)
            press(acts(mover)[0])
            wait_past(mover, before)
        ann.wait_for_timeout(50)
    bob.wait_for_selector(ENDED)
    while not (called := [page for page in (ann, bob) if page.title().startswith("●")]):
        ann.wait_for_timeout(50)
    (first,) = called
    other = bob if first is ann else ann
    first.click(ENDED)
    first.wait_for_selector(OWN)
    board, before = on_the_table(other), seq(first)
    press(acts(first)[0])
    wait_past(first, before)
    other.wait_for_function("() => document.title.startsWith('●')")
    other.wait_for_selector(".ending-ahead:has-text('Your turn')")
    assert on_the_table(other) == board, "what is read stays on the table"
    other.click(ENDED)
    other.wait_for_selector(OWN)
    assert on_the_table(other) != board


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_result_stands_under_the_last_board(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    match = sit_down(page, "mitch", "greedy", **{**SHORT["mitch"], "hands": 1}).removeprefix("/m/")
    for _ in range(80):
        page.wait_for_function(
            "ready => document.querySelector(ready) && !document.querySelector('[aria-busy=true]')", arg=READY
        )
        if page.query_selector(".ending .standings"):
            break
        before = seq(page)
        press(acts(page)[0])
        wait_past(page, before)
    title = page.inner_text(".ending h2")
    assert title.startswith(("You win by ", "Greedy wins, ", "You share the win"))
    assert title.startswith("You") or page.inner_text(".ending-words p").startswith("You come second, ")
    assert page.inner_text(".ending .standing.own .who") == "You"
    assert on_the_table(page) and not page.query_selector("dialog:modal"), (
        "the last board is there, and nothing keeps one from it"
    )
    if size == "desktop":
        assert page.eval_on_selector(".ending", "each => each.scrollHeight <= each.clientHeight"), "all of it is in sight"
    else:
        assert len({box["y"] for box in boxes(page, ".ending .standing")}) == 1, "scores stand side by side"
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert faults(page, axe) == []
    assert overflow(page) <= 0
    page.keyboard.press("Escape")
    page.wait_for_selector(".dock [data-act=result]")
    page.keyboard.press("Tab")
    page.click("[data-act=result]")
    page.click("[data-act=best-play]")
    page.wait_for_url(lambda url: f"/replay/{match}" in url)


def verdict(number: int) -> dict[str, object]:
    """Return the verdict on a decision of the viewer, as the room sends it."""
    judged = {
        "number": number,
        "turn": number,
        "seat": 0,
        "action": "place 9S",
        "best": "place JS",
        "claim": "",
        "expected": 0.5,
    }
    judged |= {"error": 0.01, "loss": 0.23, "margin": 0.04, "mistake": True, "lead": 0, "ranked": []}
    return {"judged": judged, "labels": {"place 9S": "Place the 9 of Spades", "place JS": "Place the Jack of Spades"}}


@pytest.mark.parametrize("turned", [3, None], ids=["sure", "not sure"])
def test_the_move_that_turned_the_match_is_named_if_it_is_sure(
    visit: Visit, room: GameRoom, axe: str, turned: int | None
) -> None:
    page = visit(room.address, "phone")
    faces = [{"kind": "card", "text": rank, "second": "S"} for rank in "9J"]
    lines = [{"unit": "chance", "decisions": 3, "ends": [0, 1]}, verdict(3), {"turned": turned, "faces": faces}]
    page.route("**/analysis", lambda route: route.fulfill(body="".join(json.dumps(line) + "\n" for line in lines)))
    match = sit_down(page, "mitch", "greedy", **{**SHORT["mitch"], "hands": 2}).removeprefix("/m/")
    page.evaluate(PLAY)
    assert not asked(page)
    assert page.locator(".by-round polyline").count() == 2, "the totals after each hand"
    page.wait_for_selector(f".turned[data-turned={'found' if turned else 'none'}]")
    if turned is None:
        assert page.inner_text(".turned") == ""
        return
    assert page.inner_text(".turned b") == "The match turned at turn 3: Place the 9 of Spades"
    assert page.inner_text(".turned small") == "It cost you 23 points of chance. Better: Place the Jack of Spades."
    assert page.locator(".turned .piece").count() == 2
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert faults(page, axe) == []
    page.unroute("**/analysis")
    page.click(".turned")
    page.wait_for_selector(".replay[data-step='3']")
    assert f"/replay/{match}" in page.url


def test_a_score_stands_among_the_own_ones_once_there_are_three(visit: Visit, room: GameRoom, axe: str) -> None:
    page = visit(room.address)
    for number in range(3):
        sit_down(page, "mickell", preset="tiny")
        with page.expect_response("**/api/me"):
            page.evaluate(PLAY)
        if number == 2:
            page.wait_for_selector(".own-scores")
        assert page.locator(".own-scores").count() == (number == 2)
    assert page.inner_text(".own-scores figcaption").startswith("Your best of 3 matches")
    assert page.locator(".own-scores rect.own").count() == 1, "three matches with the same score are one bar"
    assert overflow(page) <= 0 and faults(page, axe) == []
    resize(page, 390, 844)
    assert page.locator(".own-scores figcaption").is_visible() and not page.locator(".own-scores svg").is_visible()
    sit_down(page, "mitch", "greedy", **SHORT["mitch"])
    page.evaluate(PLAY)
    assert not asked(page)
    assert page.locator(".own-scores").count() == 0, "against others places count, not points"

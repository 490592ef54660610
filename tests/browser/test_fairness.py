"""The seal on the waiting page, and one tap that checks a match on this device when it is over."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from browser.conftest import Visit
from browser.hands import asked, faults, overflow, seat, seq, wait_past
from server.people import GameRoom

SHOWN = "dialog[open] .fair-verdict"


def sit_down_by_hand(page: Page, address: str) -> None:
    """Open a table and sit down, as one tap does."""
    page.goto(address)
    page.click("[aria-label='Set up a table: Mickell']")
    page.click("text=All options")
    page.select_option("#option-deck", "tiny")
    page.click("text=Open the table")
    page.wait_for_selector(".table")


def play(page: Page) -> None:
    while asked(page):
        before = seq(page)
        acts = page.eval_on_selector_all(".dock [data-act]", "all => all.map(e => e.dataset.act)")
        act = next(act for act in acts if act == "end" or act.startswith(("place", "discard", "trim")))
        page.click(f".dock [data-act='{act}']")
        wait_past(page, before)


def spoiled(how: Callable[[list[Any]], None]) -> Callable[[Route], None]:
    """Return a route handler that answers with the record after a change."""

    def answer(route: Route) -> None:
        lines = [json.loads(line) for line in route.fetch().text().splitlines()]
        how(lines)
        route.fulfill(body="".join(json.dumps(line) + "\n" for line in lines))

    return answer


def other_secret(lines: list[Any]) -> None:
    lines[0]["secret"] = "5e" * 32


def other_part(lines: list[Any]) -> None:
    lines[0]["salts"] = ["5a" * 32]


def other_options(lines: list[Any]) -> None:
    lines[0]["options"]["rows"] = 9


def other_draw(lines: list[Any]) -> None:
    line = next(line for line in lines if line.get("picks"))
    pick, among = line["picks"][-1]
    line["picks"][-1] = [(pick + 1) % among, among]


def test_a_match_is_checked_by_one_tap_and_a_forged_record_is_seen(visit: Visit, room: GameRoom, axe: str) -> None:
    page = visit(room.address)
    sit_down_by_hand(page, room.address)
    play(page)
    page.click("dialog[open] [data-act=fair]")
    page.wait_for_selector(SHOWN)
    assert page.inner_text(SHOWN).startswith("Yes: everything was checked")
    assert page.locator("dialog[open] .findings .holds").count() == 4
    assert faults(page, axe) == [] and overflow(page) <= 0
    for forge, wrong in ((other_secret, 2), (other_part, 2), (other_options, 1), (other_draw, 1)):
        page.route("**/transcript", spoiled(forge))
        page.reload()
        page.wait_for_selector("dialog[open] .standings")
        page.click("dialog[open] [data-act=fair]")
        page.wait_for_selector(SHOWN)
        assert page.inner_text(SHOWN) == "No: something does not fit.", forge
        assert page.locator("dialog[open] .findings .fails").count() == wrong, forge
        page.unroute("**/transcript")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_waiting_page_shows_the_seal_and_nothing_else(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    page.click("[aria-label='Set up a table: Mitch']")
    seat(page, 1, "open")
    page.click("text=Open the table")
    page.wait_for_selector(".waiting-room")
    assert "One place is left" in page.inner_text(".coming h2")
    assert not page.query_selector(".waiting-room > :not(.aim) .piece") and overflow(page) <= 0 and faults(page, axe) == []
    page.click(".fair summary")
    seal, mine = page.locator(".parts dd").nth(1).inner_text(), page.locator(".parts dd").nth(2).inner_text()
    assert (len(seal), len(mine)) == (64, 64)
    page.click("[data-act=start]")
    page.wait_for_selector(".table")
    if size == "phone":
        page.click(".aside summary:text('Fairness')")
    else:
        page.click("text=Fairness")
    page.click(".aside .fair summary")
    told = page.locator(".aside .parts dd").all_inner_texts()
    assert told[1] == seal and told[2] == mine and "none" in told

"""Whatever a browser allows, sharing ends in something its visitor sees: its own list, "Copied", or a selected field."""

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import ELSEWHERE, Visit
from browser.hands import overflow, sit_down
from browser.test_replay import replay
from server.people import GameRoom

REFUSED = "navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'));"
CLOSED = REFUSED.replace("NotAllowedError", "AbortError")
CLIPBOARD = "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
OLDER = "addEventListener('copy', (event) => { window.copied = event.clipboardData.getData('text/plain'); });"
PLAIN = "delete Navigator.prototype.share; delete Navigator.prototype.clipboard;"
NEITHER = f"{PLAIN} document.execCommand = () => false;"
SHARE = "[data-act=share]"


def shared(page: Page, button: str) -> str:
    """Share with a button that copies, and return the text."""
    page.click(button)
    expect(page.locator(button)).to_have_text("Copied")
    return page.evaluate("copied")


def evening(visit: Visit, room: GameRoom, script: str) -> Page:
    """Open the evening of a match on a page that shares by other means."""
    page = visit(room.address, "phone")
    match = sit_down(page, "mitch", "open").removeprefix("/m/")
    page.add_init_script(script)
    page.goto(f"{room.address}/evening/{match}")
    page.wait_for_selector(SHARE)
    return page


def test_a_result_its_evening_and_a_step_are_shared_over_plain_http(visit: Visit, plain_room: GameRoom) -> None:
    """As on the other devices of a local network."""
    origin = f"http://{ELSEWHERE}:{plain_room.port}"
    page = visit(origin)
    page.add_init_script(OLDER)
    replay(page, "mitch", "random", hands=1, hand_size=3)
    match = page.url.split("/replay/")[1].partition("?")[0]
    assert shared(page, "[data-act=link]") == f"{origin}/replay/{match}?step=0"
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-act=link]")).to_have_text("Link to this step")
    assert shared(page, "[data-act=link]").endswith("?step=1")
    page.goto(f"{origin}/m/{match}")
    assert shared(page, f"dialog {SHARE}").endswith(f"\n{origin}/replay/{match}")
    page.goto(f"{origin}/evening/{match}")
    assert shared(page, SHARE).endswith(f"/evening/{match}")


@pytest.mark.parametrize("script", [REFUSED + CLIPBOARD, PLAIN + OLDER])
def test_what_the_device_does_not_share_is_copied(visit: Visit, plain_room: GameRoom, script: str) -> None:
    page = evening(visit, plain_room, script)
    assert shared(page, SHARE).endswith(page.url)


def test_what_cannot_be_copied_either_is_selected(visit: Visit, plain_room: GameRoom) -> None:
    page = evening(visit, plain_room, REFUSED + NEITHER)
    page.click(SHARE)
    page.wait_for_selector("textarea:focus")
    assert page.evaluate("getSelection().toString()").endswith(page.url) and overflow(page) <= 0


def test_a_closed_list_is_no_fault(visit: Visit, plain_room: GameRoom) -> None:
    page = evening(visit, plain_room, CLOSED + CLIPBOARD)
    page.click(SHARE)
    page.wait_for_timeout(100)
    assert page.inner_text(SHARE) == "Share" and not page.query_selector("textarea")


def test_a_refusal_that_is_taken_for_a_closed_list_is_noticed(visit: Visit, plain_room: GameRoom) -> None:
    def answer(route: Route) -> None:
        whole = route.fetch()
        route.fulfill(response=whole, body=whole.text().replace("AbortError", "NotAllowedError"))

    page = evening(visit, plain_room, REFUSED + CLIPBOARD)
    page.route("**/*.js", answer)
    page.reload()
    page.click(SHARE)
    page.wait_for_timeout(100)
    assert page.inner_text(SHARE) == "Share"

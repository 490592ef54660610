"""Presence: everybody sees at each seat whether its person is there, and hears it."""

import pytest

from browser.conftest import Visit
from browser.hands import asked, faults, overflow, seat, sit_down
from server.people import GameRoom, Person

LISTEN = """() => {
    window.heard = [];
    const said = document.querySelector("[aria-live]");
    const all = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => heard.push(said.textContent)).observe(said, all);
}"""
"""Keeps all that the live region says."""


@pytest.mark.parametrize(("game", "size"), [("mitch", "desktop"), ("grabble_road", "phone")])
def test_who_leaves_is_away_at_the_seat_and_said_to_be(visit: Visit, room: GameRoom, game: str, size: str) -> None:
    """U1: in a panel of its own as in the strip of seats."""
    page, ben = visit(room.address, size), Person(room.address)
    match = sit_down(page, game, "open").removeprefix("/m/")
    ben.join(match, name="Ben")
    watcher = visit(f"{room.address}/m/{match}", size)
    with ben.watch(match) as his:
        his.hear_until(bool)
        for each in (page, watcher):
            each.wait_for_selector(".seat:has-text('Ben')")
            each.wait_for_selector(".seat-state", state="detached")
    for each in (page, watcher):
        each.wait_for_selector(".seat:has-text('Ben') .seat-state:text-is('away')")
        assert "Ben is away." in each.inner_text("[aria-live=polite]")
    with ben.watch(match) as his:
        his.hear_until(bool)
        for each in (page, watcher):
            each.wait_for_selector(".seat-state", state="detached")
            assert "Ben is back." in each.inner_text("[aria-live=polite]")
    ben.http.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_bot_stands_in_after_the_time_that_all_were_told(visit: Visit, room: GameRoom, size: str) -> None:
    """S9: set up in the form, seen in the waiting room, done at the table, and given back."""
    page, ben = visit(room.address, size), Person(room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    assert not page.query_selector(".away"), "bots alone are never away"
    seat(page, 1, "open")
    assert page.input_value(".away select") == "120"
    page.click("dialog [aria-label^=Close]")
    match = sit_down(page, "mitch", "open", away=1).removeprefix("/m/")
    assert "away for 1 second" in page.inner_text(".waiting-room .terms")
    page.evaluate(LISTEN)
    ben.join(match, name="Ben")
    page.wait_for_selector(".seat:has-text('Ben') .seat-state:text-is('away, Magpie plays')")
    page.wait_for_function("() => heard.some(text => text.includes('Magpie plays for Ben.'))")
    with ben.watch(match) as his:
        his.hear_until(lambda scene: scene["seats"][1].get("here", True))
        page.wait_for_selector(".seat-state", state="detached")
    page.click("[data-act=table]")
    assert "away for 1 second" in page.inner_text("dialog .terms")
    ben.http.close()


@pytest.mark.parametrize(("game", "size"), [("mitch", "desktop"), ("mitch", "phone"), ("grabble_road", "phone")])
def test_all_see_how_long_a_seat_is_kept_and_nobody_hears_it(
    visit: Visit, room: GameRoom, axe: str, game: str, size: str
) -> None:
    """Counted down at the seat and in the table's sheet, with a name of its own for who reads it; never said by itself."""
    page, ben = visit(room.address, size), Person(room.address)
    match = sit_down(page, game, "open", away=300).removeprefix("/m/")
    page.evaluate(LISTEN)
    ben.join(match, name="Ben")
    due = page.locator(".seat:has-text('Ben') .due")
    due.wait_for()
    for _ in range(2):
        shown = due.inner_text()
        page.wait_for_function("shown => document.querySelector('.seat .due').textContent !== shown", arg=shown)
    assert due.inner_text().startswith("4:") and "a bot plays in 4 minutes" in (due.get_attribute("aria-label") or "")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click("[data-act=table]")
    assert page.inner_text("dialog .comer:has-text('Ben') .due").startswith("4:")
    assert not page.evaluate("() => heard.filter(text => /bot|minute|second/.test(text))")
    with ben.watch(match) as his:
        his.hear_until(bool)
        page.wait_for_selector(".due", state="detached")
    ben.http.close()


BADGES = """() => {
    window.badges = [];
    navigator.setAppBadge = async () => badges.push("on");
    navigator.clearAppBadge = async () => badges.push("off");
}"""
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_icon_of_the_app_is_marked_while_the_turn_waits_out_of_sight(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    page.add_init_script(f"({BADGES})()")
    sit_down(page, "mickell")
    assert asked(page) and page.title().startswith("● Your turn")
    assert "on" not in page.evaluate("badges"), "who looks at the page needs no mark"
    for hidden, mark in ((True, "on"), (False, "off")):
        page.evaluate(HIDE, hidden)
        assert page.evaluate("badges.at(-1)") == mark

"""The evening of a group, in the browser: another game with the same people, and the score of all games on one page."""

from pathlib import Path

import pytest

from browser.conftest import Visit
from browser.hands import faults, overflow, sit_down
from server.people import GameRoom, Person


@pytest.fixture
def ben(room: GameRoom):
    somebody = Person(room.address)
    yield somebody
    somebody.http.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_another_game_is_chosen_by_one_tap_and_the_score_of_the_evening_is_shared(
    visit: Visit, room: GameRoom, axe: str, ben: Person, size: str, tmp_path: Path
) -> None:
    page = visit(room.address, size)
    first = sit_down(page, "mitch", "open").removeprefix("/m/")
    ben.join(first, name="Ben")
    page.wait_for_selector(".table")
    page.click("[data-act=table]")
    page.click("dialog [data-act='/abort']")
    page.click("dialog .sure [data-act]")
    page.click(".ending [data-act=next-game]")
    assert page.locator("[data-act='next mickell']").is_disabled(), "a game for one is not for two"
    assert page.locator("[data-act^=next]:has-text('as last time')").get_attribute("data-act") == "next mitch"
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click("[data-act='next multzo']")
    page.wait_for_selector(".comer:has-text('Ben')")
    second = page.url.rsplit("/", 1)[1]
    assert ben.scene(first)["rematch"] == second
    page.goto(f"{room.address}/evening/{second}")
    page.wait_for_selector(".evening-game:has-text('Multzo'):has-text('goes on')")
    assert overflow(page) <= 0 and not faults(page, axe)
    with page.expect_download() as saved:
        page.click("[data-act=picture]")
    saved.value.save_as(tmp_path / "evening.png")
    assert (tmp_path / "evening.png").read_bytes().startswith(b"\x89PNG")
    page.click("[data-act=go]")
    page.wait_for_url(f"**/m/{second}")

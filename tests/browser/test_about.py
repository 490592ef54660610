"""The page about a game: facts, examples as pieces, who made it; the ways to play, and back from the rules."""

import pytest

from browser.conftest import Visit
from browser.hands import boxes, faults, restyle
from muckle.games import about
from server.people import GameRoom


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", about.names())
def test_every_page_is_whole_fits_and_can_be_heard(visit: Visit, room: GameRoom, axe: str, name: str, size: str) -> None:
    page = visit(f"{room.address}/about/{name}", size)
    page.wait_for_selector(".leaf-head h1")
    told = about.about(name)
    assert page.inner_text("h1") == told.title and page.title() == f"{told.title} – muckle"
    assert page.locator(".leaf-example").count() == len(told.examples)
    assert page.locator(".leaf-pieces .piece").count() == sum(
        len(pile) for example in told.examples for row in example.rows for pile in row.picture
    )
    assert all(
        text.strip() for text in page.locator(".leaf-pieces").evaluate_all("rows => rows.map(row => row.ariaLabel ?? '')")
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page, axe)


def test_pieces_that_stick_out_of_their_cloth_are_noticed(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/about/alphabetickell", "phone")
    page.wait_for_selector(".leaf-rows .piece")

    def out() -> bool:
        [cloth, *_] = boxes(page, ".leaf-rows")
        return any(box["x"] + box["width"] > cloth["x"] + cloth["width"] for box in boxes(page, ".leaf-rows .piece"))

    assert not out()
    restyle(page, ".leaf-pieces", "--w: 4rem")
    assert out(), "its break"


def test_the_page_leads_to_play_and_the_rules_lead_back(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/rules/mitch")
    page.click("text=About this game")
    page.wait_for_selector(".leaf-head h1")
    page.click(".leaf-head >> text=Rules")
    page.wait_for_selector(".prose h1")
    page.go_back()
    page.click(".leaf-head >> text=Play >> nth=0")
    page.wait_for_selector("[data-act=rules]")


def test_muckell_is_hosted_or_joined(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/about/muckell")
    page.click(".leaf-head >> text=Join with a code")
    page.wait_for_url("**/code")


def test_a_game_that_is_not_there_is_named(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/about/mitsch")
    assert "did you mean 'mitch'?" in page.inner_text(".refusal")

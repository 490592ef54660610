"""Lines on the alphabet, and rows of words: where cards lie, how large they are, and that nothing jumps over a round."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import ENDED, OWN, READY, asked, boxes, height, resize, restyle, seq, sit_down, wait_past
from server.people import GameRoom

DESKTOPS = ((1280, 800), (1440, 900))
TAKEN = "all => all.map(each => each.querySelector('[data-text]').dataset.text)"
"""The letters of cells."""
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        const jumps = ({ node }) => node?.nodeType === 1 && !node.closest(".piece, .slot");
        for (const shift of list.getEntries()) if (shift.sources.some(jumps)) window.shifted += shift.value;
    }).observe({ type: "layout-shift" });
}"""
"""Script that sums up how far things jump from now on.

Cards that make room for a new one are not counted, nor are sentences that change in their place.
"""
STANDING = """() => {
    const middle = (each) => each.getBoundingClientRect().x + each.getBoundingClientRect().width / 2;
    const of = (line) => [...line.querySelectorAll(".body .piece")].map((piece) => {
        const far = (cell) => Math.abs(middle(cell) - middle(piece));
        const [cell] = [...line.querySelectorAll(".cell")].sort((one, other) => far(one) - far(other));
        const name = piece.querySelector("[aria-label]").getAttribute("aria-label");
        return `${name.split(",")[0]} at ${cell.querySelector("[data-text]").dataset.text}`;
    });
    return [...document.querySelectorAll(".scaled")].flatMap(of);
}"""


def begin(page: Page, *bots: str, turns: int) -> None:
    """Start a round of Alphabetickell and play some turns."""
    sit_down(page, "alphabetickell", *bots)
    for _ in range(turns):
        assert asked(page)
        act(page)
    assert asked(page)


def act(page: Page) -> None:
    """Keep a card, or take the offered one if it fits."""
    found = page.query_selector_all(".aside [data-act]")
    found.sort(key=lambda each: str(each.get_attribute("data-act")) == "pass")
    before = seq(page)
    found[0].evaluate("each => each.click()")
    wait_past(page, before)


def standing(page: Page) -> list[str]:
    """Return each piece of a line with the letter in whose column it stands."""
    return page.evaluate(STANDING)


def test_each_card_of_a_line_stands_at_its_letter(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    begin(page, "random", "random", turns=4)
    found = standing(page)
    assert len(found) > 3 and {line[0] for line in found} == {line[-1] for line in found}
    assert all(line[0] == line[-1] for line in found if " or " not in line), found
    restyle(page, ".scaled > .body > .slot", "grid-area: 1 / 3 !important")
    assert not all(line[0] == line[-1] for line in standing(page)), "a card elsewhere is noticed"


def test_a_letter_is_chosen_on_the_line(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    begin(page, "random", turns=2)
    while not (lit := page.query_selector_all(f"{OWN}, .me .cell .target")[1:]):
        page.query_selector_all("[data-act=pass]")[-1].evaluate("each => each.click()")
        assert asked(page)
    letter, before = str(lit[0].get_attribute("data-letter")), seq(page)
    lit[0].click()
    if page.query_selector(".dock .verb-take"):  # as which letter the first card counts is asked
        wait = page.locator(".dock .act.verb-take").first
        wait.click() if seq(page) == before else None
    wait_past(page, before)
    assert asked(page)
    assert letter in page.eval_on_selector_all(
        ".me .cell.taken", "all => all.map(each => each.querySelector('[data-text]').dataset.text)"
    )


def test_on_telephones_a_strip_of_letters_says_it(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address, "phone")
    begin(page, "random", "random", turns=4)
    for line in page.query_selector_all(".scaled"):
        names = line.eval_on_selector_all(".body [aria-label]", "all => all.map(each => each.getAttribute('aria-label'))")
        shown = line.eval_on_selector_all(".cell.taken [data-text]", "all => all.map(each => each.dataset.text)")
        assert sorted(name[0] for name in names) == shown
        assert len(line.query_selector_all(".cell")) == 26


@pytest.mark.parametrize("bots", [1, 2, 4])
def test_desktops_show_all_lines_and_the_card_at_once(visit: Visit, room: GameRoom, bots: int) -> None:
    page = visit(room.address)
    begin(page, *["random"] * bots, turns=3)
    for width, high in DESKTOPS:
        resize(page, width, high)
        assert height(page) <= high
        [dock] = boxes(page, ".dock")
        cards = boxes(page, ".scaled .piece")
        assert max(card["y"] + card["height"] for card in cards) <= dock["y"]
        if bots < 4:
            assert min(card["width"] for card in cards) >= 43, "as large as in the picture it was drawn after"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_jumps_over_a_round(visit: Visit, room: GameRoom, size: str) -> None:
    page = visit(room.address, size)
    begin(page, "random", "random", turns=1)
    page.evaluate(SHIFTS)
    for _ in range(60):
        page.wait_for_function(
            "ready => document.querySelector(ready) && !document.querySelector('[aria-busy=true]')", arg=READY
        )
        if page.query_selector(ENDED):
            break
        act(page)
    settled(page)
    assert page.query_selector(ENDED) and page.evaluate("shifted") <= 0.05
    restyle(page, ".board", "padding-top: 12rem !important")
    settled(page)
    assert page.evaluate("shifted") > 0.05, "what jumps is noticed"


def settled(page: Page) -> None:
    """Wait until the layout is drawn and observers have been told."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def test_rows_of_words_are_large_and_in_sight(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mickell")
    for _ in range(7):  # placing a card and ending the turn
        assert asked(page)
        before = seq(page)
        page.locator(".aside :is([data-act^=place], [data-act=end])").first.evaluate("each => each.click()")
        wait_past(page, before)
    for width, high in DESKTOPS:
        resize(page, width, high)
        assert height(page) <= high
        [dock] = boxes(page, ".dock")
        rows = boxes(page, ".middle .row")
        assert len(rows) == 3 and max(row["y"] + row["height"] for row in rows) <= dock["y"]
        assert min(card["width"] for card in boxes(page, ".middle .row .piece")) >= 68
    before = [row["y"] for row in boxes(page, ".middle .row")]
    page.click(".middle [data-act^=claim]")
    page.wait_for_selector("#answer")
    assert [row["y"] for row in boxes(page, ".middle .row")] == before, "spelling a word moves no row"


def test_a_bar_says_how_far_a_score_has_come(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mickell")
    assert page.inner_text(".goal") == "16 is a success"
    assert page.eval_on_selector(".goal-bar", "bar => getComputedStyle(bar).getPropertyValue('--next')") == "0.5"

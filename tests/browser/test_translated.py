"""Page translation and translating extensions replace the page's texts: every page goes on as it does without them."""

import random
import re
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.hands import ENDED, as_person, asked, sit_down
from browser.test_event_played import CARDS, OPEN, SAME_PRESS, WISH, join, lay, told
from muckle import games
from server.people import GameRoom, over, playable

LETTERS = re.compile(r"[A-Z]+(-[A-Z]+)?")
"""Letters of pieces, words of a game, and codes."""
SCRIPTS = re.compile(r"\.js$")
TRANSLATOR = """(() => {
    const ways = [
        (text, font) => text.replaceWith(font),
        (text, font) => { text.before(font); text.remove(); },
        (text, font) => { text.before(font); font.firstChild.replaceChildren(text); },
    ];
    let count = 0;
    const translate = (text) => {
        const at = text.parentElement;
        if (!text.data.trim() || at?.closest("font, script, style, title")) return;
        if (at?.closest("[translate]")?.getAttribute("translate") === "no") return;
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        font.firstChild.append(text.data);
        if (text.parentNode) ways[count++ % ways.length](text, font);
    };
    const all = (node) => {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const texts = node.nodeType === Node.TEXT_NODE ? [node] : [];
        while (walker.nextNode()) texts.push(walker.currentNode);
        texts.forEach(translate);
    };
    const changed = ({ type, target, addedNodes }) => (type === "characterData" ? [target] : addedNodes).forEach(all);
    const observer = new MutationObserver((records) => records.forEach(changed));
    observer.observe(document, { childList: true, subtree: true, characterData: true });
})()"""
"""Does what Chrome's and Edge's translators do, in each of the ways to replace a text, and leaves the words as they are."""
TINY: dict[str, dict[str, Any]] = {
    "alphabetickell": {"deck": "tiny", "deal": 1, "cap": 4, "target": 4},
    "grabble_road": {"tiles": "tiny8", "board": "tiny3", "rack": 2, "dictionary": "tiny"},
    "mickell": {"deck": "tiny", "rows": 2, "dictionary": "tiny"},
    "mitch": {"hands": 2, "hand_size": 3, "ace_trigger": 1},
    "multzo": {"rounds_cap": 2},
}
"""Options by which a match is soon over."""
WORDS = "() => document.body?.textContent.replace(/\\s+/g, ' ')"


def beside(page: Page, visit: Visit, size: str = "desktop") -> Page:
    """Open another window of the same visitor, whose texts are translated, on the same page."""
    tab = visit("about:blank", size)
    tab.context.add_cookies([{**cookie} for cookie in page.context.cookies()])  # pyright: ignore[reportArgumentType]
    tab.add_init_script(TRANSLATOR)
    tab.goto(page.url)
    return tab


def differ(tab: Page, page: Page) -> tuple[str, str] | None:
    """Return the words of two tabs where they still differ after a second, or None."""
    found = wanted = ""
    for _ in range(40):
        found, wanted = tab.evaluate(WORDS), page.evaluate(WORDS)
        if found == wanted:
            return None
        tab.wait_for_timeout(25)
    at = next((at for at, pair in enumerate(zip(found, wanted, strict=False)) if len({*pair}) > 1), 0)
    return found[max(0, at - 40) : at + 40], wanted[max(0, at - 40) : at + 40]


@pytest.mark.parametrize("game", games.GAMES)
def test_a_translated_table_says_what_others_say(visit: Visit, plain_room: GameRoom, game: str) -> None:
    page, chance = visit(plain_room.address), random.Random(game)
    seats = games.find(game).read_options().seats
    match = sit_down(page, game, *["random"] * (seats - 1), **TINY[game]).rpartition("/")[2]
    assert asked(page)
    tab = beside(page, visit)
    page.reload()  # what is announced depends on when a page came
    with closing((person := as_person(page, plain_room)).http):
        said: set[str] = set()
        while not over(scene := person.scene(match)):
            if acts := playable(scene):
                seq = scene.get("seq", 0)
                go_on(page, seq)
                go_on(tab, seq)
                assert differ(tab, page) is None
                said |= translated(tab)
                person.act(match, chance.choice(acts), seq, str(seq))
    for each in (page, tab):
        go_on(each, scene["seq"])
        each.wait_for_selector("dialog[open] .standings")
    assert differ(tab, page) is None
    said |= translated(tab)
    names = {seat["name"] for seat in scene["seats"]}
    assert len(said) > 20 and not {text for text in said if text in names or LETTERS.fullmatch(text)}


def translated(tab: Page) -> set[str]:
    """Return what a translator has put in the place of texts."""
    return set(tab.locator("font > font").all_text_contents())


def go_on(page: Page, seq: int) -> None:
    """Wait until a page shows a position, past scored hands."""
    there = "([ended, seq]) => document.querySelector(ended) || Number(document.querySelector('.table')?.dataset.seq) >= seq"
    while page.wait_for_function(there, arg=[ENDED, seq]) and page.query_selector(ENDED):
        page.click(ENDED)


def test_a_translated_hall_says_what_others_say(visit: Visit, plain_room: GameRoom) -> None:
    hall = visit(f"{plain_room.address}/host")
    code = hall.evaluate(OPEN, WISH)
    hall.goto(f"{plain_room.address}/e/{code}")
    tab = beside(hall, visit)
    phone = visit(f"{plain_room.address}/e/{code}", "phone")
    join(phone, "Ann", by_keyboard=False)
    other = beside(phone, visit, "phone")
    phone.reload()  # what is announced depends on when a page came
    said: set[str] = set()
    for card in range(1, CARDS + 2):
        expect(hall.locator(".hall-count" if card == 1 else ".hall-done b")).to_have_text(
            "1 is here" if card == 1 else "1 of 1"
        )
        assert differ(tab, hall) is None and differ(other, phone) is None
        said |= translated(tab) | translated(other)
        tab.keyboard.press("Space")
        tab.wait_for_timeout(SAME_PRESS)
        expect(phone.locator(".board-bar")).to_contain_text(told(card))
        assert differ(tab, hall) is None and differ(other, phone) is None
        lay(phone, card)
    tab.keyboard.press("Space")
    tab.keyboard.press("y")
    expect(hall.locator(".hall-over .places li")).to_have_count(1)
    assert differ(tab, hall) is None and differ(other, phone) is None
    said |= translated(tab) | translated(other)
    assert len(said) > 40 and not {text for text in said if text == "Ann" or LETTERS.fullmatch(text)}


@pytest.mark.parametrize(("right", "wrong"), [(".vnode=", ".none="), ("HTMLFontElement", "HTMLMapElement")])
def test_a_page_that_goes_on_with_its_own_texts_is_noticed(visit: Visit, demo: str, right: str, wrong: str) -> None:
    """Breaks: a changed text is written into the node that it had; what a translator put in its place stays unknown."""
    hall = visit(f"{demo}/e/MOOR-{wrong.strip('.=')}")
    tab = beside(hall, visit)
    assert differ(tab, hall) is None
    tab.route(SCRIPTS, lambda route: route.fulfill(response=(sent := route.fetch()), body=sent.text().replace(right, wrong)))
    tab.reload()
    tab.wait_for_selector(".hall-count font")
    tab.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 1 of 48")
    tab.wait_for_timeout(SAME_PRESS)
    tab.keyboard.press("Space")
    expect(hall.locator(".hall-head")).to_contain_text("Card 2 of 48")
    assert differ(tab, hall)

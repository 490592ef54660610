"""Every page and state looks as in the reviewed pictures, of which looks/ holds what can be compared: see looks.py.

`./dev pictures` measures anew, and puts the pictures into build/pictures to be looked at.
"""

import contextlib
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import STEADY
from browser.hands import asked, resize, restyle
from browser.looks import SIZES, TOLD, Look, differences, measured, read, written
from patience import PATIENCE, wait_until
from server.people import GameRoom, Person, over, playable

KEPT = Path(__file__).with_name("looks")
PICTURES = os.environ.get("MUCKLE_TEST_PICTURES")
RENEW = os.environ.get("MUCKLE_TEST_RENEW")
CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
MISSING = re.compile(r"NaN|undefined|\[object | [;,.](?: |$)", re.MULTILINE)
"""Matches text that a page shows when a value is missing."""
LAST = ("pass", "declare", "claim", "discard")
"""Verbs that are used only if there is nothing else to do."""


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameRoom]:
    """Open a room in which nothing depends on the clock."""
    room = GameRoom(tmp_path_factory.mktemp("still") / "room.db", "--pace=off", start=(str(STEADY), "--still"))
    yield room
    room.close()


class Sitting(NamedTuple):
    """A visitor of a page: the room's address, the path, and the visitor's cookies."""

    room: str
    path: str
    cookies: dict[str, str]


def window(browser: Browser, sitting: Sitting, size: str) -> Iterator[Page]:
    """Open a page for a sitting in a window of some size."""
    phone = size != "desktop"
    context = browser.new_context(viewport=SIZES[size], reduced_motion="reduce", has_touch=phone, is_mobile=phone)
    context.set_default_timeout(1000 * PATIENCE)
    context.add_cookies([{"name": name, "value": value, "url": sitting.room} for name, value in sitting.cookies.items()])
    page = context.new_page()
    page.goto(sitting.room + sitting.path)
    yield page
    context.close()


Step = Callable[[Page], object]
"""Action on a page before it is looked at."""


def seen(browser: Browser, sitting: Sitting, steps: dict[str, Step], turned: bool = True) -> dict[str, Look]:
    """Return the looks of a page after each step, in each size, light and dark; save pictures if they are wanted."""
    looks: dict[str, Look] = {state: {} for state in steps}
    for sizes in (("desktop",), ("phone", "landscape")[: 1 + turned]):  # a telephone is turned
        for page in window(browser, sitting, sizes[0]):
            for state, step in steps.items():
                resize(page, **SIZES[sizes[0]])
                step(page)
                page.evaluate("document.activeElement.blur()")
                for size in sizes:
                    resize(page, **SIZES[size])
                    assert page.eval_on_selector_all(".seat-name", CUT) == [], f"names stand whole: {state}, {size}"
                    assert not MISSING.search(page.inner_text("body")), f"{state}, {size}"
                    for theme, shot in measured(page, size, looks[state]).items():
                        if PICTURES:
                            (Path(PICTURES) / f"{state}-{size}-{theme}.png").write_bytes(shot)
    return looks


def played(room: GameRoom, game: str, *seats: str, turns: int, **details: Any) -> Sitting:
    """Open a table at which Ann has acted so many times, or to the end."""
    ann, chance = Person(room.address), random.Random(1)
    with contextlib.closing(ann.http):
        opened = ann.post("matches", {"game": game, "seats": seats, "name": "Ann", **details}, 201)
        joined = ann.join(opened["match"], salt="5a17" * 16)
        scene = next_scene(ann, joined["match"])
        for turn in range(turns):
            if over(scene):
                break
            acts = playable(scene)
            good = [act for act in acts if not act.startswith(LAST)] or acts
            ann.act(joined["match"], chance.choice(good), scene.get("seq", 0), f"turn {turn}")
            scene = next_scene(ann, joined["match"])
    return Sitting(room.address.rstrip("/"), joined["link"], dict(ann.http.cookies))


def next_scene(person: Person, match: str) -> Any:
    """Wait until somebody is asked or all is over, and return the scene."""
    found: list[Any] = []

    def ready() -> bool:
        found[:] = [person.scene(match)]
        return bool(playable(found[0])) or over(found[0])

    wait_until(ready)
    return found[0]


TABLES: dict[str, tuple[tuple[str, ...], int]] = {
    "mitch": (("lapwing", "dunnock", "magpie"), 3),
    "mickell": ((), 24),
    "alphabetickell": (("lapwing", "dunnock"), 7),
    "multzo": (("lapwing", "dunnock"), 1),
    "grabble_road": (("lapwing", "dunnock"), 9),
}
"""Bots at the table of each game, and the number of Ann's acts before it is looked at."""


@pytest.mark.parametrize("game", TABLES)
def test_tables_look_as_reviewed(chromium: Browser, still: GameRoom, game: str) -> None:
    birds, turns = TABLES[game]
    compare(seen(chromium, played(still, game, *birds, turns=turns), {game: asked}))


def compare(looks: dict[str, Look]) -> None:
    """Compare looks with those on file, or save them if that is what was asked for."""
    found: list[str] = []
    for state, look in looks.items():
        file = KEPT / f"{state}.json"
        if RENEW:
            file.write_text(written(look), "utf-8")
        found += differences(state, read(file.read_text("utf-8")), look)
    told = "\n".join([*found[:TOLD], *([f"and {len(found) - TOLD} more"] if len(found) > TOLD else [])])
    assert not found, f"{told}\nif this is how it shall look: ./dev pictures, and look at build/pictures"


def clicked(*selectors: str, shows: str) -> Step:
    """Return a step that clicks each selector in turn until something is shown."""

    def click(page: Page) -> None:
        for selector in selectors:
            page.click(selector)
        page.wait_for_selector(shows)

    return click


def at(path: str, shows: str) -> Step:
    """Return a step that goes to another page of the room."""

    def go(page: Page) -> None:
        page.goto("/".join(page.url.split("/")[:3]) + path)
        page.wait_for_selector(shows)

    return go


def picked(page: Page) -> None:
    """Pick a card of the hand."""
    asked(page)
    page.click(".dock .held button.able")
    page.wait_for_selector(".dock .held .picked")


def refused(page: Page) -> None:
    """Pick a card and try it in a column of another suit."""
    card = str(page.get_attribute(".dock .held .picked", "data-piece"))
    page.click(f".me [data-zone$='{'hearts' if card[-1] != 'H' else 'spades'}'] .body")
    page.wait_for_selector(".told .note")
    assert page.query_selector(".me .zone.refused"), "the place says so, too"


LOBBY: dict[str, Step] = {
    "lobby": at("/", ".today .act"),
    "words": clicked(".top [data-act=words]", shows=".spelled"),
    "set-up": lambda page: (at("/", ".today .act")(page), clicked("[data-game=mitch] .set-up", shows=".strip")(page)),
    "set-up of a friend": clicked(".bird-choice:has-text('friend')", shows=".comes"),
    "daily": at("/daily", "[data-act=play]"),
    "you": at("/you", "main h1, main h2"),
    "rules": at("/rules/multzo", ".prose h1"),
}
"""Pages that no match is needed for, each from the one before."""


def test_pages_look_as_reviewed(chromium: Browser, still: GameRoom) -> None:
    nobody = Sitting(still.address.rstrip("/"), "/", {})
    compare(seen(chromium, nobody, LOBBY, turned=False))


def test_a_turn_looks_as_reviewed(chromium: Browser, still: GameRoom) -> None:
    table = played(still, "mitch", *TABLES["mitch"][0], turns=3)
    sheets: dict[str, Step] = {
        "rules beside the table": clicked("[data-act=rules]", shows=".rules-sheet .pictured .piece"),
        "options of the table": clicked("[data-act=options]", shows=".holds"),
    }
    compare(seen(chromium, table, {"picked": picked, "refused": refused}))
    compare(seen(chromium, table, sheets, turned=False))


def test_waiting_looks_as_reviewed(chromium: Browser, still: GameRoom) -> None:
    compare(
        seen(
            chromium,
            opened(still, "lapwing", "open"),
            {"waiting room": lambda page: page.wait_for_selector(".comers")},
            turned=False,
        )
    )
    compare(
        seen(
            chromium,
            opened(still, "lapwing", "open", come="Ben"),
            {"waiting": lambda page: page.wait_for_selector(".dock:not(.yours)")},
        )
    )


def opened(room: GameRoom, *seats: str, come: str = "") -> Sitting:
    """Open a table of Mitch at which Ann sits; if somebody else has come, it is their turn."""
    ann, ben = Person(room.address), Person(room.address)
    with contextlib.closing(ann.http), contextlib.closing(ben.http):
        table = ann.post("matches", {"game": "mitch", "seats": seats, "name": "Ann", "away": 0}, 201)["match"]
        link = ann.join(table, salt="5a17" * 16)["link"]
        if come:
            ben.join(table, salt="5a18" * 16, name=come)
            wait_until(lambda: bool(playable(ann.scene(table)) or playable(ben.scene(table))))
            while acts := playable(scene := ann.scene(table)):
                ann.act(table, acts[0], scene.get("seq", 0), f"turn {scene.get('seq', 0)}")
                wait_until(lambda: bool(playable(ann.scene(table)) or playable(ben.scene(table))))
    return Sitting(room.address.rstrip("/"), link, dict(ann.http.cookies))


def test_the_end_looks_as_reviewed(chromium: Browser, still: GameRoom) -> None:
    birds = TABLES["mitch"][0]
    hand = played(still, "mitch", *birds, turns=12)
    again = clicked(
        "[data-act=table]", "[data-act=read-again]", shows="dialog.ending [data-act=go-on], .ending [data-act=go-on]"
    )
    compare(seen(chromium, hand, {"end of a hand": again}))
    over = played(still, "mitch", *birds, turns=400, options={"hands": 1})
    result: dict[str, Step] = {"result": lambda page: page.wait_for_selector("dialog[open] .standings, .ending .standings")}
    compare(seen(chromium, over, result))
    replay = Sitting(over.room, over.path.replace("/m/", "/replay/"), over.cookies)
    compare(seen(chromium, replay, {"replay": lambda page: page.wait_for_selector(".replay")}))


HALL = {"caller": "/e/CARD", "standings": "/e/OVER", "playing along": "/e/DONE"}
"""Pages of events, as web/demo has them."""


def test_events_look_as_reviewed(chromium: Browser, demo: str) -> None:
    steps = {state: at(path, ".screen, .event-page") for state, path in HALL.items()}
    compare(seen(chromium, Sitting(demo, "/about", {}), steps, turned=False))


def test_what_is_missing_on_a_page_is_found(chromium: Browser, demo: str) -> None:
    for page in window(chromium, Sitting(demo, "/about", {}), "phone"):
        page.route("**/par?*", lambda route: route.fulfill(json={}))
        at(HALL["playing along"], ".yardsticks")(page)
        assert MISSING.findall(page.inner_text("body")), "you are NaN under par"


def test_each_page_that_looks_otherwise_is_told(chromium: Browser, still: GameRoom) -> None:
    for page in window(chromium, Sitting(still.address.rstrip("/"), "/", {}), "desktop"):
        for state, step in LOBBY.items():
            step(page)
            look: Look = {}
            measured(page, "desktop", look)
            restyle(page, "main, dialog[open]", "translate: 0 20px; color: #777")
            broken: Look = {}
            measured(page, "desktop", broken)
            restyle(page, "main, dialog[open]", "translate: none; color: inherit")
            found = differences(state, look, broken)
            assert any("20 px lower" in line for line in found), (state, found)


def test_a_turn_that_looks_otherwise_is_told(chromium: Browser, still: GameRoom) -> None:
    for page in window(chromium, played(still, "mitch", *TABLES["mitch"][0], turns=3), "desktop"):
        looks: list[Look] = []
        for step in (picked, refused, lambda page: page.click(".told .close"), lambda page: page.keyboard.press("Escape")):
            step(page)
            looks.append({})
            measured(page, "desktop", looks[-1])
        with_card, refusal, closed, put_back = looks
        assert differences("refused", refusal, closed), "a refusal that is not shown"
        assert differences("picked", with_card, put_back), "a card that is not picked"
        assert not differences("picked", with_card, closed), "what is the same"


BROKEN: dict[str, tuple[Callable[[Page], object], str]] = {
    "moved": (lambda page: restyle(page, ".dock", "translate: 0 -60px"), "broken, desktop: .dock is 60 px higher up"),
    "larger": (lambda page: restyle(page, ".top", "height: 60px"), "broken, desktop: .top is 12 px higher"),
    "paler": (lambda page: restyle(page, ".top-title", "color: #777"), "broken, light: .top-title is #777777, was #18201c"),
    "gone": (lambda page: restyle(page, "[data-act=rules]", "display: none"), "broken: there is no button rules"),
    "renamed": (
        lambda page: page.eval_on_selector(".top-title", "title => { title.textContent = 'Rummy'; }"),
        "broken: .top-title: text is 'Rummy', was 'Mitch'",
    ),
    "fewer": (
        lambda page: page.eval_on_selector("[data-zone=hand] .slot", "slot => slot.remove()"),
        "broken: zone hand: pieces is 5, was 6",
    ),
    "unpainted": (lambda page: restyle(page, ".board", "background: none"), "squares of the picture are lighter or darker"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_looks_otherwise_is_told(chromium: Browser, still: GameRoom, how: str) -> None:
    change, told = BROKEN[how]
    for page in window(chromium, played(still, "mitch", *TABLES["mitch"][0], turns=0), "desktop"):
        asked(page)
        looks: tuple[Look, Look] = ({}, {})
        measured(page, "desktop", looks[0])
        assert not differences("same", read(written(looks[0])), looks[0])
        change(page)
        measured(page, "desktop", looks[1])
        found = differences("broken", *looks)
        assert any(told in line for line in found), found

"""Every page and state looks as in the reviewed pictures, of which looks/ holds what can be compared: see looks.py.

`./dev pictures` measures anew, and puts the pictures into build/pictures to be looked at.
"""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import STEADY
from browser.hands import asked, restyle
from browser.looks import SIZES, TOLD, Look, differences, measured, read, written
from patience import PATIENCE, wait_until
from server.people import GameRoom, Person, over, playable

KEPT = Path(__file__).with_name("looks")
PICTURES = os.environ.get("MUCKLE_PICTURES")
RENEW = os.environ.get("MUCKLE_RENEW")
CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
LAST = ("pass", "declare", "claim", "discard")
"""What is done only where there is nothing else to do."""


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameRoom]:
    """A room in which nothing depends on the clock."""
    room = GameRoom(tmp_path_factory.mktemp("still") / "room.db", "--pace=off", start=(str(STEADY), "--still"))
    yield room
    room.close()


class Sitting(NamedTuple):
    """Somebody at a page: the room's address, the way to the page, and the cookies that make it theirs."""

    room: str
    path: str
    cookies: dict[str, str]


def window(browser: Browser, sitting: Sitting, size: str) -> Iterator[Page]:
    """A page in a window of somebody."""
    phone = size != "desktop"
    context = browser.new_context(viewport=SIZES[size], reduced_motion="reduce", has_touch=phone, is_mobile=phone)
    context.set_default_timeout(1000 * PATIENCE)
    context.add_cookies([{"name": name, "value": value, "url": sitting.room} for name, value in sitting.cookies.items()])
    page = context.new_page()
    page.goto(sitting.room + sitting.path)
    yield page
    context.close()


def seen(browser: Browser, sitting: Sitting, state: str, before: Callable[[Page], object]) -> Look:
    """How a page looks in each size, light and dark, once something was done there; pictures of it, if they are wanted."""
    look: Look = {}
    for sizes in (("desktop",), ("phone", "landscape")):  # a telephone is turned
        for page in window(browser, sitting, sizes[0]):
            before(page)
            page.evaluate("document.activeElement.blur()")
            for size in sizes:
                page.set_viewport_size(SIZES[size])
                assert page.eval_on_selector_all(".seat-name", CUT) == [], f"names stand whole: {state}, {size}"
                for theme, shot in measured(page, size, look).items():
                    if PICTURES:
                        (Path(PICTURES) / f"{state}-{size}-{theme}.png").write_bytes(shot)
    return look


def played(room: GameRoom, game: str, *seats: str, turns: int, **details: Any) -> Sitting:
    """A table at which Ann has acted so many times, or to the end."""
    ann, chance = Person(room.address), random.Random(1)
    with contextlib.closing(ann.http):
        opened = ann.post("matches", {"game": game, "seats": seats, "name": "Ann", **details}, 201)
        joined = ann.join(opened["match"], salt="5a17" * 8)
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
    """The scene in which somebody is asked next, or all is over."""
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
"""Who sits at the table of each game, and how often Ann has acted when it is looked at."""


@pytest.mark.parametrize("game", TABLES)
def test_tables_look_as_reviewed(chromium: Browser, still: GameRoom, game: str) -> None:
    birds, turns = TABLES[game]
    compare(game, seen(chromium, played(still, game, *birds, turns=turns), game, asked))


def compare(state: str, look: Look) -> None:
    """Whether it looks as it did when somebody looked at it last; keep it, if that is what was asked for."""
    file = KEPT / f"{state}.json"
    if RENEW:
        file.write_text(written(look), "utf-8")
    found = differences(state, read(file.read_text("utf-8")), look)
    told = "\n".join([*found[:TOLD], *([f"and {len(found) - TOLD} more"] if len(found) > TOLD else [])])
    assert not found, f"{told}\nif this is how it shall look: ./dev pictures, and look at build/pictures"


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
        "broken: zone hand: pieces is 4, was 5",
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

"""The games in WebKit, the browser of iPhones: WebKitGTK behind its own driver, on a screen that nobody sees."""

import contextlib
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from browser.hands import ENDED, READY
from muckle import games
from patience import PATIENCE
from server.people import GameRoom

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(900),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]
STEPS = 12
"""Acts of a person in each game; longer matches are not played to their end."""
SITTING = """const [wish, done] = arguments;
const headers = { "content-type": "application/json" };
const post = async (path, body) => (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
post("/api/matches", wish)
    .then(({ match }) => post(`/api/matches/${match}/join`, { salt: "5a17".repeat(16) }))
    .then(({ link }) => done(link));"""
ASKED = "return document.querySelector(arguments[0]) && !document.querySelector('[aria-busy=true]');"
SEQ = "return Number(document.querySelector('.table')?.dataset.seq ?? 0);"
FAULTS = """const [done] = arguments;
const serious = ({ impact }) => impact === "serious" || impact === "critical";
const told = ({ id, nodes }) => `${id}: ${nodes[0].target}`;
const found = window.axe.run(document, { resultTypes: ["violations"] });
found.then(({ violations }) => done(violations.filter(serious).map(told)));"""


def programs() -> tuple[str, str, str] | None:
    """Return the driver, its browser and a display server; None if one is missing."""
    found = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
    return (found[0], str(browsers[-1]), found[1]) if found[0] and found[1] and browsers else None


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKitGTK]:
    found = programs()
    if found is None:
        missing = "no WebKitGTK with its driver and Xvfb on this machine; MUCKLE_TEST_WEBKIT=required makes that a failure"
        pytest.fail(missing) if os.environ.get("MUCKLE_TEST_WEBKIT") == "required" else pytest.skip(missing)
    driver, browser, screen = found
    with subprocess.Popen(
        [screen, "-displayfd", "1", "-screen", "0", "1280x900x24"], stdout=subprocess.PIPE, text=True
    ) as shown:
        assert shown.stdout
        try:
            display = f":{shown.stdout.readline().strip()}"
            options = WebKitGTKOptions()
            options.binary_location = browser
            options.add_argument("--automation")
            page = WebKitGTK(options, Service(driver, env={**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1"}))
            page.set_script_timeout(PATIENCE)
            yield page
            page.quit()
        finally:
            shown.terminate()


def wait(page: WebKitGTK, script: str, *given: Any) -> Any:
    """Wait until a script returns a true value."""
    return WebDriverWait(page, PATIENCE, 0.02).until(lambda page: page.execute_script(script, *given))


def sit_down(page: WebKitGTK, room: GameRoom, game: str, **options: int) -> None:
    seats = ["random"] * (games.find(game).read_options().seats - 1)
    page.get(room.address)
    wish = {"game": game, "preset": "", "options": options, "seats": seats, "name": "Ann"}
    page.get(room.address + page.execute_async_script(SITTING, wish))


def asked(page: WebKitGTK) -> bool:
    """Wait until something is asked, past scored hands, and return whether it is; otherwise the match is over."""
    while True:
        wait(page, ASKED, READY)
        if not page.find_elements(By.CSS_SELECTOR, ENDED):
            return not page.find_elements(By.CSS_SELECTOR, "dialog[open] .standings")
        click(page, lambda page: page.find_element(By.CSS_SELECTOR, ENDED))


def click(page: WebKitGTK, find: Callable[[WebKitGTK], WebElement]) -> None:
    """Find an element and click it as soon as it has stopped moving; find it again if the page draws it anew."""
    moved = (ElementNotInteractableException, ElementClickInterceptedException, StaleElementReferenceException)
    WebDriverWait(page, PATIENCE, 0.1, moved).until(lambda page: find(page).click() is None)


def lit(page: WebKitGTK) -> list[WebElement]:
    """Return the places that are lit for the card picked."""
    return page.find_elements(By.CSS_SELECTOR, ".column .target, [data-zone=pile] .target")


def column_or_pile(page: WebKitGTK) -> WebElement:
    """Return a lit column, or the discard pile if no column is lit."""
    return min(lit(page), key=lambda each: "Discard" in str(each.get_attribute("aria-label")))


def pick_first(page: WebKitGTK) -> None:
    """Pick the first card that can be played; tap again if the card moved away under the tap."""
    for _ in range(3):
        click(page, lambda page: page.find_element(By.CSS_SELECTOR, ".dock .held button.able"))
        with contextlib.suppress(TimeoutException):
            WebDriverWait(page, 3, 0.02).until(lit)
            return
    WebDriverWait(page, PATIENCE, 0.02).until(lit)


def plain_acts(page: WebKitGTK) -> list[WebElement]:
    """Return the buttons of actions that ask nothing and lead on; if there are none, the one that takes back."""
    texts = page.execute_script(
        "return [...document.querySelectorAll('.aside [data-act]')].map((each) => [each, each.textContent, each.dataset.act])"
    )
    plain = [(button, act) for button, text, act in texts if not text.endswith("…")]
    return [button for button, act in plain if act not in ("undo", "recall")] or [button for button, _ in plain]


def fits(page: WebKitGTK) -> bool:
    """Return whether the page is no wider than the window."""
    return page.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def faults(page: WebKitGTK, axe: str) -> list[str]:
    """Return the serious and critical findings of axe."""
    page.execute_script(axe)
    return page.execute_async_script(FAULTS)


@pytest.mark.parametrize("game", list(games.GAMES))
def test_every_game_in_webkit(webkit: WebKitGTK, room: GameRoom, axe: str, game: str) -> None:
    chance = random.Random(game)
    sit_down(webkit, room, game)
    for _ in range(STEPS):
        if not asked(webkit):
            break
        before = webkit.execute_script(SEQ)
        webkit.execute_script("arguments[0].click()", chance.choice(plain_acts(webkit)))  # the list may be folded away
        if webkit.find_elements(By.CSS_SELECTOR, ".pad"):
            webkit.switch_to.active_element.send_keys("A")
        if webkit.find_elements(By.CSS_SELECTOR, ".dock [data-act=undraft]"):
            webkit.find_element(By.CSS_SELECTOR, ".dock .act.main").click()
        wait(webkit, f"{SEQ[:-1]} > arguments[0];", before)
        assert fits(webkit)
    assert faults(webkit, axe) == []


def test_its_break_a_page_with_faults_in_webkit(webkit: WebKitGTK, room: GameRoom, axe: str) -> None:
    sit_down(webkit, room, "mickell")
    assert asked(webkit)
    assert fits(webkit) and faults(webkit, axe) == []
    webkit.execute_script("document.body.append(document.createElement('button')); document.body.style.minWidth = '200vw';")
    assert not fits(webkit) and faults(webkit, axe) == ["button-name: body > button"]


def test_a_hand_by_clicks_in_webkit(webkit: WebKitGTK, room: GameRoom) -> None:
    """Pick a card, then the lit column if there is one, else the discard pile (Mitch 4, 5); to the result."""
    sit_down(webkit, room, "mitch", hands=1)
    turns = 0
    while asked(webkit):
        before = webkit.execute_script(SEQ)
        if turns == 0:
            webkit.switch_to.active_element.send_keys("?")
            wait(webkit, "return document.querySelector('dialog[open]')")
            webkit.switch_to.active_element.send_keys(Keys.ESCAPE)
            wait(webkit, "return !document.querySelector('dialog[open]')")
        pick_first(webkit)
        click(webkit, column_or_pile)
        wait(webkit, f"{SEQ[:-1]} > arguments[0];", before)
        turns += 1
    assert turns >= 5 and "won" in webkit.find_element(By.CSS_SELECTOR, "dialog[open]").text.lower()

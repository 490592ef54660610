"""The way to the room is long, loses things, breaks or goes mute: nothing is lost or done twice, and the page is back at once.

How soon is the client's to say, so its clock is held in those tests: what it has not begun within three of its own seconds,
at the longest pauses that it may draw, it begins too late. What then comes gets all the time of a busy machine.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from browser.conftest import Visit
from browser.hands import READY, asked, discard, seq, sit_down, wait_past
from browser.shaped import CUTS, Cut, Way
from server.people import GameRoom

BACK = 3000
"""Milliseconds within which a page is back once the room can be reached,"""
DOUBTED = 1500
"""Milliseconds within which a page tries another line after it asked something and heard nothing."""
NOTICED = 8000
"""Milliseconds after which the emptiest line is known to be dead."""
STEPS, MOMENT = 12, 1000
"""In so many steps the clock goes on where the world has to answer in between; the milliseconds it has for each answer."""
WATCHED = """() => {
    const Socket = window.WebSocket;
    window.lines = [];
    window.asked = window.answered = window.polls = 0;
    const { fetch } = window;
    window.fetch = (...request) => (window.polls += String(request[0]).includes("/scene?"), fetch(...request));
    window.WebSocket = class extends Socket {
        constructor(address) {
            super(address);
            lines.push(this);
            this.addEventListener("message", ({ data }) => (window.answered += String(data).includes('"pong"')));
        }
        send(text) { window.asked += text.includes('"ping"'); super.send(text); }
    };
}"""
"""Keeps all sockets of a page, and counts its polls, the times it asked whether the room is there, and the answers."""
UNLUCKY = "Math.random = () => 0.999999;"
"""The longest of all pauses is drawn."""
LIVE = "() => lines.at(-1)?.readyState === 1"
ENDED = "() => lines.every(line => line.readyState > 1)"
"""The page knows: that a line broke is told to it in the world's time, whatever its clock says."""


@pytest.fixture
def way(room: GameRoom) -> Iterator[Way]:
    with Way(room.port) as found:
        yield found


def discards(page: Page) -> int:
    """Return the number of the person's own discards in the story."""
    return sum(line.startswith("You discard") for line in page.locator(".story li").all_text_contents())


def held(visit: Visit, way: Way, *, unlucky: bool = True) -> Page:
    """Open a table whose clock moves only when a test says so."""
    page = visit(way.address)
    page.add_init_script(f"({WATCHED})(); {UNLUCKY if unlucky else ''}")
    page.clock.install()
    sit_down(page, "mitch", "random")
    assert asked(page)
    page.wait_for_function(LIVE)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    return page


def lines(page: Page) -> int:
    """Return the number of sockets that the page has tried."""
    return page.evaluate("lines.length")


@pytest.mark.parametrize("where", CUTS)
def test_an_act_on_a_line_that_breaks_is_done_once(visit: Visit, way: Way, where: Cut) -> None:
    page = visit(way.address)
    sit_down(page, "mitch", "random")
    other = page.context.new_page()
    other.goto(page.url)
    for each in (page, other):
        assert asked(each)
    before, told = seq(page), discards(page)

    way.cut(where)
    discard(page)
    page.wait_for_selector(".banner")
    other.wait_for_selector(".banner")
    assert page.query_selector("[aria-busy=true]") and seq(page) == before, "it waits, and is not forgotten"
    assert "Your move is kept" in page.inner_text(".banner") and "nothing is lost" in other.inner_text(".banner")
    way.resume()

    wait_past(page, before)
    assert asked(page)
    assert discards(page) == told + 1
    assert asked(other)
    other.wait_for_function("seq => Number(document.querySelector('.table').dataset.seq) === seq", arg=seq(page))
    assert hand(other) == hand(page)
    before = seq(page)
    discard(other)  # and it goes on from there, in the other tab as well
    wait_past(page, before)


def hand(page: Page) -> list[str | None]:
    """Return the cards in hand."""
    return [card.get_attribute("data-piece") for card in page.query_selector_all(".held [data-piece]")]


def test_a_long_lossy_way_feels_like_any_other(visit: Visit, way: Way) -> None:
    """Plays a hand of Mitch at 200 ms each way with 2 % loss: every act is carried out once."""
    way.shape(0.2, 0.02)
    page = visit(way.address)
    sit_down(page, "mitch", "random", "random", "random", hands=1)
    played = 0
    while asked(page):
        before = seq(page)
        discard(page)
        wait_past(page, before)
        played += 1
    assert played > 2 and discards(page) == played
    assert not page.query_selector(".banner")


@pytest.mark.parametrize("tries", [1, 2, 5, 20])
def test_a_page_is_back_within_three_seconds_however_long_it_took(visit: Visit, way: Way, tries: int) -> None:
    page = held(visit, way)
    way.refuse()
    page.wait_for_function(ENDED)
    for _ in range(tries):
        before = lines(page)
        page.clock.run_for(BACK)
        assert lines(page) > before, "it tried within three seconds"
        page.wait_for_function(ENDED)
    way.resume()
    before = lines(page)
    page.clock.run_for(BACK)
    assert lines(page) > before
    page.wait_for_function(LIVE)
    play_on(page)


def play_on(page: Page) -> None:
    """Act on the page and wait for the result to show."""
    page.clock.resume()
    before = seq(page)
    discard(page)
    wait_past(page, before)
    page.wait_for_selector(".banner", state="detached")


def test_a_line_that_goes_mute_is_noticed_though_nothing_is_done(visit: Visit, way: Way) -> None:
    page = held(visit, way)
    way.swallow()
    page.clock.run_for(NOTICED)
    assert lines(page) > 1, "another was tried"
    page.wait_for_selector(".banner")
    page.clock.run_for(20_000)
    assert page.evaluate("lines.filter(line => line.readyState < 2).length") < 3, "and not one more for every time"
    way.resume()
    before = page.evaluate("polls")
    assert any(tries_again(page, before) for _ in range(STEPS)), "what hangs is not waited for"
    page.clock.resume()  # the browser may have tried on a connection that it had made before: that try is lost, too
    page.wait_for_selector(".banner", state="detached")
    play_on(page)


def tries_again(page: Page, polls: int) -> bool:
    """Let a part of `BACK` pass, and return whether the page has polled once more or has a line, which it may open first."""
    page.clock.run_for(BACK / STEPS)
    try:
        page.wait_for_function("before => polls > before || lines.at(-1).readyState === 1", arg=polls, timeout=MOMENT)
    except PlaywrightTimeoutError:
        return False
    return True


def test_an_act_into_a_mute_line_is_done_a_moment_later_on_another(visit: Visit, way: Way) -> None:
    page = held(visit, way)
    way.swallow()
    way.mute = False  # as after a change of networks: who comes anew is heard
    before, told = seq(page), discards(page)
    discard(page)
    page.clock.run_for(DOUBTED)
    wait_past(page, before)
    assert discards(page) == told + 1
    play_on(page)


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("document", "visibilitychange"),
        ("document", "resume"),
        ("window", "pageshow"),
        ("window", "focus"),
        ("window", "online"),
        ("window", "offline"),
        ("navigator.connection", "change"),
    ],
)
def test_whatever_may_have_cut_the_line_has_the_room_asked_at_once(visit: Visit, way: Way, what: str, name: str) -> None:
    page = held(visit, way)
    before = page.evaluate("asked")
    page.evaluate(f"{what}.dispatchEvent(new Event('{name}'))")
    assert page.evaluate("asked") == before + 1
    page.wait_for_function("() => answered === asked")
    page.clock.run_for(BACK)
    assert lines(page) == 1, "it answered"

    way.swallow()
    page.evaluate(f"{what}.dispatchEvent(new Event('{name}'))")
    way.mute = False
    page.clock.run_for(DOUBTED)
    page.wait_for_function(LIVE)
    assert lines(page) > 1, "it had not answered"
    way.refuse()
    page.wait_for_function(ENDED)
    before = lines(page)
    page.evaluate(f"{what}.dispatchEvent(new Event('{name}'))")
    assert lines(page) > before, "without a pause"
    page.wait_for_function(ENDED)
    way.resume()
    page.evaluate(f"{what}.dispatchEvent(new Event('{name}'))")
    page.wait_for_function("() => lines.some(line => line.readyState === 1)")
    play_on(page)


def test_a_device_that_slept_asks_as_soon_as_it_wakes(visit: Visit, way: Way) -> None:
    """No event tells of it everywhere, but the clock jumps."""
    page = held(visit, way)
    before = page.evaluate("asked")
    page.clock.set_system_time(page.evaluate("Date.now()") / 1000 + 3600)
    page.clock.run_for(1000)
    assert page.evaluate("asked") == before + 1, "long before its silence is noticed"
    play_on(page)


def test_a_hidden_page_leaves_the_room_alone(visit: Visit, way: Way) -> None:
    page = held(visit, way)
    page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })")
    before = page.evaluate("asked")
    page.clock.run_for(60_000)
    assert page.evaluate("asked") == before
    way.refuse()
    page.wait_for_function(ENDED)
    for _ in range(20):
        page.clock.run_for(BACK)
        page.wait_for_function(ENDED)
    assert lines(page) < 15, "seldom, as nobody waits"
    way.resume()
    page.evaluate("delete document.visibilityState")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function(LIVE)
    play_on(page)


def test_two_tabs_agree_after_the_room_was_started_anew(visit: Visit, tmp_path: Path) -> None:
    room = GameRoom(tmp_path / "room.db", "--pace=off")
    try:
        page = visit(room.address)
        sit_down(page, "mitch", "random")
        other = page.context.new_page()
        other.goto(page.url)
        tabs: list[Any] = [page, other]
        for killed in (True, False):
            for each in tabs:
                assert asked(each)
            before = seq(page)
            room.kill() if killed else room.close()
            for each in tabs:
                each.wait_for_selector(".banner")
            discard(page)
            room = GameRoom(tmp_path / "room.db", "--pace=off", port=room.port)
            for each in tabs:
                each.wait_for_selector(".banner", state="detached")
                wait_past(each, before)
                each.wait_for_selector(READY)
            page.wait_for_function("seq => Number(document.querySelector('.table').dataset.seq) >= seq", arg=seq(other))
            other.wait_for_function("seq => Number(document.querySelector('.table').dataset.seq) >= seq", arg=seq(page))
            assert hand(other) == hand(page)
    finally:
        room.close()

"""Lines break: nothing that was done is lost, nothing is done twice, and the page goes on by itself."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute

from browser.conftest import Visit
from browser.hands import asked, overflow, seq, sit_down, wait_past
from server.people import GameRoom

DISCARD = "[data-zone=pile] .target"
CARD = ".dock .held button.able"


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[list[GameRoom]]:
    """Yield a list for the rooms that a test opens on one database, and end them afterwards."""
    opened: list[GameRoom] = []
    yield opened
    for room in opened:
        if room.process.poll() is None:
            room.kill()


def open_room(rooms: list[GameRoom], tmp_path: Path) -> GameRoom:
    """Open the room, at the address it had before."""
    port = rooms[0].port if rooms else 0
    rooms.append(GameRoom(tmp_path / "room.db", "--pace=off", port=port))
    return rooms[-1]


def discard(page: Page) -> None:
    """Discard the first card."""
    before = seq(page)
    page.click(CARD)
    page.click(DISCARD)
    wait_past(page, before)


def test_play_goes_on_after_the_room_was_killed(visit: Visit, rooms: list[GameRoom], tmp_path: Path) -> None:
    page = visit(open_room(rooms, tmp_path).address)
    sit_down(page, "mitch", "random")
    for _ in range(2):
        assert asked(page)
        discard(page)
    assert asked(page)
    before, hand = seq(page), page.locator(".held .piece").count()

    rooms[-1].kill()
    page.wait_for_selector(".banner")
    page.click(CARD)
    page.click(DISCARD)  # said into the void; it must arrive once
    page.wait_for_selector(".dock [aria-busy=true]")
    open_room(rooms, tmp_path)
    page.wait_for_selector(".banner", state="detached")
    wait_past(page, before)

    assert asked(page)
    told = [line for line in page.locator(".story li").all_text_contents() if line.startswith("You discard")]
    assert len(told) == 3
    assert page.locator(".held .piece").count() in (hand, hand - 1), "one card went, one may have been drawn"
    page.reload()
    page.wait_for_selector(".table")
    assert seq(page) > before


def test_play_goes_on_by_polling_where_sockets_do_not_get_through(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    page.add_init_script(
        "window.WebSocket = class extends EventTarget { static OPEN = 1; readyState = 3; constructor() { super();"
        "setTimeout(() => this.onclose?.({ code: 1006 })); } close() {} send() {} }"
    )
    sit_down(page, "mitch", "random", hands=1)
    while asked(page):
        discard(page)
    assert not page.locator(".banner").count()


def test_two_pages_of_one_seat_stay_together(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    assert asked(page)
    other = page.context.new_page()
    other.goto(page.url)
    assert asked(other)
    before = seq(page)
    page.click(CARD)
    other.click(CARD)
    page.click(DISCARD)
    wait_past(other, before)
    wait_past(page, before)
    assert asked(other) and asked(page) and seq(other) == seq(page)


def test_the_next_act_need_not_wait_for_the_word_that_the_last_is_done(visit: Visit, room: GameRoom) -> None:
    """Quick people act between the scene and the acknowledgement."""
    page = visit(room.address)
    words: list[object] = []

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if done := message.pop("done", message if message["type"] == "done" else None):
                words.append(done)
            if message is not done:
                socket.send(json.dumps(message))

        server.on_message(hear)

    page.route_web_socket("**/live*", through)
    sit_down(page, "mitch", "random", hands=1)
    while asked(page):
        discard(page)
    assert words, "the room sent them, and they were held back"
    assert not page.query_selector("[aria-disabled=true][data-act=again]")


def test_a_phone_that_wakes_up_notices_that_its_line_is_dead(visit: Visit, room: GameRoom) -> None:
    """Sockets of sleeping phones stay open and silent: when the page is seen again it asks, and does not wait long."""
    page = visit(room.address)
    sit_down(page, "mitch", "random")
    assert asked(page)
    other = page.context.new_page()
    other.goto(page.url)
    assert asked(other)

    asleep = [True]

    def through(socket: WebSocketRoute) -> None:
        server, dead = socket.connect_to_server(), asleep[0]
        server.on_message(lambda text: None if dead and seen(text) else socket.send(text))

    scenes: list[str | bytes] = []

    def seen(text: str | bytes) -> bool:
        scenes.append(text)
        return len(scenes) > 1  # the first scene comes through, then silence

    other.route_web_socket("**/live*", through)
    other.reload()
    assert asked(other)
    before = seq(other)
    page.click(CARD)
    page.click(DISCARD)
    wait_past(page, before)
    assert seq(other) == before
    asleep[0] = False
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_past(other, before)


def test_a_page_that_is_not_there_is_said_plainly(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/mitch", "phone")
    page.wait_for_selector("text=There is no such page")
    assert overflow(page) <= 0
    page.click("text=All games")
    page.wait_for_selector(".game-card")


def test_a_table_that_is_not_there_is_said_plainly(visit: Visit, room: GameRoom) -> None:
    page = visit(f"{room.address}/m/nowhere")
    page.wait_for_selector("text=There is no such table")
    page.click("text=All games")
    page.wait_for_selector(".game-card")

"""The service worker: what opens while the room cannot be reached, and reminders."""

import base64
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page, expect

from browser.conftest import STEADY, Visit
from browser.hands import A_MOMENT
from patience import PATIENCE
from server.people import GameRoom

NOTIFIES = True
KEPT = "async () => (await (await caches.open('muckle')).keys()).map(each => new URL(each.url).pathname)"
NAMED = """() => [...document.head.querySelectorAll("[href^='/part-']")]
    .map(link => [link.rel === "modulepreload", link.getAttribute("href")])"""
"""Returns the parts of the program that a page names, each after whether it is fetched at once."""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, data }) => [title, body, data])"""
READY = "async () => { await navigator.serviceWorker.ready; }"


@pytest.fixture
def closing(tmp_path: Path) -> Iterator[GameRoom]:
    """Open a room that a test may close; it has a public address, so it offers reminders."""
    room = GameRoom(tmp_path / "room.db", "--pace=off", "--public-url=https://games.example", start=(str(STEADY),))
    yield room
    if room.process.poll() is None:
        room.kill()


def ready(visit: Visit, room: GameRoom, size: str = "phone") -> Page:
    """Open the lobby and wait until the worker serves its page."""
    page = visit(room.address, size, worker=True)
    page.evaluate(READY)
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    return page


def test_what_needs_no_room_opens_without_one(visit: Visit, closing: GameRoom) -> None:
    page = ready(visit, closing)
    page.wait_for_selector(".game-card")
    for address, sign in (("/rules/mitch", "#mitch-5"), ("/learn/mitch", ".dock"), ("/about/mitch", "h1")):
        page.goto(closing.address + address)
        page.wait_for_selector(sign)
    kept = page.evaluate(KEPT)
    assert {"/", "/api/games", "/api/rules/mitch", "/api/lessons/mitch"} <= set(kept)
    assert not [path for path in kept if path.startswith(("/api/me", "/api/daily", "/api/matches", "/api/tables"))]
    assert len([path for path in kept if path.startswith("/app-")]) == 2
    closing.kill()
    page.goto(closing.address)
    expect(page.locator(".game-card").first).to_be_visible()
    page.goto(f"{closing.address}/rules/mitch")
    expect(page.locator("#mitch-5")).to_be_attached()
    page.goto(f"{closing.address}/learn/mitch")
    expect(page.locator(".dock")).to_be_visible()
    page.goto(f"{closing.address}/rules/multzo")  # was never opened here
    expect(page.get_by_text("The game room cannot be reached")).to_be_visible()


def test_a_first_visit_keeps_what_shows_the_lobby_and_a_second_one_the_whole_program(visit: Visit, closing: GameRoom) -> None:
    page = visit(closing.address, "phone", worker=True)
    until_true(lambda: "/" in page.evaluate(KEPT))
    named = {path: at_once for at_once, path in page.evaluate(NAMED)}
    kept = {path for path in page.evaluate(KEPT) if path.startswith("/part-")}
    assert kept == {path for path, at_once in named.items() if at_once} and len(kept) < len(named)
    page.reload()
    until_true(lambda: {*named} <= {*page.evaluate(KEPT)})


def test_a_program_that_is_not_the_page_s_any_more_is_kept_no_longer(visit: Visit, closing: GameRoom) -> None:
    page = ready(visit, closing)
    page.evaluate("async () => (await caches.open('muckle')).put('/app-0LD0LD00.js', new Response('old'))")
    assert "/app-0LD0LD00.js" in page.evaluate(KEPT)
    page.goto(closing.address)
    until_true(lambda: "/app-0LD0LD00.js" not in page.evaluate(KEPT))


def test_a_reminder_is_shown_and_leads_to_its_table(visit: Visit, closing: GameRoom) -> None:
    page = ready(visit, closing, "desktop")
    page.context.grant_permissions(["notifications"])
    devtools, versions = page.context.new_cdp_session(page), list[dict[str, str]]()
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: versions.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(100)
    data = {"title": "Your turn – Mitch", "url": "/m/abc", "tag": "abc"}
    told = {"origin": closing.address, "registrationId": versions[0]["registrationId"]}
    for body in ("At the table with Ben.", "You have 1 day."):  # the second one replaces the first
        devtools.send("ServiceWorker.deliverPushMessage", {**told, "data": json.dumps({**data, "body": body})})
        until_true(lambda body=body: page.evaluate(SHOWN) == [[data["title"], body, data["url"]]])


def test_reminders_are_off_until_one_tap_and_off_again_with_another(visit: Visit, closing: GameRoom) -> None:
    page = ready(visit, closing)
    page.context.grant_permissions(["notifications"])
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    keys = {"p256dh": text_of(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), "auth": text_of(bytes(16))}
    given = {"endpoint": "https://fcm.googleapis.com/fcm/send/x", "keys": keys}
    page.add_init_script(  # the browser's own push service is not on this machine
        f"""
        const given = {json.dumps(given)};
        const one = {{ endpoint: given.endpoint, toJSON: () => given, unsubscribe: async () => !(there = null) }};
        let there = null;
        PushManager.prototype.subscribe = async ({{ applicationServerKey }}) => {{
            window.keyGiven = applicationServerKey;
            return (there = one);
        }};
        PushManager.prototype.getSubscription = async () => there;
        """
    )
    page.goto(f"{closing.address}/you")
    switch = page.locator("[data-act=remind]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    with page.expect_response(lambda answer: answer.url.endswith("/api/me/push") and answer.request.method == "POST") as told:
        switch.tap()
    assert told.value.status == 200 and told.value.request.post_data_json == {"endpoint": given["endpoint"], **keys}
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("keyGiven") == page.evaluate("async () => (await (await fetch('/api/me/push')).json()).key")
    page.wait_for_timeout(A_MOMENT)
    with page.expect_response("**/api/me/push/off") as told:
        switch.tap()
    assert told.value.status == 200
    expect(switch).to_have_attribute("aria-pressed", "false")


def until_true(condition: Callable[[], bool]) -> None:
    """Wait for something that a worker does."""
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, "it never happened"
        time.sleep(0.05)


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

"""A real Chromium, a real game room, and the hand-written scenes of web/demo."""

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect, sync_playwright

from muckle.scene.contract import Scene
from patience import PATIENCE
from server.people import GameRoom

expect.set_options(timeout=1000 * PATIENCE)

ROOT = Path(__file__).parents[2]
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
STEADY = ROOT / "tests" / "server" / "steady_room.py"
ELSEWHERE = "room.test"
"""A name that the browser takes for this machine, but not for a secure place."""
EXPECTED = (
    "WebSocket connection to",
    "Failed to load resource",
    "An unknown error occurred when fetching the script.",
    "The Cross-Origin-Opener-Policy header has been ignored",
    "Service Worker registration blocked by Playwright",
)
"""Beginnings of console messages that browsers write when a line breaks, a request is refused, a service worker cannot be
fetched anew, or a page comes over plain http; the last one is of these tests themselves."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses a page as a browser test."""
    for item in items:
        if "visit" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers, the one that takes least first: the shell lays out a page in half the time, and cannot show notifications."""


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Start a browser for one file's tests: Playwright keeps an event loop running that other files' tests must not meet.

    A file whose tests show notifications says ``NOTIFIES = True``.
    """
    programs = PROGRAMS[1:] if getattr(request.module, "NOTIFIES", False) else PROGRAMS
    program = next(filter(None, map(shutil.which, programs)), None)
    if not program:
        missing = "no Chromium on this machine; MUCKLE_TEST_BROWSER=required makes that a failure"
        if os.environ.get("MUCKLE_TEST_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    if not (ROOT / "src" / "muckle" / "static" / "index.html").exists():
        pytest.fail("the browser client has not been built: uv sync --reinstall-package muckle")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        hinting = "--font-render-hinting=none"  # letters are as wide in the shell as in the whole browser
        args = [hinting, f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1", *(["--no-sandbox"] if root else [])]
        browser = playwright.chromium.launch(executable_path=program, args=args)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameRoom]:
    """Open a room whose bots do not pause, and whose chance is the same in every run."""
    yield from open_room(tmp_path_factory.mktemp("room"))


@pytest.fixture(scope="session")
def plain_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameRoom]:
    """Open a room that compiles nothing, which would take a minute for all games, for tests whose bots need not search."""
    yield from open_room(tmp_path_factory.mktemp("plain_room"), "--plain")


def open_room(folder: Path, *options: str) -> Iterator[GameRoom]:
    public = f"--public-url=http://{ELSEWHERE}"
    game_room = GameRoom(folder / "room.db", "--pace=off", public, *options, start=(str(STEADY),))
    yield game_room
    game_room.close()


@pytest.fixture(scope="session")
def demo() -> Iterator[str]:
    """Serve the hand-written scenes and yield their address."""
    sys.path.insert(0, str(ROOT / "web" / "demo"))
    import serve  # pyright: ignore[reportMissingImports]  # in web/demo

    server = serve.serve(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


Visit = Callable[..., Page]
Lay = Callable[[Page, str, Scene], None]


@pytest.fixture
def lay(demo: str) -> Iterator[Lay]:
    """Return a function that shows a scene at a page's table, without a room."""
    sys.path.insert(0, str(ROOT / "web" / "demo"))
    from fixtures import SCENES  # pyright: ignore[reportMissingImports]  # in web/demo

    def put(page: Page, name: str, scene: Scene) -> None:
        SCENES[name] = replace(scene, match=name)
        page.goto(f"{demo}/m/{name}")
        page.wait_for_selector(".table > .dock, .table > .ending")

    with mock.patch.dict(SCENES):  # other tests show the scenes by these names
        yield put


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Return a function that opens pages, each for another visitor, and check afterwards that none has complained."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def go(address: str, size: str = "desktop", theme: str = "light", motion: str = "reduce", worker: bool = False) -> Page:
        phone = size == "phone"
        context = chromium.new_context(
            viewport=SIZES[size],
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=phone,
            is_mobile=phone,
            service_workers="allow" if worker else "block",  # requests of a worker's pages cannot be stood in for
        )
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(address)
        return page

    yield go
    for context in contexts:
        context.close()
    assert not [text for text in complaints if not text.startswith(EXPECTED)]


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe, the accessibility checker."""
    source = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not source.exists():
        pytest.skip("web/node_modules is not there: the client was not built in this checkout")
    return source.read_text("utf-8")

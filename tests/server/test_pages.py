"""The client's files, the rules as a page, and the headers of every answer."""

import asyncio
import base64
import gzip
import io
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from starlette.middleware.gzip import GZipMiddleware

from muckle import games
from muckle.server.bots.bots import Bots
from muckle.server.door.door import HEADERS, Door
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import Passport
from muckle.server.door.rate_limits import Limits, RateLimits
from muckle.server.http import link_pictures, pages, previews
from muckle.server.http.app import make_app
from muckle.server.room import Room
from muckle.store.sqlite import SqliteStore

CLIENT = {
    "index.html": "<!doctype html><title>muckle</title>",
    "app.js": "export {}",
    "app.css": "a{}",
    "icon.svg": "<svg/>",
    "link-mitch.jpg": "",
}


class Browser:
    """Asks an application directly, without a network."""

    def __init__(self, app: Door) -> None:
        self.transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, b"", headers))

    def post(self, path: str, body: bytes, **headers: str) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, body, headers))

    async def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=self.transport, base_url="http://room") as client:
            return await client.request(method, path, content=body, headers=headers)


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """Return a browser at a room whose client is not built yet; `build` does that."""
    monkeypatch.setattr(pages, "STATIC", tmp_path / "static")
    monkeypatch.setattr(pages, "SITE", tmp_path / "site")
    store = SqliteStore(tmp_path / "room.db")
    yield Browser(make_app(Room(store, Bots()), Passport("key"), RateLimits(Limits()), Hosts("http://room")))
    asyncio.run(store.close())


def build() -> None:
    pages.STATIC.mkdir()
    for name, text in CLIENT.items():
        (pages.STATIC / name).write_text(text)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "muckle"),
        ("/m/abc", "muckle"),
        ("/replay/abc", "muckle"),
        ("/e/NONE", "muckle"),
        ("/rules/mitch", "The rules of Mitch"),
        ("/rules/chess", "muckle"),
        ("/about/mitch", "Mitch"),
        ("/learn/mitch", "Learn Mitch by playing"),
        ("/privacy", "Privacy"),
        ("/daily/multzo", "muckle"),
    ],
)
def test_every_page_is_the_client_s_one_page_with_a_title_for_links(browser: Browser, path: str, title: str):
    build()
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.text.startswith(f"<!doctype html><title>{title}</title>")
    assert f'<meta property="og:title" content="{title}" />' in answer.text


LINKS = {
    "/m/ABCDE23456": "/m/abcde23456",
    "/M/abcde23456": "/m/abcde23456",
    "/m/abcde-23456": "/m/abcde23456",
    "/m/abcde23456).": "/m/abcde23456",
    "/m/abcde23456%E2%80%9D": "/m/abcde23456",
    "/m/abcde%E2%80%8B23456": "/m/abcde23456",
    "/m/abcde%252023456": "/m/abcde23456",
    "//m//abcde23456/": "/m/abcde23456",
    "/%5Cm/abcde23456": "/m/abcde23456",
    "/replay/QWERT.1.12,": "/replay/QWERT.1.12",
    "/replay/qwert.1.best": "/replay/QWERT.1.best",
    "/e/qwert": "/e/QWERT",
    "/e/QWERT%20": "/e/QWERT",
    "/rules/Grabble%20Road": "/rules/grabble_road",
    "/Daily/": "/daily",
    "/replay/abcde23456?step=3&amp;seat=1": "/replay/abcde23456?step=3&seat=1",
}
"""Links as hands, chats and mails leave them, and the addresses that they mean."""


@pytest.mark.parametrize("pasted", LINKS)
def test_a_link_as_people_paste_it_leads_to_the_right_page(browser: Browser, pasted: str, monkeypatch: pytest.MonkeyPatch):
    build()
    answer = browser.get("http://room" + pasted, accept="text/html")
    assert (answer.status_code, answer.headers["location"]) == (308, LINKS[pasted])
    assert browser.get(LINKS[pasted], accept="text/html").status_code == 200
    monkeypatch.setattr(pages, "right_path", lambda path: path)
    assert "amp;" in pasted or browser.get("http://room" + pasted, accept="text/html").status_code != 308, (
        "its break: nothing is corrected"
    )


@given(st.text(st.sampled_from("/\\emMrules.-_ %2F\u200b’)Ⅷİ"), max_size=12))
def test_a_corrected_path_is_right_and_stays_in_the_room(text: str):
    right = pages.right_path("/" + text)
    assert pages.right_path(right) == right
    assert right == "/" + text or re.match(r"/(?![/\\])", right)


@pytest.mark.parametrize("path", ["/docs/About.html", "/assets/Main.js", "/api/Games"])
def test_other_paths_are_left_alone(browser: Browser, path: str):
    assert browser.get(path, accept="text/html").status_code != 308


def test_a_link_to_a_daily_says_whom_one_is_to_beat(browser: Browser):
    build()
    assert "Can you beat par?" in browser.get("/daily").text
    page = browser.get("/daily/alphabetickell").text
    assert "<title>Today&#x27;s Alphabetickell</title>" in page and "Can you beat Magpie and Owl?" in page


def test_the_picture_of_a_link_to_a_daily_names_the_day(browser: Browser):
    """It is drawn from what holds none of the day's cards: the game's picture, and the date."""
    build()
    Image.new("RGB", (1200, 630)).save(pages.STATIC / "link-daily-mickell.jpg")
    shutil.copyfile(BUILT / link_pictures.FONT, pages.STATIC / link_pictures.FONT)
    today = datetime.now(UTC).date()
    found = re.search(r'"og:image" content="http://room(/daily/mickell/[-0-9]+\.jpg)"', browser.get("/daily").text)
    assert found and str(today) in found[1]
    drawn = browser.get(found[1])
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/jpeg")
    written = Image.open(io.BytesIO(drawn.content)).convert("L").point([255 * (light > 128) for light in range(256)]).getbbox()
    left, top, right, bottom = written or (0, 0, 0, 0)
    assert 70 <= left < 80 and top >= 480 and bottom <= 540 and 300 <= right - left <= 500, "the day in one line"
    assert browser.get(f"/daily/mickell/{today - timedelta(1)}.jpg").content != drawn.content
    for path in (f"mickell/{today + timedelta(9)}", f"mickell/{today - timedelta(9)}", f"mitch/{today}", "mickell/x"):
        assert browser.get(f"/daily/{path}.jpg").status_code == 404
    assert link_pictures.day_text(date(2026, 11, 7)) == "7 November 2026"


def test_a_link_to_a_table_says_who_invites_to_what_and_markup_in_a_name_stays_text(browser: Browser):
    build()
    token = browser.post("/api/me/token", b"{}").json()["token"]
    post = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    opened = browser.post("/api/matches", b'{"game": "mitch", "seats": ["open", "open"], "name": "<b>\\"Ann"}', **post)
    page = browser.get(f"/m/{opened.json()['match']}").text
    assert '<meta property="og:image" content="http://room/link-mitch.jpg" />' in page
    assert "<title>&lt;b&gt;&quot;Ann invites you to Mitch</title>" in page
    assert 'content="2 seats free. Open the link to sit down."' in page and "<b>" not in page


def test_a_title_that_is_not_escaped_would_be_noticed(browser: Browser, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(previews.html, "escape", str)
    with pytest.raises(AssertionError):
        test_a_link_to_a_table_says_who_invites_to_what_and_markup_in_a_name_stays_text(browser)


def test_the_page_is_read_once_for_each_version_of_it(browser: Browser, monkeypatch: pytest.MonkeyPatch):
    """Otherwise 200 visitors at once would keep everybody waiting for 0.7 s."""
    build()
    reads, read = list[Path](), Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda path, encoding: (reads.append(path), read(path, encoding))[1])
    assert len({browser.get("/").text for _ in range(3)}) == 1
    assert len(reads) == 1
    (pages.STATIC / "index.html").write_text("<title>a new version of another size</title>")
    assert "a new version" in browser.get("/m/abc").text and len(reads) == 2


def test_a_client_that_is_not_built_says_how_to_build_it(browser: Browser):
    answer = browser.get("/m/abc")
    assert answer.status_code == 503 and "uv sync --reinstall-package muckle" in answer.text
    assert browser.get("/app.js").status_code == 404


def test_files_have_their_types_and_are_checked_again_at_each_use(browser: Browser):
    build()
    for name, kind in (("app.js", "text/javascript"), ("app.css", "text/css"), ("icon.svg", "image/svg+xml")):
        answer = browser.get(f"/{name}")
        assert answer.text == CLIENT[name] and answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "no-cache"
        again = browser.get(f"/{name}", **{"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/room.db", "/..%2froom.db", "/nothing.js", "/api/nothing"])
def test_unknown_paths_are_not_found(browser: Browser, path: str):
    build()
    assert browser.get(path).status_code == 404


def test_a_browser_gets_a_page_that_says_not_found(browser: Browser):
    build()
    answer = browser.get("/mitch", accept="text/html,application/xhtml+xml")
    assert answer.status_code == 404 and "<title>muckle</title>" in answer.text
    for path, accept in (("/api/nothing", "text/html"), ("/mitch", "*/*")):
        answer = browser.get(path, accept=accept)
        assert (answer.status_code, answer.json()["code"]) == (404, "http.404")


def test_the_page_about_a_game_has_its_facts_and_examples_as_pieces(browser: Browser):
    page = browser.get("/api/about/mickell").json()
    assert ["Time", "10 to 20 min"] in page["facts"]
    assert page["examples"][0]["rows"][0]["picture"][0] == [{"kind": "letters", "text": "T", "second": "H", "on": "H"}]
    assert page["examples"][0]["rows"][0]["gone"] == [2, 3]
    assert browser.get("/api/about/muckell").json()["game"] == "mickell"
    assert browser.get("/api/about/mitsch").json()["message"] == "no game is called 'mitsch'; did you mean 'mitch'?"


def test_the_catalogue_tells_time_best_number_and_what_is_for_tests(browser: Browser):
    games = {game["name"]: game for game in browser.get("/api/games").json()["games"]}
    assert (games["mitch"]["best"], games["mickell"]["minutes"], games["multzo"]["best"]) == ([3, 5], [10, 20], None)
    small = {name: {each["name"] for each in game["presets"] if each["small"]} for name, game in games.items()}
    assert small["mitch"] == {"tiny", "tiny_zero", "tiny_two_suits"}
    assert all({"tiny"} <= names for names in small.values())
    assert {each["name"] for each in games["mitch"]["options"] if each.get("for_tests")} == {"discarding", "suits", "ranks"}


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/games", "/api/nothing", "/api/matches/x/scene", "/nothing"])
def test_every_answer_has_the_security_headers(browser: Browser, path: str):
    build()
    answer = browser.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    policy = dict(part.split(" ", 1) for part in HEADERS["content-security-policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")


def test_a_mistake_of_the_room_is_told_without_a_traceback(browser: Browser, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages.games, "GAMES", None)
    answer = browser.get("/api/rules/mitch")
    assert (answer.status_code, answer.json()["code"]) == (500, "http.500")
    assert "Traceback" not in answer.text and answer.headers["x-content-type-options"] == "nosniff"


def test_a_room_without_documentation_says_how_it_is_made(browser: Browser):
    for path in ("/docs", "/docs/", "/docs/games/mitch.html"):
        answer = browser.get(path)
        assert answer.status_code == 404 and "docs/site/make.py" in answer.text
        assert answer.headers["content-type"].startswith("text/html") and answer.headers.items() >= HEADERS.items()
    assert browser.get("/api/games").json()["docs"] is False


def test_the_documentation_is_served_where_it_was_made(tmp_path: Path, request: pytest.FixtureRequest):
    (tmp_path / "site" / "games").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<!doctype html><title>all of it</title>")
    (tmp_path / "site" / "games" / "mitch.html").write_text("<!doctype html><title>Mitch</title>")
    (tmp_path / "secret.txt").write_text("secret")
    browser: Browser = request.getfixturevalue("browser")
    assert browser.get("/docs").headers["location"] == "/docs/"
    assert "all of it" in browser.get("/docs/").text and "Mitch" in browser.get("/docs/games/mitch.html").text
    for path in ("/docs/nothing.html", "/docs/games/", "/docs/..%2fsecret.txt", "/docs/%2e%2e/secret.txt"):
        assert browser.get(path).status_code == 404
    answer = browser.get("/docs/games/mitch.html")
    assert answer.headers.items() >= HEADERS.items() and answer.headers["cache-control"] == "no-cache"
    assert browser.get("/docs/games/mitch.html", **{"if-none-match": answer.headers["etag"]}).status_code == 304
    assert browser.get("/api/games").json()["docs"] is True


@pytest.mark.parametrize("game", games.GAMES)
def test_every_rule_of_a_game_can_be_linked_to(browser: Browser, game: str):
    shown = browser.get(f"/api/rules/{game}").json()
    ids = re.findall(r"\*\*((?:[A-Z][a-z]+ )+\d+[a-z]?)\*\*", games.GAMES[game].rules_text())
    assert len(set(ids)) > 10
    for rule in set(ids):
        anchor = rule.lower().replace(" ", "-")
        assert shown["html"].count(f'<strong id="{anchor}">{rule}</strong>') == 1
    assert "<table>" in shown["html"] and shown["title"] == games.GAMES[game].title


@pytest.mark.parametrize("game", games.GAMES)
def test_the_rules_bring_their_picture_along(browser: Browser, game: str):
    [source] = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)"', browser.get(f"/api/rules/{game}").json()["html"])
    assert base64.b64decode(source) == (files(games.GAMES[game].folder) / "table.svg").read_bytes()


def test_rules_of_a_game_there_is_not_are_not_found(browser: Browser):
    assert browser.get("/api/rules/mitsch").json()["message"] == "no game is called 'mitsch'; did you mean 'mitch'?"


def test_a_room_refuses_the_cookie_of_another():
    first, second = Passport("first"), Passport("second")
    assert first.cookie != second.cookie
    assert first.read(first.issue("ann"))[:3] == ("ann", False, False)
    visitor = second.read(first.issue("ann"))
    assert visitor.new and visitor.owner != "ann"


APP = "app-0123ABCD.js"


def build_compressed() -> None:
    build()
    (pages.STATIC / APP).write_text("export const x = 1;\n" * 200)
    (pages.STATIC / f"{APP}.br").write_bytes(b"as brotli has it")
    (pages.STATIC / f"{APP}.gz").write_bytes(gzip.compress((pages.STATIC / APP).read_bytes()))


@pytest.mark.parametrize(
    ("asked", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("GZIP", "gzip"),
        ("identity", ""),
        ("gzip;q=0.0", ""),
        ("", ""),
    ],
)
def test_a_file_comes_as_small_as_the_browser_takes_it(browser: Browser, asked: str, coding: str):
    build_compressed()
    answer = asyncio.run(raw(browser, f"/{APP}", {"accept-encoding": asked}))
    assert (answer.status_code, answer.headers.get("content-encoding", "")) == (200, coding)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    ending = pages.CODINGS.get(coding, "")
    assert int(answer.headers["content-length"]) == (pages.STATIC / f"{APP}{ending}").stat().st_size


async def raw(browser: Browser, path: str, headers: dict[str, str]) -> httpx.Response:
    """Return an answer whose body is still compressed."""
    request = httpx.Request("GET", f"http://room{path}", headers={"host": "room", **headers})
    return await browser.transport.handle_async_request(request)


def test_a_file_that_is_known_is_not_sent_again_in_any_coding(browser: Browser):
    build_compressed()
    tags: list[str] = []
    for coding in ("br", "gzip", "identity"):
        asked = {"accept-encoding": coding}
        tags.append(asyncio.run(raw(browser, f"/{APP}", asked)).headers["etag"])
        again = asyncio.run(raw(browser, f"/{APP}", {**asked, "if-none-match": tags[-1]}))
        assert (again.status_code, again.headers["vary"]) == (304, "accept-encoding")
    assert len(set(tags)) == 3


def test_names_without_a_hash_are_checked_at_each_use(browser: Browser):
    build_compressed()
    for path in ("/app.js", "/icon.svg", "/"):
        assert browser.get(path).headers["cache-control"] == "no-cache"


def test_only_answers_without_secrets_are_compressed(browser: Browser):
    """Otherwise the size of a person's compressed answer would reveal secrets in it (BREACH)."""
    build_compressed()
    for path, coding in (("/api/games", "gzip"), ("/api/rules/mitch", "gzip"), ("/api/me", ""), ("/api/daily", "")):
        answer = asyncio.run(raw(browser, path, {"accept-encoding": "gzip, br"}))
        assert (answer.status_code, answer.headers.get("content-encoding", "")) == (200, coding), path
    plain = asyncio.run(raw(browser, "/api/games", {"accept-encoding": "identity"}))
    assert "content-encoding" not in plain.headers and plain.headers["vary"] == "accept-encoding"
    assert browser.get("/api/games").json()["games"]


def test_its_break_one_rule_for_all_answers_would_compress_secrets(browser: Browser, monkeypatch: pytest.MonkeyPatch):
    everything = GZipMiddleware(browser.transport.app, minimum_size=10)
    monkeypatch.setattr(browser, "transport", httpx.ASGITransport(everything))
    assert asyncio.run(raw(browser, "/api/me", {"accept-encoding": "gzip"})).headers["content-encoding"] == "gzip"


BUILT = pages.STATIC


def test_each_page_fetches_its_part_of_the_program_at_once(browser: Browser):
    build()
    links = "".join(
        f'<link rel="part" data-parts="{part}" href="/{part[0]}.js" />' for part in ("lobby table", "events", "reading")
    )
    (pages.STATIC / "index.html").write_text(links)

    def at_once(address: str) -> list[str]:
        return re.findall('rel="modulepreload" href="/(.).js"', browser.get(address).text)

    assert [at_once(address) for address in ("/", "/m/abc", "/e/NONE", "/rules/mitch")] == [["l"], ["l"], ["e"], ["r"]]


def test_a_request_that_names_two_hosts_is_refused(browser: Browser):
    """Otherwise a proxy and the room may each believe another host (RFC 9112, 3.2)."""
    build()
    for hosts in (("room", "room"), ("room", "elsewhere.example")):
        request = httpx.Request("GET", "http://room/", headers=[("host", host) for host in hosts])
        answer = asyncio.run(browser.transport.handle_async_request(request))
        assert answer.status_code == 400

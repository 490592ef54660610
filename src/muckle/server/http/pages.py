"""Files for the browser: the client itself, the documentation, and each game's rules as HTML."""

from __future__ import annotations

import base64
import functools
import itertools
import mimetypes
import os
import re
import unicodedata
from importlib import resources
from pathlib import Path
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from muckle import games
from muckle.server.http import link_pictures
from muckle.server.http.previews import PAGES, ROOM, Preview, with_preview
from muckle.server.http.requests import accepts

STATIC = Path(str(resources.files("muckle") / "static"))
"""The browser client as built from web/."""
SITE = Path(str(resources.files("muckle") / "site"))
"""The documentation as built by docs/site/make.py; not every installation has it."""
MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>muckle</title>
<h1>The browser client has not been built</h1>
<p>In a checkout, this builds it: <code>uv sync --reinstall-package muckle</code></p>
<p>Meanwhile, <code>muckle play mitch</code> plays in the terminal.</p>
</html>
"""
NO_SITE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>muckle</title>
<h1>This room has no documentation</h1>
<p>In a checkout, this makes it: <code>uv run --group docs docs/site/make.py</code>; then open the room again.</p>
<p>The rules of every game are here all the same: <a href="/">back to the games</a>.</p>
</html>
"""
RULE_ID = re.compile(r"[A-Z][A-Za-z]+(?: [A-Z][a-z]+)* [A-Z]?\d+[a-z]?")


CODINGS = {"br": ".br", "gzip": ".gz"}
"""Endings of compressed copies that may lie beside a file, by content coding, the best first."""
HASHED = re.compile(r"-[A-Z0-9]{8}\.(css|js)$")
"""Matches file names that contain a hash of the content."""
PART = re.compile(r'rel="part" data-parts="([^"]*)"')
"""Matches a link in the client's page to a script, with the parts of the program that need it (see web/build_hook.py)."""
PARTS = {
    **dict.fromkeys(("", "daily"), "lobby"),
    **dict.fromkeys(("m", "learn"), "table"),
    **dict.fromkeys(("replay", "evening"), "replay"),
    **dict.fromkeys(("e", "s", "series", "host", "code"), "events"),
}
"""The part of the program that shows a page, by the first part of its path; any other page is in the part "reading"."""
PAGE_NAMES = {address.split("/")[1] for address in PAGES}
NAMED_BY_GAME = {address.split("/")[1] for address in PAGES if address.endswith("{game}")}
CODE = re.compile(r"^[a-z]+")
"""An event's or series' code, which is in capitals; the ids of an event's boards begin with it, and a dot."""
FOR_GOOD = "private, max-age=31536000, immutable"
"""Cache-Control of files whose name has a hash. No shared cache may keep them: an answer can bring a new visitor's cookie."""


class Files(StaticFiles):
    """Static files, compressed in advance where the build has done so.

    Browsers keep a file for good if its name has a hash. They check any other file at each use, so that a new version shows at
    once.
    """

    def __init__(self, folder: Path, *, html: bool = False) -> None:
        super().__init__(directory=folder, check_dir=False, html=html)

    async def check_config(self) -> None:
        """Accept a client that has not been built: its files are just not found."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        request, path = Headers(scope=scope), Path(full_path)
        beside = {coding: path.with_name(path.name + ending) for coding, ending in CODINGS.items()}
        coded = {coding: file for coding, file in beside.items() if file.is_file()}
        coding = next((coding for coding in coded if accepts(request, coding)), "")
        headers = {"vary": "accept-encoding"} if coded else {}
        if coding:
            headers["content-encoding"] = coding
            stat_result = coded[coding].stat()
        if HASHED.search(path.name):
            headers["cache-control"] = FOR_GOOD
        kind = mimetypes.guess_type(path)[0]
        answer = FileResponse(coded.get(coding, path), status_code, headers, kind, stat_result=stat_result)
        return NotModifiedResponse(answer.headers) if self.is_not_modified(answer.headers, request) else answer


def right_path(path: str) -> str:
    """Return the path of the page that a link means, whatever a hand, a chat or a mail program has done to it.

    They change the case, double a slash, insert invisible characters, and add the punctuation after a link to it.
    """
    text = re.sub(r"[^\w/\\ .-]", "", unicodedata.normalize("NFKC", unquote(path)).lower())
    parts = [part.strip(" ._-") for part in re.split(r"[/\\]", text)]
    page, *names = [part for part in parts if part] or [""]
    if page not in PAGE_NAMES:
        return path
    if page in NAMED_BY_GAME:
        names = [re.sub(r"[ -]", "_", name) for name in names]
    else:
        names = [re.sub(r"[ _-]", "", name) for name in names]
        names = [CODE.sub(lambda code: code[0].upper(), name) if page in "es" or "." in name else name for name in names]
    return "/" + "/".join([page, *names])


def corrected(request: Request) -> Response | None:
    """Return a redirect to the page that a link means; None if the link is right."""
    path, query = request.scope["path"], request.url.query
    right, asked = right_path(path), query.replace("amp;", "")
    if (right, asked) == (path, query):
        return None
    return RedirectResponse(quote(right) + (f"?{asked}" if asked else ""), 308)


def client(address: str, shown: Preview = ROOM, base: str = "", status: int = 200) -> Response:
    """Return the client's page with a preview in its head. It shows by itself what does not exist.

    Args:
        address: the page's path, whose part of the program is fetched at once.
        base: the room's own address, which pictures of links need; empty for none.
    """
    index = STATIC / "index.html"
    try:
        found = index.stat()
    except OSError:
        return HTMLResponse(MISSING, 503)
    file = link_pictures.file_name(shown.picture) if shown.day else f"link-{shown.picture}.jpg"
    path = f"daily/{shown.picture}/{shown.day}.jpg" if shown.day else file
    picture = f"{base}{path}" if base and (STATIC / file).is_file() else ""
    page = with_part(index_html(index, found.st_mtime_ns, found.st_size), address)
    return HTMLResponse(with_preview(page, shown, picture), status)


def with_part(page: str, address: str) -> str:
    """Return the client's page so that browsers fetch the part of the program for an address beside the program itself."""
    part = PARTS.get(address.split("/")[1], "reading")
    return PART.sub(lambda link: 'rel="modulepreload"' if part in link[1].split() else link[0], page)


@functools.lru_cache(maxsize=2)
def index_html(index: Path, modified_ns: int, size: int) -> str:
    """Return the content of the client's page, read once per version of the file."""
    return index.read_text("utf-8")


def has_documentation() -> bool:
    """Return whether this installation has the documentation."""
    return (SITE / "index.html").is_file()


def documentation() -> list[BaseRoute]:
    """Return the routes of the documentation, or of a page that says there is none."""
    if not has_documentation():
        return [Route(path, _no_site) for path in ("/docs", "/docs/{page:path}")]
    return [Route("/docs", _documentation), Mount("/docs", Files(SITE, html=True))]


async def _documentation(request: Request) -> Response:
    """Redirect to the folder's address, because the pages link to each other by relative addresses."""
    return RedirectResponse("/docs/")


async def _no_site(request: Request) -> Response:
    return HTMLResponse(NO_SITE, 404)


@functools.cache
def rules_html(game: str) -> str:
    """Return a game's RULES.md as HTML with its pictures inlined. A rule's bold id is its anchor: "Mitch 5" is "mitch-5"."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(games.find(game).rules_text())
    seen: set[str] = set()
    folder = resources.files(games.find(game).folder)
    for inline in tokens:
        parts = inline.children or []
        for image in (part for part in parts if part.type == "image"):
            picture = base64.b64encode(folder.joinpath(str(image.attrGet("src"))).read_bytes()).decode()
            image.attrSet("src", f"data:image/svg+xml;base64,{picture}")
        for start, text in itertools.pairwise(parts):
            if start.type == "strong_open" and RULE_ID.fullmatch(text.content) and text.content not in seen:
                seen.add(text.content)
                start.attrSet("id", text.content.lower().replace(" ", "-"))
    return markdown.renderer.render(tokens, markdown.options, {})

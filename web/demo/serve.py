"""Shows the fixtures in the built client: `python web/demo/serve.py [PORT]`, then /m/mitch, /m/mickell, /e/MOOR, /e/CARD ...

A development aid. It knows no sockets, so the client long-polls; it accepts no acts at tables; events do what callers wish.
"""

from __future__ import annotations

import contextlib
import sys
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
from events import Hall, par, players, standings
from fixtures import SCENES
from msgspec.structs import replace

from muckle.scene.contract import Scene
from muckle.server.messages import BirdInfo, Catalogue, GameInfo, PresetInfo, Problem, Rules

STATIC = Path(__file__).parents[2] / "src" / "muckle" / "static"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
GAMES = Catalogue(
    (
        GameInfo(
            "mitch",
            "Mitch",
            "Lay falling columns. The longest of a suit wins it.",
            1,
            (2, 5),
            (3, 5),
            (20, 20),
            {},
            (),
            (PresetInfo("mitch", "Mitch", "Four hands.", {}),),
            (),
            True,
        ),
        GameInfo(
            "mickell",
            "Mickell",
            "A word solitaire with two-letter cards.",
            1,
            (1, 1),
            None,
            (10, 20),
            {},
            (),
            (PresetInfo("mickell", "Mickell", "48 cards.", {}),),
            (),
            True,
        ),
    ),
    (BirdInfo("wren", "Wren", "easy", "still learning"), BirdInfo("rook", "Rook", "expert", "the strongest")),
    own_players=(),
    usual="wren",
    vocabularies=("common", "rare"),
    lessons=(),
    progress="",
    docs=False,
    keep_unplayed=14,
    keep_matches=0,
)
RULES = Rules("mitch", "Mitch", '<h1>Mitch</h1><p id="mitch-5"><strong>Mitch 5</strong> A card goes below a higher one.</p>')


HALL = Hall()


def scene(match: str) -> Scene | None:
    """A table of the fixtures, or the same as a board of an event: board~CODE."""
    name, _, code = match.partition("~")
    found = SCENES.get(name)
    return replace(found, match=match, event=code) if found and code else found


class Demo(SimpleHTTPRequestHandler):
    """The built files, the fixtures as scenes, one page for every path."""

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        parts = address.path.strip("/").split("/")
        if "." in parts[-1]:
            self.answer((STATIC / parts[-1]).read_bytes(), TYPES[Path(parts[-1]).suffix])
        elif parts[:2] == ["api", "games"]:
            self.json(GAMES)
        elif parts[:2] == ["api", "rules"]:
            self.json(RULES)
        elif parts[:2] == ["api", "matches"] and parts[-1] == "scene" and scene(parts[2]):
            time.sleep(float(parse_qs(address.query).get("wait", ["0"])[0]))
            self.json(scene(parts[2]))
        elif parts[:2] == ["api", "events"] and parts[-1] != "live":
            self.event(parts[2:], parse_qs(address.query))
        elif parts[0] == "api":
            self.json(Problem("http.404", "This is only a demonstration."), 404)
        else:
            self.answer((STATIC / "index.html").read_bytes(), TYPES[".html"])

    do_POST = do_GET

    def event(self, parts: list[str], asked: dict[str, list[str]]) -> None:
        """What is asked of an event, or done to it."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        code, ask = [*parts, "", ""][:2]
        if self.command == "POST" and not code:
            self.json(HALL.opened(body))
        elif ask == "standings":
            self.json(standings())
        elif ask == "players":
            self.json(players())
        elif ask == "par":
            self.json(par(code))
        elif not HALL.known(code):
            self.json(Problem("http.404", f"there is no event {code}"), 404)
        elif self.command == "POST":
            self.json(HALL.done(code, ask, body))
        elif ask:
            self.json(Problem("http.404", f"the demonstration knows no {ask} of an event"), 404)
        else:
            self.json(HALL.newest(code, int(asked.get("have", ["0"])[0]), float(asked.get("wait", ["0"])[0])))

    def json(self, message: object, status: int = 200) -> None:
        """A message of the room."""
        self.answer(msgspec.json.encode(message), "application/json", status)

    def answer(self, body: bytes, kind: str, status: int = 200) -> None:
        """Body and headers, with the policy of the real room."""
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-security-policy", POLICY)
        self.send_header("content-length", str(len(body)))
        with contextlib.suppress(ConnectionError):  # the page was left meanwhile
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


def serve(port: int) -> ThreadingHTTPServer:
    """A server on the loopback interface, not yet started."""
    return ThreadingHTTPServer(("127.0.0.1", port), Demo)


if __name__ == "__main__":
    serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8123).serve_forever()

"""Shows the fixtures in the built client: `python web/demo/serve.py [PORT]`, then /m/mitch, /m/mickell, ...

A development aid. It knows no sockets, so the client long-polls; it accepts no acts.
"""

from __future__ import annotations

import contextlib
import sys
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
from fixtures import SCENES

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
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
GAMES = Catalogue(
    (
        GameInfo(
            "mitch",
            "Mitch",
            "Lay falling columns. The longest of a suit wins it.",
            1,
            (2, 5),
            (),
            (PresetInfo("mitch", "Four hands.", {}),),
            (),
            True,
        ),
        GameInfo(
            "mickell",
            "Mickell",
            "A word solitaire with two-letter cards.",
            1,
            (1, 1),
            (),
            (PresetInfo("mickell", "48 cards.", {}),),
            (),
            True,
        ),
    ),
    (BirdInfo("wren", "Wren", "easy", "still learning"), BirdInfo("rook", "Rook", "expert", "the strongest")),
    "wren",
    ("common", "rare"),
    "",
)
RULES = Rules("mitch", "Mitch", '<h1>Mitch</h1><p id="mitch-5"><strong>Mitch 5</strong> A card goes below a higher one.</p>')


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
        elif parts[:2] == ["api", "matches"] and parts[-1] == "scene" and parts[2] in SCENES:
            time.sleep(float(parse_qs(address.query).get("wait", ["0"])[0]))
            self.json(SCENES[parts[2]])
        elif parts[0] == "api":
            self.json(Problem("http.404", "This is only a demonstration."), 404)
        else:
            self.answer((STATIC / "index.html").read_bytes(), TYPES[".html"])

    do_POST = do_GET

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

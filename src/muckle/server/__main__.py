"""``python -m muckle.server``: the game room in a process that never compiles. The command ``muckle`` is for people."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import get_args

os.environ["NUMBA_DISABLE_JIT"] = "1"

from muckle.errors import MuckleError
from muckle.server.messages import Pace
from muckle.server.run import serve


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m muckle.server", description="Serve the game room.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", type=Path, default=None)
    parser.add_argument("--no-browser", dest="browser", action="store_false")
    parser.add_argument("--pace", choices=get_args(Pace), default="normal", help="how fast bots play")
    parser.add_argument("--workers", type=int, default=None, help="processes in which bots think")
    given = parser.parse_args()
    try:
        serve(given.host, given.port, given.database, given.browser, given.pace, given.workers)
    except MuckleError as error:
        print(f"muckle: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()

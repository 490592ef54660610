"""``python -m muckle.server``: the game room in a process that never compiles. The command ``muckle serve`` is for people."""

from __future__ import annotations

import argparse
import os
import sys

os.environ["NUMBA_DISABLE_JIT"] = "1"

from muckle.errors import MuckleError
from muckle.server.operations.run import serve
from muckle.server.operations.settings import RoomSettings, read_settings


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m muckle.server", description="Serve the game room.")
    for field in RoomSettings.__struct_fields__:
        if field not in ("browser", "next_port"):
            parser.add_argument(f"--{field.replace('_', '-')}", default=None)
    parser.add_argument("--no-browser", dest="browser", action="store_false", default=None)
    try:
        serve(read_settings(os.environ, **vars(parser.parse_args())))
    except MuckleError as error:
        print(f"muckle: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()

"""The client's TypeScript types are those of the contract, and the client is sound by them."""

import runpy
import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE

WEB = Path(__file__).parents[2] / "web"


def test_types_are_those_of_the_contract() -> None:
    made = runpy.run_path(str(WEB / "make_types.py"))["typescript"]()
    assert (WEB / "src" / "types.ts").read_text("utf-8") == made, "stale: run python web/make_types.py"


def test_client_passes_the_type_check() -> None:
    compilers = list(WEB.glob("node_modules/@typescript/*/lib/tsc*"))
    programs = [program for program in compilers if program.suffix in ("", ".exe")]
    if not programs:
        pytest.skip("web/node_modules is not there: the client was not built in this checkout")
    for part in (WEB, WEB / "src" / "worker"):  # a worker has no page, and a page no worker's functions
        checked = subprocess.run([programs[0], "--noEmit", "-p", part], capture_output=True, text=True, timeout=PATIENCE)
        assert checked.returncode == 0, checked.stdout

"""Compares what muckle needs with public databases of known faults: ``uv run --isolated --only-group audit scripts/audit.py``.

Needs the network. Exits with 1 if something is known, or could not be looked up; SECURITY.md keeps what came of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = ["uv", "export", "-q", "--all-extras", "--no-emit-project", "--no-hashes", "--no-header", "--no-annotate"]


def main() -> None:
    """Audit the Python packages, extras included, then those that are bundled into the browser client."""
    with tempfile.TemporaryDirectory() as folder:
        needed = Path(folder, "needed.txt")
        needed.write_text(subprocess.run(NEEDED, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
        audit = [sys.executable, "-m", "pip_audit", "--strict", "--no-deps", "--disable-pip", "-r", str(needed)]
        python = subprocess.run(audit, check=False).returncode
    npm = [shutil.which("npm") or "npm", "audit", "--omit=dev"]
    browser = subprocess.run(npm, cwd=ROOT / "web", check=False).returncode
    raise SystemExit(python or browser)


if __name__ == "__main__":
    main()

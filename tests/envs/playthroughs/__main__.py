"""Write the golden playthroughs anew: ``python -m envs.playthroughs`` in the folder `tests`. Read them before a commit."""

from __future__ import annotations

import muckle.envs.openspiel  # noqa: F401  it makes the games known
from envs.playthroughs import FOLDER, PLAYED, playthrough

for name in PLAYED:
    (FOLDER / f"{name}.txt").write_text(playthrough(name), "utf-8")

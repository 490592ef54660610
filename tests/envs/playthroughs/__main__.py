"""Write the golden playthroughs anew: ``python -m envs.playthroughs`` in the folder `tests`. Read them before a commit."""

from __future__ import annotations

from open_spiel.python.algorithms.generate_playthrough import playthrough

import muckle.envs.openspiel  # noqa: F401  it makes the games known
from envs.playthroughs import FOLDER, PLAYED

for name, options in PLAYED.items():
    (FOLDER / f"{name}.txt").write_text(playthrough(f"muckle_{name}({options})", None, seed=7), "utf-8")

"""A golden playthrough of each game, in OpenSpiel's own format."""

from pathlib import Path

FOLDER = Path(__file__).parent
PLAYED = {
    "mitch": "preset=tiny",
    "multzo": "preset=tiny,rounds_cap=1",
    "mickell": "preset=tiny,rows=1",
    "grabble_road": "preset=tiny",
    "alphabetickell": "preset=tiny",
}
"""Parameters of a short match of each game."""

"""The generated parts of every rules page are fresh: options, presets, the picture of the table."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from muckle.engine.game import Game
from muckle.games import GAMES
from muckle.games.mickell.muckell import MUCKELL
from muckle.terminal.screen import markdown_lines

SCRIPT = Path(__file__).parents[2] / "scripts" / "rules_pages.py"
PAGES = runpy.run_path(str(SCRIPT))["pages"]


@pytest.mark.parametrize("game", GAMES)
def test_generated_parts_are_fresh(game: str) -> None:
    for path, text in PAGES(GAMES[game]).items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is stale: run ./dev fix"


@pytest.mark.parametrize("kind", [*GAMES.values(), MUCKELL], ids=lambda kind: kind.name)
def test_every_option_and_preset_is_told_with_its_values(kind: Game) -> None:
    page, game = kind.rules_text(), kind.name
    for field in kind.options.fields():
        if kind is MUCKELL and field.name == "seats":
            continue  # the table has Mickell's
        rows = [line for line in page.splitlines() if line.startswith(f"| `{field.name}` |")]
        assert len(rows) == 1, f"{game}: option {field.name} has {len(rows) or 'no'} rows in RULES.md: run ./dev fix"
        [row] = rows
        assert all(f"`{choice}`" in row for choice in field.choices) and field.help in row
    for name, preset in kind.presets.items():
        rows = [line for line in page.splitlines() if line.startswith(f"| `{name}` | ") and preset.help in line]
        assert len(rows) == 1, f"{game}: preset {name} has {len(rows) or 'no'} rows in RULES.md: run ./dev fix"
        [row] = rows
        assert all(f"`{option}={value}`" in row for option, value in preset.values.items())


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_shows_the_table_and_is_told_to_those_who_cannot_see_it(game: str) -> None:
    drawn = ElementTree.parse(Path(GAMES[game].rules.__file__).with_name("table.svg")).getroot()
    [told] = [line for line in markdown_lines(GAMES[game].rules_text()) if line.startswith("The table at the beginning")]
    labels = told.partition("sees it: ")[2].rstrip(".").split(", ")
    assert all(labels) and set(labels) <= set(drawn.itertext()), f"{game}/table.svg does not show {labels}: run ./dev fix"

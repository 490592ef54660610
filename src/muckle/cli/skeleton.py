"""The command `muckle new`: write a folder with a new game that can be installed and played, to be changed step by step."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from muckle import games as catalogue
from muckle.errors import OptionsError

PACKAGE = Path(__file__).parents[1]
EXAMPLES = (PACKAGE / "example", PACKAGE.parents[1] / "examples" / "tideline")
"""Places of the example game: in an installed package, and in a clone of the repository."""
TITLE = "Tideline"
NAME = re.compile(r"[a-z]+(?:_[a-z]+)*")


def new(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The new game's name in lower case, such as long_road.", show_default=False)
    ],
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="The folder to write; must not exist.", show_default="muckle-GAME")
    ] = None,
) -> None:
    """Write a new game that can be played at once, to be changed into your own."""
    target = folder or Path(f"muckle-{game.replace('_', '-')}")
    files = game_files(game)
    if target.exists():
        raise OptionsError(f"{target} is already there; name another folder behind the game")
    for path, text in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, encoding="utf-8")
    print(f"{target} holds a small card game called {title(game)}. Install it beside muckle, and play it:")
    print(f"  uv pip install -e {target}\n  muckle play {game}")
    print(f"Its tests run with:\n  pytest {target / 'tests'}")
    print("Then change it. At the end of each file stands what else a game may have; docs/authors.md says how to go on.")


def game_files(game: str) -> dict[Path, str]:
    """Return the files of a new game by path: the example under another name, with comments for the hooks it does not use.

    Raises:
        OptionsError: the name is malformed, or there is a game of this name.
    """
    if not NAME.fullmatch(game):
        raise OptionsError(f"a game's name is lower-case words with _ between them, such as long_road, got {game!r:.60}")
    if game in catalogue.GAMES:
        raise OptionsError(f"there is a game called {game} already")
    example = next(path for path in EXAMPLES if path.is_dir())
    paths = [path for path in sorted(example.rglob("*")) if path.suffix in (".py", ".md", ".svg", ".toml")]
    files: dict[Path, str] = {}
    for path in paths:
        text = path.read_text(encoding="utf-8") + (unused_hooks(path) if path.suffix == ".py" else "")
        files[Path(_renamed(str(path.relative_to(example)), game))] = _renamed(text, game)
    return files


def unused_hooks(path: Path) -> str:
    """Return comments for the optional functions and constants that a file of a game does not define."""
    from muckle.engine.contract import CONSTANTS, HOOKS  # takes Numba

    text = path.read_text(encoding="utf-8")
    values = [
        f"# {each.name} = ...\n#     {each.meaning}"
        for each in CONSTANTS.values()
        if each.file == path.stem and not re.search(rf"^{each.name}\b", text, re.MULTILINE)
    ]
    functions = [
        "\n".join([*(["# @compiled"] if hook.compiled else []), f"# {hook.form}:", f"#     {hook.meaning}"])
        for hook in HOOKS.values()
        if hook.file == path.stem and not re.search(rf"^def {hook.name}\(", text, re.MULTILINE)
    ]
    if not (values or functions):
        return ""
    head = "\n\n# A game may also have (muckle.engine.contract says more):\n#\n"
    return head + "\n#\n".join([*values, *functions]) + "\n"


def title(game: str) -> str:
    """Return the title of a game, such as Long Road for long_road."""
    return game.replace("_", " ").title()


def _renamed(text: str, game: str) -> str:
    text = text.replace(f"muckle-{TITLE.lower()}", f"muckle-{game.replace('_', '-')}")
    return text.replace(TITLE.lower(), game).replace(TITLE, title(game))

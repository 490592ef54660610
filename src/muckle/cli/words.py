"""Word lists and what words mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.given import Json, list_name, print_json

commands = typer.Typer(help="Word lists: which there are, what is in them, what words mean, and lists of your own.")

Looked = Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.", show_default=False)]
Listed = Annotated[str, typer.Option("--list", help="The word list; see: muckle words lists.")]


@commands.command("lists")
def word_lists(as_json: Json = False) -> None:
    """The word lists there are, with their sizes and hashes."""
    from muckle.terminal import words
    from muckle.words.shelf import shelf

    found = shelf()
    print_json(found) if as_json else words.show_lists(found)


@commands.command("check")
def check_words(given: Looked, as_json: Json = False) -> None:
    """Which lists hold a word, and how common it is; exits with 1 when one is in no list."""
    from muckle.terminal import words
    from muckle.words import lists

    found = [words.check(word) for word in map(lists.read_word, given)]
    print_json(found) if as_json else words.show_checked(found)
    if not all(one.lists for one in found):
        raise typer.Exit(1)


@commands.command("define")
def define_words(
    given: Looked,
    wordnet: Annotated[
        Path | None, typer.Option(help="The dict folder of a WordNet 3.", show_default="WNSEARCHDIR, or the usual places")
    ] = None,
    as_json: Json = False,
) -> None:
    """What words mean, by the dictionaries this machine has; exits with 1 when one has no definition."""
    from muckle.terminal import words
    from muckle.words import lists
    from muckle.words.definitions import dictionary

    says = dictionary(wordnet)
    found = [words.define(word, says, lists.holding(word)) for word in map(lists.read_word, given)]
    print_json(found) if as_json else words.show_defined(found, says.missing)
    if not all(one.definitions for one in found):
        raise typer.Exit(1)


@commands.command("find")
def find_words(
    pattern: Annotated[str, typer.Argument(help="Letters, ? for any, * for any or none, [RB] for either.", show_default=False)],
    name: Listed = "american-standard",
) -> None:
    """The words that fit a pattern, or a row of cards such as [RB][EK][TH]; exits with 1 when there are none."""
    from muckle.terminal import words
    from muckle.words import lists

    found = words.matching(lists.named(name), pattern)
    for word in found:
        print(word)
    if not found:
        raise typer.Exit(1)


@commands.command("import")
def import_words(
    file: Annotated[Path, typer.Argument(help="UTF-8 text, a word a line, or CSV: word, definition.", show_default=False)],
    name: Annotated[str | None, typer.Option(help="What to call the list.", show_default="as the file")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Even if a list of that name has other words.")] = False,
) -> None:
    """Keep a word list of your own, for every match from now on."""
    from muckle.terminal import words
    from muckle.words import installed, lists

    mine = lists.read_file(file, name or list_name(file))
    words.show_import(mine, file, installed.install(mine, replace=replace))

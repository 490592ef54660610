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

    found = [words.check(text) for text in given]
    print_json(found) if as_json else words.show_checked(found)
    if not all(isinstance(one, words.Checked) and one.lists for one in found):
        raise typer.Exit(1)


@commands.command("define")
def define_words(given: Looked, as_json: Json = False) -> None:
    """What words mean; exits with 1 when one has no definition."""
    from muckle.terminal import words

    found = [words.define(text) for text in given]
    print_json([words.in_full(one) for one in found]) if as_json else words.show_defined(found)
    if not all(isinstance(one, words.WordInfo) and one.definitions for one in found):
        raise typer.Exit(1)


@commands.command("find")
def find_words(
    pattern: Annotated[str, typer.Argument(help="Letters, ? for any, * for any or none, [RB] for either.", show_default=False)],
    name: Listed = "american-standard",
    as_json: Json = False,
) -> None:
    """The words that fit a pattern, or a row of cards such as [RB][EK][TH]; exits with 1 when there are none."""
    from muckle.terminal import words
    from muckle.words import lists

    found = words.matching(lists.named(name), pattern)
    if as_json:
        print_json(found)
    else:
        for word in found:
            print(word)
    if not found:
        raise typer.Exit(1)


@commands.command("import")
def import_words(
    file: Annotated[Path, typer.Argument(help="UTF-8 text, a word a line, or CSV: word, definition.", show_default=False)],
    name: Annotated[str | None, typer.Option(help="What to call the list.", show_default="as the file")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Even if a list of that name has other words.")] = False,
    as_json: Json = False,
) -> None:
    """Keep a word list of your own, for every match from now on."""
    from muckle.terminal import words
    from muckle.words import installed, lists

    mine = lists.read_file(file, name or list_name(file))
    done = words.imported(mine, installed.install(mine, replace=replace))
    print_json(done) if as_json else words.show_import(done, file)


@commands.command("remove")
def remove_words(
    name: Annotated[str, typer.Argument(metavar="LIST", help="A list of your own.", show_default=False)],
) -> None:
    """Forget a word list of your own."""
    from muckle.terminal import words
    from muckle.words import installed

    words.show_removed(name, installed.remove(name))

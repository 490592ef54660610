"""Word lists and what words mean."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from muckle.cli.files import save
from muckle.cli.given import Json, list_name, print_json
from muckle.errors import short
from muckle.words.search import Order
from muckle.words.wordlist import MOST_LETTERS

commands = typer.Typer(help="Word lists: which there are, what is in them, what words mean, and lists of your own.")

Looked = Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.", show_default=False)]
Listed = Annotated[str, typer.Option("--list", help="The word list; see: muckle words lists.")]


@commands.command("lists")
def word_lists(as_json: Json = False) -> None:
    """List the word lists, with their sizes and hashes."""
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
    """Print what words mean; exits with 1 when one has no definition."""
    from muckle.terminal import words

    found = [words.define(text) for text in given]
    print_json([words.in_full(one) for one in found]) if as_json else words.show_defined(found)
    if not all(isinstance(one, words.WordInfo) and one.definitions for one in found):
        raise typer.Exit(1)


@commands.command("find")
def find_words(
    pattern: Annotated[
        str | None,
        typer.Argument(help="Letters, ? for any, * for any or none, [RB] for either, [^RB] for neither.", show_default=False),
    ] = None,
    rack: Annotated[str, typer.Option(help="Letters, each taken once at most; ? is a blank.", show_default=False)] = "",
    anagram: Annotated[str, typer.Option(help="Letters that are all taken; ? is a blank.", show_default=False)] = "",
    length: Annotated[
        str | None, typer.Option(help="How many letters: 5, 5-8, or 5- for 5 and more.", show_default=False)
    ] = None,
    hooks: Annotated[bool, typer.Option("--hooks", help="The letters that make another word before and behind each.")] = False,
    sort: Annotated[Order, typer.Option(help="Best score, most common or longest first.")] = "alphabet",
    name: Listed = "american-standard",
    as_json: Json = False,
) -> None:
    """List the words that fit a pattern, a row of cards such as [RB][EK][TH], or a rack; exits with 1 when there are none."""
    from muckle.lab.word_search import find_words
    from muckle.terminal import words

    if pattern is None and not rack and not anagram and length is None:
        raise typer.BadParameter("say what to look for: a pattern, --rack, --anagram or --length")
    shortest, longest = read_length(length or "1-")
    asked: dict[str, Any] = {"rack": rack, "anagram": anagram, "shortest": shortest, "longest": longest}
    found = find_words(pattern or "*", **asked, hooks=hooks, sort=sort, words=name)
    print_json(found) if as_json else words.show_found(found, sort, hooks)
    if not found:
        raise typer.Exit(1)


def read_length(text: str) -> tuple[int, int]:
    """Return the shortest and the longest word of a length as it was typed.

    Raises:
        BadParameter: it is none.
    """
    found = re.fullmatch(r"(\d{1,3})(-?)(\d{0,3})", text.strip())
    shortest, longest = (int(found[1]), int(found[3] or (MOST_LETTERS if found[2] else found[1]))) if found else (1, 0)
    if not 0 < shortest <= longest:
        raise typer.BadParameter(f"a length is 5, 5-8 or 5-, got {short(text)!r}")
    return shortest, longest


@commands.command("export")
def export_words(
    name: Annotated[str, typer.Argument(metavar="LIST", help="A word list; see: muckle words lists.", show_default=False)],
    file: Annotated[Path, typer.Argument(help="The file to write; - is the standard output.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Overwrite that file.")] = False,
) -> None:
    """Write a word list as text, a word a line, below its name, hash and credit; muckle words import reads it."""
    from muckle.words import lists

    words = lists.named(name)
    credit = [part for part in words.credit.split("; ") if part]
    head = "".join(f"# {line}\n" for line in (f"{words.name}, sha256 {words.sha256}", *credit))
    save(file, (head + words.entries).encode(), force)


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

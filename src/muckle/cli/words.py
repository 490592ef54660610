"""The commands `muckle words`: search word lists, look up words, import and export lists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from muckle.cli.arguments import Json, flag, list_name, print_json
from muckle.cli.files import save
from muckle.errors import short
from muckle.words.search import Order
from muckle.words.wordlist import MOST_LETTERS

commands = typer.Typer(help="Search word lists, look words up, and add word lists of your own.")

WordArguments = Annotated[list[str], typer.Argument(metavar="WORD", help="The words to look up.", show_default=False)]
ListName = Annotated[str, typer.Option("--list", metavar="LIST", help="The word list; `muckle words lists` names them.")]


@commands.command("lists")
def word_lists(as_json: Json = False) -> None:
    """List the word lists with their sizes and hashes."""
    from muckle.terminal import words
    from muckle.words.lists import list_infos

    found = list_infos()
    print_json(found) if as_json else words.show_lists(found)


@commands.command("check")
def check_words(words_given: WordArguments, as_json: Json = False) -> None:
    """Print which lists hold a word and how common it is. The exit code is 1 if a word is in no list."""
    from muckle.terminal import words

    found = [words.check(text) for text in words_given]
    print_json(found) if as_json else words.show_checked(found)
    if not all(isinstance(one, words.Checked) and one.lists for one in found):
        raise typer.Exit(1)


@commands.command("define")
def define_words(words_given: WordArguments, as_json: Json = False) -> None:
    """Print the definitions of words. The exit code is 1 if a word has none."""
    from muckle.terminal import words

    found = [words.define(text) for text in words_given]
    print_json([words.in_full(one) for one in found]) if as_json else words.show_defined(found)
    if not all(isinstance(one, words.WordInfo) and one.definitions for one in found):
        raise typer.Exit(1)


@commands.command("find")
def find_words(
    pattern: Annotated[
        str | None,
        typer.Argument(
            metavar="PATTERN",
            help="Letters; ? is any letter, * any number of letters, [RB] R or B, [^RB] neither R nor B.",
            show_default=False,
        ),
    ] = None,
    rack: Annotated[
        str,
        typer.Option(metavar="LETTERS", help="Use only these letters, each at most once; ? is a blank.", show_default=False),
    ] = "",
    anagram: Annotated[
        str, typer.Option(metavar="LETTERS", help="Use all of these letters; ? is a blank.", show_default=False)
    ] = "",
    length: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Number of letters: 5, 5-8, or 5- for 5 and more.", show_default=False)
    ] = None,
    hooks: Annotated[
        bool, flag("--hooks", "Also print the letters that make another word in front of and after each.")
    ] = False,
    sort: Annotated[
        Order, typer.Option(help="The order: A to Z, best score first, most common first, or longest first.")
    ] = "alphabet",
    name: ListName = "american-standard",
    as_json: Json = False,
) -> None:
    """List the words that fit a pattern or a rack. A row of cards is a pattern such as [RB][EK][TH].

    The exit code is 1 if there are none.
    """
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
    """Return the shortest and the longest length that a text such as 5, 5-8 or 5- allows.

    Raises:
        BadParameter: the text has another form.
    """
    found = re.fullmatch(r"(\d{1,3})(-?)(\d{0,3})", text.strip())
    shortest, longest = (int(found[1]), int(found[3] or (MOST_LETTERS if found[2] else found[1]))) if found else (1, 0)
    if not 0 < shortest <= longest:
        raise typer.BadParameter(f"a length is 5, 5-8 or 5-, got {short(text)!r}")
    return shortest, longest


@commands.command("export")
def export_words(
    name: Annotated[
        str, typer.Argument(metavar="LIST", help="A word list; `muckle words lists` names them.", show_default=False)
    ],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write; - means standard output.", show_default=False)
    ],
    force: Annotated[bool, flag("--force", "Overwrite the file.")] = False,
) -> None:
    """Write a word list as text: its name, hash and credit, then one word per line. `muckle words import` reads such files."""
    from muckle.words import lists

    words = lists.named(name)
    credit = [part for part in words.credit.split("; ") if part]
    head = "".join(f"# {line}\n" for line in (f"{words.name}, sha256 {words.sha256}", *credit))
    save(file, (head + words.entries).encode(), force)


@commands.command("import")
def import_words(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="UTF-8 text with one word per line, or CSV: word, definition.", show_default=False),
    ],
    name: Annotated[str | None, typer.Option(help="Name of the list.", show_default="the name of the file")] = None,
    replace: Annotated[bool, flag("--replace", "Replace a list of this name.")] = False,
    as_json: Json = False,
) -> None:
    """Add a word list of your own, for all later matches."""
    from muckle.terminal import words
    from muckle.words import installed, lists

    mine = lists.read_file(file, name or list_name(file))
    done = words.import_report(mine, installed.install(mine, replace=replace))
    print_json(done) if as_json else words.show_import(done, file)


@commands.command("remove")
def remove_words(
    name: Annotated[str, typer.Argument(metavar="LIST", help="A list of your own.", show_default=False)],
) -> None:
    """Remove a word list of your own."""
    from muckle.terminal import words
    from muckle.words import installed

    words.show_removed(name, installed.remove(name))

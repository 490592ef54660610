"""The command line. Every command checks what it is given, says in a sentence what is wrong, and exits with 2.

Nothing heavy is imported before it is needed: ``muckle --help`` takes no Numba.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from muckle import games as catalogue
from muckle.errors import MuckleError, OptionsError, TranscriptError
from muckle.version import VERSION

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Mickell, Mitch and their kin: played, simulated and explained.",
)

word_commands = typer.Typer(help="Word lists: which there are, what is in them, what words mean, and lists of your own.")
app.add_typer(word_commands, name="words", no_args_is_help=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as mitch.", show_default=False)]
Preset = Annotated[str | None, typer.Option(help="A named set of options; see: muckle games.", show_default=False)]
Seats = Annotated[int | None, typer.Option(help="How many sit at the table.", show_default=False)]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change an option; may be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Words = Annotated[Path | None, typer.Option(help="A file of words of your own, one a line, as dictionary.", show_default=False)]
Spoken = Annotated[bool, typer.Option("--plain", help="Full sentences from top to bottom, for listening.")]
Looked = Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.", show_default=False)]
Listed = Annotated[str, typer.Option("--list", help="The word list; see: muckle words lists.")]
Cards = Annotated[Path | None, typer.Option(help="A CSV file with the cards of a deck of your own.", show_default=False)]


def main() -> None:
    """Entry point: run a command, turn every known error into a sentence."""
    complete_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except MuckleError as error:
        print(f"muckle: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(141) from None
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"muckle: {error.filename or 'what was to be printed'}: {error.strerror}", file=sys.stderr)
        raise SystemExit(1) from None


def complete_streams() -> None:
    """Streams that are closed come from nowhere and lead nowhere; what a stream cannot write becomes a question mark."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # for as long as the process
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", dict)(errors="replace")


@app.callback(invoke_without_command=True)
def room(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; if it is taken, the next free one.")] = 8000,
    database: Annotated[
        Path | None, typer.Option(help="Where matches are kept.", show_default="the user's data folder")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, when there is one.")] = True,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: serve the game room and open it in the browser."""
    if version:
        print(VERSION)
        raise typer.Exit
    if context.invoked_subcommand is None:
        plain()
        from muckle.server.run import serve

        serve(host, port, database, browser)


@app.command("games")
def list_games(as_json: Json = False) -> None:
    """The games, their presets and options."""
    if as_json:
        print_json([describe(name) for name in catalogue.GAMES])
        return
    from muckle.terminal import page

    page.show_games(catalogue.GAMES.values())


@app.command()
def rules(
    game: GameName,
    rule: Annotated[list[str] | None, typer.Argument(help="A rule's id, such as Mitch 5.", show_default=False)] = None,
) -> None:
    """The rules of a game, or one rule by its id."""
    from muckle.terminal import page

    page.show_rules(catalogue.find(game), " ".join(rule or ()))


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    against: Annotated[
        str, typer.Option(help="Who fills the other seats: random, greedy, greedy:common … or people.")
    ] = "greedy",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Annotated[int | None, typer.Option(help="Deal the same cards again.", show_default=False)] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="What a person is called; may be repeated.", show_default=False)
    ] = None,
    spoken: Spoken = False,
) -> None:
    """Play in the terminal."""
    plain()
    from muckle.terminal.play import play as play_match

    play_match(game, preset, given(seats, options, cards, words), against, seed, names=name or (), plain=spoken)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seats: Seats = None,
    players: Annotated[
        str, typer.Option(help="A player for each seat, separated by commas, or one for all: random, greedy, greedy:common …")
    ] = "random",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    as_json: Json = False,
    transcripts: Annotated[Path | None, typer.Option(help="Write every match to this file.", show_default=False)] = None,
) -> None:
    """Play many games and count."""
    from muckle.lab.simulate import simulate as run
    from muckle.terminal import page

    levels = [name.strip() for name in players.split(",")]
    with writing(transcripts) as file, page.progress("games", games) as advance:
        report = run(
            game,
            preset,
            games=games,
            levels=levels,
            seed=seed,
            transcripts=file,
            progress=advance,
            **given(seats, options, cards, words),
        )
    if as_json:
        print_json(report)
    else:
        page.show_report(report)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A transcript, as simulate and the game room write them.", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Only check every line against the rules.")] = False,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat may know.", show_default=False)] = None,
    words: Words = None,
    spoken: Spoken = False,
) -> None:
    """Step through a transcript, or check it."""
    plain()
    if words is not None:
        read_words(words)
    from muckle.match import transcript

    with reading(file) as lines:
        matches = transcript.read(iter(lambda: lines.readline(transcript.MOST + 1), b""))
        if not check:
            from muckle.terminal.replay import step

            step(matches, seat, plain=spoken)
            return
        count = decisions = 0
        for match in matches:
            decisions += len(transcript.check(match).decisions)
            count += 1
    if not count:
        raise TranscriptError(f"{file}: there is no match in it")
    print(f"{file}: {count} {'match' if count == 1 else 'matches'}, {decisions} decisions, every line agrees with the rules")


@app.command()
def warm(game: Annotated[str | None, typer.Argument(help="Only this game.", show_default=False)] = None) -> None:
    """Compile everything now, so that nothing waits for it later."""
    from muckle.players import warm as compile_game
    from muckle.terminal import page

    chosen = [catalogue.find(game)] if game else list(catalogue.GAMES.values())
    with page.steps() as report:
        for one in chosen:
            compile_game(one, report)
    print(f"compiled: {', '.join(one.title for one in chosen)}")


@word_commands.command("lists")
def word_lists(as_json: Json = False) -> None:
    """The word lists there are, with their sizes and hashes."""
    from muckle.terminal import words
    from muckle.words.shelf import shelf

    found = shelf()
    print_json(found) if as_json else words.show_lists(found)


@word_commands.command("check")
def check_words(given: Looked, as_json: Json = False) -> None:
    """Which lists hold a word, and how common it is; exits with 1 when one is in no list."""
    from muckle.terminal import words

    found = [words.check(text) for text in given]
    print_json(found) if as_json else words.show_checked(found)
    if not all(isinstance(one, words.Checked) and one.lists for one in found):
        raise typer.Exit(1)


@word_commands.command("define")
def define_words(given: Looked, as_json: Json = False) -> None:
    """What words mean; exits with 1 when one has no definition."""
    from muckle.terminal import words

    found = [words.define(text) for text in given]
    print_json([words.in_full(one) for one in found]) if as_json else words.show_defined(found)
    if not all(isinstance(one, words.WordInfo) and one.definitions for one in found):
        raise typer.Exit(1)


@word_commands.command("find")
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


@word_commands.command("import")
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


@word_commands.command("remove")
def remove_words(
    name: Annotated[str, typer.Argument(metavar="LIST", help="A list of your own.", show_default=False)],
) -> None:
    """Forget a word list of your own."""
    from muckle.terminal import words
    from muckle.words import installed

    words.show_removed(name, installed.remove(name))


def plain() -> None:
    """Run the rules as ordinary Python from now on: enough for people, and nothing has to be compiled first."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def given(seats: int | None, options: list[str] | None, cards: Path | None, words: Path | None) -> dict[str, Any]:
    """Options by name as they were typed.

    Raises:
        OptionsError, WordListError: one is not of the form OPTION=VALUE, or a file cannot be read.
    """
    values: dict[str, Any] = {}
    for pair in options or ():
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise OptionsError(f"an option is set as OPTION=VALUE, got {pair!r}")
        values[name.strip()] = value
    if seats is not None:
        set_by(values, "--seats", seats=seats)
    if cards is not None:
        set_by(values, "--cards", deck="custom", cards=read_cards(cards))
    if words is not None:
        set_by(values, "--words", dictionary=read_words(words))
    return values


def set_by(values: dict[str, Any], flag: str, **more: Any) -> None:
    """Set the options that a flag stands for.

    Raises:
        OptionsError: one of them has been set to something else.
    """
    for name, value in more.items():
        if str(values.get(name, value)) != str(value):
            raise OptionsError(f"{flag} sets {name}={value!s:.40}, but --set says {name}={values[name]!s:.40}", "General 16")
    values |= more


def read_cards(path: Path) -> str:
    """The cards of a CSV file with the columns of the deck's data file, separated by blanks (Deck D1)."""
    from muckle.kit.two_letter_deck import read_csv

    with reading(path) as file:
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise OptionsError(f"{path} is no UTF-8 text: {error.reason} at byte {error.start}", "Deck D1") from None
    return " ".join(card.card for card in read_csv(text))


def read_words(path: Path) -> str:
    """The name of a word list read from a file."""
    from muckle.words import lists

    words = lists.read_file(path, list_name(path))
    lists.add(words)
    return words.name


def list_name(path: Path) -> str:
    """The name of a list after its file."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower())[:40].strip("-") or "words"


def print_json(message: Any) -> None:
    """A message as one line of JSON, in ASCII wherever it goes."""
    import json

    import msgspec

    print(json.dumps(msgspec.to_builtins(message), separators=(",", ":")))


def describe(name: str) -> dict[str, Any]:
    """A game as JSON shows it."""
    game = catalogue.GAMES[name]
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "tagline": game.tagline,
        "options": game.options.fields(),
        "presets": {name: {"help": preset.help, "values": preset.values} for name, preset in game.presets.items()},
    }


class Late:
    """A text file that is opened, and emptied, when something is written: a refused command leaves it as it was."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, None

    def write(self, text: str) -> int:
        """As files do."""
        if self._file is None:
            self._file = self._path.open("w", encoding="utf-8")
        return self._file.write(text)

    def close(self) -> None:
        """As files do."""
        if self._file is not None:
            self._file.close()


@contextmanager
def reading(path: Path) -> Generator[Any]:
    """A file to read as bytes, with a sentence where that fails."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be read: {error.strerror}") from None


@contextmanager
def writing(path: Path | None) -> Generator[Late | None]:
    """A text file to write, or None; a sentence where that fails."""
    if path is None:
        yield None
        return
    try:
        with closing(Late(path)) as file:
            yield file
    except OSError as error:
        raise MuckleError(f"{path} cannot be written: {error.strerror}") from None


if __name__ == "__main__":
    main()

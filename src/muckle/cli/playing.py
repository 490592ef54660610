"""One match: played in the terminal, gone on with, or stepped through."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.files import reading, transcripts_among
from muckle.cli.given import Cards, Cluster, Cores, GameAsked, Json, Preset, Seats, Set, Spoken, Words, given, plain, read_words
from muckle.cli.numbers import decimal, number, whole
from muckle.errors import OptionsError


def play(
    game: GameAsked = None,
    seats: Seats = None,
    against: Annotated[
        str, typer.Option(help="Who fills the other seats: a bird or level such as owl, easy, hard:common … or people.")
    ] = "magpie",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Annotated[int | None, number("The same deal again.", show_default=False)] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="What a person is called; may be repeated.", show_default=False)
    ] = None,
    spoken: Spoken = False,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with a match that was saved; it stays in that file.", show_default=False)
    ] = None,
) -> None:
    """Play in the terminal: GAME, or go on with a saved match by --resume."""
    plain()
    from muckle.lab.field import play_field
    from muckle.terminal import play as table

    if resume is not None:
        fixed = {"GAME": game, "--seats": seats, "--preset": preset, "--set": options, "--cards": cards, "--seed": seed}
        if extra := [name for name, value in fixed.items() if value is not None]:
            raise OptionsError(f"--resume goes on with the match as it was begun, so it takes no {' or '.join(extra)}")
        if words is not None:
            read_words(words)
        table.resume(resume, against, names=name or (), plain=spoken, field=play_field)
        return
    if game is None:
        raise OptionsError("play needs a game, such as: muckle play mitch; or a saved match: muckle play --resume FILE")
    values = given(game, seats, options, cards, words)
    table.play(game, preset, values, against, seed, names=name or (), plain=spoken, field=play_field)


def replay(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help="Transcripts, as simulate and the game room write them; a folder stands for all its .jsonl files.",
            show_default=False,
        ),
    ],
    check: Annotated[bool, typer.Option("--check", help="Only check every line against the rules.")] = False,
    seat: Annotated[int | None, number("Show only what this seat may know: 1 is the first.", show_default=False)] = None,
    words: Words = None,
    spoken: Spoken = False,
    analyse: Annotated[bool, typer.Option("--analyse", help="Judge every decision, by what its seat knew then.")] = False,
    level: Annotated[str, typer.Option(help="With --analyse: whose search judges.")] = "expert",
    seconds: Annotated[
        float | None, number("With --analyse: what a decision may take at most.", decimal(0.01), show_default=False)
    ] = None,
    seed: Annotated[int, number("With --analyse: same seed, same judgement.", whole(0))] = 0,
    cores: Cores = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Step through a transcript, check it, or judge its decisions.

    With --analyse the decisions are judged on all cores, or on a Ray cluster; the numbers are the same.
    """
    if words is not None:
        read_words(words)
    found = transcripts_among(files)
    if not analyse and any(each is not None for each in (seconds, cores, cluster)):
        raise OptionsError("--seconds, --cores and --cluster are for judging decisions: add --analyse")
    if analyse:
        from muckle.cli.analysing import analyse_files

        analyse_files(found, level, seconds, seed, cores, cluster, as_json)
        return
    plain()
    if check:
        from muckle.cli.checking import check_file

        for file in found:
            check_file(file)
        return
    if len(found) != 1:
        raise OptionsError(f"one file is stepped through, got {len(found)}; --check and --analyse take many")
    from muckle.match import transcript
    from muckle.terminal.replay import step

    with reading(found[0]) as lines:
        rows = iter(lambda: lines.readline(transcript.MOST + 1), b"")
        step(transcript.read(rows), None if seat is None else seat - 1, plain=spoken)

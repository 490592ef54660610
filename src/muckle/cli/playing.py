"""One match: played in the terminal, gone on with, or stepped through."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.files import reading
from muckle.cli.given import Cards, GameAsked, Json, Preset, Seats, Set, Spoken, Words, given, plain, read_words
from muckle.errors import OptionsError, TranscriptError


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
    seed: Annotated[int | None, typer.Option(help="The same deal again.", show_default=False)] = None,
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
    file: Annotated[Path, typer.Argument(help="A transcript, as simulate and the game room write them.", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Only check every line against the rules.")] = False,
    seat: Annotated[
        int | None, typer.Option(help="Show only what this seat may know: 1 is the first.", show_default=False)
    ] = None,
    words: Words = None,
    spoken: Spoken = False,
    analyse: Annotated[bool, typer.Option("--analyse", help="Judge every decision, by what its seat knew then.")] = False,
    level: Annotated[str, typer.Option(help="With --analyse: whose search judges.")] = "expert",
    seconds: Annotated[
        float | None, typer.Option(help="With --analyse: what a decision may take at most.", min=0.01, show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="With --analyse: same seed, same judgement.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """Step through a transcript, check it, or judge its decisions."""
    if words is not None:
        read_words(words)
    if analyse:
        from muckle.cli.analysing import analyse_file

        analyse_file(file, level, seconds, seed, as_json)
        return
    plain()
    from muckle.match import transcript
    from muckle.match.crowd_check import check_all
    from muckle.match.match import Match

    with reading(file) as lines:
        rows = iter(lambda: lines.readline(transcript.MOST + 1), b"")
        if not check:
            from muckle.terminal.replay import step

            step(transcript.read(rows), None if seat is None else seat - 1, plain=spoken)
            return
        count = decisions = unfinished = unverified = crowds = unranked = 0
        for match in check_all(transcript.read_all(rows)):
            if not isinstance(match, Match):
                crowds, unranked = crowds + 1, unranked - len(match.standings.places)
                continue
            unranked += match.header.crowd is not None
            count, decisions, unfinished = count + 1, decisions + match.count, unfinished + (not match.over)
            unverified += match.header.commitment is not None and match.secret is None
    if not count:
        raise TranscriptError(f"{file}: there is no match in it")
    print(f"{file}: {count} {'match' if count == 1 else 'matches'}, {decisions} decisions, every line agrees with the rules")
    if crowds:
        print(f"{crowds} {'crowd' if crowds == 1 else 'crowds'}: the same cards on every board, places and ties agree")
    if unranked:
        print(f"{unranked} {'board' if unranked == 1 else 'boards'} of a crowd without its standings: places are not checked")
    if unfinished:
        print(f"{unfinished} not over: valid as far as {'it goes' if unfinished == 1 else 'they go'}")
    if unverified:
        print(f"{unverified} without the secret that was committed to: whether chance was fair cannot be verified")

"""The command `muckle replay`: step through a recorded match, check recorded matches, or analyse their decisions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer

from muckle.cli.arguments import (
    Cluster,
    Cores,
    Json,
    Spoken,
    Words,
    decimal,
    disable_compilation,
    flag,
    number,
    print_json,
    read_words,
    whole,
)
from muckle.cli.files import open_input, transcript_files
from muckle.errors import OptionsError, TranscriptError

if TYPE_CHECKING:
    from muckle.match.transcript import Transcript
    from muckle.players.analysis import Analysis


def replay(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Transcripts from simulate or the game room. A folder stands for all its .jsonl files.",
            show_default=False,
        ),
    ],
    check: Annotated[bool, flag("--check", "Check every line against the rules, and do nothing else.")] = False,
    seat: Annotated[
        int | None, number("Show only what this seat may know; the first seat is 1.", show_default="everything")
    ] = None,
    words: Words = None,
    spoken: Spoken = False,
    analyse: Annotated[bool, flag("--analyse", "Rate every decision, by what its seat knew at that time.")] = False,
    level: Annotated[str, typer.Option(help="With --analyse: the player whose search rates the decisions.")] = "expert",
    seconds: Annotated[
        float | None, number("With --analyse: time limit per decision, in seconds.", decimal(0.01), show_default="none")
    ] = None,
    seed: Annotated[int, number("With --analyse: seed of the search; the same seed gives the same ratings.", whole(0))] = 0,
    cores: Cores = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Step through a recorded match, check recorded matches, or analyse their decisions.

    --analyse runs on all cores or on a Ray cluster; the ratings are the same.
    """
    if words is not None:
        read_words(words)
    found = transcript_files(files)
    if not analyse and any(each is not None for each in (seconds, cores, cluster)):
        raise OptionsError("--seconds, --cores and --cluster are for judging decisions: add --analyse")
    if analyse:
        analyse_files(found, level, seconds, seed, cores, cluster, as_json)
        return
    disable_compilation()
    if check:
        for file in found:
            check_file(file)
        return
    if len(found) != 1:
        raise OptionsError(f"one file is stepped through, got {len(found)}; --check and --analyse take many")
    from muckle.cli.round_check import read_matches
    from muckle.terminal.replay import step

    with open_input(found[0]) as lines:
        step(read_matches(rows_of(lines)), None if seat is None else seat - 1, plain=spoken)


def rows_of(lines: Any) -> Iterator[bytes]:
    """Yield the lines of a file, too long ones in parts."""
    from muckle.match.transcript import MOST

    return iter(lambda: lines.readline(MOST + 1), b"")


def check_file(file: Path) -> None:
    """Check every line of a file against the rules, and print what the file holds.

    Raises:
        TranscriptError: a line differs from what the rules give, or the file holds no match.
    """
    from muckle.cli.round_check import check_records
    from muckle.match.match import Match
    from muckle.scene.tell import counted

    count = decisions = unfinished = unverified = rounds = 0
    with open_input(file) as lines:
        for match in check_records(rows_of(lines)):
            if not isinstance(match, Match):
                rounds += 1
                continue
            count, decisions, unfinished = count + 1, decisions + match.count, unfinished + (not match.over)
            unverified += match.header.commitment is not None and match.secret is None
    if not count:
        raise TranscriptError(f"{file}: there is no match in it")
    played = f"{counted(count, 'match', 'matches')}, {counted(decisions, 'decision')}"
    print(f"{file}: {played}, every line agrees with the rules")
    if rounds:
        print(f"{counted(rounds, 'round')} of Muckell: the same cards on every board, places and ties agree")
    if unfinished:
        print(f"{unfinished} not over: valid as far as {'it goes' if unfinished == 1 else 'they go'}")
    if unverified:
        print(f"{unverified} without the secret that was committed to: whether chance was fair cannot be verified")


class RecordedMatch(NamedTuple):
    """A recorded match and the file that holds it."""

    file: Path
    transcript: Transcript


def analyse_files(
    files: Iterable[Path], level: str, seconds: float | None, seed: int, cores: int | None, cluster: str | None, as_json: bool
) -> None:
    """Analyse all matches in some files, and print the decisions that mattered, or everything as one line of JSON per match.

    Args:
        seconds: time limit per decision; with a limit, ratings can differ from run to run.
    """
    from muckle.lab.analysis import analyse_matches
    from muckle.terminal import page

    found = [match for file in files for match in read_file(file)]
    decided = [match for match in found if match.transcript.lines]
    with page.progress("decisions", sum(len(match.transcript.lines) for match in decided)) as progress:
        analyses = analyse_matches(
            [match.transcript for match in decided],
            level=level,
            seed=seed,
            seconds=seconds,
            cores=cores,
            cluster=cluster,
            progress=progress.advance,
            compiles=progress.compiles,
        )
        for match, analysis in zip(decided, analyses, strict=True):
            print_analysis(match, analysis, as_json, with_place=len(found) > 1)


def read_file(file: Path) -> list[RecordedMatch]:
    """Return all matches in a file.

    Raises:
        TranscriptError: the file holds no match, or a line is malformed or against the rules.
    """
    from muckle.cli.round_check import read_matches
    from muckle.match.match import Match

    with open_input(file) as lines:
        found = [*read_matches(rows_of(lines))]
        if not found:
            raise TranscriptError("there is no match in it")
        for recorded in found:
            deque(Match.replay(recorded, narrate=False), maxlen=0)
    return [RecordedMatch(file, recorded) for recorded in found]


def print_analysis(match: RecordedMatch, analysis: Analysis, as_json: bool, *, with_place: bool) -> None:
    """Print the analysis of a match; `with_place` adds the file and line at which the match begins."""
    place = {"file": str(match.file), "line": match.transcript.first}
    if as_json:
        print_json({**place, **msgspec.to_builtins(analysis)})
        return
    from muckle.players.analysis import MOST
    from muckle.terminal.analysis import analysis_lines
    from muckle.terminal.screen import Screen

    title = [f"{place['file']}, line {place['line']}"] if with_place else []
    Screen.of_process().say(*title, *analysis_lines(analysis, MOST), "")

"""The commands `muckle simulate`, `compare`, `ask` and `tournament`, and one for each question: play many games, and report."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from inspect import signature
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from muckle import games as catalogue
from muckle.cli.arguments import (
    Cards,
    Cluster,
    Cores,
    GameName,
    Json,
    Out,
    Page,
    Preset,
    Seats,
    Seed,
    Set,
    Starter,
    Words,
    decimal,
    find_game,
    flag,
    number,
    print_json,
    read_options,
    split_names,
)
from muckle.cli.files import check_report_file, open_output, save
from muckle.errors import OptionsError
from muckle.lab.questions import QUESTIONS

if TYPE_CHECKING:
    from muckle.lab.answer import Answer

PLAYER = "medium"
"""The player of commands that name none: the strongest level that plays a thousand games of any kind in about a minute."""


def simulate(
    game: GameName,
    games: Annotated[
        int | None,
        number("Number of games, such as 1000 or 1e6.", show_default="1000; 1 for Muckell, where each seat has its own board"),
    ] = None,
    seats: Seats = None,
    players: Annotated[
        str,
        typer.Option(help="One player for all seats, or one per seat, separated by commas: random, hard, owl, hard:common …"),
    ] = PLAYER,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    starter: Starter = None,
    out: Out = None,
    decisions: Annotated[bool, flag("--decisions", "With --out: also save one row per decision (slower).")] = False,
    replays: Annotated[
        int, number("Number of deals to play twice more, to report how much the deal decides.", show_default="none")
    ] = 0,
    pace: Annotated[
        float | None,
        number(
            "Seconds that people take for a decision, to report the minutes of a game.",
            decimal(0, exclusive=True),
            show_default=False,
        ),
    ] = None,
    report_to: Page = None,
    as_json: Json = False,
    transcripts: Annotated[
        Path | None, typer.Option(help="Write every match to this new file; - means standard output.", show_default=False)
    ] = None,
    force: Annotated[bool, flag("--force", "With --transcripts: overwrite the file.")] = False,
    cores: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Play many games and report scores, wins and lengths. Ctrl-C stops early and reports the games played so far.

    In Muckell every seat plays its own board and nobody waits for anybody, so pace and lateness have no effect.
    """
    from muckle.lab.plan import GAMES
    from muckle.lab.questions.simulate import answer
    from muckle.lab.simulate import simulate as play
    from muckle.muckell_rounds import simulate_rounds
    from muckle.terminal import page
    from muckle.terminal.report import show

    values = read_options(game, seats, options, cards, words)
    chosen, many = find_game(game).read_options(preset, values), find_game(game).name == "muckell"
    more = {"starter": starter and starter - 1, "out": out, "decisions": decisions, "replays": replays}
    if many and any((*more.values(), starter, pace, report_to)):
        raise OptionsError("Muckell: each seat has its own board, so --players, --games and --transcripts are all there is")
    check_report_file(report_to)
    unit, total = ("boards", chosen.seats * (games or 1)) if many else ("games", games or GAMES)
    with open_output(transcripts, force) as file, page.progress(unit, total) as progress:
        report, code = run_interruptible(
            simulate_rounds if many else partial(play, game),
            progress,
            preset,
            games=games,
            players=split_names(players),
            seed=seed,
            transcripts=file,
            cores=cores,
            cluster=cluster,
            **({} if many else more),
            **values,
        )
    stream = sys.stderr if str(transcripts) == "-" else sys.stdout
    if as_json:
        print_json({**msgspec.structs.asdict(report), "interrupted": report.interrupted}, stream)
    elif many:
        print("\n".join(report.lines()), file=stream)
    else:
        show(answer(report, pace), stream)
    finish(None if many else answer(report, pace), code, report_to)


def compare(
    game: GameName,
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="OPTION=A,B,…",
            help="An option and the values to compare; also preset=A,B and players=A,B. Can be repeated: all combinations.",
        ),
    ],
    games: Annotated[int, number("Maximum number of games per variant, such as 1e5.")] = 1000,
    metrics: Annotated[
        str,
        typer.Option(help="Metrics to compare, separated by commas, such as score,turns.", show_default="a standard selection"),
    ] = "",
    until: Annotated[
        float | None,
        number(
            "Stop when the 95 % intervals of the first metric's differences are at most ± this wide.",
            decimal(0, exclusive=True),
            show_default=False,
        ),
    ] = None,
    pairs: Annotated[bool, flag("--pairs", "Also report the differences between all pairs of variants.")] = False,
    seats: Seats = None,
    players: Annotated[
        str | None, typer.Option(help="One player for all seats, or one per seat, separated by commas.", show_default=PLAYER)
    ] = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    starter: Starter = None,
    out: Out = None,
    report_to: Page = None,
    as_json: Json = False,
    cores: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Play the same deals with different options, presets or players, and report the differences.

    Ctrl-C stops early and reports the games played so far.
    """
    from muckle.lab.compare import compare as run
    from muckle.lab.questions.compare import answer
    from muckle.terminal.page import progress
    from muckle.terminal.report import show

    varied = read_vary(vary)
    check_report_file(report_to)
    with progress("games", games * prod(map(len, varied.values()))) as bar:
        comparison, code = run_interruptible(
            run,
            bar,
            game,
            preset,
            vary=varied,
            games=games,
            players=None if "players" in varied and players is None else split_names(players or PLAYER),
            seed=seed,
            metrics=split_names(metrics) if metrics.strip() else (),
            until=until,
            pairs=pairs,
            cores=cores,
            cluster=cluster,
            starter=starter and starter - 1,
            out=out,
            **read_options(game, seats, options, cards, words),
        )
    print_json(comparison) if as_json else show(answer(comparison))
    finish(answer(comparison), code, report_to)


def read_vary(pairs: list[str]) -> dict[str, list[int | str]]:
    """Return the values to compare of each option.

    Args:
        pairs: values of `--vary`, each of the form OPTION=A,B.

    Raises:
        OptionsError: a text has another form, or an option comes twice.
    """
    varied: dict[str, list[int | str]] = {}
    for pair in pairs:
        name, sign, values = (part.strip() for part in pair.partition("="))
        if not sign or not name or not values:
            raise OptionsError(f"--vary takes an option and its values, such as hand_size=3,5,7, got {pair!r:.60}")
        if name in varied:
            raise OptionsError(f"--vary says {name} twice; write all its values behind one")
        varied[name] = [value.strip() for value in values.split(",")]
    return varied


def ask(
    game: GameName,
    question: Annotated[
        str,
        typer.Argument(metavar="QUESTION", help=f"{', '.join(QUESTIONS)}, or module:function.", show_default=False),
    ],
    games: Annotated[int, number("Number of games, such as 1000 or 1e6.")] = 1000,
    seats: Seats = None,
    players: Annotated[str, typer.Option(help="One player for all seats, or one per seat, separated by commas.")] = PLAYER,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    starter: Starter = None,
    report_to: Page = None,
    as_json: Json = False,
    cores: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Answer any question about a game, also a custom one."""
    from muckle.lab.ask import ask as run
    from muckle.terminal.page import progress
    from muckle.terminal.report import show

    check_report_file(report_to)
    with progress("games", games) as bar:
        answer = run(
            question,
            game,
            preset,
            games=games,
            players=split_names(players),
            seed=seed,
            progress=bar.advance,
            compiles=bar.compiles,
            cores=cores,
            cluster=cluster,
            starter=starter and starter - 1,
            **read_options(game, seats, options, cards, words),
        )
    print_json(answer.data) if as_json else show(answer)
    finish(answer, 0, report_to)


def question_command(question: str) -> Callable[..., None]:
    """Return the command of one question: that of `ask`, without its argument."""

    def command(**given: Any) -> None:
        ask(question=question, **given)

    form = signature(ask, eval_str=True)
    command.__signature__ = form.replace(parameters=[each for name, each in form.parameters.items() if name != "question"])  # pyright: ignore[reportFunctionMemberAccess]
    return command


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(help="The players, separated by commas: owl, hard:common, package.module:function, program:COMMAND …"),
    ],
    games: Annotated[int, number("Number of deals. Each is played from every seat, in changing circular orders.")] = 100,
    seats: Seats = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    out: Out = None,
    report_to: Page = None,
    as_json: Json = False,
    cores: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Let players meet in every seat with the same deals, and rate them.

    Ctrl-C stops early and rates them by the games played so far.
    """
    from muckle.lab.questions.tournament import answer
    from muckle.lab.schedule import read_schedule
    from muckle.lab.tournament import read_entrants
    from muckle.lab.tournament import tournament as run
    from muckle.terminal.page import progress
    from muckle.terminal.report import show

    values, entrants = read_options(game, seats, options, cards, words), split_names(players)
    table_size = catalogue.find(game).read_options(preset, values).seats
    schedule = read_schedule(len(read_entrants(entrants)), table_size, 0)
    check_report_file(report_to)
    with progress("games", games * schedule.games_per_deal) as bar:
        report, code = run_interruptible(
            run,
            bar,
            game,
            preset,
            players=entrants,
            games=games,
            seed=seed,
            cores=cores,
            cluster=cluster,
            out=out,
            **values,
        )
    print_json(report) if as_json else show(answer(report))
    finish(answer(report), code, report_to)


def run_interruptible(run: Callable[..., Any], bar: Any, *args: Any, **options: Any) -> tuple[Any, int]:
    """Run a function of the laboratory with a progress bar. Return its report and the exit code: 130 after Ctrl-C, else 0."""
    from muckle.lab.simulate import Interrupted

    try:
        return run(*args, progress=bar.advance, compiles=bar.compiles, **options), 0
    except Interrupted as stop:
        return stop.report, 130


def finish(answer: Answer | None, code: int, report_to: Path | None) -> None:
    """Write an answer as an HTML page if a file was named, and end the command with an exit code."""
    if report_to and answer:
        save(report_to, answer.page().encode(), force=True)
    raise typer.Exit(code)

"""The commands `muckle simulate`, `compare`, `ask` and `tournament`, and one for each question: play many games, and report."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial, update_wrapper
from inspect import Parameter, signature
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TextIO, get_type_hints

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
Players = Annotated[
    str, typer.Option(help="One player for all seats, or one per seat, separated by commas: random, hard, owl, hard:common …")
]


class Shared(NamedTuple):
    """The options that all commands of the laboratory take."""

    seats: Seats = None
    preset: Preset = None
    options: Set = None
    cards: Cards = None
    words: Words = None
    seed: Seed = 0
    report_to: Page = None
    as_json: Json = False
    cores: Cores = None
    cluster: Cluster = None

    def values(self, game: str) -> dict[str, Any]:
        """Return the options of the game."""
        return read_options(game, self.seats, self.options, self.cards, self.words)

    def arguments(self, game: str) -> dict[str, Any]:
        """Return what all functions of the laboratory take, and check that a page can be written."""
        check_report_file(self.report_to)
        more = {"preset": self.preset, "seed": self.seed, "cores": self.cores, "cluster": self.cluster}
        return {**more, **self.values(game)}

    def finish(self, answer: Answer, data: Any, code: int = 0, file: TextIO | None = None) -> None:
        """Print an answer, or its data as JSON; write the page if a file was named; and end the command with an exit code."""
        from muckle.terminal.report import show

        print_json(data, file) if self.as_json else show(answer, file)
        if self.report_to:
            save(self.report_to, answer.page().encode(), force=True)
        raise typer.Exit(code)


def sharing(command: Callable[..., None], **fixed: Any) -> Callable[..., None]:
    """Return a command that also takes the shared options, and no longer the arguments that are fixed."""

    def run(**given: Any) -> None:
        shared = Shared(**{name: given.pop(name) for name in Shared._fields})
        command(**fixed, **given, shared=shared)

    own, hints = signature(command, eval_str=True), get_type_hints(Shared, include_extras=True)
    taken = [each for name, each in own.parameters.items() if name not in ("shared", *fixed)]
    for name, usual in Shared._field_defaults.items():
        taken.append(Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=hints[name]))
    update_wrapper(run, command)
    run.__signature__ = own.replace(parameters=taken)  # pyright: ignore[reportFunctionMemberAccess]
    run.__annotations__ = {each.name: each.annotation for each in taken}
    return run


def simulate(
    game: GameName,
    shared: Shared,
    games: Annotated[
        int | None,
        number("Number of games, such as 1000 or 1e6.", show_default="1000; 1 for Muckell, where each seat has its own board"),
    ] = None,
    players: Players = PLAYER,
    starter: Starter = None,
    out: Out = None,
    decisions: Annotated[bool, flag("--decisions", "With --out: also save one row per decision (slower).")] = False,
    pace: Annotated[
        float | None,
        number(
            "Seconds that people take for a decision, to report the minutes of a game.",
            decimal(0, exclusive=True),
            show_default=False,
        ),
    ] = None,
    transcripts: Annotated[
        Path | None, typer.Option(help="Write every match to this new file; - means standard output.", show_default=False)
    ] = None,
    force: Annotated[bool, flag("--force", "With --transcripts: overwrite the file.")] = False,
) -> None:
    """Play many games and report scores, wins and lengths.

    Ctrl-C stops early and reports the games played so far. In Muckell every seat plays its own board and nobody waits for
    anybody, so pace and lateness have no effect.
    """
    from muckle.lab.plan import GAMES
    from muckle.lab.questions.simulate import answer
    from muckle.lab.simulate import simulate as play
    from muckle.muckell_rounds import simulate_rounds
    from muckle.terminal import page

    kind, more = find_game(game), {"starter": starter and starter - 1, "out": out, "decisions": decisions}
    chosen, many = kind.read_options(shared.preset, shared.values(game)), kind.name == "muckell"
    if many and any((*more.values(), starter, pace, shared.report_to)):
        raise OptionsError("Muckell: each seat has its own board, so --players, --games and --transcripts are all there is")
    arguments = shared.arguments(game) | ({} if many else more)
    unit, total = ("boards", chosen.seats * (games or 1)) if many else ("games", games or GAMES)
    run = simulate_rounds if many else partial(play, game)
    with open_output(transcripts, force) as file, page.progress(unit, total) as bar:
        report, code = run_interruptible(run, bar, games=games, players=split_names(players), transcripts=file, **arguments)
    stream = sys.stderr if str(transcripts) == "-" else sys.stdout
    data = {**msgspec.structs.asdict(report), "interrupted": report.interrupted}
    if not many:
        shared.finish(answer(report, pace), data, code, stream)
    print_json(data, stream) if shared.as_json else print("\n".join(report.lines()), file=stream)
    raise typer.Exit(code)


def compare(
    game: GameName,
    shared: Shared,
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
    players: Annotated[
        str | None, typer.Option(help="One player for all seats, or one per seat, separated by commas.", show_default=PLAYER)
    ] = None,
    starter: Starter = None,
    out: Out = None,
) -> None:
    """Play the same deals with different options, presets or players, and report the differences.

    Ctrl-C stops early and reports the games played so far.
    """
    from muckle.lab.compare import compare as run
    from muckle.lab.questions.compare import answer
    from muckle.terminal.page import progress

    varied, arguments = read_vary(vary), shared.arguments(game)
    with progress("games", games * prod(map(len, varied.values()))) as bar:
        comparison, code = run_interruptible(
            run,
            bar,
            game,
            vary=varied,
            games=games,
            players=None if "players" in varied and players is None else split_names(players or PLAYER),
            metrics=split_names(metrics) if metrics.strip() else (),
            until=until,
            pairs=pairs,
            starter=starter and starter - 1,
            out=out,
            **arguments,
        )
    shared.finish(answer(comparison), comparison, code)


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
    shared: Shared,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help=f"{', '.join(QUESTIONS)}, or module:function.")],
    games: Annotated[int, number("Number of games, such as 1000 or 1e6.")] = 1000,
    players: Players = PLAYER,
    starter: Starter = None,
) -> None:
    """Answer any question about a game, also a custom one."""
    from muckle.lab.ask import ask as run
    from muckle.terminal.page import progress

    more = {"players": split_names(players), "starter": starter and starter - 1, **shared.arguments(game)}
    with progress("games", games) as bar:
        answer, _ = run_interruptible(run, bar, question, game, games=games, **more)
    shared.finish(answer, answer.data)


def tournament(
    game: GameName,
    shared: Shared,
    players: Annotated[
        str,
        typer.Option(help="The players, separated by commas: owl, hard:common, package.module:function, program:COMMAND …"),
    ],
    games: Annotated[int, number("Number of deals. Each is played from every seat, in changing circular orders.")] = 100,
    out: Out = None,
) -> None:
    """Let players meet in every seat with the same deals, and rate them.

    Ctrl-C stops early and rates them by the games played so far.
    """
    from muckle.lab.questions.tournament import answer
    from muckle.lab.schedule import read_schedule
    from muckle.lab.tournament import read_entrants
    from muckle.lab.tournament import tournament as run
    from muckle.terminal.page import progress

    entrants, table_size = split_names(players), catalogue.find(game).read_options(shared.preset, shared.values(game)).seats
    schedule, arguments = read_schedule(len(read_entrants(entrants)), table_size, 0), shared.arguments(game)
    with progress("games", games * schedule.games_per_deal) as bar:
        report, code = run_interruptible(run, bar, game, players=entrants, games=games, out=out, **arguments)
    shared.finish(answer(report), report, code)


def run_interruptible(run: Callable[..., Any], bar: Any, *args: Any, **options: Any) -> tuple[Any, int]:
    """Run a function of the laboratory with a progress bar. Return its report and the exit code: 130 after Ctrl-C, else 0."""
    from muckle.lab.simulate import Interrupted

    try:
        return run(*args, progress=bar.advance, compiles=bar.compiles, **options), 0
    except Interrupted as stop:
        return stop.report, 130

"""The command `muckle report`: several questions about a game, answered on one page."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from muckle import games as catalogue
from muckle.cli.arguments import Cores, GameName, Preset, Seats, Seed, Set, decimal, number, read_options
from muckle.cli.files import check_report_file, save
from muckle.cli.laboratory import PLAYER, read_vary
from muckle.errors import MuckleError, OptionsError, suggest
from muckle.lab.questions import QUESTIONS, SEVERAL
from muckle.scene.tell import counted, listed

if TYPE_CHECKING:
    from muckle.lab.answer import Answer
    from muckle.lab.report import Report

ASKED = {
    "seats": "Does the seat or the place in turn order matter?",
    "length": "How long is a game, and how often is it tied?",
    "skill": "How much does skill matter?",
    **QUESTIONS,
}
"""The questions by their names; what an option changes is asked as OPTION=A,B, and a custom question as module:function."""
LEVELS = ("easy", "medium", "hard")
"""The players that meet to answer how much skill matters."""


def report(
    game: GameName,
    questions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUESTION",
            help=f"{', '.join(ASKED)}, module:function, or OPTION=A,B: what an option changes.",
            show_default="all that are named",
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The page to write.", show_default="GAME.html")
    ] = None,
    games: Annotated[int, number("Number of games for each question; a tenth of it for skill.")] = 1000,
    player: Annotated[str, typer.Option("--player", help="Who plays, in all seats: a level or bird.")] = PLAYER,
    pace: Annotated[float, number("Seconds that people take for a decision.", decimal(0, exclusive=True))] = 8,
    seats: Seats = None,
    preset: Preset = None,
    options: Set = None,
    seed: Seed = 0,
    cores: Cores = None,
) -> None:
    """Answer questions about a game's rules in sentences, and on one HTML page with pictures, to be sent around.

    A question that cannot be answered stands on the page with the reason; then the exit code is 2. After Ctrl-C the page has
    the answers so far.
    """
    from muckle.lab.answer import Answer, answers_page

    values = read_options(game, seats, options, None, None)
    file = to or Path(f"{game}.html")
    check_report_file(file)
    run = Run(game, preset, values, games, player, pace, seed, cores)
    asked = {run.question(name): name for name in read_questions(game, questions or [])}
    answers: dict[str, tuple[Answer, str]] = {}
    answered, code = 0, 0
    for question, name in asked.items():
        print(question, file=sys.stderr)
        try:
            answer = run.answer(name)
            answered += 1
        except MuckleError as error:
            answer, code = Answer(headline=game, sentences=[f"This has no answer: {error}."]), 2
        except KeyboardInterrupt:
            answer, code = Answer(headline=game, sentences=["This has no answer: it was interrupted."]), 130
        answers[question] = answer, run.command(name)
        print("\n".join(f"  {sentence}" for sentence in answer.sentences))
        if code == 130:
            break
    told = f"{player.capitalize()} players in all seats, unless a table names others."
    if (looks := sum(answer.looks for answer, _ in answers.values())) > 1:
        told += f" {looks} differences were looked for. Where there is none, 1 in 20 shows by chance."
    save(file, answers_page(game, told, answers).encode(), force=True)
    count = counted(answered, "question") if code == 0 else f"{answered} of {len(asked)} questions"
    print(f"{file} answers {count}. {told}")
    raise typer.Exit(code)


def read_questions(game: str, given: list[str]) -> list[str]:
    """Return the questions that were asked, or all that make sense.

    Raises:
        OptionsError: there is no such question, or it makes no sense in a game for one player.
    """
    alone = catalogue.find(game).read_options().seats == 1
    usual = [name for name in ASKED if not alone or name not in ("seats", "skill", *SEVERAL)]
    for name in given:
        if name not in ASKED and not {"=", ":"} & {*name}:
            expected = f"{', '.join(ASKED)}, module:function or OPTION=A,B"
            raise OptionsError(f"a question is one of {expected}, got {name!r:.60}{suggest(name, ASKED)}")
        if name in ASKED and name not in usual:
            raise OptionsError(f"{game} is for one player, so {name!r} cannot be asked; ask {', '.join(usual)} or OPTION=A,B")
    return list(dict.fromkeys(given)) or usual


@dataclass(frozen=True)
class Run:
    """The game, options and players with which the questions are answered."""

    game: str
    preset: str | None
    values: Mapping[str, Any]
    games: int
    player: str
    pace: float
    seed: int
    cores: int | None

    def question(self, name: str) -> str:
        """Return a question in words."""
        if "=" not in name:
            return ASKED.get(name, name)
        [(option, (first, *others))] = read_vary([name]).items()
        return f"What changes with {option} {listed(map(str, others), 'or')} instead of {first}?"

    def command(self, name: str) -> str:
        """Return the command that answers a question again."""
        commands = {
            "seats": ["simulate", self.game, "--players", self.player, "--games", self.games],
            "length": ["simulate", self.game, "--players", self.player, "--games", self.games, "--pace", f"{self.pace:g}"],
            "skill": ["tournament", self.game, "--players", ",".join(LEVELS), "--games", self.deals],
        }
        asked = ["compare", self.game, "--vary", name] if "=" in name else ["ask", self.game, name]
        usual = [*asked, "--players", self.player, "--games", self.games]
        preset = ["--preset", self.preset] if self.preset else []
        given = [part for key, value in self.values.items() for part in ("--set", f"{key}={value}")]
        return shlex.join(map(str, ["muckle", *commands.get(name, usual), *preset, *given, "--seed", self.seed]))

    @property
    def deals(self) -> int:
        """Number of deals in which levels meet: strong ones think."""
        return max(1, self.games // 10)

    @property
    def given(self) -> dict[str, Any]:
        """Arguments of all functions of the laboratory."""
        return {**self.values, "seed": self.seed, "cores": self.cores}

    @cached_property
    def simulation(self) -> Report:
        """The games that answer several questions."""
        from muckle import simulate

        return simulate(self.game, self.preset, players=self.player, games=self.games, **self.given)

    def answer(self, name: str) -> Answer:
        """Play the games that answer a question."""
        from muckle import ask, compare, tournament
        from muckle.lab.questions import compare as comparison
        from muckle.lab.questions import simulate as simulation
        from muckle.lab.questions import tournament as standings

        given, where = self.given, (self.game, self.preset)
        if name == "seats":
            return simulation.answer(self.simulation)
        if name == "length":
            return simulation.length_answer(self.simulation, self.pace)
        if name == "skill":
            return standings.answer(tournament(*where, players=LEVELS, games=self.deals, **given))
        given |= {"players": self.player, "games": self.games}
        if "=" in name:
            return comparison.answer(compare(*where, vary=read_vary([name]), **given))
        return ask(name, *where, **given)

"""The command `muckle par`: par and the best possible score of a deal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from muckle import games as catalogue
from muckle.cli.arguments import Cards, Json, Preset, Set, Words, decimal, flag, number, print_json, read_options, read_words
from muckle.cli.files import save
from muckle.errors import MuckleError, OptionsError

if TYPE_CHECKING:
    from muckle.match.match import Match
    from muckle.players.par import Hindsight, Par


def par(
    match: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE", help="A game for one player, such as mickell, or a transcript.", show_default=False
        ),
    ],
    seed: Annotated[int | None, number("With GAME: seed of the deal.", show_default="0")] = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    level: Annotated[str, typer.Option(help="The player who sets par.")] = "expert",
    seconds: Annotated[float, number("CPU time for the search for the best possible score, in seconds.", decimal(0))] = 10.0,
    line: Annotated[bool, flag("--line", "Show a line of play that reaches the best score.")] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a match that reaches the best score, as a transcript that can be checked without muckle.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print par and the best possible score of a deal.

    Par is the score of a good player who does not know the cards to come. The best possible score needs to know them all.
    """
    from muckle.players.par import par as find_par
    from muckle.terminal.page import steps

    played = open_match(match, seed, preset, options, cards, words)
    with steps() as step:
        step(f"what {level} makes of it; the first time this compiles for some seconds")
        made = find_par(played, level=level)
        step(f"the best possible; {seconds:g} second{'s' * (seconds != 1)} at most")
        best = find_best(played, made, seconds)
    if certificate:
        save(certificate, play_certificate(played, best).transcript().encode(), force=True)
    if as_json:
        score = played.scores[0] if played.over else None
        print_json({"score": score, "par": msgspec.to_builtins(made), "hindsight": msgspec.to_builtins(best)})
    else:
        print(*score_lines(played, made, best), sep="\n")
        if line:
            print(*turn_lines(best.actions), sep="\n")


def open_match(
    match: str, seed: int | None, preset: str | None, options: list[str] | None, cards: Path | None, words: Path | None
) -> Match:
    """Return a new match of a game, or the match in a transcript.

    Args:
        match: name of a game, or path of a transcript. The other arguments only fit a game.

    Raises:
        OptionsError: a transcript comes with arguments that only fit a game. TranscriptError: the file holds no match.
    """
    from muckle.match.match import load, new_match

    if match in catalogue.GAMES:
        return new_match(match, preset, seed=seed, **read_options(match, None, options, cards, words))
    fixed: dict[str, Any] = {"--seed": seed, "--preset": preset, "--set": options, "--cards": cards}
    if extra := [name for name, value in fixed.items() if value is not None]:
        raise OptionsError(f"{match!r} is no game; a transcript is taken as it was played, without {' or '.join(extra)}")
    if words is not None:
        read_words(words)
    return load(Path(match))


def find_best(match: Match, made: Par, seconds: float) -> Hindsight:
    """Return the best score that a search finds within some seconds of CPU time; it is never below par."""
    from muckle.match.match import new_match
    from muckle.players.par import Hindsight, hindsight

    hindsight(new_match(match.game.name, "tiny"))  # compiled before the clock starts
    until = time.process_time() + seconds
    best = hindsight(match, stop=lambda: time.process_time() > until)
    return best if best.score >= made.score else Hindsight(made.score, False, made.actions)


def play_certificate(match: Match, best: Hindsight) -> Match:
    """Return a match that reaches the best score.

    Raises:
        MuckleError: the search did not prove the score.
    """
    from muckle.players.par import play_line

    if not best.proven:
        raise MuckleError(f"nothing proves yet that {best.score} is the best possible score; give the search more --seconds")
    return play_line(match, best.actions)


def score_lines(match: Match, made: Par, best: Hindsight) -> list[str]:
    """Return one line of text per score: the match's own if it is over, par, and the best possible."""
    rows = [(made.score, f"par: what {made.level.title()} scores, who knows as little of the cards to come as anybody")]
    if match.over:
        rows.insert(0, (match.scores[0], "was scored"))
    least = "the best possible, proven" if best.proven else "hindsight: at least so much is possible"
    return [f"{score:4} {text}" for score, text in (*rows, (best.score, least))]


def turn_lines(actions: Sequence[str]) -> list[str]:
    """Return the turns of a line of play, one text per turn, such as ``12. place 2, claim 2 HOPE``."""
    lines, turn = list[str](), list[str]()
    for action in actions:
        if action != "end":
            turn.append(action)
        elif turn:
            lines.append(f"{len(lines) + 1:4}. {', '.join(turn)}")
            turn = []
    return lines

"""The command `muckle par`: what a deal is worth."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from muckle import games as catalogue
from muckle.cli.given import Cards, Json, Preset, Set, Words, given, print_json, read_words
from muckle.cli.numbers import decimal, number
from muckle.errors import OptionsError

if TYPE_CHECKING:
    from muckle.match.match import Match
    from muckle.players.par import Hindsight, Par


def par(
    match: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE", help="A game played alone, such as mickell; or a transcript.", show_default=False),
    ],
    seed: Annotated[int | None, number("With GAME: which deal.  [default: 0]", show_default=False)] = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    level: Annotated[str, typer.Option(help="Who sets par.")] = "expert",
    seconds: Annotated[float, number("Of processor time, to seek the best possible score.", decimal(0))] = 10.0,
    line: Annotated[bool, typer.Option("--line", help="Show a line of play that reaches the best score.")] = False,
    as_json: Json = False,
) -> None:
    """Print what a deal is worth: par, what a good player makes of it fairly, and the best possible for who knows the deck."""
    from muckle.players.par import par as fair
    from muckle.terminal.page import steps

    given_match = opened(match, seed, preset, options, cards, words)
    with steps() as step:
        step(f"what {level} makes of it; the first time this compiles for some seconds")
        made = fair(given_match, level=level)
        step(f"the best possible; {seconds:g} seconds at most")
        best = sought(given_match, made, seconds)
    if as_json:
        score = given_match.scores[0] if given_match.over else None
        print_json({"score": score, "par": msgspec.to_builtins(made), "hindsight": msgspec.to_builtins(best)})
    else:
        print(*told(given_match, made, best), sep="\n")
        if line:
            print(*turns(best.actions), sep="\n")


def opened(
    match: str, seed: int | None, preset: str | None, options: list[str] | None, cards: Path | None, words: Path | None
) -> Match:
    """Return a match of the game with that name, or else the one in that file.

    Raises:
        OptionsError: a file comes with what only a game takes. TranscriptError: it holds no match.
    """
    from muckle.match.match import load, new_match

    if match in catalogue.GAMES:
        return new_match(match, preset, seed=seed, **given(match, None, options, cards, words))
    fixed: dict[str, Any] = {"--seed": seed, "--preset": preset, "--set": options, "--cards": cards}
    if extra := [name for name, value in fixed.items() if value is not None]:
        raise OptionsError(f"{match!r} is no game; a transcript is taken as it was played, without {' or '.join(extra)}")
    if words is not None:
        read_words(words)
    return load(Path(match))


def sought(match: Match, made: Par, seconds: float) -> Hindsight:
    """Return the best possible score that is found in so much processor time; the score of par is possible, too."""
    from muckle.match.match import new_match
    from muckle.players.par import Hindsight, hindsight

    hindsight(new_match(match.game.name, "tiny"))  # compiled before the clock starts
    until = time.process_time() + seconds
    best = hindsight(match, stop=lambda: time.process_time() > until)
    return best if best.score >= made.score else Hindsight(made.score, False, made.actions)


def told(match: Match, made: Par, best: Hindsight) -> list[str]:
    """Return the scores, a line each."""
    rows = [(made.score, f"par: what {made.level.title()} scores, who knows as little of the cards to come as anybody")]
    if match.over:
        rows.insert(0, (match.scores[0], "was scored"))
    least = "the best possible, proven" if best.proven else "hindsight: at least so much is possible"
    return [f"{score:4} {text}" for score, text in (*rows, (best.score, least))]


def turns(actions: Sequence[str]) -> list[str]:
    """Return a line of play, a turn a line: ``12. place 2, claim 2 HOPE``."""
    lines, turn = list[str](), list[str]()
    for action in actions:
        if action != "end":
            turn.append(action)
        elif turn:
            lines.append(f"{len(lines) + 1:4}. {', '.join(turn)}")
            turn = []
    return lines

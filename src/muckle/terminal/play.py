"""Playing in the terminal: who sits down, and at what."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from muckle import games, players
from muckle.custom.bounded import BoundedPlayer
from muckle.custom.players import is_custom, title_of
from muckle.engine.chance import read_seed
from muckle.engine.game import Game
from muckle.errors import OptionsError, TranscriptError
from muckle.match.header import new_header
from muckle.match.match import Match, load
from muckle.scene.tell import counted
from muckle.terminal.screen import Line, Screen
from muckle.terminal.standings import Round
from muckle.terminal.table import LocalTable, player_title

PEOPLE = "people"
"""Level that stands for people: they sit in all seats, at this keyboard."""
LONGEST_NAME = 40


def play(
    game: str,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    against: str = players.DEFAULT_LEVEL,
    seed: int | None = None,
    *,
    names: Sequence[str] = (),
    plain: bool = False,
    screen: Screen | None = None,
    round_: Round | None = None,
) -> None:
    """Play a match at this keyboard, to its end or until the person leaves.

    Args:
        game, preset, options: as for `muckle.new_match`.
        against: who fills the other seats: a player as for `muckle.players.find`, one of your own such as
            ``package.module:function`` (see `muckle.custom.bounded`), or "people": everybody sits at this keyboard.
        seed: deals the same cards again; None: others every time.
        names: what the seats are called, from seat 0.
        plain: full sentences, for screen readers; so it is anyway where the output is no terminal.
        screen: where to play; None: the process's own streams.
        round_: a round of Muckell, whose first board is played; preset and options are then those of the round.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
    """
    kind = games.find(game)
    asked, level = round_.options.alone() if round_ else kind.read_options(preset, options), read_level(against, kind)
    if round_ and level == PEOPLE:
        raise OptionsError(f"Muckell: here one person plays, and players fill the other seats, got --against {PEOPLE}")
    called = name_all(read_names(names, kind.name, asked.seats), asked.seats, level)
    seed = secrets.randbelow(10**9) if seed is None else read_seed(seed)
    match = Match(replace(new_header(kind, asked), seed=seed), names=called)
    sit_down(match, screen or Screen.of_process(plain), level, round_).run()


def resume(
    file: Path,
    against: str = players.DEFAULT_LEVEL,
    *,
    names: Sequence[str] = (),
    plain: bool = False,
    screen: Screen | None = None,
    round_: Round | None = None,
) -> None:
    """Go on with a match that was saved, and keep it in the same file.

    Args:
        file: its transcript. The others: as for `play`; who sits where does not stand in the file.

    Raises:
        TranscriptError: the file holds no such match, or one that is over or cannot go on here.
        OptionsError: no such player, or names that do not fit.
    """
    match = load(file)
    if match.over:
        raise TranscriptError(f"the match in {file} is over; muckle replay {file} shows it")
    if match.only_a_record:
        raise TranscriptError(
            f"the match in {file} goes on only in the room that has its secret; muckle replay {file} shows it"
        )
    seats, level = match.options.seats, read_level(against, match.game)
    match = load(file, names=name_all(read_names(names, match.game.name, seats), seats, level))
    table = sit_down(match, screen or Screen.of_process(plain), level, round_)
    table.file = file
    table.run()


def sit_down(match: Match, screen: Screen, level: str, round_: Round | None) -> LocalTable:
    """Return the table of a match.

    Raises:
        OptionsError: the player of a function or program cannot be loaded.
    """
    table = LocalTable(screen, match, seated(match.options.seats, level), level, round_)
    if is_custom(level):
        table.own = BoundedPlayer(level, prepare=lambda: screen.say(Line(f"{title_of(level)} is getting ready …", "dim")))
        table.own.load()
    return table


def seated(seats: int, level: str) -> range:
    """Return the seats of people: all of them, or only the first."""
    return range(seats) if level == PEOPLE else range(1)


def name_all(names: Sequence[str], seats: int, level: str) -> list[str]:
    """Return the name of every seat; people count from 1."""
    people, title = seated(seats, level), "Player" if level == PEOPLE else player_title(level)
    others = [f"{'Player' if seat in people else title} {seat + 1}" for seat in range(seats)]
    return [*names, *others[len(names) :]]


def read_names(names: Sequence[str], game: str, seats: int) -> list[str]:
    """Return people's names without outer blanks.

    Raises:
        OptionsError: a name is empty, too long or cannot be shown, or there are more names than seats.
    """
    if len(names) > seats:
        raise OptionsError(f"{game}: {len(names)} names were given for {counted(seats, 'seat')}")
    for name in names:
        if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
            raise OptionsError(f"a name has 1 to {LONGEST_NAME} characters that can be shown, got {name!r:.80}")
    return [name.strip() for name in names]


def read_level(against: str, game: Game) -> str:
    """Return the name of a player, built-in or custom, or PEOPLE.

    Raises:
        OptionsError: the text names neither.
    """
    if is_custom(against):
        return against.strip()
    level = against.strip().lower()
    return level if level == PEOPLE else players.find(against, game, besides=(PEOPLE,)).name

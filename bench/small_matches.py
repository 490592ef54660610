"""Solve small matches of every game, and measure what best answers gain against the levels: the table in docs/researchers.md.

``uv run --extra lab python bench/small_matches.py`` prints a row for each match of `MATCHES`, and with names of games behind it
theirs only. Each row is one ``muckle solve``, as its first column says.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from muckle.lab.exact import MAX_POSITIONS
from muckle.lab.solve import Solution, solve

PLAYERS = ("random", "greedy", "expert")
MULTZO: Mapping[str, Any] = {"suits": 2, "hand": 2, "rounds_cap": 1}
GRABBLE: Mapping[str, Any] = {"tiles": "tiny4", "rack": 2, "mulligan": "no", "stall_cap": 1}
SIX: Mapping[str, Any] = {"tiles": "tiny6", "rack": 3, "passing": "no", "covering": "no", "through": "off"}
"""All tiles lie on the racks, so that whoever sees one rack knows the other."""


class Match(NamedTuple):
    """A match that can be solved: the tiny preset of its game with other options."""

    game: str
    options: Mapping[str, Any] = {}
    cards: str = ""
    """Cards of the deck; empty: those of the preset."""
    all_open: bool = False
    most: int = MAX_POSITIONS
    players: Sequence[str] = PLAYERS

    def arguments(self) -> str:
        """Return what stands behind `muckle solve`; CARDS stands for the options that name the cards."""
        parts = [self.game, "--preset tiny", *(f"--set {name}={value}" for name, value in self.options.items())]
        parts += ["CARDS"] * bool(self.cards) + ["--open"] * self.all_open
        return " ".join([*parts, f"--most {self.most}"] if self.most != MAX_POSITIONS else parts)

    def label(self) -> str:
        """Return the first column of its row."""
        return f"`{self.arguments()}`" + (f" with {self.cards}" if self.cards else "")

    def solved(self, players: Sequence[str] | None = None) -> Solution:
        """Return its value, and what best answers gain against players; None: those of its row."""
        cards: Mapping[str, Any] = {"deck": "custom", "deck_check": "loose", "cards": self.cards} if self.cards else {}
        chosen = self.players if players is None else players
        return solve(self.game, "tiny", players=chosen, all_open=self.all_open, most=self.most, **self.options, **cards)


MATCHES = (
    Match("mitch"),
    Match("mitch", {"ranks": 5}),
    Match("mitch", {"ranks": 5, "hand_size": 2}, most=400_000),
    Match("multzo", MULTZO | {"face_up_draws": "no"}),
    Match("multzo", MULTZO | {"return_taken": "not_from_face_up", "empty_stack": "last_turns"}, most=2_000_000),
    Match("alphabetickell", {"target": 1}, "NH SC AP EL"),
    Match("alphabetickell", {"target": 1}, "NH SC AP EL TM", all_open=True),
    Match("alphabetickell", {"target": 1}, "NH SC AP EL TM OU", all_open=True, most=1_000_000, players=("random",)),
    Match("grabble_road", GRABBLE | {"passing": "no"}),
    Match("grabble_road", GRABBLE, players=("random", "greedy")),
    Match("grabble_road", GRABBLE | SIX, all_open=True, most=1_000_000, players=("random", "greedy")),
    Match("mickell", {}, "RB EK TH SC OH", all_open=True),
    Match("mickell", {"rows": 1}, "RB EK TH OA", all_open=True),
)


def row(match: Match, solution: Solution) -> str:
    """Return a row of the table."""
    gains = {gain.player: f"{gain.points:.4f}" for gain in solution.gains}
    counts = [f"{solution.histories:,}", f"{solution.positions:,}", f"{round(solution.values[0], 4) + 0:g}"]
    return f"| {' | '.join([match.label(), *counts, *(gains.get(player, '') for player in PLAYERS)])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games whose rows are printed; without any, all of them")
    games = parser.parse_args().games
    print(f"| match | histories | positions | value | {' | '.join(PLAYERS)} |")
    print("|---|" + "---:|" * (3 + len(PLAYERS)))
    for match in MATCHES:
        if match.game in games or not games:
            print(row(match, match.solved()), flush=True)


if __name__ == "__main__":
    main()

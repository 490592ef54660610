"""Scoring of play with real cards or tiles: what lies on the table is typed, and the game's own rules say what it is worth."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from muckle import games
from muckle.engine.compile import plain
from muckle.engine.contract import OVER
from muckle.engine.game import Game
from muckle.engine.record import loose
from muckle.errors import MuckleError, OptionsError, TurnError
from muckle.games.rulebook import rule_text
from muckle.match.match import new_match
from muckle.scene.tell import listed
from muckle.terminal.draw import sentence
from muckle.terminal.play import read_names
from muckle.terminal.screen import Line, Screen

GENERAL = "undo takes the last line back, rules 5 tells a rule, ? tells this again, quit ends."


class Scoring:
    """The scoring of one match on a real table.

    Args:
        options: option values; `seats` may come from the names.
        names: of the players in turn order; those without one are called Player 1 and so on.
    """

    def __init__(
        self,
        screen: Screen,
        game: str,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
    ) -> None:
        self.screen, self.game, self.scorer = screen, games.find(game), scorer_of(games.find(game))
        given: dict[str, Any] = {"seats": len(names)} if len(names) > 1 else {}
        match = new_match(game, preset, seed=0, **{**given, **(options or {})})
        known = read_names(names, self.game.name, match.options.seats)
        self.names = [known[seat] if seat < len(known) else f"Player {seat + 1}" for seat in range(match.options.seats)]
        self.setup, state = match.position.plain_setup, loose(match.position.plain_state)
        self.scorer.begin(self.setup, state)
        self.states = [state]
        """The state after each line that was taken, and the first one."""

    def run(self) -> None:
        """Take lines until the input ends."""
        self.screen.say(Line(f"{self.game.title}: {listed(self.names)}", "bold"))
        self.tell_how()
        while (typed := self.screen.ask("" if self.screen.spoken else ">")) is not None and typed.lower() != "quit":
            for line in typed.split(";"):
                try:
                    self.obey(" ".join(line.split()))
                except MuckleError as error:
                    self.screen.say(Line(sentence(str(error)), "yellow", 2))

    def obey(self, line: str) -> None:
        """Carry out a command, or score what was typed."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "" | "?" | "help":
                self.tell_how()
            case "rules":
                self.screen.markdown(rule_text(self.game, rest) if rest else self.game.rules_text())
            case "undo":
                if len(self.states) == 1:
                    raise TurnError("there is nothing to take back")
                self.states.pop()
                self.tell_scores()
            case _:
                self.enter(line)

    def enter(self, line: str) -> None:
        """Score a line; a line that is refused changes nothing."""
        if self.states[-1].turn == OVER:
            raise TurnError("the match is over; undo takes the last line back")
        seat, typed = self.read_seat(line)
        state, before = copy.deepcopy(self.states[-1]), self.scores()
        for told in self.scorer.enter(self.setup, state, self.names, seat, typed.lower()):
            self.screen.say(Line(sentence(told), hang=2))
        self.states.append(state)
        if self.scores() != before or state.turn == OVER:
            self.tell_scores()

    def read_seat(self, line: str) -> tuple[int | None, str]:
        """Return the seat whose name or number begins a line, None if none does, and the rest of the line."""
        called = [(name.lower(), seat) for seat, name in enumerate(self.names)]
        called += [(str(seat + 1), seat) for seat in range(len(self.names))]
        for name, seat in sorted(called, key=lambda each: -len(each[0])):
            if line.lower() == name or line.lower().startswith((f"{name} ", f"{name}:")):
                return seat, line[len(name) :].lstrip(": ")
        return None, line

    def scores(self) -> list[int]:
        """Return everybody's score so far."""
        scores = [0] * len(self.names)
        plain(self.game.rules).returns(self.setup, self.states[-1], scores)
        return scores

    def winners(self) -> list[str]:
        """Return the names of those who lead, by the tiebreak between equal scores (General 12)."""
        tiebreak = getattr(plain(self.game.rules), "tiebreak", lambda *_: 0)
        ranks = [(score, tiebreak(self.setup, self.states[-1], seat)) for seat, score in enumerate(self.scores())]
        return [name for name, rank in zip(self.names, ranks, strict=True) if rank == max(ranks)]

    def tell_scores(self) -> None:
        """Print everybody's score so far, and who wins if the match is over."""
        told = ", ".join(f"{name} {score}".replace("-", "−") for name, score in zip(self.names, self.scores(), strict=True))
        self.screen.say(Line(sentence(told), "bold"))
        if self.states[-1].turn == OVER:
            winners = self.winners()
            self.screen.say(Line(f"{listed(winners)} {'share the win' if len(winners) > 1 else 'wins'}.", "bold"))

    def tell_how(self) -> None:
        """Print what can be typed."""
        self.screen.say(*(Line(f"  {told}", hang=4) for told in (*self.scorer.how(self.setup, self.names), GENERAL)))


def scorer_of(game: Game) -> Any:
    """Return the scorer of a game.

    Raises:
        OptionsError: it has none.
    """
    if game.scorer is None:
        able = listed(each.title for each in games.GAMES.values() if each.scorer)
        raise OptionsError(f"{game.title} is scored by counting cards, so it needs no scorer; there is one for {able}")
    return game.scorer

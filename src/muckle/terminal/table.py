"""The local table: it draws a scene, reads a line and applies it to the match. People share one keyboard."""

from __future__ import annotations

import hashlib
import re
import shlex
import time
from collections.abc import Sequence
from pathlib import Path

from muckle import players
from muckle.custom.bounded import BoundedPlayer, PlayerFault, fault_sentence
from muckle.custom.players import is_custom, title_of
from muckle.engine import compile
from muckle.errors import MuckleError, NotationError, suggest
from muckle.games.mickell.muckell import standings, worth
from muckle.match.match import RECALL, UNDO, Match
from muckle.scene.contract import Ask
from muckle.scene.tell import counted
from muckle.terminal.commands import COMMANDS, act_named, hint, recall, undo
from muckle.terminal.draw import Drawing, act_lines, brief_lines, scene_lines, sentence
from muckle.terminal.screen import Leave, Line, Screen
from muckle.terminal.standings import OtherBoard, Round, otherwise_lines, own_line, standings_lines

NEWS = 10
"""Minimum seconds between two messages about how far the other boards of a round are."""
LONGEST = 200
"""Maximum length of a typed action, in characters."""
PLAIN_PLAYOUTS = 30
"""Playouts of a bot's decision where rules run as ordinary Python: a second or two at most, in all games but Grabble Road."""
ASKS = re.compile(r"\?\s*(\D*)")
"""Pattern of a line that asks for help or a word, which has no digits: a blank tile on its square, ``?E b4``, is an action."""
HOW = "Type a number, a key or an action, or several with ; between. ? tells what else can be typed."


class LocalTable:
    """A match, the screen it is played at, and who sits there.

    Args:
        people: the seats of people; one person sees only what that seat may know, several take turns at the keyboard.
        level: the name of the players in the other seats.
        round_: the round of Muckell that the match belongs to.
    """

    def __init__(self, screen: Screen, match: Match, people: Sequence[int], level: str, round_: Round | None = None) -> None:
        self.screen, self.match, self.people, self.level, self.round = screen, match, people, level, round_
        self.viewer: int | None = people[0] if len(people) == 1 else None
        self.own: BoundedPlayer | None = None
        """The custom player in the other seats, until it fails."""
        self.file: Path | None = None
        """File that keeps the match, if any."""
        self.queue: list[str] = []
        """Commands of a typed line that are still to be carried out."""
        self.brief = False
        """Whether a turn begins without the whole table."""
        self.refused: MuckleError | None = None
        """The last refusal, for `why`."""

    def run(self) -> None:
        """Play until the match is over or left; an interrupt is a way to leave."""
        try:
            self.begin()
            while not self.match.over:
                if self.match.turn in self.people:
                    self.turn(self.match.turn)
                else:
                    self.bot_turn(self.match.turn)
            self.end()
        except (Leave, KeyboardInterrupt):
            self.leave()
        finally:
            if self.own:
                self.own.close()

    def bot_turn(self, seat: int) -> None:
        """Let the bot in a seat act until another seat is to act, and say that it thinks if it may take time."""
        if self.own or players.find(self.bot).level not in players.SIMPLE:
            self.screen.say(Line(f"{self.match.names[seat]} is thinking …", "dim"))
        while self.match.turn == seat:
            self.match.apply(self.choose())

    def choose(self) -> str:
        """Return the action of the player in the seat to act. After a fault of a custom player a bot replaces it."""
        if self.own:
            try:
                return self.own.choose(self.match.position, self.bot_seed())
            except PlayerFault as fault:
                told = fault_sentence(self.own.title, fault, players.find(self.bot).title)
                self.screen.say(Line(f"{told} What happened: {fault}", "yellow", 2))
                self.own = None
        return players.choose(self.bot, self.match, self.bot_seed(), effort=self.effort)

    @property
    def bot(self) -> str:
        """Name of the built-in player in the other seats: that of the level, or the one that plays on for a custom player."""
        return players.DEFAULT_LEVEL if is_custom(self.level) else self.level

    def begin(self) -> None:
        """Say what is played and how to type."""
        self.screen.say(Line(self.match.scene(self.viewer).title, "bold"), HOW)
        if self.round:
            self.screen.say(
                "The same cards in the same order are played on other boards when you are done:"
                f" {self.round.options.seats - 1:,} of {player_title(self.level)}."
                " The highest score wins [Muckell 1, 6]."
            )

    def turn(self, seat: int) -> None:
        """Ask the person in a seat until something changes."""
        if seat != self.viewer:
            self.hand_over(seat)
        shown = False
        while True:
            if not shown and not self.queue:
                self.show()
                shown = True
            if self.obey(self.next_line()):
                return

    def hand_over(self, seat: int) -> None:
        """Hide what the last person saw before the next one looks."""
        self.queue.clear()
        if self.viewer is not None:
            self.screen.clear()
        if self.ask(f"Pass the keyboard to {self.match.names[seat]}, who then presses Enter:").lower() == "quit":
            raise Leave
        self.viewer = seat

    def end(self) -> None:
        """Show the result; stay for questions."""
        if len(self.people) > 1:
            self.viewer = None
        self.show()
        self.keep()
        if self.round:
            self.compare(self.round)
        self.screen.say("story tells the whole match, save FILE keeps it for muckle replay, Enter leaves.")
        self.queue.clear()
        while line := self.next_line():
            self.obey(line)
        raise Leave

    def compare(self, round_: Round) -> None:
        """Let the others play the same cards, and print the standings."""
        options, boards, title = round_.options, self.others(round_), player_title(self.level)
        own = worth(options, self.match.scores[0], self.match.position.plain_state)
        ranked = standings(options, [own, *(board.worth for board in boards)])
        names = [self.match.names[0], *(f"{title} {seat}" for seat in range(2, options.seats + 1))]
        self.screen.say("", own_line(ranked, 0))
        self.screen.say("", *standings_lines(ranked, names, 0, spoken=self.screen.spoken))
        self.screen.say("", *otherwise_lines(self.match, [board.firsts for board in boards]))
        self.screen.say("What the strongest make of these cards: save FILE here, and then: muckle par FILE.")

    def others(self, round_: Round) -> list[OtherBoard]:
        """Return the boards of the others, with a line of progress now and then."""
        count = round_.options.seats - 1
        self.screen.say(Line(f"Now the others play the same cards: {counted(count, 'board')} …", "dim"))
        boards, told = list[OtherBoard](), time.monotonic()
        for board in round_.play(self.match, round_.options, self.level):
            boards.append(board)
            if time.monotonic() > told + NEWS and len(boards) < count:
                self.screen.say(Line(f"{len(boards):,} of {count:,} are done …", "dim"))
                told = time.monotonic()
        return boards

    def leave(self) -> None:
        """Say good-bye, and how to go on or begin like this once more."""
        if not self.match.over:
            self.screen.say("", "You have left the match before its end.")
            if self.keep():
                options = self.round.options if self.round else None
                of_round = f" muckell --seats {options.seats} --set tie={options.tie}" if options else ""
                file, level = shlex.quote(str(self.file)), shlex.quote(self.level)
                self.screen.say(f"To go on with it: muckle play{of_round} --resume {file} --against {level}")
        if self.match.header.seed is not None:
            self.screen.say(
                f"For the same deal again, add --seed {self.match.header.seed} to the command; what is drawn later depends on"
                " what everybody does."
            )

    def keep(self) -> bool:
        """Write the match to its file, if it has one, and return whether it was written."""
        if self.file is None:
            return False
        try:
            self.file.write_text(self.match.transcript(), encoding="utf-8")
        except OSError as error:
            self.screen.say(Line(f"{self.file} cannot be written: {error.strerror}.", "yellow", 2))
            return False
        self.screen.say(f"The match is in {self.file}{'' if self.match.over else ', up to here'}.")
        return True

    def next_line(self) -> str:
        """Return the next typed command; a line can hold several, separated by semicolons."""
        if not self.queue:
            self.queue = self.ask().split(";")
        return self.queue.pop(0).strip()

    def ask(self, prompt: str = "") -> str:
        """Return a typed line.

        Raises:
            Leave: the input has ended.
        """
        name = self.match.names[self.viewer] if self.viewer is not None and len(self.people) > 1 else ""
        usual = f"{name}, your choice:" if name else "Your choice:"
        line = self.screen.ask(prompt or (usual if self.screen.spoken else f"{name}>"))
        if line is None:
            raise Leave
        return line

    def obey(self, line: str) -> bool:
        """Carry out a typed line or print why not, and return whether the table changed."""
        if asked := ASKS.fullmatch(line):
            line = f"word {asked[1]}" if asked[1] else "help"
        word, _, rest = line.partition(" ")
        word = word.lower()
        try:
            if word in COMMANDS:
                return bool(COMMANDS[word].do(self, rest.strip()))
            return self.act(line) if line else self.remind()
        except MuckleError as error:
            self.queue.clear()
            once_more = self.match.over and str(error) == str(self.refused)
            self.refused = error
            if not once_more:  # lines from a pipe that the match had no use for any more
                self.screen.say(Line(sentence(str(error)), "yellow", 2))
            return False

    def act(self, line: str) -> bool:
        """Apply an act (by number, key or text) or an action in the game's notation, and return whether it was applied."""
        if self.match.over:
            self.match.apply(line)
        scene = self.match.scene(self.viewer)
        acts, name = scene.acts, act_named(scene, line)
        if name in (UNDO, RECALL):
            return undo(self) if name == UNDO else recall(self)
        if name and acts[name].verb == "hint":
            return bool(hint(self))
        ask = acts[name].ask if name else None
        answer = self.answer(ask) if ask else ""
        if ask and not answer:
            self.screen.say("Nothing was done.")
            return False
        self.apply(f"{name or line} {answer}".strip())
        return True

    def apply(self, text: str) -> None:
        """Give the match an action; if it looks like a misspelt command, the refusal says so."""
        if len(text) > LONGEST:
            raise NotationError(f"an action has at most {LONGEST} characters, got {len(text)}")
        try:
            self.match.apply(text, seat=self.viewer)
        except NotationError as error:
            raise NotationError(error.message + suggest(text.split()[0], COMMANDS), error.rule) from None

    def answer(self, ask: Ask) -> str:
        """Return the person's answer to the question of an act; an empty answer drops the act."""
        self.screen.say(*(Line(f"{number:>2}. {choice}", "cyan", 4) for number, choice in enumerate(ask.choices, 1)))
        answer = self.ask(ask.label if ask.label[-1] in "?:" else f"{ask.label}:")
        chosen = ask.choices[int(answer) - 1 : int(answer)] if answer.isdecimal() and answer != "0" else ()
        return chosen[0] if chosen else answer

    def show(self, full: bool = False) -> None:
        """Draw what the viewer sees and may do."""
        scene, how = self.match.scene(self.viewer), self.how(full)
        if self.brief and not full and not self.match.over:
            self.screen.say("", *brief_lines(scene, how))
        else:
            self.screen.say("", *scene_lines(scene, how), *act_lines(scene, how))

    def remind(self) -> bool:
        """Print the prompt and the legal acts again, after an empty line."""
        scene = self.match.scene(self.viewer)
        self.screen.say(Line(scene.status, "bold", 2), *act_lines(scene, self.how()))
        return False

    def how(self, full: bool = False) -> Drawing:
        """Return the settings for drawing scenes on this screen at its present width."""
        return Drawing(self.screen.spoken, self.screen.width or 80, full)

    @property
    def effort(self) -> float:
        """The share of its thinking that a bot has the time for."""
        if not compile.PLAIN:
            return 1.0
        manner = players.find(self.bot).manner(self.match.game)
        return min(1.0, PLAIN_PLAYOUTS / max(1, manner.playouts * manner.chunks))

    def bot_seed(self) -> int:
        """Return a seed for the next decision of a bot, the same when the same match is played again.

        A custom player is shown it, so it does not tell the seed of the deal.
        """
        text = f"{self.match.header.seed or 0} {self.match.seq}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


def player_title(level: str) -> str:
    """Return the name for people of a player, built-in or custom."""
    return title_of(level) if is_custom(level) else players.find(level).title

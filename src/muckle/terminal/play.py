"""Playing in the terminal: a scene is drawn, a line is read, the match judges it. People share one keyboard."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from muckle import games, players
from muckle.engine.game import Game
from muckle.errors import ActionError, MuckleError, NotationError, OptionsError, TurnError, short, suggest
from muckle.match.begin import new_match
from muckle.match.match import UNDO, Match
from muckle.scene.contract import Ask, Scene
from muckle.terminal.draw import Drawing, act_lines, brief_lines, numbered, scene_lines, sentence, story_lines
from muckle.terminal.rules import find_rule, rule_text
from muckle.terminal.screen import Line, Screen
from muckle.terminal.words import defined_lines
from muckle.words import lists
from muckle.words.lookup import look_up

PEOPLE = "people"
"""Who fills the other seats when everybody sits at this keyboard."""
LONGEST = 200
"""Characters of an action that is worth reading."""
COMMANDS = {
    "help": "this list; so does ?",
    "scene": "the table again, with everything on it: whole piles, tables, the rules that matter now",
    "acts": "what you may do; acts spades: only what has spades in it",
    "brief": "tell only what happened, your own place and what is asked, or everything again",
    "hint": "what the game would tell you; where there are words, hint common: only with common ones",
    "word": "what a word means, how common it is and whether it is listed here: word FIRE, or ? FIRE",
    "why": "why something cannot be done: why place KH; alone: the rule that refused the last try",
    "rules": "the rules; rules 5: one of them",
    "undo": "take your last action back, while that is allowed",
    "story": "everything that happened so far",
    "save": "keep the match: save mymatch.jsonl",
    "quit": "leave; a match that is left is over",
}
"""What can be typed besides what the game knows."""
HOW = "Type a number, a key or an action, or several with ; between. ? tells what else can be typed."


class Leave(Exception):
    """The person has left, or the input has ended."""


def play(
    game: str,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    against: str = "greedy",
    seed: int | None = None,
    *,
    names: Sequence[str] = (),
    plain: bool = False,
    screen: Screen | None = None,
) -> None:
    """Play a match at this keyboard, to its end or until the person leaves.

    Args:
        game, preset, options: as for `muckle.new_match`.
        against: who fills the other seats, as for `muckle.players.find`, or "people": everybody sits at this keyboard.
        seed: deals the same cards again; None: others every time.
        names: what the seats are called, from seat 0.
        plain: full sentences, for screen readers; so it is anyway where the output is no terminal.
        screen: where to play; None: the process's own streams.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
    """
    kind = games.find(game)
    given: dict[str, Any] = dict(options or {})
    seats = kind.read_options(preset, given).seats
    level = read_level(against, kind)
    if len(names) > seats:
        raise OptionsError(f"{kind.name}: {len(names)} names were given for {seats} seats")
    people = range(seats) if level == PEOPLE else range(1)
    title = "Player" if level == PEOPLE else players.find(level).title
    others = [f"{'Player' if seat in people else title} {seat + 1}" for seat in range(seats)]
    seed = secrets.randbelow(10**9) if seed is None else seed
    match = new_match(kind.name, preset, seed=seed, names=[*names, *others[len(names) :]], **given)
    Table(screen or Screen.of_process(plain), match, people, level).run()


def read_level(against: str, game: Game) -> str:
    """A player's name, or PEOPLE.

    Raises:
        OptionsError: it is neither.
    """
    level = against.strip().lower()
    return level if level == PEOPLE else players.find(against, game, besides=(PEOPLE,)).name


class Table:
    """A match, the screen it is played at, and who sits there.

    Args:
        people: the seats of people; one person sees only what that seat may know, several take turns at the keyboard.
        level: the name of the players in the other seats.
    """

    def __init__(self, screen: Screen, match: Match, people: Sequence[int], level: str) -> None:
        self.screen, self.match, self.people, self.level = screen, match, people, level
        self.viewer: int | None = people[0] if len(people) == 1 else None
        self.file: Path | None = None
        """Where the transcript goes once it tells nothing hidden any more."""
        self.queue: list[str] = []
        """What was typed on one line and is still to be done."""
        self.brief = False
        """Whether a turn begins without the whole table."""
        self.refused: MuckleError | None = None
        """Why the last try failed."""

    def run(self) -> None:
        """Play until the match is over or left; an interrupt is a way to leave."""
        try:
            self.begin()
            while not self.match.over:
                if self.match.turn in self.people:
                    self.turn(self.match.turn)
                else:
                    self.match.apply(players.choose(self.level, self.match, self.bot_seed()))
            self.end()
        except (Leave, KeyboardInterrupt):
            self.leave()

    def begin(self) -> None:
        """Say what is played and how to type."""
        self.screen.say(Line(self.match.scene(self.viewer).title, "bold"), HOW)

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
        self.write()
        self.screen.say("story tells the whole match, save FILE keeps it for muckle replay, Enter leaves.")
        self.queue.clear()
        while line := self.next_line():
            self.obey(line)
        raise Leave

    def leave(self) -> None:
        """Say good-bye, and how to play the same cards once more."""
        if not self.match.over:
            self.screen.say("", "You have left the match before its end, so it is over.")
            self.write()
        self.screen.say(f"To have the same cards again, add --seed {self.match.header.seed} to the command.")

    def next_line(self) -> str:
        """The next thing that was typed; a line can hold several, with semicolons between."""
        if not self.queue:
            self.queue = self.ask().split(";")
        return self.queue.pop(0).strip()

    def ask(self, prompt: str = "") -> str:
        """A typed line.

        Raises:
            Leave: there is none any more.
        """
        name = self.match.names[self.viewer] if self.viewer is not None and len(self.people) > 1 else ""
        usual = f"{name}, your choice:" if name else "Your choice:"
        line = self.screen.ask(prompt or (usual if self.screen.spoken else f"{name}>"))
        if line is None:
            raise Leave
        return line

    def obey(self, line: str) -> bool:
        """Do what a line says; whether something changed on the table. What is wrong with it is told."""
        if line.startswith("?"):
            line = line.replace("?", "word ", 1) if line[1:] else "help"
        word, _, rest = line.partition(" ")
        word = word.lower()
        try:
            if word in COMMANDS:
                return bool(getattr(self, f"do_{word}")(rest.strip()))
            return self.act(line) if line else self.remind()
        except MuckleError as error:
            self.queue.clear()
            self.refused = error
            self.screen.say(Line(sentence(str(error)), "yellow", 2))
            return False

    def act(self, line: str) -> bool:
        """Take an act by its number, key or text, or an action as the game reads it; whether it was taken."""
        if self.match.over:
            self.match.apply(line)
        scene = self.match.scene(self.viewer)
        acts, name = scene.acts, meant(scene, line)
        if name == UNDO or (name and acts[name].verb == "hint"):
            return bool(self.do_undo() if name == UNDO else self.do_hint())
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
        """What the person answers to the question of an act; nothing: the act is dropped."""
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
        """An empty line: say again what is asked and what there is to do."""
        scene = self.match.scene(self.viewer)
        self.screen.say(Line(scene.status, "bold", 2), *act_lines(scene, self.how()))
        return False

    def how(self, full: bool = False) -> Drawing:
        """How scenes are drawn on this screen as it is now."""
        return Drawing(self.screen.spoken, self.screen.width or 80, full)

    def bot_seed(self) -> int:
        """A new one for every decision, and the same when the same match is played again."""
        return (self.match.header.seed or 0) ^ self.match.seq

    def write(self) -> None:
        """Write the transcript, if somebody asked for it."""
        if self.file is None:
            return
        if self.match.options.reveal_after_match == "none":
            self.screen.say(Line("Nobody gets the record of this match: reveal_after_match=none [General 11].", "yellow", 2))
            return
        try:
            self.file.write_text(self.match.transcript(), encoding="utf-8")
        except OSError as error:
            self.screen.say(Line(f"{self.file} cannot be written: {error.strerror}.", "yellow", 2))
            return
        self.screen.say(f"The match is in {self.file}{'' if self.match.over else ', up to here'}.")
        self.file = None

    def do_help(self, _: str = "") -> None:
        """What can be typed."""
        self.screen.say("Type the number or key of what you want to do, or the action in its short form. Besides:")
        self.screen.say(*(Line(f"  {name}: {what}.", hang=4) for name, what in COMMANDS.items()))

    def do_scene(self, _: str = "") -> None:
        """Draw what the viewer sees, with all that is rarely looked at."""
        self.show(full=True)

    def do_brief(self, _: str = "") -> None:
        """Tell less from now on, or everything again."""
        self.brief = not self.brief
        left = "what happened, your own place and what is asked" if self.brief else "the table and what you may do"
        self.screen.say(f"Every turn now begins with {left}.")

    def do_acts(self, part: str = "") -> None:
        """What may be done, all of it or what has this in its name."""
        lines = act_lines(self.match.scene(self.viewer), self.how(), part)
        self.screen.say(*lines or ["Nothing of that kind can be done now."])

    def do_hint(self, words: str = "") -> None:
        """What the game tells the seat to act; with the words of a vocabulary only, if one is named."""
        hints = [] if self.viewer is None else self.match.hints(self.viewer, words)
        self.screen.say(*(hints or ["There is no hint here."]))

    def do_word(self, word: str = "") -> None:
        """A word by the match's list, and what it means; nothing about any row or rack (Mickell D9)."""
        words = self.match.dictionary()
        if not word:
            raise MuckleError("word needs a word behind it, such as: word FIRE")
        found = look_up(lists.read_word(word), words)
        self.screen.say(f"{found.word.upper()} is {'' if found.listed else 'not '}in {words.name}.")
        self.screen.say(*(Line(text, hang=hang) for text, hang in defined_lines([found])))

    def do_why(self, action: str = "") -> None:
        """Why an action is refused here, with the rule in full; without one: the last refusal."""
        error = self.explain(action) if action else self.refused
        if error is None:
            self.screen.say("That can be done." if action else "Nothing was refused yet. Ask like this: why place KH")
            return
        self.screen.say(Line(sentence(str(error)), "yellow", 2))
        if find_rule(self.match.game.rules_text(), error.rule):
            self.do_rules(error.rule)

    def explain(self, action: str) -> ActionError | None:
        """As `Match.explain`; an act that needs an answer is not judged without it, for that would tell a secret."""
        scene = self.match.scene(self.viewer)
        acts, name = scene.acts, meant(scene, action)
        if name and acts[name].ask:
            return NotationError(f"{name!r} can be judged only together with its answer")
        return None if name == UNDO else self.match.explain(name or action)

    def do_rules(self, rule: str = "") -> None:
        """The rules, or one of them."""
        self.screen.markdown(rule_text(self.match.game, rule) if rule else self.match.game.rules_text())

    def do_undo(self, _: str = "") -> bool:
        """Take back the person's last action (General 10)."""
        if self.match.over:
            raise TurnError("the match is over")
        taken = self.match.decisions[-1].action if self.match.decisions else ""
        self.match.undo(self.viewer)
        self.screen.say(f"Taken back: {taken}.")
        return True

    def do_story(self, _: str = "") -> None:
        """Everything that happened, as the viewer may know it."""
        self.screen.say(*story_lines(self.match.story(self.viewer)))

    def do_save(self, name: str = "") -> None:
        """Write the transcript to a new file; not before the match is over, as it tells every hidden thing (General 4)."""
        if not name:
            raise MuckleError("save needs the name of a new file, such as: save mymatch.jsonl")
        try:
            file = Path(name).expanduser()
            file.open("x").close()
        except (OSError, RuntimeError) as error:
            raise MuckleError(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}") from None
        self.file = file
        if self.match.over:
            self.write()
        else:
            self.screen.say(f"The match goes to {file} when it ends or you leave: it tells what you may not know yet.")

    def do_quit(self, _: str = "") -> None:
        """Leave."""
        raise Leave


def meant(scene: Scene, line: str) -> str | None:
    """The act that a line names by number, key or text; None if it names none.

    Raises:
        NotationError: it is a number that no act has.
    """
    acts, numbers = scene.acts, numbered(scene)
    if line.isdecimal() and numbers:
        number = int(line[:9])
        if len(line) > 9 or number not in numbers:
            raise NotationError(f"nothing to do has the number {short(line)}; the numbers are {runs(numbers)}")
        return numbers[number]
    keys = {act.key: name for name, act in acts.items() if act.key}
    texts = {squeezed(name): name for name in acts}
    return keys.get(line) or texts.get(squeezed(line)) or keys.get(line.lower())


def squeezed(text: str) -> str:
    """A text as it is compared: case and blanks do not matter."""
    return "".join(text.lower().split())


def runs(numbers: Iterable[int]) -> str:
    """Numbers in few words: ``1 to 3, 10 to 12``."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in found)

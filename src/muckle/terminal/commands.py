"""Typed lines: the act that a line names, and the commands that work at every table, such as help, hint, rules and save."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

from muckle.engine import compile
from muckle.errors import ActionError, MuckleError, NotationError, TurnError, short
from muckle.games.rulebook import find_rule, rule_text
from muckle.match.match import RECALL, UNDO, Match
from muckle.players.advice import Advice, advise
from muckle.scene.contract import Scene
from muckle.terminal.analysis import advice_lines
from muckle.terminal.draw import Drawing, act_lines, numbered, sentence, story_lines
from muckle.terminal.screen import Leave, Line, Screen
from muckle.terminal.words import defined_lines
from muckle.words import lists
from muckle.words.lookup import look_up

PATIENCE = 2.5
"""Seconds after which the advice is told as far as it goes."""
PLAIN_EFFORT = 0.01
"""The share of an expert's thinking that rules run as ordinary Python have the time for."""


class Table(Protocol):
    """The table that commands are typed at."""

    screen: Screen
    match: Match
    viewer: int | None
    file: Path | None
    brief: bool
    refused: MuckleError | None

    def show(self, full: bool = False) -> None: ...

    def how(self) -> Drawing: ...

    def keep(self) -> bool: ...


def tell_commands(table: Table, _: str = "") -> None:
    """Print the list of commands."""
    table.screen.say("Type the number or key of what you want to do, or the action in its short form. Besides:")
    table.screen.say(*(Line(f"  {name}: {command.help}.", hang=4) for name, command in COMMANDS.items()))


def show_all(table: Table, _: str = "") -> None:
    """Draw what the viewer sees, with all that is rarely looked at."""
    table.show(full=True)


def show_acts(table: Table, part: str = "") -> None:
    """Print the legal acts, or those whose label or text contains `part`."""
    lines = act_lines(table.match.scene(table.viewer), table.how(), part)
    table.screen.say(*lines or ["Nothing of that kind can be done now."])


def toggle_brief(table: Table, _: str = "") -> None:
    """Tell less from now on, or everything again."""
    table.brief = not table.brief
    left = "what happened, your own place and what is asked" if table.brief else "the table and what you may do"
    table.screen.say(f"Every turn now begins with {left}.")


def hint(table: Table, words: str = "") -> None:
    """Print the best actions for the seat to act, each with the number to type, and the game's own hints.

    Args:
        words: a vocabulary that limits them; empty for all words.
    """
    match = table.match
    if match.over or table.viewer != match.turn:
        table.screen.say("There is no hint here.")
        return
    facts = match.hints(match.turn, words)
    if match.words is None or match.lookups:
        numbers = {name: number for number, name in numbered(match.scene(table.viewer)).items()}
        table.screen.say(*advice_lines(advised(match, words), numbers))
    table.screen.say(*facts)


def advised(match: Match, words: str) -> Advice:
    """Return the advice found within a moment of thinking."""
    until = time.monotonic() + PATIENCE
    told = advise(match, match.seq, words=words, effort=PLAIN_EFFORT if compile.PLAIN else 1.0)
    return next(advice for advice in told if advice.share == 1 or time.monotonic() > until)


def tell_word(table: Table, word: str = "") -> None:
    """Print whether the match's list contains a word, and its definitions; nothing about any row or rack (Mickell D9)."""
    words = table.match.dictionary()
    if not word:
        raise MuckleError("word needs a word behind it, such as: word FIRE")
    found = look_up(lists.read_word(word), words)
    table.screen.say(f"{found.word.upper()} is {'' if found.listed else 'not '}in {words.name}.")
    table.screen.say(*(Line(text, hang=hang) for text, hang in defined_lines([found])))


def tell_why(table: Table, action: str = "") -> None:
    """Print why an action is refused here, with the rule in full; without an action, the last refusal."""
    error = explain(table, action) if action else table.refused
    if error is None:
        table.screen.say("That can be done." if action else "Nothing was refused yet. Ask like this: why place KH")
        return
    table.screen.say(Line(sentence(str(error)), "yellow", 2))
    if find_rule(table.match.game.rules_text(), error.rule):
        show_rules(table, error.rule)


def explain(table: Table, action: str) -> ActionError | None:
    """Return why an action is refused, None if it is legal. An act that needs an answer is not judged without it."""
    scene = table.match.scene(table.viewer)
    acts, name = scene.acts, act_named(scene, action)
    if name and acts[name].ask:
        return NotationError(f"{name!r} can be judged only together with its answer")
    return None if name in (UNDO, RECALL) else table.match.explain(name or action)


def show_rules(table: Table, rule: str = "") -> None:
    """Print all rules, or one of them."""
    table.screen.markdown(rule_text(table.match.game, rule) if rule else table.match.game.rules_text())


def undo(table: Table, _: str = "") -> bool:
    """Take back the person's last action (General 10)."""
    if table.match.over:
        raise TurnError("the match is over")
    taken = table.match.decisions[-1].action if table.match.decisions else ""
    table.match.undo(table.viewer)
    table.screen.say(f"Taken back: {taken}.")
    return True


def recall(table: Table) -> bool:
    """Take back all of the person's last actions that nobody has seen yet (General 10)."""
    assert table.viewer is not None  # an act of theirs named it
    taken = [step.action for step in table.match.decisions[-table.match.revocable(table.viewer) :]]
    table.match.recall(table.viewer)
    table.screen.say(f"Taken back: {', '.join(taken)}.")
    return True


def tell_story(table: Table, _: str = "") -> None:
    """Print the story of the match, as the viewer may know it."""
    table.screen.say(*story_lines(table.match.story(table.viewer)))


def save(table: Table, name: str = "") -> None:
    """Save the match in a new file, now and again when the person leaves (General 11).

    Raises:
        MuckleError: no name, a file of that name is already there, or it cannot be written.
    """
    if not name:
        raise MuckleError("save needs the name of a new file, such as: save mymatch.jsonl")
    if table.match.options.reveal_after_match == "none":
        raise MuckleError("this match keeps hidden what was hidden: nobody gets its record", "General 11")
    try:
        file = Path(name).expanduser()
        if table.file is None or file.absolute() != table.file.absolute():
            file.open("x").close()
    except FileExistsError:
        raise MuckleError(f"{name} is already there and stays as it is; save needs the name of a new file") from None
    except (OSError, RuntimeError) as error:
        raise MuckleError(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    table.file = file
    table.keep()
    if not table.match.over:
        table.screen.say("It is written again when you leave. Until the match is over it tells what you may not know yet.")


def leave(table: Table, _: str = "") -> None:
    """Leave the table."""
    raise Leave


def act_named(scene: Scene, line: str) -> str | None:
    """Return the act that a line names by number, key or text, or None if it names none.

    Raises:
        NotationError: the line is a number that no act has.
    """
    acts, numbers = scene.acts, numbered(scene)
    if line.isdecimal() and numbers:
        number = int(line[:9])
        if len(line) > 9 or number not in numbers:
            raise NotationError(f"no action here has the number {short(line)}; the numbers are {number_ranges(numbers)}")
        return numbers[number]
    keys = {act.key: name for name, act in acts.items() if act.key}
    texts = {squeezed(name): name for name in acts}
    return keys.get(line) or texts.get(squeezed(line)) or keys.get(line.lower())


def squeezed(text: str) -> str:
    """Return a text without blanks and in lower case, for comparing."""
    return "".join(text.lower().split())


def number_ranges(numbers: Iterable[int]) -> str:
    """Return numbers in ascending order as a short text: ``1 to 3, 10 to 12``."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in found)


class TypedCommand(NamedTuple):
    """A command that people can type."""

    do: Callable[[Table, str], object]
    """Function that carries out the command with the rest of the line. Its result is true if the table changed."""
    help: str


COMMANDS = {
    "help": TypedCommand(tell_commands, "this list; so does ? alone"),
    "scene": TypedCommand(show_all, "the table again, with everything on it: whole piles, tables, the rules that matter now"),
    "acts": TypedCommand(show_acts, "what you may do; acts spades: only what has spades in it"),
    "brief": TypedCommand(toggle_brief, "tell only what happened, your own place and what is asked, or everything again"),
    "hint": TypedCommand(hint, "what you may do best, and why; where there are words, hint common: only with common ones"),
    "word": TypedCommand(tell_word, "what a word means, how common it is and whether it is listed here: word FIRE, or ? FIRE"),
    "why": TypedCommand(tell_why, "why something cannot be done: why place KH; alone: the rule that refused the last try"),
    "rules": TypedCommand(show_rules, "the rules; rules 5: one of them"),
    "undo": TypedCommand(undo, "take your last action back, while that is allowed"),
    "story": TypedCommand(tell_story, "everything that happened so far"),
    "save": TypedCommand(save, "keep the match in a file, to go on with it another time: save mymatch.jsonl"),
    "quit": TypedCommand(leave, "leave; what was saved can be gone on with"),
}
"""Commands by the word that people type."""

"""A lesson in the terminal: the table of a match, with a coach's sentence at each step."""

from __future__ import annotations

from muckle.match.lesson import LEARNER, LessonMatch, find_lesson
from muckle.terminal.screen import Leave, Line, Screen
from muckle.terminal.table import LocalTable

HOW = "Do what the coach says: type a number, a key or an action. hint says it again, skip ends the lesson, ? tells what else."
REFUSED = ("save", "undo")
"""Commands of a table that a lesson refuses."""


def learn(name: str, *, plain: bool = False, screen: Screen | None = None) -> None:
    """Play a lesson at this keyboard, to its end or until the person skips it.

    Args:
        name: the lesson's name: that of a game, or of a form of it such as "muckell".
        plain: full sentences, for screen readers; so it is anyway where the output is no terminal.
        screen: where to play; None: the process's own streams.

    Raises:
        OptionsError: there is no such lesson.
    """
    match = LessonMatch(find_lesson(name))
    LessonTable(screen or Screen.of_process(plain), match).run()


class LessonTable(LocalTable):
    """A lesson, and the screen it is played at. The match itself refuses whatever is not the lesson's next act."""

    def __init__(self, screen: Screen, match: LessonMatch) -> None:
        super().__init__(screen, match, [LEARNER], "")
        self.lesson = match

    def begin(self) -> None:
        """Say what is learned and how to type."""
        self.screen.say(Line(f"{self.lesson.lesson.title}: learn by playing", "bold"), HOW)

    def show(self, full: bool = False) -> None:
        """Draw the table, and below it what the coach says."""
        super().show(full)
        self.tell()

    def remind(self) -> bool:
        """Print the legal acts and the coach's sentence again, after an empty line."""
        super().remind()
        self.tell()
        return False

    def tell(self) -> None:
        """Print the coach's sentence."""
        steps = len(self.lesson.lesson.file.step)
        number = f"Step {self.lesson.place + 1} of {steps}: " if self.lesson.step else ""
        self.screen.say("", Line(f"{number}{self.lesson.coach}", "bold green", 2))

    def obey(self, line: str) -> bool:
        """Carry out a typed line; the words of a lesson come first."""
        word = line.partition(" ")[0].lower()
        if word == "skip":
            raise Leave
        if word == "hint":
            self.tell()
            return False
        if word in REFUSED:
            self.screen.say(
                Line(f"There is no {word} in a lesson: a wrong act is not played, and nothing is lost.", "yellow", 2)
            )
            return False
        return super().obey(line)

    def end(self) -> None:
        """Show the result and the coach's last sentence."""
        self.show()
        self.screen.say(f"Now a match: {self.command()}")

    def leave(self) -> None:
        """Print how to begin a match and read the rules, after the lesson was left early."""
        rules = f"muckle rules {self.lesson.game.name}"
        self.screen.say("", f"The lesson ends here. {self.command()} begins a match, {rules} has all rules.")

    def command(self) -> str:
        """Return the command that begins a match of what was learned."""
        preset = self.lesson.lesson.file.preset
        return f"muckle play {self.lesson.game.name}{f' --preset {preset}' if preset else ''}"

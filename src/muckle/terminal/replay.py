"""Stepping through recorded matches, or telling them as a story where nobody types."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muckle.errors import OptionsError, TranscriptError
from muckle.match.match import Match
from muckle.match.transcript import Transcript
from muckle.scene.contract import Scene
from muckle.scene.tell import counted
from muckle.terminal.draw import Drawing, result_lines, scene_lines, story_lines
from muckle.terminal.screen import Leave, Line, Screen

HOW = "Enter goes on, b goes back, a number goes there, s shows the whole table, n the next match, q ends."
UNFINISHED = "The record ends here, before the match is over."


def step(
    transcripts: Iterable[Transcript], seat: int | None = None, *, plain: bool = False, screen: Screen | None = None
) -> None:
    """Step through matches, one after the other; where nobody can type, tell them.

    Args:
        transcripts: as `muckle.match.transcript.read` gives them.
        seat: show what this seat may know, from 0 (people say 1 to it); None: what everybody may.
        plain: full sentences, for screen readers.
        screen: where; None: the process's own streams.

    Raises:
        TranscriptError: a match cannot be replayed; the message says at which line.
        OptionsError: there is no such seat.
    """
    screen = screen or Screen.of_process(plain)
    number = 0
    try:
        for number, transcript in enumerate(transcripts, 1):
            recording = Recording(transcript, seat)
            far = f"{counted(recording.last, 'decision')}{'' if transcript.result else ', not over'}"
            screen.say(Line(f"Match {number}: {recording.at(0).title}, {far}", "bold", 2))
            if screen.typing:
                walk(recording, screen)
            else:
                tell(recording, screen)
    except (Leave, KeyboardInterrupt):
        return
    if not number:
        raise TranscriptError("there is no match in the file")


def tell(recording: Recording, screen: Screen) -> None:
    """Print a match from the deal to the result, in sentences."""
    for place in range(recording.last + 1):
        screen.say(*story_lines(recording.at(place).say))
    scene = recording.at(recording.last)
    if scene.result:
        screen.say(*result_lines(scene.result, scene.seats), "")
    else:
        screen.say(UNFINISHED, "")


def walk(recording: Recording, screen: Screen) -> None:
    """Show a recorded match place by place, as the person types.

    Raises:
        Leave: the person stops, or the input has ended.
    """
    screen.say(HOW)
    place, full = 0, False
    while place <= recording.last:
        how = Drawing(screen.spoken, screen.width or 80, full)
        screen.say("", Line(f"Decision {place} of {recording.last}", "dim"), *scene_lines(recording.at(place), how))
        if place == recording.last and recording.unfinished:
            screen.say(UNFINISHED)
        line = screen.ask(">")
        if line is None or line.lower() in ("q", "quit"):
            raise Leave
        if line.lower() == "n":
            return
        full = line.lower() == "s"
        place = place if full else goal(line.lower(), place, recording.last, screen)


def goal(line: str, place: int, last: int, screen: Screen) -> int:
    """Return the place that a typed line leads to, one beyond the last for the next match; print why a line cannot be read."""
    if not line:
        return place + 1
    if line == "b":
        return max(0, place - 1)
    if line.isdecimal():
        return min(int(line[:9]), last)
    screen.say(Line(f"{line[:40]!r} leads nowhere. {HOW}", "yellow", 2))
    return place


class Recording:
    """A recorded match as one viewer sees it, folded as far as somebody has looked."""

    def __init__(self, transcript: Transcript, seat: int | None) -> None:
        seats = transcript.header.seats
        if seat is not None and not 0 <= seat < seats:
            raise OptionsError(f"the match has the seats 1 to {seats}, got {seat + 1}")
        self._transcript, self._seat = transcript, seat
        self._scenes: list[Scene] = []
        self._states = Match.replay(transcript)
        self._look()

    @property
    def last(self) -> int:
        """The place after the last decision; the deal is at 0."""
        return len(self._transcript.lines)

    @property
    def unfinished(self) -> bool:
        """Whether the match is not over at its last place."""
        return self._transcript.result is None

    def at(self, place: int) -> Scene:
        """Return the scene after `place` decisions; its `say` holds the events of the last one.

        Raises:
            TranscriptError: the recorded match breaks the rules.
        """
        while len(self._scenes) <= place:
            self._look()
        return self._scenes[place]

    def _look(self) -> None:
        known = sum(len(scene.say) for scene in self._scenes)
        match = next(self._states)
        told = tuple(match.story(self._seat)[known:])
        self._scenes.append(msgspec.structs.replace(match.scene(self._seat), say=told, own=()))
        if len(self._scenes) > self.last:
            next(self._states, None)  # what is compared at the end

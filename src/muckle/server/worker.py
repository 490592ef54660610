"""The worker: a process of its own that compiles the rules and lets the bots think, so that the game room never waits.

It reads requests from its standard input and writes answers to its standard output, a line of JSON each. It ends when its
input does. A request brings what has happened in a match since the last one; a worker that does not remember the match says
so, and is told all of it.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Iterable
from typing import BinaryIO

import msgspec
from msgspec import Struct

from muckle import games, players
from muckle.match.log import Decision, Header, LogEntry
from muckle.match.match import Match

KEPT = 64
"""Matches kept folded."""


class Choose(Struct, frozen=True):
    """Which action does a bot take? A request."""

    id: int
    match: str
    header: Header | None
    """None: of this match the worker has been told everything up to `after`."""
    after: int
    log: tuple[LogEntry, ...]
    """The entries behind number `after`."""
    secret: str
    level: str
    seed: int
    """For the bot's own chance; it has nothing to do with the match's."""


class Chosen(Struct, frozen=True, tag="chosen"):
    """The action, as text."""

    id: int
    action: str


class Failed(Struct, frozen=True, tag="failed"):
    """The request cannot be answered."""

    id: int
    error: str


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """The match of a request is not in the worker's memory: all of it has to be told."""

    id: int


class Preparing(Struct, frozen=True, tag="preparing"):
    """What is being compiled now, in words; nothing when all is ready."""

    step: str


class Ready(Struct, frozen=True, tag="ready"):
    """A game's players are compiled."""

    game: str


Report = Chosen | Failed | Forgotten | Preparing | Ready


class Worker:
    """Answers requests; compiles what is still to be compiled whenever there is none.

    Args:
        output: where the answers go.
    """

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._cold = list(games.GAMES)
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def run(self, requests: queue.SimpleQueue[Choose]) -> None:
        """Work until the process ends."""
        while True:
            if self._cold and requests.empty():
                self.warm(self._cold[0])
            else:
                self.answer(requests.get())

    def warm(self, game: str) -> None:
        """Compile a game, saying what is done. One that does not compile is left to fail when it is asked for."""
        self._cold.remove(game)
        try:
            players.warm(games.find(game), lambda step: self.tell(Preparing(f"compiling {step}")))
            self.tell(Ready(game))
        except Exception:
            traceback.print_exc()
        self.tell(Preparing(""))

    def answer(self, request: Choose) -> None:
        """Choose an action. A game that is asked for is compiled before the others."""
        try:
            if request.header and request.header.game in self._cold:
                self.warm(request.header.game)
            match = self.match(request)
            if match is None:
                self.tell(Forgotten(request.id))
                return
            self.tell(Chosen(request.id, players.choose(request.level, match, request.seed)))
        except Exception as error:
            self._matches.pop(request.match, None)
            self.tell(Failed(request.id, f"{type(error).__name__}: {error}"))

    def match(self, request: Choose) -> Match | None:
        """The match of a request: folded anew, or the one in memory moved on; None if it is not there, or elsewhere."""
        match = self._matches.pop(request.match, None)
        if request.header is not None:
            match = Match(request.header, request.log, secret=request.secret, narrate=False)
        elif match is None or match.seq != request.after:
            return None
        else:
            move_on(match, request.log)
        self._matches[request.match] = match
        if len(self._matches) > KEPT:
            self._matches.popitem(last=False)
        return match

    def tell(self, report: Report) -> None:
        """Write a line."""
        self._output.write(msgspec.json.encode(report) + b"\n")
        self._output.flush()


def move_on(match: Match, log: Iterable[LogEntry]) -> None:
    """Let a match go through the next entries of its log."""
    for entry in log:
        if isinstance(entry, Decision):
            match.apply(entry.action, late=entry.late)
        else:
            match.undo()


def read(source: BinaryIO, requests: queue.SimpleQueue[Choose]) -> None:
    """Take in requests until the game room is gone or cannot be understood; then end the process, whatever it is doing."""
    decoder = msgspec.json.Decoder(Choose)
    try:
        for line in source:
            requests.put(decoder.decode(line))
    finally:
        os._exit(0)


def main() -> None:
    """Run as a process."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # they are for the game room, which then closes our input
        signal.signal(stop, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up between the answers
    requests: queue.SimpleQueue[Choose] = queue.SimpleQueue()
    threading.Thread(target=read, args=(sys.stdin.buffer, requests), daemon=True).start()
    Worker(output).run(requests)


if __name__ == "__main__":
    main()

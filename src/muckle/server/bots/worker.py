"""The worker: a process of its own in which bots think, so that the game room never waits.

It does one thing at a time: compiles a game, or chooses an action (see `protocol`). It ends when its input does. A request
brings what has happened in a match since the last one; a worker that does not remember the match says so, and is told it all.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec

from muckle import games, players
from muckle.engine import compile
from muckle.match.begin import new_match
from muckle.match.log import Decision, LogEntry, Takeback
from muckle.match.match import Match
from muckle.players import analysis
from muckle.players.advice import advise
from muckle.players.analysis import Judged
from muckle.players.par import Hindsight, hindsight
from muckle.server.bots.protocol import (
    REMEMBERED,
    Advise,
    Advised,
    Choose,
    Chosen,
    Failed,
    Forgotten,
    Judgement,
    JudgeTask,
    Preparing,
    Report,
    Request,
    Resident,
    SeekTask,
    Sought,
    Started,
    Stop,
    Task,
    Warm,
    Warmed,
)

MEMORY = 3 << 30
"""Bytes that a worker may take, where the system counts them; compiling one game takes about a tenth of it."""
ADVICE = 3.0
"""Seconds after which advice stays as it is: others wait, too."""
JUDGING = 0.5
"""The share of an expert's thinking that judging a decision takes."""
SEEKING = 10.0
"""Seconds of processor time after which the best score that was found is good enough."""
PLAIN_EFFORT = 0.01
"""The share of an expert's thinking that advice takes where nothing is compiled."""
STAND_IN = "greedy"
"""Who plays for a level that searches, where nothing is compiled."""


class Worker:
    """Does what is asked of it, in turn.

    Args:
        output: where the reports go.
    """

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._stopped = 0
        """The id of the request whose answer nobody needs."""
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def stop(self, id: int) -> None:
        """Think no longer about a request; called from another thread."""
        self._stopped = id

    def run(self, requests: queue.SimpleQueue[Warm | Choose | Advise | JudgeTask | SeekTask]) -> None:
        """Work until the process ends."""
        self.tell(Resident(resident()))
        self.tell(Started())
        while True:
            request = requests.get()
            try:
                report = self.warm(request.game) if isinstance(request, Warm) else self.answer(request)
                self.tell(Resident(resident()))
                self.tell(report)
            except MemoryError:
                raise SystemExit("a players' process had no memory left") from None  # another begins with an empty one

    def warm(self, game: str) -> Report:
        """Compile a game, saying what is done."""
        try:
            players.warm(games.find(game), lambda step: self.tell(Preparing(f"getting the bots ready: {step}")))
        except MemoryError:
            raise
        except Exception as error:
            traceback.print_exc()
            return Warmed(game, f"{type(error).__name__}: {error}")
        return Warmed(game)

    def answer(self, request: Choose | Advise | JudgeTask | SeekTask) -> Report:
        """Choose an action, advise one, judge one, or seek the best line of all."""
        try:
            match = self.match(request)
            if match is None:
                return Forgotten(request.id)
            if isinstance(request, JudgeTask):
                return Judgement(request.id, self.judge(request, match))
            if isinstance(request, SeekTask):
                return Sought(request.id, self.seek(request, match))
            action = self.choose(request, match) if isinstance(request, Choose) else self.advise(request, match)
            return Chosen(request.id, action)
        except MemoryError:
            raise
        except Exception as error:
            self._matches.pop(request.match, None)
            return Failed(request.id, f"{type(error).__name__}: {error}")

    def choose(self, request: Choose, match: Match) -> str:
        """The action of a bot."""
        level = stand_in(request.level, match) if compile.PLAIN else request.level
        effort, stop = request.effort, lambda: self._stopped == request.id
        return players.choose(level, match, request.seed, effort=effort, stop=stop)

    def advise(self, request: Advise, match: Match) -> str:
        """The action that is advised in the end; the advice is told after each round, until nobody needs it."""
        effort, first = min(request.effort, PLAIN_EFFORT if compile.PLAIN else 1.0), ""
        until = time.monotonic() + ADVICE
        for advice in advise(match, request.seed, words=request.words, effort=effort):
            self.tell(Advised(request.id, advice))
            first = advice.suggestions[0].action
            if self._stopped == request.id or time.monotonic() > until:
                break
        return first

    def judge(self, request: JudgeTask, match: Match) -> Judged:
        """How good a decision was: thought about as much, whoever else waits, so that it is the same every time."""
        return analysis.Judge(match, effort=JUDGING).decision(match, request.action, request.number, request.turn)

    def seek(self, request: SeekTask, match: Match) -> Hindsight:
        """The best that can be made of a deal, proven or as far as it is found in time.

        Raises:
            InterruptedError: it was stopped before.
        """
        hindsight(new_match(match.game.name, "tiny"))  # compiled before the clock starts
        until = time.process_time() + SEEKING
        found = hindsight(match, stop=lambda: self._stopped == request.id or time.process_time() > until)
        if self._stopped == request.id and not found.proven:
            raise InterruptedError("the worker was needed for somebody who waits")
        return found

    def match(self, request: Task) -> Match | None:
        """The match of a request: folded anew, or the one in memory moved on; None if it is not there, or elsewhere."""
        match = self._matches.pop(request.match, None)
        if request.header is not None:
            match = Match(request.header, request.log, secret=request.secret, narrate=False)
        elif match is None or match.seq != request.after:
            return None
        else:
            move_on(match, request.log)
        self._matches[request.match] = match
        if len(self._matches) > REMEMBERED:
            self._matches.popitem(last=False)
        return match

    def tell(self, report: Report) -> None:
        """Write a line; if nobody reads any more, end."""
        try:
            self._output.write(msgspec.json.encode(report) + b"\n")
            self._output.flush()
        except BrokenPipeError:
            os._exit(0)


def stand_in(level: str, match: Match) -> str:
    """Who plays for a level as plain Python: itself, or one who knows the same words and looks one step ahead."""
    player = players.find(level)
    if player.level in players.SIMPLE:
        return level
    return players.Player(STAND_IN, player.known if match.words else "").name


def move_on(match: Match, log: Iterable[LogEntry]) -> None:
    """Let a match go through the next entries of its log."""
    for entry in log:
        if isinstance(entry, Decision):
            match.apply(entry.action, late=entry.late)
        elif isinstance(entry, Takeback):
            match.undo()
        else:
            match.fold(entry)


def read(source: BinaryIO, requests: queue.SimpleQueue[Warm | Choose | Advise | JudgeTask | SeekTask], worker: Worker) -> None:
    """Take in requests until the game room is gone or cannot be understood; then end the process, whatever it is doing."""
    decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)  # pyright: ignore[reportArgumentType]  # a union
    try:
        for line in source:
            request = decoder.decode(line)
            if isinstance(request, Stop):
                worker.stop(request.id)
            else:
                requests.put(request)
    finally:
        os._exit(0)


def resident() -> int:
    """Return the bytes that this process holds in physical memory, or held at most where only that is known; 0 on Windows."""
    try:
        import resource

        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except ImportError:
        return 0
    except OSError:  # macOS, which counts in bytes
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def limit_memory() -> None:
    """Have whatever takes memory without end fail here, before the whole machine suffers. Windows has no such limit."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (least, most))


def main() -> None:
    """Run as a process."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # they are for the game room, which then closes our input
        signal.signal(stop, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    limit_memory()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up between the reports
    worker, requests = Worker(output), queue.SimpleQueue[Warm | Choose | Advise | JudgeTask | SeekTask]()
    threading.Thread(target=read, args=(sys.stdin.buffer, requests, worker), daemon=True).start()
    worker.run(requests)


if __name__ == "__main__":
    main()

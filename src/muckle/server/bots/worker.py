"""The worker: a process of its own in which bots think, so that the room never waits.

A worker does one thing at a time: it compiles a game or answers a question (see `protocol`). It ends when its input ends. A
request brings only the log entries since the last request about the same match; a worker that does not remember the match says
so, and gets all of it.
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
from muckle.custom.bounded import limit_memory
from muckle.engine import compile
from muckle.match.log import Decision, LogEntry, Takeback
from muckle.match.match import Match, new_match
from muckle.players import analysis
from muckle.players.advice import advise
from muckle.players.analysis import JudgedDecision
from muckle.players.par import Hindsight, hindsight
from muckle.players.warm_up import warm_up
from muckle.server.bots.protocol import (
    REMEMBERED,
    Advise,
    Advised,
    Choose,
    Chosen,
    Failed,
    Forgotten,
    Judge,
    Judged,
    Preparing,
    Report,
    Request,
    Resident,
    Seek,
    Sought,
    Started,
    Stop,
    Task,
    Warm,
    Warmed,
)

MEMORY = 3 << 30
"""Memory limit in bytes, where the system enforces one; compiling one game takes about a tenth of it."""
ADVICE = 0.3
"""CPU seconds after which advice is improved no more, because somebody waits for it; the round begun then is finished."""
JUDGING = 0.5
"""Fraction of an expert's thinking that is spent on judging a decision."""
SEEKING = 10.0
"""CPU seconds after which the search for the best line of a deal stops."""
PLAIN_EFFORT = 0.01
"""Search budget of advice in plain Python, as a fraction of an expert's."""
STAND_IN = "greedy"
"""Name of the player that stands in, in plain Python, for a level that searches."""


class Worker:
    """Carries out requests, one after the other.

    Args:
        output: receives the reports.
    """

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._stopped = 0
        """Id of the request that was stopped last."""
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def stop(self, id: int) -> None:
        """Stop working on a request; called from another thread."""
        self._stopped = id

    def run(self, requests: queue.SimpleQueue[Warm | Choose | Advise | Judge | Seek]) -> None:
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
                raise SystemExit("a players' process had no memory left") from None  # the next process starts with free memory

    def warm(self, game: str) -> Report:
        """Compile a game and report each step."""
        try:
            warm_up(games.find(game), lambda step: self.tell(Preparing(f"getting the bots ready: {step}")))
        except MemoryError:
            raise
        except Exception as error:
            traceback.print_exc()
            return Warmed(game, f"{type(error).__name__}: {error}")
        return Warmed(game)

    def answer(self, request: Choose | Advise | Judge | Seek) -> Report:
        """Answer a question: choose, advise, judge or seek."""
        try:
            match = self.match(request)
            if match is None:
                return Forgotten(request.id)
            if isinstance(request, Judge):
                return Judged(request.id, self.judge(request, match))
            if isinstance(request, Seek):
                return Sought(request.id, self.seek(request, match))
            if isinstance(request, Choose) and match.over:
                return Failed(request.id, "the match was over before it was asked")
            action = self.choose(request, match) if isinstance(request, Choose) else self.advise(request, match)
            return Chosen(request.id, action)
        except MemoryError:
            raise
        except Exception as error:
            traceback.print_exc()
            self._matches.pop(request.match, None)
            return Failed(request.id, f"{type(error).__name__}: {error}")

    def choose(self, request: Choose, match: Match) -> str:
        """Return the action of a bot."""
        level = stand_in(request.level, match) if compile.PLAIN else request.level
        effort, stop = request.effort, lambda: self._stopped == request.id
        return players.choose(level, match, request.seed, effort=effort, stop=stop)

    def advise(self, request: Advise, match: Match) -> str:
        """Report advice after each round until it is stopped, and return the action advised last."""
        effort, first = min(request.effort, PLAIN_EFFORT if compile.PLAIN else 1.0), ""
        began = 0.0
        for advice in advise(match, request.seed, words=request.words, effort=effort):
            self.tell(Advised(request.id, advice))
            first, began = advice.suggestions[0].action, began or time.process_time()  # what was compiled before does not count
            if self._stopped == request.id or time.process_time() - began > ADVICE:
                break
        return first

    def judge(self, request: Judge, match: Match) -> JudgedDecision:
        """Judge a decision, always with the same effort, so that the judgement does not depend on how busy the room is."""
        return analysis.Judge(match, effort=JUDGING).decision(match, request.action, request.number, request.turn)

    def seek(self, request: Seek, match: Match) -> Hindsight:
        """Return the best result of a deal, proven or the best found in time.

        Raises:
            InterruptedError: it was stopped before that.
        """
        hindsight(new_match(match.game.name, "tiny"))  # compiled before the clock starts
        until = time.process_time() + SEEKING
        found = hindsight(match, stop=lambda: self._stopped == request.id or time.process_time() > until)
        if self._stopped == request.id and not found.proven:
            raise InterruptedError("the worker was needed for somebody who waits")
        return found

    def match(self, request: Task) -> Match | None:
        """Return the match of a request, folded anew or brought up to date; None if this worker lacks its beginning."""
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
        """Write a report; end the process if nobody reads any more."""
        try:
            self._output.write(msgspec.json.encode(report) + b"\n")
            self._output.flush()
        except BrokenPipeError:
            os._exit(0)


def stand_in(level: str, match: Match) -> str:
    """Return the player for a level in plain Python: the level itself, or a simple one with the same vocabulary."""
    player = players.find(level)
    if player.level in players.SIMPLE:
        return level
    return players.Player(STAND_IN, player.known if match.words else "").name


def move_on(match: Match, log: Iterable[LogEntry]) -> None:
    """Apply the next entries of a match's log."""
    for entry in log:
        if isinstance(entry, Decision):
            match.apply(entry.action, late=entry.late)
        elif isinstance(entry, Takeback):
            match.undo()
        else:
            match.fold(entry)


def read(source: BinaryIO, requests: queue.SimpleQueue[Warm | Choose | Advise | Judge | Seek], worker: Worker) -> None:
    """Read requests until the room is gone or sends nonsense; then end the process, whatever it is doing."""
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
    """Return this process's physical memory in bytes, or its maximum so far where only that is known; 0 on Windows."""
    try:
        import resource
    except ImportError:
        return 0
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:  # macOS, which counts in bytes
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Run the worker process."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # these signals are for the room, which then closes our input
        signal.signal(stop, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    limit_memory(MEMORY)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints may end up between the reports
    worker, requests = Worker(output), queue.SimpleQueue[Warm | Choose | Advise | Judge | Seek]()
    threading.Thread(target=read, args=(sys.stdin.buffer, requests, worker), daemon=True).start()
    worker.run(requests)


if __name__ == "__main__":
    main()

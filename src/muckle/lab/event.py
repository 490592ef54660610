"""A whole event of Muckell, played by bots over real sockets: to try an event alone, and to measure how many a room can take.

Every bot is a guest as a phone is one: an identity of its own, a socket for the event and one for its board, and acts that are
acknowledged before the next. It claims the words it sees, and puts cards where they come. Afterwards the record of every board
is compared with what was acknowledged.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from muckle.errors import MuckleError
from muckle.games import find
from muckle.match.header import find_word_list
from muckle.scene.diff import patch

LONGEST = 9
"""Cards of the longest row that a bot reads; there are two ways to read each."""
THINK = 0.8
"""The share of a card's time within which a bot begins to act; as people do, some at once and some late."""
AT_ONCE = 50
"""Bots that come, or whose records are read, at the same time."""
ENDING = 600
"""Seconds after the last call within which all have heard that the round is over."""
OPENING = 60
"""Seconds that a socket may take to open."""
TOO_MANY, TRIES = 429, 100
"""The status of what is refused for now; and how often a bot asks before it gives up."""
APART = 0.004
"""Seconds for each player within which all boards are opened at the first call, as in the browser."""


class EventReport(Struct, frozen=True):
    """What came of an event; times are of the wall clock, in milliseconds."""

    players: int
    cards: int
    moves: int
    """Acts that were acknowledged."""
    lost: int
    """Of those, the ones that are in no record."""
    doubled: int
    """Acts in the records that nobody asked for."""
    call_p50_ms: float
    """From a call until a player has the card."""
    call_p99_ms: float
    ack_p50_ms: float
    """From an act until it is acknowledged."""
    ack_p99_ms: float
    winner: str
    winning_score: int


class HttpClient:
    """HTTP as one identity."""

    def __init__(self, address: str) -> None:
        self.address, self.cookie = address, ""

    async def ask(self, path: str, message: Mapping[str, Any] | None = None) -> Any:
        """The answer to a request, as JSON, or as text where it is a record. Told to try again later, it does.

        Raises:
            MuckleError: it was refused, or nobody answers.
        """
        for _ in range(TRIES):
            answer, later = await asyncio.to_thread(self._ask, path, message)
            if not later:
                return answer
            await asyncio.sleep(later)
        raise MuckleError(f"{path}: {self.address} has too many visitors, {TRIES} times in a row")

    def _ask(self, path: str, message: Mapping[str, Any] | None) -> tuple[Any, float]:
        """An answer, and 0; or after how many seconds to try again."""
        connection = http.client.HTTPConnection(self.address, timeout=120)
        try:
            body, headers = None if message is None else json.dumps(message), {"cookie": self.cookie}
            connection.request("GET" if message is None else "POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if answer.status == TOO_MANY:
                return None, float(answer.getheader("retry-after") or 1)
            if answer.status >= 400:
                raise MuckleError(f"{path}: {answer.status} {text:.200}")
            self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        except (OSError, http.client.HTTPException) as error:
            raise MuckleError(f"{self.address} does not answer {path}: {str(error) or type(error).__name__}") from None
        finally:
            connection.close()
        return (json.loads(text) if answer.getheader("content-type", "").endswith("/json") else text), 0

    def socket(self, path: str) -> connect:
        """A socket as that identity."""
        return connect(
            f"ws://{self.address}{path}",
            additional_headers={"cookie": self.cookie},
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=OPENING,
        )


class Bot:
    """A guest.

    Args:
        called: when each turn was called, by the wall clock.
    """

    def __init__(self, address: str, code: str, number: int, words: frozenset[str], called: Mapping[int, float]) -> None:
        self.line, self.code, self.number, self._words, self._called = HttpClient(address), code, number, words, called
        self._chance = random.Random(number)
        self.here = asyncio.Event()
        """Set once it has joined and hears what is called."""
        self.scene: dict[str, Any] = {}
        self.board = ""
        self.turn = 0
        self.seen: list[float] = []
        """Seconds from each call until the card was here."""
        self.acks: list[float] = []
        self.acted: list[tuple[int, str]] = []
        """Acts that were acknowledged, each with its turn."""

    async def attend(self, seconds: float, door: asyncio.Semaphore) -> None:
        """Join the event, follow it until the round is over, and play every card."""
        async with door:
            await self.line.ask("/")
            await self.line.ask(f"/api/events/{self.code}/join", {"name": f"Bot {self.number}", "salt": secrets.token_hex(16)})
            event = await self.line.socket(f"/api/events/{self.code}/live")
        self.here.set()
        await self._play(event, seconds)

    async def _play(self, socket: ClientConnection, seconds: float) -> None:
        async with socket as event, asyncio.TaskGroup() as tasks:
            playing: asyncio.Task[None] | None = None
            async for text in event:
                view = json.loads(text)
                if view["phase"] == "over":
                    break
                self.hear(view)
                if view["turn"] and playing is None:
                    self.board = view["you"]["board"]
                    playing = tasks.create_task(self._play_board(seconds, view["players"] * APART))
            if playing:
                playing.cancel()

    def hear(self, view: dict[str, Any]) -> None:
        """A view came."""
        if view["turn"] > self.turn:
            self.turn = view["turn"]
            if self.turn in self._called:
                self.seen.append(time.perf_counter() - self._called[self.turn])

    async def _play_board(self, seconds: float, within: float) -> None:
        await asyncio.sleep(self._chance.random() * within)
        async with self.line.socket(f"/api/matches/{self.board}/live") as board:
            while True:
                await self._listen(board)
                if not self.scene.get("acts"):
                    continue
                await asyncio.sleep(self._chance.random() * THINK * seconds)
                turn = self.turn
                while self.turn == turn and (act := self.choose()):
                    if not await self._act(board, act):
                        break

    async def _listen(self, board: ClientConnection) -> dict[str, Any]:
        message = json.loads(await board.recv())
        if message["type"] == "scene":
            self.scene = message["scene"]
        elif message["type"] == "patch":
            self.scene = patch(self.scene, message["changes"])
        return message

    async def _act(self, board: ClientConnection, act: str) -> bool:
        """Do something; whether it was acknowledged. What came too late is refused, and nothing is lost by it."""
        cid, turn, since = secrets.token_hex(8), turn_of(self.scene), time.perf_counter()
        await board.send(json.dumps({"type": "act", "act": act, "seq": self.scene.get("seq", 0), "cid": cid}))
        while (message := await self._listen(board)).get("cid") != cid:
            pass
        if message["type"] != "done":
            return False
        self.acks.append(time.perf_counter() - since)
        self.acted.append((turn, act))
        return True

    def choose(self) -> str:
        """A word if there is one, else somewhere for the card, else the end of the turn; nothing if nothing can be done."""
        acts = [act for act in self.scene.get("acts", {}) if act != "undo"]
        for act in acts:
            if act.startswith("claim") and (word := self.read(int(act.split()[1]))):
                return f"{act} {word}"
        places = [act for act in acts if act.startswith("place")]
        if places:
            return self._chance.choice(places)
        return next((act for act in ("discard", "end") if act in acts), "")

    def read(self, row: int) -> str:
        """A word that a row spells; nothing if it spells none, or is too long to be read."""
        zone, pieces = self.scene["zones"][f"row{row}"], self.scene["pieces"]
        faces = [pieces[item]["face"] for item in zone.get("items", ())]
        if len(faces) > LONGEST:
            return ""
        readings = ("".join(letters) for letters in product(*((face["text"], face["second"]) for face in faces)))
        return next((word for word in readings if word.lower() in self._words), "")


def turn_of(scene: Mapping[str, Any]) -> int:
    """The turn that a board's status tells; 0 in the final phase."""
    found = re.match(r"Turn (\d+)", scene.get("status", ""))
    return int(found[1]) if found else 0


async def play_event(
    address: str, bots: int, seconds: float, title: str = "Bots", options: Mapping[str, Any] | None = None
) -> EventReport:
    """Open an event in a room, have bots come, call every card, and compare the records.

    Args:
        address: the room's host and port. bots: how many play. seconds: from one call to the next.

    Raises:
        MuckleError: the room refused something, or is gone.
    """
    caller, called = HttpClient(address), dict[int, float]()
    await caller.ask("/")
    wish = {"title": title, "preset": "muckell_called", "options": dict(options or {})}
    view = await caller.ask("/api/events", wish)
    words = find_word_list(find("mickell").read_options(None, options))
    known = frozenset(words.words if words else ())
    guests = [Bot(address, view["code"], number, known, called) for number in range(1, bots + 1)]
    door = asyncio.Semaphore(AT_ONCE)
    try:
        async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as tasks:
            for guest in guests:
                tasks.create_task(guest.attend(seconds, door))
            await lead(caller, view, guests, seconds, called)
            limit.reschedule(asyncio.get_running_loop().time() + ENDING)
    except* (MuckleError, OSError, WebSocketException) as failed:
        error = next(failures(failed))
        raise MuckleError(f"the event could not be played to its end: {str(error) or type(error).__name__}") from None
    return await report(caller, view, guests)


async def lead(
    caller: HttpClient, view: Mapping[str, Any], guests: Sequence[Bot], seconds: float, called: dict[int, float]
) -> None:
    """Call every card, once all are here, and the end; write down when each was called."""
    for guest in guests:
        await guest.here.wait()
    for turn in range(view["cards"] + 2):
        called[turn + 1] = time.perf_counter()
        await caller.ask(f"/api/events/{view['code']}/lead", {"deed": "call", "turn": turn})
        await asyncio.sleep(seconds)


def failures(group: BaseExceptionGroup[Any]) -> Iterator[BaseException]:
    """What went wrong, of all that did at once."""
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from failures(error)
        else:
            yield error


async def report(caller: HttpClient, view: Mapping[str, Any], guests: Sequence[Bot]) -> EventReport:
    """Compare every record with what was acknowledged, and sum up."""
    lost, doubled = 0, 0

    async def compare(guest: Bot) -> None:
        nonlocal lost, doubled
        record = await guest.line.ask(f"/api/matches/{guest.board}/transcript")
        missing, more = differences([json.loads(line) for line in record.splitlines()][1:-1], guest.acted)
        lost, doubled = lost + missing, doubled + more

    await some_at_once(guests, compare)
    first = (await caller.ask(f"/api/events/{view['code']}/standings"))["places"][0]
    seen = sorted(second for guest in guests for second in guest.seen)
    acks = sorted(second for guest in guests for second in guest.acks)
    moves = sum(len(guest.acted) for guest in guests)
    return EventReport(
        len(guests),
        view["cards"],
        moves,
        lost,
        doubled,
        quantile(seen, 0.5),
        quantile(seen, 0.99),
        quantile(acks, 0.5),
        quantile(acks, 0.99),
        first["name"],
        first["score"],
    )


def differences(lines: Sequence[Mapping[str, Any]], acted: Sequence[tuple[int, str]]) -> tuple[int, int]:
    """How many acts are missing in a record, and how many are in it beyond those and what is played for who is late."""
    asked: dict[int, list[str]] = {}
    for turn, act in acted:
        asked.setdefault(turn, []).append(act)
    missing, more = 0, 0
    for turn, found in turns(lines):
        own = asked.pop(turn, [])
        kept = found[: len(own)]
        missing += sum(a != b for a, b in zip(own, kept, strict=False)) + max(0, len(own) - len(found))
        rest = found[len(own) :]
        played = [] if own[-1:] == ["end"] else ["place 1", "discard", "end"]
        more += sum(act not in played for act in rest)
    return missing + sum(map(len, asked.values())), more


def turns(lines: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, list[str]]]:
    """The actions of each turn; those of the final phase as turn 0."""
    number, actions = 1, list[str]()
    last = sum(line["action"] == "end" for line in lines)
    for line in lines:
        actions.append(line["action"])
        if line["action"] == "end":
            yield (0 if number == last else number), actions
            number, actions = number + 1, []


async def some_at_once(guests: Sequence[Bot], do: Callable[[Bot], Any]) -> None:
    """Have all do something, not too many at the same time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(guest: Bot) -> None:
        async with gate:
            await do(guest)

    await asyncio.gather(*map(one, guests))


def quantile(seconds: Sequence[float], share: float) -> float:
    """In milliseconds; of sorted seconds."""
    return round(1000 * seconds[min(len(seconds) - 1, int(share * len(seconds)))], 1) if seconds else 0.0

"""A whole event of Muckell played by bots over real sockets: a load test that shows how many players a room can take.

Every bot behaves like a phone: it has an identity, one socket for the event and one for its board, and waits until an action
is acknowledged. It claims the words it finds, and places cards at random. Afterwards the record of every board is
compared with the acknowledged actions.
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

MAX_ROW = 9
"""Maximum number of cards in a row in which a bot looks for words; every card doubles the readings."""
MAX_DELAY = 0.8
"""Maximum delay before a bot acts, as a fraction of the time per card. Delays are random, as with people."""
MAX_CONCURRENT = 50
"""Maximum number of bots that join, or whose records are read, at the same time."""
END_TIMEOUT = 600
"""Timeout after the last card until all bots have heard that the round is over, in seconds."""
OPEN_TIMEOUT = 60
"""Timeout for opening a socket, in seconds."""
TOO_MANY_REQUESTS = 429
TRIES = 100
"""Number of times that a bot repeats a request that is refused with `TOO_MANY_REQUESTS`."""
SPREAD_SECONDS = 0.004
"""Seconds per player over which the opening of boards is spread after the first card, as in the browser."""


class EventReport(Struct, frozen=True):
    """The results of an event. Times are wall-clock milliseconds."""

    players: int
    cards: int
    moves: int
    """Number of acknowledged actions."""
    lost: int
    """Number of acknowledged actions that are in no record."""
    doubled: int
    """Number of actions in the records that no bot sent."""
    call_p50_ms: float
    """Median time from a call to the arrival of the card at a bot."""
    call_p99_ms: float
    """99th percentile of that time."""
    ack_p50_ms: float
    """Median time from an action to its acknowledgement."""
    ack_p99_ms: float
    """99th percentile of that time."""
    winner: str
    winning_score: int


class HttpClient:
    """An HTTP client with the cookie of one identity."""

    def __init__(self, address: str) -> None:
        self.address, self.cookie = address, ""

    async def ask(self, path: str, message: Mapping[str, Any] | None = None) -> Any:
        """Return the answer to a request, as JSON values or as text. Repeat the request while the room asks for that.

        Args:
            path: path of the request.
            message: body of a POST request; None: a GET request.

        Raises:
            MuckleError: the request was refused, or the room does not answer.
        """
        for _ in range(TRIES):
            answer, wait_seconds = await asyncio.to_thread(self._ask_once, path, message)
            if not wait_seconds:
                return answer
            await asyncio.sleep(wait_seconds)
        raise MuckleError(f"{path}: {self.address} has too many visitors, {TRIES} times in a row")

    def _ask_once(self, path: str, message: Mapping[str, Any] | None) -> tuple[Any, float]:
        """Return an answer and 0, or None and the seconds after which to ask again."""
        connection = http.client.HTTPConnection(self.address, timeout=120)
        try:
            body, headers = None if message is None else json.dumps(message), {"cookie": self.cookie}
            connection.request("GET" if message is None else "POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if answer.status == TOO_MANY_REQUESTS:
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
        """Return a WebSocket connection with the cookie of this identity."""
        return connect(
            f"ws://{self.address}{path}",
            additional_headers={"cookie": self.cookie},
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=OPEN_TIMEOUT,
        )


class Bot:
    """A bot that plays in an event.

    Args:
        address: host and port of the room.
        code: code of the event.
        number: number of the bot, which seeds its chance.
        words: words that the bot can find.
        called: times at which the cards were called, by turn (`time.perf_counter`).
    """

    def __init__(self, address: str, code: str, number: int, words: frozenset[str], called: Mapping[int, float]) -> None:
        self.client, self.code, self.number, self._words, self._called = HttpClient(address), code, number, words, called
        self._chance = random.Random(number)
        self.joined = asyncio.Event()
        """Set once the bot has joined and hears calls."""
        self.scene: dict[str, Any] = {}
        self.board = ""
        self.turn = 0
        self.seen: list[float] = []
        """Seconds from each call to the arrival of the card."""
        self.acks: list[float] = []
        """Seconds from each action to its acknowledgement."""
        self.acted: list[tuple[int, str]] = []
        """Acknowledged actions, each with its turn."""

    async def attend(self, seconds: float, door: asyncio.Semaphore) -> None:
        """Join the event, and play every card until the round is over.

        Args:
            seconds: time between two cards.
            door: limits the number of bots that join at the same time.
        """
        async with door:
            await self.client.ask("/")
            await self.client.ask(
                f"/api/events/{self.code}/join", {"name": f"Bot {self.number}", "salt": secrets.token_hex(32)}
            )
            event = await self.client.socket(f"/api/events/{self.code}/live")
        self.joined.set()
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
                    playing = tasks.create_task(self._play_board(seconds, view["players"] * SPREAD_SECONDS))
            if playing:
                playing.cancel()

    def hear(self, view: dict[str, Any]) -> None:
        """Note the arrival of a card when a new view of the event comes."""
        if view["turn"] > self.turn:
            self.turn = view["turn"]
            if self.turn in self._called:
                self.seen.append(time.perf_counter() - self._called[self.turn])

    async def _play_board(self, seconds: float, within: float) -> None:
        await asyncio.sleep(self._chance.random() * within)
        async with self.client.socket(f"/api/matches/{self.board}/live") as board:
            while True:
                await self._listen(board)
                if not self.scene.get("acts"):
                    continue
                await asyncio.sleep(self._chance.random() * MAX_DELAY * seconds)
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
        """Send an action, and return whether it was acknowledged. An action that comes too late is refused."""
        cid, turn, since = secrets.token_hex(8), turn_of(self.scene), time.perf_counter()
        await board.send(json.dumps({"type": "act", "act": act, "seq": self.scene.get("seq", 0), "cid": cid}))
        while (message := (heard := await self._listen(board)).get("done", heard)).get("cid") != cid:
            pass
        if message["type"] != "done":
            return False
        self.acks.append(time.perf_counter() - since)
        self.acted.append((turn, act))
        return True

    def choose(self) -> str:
        """Return an action: claim a word, else place the card at random, else end the turn; an empty text if none is legal."""
        acts = [act for act in self.scene.get("acts", {}) if act != "undo"]
        for act in acts:
            if act.startswith("claim") and (word := self.find_word(int(act.split()[1]))):
                return f"{act} {word}"
        places = [act for act in acts if act.startswith("place")]
        if places:
            return self._chance.choice(places)
        return next((act for act in ("discard", "end") if act in acts), "")

    def find_word(self, row: int) -> str:
        """Return a word that a row spells, or an empty text if there is none or the row is too long."""
        zone, pieces = self.scene["zones"][f"row{row}"], self.scene["pieces"]
        faces = [pieces[item]["face"] for item in zone.get("items", ())]
        if len(faces) > MAX_ROW:
            return ""
        readings = ("".join(letters) for letters in product(*((face["text"], face["second"]) for face in faces)))
        return next((word for word in readings if word.lower() in self._words), "")


def turn_of(scene: Mapping[str, Any]) -> int:
    """Return the turn of a board, as its status line gives it; 0 in the final phase."""
    found = re.match(r"Turn (\d+)", scene.get("status", ""))
    return int(found[1]) if found else 0


async def play_event(
    address: str, bots: int, seconds: float, title: str = "Bots", options: Mapping[str, Any] | None = None
) -> EventReport:
    """Open an event in a room, let bots join, call every card, and compare the records.

    Args:
        address: host and port of the room.
        bots: number of bots.
        seconds: time between two cards.
        title: title of the event.
        options: options of the event.

    Raises:
        MuckleError: the room refused a request, or does not answer.
    """
    caller, called = HttpClient(address), dict[int, float]()
    await caller.ask("/")
    wish = {"title": title, "preset": "muckell", "options": dict(options or {})}
    view = await caller.ask("/api/events", wish)
    words = find_word_list(find("mickell").read_options(None, options))
    known = frozenset(words.words if words else ())
    guests = [Bot(address, view["code"], number, known, called) for number in range(1, bots + 1)]
    door = asyncio.Semaphore(MAX_CONCURRENT)
    try:
        async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as tasks:
            for guest in guests:
                tasks.create_task(guest.attend(seconds, door))
            await call_cards(caller, view, guests, seconds, called)
            limit.reschedule(asyncio.get_running_loop().time() + END_TIMEOUT)
    except* (MuckleError, OSError, WebSocketException) as failed:
        error = next(failures(failed))
        raise MuckleError(f"the event could not be played to its end: {str(error) or type(error).__name__}") from None
    return await make_report(caller, view, guests)


async def fill_event(address: str, code: str, bots: int, seconds: float) -> int:
    """Let bots join an event that somebody else calls and play until its round is over; return the number of their actions.

    Args:
        address: host and port of the room.
        code: code of the event.
        bots: number of bots.
        seconds: time that the bots expect between two cards.

    Raises:
        MuckleError: there is no such event, the room refused a request, or does not answer.
    """
    view = await HttpClient(address).ask(f"/api/events/{code}")
    words = find_word_list(find("mickell").read_options(None, {"dictionary": view["dictionary"]}))
    known = frozenset(words.words if words else ())
    guests = [Bot(address, code, number, known, {}) for number in range(1, bots + 1)]
    door = asyncio.Semaphore(MAX_CONCURRENT)
    try:
        async with asyncio.TaskGroup() as tasks:
            for guest in guests:
                tasks.create_task(guest.attend(seconds, door))
    except* (MuckleError, OSError, WebSocketException) as failed:
        error = next(failures(failed))
        raise MuckleError(f"the bots could not play to the end: {str(error) or type(error).__name__}") from None
    return sum(len(guest.acted) for guest in guests)


async def call_cards(
    caller: HttpClient, view: Mapping[str, Any], guests: Sequence[Bot], seconds: float, called: dict[int, float]
) -> None:
    """Wait until all bots have joined, then call every card and the end, and note the times in `called`."""
    for guest in guests:
        await guest.joined.wait()
    for turn in range(view["cards"] + 2):
        called[turn + 1] = time.perf_counter()
        await caller.ask(f"/api/events/{view['code']}/lead", {"deed": "call", "turn": turn})
        await asyncio.sleep(seconds)


def failures(group: BaseExceptionGroup[Any]) -> Iterator[BaseException]:
    """Yield the exceptions in a group and its subgroups."""
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from failures(error)
        else:
            yield error


async def make_report(caller: HttpClient, view: Mapping[str, Any], guests: Sequence[Bot]) -> EventReport:
    """Compare every record with the acknowledged actions, and return the results."""
    lost, doubled = 0, 0

    async def compare(guest: Bot) -> None:
        nonlocal lost, doubled
        record = await guest.client.ask(f"/api/matches/{guest.board}/transcript")
        missing, more = differences([json.loads(line) for line in record.splitlines()][1:-1], guest.acted)
        lost, doubled = lost + missing, doubled + more

    await limit_concurrency(guests, compare)
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
        quantile_ms(seen, 0.5),
        quantile_ms(seen, 0.99),
        quantile_ms(acks, 0.5),
        quantile_ms(acks, 0.99),
        first["name"],
        first["score"],
    )


def differences(lines: Sequence[Mapping[str, Any]], acted: Sequence[tuple[int, str]]) -> tuple[int, int]:
    """Return the number of acknowledged actions that a record lacks, and of those that neither bot nor clock played."""
    asked: dict[int, list[str]] = {}
    for turn, act in acted:
        asked.setdefault(turn, []).append(act)
    missing, more = 0, 0
    for turn, found in split_turns(lines):
        own = asked.pop(turn, [])
        kept = found[: len(own)]
        missing += sum(a != b for a, b in zip(own, kept, strict=False)) + max(0, len(own) - len(found))
        rest = found[len(own) :]
        played = [] if own[-1:] == ["end"] else ["place 1", "discard", "end"]
        more += sum(act not in played for act in rest)
    return missing + sum(map(len, asked.values())), more


def split_turns(lines: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the actions of each turn; the final phase is turn 0."""
    number, actions = 1, list[str]()
    last = sum(line["action"] == "end" for line in lines)
    for line in lines:
        actions.append(line["action"])
        if line["action"] == "end":
            yield (0 if number == last else number), actions
            number, actions = number + 1, []


async def limit_concurrency(guests: Sequence[Bot], do: Callable[[Bot], Any]) -> None:
    """Call a function for all bots, at most `MAX_CONCURRENT` at the same time."""
    gate = asyncio.Semaphore(MAX_CONCURRENT)

    async def one(guest: Bot) -> None:
        async with gate:
            await do(guest)

    await asyncio.gather(*map(one, guests))


def quantile_ms(seconds: Sequence[float], share: float) -> float:
    """Return a quantile of sorted seconds, in milliseconds."""
    return round(1000 * seconds[min(len(seconds) - 1, int(share * len(seconds)))], 1) if seconds else 0.0

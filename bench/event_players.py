"""A whole event of Muckell played by bots over real sockets: a load test that shows how many players a room can take.

Every bot behaves like a phone: it has an identity, one socket for the event and one for its board, opens them again when they
break, and repeats an action until it is acknowledged. It claims the words it finds, and places cards at random. Afterwards
the record of every board is compared with the acknowledged actions.
"""
# pyright: basic

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
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
RECONNECTS = 30
"""Number of times in a row that a bot tries to open a socket again."""
RECONNECT_SECONDS = 2.0
"""Maximum time before a bot opens a socket again, in seconds; times are random, as in the browser."""
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
    """An HTTP client with the cookie of one identity.

    Args:
        addresses: host and port of the room; of each room, if several share a database.
    """

    def __init__(self, *addresses: str) -> None:
        self._addresses, self.cookie = deque(addresses), ""

    @property
    def address(self) -> str:
        """Host and port of the room that is asked."""
        return self._addresses[0]

    def turn_to_next_room(self) -> None:
        """Ask another room from now on, if there are several."""
        self._addresses.rotate(-1)

    async def ask(self, path: str, message: Mapping[str, Any] | None = None, patient: bool = False) -> Any:
        """Return the answer to a request, as JSON values or as text. Repeat the request while the room asks for that.

        Args:
            path: path of the request.
            message: body of a POST request; None: a GET request.
            patient: ask again, the next room if there are several, if there is no answer.

        Raises:
            MuckleError: the request was refused, or the room does not answer.
        """
        if message is not None and not self.cookie:
            await self.ask("/api/games", patient=patient)  # its answer brings the cookie
        for attempt in range(TRIES):
            try:
                answer, wait_seconds = await asyncio.to_thread(self._ask_once, path, message)
                if not wait_seconds:
                    return answer
            except (OSError, http.client.HTTPException) as error:
                if not patient or attempt == RECONNECTS:
                    said = str(error) or type(error).__name__
                    raise MuckleError(f"{self.address} does not answer {path}: {said}") from None
                self.turn_to_next_room()
                wait_seconds = RECONNECT_SECONDS / 2
            await asyncio.sleep(wait_seconds)
        raise MuckleError(f"{path}: {self.address} has too many visitors, {TRIES} times in a row")

    def _ask_once(self, path: str, message: Mapping[str, Any] | None) -> tuple[Any, float]:
        """Return the room's answer and 0, or None and the seconds after which to retry."""
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
        client: asks the room in which the bot is.
        code: code of the event.
        number: number of the bot, which seeds its chance.
        words: words that the bot can find.
        called: times at which the cards were called, by turn (`time.perf_counter`).
    """

    def __init__(self, client: HttpClient, code: str, number: int, words: frozenset[str], called: Mapping[int, float]) -> None:
        self.client, self.code, self.number, self._words, self._called = client, code, number, words, called
        self._chance = random.Random(number)
        self.joined = asyncio.Event()
        """Set once the bot has joined and hears calls."""
        self.scene: dict[str, Any] = {}
        self.pending: tuple[int, dict[str, Any]] | None = None
        """The turn and the command of an action that is not acknowledged yet."""
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
        await self._play(seconds)

    async def _play(self, seconds: float) -> None:
        async with asyncio.TaskGroup() as tasks:
            playing: asyncio.Task[None] | None = None

            async def hear(event: ClientConnection) -> None:
                nonlocal playing
                self.joined.set()
                async for text in event:
                    view = json.loads(text)
                    if view["phase"] == "over":
                        return
                    self.hear(view)
                    if view["turn"] and playing is None:
                        self.board = view["you"]["board"]
                        playing = tasks.create_task(self._play_board(seconds, view["players"] * SPREAD_SECONDS))
                raise ConnectionResetError("the room closed the event's socket")

            await self._keep_open(f"/api/events/{self.code}/live", hear)
            if playing:
                playing.cancel()

    async def _keep_open(self, path: str, hear: Callable[[ClientConnection], Awaitable[None]]) -> None:
        """Hear what comes over a socket; where it breaks, open another one, in the next room if there are several."""
        failed = 0
        while True:
            try:
                async with self.client.socket(path) as socket:
                    failed = 0
                    return await hear(socket)
            except (WebSocketException, OSError):
                if (failed := failed + 1) > RECONNECTS:
                    raise
                self.client.turn_to_next_room()
                await asyncio.sleep(self._chance.random() * RECONNECT_SECONDS)

    def hear(self, view: dict[str, Any]) -> None:
        """Note the arrival of a card when a new view of the event comes."""
        if view["turn"] > self.turn:
            self.turn = view["turn"]
            if self.turn in self._called:
                self.seen.append(time.perf_counter() - self._called[self.turn])

    async def _play_board(self, seconds: float, within: float) -> None:
        async def hear(board: ClientConnection) -> None:
            while True:
                await self._listen(board)
                if self.pending:
                    await self._send(board, *self.pending)
                if not self.scene.get("acts"):
                    continue
                await asyncio.sleep(self._chance.random() * MAX_DELAY * seconds)
                turn = self.turn
                while self.turn == turn and (act := self.choose()):
                    if not await self._act(board, act):
                        break

        await asyncio.sleep(self._chance.random() * within)
        await self._keep_open(f"/api/matches/{self.board}/live", hear)

    async def _listen(self, board: ClientConnection) -> dict[str, Any]:
        message = json.loads(await board.recv())
        if message["type"] == "scene":
            self.scene = message["scene"]
        elif message["type"] == "patch":
            self.scene = patch(self.scene, message["changes"])
        return message

    async def _act(self, board: ClientConnection, act: str) -> bool:
        """Send an action, and return whether it was acknowledged. An action that comes too late is refused."""
        since = time.perf_counter()
        command = {"type": "act", "act": act, "seq": self.scene.get("seq", 0), "cid": secrets.token_hex(8)}
        acknowledged = await self._send(board, turn_of(self.scene), command)
        if acknowledged:
            self.acks.append(time.perf_counter() - since)
        return acknowledged

    async def _send(self, board: ClientConnection, turn: int, command: dict[str, Any]) -> bool:
        """Send a command, perhaps once more, and return whether it was acknowledged."""
        self.pending = turn, command
        await board.send(json.dumps(command))
        while (message := (heard := await self._listen(board)).get("done", heard)).get("cid") != command["cid"]:
            pass
        self.pending = None
        if message["type"] != "done":
            return False
        self.acted.append((turn, command["act"]))
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
    *addresses: str, bots: int, seconds: float, title: str = "Bots", options: Mapping[str, Any] | None = None
) -> EventReport:
    """Open an event in a room, let bots join, call every card, and compare the records.

    Args:
        addresses: host and port of the room. If several rooms share a database, each has its share of the bots, and the first
            one has the caller.
        bots: number of bots.
        seconds: time between two cards.
        title: title of the event.
        options: options of the event.

    Raises:
        MuckleError: the room refused a request, or does not answer.
    """
    caller, called = HttpClient(*addresses), dict[int, float]()
    await caller.ask("/")
    wish = {"title": title, "preset": "muckell", "options": dict(options or {})}
    view = await caller.ask("/api/events", wish)
    words = find_word_list(find("mickell").read_options(None, options))
    known = frozenset(words.words if words else ())
    clients = [
        HttpClient(*addresses[number % len(addresses) :], *addresses[: number % len(addresses)]) for number in range(bots)
    ]
    guests = [Bot(client, view["code"], number, known, called) for number, client in enumerate(clients, 1)]
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


async def call_cards(
    caller: HttpClient, view: Mapping[str, Any], guests: Sequence[Bot], seconds: float, called: dict[int, float]
) -> None:
    """Wait until all bots have joined, then call every card and the end, and note the times in `called`."""
    for guest in guests:
        await guest.joined.wait()
    for turn in range(view["cards"] + 2):
        called[turn + 1] = time.perf_counter()
        await caller.ask(f"/api/events/{view['code']}/lead", {"type": "call", "turn": turn}, patient=True)
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

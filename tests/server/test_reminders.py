"""Reminders by Web Push: whoever is away is told on their devices that it is their turn, and nobody else is told anything.

A push service on loopback takes what the room sends, decrypts it as a browser would and checks who signed.
"""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from muckle.match.log import Decision
from muckle.server.errors import HttpError
from muckle.server.people import reminders as reminders_module
from muckle.server.people.record_messages import NoPush, PushTo
from muckle.server.people.reminders import MOST, Reminders, is_public
from muckle.server.room import Room
from muckle.server.tables.steps import Connected, Disconnected
from muckle.server.tables.table import Table
from muckle.store.matches import Timing
from patience import until
from server.local_rooms import PEOPLE, ManualClock, begin, do, room_at, turn

DAY = Timing(turn=86_400)
CONTACT = "https://games.example"


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser that has subscribed: it can read what is sent to it."""

    def __init__(self, service: "PushService", name: str) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), name.encode().ljust(16)
        self.endpoint = f"http://127.0.0.1:{service.port}/send/{name}"
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.wish = PushTo(self.endpoint, text_of(public), text_of(self.secret))

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))


class PushService:
    """A push service on loopback. It notes each request and answers with `status`."""

    more = "content-length: 0\r\n"
    """Further headers of the answer."""

    def __init__(self) -> None:
        self.status, self.port = 201, 0
        self.taken: list[tuple[str, dict[str, str], bytes]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(split(line) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["content-length"]))
        self.taken.append((head[0].split()[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status} X\r\n{self.more}connection: close\r\n\r\n".encode())
        with suppress(ConnectionError):
            await self.write_body(writer)
        writer.close()

    async def write_body(self, writer: asyncio.StreamWriter) -> None:
        await writer.drain()


class Endless(PushService):
    """A push service whose answer never ends."""

    more = ""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0

    async def write_body(self, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(bytes(1 << 16))
            await writer.drain()
            self.written += 1 << 16


class Silent(PushService):
    """A push service that takes a request and never answers."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while await reader.read(1 << 16):
                pass
        writer.close()


def split(line: str) -> tuple[str, str]:
    name, _, value = line.partition(": ")
    return name.lower(), value


@asynccontextmanager
async def service(kind: type[PushService] = PushService) -> AsyncGenerator[Any]:
    push = kind()
    async with await asyncio.start_server(push.serve, "127.0.0.1", 0) as server:
        push.port = server.sockets[0].getsockname()[1]
        yield push


def reminding(room: Room) -> Reminders:
    """Have a room send its reminders to loopback."""
    room.reminders = Reminders(room.store, CONTACT, ["127.0.0.1"], "http", may_reach=lambda address: True)
    return room.reminders


async def goes_on(room: Room, table: Table) -> int:
    """Have the seat to act play until another has the turn; return the seat that played."""
    seat = turn(table)
    while turn(table) == seat:
        await do(room, table, PEOPLE[seat], "discard")
    return seat


def signed_by(headers: dict[str, str], audience: str, key: str) -> dict[str, Any]:
    """Return the claims of a request after checking that the room of this key signed them."""
    kind, _, fields = headers["authorization"].partition(" ")
    given = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert (kind, given["k"]) == ("vapid", key)
    head, body, signature = given["t"].split(".")
    raw = data_of(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data_of(key))
    public.verify(der, f"{head}.{body}".encode(), ec.ECDSA(SHA256()))
    claims = json.loads(data_of(body))
    assert claims["aud"] == audience
    return claims


async def test_whoever_is_away_is_told_of_their_turn_and_only_their_device_can_read_it(tmp_path: Path):
    async with service() as push, room_at(tmp_path, ManualClock()) as room:
        table, reminders = await begin(room, timing=DAY), reminding(room)
        first = turn(table)
        here, away = PEOPLE[first], PEOPLE[1 - first]
        browser, other = Browser(push, "away"), Browser(push, "here")
        await reminders.subscribe(away, browser.wish)
        await reminders.subscribe(here, other.wish)
        await table.send(Connected(here))
        await goes_on(room, table)
        await until(lambda: len(push.taken) == 1)
        [(path, headers, body)] = push.taken
        assert path == "/send/away" and headers["content-encoding"] == "aes128gcm" and headers["ttl"] == "86400"
        assert browser.read(body) == {
            "title": "Your turn – Mitch",
            "body": f"At the table with {here.title()}. You have 1 day.",
            "url": f"/m/{table.id}",
            "tag": table.id,
        }
        claims = signed_by(headers, f"http://127.0.0.1:{push.port}", (await reminders.key(away)).key)
        assert claims["sub"] == CONTACT
        with pytest.raises(http_ece.ECEException):
            other.read(body)


async def test_nobody_is_told_who_is_here(tmp_path: Path):
    async with service() as push, room_at(tmp_path, ManualClock()) as room:
        table, reminders = await begin(room, timing=DAY), reminding(room)
        for owner in PEOPLE[:2]:
            await reminders.subscribe(owner, Browser(push, owner).wish)
            await table.send(Connected(owner))
        await goes_on(room, table)
        assert push.taken == []
        await table.send(Disconnected(PEOPLE[1 - turn(table)]))
        seat = await goes_on(room, table)
        await until(lambda: len(push.taken) == 1)
        assert push.taken[0][0] == f"/send/{PEOPLE[1 - seat]}", "who went away in another's turn is told of their own"


async def test_a_room_keeps_its_key_and_forgets_devices_whose_subscription_has_ended(tmp_path: Path):
    async with service() as push, room_at(tmp_path, ManualClock()) as room:
        table, reminders = await begin(room, timing=DAY), reminding(room)
        for owner in PEOPLE[:2]:
            await reminders.subscribe(owner, Browser(push, owner).wish)
        assert await Reminders(room.store, CONTACT).key("") == await reminders.key(""), "another process has the same key"
        for count, (status, stays) in enumerate([(503, True), (201, True), (429, True), (410, False)], 1):
            push.status, away = status, PEOPLE[1 - turn(table)]
            await goes_on(room, table)
            await until(lambda count=count: len(push.taken) == count)
            await asyncio.sleep(0.05)
            assert bool(await room.store.people.devices(away)) == stays, status
        push.status = 404
        await goes_on(room, table)
        await until(lambda: len(push.taken) == 5)
        await asyncio.sleep(0.05)
        assert [await room.store.people.devices(owner) for owner in PEOPLE[:2]] == [[], []]


async def test_what_a_push_service_does_holds_no_table_up(tmp_path: Path):
    async with room_at(tmp_path, ManualClock()) as room:
        table, reminders = await begin(room, timing=DAY), reminding(room)
        async with service() as push:
            away = Browser(push, "closed")
        await reminders.subscribe(PEOPLE[1 - turn(table)], away.wish)
        await goes_on(room, table)
        await goes_on(room, table)
        log = (await table.load()).log
        assert len([entry for entry in log if isinstance(entry, Decision)]) >= 2


async def reminded(room: Room, reminders: Reminders, push: PushService) -> None:
    """Remind somebody once, whatever comes of it."""
    table = await begin(room, timing=DAY)
    await reminders.subscribe("ann", Browser(push, "x").wish)
    await reminders.remind("ann", table.seating)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_of_a_push_service_is_not_followed(tmp_path: Path, status: int):
    """Else a subscription could have the room ask its own network."""
    async with service() as inner, service() as push, room_at(tmp_path) as room:
        push.status, push.more = status, f"location: http://127.0.0.1:{inner.port}/inner\r\ncontent-length: 0\r\n"
        await reminded(room, reminding(room), push)
        assert len(push.taken) == 1 and inner.taken == []


async def test_nothing_is_sent_to_an_address_that_is_not_public(tmp_path: Path):
    """Whatever the name of a push service is resolved to."""
    async with service() as push, room_at(tmp_path) as room:
        reminding(room)
        await reminded(room, Reminders(room.store, CONTACT, ["127.0.0.1"], "http"), push)
        assert push.taken == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
    ],
)
def test_addresses_of_the_internet_are_told_from_others(address: str, public: bool):
    assert is_public(address) is public


async def test_a_push_service_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reminders_module, "TIMEOUT", 0.2)
    async with service(Silent) as push, room_at(tmp_path) as room, asyncio.timeout(5):
        await reminded(room, reminding(room), push)


async def test_the_answer_of_a_push_service_is_not_read(tmp_path: Path):
    async with service(Endless) as push, room_at(tmp_path) as room, asyncio.timeout(5):
        await reminded(room, reminding(room), push)
        await asyncio.sleep(0.2)
        assert len(push.taken) == 1 and push.written < 10_000_000


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com@10.0.0.1/x",
        "https://fcm.googleapis.com.example/x",
        "https://notgoogleapis.com/x",
        "https://storage.googleapis.com/x",
        "https://notify.windows.com.example/x",
        "https://badnotify.windows.com/x",
        "https://[::1/x",
        "file:///etc/passwd",
    ],
)
async def test_the_room_sends_to_push_services_only(tmp_path: Path, endpoint: str):
    async with service() as push, room_at(tmp_path) as room:
        reminders, good = Reminders(room.store, CONTACT), Browser(push, "x").wish
        await reminders.subscribe("ann", PushTo("https://fcm.googleapis.com/fcm/send/x", good.p256dh, good.auth))
        with pytest.raises(HttpError):
            await reminders.subscribe("ann", PushTo(endpoint, good.p256dh, good.auth))


async def test_keys_are_checked_and_devices_are_few(tmp_path: Path):
    async with service() as push, room_at(tmp_path) as room:
        reminders, good = reminding(room), Browser(push, "x").wish
        off_curve = text_of(b"\x04" + bytes(64))
        for p256dh, auth in [("", good.auth), (good.p256dh, ""), (off_curve, good.auth), ("é" * 10, good.auth)]:
            with pytest.raises(HttpError, match="no keys"):
                await reminders.subscribe("ann", PushTo(good.endpoint, p256dh, auth))
        for number in range(MOST):
            await reminders.subscribe("ann", Browser(push, str(number)).wish)
        with pytest.raises(HttpError, match="at most 20"):
            await reminders.subscribe("ann", Browser(push, "more").wish)
        await reminders.subscribe("ann", Browser(push, "3").wish)
        await reminders.unsubscribe("ann", NoPush(Browser(push, "3").endpoint))
        assert len(await room.store.people.devices("ann")) == MOST - 1


async def test_a_device_goes_with_its_identity_and_is_told_nothing_of_a_forgotten_one(tmp_path: Path):
    async with service() as push, room_at(tmp_path) as room:
        reminders, device = reminding(room), Browser(push, "x")
        await reminders.subscribe("ann", device.wish)
        await reminders.subscribe("ben", device.wish)
        assert not await room.store.people.devices("ann"), "the device is another person's now"
        new = await room.records.leave_elsewhere("ben")
        assert not await room.store.people.devices("ben") and not await room.store.people.devices(new)
        await reminders.subscribe("ben", device.wish)
        await room.records.forget("ben")
        assert not await room.store.people.devices("ben")


async def test_a_room_without_a_public_address_offers_nothing(tmp_path: Path):
    async with service() as push, room_at(tmp_path) as room:
        assert (await room.reminders.key("ann")).key == ""
        with pytest.raises(HttpError, match="no reminders"):
            await room.reminders.subscribe("ann", Browser(push, "x").wish)

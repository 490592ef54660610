"""Reminders: somebody who is away is told on their devices that it is their turn, by Web Push.

Off until a person switches it on for a device. The browser then makes a subscription at the push service of its maker; the room
stores it, encrypts each reminder for the device (RFC 8291) and signs as this room (VAPID, RFC 8292). The package pywebpush does
both; without it, and without a public https address, the room offers no reminders.
"""

from __future__ import annotations

import base64
import binascii
import importlib.util
import ipaddress
import logging
import socket
import time
from collections.abc import Callable, Collection
from typing import Any
from urllib.parse import urlsplit

from muckle import games
from muckle.scene.tell import listed
from muckle.server.errors import HttpError
from muckle.server.messages import Done, encode
from muckle.server.people.record_messages import NoPush, PushKey, PushTo, Reminder
from muckle.server.tables.clock import span
from muckle.store.matches import Seating
from muckle.store.sql import Store
from muckle.store.sql_people import Device

SERVICES = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", ".notify.windows.com")
"""Hosts of the browsers' push services; a leading dot: any host of this domain. The room sends nowhere else, and follows no
redirect, so no subscription can make it ask its own network."""
MOST = 20
"""Maximum number of devices of a person."""
KEEP = 86_400
"""Seconds for which a push service keeps a reminder for a device that is off, where no clock says how long it matters."""
TIMEOUT = 10.0
"""Seconds after which a push service that does not answer is given up."""
GONE = (404, 410)
"""HTTP statuses that mean that a subscription has ended."""
POINT, SECRET = 65, 16
"""Size in bytes of a device's public key, and of its secret."""
log = logging.getLogger("muckle.room")


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the Internet, not to this machine or a private network."""
    return ipaddress.ip_address(address).is_global


class Reminders:
    """Sends reminders, and keeps the devices that want them.

    Args:
        store: the database.
        contact: an https address that tells a push service who sends; empty: no reminders.
        services: hosts of push services.
        scheme: scheme of their addresses.
        may_reach: whether the room may connect to an IP address.
    """

    def __init__(
        self,
        store: Store,
        contact: str = "",
        services: Collection[str] = SERVICES,
        scheme: str = "https",
        may_reach: Callable[[str], bool] = is_public,
    ) -> None:
        self._store, self._contact, self._services, self._scheme = store, contact, services, scheme
        self._may_reach = may_reach
        self._signer: Any = None
        """The room's key pair (`py_vapid.Vapid02`), once it is needed."""

    @property
    def offered(self) -> bool:
        """Whether this room can send reminders."""
        return bool(self._contact) and importlib.util.find_spec("pywebpush") is not None

    async def key(self, owner: str) -> PushKey:
        """Return the public key that a browser subscribes with; empty if this room sends no reminders."""
        if not self.offered:
            return PushKey("")
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = (await self._keys()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PushKey(base64.urlsafe_b64encode(public).decode().rstrip("="))

    async def subscribe(self, owner: str, wish: PushTo) -> Done:
        """Keep a device of a person.

        Raises:
            HttpError: the room sends no reminders, the address is no push service's, a key is invalid, or the person has many
                devices already.
        """
        if not self.offered:
            raise HttpError(404, "this room sends no reminders")
        device = Device(wish.endpoint, wish.p256dh, wish.auth)
        self._check(device)
        devices = await self._store.people.devices(owner)
        if len(devices) >= MOST and device.endpoint not in [each.endpoint for each in devices]:
            raise HttpError(409, f"reminders go to at most {MOST} devices; switch them off on another one first")
        await self._store.people.keep_device(owner, device)
        return Done("", 0)

    async def unsubscribe(self, owner: str, wish: NoPush) -> Done:
        """Forget a device, which only its browser knows the address of."""
        await self._store.people.drop_device(wish.endpoint)
        return Done("", 0)

    async def remind(self, owner: str, seating: Seating) -> None:
        """Tell a person on all their devices that it is their turn. A device whose subscription has ended is forgotten."""
        devices = await self._store.people.devices(owner) if self.offered else []
        if not devices:
            return
        import aiohttp

        text, keep = encode(reminder(owner, seating)), seating.terms.timing.turn or KEEP
        connector = aiohttp.TCPConnector(socket_factory=self._socket)
        async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as session:
            for device in devices:
                if await self._send(session, device, text, keep) in GONE:
                    await self._store.people.drop_device(device.endpoint)

    async def _send(self, session: Any, device: Device, text: bytes, keep: int) -> int:
        """Send a text to a device, and return the HTTP status of the answer; 0 without one. The answer's body is not read."""
        import aiohttp
        from pywebpush import WebPusher

        service = urlsplit(device.endpoint)
        pusher = WebPusher({"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}})
        sealed = pusher.encode(text, content_encoding="aes128gcm")
        claims = {"sub": self._contact, "aud": f"{service.scheme}://{service.netloc}", "exp": int(time.time()) + KEEP // 2}
        headers = {**(await self._keys()).sign(claims), "content-encoding": "aes128gcm", "ttl": str(keep)}
        try:
            async with session.post(device.endpoint, data=sealed["body"], headers=headers, allow_redirects=False) as answer:
                if answer.status > 202 and answer.status not in GONE:
                    log.warning("a push service refused a reminder with status %s", answer.status)
                return answer.status
        except (aiohttp.ClientError, TimeoutError) as error:
            log.warning("a push service could not be reached: %s", type(error).__name__)
            return 0

    def _socket(self, address: tuple[Any, ...]) -> socket.socket:
        """Return a socket for an address that a host's name was resolved to.

        Raises:
            OSError: the address is not public.
        """
        family, kind, protocol, _, (host, *_) = address
        if not self._may_reach(host):
            raise OSError(f"{host} is not a public address")
        return socket.socket(family, kind, protocol)

    async def _keys(self) -> Any:
        """Return the room's key pair. It is generated once and stored, as a subscription is valid for one key pair only."""
        from py_vapid import Vapid02

        if self._signer is None:
            new = Vapid02()
            new.generate_keys()
            number = new.private_key.private_numbers().private_value.to_bytes(32, "big")
            kept = await self._store.setting("push key", base64.urlsafe_b64encode(number).decode().rstrip("="))
            self._signer = Vapid02.from_string(kept)
        return self._signer

    def _check(self, device: Device) -> None:
        """Raise HttpError unless a device's address is a push service's and its keys can be encrypted for."""
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

        try:
            address = urlsplit(device.endpoint)
            host = address.hostname or ""
        except ValueError:
            raise HttpError(400, "the endpoint is no address") from None
        known = any(host.endswith(service) if service.startswith(".") else host == service for service in self._services)
        if not known or address.scheme != self._scheme or "@" in address.netloc or len(device.endpoint) > 1000:
            raise HttpError(400, f"reminders go to the push services of browsers only, not to {host!r:.80}")
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(device.p256dh, POINT))
            decoded(device.auth, SECRET)
        except ValueError:
            raise HttpError(400, "these are no keys of a subscription") from None


def decoded(text: str, size: int) -> bytes:
    """Return the bytes of a key in base64url.

    Raises:
        ValueError: the text is no such key.
    """
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError from None
    if len(found) != size:
        raise ValueError
    return found


def reminder(owner: str, seating: Seating) -> Reminder:
    """Return the reminder of somebody's turn at a table. It tells nothing that the table's link does not."""
    title, turn = games.find(seating.header.game).title, seating.terms.timing.turn
    others = listed([sitter.name for sitter in seating.sitters if sitter.owner != owner])
    time = f" You have {span(turn)}." if turn else ""
    return Reminder(f"Your turn – {title}", f"At the table with {others}.{time}", f"/m/{seating.match}", seating.match)

"""Host names under which the room answers. Under any other name that leads here (DNS rebinding) a page gets nothing."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit


class Hosts:
    """The host names that a request may name: IP addresses, this machine's own names, and the public name.

    Args:
        public: the address people use, such as "https://games.example"; empty if there is none.
    """

    def __init__(self, public: str = "") -> None:
        own = socket.gethostname().lower()
        short = own.partition(".")[0]
        self._names = {"localhost", own, short, f"{short}.local"}
        if name := urlsplit(public).hostname:
            self._names.add(name)

    def know(self, host: str) -> bool:
        """Return whether a Host header names this room or is a number, as in 192.168.1.5."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or name.endswith(".localhost") or is_number(name)


def is_number(name: str) -> bool:
    """Return whether a host is an IP address. No attacker's name is one, so an address needs no check."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

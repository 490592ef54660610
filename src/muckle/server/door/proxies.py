"""Trusted proxies: their headers are believed about where a request comes from."""

from __future__ import annotations

import ipaddress

from muckle.errors import OptionsError, short

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """Addresses and networks of trusted proxies, read once, so that every part of the room means the same ones.

    Args:
        text: addresses and networks with commas between them, such as ``127.0.0.1, 10.0.0.0/8, ::1``; empty: none.

    Raises:
        OptionsError: a part of the text is neither an address nor a network.
    """

    def __init__(self, text: str = "") -> None:
        parts = [part.strip() for part in text.split(",")] if text.strip() else []
        self._networks = tuple(read_network(part) for part in parts)

    def __bool__(self) -> bool:
        return bool(self._networks)

    def __contains__(self, address: str) -> bool:
        """Return whether an address is a proxy's. Dual-stack sockets write IPv4 as ``::ffff:10.0.0.1``."""
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)

    def for_uvicorn(self) -> list[str]:
        """Return the networks in uvicorn's form, those of IPv4 also as a dual-stack socket writes them."""
        mapped = [
            f"::ffff:{network.network_address}/{96 + network.prefixlen}"
            for network in self._networks
            if isinstance(network, ipaddress.IPv4Network)
        ]
        return [*map(str, self._networks), *mapped]


def read_network(text: str) -> Network:
    """Return an address or a network in CIDR notation as a network."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        pass
    try:
        hint = f"; did you mean {ipaddress.ip_network(text, strict=False)}?"
    except ValueError:
        hint = ""
    raise OptionsError(f"proxy is a list of addresses and networks such as 127.0.0.1, 10.0.0.0/8, got {short(text)!r}{hint}")

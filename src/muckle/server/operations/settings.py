"""Settings of a room. Each is an option of `muckle serve` and an environment variable, MUCKLE_ followed by its name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from muckle.errors import OptionsError, short
from muckle.server.bots.own import read_names
from muckle.server.door.proxies import Proxies
from muckle.server.messages import Pace
from muckle.server.operations.logs import LogForm

Preload = Literal["all", "none"]
PREFIX = "MUCKLE_"
OTHERS = ("MUCKLE_HOME", "MUCKLE_WITHOUT")
"""Variables of muckle that are not settings of the room: the user's data folder, and what a build leaves out."""
TESTS = "MUCKLE_TEST_"
"""Beginning of the variables that control tests."""
KINDS: dict[Any, str] = {int: "a whole number", bool: "true or false", str: "a text"}


class RoomSettings(Struct, frozen=True, kw_only=True):
    """The settings of a room.

    The defaults are for one person on their own machine; docs/hosting.md has those for a server.
    """

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8000
    """The port to listen on; 0: any free one."""
    next_port: bool = False
    """Whether to take the next free port if this one is taken: right on a desktop, wrong behind a proxy."""
    database: str = ""
    """A file, or a URL (sqlite:///…, postgresql://…); empty: a file in the user's data folder, or in MUCKLE_HOME."""
    public_url: str = ""
    """The address people use, with its scheme, where that is not the one listened on."""
    proxy: str = ""
    """Addresses and networks of proxies whose word is believed about who sent a request, see `Proxies`."""
    browser: bool = False
    """Whether to show the room, if this machine has a screen."""
    pace: Pace = "normal"
    """Pace of bots at tables whose host has chosen none."""
    workers: int = 0
    """Processes in which bots think; 0: one for each core but one."""
    preload: Preload = "all"
    """Games whose bots are compiled when the room opens: all, or none. Other games' bots are compiled when first asked for."""
    player: str = ""
    """Names of custom players that may fill seats, separated by semicolons: package.module:function or program:COMMAND."""
    log: LogForm = "text"
    """Form of the log: text or json."""
    limits: str = ""
    """Limits on connections, identities and addresses that differ from the defaults, see `limits`."""

    metrics: str = ""
    """An address at which figures are served to Prometheus, such as 127.0.0.1:9464; empty: nowhere."""
    keep_unplayed: int = 14
    """Days that a table is kept whose match never began; 0: always."""
    keep_matches: int = 0
    """Days that a match is kept after its last act; 0: always."""

    def environment(self) -> dict[str, str]:
        """Return the settings as environment variables for another process."""
        return {name_of(field): str(getattr(self, field)) for field in self.__struct_fields__}


def name_of(field: str) -> str:
    """Return the name of a setting's environment variable."""
    return PREFIX + field.upper()


def read_settings(environment: Mapping[str, str], **given: Any) -> RoomSettings:
    """Return the settings as given (None: not given) or else as in the environment.

    Raises:
        OptionsError: a value is invalid, or the environment has an unknown variable that begins with MUCKLE_.
    """
    check_names(environment)
    found = {field: environment[name_of(field)] for field in RoomSettings.__struct_fields__ if environment.get(name_of(field))}
    values = found | {field: value for field, value in given.items() if value is not None}
    try:
        settings = msgspec.convert(values, RoomSettings, strict=False)
    except msgspec.ValidationError as error:
        field = str(error).rpartition("$.")[2].rstrip("`")
        raise OptionsError(f"{field} is {_meant(field)}, got {short(str(values[field]))!r}") from None
    check_public_url(settings.public_url)
    Proxies(settings.proxy)
    read_names(settings.player)
    return settings


def check_names(environment: Mapping[str, str]) -> None:
    """Refuse unknown variables that look like settings: a misspelt database setting would open a room on the wrong database."""
    known = {*map(name_of, RoomSettings.__struct_fields__), *OTHERS}
    for name in sorted(environment):
        if name.startswith(PREFIX) and not name.startswith(TESTS) and name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise OptionsError(f"the environment sets {short(name)}, which is no setting{hint}")


def check_public_url(url: str) -> None:
    """Refuse a public address that the room could not take its host name from."""
    try:
        found = urlsplit(url)
        usable = found.scheme in ("http", "https") and found.hostname and not (found.path.strip("/") or found.query)
        usable = usable and found.port != 0
    except ValueError:
        usable = False
    if url and not usable:
        raise OptionsError(f"public_url is an address such as https://games.example, without a path, got {short(url)!r}")


def _meant(field: str) -> str:
    """Return the kind of a setting's value in words, for a message."""
    kind = get_type_hints(RoomSettings)[field]
    return "one of " + ", ".join(get_args(kind)) if get_args(kind) else KINDS[kind]

"""What earlier versions of the store wrote, for those that bring it up to date."""

from __future__ import annotations

from typing import Any

import msgspec

from muckle.match.log import Header
from muckle.store.gatherings import Assisted, Called, Gathering, Round

OLD_EVENT = Gathering("CODEX", "An evening", "ann", "mickell", "muckell", {}, 1, "word")
OLD_DEEDS = (
    Round(Header(game="mickell", version=1, seats=1, options={}), "secret"),
    Assisted("ben"),
    Called(),
    Assisted("ben"),
)


def put_old_event(database: Any) -> None:
    """Write down an event in the tables of version 6, in which who leads stood in the log alone."""
    rows = [(seq, msgspec.json.encode(deed).decode()) for seq, deed in enumerate(OLD_DEEDS)]
    database.execute(f"INSERT INTO gathering VALUES ('CODEX', 5, '{msgspec.json.encode(OLD_EVENT).decode()}')")
    for seq, body in rows:
        database.execute(f"INSERT INTO deed VALUES ('CODEX', {seq}, 5, '{body}')")

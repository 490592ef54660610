"""Notices between rooms that share a PostgreSQL database, by LISTEN and NOTIFY.

Triggers on the tables send a notice in the transaction that changes a row, so no code that writes can forget to.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg

from muckle.store.matches import Notice

log = logging.getLogger("muckle.room")
AGAIN = 1.0
"""Seconds until a connection that was lost is opened again."""
TURN = 0.5
"""Seconds between two looks whether the listener is to end."""
TRIGGERS = (
    ("", "entry", "id", "INSERT OR UPDATE", "WHEN (NEW.seq > 0)"),
    ("match", "seat", "match", "UPDATE", ""),
    ("match", "promise", "match", "UPDATE", ""),
    ("match", "match", "id", "UPDATE", ""),
    ("match", "clock", "match", "INSERT OR UPDATE", ""),
    ("event", "event", "code", "UPDATE", ""),
    ("event", "player", "code", "INSERT OR UPDATE", ""),
    ("event", "leader", "code", "INSERT OR UPDATE", ""),
)
"""Triggers: kind of log (an entry says its own), table, column that the notice names, change, condition. Only changes of rows
that another room may have in memory are listed."""
FUNCTION = """
    CREATE FUNCTION muckle_tell() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('muckle', coalesce(to_jsonb(NEW) ->> 'kind', TG_ARGV[0]) || ' ' || (to_jsonb(NEW) ->> TG_ARGV[1]));
        RETURN NULL;
    END $$
"""


def triggers() -> str:
    """Return the SQL of the triggers that send notices. PostgreSQL sends equal notices of a transaction once."""
    return ";".join(
        [FUNCTION]
        + [
            f"CREATE TRIGGER muckle_tell AFTER {change} ON {table} FOR EACH ROW {when} "
            f"EXECUTE FUNCTION muckle_tell('{kind}', '{column}')"
            for kind, table, column, change, when in TRIGGERS
        ]
    )


class Listener:
    """A thread that receives the notices of other rooms, on a connection of its own.

    Args:
        connect: opens one.
        own: the server's number of the connection that this room writes on: what comes from there is known.
        heard: called in this thread with each notice; a notice without a kind says that some may have been missed.
    """

    def __init__(
        self, connect: Callable[[], psycopg.Connection[Any]], own: Callable[[], int], heard: Callable[[Notice], object]
    ):
        self._connect, self._own, self._heard = connect, own, heard
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and wait for it."""
        self._closing.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    self._listen(connection)
            except Exception as error:  # whatever it is, a room that hears nothing shows what is old
                log.error("what other rooms write is not heard, tried again: %s", str(error).strip())
                self._closing.wait(AGAIN)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute("LISTEN muckle")
        self._heard(Notice("", ""))
        while not self._closing.is_set():
            for told in connection.notifies(timeout=TURN):
                if told.pid != self._own():
                    self._heard(Notice(*told.payload.split(" ", 1)))

"""Writes the client's TypeScript types from the scene contract and the messages: `python web/make_types.py`.

The committed `web/src/types.ts` must equal what this prints; tests/browser/test_types.py says when it is stale.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from muckle.games import about
from muckle.players import advice
from muckle.scene import contract
from muckle.server import messages
from muckle.server.events import messages as event_messages
from muckle.server.people import record_messages
from muckle.server.series import messages as series_messages
from muckle.store import series
from muckle.words import lookup

TARGET = Path(__file__).parent / "src" / "types.ts"
ROOTS = (
    contract.Scene,
    messages.Catalogue,
    messages.Rules,
    about.About,
    messages.Lesson,
    messages.NewMatch,
    messages.Join,
    messages.OpenTables,
    record_messages.DailyView,
    record_messages.PlayDaily,
    record_messages.OwnRecord,
    record_messages.OwnTables,
    record_messages.Code,
    record_messages.PushKey,
    record_messages.PushTo,
    record_messages.NoPush,
    record_messages.Reminder,
    messages.Joined,
    messages.HintLines,
    messages.Why,
    advice.Advice,
    messages.AnalysisHead,
    messages.Verdict,
    messages.Turned,
    messages.Replay,
    messages.Hint,
    messages.SetPace,
    messages.ForkFrom,
    messages.NextGame,
    messages.TableSetup,
    messages.Arrange,
    messages.Rename,
    messages.Evening,
    lookup.WordInfo,
    messages.WordLists,
    event_messages.NewEvent,
    event_messages.JoinEvent,
    event_messages.Return,
    event_messages.Assist,
    event_messages.Score,
    event_messages.Order,
    event_messages.EventView,
    event_messages.Players,
    event_messages.RoundPar,
    series_messages.NewSeries,
    series.TakePart,
    series.Claim,
    series.Organise,
    series_messages.SeriesView,
    series_messages.Codes,
)
UNIONS = {
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
    "Lead": event_messages.Lead,
    "Rule": series.Rule,
}
WIDTH = 120
"""Characters of a type that stands on one line."""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The whole file: a type alias for every struct and union, in alphabetical order."""
    roots, components = msgspec.json.schema_components([*ROOTS, *UNIONS.values()], ref_template="{name}")
    types = {name: _object(schema) for name, schema in components.items()}
    types |= {name: _type(schema) for name, schema in zip(UNIONS, roots[len(ROOTS) :], strict=True)}
    head = "// Made by web/make_types.py from scene/contract.py and the messages of server. Do not edit.\n"
    version = f"\nexport const VERSION = {contract.VERSION};\n"
    return head + version + "".join(f"\nexport type {name} = {types[name]};\n" for name in sorted(types))


def _object(schema: dict[str, Any]) -> str:
    needed = set(schema["required"])
    fields = [f"{name}{'' if name in needed else '?'}: {_type(part)}" for name, part in schema["properties"].items()]
    line = f"{{ {'; '.join(fields)} }}"
    return line if len(line) <= WIDTH else "{\n" + "".join(f"  {field};\n" for field in fields) + "}"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return schema["$ref"]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(part) for part in schema["prefixItems"]) + "]"
    match schema.get("type"):
        case "array":
            part = _type(schema["items"])
            return f"readonly ({part})[]" if " " in part else f"readonly {part}[]"
        case "object":
            return f"{{ readonly [key: string]: {_type(schema.get('additionalProperties', {}))} }}"
        case None:
            return "unknown"
        case plain:
            return PLAIN[plain]


if __name__ == "__main__":
    TARGET.write_text(typescript(), encoding="utf-8")

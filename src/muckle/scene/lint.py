"""`lint`: faults of a scene that would confuse any client. Tests run it on every scene they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from muckle.scene.contract import CellLook, Scene, Zone

MOST_PRINTED = 3
"""Characters for which a square of a grid has room."""

TOO_NARROW = {("grid", "tray"), ("grid", "side"), ("row", "side")}
"""Kinds of zones of which a phone shows nothing at these places; of all other kinds every place shows the pieces."""


def lint(scene: Scene) -> list[str]:
    """Return the faults of a scene as sentences; an empty list if it is sound."""
    return [*_zones(scene), *_pieces(scene), *_acts(scene), *_rest(scene)]


def contents(zone: Zone) -> Iterator[str]:
    """Yield the ids of the pieces in a zone."""
    yield from zone.items
    for stack in zone.on.values():
        yield from stack


def _zones(scene: Scene) -> Iterator[str]:
    for name, zone in scene.zones.items():
        if not zone.label:
            yield f"zone {name} has no label"
        if zone.parent and (zone.parent not in scene.zones or scene.zones[zone.parent].kind != "panel"):
            yield f"zone {name} stands in {zone.parent!r}, which is no panel"
        if zone.owner is not None and not 0 <= zone.owner < len(scene.seats):
            yield f"zone {name} belongs to seat {zone.owner}, which is not there"
        yield from _undrawn(name, zone)
        if zone.n is not None and zone.n < len(zone.items):
            yield f"zone {name} shows {len(zone.items)} of {zone.n} pieces"


def _undrawn(name: str, zone: Zone) -> Iterator[str]:
    """Yield what no client would draw: each kind of zone shows some fields and no others."""
    if zone.kind == "grid" and not (zone.width and zone.height):
        yield f"grid {name} has no size: give it `width` and `height`"
    if zone.kind == "grid" and (zone.items or zone.n is not None):
        yield f"grid {name} has items, which have no square: put each into `on`"
    if zone.kind != "grid" and (zone.on or zone.cells or zone.width or zone.height):
        yield f"zone {name} is a {zone.kind}, which has no squares: list its pieces in `items`, or make it a grid"
    if zone.kind == "panel" and (zone.items or zone.n is not None):
        yield f"panel {name} has items, which a frame does not show: put them into zones whose `parent` is {name!r}"
    if zone.kind in ("stack", "bag") and zone.items:
        yield f"zone {name} is a {zone.kind}, which shows no piece: give their number as `n`, or make it a pile or a row"
    if zone.kind == "pile" and zone.n is not None and zone.n > len(zone.items):
        yield f"pile {name} hides pieces, but a pile lies face up: make it a row, a fan or a column, or two zones"
    if not zone.parent and (zone.kind, zone.place) in TOO_NARROW:
        yield f"{zone.kind} {name} lies at the {zone.place}, which is too narrow for it: put it into the centre"
    if zone.scale and zone.kind != "row":
        yield f"zone {name} is a {zone.kind} with a scale: only a row lies on the alphabet"
    for square in (*zone.cells, *zone.on):
        if zone.kind == "grid" and not _has_square(zone, square):
            yield f"grid {name} has {zone.height} rows of {zone.width}, and no square {square!r}: write 'row,column', from 1"
    for square, cell in zone.cells.items():
        if cell.look not in get_args(CellLook):
            yield f"square {square} of grid {name} has the look {cell.look!r}, which no client knows: print a label instead"
        if not cell.look and len(cell.label) > MOST_PRINTED:
            yield f"square {square} of grid {name} prints {cell.label!r}: a square has room for {MOST_PRINTED} characters"


def _has_square(grid: Zone, square: str) -> bool:
    row, _, column = square.partition(",")
    return row.isdigit() and column.isdigit() and 1 <= int(row) <= grid.height and 1 <= int(column) <= grid.width


def _pieces(scene: Scene) -> Iterator[str]:
    lying = Counter(piece for zone in scene.zones.values() for piece in contents(zone))
    for piece, times in lying.items():
        if piece not in scene.pieces:
            yield f"piece {piece} lies on the table but is not described"
        if times > 1:
            yield f"piece {piece} lies in {times} places"
    for name, piece in scene.pieces.items():
        if name not in lying:
            yield f"piece {name} lies nowhere"
        if not piece.label:
            yield f"piece {name} has no label"
        if piece.came and piece.came not in scene.zones:
            yield f"piece {name} came from {piece.came!r}, which is not there"


def _acts(scene: Scene) -> Iterator[str]:
    keys = Counter(act.key for act in scene.acts.values() if act.key)
    yield from (f"key {key!r} does {times} things" for key, times in keys.items() if times > 1)
    labels = Counter(act.label for act in scene.acts.values())
    yield from (f"{times} acts are labelled {label!r}" for label, times in labels.items() if times > 1)
    for name, act in scene.acts.items():
        if not act.label or not act.verb:
            yield f"act {name!r} has no label or verb"
        for target in (act.on, act.to):
            if target and not _there(scene, target):
                yield f"act {name!r} points at {target!r}, which is not there"
        if act.half and act.half not in _halves(scene, act.on):
            yield f"act {name!r} is for the half {act.half!r} of {act.on!r}, which shows no such letter"
        if act.on and (act.short or act.verb).lower() not in act.label.lower():
            yield f"act {name!r} is labelled {act.label!r}, without {act.short or act.verb!r}, which stands on its button"
        if act.to and not act.on and not act.to.startswith("c:"):
            yield f"act {name!r} goes to {act.to!r} but begins nowhere: give it `on`, or leave `to` out for a button"
    yield from (f"act {name!r} is both the game's and the table's" for name in scene.acts.keys() & scene.manage.keys())
    if sum(act.main for act in scene.acts.values()) > 1:
        yield "more than one act is the main one"


def _halves(scene: Scene, target: str) -> tuple[str, ...]:
    """Return the letters of a card."""
    piece = scene.pieces.get(target.removeprefix("p:"))
    return (piece.face.text, piece.face.second) if piece and piece.face else ()


def _there(scene: Scene, target: str) -> bool:
    kind, _, name = target.partition(":")
    if kind == "p":
        return name in scene.pieces
    if kind == "z":
        return name in scene.zones
    zone, _, square = name.rpartition(":")
    grid = scene.zones.get(zone)
    return bool(kind == "c" and grid and _has_square(grid, square))


def _rest(scene: Scene) -> Iterator[str]:
    if not scene.status or not scene.title:
        yield "no status or title"
    if any(place >= len(scene.say) for place in scene.own):
        yield f"of {len(scene.say)} sentences the viewer's own are said to be {scene.own}"
    if sum(seat.turn for seat in scene.seats) > 1:
        yield "more than one seat is to act"
    for word in scene.words or ():
        if not (word.isascii() and word.isalpha() and word.isupper()):
            yield f"{word!r} is no word in capitals"
    for table in scene.tables:
        if any(len(row) != len(table.head) for row in table.rows):
            yield f"table {table.title!r} has rows of another length than its head"
    if scene.result and sorted(row.seat for row in scene.result.standings) != list(range(len(scene.seats))):
        yield "the result does not have every seat once"

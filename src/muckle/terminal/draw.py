"""A scene as lines: compact for the eye, or in full sentences for the ear. Nothing here knows a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from muckle.scene.contract import Fairness, Piece, Result, Scene, Seat, Table, Zone
from muckle.scene.faces import piece_aloud, piece_signs, square_signs, tile_aloud
from muckle.scene.lint import contents as pieces_in
from muckle.terminal.screen import Line

PLACES = ("side", "others", "tray", "centre", "me")
"""The order in which the table is told: what matters most comes last, next to what may be done."""
MANY = 24
"""More acts than this are listed only when they are asked for."""
LOOKS = {"start": "*", "double-word": "=", "triple-word": "#", "double-letter": "'", "triple-letter": '"'}
"""Sign of an empty premium square."""
HIDDEN = {"stack": "face down", "bag": "inside"}
"""Description of pieces whose faces nobody sees, by kind of zone."""


@dataclass(frozen=True)
class Drawing:
    """Settings for drawing a scene."""

    spoken: bool
    """Whether the drawing is read aloud: full sentences instead of pictures."""
    width: int = 80
    """Columns that boards and tables may take."""
    full: bool = False
    """Whether to include details that are rarely looked at: whole piles, tables, the rules that matter now."""


def scene_lines(scene: Scene, how: Drawing) -> list[Line]:
    """Return a scene's recent events, zones, seats and prompt; `act_lines` returns its acts."""
    lines = [Line(scene.title, "bold")] if how.full else []
    lines += story_lines(scene.say)
    lines += [Line("")] if scene.say and not how.spoken else []
    lines += [line for place in PLACES for line in place_lines(scene, place, how)]
    lines += seat_lines(scene.seats, how)
    if how.full:
        lines += [line for table in scene.tables for line in table_lines(table, how)]
        lines += [Line(f"{rule}: {words}", "dim", 4) for rule, words in scene.help.items()]
        lines += fairness_lines(scene.fairness, scene.seats) if scene.fairness else []
    lines += result_lines(scene.result, scene.seats) if scene.result else [Line(scene.status, "bold", 2)]
    return lines


def brief_lines(scene: Scene, how: Drawing) -> list[Line]:
    """Return a scene's recent events, the pieces in play and near the viewer, and the prompt."""
    near = [line for place in ("tray", "me") for line in place_lines(scene, place, how)]
    return [*story_lines(scene.say), *near, Line(scene.status, "bold", 2)]


def place_lines(scene: Scene, place: str, how: Drawing) -> list[Line]:
    """Return the zones of one region of the table in reading order."""
    zones = [name for name, zone in scene.zones.items() if zone.place == place and not zone.parent]
    return [line for name in zones for line in zone_lines(scene, name, how)]


def story_lines(told: Iterable[str]) -> list[Line]:
    """Return recent events, one sentence a line."""
    return [Line(sentence(text), "italic", 2) for text in told]


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "]")) else ".")


def zone_lines(scene: Scene, name: str, how: Drawing, indent: str = "", within: str = "") -> list[Line]:
    """Return a zone's name and contents, with the zones inside it if it is a panel.

    Args:
        within: label of the enclosing panel; words that both labels begin with ("Ann's") are not repeated.
    """
    zone = scene.zones[name]
    title = indent + _short_of(zone.label, within)
    notes = [zone.note if zone.kind == "panel" or not _empty(scene, name) else "", zone.asks, zone.yours]
    if any(notes):
        title += f" ({', '.join(filter(None, notes))})"
    if zone.kind == "grid":
        return [Line(f"{title}:"), *grid_lines(scene, zone, how)]
    if zone.kind == "panel":
        return _panel(scene, name, how, title, indent + "  ")
    return [Line(f"{title}: {contents(scene, zone, how)}{'.' if how.spoken else ''}", hang=4)]


def contents(scene: Scene, zone: Zone, how: Drawing) -> str:
    """Return a zone's contents in one line."""
    pieces = [piece_aloud(scene.pieces[item]) if how.spoken else piece_signs(scene.pieces[item]) for item in zone.items]
    if zone.kind == "pile" and len(pieces) > 1 and not how.full:
        return f"{max(len(pieces), zone.n or 0)}, on top {pieces[-1]}"
    hidden = (zone.n or 0) - len(pieces)
    if hidden > 0:
        pieces.append(f"{'and ' if pieces else ''}{hidden} {HIDDEN.get(zone.kind, 'hidden')}")
    return ("; " if how.spoken else "  ").join(pieces) or zone.note or "empty"


def seat_lines(seats: Sequence[Seat], how: Drawing) -> list[Line]:
    """Return the names and scores of the seats; the seat to act is marked."""
    names = [seat.name + (" (you)" if seat.you and len(seats) > 1 else "") for seat in seats]
    wide, digits = max(map(len, names)), max(len(seat.score) for seat in seats)
    lines: list[Line] = []
    for name, seat in zip(names, seats, strict=True):
        away = "nobody sits here yet" if seat.kind == "open" else "" if seat.here else "away"
        notes = [note for note in (seat.note, away) if note]
        if how.spoken:
            facts = [seat.score, *notes] if seat.score else notes
            lines.append(Line(f"{name}{': ' if facts else ''}{'; '.join(facts)}."))
        else:
            mark = ">" if seat.turn else " "
            row = f"{mark} {name.ljust(wide)}  {seat.score.rjust(digits)}  {'; '.join(notes)}"
            lines.append(Line(row.rstrip(), "bold" if seat.turn else "", 4))
    return lines


def grid_lines(scene: Scene, zone: Zone, how: Drawing) -> list[Line]:
    """Return a board: rows of signs with the names of rows and columns; for listening, its contents row by row."""
    return list(_told_grid(scene, zone, how) if how.spoken else _drawn_grid(scene, zone, how.width))


def column_name(column: int) -> str:
    """Return the name of a column, 1 for the first: a to z, then aa, ab and so on."""
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def table_lines(table: Table, how: Drawing) -> list[Line]:
    """Return the lines of a table: in columns if they fit the width, else as a list."""
    widths = [max(map(len, column)) for column in zip(table.head, *table.rows, strict=True)]
    lines = [Line(table.title if table.title.endswith("?") else f"{table.title}:")]
    if how.spoken or sum(widths) + 2 * len(widths) > how.width:
        for row in table.rows:
            cells = zip(table.head[1:], row[1:], strict=True)
            facts = (f"{head}: {cell}" for head, cell in cells if cell.strip("-–"))
            lines.append(Line(f"  {'; '.join((f'{table.head[0]} {row[0]}'.strip(), *facts))}.", hang=2))
        return lines
    for row in (table.head, *table.rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append(Line(f"  {'  '.join(cells)}".rstrip(), "bold" if row[0] == table.key else ""))
    return lines


def result_lines(result: Result, seats: Sequence[Seat]) -> list[Line]:
    """Return the result: places, scores and reasons."""
    lines = [Line(sentence(result.title), "bold", 2)]
    for row in sorted(result.standings, key=lambda row: (row.place, row.seat)):
        lines.append(Line(f"{row.place}. {seats[row.seat].name}: {row.score}", hang=3))
        lines += [Line(f"   {why}", hang=2) for why in row.why]
    return [*lines, Line(sentence(result.reason), hang=2)]


def fairness_lines(fair: Fairness, seats: Sequence[Seat]) -> list[Line]:
    """Return lines with the commitment, salts and secret by which anybody can check that chance was fair."""
    lines = [Line(f"{fair.title} {fair.text}", "dim", 2), Line(f"The room's seal: {fair.commitment}", "dim", 2)]
    if fair.salts:
        parts = zip(seats, fair.salts, strict=True)
        lines += [Line(f"Part of {seat.name}: {salt or 'none'}", "dim", 2) for seat, salt in parts]
    return lines + [Line(f"The room's part: {fair.secret}", "dim", 2)] * bool(fair.secret)


def numbered(scene: Scene) -> dict[int, str]:
    """Number the acts: an act's key where that is a digit; others follow from 10, because digits are left to keys.

    If no act has a key, numbers begin with 1. Acts of one verb stand together, in the order in which their pieces lie on the
    table.
    """
    acts = scene.acts
    numbers = {int(act.key): name for name, act in acts.items() if act.key.isdecimal()}
    verbs = list(dict.fromkeys(act.verb for act in acts.values()))
    lying = [f"p:{piece}" for zone in scene.zones.values() for piece in pieces_in(zone)]
    order = {name: place for place, name in enumerate(lying)}
    others = [name for name in acts if name not in numbers.values()]
    others.sort(key=lambda name: (verbs.index(acts[name].verb), order.get(acts[name].on, -1)))
    return dict(sorted(numbers.items())) | dict(enumerate(others, 10 if any(act.key for act in acts.values()) else 1))


def act_lines(scene: Scene, how: Drawing, wanted: str | None = None) -> list[Line]:
    """Return the legal acts with their numbers, in as many columns as fit unless the text is for listening.

    Args:
        wanted: only acts with this in their text or label; None: all acts, unless there are too many.
    """
    if wanted is None and len(scene.acts) > MANY:
        return [Line(f"{len(scene.acts)} things can be done: type acts to see them, or acts and a part of their names.")]
    texts: list[str] = []
    for number, name in numbered(scene).items():
        act = scene.acts[name]
        if wanted is None or wanted.lower() in f"{name} {act.label}".lower():
            key = f" ({act.key})" if len(act.key) == 1 and not act.key.isdecimal() else ""
            texts.append(f"{number:>2}. {act.label}{key}")
    wide = max(map(len, texts), default=0) + 3
    rows = len(texts) if how.spoken else -(-len(texts) // max(1, how.width // wide))
    return [Line("".join(text.ljust(wide) for text in texts[row::rows]).rstrip(), "cyan", 4) for row in range(rows)]


def _short_of(label: str, within: str) -> str:
    """Return a label without the first words that it shares with the panel's label."""
    words, same = label.split(), 0
    for word, other in zip(words[:-1], within.split(), strict=False):
        if _whose(word) != _whose(other):
            break
        same += 1
    return " ".join(words[same:])


def _whose(word: str) -> str:
    """Return a word of a label, or the name before a possessive: "Ann's hand" is in Ann's panel, "Ann"."""
    return word.removesuffix(",").removesuffix("'s")


def _panel(scene: Scene, name: str, how: Drawing, title: str, indent: str) -> list[Line]:
    """Return a panel's lines: a single line if its contents fit, without its empty zones."""
    held = [child for child, zone in scene.zones.items() if zone.parent == name and not _empty(scene, child)]
    if not held:
        return [Line(f"{title}: {'nothing yet.' if how.spoken else '-'}")]
    lines = [line for child in held for line in zone_lines(scene, child, how, indent, scene.zones[name].label)]
    row = f"{title}: " + " | ".join(line.text.strip() for line in lines)
    flat = all(scene.zones[child].kind not in ("grid", "panel") for child in held)
    if flat and not how.spoken and len(row) <= how.width:
        return [Line(row)]
    return [Line(f"{title}{'.' if how.spoken else ':'}"), *lines]


def _empty(scene: Scene, name: str) -> bool:
    zone = scene.zones[name]
    if zone.kind == "panel":
        return all(_empty(scene, child) for child, other in scene.zones.items() if other.parent == name)
    return zone.kind != "grid" and not zone.items and not zone.n


def _drawn_grid(scene: Scene, zone: Zone, width: int) -> Iterator[Line]:
    signs = {place: square_signs(scene.pieces[stack[-1]].face) for place, stack in zone.on.items() if stack}
    wide = max(map(len, [*signs.values(), column_name(zone.width)]))
    rows = len(str(zone.height))
    band = max(1, (width - rows - 1) // (wide + 1))
    for first in range(1, zone.width + 1, band):
        columns = range(first, min(first + band, zone.width + 1))
        yield Line(f"{'':{rows}}  " + " ".join(column_name(column).ljust(wide) for column in columns).rstrip(), "dim")
        for row in range(1, zone.height + 1):
            cells = (signs.get(place) or _print(zone, place) for place in (f"{row},{column}" for column in columns))
            yield Line(f"{row:>{rows}}  " + " ".join(cell.ljust(wide) for cell in cells).rstrip())
    shown = {cell.look: LOOKS[cell.look] for cell in zone.cells.values() if cell.look in LOOKS}
    if shown:
        yield Line("  ".join(f"{mark} {look.replace('-', ' ')}" for look, mark in shown.items()), "dim", 2)


def _print(zone: Zone, place: str) -> str:
    cell = zone.cells.get(place)
    return "." if cell is None else LOOKS.get(cell.look, "+")


def _told_grid(scene: Scene, zone: Zone, how: Drawing) -> Iterator[Line]:
    said = False
    for row in range(1, zone.height + 1):
        stacks = ((column, zone.on.get(f"{row},{column}", ())) for column in range(1, zone.width + 1))
        facts = [
            f"{column_name(column)}{row} {_told_stack([scene.pieces[piece] for piece in reversed(stack)], how.full)}"
            for column, stack in stacks
            if stack
        ]
        if facts:
            said = True
            yield Line(f"  Row {row}: {'; '.join(facts)}.", hang=2)
    if not said:
        yield Line(f"  Nothing lies on its {zone.width} by {zone.height} squares.")
    if how.full:
        yield from _told_squares(zone)


def _told_stack(pieces: Sequence[Piece], full: bool) -> str:
    """Return the pieces on a square from the top; without `full` only the top one, a letter tile as its letter."""
    return " on ".join(map(piece_aloud, pieces)) if full else tile_aloud(pieces[0])


def _told_squares(zone: Zone) -> Iterator[Line]:
    """Yield lines with the free premium squares, grouped by kind."""
    places: dict[str, list[str]] = defaultdict(list)
    for place, cell in zone.cells.items():
        if not zone.on.get(place):
            row, _, column = place.partition(",")
            places[cell.look.replace("-", " ") if cell.look in LOOKS else cell.label].append(f"{column_name(int(column))}{row}")
    for label, names in places.items():
        yield Line(f"  {label}: {', '.join(names)}.", hang=2)

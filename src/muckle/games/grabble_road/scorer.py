"""Grabble Road on a real table: each play is typed, and the rules find and score its words (Grabble Road 7 to 10)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import record_facts
from muckle.errors import IllegalError, NotationError, short
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road import targets as compiled_targets
from muckle.games.grabble_road import text
from muckle.games.grabble_road.state import FACE_MASK
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.tell import count, number

rules, targets = plain(compiled_rules), plain(compiled_targets)

_TILE = re.compile(r"(\??[a-z])\s*([a-o]\d\d?)")
_PLAY = re.compile(rf"{_TILE.pattern}(?:[\s,]+{_TILE.pattern})*")


def how(setup: Setup, names: Sequence[str]) -> list[str]:
    """Return what can be typed, a sentence for each."""
    return [
        "Type the tiles of a play in the order they were laid: F a1, I b1, ?R b2, E b3. A blank as R is ?R.",
        "pass, or mulligan: a turn without a play. Turns go by the order of the names.",
    ]


def begin(setup: Setup, state: Any) -> None:
    """Clear the table of a match that was dealt: real tiles are drawn elsewhere, so bag and racks stay empty here."""
    rules.clear_table(setup, state)
    for kind in range(len(state.bag)):
        state.bag[kind] = 0
    state.bag_left = 0
    targets.find_targets(setup, state)


def enter(setup: Setup, state: Any, names: Sequence[str], seat: int | None, typed: str) -> list[str]:
    """Lay a play for the seat whose turn it is, or end its turn without one. Returns what came of it.

    Raises:
        ActionError: the text cannot be read, or a rule forbids what it says.
    """
    if seat not in (None, state.turn):
        raise IllegalError(f"it is the turn of {names[state.turn]}", "Grabble Road 2a")
    if typed == "mulligan":
        if not setup.options.mulligan:
            raise IllegalError("in this match there are no mulligans", "Grabble Road 12")
        told = f"{names[state.turn]} takes a mulligan [Grabble Road 12]"
        rules.finish_mulligan(state)
        rules.end_turn(setup, state)
        targets.find_targets(setup, state)
        return [told]
    if typed == "pass":
        return _apply(setup, state, names, [typed])
    if not _PLAY.fullmatch(typed):
        raise NotationError(f"{short(typed)!r} is no play; write its tiles like F a1, I b1; or pass, or mulligan")
    tiles = [f"{letter} {square}" for letter, square in _TILE.findall(typed)]
    _give(setup, state, tiles)
    return [f"{line} [Grabble Road 7]" for line in _apply(setup, state, names, tiles)[1:]]


def _give(setup: Setup, state: Any, tiles: Sequence[str]) -> None:
    """Put a play's tiles on the rack of the seat to act; the rest of a rack is nobody's business here."""
    player, laid = state.seats[state.turn], [tile.face & FACE_MASK for tile in state.laid[: state.tiles]]
    for kind in range(len(player.tiles)):
        player.tiles[kind] = 0
    for written in tiles:
        kind = BLANK if written[0] == "?" else letter_tiles.read(written[0])
        assert kind is not None  # the pattern has letters only
        player.tiles[kind] += 1
        there_are = setup.options.counts[kind]
        if player.tiles[kind] + sum(min(face, BLANK) == kind for face in laid) > there_are:
            called = "blanks" if kind == BLANK else letter_tiles.text(kind)
            are = "are" if there_are > 1 else "is"
            raise IllegalError(f"there {are} only {number(there_are)} {called}", "Grabble Road 3c")
    player.held = max(setup.options.rack, len(tiles))


def _apply(setup: Setup, state: Any, names: Sequence[str], actions: Sequence[str]) -> list[str]:
    """Take the steps of a turn, each by the rule that a player's action follows, and return what they came to.

    Raises:
        ActionError: a step is not legal, or the steps are too few or too many for a turn (Grabble Road 3).
    """
    turn, told = state.turn, list[str]()
    for place, written in enumerate(actions):
        if place and not state.left:
            needed = f"the first tile asks for {count(place, 'tile')}, got {len(actions)}"
            raise IllegalError(needed, "Grabble Road 3")
        action = text.read_action(setup, state, written)
        facts = record_facts(state, lambda tree, action=action: rules.apply(setup, tree, action))
        told += [event.text for event in text.events(setup, facts, names)]
    if state.left:
        raise IllegalError(f"the play is not finished: {count(state.left, 'tile')} more must be laid", "Grabble Road 3")
    state.seats[turn].held = setup.options.rack
    return told

"""Positions of Multzo laid out by hand, in the notation of the rulebook, and played on by texts."""

from __future__ import annotations

from typing import Any

from muckle.engine.bits import members
from muckle.engine.position import Position
from muckle.engine.slots import row_of, slots
from muckle.games.multzo import GAME, scoring_text
from muckle.kit import piecepack
from steps import follow_steps, story


def tiles(written: str) -> list[int]:
    """``"C4 SA"`` as tile numbers."""
    found = [piecepack.read(name) for name in written.split()]
    assert None not in found, written
    return [tile for tile in found if tile is not None]


def bits(things: list[int]) -> int:
    return sum(1 << thing for thing in things)


def table(
    *hands: str,
    stack: str | None = None,
    face_up: str = "",
    turn: int = 0,
    starter: int = 0,
    number: int = 0,
    rounds: int = 1,
    idle: int = 0,
    crowns: str = "2 3 4 5 6",
    arms: str = "2 3 4 5 6",
    suns: str = "2 3 4 5 6",
    moons: str = "2 3 4 5 6",
    nulls: str = "C A S M",
    won: tuple[str, ...] = (),
    known: tuple[str, ...] = (),
    **options: Any,
) -> Position:
    """Return the moment before a seat's turn: hands in the order of arrival, and what else lies on the table.

    Args:
        hands: one a seat; the tiles of the seat to act too, before it draws.
        stack: every other tile if left out. face_up: oldest first, each with who discarded it: ``"C4:1 SA:0"``.
        won: coins of each seat, ``"C2 CN"``. crowns … moons: coins left in the stacks. known: tiles everybody knows to
            lie in each hand.
    """
    position = Position(GAME, GAME.options.read({"seats": len(hands), **options}), seed=1)
    state, size = position.state, int(position.setup.options.suits)
    pairs = [entry.split(":") for entry in face_up.split()]
    state.turn, state.starter, state.number, state.rounds, state.idle = turn, starter, number or len(hands) + 1, rounds, idle
    for place in range(len(state.row)):
        state.row[place] = 0
    for place, (name, seat) in enumerate(pairs):
        state.row[place] = (place + 1) * 256 + int(seat) * 32 + tiles(name)[0]
    state.laid, state.open = len(pairs), bits([tiles(name)[0] for name, _ in pairs])
    for seat, written in enumerate(hands):
        held = tiles(written)
        assert len(held) == size, written
        player = state.seats[seat]
        player.hand, player.known = bits(held), bits(tiles(known[seat])) if known else 0
        player.held = row_of(held)
        player.coins = bits(tiles(won[seat])) if won else 0
    for suit, left in enumerate((crowns, arms, suns, moons)):
        there = [int(value) for value in left.split()] + [0] * (
            piecepack.SUITS[suit] in nulls and position.options.null_coins == "yes"
        )
        state.coins &= ~(0b111111 << suit * piecepack.LANE)
        state.coins |= bits([suit * piecepack.LANE + piecepack.VALUES.index(value) for value in there])
    used = bits([tile for written in hands for tile in tiles(written)]) | int(state.open)
    everything = position.setup.options.tiles[: position.setup.options.tile_count].tolist()
    face_down = [tile for tile in everything if not used >> tile & 1] if stack is None else tiles(stack)
    for place, tile in enumerate(face_down):
        state.stack[place] = tile
    state.stack_left = len(face_down)
    state.phase = GAME.rules.DRAWING
    state.taken, state.drawn = 0, 0
    return position


def do(position: Position, *steps: str) -> Position:
    """Return the position after some steps, each ``"draw stack > C4"`` or ``"discard S5"``: an action and its outcomes."""
    return follow_steps(position, steps, drawn)


def drawn(position: Position, action: str, tiles: str) -> list[str]:
    """Return the outcomes with which an action draws these tiles, or ends a turn so that the next seat draws them."""
    drawer = position.turn if action.startswith("draw") else (position.turn + 1) % position.options.seats
    return [f"draw {drawer} {tile}" for tile in tiles.split()]


def showdown(*hands: str, declares: bool = True, **laid: Any) -> Position:
    """After a round in which everyone drew from the stack and discarded that tile again, the starter declaring with it."""
    position = table(*hands, **laid)
    for _ in hands:
        if position.state.phase == GAME.rules.DRAWING:
            position = do(position, "draw stack")
        drawn = slots(position.state.seats[position.turn].held, position.setup.options.suits + 1)[-1]
        verb = "declare" if position.state.declarer == GAME.rules.NONE and declares else "discard"
        position = do(position, f"{verb} {piecepack.text(drawn)}")
    return position


def winners(position: Position) -> str:
    """Return who won Flush, Prime, Set, Run at the last showdown: ``"0-12"``."""
    found = [scoring_text.winner(position.plain_state, category) for category in range(4)]
    return "".join("-" if seat is None else str(seat) for seat in found)


def coins(position: Position, seat: int) -> str:
    """Return the coins of a seat: ``"C2 CA MN"``."""
    return " ".join(piecepack.text(coin) for coin in members(int(position.state.seats[seat].coins)))


def left(position: Position, suit: str) -> str:
    """Return the values in a coin stack, from the top."""
    there = members(int(position.state.coins))
    coins = [coin for coin in there if piecepack.text(coin)[0] == suit and coin % piecepack.LANE]
    return " ".join(str(piecepack.VALUES[coin % piecepack.LANE]) for coin in coins)


def nulls(position: Position) -> str:
    """Return the suits whose null coin is on the table: ``"CASM"``."""
    return "".join(piecepack.text(coin)[0] for coin in members(int(position.state.coins)) if coin % piecepack.LANE == 0)


def groups(written: str, **options: Any) -> dict[str, str]:
    """Return what a hand counts for: ``{"Prime": "9", "Run": "9 (four tiles)"}``."""
    position = Position(GAME, GAME.options.read({"seats": 2, **options}))
    texts = scoring_text.strength_texts(position.plain_setup, bits(tiles(written)))
    return {name: worth for name, worth in zip(scoring_text.CATEGORIES, texts, strict=True) if worth}


def hand(position: Position, seat: int) -> str:
    """Return a seat's tiles, in the order of their numbers."""
    return " ".join(piecepack.text(tile) for tile in members(int(position.state.seats[seat].hand)))


def told(position: Position, step: str, viewer: int | None) -> list[str]:
    """Return what a viewer is told of a step."""
    return story(position, step, do(position, step), viewer)

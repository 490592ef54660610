"""Reversi as one viewer sees it; everybody sees the same (Reversi I1)."""

from __future__ import annotations

from collections.abc import Sequence

from muckle.engine.contract import OVER, Setup
from muckle.scene.contract import Act, Face, Piece, Result, Scene, Seat, Standing, Zone
from muckle.scene.tell import count
from muckle_reversi.state import EMPTY, WIDTH, State
from muckle_reversi.text import action_text, legal_squares, reason, rules, square_name

COLOURS, SIGNS = ("Black", "White"), ("●", "○")


def emblem() -> tuple[Face, ...]:
    """Pieces for the game's card in the lobby."""
    return tuple(Face("text", sign) for sign in (*SIGNS, SIGNS[0]))


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """The board with its discs, and the squares where the viewer may place one."""
    side, over = int(setup.options.side), state.turn == OVER
    taken = [square for square, seat in enumerate(state.discs) if seat != EMPTY]
    pieces = {square_name(square): _disc(square, state.discs[square]) for square in taken}
    board = Zone("grid", "Board", width=side, height=side, on={_place(square): (square_name(square),) for square in taken})
    may = viewer is not None and viewer == state.turn
    acts = [_act(setup, state, square) for square in legal_squares(setup, state)] if may else []
    prompt = "place a disc that encloses some of the other's." if may else ""
    status = f"{'Your turn' if may else f'{names[state.turn]} is to act'}: place a disc."
    return Scene(
        game="reversi",
        title="Reversi",
        status=f"The match is over: {reason(setup, state)}." if over else status,
        prompt=prompt,
        seats=tuple(_seat(state, seat, viewer, name) for seat, name in enumerate(names)),
        zones={"board": board},
        pieces=pieces,
        acts=dict(acts),
        result=_result(setup, state, names) if over else None,
        help={"Reversi 3": "a new disc must enclose some of the other's in a line", "Reversi 7": "what wins at the end"},
    )


def _place(square: int) -> str:
    """Return a square as the scene names it."""
    return f"{square // WIDTH + 1},{square % WIDTH + 1}"


def _disc(square: int, seat: int) -> Piece:
    return Piece(f"{COLOURS[seat]} disc on {square_name(square)}", Face("text", SIGNS[seat]), owner=seat)


def _act(setup: Setup, state: State, square: int) -> tuple[str, Act]:
    turned = rules.gain(setup, state, square, state.turn)
    label = f"Place a disc on {square_name(square)}"
    note = f"turns {count(turned, 'disc')}"
    return action_text(setup, state, square), Act(label, "place", to=f"c:board:{_place(square)}", gain=str(turned), note=note)


def _seat(state: State, seat: int, viewer: int | None, name: str) -> Seat:
    discs = count(list(state.discs).count(seat), "disc")
    return Seat(name, discs.partition(" ")[0], turn=seat == state.turn, you=seat == viewer, note=f"{COLOURS[seat]}: {discs}")


def _result(setup: Setup, state: State, names: Sequence[str]) -> Result:
    discs = [list(state.discs).count(seat) for seat in (0, 1)]
    sign = int(setup.options.sign)
    places = [1 + (sign * discs[1 - seat] > sign * discs[seat]) for seat in (0, 1)]
    rows = [Standing(seat, places[seat], str(sign * discs[seat]), (count(discs[seat], "disc"),)) for seat in (0, 1)]
    first = names[places.index(1)]
    title = "Both share the win" if places == [1, 1] else f"{first} wins with {count(discs[places.index(1)], 'disc')}"
    return Result(title, tuple(sorted(rows, key=lambda row: row.place)), reason(setup, state))

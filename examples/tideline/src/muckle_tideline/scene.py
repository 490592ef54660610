"""Tideline as one viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence

from muckle.engine.bits import members
from muckle.engine.contract import OVER, Setup
from muckle.scene.contract import Act, Face, Piece, Result, Scene, Seat, Standing, Table, Zone
from muckle.scene.tell import count, listed, round_the_table
from muckle_tideline.state import State
from muckle_tideline.text import action_text, reason

KEYS = "12345"


def emblem() -> tuple[Face, ...]:
    """Pieces for the game's card in the lobby."""
    return tuple(Face("text", number) for number in ("3", "7", "12"))


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """The line and the stock, what each has taken, the viewer's hand (Tideline I1 to I4)."""
    pieces, over = dict[str, Piece](), state.turn == OVER

    def put(cards: int, came: str = "") -> tuple[str, ...]:
        for card in members(cards):
            pieces[str(card + 1)] = Piece(f"Card {card + 1}", Face("text", str(card + 1)), came=came)
        return tuple(str(card + 1) for card in members(cards))

    zones: dict[str, Zone] = {}
    for seat in round_the_table(len(names), viewer):
        zones[f"seat{seat}"] = _taken(state, seat, f"{names[seat]}'s taken cards", "others", put(state.taken[seat]))
    zones["stock"] = Zone("stack", "Stock", n=state.stock.bit_count())
    zones["line"] = Zone("row", "The line", "tray", items=put(state.line), note="" if state.line else "lay any card")
    acts: dict[str, Act] = {}
    if viewer is not None:
        zones["taken"] = _taken(state, viewer, "Cards you took", "me", put(state.taken[viewer]))
        hand = put(state.hands[viewer], "stock")
        zones["hand"] = Zone("fan", "Your hand", "me", viewer, hand, len(hand))
        if viewer == state.turn:
            acts = dict(_act(setup, state, card, key) for card, key in zip(members(state.hands[viewer]), KEYS, strict=False))
    return Scene(
        game="tideline",
        title="Tideline",
        status=f"The match is over: {reason(setup, state)}." if over else _status(state, viewer, names),
        prompt=_prompt(state) if viewer == state.turn and not over else "",
        seats=tuple(_seat(state, seat, viewer, name) for seat, name in enumerate(names)),
        zones=zones,
        pieces=pieces,
        acts=acts,
        tables=(Table("Cards left", ("Stock", "In hands"), ((str(state.stock.bit_count()), str(_held(state))),)),),
        result=_result(setup, state, names) if over else None,
        help={"Tideline 4": "a lower card takes the whole line", "Tideline 7": "each card taken costs a point"},
    )


def _taken(state: State, seat: int, label: str, place: str, items: tuple[str, ...]) -> Zone:
    note = "" if place == "me" else f"{count(state.hands[seat].bit_count(), 'card')} in hand"
    return Zone("row", label, "me" if place == "me" else "others", seat, items, note=note)


def _held(state: State) -> int:
    return sum(hand.bit_count() for hand in state.hands)


def _act(setup: Setup, state: State, card: int, key: str) -> tuple[str, Act]:
    label = f"Lay {card + 1}" + (" and take the line" if card < state.top else "")
    return action_text(setup, state, card), Act(label, "place", on=f"p:{card + 1}", to="z:line", key=key, short="Lay")


def _status(state: State, viewer: int | None, names: Sequence[str]) -> str:
    who = "Your turn" if viewer == state.turn else f"{names[state.turn]}'s turn"
    return f"{who}: {_prompt(state)}"


def _prompt(state: State) -> str:
    return "lay a card" + (f", above {state.top + 1} or take the line." if state.line else ".")


def _seat(state: State, seat: int, viewer: int | None, name: str) -> Seat:
    return Seat(name, str(-state.taken[seat].bit_count()), turn=seat == state.turn, you=seat == viewer)


def _result(setup: Setup, state: State, names: Sequence[str]) -> Result:
    lost = [state.taken[seat].bit_count() for seat in range(len(names))]
    winners = [name for name, cards in zip(names, lost, strict=True) if cards == min(lost)]
    places = [1 + sum(other < cards for other in lost) for cards in lost]
    why = [(f"took {count(cards, 'card')}",) for cards in lost]
    standings = [Standing(seat, places[seat], str(-lost[seat]), why[seat]) for seat in range(len(names))]
    verb = "wins" if len(winners) == 1 else "share the win"
    title = f"{listed(winners)} {verb} with {count(min(lost), 'card')} taken"
    return Result(title, tuple(sorted(standings, key=lambda row: row.place)), reason(setup, state))

"""Hearts as one viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence

from muckle.engine.bits import members
from muckle.engine.contract import OVER, Setup
from muckle.kit import playing_cards as pack
from muckle.scene.contract import Act, Face, Piece, Result, Scene, Seat, Standing, Zone
from muckle.scene.tell import count, listed, round_the_table
from muckle_hearts.state import NONE, PLAY, State
from muckle_hearts.text import action_text, legal_actions, reason, rules


def emblem() -> tuple[Face, ...]:
    """Pieces for the game's card in the lobby."""
    return tuple(Face("card", rank, suit) for rank, suit in (("Q", "S"), ("A", "H"), ("2", "C")))


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """The trick, what each has taken, and the viewer's hand (Hearts I1 to I5)."""
    pieces, over, seats = dict[str, Piece](), state.turn == OVER, len(names)

    def put(cards: Sequence[int], came: str = "") -> tuple[str, ...]:
        for card in cards:
            pieces[pack.text(card)] = Piece(pack.name(card), Face("card", *_print(card)), came=came)
        return tuple(map(pack.text, cards))

    zones: dict[str, Zone] = {}
    for seat in round_the_table(seats, viewer):
        held = f"{count(int(state.hands[seat]).bit_count(), 'card')} in hand"
        zones[f"seat{seat}"] = Zone("pile", f"{names[seat]}'s tricks", "others", seat, put(members(state.won[seat])), note=held)
    order = [(state.first + place) % seats for place in range(seats)]
    lying = put([state.trick[seat] for seat in order if state.trick[seat] != NONE])
    zones["trick"] = Zone("row", "The trick", "tray", items=lying)
    if viewer is not None:
        zones["tricks"] = Zone("pile", "Your tricks", "side", viewer, put(members(state.won[viewer])))
        hand = put(members(state.hands[viewer]))
        zones["hand"] = Zone("fan", "Your hand", "me", viewer, hand, note=_gifts(setup, state, viewer, names))
    may = viewer is not None and viewer == state.turn
    return Scene(
        game="hearts",
        title="Hearts",
        status=f"The match is over: {reason(setup, state)}." if over else _status(setup, state, viewer, names),
        prompt=_prompt(setup, state) if may else "",
        seats=tuple(_seat(state, seat, viewer, name) for seat, name in enumerate(names)),
        zones=zones,
        pieces=pieces,
        acts=dict(_act(setup, state, action, names) for action in legal_actions(setup, state)) if may else {},
        result=_result(setup, state, names) if over else None,
        help={"Hearts 5": "follow the suit that was led", "Hearts 8": "hearts cost a point, the Queen of Spades thirteen"},
    )


def _print(card: int) -> tuple[str, str]:
    """Return rank and suit of a card."""
    return pack.text(card)[:-1], pack.text(card)[-1]


def _gifts(setup: Setup, state: State, viewer: int, names: Sequence[str]) -> str:
    """Return what the viewer chose to give, or gave (Hearts I3)."""
    gifts = listed(map(pack.sign, members(state.gifts[viewer])))
    return gifts and f"{'to give' if state.giving else f'you gave {names[(viewer + 1) % len(names)]}'}: {gifts}"


def _act(setup: Setup, state: State, action: int, names: Sequence[str]) -> tuple[str, Act]:
    card, text = action % PLAY, action_text(setup, state, action)
    if action < PLAY:
        label = f"Give {pack.sign(card)} to {names[(state.turn + 1) % len(names)]}"
        return text, Act(label, "discard", on=f"p:{pack.text(card)}", short="Give")
    return text, Act(f"Play {pack.sign(card)}", "place", on=f"p:{pack.text(card)}", to="z:trick", short="Play")


def _status(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> str:
    who = "Your turn" if viewer == state.turn else f"{names[state.turn]}'s turn"
    return f"{who}: {_prompt(setup, state)}"


def _prompt(setup: Setup, state: State) -> str:
    if state.giving:
        left = setup.options.gifts - int(state.gifts[state.turn]).bit_count()
        return f"choose {count(left, 'card')} to give to the left; nobody sees it until all have chosen."
    led = state.trick[state.first]
    return "lead any card." if led == NONE else f"follow {pack.SUIT_NAMES[led // pack.LANE]} if possible."


def _seat(state: State, seat: int, viewer: int | None, name: str) -> Seat:
    lost = rules.points(state.won[seat])
    return Seat(name, str(-lost), turn=seat == state.turn, you=seat == viewer)


def _result(setup: Setup, state: State, names: Sequence[str]) -> Result:
    lost = [rules.points(state.won[seat]) for seat in range(len(names))]
    winners = [name for name, points in zip(names, lost, strict=True) if points == min(lost)]
    rows = [Standing(seat, 1 + sum(other < points for other in lost), str(-points)) for seat, points in enumerate(lost)]
    verb = "wins" if len(winners) == 1 else "share the win"
    title = f"{listed(winners)} {verb} with {count(min(lost), 'point')}"
    return Result(title, tuple(sorted(rows, key=lambda row: row.place)), reason(setup, state))

"""Positions of Mitch laid out by hand, in the notation of the rulebook, and played on by texts."""

from __future__ import annotations

from typing import Any

import steps
from muckle.engine.chance import forget
from muckle.engine.position import Position
from muckle.games.mitch import GAME, text
from muckle.games.mitch.state import NONE, SEAT_UNIT
from muckle.kit import playing_cards
from muckle.match.draws import follow_record


def cards(written: str) -> list[int]:
    """``"KH 7S"`` as card numbers."""
    found = [playing_cards.read(name) for name in written.split()]
    assert None not in found, written
    return [card for card in found if card is not None]


def seat(
    hand: str = "",
    *,
    spades: str = "",
    hearts: str = "",
    diamonds: str = "",
    clubs: str = "",
    known: str = "",
    had_turn: bool = False,
    placed: bool = False,
    total: int = 0,
) -> dict[str, Any]:
    """Return a player: the hand in the order it came, columns in the order they were placed ("9 5"), and the scores so far.

    known: cards of the hand that everybody saw taken from the discard pile.
    """
    ranks = {"S": spades, "H": hearts, "D": diamonds, "C": clubs}
    columns = [f"{rank}{suit}" for suit, written in ranks.items() for rank in written.split()]
    return {
        "hand": cards(hand),
        "columns": cards(" ".join(columns)),
        "known": cards(known),
        "had_turn": had_turn,
        "placed": placed,
        "total": total,
    }


def table(
    *seats: dict[str, Any],
    turn: int = 0,
    dealer: int = -1,
    aces: str = "",
    pile: str = "",
    taken: str = "",
    choosing: bool = False,
    without_stock: int = 0,
    finished: int = 0,
    preset: str | None = None,
    **options: Any,
) -> Position:
    """Return the moment of a decision; the seat to act has drawn, unless it is choosing from where.

    Args:
        dealer: the last seat if left out. aces, pile: oldest first, each with who showed or discarded it: ``"AS:0 7H:1"``.
        taken: the card drawn from the pile in this turn. finished: hands played before.
    """
    position = Position(GAME, GAME.read_options(preset, {"seats": len(seats), **options}), seed=1)
    rules, setup, state = GAME.rules, position.setup, position.state
    rules.clear_table(setup, state)
    for number, given in enumerate(seats):
        player = state.seats[number]
        for card in given["columns"]:
            rules.place_card(setup, player, card)
        for card in given["hand"]:
            rules.take(player, card)
        player.known = sum(1 << card for card in given["known"])
        player.had_turn, player.placed, player.total = given["had_turn"], given["placed"], given["total"]
    lying = [entry.split(":") for entry in pile.split()]
    shown = [entry.split(":") for entry in aces.split()]
    state.pile_size, state.aces = len(lying), len(shown)
    for field, entries in ((state.pile, lying), (state.shown, shown)):
        for place, (card, whose) in enumerate(entries):
            field[place] = int(whose) * SEAT_UNIT + cards(card)[0]
    used = [card for given in seats for card in given["hand"] + given["columns"]]
    used += [cards(card)[0] for card, _ in lying + shown]
    left = state.stock[: state.stock_left].tolist()
    for card in used:
        left.remove(card)
    state.stock[: len(left)] = left
    state.stock[len(left) :] = 0
    state.stock_left = len(left)
    state.turn, state.dealer = turn, dealer % len(seats)
    state.choosing, state.taken = int(choosing), cards(taken)[0] if taken else NONE
    state.without_stock, state.finished = without_stock, finished
    forget(state)
    return position


def position(hand: str, *, spades: str = "", hearts: str = "", diamonds: str = "", clubs: str = "", **options: Any) -> Position:
    """Return the turn of a player with that hand and tableau, against one opponent without cards."""
    return table(seat(hand, spades=spades, hearts=hearts, diamonds=diamonds, clubs=clubs), seat(), **options)


def play(before: Position, action: str, *chance: str) -> Position:
    """Return the position after an action whose draws come to these outcomes; all of them must be told."""
    return follow_record(before, steps.read_action(before, action), chance)


def dealt(*chance: str, preset: str | None = None, **options: Any) -> Position:
    """Return a match after a deal that comes to these outcomes."""
    return follow_record(Position(GAME, GAME.read_options(preset, options)), None, chance)


def deals(dealer: int, *hands: str) -> list[str]:
    """Return the outcomes of a deal without replaced Aces: hands by seat, dealt one by one from the dealer's left."""
    split = [hand.split() for hand in hands]
    order = [(dealer + 1 + place) % len(hands) for place in range(len(hands))]
    return [f"deal {number} {split[number][turn]}" for turn in range(len(split[0])) for number in order]


def refused(position: Position, action: str) -> str:
    """Return the sentence with which an action is refused, its rule in brackets."""
    return "{} [{}]".format(*steps.refused(position, action))


def hand(position: Position, number: int) -> str:
    """Return a hand, longest held first."""
    return " ".join(map(playing_cards.text, text.held(position.plain_state.seats[number])))


def column(position: Position, number: int, suit: str) -> str:
    """Return the ranks of a column in the order they were placed."""
    player = position.state.seats[number]
    placed = text.column(player.tableau, player.rising, "SHDC".index(suit))
    return " ".join(playing_cards.text(card)[:-1] for card in placed)


def lying(entries: Any, count: int) -> list[str]:
    """Discards or shown Aces, oldest first, with whose they were: ``["0 AS"]``."""
    codes = [divmod(int(code), SEAT_UNIT) for code in entries[:count]]
    return [f"{number} {playing_cards.text(card)}" for number, card in codes]


def shown(position: Position) -> list[str]:
    return lying(position.state.shown, position.state.aces)


def discards(position: Position) -> list[str]:
    return lying(position.state.pile, position.state.pile_size)


def final_scores(*seats: dict[str, Any], **options: Any) -> list[int]:
    """Return the points of a hand that ends with these columns: seat 0 discards a last card in phase 2."""
    used = [card for given in seats for card in given["columns"]]
    spare = next(card for card in range(51) if card % 13 != playing_cards.ACE and card not in used)
    seats[0]["hand"] = [spare]
    packs = options.get("packs", 1)
    aces = " ".join(f"A{suit}:0" for suit in "SHDC"[:3] for _ in range(packs))
    before = table(*seats, aces=aces, **{"hands": 1, **options})
    after = play(before, f"discard {playing_cards.text(spare)}")
    assert after.over
    return after.scores()

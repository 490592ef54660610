"""The showdown of Multzo as people look at it: the board as it was scored, who won which category and why, what was paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.games.multzo import pieces, scoring_text
from muckle.games.multzo import scoring as compiled_scoring
from muckle.games.multzo.pieces import coins_id
from muckle.games.multzo.state import NONE, State
from muckle.kit import piecepack
from muckle.scene.contract import Award, Piece, Reckoning, ScoredLine, Sum, Zone
from muckle.scene.tell import doing, listed, number, signed

scoring = plain(compiled_scoring)


def reckoning(
    setup: Setup, board: State, viewer: int | None, names: Sequence[str], zones: dict[str, Zone], pieces: dict[str, Piece]
) -> Reckoning:
    """Return who won what and why, and the scores it led to (Multzo 10 to 13).

    Args:
        board: the board of the round as it lay when all were paid. zones, pieces: that board as the viewer saw it.
    """
    seats, coins = range(len(names)), board.paid.bit_count()
    paid = f"{number(coins).capitalize()} coin{'s are' if coins != 1 else ' is'} paid"
    return Reckoning(
        number=board.rounds,
        title=title(board, viewer, names),
        text=f"Round {board.rounds}: {why_over(setup, board, viewer, names)}. {paid}.",
        go_on="Next round",
        sums=tuple(sorted((gain(board, seat) for seat in seats), key=lambda each: -int(each.total))),
        awards=tuple(award(setup, board, category, names) for category in range(4)),
        zones=zones,
        pieces=pieces,
    )


def title(board: State, viewer: int | None, names: Sequence[str]) -> str:
    """Return the headline: ``You win the Run``, ``Ann wins the Flush and the Set``, ``Ann and Bob win coins``."""
    won: Mapping[int, list[str]] = {seat: _categories(board, seat) for seat in range(len(names))}
    winners = [seat for seat, categories in won.items() if categories]
    told = viewer if viewer in winners else winners[0] if len(winners) == 1 else None
    if told is not None:
        return f"{doing(names, [told], viewer, 'win')} {listed(won[told])}"
    return f"{doing(names, winners, viewer, 'win')} coins" if winners else "Nobody wins a category"


def _categories(board: State, seat: int) -> list[str]:
    return [f"the {name}" for category, name in enumerate(scoring_text.CATEGORIES) if board.seats[seat].won >> category & 1]


def why_over(setup: Setup, board: State, viewer: int | None, names: Sequence[str]) -> str:
    """Return why the round ended (Multzo 6, 15, D5)."""
    if board.declarer != NONE:
        return f"{'you' if board.declarer == viewer else names[board.declarer]} declared its end"
    stalled = board.remaining == NONE and setup.options.face_up_draws  # without such draws only a spent stack ends it
    declared = " or declared" if setup.options.declaring else ""
    return f"nobody drew{declared} any more" if stalled else "the stack was empty"


def award(setup: Setup, board: State, category: int, names: Sequence[str]) -> Award:
    """Return a category's award: its winner, the winning hand and the coins paid (Multzo 10, 11)."""
    winner, name = scoring_text.winner(board, category), scoring_text.CATEGORIES[category]
    suit = piecepack.SUIT_NAMES[category]
    if winner is None:
        return Award(name, scoring_text.decision_text(setup, board, category, names), note=suit, zone=coins_id(category))
    paid = tuple(pieces.coin_piece(coin).face for coin in members(board.paid) if coin // piecepack.LANE == category)
    return Award(
        name,
        scoring_text.decision_text(setup, board, category, names),
        (winner,),
        faces=tuple(map(pieces.tile_face, members(board.seats[winner].shown))),
        pays=tuple(filter(None, paid)),
        note=suit,
        zone=coins_id(category),
    )


def gain(board: State, seat: int) -> Sum:
    """Return a seat's gain in the round and the terms of its score (Multzo 13)."""
    sums = scoring_text.score_text(board, seat)
    return Sum(seat, signed(points(board, seat)), str(scoring.score(board, seat)), (sums,) if "×" in sums else ())


def points(board: State, seat: int) -> int:
    """Return by how much the coins that were paid in a round have raised a seat's score (Multzo 13)."""
    return scoring.score(board, seat) - scoring.value(board.seats[seat].coins & ~board.paid)


def scored_line(setup: Setup, board: State, seat: int) -> ScoredLine:
    """Return a seat's gain in a round: a full block for each category that it won, an empty one for each that others won."""
    won = _categories(board, seat)
    others = sum(len(_categories(board, other)) for other in range(setup.options.seats) if other != seat)
    return ScoredLine(points(board, seat), listed(won), (), len(won), others)

"""Resignations: the result of a match that a seat gave up, or called off before anybody had acted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from muckle.match.log import Resignation
from muckle.scene.contract import Result, Scene, Seat, Standing
from muckle.scene.tell import listed


def reason(entry: Resignation) -> str:
    """Return why the match is over; like all reasons in transcripts it names a seat by its number only."""
    return f"seat {entry.seat + 1} {'called the match off' if entry.void else 'gave up'}"


def winners(entry: Resignation, worth: Sequence[object]) -> list[int]:
    """Return the best of the other seats; none if there is no other seat, or if the match was called off.

    Args:
        worth: the value that decides each seat's place; larger is better.
    """
    others = [] if entry.void else [seat for seat in range(len(worth)) if seat != entry.seat]
    best = max((worth[seat] for seat in others), default=None)  # pyright: ignore[reportArgumentType]  # scores of one kind
    return [seat for seat in others if worth[seat] == best]


def resigned_scene(scene: Scene, entry: Resignation, won: Sequence[int], names: Sequence[str]) -> Scene:
    """Return the scene of a match after a resignation: the last table without acts, with the result beside it."""
    who = names[entry.seat]
    if entry.void:
        title = f"{who} called the match off"
        result = Result(title, (), "it counts for nothing, as nobody had acted yet")
    else:
        verb = "wins" if len(won) == 1 else "share the win"
        title = f"{listed([names[seat] for seat in won])} {verb}: {who} gave up" if won else f"{who} gave up"
        result = Result(title, standings(scene.seats, entry.seat, won), f"{who} gave up")
    seats = tuple(replace(seat, turn=False) for seat in scene.seats)
    return replace(scene, status=f"{title}.", seats=seats, acts={}, result=result)


def standings(seats: Sequence[Seat], gone: int, won: Sequence[int]) -> tuple[Standing, ...]:
    """Return the standings with the scores that the table showed: winners, the others, and last the seat that resigned."""
    order = sorted(range(len(seats)), key=lambda seat: (seat not in won, seat == gone))
    place = {seat: 1 if seat in won else len(seats) if seat == gone else 1 + len(won) for seat in order}
    return tuple(Standing(seat, place[seat], seats[seat].score, ("gave up",) if seat == gone else ()) for seat in order)

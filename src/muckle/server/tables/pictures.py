"""The room's additions to scenes: the table before the deal, presence, clocks, the rematch, and fairness."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from muckle import games, players
from muckle.match.fairness import fairness
from muckle.scene.contract import Act, Scene, Seat
from muckle.scene.memo import remember_last
from muckle.server.tables.absence import kept_seats
from muckle.server.tables.clock import Clock, clock_terms, read, span
from muckle.server.tables.options import options_at
from muckle.server.tables.state import TableState
from muckle.store.matches import Seating, Sitter

AGAIN = "again"
"""The act of asking for the rematch or going to it. It is answered over HTTP with the address of the new table."""
START = "start"
"""The host's act of dealing now, with bots in the free seats."""
ARRANGE = "arrange"
"""The host's act of changing seats and options. It goes over HTTP, because it brings all of them."""
SIT = "sit"
"""The act of taking a seat that is kept for somebody. It goes over HTTP, because it brings a salt."""


def waiting(seating: Seating, viewer: int | None) -> Scene:
    """Return the scene before the deal, without cards: only who has come and who may."""
    missing = sum(not sitter.ready for sitter in seating.sitters)
    acts: dict[str, Act] = {}
    own = None if viewer is None else seating.sitters[viewer]
    if own and not own.ready:
        acts[SIT] = Act("Sit down", SIT, main=True)
    elif own and own.owner == seating.host and missing:
        acts[START] = Act("Start now, with bots in the free seats" if missing > 1 else "Start now, with a bot", START)
        acts[ARRANGE] = Act("Change the table", ARRANGE)
    players_left = f"Waiting for {missing} more {'player' if missing == 1 else 'players'}."
    return Scene(
        game=seating.header.game,
        title=games.find(seating.header.game).title,
        status=players_left if missing else "The cards are dealt.",
        seats=tuple(Seat(sitter.name or "Free seat", you=number == viewer) for number, sitter in enumerate(seating.sitters)),
        zones={},
        pieces={},
        acts=acts,
        viewer=viewer,
        fairness=fairness(seating.header, begun=False, over=False, secret=None),
    )


def dress(scene: Scene, state: TableState, now: float) -> Scene:
    """Return a scene with what only the room knows: who is here, clocks, reactions, what comes after the end."""
    seating, present, kept = state.seating, state.attending, kept_seats(state)
    if state.limit and state.match:  # one position may come at several places of the log
        scene = replace(scene, seq=state.match.seq)
        if state.limit.is_passed(state.match):
            scene = replace(scene, acts={}, status="You have ended the turn.")
    clock = read(state.clock, now) if state.clock else None
    acts = scene.acts
    if scene.result is not None and scene.viewer is not None and not seating.terms.event and not seating.terms.daily:
        label = "Go to the next game" if seating.rematch else "Play again"
        acts = {**acts, AGAIN: Act(label, AGAIN, main=True)}
    seats = tuple(_seat(*both, present) for both in zip(scene.seats, seating.sitters, strict=True))
    if clock and not scene.result:
        seats = tuple(_timed(seat, clock, number) for number, seat in enumerate(seats))
    seats = tuple(
        replace(seat, due=seconds_until(kept[number], now)) if number in kept else seat for number, seat in enumerate(seats)
    )
    said = state.reactions
    seats = tuple(replace(seat, said=said[number].text) if number in said else seat for number, seat in enumerate(seats))
    watchers = len(present.keys() - {sitter.owner for sitter in seating.sitters})
    return replace(
        scene,
        match=seating.match,
        event=seating.terms.event,
        daily=seating.terms.daily,
        advice=seating.terms.advice,
        seats=seats,
        acts=acts,
        watchers=watchers,
        rematch=seating.rematch,
        evening=seating.evening or (seating.match if seating.rematch else ""),
        fairness=None if seating.terms.forked else scene.fairness,
        terms=terms_of(seating),
    )


@remember_last
def terms_of(seating: Seating) -> tuple[str, ...]:
    """Return the terms of a table in sentences, as far as they mean anything at it."""
    return tuple(_terms(seating))


def _terms(seating: Seating) -> Iterator[str]:
    header = seating.header
    changed = [f"{option.title}: {option.said}" for option in options_at(header, games.find(header.game)) if option.changed]
    if changed and not seating.begun:
        yield f"Changed here: {' · '.join(changed)}"
    if seating.terms.away and sum(not sitter.level or sitter.stood_in for sitter in seating.sitters) > 1:
        after = span(seating.terms.away)
        yield f"Who is away for {after} while others wait has a bot play for them until they are back."
    if not seating.terms.advice:
        yield "There are no hints and no advice before the end: everybody's scores are compared."
    if seating.terms.forked:
        yield "This goes on from a match that is over, with the cards that came there: practice, which counts in no record."
    yield from _word_terms(seating.header.options)
    yield from clock_terms(seating.terms.timing)
    if seating.terms.talk:
        yield "People at this table may type to each other; abusive words are not shown, and nothing is kept."
    if seating.terms.listed:
        yield "The table stands in the lobby: anybody may sit down or watch."


def _word_terms(options: Mapping[str, int | str]) -> Iterator[str]:
    """Yield who decides what a word is, where a match has a word list."""
    if words := options.get("dictionary"):
        when = "when the match is over" if options.get("lookup") == "none" else "at any time"
        yield f"The word list {str(words).replace('-', ' ')} decides what a word is, and nobody at the table."
        yield f"Words may be looked up {when}."


def bird(sitter: Sitter) -> str:
    """Return the bird of a bot; nothing if it is a level of the laboratory."""
    who = sitter.level.partition(":")[0]
    return who if who in players.BIRDS else ""


def seconds_until(time: float, now: float) -> int:
    """Return the whole seconds until a time."""
    return max(0, math.ceil(time - now))


def _seat(seat: Seat, sitter: Sitter, present: Mapping[str, int]) -> Seat:
    if sitter.open:
        return replace(seat, kind="open", here=False)
    if sitter.stood_in:
        kind, here = ("human", present.get(sitter.owner, 0) > 0) if sitter.owner else ("bot", True)
        return replace(seat, kind=kind, here=here, bird=bird(sitter), thinking=seat.turn, stand_in=bird(sitter).title())
    if sitter.level:
        return replace(seat, kind="bot", bird=bird(sitter), thinking=seat.turn)
    return seat if present.get(sitter.owner) else replace(seat, here=False)


def _timed(seat: Seat, clock: Clock, number: int) -> Seat:
    if seat.kind != "human":
        return seat
    ticks = clock.running == number and not clock.paused
    return replace(seat, clock=round(clock.left[number], 1), ticks=ticks)

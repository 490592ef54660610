"""Hand-written events of Muckell, and as much of a room as their pages need: a call calls, a pause pauses.

A code is the name of an event below; with something after a hyphen (CARD-2) it is a copy for whoever wants to change it.
Boards are those tables of the fixtures that are named with the event: /m/board~PLAY, and /m/mickell~PLAY in the second round.
"""

from __future__ import annotations

import threading

import msgspec
from msgspec.structs import replace

from muckle.scene.contract import Face
from muckle.server.events.messages import (
    AnotherEvent,
    BestWord,
    Climb,
    EventView,
    JoinEvent,
    JustClaimed,
    Lead,
    MergePlayers,
    Named,
    NewEvent,
    NextRound,
    Order,
    OwnWord,
    Place,
    Players,
    RemovePlayer,
    RoundBest,
    RoundPar,
    Score,
    Standings,
    TypedScore,
    You,
)
from muckle.store.events import Called, Closed, Extended, Opened, OwnDeck, Paced, Paused, ResultTold, Resumed, Uncalled

LETTERS = (3, 2, 2, 3, 3, 2, 1, 2, 4, 1, 0, 2, 2, 4, 2, 0, 1, 2, 5, 2, 3, 1, 1, 0, 2, 0)
SPREAD = (*[0] * 9, 6, 1, 3, 3, 6, 9, 12, 15, 19, 26, 18, 24, 21, 11, 8, 9, 5, 6, 4, 2, 0, 2, 2, 0, 1, 1)
FIRST = ("K. L.", "Guest 118", "J. M.", "Guest 9", "R. T.", "Guest 77", "E. P.", "Guest 41")
"""Names of the first eight places."""
NEWEST = ("Guest 87", "J. M.", "Guest 85", "A. B.", "K. L.", *(f"Guest {number}" for number in range(82, 63, -1)))
CALLER = You(caller=True, word="heather")
REAL = ("DECK", "TALY", "HAND", "REEL")
"""Codes of events with real cards."""
DECK = ("AN", "AT", "BE", "CO", "DI", "EK", "ER", "GO", "HE", "IN", "LO", "SH")
"""Cards of a real deck, far fewer than there are, whose order is typed in."""
WORDS = (OwnWord("farewell", 8), OwnWord("hope", 4))
PAR = RoundPar("mickell-over", 27, RoundBest("mickell-long", 41, proven=True))
OWN = 64
"""The number of the player whose phone is shown."""


def par(code: str) -> RoundPar:
    """Par of an event's round; its words where people play with real cards."""
    if code[:4] not in REAL or PAR.best is None:
        return PAR
    return replace(PAR, best=replace(PAR.best, words=WORDS), words=WORDS[1:])


def letters(text: str) -> Face:
    """A two-letter card."""
    return Face("letters", text[0], text[1])


def standings() -> Standings:
    """All 214: the first eight by name, everybody else by number, from the spread."""
    scores = sorted((score for score, count in enumerate(SPREAD) for _ in range(count)), reverse=True)
    names = dict(enumerate(FIRST))
    places = tuple(
        Place(
            scores.index(score) + 1,
            OWN if at == 18 else at + 200,
            names[at] if at in names else "Ann" if at == 18 else f"Guest {at + 200}",
            score,
            shared=scores.count(score) > 1,
        )
        for at, score in enumerate(scores)
    )
    words = (
        BestWord("shrunken", 8, ("K. L.",), 1),
        BestWord("bridges", 6, ("Guest 118",), 1),
        BestWord("counted", 6, ("R. T.",), 3),
    )
    return Standings(places, len(places), SPREAD, words, Climb("E. P.", 41, 7), places[11])


def players() -> Players:
    """The same people, in the order they came."""
    named = [
        Named(
            place.number,
            place.name,
            here=place.number % 9 > 0,
            done=place.number % 8 > 0,
            hidden=place.number % 70 == 0,
            claim=TypedScore(33) if place.number == OWN else None,
        )
        for place in standings().places
    ]
    return Players(tuple(sorted(named, key=lambda player: player.number)))


def event(code: str, phase: str, you: You, turn: int = 0, seconds: int = 20, left: float = 12.0) -> EventView:
    """An event with 48 cards, of which so many have been called."""
    on = phase in ("playing", "paused")
    first = standings()
    return EventView(
        code=code,
        seq=turn + 1,
        title="Moor evening",
        phase=phase,  # pyright: ignore[reportArgumentType]  # one of the four
        round=1,
        rounds=3,
        pace=f"seconds:{seconds}" if seconds else "caller",
        dictionary="american-standard",
        open=False,
        real_cards=code in REAL,
        advice=False,
        names="after_approval",
        turn=turn,
        cards=48,
        face=letters("EK") if on else None,
        last=tuple(map(letters, ["TC", "OB", "RB", "ED", "AM", "RZ", "IL"])) if on else (),
        letters=LETTERS,
        players=87 if phase == "joining" else 214,
        done=187 if on else 0,
        here=80 if phase == "joining" else 196,
        newest=NEWEST,
        seconds=seconds,
        left=left if on else 0.0,
        commitment="c0" * 32,
        standings=replace(first, places=first.places[:8]) if phase == "over" else None,
        you=you,
    )


def row(word: str, others: str) -> tuple[Face, ...]:
    """The cards of a claimed word: its letters, each with the other letter of its card."""
    pairs = zip(word.upper(), others, strict=True)
    return tuple(Face("letters", *((on, other) if at % 3 else (other, on)), on=on) for at, (on, other) in enumerate(pairs))


def between() -> EventView:
    """An event with open boards whose card 23 is done."""
    first = standings()
    rose = (2, -1, 4, -2, 2, 0, 0, 0)
    places = tuple(replace(place, rose=by) for place, by in zip(first.places[:8], rose, strict=True))
    return replace(
        event("DUSK", "playing", CALLER, 23),
        open=True,
        all_done=True,
        done=214,
        standings=replace(first, places=places),
        claimed=(
            JustClaimed("J. M.", "streak", 5, row("streak", "PCBDME")),
            JustClaimed("K. L.", "chrome", 5, row("chrome", "ONLBAK")),
            JustClaimed("Guest 41", "locate", 5, row("locate", "AHOPCK")),
            JustClaimed("Guest 9", "raged", 3, row("raged", "IWPEK")),
            JustClaimed("E. P.", "clock", 3, row("clock", "ORXTE")),
        ),
        claimed_more=31,
    )


ANN = You(number=OWN, name="Ann")
LONE = Standings((Place(1, 1, "Ann", 0),), 1, (1,), ())
TEMPLATES = {
    view.code: view
    for view in (
        event("MOOR", "joining", CALLER),
        event("CARD", "playing", CALLER, 23),
        event("CALM", "playing", CALLER, 23, seconds=0),
        event("REST", "paused", CALLER, 23),
        event("OVER", "over", CALLER, 50),
        replace(event("ENDS", "playing", CALLER, 49), face=None),
        replace(event("OPEN", "playing", CALLER, 23), open=True, standings=replace(standings(), places=standings().places[:8])),
        between(),
        replace(event("LONE", "over", CALLER, 50), standings=LONE),
        replace(event("FINE", "over", CALLER, 50), rounds=1),
        event("DECK", "playing", CALLER, 23, seconds=0),
        event("TALY", "over", CALLER, 50),
        replace(event("REEL", "over", replace(CALLER, deck=DECK), 0), own_deck=True),
        event("HAND", "playing", ANN, 23, seconds=0),
        replace(event("LAST", "playing", CALLER, 49), face=None),
        replace(event("HUSH", "paused", CALLER, 23), message="Back at 20:15, after the prizes of the first round"),
        event("COME", "joining", You()),
        event("GONE", "playing", replace(ANN, removed=True), 23),
        event("WAIT", "joining", replace(ANN, shown="Guest 64", code="HVKMN-QRSTA")),
        replace(event("SHUT", "joining", You()), closed=True),
        event("PLAY", "playing", replace(ANN, board="board~PLAY"), 23),
        event("SOON", "playing", replace(ANN, board="board~SOON"), 23, left=5.5),
        event("STOP", "paused", replace(ANN, board="board~STOP"), 23),
        event("DONE", "over", replace(ANN, board="board~DONE", place=Place(19, OWN, "Ann", 25, shared=True)), 50),
    )
}


class Hall:
    """The events as they stand, for those who wait for news of them."""

    def __init__(self) -> None:
        self.events = dict(TEMPLATES)
        self.changed = threading.Condition()

    def known(self, code: str) -> bool:
        """Whether there is such an event; a copy begins when it is first asked for."""
        template = TEMPLATES.get(code.partition("-")[0])
        if template:
            board = template.you.board and f"board~{code}"
            self.events.setdefault(code, replace(template, code=code, you=replace(template.you, board=board)))
        return template is not None

    def newest(self, code: str, have: int, wait: float) -> EventView:
        """At once if newer, else when it is, or after the wait."""
        with self.changed:
            self.changed.wait_for(lambda: self.events[code].seq > have, wait)
            return self.events[code]

    def opened(self, body: bytes) -> EventView:
        """A new event, before its first round."""
        wanted = msgspec.json.decode(body, type=NewEvent)
        code = f"MOOR-{len(self.events)}"
        view = replace(TEMPLATES["MOOR"], code=code, title=wanted.title, rounds=wanted.rounds, players=wanted.bots)
        return self._shown(replace(view, newest=()))

    def done(self, code: str, ask: str, body: bytes) -> EventView:
        """What somebody did, as far as a page can see it."""
        view = self.events[code]
        if ask == "lead":
            view = _led(view, msgspec.json.decode(body, type=Lead))
        elif ask == "score":
            view = _scored(view, msgspec.json.decode(body, type=Score))
        elif ask == "order":
            assert msgspec.json.decode(body, type=Order).cards
            view = replace(view, ordered=view.ordered + 1)
        elif ask == "return":
            view = replace(view, you=ANN)
        elif ask == "assist":
            view = replace(view, you=replace(view.you, caller=True, word="heather"))
        else:
            name = msgspec.json.decode(body, type=JoinEvent).name
            view = replace(view, players=view.players + 1, you=replace(view.you, number=view.players + 1, name=name))
        return self._shown(replace(view, seq=view.seq + 1))

    def _shown(self, view: EventView) -> EventView:
        with self.changed:
            self.events[view.code] = view
            self.changed.notify_all()
        return view


def _scored(view: EventView, score: Score) -> EventView:
    """Whoever is typed in stands first; what a player typed in waits."""
    assert view.standings
    if not view.you.caller:
        return replace(view, claims=1, you=replace(view.you, claim=TypedScore(score.score)))
    places = (Place(1, 999, score.name, score.score), *view.standings.places[:7])
    return replace(view, standings=replace(view.standings, places=places))


def _led(view: EventView, lead: Lead) -> EventView:
    """The next card is always S/H, and the last one E/K again."""
    match lead:
        case Called():
            if view.code.startswith("ENDS"):
                return replace(
                    view, phase="over", turn=view.turn + 1, standings=replace(standings(), places=standings().places[:8])
                )
            last = (*view.last, view.face)[-7:] if view.face else view.last
            board = view.you.board or (f"mickell~{view.code}" if view.you.number else "")
            called = replace(view, phase="playing", turn=view.turn + 1, face=letters("SH"), last=last, done=0, all_done=False)
            return replace(called, left=float(view.seconds), you=replace(view.you, board=board))
        case Uncalled():
            return replace(view, turn=view.turn - 1, face=letters("EK"), last=view.last[:-1])
        case Paused():
            return replace(view, phase="paused", message=lead.message)
        case Resumed():
            return replace(view, phase="playing", message="")
        case Extended():
            return replace(view, left=view.left + lead.seconds)
        case NextRound():
            you = replace(view.you, board="", place=None)
            return replace(view, phase="joining", round=view.round + 1, turn=0, face=None, last=(), standings=None, you=you)
        case RemovePlayer() | MergePlayers():
            return replace(view, players=view.players - 1)
        case Opened() | Closed():
            return replace(view, closed=isinstance(lead, Closed))
        case Paced():
            return replace(view, pace=lead.pace, seconds=int(lead.pace.partition(":")[2] or 0), left=0.0)
        case AnotherEvent():
            return replace(view, next="MOOR-2")
        case ResultTold():
            return replace(view, told=view.told + 1)
        case OwnDeck():
            return replace(view, phase="over", own_deck=True, standings=replace(standings(), places=()))
        case _:
            return view

"""What one viewer of Alphabetickell sees and may do, built field by field from what that viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

import msgspec

from muckle.engine.bits import members
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact
from muckle.games.alphabetickell import text
from muckle.games.alphabetickell.state import KEPT_ROUNDS, NONE, POINTS_BITS, ROUND_SCORED, State
from muckle.kit.two_letter_deck import deck, written
from muckle.scene.contract import Act, Face, Picture, Piece, Place, Reckoning, Result, Scene, Seat, Sum, Table, Zone
from muckle.scene.result import result
from muckle.scene.tell import count, doing, listed, piles
from muckle.scene.tell import number as in_words

CHOOSING = {
    "Alphabetickell 2": "keep one of the cards dealt to you",
    "Alphabetickell 2a": "its letter is chosen later, with your second card",
}
TAKING = {
    "Alphabetickell 3a": "you may always pass",
    "Alphabetickell 4a": "with the second card you choose a letter of both cards",
    "Alphabetickell 4b": "a later card goes before the left end or behind the right end",
    "Alphabetickell 4e": "letters between two cards of a line are lost for the round",
    "Alphabetickell 7": "what ends a round",
}
"""The rules that matter now."""
ANY, CLOSED = "any letter", "nothing fits any more"
ENDS = {"left": "Left end", "right": "Right end"}
"""The places beside the own line."""

PICTURES = {
    "30pt": "AL LM ST",
    "first_edition": "AJ GK PW YZ",
    "2018-09-04": "NQ CV JX KZ",
    "Alphabetickell 2a": "AL",
    "Alphabetickell 3a": "? ST",
    "Alphabetickell 4a": "AL LM",
    "Alphabetickell 4b": "AL LM ST",
    "Alphabetickell 4e": "AB YZ",
}
"""Of ways to play and rules, as `piles` reads them."""


def emblem() -> tuple[Face, ...]:
    """Pieces for the game's card in the lobby."""
    return tuple(Face("letters", text, second) for text, second in (("A", "L"), ("L", "M"), ("S", "T")))


def pictures() -> dict[str, Picture]:
    """What is different in each way to play, and what rules speak of."""
    return {name: piles(text, lambda card: Face("letters", card[0], card[1])) for name, text in PICTURES.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """The scene of a viewer: a seat, or None for a spectator.

    Args:
        names: what the seats are called, in seat order.
    """
    return _Builder(setup, state, viewer, names).scene()


def reckoning(setup: Setup, facts: Sequence[Fact], viewer: int | None, names: Sequence[str]) -> Reckoning | None:
    """Return what a round brought (Alphabetickell 8), over the lines and the discard as they lay (I6, I8)."""
    board = next(fact.board for fact in facts if fact.kind == ROUND_SCORED)
    seats = board.seats[: len(names)]
    lengths, totals = [seat.length for seat in seats], [seat.total + seat.length for seat in seats]
    best = [seat for seat, length in enumerate(lengths) if length == max(lengths)]
    builder = _Builder(setup, board, viewer, names)
    sums = [
        Sum(number, f"+{seat.length}", str(totals[number]), (text.line_text(setup, seat.letters, seat.kept),))
        for number, seat in enumerate(seats)
    ]
    return Reckoning(
        number=board.round_number,
        title=f"{doing(names, best, viewer, 'score')} most: {count(max(lengths), 'point')}",
        text=f"Round {board.round_number}: {text.why_over(setup, board, names)}. The match goes to {builder.target}.",
        go_on="Next round",
        sums=tuple(sorted(sums, key=lambda each: -totals[each.seat])),
        zones=dict(builder.zones()),
        pieces=builder.pieces,
    )


class _Builder:
    """Gathers the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.state, self.viewer = setup, state, viewer
        self.deck, self.seats = deck(setup.options), text.seats_of(setup, state)
        self.names = names[: len(self.seats)]
        self.turn, self.dealer, self.offer = state.turn, state.dealer, state.offer
        self.undrawn, self.round, self.target = state.undrawn, state.round_number, setup.options.target
        self.over = self.turn == OVER
        self.choosing = not self.over and self.offer == NONE
        self.offering = self.offer != NONE
        self.pieces: dict[str, Piece] = {}

    def scene(self) -> Scene:
        return Scene(
            game="alphabetickell",
            title=f"Alphabetickell to {self.target}",
            status=self.status(),
            prompt=self.asked() if self.viewer == self.turn and not self.over else "",
            seats=tuple(self.seat(number) for number in range(len(self.seats))),
            zones=dict(self.zones()),
            pieces=self.pieces,
            acts=dict(self.acts()),
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            help=CHOOSING if self.choosing else TAKING if self.offering else {},
        )

    # The table

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """In reading order: the offer, the own line, the other lines, the piles."""
        if self.offering:
            yield "offer", Zone("tray", "Offered card", "tray", items=(self.put(self.offer, came="deck"),), note=self.passes())
        if self.viewer is not None:
            yield from self.own(self.viewer)
        for number, name in enumerate(self.names):
            if number != self.viewer:
                yield f"line{number}", self.line(number, f"{name}'s line", "others")
        yield "deck", Zone("stack", "Draw pile", "side", n=self.undrawn.bit_count(), note=self.put_back())
        discard = self.state.discard[: self.state.discards]
        yield "discard", Zone("pile", "Discard", "side", items=tuple(self.put(card) for card in discard))

    def own(self, viewer: int) -> Iterator[tuple[str, Zone]]:
        """The cards to choose from (Alphabetickell I2); afterwards the line, with a place to add to at each end."""
        line = self.line(viewer, "Your line", "me")
        if self.choosing and self.seats[viewer].kept == NONE:
            hand = tuple(self.put(card, came="deck") for card in self.hand(viewer))
            yield "hand", Zone("fan", "Cards dealt to you", "me", viewer, hand)
            yield f"line{viewer}", line
            return
        yield "own", Zone("panel", "Your line", "me", viewer, note=line.note)
        yield "left", self.end(viewer, "left")
        yield f"line{viewer}", msgspec.structs.replace(line, label="Your cards", note="", short="Cards", parent="own")
        yield "right", self.end(viewer, "right")

    def hand(self, number: int) -> tuple[int, ...]:
        """The cards dealt to a seat in this round."""
        return self.seats[number].hand[: self.setup.options.deal]

    def end(self, viewer: int, side: str) -> Zone:
        """An end of the own line: the letters still open there, and how many cards of the draw pile show one."""
        return Zone("tray", ENDS[side], "me", viewer, note=self.room(viewer, side), parent="own")

    def room(self, viewer: int, side: str) -> str:
        own = self.seats[viewer]
        if own.left == NONE:
            return ANY
        letters = [letter for letter in members(own.open) if text.side(own.left, letter) == side]
        cards = text.cards_showing(self.setup, self.undrawn, letters)
        return f"{text.spans(letters)}: {count(cards, 'card')}" if letters else "closed"

    def line(self, number: int, label: str, place: Place) -> Zone:
        """A line from left to right, and the letters it can still take (Alphabetickell I6, I11)."""
        seat = self.seats[number]
        if seat.kept == NONE:
            return Zone("row", label, place, number, note="no card yet", scale=ascii_uppercase, free=ascii_uppercase)
        items = tuple(self.put(card, letter, owner=number) for card, letter in text.line_of(self.state, seat))
        note = f"{text.spans(members(seat.open))} still open" if seat.open else CLOSED
        free = written(members(seat.open))
        return Zone(
            "row", label, place, number, items, note=ANY if seat.left == NONE else note, scale=ascii_uppercase, free=free
        )

    def put(self, card: int, letter: int = NONE, owner: int | None = None, came: str = "") -> str:
        """A new piece for a card, with the letter it stands for, if that is fixed; its id."""
        name, on = self.deck.names[card], "" if letter == NONE else written((letter,))
        label = f"{on}, from {name}" if on else f"{name[0]} or {name[1]}"
        self.pieces[self.deck.ids[card]] = Piece(label, Face("letters", name[0], name[1], on=on), owner, came)
        return self.deck.ids[card]

    def put_back(self) -> str:
        """What the viewer put back, which nobody else may know (Alphabetickell I3)."""
        if self.viewer is None or self.seats[self.viewer].kept == NONE:
            return ""
        kept = self.seats[self.viewer].kept
        back = [self.deck.names[card] for card in self.hand(self.viewer) if card != kept]
        return f"you put back {listed(back)}" if back else ""

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """What the viewer may do now, named by the action's text; keys are numbers, and p to pass."""
        if self.viewer != self.turn:
            return
        yield from self.keeping() if self.choosing else self.answers()

    def keeping(self) -> Iterator[tuple[str, Act]]:
        """An act for each different card (Alphabetickell 2, I12)."""
        hand = self.hand(self.turn)
        first = {self.deck.names[card]: card for card in reversed(hand)}
        for key, name in enumerate(dict.fromkeys(self.deck.names[card] for card in hand), 1):
            piece = f"p:{self.deck.ids[first[name]]}"
            yield f"keep {name}", Act(f"Keep {name}", "keep", piece, f"z:line{self.turn}", str(key))

    def answers(self) -> Iterator[tuple[str, Act]]:
        """Pass, or an act for each way to take the offer (Alphabetickell 3a to 4b, I11)."""
        yield "pass", Act("Pass", "pass", key="p")
        own, name, piece = self.seats[self.turn], self.deck.names[self.offer], f"p:{self.deck.ids[self.offer]}"
        for key, (old, new) in enumerate(self.ways(), 1):
            side, letter = text.side(old, new), written((new,))
            short, action = f"{letter} on the {side}", f"take {side} {letter}"
            if own.length == 1:
                short = f"{letter}, {side} of {self.deck.names[own.kept]} as {written((old,))}"
                action = f"take {side} {written((old, new), '-')}"
            note = self.lost(own.open, old, new)
            yield (
                action,
                Act(f"Take {name} as {short}", "take", piece, f"z:{side}", str(key), half=letter, note=note, short=short),
            )

    def lost(self, free: int, end: int, new: int) -> str:
        """Which letters cannot come any more when one is laid beside that end (Alphabetickell 4e)."""
        between = [letter for letter in members(free) if min(end, new) < letter < max(end, new)]
        return f"loses {text.spans(between)}" if between else "skips nothing"

    def ways(self) -> Iterator[tuple[int, int]]:
        """A letter of the line and the letter the offer would give, for each way to take it."""
        own = self.seats[self.turn]
        for old in self.deck.letters[own.kept] if own.length == 1 else (own.left,):
            for new in self.deck.letters[self.offer]:
                if new != old and own.open >> new & 1:
                    yield old, new

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        if self.viewer == self.turn:
            return f"Your turn: {self.asked()}"
        name = self.names[self.turn]
        return f"{name} chooses a first card." if self.choosing else f"{name} may take {self.deck.names[self.offer]}."

    def asked(self) -> str:
        """Return what the seat to act is asked."""
        if self.choosing:
            return f"keep one of your {in_words(self.setup.options.deal)} cards."
        return f"take {self.deck.names[self.offer]} or pass."

    def seat(self, number: int) -> Seat:
        """The note says who deals, who has still to choose, who has passed or cannot take (Alphabetickell I5, I7, I11)."""
        seat = self.seats[number]
        notes = ["dealer"] * (number == self.dealer and not self.over)
        notes += ["has still to choose"] * (self.choosing and seat.kept == NONE)
        notes += [count(seat.length, "card")] * (seat.length > 0)
        if number in self.passed():
            notes.append("passed")
        elif self.offering and not seat.open & self.setup.options.letters[self.offer]:
            notes.append("cannot take")
        return Seat(self.names[number], str(seat.total), turn=number == self.turn, note=", ".join(notes))

    def passed(self) -> list[int]:
        """Who has answered the offer, by choice or because nothing fitted: those between the dealer and the seat to act."""
        seats = len(self.seats)
        return [(self.dealer + k) % seats for k in range((self.turn - self.dealer) % seats)] if self.offering else []

    def passes(self) -> str:
        names = [self.names[seat] for seat in self.passed()]
        return f"{listed(names)} passed" if names else ""

    def tables(self) -> Iterator[Table]:
        """The points (Alphabetickell I13), and which letters and cards can still come (I10)."""
        rows = [(name, *map(str, points)) for name, points in self.past()]
        if not self.over:
            rows.append((f"{self.round}, so far", *(str(seat.length) for seat in self.seats)))
        rows.append(("Total", *(str(seat.total) for seat in self.seats)))
        yield Table(f"Points, to {self.target}", ("Round", *self.names), tuple(rows), "Total")
        if self.round > 1 and not self.over:
            yield Table(f"Round {self.round - 1}", ("Whose", "Line"), tuple(self.last_round()))
        if not self.over:
            unseen = self.unseen()
            letters = ((str(cards), letters) for cards, letters in self.deck.by_frequency(unseen))
            yield Table("Letters to come", ("Cards", "Letters"), tuple(letters), bars=self.deck.letters_among(unseen))
            yield Table("Cards to come", ("Top", "Cards"), tuple(self.deck.by_top(unseen)))

    def past(self) -> list[tuple[str, list[int]]]:
        """The finished rounds that are remembered, with the points of each seat; before them the sum of all others."""
        finished = self.round if self.over else self.round - 1
        first = max(1, finished - KEPT_ROUNDS + 1)
        rounds = [(str(number), self.points(number)) for number in range(first, finished + 1)]
        if first > 1:
            later = [sum(points[seat] for _, points in rounds) for seat in range(len(self.seats))]
            others = [seat.total - sum_later for seat, sum_later in zip(self.seats, later, strict=True)]
            rounds.insert(0, (f"1 to {first - 1}", others))
        return rounds

    def points(self, number: int) -> list[int]:
        """What each seat scored in a round that is remembered."""
        packed = self.state.past[(number - 1) % KEPT_ROUNDS]
        return [packed >> seat * POINTS_BITS & (1 << POINTS_BITS) - 1 for seat in range(len(self.seats))]

    def last_round(self) -> Iterator[tuple[str, str]]:
        """How the round before lay at its end: the lines, and the discard in order (Alphabetickell I6, I8)."""
        for seat, name in zip(self.seats, self.names, strict=True):
            yield name, text.line_text(self.setup, seat.last, seat.last_kept)
        discard = self.state.last_discard[: self.state.last_discards]
        yield "Discard", " ".join(self.deck.names[card] for card in discard) or "empty"

    def unseen(self) -> int:
        """The draw pile; while cards are chosen, all cards that the viewer has not seen (Alphabetickell I10)."""
        if not self.choosing:
            return self.undrawn
        seen = {seat.kept for seat in self.seats} | set(() if self.viewer is None else self.hand(self.viewer))
        return sum(1 << card for card in range(self.setup.options.deck_size) if card not in seen)

    def result(self) -> Result:
        """Who has won, and what each round brought (Alphabetickell 8, 10)."""
        totals = [seat.total for seat in self.seats]
        reason = text.reason(self.setup, self.state)
        return result(self.names, totals, self.why, reason, written=lambda total: count(total, "point"))

    def why(self, seat: int) -> Iterator[str]:
        """What each round brought a seat."""
        for name, points in self.past():
            yield f"Round {name}: {count(points[seat], 'card')}"

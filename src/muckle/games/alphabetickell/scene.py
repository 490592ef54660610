"""What one viewer of Alphabetickell sees and may do, built field by field from what that viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from muckle.engine.rules import OVER, Setup
from muckle.games.alphabetickell import text
from muckle.games.alphabetickell.text import NONE, Line, count, rules, written
from muckle.scene.contract import Act, Face, Piece, Place, Result, Scene, Seat, Standing, Table, Zone

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


def build(setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> Scene:
    """The scene of a viewer: a seat, or None for a spectator.

    Args:
        names: what the seats are called, in seat order.
    """
    return _Builder(setup, state, viewer, names).scene()


class _Builder:
    """Gathers the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.state, self.viewer = setup, state, viewer
        self.deck, self.lines = text.deck(setup), text.lines(setup, state)
        self.names = names[: len(self.lines)]
        self.turn, self.dealer, self.offer = int(state.turn), int(state.dealer), int(state.offer)
        self.undrawn, self.round, self.target = int(state.undrawn), int(state.round_number), int(setup.options.target)
        self.over = self.turn == OVER
        self.choosing = not self.over and self.offer == NONE
        self.offering = self.offer != NONE
        self.pieces: dict[str, Piece] = {}

    def scene(self) -> Scene:
        return Scene(
            game="alphabetickell",
            title=f"Alphabetickell to {self.target}",
            status=self.status(),
            seats=tuple(self.seat(number) for number in range(len(self.lines))),
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
        discard = self.state.discard[: self.state.discards].tolist()
        yield "discard", Zone("pile", "Discard", "side", items=tuple(self.put(card) for card in discard))

    def own(self, viewer: int) -> Iterator[tuple[str, Zone]]:
        """The cards to choose from (Alphabetickell I2); afterwards the line, with a place to add to at each end."""
        line = self.line(viewer, "Your line", "me")
        if self.choosing and self.lines[viewer].kept == NONE:
            hand = tuple(self.put(card, came="deck") for card in self.lines[viewer].hand)
            yield "hand", Zone("fan", "Cards dealt to you", "me", viewer, hand)
            yield f"line{viewer}", line
            return
        yield "own", Zone("panel", "Your line", "me", viewer, note=line.note)
        yield "left", self.end(viewer, "left")
        yield f"line{viewer}", Zone("row", "Your cards", "me", viewer, line.items, parent="own")
        yield "right", self.end(viewer, "right")

    def end(self, viewer: int, side: str) -> Zone:
        """An end of the own line: the letters still open there, and how many cards of the draw pile show one."""
        line = self.lines[viewer]
        letters = [letter for letter in text.members(line.open) if text.side(line.left, letter) == side]
        note = f"{text.spans(letters)}: {count(self.deck.showing(self.undrawn, letters), 'card')}" if letters else "closed"
        return Zone("tray", ENDS[side], "me", viewer, note=ANY if line.left == NONE else note, parent="own")

    def line(self, number: int, label: str, place: Place) -> Zone:
        """A line from left to right, and the letters it can still take (Alphabetickell I6, I11)."""
        line = self.lines[number]
        if line.kept == NONE:
            return Zone("row", label, place, number, note="no card yet")
        items = tuple(self.put(card, letter, owner=number) for card, letter in line.items())
        note = f"{text.spans(text.members(line.open))} still open" if line.open else CLOSED
        return Zone("row", label, place, number, items, note=ANY if line.left == NONE else note)

    def put(self, card: int, letter: int = NONE, **details: Any) -> str:
        """A new piece for a card, with the letter it stands for, if that is fixed; its id."""
        name, on = self.deck.names[card], "" if letter == NONE else written((letter,))
        label = f"{on}, from {name}" if on else f"{name[0]} or {name[1]}"
        self.pieces[self.piece_id(card)] = Piece(label, Face("letters", name[0], name[1], on=on), **details)
        return self.piece_id(card)

    def piece_id(self, card: int) -> str:
        """The card's letters; of equal cards in a house deck the second is ``EK-2``."""
        name = self.deck.names[card]
        copies = self.deck.names[:card].count(name)
        return f"{name}-{copies + 1}" if copies else name

    def put_back(self) -> str:
        """What the viewer put back, which nobody else may know (Alphabetickell I3)."""
        if self.viewer is None or self.lines[self.viewer].kept == NONE:
            return ""
        line = self.lines[self.viewer]
        back = [self.deck.names[card] for card in line.hand if card != line.kept]
        return f"you put back {text.listed(back)}" if back else ""

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """What the viewer may do now, named by the action's text; keys are numbers, and p to pass."""
        if self.viewer != self.turn:
            return
        yield from self.keeping(self.lines[self.turn]) if self.choosing else self.answers(self.lines[self.turn])

    def keeping(self, line: Line) -> Iterator[tuple[str, Act]]:
        """An act for each different card (Alphabetickell 2, I12)."""
        cards = {self.deck.names[card]: card for card in reversed(line.hand)}
        for key, name in enumerate(dict.fromkeys(self.deck.names[card] for card in line.hand), 1):
            piece = f"p:{self.piece_id(cards[name])}"
            yield f"keep {name}", Act(f"Keep {name}", "keep", piece, f"z:line{self.turn}", str(key))

    def answers(self, line: Line) -> Iterator[tuple[str, Act]]:
        """Pass, or an act for each way to take the offer (Alphabetickell 3a to 4b, I11)."""
        yield "pass", Act("Pass", "pass", key="p")
        name, piece = self.deck.names[self.offer], f"p:{self.piece_id(self.offer)}"
        for key, (old, new) in enumerate(self.ways(line), 1):
            side, letter = text.side(old, new), written((new,))
            label, action = f"Take {name} as {letter} on the {side}", f"take {side} {letter}"
            if line.length == 1:
                label = f"Take {name} as {letter}, {side} of {self.deck.names[line.kept]} as {written((old,))}"
                action = f"take {side} {written((old, new), '-')}"
            yield action, Act(label, "take", piece, f"z:{side}", str(key))

    def ways(self, line: Line) -> Iterator[tuple[int, int]]:
        """A letter of the line and the letter the offer would give, for each way to take it."""
        for old in self.deck.letters[line.kept] if line.length == 1 else (line.left,):
            for new in self.deck.letters[self.offer]:
                if new != old and line.open >> new & 1:
                    yield old, new

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.reason(self.setup, self.state)}."
        name = self.names[self.turn]
        if self.choosing:
            hand = text.number(int(self.setup.options.deal))
            return f"Your turn: keep one of your {hand} cards." if self.viewer == self.turn else f"{name} chooses a first card."
        card = self.deck.names[self.offer]
        return f"Your turn: take {card} or pass." if self.viewer == self.turn else f"{name} may take {card}."

    def seat(self, number: int) -> Seat:
        """The note says who deals, who has still to choose, who has passed or cannot take (Alphabetickell I5, I7, I11)."""
        line = self.lines[number]
        notes = ["dealer"] * (number == self.dealer and not self.over)
        notes += ["has still to choose"] * (self.choosing and line.kept == NONE)
        notes += [count(line.length, "card")] * (line.length > 0)
        if number in self.passed():
            notes.append("passed")
        elif self.offering and not any(line.open >> letter & 1 for letter in self.deck.letters[self.offer]):
            notes.append("cannot take")
        return Seat(self.names[number], str(line.total), turn=number == self.turn, note=", ".join(notes))

    def passed(self) -> list[int]:
        """Who has answered the offer, by choice or because nothing fitted: those between the dealer and the seat to act."""
        seats = len(self.lines)
        return [(self.dealer + k) % seats for k in range((self.turn - self.dealer) % seats)] if self.offering else []

    def passes(self) -> str:
        names = [self.names[seat] for seat in self.passed()]
        return f"{text.listed(names)} passed" if names else ""

    def tables(self) -> Iterator[Table]:
        """The points (Alphabetickell I13), and which letters and cards can still come (I10)."""
        rows = [(name, *map(str, row)) for name, *row in self.past()]
        if not self.over:
            rows.append((f"{self.round}, so far", *(str(line.length) for line in self.lines)))
        rows.append(("Total", *(str(line.total) for line in self.lines)))
        yield Table(f"Points, to {self.target}", ("Round", *self.names), tuple(rows), "Total")
        if self.round > 1 and not self.over:
            yield Table(f"Round {self.round - 1}", ("Whose", "Line"), tuple(self.last_round()))
        if not self.over:
            yield Table("Letters to come", ("Cards", "Letters"), tuple(self.letters_to_come()))
            yield Table("Cards to come", ("Top", "Cards"), tuple(self.cards_to_come()))

    def past(self) -> list[tuple[Any, ...]]:
        """A row for each finished round that is remembered; one for the sum of those before."""
        finished = self.round if self.over else self.round - 1
        first = max(1, finished - rules.KEPT_ROUNDS + 1)
        packed = [int(self.state.past[(number - 1) % rules.KEPT_ROUNDS]) for number in range(first, finished + 1)]
        most = (1 << rules.POINTS_BITS) - 1
        points = [[word >> seat * rules.POINTS_BITS & most for seat in range(len(self.lines))] for word in packed]
        rows: list[tuple[Any, ...]] = [(str(number), *row) for number, row in enumerate(points, first)]
        if first > 1:
            before = [line.total - sum(row[seat] for row in points) for seat, line in enumerate(self.lines)]
            rows.insert(0, (f"1 to {first - 1}", *before))
        return rows

    def last_round(self) -> Iterator[tuple[str, str]]:
        """How the round before lay at its end: the lines, and the discard in order (Alphabetickell I6, I8)."""
        for name, line in zip(self.names, self.lines, strict=True):
            yield name, written(text.members(line.last), " ") or self.deck.names[line.last_kept]
        discard = self.state.last_discard[: self.state.last_discards].tolist()
        yield "Discard", " ".join(self.deck.names[card] for card in discard) or "empty"

    def letters_to_come(self) -> Iterator[tuple[str, str]]:
        """How many cards that can still come show a letter, the most frequent first."""
        unseen = self.unseen()
        left = {letter: self.deck.showing(unseen, (letter,)) for letter in range(rules.LETTERS)}
        for number in sorted(set(left.values()), reverse=True):
            yield str(number), written((letter for letter in left if left[letter] == number), " ")

    def cards_to_come(self) -> Iterator[tuple[str, str]]:
        """The cards themselves, by their top letter."""
        cards = sorted(self.deck.names[card] for card in text.members(self.unseen()))
        for top in sorted({card[0] for card in cards}):
            yield top, " ".join(card for card in cards if card[0] == top)

    def unseen(self) -> int:
        """The draw pile; while cards are chosen, all cards that the viewer has not seen (Alphabetickell I10)."""
        if not self.choosing:
            return self.undrawn
        seen = {line.kept for line in self.lines} | set(() if self.viewer is None else self.lines[self.viewer].hand)
        return sum(1 << card for card in range(len(self.deck.names)) if card not in seen)

    def result(self) -> Result:
        """Who has won, and what each round brought (Alphabetickell 8, 10)."""
        totals = [line.total for line in self.lines]
        winners = [name for name, total in zip(self.names, totals, strict=True) if total == max(totals)]
        how = "wins" if len(winners) == 1 else "share the win"
        rounds = self.past()
        standings = (
            Standing(
                seat,
                1 + sum(other > total for other in totals),
                count(total, "point"),
                tuple(f"Round {name}: {count(row[seat], 'card')}" for name, *row in rounds),
            )
            for seat, total in enumerate(totals)
        )
        title = f"{text.listed(winners)} {how} with {count(max(totals), 'point')}"
        return Result(title, tuple(standings), text.reason(self.setup, self.state))

"""Alphabetickell as one viewer sees it, built field by field from what that viewer may know ("Who may know what", RULES.md)."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

import msgspec

from muckle.engine.bits import members
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact
from muckle.games.alphabetickell import text
from muckle.games.alphabetickell.state import KEPT_ROUNDS, NONE, POINTS_BITS, ROUND_SCORED, State
from muckle.kit.two_letter_deck import Deck, deck, written
from muckle.scene.contract import Act, Face, Picture, Piece, Place, Reckoning, Result, Scene, ScoredLine, Seat, Sum, Table, Zone
from muckle.scene.result import result
from muckle.scene.tell import count, doing, listed, piles
from muckle.scene.tell import number as in_words

CHOOSING_HELP = {
    "Alphabetickell 2": "keep one of the cards dealt to you",
    "Alphabetickell 2a": "its letter is chosen later, with your second card",
}
TAKING_HELP = {
    "Alphabetickell 3a": "you may always pass",
    "Alphabetickell 4a": "with the second card you choose a letter of both cards",
    "Alphabetickell 4b": "a later card goes before the left end or behind the right end",
    "Alphabetickell 4e": "letters between two cards of a line are lost for the round",
    "Alphabetickell 7": "what ends a round",
}
FORCED_HELP = {**TAKING_HELP, "Alphabetickell 3a": "in this match nobody may pass on a card that fits"}
"""Help by rule: while first cards are chosen, while offers are answered, and the latter in a match without passing."""
ANY_LETTER, CLOSED_LINE = "any letter", "nothing fits any more"
END_LABELS = {"left": "Left end", "right": "Right end"}
"""Labels of the places at the ends of the viewer's line."""

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
"""Pictures of presets and rules, in the notation that `piles` reads."""


def emblem() -> tuple[Face, ...]:
    """Return the pieces on the game's card in the lobby."""
    return tuple(Face("letters", text, second) for text, second in (("A", "L"), ("L", "M"), ("S", "T")))


def pictures() -> dict[str, Picture]:
    """Return a picture for each preset and for each rule that the help mentions."""
    return {name: piles(text, lambda card: Face("letters", card[0], card[1])) for name, text in PICTURES.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """Return the scene for a seat, or for a spectator (None)."""
    return _Builder(setup, state, viewer, names).scene()


def reckoning(setup: Setup, facts: Sequence[Fact], viewer: int | None, names: Sequence[str]) -> Reckoning | None:
    """Return the points of a finished round (Alphabetickell 8), with its lines and its discard (I6, I8)."""
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


def scored_lines(setup: Setup, facts: Sequence[Fact], seat: int) -> tuple[ScoredLine, ...]:
    """Return a seat's line of each round, a block a card; empty blocks are what the longest line had more."""
    return tuple(_scored_line(setup, fact.board, seat) for fact in facts if fact.kind == ROUND_SCORED)


def _scored_line(setup: Setup, board: State, number: int) -> ScoredLine:
    seats, names = text.seats_of(setup, board), deck(setup.options).names
    seat = seats[number]
    cards = tuple(
        Face("letters", names[card][0], names[card][1], on="" if letter == NONE else written((letter,)))
        for card, letter in text.line_of(board, seat)
    )
    more = max(each.length for each in seats) - seat.length
    return ScoredLine(seat.length, text.line_text(setup, seat.letters, seat.kept), cards, seat.length, more)


class _Builder:
    """Builds a scene, and collects its pieces while it lays out the zones."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> None:
        self.setup, self.state, self.viewer = setup, state, viewer
        self.deck, self.seats = deck(setup.options), text.seats_of(setup, state)
        self.names = names[: len(self.seats)]
        self.turn, self.dealer, self.offer = state.turn, state.dealer, state.offer
        self.undrawn, self.round, self.target = state.undrawn, state.round_number, setup.options.target
        self.over = self.turn == OVER
        self.choosing = not self.over and self.offer == NONE
        self.offering = self.offer != NONE
        self.may_pass = setup.options.passing == 1
        self.pieces: dict[str, Piece] = {}

    def scene(self) -> Scene:
        return Scene(
            game="alphabetickell",
            title=f"Alphabetickell to {self.target}",
            status=self.status(),
            prompt=self.question() if self.viewer == self.turn and not self.over else "",
            seats=tuple(self.seat(number) for number in range(len(self.seats))),
            zones=dict(self.zones()),
            pieces=self.pieces,
            acts=dict(self.acts()),
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            help=self.help(),
        )

    def help(self) -> dict[str, str]:
        if self.choosing:
            return CHOOSING_HELP
        if self.offering:
            return TAKING_HELP if self.may_pass else FORCED_HELP
        return {}

    # The table

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield the zones in reading order: the offer, the viewer's line, the other lines, the piles."""
        if self.offering:
            yield (
                "offer",
                Zone("tray", "Offered card", "tray", items=(self.add_card(self.offer, came="deck"),), note=self.passed_note()),
            )
        if self.viewer is not None:
            yield from self.own_zones(self.viewer)
        for number, name in enumerate(self.names):
            if number != self.viewer:
                yield f"line{number}", self.line_zone(number, f"{name}'s line", "others")
        yield "deck", Zone("stack", "Draw pile", "side", n=self.undrawn.bit_count(), note=self.put_back_note())
        discard = self.state.discard[: self.state.discards]
        yield "discard", Zone("pile", "Discard", "side", items=tuple(self.add_card(card) for card in discard))

    def own_zones(self, viewer: int) -> Iterator[tuple[str, Zone]]:
        """Yield the viewer's cards to choose from (Alphabetickell I2); later the line, with a zone to add to at each end."""
        line = self.line_zone(viewer, "Your line", "me")
        if self.choosing and self.seats[viewer].kept == NONE:
            hand = tuple(self.add_card(card, came="deck") for card in self.hand(viewer))
            yield "hand", Zone("fan", "Cards dealt to you", "me", viewer, hand)
            yield f"line{viewer}", line
            return
        yield "own", Zone("panel", "Your line", "me", viewer, note=line.note)
        yield "left", self.end_zone(viewer, "left")
        yield f"line{viewer}", msgspec.structs.replace(line, label="Your cards", note="", short="Cards", parent="own")
        yield "right", self.end_zone(viewer, "right")

    def hand(self, number: int) -> tuple[int, ...]:
        """Return the cards dealt to a seat in this round."""
        return self.seats[number].hand[: self.setup.options.deal]

    def end_zone(self, viewer: int, side: str) -> Zone:
        """Return the zone for an end of the viewer's line, with the letters open there as its note."""
        return Zone("tray", END_LABELS[side], "me", viewer, note=self.open_note(viewer, side), parent="own")

    def open_note(self, viewer: int, side: str) -> str:
        own = self.seats[viewer]
        if own.left == NONE:
            return ANY_LETTER
        letters = [letter for letter in members(own.open) if text.side(own.left, letter) == side]
        cards = text.cards_showing(self.setup, self.undrawn, letters)
        return f"{text.spans(letters)}: {count(cards, 'card')}" if letters else "closed"

    def line_zone(self, number: int, label: str, place: Place) -> Zone:
        """Return the zone of a line from left to right, with the letters it can still take (Alphabetickell I6, I11)."""
        seat = self.seats[number]
        if seat.kept == NONE:
            return Zone("row", label, place, number, note="no card yet", scale=ascii_uppercase, free=ascii_uppercase)
        items = tuple(self.add_card(card, letter, owner=number) for card, letter in text.line_of(self.state, seat))
        note = f"{text.spans(members(seat.open))} still open" if seat.open else CLOSED_LINE
        free = written(members(seat.open))
        return Zone(
            "row", label, place, number, items, note=ANY_LETTER if seat.left == NONE else note, scale=ascii_uppercase, free=free
        )

    def add_card(self, card: int, letter: int = NONE, owner: int | None = None, came: str = "") -> str:
        """Add a piece for a card, with its letter if that is fixed, and return its id."""
        on = "" if letter == NONE else ascii_uppercase[letter]
        self.pieces[self.deck.ids[card]] = card_piece(self.deck.names[card], on, owner, came)
        return self.deck.ids[card]

    def put_back_note(self) -> str:
        """Return the cards that the viewer put back, in words; nobody else may know them (Alphabetickell I3)."""
        if self.viewer is None or self.seats[self.viewer].kept == NONE:
            return ""
        kept = self.seats[self.viewer].kept
        back = [self.deck.names[card] for card in self.hand(self.viewer) if card != kept]
        return f"you put back {listed(back)}" if back else ""

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Yield the acts of the viewer by the text of their action; the keys are numbers, and p to pass."""
        if self.viewer != self.turn:
            return
        yield from self.acts_to_keep() if self.choosing else self.acts_to_answer()

    def acts_to_keep(self) -> Iterator[tuple[str, Act]]:
        """Yield an act for each different card that may be kept (Alphabetickell 2, I12)."""
        hand = self.hand(self.turn)
        first = {self.deck.names[card]: card for card in reversed(hand)}
        for key, name in enumerate(dict.fromkeys(self.deck.names[card] for card in hand), 1):
            piece = f"p:{self.deck.ids[first[name]]}"
            yield f"keep {name}", Act(f"Keep {name}", "keep", piece, f"z:line{self.turn}", str(key))

    def acts_to_answer(self) -> Iterator[tuple[str, Act]]:
        """Yield the act that passes and one for each way to take the offer (Alphabetickell 3a to 4b, I11)."""
        if self.may_pass:
            yield "pass", Act("Pass", "pass", key="p")
        own, name, piece = self.seats[self.turn], self.deck.names[self.offer], f"p:{self.deck.ids[self.offer]}"
        for key, (old, new) in enumerate(self.ways_to_take(), 1):
            side, letter = text.side(old, new), written((new,))
            short, action = f"{letter} on the {side}", f"take {side} {letter}"
            if own.length == 1:
                short = f"{letter}, {side} of {written((old,))}"
                action = f"take {side} {written((old, new), '-')}"
            note = self.skipped_note(own.open, old, new)
            yield (
                action,
                Act(f"Take {name} as {short}", "take", piece, f"z:{side}", str(key), half=letter, note=note, short=short),
            )

    def skipped_note(self, free: int, end: int, new: int) -> str:
        """Return the open letters that a new letter at an end of the line would skip, in words (Alphabetickell 4e)."""
        between = [letter for letter in members(free) if min(end, new) < letter < max(end, new)]
        return f"loses {text.spans(between)}" if between else "skips nothing"

    def ways_to_take(self) -> Iterator[tuple[int, int]]:
        """Yield each way to take the offer: the letter beside which it goes, and its own letter."""
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
            return f"Your turn: {self.question()}"
        name = self.names[self.turn]
        if self.choosing:
            return f"{name} chooses a first card."
        return f"{name} {'may' if self.may_pass else 'must'} take {self.deck.names[self.offer]}."

    def question(self) -> str:
        """Return the decision that is due from the seat to act."""
        if self.choosing:
            return f"keep one of your {in_words(self.setup.options.deal)} cards."
        return f"take {self.deck.names[self.offer]}{' or pass' if self.may_pass else ''}."

    def seat(self, number: int) -> Seat:
        """Return a place at the table: total, and notes on deal, choice, length and answer (Alphabetickell I5, I7, I11)."""
        seat = self.seats[number]
        notes = ["dealer"] * (number == self.dealer and not self.over)
        notes += ["has still to choose"] * (self.choosing and seat.kept == NONE)
        notes += [count(seat.length, "card")] * (seat.length > 0)
        if number in self.passed_seats():
            notes.append("passed")
        elif self.offering and not seat.open & self.setup.options.letters[self.offer]:
            notes.append("cannot take")
        return Seat(self.names[number], str(seat.total), turn=number == self.turn, note=", ".join(notes))

    def passed_seats(self) -> list[int]:
        """Return the seats that have passed on the offer, asked or not: those from the dealer to before the seat to act."""
        seats = len(self.seats)
        return [(self.dealer + k) % seats for k in range((self.turn - self.dealer) % seats)] if self.offering else []

    def passed_note(self) -> str:
        names = [self.names[seat] for seat in self.passed_seats()]
        return f"{listed(names)} passed" if names else ""

    def tables(self) -> Iterator[Table]:
        """Yield the tables of points (Alphabetickell I13) and of the letters and cards that can still come (I10)."""
        rows = [(name, *map(str, points)) for name, points in self.points_by_round()]
        if not self.over:
            rows.append((f"{self.round}, so far", *(str(seat.length) for seat in self.seats)))
        rows.append(("Total", *(str(seat.total) for seat in self.seats)))
        yield Table(f"Points, to {self.target}", ("Round", *self.names), tuple(rows), "Total")
        if self.round > 1 and not self.over:
            yield Table(f"Round {self.round - 1}", ("Whose", "Line"), tuple(self.last_round_rows()))
        if not self.over:
            yield from to_come(self.deck, self.cards_to_come())

    def points_by_round(self) -> list[tuple[str, list[int]]]:
        """Return each seat's points in the stored rounds, by round; the sum of all rounds before comes first."""
        finished = self.round if self.over else self.round - 1
        first = max(1, finished - KEPT_ROUNDS + 1)
        rounds = [(str(number), self.round_points(number)) for number in range(first, finished + 1)]
        if first > 1:
            later = [sum(points[seat] for _, points in rounds) for seat in range(len(self.seats))]
            others = [seat.total - sum_later for seat, sum_later in zip(self.seats, later, strict=True)]
            rounds.insert(0, (f"1 to {first - 1}", others))
        return rounds

    def round_points(self, number: int) -> list[int]:
        """Return each seat's points in a stored round."""
        packed = self.state.past[(number - 1) % KEPT_ROUNDS]
        return [packed >> seat * POINTS_BITS & (1 << POINTS_BITS) - 1 for seat in range(len(self.seats))]

    def last_round_rows(self) -> Iterator[tuple[str, str]]:
        """Yield the lines and the discard at the end of the round before (Alphabetickell I6, I8)."""
        for seat, name in zip(self.seats, self.names, strict=True):
            yield name, text.line_text(self.setup, seat.last, seat.last_kept)
        discard = self.state.last_discard[: self.state.last_discards]
        yield "Discard", " ".join(self.deck.names[card] for card in discard) or "empty"

    def cards_to_come(self) -> int:
        """Return the set of cards that can still come: the draw pile, or all unseen ones before offers (Alphabetickell I10)."""
        if not self.choosing:
            return self.undrawn
        seen = {seat.kept for seat in self.seats} | set(() if self.viewer is None else self.hand(self.viewer))
        return sum(1 << card for card in range(self.setup.options.deck_size) if card not in seen)

    def result(self) -> Result:
        """Return the winners and the points of each round (Alphabetickell 8, 10)."""
        totals = [seat.total for seat in self.seats]
        reason = text.reason(self.setup, self.state)
        rounds = [points for _, points in self.points_by_round()]
        return result(self.names, totals, self.terms, reason, rounds=lambda seat: [points[seat] for points in rounds])

    def terms(self, seat: int) -> Iterator[str]:
        """Yield a seat's points in each round, in words."""
        for name, points in self.points_by_round():
            yield f"Round {name}: {count(points[seat], 'card')}"


@functools.lru_cache(maxsize=10_000)
def card_piece(letters: str, on: str, owner: int | None, came: str) -> Piece:
    """Return the piece of a card with these letters; `on` is the letter it stands for, if that is fixed."""
    label = f"{on}, from {letters}" if on else f"{letters[0]} or {letters[1]}"
    return Piece(label, Face("letters", letters[0], letters[1], on=on), owner, came)


@functools.lru_cache(maxsize=1000)
def to_come(whole: Deck, unseen: int) -> tuple[Table, ...]:
    """Return the tables of the letters and the cards that can still come; all who know the same have the same."""
    letters = ((str(cards), letters) for cards, letters in whole.by_frequency(unseen))
    return (
        Table("Letters to come", ("Cards", "Letters"), tuple(letters), bars=whole.letters_among(unseen)),
        Table("Cards to come", ("Top", "Cards"), tuple(whole.by_top(unseen))),
    )

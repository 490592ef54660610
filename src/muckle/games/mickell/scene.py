"""Mickell as a viewer sees it: everything is open but the order of the draw pile, and no row says what it spells (I12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from muckle.engine.rules import OVER, Setup
from muckle.games.mickell import rules as compiled_rules
from muckle.games.mickell import text
from muckle.scene.contract import Act, Ask, Face, Piece, Result, Scene, Seat, Standing, Table, Zone

rules: Any = compiled_rules
"""Compiled functions carry no annotations."""

PLACE_KEYS, CLAIM_KEYS, TRIM_KEYS = "12345678", "qwrtyiop", "zxcvbnm,"
"""A key for each row, one below the other on the keyboard; d discards, e ends, u is for taking back."""


def build(setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> Scene:
    """The scene for the player (0), or for a spectator (None)."""
    return _Builder(setup, state, viewer, names[0]).scene()


class _Builder:
    """Gathers the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: Any, viewer: int | None, name: str) -> None:
        self.setup, self.options, self.state, self.viewer, self.name = setup, setup.options, state, viewer, name
        self.pieces: dict[str, Piece] = {}
        self.over = state.turn == OVER
        self.current = int(state.current)
        self.rows = range(int(setup.options.rows))
        self.final = bool(rules.final(setup, state))

    def scene(self) -> Scene:
        return Scene(
            game="mickell",
            title="Mickell",
            status=self.status(),
            seats=(Seat(self.name, str(int(self.state.score)), turn=not self.over),),
            zones=dict(self.zones()),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.viewer == 0 and not self.over else {},
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            help=self.help(),
        )

    # The table

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """The new card (Mickell I4), the rows (I5), the piles (I3, I6)."""
        new = [self.put(self.current, came="deck", marks=("new",))] if self.current != rules.NONE else []
        yield "new", Zone("tray", "New card", "tray", items=tuple(new))
        for row in self.rows:
            items = [self.put(card, marks=self.marks(row, card)) for card in text.row_cards(self.state, row)]
            yield row_id(row), Zone("row", f"Row {row + 1}", items=tuple(items), note=self.row_note(row))
        yield "deck", Zone("stack", "Draw pile", "side", n=self.undrawn())
        scored, out = self.piles()
        yield "scored", Zone("pile", "Scoring pile", "side", items=tuple(scored), n=len(scored))
        yield "out", Zone("pile", "Discard", "side", items=tuple(out), n=len(out))

    def put(self, card: int, **details: Any) -> str:
        """A new piece for a card; its id. A claimed card shows the letter it stands for."""
        name, on = self.piece_id(card), details.pop("on", "")
        top, bottom = text.card_text(self.setup, card)
        label = f"{on}, from {top}{bottom}" if on else f"{top} or {bottom}"
        self.pieces[name] = Piece(label, Face("letters", top, bottom, on=on), **details)
        return name

    def piece_id(self, card: int) -> str:
        """The card's text; of equal cards in a house deck the second is ``EK-2``."""
        written = text.card_text(self.setup, card)
        copies = sum(text.card_text(self.setup, other) == written for other in range(card))
        return f"{written}-{copies + 1}" if copies else written

    def marks(self, row: int, card: int) -> tuple[str, ...]:
        fresh = self.state.fresh >> row & 1 and card == self.state.rows[row].last
        return ("placed this turn",) if fresh else ()

    def row_note(self, row: int) -> str:
        """How long it is, or what a word of that length scores; never whether there is one."""
        length = int(self.state.rows[row].length)
        if self.state.locked >> row & 1:
            return "its claim was wrong"
        return f"a word scores {rules.points(length)}" if length >= self.options.min_word else text.count_cards(length)

    def undrawn(self) -> int:
        return int(self.state.undrawn).bit_count()

    def piles(self) -> tuple[list[str], list[str]]:
        """The scoring pile and the discard (Mickell 6, 6a), oldest cards first."""
        scored: list[str] = []
        out: list[str] = []
        for number in range(int(self.state.claimed)):
            claim = self.state.claims[number]
            cards = text.cards_from(self.state, claim.first, claim.length)
            word = text.claimed_word(self.setup, self.state, number)
            kept = rules.points(len(cards))
            for place, (card, letter) in enumerate(zip(cards, word, strict=True)):
                (scored if place < kept else out).append(self.put(card, on=letter))
        out += [self.put(card) for card in reversed(text.trash_cards(self.state))]
        return scored, out

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """An act for every text that is offered (`text.offered`), named by it."""
        choices = int(rules.choices(self.setup, self.state))
        numbers = [action for action in range(rules.ACTIONS) if choices >> action & 1]
        for name in text.offered(self.setup, self.state, numbers):
            verb, _, row = name.partition(" ")
            yield name, getattr(self, f"act_{verb}")(int(row or 1) - 1)

    def act_place(self, row: int) -> Act:
        card = self.piece_id(self.current)
        label = f"Place {card} on row {row + 1}" if self.state.rows[row].length else f"Start row {row + 1} with {card}"
        return Act(label, "place", f"p:{card}", f"z:{row_id(row)}", PLACE_KEYS[row])

    def act_discard(self, _: int) -> Act:
        card = self.piece_id(self.current)
        return Act(f"Discard {card}", "discard", f"p:{card}", "z:out", "d")

    def act_trim(self, row: int) -> Act:
        card = self.piece_id(int(self.state.rows[row].last))
        return Act(f"Trim {card} from row {row + 1}", "trim", f"p:{card}", "z:out", TRIM_KEYS[row])

    def act_claim(self, row: int) -> Act:
        length = int(self.state.rows[row].length)
        ask = Ask("word", f"The word of {length} letters that row {row + 1} spells", least=length, most=length)
        return Act(f"Claim row {row + 1}", "claim", f"z:{row_id(row)}", key=CLAIM_KEYS[row], ask=ask)

    def act_end(self, _: int) -> Act:
        return Act("End the final phase" if self.final else "End the turn", "end", key="e", main=True)

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {text.count_points(int(self.state.score))}."
        you = "" if self.viewer == 0 else f"{self.name}'s match. "
        if self.final:
            return f"{you}Final phase: trim rows, claim a last word from each, then end it."
        return f"{you}Turn {int(self.state.number)} of {int(self.options.deck_size)}: {self.asked()}."

    def asked(self) -> str:
        """What there is to do in a turn."""
        choices = int(rules.choices(self.setup, self.state))
        if self.current != rules.NONE:
            card = text.card_text(self.setup, self.current)
            may_discard = choices >> rules.DISCARD & 1
            return f"place {card} on a row or discard it" if may_discard else f"place {card} to start row 1"
        claims = any(name.startswith("claim") for name in text.offered(self.setup, self.state, []))
        more = [verb for verb, there in (("trim", choices % (1 << rules.CLAIM)), ("claim", claims)) if there]
        return f"{' or '.join(more)} if you like, then end the turn" if more else "end the turn"

    def help(self) -> dict[str, str]:
        """The rules that matter now."""
        if self.over:
            return {"Mickell 7": "the score is the number of cards in the scoring pile"}
        word = f"a claim uses the whole row: one letter from each card, at least {int(self.options.min_word)} letters"
        if self.final:
            return {"Mickell 5": "trim any rows, then claim once from each row that had cards", "Mickell 10": word}
        return {
            "Mickell 3": "in any order: resolve the new card, trim rows, claim a word",
            "Mickell 3c": "the new card goes to the right end of a row, or into the first free place, or is discarded",
            "Mickell 3e": "a card placed this turn cannot be trimmed this turn",
            "Mickell 10": word,
        }

    def tables(self) -> Iterator[Table]:
        """Words so far (Mickell I7), what is still to come as a set (I2), points and guide (I11)."""
        if self.state.claimed:
            yield Table("Words", ("Word", "Points", "Turn", "Row"), tuple(self.words()))
        if self.undrawn():
            yield Table("Letters to come", ("Cards", "Letters"), tuple(self.letters_to_come()))
            yield Table("Cards to come", ("Top", "Cards"), tuple(self.cards_to_come()))
        lengths = range(int(self.options.min_word), 8)
        points = [(str(n), str(rules.points(n))) for n in lengths] + [("8 or more", "1 a letter")]
        yield Table("A word scores", ("Letters", "Points"), tuple(points))
        guide = tuple((f"{least} or more", rating) for least, rating in reversed(text.RATINGS))
        now = next((f"{least} or more" for least, _ in text.RATINGS if self.state.score >= least), "")
        yield Table("How good is a score?", ("Points", "Rating"), guide, now)

    def words(self) -> Iterator[tuple[str, ...]]:
        for number in range(int(self.state.claimed)):
            claim = self.state.claims[number]
            turn = "final" if claim.turn > self.options.deck_size else str(int(claim.turn))
            word = text.claimed_word(self.setup, self.state, number)
            yield word, str(rules.points(len(word))), turn, str(int(claim.row) + 1)

    def to_come(self) -> list[str]:
        """The undrawn cards in the order of the alphabet (Mickell I2)."""
        undrawn = int(self.state.undrawn)
        return sorted(text.card_text(self.setup, c) for c in range(int(self.options.deck_size)) if undrawn >> c & 1)

    def letters_to_come(self) -> Iterator[tuple[str, ...]]:
        """How many undrawn cards show a letter, the most frequent first."""
        letters = "".join(self.to_come())
        for count in range(len(letters), 0, -1):
            these = [letter for letter in sorted(set(letters)) if letters.count(letter) == count]
            if these:
                yield str(count), " ".join(these)

    def cards_to_come(self) -> Iterator[tuple[str, ...]]:
        cards = self.to_come()
        for top in sorted({card[0] for card in cards}):
            yield top, " ".join(card for card in cards if card[0] == top)

    def result(self) -> Result:
        score = int(self.state.score)
        points, rated = text.count_points(score), text.rating(score)
        why = tuple(f"{word}: {text.count_points(int(worth))}" for word, worth, _, _ in self.words())
        standing = Standing(0, 1, str(score), why or ("No word was claimed.",))
        title = f"{points}: {rated}" if rated else points
        return Result(title, (standing,), text.reason(self.setup, self.state))


def row_id(row: int) -> str:
    """The zone of a row."""
    return f"row{row + 1}"

"""Builds Mickell's scene: all but the order of the draw pile (I1), and no row says what it spells (I12)."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact
from muckle.games.mickell import rules as compiled_rules
from muckle.games.mickell import text
from muckle.games.mickell.state import CLAIM, DISCARD, NO, NONE, WORD_CLAIMED, Claimed, State
from muckle.kit.two_letter_deck import Deck, deck
from muckle.scene.contract import Act, Ask, Face, Goal, Picture, Piece, Result, Scene, ScoredLine, Seat, Table, Zone
from muckle.scene.result import result
from muckle.scene.tell import count, piles

rules = plain(compiled_rules)

PLACE_KEYS, CLAIM_KEYS, TRIM_KEYS = "12345678", "qwrtyiop", "zxcvbnm,"
"""Keys for each row, one below the other on the keyboard; d discards, e ends, u is for taking back."""

PICTURES = {
    "mickell": "TH OD AP EW",
    "no_lookups": "ZQ ? ?",
    "tiny": "EA TS",
    "Mickell 3": "EW",
    "Mickell 3c": "TH OD ?",
    "Mickell 5": "TH OD AP",
    "Mickell 7": "=+1",
    "Mickell 10": "TH OD AP EW",
}
"""Pictures of presets and rules, in the notation of `piles`."""


def emblem() -> tuple[Face, ...]:
    """Return the pieces on the game's card in the lobby."""
    return tuple(Face("letters", text, second) for text, second in (("T", "H"), ("O", "D"), ("A", "P"), ("E", "W")))


def pictures() -> dict[str, Picture]:
    """Return pictures of what each preset changes, and of what rules are about."""
    return {name: piles(text, lambda card: Face("letters", card[0], card[1])) for name, text in PICTURES.items()}


def build(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Scene:
    """Return the scene for the player (0), or for a spectator (None)."""
    return _Builder(setup, state, viewer, names[0]).scene()


def scored_lines(setup: Setup, facts: Sequence[Fact], seat: int) -> tuple[ScoredLine, ...]:
    """Return the words in the order of their claims, a block a card; empty blocks are cards that were let go (Mickell 6)."""
    return tuple(_scored_line(setup, fact.board, *fact.details) for fact in facts if fact.kind == WORD_CLAIMED)


def _scored_line(setup: Setup, board: State, row: int, spelling: int, points: int) -> ScoredLine:
    names, cards = deck(setup.options).names, text.row_cards(board, row)
    word = text.spelled_word(setup, board, row, spelling)
    faces = (Face("letters", names[card][0], names[card][1], on=on) for card, on in zip(cards, word, strict=True))
    return ScoredLine(points, word, tuple(faces), points, len(cards) - points)


class _Builder:
    """Builds a scene, and collects the pieces while the zones are laid out."""

    def __init__(self, setup: Setup, state: State, viewer: int | None, name: str) -> None:
        self.setup, self.options, self.state, self.viewer, self.name = setup, setup.options, state, viewer, name
        self.deck = deck(setup.options)
        self.pieces: dict[str, Piece] = {}
        self.over = state.turn == OVER
        self.current = state.current
        self.rows = range(setup.options.rows)
        self.final, self.choices = rules.is_final(setup, state), rules.legal_set(setup, state)

    def scene(self) -> Scene:
        return Scene(
            game="mickell",
            title="Mickell",
            status=self.status(),
            prompt="" if self.over or self.viewer != 0 else self.status(),
            seats=(Seat(self.name, str(self.state.score), turn=not self.over, goal=self.goal()),),
            zones=dict(self.zones()),
            pieces=self.pieces,
            acts=dict(self.acts()) if self.viewer == 0 and not self.over else {},
            tables=tuple(self.tables()),
            result=self.result() if self.over else None,
            help=self.help(),
        )

    def goal(self) -> Goal:
        """Return the next rating that the score may reach (Mickell 8, I11)."""
        at, name = next((rated for rated in reversed(text.RATINGS) if rated[0] > self.state.score), text.RATINGS[0])
        return Goal(at, text.RATINGS[0][0], f"{at} is {'a ' if name == 'success' else ''}{name}", self.state.score)

    # The table

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield the new card (Mickell I4), the rows (I5) and the piles (I3, I6)."""
        new = [self.put(self.current, came="deck", marks=("new",))] if self.current != NONE else []
        yield "new", Zone("tray", "New card", "tray", items=tuple(new))
        for row in self.rows:
            items = [self.put(card, marks=self.marks(row, card)) for card in text.row_cards(self.state, row)]
            yield row_id(row), Zone("row", f"Row {row + 1}", items=tuple(items), note=self.row_note(row))
        yield "deck", Zone("stack", "Draw pile", "side", n=self.state.undrawn.bit_count())
        scored, out = self.piles()
        yield "scored", Zone("pile", "Scoring pile", "side", items=tuple(scored), n=len(scored))
        yield "out", Zone("pile", "Discard", "side", items=tuple(out), n=len(out))

    def put(self, card: int, on: str = "", came: str = "", marks: tuple[str, ...] = ()) -> str:
        """Add the piece of a card and return its id; a claimed card shows the letter it stands for."""
        name = self.deck.ids[card]
        self.pieces[name] = card_piece(self.deck.names[card], on, came, marks)
        return name

    def marks(self, row: int, card: int) -> tuple[str, ...]:
        fresh = self.state.fresh >> row & 1 and card == self.state.rows[row].last
        return ("placed this turn",) if fresh else ()

    def row_note(self, row: int) -> str:
        """Return the length of a row, or the points of a word that long; never whether the row spells one."""
        length = self.state.rows[row].length
        if self.state.locked >> row & 1:
            return "its claim was wrong"
        return f"a word scores {rules.points(length)}" if length >= self.options.min_word else text.count_cards(length)

    def words(self) -> list[tuple[str, Claimed]]:
        """Return the words claimed so far, in order."""
        claims = self.state.claims[: self.state.claimed]
        return [(text.claimed_word(self.setup, self.state, claim), claim) for claim in claims]

    def piles(self) -> tuple[list[str], list[str]]:
        """Create the cards of the scoring pile and the discard (Mickell 6, 6a), oldest first, and return their ids."""
        scored: list[str] = []
        out: list[str] = []
        for word, claim in self.words():
            cards = text.cards_from(self.state, claim.first, claim.length)
            pieces = [self.put(card, on=letter) for card, letter in zip(cards, word, strict=True)]
            kept = rules.points(claim.length)
            scored += pieces[:kept]
            out += pieces[kept:]
        out += [self.put(card) for card in reversed(text.trash_cards(self.state))]
        return scored, out

    # What may be done

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Yield an act for every text that is offered (`text.offered`), named by it."""
        made = {"place": self.place, "discard": self.discard, "trim": self.trim, "claim": self.claim, "end": self.end}
        for name in text.offered(self.setup, self.state, members(self.choices)):
            verb, _, row = name.partition(" ")
            yield name, made[verb](int(row or 1) - 1)

    def place(self, row: int) -> Act:
        card = self.deck.ids[self.current]
        begun = self.state.rows[row].length > 0
        label = f"Place {card} on row {row + 1}" if begun else f"Start row {row + 1} with {card}"
        return Act(label, "place", f"p:{card}", f"z:{row_id(row)}", PLACE_KEYS[row], short="" if begun else "Start")

    def discard(self, _: int) -> Act:
        card = self.deck.ids[self.current]
        return Act(f"Discard {card}", "discard", f"p:{card}", "z:out", "d")

    def trim(self, row: int) -> Act:
        card = self.deck.ids[self.state.rows[row].last]
        return Act(f"Trim {card} from row {row + 1}", "trim", f"p:{card}", "z:out", TRIM_KEYS[row])

    def claim(self, row: int) -> Act:
        length = self.state.rows[row].length
        ask = Ask("word", f"The word of {length} letters that row {row + 1} spells", least=length, most=length)
        return Act(f"Claim row {row + 1}", "claim", f"z:{row_id(row)}", key=CLAIM_KEYS[row], ask=ask)

    def end(self, _: int) -> Act:
        return Act("End the final phase" if self.final else "End the turn", "end", key="e", main=True)

    # In words

    def status(self) -> str:
        if self.over:
            return f"The match is over: {count(self.state.score, 'point')}."
        you = "" if self.viewer == 0 else f"{self.name}'s match. "
        if self.final:
            trim = "" if self.options.trimming == NO else "trim rows, "
            return f"{you}Final phase: {trim}claim a last word from each, then end it."
        return f"{you}Turn {self.state.number} of {self.options.deck_size}: {self.request()}."

    def request(self) -> str:
        """Return what the player may do in a turn."""
        if self.current != NONE:
            card, may_discard = self.deck.names[self.current], self.choices >> DISCARD & 1
            where = "on a row" if self.state.used else "to start row 1"
            return f"place {card} on a row or discard it" if may_discard else f"place {card} {where}"
        claims = any(name.startswith("claim") for name in text.offered(self.setup, self.state, []))
        more = [verb for verb, there in (("trim", self.choices % (1 << CLAIM)), ("claim", claims)) if there]
        return f"{' or '.join(more)} if you like, then end the turn" if more else "end the turn"

    def help(self) -> dict[str, str]:
        """Return the rules that matter now."""
        if self.over:
            return {"Mickell 7": "the score is the number of cards in the scoring pile"}
        word = f"a claim uses the whole row: one letter from each card, at least {self.options.min_word} letters"
        if self.final:
            trim = "" if self.options.trimming == NO else "trim any rows, then "
            return {"Mickell 5": f"{trim}claim once from each row that had cards", "Mickell 10": word}
        options = self.options
        fixed, late, kept = options.trimming == NO, options.claiming == NO, options.discarding == NO
        acts = ["resolve the new card", *([] if fixed else ["trim rows"]), *([] if late else ["claim a word"])]
        lines = {
            "Mickell 3": f"in any order: {', '.join(acts)}" if acts[1:] else "resolve the new card",
            "Mickell 3c": "the new card goes to the right end of a row, or into the first free place"
            f"{'' if kept else ', or is discarded'}",
            "Mickell 3e": "no row can be trimmed in this match"
            if fixed
            else "a card placed this turn cannot be trimmed this turn",
            "Mickell 10": word,
        }
        return {**lines, "Mickell 3a": "words are claimed in the final phase only"} if late else lines

    def tables(self) -> Iterator[Table]:
        """Yield tables of words so far (Mickell I7), cards to come as a set (I2), points and ratings (I11)."""
        if self.state.claimed:
            yield Table("Words", ("Word", "Points", "Turn", "Row"), tuple(self.word_rows()))
        if self.state.undrawn:
            yield from to_come(self.deck, self.state.undrawn)
        lengths = range(self.options.min_word, 8)
        points = [(str(n), str(rules.points(n))) for n in lengths] + [("8 or more", "1 a letter")]
        yield Table("A word scores", ("Letters", "Points"), tuple(points))
        guide = tuple((f"{least} or more", rating) for least, rating in reversed(text.RATINGS))
        now = next((f"{least} or more" for least, _ in text.RATINGS if self.state.score >= least), "")
        yield Table("How good is a score?", ("Points", "Rating"), guide, now)

    def word_rows(self) -> Iterator[tuple[str, ...]]:
        for word, claim in self.words():
            turn = "final" if claim.turn > self.options.deck_size else str(claim.turn)
            yield word, str(rules.points(claim.length)), turn, str(claim.row + 1)

    def result(self) -> Result:
        """Return the rated score (Mickell 8), with the points of each word, the longest first."""
        score, reason = self.state.score, text.reason(self.setup, self.state)
        best_first = sorted(self.words(), key=lambda each: -each[1].length)
        why = [f"{word}: {count(rules.points(claim.length), 'point')}" for word, claim in best_first]
        why = why or ["No word was claimed."]
        return result((self.name,), (score,), lambda seat: why, reason, title=text.rated_text(score), rating=text.rating(score))


@functools.lru_cache(maxsize=10_000)  # the boards of an event share their pieces
def card_piece(letters: str, on: str, came: str, marks: tuple[str, ...]) -> Piece:
    """Return the piece of a card with these letters; `on` is the letter it stands for, if that is fixed."""
    top, bottom = letters
    label = f"{on}, from {letters}" if on else f"{top} or {bottom}"
    looks = ("new",) if "new" in marks else ()
    return Piece(label, Face("letters", top, bottom, on=on), came=came, marks=marks, looks=looks)


@functools.lru_cache(maxsize=1000)
def to_come(whole: Deck, left: int) -> tuple[Table, ...]:
    """Return tables of letters and cards to come, as a set; the same for all who play one deck."""
    letters = ((str(cards), letters) for cards, letters in whole.by_frequency(left) if cards)
    return (
        Table("Letters to come", ("Cards", "Letters"), tuple(letters), bars=whole.letters_among(left)),
        Table("Cards to come", ("Top", "Cards"), tuple(whole.by_top(left))),
    )


def row_id(row: int) -> str:
    """Return the id of a row's zone."""
    return f"row{row + 1}"

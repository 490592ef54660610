"""Mickell in words: actions, outcomes, events, refusals and hints, as docs/notation.md writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from muckle.engine.bits import lowest, members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, GOES_ON, Kind
from muckle.engine.record import loose
from muckle.errors import IllegalError, NotationError, short
from muckle.games.mickell import rules as compiled_rules
from muckle.games.mickell.state import (
    CARD_DISCARDED,
    CARD_PLACED,
    CARD_REVEALED,
    CARD_TRIMMED,
    CLAIM,
    CLAIM_FAILED,
    DISCARD,
    END,
    FINAL_PHASE_BEGUN,
    FREE,
    MATCH_ENDED,
    NO,
    NONE,
    ONE,
    PLACE,
    REFUSED,
    ROW_STARTED,
    ROWS,
    SPELLING,
    TRIM,
    WORD_CLAIMED,
    Claimed,
    State,
)
from muckle.kit.two_letter_deck import deck, written
from muckle.scene.contract import Event
from muckle.scene.tell import count, fitting, open_event

rules = plain(compiled_rules)

RATINGS = ((32, "outstanding"), (28, "brilliant"), (24, "great"), (20, "very good"), (16, "success"))
"""Least scores of each rating (Mickell 8)."""
FORMS = "place 2, discard, trim 2, claim 2 HOPE or end"
ACTION = re.compile(r"\s*(place|discard|trim|claim|end)(?:\s*([0-9]{1,4}))?(?:\s+(\S+))?\s*", re.IGNORECASE)
VERB = (1 << SPELLING) - 1
"""Mask of the bits of an action below its spelling."""


def card_text(setup: Setup, card: int) -> str:
    """Return a card's two letters, top first: ``EK``."""
    return deck(setup.options).names[card]


def count_cards(cards: int) -> str:
    """Return a number of cards in words: ``no cards``, ``1 card``, ``2 cards``."""
    return count(cards, "card") if cards else "no cards"


def cards_from(state: State, first: int, length: int) -> list[int]:
    """Return the cards of a row or word, left to right."""
    cards = [first] * length
    for place in range(1, length):
        cards[place] = state.beside[cards[place - 1]]
    return cards


def row_cards(state: State, row: int) -> list[int]:
    """Return the cards of a row, left to right."""
    return cards_from(state, state.rows[row].first, state.rows[row].length)


def trash_cards(state: State) -> list[int]:
    """Return the cards that were discarded or trimmed, the last one first; those of claimed words are not among them."""
    cards, card = list[int](), state.trash
    while card != NONE:
        cards.append(card)
        card = state.beside[card]
    return cards


def spelled_word(setup: Setup, state: State, row: int, spelling: int) -> str:
    """Return the letters that a spelling picks from a row."""
    cards = row_cards(state, row)
    bits = range(len(cards) - 1, -1, -1)
    return written(rules.letter(setup, card, spelling >> bit & 1) for card, bit in zip(cards, bits, strict=True))


def claimed_word(setup: Setup, state: State, claim: Claimed) -> str:
    """Return the word of a claim."""
    cards = cards_from(state, claim.first, claim.length)
    return written(rules.letter(setup, card, state.later >> card & 1) for card in cards)


def action_text(setup: Setup, state: State, action: int) -> str:
    """Return an action's notation: ``place 2``, ``discard``, ``claim 2 HOPE``; a claim always names its word."""
    spelling, action = action >> SPELLING, action & VERB
    if action == DISCARD:
        return "discard"
    if action == END:
        return "end"
    if action < DISCARD:
        return f"place {action - PLACE + 1}"
    if action < CLAIM:
        return f"trim {action - TRIM + 1}"
    row = action - CLAIM
    spelling = spelling or _first_spelling(setup, state, row)
    return f"claim {row + 1} {spelled_word(setup, state, row, spelling)}"


def offered(setup: Setup, state: State, actions: Sequence[int]) -> list[str]:
    """Return the notation of what may be tried: a claim for every row long enough, whether or not it spells a word (I12)."""
    claims = [f"claim {row + 1}" for row in range(setup.options.rows) if _claim_refusal(setup, state, row) is None]
    texts = [action_text(setup, state, action) for action in actions if not CLAIM <= action < END]
    place = len(texts) - (texts[-1:] == ["end"])
    return texts[:place] + (claims if state.turn != OVER else []) + texts[place:]


def completions(setup: Setup, state: State, action: int) -> list[int]:
    """Return the actions behind a claim that does not name its word: one for each word the row spells, A to Z."""
    if not CLAIM <= action < END:
        return [action]
    return [action | spelling << SPELLING for spelling in _spellings(setup, state, action - CLAIM)]


def kinds() -> tuple[Kind, ...]:
    """Return the kinds of actions that the laboratory counts; a turn has an end of its own (Mickell 4)."""
    return (
        Kind("place", PLACE, GOES_ON),
        Kind("discard", DISCARD, GOES_ON),
        Kind("trim", TRIM, GOES_ON),
        Kind("claim", CLAIM, GOES_ON),
        Kind("end", END, ENDS),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the action that a text means here, whatever its case and spaces.

    A claim without a word means the alphabetically first that the row spells, where look-ups are free.

    Raises:
        NotationError: the text is no action of Mickell.
        IllegalError: a rule forbids it here.
    """
    read = ACTION.fullmatch(text)
    verb, number, word = read.groups() if read else ("", None, None)
    verb = verb.lower()
    if not verb or (verb in ("discard", "end")) != (number is None) or (word and verb != "claim"):
        raise NotationError(f"{short(text)!r} is no action of Mickell; write {FORMS}")
    row = _row(setup, number) if number else 0
    if verb == "claim":
        return CLAIM + row | _claimed_spelling(setup, state, row, word) << SPELLING
    action = {"place": PLACE + row, "discard": DISCARD, "trim": TRIM + row, "end": END}[verb]
    if not rules.legal_set(setup, state) >> action & 1:
        raise _refusal(setup, state, verb, row)
    return action


def chance_text(setup: Setup, outcome: int) -> str:
    """Return the notation of a revealed card: ``card EK``."""
    return f"card {card_text(setup, outcome)}"


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the facts of one step in words; everything in Mickell is open but a word tried in vain (Mickell I10)."""
    return [_EVENTS[each.kind](setup, names, each) for each in facts]


def _card_revealed(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
    card, turn = fact.details
    if turn == 1:
        return Event("deal", f"The first card is {card_text(setup, card)}.")
    return Event("turn", f"Turn {turn}: the card is {card_text(setup, card)}.")


def _card_moved(kind: str, where: str) -> Callable[[Setup, Sequence[str], Fact], Event]:
    def tell(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
        card, row = fact.details
        return open_event(kind, names, 0, kind, f"{where.format(card=card_text(setup, card), row=row + 1)}.")

    return tell


def _card_discarded(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
    return open_event("discard", names, 0, "discard", f"{card_text(setup, *fact.details)}.")


def _word_claimed(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
    row, spelling, points = fact.details
    word = spelled_word(setup, fact.board, row, spelling)
    return open_event("claim", names, 0, "claim", f"row {row + 1} as {word} for {count(points, 'point')}.", (word,))


def _claim_failed(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
    """Return a wrong claim; only the player is told its word (Mickell I10)."""
    row, spelling = fact.details
    word, used_up = spelled_word(setup, fact.board, row, spelling), _claim_scope(setup, fact.board)
    own = f"{word} is not in the word list; the claim {used_up} is used up."
    return Event("refuse", f"{names[0]}'s claim of row {row + 1} is no listed word.", 0, own)


def _final_phase_begun(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
    return Event("round", "The last turn is over; the final phase begins.")


def _match_ended(setup: Setup, names: Sequence[str], fact: Fact) -> Event:
    return open_event("end", names, 0, "end", f"the match with {rated_text(*fact.details)}.")


_EVENTS = {
    CARD_REVEALED: _card_revealed,
    ROW_STARTED: _card_moved("start", "row {row} with {card}"),
    CARD_PLACED: _card_moved("place", "{card} on row {row}"),
    CARD_TRIMMED: _card_moved("trim", "{card} from row {row}"),
    CARD_DISCARDED: _card_discarded,
    WORD_CLAIMED: _word_claimed,
    CLAIM_FAILED: _claim_failed,
    FINAL_PHASE_BEGUN: _final_phase_begun,
    MATCH_ENDED: _match_ended,
}
"""Teller of each kind of fact: returns an event, from setup, names of the seats and fact."""


def reason(setup: Setup, state: State) -> str:
    """Return why the match is over."""
    return f"all {setup.options.deck_size} cards were played"


def rating(score: int) -> str:
    """Return the designer's rating of a score, or nothing below 16 (Mickell 8)."""
    return next((name for least, name in RATINGS if score >= least), "")


def rated_text(score: int) -> str:
    """Return a score with its rating: ``12 points``, ``20 points: very good``."""
    return count(score, "point") + (f": {rating(score)}" if rating(score) else "")


def timeout(setup: Setup, state: State) -> int:
    """Return the action at a timeout: discard the card, or place it if it must be; then end the turn (Mickell D14)."""
    return lowest(rules.legal_set(setup, state) & (1 << DISCARD | 1 << END) or rules.legal_set(setup, state))


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Return whether the player may take an action back.

    Anything within the turn; not a wrong claim that was paid for, and no claim without look-ups (Mickell D15).
    """
    verb = action & VERB
    if CLAIM <= verb < END:
        return setup.options.lookup == FREE and after.claimed > before.claimed
    return verb != END


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """Return which words each row spells, and whether a longer one begins with it (I12), as far as `setup` knows."""
    if setup.options.lookup != FREE:
        return ["This match is played without looking words up [Mickell D9]."]
    return [_hint(setup, state, row) for row in range(setup.options.rows) if state.rows[row].length]


def _hint(setup: Setup, state: State, row: int) -> str:
    words = [spelled_word(setup, state, row, spelling) for spelling in _spellings(setup, state, row)]
    now = f"Row {row + 1} spells {', '.join(words)}" if words else f"Row {row + 1} spells no known word as it stands"
    return f"{now}; {'longer words begin' if state.rows[row].ways else 'no known longer word begins'} like it."


def merit(setup: Setup, state: State, action: int) -> str:
    """Return the points of a claim, or what a row spells after a placing or trimming, as far as `setup` knows (I12)."""
    verb = action & VERB
    if verb in (DISCARD, END) or setup.options.lookup != FREE:
        return ""
    if verb >= CLAIM:
        points = count(rules.points(state.rows[verb - CLAIM].length), "point")
        word = spelled_word(setup, state, verb - CLAIM, action >> SPELLING or _first_spelling(setup, state, verb - CLAIM))
        return fitting(f"Claims {word}: {points}", f"Claims {points}")
    row, trial = (verb - TRIM if verb >= TRIM else verb - PLACE), loose(state)
    rules.apply(setup, trial, action)
    spellings = _spellings(setup, trial, row)
    if spellings:
        return fitting(f"Row {row + 1} spells {spelled_word(setup, trial, row, spellings[0])}", f"Row {row + 1} spells a word")
    if not state.rows[row].length:
        return f"Begins row {row + 1}"
    return f"Longer words begin like row {row + 1}" if trial.rows[row].ways else ""


def _spellings(setup: Setup, state: State, row: int) -> list[int]:
    """Return every spelling of a listed word of the least length or more, A to Z."""
    length = state.rows[row].length
    if length < setup.options.min_word:
        return []
    found: list[int] = []
    spelling = rules.word_from(setup, state, row, 1 << length)
    while spelling:
        found.append(spelling)
        spelling = rules.word_from(setup, state, row, spelling + 1)
    return found


def _first_spelling(setup: Setup, state: State, row: int) -> int:
    return rules.word_from(setup, state, row, 1 << state.rows[row].length)


def _row(setup: Setup, number: str) -> int:
    rows = setup.options.rows
    if not 1 <= int(number) <= rows:
        there = "there is only row 1" if rows == 1 else f"the rows are 1 to {rows}"
        raise IllegalError(f"{there}, got {int(number)}", "Mickell 1b")
    return int(number) - 1


def _refusal(setup: Setup, state: State, verb: str, row: int) -> IllegalError:
    """Return why an action that is no claim is not legal."""
    if verb == "end":
        resolve = "place" if setup.options.discarding == NO else "place or discard"
        return IllegalError(f"{resolve} {card_text(setup, state.current)} before ending the turn", "Mickell 3c")
    if verb == "trim":
        return _trim_refusal(setup, state, row)
    if rules.is_final(setup, state):
        last = "claims" if setup.options.trimming == NO else "trims and claims"
        return IllegalError(f"all cards are played; the final phase has only {last}", "Mickell 5")
    if state.current == NONE:
        return IllegalError("the card of this turn is already placed or discarded", "Mickell 3c")
    if verb == "discard" and setup.options.discarding == NO:
        return IllegalError("in this match the new card may not be discarded", "Mickell 3c")
    if verb == "discard":
        return IllegalError("the very first card cannot be discarded; it starts row 1", "Mickell 3f")
    first = next(place for place in range(ROWS) if not state.used >> place & 1)
    return IllegalError(f"a new row takes the first free place, row {first + 1}, got row {row + 1}", "Mickell 3d")


def _trim_refusal(setup: Setup, state: State, row: int) -> IllegalError:
    if setup.options.trimming == NO:
        return IllegalError("in this match no row may be trimmed", "Mickell 3b")
    if not state.rows[row].length:
        return IllegalError(f"row {row + 1} has no card to trim", "Mickell 3b")
    if state.locked >> row & 1:
        return IllegalError(f"row {row + 1} had its claim, which was wrong; it stays as it is", "Mickell D8")
    card = card_text(setup, state.rows[row].last)
    return IllegalError(f"{card} was placed this turn; only cards of earlier turns can be trimmed", "Mickell 3e")


def _claim_refusal(setup: Setup, state: State, row: int) -> IllegalError | None:
    """Return why no word at all can be claimed with the row, whatever it spells."""
    length, least = state.rows[row].length, setup.options.min_word
    if setup.options.claiming == NO and not rules.is_final(setup, state):
        return IllegalError("in this match words are claimed in the final phase only", "Mickell 3a")
    if state.barred and setup.options.claims_per_turn == ONE:
        return IllegalError("the claim of this turn is used up", "Mickell 3a")
    if state.barred or state.locked >> row & 1:
        return IllegalError(f"a wrong claim has used up the claim {_claim_scope(setup, state)}", "Mickell D8")
    if length < least:
        reason = f"a word has at least {least} letters; row {row + 1} has {count_cards(length)}"
        return IllegalError(reason, "Mickell 10")
    return None


def _claimed_spelling(setup: Setup, state: State, row: int, word: str | None) -> int:
    """Return the spelling of a word by a row, or of the first word it spells if none is named."""
    refusal = _claim_refusal(setup, state, row)
    if refusal:
        raise refusal
    if word is None:
        return _unnamed_spelling(setup, state, row)
    if not (word.isascii() and word.isalpha()):
        raise NotationError(f"a word is written with the letters A to Z, got {short(word)!r}", "General 14")
    spelling = _spelling(setup, state, row, word.upper())
    if setup.options.bad_claim == REFUSED and rules.word_from(setup, state, row, spelling) != spelling:
        raise IllegalError(f"{word.upper()} is not in the word list of this match", "Mickell 9")
    return spelling


def _unnamed_spelling(setup: Setup, state: State, row: int) -> int:
    if setup.options.lookup != FREE:
        raise NotationError(f"a claim names its word: claim {row + 1} WORD", "Mickell 10")
    spelling = _first_spelling(setup, state, row)
    if not spelling:
        raise IllegalError(f"row {row + 1} spells no listed word as it stands", "Mickell 9")
    return spelling


def _spelling(setup: Setup, state: State, row: int, word: str) -> int:
    """Return the spelling of a word by the cards of a row, listed or not."""
    cards = row_cards(state, row)
    if len(word) != len(cards):
        held = count_cards(len(cards))
        reason = f"{short(word)} has {len(word)} letters and row {row + 1} has {held}; a word uses the whole row"
        raise IllegalError(reason, "Mickell 10a")
    spelling = 1
    for number, (card, letter) in enumerate(zip(cards, word, strict=True), 1):
        shown = card_text(setup, card)
        if letter not in shown:
            raise IllegalError(f"card {number} of row {row + 1} is {shown}, it gives no {letter} for {word}", "Mickell 10")
        spelling = spelling << 1 | sorted(shown).index(letter)
    return spelling


def _claim_scope(setup: Setup, state: State) -> str:
    return "of the row" if rules.is_final(setup, state) else "of this turn"


def words_claimed(setup: Setup, state: State) -> list[tuple[str, int]]:
    """Return the words claimed so far, in order, with the points of each."""
    claims = state.claims[: state.claimed]
    return [(claimed_word(setup, state, claim), int(rules.points(claim.length))) for claim in claims]


def claimed_cards(setup: Setup, state: State) -> list[list[tuple[str, str, str]]]:
    """Return the cards of each word claimed, in the same order: upper letter, lower letter, and the one that counts."""

    def print_of(card: int) -> tuple[str, str, str]:
        top, bottom = deck(setup.options).names[card]
        return top, bottom, written([rules.letter(setup, card, state.later >> card & 1)])

    return [
        [print_of(card) for card in cards_from(state, claim.first, claim.length)] for claim in state.claims[: state.claimed]
    ]


def cards_to_come(setup: Setup, state: State) -> list[str]:
    """Return the cards in the draw pile, in the order of the deck's list."""
    return ["".join(deck(setup.options).names[card]) for card in members(state.undrawn)]

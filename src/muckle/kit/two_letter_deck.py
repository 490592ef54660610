"""The two-letter deck: 48 cards with two letters each (Deck 1 to 10), read from a data file and checked.

A card is written top letter first, ``EK``, and where that says nothing by the alphabet; in play the order of its letters
means nothing, so whatever somebody types, equal cards are one text (Deck 9). The true list of the
cards is not public: `recommended` has the exact letter totals, and its `evidence` column says which cards are known.
"""

from __future__ import annotations

import csv
import functools
import importlib.resources
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from string import ascii_uppercase
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self

from muckle.engine.options import GameOptions
from muckle.engine.record import Ints
from muckle.errors import OptionsError, short

SIZE = 48
"""Cards in the deck (Deck 1), and the most that a custom deck may have."""
TOPS = "AEINORST"
"""The letters that stand on top (Deck 3)."""
TOTALS = dict(zip(ascii_uppercase, map(int, "64456235611546621666313121"), strict=True))
"""Number of cards that show each letter (Deck 5)."""
COLUMNS = ("card", "top", "bottom", "number", "evidence")
"""Columns of the data file and of a custom deck's file."""

DOUBLES = "AL LA AL AL BA AB BA BA EM EM TX TX"
"""A loose deck with equal cards."""

Check = Literal["strict", "loose"]


class Card(NamedTuple):
    """Card of the two-letter deck."""

    card: str
    """Its two letters, top first."""
    top: str
    bottom: str
    number: int
    """Number of cards in the deck with the same bottom letter (Deck 6)."""
    evidence: str = ""
    """seed, deduced or inferred; empty in a custom deck."""


@functools.cache
def recommended() -> tuple[Card, ...]:
    """Return the 48 cards of the recommended list in the order of the data file."""
    data = importlib.resources.files("muckle.kit").joinpath("data/two_letter_deck.csv")
    return read_csv(data.read_text(encoding="utf-8"))


def read_csv(text: str) -> tuple[Card, ...]:
    """Read the cards of a text with the columns card, top, bottom, number, evidence.

    Raises:
        OptionsError: the columns are different, or a line is no card; the message names the line.
    """
    lines = csv.reader(text.splitlines())
    head = tuple(field.strip().lower() for field in next(lines, []))
    if head != COLUMNS:
        raise OptionsError(f"a deck file begins with {','.join(COLUMNS)}, got {short(','.join(head))!r}", "Deck D1")
    try:
        return tuple(_card(fields, f"line {number}") for number, fields in enumerate(lines, 2) if fields)
    except csv.Error as error:
        raise OptionsError(f"the deck file cannot be read: {error}", "Deck D1") from None


def read_file(path: Path) -> tuple[Card, ...]:
    """Read the cards of a CSV file with the columns of the deck's data file (Deck D1).

    Raises:
        OptionsError: the file cannot be read, is not UTF-8 text, or holds no deck.
    """
    try:
        return read_csv(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise OptionsError(f"{path} is no UTF-8 text: {error.reason} at byte {error.start}", "Deck D1") from None
    except OSError as error:
        raise OptionsError(f"{path} cannot be read: {error.strerror}") from None


@functools.lru_cache(maxsize=256)  # texts come from visitors, too
def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards from a text such as ``"RB EK TH"`` and count their numbers.

    Raises:
        OptionsError: a word of the text is no card.
    """
    names = [_name(name) for name in text.split()]
    numbers = Counter(name[1] for name in names)
    return tuple(Card(name, name[0], name[1], numbers[name[1]]) for name in names)


class DeckOptions(GameOptions, frozen=True, kw_only=True):
    """The options of a game that is played with these cards."""

    said: ClassVar[Mapping[str, str]] = {
        "deck": "Deck",
        "deck=recommended48": "the recommended one, 48 cards",
        "deck=custom": "cards of one's own",
        "deck=tiny": "a few cards",
        "deck_check": "Cards of one's own",
        "deck_check=strict": "have the letters of the real deck",
        "deck_check=loose": "have any letters",
        "cards": "The cards themselves",
    }
    for_tests: ClassVar[Set[str]] = frozenset({"deck_check"})
    tiny: ClassVar[str]
    """The cards of the game's own small deck."""
    deck: Literal["recommended48", "custom", "tiny"] = "recommended48"
    """The cards; those of a custom deck stand in the option cards (Deck D1)."""
    deck_check: Check = "strict"
    """Whether a custom deck must have the letter totals of the real one (Deck D2)."""
    cards: str = ""
    """The cards of a custom deck, such as "RB EK TH" (Deck D1)."""

    def problems(self) -> Iterator[OptionsError]:
        """Yield faults of the deck's options: a custom deck without valid cards, cards without a custom deck."""
        if self.deck != "custom":
            if self.cards:
                yield self.refuse("cards of one's own need the custom deck, got another", "Deck D1")
        elif not self.cards.strip():
            yield self.refuse("a custom deck needs its cards", "Deck D1")
        else:
            try:
                faults = [*problems(read_cards(self.cards), self.deck_check)]
            except OptionsError as error:
                faults = [error]
            yield from (self.refuse(fault.message, fault.rule) for fault in faults)

    def draws_differ(self) -> bool:
        """Return True: a card is drawn by its number in the deck, so cards with equal letters differ, too."""
        return True

    @classmethod
    def tried(cls) -> Mapping[str, tuple[str, ...]]:
        """Return decks to test with: a loose one and a strict one."""
        return {"cards": (DOUBLES, " ".join(card.card for card in recommended()))}

    def deck_cards(self) -> tuple[Card, ...]:
        """Return the cards of the match; a card's number in states and outcomes is its index here."""
        if self.deck == "recommended48":
            return recommended()
        return read_cards(self.tiny if self.deck == "tiny" else self.cards)

    @classmethod
    def recorded(cls, given: Mapping[str, object], cards: Sequence[str] | None) -> Self:
        """Return options from a record's header, whose `cards` hold a custom deck in standard notation (Deck 9)."""
        if cards is None:
            return cls.read(given)
        options = cls.read({**given, "cards": " ".join(cards)})
        expected = options.own_cards() or ()
        if tuple(cards) != expected:
            wanted = f"are written {' '.join(expected)}" if expected else f"belong to deck = custom, not {options.deck}"
            raise options.refuse(f"cards {wanted}; got {' '.join(cards) or 'none'}", "Deck 9")
        return options

    def own_cards(self) -> tuple[str, ...] | None:
        """Return the cards of a custom deck in the order they were given, or None for another deck."""
        return tuple(card.card for card in self.deck_cards()) if self.deck == "custom" else None

    def settings(self) -> dict[str, Any]:
        """Return the values of every game's settings, with the number of cards and each card's two letters, 0 (A) to 25 (Z)."""
        cards = self.deck_cards()
        unused = [0] * (SIZE - len(cards))
        return super().settings() | {
            "deck_size": len(cards),
            "top": [letter(card.top) for card in cards] + unused,
            "bottom": [letter(card.bottom) for card in cards] + unused,
        }

    def public(self) -> dict[str, int | str]:
        """Return every option except seats and cards, which headers store separately."""
        return {name: value for name, value in super().public().items() if name != "cards"}


class DeckSettings(Protocol):
    """Fields of a game's Settings that `DeckOptions.settings` fills in."""

    @property
    def deck_size(self) -> int: ...
    @property
    def top(self) -> Ints: ...
    @property
    def bottom(self) -> Ints: ...


class Deck(NamedTuple):
    """The cards of a match in words; a card is its place here, a set of cards the bits of an int."""

    names: tuple[str, ...]
    """Each card's letters, top first: ``AL``."""
    ids: tuple[str, ...]
    """Piece ids of the cards: their names, but the second of two equal cards in a house deck is ``EK-2``."""
    letters: tuple[tuple[int, ...], ...]
    """Each card's two letters, the one that is earlier in the alphabet first."""

    def called(self, cards: int) -> list[str]:
        """Return the names of a set of cards, A to Z."""
        return sorted(name for card, name in enumerate(self.names) if cards >> card & 1)

    def by_frequency(self, cards: int) -> list[tuple[int, str]]:
        """Return pairs of a number and the letters that so many cards of a set show, most frequent letters first."""
        shown = self.letters_among(cards)
        return [
            (number, " ".join(each for each in shown if shown[each] == number))
            for number in sorted(set(shown.values()), reverse=True)
        ]

    def letters_among(self, cards: int) -> dict[str, int]:
        """Count how many cards of a set show each letter, A to Z."""
        shown = Counter("".join(self.called(cards)))
        return {letter: shown[letter] for letter in ascii_uppercase}

    def by_top(self, cards: int) -> list[tuple[str, str]]:
        """Return the cards of a set by their top letter: ``("A", "AB AL")``."""
        names = self.called(cards)
        return [(top, " ".join(name for name in names if name[0] == top)) for top in sorted({name[0] for name in names})]


@functools.lru_cache(maxsize=100)
def deck(settings: DeckSettings) -> Deck:
    """Return the cards of a match in words."""
    pairs = [*zip(settings.top[: settings.deck_size], settings.bottom, strict=False)]
    names = [written(pair) for pair in pairs]
    copies = [names[:place].count(name) for place, name in enumerate(names)]
    ids = (f"{name}-{before + 1}" if before else name for name, before in zip(names, copies, strict=True))
    return Deck(tuple(names), tuple(ids), tuple(tuple(sorted(pair)) for pair in pairs))


def letter(text: str) -> int:
    """Return a letter A (or a) to Z as a number 0 to 25."""
    return ord(text.upper()) - ord("A")


def written(letters: Iterable[int], between: str = "") -> str:
    """Return letters for people: ``AL``, ``A B E``."""
    return between.join(ascii_uppercase[letter] for letter in letters)


def problems(cards: Sequence[Card], check: Check = "strict") -> Iterator[OptionsError]:
    """Yield every reason why these cards are not a valid deck (Deck D2).

    `strict` checks Deck 1 to 6 and 8; `loose` only checks that there are 1 to 48 cards.
    """
    if not 1 <= len(cards) <= SIZE:
        yield OptionsError(f"a deck has 1 to {SIZE} cards, got {len(cards)}", "Deck D2")
    if check == "strict":
        yield from _strict(cards)


def _strict(cards: Sequence[Card]) -> Iterator[OptionsError]:
    if len(cards) != SIZE:
        yield OptionsError(f"a strict deck has {SIZE} cards, got {len(cards)}", "Deck 1")
    for card in cards:
        if card.top not in TOPS or card.bottom in TOPS:
            yield OptionsError(f"one letter of a card is one of {TOPS}, the other is not; got {card.card}", "Deck 3")
    repeated = [name for name, count in Counter(card.card for card in cards).items() if count > 1]
    if repeated:
        yield OptionsError(f"no two cards carry the same letters, got {_some(repeated)} more than once", "Deck 8")
    shown = Counter(letter for card in cards for letter in (card.top, card.bottom))
    wrong = [f"{letter} {shown[letter]} instead of {total}" for letter, total in TOTALS.items() if shown[letter] != total]
    if wrong:
        yield OptionsError(f"the letter totals must hold, got {_some(wrong)}", "Deck 5")
    bottoms = Counter(card.bottom for card in cards)
    for card in cards:
        if card.number != bottoms[card.bottom]:
            expected = f"{bottoms[card.bottom]}, as many as carry {card.bottom}"
            yield OptionsError(f"the number of {card.card} must be {expected}, got {card.number}", "Deck 6")


def _card(fields: Sequence[str], place: str) -> Card:
    fields = [field.strip() for field in fields]
    if len(fields) != len(COLUMNS):
        raise OptionsError(f"{place}: a card has the {len(COLUMNS)} columns {','.join(COLUMNS)}, got {len(fields)}", "Deck D1")
    name, top, bottom, number, evidence = fields
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        raise OptionsError(f"{place}: the number of a card is a whole number, got {short(number)!r}", "Deck 6")
    try:
        card = _name(name)
    except OptionsError as error:
        raise OptionsError(f"{place}: {error.message}", error.rule) from None
    if _ordered(top.upper() + bottom.upper()) != card:
        raise OptionsError(f"{place}: card {card} does not show {short(top)!r} and {short(bottom)!r}", "Deck 2")
    return Card(card, card[0], card[1], int(number), evidence)


def _name(text: str) -> str:
    """Return a card's letters, top letter first, from the text that somebody typed."""
    name = text.upper()
    if not (len(name) == 2 and name.isascii() and name.isalpha() and name[0] != name[1]):
        raise OptionsError(f"a card shows two different letters A to Z, got {short(text)!r}", "Deck 2")
    return _ordered(name)


def _ordered(name: str) -> str:
    """Return a card's two letters as printed: a letter that stands on top first, of two alike the earlier (Deck 9)."""
    return "".join(sorted(name, key=lambda letter: (letter not in TOPS, letter)))


def _some(things: Iterable[str]) -> str:
    listed = list(things)
    return ", ".join(listed[:4]) + (f" and {len(listed) - 4} more" if len(listed) > 4 else "")

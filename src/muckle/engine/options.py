"""Options: what a match is played with, declared once and read everywhere (command line, forms, transcripts, records).

A game declares a class with one annotated field an option. The string under a field is its help text; the rule ids in
its brackets are cited when a value is refused. Nothing here imports Numba.
"""

from __future__ import annotations

import ast
import functools
import inspect
import math
import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from numbers import Integral
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec

from muckle.errors import ActionError, OptionsError, suggest

RULE_ID = re.compile(r"\(((?:[A-Z][a-z]+ )+[A-Z]?\d+[a-z]?)")


class between(NamedTuple):
    """Range of the whole numbers allowed for an option: ``Annotated[int, between(2, 10)]``."""

    least: int
    most: int


class OptionField(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option as the command line, the table form and the docs show it."""

    name: str
    default: int | str
    help: str
    least: int | None = None
    """The smallest number allowed, or None where no number is."""
    most: int | None = None
    choices: tuple[str, ...] = ()
    """Words that are allowed as values."""
    free: bool = False
    """Whether any text is allowed, such as the name of a word list; `check` judges it."""
    rule: str = ""
    title: str = ""
    """Name of the option where people choose."""
    said: tuple[str, ...] = ()
    """The words allowed as people read them, in the order of `choices`."""
    for_tests: bool = False
    """Whether the option is for tests and experiments; people who set up a table need not see it."""

    def expected(self) -> str:
        """Return the allowed values in words: ``a whole number from 2 to 10``."""
        numbers = f"a whole number from {self.least} to {self.most}" if self.least != self.most else str(self.least)
        kinds = [] if self.least is None else [numbers]
        if self.choices:
            kinds.append(("one of " if len(self.choices) > 1 else "") + ", ".join(self.choices))
        return " or ".join(kinds) or "a text"

    def said_of(self, value: int | str) -> str:
        """Return a value as people read it."""
        return dict(zip(self.choices, self.said, strict=False)).get(str(value), str(value))

    def read(self, game: str, given: object) -> int | str:
        """Return a given value as the option's own type.

        Raises:
            OptionsError: it is none of the values allowed.
        """
        if isinstance(given, str):
            text = given.strip()
            if self.free or text in self.choices:
                return text
            if self.least is not None and re.fullmatch(r"[+-]?\d{1,9}", text):
                given = int(text)
        if (
            self.least is not None
            and self.most is not None
            and isinstance(given, int)
            and not isinstance(given, bool)
            and self.least <= given <= self.most
        ):
            return given
        hint = suggest(given, self.choices) if isinstance(given, str) else ""
        shown = repr(given) if len(repr(given)) < 60 else repr(given)[:57] + "..."
        raise OptionsError(f"{game}: {self.name} must be {self.expected()}, got {shown}{hint}", self.rule)


class GameOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every game's Options. Build one with `read`, which checks; the constructor does not."""

    game: ClassVar[str]
    """The name of the game."""
    said: ClassVar[Mapping[str, str]] = {
        "reveal_after_match": "After the match",
        "reveal_after_match=all": "everything is open",
        "reveal_after_match=none": "hidden things stay hidden",
    }
    """Names of options ("hands") and of their words ("hands=one_per_seat") where people choose. Each class adds its own; an
    option left out is called by its name, without underscores."""
    for_tests: ClassVar[Set[str]] = frozenset()
    """Names of the options that are for tests and experiments; each class adds its own."""
    seats: int = 1
    reveal_after_match: Literal["all", "none"] = "all"
    """Whether everything that was hidden, and the record, is open to everybody once the match is over (General 11)."""

    @classmethod
    def read(cls, given: Mapping[str, object] | None = None) -> typing.Self:
        """Return options from names and values (numbers, or texts as people type them); those not named keep their default.

        Raises:
            OptionsError: an unknown option, a value that is not allowed, or values that do not fit each other.
        """
        known = {field.name: field for field in cls.fields()}
        values: dict[str, Any] = {}
        for name, value in (given or {}).items():
            if name not in known:
                raise OptionsError(f"{cls.game} has no option {name!r}{suggest(name, known)}")
            values[name] = known[name].read(cls.game, value)
        options = cls(**values)
        for problem in options.problems():
            raise problem
        return options

    @classmethod
    @functools.cache
    def fields(cls) -> tuple[OptionField, ...]:
        """Return the options in the order they are declared: the game's own, then those that all games share."""
        helps = _attribute_docs(cls)
        said = {name: text for base in reversed(cls.__mro__) for name, text in vars(base).get("said", {}).items()}
        tests = {name for base in cls.__mro__ for name in vars(base).get("for_tests", ())}
        hints = typing.get_type_hints(cls, include_extras=True)
        defaults = {f.name: f.default for f in msgspec.structs.fields(cls)}
        homes = {name: place for place, base in reversed([*enumerate(cls.__mro__)]) for name in inspect.get_annotations(base)}
        names = sorted(defaults, key=lambda name: homes[name])
        fields = [_in_words(_field(name, hints[name], defaults[name], helps.get(name, "")), said) for name in names]
        return tuple(msgspec.structs.replace(field, for_tests=field.name in tests) for field in fields)

    @classmethod
    def seat_limits(cls) -> tuple[int, int]:
        """Return the smallest and the largest number of seats."""
        seats = next(field for field in cls.fields() if field.name == "seats")
        return seats.least or 1, seats.most or 1

    @classmethod
    def for_seats(cls, seats: int) -> dict[str, int | str]:
        """Return options that this many seats need and that are not the default; forms for players set them by themselves."""
        return {}

    def problems(self) -> Iterator[OptionsError]:
        """Yield every reason why these values do not fit each other; a game overrides it with its invalid combinations."""
        yield from ()

    def word_problems(self, words: Iterable[str]) -> Iterator[OptionsError]:
        """Yield every reason why a word list does not fit these options."""
        yield from ()

    def bot_problems(self) -> Iterator[OptionsError]:
        """Yield every reason why these options are not for bots in all seats, such as a match that might never end."""
        yield from ()

    def refuse(self, reason: str, rule: str = "") -> OptionsError:
        """Return an error whose text begins with the game's name."""
        return OptionsError(f"{self.game}: {reason}", rule)

    def settings(self) -> dict[str, Any]:
        """Return values for every field of the game's OPTIONS record: numbers, and words as their place.

        A word's place is that among its choices. Other values may be among them.
        """
        values: dict[str, Any] = {}
        for field in self.fields():
            value = getattr(self, field.name)
            values[field.name] = field.choices.index(value) if value in field.choices else value
        return values

    @classmethod
    def tried(cls) -> Mapping[str, tuple[str, ...]]:
        """Return sample texts for options that are any text; the tests for every game play them, beside the defaults."""
        return {}

    def max_decisions(self) -> int:
        """Return the largest number of decisions of a match with these options."""
        raise NotImplementedError

    def score_bounds(self) -> tuple[float, float]:
        """Return the least and the greatest final score of a seat; infinite where the game does not say."""
        return -math.inf, math.inf

    def draws_differ(self) -> bool:
        """Return whether the picks of every draw lead to different outcomes, so that nobody needs to compare them.

        False is always right, and slower: OpenSpiel's adapter then compares the outcomes of each draw and joins equal ones.
        """
        return False

    def word_list(self) -> str | tuple[str, tuple[str, ...]] | None:
        """Return the name of the match's word list, or (name, words) of one of the game's own; None without words."""
        return None

    @classmethod
    def recorded(cls, given: Mapping[str, object], cards: Sequence[str] | None) -> typing.Self:
        """Return options from the header of a transcript, in which `cards` stand apart.

        Raises:
            OptionsError: as for `read`; or there are cards, and the game has none of its own.
        """
        if cards is not None:
            raise OptionsError(f"{cls.game} is played without cards of one's own, got {' '.join(cards)!r:.60}")
        return cls.read(given)

    def own_cards(self) -> tuple[str, ...] | None:
        """Return the cards that somebody chose for this match, as transcripts write them; None where nobody did."""
        return None

    def lookup_refusal(self) -> ActionError | None:
        """Return why nobody may look words up before the match is over; None where everybody may."""
        return None

    def public(self) -> dict[str, int | str]:
        """Return every option but the seats with its value, as transcripts write it."""
        return {field.name: getattr(self, field.name) for field in self.fields() if field.name != "seats"}


def _in_words(field: OptionField, said: Mapping[str, str]) -> OptionField:
    """Return an option with the names of itself and of its words."""
    title = said.get(field.name) or field.name.replace("_", " ").capitalize()
    choices = tuple(said.get(f"{field.name}={choice}") or choice.replace("_", " ") for choice in field.choices)
    return msgspec.structs.replace(field, title=title, said=choices)


def _field(name: str, hint: Any, default: Any, help_text: str) -> OptionField:
    least = most = None
    choices: list[str] = []
    free = False
    union = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    for kind in union:
        if typing.get_origin(kind) is Literal:
            choices += typing.get_args(kind)
        elif typing.get_origin(kind) is Annotated:
            limits = next(extra for extra in kind.__metadata__ if isinstance(extra, between))
            least, most = limits
        elif kind is str:
            free = True
        else:
            raise TypeError(f"option {name}: {kind} is not a Literal, a str or an int between two numbers")
    cited = RULE_ID.search(help_text)
    return OptionField(
        name=name,
        default=default,
        help=help_text,
        least=least,
        most=most,
        choices=tuple(choices),
        free=free,
        rule=cited[1] if cited else "",
    )


def _attribute_docs(cls: type) -> dict[str, str]:
    """Return the string literal under each annotated field, base classes first."""
    docs: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not issubclass(base, GameOptions):
            continue
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(base)))
        body = tree.body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                docs[field.target.id] = inspect.cleandoc(str(below.value.value))
    return docs


def read_number(given: object, name: str, least: int, most: int, shown: str) -> int:
    """Return a whole number that a program gave, NumPy's included, as a plain int.

    Args:
        given: the number.
        name: what the number stands for, in messages.
        least: smallest number allowed.
        most: largest number allowed.
        shown: `most` as messages show it.

    Raises:
        OptionsError: the value is no whole number, or out of range.
    """
    if not isinstance(given, Integral) or not least <= int(given) <= most:
        raise OptionsError(f"{name} is a whole number from {least} to {shown}, got {given!r:.80}")
    return int(given)

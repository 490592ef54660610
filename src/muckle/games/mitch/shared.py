"""The part of Mitch's scene that is the same for every viewer, computed once per position."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.games.mitch import rules as compiled_rules
from muckle.games.mitch import text
from muckle.games.mitch.state import KEPT_HANDS, SeatState, Settings, State
from muckle.kit import playing_cards as cards
from muckle.scene.contract import Seat, Table, ZoneMark
from muckle.scene.memo import remember_last
from muckle.scene.tell import count, signed

rules = plain(compiled_rules)

Tableau = tuple[int, int, int]
"""A player's cards in the columns, the suits whose column rises, and 1 if the penalty for placing nothing is due."""


class PublicView:
    """The part of the scene that is the same for every viewer of a position."""

    def __init__(self, setup: Setup, state: State, names: Sequence[str]) -> None:
        self.setup, self.options, self.state, self.names = setup, setup.options, state, names
        self.over, self.phase1 = state.turn == OVER, state.aces < setup.options.trigger
        now = tuple((player.tableau, player.rising, rules.missed(player)) for player in self.players)
        self.suits = suit_view(setup.options, now)
        self.account = self.suits.account

    @functools.cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats as every viewer sees them: none is marked as the viewer's own."""
        return tuple(self._seat(number) for number in range(len(self.names)))

    @property
    def players(self) -> Sequence[SeatState]:
        """The records of the seats in the match."""
        return self.state.seats[: len(self.names)]

    def aces(self) -> str:
        """Return the number of Aces shown and the number that matters: ``2 of 3``."""
        return f"{self.state.aces} of {max(self.options.trigger, self.state.aces)}"

    def last_tableaus(self) -> tuple[Tableau, ...]:
        """Return each player's tableau as the last hand ended."""
        return tuple((player.last, player.last_rising, player.last_missed) for player in self.players)

    def _seat(self, number: int) -> Seat:
        """Return a place at the table: total and public notes (Mitch I8, I10, I15)."""
        player = self.state.seats[number]
        notes = ["dealer"] if number == self.state.dealer and not self.over else list[str]()
        if not self.over:
            notes += self._this_hand(number, player)
        return Seat(self.names[number], signed(player.total).lstrip("+"), turn=number == self.state.turn, note=", ".join(notes))

    def _this_hand(self, number: int, player: SeatState) -> Iterator[str]:
        """Yield the points of the hand so far, and the penalty that placing nothing may cost or has cost (Mitch 8b)."""
        points, lost = self.suits.points[number], self.account.penalty(number)
        yield f"{signed(points + lost if self.phase1 else points)} so far"
        if self.options.penalty and self.phase1 and not player.placed:
            yield f"has placed nothing yet: {count(self.options.penalty, 'point')} at risk"
        if lost and not self.phase1:
            yield f"placed nothing in phase 1: −{lost}"

    @functools.cached_property
    def help(self) -> dict[str, str]:
        """The rules that matter now."""
        options = self.options
        lines = {"Mitch 4": "place one card or discard one; there is no pass"}
        if not options.discarding:
            lines["Mitch 4a"] = "in this match only a card that does not fit may be discarded"
        if self.state.choosing:
            lines["Mitch 11"] = "draw from the stock or the discard pile"
        if options.high_low:
            lines["Mitch 17"] = "the second card of a column may be higher or lower; the column goes on that way"
        else:
            lines["Mitch 5"] = "a card is placed below a higher one of its suit, or starts the suit's column"
        if self.phase1 and options.penalty:
            lines["Mitch 8b"] = f"who places nothing in phase 1 loses {count(options.penalty, 'point')}"
        if options.phase2:
            lines["Mitch 6"] = "after the trigger Ace nobody draws, and the hands are played out"
        else:
            lines["Revolution 2"] = "the trigger Ace ends the hand at once"
        ties = "Mitch 17a" if options.high_low else "Mitch 13" if options.lowest_low else "Mitch 7a"
        last = "further from its end" if options.high_low else "lower" if options.lowest_low else "higher"
        lines["Mitch 7"] = "the longest column of a suit wins it"
        lines[ties] = f"of equally long columns the one whose last card is {last} wins"
        lines["Mitch 8a"] = f"each card in a suit not won costs {options.loss}"
        return lines

    @functools.cached_property
    def tables(self) -> tuple[Table, ...]:
        return tuple(self._tables())

    def _tables(self) -> Iterator[Table]:
        """Yield the scores of the hands (Mitch I15), the last hand, and the suits as they lie (I10)."""
        if self.state.finished:
            yield self._scores()
            points = tuple(scored(player, self.state.finished - 1) for player in self.players)
            yield ended_hand(self.options, tuple(self.names), self.state.finished, self.last_tableaus(), points)
        if not self.over:
            rows = tuple((name, *cells) for name, cells in zip(self.names, self.suits.cells, strict=True))
            yield Table("Suits now: cards and points", suit_head(self.options), rows)

    def _scores(self) -> Table:
        """Return the scores of the hands and the totals (Mitch I15); the state keeps the last eight hands one by one."""
        finished = self.state.finished
        first = max(0, finished - KEPT_HANDS)
        head = ["", *([f"1–{first}"] if first else []), *(str(hand + 1) for hand in range(first, finished)), "Total"]
        rows: list[tuple[str, ...]] = []
        for name, player in zip(self.names, self.players, strict=True):
            hands, total = [scored(player, hand) for hand in range(first, finished)], player.total
            earlier = [total - sum(hands)] if first else []
            rows.append((name, *map(signed, [*earlier, *hands, total])))
        return Table("Scores of the hands", tuple(head), tuple(rows))


@remember_last
def public_view(setup: Setup, state: State, names: Sequence[str]) -> PublicView:
    """Return the public part of the scene, cached for the last position."""
    return PublicView(setup, state, names)


def title(setup: Setup) -> str:
    """Return the game's name and its special options."""
    options = setup.options
    special = {"two packs": options.packs > 1, "high/low": options.high_low, "draws from the discard pile": options.draw}
    return ", ".join(["Mitch" if options.phase2 else "Revolution", *(words for words, there in special.items() if there)])


@functools.lru_cache(1000)
def ended_hand(
    options: Settings, names: tuple[str, ...], hand: int, tableaus: tuple[Tableau, ...], points: tuple[int, ...]
) -> Table:
    """Return a table of how a hand ended; cached, as it stays the same for every viewer until the next hand ends."""
    suits = suit_view(options, tableaus)
    lost = [suits.account.penalty(seat) for seat in range(len(names))]
    rows = [
        (name, *suits.cells[seat], *([signed(-lost[seat])] if any(lost) else []), signed(points[seat]))
        for seat, name in enumerate(names)
    ]
    head = (*suit_head(options), *(["Nothing placed"] if any(lost) else []), "Points")
    return Table(f"Hand {hand}: cards and points", head, tuple(rows))


class SuitView:
    """The suits as they lie, as every viewer sees them (Mitch 7, I10). Most actions change none of it."""

    def __init__(self, options: Settings, tableaus: Sequence[Tableau]) -> None:
        fields = ("tableau", "rising", "had_turn")
        seats = [SimpleNamespace(**dict(zip(fields, each, strict=True)), placed=0) for each in tableaus]
        board: Any = SimpleNamespace(seats=seats)  # the fields of a state that decide the suits and the penalty
        self.account = text.Account(Setup(options, ()), board)
        numbers, suits = range(len(tableaus)), range(options.suits)
        self.points = [self.account.points(seat) for seat in numbers]
        self.cells = [tuple(self._cell(seat, suit) for suit in suits) for seat in numbers]
        """Length and points of each column, by seat and suit: ``3: +4``."""
        self._columns: dict[ZoneMark, list[tuple[tuple[str, tuple[ZoneMark, ...]], ...]]] = {}

    def columns(self, mark: ZoneMark) -> Sequence[tuple[tuple[str, tuple[ZoneMark, ...]], ...]]:
        """Return the note and the marks of each column, by seat and suit; the winners of a suit have the mark."""
        if mark not in self._columns:
            numbers, suits = range(len(self.points)), range(len(self.cells[0]))
            self._columns[mark] = [tuple(self._column(seat, suit, mark) for suit in suits) for seat in numbers]
        return self._columns[mark]

    def _cell(self, seat: int, suit: int) -> str:
        size = self.account.size(suit, seat)
        return f"{size}: {signed(self.account.suit_points(suit, seat))}" if size else "–"

    def _column(self, seat: int, suit: int, mark: ZoneMark) -> tuple[str, tuple[ZoneMark, ...]]:
        marks: tuple[ZoneMark, ...] = (mark,) if self.account.won(suit, seat) else ()
        rising = ["rising"] if self.account.state.seats[seat].rising >> suit & 1 else []
        points = [signed(self.account.suit_points(suit, seat))] if self.account.size(suit, seat) else []
        return ", ".join([*rising, *marks, *points]), marks


@functools.lru_cache(1000)
def suit_view(options: Settings, tableaus: tuple[Tableau, ...]) -> SuitView:
    """Return the suits of some tableaus, cached."""
    return SuitView(options, tableaus)


def suit_head(options: Settings) -> tuple[str, ...]:
    """Return the head of a table of suits."""
    return ("", *cards.SUIT_SIGNS[: options.suits])


def scored(player: SeatState, hand: int) -> int:
    """Return a player's points in one of the last eight hands, numbered from 0."""
    return player.scored[hand % KEPT_HANDS]

"""Multzo once more, in lists, dicts and texts, sharing nothing with the real rules. Slow, and easy to read beside the rulebook.

Chance is told to it (`deal 1 C4`, `draw 0 S5`, `start 2`); it refuses outcomes that cannot be.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

SUITS = ("C", "A", "S", "M")
NAMES = {"C": "Crowns", "A": "Arms", "S": "Suns", "M": "Moons"}
RANKS = ("N", "2", "3", "4", "5", "A")
VALUE = {"N": 0, "2": 2, "3": 3, "4": 4, "5": 5, "A": 6}
CATEGORIES = {"Flush": "C", "Prime": "A", "Set": "S", "Run": "M"}


def total(tiles: Any) -> int:
    return sum(VALUE[tile[1]] for tile in tiles)


def strength(hand: list[str], category: str, group_only: bool = False) -> tuple[int, int] | None:
    """Size of the group and its worth, larger is stronger; None if the hand has no such group."""
    suits, ranks = [tile[0] for tile in hand], [tile[1] for tile in hand]
    if category == "Flush":
        return (len(hand), total(hand)) if len(set(suits)) == 1 else None
    if category == "Prime":
        return (len(hand), total(hand)) if len(set(suits)) == len(hand) else None
    for size in (4, 3):
        for group in combinations(hand, size):
            places = sorted(RANKS.index(tile[1]) for tile in group)
            same = places[0] == places[-1]
            rising = places == list(range(places[0], places[0] + size))
            if same if category == "Set" else rising:
                return size, total(group) if group_only and size == 3 else total(hand)
    assert len(ranks) == len(hand)
    return None


class Twin:
    """A match. `legal` and `act` speak notation; everything else is open to look at."""

    def __init__(self, **options: Any) -> None:
        self.o = options
        self.seats = range(options["seats"])
        coins = [int(value) for value in options["coins"].split()]
        self.coins = {suit: list(coins) for suit in SUITS}
        self.nulls = set(SUITS) if self.o.get("null_coins") != "no" else set[str]()
        self.won: list[list[int]] = [[] for _ in self.seats]
        self.won_nulls: list[set[str]] = [set() for _ in self.seats]
        self.all = [suit + rank for suit in SUITS[: options["suits"]] for rank in RANKS[: options["ranks"]]]
        self.round = 0
        self.over = False
        self.ended_by = ""
        self.counts: dict[str, int] = {}

    def copy(self) -> Twin:
        """Return a copy of the match, with lists, dicts and sets of its own."""
        other = object.__new__(Twin)
        for name, value in vars(self).items():
            if name in ("hands", "known", "won", "won_nulls"):
                value = [part.copy() for part in value]
            elif name != "o" and isinstance(value, list | dict | set):
                value = value.copy()
            setattr(other, name, value)
        return other

    # Chance

    def next_chance(self, kind: str, seat: int | None = None) -> str:
        what, who, *rest = self.chance.pop(0).split()
        assert what == kind and (seat is None or int(who) == seat), (what, who, kind, seat)
        return rest[0] if rest else who

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    # Rounds

    def begin(self, chance: list[str]) -> None:
        self.chance = list(chance)
        self.starter = int(self.next_chance("start"))
        self.deal()
        assert not self.chance

    def deal(self) -> None:
        self.round += 1
        self.stack = list(self.all)
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.known: list[set[str]] = [set() for _ in self.seats]
        self.face_up: list[tuple[str, int, int]] = []
        self.down: str | None = None
        self.maybe: set[str] = set()
        self.declarer: int | None = None
        self.last: list[int] | None = None
        self.idle = 0
        self.shuffled = False
        self.phase = "draw"
        for _ in range(self.o["hand"]):
            for step in self.seats:
                seat = (self.starter + step) % len(self.seats)
                self.from_stack(seat, "deal")
        self.turn, self.number = self.starter, 0
        self.start_turn()

    def from_stack(self, seat: int, kind: str) -> None:
        tile = self.next_chance(kind, seat)
        self.stack.remove(tile)
        self.hands[seat].append(tile)

    def start_turn(self) -> None:
        self.number += 1
        self.taken: str | None = None
        self.drawn: str | None = None
        if not self.stack and self.declarer is None and self.o["empty_stack"] == "reshuffle" and not self.shuffled:
            self.stack = [tile for tile, _, _ in self.face_up]
            self.face_up = []
            self.shuffled = True
            self.count("reshuffle")
        self.phase = "draw"
        if not self.face_up or self.o.get("face_up_draws") == "no":
            self.from_stack(self.turn, "draw")
            self.drew_from_stack()

    def drew_from_stack(self) -> None:
        self.drawn = self.hands[self.turn][-1]
        self.phase = "discard"

    # Actions

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.phase == "draw":
            return {f"draw {tile}" for tile, _, _ in self.face_up} | ({"draw stack"} if self.stack else set())
        if self.phase == "choose":
            return {"coins"} | {f"null {NAMES[suit]}" for suit in self.choices(self.turn)}
        tiles = [tile for tile in self.hands[self.turn] if self.o["return_taken"] == "yes" or tile != self.taken]
        declares = self.last is None and self.o.get("declaring") != "no"
        return {f"discard {tile}" for tile in tiles} | ({f"declare {tile}" for tile in tiles} if declares else set())

    def act(self, text: str, chance: list[str]) -> None:
        assert text in self.legal()
        self.chance = list(chance)
        verb, _, what = text.partition(" ")
        if text == "draw stack":
            self.from_stack(self.turn, "draw")
            self.drew_from_stack()
        elif verb == "draw":
            self.face_up = [entry for entry in self.face_up if entry[0] != what]
            self.hands[self.turn].append(what)
            self.known[self.turn].add(what)
            self.taken, self.phase = what, "discard"
        elif verb in ("discard", "declare"):
            self.lay(what, verb == "declare")
        else:
            self.choose(next((suit for suit in SUITS if NAMES[suit] == what), None))
        assert not self.chance, self.chance

    def lay(self, tile: str, declares: bool) -> None:
        seat = self.turn
        if declares:
            stays = {self.taken} if self.taken and self.o["return_taken"] != "yes" else set()
            self.maybe = self.known[seat] - stays
            self.known[seat] &= stays
            self.declarer, self.down = seat, tile
            self.last = [(seat + step) % len(self.seats) for step in self.seats if step]
            self.count("declare")
        else:
            self.known[seat].discard(tile)
            self.face_up.append((tile, seat, self.number))
        self.hands[seat].remove(tile)
        if not declares:
            if self.last is not None:
                assert self.last.pop(0) == seat
            else:
                self.idle = 0 if self.drawn else self.idle + 1
                if not self.stack and self.o["empty_stack"] == "last_turns" and self.o.get("face_up_draws") != "no":
                    self.last = [(seat + step + 1) % len(self.seats) for step in self.seats]
                    self.count("last turns")
        fresh = self.o["empty_stack"] == "reshuffle" and self.last is None and not self.shuffled
        if self.last == []:
            self.showdown()
        elif self.o.get("face_up_draws") == "no" and not self.stack and not fresh:
            self.count("no draw")
            self.showdown()
        elif self.last is None and self.idle == self.o["stall_circuits"] * len(self.seats):
            self.count("stall")
            self.showdown()
        else:
            self.turn = (seat + 1) % len(self.seats)
            if not self.stack and self.last is None:
                self.count("empty stack")
            self.start_turn()

    # The showdown

    def showdown(self) -> None:
        self.maybe = set()
        self.known = [set(hand) for hand in self.hands]
        self.winner = {category: self.best(category) for category in CATEGORIES}
        self.paid: dict[str, list[int]] = {}
        self.phase = "choose"
        self.waiting: list[int] = []
        for step in self.seats:
            seat = (self.starter + step) % len(self.seats)
            if self.choices(seat):
                self.waiting.append(seat)
        for seat in self.seats:
            if seat not in self.waiting:
                for suit in self.wins(seat):
                    self.pay(seat, suit, 2 if suit == "C" else 1)
        self.next_choice()

    def best(self, category: str) -> int | None:
        group_only = self.o["three_tile_value"] == "group_only"
        found = {seat: strength(self.hands[seat], category, group_only) for seat in self.seats}
        marks = {seat: mark for seat, mark in found.items() if mark is not None}
        top = [seat for seat, mark in marks.items() if mark == max(marks.values())]
        if len(top) > 1:
            self.count("tie")
        return top[0] if len(top) == 1 else None

    def wins(self, seat: int) -> list[str]:
        return [suit for category, suit in CATEGORIES.items() if self.winner[category] == seat]

    def choices(self, seat: int) -> list[str]:
        won = self.wins(seat)
        return [suit for suit in won if suit in self.nulls] if len(won) == 2 else []

    def pay(self, seat: int, suit: str, count: int) -> None:
        taken, self.coins[suit] = self.coins[suit][:count], self.coins[suit][count:]
        self.won[seat] += taken
        self.paid.setdefault(suit, []).extend(taken)

    def choose(self, null: str | None) -> None:
        seat = self.waiting.pop(0)
        assert seat == self.turn
        for suit in self.wins(seat):
            count = 2 if suit == "C" else 1
            if suit == null:
                self.nulls.remove(suit)
                self.won_nulls[seat].add(suit)
                self.paid[suit] = [0]
                count = 0 if self.o["flush_null"] == "null_only" else count - 1
                self.count("null")
            self.pay(seat, suit, count)
        self.next_choice()

    def next_choice(self) -> None:
        if self.waiting:
            self.turn = self.waiting[0]
            return
        if not all(self.coins.values()) or self.round == self.o["rounds_cap"]:
            self.over = True
            self.ended_by = "cap" if all(self.coins.values()) else "stack"
            self.count(self.ended_by)
            return
        scores = self.scores()
        order = [(self.starter + 1 + step) % len(self.seats) for step in self.seats]
        top = [seat for seat in order if scores[seat] == max(scores)]
        if len(top) > 1 and self.o["tied_starter"] == "random":
            self.starter = int(self.next_chance("start"))
            assert self.starter in top
            self.count("random starter")
        else:
            self.starter = top[0]
        self.deal()

    def scores(self) -> list[int]:
        return [sum(self.won[seat]) * (1 + len(self.won_nulls[seat])) for seat in self.seats]

    def winners(self) -> list[int]:
        """Return who wins the match (Multzo 14, D13)."""
        keys = [(score, len(self.won[s]) + len(self.won_nulls[s])) for s, score in enumerate(self.scores())]
        if self.o["tie"] == "shared":
            keys = [(score, 0) for score, _ in keys]
        return [seat for seat in self.seats if keys[seat] == max(keys)]

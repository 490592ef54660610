"""Mitch written a second time, the slow way, from the rulebook alone: lists of card texts, no code of muckle.

Where the engine picks chance, the twin is told: by the outcomes the engine recorded (`Recorded`, which also checks their
order) or by a pack in order (`Pack`, for counting over all orders).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace

RANKS = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}


def rank(card: str) -> int:
    return RANKS[card[:-1]]


def suit(card: str) -> str:
    return card[-1]


class Recorded:
    """Chance as the engine wrote it down."""

    def __init__(self) -> None:
        self.texts: deque[str] = deque()

    def take(self, kind: str, seat: int) -> str:
        said, number, card = self.texts.popleft().split()
        assert (said, int(number)) == (kind, seat), f"{said} {number} where {kind} {seat} was due"
        return card

    def dealer(self, seats: int) -> int:
        said, number = self.texts.popleft().split()
        assert said == "dealer" and int(number) < seats
        return int(number)


class Pack:
    """Chance as the order of one pack; seat n - 1 deals, so seat 0 sits at the dealer's left."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.cards = deque(cards)

    def take(self, kind: str, seat: int) -> str:
        return self.cards.popleft()

    def dealer(self, seats: int) -> int:
        return seats - 1


@dataclass
class Player:
    hand: list[str] = field(default_factory=list)
    columns: dict[str, list[int]] = field(default_factory=dict)
    had_turn: bool = False
    placed: bool = False


class Twin:
    def __init__(self, seats: int, options: dict[str, object], chance: Recorded | Pack) -> None:
        self.n, self.o, self.chance = seats, options, chance
        self.totals = [0] * seats
        self.finished = 0
        self.over = False
        self.dealer = chance.dealer(seats)
        trigger = options["ace_trigger"]
        self.trigger = (3 if options["packs"] == 1 else 6) if trigger == "auto" else int(trigger)  # type: ignore
        self.hands = seats if options["hands"] == "one_per_seat" else int(options["hands"])  # type: ignore
        self.deal()

    def copy(self) -> Twin:
        other = copy(self)
        other.totals, other.pile = self.totals[:], self.pile[:]
        columns = ({suit: ranks[:] for suit, ranks in player.columns.items()} for player in self.players)
        other.players = [replace(p, hand=p.hand[:], columns=own) for p, own in zip(self.players, columns, strict=True)]
        return other

    # A hand

    def deal(self) -> None:
        while not self.over:
            self.players = [Player() for _ in range(self.n)]
            self.pile: list[str] = []
            self.aces, self.phase, self.without_stock = 0, 1, 0
            order = [(self.dealer + 1 + k) % self.n for k in range(self.n)]
            for _ in range(int(self.o["hand_size"])):  # type: ignore
                for seat in order:
                    self.players[seat].hand.append(self.chance.take("deal", seat))
            for seat in order:
                self.replace(seat)
            if self.begin(order[0]):
                return
            self.score()

    def stopped(self) -> bool:
        """Revolution: the hand is over with the trigger Ace."""
        return self.o["phase2"] == "no" and self.aces >= self.trigger

    def replace(self, seat: int) -> None:
        hand = self.players[seat].hand
        aces = [card for card in hand if card.startswith("A")]
        for ace in aces:
            hand.remove(ace)
            self.aces += 1
        while len(hand) < int(self.o["hand_size"]) and not self.stopped():  # type: ignore
            card = self.chance.take("draw", seat)
            if card.startswith("A"):
                self.aces += 1
            else:
                hand.append(card)

    def begin(self, seat: int) -> bool:
        """Begin a turn; False when the hand is over."""
        self.turn, self.taken, self.choosing = seat, None, False
        if self.stopped():
            return False
        if self.aces >= self.trigger:
            self.phase = 2
        if self.phase == 2:
            return bool(self.players[seat].hand)
        if self.can_draw_discard():
            self.choosing = True
            return True
        return self.draw_stock()

    def can_draw_discard(self) -> bool:
        if self.o["draw"] == "stock" or not self.pile:
            return False
        top = self.pile[-1]
        if self.o["draw"] == "must_place":
            return self.fits(self.turn, top)
        if self.without_stock >= self.n * int(self.o["discard_stall"]):  # type: ignore
            return False
        return bool(self.o["hand_size"]) or self.fits(self.turn, top)

    def draw_stock(self) -> bool:
        self.without_stock = 0
        while True:
            card = self.chance.take("draw", self.turn)
            if not card.startswith("A"):
                self.players[self.turn].hand.append(card)
                return True
            self.aces += 1
            if self.stopped():
                return False
            if self.aces >= self.trigger:
                self.phase = 2
                return bool(self.players[self.turn].hand)

    def fits(self, seat: int, card: str) -> bool:
        column = self.players[seat].columns.get(suit(card), [])
        if not column:
            return True
        if self.o["direction"] == "down":
            return rank(card) < column[-1]
        if len(column) == 1:
            return rank(card) != column[0]
        return rank(card) > column[-1] if column[1] > column[0] else rank(card) < column[-1]

    # What a player does

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.choosing:
            return {"draw stock", "draw discard"}
        hand = self.players[self.turn].hand
        if self.taken and self.o["draw"] == "must_place":
            return {f"place {self.taken}"}
        texts = {f"place {card}" for card in hand if self.fits(self.turn, card)}
        for card in hand:
            if self.o["discarding"] == "no" and self.fits(self.turn, card):
                continue
            if card != self.taken or hand.count(card) > 1:
                texts.add(f"discard {card}")
        return texts

    def apply(self, text: str) -> None:
        verb, card = text.split()
        player, seat = self.players[self.turn], self.turn
        if verb == "draw":
            self.choosing = False
            if card == "stock":
                going_on = self.draw_stock()
            else:
                self.taken = self.pile.pop()
                player.hand.append(self.taken)
                self.without_stock += 1
                going_on = True
        else:
            player.hand.remove(card)
            if verb == "place":
                player.columns.setdefault(suit(card), []).append(rank(card))
            else:
                self.pile.append(card)
            if self.phase == 1:
                player.had_turn = True
                player.placed |= verb == "place"
            going_on = self.begin((seat + 1) % self.n)
        if not going_on:
            self.score()
            self.deal()

    # Scores

    def key(self, column: list[int]) -> tuple[object, ...]:
        """Return the key of a column; the column with the higher key wins the suit."""
        if self.o["direction"] == "high_low":
            rising = len(column) > 1 and column[1] > column[0]
            top = int(self.o["ranks"]) + 1  # type: ignore
            distances = [top - r if rising else r - 2 for r in reversed(column)]
            return (len(column), distances[0], not rising, *distances[1:])
        return (len(column), *(r if self.o["tie"] == "highest_low" else -r for r in reversed(column)))

    def score(self) -> None:
        won: dict[str, list[int]] = {}
        for s in "SHDC":
            columns = {seat: p.columns[s] for seat, p in enumerate(self.players) if s in p.columns}
            if columns:
                best = max(self.key(column) for column in columns.values())
                won[s] = [seat for seat, column in columns.items() if self.key(column) == best]
                if len(won[s]) > 1 and self.o["dead_tie"] == "nobody":
                    won[s] = []
        shapes = {s: (len(c), sorted(c)) for s, seats in won.items() if seats for c in [self.players[seats[0]].columns[s]]}
        double = [s for s in shapes if shapes[s] == min(shapes.values())] if self.o["shortest_bonus"] != "none" else []
        value = self.n + 1 if self.o["win_value"] == "players_plus_1" else int(self.o["win_value"])  # type: ignore
        self.last = [0] * self.n
        for seat, player in enumerate(self.players):
            for s, column in player.columns.items():
                if seat in won[s]:
                    self.last[seat] += value * (2 if s in double else 1)
                else:
                    self.last[seat] -= int(self.o["loss_per_card"]) * len(column)  # type: ignore
            if player.had_turn and not player.placed:
                self.last[seat] -= int(self.o["no_play_penalty"])  # type: ignore
            self.totals[seat] += self.last[seat]
        self.finished += 1
        self.dealer = (self.dealer + 1) % self.n
        tied = self.o["match_tie"] == "extra_hand" and self.totals.count(max(self.totals)) > 1
        self.over = self.finished >= self.hands and not (tied and self.finished < int(self.o["max_hands"]))  # type: ignore

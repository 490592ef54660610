"""Alphabetickell once more, as plainly as possible, sharing nothing with the program: lists, dicts and letters."""

from __future__ import annotations

from collections.abc import Iterable


class Twin:
    """A match that is told its random outcomes, as texts, and complains if one cannot be.

    Args:
        options: the values by name, words as words, `seats` among them.
        cards: the deck.
    """

    def __init__(self, options: dict[str, int | str], cards: Iterable[str], chance: Iterable[str]) -> None:
        self.options, self.cards = options, list(cards)
        self.seats = int(options["seats"])
        self.totals = [0] * self.seats
        self.rounds = 0
        self.points: list[list[int]] = []
        self.over = False
        self.chance = list(chance)
        if options["first_dealer"] == "random":
            self.dealer = int(self.outcome("dealer"))
            assert self.dealer < self.seats
        else:
            self.dealer = int(str(options["first_dealer"])[-1])
        self.new_round()
        assert not self.chance

    def outcome(self, kind: str) -> str:
        word, _, rest = self.chance.pop(0).partition(" ")
        assert word == kind
        return rest

    def draw(self, kind: str) -> str:
        """Return the card of the next outcome, taken from the pile."""
        card = self.outcome(kind).split()[-1]
        self.pile.remove(card)
        return card

    def order(self) -> list[int]:
        """Seats from the dealer clockwise."""
        return [(self.dealer + k) % self.seats for k in range(self.seats)]

    def new_round(self) -> None:
        self.rounds += 1
        self.pile = sorted(self.cards)
        self.discard: list[str] = []
        self.offer = ""
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.kept: list[str] = [""] * self.seats
        self.lines: list[dict[str, str]] = [{} for _ in range(self.seats)]
        """Card that gives each letter, for each line; empty for a line of one card."""
        for _ in range(int(self.options["deal"])):
            for seat in [*self.order()[1:], self.dealer]:
                assert self.chance[0].startswith(f"deal {seat} ")
                self.hands[seat].append(self.draw("deal"))
        self.to_choose = self.order()
        if self.options["deal"] == 1:
            for seat in self.order():
                self.keep(seat, self.hands[seat][0])
        else:
            self.turn = self.dealer

    def keep(self, seat: int, card: str) -> None:
        self.kept[seat] = card
        self.to_choose.remove(seat)
        if self.to_choose:
            self.turn = self.to_choose[0]
            return
        for hand, first in zip(self.hands, self.kept, strict=True):
            back = list(hand)
            back.remove(first)
            self.pile = sorted(self.pile + back)
        self.turn_up()

    def turn_up(self) -> None:
        self.offer = self.draw("offer")
        self.to_answer = self.order()
        self.ask()

    def ask(self) -> None:
        """Skip those who cannot take; after the last the card is discarded."""
        while self.to_answer and not self.ways(self.to_answer[0]):
            self.to_answer.pop(0)
        if self.to_answer:
            self.turn = self.to_answer[0]
            return
        self.discard.append(self.offer)
        self.offer = ""
        if len(self.discard) == self.options["discard_limit"] or self.finished():
            self.end_round(self.dealer)
        else:
            self.turn_up()

    def size(self, seat: int) -> int:
        return len(self.lines[seat]) or 1

    def ways(self, seat: int) -> list[str]:
        line, found = self.lines[seat], list[str]()
        if not line:
            for x in sorted(self.kept[seat]):
                for y in sorted(self.offer):
                    if x != y:
                        found.append(f"take {'left' if y < x else 'right'} {x}-{y}")
            return found
        for y in sorted(self.offer):
            if y < min(line):
                found.append(f"take left {y}")
            if y > max(line):
                found.append(f"take right {y}")
        return found

    def legal(self) -> list[str]:
        if self.over:
            return []
        if not self.offer:
            return list(dict.fromkeys(f"keep {card}" for card in self.hands[self.turn]))
        return ["pass"] * (self.options["passing"] == "yes") + self.ways(self.turn)

    def apply(self, action: str, chance: Iterable[str]) -> None:
        assert action in self.legal()
        self.chance = list(chance)
        words = action.split()
        if words[0] == "keep":
            self.keep(self.turn, words[1])
        elif words[0] == "pass":
            self.to_answer.pop(0)
            self.ask()
        else:
            self.take(self.turn, words[2])
        assert not self.chance

    def take(self, seat: int, letters: str) -> None:
        old, _, new = letters.rpartition("-")
        if old:
            self.lines[seat][old] = self.kept[seat]
        self.lines[seat][new] = self.offer
        self.offer = ""
        if self.size(seat) == self.options["cap"]:
            self.end_round(seat)
            return
        turned_up_by = self.dealer
        self.dealer = (seat + 1) % self.seats
        if not self.pile:
            self.end_round(turned_up_by)
        elif self.finished():
            self.end_round(self.dealer)
        else:
            self.turn_up()

    def finished(self) -> bool:
        """No card left, or (with early_stop) none that fits."""
        if self.options["early_stop"] == "play_on":
            return not self.pile
        return not any(self.fits(card, line) for card in self.pile for line in self.lines)

    def fits(self, card: str, line: dict[str, str]) -> bool:
        return not line or min(card) < min(line) or max(card) > max(line)

    def end_round(self, dealer: int) -> None:
        self.points.append([self.size(seat) for seat in range(self.seats)])
        for seat in range(self.seats):
            self.totals[seat] += self.size(seat)
        best = max(self.totals)
        reached = best >= int(self.options["target"])
        if self.options["tie"] == "extra_round" and self.totals.count(best) > 1:
            reached = False
        if reached or self.rounds == self.options["max_rounds"]:
            self.over = True
            return
        self.dealer = dealer
        self.new_round()

    def shown(self, seat: int) -> str:
        """Return a line in handwritten form: capitals are the letters chosen."""
        if not self.lines[seat]:
            return self.kept[seat]
        cards = [(letter, self.lines[seat][letter]) for letter in sorted(self.lines[seat])]
        return " ".join("".join(c if c == letter else c.lower() for c in card) for letter, card in cards)

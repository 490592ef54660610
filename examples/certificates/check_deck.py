"""Check, without muckle, that a match of Mickell scores what its transcript says, and that nobody could have scored more.

    muckle par mickell --seed 7 --certificate best.jsonl
    muckle words export american-standard words.txt
    python examples/certificates/check_deck.py best.jsonl words.txt

Of a word of n letters n - points(n) cards are lost, and so is each card in no word. A state is what each row spells so far, and
what was lost. To show that nobody loses less than this match, all states that still could are followed, card by card, forwards
and backwards: who loses n cards loses at most n // 2 in the first half of the deck, or at most (n - 1) // 2 in the second.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

NEVER = 99
"""More cards than any deck has."""


def require(condition: bool, fault: str) -> None:
    """End the check with a fault unless a condition holds."""
    if not condition:
        sys.exit(f"refused: {fault}")


def points(letters: int) -> int:
    """Return what a word is worth (Mickell 6)."""
    return letters - 2 if letters <= 5 else letters - 1 if letters <= 7 else letters


def replay(match: Sequence[Any], words: Collection[str]) -> tuple[list[str], int]:
    """Return the cards in order and the score: one card a turn, and one word a turn at most until the last card has come."""
    header, *decisions, _ = match
    cards = [draw.removeprefix("card ") for line in (header, *decisions) for draw in line["chance"]]
    rows: dict[int, list[tuple[int, str]]] = {row: [] for row in range(1, header["options"]["rows"] + 1)}
    turn, score, resolved, claimed = 0, 0, False, False
    for verb, *told in (line["action"].split() for line in decisions):
        row, over = rows[int(told[0])] if told else [], turn == len(cards)
        if verb in ("place", "discard"):
            must_place = turn == 0 and header["options"]["first_card"] == "must_place"
            require(not (over or resolved or (verb == "discard" and must_place)), f"{verb}: a card is resolved once")
            resolved = True
            row += [(turn, cards[turn])] if verb == "place" else []
        elif verb == "trim":
            require(row.pop()[0] < turn, "a card is trimmed in its own turn")
        elif verb == "claim":
            spelled = len(row) == len(told[1]) and all(told[1][place] in card for place, (_, card) in enumerate(row))
            require(spelled and told[1] in words and (over or not claimed), f"{told[1]} may not be claimed")
            score, claimed = score + points(len(row)), True
            row.clear()
        elif not over:
            require(resolved, f"turn {turn + 1} ends without its card")
            turn, resolved, claimed = turn + 1, False, False
    require(turn == len(cards), "the match is not over")
    return cards, score


def can_lose(cards: Sequence[str], rows: int, words: Collection[str], most: int, half: int) -> bool:
    """Return whether one can lose at most so many cards, of them at most `half` in the first half of the deck."""
    texts, tree = [""], dict[tuple[int, str], int]()  # what a row spells: node 0 is the empty row
    for word in words:
        node = 0
        for letter in word if is_spelled(word, cards) else "":
            if (node, letter) not in tree:
                tree[node, letter] = len(texts)
                texts.append(texts[node] + letter)
            node = tree[node, letter]
    ends = [len(text) - points(len(text)) if text in words else NEVER for text in texts]
    steps = {letter: [tree.get((node, letter)) for node in range(len(texts))] for letter in set("".join(cards))}
    least = [[0] + [NEVER] * (len(texts) - 1)]  # what a row must still lose by itself, from each turn on
    for card in reversed(cards):
        then = now = least[0]
        for letter in card:
            now = [one if to is None else min(one, ends[to], then[to]) for one, to in zip(now, steps[letter], strict=True)]
        least.insert(0, [0, *now[1:]])
    states = {(0,) * rows: 0}
    for turn, card in enumerate(cards):
        limit, later, after = half if turn < len(cards) // 2 else most, least[turn + 1], dict[tuple[int, ...], int]()
        for state, lost in states.items():
            ways = [(state, lost + 1)]
            for row, node in enumerate(state):
                others = state[:row] + state[row + 1 :]
                for to in (steps[letter][node] for letter in card):
                    ways += [((to, *others), lost), ((0, *others), lost + ends[to])] if to is not None else []
            for rows_then, loss in ways:
                if loss <= limit and loss + sum(later[node] for node in rows_then) <= most:
                    key = tuple(sorted(rows_then))
                    after[key] = min(loss, after.get(key, NEVER))
        states = after
    return bool(states)


def is_spelled(word: str, cards: Sequence[str]) -> bool:
    """Return whether cards can spell a word in their order."""
    left = iter(cards)
    return all(any(letter in card for card in left) for letter in word)


def main(transcript: str, word_list: str) -> None:
    """Check a transcript. The word list is a file of muckle's: comments behind #, then a word a line."""
    match = [json.loads(line) for line in Path(transcript).read_text().splitlines()]
    listed = [word for word in Path(word_list).read_text().splitlines() if not word.startswith("#")]
    header, claimed = match[0], match[-1]["scores"][0]
    digest = hashlib.sha256("".join(f"{word}\n" for word in listed).encode()).hexdigest()
    require(digest == header["words"]["sha256"], f"the word list is not {header['words']['name']}")
    options, acts = header["options"], ("claiming", "trimming", "discarding")
    require(options["min_word"] == 3, "this page knows the rules with words of three letters only")
    for act in acts:
        require(options[act] == "yes", f"this page knows the rules with {act} only")
    rows = options["rows"]
    words = {word.upper() for word in listed if len(word) >= 3}
    cards, score = replay(match, words)
    require(score == claimed, f"the match scores {score}, not {claimed}")
    less, turned = len(cards) - score - 1, {word[::-1] for word in words}
    more = can_lose(cards, rows, words, less, less // 2) or can_lose(cards[::-1], rows, turned, less, (less - 1) // 2)
    require(not more, f"more than {score} points can be scored")
    print(f"{score} points, and nobody can score more with these cards in this order.")


if __name__ == "__main__":
    main(*sys.argv[1:])

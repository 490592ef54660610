"""Measure levels against a beginner: ``uv run python bench/beginners.py [GAME …]`` prints a row for each game.

A beginner has just finished the game's lesson and plays by its rule of thumb, which stands here as a function: it returns the
action for the seat to act and looks at nothing that the seat does not see. Two players meet, each deal from both seats; ties
are half. Alone (Mickell) both play the same decks. The weakest level must lose to it.
"""

from __future__ import annotations

import argparse
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from strength import FRESH, interval, manner_of

from muckle import players
from muckle.engine.position import NO_WORDS, Position
from muckle.games import GAMES
from muckle.games.alphabetickell import state as alphabetickell
from muckle.games.grabble_road import plays
from muckle.games.grabble_road import state as road
from muckle.games.mickell import state as mickell
from muckle.games.mitch import state as mitch
from muckle.games.multzo import state as multzo
from muckle.kit import piecepack
from muckle.kit.letter_tiles import BLANK, LETTERS, NUMBERS
from muckle.kit.playing_cards import LANE
from muckle.match.header import find_word_list
from muckle.players.contest import play_rows
from muckle.players.match_row import layout
from muckle.words import lists, vocabulary

Beginner = Callable[[Position, int], int]
"""A function of a position, in which the seat to act shall choose, and a seed; it returns the action."""
FEW_SKIPPED = 2
"""Alphabetickell: letters that a beginner skips, as the lesson skips J and K."""
SHORT_ROAD = 6
"""Grabble Road: tiles of the longest play that a beginner lays; the lesson's have four and three."""
WORTH_CLAIMING, LONGEST = 4, 7
"""Mickell: letters of the shortest word that a beginner claims and of the longest it hopes for, HOPE and REALITY there."""


def members(numbers: int) -> Iterator[int]:
    """Yield the numbers in a set, ascending."""
    return (number for number in range(numbers.bit_length()) if numbers >> number & 1)


def mitch_beginner(position: Position, seed: int) -> int:
    """Place the highest card of the longest suit that is not lost; else discard what fits nowhere, or the lowest card."""
    state, legal = position.plain_state, position.legal()
    own, others = state.seats[state.turn], [seat for number, seat in enumerate(state.seats) if number != state.turn]

    def length(tableau: int, card: int) -> int:
        return (tableau >> card // LANE * LANE & mitch.SUIT).bit_count()

    def hope(card: int) -> int:
        """Return the cards that the column of a card can have with those in hand, less those of the longest other one."""
        mine = length(own.tableau, card) + length(own.hand & own.room, card)
        return mine - max(length(seat.tableau, card) for seat in others)

    held = [action for action in legal if action < mitch.PLACE]
    placed = [action for action in legal if mitch.PLACE <= action < mitch.DRAW_STOCK and hope(action - mitch.PLACE) >= 0]
    if placed:
        return max(placed, key=lambda action: (length(own.tableau | own.hand & own.room, action - mitch.PLACE), action % LANE))
    return min(held or legal, key=lambda card: (own.room >> card & 1 and hope(card) >= 0, card % LANE))


def multzo_beginner(position: Position, seed: int) -> int:
    """Collect four tiles of a suit or rank, from the open ones if there is one, declare them, take the coins that pay most."""
    state, legal = position.plain_state, position.legal()
    own = state.seats[state.turn]
    hand = list(members(own.hand))
    if state.phase == multzo.SHOWDOWN:
        return max(legal, key=lambda action: score_after(position, action))

    def groups(tile: int) -> tuple[str, str]:
        return f"suit {tile // piecepack.LANE}", f"rank {tile % piecepack.LANE}"

    counts = Counter(group for tile in hand for group in groups(tile))
    wanted, most = counts.most_common(1)[0]
    if state.phase == multzo.DRAWING:
        open_ones = [a for a in legal if a != multzo.DRAW_STACK and wanted in groups(a - multzo.DRAW)]
        return open_ones[0] if open_ones else legal[0]
    first = multzo.DECLARE if most >= 4 else multzo.DISCARD
    thrown = [first + tile for tile in hand if first + tile in legal] or legal
    return min(thrown, key=lambda action: (wanted in groups((action - 1) % piecepack.TILES), (action - 1) % piecepack.LANE))


def score_after(position: Position, action: int) -> int:
    """Return the points of the seat to act if it makes its choice of coins (Multzo 12)."""
    seat, after = position.turn, position.copy()
    after.apply(action)
    coins = after.plain_state.seats[seat].coins
    return sum(piecepack.VALUES[coin % piecepack.LANE] for coin in members(coins)) * (
        1 + sum(coin % piecepack.LANE == 0 for coin in members(coins))
    )


def alphabetickell_beginner(position: Position, seed: int) -> int:
    """Begin near the middle, take what skips two letters at most, near the end anything, and else pass."""
    state, legal, options = position.plain_state, position.legal(), position.plain_setup.options
    own = state.seats[state.turn]

    def skipped(action: int) -> int:
        """Return the letters that a card taken skips."""
        if action < alphabetickell.PAIR:
            letter = action - alphabetickell.TAKE
            return max(own.left - letter, letter - own.right) - 1
        old, new = divmod(action - alphabetickell.PAIR, 2)
        return abs([*members(options.letters[own.kept])][old] - [*members(options.letters[state.offer])][new]) - 1

    if legal[0] >= alphabetickell.KEEP:
        cards = {action: members(options.letters[own.hand[action - alphabetickell.KEEP]]) for action in legal}
        return min(legal, key=lambda action: min(abs(2 * letter - 25) for letter in cards[action]))
    taken = [action for action in legal if action != alphabetickell.PASS]
    best = min(taken, key=skipped)
    return best if skipped(best) <= FEW_SKIPPED or own.length + 2 >= options.cap > 0 or len(taken) == len(legal) else legal[0]


def grabble_road_beginner(position: Position, seed: int) -> int:
    """Go on in a straight line with the known word that has most in its letters, with up to six tiles.

    Without one the tiles that need more than six behind them are changed, and those there are twice.
    """
    setup, state, legal = position.plain_setup, position.plain_state, position.legal()
    numbers, rack = setup.options.numbers, Counter(dict(zip(LETTERS, state.seats[state.turn].tiles, strict=False)))
    if state.returning:
        returned = [action for action in legal if action < road.DONE]
        idle = [a for a in returned if numbers[a - road.RETURN] > SHORT_ROAD or rack[LETTERS[(a - road.RETURN) % BLANK]] > 1]
        return idle[0] if idle else legal[-1]
    lays = [action for action in legal if plays.is_lay(action)]
    tiles = dict(zip(plays.tiles_of(setup, state, lays), lays, strict=True))
    laid, lines = state.tiles - state.begun, [*straight_lines(setup, state)]
    there = letter_set("".join([*rack.elements(), *(run for _, _, run, _ in lines)]))
    for word, letters in known_roads():
        if letters & ~there:
            continue
        for first, backwards, run, room in lines:
            for rest in parts_to_lay(word[::-1] if backwards else word, run, laid):
                ends = len(rest) == state.left if state.left else numbers[LETTERS.index(rest[0])] == len(rest)
                tile = plays.Tile(LETTERS.index(rest[0]), first)
                if ends and len(rest) <= room and tile in tiles and not Counter(rest) - rack:
                    return tiles[tile]
    return road.MULLIGAN if road.MULLIGAN in legal else legal[-1] if state.left == 0 else legal[0]


@functools.cache
def known_roads() -> list[tuple[str, int]]:
    """Return the words that a beginner knows, with the sets of their letters, those with the highest sum of numbers first."""
    words = [word.upper() for word in known_words(2, LONGEST)]
    words.sort(key=lambda word: (-sum(NUMBERS[LETTERS.index(letter)] for letter in word), word))
    return [(word, letter_set(word)) for word in words]


def letter_set(text: str) -> int:
    """Return the set of the letters in a text."""
    return sum(1 << LETTERS.index(letter) for letter in {*text})


def straight_lines(setup: Any, state: Any) -> Iterator[tuple[int, bool, str, int]]:
    """Yield each line that a play can go on along.

    Each is the next square, whether the line goes backwards, the letters that lead to it, and how many free squares follow.
    """
    head, laid = state.seats[state.turn].head, state.tiles - state.begun
    for step in (1, road.STRIDE, -1, -road.STRIDE):
        for first in plays.corner_squares(setup) if head == road.NOWHERE else [head + step]:
            run, square = "", first - step
            while 0 < square < road.SQUARES and state.board[square] > road.FREE:
                run, square = LETTERS[(state.board[square] & road.FACE_MASK) % BLANK] + run, square - step
            room, square = 0, first
            while 0 < square < road.SQUARES and state.board[square] == road.FREE:
                room, square = room + 1, square + step
            if len(run) >= laid and room:
                yield first, step < 0, run, room


def parts_to_lay(word: str, run: str, laid: int) -> Iterator[str]:
    """Yield the ends of a word, of up to six letters, with which it goes on from the letters before it."""
    for there in range(max(laid, len(word) - SHORT_ROAD), min(len(run), len(word) - 1) + 1):
        if run.endswith(word[:there]):
            yield word[there:]


def mickell_beginner(position: Position, seed: int) -> int:
    """Put a card where it ends a word, or else where most words are left; claim every word of four letters at once."""
    state, legal, options = position.plain_state, position.legal(), position.plain_setup.options
    rows = [row_cards(state, row) for row in range(options.rows)]
    claims = [action for action in legal if mickell.CLAIM <= action < mickell.END]
    ready = [action for action in claims if spells(options, rows[action - mickell.CLAIM])]
    if ready:
        return max(ready, key=lambda action: len(rows[action - mickell.CLAIM]))
    if state.current == mickell.NONE:
        return mickell.END if mickell.END in legal else legal[0]
    placed = {action: [*rows[action - mickell.PLACE], state.current] for action in legal if action < mickell.DISCARD}
    best = max(placed, key=lambda action: hope(options, placed[action]), default=mickell.DISCARD)
    if hope(options, placed.get(best, [])) == 0 and mickell.DISCARD in legal:
        return mickell.DISCARD
    return best


def row_cards(state: Any, row: int) -> list[int]:
    """Return the cards of a row, from left to right."""
    place, cards = state.rows[row], list[int]()
    for _ in range(place.length):
        cards.append(state.beside[cards[-1]] if cards else place.first)
    return cards


def readings(options: Any, cards: Sequence[int]) -> list[str]:
    """Return the beginnings of words a beginner knows that a row can be read as."""
    texts = [""]
    for card in cards:
        letters = {chr(97 + options.top[card]), chr(97 + options.bottom[card])}
        texts = [text + letter for text in texts for letter in letters if text + letter in beginnings()]
    return texts


def spells(options: Any, cards: Sequence[int]) -> bool:
    """Return whether a beginner sees a word in a row."""
    return any(text in known_words(WORTH_CLAIMING, LONGEST) for text in readings(options, cards))


def hope(options: Any, cards: Sequence[int]) -> float:
    """Return how glad a beginner is of a row: very, if it is a word; else by the words it may become; 0 if none."""
    if not cards:
        return 0
    return 1000 * spells(options, cards) + len(cards) / 10 * sum(beginnings()[text] for text in readings(options, cards)) ** 0.5


@functools.cache
def beginnings() -> Counter[str]:
    """Return how many words that a beginner of Mickell knows begin with some letters."""
    return Counter(word[:end] for word in known_words(WORTH_CLAIMING, LONGEST) for end in range(len(word) + 1))


@functools.cache
def known_words(least: int, most: int) -> frozenset[str]:
    """Return the common words of some lengths."""
    words = vocabulary.known_words(lists.named("american-standard"), "common").words
    return frozenset(word for word in words if least <= len(word) <= most)


BEGINNERS: dict[str, Beginner] = {
    "alphabetickell": alphabetickell_beginner,
    "grabble_road": grabble_road_beginner,
    "mickell": mickell_beginner,
    "mitch": mitch_beginner,
    "multzo": multzo_beginner,
}


def share(game: str, level: str, deals: Iterable[int], beginner: Beginner | None = None) -> np.ndarray[Any, Any]:
    """Return a row for each deal: the share of the matches that the beginner ends before the level, and its margin in points.

    Args:
        beginner: the policy; None: the game's own.
    """
    rules, policy = GAMES[game], beginner or BEGINNERS[game]
    options = rules.read_options(None, {"seats": str(min(2, rules.read_options().seats))})
    words, form, seeds = find_word_list(options), layout(rules, options.seats), list(deals)
    manner, _ = manner_of(rules, level)
    graph, known = NO_WORDS if words is None else words.graph, players.find(level.partition("/")[0]).graph(words)

    def scores(seats: Sequence[int]) -> Any:
        """Play the deals with the beginner in some seats."""
        outside = dict.fromkeys(seats, policy)
        return play_rows(rules, options, [manner] * options.seats, seeds, graph, [known] * options.seats, outside)

    if options.seats == 1:
        margins = np.subtract(*(form.scores(scores(seats))[:, 0] for seats in ([0], [])))
        return np.stack([(1 + np.sign(margins)) / 2, margins], axis=1)
    results = []
    for seat in range(2):
        rows = scores([seat])
        places, points = form.places(rows), form.scores(rows)
        results.append([(1 + np.sign(places[:, 1 - seat] - places[:, seat])) / 2, points[:, seat] - points[:, 1 - seat]])
    return np.mean(results, axis=0).T


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(BEGINNERS))
    parser.add_argument("--levels", default=players.LADDER[1], metavar="LEVEL,…", help="levels that the beginner meets")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=FRESH, help="the first deal")
    asked = parser.parse_args()
    print("| game | beginner : level | first deal | deals | ahead % | margin |\n|---|---|---|---|---|---|")
    for game in asked.games:
        for level in asked.levels.split(","):
            found = share(game, level, range(asked.first, asked.first + asked.deals))
            ahead, margin = interval(100 * found[:, 0]), interval(found[:, 1])
            print(
                f"| {game} | beginner : {level} | {asked.first:,} | {asked.deals} | {ahead[0]:.1f} ± {ahead[1]:.1f} "
                f"| {margin[0]:+.1f} ± {margin[1]:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

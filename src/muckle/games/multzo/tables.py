"""Multzo in tables: what hands count for, the last showdown, the tiles not seen; and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import scoring as compiled_scoring
from muckle.games.multzo import scoring_text, text
from muckle.games.multzo.state import State
from muckle.kit import piecepack
from muckle.scene.contract import Result, Table
from muckle.scene.result import result
from muckle.scene.tell import listed

rules, scoring = plain(compiled_rules), plain(compiled_scoring)


def tables(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Iterator[Table]:
    """Yield the tables that a viewer may see beside the board."""
    shown = scoring_text.are_hands_shown(state)
    if viewer is not None and not shown:
        yield own_groups(setup, state, viewer)
    if shown or state.rounds > 1:
        yield showdown(setup, state, names)
    if not shown:
        yield from unseen(setup, state, viewer)


def own_groups(setup: Setup, state: State, seat: int) -> Table:
    """Return the strengths of the viewer's hand, or those left by each discard (Multzo I10)."""
    hand = state.seats[seat].hand
    if hand.bit_count() == setup.options.suits:
        return Table("What your hand counts for", ("", *scoring_text.CATEGORIES), (("Your hand", *cells_of(setup, hand)),))
    may = members(rules.may_discard(setup, state))
    rows = [(f"Without the {piecepack.name(tile)}", *cells_of(setup, hand ^ 1 << tile)) for tile in may]
    return Table("What your hand would count for", ("", *scoring_text.CATEGORIES), tuple(rows))


def cells_of(setup: Setup, hand: int) -> tuple[str, ...]:
    """Return a hand's strength in each category as table cells."""
    return tuple(written or "–" for written in scoring_text.strength_texts(setup, hand))


def showdown(setup: Setup, state: State, names: Sequence[str]) -> Table:
    """Return a table of the last showdown: hands, categories, who won what (Multzo I1, I10) and the coins for it (I11)."""
    players = state.seats[: len(names)]
    rows = [("Hand", *(tiles_by_suit(members(player.shown)) for player in players))]
    groups = [cells_of(setup, player.shown) for player in players]
    for category, name in enumerate(scoring_text.CATEGORIES):
        cells = [strengths[category] for strengths in groups]
        winner = scoring_text.winner(state, category)
        if winner is not None:
            cells[winner] += ", won"
        rows.append((name, *cells))
    rows.append(("Coins", *(paid_coins_of(state, seat) for seat in range(len(names)))))
    number = state.rounds if scoring_text.are_hands_shown(state) else state.rounds - 1
    return Table(f"Showdown of round {number}", ("", *names), tuple(rows), key="Coins")


def paid_coins_of(state: State, seat: int) -> str:
    """Return the coins a seat got at the last showdown, in words."""
    if state.choosers >> seat & 1:
        return "to choose"
    won = [scoring_text.paid_coins_text(state, category) for category in range(4) if state.seats[seat].won >> category & 1]
    return ", ".join(filter(None, won)) or "–"


def unseen(setup: Setup, state: State, viewer: int | None) -> Iterator[Table]:
    """Yield the tiles a viewer has not seen this round (Multzo I13), and those known to be shuffled into a new stack (D5)."""
    seen = state.open | state.unsure
    for seat, player in enumerate(state.seats):
        seen |= player.hand if seat == viewer else player.known
    if viewer is not None and state.declarer == viewer:
        seen |= 1 << state.down
    tiles = [tile for tile in setup.options.tiles[: setup.options.tile_count] if not seen >> tile & 1]
    shuffled = [tile for tile in tiles if state.recycled >> tile & 1]
    yield suits_table("Tiles you have not seen", [tile for tile in tiles if tile not in shuffled])
    if state.recycled:
        yield suits_table("Shuffled into the new stack and not seen since", shuffled)


def suits_table(title: str, tiles: Sequence[int]) -> Table:
    """Return a table of tiles with a row for each suit."""
    rows: list[tuple[str, str]] = []
    for suit, name in enumerate(piecepack.SUIT_NAMES):
        ranks = [piecepack.RANK_NAMES[tile % piecepack.LANE] for tile in tiles if tile // piecepack.LANE == suit]
        rows.append((name, " ".join(ranks) or "–"))
    return Table(title, ("Suit", "Tiles"), tuple(rows))


def tiles_by_suit(tiles: Iterable[int]) -> str:
    """Return tiles in words, suit by suit: ``Crowns 2 5, Suns Ace``."""
    lanes: dict[str, list[str]] = {}
    for tile in tiles:
        lanes.setdefault(piecepack.SUIT_NAMES[tile // piecepack.LANE], []).append(piecepack.RANK_NAMES[tile % piecepack.LANE])
    return ", ".join(f"{suit} {' '.join(ranks)}" for suit, ranks in lanes.items())


def outcome(setup: Setup, state: State, names: Sequence[str]) -> Result:
    """Return the winners and the reasons (Multzo 14, D13)."""
    seats = range(len(names))
    return result(
        names,
        [scoring.score(state, seat) for seat in seats],
        lambda seat: score_terms(setup, state, seat),
        text.reason(setup, state),
        between=[rules.tiebreak(setup, state, seat) for seat in seats],
        decider="more coins",
    )


def score_terms(setup: Setup, state: State, seat: int) -> Iterator[str]:
    """Yield a seat's coins, suit by suit, and their total (Multzo 13)."""
    player = state.seats[seat]
    coins = members(player.coins)
    for suit, name in enumerate(piecepack.SUIT_NAMES):
        won = [piecepack.VALUES[coin % piecepack.LANE] for coin in coins if coin // piecepack.LANE == suit]
        if any(won):
            yield f"{name}: {' + '.join(str(value) for value in won if value)}"
    nulls = [piecepack.SUIT_NAMES[suit] for suit in scoring_text.null_suits(player)]
    if nulls:
        yield f"Null coin{'s' * (len(nulls) > 1)} of {listed(nulls)}: {scoring_text.score_text(state, seat)}"
    if setup.options.more_coins:
        yield f"Coins in all: {len(coins)}"

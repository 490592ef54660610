"""Multzo in tables: what hands count for, the last showdown, the tiles not seen; and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.games.multzo import awards as compiled_awards
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import text, worth
from muckle.games.multzo.state import State
from muckle.kit import piecepack
from muckle.scene.contract import Result, Table
from muckle.scene.result import result
from muckle.scene.tell import listed

rules, awards = plain(compiled_rules), plain(compiled_awards)


def tables(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Iterator[Table]:
    """Yield the tables that a viewer may see beside the board."""
    shown = worth.shown(state)
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
        return Table("What your hand counts for", ("", *worth.CATEGORIES), (("Your hand", *cells_of(setup, hand)),))
    may = members(rules.may_discard(setup, state))
    rows = [(f"Without the {piecepack.name(tile)}", *cells_of(setup, hand ^ 1 << tile)) for tile in may]
    return Table("What your hand would count for", ("", *worth.CATEGORIES), tuple(rows))


def cells_of(setup: Setup, hand: int) -> tuple[str, ...]:
    """Return a hand's strength in each category as table cells."""
    return tuple(written or "–" for written in worth.strength_texts(setup, hand))


def showdown(setup: Setup, state: State, names: Sequence[str]) -> Table:
    """Return a table of the last showdown: hands, categories, who won what (Multzo I1, I10) and the coins for it (I11)."""
    players = state.seats[: len(names)]
    rows = [("Hand", *(in_suits(members(player.shown)) for player in players))]
    groups = [cells_of(setup, player.shown) for player in players]
    for category, name in enumerate(worth.CATEGORIES):
        cells = [strengths[category] for strengths in groups]
        winner = worth.winner(state, category)
        if winner is not None:
            cells[winner] += ", won"
        rows.append((name, *cells))
    rows.append(("Coins", *(gains(state, seat) for seat in range(len(names)))))
    return Table(f"Showdown of round {state.rounds - (not worth.shown(state))}", ("", *names), tuple(rows), key="Coins")


def gains(state: State, seat: int) -> str:
    """Return the coins a seat got at the last showdown, in words."""
    if state.choosers >> seat & 1:
        return "to choose"
    won = [worth.paid(state, category) for category in range(4) if state.seats[seat].won >> category & 1]
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
    """Some tiles, a row a suit."""
    rows: list[tuple[str, str]] = []
    for suit, name in enumerate(piecepack.SUIT_NAMES):
        ranks = [piecepack.RANK_NAMES[tile % piecepack.LANE] for tile in tiles if tile // piecepack.LANE == suit]
        rows.append((name, " ".join(ranks) or "–"))
    return Table(title, ("Suit", "Tiles"), tuple(rows))


def in_suits(tiles: Iterable[int]) -> str:
    """Some tiles, suit by suit: ``Crowns 2 5, Suns A``."""
    lanes: dict[str, list[str]] = {}
    for tile in tiles:
        lanes.setdefault(piecepack.SUIT_NAMES[tile // piecepack.LANE], []).append(piecepack.RANK_NAMES[tile % piecepack.LANE])
    return ", ".join(f"{suit} {' '.join(ranks)}" for suit, ranks in lanes.items())


def outcome(setup: Setup, state: State, names: Sequence[str]) -> Result:
    """Return the winners and the reasons (Multzo 14, D13)."""
    seats = range(len(names))
    return result(
        names,
        [awards.score(state, seat) for seat in seats],
        lambda seat: why(setup, state, seat),
        text.reason(setup, state),
        between=[rules.tiebreak(setup, state, seat) for seat in seats],
        decider="more coins",
    )


def why(setup: Setup, state: State, seat: int) -> Iterator[str]:
    """Yield a seat's coins, suit by suit, and their total (Multzo 13)."""
    player = state.seats[seat]
    coins = members(player.coins)
    for suit, name in enumerate(piecepack.SUIT_NAMES):
        won = [piecepack.VALUES[coin % piecepack.LANE] for coin in coins if coin // piecepack.LANE == suit]
        if any(won):
            yield f"{name}: {' + '.join(str(value) for value in won if value)}"
    nulls = [piecepack.SUIT_NAMES[suit] for suit in worth.null_suits(player)]
    if nulls:
        yield f"Null coin{'s' * (len(nulls) > 1)} of {listed(nulls)}: {worth.sum_of(state, seat)}"
    if setup.options.more_coins:
        yield f"Coins in all: {len(coins)}"

"""The habits that birds say they have show in whole matches, in a figure of the game, beside the level without a taste."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest

from every_game.walks import Case, case
from muckle import players
from muckle.engine.manner import PLAIN, Manner
from muckle.engine.position import Position
from muckle.games import GAMES
from muckle.games.alphabetickell import state as alphabetickell
from muckle.games.grabble_road import strategy as road
from muckle.games.grabble_road.state import FREE, SQUARES
from muckle.games.mickell import state as mickell
from muckle.games.mickell.text import VERB
from muckle.games.mitch import columns
from muckle.games.mitch import state as mitch
from muckle.games.multzo import state as multzo
from muckle.kit.playing_cards import LANE
from muckle.players.contest import play, play_actions

MATCHES = {"alphabetickell": 32, "mitch": 32, "multzo": 24, "grabble_road": 16, "mickell": 16}
"""Matches that are played for a figure. The bird sits at seat 0, beside others of its level who have no taste."""
DEALS = {"alphabetickell": 20, "mitch": 20, "multzo": 50, "grabble_road": 20}
"""Deals that are played from each seat to see how strong a bird is."""
Figure = Callable[[Position, int], float | None]
"""A function that returns what an action counts, by the position before it; None: nothing. Figures are means of these."""


def skipped(position: Position, action: int) -> float | None:
    """Alphabetickell: letters that a card taken skips."""
    own, letter = position.state.seats[position.turn], action - alphabetickell.TAKE
    return max(own.left - letter, letter - own.right) - 1 if 0 <= letter < alphabetickell.LETTERS else None


def takes(position: Position, action: int) -> float | None:
    """Alphabetickell: whether an offer is taken."""
    return float(action != alphabetickell.PASS) if action < alphabetickell.KEEP else None


def takes_late(position: Position, action: int) -> float | None:
    """Alphabetickell: whether an offer is taken by a line that has six cards or more."""
    return takes(position, action) if position.state.seats[position.turn].length >= 6 else None


def places(position: Position, action: int) -> float | None:
    """Mitch: whether a card is placed."""
    return float(action >= mitch.PLACE) if action < mitch.DRAW_STOCK else None


def places_early(position: Position, action: int) -> float | None:
    """Mitch: the same before the third Ace."""
    return places(position, action) if position.state.aces < 3 else None


def height(position: Position, action: int) -> float | None:
    """Mitch: the rank of a card placed."""
    return (action - mitch.PLACE) % LANE if mitch.PLACE <= action < mitch.DRAW_STOCK else None


def column(position: Position, action: int) -> float | None:
    """Mitch: the length of the column that a card is placed in."""
    card, own = action - mitch.PLACE, position.state.seats[position.turn]
    return (int(own.tableau) >> card // LANE * LANE & mitch.SUIT).bit_count() if 0 <= card < mitch.CARDS else None


def shuts_out(position: Position, action: int) -> float | None:
    """Mitch: the cards that fit no more behind one that is placed."""
    if not mitch.PLACE <= action < mitch.DRAW_STOCK:
        return None
    lost = columns.given_up(position.setup, position.state.seats[position.turn], action - mitch.PLACE)
    return int(lost).bit_count()


def draws_open(position: Position, action: int) -> float | None:
    """Multzo: whether a tile that is drawn lay face up."""
    return float(action >= multzo.DRAW) if action < multzo.DISCARD else None


def declares(position: Position, action: int) -> float | None:
    """Multzo: whether a turn ends with declaring."""
    return float(action >= multzo.DECLARE) if multzo.DISCARD <= action < multzo.NULL else None


def away(position: Position, action: int) -> float | None:
    """Grabble Road: the steps from home to the square of a tile."""
    tile = road.tile_of(position.setup, position.state, action)
    return road.steps_from(position.state.seats[position.turn].home, tile % SQUARES) if tile >= 0 else None


def on_premium(position: Position, action: int) -> float | None:
    """Grabble Road: whether a tile is laid on a premium that nothing covers."""
    square, options = road.tile_of(position.setup, position.state, action) % SQUARES, position.setup.options
    premium = max(options.letter_times[square], options.word_times[square]) > 1
    return float(premium and position.state.board[square] == FREE) if action < road.MULLIGAN or action >= road.FAR else None


def tiles(position: Position, action: int) -> float | None:
    """Grabble Road: the tiles of a play, as its first one says."""
    tile = road.tile_of(position.setup, position.state, action)
    return position.setup.options.numbers[tile // SQUARES] if tile >= 0 and position.state.left == 0 else None


def word(position: Position, action: int) -> float | None:
    """Mickell: the length of a word that is claimed."""
    row = (action & VERB) - mickell.CLAIM
    return int(position.state.rows[row].length) if 0 <= row < mickell.ROWS else None


def discards(position: Position, action: int) -> float | None:
    """Mickell: whether a card that is turned up is discarded."""
    return float(action == mickell.DISCARD) if action <= mickell.DISCARD else None


class Claim(NamedTuple):
    """A habit of a bird: something that it does more often, or less often, than its level."""

    told: Figure
    least: float
    """Least difference from the same level without taste, about half of what was seen; below 0: the bird does less of it."""


CLAIMS = {
    ("dunnock", "alphabetickell"): Claim(skipped, -0.02),
    ("dunnock", "mitch"): Claim(shuts_out, -0.07),
    ("dunnock", "multzo"): Claim(draws_open, 0.1),
    ("dunnock", "grabble_road"): Claim(away, -0.04),
    ("dunnock", "mickell"): Claim(word, -0.04),
    ("magpie", "alphabetickell"): Claim(takes, 0.04),
    ("magpie", "mitch"): Claim(places, 0.16),
    ("magpie", "multzo"): Claim(draws_open, 0.08),
    ("magpie", "grabble_road"): Claim(on_premium, 0.025),
    ("magpie", "mickell"): Claim(word, -0.1),
    ("lapwing", "alphabetickell"): Claim(takes_late, 0.04),
    ("lapwing", "mitch"): Claim(shuts_out, 0.06),
    ("lapwing", "multzo"): Claim(declares, 0.055),
    ("lapwing", "grabble_road"): Claim(tiles, 0.13),
    ("lapwing", "mickell"): Claim(discards, 0.008),
    ("curlew", "alphabetickell"): Claim(skipped, 0.055),
    ("curlew", "mitch"): Claim(column, 0.05),
    ("curlew", "multzo"): Claim(draws_open, -0.1),
    ("curlew", "grabble_road"): Claim(away, 0.08),
    ("curlew", "mickell"): Claim(word, 0.3),
    ("heron", "alphabetickell"): Claim(takes, -0.04),
    ("heron", "mitch"): Claim(places_early, -0.025),
    ("heron", "multzo"): Claim(declares, -0.024),
    ("heron", "grabble_road"): Claim(tiles, -0.15),
    ("heron", "mickell"): Claim(word, 0.2),
}
BELOW = {"dunnock": "easy", "magpie": "fair", "lapwing": "medium", "curlew": "medium", "heron": "good"}
"""The level below each bird's."""


@functools.cache
def table(name: str) -> Case:
    """Return the game and options that a figure is taken at."""
    return case(name, seats=1 if name == "mickell" else 3)


@functools.cache
def figure(name: str, told: Figure, own: Manner, others: Manner) -> float:
    """Return a figure of the player at seat 0, over some matches."""
    made, counted = table(name), list[float]()
    position, seats = made.position(0), made.options.seats
    for seed in range(MATCHES[name]):
        for action in play_actions(position, [own, *[others] * (seats - 1)], seed, [made.words] * seats):
            if position.turn == 0 and len(position.legal()) > 1 and (count := told(position, action)) is not None:
                counted.append(count)
    return float(np.mean(counted))


def check(bird: str, name: str) -> None:
    """Check that a bird's figure differs from its level's in the expected direction."""
    told, least = CLAIMS[bird, name]
    manner = players.find(bird).manner(GAMES[name])
    plain = manner._replace(taste=PLAIN)
    more = figure(name, told, manner, plain) - figure(name, told, plain, plain)
    assert more > least if least > 0 else more < least, f"{bird}: {told.__name__} {more:+.3f}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bird", ["dunnock", "magpie", "lapwing", "curlew", "heron"])
def test_what_a_bird_says_of_itself_shows_in_whole_matches(bird: str, name: str):
    check(bird, name)


@pytest.mark.parametrize(("bird", "name"), [("lapwing", "multzo"), ("heron", "alphabetickell"), ("magpie", "mitch")])
def test_a_bird_that_lost_its_manner_is_noticed(bird: str, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(players.BIRDS, bird, players.BIRDS[bird]._replace(taste=PLAIN))
    with pytest.raises(AssertionError, match=f"{bird}: {CLAIMS[bird, name].told.__name__}"):
        check(bird, name)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "mickell"])
@pytest.mark.parametrize("bird", BELOW)
def test_a_manner_costs_no_more_than_a_level(bird: str, name: str):
    """Plays each bird against two players of the level below. It must win more than a third; its manner may cost some."""
    game, made, wins = GAMES[name], table(name), 0.0
    own, below = players.find(bird).manner(game), players.find(BELOW[bird]).manner(game)
    for seat in range(3):
        tally = play(game, made.options, [own if at == seat else below for at in range(3)], range(DEALS[name]), made.words)
        wins += tally.wins[seat]
    assert wins / (3 * DEALS[name]) > 1 / 3


def cost(own: Manner) -> float:
    """Return the points a deck that a bird of Mickell scores less than its level, on some decks."""
    made = table("mickell")
    scored = (play(made.game, made.options, [each], range(40), made.words) for each in (own._replace(taste=PLAIN), own))
    plain, liking = (float(tally.scores[0]) / 40 for tally in scored)
    return plain - liking


@pytest.mark.parametrize("bird", BELOW)
def test_birds_of_mickell_are_as_strong_as_their_level(bird: str):
    assert abs(cost(players.find(bird).manner(GAMES["mickell"]))) < 1.5


def test_a_bird_of_mickell_that_likes_too_much_is_noticed():
    assert cost(players.find("lapwing").manner(GAMES["mickell"])._replace(liking=300)) > 1.5

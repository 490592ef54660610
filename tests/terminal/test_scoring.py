"""The scorer of a real table agrees with the game: what was played in a match is typed, and comes to the same scores."""

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muckle import games
from muckle.cli import app
from muckle.engine.bits import members
from muckle.engine.contract import OVER, check_scorer
from muckle.errors import GameError, OptionsError
from muckle.games.mitch.state import SUIT
from muckle.games.mitch.text import column
from muckle.games.multzo.state import SHOWDOWN
from muckle.kit import piecepack, playing_cards
from muckle.match.match import Match, load, new_match
from muckle.terminal.scoring import Scoring
from muckle.terminal.screen import Screen

GOLDEN = Path(__file__).parents[1] / "golden"


def scoring(game: str, *typed: str, names: tuple[str, ...] = ("Ann", "Ben"), **options: object) -> Scoring:
    """Return the scoring of a table after these lines."""
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    table = Scoring(Screen(source, io.StringIO(), spoken=True), game, None, options, names)
    table.run()
    return table


def said(table: Scoring) -> str:
    return table.screen.out.getvalue()  # pyright: ignore


def mitch_lines(match: Match, rng: random.Random) -> Iterator[str]:
    """Play a match of Mitch at random, and yield what people would type at the end of each hand."""
    while not match.over:
        hands = match.position.plain_state.finished
        match.apply(rng.choice(match.legal()))
        state, setup = match.position.plain_state, match.position.plain_setup
        if state.finished > hands:
            players = state.seats[: match.options.seats]
            for seat, player in enumerate(players):
                suits = [suit for suit in range(setup.options.suits) if player.last >> playing_cards.LANE * suit & SUIT]
                laid = [column(player.last, player.last_rising, suit) for suit in suits]
                cards = " ".join(playing_cards.text(card) for each in laid for card in each)
                yield f"{seat + 1} {cards}{' late' * player.last_missed}".replace("  ", " ")
            yield "score"


def multzo_lines(match: Match, rng: random.Random) -> Iterator[str]:
    """Play a match of Multzo at random, and yield what people would type at each showdown."""
    while not match.over:
        before = match.position.plain_state
        action = rng.choice(match.legal())
        match.apply(action)
        state = match.position.plain_state
        if before.phase == SHOWDOWN:
            yield f"{before.turn + 1} {action}"
        elif state.phase == SHOWDOWN or state.rounds > before.rounds:
            for seat in range(match.options.seats):
                yield f"{seat + 1} {' '.join(map(piecepack.text, members(state.seats[seat].shown)))}"
            yield "score"


def road_lines(match: Match) -> Iterator[str]:
    """Yield what people would type for each turn of a match of Grabble Road."""
    turns: list[list[str]] = []
    last = -1
    for decision in match.decisions:
        if decision.seat != last:
            turns.append([])
        turns[-1].append(decision.action)
        last = decision.seat
    yield from ("mulligan" if turn[0] == "mulligan" else ", ".join(turn) for turn in turns)


@pytest.mark.parametrize("preset", ["mitch", "revolution", "gunzler", "high_low", "two_packs", "three_cards"])
def test_mitch_scores_as_the_game_does(preset: str) -> None:
    match = new_match("mitch", preset, seed=5, hands=2)
    table = Scoring(Screen(io.StringIO(), io.StringIO(), spoken=True), "mitch", preset, {"hands": 2})
    for line in mitch_lines(match, random.Random(5)):
        table.obey(line)
    assert table.scores() == match.scores and table.states[-1].turn == OVER
    assert [table.names[seat] for seat in match.winners] == table.winners()


def test_multzo_scores_as_the_game_does() -> None:
    for seed in range(3):
        match = new_match("multzo", seats=3, seed=seed)
        table = Scoring(Screen(io.StringIO(), io.StringIO(), spoken=True), "multzo", None, {"seats": 3})
        for line in multzo_lines(match, random.Random(seed)):
            table.obey(line)
        assert table.scores() == match.scores and table.states[-1].turn == OVER


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("grabble_road-*.jsonl")), ids=lambda path: path.stem)
def test_grabble_road_scores_as_the_game_does(file: Path) -> None:
    match = load(file.read_text("utf-8"))
    options = {name: value for name, value in match.header.options.items() if name != "seats"}
    table = Scoring(
        Screen(io.StringIO(), io.StringIO(), spoken=True), "grabble_road", None, {**options, "seats": match.options.seats}
    )
    for line in road_lines(match):
        table.obey(line)
    starter = match.position.plain_state.starter
    assert [table.scores()[(seat - starter) % match.options.seats] for seat in range(match.options.seats)] == match.scores


def test_its_break_one_card_less_scores_otherwise() -> None:
    match = new_match("mitch", seed=5, hands=1)
    table = Scoring(Screen(io.StringIO(), io.StringIO(), spoken=True), "mitch", None, {"hands": 1})
    for line in mitch_lines(match, random.Random(5)):
        table.obey(line if line == "score" else line.rpartition(" ")[0])
    assert table.scores() != match.scores


def test_a_hand_and_what_a_rule_forbids_are_told_with_the_rule() -> None:
    text = said(scoring("mitch", "Ann KS 9S JS", "Ann AS", "Ann 1S", "KS", "rules 8b"))
    for told in ("J♠ is not lower than the 9♠", "[Mitch 5]", "[Mitch 1c]", "'1s' is no card", "no tableau", "Mitch 8b: "):
        assert told in text
    text = said(scoring("multzo", "Ann C2 C3 C4 C5", "Ben C2 S2 M2 A2", "Ben S2 M2 A2", "score", "Ben null Moons"))
    for told in (
        "Ann: Flush 14, Run 14 (four tiles) [Multzo 7, 8, 9]",
        "[Multzo 0]",
        "got 3 [Multzo 3]",
        "hand of Ben",
        "is no tile",
    ):
        assert told in text
    text = said(scoring("grabble_road", "F a1 I b1", "F a1, I b1, R b2, E b3, S b4", "Q a1", "Ben A a1", "?E a1", "XX"))
    for told in (
        "2 tiles more",
        "asks for 4 tiles, got 5",
        "[Grabble Road 3]",
        "the turn of Ann",
        "[Grabble Road 3a]",
        "is no play",
    ):
        assert told in text
    assert scoring("grabble_road", "F a1 I b1").scores() == [0, 0]


def test_a_line_can_be_taken_back_and_tiles_run_out() -> None:
    table = scoring("grabble_road", "A a1", "A o1", "undo", "E o1")
    assert table.scores()[0] == 3 and len(table.states) == 3
    assert "There are only two blanks" in said(scoring("grabble_road", "F a1, ?I b1, ?R b2, ?E b3"))
    assert "nothing to take back" in said(scoring("grabble_road", "undo"))


def test_the_command_reads_a_pipe_and_refuses_games_that_need_none() -> None:
    done = CliRunner().invoke(
        app, ["score", "mitch", "Ann", "Ben", "--set", "hands=1"], input="Ann KS\nBen 9S\nscore\nAnn KD\n"
    )
    assert done.exit_code == 0 and "Ann 4, Ben −1." in done.output and "Ann wins." in done.output
    assert "The match is over; undo takes the last line back." in done.output
    with pytest.raises(OptionsError, match="there is one for Grabble Road, Mitch and Multzo"):
        scoring("alphabetickell")


def test_a_scorer_that_lacks_something_is_named() -> None:
    assert games.find("mickell").scorer is None and games.find("mitch").scorer
    with pytest.raises(GameError, match=r"mitch\.text lacks how"):
        check_scorer(__import__("muckle.games.mitch.text", fromlist=["text"]))

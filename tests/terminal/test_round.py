"""Muckell at the keyboard: one's own board, then the others with the same cards, and the standings."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from muckle import games
from muckle.errors import OptionsError
from muckle.games.mickell.muckell import Options, Worth, read_options, standings
from muckle.lab.plan import match_seed
from muckle.match.log import after_draws
from muckle.match.match import Match, load, new_match
from muckle.muckell_rounds import play_others
from muckle.players import find
from muckle.players.chooser import Chooser
from muckle.terminal import table
from muckle.terminal.play import play, resume
from muckle.terminal.screen import Screen
from muckle.terminal.standings import SHOWN, OtherBoard, Round, otherwise_lines, standings_lines

WHOLE = "place 1;end\n" + "discard;end\n" * 7 + "end\n"
UNIT = "letters in the longest word"


def others(match: Match, options: Options, level: str) -> Iterator[OtherBoard]:
    """Boards that nobody plays, as results: both place the second card on row 2, and the third."""
    assert match.over and level == "owl"
    worths = [Worth(3, 5), Worth(0, 0)][: options.seats - 1]
    return (OtherBoard(worth, ("place 1", "place 2", "place 2", *["discard"] * 5)) for worth in worths)


def three(tie: str = "shared") -> Round:
    return Round(read_options("tiny", {"seats": 3, "tie": tie}), others)


def typed(text: str, *, plain: bool = True) -> Screen:
    return Screen(io.StringIO(text), io.StringIO(), spoken=plain)


def told(screen: Screen) -> list[str]:
    assert isinstance(screen.out, io.StringIO)
    return screen.out.getvalue().splitlines()


@pytest.mark.parametrize("plain", [True, False])
def test_the_standings_follow_the_match(plain: bool) -> None:
    screen = typed(WHOLE, plain=plain)
    play("mickell", against="owl", seed=5, names=["Ann"], screen=screen, round_=three(tie="longest_word"))
    lines = told(screen)
    at = lines.index("Standings")
    if plain:
        assert lines[at + 1 : at + 4] == [
            "Place 1: Owl 2, 3 points, 5 letters in the longest word.",
            "Place 2, shared by 2: Ann, 0 points, 0 letters in the longest word.",
            "Place 2, shared by 2: Owl 3, 0 points, 0 letters in the longest word.",
        ]
    else:
        assert [line.split()[:4] for line in lines[at + 1 : at + 3]] == [["1", "Owl", "2", "3"], ["2=", "Ann", "0", "0"]]


def test_a_match_against_a_field_is_told_from_beginning_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against whom, how far they are, one's own place, where most did something else, and what else can be known."""
    monkeypatch.setattr(table, "NEWS", 0)
    screen = typed(WHOLE)
    play("mickell", against="owl", seed=5, names=["Ann"], screen=screen, round_=three())
    lines = told(screen)
    assert lines[2] == (
        "The same cards in the same order are played on other boards when you are done: 2 of Owl. The highest score wins"
        " [Muckell 1, 6]."
    )
    assert "1 of 2 are done …" in lines and "2 of 2 are done …" not in lines
    assert "You have place 2 of 3, shared. The best has 3; half have 0 or more." in lines
    at = lines.index("Where most others did something else")
    assert [line.partition(": ")[0] for line in lines[at + 1 : at + 4]] == [
        "Turn 2",
        "Turn 3",
        lines[at + 3].partition(": ")[0],
    ]
    assert lines[at + 1].startswith("Turn 2: 2 of 2 chose: Start row 2 with ") and ". You: Discard " in lines[at + 1]
    assert "muckle par FILE" in lines[at + 3]


def test_who_did_what_most_did_is_told_so() -> None:
    board = new_match("mickell", "tiny", seed=5)
    for action in WHOLE.replace(";", "\n").splitlines():
        board.apply(action)
    assert otherwise_lines(board, [[action for _, action in after_draws(board.decisions)]] * 2)[0].text.startswith("In no turn")


def test_a_match_that_is_left_has_standings_when_it_is_gone_on_with(tmp_path: Path) -> None:
    file, first = tmp_path / "board.jsonl", typed(f"place 1;end\nsave {tmp_path / 'board.jsonl'}\n")
    play("mickell", against="owl", seed=5, screen=first, round_=three())
    assert not load(file).over and "Standings" not in told(first)
    assert f"muckle play muckell --seats 3 --set tie=shared --resume {file} --against owl" in told(first)[-2]
    screen = typed("discard;end\n" * 7 + "end\n")
    resume(file, "owl", screen=screen, round_=three())
    assert "Place 1: Owl 2, 3 points, 5 letters in the longest word." in told(screen)


def test_many_boards_are_listed_as_far_as_they_matter() -> None:
    ranked = standings(read_options("tiny", {"seats": 100}), [Worth(score, 0) for score in range(100)])
    lines = standings_lines(ranked, [f"Owl {seat}" for seat in range(100)], 7, spoken=True)
    assert len(lines) == SHOWN + 3 and UNIT not in str(lines)
    assert lines[-2].text == "Place 93: Owl 7, 7 points." and lines[-1].text == "and 79 more"


def test_the_others_play_the_same_cards_each_with_a_chance_of_its_own() -> None:
    game, options = games.find("mickell"), read_options("tiny", {"seats": 4})
    match, boards = new_match("mickell", "tiny", seed=7), list[OtherBoard]()
    for seat in (1, 2, 3):
        board, chooser, who = match.copy(), Chooser(match.position, match_seed(7, seat)), find("random")
        while not board.over:
            action = chooser.choose(who.manner(game), board.position, who.graph(board.words))
            board.apply(game.text.action_text(board.position.plain_setup, board.position.plain_state, action))
        boards.append(OtherBoard(Worth(board.scores[0], 0), tuple(action for _, action in after_draws(board.decisions))))
    assert [*play_others(match, options, "random")] == boards


def test_people_do_not_share_a_keyboard_in_a_round() -> None:
    with pytest.raises(OptionsError, match="here one person plays"):
        play("mickell", against="people", screen=typed(""), round_=three())
    with pytest.raises(OptionsError, match=r"mickell: 2 names were given for 1 seat$"):
        play("mickell", against="owl", names=["Ann", "Ben"], screen=typed(""), round_=three())

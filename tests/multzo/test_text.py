"""Actions, outcomes and events in words."""

from __future__ import annotations

import random

import pytest

from muckle.engine.position import Position
from muckle.engine.slots import slots
from muckle.errors import ActionError, NotationError
from muckle.games.multzo import GAME, text
from muckle.kit import piecepack
from multzo.table import do, showdown, table, told
from steps import NAMES, action_text, chance_texts, legal, read_action, refused, story

rules = GAME.rules
PLAIN = ("C2 C3 A5 SA", "A2 S3 M5 MA", "CN C5 S4 S2")


def test_actions_are_written_as_notation_says():
    position = table(*PLAIN)
    written = [action_text(position, action) for action in range(rules.ACTIONS)]
    tiles = [piecepack.text(tile) for tile in range(24)]
    verbs = [f"{verb} {tile}" for verb in ("draw", "discard", "declare") for tile in tiles]
    assert written == ["draw stack", *verbs, "null Crowns", "null Arms", "null Suns", "null Moons", "coins"]


@pytest.mark.parametrize("given", ["draw m4", " DRAW  M4 ", "draw M 4", "Draw m4", "drawM4"])
def test_reading_is_forgiving_about_case_and_spaces(given: str):
    position = table(*PLAIN, face_up="M4:1")
    assert read_action(position, given) == rules.DRAW + piecepack.TILES - 3


@pytest.mark.parametrize("given", ["null moons", "NULL Moon", "null m", " null  MOONS "])
def test_null_coins_are_read_by_their_suit(given: str):
    position = showdown("C2 C3 C4 C5", "CN A4 S5 M5")
    assert read_action(position, given) == rules.NULL + 3


@pytest.mark.parametrize(
    "given",
    ["", "draw", "draw X4", "draw C1", "null", "null X", "coin", "stack", "discard", "declare CC", "draw stack C4", "x" * 500],
)
def test_what_is_no_action_is_said_with_examples(given: str):
    position = table(*PLAIN)
    with pytest.raises(NotationError) as error:
        read_action(position, given)
    assert "is no action of Multzo; write 'draw stack', 'draw C4'" in str(error.value) and len(str(error.value)) < 200


def test_refusals_cite_their_rule():
    drawing = table(*PLAIN, face_up="M4:1")
    drawn, shown = do(drawing, "draw stack > M3"), showdown("C2 C3 C4 C5", "CN A4 S5 M5")
    cited = {
        (drawing, "coins"): "Multzo 12",
        (drawing, "null Arms"): "Multzo 12",
        (drawing, "discard C2"): "Multzo 5",
        (drawing, "declare C2"): "Multzo 5",
        (drawing, "draw C2"): "Multzo 5a",
        (drawn, "draw M4"): "Multzo 5",
        (drawn, "discard M5"): "Multzo 5",
        (drawn, "declare M5"): "Multzo 5",
        (shown, "draw stack"): "Multzo 12",
        (shown, "declare C2"): "Multzo 12",
        (shown, "null Arms"): "Multzo 12",
    }
    for (position, given), rule in cited.items():
        assert refused(position, given)[1] == rule, given
        assert f"**{rule}**" in GAME.rules_text()


def test_every_refusal_cites_a_rule_of_the_page_and_names_no_tile_that_was_not_asked_for():
    page, rng = GAME.rules_text(), random.Random(2)
    position = Position(GAME, GAME.options.read({"return_taken": "not_from_face_up"}), seed=3)
    while not position.over:
        open_now = set(position.legal())
        for action in range(rules.ACTIONS):
            if action in open_now:
                continue
            written = action_text(position, action)
            message, rule = refused(position, written)
            assert f"**{rule}**" in page or f"| {rule} |" in page
            named = {tile for tile in range(24) if piecepack.name(tile) in message}
            assert named <= {(action - 1) % 24}
        position.apply(rng.choice(sorted(open_now)))


def test_outcomes_are_written_as_notation_says():
    position = Position(GAME, GAME.options.read({"seats": 2}), seed=5)
    written = chance_texts(position)
    starter = int(position.state.starter)
    assert written[0] == f"start {starter}"
    assert written[-1] == f"draw {starter} {piecepack.text(slots(position.state.seats[starter].held, 5)[-1])}"
    for seat in range(2):
        dealt = [outcome.split()[2] for outcome in written if outcome.startswith(f"deal {seat} ")]
        assert dealt == [piecepack.text(tile) for tile in slots(position.state.seats[seat].held, 4)]


def test_only_a_draw_from_the_face_up_tiles_is_taken_back_alone():
    position = table(*PLAIN, face_up="M4:1")
    steps = [(position, "draw stack"), (position, "draw M4")]
    drawn = do(position, "draw M4")
    steps += [(drawn, written) for written in legal(drawn)]
    shown = showdown("C2 C3 C4 C5", "CN A4 S5 M5")
    steps += [(shown, written) for written in legal(shown)]

    def free(before: Position, written: str) -> bool:
        action = read_action(before, written)
        return text.revocable(before.plain_setup, before.plain_state, action, do(before, written).state)

    assert [written for before, written in steps if free(before, written)] == ["draw M4"]


def test_the_story_of_a_round():
    position = table("C2 C3 C4 C5", "AA SA MA A5", face_up="CN:1", crowns="6")
    assert told(position, "draw CN", 0) == ["You take the null of Crowns from the face-up tiles"]
    position = do(position, "draw CN")
    assert told(position, "declare CN > M2", 1) == [
        "Ann discards a tile face down and so declares the end of the round: everyone else has one more turn",
        "You draw the 2 of Moons from the stack",
    ]
    position = do(position, "declare CN > M2")
    assert told(position, "discard M2", 1) == [
        "You discard the 2 of Moons",
        "Ann shows the 2 of Crowns, 3 of Crowns, 4 of Crowns and 5 of Crowns",
        "You show the 5 of Arms, Ace of Arms, Ace of Suns and Ace of Moons",
        "Flush: Ann wins with 14",
        "Prime: nobody has one",
        "Set: Bob wins with 23 (three tiles)",
        "Run: Ann wins with 14 (four tiles)",
        "Ann won two categories and may take a null coin",
        "You take the 2 of the Suns",
    ]
    position = do(position, "discard M2")
    assert told(position, "null Crowns", None) == [
        "Ann takes the null coin and the Ace of the Crowns",
        "Ann takes the 2 of the Moons",
        "The match is over: the stack of Crowns is empty",
    ]


def test_the_story_of_rounds_that_end_or_go_on_by_themselves():
    stalled = do(table(*PLAIN[:2], face_up="AN:0 M2:1", stall_circuits=1), "draw AN", "discard AN", "draw AN")
    lines = told(stalled, "discard AN", 0)
    assert lines[:2] == ["Bob discards the null of Arms", "Nobody drew from the stack or declared for 2 turns: the round ends"]
    assert lines[-3].startswith("Round 2: everyone is dealt four tiles")
    assert lines[-2] in ("You start the round", "Bob starts the round")
    last = {"stack": "S5", "face_up": "M2:1 AN:0"}
    ending = do(table(*PLAIN, **last, empty_stack="last_turns"), "draw stack > S5")
    assert told(ending, "discard S5", 2)[1:] == ["The stack is empty: everyone has one more turn"]
    again = do(table(*PLAIN, **last, empty_stack="reshuffle"), "draw stack > S5")
    assert told(again, "discard S5 > M2", 2)[1:] == [
        "The stack was empty: the face-up tiles are shuffled and are the new stack",
        "Bob draws from the stack",
    ]
    tied = do(table(*PLAIN[:2], won=("C2", "A2"), tied_starter="random"), "draw stack > M4", "declare M4 > A4")
    assert any(line.endswith(("starts by lot", "start by lot")) for line in told(tied, "discard A4", 0))


def test_the_deal_that_begins_a_match_is_told():
    position = Position(GAME, GAME.options.read({"seats": 2}), seed=5)
    starter = int(position.state.starter)
    assert story(None, "", position, 1 - starter) == [
        "Round 1: everyone is dealt four tiles",
        f"{NAMES[starter]} starts by lot",
        f"{NAMES[starter]} draws from the stack",
    ]


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        ({"crowns": "2 3"}, "the stack of Crowns is empty"),
        ({"crowns": "2 3", "suns": "6"}, "the stacks of Crowns and Suns are empty"),
        ({"rounds_cap": 1}, "1 round played, the most there may be"),
        ({"rounds": 7, "rounds_cap": 7}, "7 rounds played, the most there may be"),
    ],
)
def test_why_a_match_is_over(laid: dict[str, object], reason: str):
    position = showdown("M2 M3 M5 MA", "C5 A5 S5 AN", **laid)
    assert position.over and text.reason(position.plain_setup, position.plain_state) == reason


def test_hints_say_what_each_draw_would_make():
    position = table("C2 C3 A5 SA", "A2 S3 M5 MA", face_up="C4:1 C5:1 MN:1")
    assert text.hints(position.plain_setup, position.plain_state, 0) == [
        "With the 4 of Crowns, without the 2 of Crowns: Run 18 (four tiles).",
        "With the 5 of Crowns, without the 2 of Crowns: no group.",
        "With the null of Moons, without the 2 of Crowns: Prime 14.",
    ]
    assert text.hints(position.plain_setup, position.plain_state, 1) == [], "only whose turn it is"
    drawn = do(position, "draw MN")
    assert text.hints(drawn.plain_setup, drawn.plain_state, 0) == ["Without the 2 of Crowns: Prime 14."]
    kept = do(table("C2 C3 A5 SA", "A2 S3 M5 MA", face_up="C4:1", return_taken="not_from_face_up"), "draw C4")
    assert text.hints(kept.plain_setup, kept.plain_state, 0) == ["Without the 2 of Crowns: Run 18 (four tiles)."]
    shown = showdown("C2 C3 C4 C5", "CN A4 S5 M5")
    assert text.hints(shown.plain_setup, shown.plain_state, 0) == [
        "The null coin of the Crowns: score 8.",
        "The null coin of the Moons: score 10.",
        "Only coins: score 7.",
    ]


def test_a_refused_action_changes_nothing():
    position = do(table(*PLAIN), "draw stack > M4")
    before = position.copy()
    for given in ("draw stack", "discard MN", "coins"):
        with pytest.raises(ActionError):
            read_action(position, given)
    assert position.same(before) and len(legal(position)) == 10

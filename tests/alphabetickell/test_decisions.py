"""Decisions on what the sources leave open: each decision, each option, and options that exclude each other."""

from __future__ import annotations

from typing import Literal

import pytest

from alphabetickell.table import match, table
from alphabetickell.test_rules import TEN, story
from muckle.errors import NotationError, OptionsError
from muckle.games.alphabetickell import GAME
from steps import action_text, read_action


def problem(preset: str | None = None, **options: object) -> str:
    with pytest.raises(OptionsError) as error:
        GAME.read_options(preset, options)
    return str(error.value)


def test_alphabetickell_d1_the_first_dealer_is_random_or_named() -> None:
    assert {match(seats=3, seed=seed).dealer for seed in range(40)} == {0, 1, 2}
    for seat in range(7):
        made = match(seats=7, first_dealer=f"seat:{seat}", seed=seat)
        assert made.dealer == made.turn == seat and made.drew()[0].startswith(f"deal {(seat + 1) % 7} ")
    assert problem(seats=3, first_dealer="seat:3") == (
        "alphabetickell: seat 4 cannot deal first at a table of 3 [Alphabetickell D1]"
    )
    assert "first_dealer must be one of random, seat:0" in problem(first_dealer="seat:7")


@pytest.mark.parametrize("tie", ["shared", "extra_round"])
def test_alphabetickell_d2_equal_totals_share_or_play_on(tie: Literal["shared", "extra_round"]) -> None:
    made = table("NH", "SC", "AJ", offer="EL", pile="", totals=[30, 30, 3], tie=tie)
    for _ in range(3):
        made.do("pass")
    assert made.over == (tie == "shared")
    if not made.over:
        assert made.state.round_number == 2 and made.totals() == [31, 31, 4]


def test_alphabetickell_d3_choices_in_order_from_the_dealer() -> None:
    made = match(seats=5, first_dealer="seat:3")
    turns = list[int]()
    while not made.offer:
        turns.append(made.turn)
        made.do(made.acts()[0])
    assert turns == [3, 4, 0, 1, 2]


def test_alphabetickell_d4_letters_stay() -> None:
    made = table("Nh aP", "SC", offer="TY", dealer=0)
    made.do("take right T", "offer OX")
    made.do("pass")
    assert made.acts() == ["pass", "take right X"] and made.line(0) == "Nh aP Ty"


def test_alphabetickell_d5_the_last_card_is_offered_to_all() -> None:
    made = table("NH", "SC", "AJ", offer="EL", pile="")
    for seat in range(3):
        assert made.turn == seat and len(made.acts()) > 1 and made.state.round_number == 1
        made.do("pass")
    assert made.state.round_number == 2


def test_alphabetickell_d6_the_eleventh_card_decides_who_deals() -> None:
    made = table("SC", TEN, "NH", offer="OU", dealer=0, pile="")
    made.do("pass")
    made.do("take right U")
    assert made.dealer == 1


def test_alphabetickell_d7_forced_passes_are_told() -> None:
    told = story(table("NH", "Am rW", "Ed tM", offer="EL", pile="AP"), "pass", "offer AP")
    assert told[1:3] == ["Cat cannot take EL", "Jen cannot take EL"]


@pytest.mark.parametrize(("early_stop", "offers"), [("play_on", 3), ("stop", 0)])
def test_alphabetickell_d8_a_round_may_stop_when_nothing_fits(early_stop: str, offers: int) -> None:
    made = table("Am rY", "Aw tY", offer="RZ", pile="EL NB OX", early_stop=early_stop)
    told = story(made, "take right Z")
    assert sum(" turns up " in line for line in told) == offers
    assert made.totals() == [3, 2] and made.state.round_number == 2
    ended = "no card that is left fits anywhere" if early_stop == "stop" else "the draw pile is empty"
    assert f"Round 1 is over: {ended}" in told
    assert made.dealer == 1, "who would have turned up the next card, and in the long form did"


def test_alphabetickell_d8_it_stops_after_a_discard_too() -> None:
    made = table("Am rY", "Aw tY", offer="RZ", pile="EL NB OX", early_stop="stop")
    made.do("pass")
    told = story(made, "pass")
    assert "RZ is discarded" in told and "Round 1 is over: no card that is left fits anywhere" in told
    assert made.dealer == 0


def test_alphabetickell_d9_dealt_cards_are_hidden() -> None:
    made = match(seats=2, first_dealer="seat:0")
    assert "hand" in made.scene(0).zones and "hand" in made.scene(1).zones and "hand" not in made.scene(None).zones
    assert not set(made.scene(0).pieces) & set(made.scene(1).pieces)


def test_alphabetickell_d10_the_timeout_is_a_pass_or_the_card_dealt_first() -> None:
    made = match(seats=3, first_dealer="seat:2")
    action = GAME.text.timeout(made.position.plain_setup, made.plain_state)
    first = made.cards[made.state.seats[2].hand[0]]
    assert action_text(made.position, action) == f"keep {first}"
    made = table("NH", "SC", offer="EL")
    assert GAME.text.timeout(made.position.plain_setup, made.plain_state) == made.position.legal()[0]
    made = table("NH", "SC", offer="EL", passing="no")
    assert action_text(made.position, GAME.text.timeout(made.position.plain_setup, made.plain_state)) == "take left H-E"


def test_alphabetickell_d11_after_max_rounds_the_highest_total_wins() -> None:
    made = match(seats=2, max_rounds=2, cap=2, deal=1, deck="tiny", tie="extra_round")
    while not made.over:
        made.do("pass" if made.state.round_number == 1 else made.acts()[-1])
    result = made.scene(None).result
    assert result is not None and result.reason == "2 rounds played, the most there can be"
    assert max(made.totals()) < 30


def test_alphabetickell_d11_at_the_last_round_equal_totals_share() -> None:
    made = table("NH", "SC", offer="EL", pile="", totals=[30, 30], tie="extra_round", max_rounds=1)
    for _ in range(2):
        made.do("pass")
    result = made.scene(None).result
    assert made.over and result is not None
    assert (result.title, result.reason) == (
        "Aiden and Cat share the win with 31 points",
        "1 round played, the most there can be",
    )


def test_more_cards_to_deal_than_there_are() -> None:
    assert problem("tiny", seats=3, deal=3) == (
        "alphabetickell: 3 seats dealt 3 cards each need 9 cards, but there are 8 [Alphabetickell 1]"
    )


def test_as_many_seats_as_cards() -> None:
    cards = {"deck": "custom", "deck_check": "loose", "cards": "AL EM IQ"}
    told = problem(seats=3, deal=1, **cards)
    assert told == "alphabetickell: 3 seats keep all 3 cards, so none is left to offer [Alphabetickell 2b]"
    assert GAME.read_options(None, {"seats": 2, "deal": 1, **cards}).seats == 2


def test_a_discard_limit_above_the_draw_pile() -> None:
    told = problem(seats=4, discard_limit=45)
    assert told == "alphabetickell: 45 discards are never reached with a draw pile of 44 cards [Alphabetickell 11]"
    assert GAME.read_options(None, {"seats": 4, "discard_limit": 44}).seats == 4


def test_a_discard_limit_with_early_stop() -> None:
    told = problem("2018-09-04", early_stop="stop")
    assert told == (
        "alphabetickell: a round that stops when no card fits leaves out discards, of which 4 are to end it [Alphabetickell D8]"
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"deck": "custom"}, "alphabetickell: a custom deck needs its cards [Deck D1]"),
        ({"cards": "AL"}, "alphabetickell: cards of one's own need the custom deck, got another [Deck D1]"),
        ({"deck": "custom", "deck_check": "loose", "cards": "AA BC DE"}, "[Deck 2]"),
        ({"deck": "custom", "cards": "AL EM IQ"}, "alphabetickell: a strict deck has 48 cards, got 3 [Deck 1]"),
        ({"seats": 8}, "alphabetickell: seats must be a whole number from 2 to 7, got 8 [Alphabetickell 1]"),
        ({"cap": 1}, "alphabetickell: cap must be a whole number from 2 to 26 or none, got 1 [Alphabetickell 7]"),
        ({"target": 0}, "alphabetickell: target must be a whole number from 1 to 500, got 0 [Alphabetickell 10]"),
        ({"deal": 6}, "alphabetickell: deal must be a whole number from 1 to 5, got 6 [Alphabetickell 1]"),
        ({"tie": "extra"}, "alphabetickell: tie must be one of shared, extra_round, got 'extra'; did you mean 'extra_round'?"),
        (
            {"max_rounds": 1001},
            "alphabetickell: max_rounds must be a whole number from 1 to 1000, got 1001 [Alphabetickell D11]",
        ),
        ({"taget": 3}, "alphabetickell has no option 'taget'; did you mean 'target'?"),
    ],
)
def test_bad_values_are_refused_with_the_rule(options: dict[str, object], told: str) -> None:
    assert told in problem(**options)


def test_the_bounds_of_the_rulebook() -> None:
    most = [GAME.read_options(None, {"seats": seats}).max_decisions() for seats in (2, 5)]
    assert most == [2820, 6600]
    assert GAME.read_options("tiny").max_decisions() == 4 * 6 * 2
    assert GAME.read_options(None, {"seats": 2, "tie": "extra_round"}).max_decisions() == 60 * 94


def test_presets() -> None:
    values = {name: GAME.read_options(name).public() for name in GAME.presets}
    assert list(values) == ["30pt", "first_edition", "2018-09-04", "tiny"]
    default = values["30pt"]
    assert default == {
        "target": 30, "cap": 11, "discard_limit": "none", "deal": 3, "passing": "yes", "first_dealer": "random",
        "tie": "shared", "early_stop": "play_on", "max_rounds": 60, "deck": "recommended48", "deck_check": "strict",
        "reveal_after_match": "all",
    }  # fmt: skip
    assert values["first_edition"] == default | {"target": 26}
    assert values["2018-09-04"] == default | {"target": 25, "discard_limit": 4, "cap": "none", "first_dealer": "seat:0"}
    assert values["tiny"] == default | {"deck": "tiny", "deal": 1, "cap": 4, "target": 4, "first_dealer": "seat:0"}
    assert match("tiny").cards == ["NH", "SC", "AP", "EL", "TM", "OU", "IB", "RW"]


@pytest.mark.parametrize(
    "text", ["take", "take left", "keep A", "keep ALE", "take middle A", "take left A-", "left A", "pass EL", "keep 1"]
)
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError, match="is no action of Alphabetickell; write"):
        table("NH", "SC", offer="EL").do(text)


def test_reading_is_forgiving() -> None:
    made = table("AL", "SC", offer="EM")
    for text in ("take right A-E", " TAKE  right a-e ", "take right A - E", "take righta-e"):
        assert read_action(made.position, text) == made.position.legal()[1]
    made = match(seats=2, seed=3)
    card = made.acts()[2].split()[1]
    assert read_action(made.position, f"keep {card[::-1].lower()}") == made.position.legal()[2]


def test_equal_cards_are_one_choice() -> None:
    made = match(seats=2, deal=5, deck="custom", deck_check="loose", cards="AL LA AL AL BA AB BA BA BA LA AL", seed=1)
    assert sorted(made.acts()) == ["keep AB", "keep AL"]
    scene = made.scene(made.turn)
    assert len(scene.zones["hand"].items) == 5 and list(scene.acts) == made.acts()

"""The options of Grabble Road: presets, what is refused and with which reason (section 5 of the rulebook page)."""

from __future__ import annotations

import pytest

from muckle.errors import OptionsError
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.options import TINY_WORDS, Options
from muckle.lab.simulate import simulate
from muckle.match.match import new_match
from steps import refused_options


def test_the_presets():
    assert list(GAME.presets) == ["grabble_road", "straight", "no_through", "long_through", "tiny"]
    assert GAME.read_options() == Options()
    assert [GAME.read_options(name).through for name in list(GAME.presets)[1:4]] == ["one_straight", "off", "chain_any"]
    tiny = GAME.read_options("tiny")
    assert (tiny.seats, tiny.board, tiny.tiles, tiny.rack, tiny.stall_cap) == (2, "tiny3", "tiny8", 3, 2)
    assert tiny.word_list() == ("tiny", TINY_WORDS)
    assert set(TINY_WORDS) == {"a", "ad", "at", "ta", "act", "cad", "cat", "tad"}


def test_the_defaults_are_those_of_the_rulebook():
    defaults = Options().public() | {"seats": Options().seats}
    assert defaults == {
        **{
            "seats": 2,
            "covering": "yes",
            "through": "one_any",
            "through_onto": "empty",
            "spans": "any_part",
            "one_letter": "A_I",
        },
        **{
            "mulligan": "yes",
            "passing": "yes",
            "stall_cap": 10,
            "dictionary": "american-standard",
            "rack": 10,
            "board": "standard15",
            "tiles": "standard100",
        },
        "reveal_after_match": "all",
    }


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"seats": 1}, "Grabble Road 2"),
        ({"seats": 5}, "Grabble Road 2"),
        ({"through": "two"}, "Grabble Road 4e"),
        ({"through_onto": "full"}, "Grabble Road D2"),
        ({"spans": "all"}, "Grabble Road 7a"),
        ({"one_letter": "A"}, "Grabble Road 7d"),
        ({"stall_cap": 101}, "Grabble Road 14"),
        ({"rack": 0}, "Grabble Road 2"),
        ({"rack": 16}, "Grabble Road 2"),
        ({"board": "round"}, "Grabble Road 8"),
        ({"tiles": "german"}, "Grabble Road 2"),
    ],
)
def test_values_that_are_not_allowed_are_refused_with_their_rule(given: dict[str, object], rule: str):
    assert refused_options(GAME, **given)[1] == rule


def test_racks_that_cannot_be_filled():
    expected = "grabble_road: 2 racks of 5 need 10 tiles, but the bag holds 8"
    assert refused_options(GAME, tiles="tiny8", rack=5) == (expected, "Grabble Road 2")
    assert GAME.read_options(None, {"tiles": "tiny8", "rack": 4}).seats == 2
    assert refused_options(GAME, tiles="tiny4", rack=3)[1] == "Grabble Road 2"
    assert GAME.read_options(None, {"seats": 4, "rack": 15}).rack == 15


def test_nothing_to_land_behind():
    expected = "grabble_road: where no tile may be passed through, nothing lies behind one that could be covered"
    assert refused_options(GAME, through="off", through_onto="any") == (expected, "Grabble Road D2")


def test_nothing_to_land_on():
    expected = "grabble_road: where tiles may not be covered, the square behind a tile passed through must be empty"
    assert refused_options(GAME, covering="no", through_onto="any") == (expected, "Grabble Road D2")


def test_a_word_list_without_words_of_two_letters():
    def told(*words: str) -> list[str]:
        return [str(problem) for problem in Options().word_problems(words)]

    expected = "grabble_road: the word list american-standard has no word of at least 2 letters [Grabble Road D15]"
    assert told("a", "i") == [expected]
    assert told() and not told("a", "at")


def test_no_matches_without_end_between_bots():
    expected = "with bots in all seats a match might never end, so stall_cap must be a number, got none"
    with pytest.raises(OptionsError, match=expected) as caught:
        simulate("grabble_road", "tiny", games=1, stall_cap="none")
    assert caught.value.rule == "Grabble Road D13"
    assert simulate("grabble_road", "tiny", games=2).games == 2
    assert not new_match("grabble_road", "tiny", stall_cap="none").over, "people may"


def test_an_unknown_dictionary_is_refused():
    with pytest.raises(Exception, match="no word list is called 'amerikan-standard'"):
        new_match("grabble_road", dictionary="amerikan-standard")


def test_the_bound_of_decisions():
    assert Options().max_decisions() == 100 + 101 * 10 * 2 * 12
    assert GAME.read_options("tiny").max_decisions() == 8 + 9 * 2 * 2 * 5
    assert GAME.read_options(None, {"stall_cap": "none"}).max_decisions() == 10**9

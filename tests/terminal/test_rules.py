"""A rule is found by its id."""

from typing import cast

import pytest

from muckle.engine.game import Game
from muckle.errors import MuckleError
from muckle.games import GAMES
from muckle.games.about import about
from muckle.games.rulebook import find_rule, read_rules, rule_text
from muckle.kit.letter_tiles import PREMIUMS
from muckle.terminal.page import show_about, show_rules
from muckle.terminal.screen import markdown_lines

RULES = """\
# Mitch

- **Mitch 5** A card goes below a *higher* one (see `place`),
  and **never** moves.

  | cards | points |
  |---|---|
  | 3 | 1 |
- **Mitch 5a** Gaps are allowed.
  - **Mitch 5b** A rule inside a rule.

**Grabble Road 7a** Has a name of two words.

**Revolution 1** Stands in a paragraph.

| id | option | why |
|---|---|---|
| Mitch D1 | `hands` | the seed does not say |
| **Mitch D2** | `match_tie` | |

The end names **Mitch 5** once more.
"""


class Mitch:
    title = "Mitch"

    def rules_text(self) -> str:
        return RULES


MITCH = cast(Game, Mitch())


def test_a_game_is_told_with_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    show_about(about("mickell"))
    told = capsys.readouterr().out
    assert "Time: 10 to 20 min" in told and "Invented and designed by Bez." in told
    assert "\nLearn: muckle learn mickell   Play: muckle play mickell   Rules: muckle rules mickell\n" in told
    assert "    T/[H]  [O]/D  (A/[P])  ([E]/W) = 2\n" in told, (
        "letters that count in square brackets, cards that go in round ones"
    )


def test_a_rule_is_a_whole_item() -> None:
    assert find_rule(RULES, "Mitch 5") == (
        "**Mitch 5** A card goes below a *higher* one (see `place`),\nand **never** moves.\n\n"
        "| cards | points |\n|---|---|\n| 3 | 1 |"
    )
    assert find_rule(RULES, " mitch 5B ") == "**Mitch 5b** A rule inside a rule."
    assert find_rule(RULES, "Revolution 1") == "**Revolution 1** Stands in a paragraph."
    assert find_rule(RULES, "Mitch 6") is None


def test_a_row_of_a_table_is_a_rule() -> None:
    assert find_rule(RULES, "Mitch D1") == "**Mitch D1** option: `hands`; why: the seed does not say"
    assert find_rule(RULES, "Mitch D2") == "**Mitch D2** option: `match_tie`"


@pytest.mark.parametrize("given", ["5", "mitch 5", "Mitch5", " MITCH  5 "])
def test_ids_are_read_forgivingly_and_lettered_rules_follow(given: str) -> None:
    text = rule_text(MITCH, given)
    assert text.startswith("**Mitch 5** A card")
    assert text.endswith("**Mitch 5a** Gaps are allowed.\n- **Mitch 5b** A rule inside a rule.")
    assert text.count("Mitch 5b") == 1


def test_an_id_of_two_words() -> None:
    assert rule_text(MITCH, "grabble road 7a") == "**Grabble Road 7a** Has a name of two words."


def test_short_ids_of_decisions() -> None:
    assert rule_text(MITCH, "d1") == find_rule(RULES, "Mitch D1")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("55", "Mitch has no rule 'Mitch 55'; did you mean 'Mitch 5'?"),
        ("revolucion 1", "Mitch has no rule 'Revolucion 1'; did you mean 'Revolution 1'?"),
        ("xyzzy", "Mitch has no rule 'xyzzy'"),
    ],
)
def test_an_unknown_rule_is_named_with_the_nearest_one(given: str, message: str) -> None:
    with pytest.raises(MuckleError) as caught:
        rule_text(MITCH, given)
    assert str(caught.value) == message


def test_rules_read_aloud() -> None:
    assert markdown_lines(find_rule(RULES, "Mitch 5") or "") == [
        "Mitch 5: A card goes below a higher one (see place), and never moves.",
        "",
        "cards; points.",
        "3; 1.",
    ]
    assert not set("*|#`") & set("".join(markdown_lines(RULES)))
    assert markdown_lines(RULES)[:3] == ["Mitch", "", markdown_lines(RULES)[2]]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_of_every_game_are_printed(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    show_rules(game, "1")
    assert capsys.readouterr().out.startswith(f"{game.title} 1: ")
    show_rules(game, "")
    text = capsys.readouterr().out
    assert all(f"{name}: " in text or f"{name}; " in text for name in read_rules(game.rules_text()))
    assert "**" not in text


def test_a_board_is_printed_as_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    show_rules(GAMES["grabble_road"], "")
    assert "\n".join(("", *PREMIUMS, "")) in capsys.readouterr().out


def test_its_break_joined_lines_are_no_board() -> None:
    text = GAMES["grabble_road"].rules_text()
    assert "\n".join(PREMIUMS) in "\n".join(markdown_lines(text))
    assert "\n".join(PREMIUMS) not in "\n".join(markdown_lines(text.replace("```\n", "\n")))


def test_the_page_about_a_game_names_what_a_real_table_needs(capsys: pytest.CaptureFixture[str]) -> None:
    for game, more in (("mitch", "   muckle score mitch\n"), ("alphabetickell", "\n")):
        show_about(about(game))
        told = f"On a real table: muckle print aid {game}   muckle print score-sheets {game}{more}"
        assert capsys.readouterr().out.endswith(told)

"""The caller's sheet and the score sheets, read back from their PDF."""

import re
from pathlib import Path

import pytest

from muckle.games.mickell.muckell import Options, read_options
from muckle.kit.two_letter_deck import recommended
from muckle.match.match import Match, new_match
from muckle.paper.caller import called_cards, caller, how_to_call, how_to_play
from muckle.paper.first_forms import FIRST_FORMS, FirstForm
from muckle.paper.layout import PAPERS, Paper
from muckle.paper.score_sheets import WORDS, board, score_sheets
from paper.reading import Pages, margins_white

CALL = re.compile(r"(?<!\S)(\d+) ([A-Z]) ([A-Z]) ([1-6])(?!\S)")
STRANGEST = {
    "rows": 1,
    "claims_per_turn": "unlimited",
    "lookup": "none",
    "bad_claim": "spent",
    "min_word": 2,
    "pace": "seconds:3600",
    "late": "queue",
}


def muckell(preset: str | None = None, **given: int | str) -> Options:
    return read_options(preset, given)


def come(match: Match) -> list[str]:
    """Return the cards that come in a match, as a player sees them."""
    names, seen = [card.card for card in match.options.deck_cards()], list[str]()  # type: ignore[attr-defined]
    while match.position.plain_state.current >= 0 and not match.over and len(seen) < len(names):
        seen.append(names[match.position.plain_state.current])
        match.apply("place 1")
        match.apply("end")
    return seen


@pytest.mark.parametrize("paper", Paper)
def test_muckell_1_the_caller_calls_every_card_in_the_order_of_the_seed(paper: Paper) -> None:
    pages = Pages(caller(muckell(), 7, paper))
    assert pages.sizes() == [PAPERS[paper]]
    found = CALL.findall(pages.text(0))
    assert [int(number) for number, *_ in found] == [*range(1, 49)]
    assert [top + bottom for _, top, bottom, _ in found] == come(new_match("mickell", seed=7))
    assert {(top, bottom, int(number)) for _, top, bottom, number in found} == {card[1:4] for card in recommended()}
    assert "seed 7" in pages.text(0) and margins_white(pages.ink(0))


def test_another_seed_is_another_order() -> None:
    one, other = (called_cards(board(muckell().alone(), seed)) for seed in (7, 8))
    assert one != other and sorted(one) == sorted(other) == sorted(recommended())


@pytest.mark.parametrize("paper", Paper)
def test_the_strangest_options_fit_on_the_page_too(paper: Paper) -> None:
    pages = Pages(caller(muckell(**STRANGEST), 1, paper))
    assert len(pages.pages) == 1 and len(CALL.findall(pages.text(0))) == 48 and margins_white(pages.ink(0))
    assert "Letters 2 3 4 5 6 7 8 or more Points 0 1 2 3 5 6 1 a letter" in pages.text(0)


def test_the_rules_in_short_are_those_of_the_options() -> None:
    usual, strange = (" ".join(how_to_play(muckell(**given).public())) for given in ({}, STRANGEST))
    for text, others in (("up to 3 rows", "up to 1 row."), ("one word", "Claim words"), ("at least 3 cards", "at least 2")):
        assert text in usual and others in strange and others not in usual
    assert "Looking words up is free" in usual and "uses up the claim" in strange
    assert "cannot be discarded" not in " ".join(how_to_play(muckell(first_card="may_discard").public()))


def test_muckell_3_4_and_6_are_told_as_the_preset_has_them() -> None:
    asked = (None, {}), ("muckell", {"late": "queue", "tie": "longest_word"}), ("muckell_timed", {})
    usual, queued, timed = (" ".join(how_to_call(muckell(preset, **given).public())) for preset, given in asked)
    assert "You decide the speed" in usual and "You decide the speed" in queued and "after 60 seconds" in timed
    assert "is called discards it; the first card is placed" in usual and "plays the missed cards in order" in queued
    assert "equal scores share the place" in timed and "longer longest word" in queued


@pytest.mark.usefixtures("standard_fonts")
def test_a_small_deck_is_called_too() -> None:
    pages = Pages(caller(muckell("tiny"), 3, Paper.A4))
    assert [top + bottom for _, top, bottom, _ in CALL.findall(pages.text(0))] == come(new_match("mickell", "tiny", seed=3))


@pytest.mark.parametrize(("paper", "players", "pages"), [(Paper.A4, 9, [4, 4, 1]), (Paper.LETTER, 4, [4])])
def test_everybody_gets_a_score_sheet(paper: Paper, players: int, pages: list[int]) -> None:
    found = Pages(score_sheets(muckell().alone(), paper, players))
    assert set(found.sizes()) == {PAPERS[paper]}
    assert [found.text(page).count("Name") for page in range(len(found.pages))] == pages
    assert all(margins_white(found.ink(page)) for page in range(len(found.pages)))


@pytest.mark.usefixtures("standard_fonts")
def test_mickell_6_and_8_stand_on_the_score_sheet() -> None:
    text = Pages(score_sheets(muckell().alone(), Paper.A4, 1)).text(0)
    assert "Letters 3 4 5 6 7 8 or more Points 1 2 3 5 6 1 a letter" in text and "24 or more: great" in text
    assert WORDS * 3 == 48


@pytest.mark.usefixtures("standard_fonts")
@pytest.mark.parametrize("form", FIRST_FORMS.values(), ids=FIRST_FORMS)
def test_an_early_form_is_called_with_what_is_known_and_what_is_open(form: FirstForm) -> None:
    pages = Pages(caller(muckell(), 7, Paper.A4, form))
    text = " ".join(pages.text(0).split())
    assert len(pages.pages) == 1 and len(CALL.findall(text)) == 48 and margins_white(pages.ink(0))
    assert f"{form.title}, seed 7" in text and "Muckell" not in text and "Points 1 2" not in text
    assert all(told in text for told in (*form.known, *form.open))


def missing_from(page: str) -> list[str]:
    """Return what the sheets tell of the early forms, and a page does not."""
    told = " ".join(page.split())
    return [told_of for form in FIRST_FORMS.values() for told_of in (form.title, *form.known) if told_of not in told]


def test_the_page_about_early_forms_tells_the_same_and_that_nobody_plays_them_here() -> None:
    page = (Path(__file__).parents[2] / "docs" / "first_forms.md").read_text("utf-8")
    assert missing_from(page) == [] and page.startswith("# Forms that are not played here\n")
    assert all(f"muckle print caller --form {name}" in page for name in FIRST_FORMS)
    assert len(missing_from(page.replace("There are no turns", "There are turns"))) == 1, "its break"

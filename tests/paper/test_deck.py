"""The printed deck, read back from its PDF."""

import functools

import numpy as np
import pytest

from muckle.kit.two_letter_deck import Card, read_cards, recommended
from muckle.paper import document
from muckle.paper.deck import BORDER, deck, stitches
from muckle.paper.document import Document
from muckle.paper.layout import CARDS, Box, Paper, Size, Stroke, sheet
from paper.reading import Pages, margins_white, part

QUICK = {(Paper.A4, Size.SMALL), (Paper.A4, Size.MINI), (Paper.LETTER, Size.SMALL)}
"""Decks that are printed in the short run."""
BOTH = [pytest.param(paper, size, marks=[pytest.mark.slow] * ((paper, size) not in QUICK)) for paper in Paper for size in Size]


@functools.cache
def printed(paper: Paper, size: Size) -> Pages:
    return Pages(deck(recommended(), paper, size))


def faces(pages: Pages, paper: Paper, size: Size) -> list[str]:
    """Return the text of each place for a card that is not empty, such as ``A J 1``."""
    boxes = sheet(paper, CARDS[size]).boxes
    found = [pages.text(page, box) for page in range(len(pages.pages)) for box in boxes]
    return [text for text in found if text]


def on(card: Card) -> str:
    """Return the text on a card."""
    named = f" {card.evidence}" if card.evidence in ("inferred", "deduced") else ""
    return f"{card.top} {card.bottom} {card.number}{named}"


@pytest.mark.parametrize(("paper", "size"), BOTH)
def test_every_card_stands_there_once_with_its_number(paper: Paper, size: Size) -> None:
    pages = printed(paper, size)
    wide, high = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}[paper]
    assert set(pages.sizes()) <= {(wide, high), (high, wide)} and len(set(pages.sizes())) == 1
    found = faces(pages, paper, size)
    assert found == [on(card) for card in recommended()]
    assert len(set(found)) == 48 == len(found)


@pytest.mark.usefixtures("standard_fonts")
def test_a_card_that_is_printed_twice_or_changed_is_seen() -> None:
    cards = [*recommended()[:47], recommended()[0]]
    found = faces(Pages(deck(cards, Paper.A4, Size.SMALL)), Paper.A4, Size.SMALL)
    assert found != [on(card) for card in recommended()] and len(set(found)) == 47


@pytest.mark.parametrize("paper", Paper)
def test_inferred_cards_are_named_and_explained(paper: Paper) -> None:
    pages = printed(paper, Size.SMALL)
    named = {text[:3].replace(" ", "") for text in faces(pages, paper, Size.SMALL) if "inferred" in text}
    assert named == {card.card for card in recommended() if card.evidence == "inferred"} and len(named) == 17
    assert all("Inferred: the true list is not public" in pages.text(page) for page in range(2))
    assert ["Deduced: " in pages.text(page) for page in range(2)] == [False, True]  # RB stands on the second sheet


@pytest.mark.usefixtures("standard_fonts")
def test_cards_of_a_house_deck_are_not_named_so() -> None:
    assert "nferred" not in Pages(deck(read_cards("RB EK"), Paper.A4, Size.SMALL)).text(0)


@pytest.mark.parametrize(("paper", "size"), BOTH)
def test_margins_are_white_and_so_are_the_borders_of_cards(paper: Paper, size: Size) -> None:
    pages = printed(paper, size)
    for page in range(len(pages.pages)):
        ink = pages.ink(page)
        assert margins_white(ink) and ink.any()
        for box in sheet(paper, CARDS[size]).boxes:
            edges = part(ink, box.inside(0.25)).copy()
            edges[3:-3, 3:-3] = False
            assert not edges.any(), box  # a cut may stray by a millimetre, and no mark comes near


@pytest.mark.usefixtures("standard_fonts")
def test_ink_in_the_margin_is_seen() -> None:
    pdf = Document((210, 297), "a break")
    pdf.add_page()
    pdf.lines([Stroke(3, 100, 8, 100)])
    assert not margins_white(Pages(bytes(pdf.output())).ink(0))


def test_letters_stand_in_the_middle_of_their_halves() -> None:
    pages, ink = printed(Paper.A4, Size.MINI), printed(Paper.A4, Size.MINI).ink(1)
    box = sheet(Paper.A4, CARDS[Size.MINI]).boxes[8]
    assert pages.text(1, box).startswith("O C")
    rows, columns = np.nonzero(part(ink, box.inside(4)._replace(height=box.height / 2 - 5)))
    middle = [(each.min() + each.max()) / 2 / 4 + 4 for each in (columns, rows)]
    assert middle == pytest.approx([box.width / 2, BORDER + (box.height / 2 - BORDER) / 2], abs=0.4)


def test_fonts_are_embedded() -> None:
    if not (document.FONTS / document.SERIF).is_file():
        pytest.skip("the browser client, whose fonts these are, was not built")
    assert all(all(printed(Paper.A4, Size.SMALL).fonts_embedded(page)) for page in range(2))


@pytest.mark.usefixtures("standard_fonts")
def test_without_the_browser_client_every_reader_s_own_fonts_serve() -> None:
    pages = Pages(deck(recommended(), Paper.LETTER, Size.SMALL))
    assert faces(pages, Paper.LETTER, Size.SMALL) == [on(card) for card in recommended()]
    assert not any(pages.fonts_embedded(0)) and margins_white(pages.ink(0))


@pytest.mark.usefixtures("standard_fonts")
def test_backs_fall_on_their_cards_and_tell_nothing() -> None:
    pages, page = Pages(deck(read_cards("RB EK"), Paper.A4, Size.SMALL, backs=True)), sheet(Paper.A4, CARDS[Size.SMALL])
    assert len(pages.pages) == 2 and pages.text(1) == ""
    ink = pages.ink(1)
    expected = [page.mirrored(box) for box in page.boxes[:2]]
    painted = [box for box in page.boxes if part(ink, box).any()]
    assert sorted(painted) == [pytest.approx(box) for box in sorted(expected)]
    assert margins_white(ink)


@pytest.mark.parametrize("size", Size)
def test_a_back_is_the_same_upside_down(size: Size) -> None:
    box = Box(0, 0, *CARDS[size])
    points = {(round(x, 6), round(y, 6)) for x, y in stitches(box)}
    turned = {(round(box.width - x, 6), round(box.height - y, 6)) for x, y in points}
    assert len(points) > 100 and points == turned
    assert {(round(x + 1, 6), y) for x, y in points} != turned

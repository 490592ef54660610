"""Places of cards and sheets on paper."""

from collections.abc import Iterable

import pytest

from muckle.paper.layout import CARDS, PAPERS, Paper, Sheet, Size, Stroke, sheet, sheets
from muckle.paper.score_sheets import SIZE
from paper.reading import faults

DECK = 48


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("size", [*CARDS.values(), SIZE], ids=str)
def test_nothing_is_off_the_page_and_no_mark_on_a_card(paper: Paper, size: tuple[float, float]) -> None:
    legend = 0 if size == SIZE else 7
    page = sheet(paper, size, legend)
    assert page.boxes and faults(page) == []
    assert sorted(page.page) == sorted(PAPERS[paper])
    assert all((box.width, box.height) == size for box in page.boxes)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("size", "needed"), [(Size.SMALL, 2), (Size.MINI, 3), (Size.POKER, 6)])
def test_a_deck_takes_few_sheets(paper: Paper, size: Size, needed: int) -> None:
    assert len(sheets(DECK, len(sheet(paper, CARDS[size]).boxes))) == needed


@pytest.mark.parametrize("paper", Paper)
def test_every_line_between_cards_has_its_marks(paper: Paper) -> None:
    page = sheet(paper, CARDS[Size.SMALL])
    upright = {mark.x1 for mark in page.marks if mark.x1 == mark.x2}
    level = {mark.y1 for mark in page.marks if mark.y1 == mark.y2}
    assert rounded(upright) == rounded({edge for box in page.boxes for edge in (box.left, box.right)})
    assert rounded(level) == rounded({edge for box in page.boxes for edge in (box.top, box.bottom)})
    assert len(page.marks) == 2 * (7 + 5)


def rounded(numbers: Iterable[float]) -> list[float]:
    return sorted({round(number, 6) for number in numbers})


@pytest.mark.parametrize("paper", Paper)
def test_the_other_side_falls_on_the_cards(paper: Paper) -> None:
    page = sheet(paper, CARDS[Size.SMALL])
    mirrored = [page.mirrored(box) for box in page.boxes]
    assert sorted(mirrored) == [pytest.approx(box) for box in sorted(page.boxes)]
    assert mirrored[0] == pytest.approx(page.boxes[5])  # the first of a row lies behind the last


def broken(kind: str) -> Sheet:
    page = sheet(Paper.A4, CARDS[Size.SMALL])
    first = page.boxes[0]
    match kind:
        case "mark on a card":
            return page._replace(marks=(*page.marks, Stroke(first.left + 1, first.top - 2, first.left + 1, first.top + 1)))
        case "off the page":
            return page._replace(boxes=(first._replace(left=4.0), *page.boxes[1:]))
        case _:
            return page._replace(boxes=(*page.boxes, first._replace(left=first.left + 3)))


@pytest.mark.parametrize("kind", ["mark on a card", "off the page", "cards overlap"])
def test_a_bad_layout_is_seen(kind: str) -> None:
    assert any(fault.startswith(kind) for fault in faults(broken(kind)))

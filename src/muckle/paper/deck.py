"""The two-letter deck as cards to cut out (Deck 1 to 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muckle.kit.two_letter_deck import Card
from muckle.paper.document import INK, LINE, SOFT, TINT, TINT_INK, Document
from muckle.paper.layout import CARDS, Box, Paper, Sheet, Size, Stroke, sheet, sheets

BORDER = 1.5
"""White around what is printed on a card, so that a cut may stray."""
ROUND = 2.5
"""Radius of a card's corners, in millimetres."""
EM = 0.69
"""The size of a letter, as a part of the half of the card it stands on."""
BACK = (39, 74, 92)
LIGHT = (116, 148, 164)
WEAVE = 3.6
"""Distance between stitches of the pattern on the backs, in millimetres."""
MARKED = {
    "deduced": "Deduced: it follows from a printed example.",
    "inferred": "Inferred: the true list is not public; this card was chosen so that all letter totals are right.",
}
"""Kinds of evidence that are marked on a card, each with its line in the legend."""


def deck(cards: Sequence[Card], paper: Paper, size: Size, backs: bool = False) -> bytes:
    """Make a PDF of all cards on as few sheets as hold them.

    Args:
        backs: whether each sheet is followed by a page of backs, for printing on both sides.
    """
    page = sheet(paper, CARDS[size])
    pdf = Document(page.page, "The two-letter deck")
    parts = sheets(len(cards), len(page.boxes))
    for number, part in enumerate(parts, 1):
        places = page.boxes[: len(part)]
        pdf.add_page()
        pdf.lines(page.marks)
        for box, place in zip(places, part, strict=True):
            face(pdf, box, cards[place])
        legend(pdf, page, [cards[place] for place in part], f"Sheet {number} of {len(parts)}")
        if backs:
            pdf.add_page()
            for box in places:
                back(pdf, page.mirrored(box))
    return bytes(pdf.output())


def face(pdf: Document, box: Box, card: Card) -> None:
    """Print a card: the top letter on white, the bottom letter on the tinted half with the card's number (Deck 2, 6)."""
    frame = box.inside(BORDER)
    middle, half = frame.top + frame.height / 2, frame.height / 2
    with pdf.local_context(), pdf.rect_clip(frame.left, middle, frame.width, half):
        pdf.fill(frame, ROUND, TINT)
    pdf.lines([Stroke(frame.left, middle, frame.right, middle)], 0.2, LINE)
    pdf.frame(frame, ROUND)
    points = EM * min(frame.width, half) * pdf.k
    for letter, y, colour in ((card.top, middle - half / 2, INK), (card.bottom, middle + half / 2, TINT_INK)):
        pdf.pen("letter", points, colour)
        pdf.centred(letter, frame.left + frame.width / 2, y)
    pdf.pen("strong", 8, TINT_INK)
    pdf.flushed(str(card.number), frame.right - 1.8, frame.bottom - 1.8)
    if card.evidence in MARKED:
        pdf.pen("text", 5.5, TINT_INK)
        pdf.text(frame.left + 1.8, frame.bottom - 1.8, card.evidence)


def legend(pdf: Document, page: Sheet, cards: Sequence[Card], number: str) -> None:
    """Print what the small print on these cards means."""
    shown = [told for evidence, told in MARKED.items() if any(card.evidence == evidence for card in cards)]
    deck = "Two-letter deck by Bez. The number: how many cards of the deck have the same lower letter."
    pdf.pen("text", 6.5, SOFT)
    pdf.paragraph(" ".join((f"{number}.", deck, *shown)), page.legend)


def back(pdf: Document, box: Box) -> None:
    """Print a back. All backs are alike, upside down too, so a back tells nothing (Deck I3)."""
    frame = box.inside(BORDER)
    woven = frame.inside(1.4)
    pdf.fill(frame, ROUND, BACK)
    pdf.frame(woven, ROUND - 1, 0.25, LIGHT)
    pdf.set_fill_color(*LIGHT)
    for x, y in stitches(woven):
        pdf.polygon([(x, y - 0.7), (x + 0.7, y), (x, y + 0.7), (x - 0.7, y)], style="F")


def stitches(box: Box) -> Iterator[tuple[float, float]]:
    """Yield the centres of a back's stitches; every second row is shifted by half a stitch."""
    columns, rows = int(box.width / WEAVE), int(box.height / WEAVE)
    for row in range(1, 2 * rows):
        for column in range(1 + row % 2, 2 * columns, 2):
            yield box.left + box.width * column / (2 * columns), box.top + box.height * row / (2 * rows)

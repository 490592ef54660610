"""The caller's sheet: the cards of a shuffled deck in order, how to call them, and the rules in short, or an early form's."""

from __future__ import annotations

from collections.abc import Mapping

from muckle.games.mickell.muckell import Options
from muckle.kit.two_letter_deck import Card, DeckOptions
from muckle.match.match import Match
from muckle.paper.document import INK, LINE, SOFT, TINT, TINT_INK, Document
from muckle.paper.first_forms import FirstForm
from muckle.paper.layout import PAPERS, Box, Paper, Stroke
from muckle.paper.score_sheets import POINTS, board, points_table, table
from muckle.players.par import outcome_order
from muckle.scene.contract import Table

MARGIN = 12.0
COLUMNS = 4
ROW = 14.5
"""Height of the line of one call in millimetres, if there is room."""
CARD = 12.0
"""Height of a printed card, and its width for each letter, in millimetres."""
BETWEEN = 8.0
"""Gap between the two columns of text, in millimetres."""


def caller(options: Options, seed: int, paper: Paper, form: FirstForm | None = None) -> bytes:
    """Make a PDF of one page: the cards in the order in which a caller reads them out.

    Args:
        options: options of Muckell.
        seed: seed of the shuffle; a match of Mickell with that seed has the same cards in the same order.
        form: an early form of a game that is called instead of Muckell.
    """
    page, match = PAPERS[paper], board(options.alone(), seed)
    pdf = Document(page, "Caller's sheet")
    pdf.add_page()
    box = Box(0, 0, *page).inside(MARGIN)
    pdf.pen("letter", 20)
    pdf.text(box.left, box.top + 6, "Caller's sheet")
    pdf.pen("text", 9, SOFT)
    pdf.flushed(f"{form.title if form else 'Muckell'}, seed {seed}", box.right, box.top + 6)
    lower = box._replace(top=box.top + 11)
    below = print_form(pdf, lower, form) if form else print_instructions(pdf, lower, options, table(match, POINTS))
    calls(pdf, Box(box.left, below + 4, box.width, box.bottom - below - 4), called_cards(match))
    return bytes(pdf.output())


def called_cards(match: Match) -> list[Card]:
    """Return the cards of a match in the order in which they will come (Muckell 1)."""
    options = match.options
    assert isinstance(options, DeckOptions)
    cards = options.deck_cards()
    return [cards[card] for card in outcome_order(match)]


def print_instructions(pdf: Document, box: Box, options: Options, points: Table) -> float:
    """Print how to call on the left, how to play and the points of words on the right. Returns the y where both end."""
    width = (box.width - BETWEEN) / 2
    left, right = box._replace(width=width), box._replace(left=box.left + width + BETWEEN, width=width)
    ends = items(pdf, left, "How to call", how_to_call(options.public()))
    foot = items(pdf, right, "How everybody plays", how_to_play(options.public()))
    points_table(pdf, points, Box(right.left, foot + 1, width, 9))
    return max(ends, foot + 10)


def print_form(pdf: Document, box: Box, form: FirstForm) -> float:
    """Print what is known of an early form on the left, what to agree on on the right. Returns the y where both end."""
    width = (box.width - BETWEEN) / 2
    left, right = box._replace(width=width), box._replace(left=box.left + width + BETWEEN, width=width)
    return max(items(pdf, left, "What is known of it", form.known), items(pdf, right, "Agree on this first", form.open))


def items(pdf: Document, box: Box, title: str, texts: tuple[str, ...]) -> float:
    """Print a title and a list below it. Returns the y where the list ends."""
    pdf.pen("strong", 10.5)
    pdf.text(box.left, box.top + 3.5, title)
    y = box.top + 6
    pdf.pen("text", 8.5)
    for text in texts:
        pdf.set_fill_color(*TINT_INK)
        pdf.circle(box.left + 0.8, y + 1.9, 0.6, "F")
        y = pdf.paragraph(text, Box(box.left + 3.5, y, box.width - 3.5, 0)) + 0.8
    return y


def how_to_call(option: Mapping[str, int | str]) -> tuple[str, ...]:
    """Return the rules for callers in short, for these options (Muckell 1 to 6)."""
    clock, _, seconds = str(option["pace"]).partition(":")
    before = [done for name, done in (("trimming", "trimmed"), ("claiming", "claimed")) if option[name] == "yes"]
    stands = f" What was {' and '.join(before)} before stands." if before else ""
    trims = option["trimming"] == "yes"
    first = "" if option["first_card"] == "may_discard" else "; the first card is placed instead"
    return (
        "Everybody has a deck of these cards, sorted by the upper letter, to find a card quickly.",
        'Read out the next card twice, both letters: "T over H". Everybody takes that card. Tick it.',
        f"Call the next card after {seconds} second{'s' * (seconds != '1')}, by the clock, and give warning before."
        if clock == "seconds"
        else "You decide the speed, nothing else. Call again when all or most are ready, and give warning before.",
        "Who falls behind plays the missed cards in order; those not played at the very end are worth nothing."
        if option["late"] == "queue"
        else f"Who has not placed a card when the next one is called places it in row 1.{stands}"
        if option["discarding"] == "no"
        else f"Who has not placed or discarded a card when the next one is called discards it{first}.{stands}",
        f"After the last card comes the final phase: everybody {'trims as they like and ' if trims else ''}"
        "claims once from each row with cards.",
        "The highest score wins; "
        + ("of equal ones the longer longest word." if option["tie"] == "longest_word" else "equal scores share the place."),
        "Who has read this sheet knows what comes. To play too, shuffle a deck, face down, and turn up its cards instead.",
    )


def how_to_play(option: Mapping[str, int | str]) -> tuple[str, ...]:
    """Return the rules for players in short, for these options (Mickell 2 to 10)."""
    rows, one = option["rows"], option["claims_per_turn"] == "one"
    first = "" if option["first_card"] == "may_discard" else " The first card cannot be discarded."
    resolve = "place it at the right end of a row, or begin a row"
    when = "In the final phase only, claim words" if option["claiming"] == "no" else f"Claim {'one word' if one else 'words'}"
    looked_up = "Looking words up is free." if option["lookup"] == "free" else "Words are not looked up."
    wrong = "" if option["bad_claim"] == "refused" else " A word that is not in the dictionary uses up the claim."
    return (
        f"Each of you has up to {rows} {'row' if rows == 1 else 'rows'}. A row grows from left to right; "
        "its cards keep their order and never change rows.",
        f"With each card: {resolve}. It cannot be discarded."
        if option["discarding"] == "no"
        else f"With each card, in any order: {resolve}, or discard it.{first}",
        "Trim, if you like: discard cards from the right ends of rows, but never the card placed in this turn."
        if option["trimming"] == "yes"
        else "Rows are never trimmed.",
        f"{when}, if you like: a whole row, at least {option['min_word']} cards, "
        "one of the two letters of each card, from left to right. The row is free at once.",
        f"A dictionary that was agreed on decides. {looked_up}{wrong}",
    )


def calls(pdf: Document, box: Box, cards: list[Card]) -> None:
    """Print the cards column by column, each with its number in the order and a box to tick."""
    each = -(-len(cards) // COLUMNS)
    width, height = box.width / COLUMNS, min(ROW, box.height / each)
    for place, card in enumerate(cards):
        column, row = divmod(place, each)
        call(pdf, Box(box.left + column * width, box.top + row * height, width, height), place + 1, card)


def call(pdf: Document, box: Box, number: int, card: Card) -> None:
    """Print one card: a box to tick, its number in the order, its two letters, and the number on the card."""
    middle, left = box.top + box.height / 2, box.left + 13
    pdf.frame(Box(box.left, middle - 2.5, 5, 5), 0.8, 0.3, SOFT)
    pdf.pen("text", 9, SOFT)
    pdf.flushed(str(number), left - 2, middle + 1.2)
    whole = Box(left, middle - CARD / 2, 2 * CARD, CARD)
    with pdf.local_context(), pdf.rect_clip(left + CARD, whole.top, CARD, CARD):
        pdf.fill(whole, 1.2, TINT)
    pdf.frame(whole, 1.2)
    pdf.lines([Stroke(left + CARD, whole.top, left + CARD, whole.bottom)], 0.2, LINE)
    for letter, x, colour in ((card.top, left + CARD / 2, INK), (card.bottom, left + CARD * 1.5, TINT_INK)):
        pdf.pen("letter", 23, colour)
        pdf.centred(letter, x, middle)
    pdf.pen("strong", 8, SOFT)
    pdf.text(whole.right + 1.2, whole.bottom - 0.5, str(card.number))

"""Explanations for players of the chance in a hosted match: nobody chose it, and how far that can be checked."""

from __future__ import annotations

from muckle.match.log import Header
from muckle.scene.contract import Fairness
from muckle.scene.tell import listed

FAIR = "Nobody can know or choose the cards."
SEALED = "The room sealed its part before anybody sat down. Everybody at the table seals one, too, before any part is shown. "
STAYS = "At this table the room's part is never told (General 11), so "
EXPLANATIONS = {
    "waiting": (FAIR, SEALED + "The cards come from all of them, and after the match anybody can check that."),
    "playing": (FAIR, SEALED + "When the match is over the room's part is told, and anybody can check every draw."),
    "open": ("Anybody can check this match.", "The room's part is told: it must give the seal that was shown, and every draw."),
    "kept": ("Nobody will be able to check the draws.", SEALED + STAYS + "the seal can be compared, but no draw checked."),
    "closed": (
        "Nobody can check the draws of this match.",
        STAYS + "no draw can be checked. All that can be seen is that the seal is the one that was shown before the deal.",
    ),
}
"""Title and explanation for each stage of a match."""


def fairness(header: Header, *, begun: bool, over: bool, secret: str | None) -> Fairness | None:
    """Return the explanation of a match's chance at its present stage; None if no room has committed to the chance.

    Args:
        header: the promised header, or that of the dealt match.
        begun: whether the cards are dealt.
        over: whether the match is over.
        secret: the room's secret, once everybody may know it.
    """
    if header.commitment is None or (begun and header.salts is None):
        return None
    closed = header.options.get("reveal_after_match") == "none"
    before = "playing" if begun else "waiting"
    stage = ("closed" if over else "kept") if closed else ("open" if over else before)
    title, text = EXPLANATIONS[stage]
    return Fairness(
        title=title,
        text=f"{text} {redraw_sentence(header)}".strip(),
        commitment=header.commitment,
        match=header.match or "",
        salts=header.salts or (),
        secret=secret or "",
        seals=header.seals or (),
    )


def redraw_sentence(header: Header) -> str:
    """Return a sentence about the salts of a match that were withheld; an empty text if none was."""
    late = [seat + 1 for redraw in header.redraws or () for seat in redraw.withheld]
    if not late:
        return ""
    seats = f"seat {late[0]} did" if len(late) == 1 else f"seats {listed([str(seat) for seat in late])} did"
    parts = "its part" if len(late) == 1 else "their parts"
    return f"{seats[0].upper()}{seats[1:]} not show {parts} in time, so the others showed new ones, sealed before, too."

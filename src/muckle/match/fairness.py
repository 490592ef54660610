"""What people are told of the chance of a hosted match: that it is nobody's choice, and how far that can be checked."""

from __future__ import annotations

from muckle.match.log import Header
from muckle.scene.contract import Fairness

FAIR = "Nobody can know or choose the cards."
SEALED = "The room sealed its part before anybody sat down, and everybody who sits down adds one. "
STAYS = "At this table the room's part is never told (General 11), so "
TOLD = {
    "waiting": (FAIR, SEALED + "The cards come from all of them, and after the match anybody can check that."),
    "playing": (FAIR, SEALED + "When the match is over the room's part is told, and anybody can check every draw."),
    "open": ("Anybody can check this match.", "The room's part is told: it must give the seal that was shown, and every draw."),
    "kept": ("Nobody will be able to check the draws.", SEALED + STAYS + "the seal can be compared, but no draw checked."),
    "closed": (
        "Nobody can check the draws of this match.",
        STAYS + "no draw can be checked. All that can be seen is that the seal is the one that was shown before the deal.",
    ),
}
"""What holds of the chance of a match, by how far it is: a claim, and why."""


def fairness(header: Header, *, begun: bool, over: bool, secret: str | None) -> Fairness | None:
    """What there is to know of the chance of a match now; None where no room has bound it.

    Args:
        header: as it was promised, or as the match began.
        begun: whether the cards are dealt. over: whether the match is.
        secret: the room's part, once it may be told.
    """
    if header.commitment is None or (begun and header.salts is None):
        return None
    closed = header.options.get("reveal_after_match") == "none"
    before = "playing" if begun else "waiting"
    stage = ("closed" if over else "kept") if closed else ("open" if over else before)
    return Fairness(*TOLD[stage], header.commitment, header.match or "", header.salts or (), secret or "")

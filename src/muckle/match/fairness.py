"""Explanations for players of the chance in a hosted match: nobody chose it, and how far that can be checked."""

from __future__ import annotations

from muckle.match.log import Header
from muckle.scene.contract import Fairness

FAIR = "No player can know or choose the cards."
SEALED = "The room fixed its part, and showed its seal, before anybody sat down. Everybody who sits down adds a part. "
STAYS = "At this table the room's part is never shown (General 11), so "
EXPLANATIONS = {
    "waiting": (FAIR, SEALED + "The cards come from all parts, and after the match anybody can check that."),
    "playing": (FAIR, SEALED + "When the match is over the room shows its part, and anybody can check every draw."),
    "open": ("Anybody can check this match.", "The room's part is shown: it must give the seal from before, and every draw."),
    "kept": ("Nobody will be able to check the draws.", SEALED + STAYS + "the seal can be compared, but no draw checked."),
    "closed": (
        "Nobody can check the draws of this match.",
        STAYS + "no draw can be checked. All that can be seen is that the seal is the one from before the deal.",
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
        text=text,
        commitment=header.commitment,
        match=header.match or "",
        salts=header.salts or (),
        secret=secret or "",
    )

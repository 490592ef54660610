"""Print the report of `muckle leads`: how early the winner is clear, and how often the seat that is last still wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muckle.terminal.report import TextTable, counted, ends_text, interval_text, show_sentences, show_table, tie_sentence

if TYPE_CHECKING:
    from muckle.lab.leads import LeadReport, Moment
    from muckle.lab.summary import Share

CLEAR = 0.75
"""Share of games that the leader at a moment must win for the winner to be called clear."""
TOLD = {0.3333: "After a third of a match", 0.5: "Half-way", 0.6667: "After two thirds"}
"""Moments, as fractions of a match, that get a sentence each, with the beginning of the sentence."""


def show_leads(found: LeadReport) -> None:
    """Print a report: a table with a row for each moment, and sentences."""
    print(headline(found))
    show_table(table(found))
    show_sentences(sentences(found))


def headline(found: LeadReport) -> str:
    """Return a line that says which game was played, how often, and by whom."""
    players = ", ".join(dict.fromkeys(found.players))
    return (
        f"{found.game} (version {found.version} of its rules), {counted(found.seats, 'seat')}, {counted(found.games, 'game')}, "
        f"players {players}, seed {found.seed}"
    )


def table(found: LeadReport) -> TextTable:
    """Return a table with a row for each moment."""
    headings = ("part played", "one seat leads", "and wins", "95 %", "one seat is last", "and wins", "95 %")
    return TextTable(
        "By the scores that the rules have counted until then:",
        headings,
        [
            (
                f"{one.part:.0%}",
                f"{one.led.mean:.1%}",
                *cells(one.leader_wins),
                f"{one.trailed.mean:.1%}",
                *cells(one.last_wins),
            )
            for one in found.moments
        ],
    )


def cells(share: Share | None) -> tuple[str, str]:
    """Return the cells of a share and its interval; two dashes if there is none."""
    return ("–", "–") if share is None else (f"{share.mean:.1%}", interval_text(share))


def sentences(found: LeadReport) -> list[str]:
    """Return what stands below the table, in sentences."""
    told = [moment_sentence(TOLD[one.part], one) for one in found.moments if one.part in TOLD]
    told.append(f"An equal share is {1 / found.seats:.1%}.")
    clear = next((one for one in found.moments if one.leader_wins and one.leader_wins.mean >= CLEAR), None)
    told.append(
        f"The leader wins {CLEAR:.0%} of the games or more from {clear.part:.0%} of a match on."
        if clear
        else f"Before the last twelfth of a match the leader never wins {CLEAR:.0%} of the games."
    )
    if good := found.for_good:
        interval = f"95 % interval {ends_text(good, 100, ' %')}"
        told.append(
            f"The later winner leads alone for good from {good.mean:.1%} of a match on ({interval}): "
            f"in half of the games from {good.median:.0%} on or earlier, in three quarters from {good.p75:.0%} on or earlier."
        )
    return [*told, tie_sentence(found.ties)]


def moment_sentence(when: str, one: Moment) -> str:
    """Return in a sentence how often the seats that lead or are last at a moment win."""
    if one.leader_wins is None:
        return f"{when} nobody leads yet: the rules have counted no difference of scores."
    leader = f"the one seat that leads wins {one.leader_wins.mean:.1%} of these games ({interval_text(one.leader_wins)})"
    if one.last_wins is None:
        return f"{when} {leader}."
    return f"{when} {leader}, and the one that is last {one.last_wins.mean:.1%} ({interval_text(one.last_wins)})."

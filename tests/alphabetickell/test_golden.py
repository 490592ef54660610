"""The twin checks the golden transcripts, without the package."""

from __future__ import annotations

import json

import msgspec
import pytest

from alphabetickell.golden import MATCHES
from alphabetickell.twin import Twin
from goldens import path
from muckle.games.alphabetickell import GAME
from muckle.match import transcript
from muckle.match.match import check_transcript, new_match


@pytest.mark.parametrize("name", MATCHES)
def test_the_twin_plays_it_again(name: str) -> None:
    header, *lines, result = map(json.loads, path("alphabetickell", name).read_text(encoding="utf-8").splitlines())
    cards = [card.card for card in GAME.read_options(None, {"deck": header["options"]["deck"], "deal": 1}).deck_cards()]
    twin = Twin({**header["options"], "seats": header["seats"]}, cards, header["chance"])
    for line in lines:
        assert (line["seat"], line["legal"]) == (twin.turn, twin.legal())
        twin.apply(line["action"], line["chance"])
    assert twin.over and twin.totals == result["scores"]
    assert result["winners"] == [seat for seat, total in enumerate(twin.totals) if total == max(twin.totals)]


def test_a_match_with_a_house_deck_can_be_checked() -> None:
    """Equal cards share a text (Deck 9), so a transcript does not tell which copy came; it makes no difference."""
    cards = "AL LA AL AL BA AB BA BA EM EM TX TX"
    match = new_match("alphabetickell", seed=3, seats=2, deal=3, target=5, deck="custom", deck_check="loose", cards=cards)
    while not match.over:
        match.apply(match.legal()[-1])
    (saved,) = transcript.read(match.transcript().encode().splitlines())
    assert saved.header.cards == ("AL",) * 4 + ("AB",) * 4 + ("EM",) * 2 + ("TX",) * 2
    bare = msgspec.structs.replace(saved, header=msgspec.structs.replace(saved.header, seed=None))
    assert check_transcript(bare).scores == match.scores

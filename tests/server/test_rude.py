"""Abusive names are held back until a caller has looked at them, and usual ones are not."""

from __future__ import annotations

import pytest

from muckle.server import rude
from muckle.server.rude import RudeWords, is_rude, rude_words

USUAL = """
Ann Hancock, Ben, Peter, Regina, Pippa, Dick, Ho, Omar, Tina, Francisco, Françoise, Giulia, Yamashita, Kinoshita, Mustafa,
Nguyễn, Phúc, Siân, Søren, Jürgen, McDonald, Scunthorpe, Sussex, Team 44, Team 45, Team 79, Bot 45, Anna 44, Anna 88, Table 79,
Class of 88, Michael Hunt, Ольга, Сергей, محمد, さくら, 민준, 张伟
"""
ABUSIVE = """
fuck, F u C k, f.u.c.k, fuuuuck, sh1t, s1ut, 5hit, c*nt, fuckyou2, n a z i, encul3, FuckThisGame, AnalDestroyer, Adolf Hitler,
H1tler, Sieg Heil, KKK, 88, 14/88, Mike Hunt, MikeHunt, Moe Lester 2, phuck, Hurensohn, merde, hijo de puta, сука, сunt, kurwa,
orospu çocuğu, 死ね, 傻逼, 씨발, Mein 씨발놈, Dickhead 7, xxbitchxx
"""


def names(text: str) -> list[str]:
    return [name.strip() for name in text.replace("\n", " ").split(",")]


@pytest.mark.parametrize(("text", "held"), [(USUAL, False), (ABUSIVE, True)], ids=["usual", "abusive"])
def test_a_name_is_held_if_it_is_abusive(text: str, held: bool) -> None:
    assert [name for name in names(text) if is_rude(name) != held] == []


def test_each_way_to_look_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Breaks: words only as they are listed, signs and digits only as they are, nothing of several words."""
    listed = rude_words()
    breaks = {
        "rude_words": lambda: RudeWords(listed.whole, frozenset()),
        "undisguised": lambda plain: [plain],
        "LONGEST_PHRASE": 1,
        "SPELT": 0,
    }
    for name, instead in breaks.items():
        with monkeypatch.context() as patch:
            patch.setattr(rude, name, instead)
            missed = [name for name in names(ABUSIVE) if not is_rude.__wrapped__(name)]
        assert missed, name

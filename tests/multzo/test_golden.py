"""The twin checks the golden transcripts, without the package."""

from __future__ import annotations

import json

import pytest

from goldens import path
from multzo.golden import MATCHES
from multzo.twin import Twin


@pytest.mark.parametrize("name", MATCHES)
def test_the_twin_plays_it_again(name: str):
    header, *lines, result = map(json.loads, path("multzo", name).read_text(encoding="utf-8").splitlines())
    twin = Twin(seats=header["seats"], **header["options"])
    twin.begin(header["chance"])
    for line in lines:
        assert (line["seat"], set(line["legal"])) == (twin.turn, twin.legal())
        twin.act(line["action"], line["chance"])
    assert twin.over and result["scores"] == twin.scores()
    assert twin.winners() == result["winners"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        *[("stall", "stall"), ("last-turns", "last turns"), ("reshuffle", "reshuffle"), ("tiny-last-round", "cap")],
        *[("empty-stack", "empty stack"), ("null-of-the-crowns", "null"), ("lot-for-the-start", "random starter")],
    ],
)
def test_rare_things_happen_in_them(name: str, what: str):
    header, *lines, _ = map(json.loads, path("multzo", name).read_text(encoding="utf-8").splitlines())
    twin = Twin(seats=header["seats"], **header["options"])
    twin.begin(header["chance"])
    for line in lines:
        twin.act(line["action"], line["chance"])
    assert twin.counts[what] > 0

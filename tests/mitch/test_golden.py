"""The twin checks the golden transcripts, without the package."""

from __future__ import annotations

import json

import pytest

from goldens import path
from mitch.golden import MATCHES
from mitch.twin import Recorded, Twin


@pytest.mark.parametrize("name", MATCHES)
def test_the_twin_plays_it_again(name: str):
    header, *lines, result = map(json.loads, path("mitch", name).read_text(encoding="utf-8").splitlines())
    recorded = Recorded()
    recorded.texts.extend(header["chance"])
    twin = Twin(header["seats"], header["options"], recorded)
    for line in lines:
        assert (line["seat"], set(line["legal"])) == (twin.turn, twin.legal())
        recorded.texts.extend(line["chance"])
        twin.apply(line["action"])
        assert not recorded.texts
    assert twin.over and twin.totals == result["scores"]

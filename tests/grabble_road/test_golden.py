"""The twin checks the golden transcripts, without the package."""

from __future__ import annotations

import json

import pytest

from goldens import path
from grabble_road.golden import MATCHES
from grabble_road.twin import Twin
from muckle.games.grabble_road import GAME
from muckle.match.header import find_word_list


@pytest.mark.parametrize("name", MATCHES)
def test_the_twin_plays_it_again(name: str) -> None:
    header, *lines, result = map(json.loads, path("grabble_road", name).read_text(encoding="utf-8").splitlines())
    options = {**header["options"], "seats": header["seats"]}
    words = find_word_list(GAME.read_options(None, options))
    assert words is not None
    twin = Twin(options, [word.upper() for word in words.words], header["chance"])
    for line in lines:
        assert (line["seat"], sorted(line["legal"])) == (twin.turn, twin.legal())
        twin.apply(line["action"], line["chance"])
    assert twin.over and twin.scores == result["scores"]
    assert result["winners"] == [seat for seat, score in enumerate(twin.scores) if score == max(twin.scores)]

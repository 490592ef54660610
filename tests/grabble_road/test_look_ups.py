"""Words of a play that is being composed (Grabble Road I10)."""

from __future__ import annotations

import random

from muckle.match.match import new_match


def test_grabble_road_i10_words_being_composed_are_their_players_alone() -> None:
    seen = False
    for seed in range(6):
        match, choose = new_match("grabble_road", "tiny", seed=seed), random.Random(seed)
        while not match.over:
            public, own = set(match.scene(None).words or ()), set(match.scene(match.turn).words or ())
            assert all(set(match.scene(seat).words or ()) == public for seat in range(2) if seat != match.turn)
            tables = [table for table in match.scene(match.turn).tables if table.title == "This play so far"]
            assert own - public <= {row[0] for table in tables for row in table.rows} <= own | {"no word"}
            seen = seen or own > public
            match.apply(choose.choice(match.legal()))
    assert seen

"""Golden transcripts of every game: the program plays them again line by line, and they show what they are for."""

from importlib.util import find_spec

import msgspec
import pytest

from goldens import FOLDER, matches, path
from muckle.games import GAMES
from muckle.match import transcript
from muckle.match.match import Match, check_transcript

OURS = [game for game in GAMES if find_spec(game) and find_spec(f"{game}.golden")]
"""The games of the house; one from outside keeps its golden matches with its own tests."""
every_golden = pytest.mark.parametrize(("game", "name"), [(game, name) for game in OURS for name in matches(game)])


@pytest.mark.parametrize("game", OURS)
def test_every_preset_has_one_and_none_is_left_over(game: str) -> None:
    assert {golden.preset for golden in matches(game).values()} == set(GAMES[game].presets)
    assert set(FOLDER.glob(f"{game}-*")) == {path(game, name) for name in matches(game)}


@every_golden
def test_the_program_plays_it_again(game: str, name: str) -> None:
    (saved,) = transcript.read(path(game, name).read_bytes().splitlines(keepends=True))
    match = check_transcript(saved)
    assert match.transcript() == path(game, name).read_text(encoding="utf-8")
    assert match.header.options == match.options.public(), "every option is told"
    bare = msgspec.structs.replace(saved, header=msgspec.structs.replace(saved.header, seed=None))
    assert check_transcript(bare).scores == match.scores, "nor is the seed needed"


@every_golden
def test_a_golden_match_shows_what_it_is_kept_for(game: str, name: str) -> None:
    golden = matches(game)[name]
    (saved,) = transcript.read(path(game, name).read_bytes().splitlines(keepends=True))
    played = check_transcript(saved)
    assert golden.shows(Match(played.header, played.log)) and len(played.decisions) <= golden.most
    preset = GAMES[game].read_options(golden.preset, golden.options)
    assert played.options == preset

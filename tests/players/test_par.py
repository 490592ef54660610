"""Par and hindsight: what can be made of a deal, fairly and at best; in Python and on the command line."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import muckle
from muckle.games.mickell.options import TINY_WORDS
from muckle.match import secret
from muckle.match.match import Match
from muckle.players.par import play_line


def replayed(match: Match, actions: tuple[str, ...]) -> int:
    """Return the score of some actions on the deal of a match."""
    again = Match(match.header, secret=match.secret)
    for action in actions:
        again.apply(action)
    assert again.over
    return again.scores[0]


def test_par_and_hindsight_have_lines_that_score_them_and_hindsight_is_never_less():
    for seed in range(6):
        match = muckle.new_match("mickell", "tiny", seed=seed)
        fair, best = muckle.par(match, level="greedy"), muckle.hindsight(match)
        assert (replayed(match, fair.actions), replayed(match, best.actions)) == (fair.score, best.score)
        assert best.proven and best.score >= fair.score
        assert match.count == 0, "the match itself stays as it is"


def test_what_was_done_before_does_not_count():
    match = muckle.new_match("mickell", "tiny", seed=3)
    expected = muckle.par(match, level="greedy"), muckle.hindsight(match)
    while not match.over:
        match.apply(match.legal()[-1])
    saved = muckle.load(match.transcript())
    assert (muckle.par(saved, level="greedy"), muckle.hindsight(saved)) == expected


def test_stopped_it_tells_what_can_be_reached_at_least():
    match = muckle.new_match("mickell", seed=3)
    found = muckle.hindsight(match, stop=lambda: True)
    assert not found.proven
    assert replayed(match, found.actions) == found.score


def test_a_solver_whose_line_does_not_reach_its_score_is_noticed(monkeypatch: pytest.MonkeyPatch):
    match = muckle.new_match("mickell", "tiny", seed=3)
    right = match.game.hindsight
    assert right

    def boasting(*given: Any) -> Any:
        found = right(*given)
        return SimpleNamespace(score=found.score + 1, proven=True, actions=found.actions)

    monkeypatch.setitem(vars(match.game), "hindsight", boasting)
    with pytest.raises(AssertionError, match="does not reach its score"):
        muckle.hindsight(match)


def test_a_hosted_deck_is_worth_nothing_yet_while_its_secret_is_kept():
    own = secret.new_secret()
    hosted = muckle.new_match("mickell", "tiny", secret=own, match="m")
    assert muckle.hindsight(hosted).proven, "whoever has the secret"
    with pytest.raises(muckle.MuckleError, match="told by its secret, which is known when the match is over"):
        muckle.hindsight(muckle.load(hosted.transcript()))
    while not hosted.over:
        hosted.apply(hosted.legal()[-1])
    assert muckle.hindsight(muckle.load(hosted.transcript())) == muckle.hindsight(hosted)


def test_other_games_have_none():
    with pytest.raises(muckle.MuckleError, match="for matches of one seat, this one of Mitch has more"):
        muckle.par(muckle.new_match("mitch", "tiny"))
    with pytest.raises(muckle.MuckleError, match="is not known for Mitch"):
        muckle.hindsight(muckle.new_match("mitch", "tiny"))


def run(*given: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "muckle", "par", *map(str, given)], capture_output=True, text=True, check=False
    )


def test_the_command_prints_both_for_a_seed_and_for_a_transcript(tmp_path: Path):
    match = muckle.new_match("mickell", "tiny", seed=3)
    best = muckle.hindsight(match)
    while not match.over:
        match.apply(match.legal()[-1])
    file = tmp_path / "one.jsonl"
    file.write_text(match.transcript())
    shown = run("mickell", "--preset", "tiny", "--seed", "3", "--level", "greedy", "--line").stdout
    assert f"{best.score:4} the best possible, proven" in shown
    assert "\n   1. place 1" in shown
    told = json.loads(run(file, "--level", "greedy", "--json").stdout)
    hurried = json.loads(run("mickell", "--seed", "3", "--level", "greedy", "--seconds", "0", "--json").stdout)
    assert hurried["hindsight"] == {"score": hurried["par"]["score"], "proven": False, "actions": hurried["par"]["actions"]}
    assert (told["score"], told["hindsight"]["score"], told["par"]["level"]) == (match.scores[0], best.score, "greedy")
    refused = run(file, "--seed", "3")
    assert (refused.returncode, "taken as it was played, without --seed" in refused.stderr) == (2, True)


# Certificates

CHECK = Path(__file__).parents[2] / "examples" / "certificates" / "check_deck.py"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a certificate and the word list that it is checked with."""
    folder = tmp_path_factory.mktemp("certificate")
    made = run("mickell", "--preset", "tiny", "--seed", "3", "--level", "greedy", "--certificate", folder / "best.jsonl")
    assert made.returncode == 0, made.stderr
    (folder / "words.txt").write_text("# ten words\n" + "\n".join(TINY_WORDS) + "\n")
    return folder


def check(folder: Path, transcript: str) -> str:
    """Return what the page outside muckle says of a transcript; it runs where muckle cannot be imported."""
    (folder / "checked.jsonl").write_text(transcript)
    command = [sys.executable, "-I", "-S", CHECK, folder / "checked.jsonl", folder / "words.txt"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.stdout.strip() or ran.stderr.strip()


def test_a_certificate_is_checked_without_muckle(checked: Path):
    best = muckle.hindsight(muckle.new_match("mickell", "tiny", seed=3))
    said = check(checked, (checked / "best.jsonl").read_text())
    assert said == f"{best.score} points, and nobody can score more with these cards in this order."


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"scores":[2]', '"scores":[3]', "the match scores 2, not 3"),
        ('"action":"claim 1 HOPE"', '"action":"claim 1 HOPS"', "HOPS may not be claimed"),
        ('"card EK"', '"card MK"', "HOPE may not be claimed"),
        ('"action":"claim 1 HOPE"', '"action":"discard"', "discard: a card is resolved once"),
        ('"sha256":"5', '"sha256":"6', "the word list is not tiny"),
        ('"trimming":"yes"', '"trimming":"no"', "with trimming only"),
    ],
)
def test_a_certificate_with_one_thing_changed_is_refused(checked: Path, old: str, new: str, fault: str):
    text = (checked / "best.jsonl").read_text()
    assert old in text
    said = check(checked, text.replace(old, new, 1))
    assert said.startswith("refused: ") and fault in said


def test_a_match_that_is_not_the_best_is_no_certificate(checked: Path):
    for seed in range(6):
        match = muckle.new_match("mickell", "tiny", seed=seed)
        best = muckle.hindsight(match)
        for line in (muckle.par(match, level="random"), best):
            said = check(checked, play_line(match, line.actions).transcript())
            assert said.startswith(f"{best.score} points") == (line.score == best.score), said
            assert (said == f"refused: more than {line.score} points can be scored") == (line.score < best.score)


def test_what_is_not_proven_has_no_certificate(tmp_path: Path):
    ran = run("mickell", "--seed", "3", "--level", "greedy", "--seconds", "0", "--certificate", tmp_path / "best.jsonl")
    assert ran.returncode == 2 and "give the search more --seconds" in ran.stderr and not [*tmp_path.iterdir()]

"""Matches of every game: the log is the truth, chance can be checked, transcripts stand on their own."""

import hashlib
import random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import muckle
from every_game.walks import Case, has_chance, presets
from muckle import games, simulate
from muckle.errors import MuckleError, OptionsError, StaleError, TranscriptError, TurnError
from muckle.match import transcript
from muckle.match.log import LogEntry
from muckle.match.match import Match, check_transcript, new_match
from muckle.match.secret import SIZE, commitment
from muckle.players import SIMPLE
from muckle.players.chooser import Chooser
from steps import action_text

every_preset = pytest.mark.parametrize("case", presets(), ids=str)
SECRET = "5e" * 32


def begin(case: Case, **chance: object) -> Match:
    given = {field.name: getattr(case.options, field.name) for field in case.options.fields()}
    return new_match(case.game.name, **chance, **given)  # pyright: ignore


def play(match: Match, seed: int = 0, most: int = 10_000) -> Match:
    """Play on with random legal actions."""
    chooser = Chooser(match.position, seed)
    while not match.over and len(match.log) < most:
        number = chooser.choose(SIMPLE["random"], match.position)
        match.apply(action_text(match.position, number))
    return match


@every_preset
@pytest.mark.parametrize("chance", [{"seed": 7}, {"secret": SECRET}], ids=["seed", "secret"])
def test_folding_the_log_is_live_play(case: Case, chance: dict[str, object]) -> None:
    live = play(begin(case, **chance))
    events = msgspec.json.decode(msgspec.json.encode(live.log), type=list[LogEntry])
    folded = Match(live.header, events, secret=live.secret)
    assert folded.position.same(live.position)
    assert [folded.scene(viewer) for viewer in (None, 0)] == [live.scene(viewer) for viewer in (None, 0)]


@every_preset
def test_nobody_acts_when_the_match_is_over(case: Case) -> None:
    match = play(begin(case, seed=4))
    assert match.over and match.legal() == match.offered() == []
    last, log = match.decisions[-1].action, match.log
    assert isinstance(match.explain(last), TurnError)
    with pytest.raises(TurnError, match="the match is over"):
        match.apply(last)
    with pytest.raises(TranscriptError):
        match.fold(match.decisions[-1])
    assert match.log == log


@every_preset
def test_a_fold_at_any_moment_goes_on_as_live_play_does(case: Case) -> None:
    live = begin(case, secret=SECRET)
    for _ in range(12):
        play(live, most=len(live.log) + 5)
        folded = Match(live.header, live.log, secret=SECRET)
        assert folded.position.same(live.position)
        assert folded.legal() == live.legal()


def secrets(number: int, seed: int = 3) -> list[str]:
    """Return some secrets, equal in every run."""
    return [hashlib.blake2b(f"{seed} {each}".encode()).hexdigest()[: 2 * SIZE] for each in range(number)]


def draws(match: Match) -> list[tuple[str, ...]]:
    """Return what chance did, step by step."""
    return [match.header.chance, *(decision.chance for decision in match.decisions)]


@every_preset
def test_secrets_decide_the_draws_and_can_be_checked(case: Case) -> None:
    one = play(begin(case, secret=SECRET))
    assert one.header.commitment == commitment(SECRET, one.header.match or "")
    assert SECRET not in msgspec.json.encode(one.header).decode()
    others = (play(begin(case, secret=other)) for other in secrets(30))  # a tiny deal may well come out alike
    assert any(draws(other) != draws(one) for other in others) or not has_chance(case.game.name)
    again = Match(one.header, one.log, secret=SECRET)
    assert again.position.same(one.position)
    for other in (*secrets(3), "zz" * 32, "aa" * 65):
        with pytest.raises(TranscriptError, match="committed"):  # whether it would draw otherwise or not
            Match(one.header, one.log, secret=other)


@pytest.mark.parametrize("secret", ["", "5e", "zz" * 32, "5e" * 33])
def test_what_is_no_secret_is_refused(secret: str) -> None:
    with pytest.raises(OptionsError, match="a secret is 64 hexadecimal digits"):
        new_match("mitch", secret=secret)


@pytest.mark.parametrize("wrong", [5, -1, "x"])
def test_a_seat_that_is_not_there_sees_nothing(wrong: object) -> None:
    with pytest.raises(TurnError, match="there is no seat"):
        new_match("mitch").scene(wrong)  # pyright: ignore


@pytest.mark.parametrize("wrong", [-1, 2**62 + 1, "x", "", 1.5, 0.0])
def test_what_is_no_seed_is_refused(wrong: object) -> None:
    with pytest.raises(OptionsError, match="a seed is a whole number"):
        new_match("mitch", seed=wrong)  # pyright: ignore
    with pytest.raises(OptionsError, match="a seed is a whole number"):
        simulate("mitch", games=1, seed=wrong)  # pyright: ignore
    assert new_match("mitch", seed=np.int64(7)).transcript() == new_match("mitch", seed=7).transcript()


def test_the_package_lists_the_games() -> None:
    assert [*muckle.GAMES] == [*games.GAMES]


EDITS: tuple[dict[str, Any], ...] = (
    {"chance": ()},
    {"muckle": 77},
    {"version": 77},
    {"seats": 77},
    {"options": {}},
    {"options": {"reveal_after_match": "all"}},
)


@every_preset
def test_an_edited_header_is_noticed(case: Case) -> None:
    match = play(begin(case, seed=5))
    (read,) = transcript.read(match.transcript().encode().splitlines())
    for edit in EDITS:
        if "chance" in edit and not read.header.chance:
            continue
        edited = msgspec.structs.replace(read, header=msgspec.structs.replace(read.header, **edit))
        with pytest.raises(TranscriptError, match="line 1: "):
            check_transcript(edited)
            raise AssertionError(f"{edit} was not noticed")


def test_a_field_that_nobody_knows_is_noticed() -> None:
    lines = play(new_match("mitch", "tiny")).transcript().splitlines()
    for place in (0, 1, -1):
        edited = [line.replace("{", '{"bogus":1,', 1) if line is lines[place] else line for line in lines]
        with pytest.raises(TranscriptError, match="'bogus' is none of its fields"):
            list(transcript.read(line.encode() for line in edited))


@every_preset
def test_same_events_other_secret_other_draws(case: Case) -> None:
    """Matches that looked alike so far part at the next draw: nothing in the past tells the future."""
    rng = random.Random(3)
    parted = 0
    for _ in range(40):
        match = begin(case, secret=f"{rng.getrandbits(256):064x}")
        play(match, seed=rng.getrandbits(30), most=rng.randrange(12))
        if match.over:
            continue
        answers = set[tuple[str, ...]]()
        action = match.timeout()
        for other in secrets(12):
            fork = match.copy()
            fork.secret = other
            answers.add(fork.apply(action).chance)
        parted += len(answers) > 1
    draws = any(len(decision.chance) for decision in play(begin(case, seed=1)).decisions)
    assert parted > 0 or not draws


@every_preset
def test_transcripts_are_checked_line_by_line(case: Case) -> None:
    for chance in ({"seed": 5}, {"secret": SECRET}):
        match = play(begin(case, **chance))
        (read,) = transcript.read(match.transcript().encode().splitlines())
        assert check_transcript(read).scores == match.scores
        assert len(read.lines) == len(match.decisions)


@every_preset
def test_general_2_transcripts_need_no_seed(case: Case) -> None:
    match = play(begin(case, seed=9))
    (read,) = transcript.read(match.transcript().encode().splitlines())
    bare = msgspec.structs.replace(read, header=msgspec.structs.replace(read.header, seed=None))
    assert check_transcript(bare).scores == match.scores


@settings(max_examples=60)
@given(data=st.data())
def test_an_edited_or_cut_transcript_is_refused(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from([case for case in presets() if "tiny" in str(case) or case.options.seats < 5]))
    match = play(begin(case, seed=data.draw(st.integers(0, 5))))
    lines = match.transcript().encode().splitlines()
    victim = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "cut", "twice", "swap"]))
    if change == "drop":
        edited = lines[:victim] + lines[victim + 1 :]
    elif change == "cut":
        edited = [*lines[:victim], lines[victim][: data.draw(st.integers(1, len(lines[victim]) - 1))]]
    elif change == "twice":
        edited = [*lines[:victim], lines[victim], *lines[victim:]]
    else:
        edited = [line.replace(b'"seat":0', b'"seat":1') if n == victim else line for n, line in enumerate(lines)]
        edited = edited if edited != lines else [*lines, b'{"seat":0}']
    if edited[:2] == lines[:1] * 2 and len(lines) > 2:  # a match of which only the deal was kept, and then the whole of it
        assert [check_transcript(read).count for read in transcript.read(edited)] == [0, len(lines) - 2]
        return
    with pytest.raises(TranscriptError, match=r"line \d+"):
        for read in transcript.read(edited):
            check_transcript(read)


@every_preset
def test_stale_and_foreign_actions_are_refused(case: Case) -> None:
    match = begin(case, seed=2)
    if match.over:
        return
    action, seq = match.timeout(), match.seq
    with pytest.raises(TurnError):
        match.apply(action, seat=match.turn + 1 if match.turn + 1 < case.options.seats else -7)
    match.apply(action, seq=seq)
    with pytest.raises(StaleError):
        match.apply(action, seq=seq)
    assert match.seq == seq + 1


@every_preset
def test_undo_is_the_position_before(case: Case) -> None:
    match = begin(case, seed=4)
    while not match.over and len(match.decisions) < 30:
        before, legal = match.position.copy(), match.offered()
        play(match, most=len(match.log) + 1)
        after = match.position.copy()
        match.undo()
        assert match.position.state.turn == before.turn and match.offered() == legal and match.scores == before.scores()
        assert match.position.same(before)
        folded = Match(match.header, match.log)
        assert folded.position.same(match.position)
        play(match, seed=len(match.log), most=len(match.log) + 1)
        assert not match.position.same(before) and after.setup is not None


@every_preset
def test_general_10_is_what_may_be_taken_back_alone(case: Case) -> None:
    match = play(begin(case, seed=4), most=10)
    for seat in range(case.options.seats):
        if match.may_undo(seat):
            assert match.decisions[-1].seat == seat == match.turn
            assert not match.decisions[-1].chance, "a draw has told something new"
        else:
            with pytest.raises(MuckleError, match="General 10"):
                match.undo(seat)


@every_preset
def test_general_10_all_that_may_be_taken_back_alone_is_taken_back_at_once(case: Case) -> None:
    match = begin(case, seed=4)
    for most in range(1, 12):
        match = play(match, seed=most, most=most)
        seat = match.decisions[-1].seat if match.decisions else 0
        count, before = match.revocable(seat), match.count
        if count:
            other = match.copy()
            assert len(other.recall(seat, seq=match.seq)) == count
            assert other.position.same(match.at(before - count).position) and not other.may_undo(seat)
            assert ("recall" in match.scene(seat).acts) == (count > 1)
        else:
            with pytest.raises(MuckleError, match="General 10"):
                match.recall(seat)


def test_general_15_the_words_of_a_match_are_checked() -> None:
    match = new_match("mickell", "tiny", seed=1)
    assert match.header.words is not None
    other = msgspec.structs.replace(match.header.words, sha256="0" * 64)
    with pytest.raises(MuckleError, match="word list"):
        Match(msgspec.structs.replace(match.header, words=other))

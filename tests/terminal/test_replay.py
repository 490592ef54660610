"""Recorded matches, stepped through or told."""

import io
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from muckle.errors import OptionsError, TranscriptError
from muckle.games import GAMES
from muckle.match.match import Match, new_match
from muckle.match.transcript import Transcript, read
from muckle.terminal.replay import step
from muckle.terminal.screen import Screen


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def played(game: str, preset: str, seed: int, **options: Any) -> Match:
    match = new_match(game, preset, seed=seed, **options)
    while not match.over:
        legal = [action for action in match.legal() if not action.startswith("claim")]  # a claim needs a word
        match.apply(legal[match.seq % len(legal)])
    return match


def recorded(match: Match) -> Transcript:
    (transcript,) = read(match.transcript().encode().splitlines(keepends=True))
    return transcript


def told(*transcripts: Transcript, seat: int | None = None) -> str:
    out = io.StringIO()
    step(transcripts, seat, screen=Screen(io.StringIO(), out, spoken=True))
    return out.getvalue()


def walked(typed: str, *transcripts: Transcript) -> str:
    out = Terminal()
    screen = Screen(Terminal("".join(f"{line}\n" for line in typed.split(","))), out, spoken=True, width=1000)
    step(transcripts, 0, screen=screen)
    return out.getvalue()


def places(text: str) -> list[str]:
    return [line.split()[1] for line in text.splitlines() if line.startswith("Decision ")]


@pytest.fixture(scope="module")
def mitch() -> Match:
    return played("mitch", "mitch", 7)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_told_from_the_deal_to_the_result(game: str) -> None:
    match = played(game, next(iter(GAMES[game].presets)), 7)
    text = told(recorded(match))
    lines = iter(text.splitlines())
    assert all(any(sentence in line for line in lines) for sentence in match.story(None)), "in this order"
    result = match.scene(None).result
    assert result is not None and result.title in text and result.reason[1:] in text
    assert "\x1b" not in text


def test_a_seat_is_told_what_it_knew(mitch: Match) -> None:
    public, own = told(recorded(mitch)), told(recorded(mitch), seat=0)
    assert "You draw the " in own and "You draw the " not in public
    assert all(sentence in own for sentence in mitch.story(0))


def test_a_match_without_seed_follows_its_record() -> None:
    transcript = recorded(played("mitch", "mitch", 7, hands=1))
    bare = msgspec.structs.replace(transcript, header=msgspec.structs.replace(transcript.header, seed=None))
    assert told(bare) == told(transcript)


def test_steps_go_on_back_and_anywhere(mitch: Match) -> None:
    last = len(mitch.decisions)
    text = walked(",,b,10,b,s,9999,b,x,q", recorded(mitch))
    assert places(text) == [str(n) for n in (0, 1, 2, 1, 10, 9, 9, last, last - 1, last - 1)]
    assert "'x' leads nowhere." in text
    assert text.count("Cards you have not seen:") == 1, "only s shows the whole table"


def test_the_same_place_looks_the_same_from_both_sides(mitch: Match) -> None:
    parts = walked("5,6,b,q", recorded(mitch)).split("Decision ")
    assert parts[2].rstrip() == parts[4].rstrip()


def test_after_the_last_decision_comes_the_next_match(mitch: Match) -> None:
    tiny = recorded(played("mitch", "tiny", 1))
    text = walked("n,,", recorded(mitch), tiny)
    assert "Match 2: Mitch, 2 decisions" in text
    assert places(text) == ["0", "0", "1", "2"]


def test_the_end_of_input_ends_cleanly(mitch: Match) -> None:
    assert places(walked("1", recorded(mitch))) == ["0", "1"]


def test_a_seat_that_is_not_there_is_refused(mitch: Match) -> None:
    for seat in (-1, 4):
        with pytest.raises(OptionsError, match=f"the match has the seats 1 to 4, got {seat + 1}"):
            told(recorded(mitch), seat=seat)


def test_a_file_without_a_match_is_refused() -> None:
    with pytest.raises(TranscriptError, match="there is no match in the file"):
        told()


def edited(match: Match, line: int, old: str, new: str) -> Iterator[Transcript]:
    lines = match.transcript().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return read(text.encode() for text in lines)


@pytest.mark.parametrize(
    ("line", "old", "new", "message"),
    [
        (
            1,
            '"version":1',
            '"version":999',
            "line 1: mitch: made with version 999 of the rules",
        ),
        (1, '"seats":4', '"seats":5', "line 1: the deal is not what the seed"),
        (3, '"seat":', '"seat":1', "line 3: seat: the seats of this match are numbered from 0 to 3, got 1"),
        (3, '"action":"', '"action":"xx', "line 3: 'xx"),
    ],
)
def test_an_edited_file_is_refused_with_its_line(mitch: Match, line: int, old: str, new: str, message: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        told(*edited(mitch, line, old, new))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_an_edited_result_is_refused(mitch: Match) -> None:
    last = len(mitch.decisions) + 2
    with pytest.raises(TranscriptError, match=rf"line {last}: recorded as scores 99"):
        told(*edited(mitch, last, '"scores":[', '"scores":[99'))


def test_a_file_cut_in_the_middle_is_told_as_far_as_it_goes(mitch: Match) -> None:
    lines = mitch.transcript().encode().splitlines(keepends=True)
    assert "8 decisions" in told(*read(lines[:9]))
    shortened = [*lines[:9], lines[-1]]
    with pytest.raises(TranscriptError, match=r"line 10: recorded as over: scores .*; but the match goes on here"):
        told(*read(shortened))


def test_a_match_that_is_not_over_is_shown_as_far_as_it_goes() -> None:
    match = new_match("mitch", seed=7)
    for _ in range(3):
        match.apply(match.legal()[0])
    text = told(recorded(match))
    assert text.startswith("Match 1: Mitch, 3 decisions, not over\n")
    assert text.rstrip().endswith("The record ends here, before the match is over.")
    assert walked("3,q", recorded(match)).count("The record ends here") == 1

"""Transcripts that are wrong, each in its own way: refused with the line and what is wrong there."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import muckle
from muckle.errors import MAX_MESSAGE, MuckleError, TranscriptError
from muckle.match.match import new_match


def saved(**options: Any) -> list[dict[str, Any]]:
    """Return the lines of a short finished match."""
    match = new_match("mitch", "tiny", seed=4, **options)
    while not match.over:
        match.apply(match.legal()[-1])
    return [json.loads(line) for line in match.transcript().splitlines()]


def refusal(lines: list[dict[str, Any]]) -> str:
    with pytest.raises(TranscriptError) as error:
        muckle.load("\n".join(map(json.dumps, lines)))
    assert "Traceback" not in str(error.value) and "(" not in str(error.value).split("because")[0]
    return str(error.value)


HEADERS: list[tuple[dict[str, Any], str]] = [
    ({"seed": None, "chance": ["dealer 0", "deal 1 2S", "deal 0 4S", "draw 1 AS", "draw 1 3S"]}, "nothing is drawn here"),
    ({"seed": 2**62 + 1}, "a seed is a whole number from 0 to 2**62"),
    ({"seed": -1}, "a seed is a whole number from 0 to 2**62"),
    ({"seed": 2**64}, "line 1: "),
    ({"game": "Mitch"}, "a record writes the game as 'mitch', got 'Mitch'"),
    ({"cards": []}, "line 1: "),
    ({"commitment": "zz", "seed": None}, "commitment"),
    ({"commitment": "5e" * 32}, "line 1: "),
    ({"secret": "5e" * 32}, "line 1: "),
    ({"muckle": 2}, "a record of format 2"),
    ({"version": 99}, "made with version 99 of the rules, this program plays version"),
]


@pytest.mark.parametrize(("edit", "message"), HEADERS, ids=[str(edit)[:40] for edit, _ in HEADERS])
def test_a_wrong_header_is_refused(edit: dict[str, Any], message: str) -> None:
    header, *lines = saved()
    with pytest.raises(TranscriptError) as error:
        muckle.load("\n".join(map(json.dumps, [{**header, **edit}, *lines])))
    assert str(error.value).startswith("line 1: ") and message in str(error.value)


def test_a_header_says_its_format() -> None:
    header, *lines = saved()
    del header["muckle"]
    assert refusal([header, *lines]) == "line 1: expected a header line; it lacks 'muckle', the number of the format"


EDITS: list[tuple[Callable[[list[dict[str, Any]]], None], str]] = [
    (lambda lines: lines[1]["legal"].append(lines[1]["legal"][0]), "line 2: legal is recorded too often with discard 2S"),
    (lambda lines: lines[1]["legal"].reverse(), "line 2: legal is recorded in another order"),
    (lambda lines: lines[1]["legal"].pop(), "line 2: legal is without place 2S"),
    (lambda lines: lines[1]["chance"].append("draw 1 3S"), "line 2: recorded as seat 1 place 2S"),
    (lambda lines: lines[-1].update(scores=[9, 9]), "line 4: recorded as scores 9, 9, won by"),
    (lambda lines: lines[-1].update(winners=[0, 1]), "won by seats 0, 1, because 'one hand played'; but it comes to scores"),
    (lambda lines: lines.pop(), "line 3: the match is over here, but its result line is missing"),
    (lambda lines: lines.pop(2), "line 3: recorded as over: scores"),
]


@pytest.mark.parametrize(("edit", "message"), EDITS, ids=[message[:40] for _, message in EDITS])
def test_what_differs_is_told_in_words(edit: Callable[[list[dict[str, Any]]], None], message: str) -> None:
    lines = saved()
    edit(lines)
    with pytest.raises(TranscriptError) as error:
        muckle.load("\n".join(map(json.dumps, lines)))
    assert message in str(error.value) and "ResultLine" not in str(error.value)


def test_seats_that_are_not_there_are_told_as_wrong_numbers() -> None:
    """Nobody reads of a "seat -1": the message says which numbers there are."""
    for place, edit in ((1, {"seat": -1}), (-1, {"winners": [-1]}), (-1, {"resigned": -1}), (-1, {"resigned": 7})):
        lines = saved()
        lines[place].update(edit)
        [(field, given)] = edit.items()
        number = given[0] if isinstance(given, list) else given
        line = 2 if place == 1 else 4
        assert refusal(lines) == f"line {line}: {field}: the seats of this match are numbered from 0 to 1, got {number}"


def test_a_false_resignation_is_told_at_its_own_line() -> None:
    """Only the result line is wrong, since the last decision above it is right; so that line is named."""
    for edit in ({"resigned": 0}, {"resigned": 1, "void": True}):
        lines = saved()
        lines[-1].update(edit)
        message = refusal(lines)
        assert message == f"line 4: seat {edit['resigned']} cannot give this match up: it was over already"


@pytest.mark.parametrize("kind", ["legal", "chance", "options", "game", "header field"])
def test_no_message_is_longer_than_300_characters(kind: str) -> None:
    header, *lines = saved()
    long = "x" * 5000
    if kind == "legal":
        lines[0]["legal"] = [f"place {number} {long}" for number in range(99)]
    elif kind == "chance":
        lines[0]["chance"] = [f"draw {number} {long}" for number in range(99)]
    elif kind == "options":
        header["options"] = {**header["options"], "hands": long}
    elif kind == "game":
        header["game"] = long
    else:
        header[long] = 1
    with pytest.raises(TranscriptError) as error:
        muckle.load("\n".join(map(json.dumps, [header, *lines])))
    assert 20 < len(str(error.value)) <= MAX_MESSAGE == 300
    if kind in ("legal", "chance"):  # what was expected is not cut away
        assert str(error.value).endswith("and 96 more and without discard 2S, place 2S" if kind == "legal" else "place 2S")


def test_the_limit_is_what_keeps_messages_short() -> None:
    """Break: without the limit a message of a thousand characters stays one, and the rule is behind its end."""
    assert len(str(MuckleError("x" * 1000))) == 1000
    error = TranscriptError("x" * 1000, "Mitch 5")
    assert len(str(error)) == 300 and str(error).endswith("x… [Mitch 5]")


def hosted() -> list[dict[str, Any]]:
    """Return the lines of a short finished hosted match."""
    match = new_match("mitch", "tiny", secret="5e" * 32, match="m1")
    while not match.over:
        match.apply(match.legal()[-1])
    lines: list[dict[str, Any]] = [json.loads(line) for line in match.transcript().splitlines()]
    assert any(line["picks"] for line in lines[1:-1]), "the break below needs a decision that draws"
    return lines


def test_a_hosted_record_tells_its_picks() -> None:
    """docs/verify.py refuses such a record, so `muckle replay --check` does, too."""
    muckle.load("\n".join(map(json.dumps, hosted())))
    for place, line in enumerate(hosted()):
        if not line.get("picks"):
            continue
        for without in ({**line, "picks": None}, {name: value for name, value in line.items() if name != "picks"}):
            lines = hosted()
            lines[place] = without
            drawn = "1 time" if len(line["picks"]) == 1 else f"{len(line['picks'])} times"
            message = f"line {place + 1}: picks are missing: this step drew {drawn}, and its match tells the secret"
            assert refusal(lines) == message


def test_steps_without_draws_and_records_without_secret_need_no_picks() -> None:
    lines = [{name: value for name, value in line.items() if name != "picks" or value} for line in hosted()]
    muckle.load("\n".join(map(json.dumps, lines)))
    closed = [{name: value for name, value in line.items() if name != "picks"} for line in hosted()]
    closed[0]["secret"] = None
    muckle.load("\n".join(map(json.dumps, closed)))


def test_empty_lines_shift_no_number() -> None:
    lines = [json.dumps(line) for line in saved()]
    lines[2] = lines[2].replace('"action": "', '"action": "x')
    with pytest.raises(TranscriptError, match=r"^line 6: "):
        muckle.load("\n".join([lines[0], "", "", lines[1], "", *lines[2:]]))


@pytest.mark.parametrize("text", ["[" * 2000, '{"a":' * 5000, "[" * 200_000])
def test_what_is_nested_deeply_is_no_transcript(text: str) -> None:
    with pytest.raises(TranscriptError, match=r"line 1: (nested too deeply|not JSON|longer)"):
        muckle.load("{}"[:0] + '{"muckle":' + text)


def test_deck_9_equal_cards_are_one_text() -> None:
    match = new_match("mickell", "tiny", deck="custom", deck_check="loose", cards="ho KE ra AR", seed=1)
    assert match.header.cards == ("OH", "EK", "AR", "AR")
    header, *rest = match.transcript().splitlines()
    assert muckle.load(match.transcript()).header == match.header
    with pytest.raises(TranscriptError, match=r"line 1: .*cards are written OH EK AR AR; got HO EK AR AR \[Deck 9\]"):
        muckle.load("\n".join([header.replace('"OH"', '"HO"'), *rest]))


def test_an_unfinished_one_is_valid_as_far_as_it_goes() -> None:
    lines = saved()
    assert muckle.load("\n".join(map(json.dumps, lines[:-2]))).over is False
    assert muckle.load(json.dumps(lines[0])).count == 0

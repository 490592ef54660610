"""Matches that end before their rules end them: given up, or called off before any person has acted."""

import msgspec
import pytest

from muckle import games
from muckle.errors import ActionError, TranscriptError, TurnError
from muckle.match.log import Resignation, Takeback
from muckle.match.match import Match, load, new_match
from muckle.match.secret import new_secret
from muckle.scene.lint import lint

ANN, BEN = "a1" * 32, "b2" * 32


def hosted(game: str, salts: tuple[str, ...], acts: int = 0) -> Match:
    """Return a hosted match after some acts, each the first legal one."""
    match = new_match(
        game, secret=new_secret(), match="m1", salts=salts, names=["Ann", "Ben", "Cat"][: len(salts)], seats=len(salts)
    )
    for _ in range(acts):
        match.apply(match.legal()[0])
    return match


def again(match: Match) -> Match:
    """Fold a match from its log, as after a restart."""
    return Match(match.header, match.log, secret=match.secret, names=match.names)


def seats(game: str) -> int:
    """Return the number of seats: two, or the most there can be."""
    return min(2, games.find(game).options.fields()[0].most or 2)


@pytest.mark.parametrize("game", list(games.GAMES))
def test_every_game_can_be_given_up_and_the_record_says_so(game: str) -> None:
    match = hosted(game, (ANN, BEN)[: seats(game)], acts=3)
    match.resign(0)
    for each in (match, again(match), load(match.transcript(), names=match.names)):
        assert each.over and each.turn == -1 and each.legal() == each.offered() == []
        assert each.winners == ([1] if seats(game) == 2 else []) and each.reason == "seat 1 gave up"
        for viewer in (*range(seats(game)), None):
            scene = each.scene(viewer)
            assert scene.acts == {} and not any(seat.turn for seat in scene.seats) and lint(scene) == []
            assert scene.result and scene.result.title == ("Ben wins: Ann gave up" if seats(game) == 2 else "Ann gave up")
            assert [row.seat for row in scene.result.standings] == [*range(seats(game))][::-1]
    assert match.seq == 4 and match.log[-1] == Resignation(0)


def test_a_match_is_called_off_as_long_as_no_person_has_acted() -> None:
    """Actions of bots do not count, and neither do actions that were taken back; a person counts without a salt, too."""
    match, people = hosted("mitch", ("", "", ANN)), (1, 2)
    while match.turn:
        match = hosted("mitch", ("", "", ANN))
    match.apply(match.legal()[0])
    assert match.untouched(people) and not match.untouched() and match.turn == 1
    match.apply(match.legal()[0])
    assert not match.untouched(people)
    match.undo()
    assert match.untouched(people)
    assert match.resign(2, people) == Resignation(2, void=True)
    assert match.winners == [] and match.result and match.result.void and "called the match off" in match.reason
    result = match.scene(None).result
    assert result and result.title == "Cat called the match off" and result.standings == ()
    assert load(match.transcript()).result == match.result


def test_the_best_of_several_others_wins() -> None:
    match = hosted("mitch", (ANN, BEN, ANN), acts=3)
    best = max(match.scores[1:])
    match.resign(0)
    assert match.winners == [seat for seat in (1, 2) if match.scores[seat] == best]
    result = match.scene(0).result
    assert result and result.standings[-1].seat == 0 and result.standings[-1].place == 3


def test_nothing_comes_after_it() -> None:
    match = hosted("mitch", (ANN, BEN), acts=2)
    match.resign(1)
    for attempt in (lambda: match.resign(0), lambda: match.apply("discard 2C")):
        with pytest.raises(TurnError, match="the match is over"):
            attempt()
    with pytest.raises(ActionError, match="given up"):
        match.undo()
    with pytest.raises(TranscriptError, match="it goes on"):
        Match(match.header, [*match.log, Takeback(1)], secret=match.secret)
    with pytest.raises(TranscriptError, match="resigned: the seats of this match are numbered from 0 to 1, got 7"):
        Match(match.header, [Resignation(7)], secret=match.secret)


def test_a_record_that_lies_about_it_is_refused() -> None:
    match = hosted("mitch", (ANN, BEN), acts=2)
    match.resign(1)
    lines = match.transcript().splitlines()
    told = msgspec.json.decode(lines[-1])
    for lie in ({"resigned": 0}, {"winners": [1]}, {"void": True}, {"resigned": 5}):
        with pytest.raises(TranscriptError):
            load("\n".join([*lines[:-1], msgspec.json.encode({**told, **lie}).decode()]))

"""The views of an event: what is shown to all viewers, and what is added for one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import NamedTuple

from msgspec.structs import replace

from muckle.games.mickell import text
from muckle.games.mickell.muckell import Worth, places
from muckle.server.events.messages import (
    BestWord,
    Climb,
    EventView,
    JustClaimed,
    Named,
    OwnWord,
    Place,
    Players,
    Standings,
    TypedScore,
    You,
)
from muckle.server.events.own_deck import deck_of
from muckle.server.events.state import Course, EventState, folded
from muckle.server.series.state import Played
from muckle.store.events import BoardResult, EventPlayer, KeptEvent

TOP, NAMES, WORDS, CLAIMANTS = 8, 24, 5, 3
"""Maximum numbers of places, newest names, words, and names beside a word in a view."""
LAST = 7
"""Maximum number of earlier cards in a view."""


class Picture(NamedTuple):
    """The part of the view that is the same for all viewers, and the tables from which each viewer's part is made."""

    view: EventView
    places: Mapping[int, Place]  # each player's row of the standings, by the player's number
    words: Mapping[int, tuple[OwnWord, ...]]  # each player's words in a round that is over, by the player's number


def picture(event: EventState, seq: int, now: float) -> Picture:
    """Return the picture of an event as it is now."""
    course, faces, playing = event.course, event.faces, event.playing
    cards = event.turns - 1
    on = course.phase != "joining" and course.turn <= cards and bool(faces)
    ranked = standings(event)
    claimed = just_claimed(event)
    view = EventView(
        code=event.code,
        seq=seq,
        title=event.setup.title,
        phase=course.phase,
        round=course.round,
        rounds=max(event.setup.rounds, course.round),
        pace=str(event.options.public()["pace"]),
        dictionary=str(event.options.public()["dictionary"]),
        open=event.open,
        real_cards=event.real_cards,
        advice=event.options.gives_advice,
        turn=course.turn,
        cards=cards,
        face=faces[course.turn - 1] if on else None,
        last=tuple(faces[max(0, course.turn - 1 - LAST) : course.turn - 1] if course.turn else ()),
        letters=tuple(letters(event)),
        players=len(playing),
        done=len(event.done - course.removed),
        here=sum(1 for player in playing if player.level or event.is_here(player.owner)),
        newest=tuple(event.public_name(player) for player in reversed(playing[-NAMES:])),
        seconds=int(event.seconds),
        left=round(event.left(now), 2),
        commitment=(course.header and course.header.commitment) or "",
        standings=ranked and replace(ranked, places=ranked.places[:TOP]),
        you=You(),
        series=event.setup.series,
        message=course.message,
        names=event.setup.names,
        closed=not course.open,
        own_deck=course.round in course.own_deck,
        ordered=course.own_deck.get(course.round, 0),
        told=course.told,
        claims=len(course.claims.keys() - course.removed),
        longest=event.options.public()["tie"] == "longest_word",
        all_done=event.all_done(),
        next=course.next,
        after=bool(event.setup.after),
        claimed=tuple(claimed[:WORDS]),
        claimed_more=len(claimed[WORDS:]),
    )
    return Picture(view, {place.number: place for place in ranked.places} if ranked else {}, own_words(event))


def view_of(event: EventState, newest: Picture, owner: str) -> EventView:
    """Return the view of one visitor."""
    caller, player = owner in event.callers, event.player(owner)
    led = You(caller, event.word, deck=deck_of(event)) if caller else You()
    if player is None:
        return replace(newest.view, you=led)
    if player.number in event.course.removed:
        return replace(newest.view, you=replace(led, number=player.number, removed=True, name=event.name_of(player)))
    board = event.board_of(player) if event.course.turn and not event.real_cards else ""
    place = newest.places.get(player.number)
    words = newest.words.get(player.number, ())
    you = replace(
        led,
        number=player.number,
        name=event.name_of(player),
        shown="" if event.is_shown(player) else event.public_name(player),
        code="" if event.setup.series else event.personal_code(player.number),
        board=board,
        place=place,
        claim=claim_of(event, player.number),
        words=words,
    )
    return replace(newest.view, you=you)


def players(event: EventState) -> Players:
    """Return all players as callers see them."""
    at = Counter(event.addresses[owner] for owner in event.present if owner in event.addresses)
    return Players(tuple(named(event, player, at) for player in event.playing), len(event.course.kept_out))


def named(event: EventState, player: EventPlayer, at: Mapping[str, int]) -> Named:
    """Return a player as callers see them.

    Args:
        at: number of visitors here, by address.
    """
    address = event.addresses.get(player.owner)
    return Named(
        number=player.number,
        name=event.name_of(player),
        here=bool(player.level) or event.is_here(player.owner),
        done=player.number in event.done,
        hidden=not event.is_shown(player),
        claim=claim_of(event, player.number),
        sharing=None if address is None else at.get(address, 0) - (player.owner in event.present),
    )


def claim_of(event: EventState, number: int) -> TypedScore | None:
    """Return the score that a player typed in and no caller has confirmed yet."""
    result = event.course.claims.get(number)
    return result and TypedScore(result.score, result.tiebreak)


def own_words(event: EventState) -> dict[int, tuple[OwnWord, ...]]:
    """Return the words that each player claimed in this round, by the player's number; none until the round is over."""
    results = event.course.results.get(event.course.round, ())
    return {result.number: tuple(OwnWord(*each) for each in result.words) for result in results}


def letters(event: EventState) -> list[int]:
    """Return the number of cards to come that have each letter, from A to Z."""
    if event.deal is None:
        return [0] * len(ascii_uppercase)
    position = event.deal.position
    have = Counter("".join(text.cards_to_come(position.plain_setup, position.plain_state)))
    return [have[letter] for letter in ascii_uppercase]


def standings(event: EventState, only: int = 0) -> Standings | None:
    """Return the standings of all rounds that are over, and of this one where boards are open; None before that.

    With real cards, only players whose score was typed in are listed.

    Args:
        only: number of the round to rank alone; 0 for all rounds.
    """
    rounds = {number: results for number, results in event.course.results.items() if only in (0, number)}
    shown = event.open and event.course.phase != "over" and not only
    now, before = (
        {number: each.worth for number, each in of.items()} if shown else {} for of in (event.progress, event.before)
    )
    if not rounds and not now:
        return None
    earlier, worths = summed(rounds, now)
    playing = [player for player in event.playing if player.number in worths or not event.real_cards]
    values = [worths.get(player.number, Worth(0, 0)) for player in playing]
    order = places(values)
    often = Counter(order)
    then = order
    if before:
        earlier_worths = summed(rounds, before)[1]
        then = places([earlier_worths.get(player.number, Worth(0, 0)) for player in playing])
    lines = [
        Place(
            place=place,
            number=player.number,
            name=event.public_name(player),
            score=worth.score,
            longest=worth.tiebreak,
            shared=often[place] > 1,
            before=earlier.get(player.number, 0),
            late=player.number in event.course.late,
            rose=was - place,
        )
        for place, was, player, worth in zip(order, then, playing, values, strict=True)
    ]
    scores = Counter(worth.score for worth in values)
    ranked = sorted(lines, key=lambda line: (line.place, line.number))
    return Standings(
        places=tuple(ranked),
        players=len(playing),
        spread=tuple(scores[score] for score in range(max(scores, default=-1) + 1)),
        words=tuple(best_words(event, [result for results in rounds.values() for result in results])),
        climb=climb(rounds, lines),
        novice=next((line for line in ranked if line.number in event.course.novices), None),
    )


def climb(rounds: Mapping[int, tuple[BoardResult, ...]], lines: Iterable[Place]) -> Climb | None:
    """Return who gained most places since the first round, None if nobody did; of equal climbs the one that ends higher."""
    first = rounds.get(1, ())
    if len(rounds) < 2:
        return None
    ranked = places([Worth(result.score, result.tiebreak) for result in first])
    before = {result.number: place for result, place in zip(first, ranked, strict=True)}
    climbs = [(before[line.number] - line.place, -line.place, line) for line in lines if line.number in before]
    gained, _, line = max(climbs, key=lambda each: each[:2], default=(0, 0, None))
    return Climb(line.name, before[line.number], line.place) if line and gained > 0 else None


def summed(rounds: Mapping[int, tuple[BoardResult, ...]], now: Mapping[int, Worth]) -> tuple[dict[int, int], dict[int, Worth]]:
    """Return each player's score from earlier rounds, and each total: scores add up, the best tiebreak counts."""
    earlier: dict[int, int] = {}
    worths = dict(now)
    for number in sorted(rounds):
        newest = number == max(rounds) and not now
        for result in rounds[number]:
            before = worths.get(result.number, Worth(0, 0))
            worths[result.number] = Worth(before.score + result.score, max(before.tiebreak, result.tiebreak))
            if not newest:
                earlier[result.number] = earlier.get(result.number, 0) + result.score
    return earlier, worths


def played(kept: KeptEvent) -> Played:
    """Return an event's results over all finished rounds, as a series counts them: without players who were sent away."""
    course = folded(Course(), kept.entries)
    _, worths = summed(course.results, {})
    stayed = [player for player in kept.players if player.member and player.number not in course.removed]
    return Played(
        kept.setup.title,
        len(course.results),
        kept.setup.rounds,
        {player.member: worths[player.number] for player in stayed if player.number in worths},
        frozenset(player.member for player in stayed),
    )


def words_of(event: EventState, only: int = 0) -> dict[int, list[str]]:
    """Return the words that each player claimed in all finished rounds or in one, by the player's number."""
    found: dict[int, list[str]] = {}
    for number, results in event.course.results.items():
        for result in results if only in (0, number) else ():
            found.setdefault(result.number, []).extend(word for word, _ in result.words)
    return found


def just_claimed(event: EventState) -> list[JustClaimed]:
    """Return the words claimed on the card on call, the best first, where boards are open."""
    found: list[JustClaimed] = []
    if event.course.phase not in ("playing", "paused"):
        return found
    for player in event.playing:
        if (progress := event.progress.get(player.number)) and (before := event.before.get(player.number)):
            name = event.public_name(player)
            found.extend(JustClaimed(name, *word) for word in progress.words[len(before.words) :])
    return sorted(found, key=lambda claim: (-claim.points, -len(claim.word), claim.word, claim.name))


def best_words(event: EventState, results: Iterable[BoardResult]) -> Iterator[BestWord]:
    """Yield the longest words, each with the players who claimed it."""
    names = {player.number: event.public_name(player) for player in event.players}
    claimed: dict[tuple[str, int], list[str]] = {}
    for result in results:
        for word in result.words:
            claimed.setdefault(word, []).append(names[result.number])
    for word, points in sorted(claimed, key=lambda word: (-len(word[0]), word[0]))[:WORDS]:
        by = claimed[word, points]
        yield BestWord(word, points, tuple(dict.fromkeys(by))[:CLAIMANTS], len(by))

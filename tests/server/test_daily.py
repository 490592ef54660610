"""Today's Mickell: one deck for all, the first attempt counts, nobody looks ahead. Rooms in this process."""

import asyncio
from datetime import date, timedelta
from pathlib import Path

import pytest

from muckle import players
from muckle.errors import TurnError
from muckle.match.log import Decision
from muckle.server.background import Time
from muckle.server.messages import Command, Hint
from muckle.server.people import daily
from muckle.server.people.daily import hashed, salt_of, secret_of
from muckle.server.room import Room
from muckle.server.tables.advice import advice
from muckle.server.tables.table import Table
from muckle.server.tables.turns import hint
from patience import PATIENCE
from server.local_rooms import room_at

TODAY = date(2026, 11, 22)


class Calendar(Time):
    day = TODAY

    def today(self) -> date:
        return self.day


async def finish(room: Room, owner: str) -> Table:
    """Play today's deck: every card is put away, so nothing is scored."""
    table = await room.matches.find((await room.daily.play(owner, owner.title())).match)
    while not (match := await table.load()).over:
        act = next(act for act in ("discard", "end", *match.legal()) if act in match.legal())
        await room.act(owner, table, Command(act, match.seq, f"c{match.seq}"))
    return table


async def play_well(room: Room, owner: str) -> Table:
    """Play today's deck as the greedy player does, to claim words."""
    table = await room.matches.find((await room.daily.play(owner, owner.title())).match)
    while not (match := await table.load()).over:
        act = players.choose("greedy", match, match.seq)
        await room.act(owner, table, Command(act, match.seq, f"c{match.seq}"))
    return table


async def cards(table: Table) -> list[str]:
    match = await table.load()
    drawn = [outcome for entry in match.log if isinstance(entry, Decision) for outcome in entry.chance]
    return [*match.header.chance, *drawn]


async def test_all_play_the_same_cards_and_the_first_attempt_counts(tmp_path: Path):
    async with room_at(tmp_path, Calendar()) as room:
        hers, his = await finish(room, "ann"), await finish(room, "ben")
        assert hers.id != his.id and await cards(hers) == await cards(his)
        assert (await room.daily.play("ann", "Again")).match == hers.id


async def test_another_day_has_another_deck_and_tells_the_secret_of_the_day_before(tmp_path: Path):
    time = Calendar()
    async with room_at(tmp_path, time) as room:
        first = await finish(room, "ann")
        match = await first.load()
        time.day += timedelta(days=1)
        second = await finish(room, "ann")
        assert await cards(first) != await cards(second)
        yesterday, before = (await room.daily.view("ben")).told
        assert (yesterday.day, yesterday.secret) == (str(TODAY), match.secret)
        assert hashed(yesterday.secret) == before.secret


def test_secrets_are_a_chain_that_leads_back_only():
    root = "5e" * 32
    days = [TODAY + timedelta(days=ahead) for ahead in range(3)]
    chain = [secret_of(root, day) for day in days]
    assert [hashed(secret) for secret in chain[1:]] == chain[:-1] and len({*chain, root}) == 4
    assert salt_of(days[0]) != salt_of(days[1]) and len(salt_of(days[0])) == 64


async def test_the_others_and_par_are_shown_when_ones_own_attempt_is_over(tmp_path: Path):
    async with room_at(tmp_path, Calendar()) as room:
        await finish(room, "ann")
        before = await room.daily.view("ben")
        assert (before.own, before.results, before.par, before.played) == (None, None, None, 1)
        await finish(room, "ben")
        view = await room.daily.view("ben")
        assert view.own and (view.own.score, view.own.beaten, view.played) == (0, 0, 2)
        async with asyncio.timeout(PATIENCE):
            while not view.results or view.results.par is None:
                await asyncio.sleep(0.05)
                view = await room.daily.view("ben")
        assert view.results.par_match and view.results.spread == ((0, 2),), "par is nobody's attempt"
        told = await room.daily.view("cat")
        assert told.par == view.results.par and told.results is None, "par's number is open, its cards are not"


async def test_a_day_that_is_over_is_open_to_all_with_its_best_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(daily, "new_secret", lambda: "5e" * 32)
    time = Calendar()
    async with room_at(tmp_path, time) as room:
        played = await play_well(room, "ann")
        own = (await room.daily.view("ann")).own
        assert own and own.score == sum(word.points for word in own.words) > 0
        match = await played.load()
        claimed = [entry.action.split()[-1] for entry in match.log if isinstance(entry, Decision) and "claim" in entry.action]
        assert ["".join(card.on for card in word.cards) for word in own.words] == claimed
        assert all(card.on in (card.text, card.second) for word in own.words for card in word.cards)
        assert (await room.daily.view("ben")).before is None
        time.day += timedelta(days=1)
        before = (await room.daily.view("ben")).before
        assert before and (before.day, before.score, before.results.spread) == (str(TODAY), None, ((own.score, 1),))
        assert before.words == tuple(sorted(own.words, key=lambda word: -word.points)[:3])
        mine = (await room.daily.view("ann")).before
        assert mine and (mine.score, mine.match) == (own.score, played.id)


async def test_the_week_and_days_in_a_row_belong_to_the_person(tmp_path: Path):
    time = Calendar()
    async with room_at(tmp_path, time) as room:
        for ahead in (0, 1, 3, 4):
            time.day = TODAY + timedelta(days=ahead)
            await finish(room, "ann")
        view = await room.daily.view("ann")
        assert (view.week, view.streak, view.longest) == ((None, None, 0, 0, None, 0, 0), 2, 2)
        time.day += timedelta(days=1)
        assert (await room.daily.view("ann")).streak == 2, "today can still be played"
        time.day += timedelta(days=1)
        assert (await room.daily.view("ann")).streak == 0
        assert (await room.daily.view("ben")).week == (None,) * 7


def test_the_next_deck_comes_at_midnight_utc():
    assert 0 < Time().left_of_today() <= 86_400


async def test_the_deck_of_the_day_cannot_be_called_off_played_again_or_advised(tmp_path: Path):
    async with room_at(tmp_path, Calendar()) as room:
        table = await room.matches.find((await room.daily.play("ann", "Ann")).match)
        scene = await table.scene(0)
        assert not scene.manage and scene.daily == str(TODAY)
        with pytest.raises(TurnError, match="no advice"):
            await advice("ann", table, Hint(), room.bots)
        with pytest.raises(TurnError, match="no hints"):
            await hint("ann", table, Hint())
        await finish(room, "ann")
        assert "again" not in (await table.scene(0)).acts
        with pytest.raises(TurnError, match="one deck a day"):
            await room.again("ann", table.id)

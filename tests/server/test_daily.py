"""The dailies: one deal for all, the first attempt counts, nobody looks ahead. Rooms in this process."""

import asyncio
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from muckle import players
from muckle.errors import TurnError
from muckle.match.log import Decision
from muckle.server.background import Time
from muckle.server.errors import HttpError
from muckle.server.messages import Command, Hint, Join, NewMatch
from muckle.server.people import daily
from muckle.server.people.daily import hashed, salt_of, secret_of
from muckle.server.room import Room
from muckle.server.tables.advice import advice
from muckle.server.tables.table import Table
from muckle.server.tables.turns import hint
from patience import PATIENCE
from server.local_rooms import FirstLegal, room_at

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


async def play_first(room: Room, owner: str, game: str) -> Table:
    """Play today's deal of a game by the first legal act each time, as the bots of these rooms do, too."""
    table = await room.matches.find((await room.daily.play(owner, owner.title(), game)).match)
    async with asyncio.timeout(PATIENCE):
        while await room.store.ending(table.id) is None:
            match = await table.load()
            if match.turn == 0:
                await room.act(owner, table, Command(match.legal()[0], match.seq, f"c{match.seq}"))
            await asyncio.sleep(0.01)
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


async def test_bots_of_a_daily_play_alike_for_everybody_and_elsewhere_they_do_not(tmp_path: Path):
    asked: list[bool] = []

    class Noting(FirstLegal):
        async def choose(self, visitor: str, match_id: str, match: Any, level: str, **how: bool) -> str:
            asked.append(how["alike"])
            return match.legal()[0]

    async with room_at(tmp_path, Calendar(), Noting()) as room:
        hers, his = await play_first(room, "ann", "grabble_road"), await play_first(room, "ben", "grabble_road")
        assert asked and all(asked)
        assert [each.action for each in (await hers.load()).decisions] == [each.action for each in (await his.load()).decisions]
        asked.clear()
        table = await room.matches.find((await room.open("ann", NewMatch("mitch", seats=("wren",), name="Ann"))).match)
        await room.join("ann", table.id, Join(name="Ann", salt="0123456789abcdef" * 4))
        async with asyncio.timeout(PATIENCE):
            while not asked:
                match = await table.load()
                if match.turn == 0:
                    await room.act("ann", table, Command(match.legal()[0], match.seq, f"c{match.seq}"))
                await asyncio.sleep(0.01)
        assert not any(asked)


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
        assert own and own.score == sum(word.points for word in own.lines) > 0
        match = await played.load()
        claimed = [entry.action.split()[-1] for entry in match.log if isinstance(entry, Decision) and "claim" in entry.action]
        assert ["".join(card.on for card in word.cards) for word in own.lines] == claimed
        assert all(card.on in (card.text, card.second) for word in own.lines for card in word.cards)
        assert (await room.daily.view("ben")).before is None
        time.day += timedelta(days=1)
        before = (await room.daily.view("ben")).before
        assert before and (before.day, before.score, before.results.spread) == (str(TODAY), None, ((own.score, 1),))
        assert before.lines == tuple(sorted(own.lines, key=lambda word: -word.points)[:3])
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
        assert (await room.records.of("ann")).streak == 2
        time.day += timedelta(days=1)
        assert (await room.daily.view("ann")).streak == 0 == (await room.records.of("ann")).streak
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
        with pytest.raises(TurnError, match="one deal a day"):
            await room.again("ann", table.id)


AGAINST_BOTS = [name for name, game in daily.offered().items() if game.daily and game.daily.bots]


@pytest.mark.parametrize("name", AGAINST_BOTS)
async def test_a_game_for_several_is_played_against_the_bots_it_declares(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
):
    """On boards and with decks so small that a test can wait for the end."""
    small = {
        game.name: game.read_options("tiny", {"seats": 1 + len(said.bots)}) for game, said in map(daily.find, daily.offered())
    }
    monkeypatch.setattr(daily, "_options", lambda game, declared: small[game.name])
    async with room_at(tmp_path, Calendar()) as room:
        before = await room.daily.view("ann", name)
        hers, his = await play_first(room, "ann", name), await play_first(room, "ben", name)
        assert await cards(hers) == await cards(his), "the same deal, and the same bots play alike here"
        assert [sitter.name for sitter in hers.seating.sitters] == ["Ann", *before.bots]
        match = await hers.load()
        view = await room.daily.view("ann", name)
        assert view.own and (view.own.score, view.own.won) == (match.scores[0], 0 in match.winners)
        assert view.own.own.startswith("You ") and sum(line.points for line in view.own.lines) == view.own.score
        assert view.par is None and view.results and view.results.won == 2 * view.own.won
        assert {game.name: game.score for game in view.games} == {
            "mickell": None,
            **dict.fromkeys(AGAINST_BOTS),
            name: view.own.score,
        }
        other = await room.daily.view("ann")
        assert (other.game, other.streak, other.played, other.match) == ("mickell", 0, 0, ""), "each game has its own days"


async def test_who_has_played_one_game_knows_nothing_of_another(tmp_path: Path):
    """The room publishes the secret of a match that is over: it must not be that of another daily of the same day."""
    async with room_at(tmp_path, Calendar()) as room:
        await finish(room, "ann")
        others = [await room.matches.find((await room.daily.play("ann", "Ann", name)).match) for name in ("", *AGAINST_BOTS)]
        secrets = {await room.store.secret(table.id) for table in others}
        assert len(secrets) == len(others)


async def test_a_game_that_declares_no_daily_has_none(tmp_path: Path):
    async with room_at(tmp_path, Calendar()) as room:
        with pytest.raises(HttpError, match="no game called 'multzo' has a daily; there are mickell, "):
            await room.daily.view("ann", "multzo")
        with pytest.raises(HttpError, match="no game called 'multzo' has a daily"):
            await room.daily.play("ann", "Ann", "multzo")

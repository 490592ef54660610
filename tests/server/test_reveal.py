"""Salts are sealed before any is revealed, so whoever reveals last cannot choose the deal."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from match.test_verify import verify
from muckle.errors import TurnError
from muckle.match.log import Header
from muckle.match.match import load
from muckle.match.secret import new_secret, salt_chain, seal
from muckle.scene.contract import Scene
from muckle.server.errors import HttpError
from muckle.server.messages import Command, Join, NewMatch, Reveal
from muckle.server.room import Room
from muckle.server.tables import absence, reveal
from muckle.server.tables.absence import seat_deadlines
from muckle.server.tables.steps import Touched
from muckle.server.tables.table import Table
from muckle.server.tables.tables import Tables
from muckle.store.matches import Seating, Sitter
from patience import until
from server.local_rooms import rooms_at
from server.people import GameRoom, Person


class Device:
    """A browser that keeps a salt chain for each table, and reveals a salt when it sees its seal among everybody's."""

    def __init__(self, owner: str) -> None:
        self.owner, self.last = owner, new_secret()
        self.seen: list[tuple[str, ...]] = []
        """Lists of seals for which this device has revealed a salt."""

    def salts(self, match: str) -> list[str]:
        return salt_chain(self.last, match)

    async def sit(self, room: Room, match: str, **wish: Any) -> None:
        await room.join(self.owner, match, Join(seal=seal(self.salts(match)[0], match), **wish))

    async def answer(self, room: Room, match: str) -> bool:
        """Reveal the salt that the scene asks for, and return whether it asked for one."""
        fair = (await scene(room, match)).fairness
        assert fair
        for salt in () if fair.salts else self.salts(match):
            if seal(salt, match) in fair.seals:
                self.seen.append(fair.seals)
                await room.reveal(self.owner, match, Reveal(salt))
                return True
        return False


async def scene(room: Room, match: str, viewer: int | None = None) -> Scene:
    table = await room.visit(match)
    return await table.scene(viewer)


async def sealed(room: Room, *devices: Device, bots: int = 0, **terms: Any) -> Table:
    """Open a table at which everybody has sat down and nobody has revealed a salt."""
    seats = ("open",) * (len(devices) - 1) + ("random",) * bots
    match = (await room.open(devices[0].owner, NewMatch("mitch", options={"hands": 1}, seats=seats, **terms))).match
    for device in devices:
        await device.sit(room, match)
    return await room.matches.find(match)


def header_of(table: Table) -> Header:
    assert table.seating.begun
    return table.seating.header


def run(path: Path, story: Callable[..., Any], count: int = 1) -> None:
    async def told() -> None:
        async with rooms_at(path, count) as rooms:
            await story(*rooms)

    asyncio.run(told())


async def test_no_salt_is_known_before_all_seals_are(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        match = (await room.open("ann", NewMatch("mitch", seats=("open",)))).match
        await ann.sit(room, match)
        fair = (await scene(room, match)).fairness
        assert fair and fair.seals == fair.salts == (), "one seat is free: nothing to answer yet"
        with pytest.raises(TurnError, match="when every seat is taken"):
            await room.reveal("ann", match, Reveal(ann.salts(match)[0]))
        await ben.sit(room, match)
        shown = await scene(room, match)
        seals = tuple(seal(device.salts(match)[0], match) for device in (ann, ben))
        assert shown.fairness and shown.fairness.seals == seals and shown.fairness.salts == ()
        assert shown.status == "The cards are dealt when Player 1 and Player 2 are here." and not shown.zones
        assert await ben.answer(room, match) and not (await scene(room, match)).zones
        assert seal(ben.salts(match)[0], match) in seals and (await scene(room, match)).fairness == shown.fairness
        assert await ann.answer(room, match)
        table = await room.matches.find(match)
        assert header_of(table).salts == (ann.salts(match)[0], ben.salts(match)[0])
        assert header_of(table).seals == seals and header_of(table).redraws is None
        assert (await scene(room, match)).zones and not await ann.answer(room, match)


async def deals_to_choose(room: Room) -> int:
    """Return the number of deals from which a player can choose who knows the room's secret and Ann's salt."""
    ann, ben = Device("ann"), Device("ben")
    table = await sealed(room, ann, ben)
    await ann.answer(room, table.id)
    own = ben.salts(table.id)[0]
    tries = [own, *(f"{number:064x}" for number in range(20))]
    accepted = list[str]()
    for salt in tries:
        seating = table.seating
        try:
            await room.reveal("ben", table.id, Reveal(salt))
            accepted.append(salt)
        except TurnError as error:
            assert "not the one whose seal you sat down with" in error.message or table.seating.begun
        if table.seating.begun:  # try the other salts in the state before
            accepted += [other for other in tries if other not in accepted and takes(seating, other)]
            break
    return len(accepted)


def takes(seating: Seating, salt: str) -> bool:
    try:
        return reveal.sitters_with(seating, "ben", salt) != seating.sitters
    except TurnError:
        return False


def unguarded(seating: Seating, owner: str, salt: str) -> tuple[Sitter, ...]:
    """Take any salt, whatever was sealed: the break."""
    return tuple(
        msgspec.structs.replace(sitter, salt=salt, seal=seal(salt, seating.match)) if sitter.owner == owner else sitter
        for sitter in seating.sitters
    )


async def test_who_reveals_last_cannot_choose_even_with_the_rooms_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with rooms_at(tmp_path) as [room]:
        assert await deals_to_choose(room) == 1
        monkeypatch.setattr(reveal, "sitters_with", unguarded)
        assert await deals_to_choose(room) > 10, "the break: then there are as many deals as there are salts to try"


@pytest.mark.parametrize("salt", ["", "5a", "5A" * 32, "xy" * 32])
async def test_a_malformed_salt_is_refused(tmp_path: Path, salt: str):
    async with rooms_at(tmp_path) as [room]:
        table = await sealed(room, Device("ann"), Device("ben"))
        with pytest.raises(HttpError, match="a salt is 64 hexadecimal digits in lower case, got"):
            await room.reveal("ann", table.id, Reveal(salt))


async def test_who_withholds_a_salt_is_played_by_a_bot_and_the_others_reveal_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nothing is gained by it: the known deal is void, nobody chose the next one, and the record tells of it."""
    monkeypatch.setattr(absence, "PATIENCE", 1.0)

    async with rooms_at(tmp_path) as [room]:
        ann, _, cat = devices = [Device(name) for name in ("ann", "ben", "cat")]
        table = await sealed(room, *devices)
        async with room.presence.of("ann", table), room.presence.of("ben", table), room.presence.of("cat", table):
            known = [device.salts(table.id) for device in devices]
            assert await ann.answer(room, table.id) and await cat.answer(room, table.id)
            await until(lambda: table.seating.header.redraws)
            monkeypatch.setattr(absence, "PATIENCE", 200.0)
            assert table.seating.sitters[1].stood_in and not table.seating.begun
            with pytest.raises(TurnError, match="not the one"):
                await room.reveal("ben", table.id, Reveal(known[1][0]))
            assert await cat.answer(room, table.id) and await ann.answer(room, table.id)
            header = header_of(table)
            assert header.salts == (known[0][1], "", known[2][1]) and header.seals == (known[0][0], "", known[2][0])
            assert header.redraws and header.redraws[0].salts == (known[0][0], "", known[2][0])
            assert ann.seen == [header.redraws[0].seals, header.seals], "both lists that she answered are in the record"
            assert not table.seating.sitters[1].stood_in, "Ben is here: he plays, but had no part in the cards"
            fair = (await scene(room, table.id)).fairness
            assert fair and "Seat 2 did not show its part in time" in fair.text
            command = Command("/abort", 0, "c1")
            assert (await room.act("ann", table, command, 0)).seq == 1 and table.over
        text = (await room.transcript(table.id)).decode()
        assert load(text).header.redraws == header.redraws
        status, [line] = verify(tmp_path / "record.jsonl", [[msgspec.json.decode(line) for line in text.splitlines()]])
        assert status == 0 and line.endswith("; the salts were revealed anew because seat 1 withheld one")


async def test_a_table_whose_only_person_lost_the_salt_is_dealt_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(absence, "PATIENCE", 0.05)

    async with rooms_at(tmp_path) as [room]:
        table = await sealed(room, Device("ann"), bots=2)
        async with room.presence.of("ann", table):
            await until(lambda: table.seating.begun and not table.seating.sitters[0].level)
            assert header_of(table).salts == ("", "", "")
            assert header_of(table).redraws


async def test_who_is_away_is_waited_for_as_long_as_the_terms_say(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        table, patient = await sealed(room, ann, ben, away=90), await sealed(room, ann, ben, away=0)
        assert not seat_deadlines(table.state), "nobody is here who waits"
        async with room.presence.of("ann", table), room.presence.of("ann", patient):
            assert await ann.answer(room, table.id) and await ann.answer(room, patient.id)
            assert (await scene(room, table.id)).seats[1].due == 90 and not seat_deadlines(patient.state)
            host = await scene(room, patient.id, 0)
            assert host.status == "The cards are dealt when Player 2 is here." and list(host.acts) == ["start"]
            for shown, seat in ((table, 1), (table, None)):
                assert "start" not in (await scene(room, shown.id, seat)).acts
            since = {key: time - 91 for key, time in table.state.sealed_since.items()}
            table.state = msgspec.structs.replace(table.state, sealed_since=since)
            await table.send(Touched())
            await until(lambda: table.seating.header.redraws)
            await room.act("ann", patient, Command("start", 0, "c1"))
            for each in (table, patient):
                assert await ann.answer(room, each.id) and each.seating.sitters[1].stood_in
                assert header_of(each).salts == (ann.salts(each.id)[1], "")
            async with room.presence.of("ben", patient):
                assert not patient.seating.sitters[1].stood_in


async def test_an_ordinary_table_is_dealt_without_asking_anybody_anything(tmp_path: Path):
    """Offers the host nothing that would only flash up, and starts no countdown, while everybody is here."""
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        table = await sealed(room, ann, ben)
        async with room.presence.of("ann", table), room.presence.of("ben", table):
            shown = await scene(room, table.id, 0)
            assert shown.acts == {} and list(shown.manage) == ["/leave"]
            assert all(seat.due is None for seat in shown.seats) and len(seat_deadlines(table.state)) == 2


async def test_whoever_leaves_before_the_deal_makes_no_room_for_one_who_knows_the_salts(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben, cat = Device("ann"), Device("ben"), Device("cat")
        table = await sealed(room, ann, ben)
        assert await ann.answer(room, table.id)
        assert "/free 1 Player 2" not in table.actions(0) and "/bot 1" not in table.actions(0)
        await room.act("ben", table, Command("/leave", 0, "c1"), 1)
        assert table.seating.sitters[1].level and not table.seating.sitters[1].owner
        await cat.sit(room, table.id)
        assert not table.seats_of("cat") and not table.seating.begun
        assert await ann.answer(room, table.id) and header_of(table).redraws


async def test_who_wants_to_be_forgotten_leaves_no_seat_open_either(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        table = await sealed(room, ann, ben)
        assert await ann.answer(room, table.id)
        await room.records.forget("ben")
        assert not any(sitter.open for sitter in table.seating.sitters)
        assert await ann.answer(room, table.id) and header_of(table).redraws


async def test_one_device_with_several_seats_reveals_for_all(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        match = (await room.open("ann", NewMatch("mitch", seats=("here:Eve", "open")))).match
        await ann.sit(room, match)
        await ben.sit(room, match)
        assert await ann.answer(room, match) and await ben.answer(room, match)
        own, other = ann.salts(match)[0], ben.salts(match)[0]
        assert header_of(await room.matches.find(match)).salts == (own, own, other)


async def test_a_browser_that_lost_its_salt_seals_another_until_every_seat_is_taken(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        match = (await room.open("ann", NewMatch("mitch", seats=("open",), name="Ann"))).match
        await ann.sit(room, match)
        ann.last = new_secret()
        await ann.sit(room, match, name="Anna")
        table = await room.matches.find(match)
        assert table.seating.sitters[0] == Sitter("Ann", owner="ann", seal=seal(ann.salts(match)[0], match))
        await ben.sit(room, match)
        fixed = table.seating.sitters
        forgetful = Device("ann")
        await forgetful.sit(room, match)
        assert table.seating.sitters == fixed, "now the seals are shown"
        assert await ann.answer(room, match) and await ben.answer(room, match) and table.seating.begun


async def test_a_salt_that_is_sent_twice_changes_nothing(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        table = await sealed(room, ann, ben)
        for _ in range(2):
            assert await ann.answer(room, table.id)
        assert await ben.answer(room, table.id)
        begun = table.seating
        await room.reveal("ben", table.id, Reveal(ben.salts(table.id)[0]))
        assert table.seating == begun


async def test_a_rematch_is_sealed_anew(tmp_path: Path):
    async with rooms_at(tmp_path) as [room]:
        ann, ben = Device("ann"), Device("ben")
        table = await sealed(room, ann, ben)
        assert await ann.answer(room, table.id) and await ben.answer(room, table.id)
        await room.act("ann", table, Command("/abort", 0, "c1"), 0)
        match = (await room.again("ann", table.id)).match
        again = await room.matches.find(match)
        assert not any(sitter.seal or sitter.salt for sitter in again.seating.sitters)
        for device in (ann, ben):
            await device.sit(room, match)
        assert await ann.answer(room, match) and await ben.answer(room, match)
        assert not {*(header_of(again).salts or ())} & {*(header_of(table).salts or ())}


async def test_two_rooms_on_one_database_take_a_salt_each_and_deal_once(tmp_path: Path):
    async with rooms_at(tmp_path, 2) as [one, two]:
        ann, ben = Device("ann"), Device("ben")
        match = (await one.open("ann", NewMatch("mitch", seats=("open",)))).match
        await ann.sit(one, match)
        await ben.sit(two, match)
        for room in (one, two):
            held = await room.matches.find(match)
            await held.catch_up()
        assert all(await asyncio.gather(ann.answer(one, match), ben.answer(two, match)))
        for room in (one, two):
            held = await room.matches.find(match)
            await held.catch_up()
            assert header_of(held).salts == (ann.salts(match)[0], ben.salts(match)[0])


def test_the_next_room_deals_where_one_was_killed_before_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ann, ben = Device("ann"), Device("ben")
    match = ""

    async def before(room: Room) -> None:
        nonlocal match
        table = await sealed(room, ann, ben)
        match = table.id
        with monkeypatch.context() as patch:
            patch.setattr(Tables, "proceed", lambda self, table: asyncio.sleep(0))
            assert await ann.answer(room, match) and await ben.answer(room, match)
        assert not table.seating.begun and not reveal.missing_salts(table.seating)

    async def after(room: Room) -> None:
        table = await room.visit(match)
        await until(lambda: table.seating.begun)
        assert header_of(table).salts == (ann.salts(match)[0], ben.salts(match)[0])

    run(tmp_path, before)
    run(tmp_path, after)


def test_kill_9_between_the_phases_loses_neither_seals_nor_salts(rooms: Callable[..., GameRoom]):
    room = rooms()
    ann, ben = Person(room.address), Person(room.address)
    match = ann.post("matches", {"game": "mitch", "seats": ["open"]}, 201)["match"]
    chains = {somebody: salt_chain(new_secret(), match) for somebody in (ann, ben)}
    for somebody in (ann, ben):
        somebody.join(match, salt="", seal=seal(chains[somebody][0], match))
    seals = ann.scene(match)["fairness"]["seals"]
    for somebody in (ben, ann):
        room.kill()
        room = rooms(port=room.port)
        scene = somebody.scene(match)
        assert scene["fairness"]["seals"] == seals and "salts" not in scene["fairness"] and not scene["zones"]
        somebody.post(f"matches/{match}/reveal", {"salt": chains[somebody][1]}, 409)
        somebody.post(f"matches/{match}/reveal", {"salt": chains[somebody][0]})
    assert ann.scene(match)["fairness"]["salts"] == [chains[ann][0], chains[ben][0]] and ann.scene(match)["zones"]
    for somebody in (ann, ben):
        somebody.http.close()

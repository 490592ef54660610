"""Behaviour of every store, whatever database it uses."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from muckle.errors import StaleError
from muckle.match.ending import Ending
from muckle.match.log import Decision, Header, Takeback, WordsUsed
from muckle.scene.contract import Result
from muckle.store import worker
from muckle.store.events import Assisted, Begun, Called, EventPlayer, EventSetup, Merged, NewBoard, Paused, Round
from muckle.store.events import Renamed as DeskName
from muckle.store.matches import Sitter, Terms
from muckle.store.series import Claim, Correct, Enter, Member, Merge, Organise, Organiser, RenameMember, Series, TakePart
from patience import until

HEADER = Header(
    game="mickell",
    version=1,
    seats=2,
    options={"deck": "seed", "rows": 3},
    words=WordsUsed("american", "ab" * 32),
    commitment="cd" * 32,
    chance=("card AL",),
)
ANN, BEN = "a" * 64, "b" * 64
SITTERS = (Sitter("Ann", owner="ann"), Sitter("Greedy", level="greedy"), Sitter(), Sitter())
BEN_SITS = Sitter("Ben", owner="ben", salt=BEN, seated=True)
ENDING = Ending("Mickell", "over", (), Result("23 points", (), "all cards are laid"), (), "")
SERIES = Series("SERIES", "The winter", "shared", (8, 5, 3), "word", "key")
EVENTS = (Decision(0, "place 1", ("card RB", "card ÄÖ")), Takeback(0), Decision(1, "discard", late=True))

Opened = Callable[[], Any]


async def begin(store: Any, match: str) -> None:
    """Begin a match."""
    await store.open_table(match, HEADER, "secret", SITTERS, "ann")
    await store.begin(match, HEADER, SITTERS)


async def test_a_table_is_kept_as_it_was_opened(opened: Opened):
    async with opened() as store:
        made = await store.open_table("m1", HEADER, "secret", SITTERS, "ann")
    async with opened() as store:
        assert await store.seating("m1") == made
        assert await store.secret("m1") == "secret"
        assert (made.match, made.header, made.sitters, made.rematch) == ("m1", HEADER, SITTERS, "")
        assert (made.host, made.begun) == ("ann", False)
        assert await store.seating("m2") is None


async def test_tables_whose_match_goes_on_are_told_apart(opened: Opened):
    async with opened() as store:
        for match in ("m1", "m2", "m3"):
            await begin(store, match)
        await store.end("m2", ENDING)
        assert [seating.match for seating in await store.people.going("ann", 5)] == ["m3", "m1"]
        assert [seating.match for seating in await store.people.going("ann", 1)] == ["m3"]
        assert await store.people.going("", 5) == [] == await store.people.going("nobody", 5)


async def test_the_first_ending_of_a_match_counts_until_it_is_replaced(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        assert await store.ending("m1") is None
        for ended in (ENDING, structs.replace(ENDING, status="another")):
            await store.end("m1", ended)
    async with opened() as store:
        assert await store.ending("m1") == ENDING
        assert [ended for _, ended in await store.people.played("ann")] == [ENDING]
        await store.people.retell("m1", structs.replace(ENDING, status="without a name"))
        assert (await store.ending("m1")).status == "without a name"


async def test_an_identity_is_renamed_and_forgotten(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        await store.people.first_attempt("mickell", "2026-11-22", "ann", "m1")
        await store.people.rename("ann", "new")
        assert await store.people.played("ann") == [] and await store.people.attempt("mickell", "2026-11-22", "new") == "m1"
        ((seating, ended),) = await store.people.played("new")
        assert (seating.match, seating.sitters[0].owner, seating.host, ended) == ("m1", "new", "new", None)
        await store.people.forget("new", "Somebody")
    async with opened() as store:
        seating = await store.seating("m1")
        assert (seating.sitters[0], seating.host) == (Sitter("Somebody"), "")
        assert seating.sitters[1:] == SITTERS[1:] and await store.people.attempt("mickell", "2026-11-22", "new") == ""
        assert await store.people.played("") == [], "what is nobody's is not one person's"


async def test_the_first_attempt_at_the_deck_of_a_day_counts(opened: Opened):
    async with opened() as store:
        assert await store.people.first_attempt("mickell", "2026-11-22", "ann", "m1") == "m1"
        assert await store.people.first_attempt("mickell", "2026-11-22", "ann", "m2") == "m1"
        assert await store.people.first_attempt("mickell", "2026-11-23", "ann", "m3") == "m3"
    async with opened() as store:
        assert (
            await store.people.attempt("mickell", "2026-11-22", "ann"),
            await store.people.attempt("mickell", "2026-11-22", "ben"),
        ) == (
            "m1",
            "",
        )
        assert await store.people.attempts("mickell", "2026-11-22") == [("ann", "m1")]
        assert await store.people.attempts_of("mickell", "ann") == [("2026-11-23", "m3"), ("2026-11-22", "m1")]


async def test_the_last_clocks_of_a_match_count(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        assert await store.clock("m1") == ""
        for clock in ("{}", '{"left": [1.5]}'):
            await store.keep_clock("m1", clock)
    async with opened() as store:
        assert (await store.clock("m1"), await store.clock("m2")) == ('{"left": [1.5]}', "")


async def test_events_are_kept_in_order_and_read_from_any_number_on(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        await begin(store, "m2")
        for number, event in enumerate(EVENTS):
            assert await store.log.append("match", "m1", number, f"c{number}", [event]) == number + 1
        await store.log.append("match", "m2", 0, "c0", [EVENTS[1]])
    async with opened() as store:
        entries = await store.log.read("match", "m1")
        assert [(entry.seq, entry.cid, entry.body) for entry in entries] == [
            (number + 1, f"c{number}", event) for number, event in enumerate(EVENTS)
        ]
        assert await store.log.read("match", "m1", after=2) == entries[2:]
        assert await store.log.read("match", "m1", after=3) == []
        assert [entry.body for entry in await store.log.read("match", "m2")] == [EVENTS[1]]


async def test_logs_of_every_kind_are_followed_from_where_one_knows_them(opened: Opened):
    """Logs of the same id stay apart."""
    async with opened() as store:
        await begin(store, "one")
        await store.log.append("match", "one", 0, "c1", EVENTS)
        await store.log.append("event", "one", -1, "c1", [Paused("a"), Called(1)])
        await store.log.append("series", "one", -1, "c1", [TakePart(member=1)])
        since = {("match", "one"): 1, ("event", "one"): -1, ("series", "one"): 0}
        news = {key: [(entry.seq, entry.body) for entry in entries] for key, entries in (await store.log.follow(since)).items()}
        assert news == {
            ("match", "one"): [(2, EVENTS[1]), (3, EVENTS[2])],
            ("event", "one"): [(0, Paused("a")), (1, Called(1))],
            ("series", "one"): [],
        }


async def test_an_event_that_answers_another_number_is_refused(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        await store.log.append("match", "m1", 0, "c1", [EVENTS[0]])
        for expect in (0, 2):
            with pytest.raises(StaleError):
                await store.log.append("match", "m1", expect, "c2", [EVENTS[0]])
        assert len(await store.log.read("match", "m1")) == 1


async def test_a_command_sent_again_gets_the_same_answer_and_changes_nothing(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        await store.log.append("match", "m1", 0, "c1", [EVENTS[0]])
        await store.log.append("match", "m1", 1, "c2", [EVENTS[1]])
        assert await store.log.append("match", "m1", 0, "c1", [EVENTS[0]]) == 1
        assert await store.log.append("match", "m1", 2, "c1", [EVENTS[2]]) == 1
        assert len(await store.log.read("match", "m1")) == 2


async def test_one_of_many_writers_racing_for_a_number_wins(opened: Opened):
    async def writer(store: Any, name: int, won: list[tuple[int, int]]):
        for _ in range(200):
            seq = len(won)
            if seq >= 40:
                return
            try:
                won.append((await store.log.append("match", "m1", seq, f"{name}-{seq}", [EVENTS[0]]), name))
            except StaleError:
                await asyncio.sleep(0)

    won: list[tuple[int, int]] = []
    async with opened() as store:
        await begin(store, "m1")
        await asyncio.gather(*(writer(store, name, won) for name in range(8)))
        entries = await store.log.read("match", "m1")
    assert [seq for seq, _ in won] == [entry.seq for entry in entries] == list(range(1, len(won) + 1))
    assert [entry.cid for entry in entries] == [f"{name}-{seq - 1}" for seq, name in won]
    assert len(won) >= 40


async def test_a_read_that_fails_fails_alone(opened: Opened):
    """Reads that wait together are answered in one transaction; one that meets what it cannot read takes none along."""

    def unreadable(database: Any) -> None:
        raise ValueError("cannot be read")

    go_on = threading.Event()
    async with opened() as store:
        await begin(store, "m1")
        first = asyncio.ensure_future(store._worker.do(lambda database: go_on.wait()))
        await asyncio.sleep(0.1)
        others = asyncio.gather(store.secret("m1"), store._worker.do(unreadable), store.secret("m1"), return_exceptions=True)
        await asyncio.sleep(0.1)
        go_on.set()
        await first
        before, failed, behind = await others
        assert (before, behind) == ("secret", "secret")
        assert isinstance(failed, ValueError)


async def test_what_nobody_waits_for_any_more_is_not_begun_and_holds_up_nothing(opened: Opened):
    piling, going_on = threading.Event(), threading.Event()
    async with opened() as store:
        await begin(store, "m1")
        first = asyncio.ensure_future(store._worker.do(lambda database: piling.wait()))
        await asyncio.sleep(0.1)
        given_up = asyncio.ensure_future(store.log.append("match", "m1", 0, "c1", [EVENTS[0]]))
        begun = asyncio.ensure_future(store._worker.do(lambda database: going_on.wait()))
        behind = asyncio.ensure_future(store.secret("m1"))
        await asyncio.sleep(0.1)
        given_up.cancel()
        piling.set()
        await first
        begun.cancel()
        going_on.set()
        await until(behind.done)
        assert behind.result() == "secret"
        assert await store.log.append("match", "m1", 0, "c2", [EVENTS[0]]) == 1
        assert [entry.cid for entry in await store.log.read("match", "m1")] == ["c2"]


async def write_at_once(store: Any) -> None:
    """Begin four matches, and write to two of them in one commit."""
    for match in ("m1", "m2", "m3", "m4"):
        await begin(store, match)
    going_on = threading.Event()
    first = asyncio.ensure_future(store._worker.do(lambda database: going_on.wait()))
    await asyncio.sleep(0.1)
    both = asyncio.gather(*(store.log.append("match", match, 0, "c1", [EVENTS[0]]) for match in ("m1", "m2")))
    await asyncio.sleep(0.1)
    going_on.set()
    await asyncio.gather(first, both)


@pytest.mark.parametrize(("gather", "commits"), [(1.0, 1), (0.0, 2)], ids=["as it is", "its break: nobody waits"])
async def test_while_several_write_a_write_waits_a_moment_for_others(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, gather: float, commits: int
):
    monkeypatch.setattr(worker, "GATHER", gather)
    counted = list[str]()
    async with opened() as store:
        await write_at_once(store)
        commit = store._worker.database.commit
        monkeypatch.setattr(store._worker.database, "commit", lambda: (counted.append("commit"), commit()))
        third = asyncio.ensure_future(store.log.append("match", "m3", 0, "c1", [EVENTS[0]]))
        await asyncio.sleep(0.3)
        await asyncio.gather(third, store.log.append("match", "m4", 0, "c1", [EVENTS[0]]))
    assert len(counted) == commits


async def test_who_writes_alone_waits_for_nobody(opened: Opened, monkeypatch: pytest.MonkeyPatch):
    """Break: after two who wrote at once there is a wait."""
    waits = list[float]()
    monkeypatch.setattr(worker.time, "sleep", waits.append)
    async with opened() as store:
        await begin(store, "m5")
        for seq, entry in enumerate(EVENTS):
            await store.log.append("match", "m5", seq, f"c{seq}", [entry])
        assert not waits
        await write_at_once(store)
        await store.log.append("match", "m3", 0, "c1", [EVENTS[0]])
    assert waits == [worker.GATHER]


async def test_open_seats_are_taken_once_each_and_kept(opened: Opened):
    async with opened() as store:
        await store.open_table("m1", HEADER, "secret", SITTERS, "ann")
        assert await store.sit("m1", sits("Ann", ANN), 2) == 0, "the seat that is kept for her"
        assert await store.sit("m1", sits("Ann again", BEN, owner="ann")) == 0
        assert (await store.seating("m1")).sitters[0] == sits("Ann", ANN), "the first name and the first salt"
        assert await store.sit("m1", sits("Ben", BEN), 3) == 3
        assert await store.sit("m1", sits("Cat", ANN), 3) is None
        assert await store.sit("m1", sits("Cat", ANN), 1) is None
        assert await store.sit("m1", sits("Cat", ANN)) == 2
        assert await store.sit("m1", sits("Ben", ANN), 2) == 3, "his own seat"
        assert await store.sit("m1", sits("Dot", ANN)) is None
        assert await store.sit("m2", sits("Dot", ANN)) is None
    async with opened() as store:
        seating = await store.seating("m1")
        assert seating.sitters == (sits("Ann", ANN), SITTERS[1], sits("Cat", ANN), sits("Ben", BEN)) and seating.full


def sits(name: str, salt: str, owner: str = "") -> Sitter:
    """Return a person who has sat down."""
    return Sitter(name, owner=owner or name.lower(), salt=salt, seated=True)


async def test_a_table_is_rearranged_before_it_begins_by_who_knows_how_it_stands(opened: Opened):
    async with opened() as store:
        table = await store.open_table("m1", HEADER, "secret", (sits("Ann", ANN), BEN_SITS), "ann")
        turned, header = (BEN_SITS, sits("Ann", ANN)), structs.replace(HEADER, options={"deck": "seed", "rows": 4})
        there = await store.rearrange("m1", table.sitters, turned, header)
        assert there == structs.replace(table, sitters=turned, header=header) == await store.seating("m1")
        for match in ("m1", "m2"):
            with pytest.raises(StaleError, match="somebody else"):
                await store.rearrange(match, table.sitters, turned, HEADER)
        with pytest.raises(StaleError, match="the host has changed the table"):
            await store.begin("m1", HEADER, turned)
        await store.begin("m1", header, turned)
        with pytest.raises(StaleError, match="somebody else"):
            await store.rearrange("m1", turned, turned, HEADER)
        assert (await store.seating("m1")).header == header


async def test_a_match_begins_once_with_those_who_sit_there(opened: Opened):
    async with opened() as store:
        table = await store.open_table("m1", HEADER, "secret", SITTERS, "ann")
        begun = structs.replace(HEADER, salts=(ANN, "", "", ""))
        sitters = (sits("Ann", ANN), SITTERS[1], *(Sitter(name, level="random") for name in "XY"))
        await store.sit("m1", sits("Ann", ANN))
        await store.sit("m1", sits("Ben", BEN))
        with pytest.raises(StaleError, match="somebody has sat down"):
            await store.begin("m1", begun, sitters)
        assert await store.seating("m1") == structs.replace(table, sitters=(sitters[0], SITTERS[1], BEN_SITS, Sitter()))
        sitters = (*sitters[:2], BEN_SITS, sitters[3])
        stands = await store.begin("m1", begun, sitters)
        assert (stands.header, stands.sitters, stands.begun, stands.host) == (begun, sitters, True, "ann")
        assert await store.begin("m1", HEADER, sitters) == stands, "the first one counts"
        assert await store.sit("m1", sits("Cat", BEN)) is None
    async with opened() as store:
        assert await store.seating("m1") == stands
        assert await store.log.append("match", "m1", 0, "c1", [EVENTS[0]]) == 1


async def test_seats_change_hands_and_a_table_without_its_host_passes_on(opened: Opened):
    async with opened() as store:
        table = await store.open_table("m1", HEADER, "secret", SITTERS, "ann")
        await store.sit("m1", sits("Ben", BEN), 3)
        left = await store.reseat("m1", 0, SITTERS[0], Sitter())
        assert (left.host, left.sitters[0], left.begun) == ("ben", Sitter(), False)
        with pytest.raises(StaleError, match="somebody else"):
            await store.reseat("m1", 0, SITTERS[0], Sitter())
        gone = await store.reseat("m1", 3, BEN_SITS, Sitter(), bar=True)
        assert (gone.host, gone.barred) == ("", ("ben",))
        assert await store.sit("m1", sits("Ben", BEN)) is None
        assert await store.sit("m1", sits("Cat", ANN)) == 0
    async with opened() as store:
        there = await store.seating("m1")
        assert (there.host, there.barred, there.sitters[0].owner) == ("cat", ("ben",), "cat")
        assert there.terms == table.terms


async def test_in_a_match_the_host_stays_whoever_plays_for_them(opened: Opened):
    async with opened() as store:
        ann = sits("Ann", ANN)
        await store.open_table("m1", HEADER, "secret", (ann, BEN_SITS), "ann", terms=Terms(away=30))
        await store.begin("m1", HEADER, (ann, BEN_SITS))
        bot = structs.replace(ann, owner="", level="magpie")
        assert bot.stood_in and not ann.stood_in and not SITTERS[1].stood_in
        there = await store.reseat("m1", 0, ann, bot)
        assert (there.host, there.sitters, there.begun, there.terms) == ("ann", (bot, BEN_SITS), True, Terms(away=30))
    async with opened() as store:
        assert await store.seating("m1") == there


async def test_a_match_has_one_rematch_whoever_asks_for_it(opened: Opened):
    async with opened() as store:
        await store.open_table("m1", HEADER, "secret", SITTERS, "ann")
        asked = [store.open_table(f"m{number}", HEADER, f"{number}", SITTERS, "ann", after="m1") for number in (2, 3, 4)]
        tables = await asyncio.gather(*asked)
        assert len({table.match for table in tables}) == 1
        new = tables[0].match
        assert (await store.seating("m1")).rematch == new
        assert (await store.seating(new)).rematch == ""
        assert await store.secret(new) == new[1:]
        assert [await store.seating(f"m{number}") is None for number in (2, 3, 4)].count(True) == 2


async def test_a_setting_keeps_its_first_value(opened: Opened):
    async with opened() as store:
        assert await store.setting("key", "first") == "first"
    async with opened() as store:
        assert await store.setting("key", "second") == "first"
        assert await store.setting("other", "third") == "third"


async def test_judgements_are_kept_as_far_as_they_go_without_a_gap(opened: Opened):
    async with opened() as store:
        for number in (1, 2, 4):
            await store.judge("m1", 1, number, f"the {number}th")
        await store.judge("m1", 1, 1, "another")
    async with opened() as store:
        assert await store.judged("m1", 1) == ["the 1th", "the 2th"]
        assert await store.judged("m1", 2) == await store.judged("m2", 1) == []


async def test_events_that_come_first_are_written_with_the_one_they_precede(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        assert await store.log.append("match", "m1", 0, "c0", [*EVENTS[:2], EVENTS[2]]) == 3
        assert await store.log.append("match", "m1", 0, "c0", [*EVENTS[:2], EVENTS[2]]) == 3  # sent again
        with pytest.raises(StaleError):
            await store.log.append("match", "m1", 0, "c1", [EVENTS[0]])
    async with opened() as store:
        assert [entry.body for entry in await store.log.read("match", "m1")] == [*EVENTS]


async def test_an_event_of_many_is_kept_with_its_boards_or_not_at_all(opened: Opened):
    setup = EventSetup("CODEX", "An evening", "ann", "mickell", "muckell", {"rows": 2}, 1, "word")
    promised, sitter = structs.replace(HEADER, match="CODEX.1"), Sitter("Ben", owner="ben", salt=BEN)
    board = NewBoard("CODEX.1.1", structs.replace(promised, salts=(BEN,)), "secret", sitter, Terms(0, event="CODEX"))
    async with opened() as store:
        events = store.events
        await events.open(setup, Round(promised, "secret"))
        ben = await events.enter("CODEX", EventPlayer(0, "Ben", "ben", salt=BEN))
        assert (
            (await events.enter("CODEX", EventPlayer(0, "Benny", "ben", salt=ANN)))
            == ben
            == EventPlayer(1, "Ben", "ben", salt=BEN)
        )
        assert (await events.enter("CODEX", EventPlayer(0, "Magpie", level="magpie"))).number == 2
        with pytest.raises(StaleError):
            await events.append("CODEX", 0, Begun(BEN, (1, 2)), [board])
        assert await store.seating("CODEX.1.1") is None
        await events.append("CODEX", 1, Begun(BEN, (1, 2)), [board])
        await events.append("CODEX", 2, Called(1))
        await events.deal([board, structs.replace(board, match="CODEX.1.3")])
    async with opened() as store:
        kept = await store.events.find("CODEX")
        assert kept.setup == setup and [player.number for player in kept.players] == [1, 2]
        assert kept.callers == {"ann"}
        assert kept.entries == (Round(promised, "secret"), Begun(BEN, (1, 2)), Called(1))
        seating = await store.seating("CODEX.1.1")
        assert seating.begun and (seating.header, seating.sitters, seating.terms) == (board.header, (sitter,), board.terms)
        assert await store.secret("CODEX.1.3") == "secret"
        assert await store.log.append("match", "CODEX.1.1", 0, "c0", [EVENTS[0]]) == 1
        assert await store.events.find("OTHER") is None


async def test_the_lead_of_an_event_goes_with_an_identity(opened: Opened):
    setup = EventSetup("CODEX", "An evening", "ann", "mickell", "muckell", {}, 1, "word")
    async with opened() as store:
        await store.events.open(setup, Round(HEADER, "secret"))
        for length, owner in enumerate(("ben", "cat", "ben"), 1):
            await store.events.append("CODEX", length, Assisted(owner))
        await store.people.rename("ann", "new")
        await store.people.forget("cat", "Somebody")
    async with opened() as store:
        kept = await store.events.find("CODEX")
        assert kept.callers == {"new", "ben"} and kept.setup.host == "new"


async def test_a_series_is_kept_with_all_that_befell_it(opened: Opened):
    ann, ben = Member(1, "Ann", "ann", "AAAAA-BBBBB"), Member(2, "Ben", "", "CCCCC-DDDDD")
    pat, corrected = Organiser(2, "Pat", "pat"), Correct(member=1, event="CODEX", was=12, score=15, by=1, why="misread")
    log = TakePart(member=1), Enter(member=2, by=1), Organise(by=2), corrected, RenameMember(member=2, by=1)
    async with opened() as store:
        series = store.series
        await series.open(SERIES, Organiser(1, "Olga", "olga"))
        await series.append("SERIES", -1, "c0", log[:1], [ann])
        await series.append("SERIES", 0, "c1", log[1:2], [ben])
        for name in ("Pat", "Patty"):  # sent again
            await series.append("SERIES", 1, "c2", log[2:3], (), [structs.replace(pat, name=name)])
        await series.append("SERIES", 2, "c3", log[3:], [structs.replace(ben, name="Benny")])
        with pytest.raises(StaleError):
            await series.append("SERIES", 2, "c4", log[:1], [structs.replace(ann, name="Anne")])
    async with opened() as store:
        kept = await store.series.find("SERIES")
        assert kept.series == SERIES and kept.members == (ann, structs.replace(ben, name="Benny"))
        assert kept.organisers == (Organiser(1, "Olga", "olga"), pat)
        assert tuple(entry.body for entry in kept.log) == log and kept.parts == ()
        assert await store.series.find("OTHER") is None


async def test_a_member_s_boards_go_along_with_their_identity(opened: Opened):
    setup = EventSetup("CODEX", "An evening", "olga", "mickell", "muckell", {}, 2, "word", series="SERIES")
    ann, ben = Member(1, "Ann", "ann", "A"), Member(2, "Ben", "ben", "B")
    async with opened() as store:
        await store.series.open(SERIES, Organiser(1, "Olga", "olga"))
        await store.series.append("SERIES", -1, "c0", [TakePart(member=1), TakePart(member=2)], [ann, ben])
        await store.events.open(setup, Round(HEADER, "secret"))
        for member, name in enumerate(("Ann", "Ben"), 1):
            await store.events.enter("CODEX", EventPlayer(0, name, name.lower(), salt=BEN, member=member))
        seats = [Sitter(name, owner=name.lower(), salt=BEN) for name in ("Ann", "Ben")]
        boards = [NewBoard(f"CODEX.1.{number}", HEADER, "", seat, Terms(0)) for number, seat in enumerate(seats, 1)]
        await store.events.append("CODEX", 1, Begun(BEN, (1, 2)), boards)
        await store.series.append("SERIES", 1, "c1", [Claim(member=1)], [structs.replace(ann, owner="new")])
        await store.people.forget("ben", "Somebody")
    async with opened() as store:
        kept, event = await store.series.find("SERIES"), await store.events.find("CODEX")
        assert kept.members == (Member(1, "Ann", "new", "A"), Member(2, "Somebody"))
        assert [(part.code, part.length) for part in kept.parts] == [("CODEX", 4)], "two entries and two players"
        assert [(player.owner, player.member) for player in event.players] == [("new", 1), ("", 2)]
        owners = [(await store.seating(f"CODEX.1.{number}")).sitters[0].owner for number in (1, 2)]
        assert owners == ["new", ""]


async def test_what_is_old_is_forgotten_and_nothing_that_is_in_use(opened: Opened):
    async with opened() as store:
        for match in ("opened", "kept", "m1", "m2"):
            await store.open_table(match, HEADER, "secret", SITTERS, "ann")
        for match in ("m1", "m2"):
            await store.begin(match, HEADER, (SITTERS[0], *SITTERS[1:]))
            await store.log.append("match", match, 0, "c1", [EVENTS[0]])
        assert await store.forget(0, 0, frozenset()) == 0
        assert await store.forget(4e9, 0, frozenset({"kept"})) == 1
        assert await store.seating("opened") is None and await store.seating("kept")
        assert await store.forget(0, 4e9, frozenset({"m2"})) == 1
    async with opened() as store:
        assert await store.seating("m1") is None and await store.log.read("match", "m1") == []
        assert len(await store.log.read("match", "m2")) == 1 and await store.secret("m2") == "secret"


async def test_people_are_found_named_otherwise_and_banned(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        await begin(store, "m2")
        people = store.people
        assert await people.named("aN") == ["ann"] == await people.beginning_with("an")
        assert await people.named("zoe") == [] == await people.beginning_with("nn")
        found = await people.summary("ann")
        assert (found.names, found.tables, found.newest) == (("Ann",), 2, "m2") and found.seen > 0
        assert await people.summary("nobody") == ((), 0, "", 0)
        await people.call("ann", "Änne")
        assert (await people.summary("ann")).names == ("Änne",) and await people.named("äNN") == ["ann"]
        await people.ban("ann", "rude")
        await people.ban("ann", "very rude")
        await people.ban("zoe", "")
    async with opened() as store:
        assert await store.people.bans() == {"ann": "very rude", "zoe": ""}
        await store.people.unban("zoe")
        await store.people.rename("ann", "eve")
        assert await store.people.bans() == {"eve": "very rude"}, "signing out elsewhere lifts no ban"
        await store.people.forget("eve", "Somebody")
        assert await store.people.bans() == {"eve": ""}, "the reason may name somebody"
        assert await store.people.named("Änne") == [] and (await store.people.summary("eve")).tables == 0


async def test_a_table_is_deleted_with_all_that_belongs_to_it(opened: Opened):
    async with opened() as store:
        await begin(store, "m1")
        await store.end("m1", ENDING)
        await store.open_table("m2", HEADER, "secret", SITTERS, "ann", after="m1")
        await store.delete("m2")
        assert await store.seating("m2") is None and (await store.seating("m1")).rematch == ""
        await store.delete("m1")
        assert (
            await store.seating("m1") is None and await store.ending("m1") is None and await store.log.read("match", "m1") == []
        )
        assert await store.size() > 0


async def test_a_setting_that_is_put_replaces_the_first(opened: Opened):
    async with opened() as store:
        assert await store.setting("key", "first") == "first"
        await store.put_setting("key", "second")
    async with opened() as store:
        assert await store.setting("key", "third") == "second"


async def test_nothing_that_a_forgotten_person_was_called_or_wrote_is_left(opened: Opened):
    """Titles, also those handed on; names from an event's desk and of players who were merged; messages and reasons."""
    setup = EventSetup("CODEA", "Zebedee's evening", "old", "mickell", "muckell", {}, 2, "word", series="SERIES")
    async with opened() as store:
        await store.series.open(structs.replace(SERIES, title="Zebedee's winter"), Organiser(1, "Zebedee", "zeb"))
        members = [Member(1, "Zebedee", "zeb", "Zebedee"), Member(2, "Zebedee 2", "", "Z"), Member(3, "Ann", "ann")]
        await store.series.append("SERIES", -1, "c0", [TakePart(member=1)], members, [Organiser(2, "Olga", "olga")])
        says = Correct(member=3, event="CODEA", was=1, score=2, by=1, why="says Zebedee")
        both = Merge(member=2, into=1, by=2, why="both Zebedee")
        await store.series.append("SERIES", 0, "c1", [says, both], [Member(2, "Zebedee 2"), members[0]])
        await store.events.open(setup, Round(HEADER, "secret"))
        await store.events.open(structs.replace(setup, code="CODEB", host="olga", after="CODEA"), Round(HEADER, ""))
        for name, owner in (("Zebedee", "old"), ("Zebedee 2", "phone"), ("Ann", "ann")):
            await store.events.enter("CODEA", EventPlayer(0, name, owner))
        entries = (DeskName(1, "Zebedee A"), DeskName(2, "Zebedee B"), DeskName(3, "Anne"), Paused("Zebedee is late"))
        for length, entry in enumerate((*entries, Merged(2, 1, "phone", ())), 1):
            await store.events.append("CODEA", length, entry)
        await store.people.rename("old", "zeb")
        await store.people.rename("phone", "zeb")
        await store.people.forget("zeb", "Somebody")
    async with opened() as store:
        kept = [await store.events.find("CODEA"), await store.events.find("CODEB"), await store.series.find("SERIES")]
        assert "Zebedee" not in str(kept) and "zeb" not in str(kept) and "Anne" in str(kept)
        assert [member.name for member in kept[2].members] == ["Somebody", "Somebody", "Ann"]

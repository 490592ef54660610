"""Matches of every game are copied, taken back, pickled, saved and gone on with, at any moment and in any order."""

import copy
import gc
import pickle
import random
import time
import tracemalloc
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import muckle
from every_game.walks import Case, case, presets
from muckle.engine.position import Position
from muckle.errors import ActionError, MuckleError, TranscriptError
from muckle.match import history
from muckle.match.history import Step
from muckle.match.log import Decision, LogEntry, Takeback, standing_decisions
from muckle.match.match import Match, new_match
from muckle.match.story import Story
from muckle.match.transcript import read

every_game = pytest.mark.parametrize("case", [case(name) for name in muckle.GAMES], ids=str)
SMALL = [each for each in presets() if "tiny" in str(each)]


def begin(case: Case, seed: int | None = 7, **more: object) -> Match:
    options = {field.name: getattr(case.options, field.name) for field in case.options.fields()}
    return new_match(case.game.name, seed=seed, **more, **options)  # pyright: ignore


def some(match: Match, rng: random.Random, most: int) -> Match:
    for _ in range(most):
        if match.over:
            break
        match.apply(rng.choice(match.legal()))
    return match


def looks(match: Match) -> tuple[object, ...]:
    """Return everything that a match tells."""
    seats = range(match.options.seats)
    scenes = [msgspec.json.encode(match.scene(viewer)) for viewer in (None, *seats)]
    return (match.position.memory(), match.log, match.decisions, match.story(0), scenes, repr(match), match.transcript())


DOINGS = ["act", "act", "act", "undo", "copy", "deepcopy", "pickle", "file", "fork"]


@settings(max_examples=60)
@given(st.sampled_from(SMALL), st.integers(0, 9), st.integers(0, 99), st.lists(st.sampled_from(DOINGS), max_size=24))
def test_a_match_is_what_stands_of_it(chosen: Case, seed: int, luck: int, doings: list[str]) -> None:
    mixed(begin(chosen, seed), random.Random(luck), doings)


def mixed(match: Match, rng: random.Random, doings: list[str]) -> None:
    """Check that a mixture of acts, takebacks, copies, pickles and files leads to what playing the remaining acts leads to."""
    for doing in doings:
        if doing == "act" and not match.over:
            match.apply(rng.choice(match.legal()))
        elif doing == "undo" and match.count:
            match.undo()
        elif doing == "fork":
            some(match.copy(), rng, 3)
        elif doing in COPIES:
            before = looks(match)
            match = COPIES[doing](match)
            assert looks(match) == before
        elif doing == "file":
            text, told = match.transcript(), match.story(0)
            match = muckle.load(text)
            assert (match.transcript(), match.story(0)) == (text, told)
    plain = Match(match.header, match.decisions)
    assert plain.position.same(match.position) and plain.transcript() == match.transcript()
    assert plain.story(0) == match.story(0) and plain.scene(0).words == match.scene(0).words
    assert Match(match.header, match.log).log == match.log


def again(match: Match) -> Match:
    return pickle.loads(pickle.dumps(match))


COPIES = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": again}


@every_game
def test_copies_share_nothing_that_changes(case: Case) -> None:
    rng = random.Random(5)
    match = some(begin(case), rng, 8)
    before = looks(match)
    for other in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        some(other, rng, 4)
        other.undo()
        some(other, rng, 2)
        assert other.position.memory() != match.position.memory()
    assert looks(match) == before


@every_game
def test_copies_of_a_hosted_match_share_the_positions_after_its_steps(case: Case) -> None:
    """Copies have positions of their own after each step, from which stories are told; a takeback leaves them as they are."""
    match = some(begin(case, None, secret="5e" * 32, match="m"), random.Random(5), 8)
    other = match.copy()
    match.undo()
    folded = Match(other.header, other.log, secret="5e" * 32)
    assert other.latest(None) == folded.latest(None) and looks(other) == looks(folded)


def unpacked(case: Case, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play as a room does, somebody looking back at the deal after each act, and count the other states that are unpacked."""
    match, rng, counted, memory = begin(case, None, secret="0" * 64), random.Random(1), list[Step](), Step.memory
    deal = match.last

    def act() -> None:
        nonlocal match
        match = some(match.copy(), rng, 1)
        for seat in range(match.options.seats):
            match.scene(seat)
        match._story.position(deal)
        match.rest()

    with monkeypatch.context() as counting:
        counting.setattr(Step, "memory", lambda step: counted.append(step) or memory(step))
        for _ in range(6):
            act()
    return sum(step is not deal for step in counted)


@every_game
def test_who_looks_on_after_each_act_has_no_state_unpacked_again(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """With breaks beside it: a position found last stands in the newest one's place, or the older one is kept."""
    assert unpacked(case, monkeypatch) == 0
    find = Story.position

    def keep_last(story: Story, step: Step) -> Position:
        missing = all(known is not step for known, _ in story._near)
        position = find(story, step)
        if missing:
            story.keep(step, position)
        return position

    def keep_oldest(story: Story) -> None:
        story._near = story._near[:1]

    for name, broken in (("position", keep_last), ("rest", keep_oldest)):
        with monkeypatch.context() as breaking:
            breaking.setattr(Story, name, broken)
            assert unpacked(case, monkeypatch) > 0, name


def positions_held(match: Match) -> int:
    """Return the number of positions of a match in memory, its own among them."""
    return sum(type(thing) is Position and thing.options is match.options for thing in gc.get_objects())


@every_game
def test_a_match_at_rest_holds_one_position(case: Case) -> None:
    """With the break beside it: without a rest it holds the one before, too."""
    match = some(begin(case, None, secret="0" * 64), random.Random(1), 3)
    for seat in range(match.options.seats):
        match.scene(seat)
    assert positions_held(match) > 1
    match.rest()
    assert positions_held(match) == 1


@every_game
def test_positions_are_copied_and_pickled(case: Case) -> None:
    match = some(begin(case), random.Random(2), 5)
    position = match.position
    packed = pickle.dumps(position)
    assert len(packed) < 60_000, "a word list is named, not taken along"
    for other in (copy.copy(position), copy.deepcopy(position), pickle.loads(packed)):
        assert other.same(position) and other.legal() == position.legal() and repr(other) == repr(position)
        other.apply(other.legal()[0])
        assert not other.same(position)
    assert position.over is False and repr(position).startswith(f"<Position of {case.game.name}: ")


@every_game
def test_a_takeback_is_one_link_back(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the match is, nothing is played again, and what was undone is not played at the next load."""
    match = some(begin(case), random.Random(3), 10)
    played: list[object] = []
    real = Match._step
    monkeypatch.setattr(Match, "_step", lambda self, *a, **k: played.append(a) or real(self, *a, **k))
    last = match.decisions[-1].action
    for _ in range(50):
        match.undo()
        match.apply(last)
    assert len(played) == 50
    played.clear()
    loaded = Match(match.header, match.log)
    assert len(played) == match.count and loaded.seq == match.seq == match.count + 100
    assert loaded.log == match.log


def test_states_are_kept_small() -> None:
    match = some(new_match("mitch", seed=3, seats=4, hands=15), random.Random(1), 400)
    sizes = [len(step.packed) for step in match._last.back()]
    assert sum(sizes) / len(sizes) < 1_500


def test_a_copy_of_a_position_takes_little_more_memory_than_its_state() -> None:
    position = new_match("grabble_road", seed=1).position
    tracemalloc.start()
    try:
        copies = [position.copy() for _ in range(20)]
        taken = tracemalloc.get_traced_memory()[0] / len(copies)
    finally:
        tracemalloc.stop()
    assert taken < len(position.memory()) + 4_000
    assert copies[0].legal() == position.legal()


def test_a_plain_tree_of_a_position_takes_less_memory_than_its_state() -> None:
    position = new_match("mitch", seed=1).position
    _ = position.plain_setup
    tracemalloc.start()
    try:
        tree = position.plain_state
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert tree.drew == () and taken < len(position.memory())


def test_matches_with_equal_options_share_them_as_records_and_trees() -> None:
    one, two, other = (new_match("grabble_road", seats=seats).position for seats in (2, 2, 3))
    assert one.arrays[0] is two.arrays[0] and one.plain_setup.options is two.plain_setup.options
    assert other.arrays[0][0].seats == other.plain_setup.options.seats == 3


def test_a_copy_costs_the_same_whatever_the_length() -> None:
    def cost(match: Match) -> float:
        taken: list[float] = []
        for _ in range(30):
            begun = time.process_time()
            for _ in range(20):
                match.copy()
            taken.append(time.process_time() - begun)
        return min(taken)

    short, long = new_match("mitch", seed=3, hands=15), new_match("mitch", seed=3, hands=15)
    some(long, random.Random(1), 400)
    assert cost(long) < 5 * cost(short)


def test_only_ones_own_can_be_taken_back_in_a_log() -> None:
    match = some(new_match("mitch", seed=3), random.Random(1), 3)
    wrong = Takeback((match.decisions[-1].seat + 1) % 4)
    with pytest.raises(TranscriptError, match=r"entry 4 of the log: seat . has nothing to take back"):
        Match(match.header, (*match.log, wrong))
    with pytest.raises(TranscriptError, match="nothing to take back"):
        match.fold(wrong)
    with pytest.raises(TranscriptError, match="entry 1 of the log"):
        Match(match.header, [Takeback(0)])


@given(st.lists(st.booleans(), max_size=30))
def test_what_stands_of_a_log(acts: list[bool]) -> None:
    log: list[LogEntry] = []
    stack: list[Decision] = []
    for number, act in enumerate(acts):
        if act:
            stack.append(Decision(0, str(number)))
            log.append(stack[-1])
        elif stack:
            stack.pop()
            log.append(Takeback(0))
    assert [decision for _, decision in standing_decisions(log)] == stack
    assert all(log[number - 1] is decision for number, decision in standing_decisions(log))


@every_game
def test_an_edited_log_is_noticed(case: Case) -> None:
    match = some(begin(case), random.Random(4), 9)
    place = next(n for n, decision in reversed([*enumerate(match.decisions)]) if decision.chance or n == 0)
    decision = match.decisions[place]
    for edit in ({"chance": ("xx",)}, {"seat": decision.seat + 1}, {"action": f" {decision.action}"}, {"action": "nonsense"}):
        log = [*match.log[:place], msgspec.structs.replace(decision, **edit), *match.log[place + 1 :]]
        with pytest.raises(TranscriptError, match=f"entry {place + 1} of the log: "):
            Match(match.header, log)


@every_game
def test_an_unfinished_match_goes_on_where_it_was_saved(case: Case) -> None:
    match = some(begin(case), random.Random(6), 12)
    loaded = muckle.load(match.transcript())
    while not match.over:
        action = match.timeout()
        assert loaded.apply(action) == match.apply(action)
    assert loaded.transcript() == match.transcript()


def test_a_hosted_match_without_its_secret_is_a_record_only() -> None:
    match = some(new_match("mitch", secret="5e" * 32), random.Random(1), 6)
    assert not match.only_a_record
    loaded = muckle.load(match.transcript())
    assert loaded.only_a_record and loaded.scene(0).zones == match.scene(0).zones
    before = loaded.position.memory()
    with pytest.raises(ActionError, match="this match is a record only"):
        loaded.apply(loaded.legal()[0])
    assert loaded.position.memory() == before and loaded.count == 6
    loaded.undo()
    assert loaded.count == 5


def test_files_are_loaded_and_refused_with_their_name(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = some(new_match("multzo", seed=1), random.Random(1), 4)
    file.write_text(match.transcript(), encoding="utf-8")
    assert muckle.load(file).log == match.log == muckle.load(str(file)).log
    file.write_text(match.transcript(), encoding="utf-8-sig")  # as some editors save, with a byte order mark
    assert muckle.load(file).log == match.log == muckle.load("\ufeff" + match.transcript()).log
    assert len([*read(file.read_bytes().splitlines())]) == 1
    file.write_text(match.transcript() * 2, encoding="utf-8")
    with pytest.raises(TranscriptError, match=r"match.jsonl.: line 6: expected one match, but here another begins"):
        muckle.load(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(TranscriptError, match="no UTF-8"):
        muckle.load(file)
    with pytest.raises(TranscriptError, match="cannot be read: No such file"):
        muckle.load(file.with_name("none"))
    file.write_text("\n")
    with pytest.raises(TranscriptError, match="there is no match in it"):
        muckle.load(file)


def test_what_a_match_is_stands_in_its_repr() -> None:
    match = new_match("mitch", seats=3, seed=7)
    match.apply(match.legal()[0])
    assert repr(match) == f"<Match of mitch: 3 seats, 1 decision, seat {match.turn} to act>"
    while not match.over:
        match.apply(match.timeout())
    assert repr(match).endswith(f"over, scores {', '.join(map(str, match.scores))}>")


@pytest.mark.parametrize("doings", [["act", "act", "act", "undo"], ["act", "act", "act", "undo", "act", "copy"]])
def test_a_state_that_is_kept_wrong_is_seen(monkeypatch: pytest.MonkeyPatch, doings: list[str]) -> None:
    """Break of the test above: a takeback that goes a step too far."""
    monkeypatch.setattr(history.Step, "memory", lambda self: zlib.decompress((self.before or self).packed))
    with pytest.raises((AssertionError, MuckleError, ValueError)):
        mixed(new_match("mitch", "tiny_two_suits", seed=7), random.Random(1), doings)


@pytest.mark.parametrize("game", ["alphabetickell", "mitch", "multzo"])
def test_the_hand_that_ended_last_is_told_whether_or_not_scenes_were_built_before(game: str) -> None:
    watched, ends = new_match(game, seats=2, seed=3), 0
    before = watched.scene(0).reckoning
    while ends < 2 and not watched.over:
        watched.apply(watched.legal()[0])
        now = watched.scene(0).reckoning
        if now != before:
            ends += 1
            unwatched = new_match(game, seats=2, seed=3)
            for _ in range(watched.count):
                unwatched.apply(unwatched.legal()[0])
            assert now is not None and unwatched.scene(0).reckoning == now
        before = now
    assert ends == 2


@pytest.mark.parametrize("kept", [True, False])
@every_game
def test_a_result_does_not_take_the_steps_of_the_match_again(case: Case, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What each step scored is kept with it: a room that took all steps again for each player stood still for 0.4 s."""
    match, chance = begin(case), random.Random(2)
    while not match.over:
        match.apply(chance.choice(match.legal()))
        match.scene(None)
    if not kept:  # the break
        for step in match.last.back():
            step.lines = None
    taken: list[int | None] = []
    take = Position.facts_and_draws
    monkeypatch.setattr(
        Position, "facts_and_draws", lambda self, before, action: taken.append(action) or take(self, before, action)
    )
    assert all(scene.result for scene in map(match.scene, range(match.options.seats)))
    reckonings = match.options.seats  # of the last step, one for each seat
    assert (len(taken) <= reckonings) is kept, len(taken)

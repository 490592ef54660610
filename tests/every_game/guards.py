"""The guards over all games: functions that raise AssertionError where a case breaks a promise that every game makes.

The tests run them over every game as it is, `test_breaks` over games that were broken on purpose: there they must turn red.
"""

import functools
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np

from every_game.walks import Case, names, positions, walk
from muckle.engine import chance
from muckle.engine.chance import OPEN, PICKER, SCRIPTED
from muckle.engine.contract import OVER, advance, pick, rounds
from muckle.engine.position import NO_WORDS, Draw, Position
from muckle.engine.record import new
from muckle.errors import ActionError, TranscriptError
from muckle.match import fold
from muckle.match.information_state import learned_lines
from muckle.match.log import LogEntry
from muckle.match.match import Match, new_match
from muckle.scene.contract import Act, Reckoning, Scene
from muckle.scene.lint import lint
from steps import read_action

CHANCE = ("rng", "draws", "drawn", "drew")
"""The fields of every state that a re-deal writes, whether or not it deals anything."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NONSENSE = ("", " ", "xyzzy", "\x00", "é" * 9, "9" * 400, "-1", "?")

PATCHES = 0.25
"""Share of steps whose changes are compared."""
HIDDEN_DRAWS = ("deal", "draw")
"""First words of draws that only the seat named second sees: ``deal 1 KH``, ``draw 1 KH`` (`TextFile.chance_text`)."""
ENDS = 8
"""Number of re-dealt matches in which the end of a hand or round is told once more."""

Tries = Sequence[str]
"""Texts that the seat to act tries."""


# The five rules


def legal_is_in_order(case: Case) -> None:
    """Check that `legal` is ascending, within its bounds, and empty only when the match is over."""
    position = case.position(11)
    for position, actions, _ in walk(case, seed=11):
        assert actions == sorted(set(actions))
        assert actions[0] >= 0 and actions[-1] < case.game.state.ACTIONS
        assert len(actions) <= case.game.state.MAX_ACTIONS
        assert 0 <= position.turn < case.options.seats
    assert position.legal() == [] and position.turn == OVER


def pick_takes_what_is_listed(case: Case) -> None:
    """Check that `pick` draws among as many actions as `legal` lists, and takes the listed one at each place."""
    mind, actions = new(PICKER)[0], np.zeros(case.game.state.MAX_ACTIONS, np.int64)
    for position, listed, _ in walk(case, seed=13):
        for place, action in enumerate([*listed, None]):
            mind.rng, mind.drew[0] = SCRIPTED, OPEN if action is None else place
            picked = int(pick(position.setup, position.state, mind, actions))
            if action is None:
                assert (n := chance.ASKED - int(mind.rng)) == len(listed), (
                    f"drawn among {n} actions, and {len(listed)} are legal"
                )
            else:
                assert picked == action, f"action {picked} is picked at place {place}, and {action} is listed there"


def advance_does_as_apply(case: Case) -> None:
    """Check that `advance` leaves the same state behind as `apply`, to the last byte."""
    for position, actions, _ in walk(case, seed=14):
        for action in actions[:: max(1, len(actions) // 3)]:
            one, other = position.copy(), position.copy()
            one.apply(action)
            advance(other.setup, other.state, action)
            assert one.same(other), f"action {action} is taken another way without the check"


def illegal_raises_and_changes_nothing(case: Case) -> None:
    """Check that an illegal action raises ValueError and changes no byte of the state (General 9)."""
    rng, position = random.Random(5), case.position(12)
    for position, actions, _ in walk(case, seed=12):
        for action in rng.sample(range(-2, case.game.state.ACTIONS + 2), 5):
            if action not in actions:
                refuses(position, action)
    refuses(position, 0)


def refuses(position: Position, action: int) -> None:
    """Check that an illegal action is refused."""
    before, refused = position.copy(), False
    try:
        position.apply(action)
    except ValueError:
        refused = True
    assert refused, f"action {action} is not legal, and was done"
    assert position.same(before), f"action {action} was refused, and changed something"


def ends_in_time(case: Case) -> None:
    """Check that a match has at most `max_decisions` decisions."""
    for seed in range(5):
        assert sum(1 for _ in walk(case, seed, case.options.max_decisions() + 1)) <= case.options.max_decisions()


def same_seed_same_match(case: Case) -> None:
    """Check that the same seed and decisions lead to the same match."""
    one, two = ([(legal, done, at.drew()) for at, legal, done in walk(case, seed=3)] for _ in range(2))
    assert one == two


def deal_sets_everything(case: Case) -> None:
    """Check that a deal leaves nothing of the match before, because simulations deal into the same state."""
    fresh = case.position(3)
    for used in (*positions(case, seed=4, chance=0.0), scribbled(case)):
        used.deal(3)
        for position in (fresh, used):
            position.state.drew[position.state.drawn :] = 0
        assert used.same(fresh), f"{case}: something of the match before is left"


def scribbled(case: Case) -> Position:
    """Return a position with nonsense in every field."""
    position = case.position(4)
    position.arrays[2].view(np.int64)[:] = 1
    return position


def every_draw_is_counted(case: Case) -> None:
    """Check that `draws` is the number of draws so far: a hosted match gives each draw a number of its own (General 5)."""
    count = 0
    for position, _, _ in walk(case, seed=13, most=60):
        count += len(position.drew())
        assert position.state.draws == count


def copies_part(case: Case) -> None:
    """Check that what is done with a copy changes nothing in the original."""
    for position, actions, action in walk(case, seed=4, most=40):
        copy, before = position.copy(), position.copy()
        copy.apply(action)
        assert position.same(before)
        assert position.legal() == actions


def redeal_keeps_what_a_seat_knows(case: Case) -> None:
    """Check that a re-deal keeps turn, scores and the seat's own choices, and makes a match that can be played to its end."""
    for position in positions(case, seed=6, chance=0.2):
        for seat in range(case.options.seats):
            other = position.copy()
            other.resample(seat, 12345)
            assert (other.turn, other.scores()) == (position.turn, position.scores())
            assert other.state.draws == position.state.draws, "a re-deal counts no draw of the match"
            assert other.drew() == []
            if position.turn == seat:
                assert other.legal() == position.legal()
            assert_somebody_can_act(case, other, seat)
            timeout_is_legal(case, other.copy())
            while actions := other.legal():
                other.apply(actions[len(actions) // 2])


def assert_somebody_can_act(case: Case, position: Position, seat: int) -> None:
    """Check that the seat to act in a re-deal has a legal action: that it was not passed over is known to everybody."""
    able = position.over or position.legal()
    assert able, (
        f"{case}: hidden.py: in a re-deal for seat {seat}, seat {position.turn} is to act and has no legal action. "
        "Let `resample` deal it something to act with, and nothing of that kind to seats that were passed over"
    )


def redeals_leave_no_trace(case: Case) -> None:
    """Check that a re-deal depends on nothing hidden: neither on how it lies nor on what earlier steps drew."""
    for position in positions(case, seed=19, chance=0.3):
        for seat in range(-1, case.options.seats):
            other = position.copy()
            other.resample(seat, 12345)
            other.state.drew = 1
            assert remade(case, other, seat).same(remade(case, position, seat)), f"{case}, seat {seat}: a re-deal left a trace"


def remade(case: Case, position: Position, seat: int) -> Position:
    """Re-deal a position for a seat, from the same stream whatever the position."""
    made = case.position(0)
    made.restore(position)
    made.resample(seat, 6789)
    return made


def timeout_is_legal(case: Case, position: Position) -> None:
    """Check that the timeout action is legal (General 13)."""
    if not position.over:
        action = case.game.text.timeout(position.plain_setup, position.plain_state)
        assert action in [full for legal in position.legal() for full in (legal, *completions(case, position, legal))]


def timeouts_are_legal(case: Case) -> None:
    """Check that the timeout action is legal at every moment of a match."""
    for position in positions(case, seed=10, chance=0.3):
        timeout_is_legal(case, position)


def log_folds_to_live_play(case: Case) -> None:
    """Check that header and entries alone give the same state, at any moment: a match is the fold of its log."""
    given = {field.name: getattr(case.options, field.name) for field in case.options.fields()}
    with patch.object(fold, "Position", case.kind):
        for chance in ({"seed": 7}, {"secret": "5e" * 32}):
            live, rng = new_match(case.game.name, **chance, **given), random.Random(3)
            while not live.over and len(live.log) < 40:
                live.apply(rng.choice(live.legal()))
            entries = msgspec.json.decode(msgspec.json.encode(live.log), type=list[LogEntry])
            try:
                folded = Match(live.header, entries, secret=live.secret)
            except TranscriptError as error:
                raise AssertionError("the log cannot have happened") from error
            assert folded.position.same(live.position)


def pieces_are_kept(case: Case, pieces: Callable[[Position], Counter[Any]]) -> None:
    """Check that no piece appears or disappears, neither in play nor in a re-deal.

    Args:
        pieces: counts every piece of a game, wherever it lies.
    """
    for position in positions(case, seed=17, chance=0.3):
        there = pieces(position)
        assert there == pieces(case.position(0)), f"in play: {there}"
        for seat in range(case.options.seats):
            other = position.copy()
            other.resample(seat, 4321)
            assert pieces(other) == there, f"in a re-deal: {pieces(other)}"


# Texts


def texts_read_back(case: Case) -> None:
    """Check that every legal action has its own text, which is read back as that action whatever its case and spaces."""
    text = case.game.text
    for position, actions, _ in walk(case, seed=8):
        setup, state, seen = position.plain_setup, position.plain_state, set[str]()
        for full in (full for action in actions for full in completions(case, position, action)):
            written = text.action_text(setup, state, full)
            assert answer(case, position, written) == str(full)
            assert answer(case, position, f"  {written.lower()} ".replace(" ", "  ")) == str(full)
            assert written not in seen
            seen.add(written)


def completions(case: Case, position: Position, action: int) -> list[int]:
    """Return what an action can become by an answer, such as the word of a claim; mostly the action alone."""
    return case.game.text.completions(position.plain_setup, position.plain_state, action)


def texts(case: Case, position: Position) -> list[str]:
    """Return the texts of all legal actions."""
    setup, state = position.plain_setup, position.plain_state
    full = (full for action in position.legal() for full in completions(case, position, action))
    return [case.game.text.action_text(setup, state, action) for action in full]


def misspelt(text: str) -> Iterator[str]:
    """Yield texts that are nearly an action."""
    yield from (
        text[:-1],
        text + text[-1:],
        f"{text} {text}",
        text.partition(" ")[0],
        f"{text.partition(' ')[0]} ZZ",
        f"{text} 9 X",
    )


def nonsense_is_refused(case: Case) -> None:
    """Check that a text which is no action is refused with a sentence and changes nothing."""
    for position, actions, _ in walk(case, seed=9, most=30):
        before, setup, state = position.copy(), position.plain_setup, position.plain_state
        near = {wrong for written in texts(case, position)[:3] for wrong in misspelt(written)}
        for words in (*NONSENSE, *near):
            try:
                read = case.game.text.read_action(setup, state, words)
            except ActionError as error:
                assert 10 < len(str(error)) < 400
            else:
                assert words in near and any(read in (each, *completions(case, position, each)) for each in actions), words
        assert position.same(before)


# Scenes


def scene_of(case: Case, position: Position, viewer: int | None) -> Scene:
    return case.game.scene.build(position.plain_setup, position.plain_state, viewer, names(case))


def scenes_are_sound(case: Case) -> None:
    """Check that every scene passes the lint, survives encoding, and says whose turn it is."""
    for position in positions(case, seed=41, chance=0.3):
        for viewer in case.viewers:
            scene = scene_of(case, position, viewer)
            assert lint(scene) == []
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
            assert bool(scene.acts) <= (viewer == position.turn), "acts only for the seat to act"
            assert [seat.turn for seat in scene.seats] == [seat == position.turn for seat in range(case.options.seats)]
            assert (scene.result is None) != position.over


def acts_are_what_there_is_to_do(case: Case) -> None:
    """Check that acts are actions, or begin like actions if they need an answer, and that each legal action has an act."""
    for position in positions(case, seed=42, chance=0.3):
        if position.over:
            continue
        scene, legal = scene_of(case, position, position.turn), position.legal()
        acts = {name: act for name, act in scene.acts.items() if act.verb != "hint"}
        assert {done for name, act in acts.items() for done in stands_for(case, position, name, act)} == set(
            offered(case, position)
        )
        for name, act in acts.items():
            if act.ask is None:
                assert read_action(position, name) in legal


def stands_for(case: Case, position: Position, name: str, act: Act) -> list[str]:
    """Return the texts of what an act can become: its own or, if it asks for a letter, one for each letter."""
    if act.ask is None or act.ask.kind != "letter":
        return [name]
    text, setup, state = case.game.text, position.plain_setup, position.plain_state
    read = [text.read_action(setup, state, f"{name} {letter}") for letter in LETTERS]
    return [text.action_text(setup, state, action) for action in read]


def offered(case: Case, position: Position) -> list[str]:
    """Return the actions that the seat to act is told it may try."""
    return case.game.text.offered(position.plain_setup, position.plain_state, position.legal())


# No leak


def sent(case: Case, position: Position, viewer: int | None) -> bytes:
    """Return a viewer's scene as it is sent."""
    return msgspec.json.encode(scene_of(case, position, viewer))


def asked(case: Case, position: Position, tries: Tries) -> Iterator[tuple[str, Any]]:
    """Yield what the seat to act is told of its choices, with the channel that tells it."""
    yield "legal", position.legal()
    yield "offered", offered(case, position)
    yield "refusal", [answer(case, position, text) for text in tries]
    yield "timeout", case.game.text.timeout(position.plain_setup, position.plain_state)
    yield "hint", hints(case, position, position.turn)
    yield (
        "merit",
        [case.game.text.merit(position.plain_setup, position.plain_state, action) for action in some_actions(position)],
    )


def some_actions(position: Position, most: int = 4) -> list[int]:
    """Return a few legal actions from all over the list."""
    actions = position.legal()
    return actions[:: -(-len(actions) // most) or 1]


def answer(case: Case, position: Position, text: str) -> str:
    """Return the answer to the seat to act when it tries a text."""
    try:
        return str(read_action(position, text))
    except ActionError as error:
        return f"{error.code} {error}"


def hints(case: Case, position: Position, seat: int) -> list[str]:
    """Return a seat's hints, as far as they depend on the state."""
    return case.game.text.hints(position.plain_setup, position.plain_state, seat)


def redealt(case: Case, position: Position, viewer: int | None, rng: random.Random) -> Position:
    """Re-deal a position as far as the viewer does not know it; for a spectator, everything that is hidden from any seat."""
    other = position.copy()
    for seat in range(case.options.seats) if viewer is None else [viewer]:
        other.resample(seat, rng.getrandbits(60) | 1)
    return other


def table(position: Position) -> bytes:
    """Return the bytes of a state without its chance."""
    whole = position.state.tobytes()
    return b"".join(whole[start:end] for start, end in lasting(position.state.dtype))


@functools.cache
def lasting(layout: Any) -> list[tuple[int, int]]:
    """Return the ranges of a state's bytes that are not chance."""
    fields = {name: (start, start + kind.itemsize) for name, (kind, start, *_) in layout.fields.items()}
    return [place for name, place in fields.items() if name not in CHANCE]


def nothing_leaks(case: Case, position: Position, viewer: int | None, rng: random.Random, tries: Tries = ()) -> bool:
    """Check that what a viewer is told does not depend on what the viewer may not know (General 4, 6).

    Returns:
        whether the re-deal changed what lies on the table.
    """
    other = redealt(case, position, viewer, rng)
    if sent(case, other, viewer) != sent(case, position, viewer):
        scenes = (msgspec.to_builtins(scene_of(case, each, viewer)) for each in (position, other))
        raise AssertionError(leaked("scene", case, viewer, *scenes))
    assert str(int(position.state.rng)).encode() not in sent(case, position, viewer), (
        f"chance (General 5): {case}, viewer {viewer}"
    )
    if viewer is not None and observed(other, viewer) != observed(position, viewer):
        seen = ({name: row.tolist() for name, row in each.observation(viewer).items()} for each in (position, other))
        raise AssertionError(leaked("observation", case, viewer, *seen))
    if viewer == position.turn:
        for (channel, one), (_, two) in zip(asked(case, position, tries), asked(case, other, tries), strict=True):
            if one != two:
                raise AssertionError(leaked(channel, case, viewer, one, two))
    return table(other) != table(position)


def leaked(channel: str, case: Case, viewer: int | None, one: Any, two: Any) -> str:
    """Return a message that names the fields in which two worlds differ for a viewer who must not tell them apart."""
    fields = [*itertools.islice(differences(channel, one, two), 3)] or ["the order of the fields"]
    return f"{channel}: {case}, viewer {viewer} is told what it may not know: {'; '.join(fields)}"


def differences(path: str, one: Any, two: Any) -> Iterator[str]:
    """Yield where two trees of dicts and lists differ: ``scene.seats[1].note: '3' != '7'``."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in {**one, **two}:
            yield from differences(f"{path}.{key}", one.get(key), two.get(key))
    elif isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        for place, pair in enumerate(zip(one, two, strict=True)):
            yield from differences(f"{path}[{place}]", *pair)
    elif one != two:
        yield f"{path}: {one!r:.200} != {two!r:.200}"


def observed(position: Position, seat: int) -> dict[str, bytes]:
    """Return a seat's observation as bytes, by name."""
    return {name: values.tobytes() for name, values in position.observation(seat).items()}


def tried(case: Case, seed: int, chance: float) -> Iterator[tuple[Position, list[str]]]:
    """Yield positions of a random match with texts to try: actions legal here, actions legal for others, and nonsense."""
    rng, pool, position = random.Random(seed), [*NONSENSE], case.position(seed)
    for position, _, _ in walk(case, seed):
        if rng.random() < chance:
            now = texts(case, position)
            yield position.copy(), rng.sample(now, min(4, len(now))) + rng.sample(pool, min(8, len(pool)))
            pool = [*pool[-200:], *rng.sample(now, min(20, len(now)))]
    yield position, []


def stories_tell_nothing_hidden(case: Case, position: Position, action: int, viewer: int | None, rng: random.Random) -> bool:
    """Check that the story and the scene change of a step do not depend on what is hidden from the viewer.

    The same step in a match that was re-dealt before it must be told in the same words, if both look alike afterwards.

    Returns:
        whether the step could be compared in whole.
    """
    other = redealt(case, position, viewer, rng)
    if action not in other.legal():
        return False
    after, world = done(position, action), done(other, action)
    story, told_there = told(case, position, action, after, viewer), told(case, other, action, world, viewer)
    if world.over or ended(story) or ended(told_there):
        ends_tell_nothing_hidden(case, (position, action, after), viewer, rng)
        return False
    seen = scene_of(case, after, viewer), scene_of(case, world, viewer)
    if msgspec.json.encode(seen[0]) != msgspec.json.encode(seen[1]):
        return False
    if told_there != story:
        raise AssertionError(leaked("story", case, viewer, story, told_there))
    if viewer is not None:
        lessons = [[*learned_lines(*step, viewer, names(case))] for step in ((position, action, after), (other, action, world))]
        assert lessons[0] == lessons[1], f"information state: {case}, viewer {viewer}"
    if rng.random() < PATCHES:
        one, two = (changes(case, before, scene, viewer) for before, scene in zip((position, other), seen, strict=True))
        assert one == two, f"patch: {case}, viewer {viewer}"
    return True


def ends_tell_nothing_hidden(case: Case, step: tuple[Position, int, Position], viewer: int | None, rng: random.Random) -> None:
    """Check that a step that ends a hand or round is told the same in every re-dealt match with the same open draws.

    In half of the matches the same numbers are drawn as in the true one, so that the next deal is the same where what lay
    hidden has no part in it.
    """
    position, action, after = step
    seen, story = sent(case, after, viewer), told(case, position, action, after, viewer)
    made, drawn = reckoned(case, position, action, after, viewer), open_draws(after, viewer)
    for number in range(ENDS):
        other = redealt(case, position, viewer, rng)
        if number % 2:
            other.state.rng = position.state.rng
        if action not in other.legal():
            continue
        world = done(other, action)
        if open_draws(world, viewer) == drawn and sent(case, world, viewer) == seen:
            there = told(case, other, action, world, viewer)
            assert there == story, f"story, from what lay hidden: {case}, viewer {viewer}"
            known = reckoned(case, other, action, world, viewer)
            assert known == made, f"reckoning, from what lay hidden: {case}, viewer {viewer}"


def open_draws(position: Position, viewer: int | None) -> list[str]:
    """Return the draws of the last step that a viewer sees, as texts; the others as empty texts."""
    return [text if is_open(text, viewer) else "" for text in (chance_text(position, code) for code in position.drew())]


def is_open(text: str, viewer: int | None) -> bool:
    """Return whether a viewer sees a draw (docs/notation.md): an own one, a lot or card for all, an Ace (Mitch 1c, 3a)."""
    verb, drawer, piece = [*text.split(), "", ""][:3]
    return verb not in HIDDEN_DRAWS or drawer == str(viewer) or piece in ("AS", "AH", "AD", "AC")


def chance_text(position: Position, code: int) -> str:
    """Return the outcome of a draw as a text."""
    return position.game.text.chance_text(position.plain_setup, code)


def hidden_draws_are_named(case: Case) -> None:
    """Check that all viewers notice each draw whose text does not begin with one of HIDDEN_DRAWS."""
    steps = ((position.copy(), action) for position, _, action in walk(case, 16, most=12))
    for before, action in [(case.position(16), None), *steps]:
        picks: list[int] = []
        while fell := before.outcomes(action, picks):
            text, worlds = chance_text(before, fell[0].code), [fallen(before, action, [*picks, each.pick]) for each in fell[:2]]
            draws = [sorted(open_draws(world, None)) for world in worlds]
            if text.partition(" ")[0] not in HIDDEN_DRAWS and draws[0] != draws[-1]:
                for viewer in case.viewers:
                    one, two = ((sent(case, each, viewer), told(case, before, action, each, viewer)) for each in worlds)
                    assert one != two, (
                        f"{case}: viewer {viewer} does not see what was drawn in {text!r}. Let chance_text in text.py write a "
                        "draw that only one seat sees as 'deal SEAT PIECE' or 'draw SEAT PIECE', such as 'draw 1 KH'"
                    )
            picks.append(0)


def fallen(position: Position, action: int | None, picks: list[int]) -> Position:
    """Return the position after an action (None: the deal) with given first draws; each later one is its first pick."""
    while isinstance(after := position.ask(action, picks), Draw):
        picks = [*picks, 0]
    return after


def reckoned(case: Case, before: Position, action: int, after: Position, viewer: int | None) -> Reckoning | None:
    """Return the reckoning of a hand or round that a step ended, for one viewer; None if none ended."""
    if not after.over and rounds(after.setup, after.state) == rounds(before.setup, before.state):
        return None
    return case.game.scene.reckoning(after.plain_setup, after.facts(before, action), viewer, names(case))


def reckonings_are_sound(case: Case) -> None:
    """Check each reckoning: its board passes the lint, and all viewers are told the same sums."""
    for position, _, action in walk(case, seed=43):
        after, totals = done(position, action), None
        for viewer in case.viewers:
            made = reckoned(case, position, action, after, viewer)
            if made is None:
                continue
            scene = scene_of(case, after, viewer)
            board = msgspec.structs.replace(scene, zones=made.zones, pieces=made.pieces, acts={})
            assert lint(board) == []
            assert msgspec.json.decode(msgspec.json.encode(made), type=Reckoning) == made
            assert sorted(each.seat for each in made.sums) == list(range(case.options.seats))
            assert totals in (None, {each.seat: each.total for each in made.sums}), "all are told the same totals"
            totals = {each.seat: each.total for each in made.sums}
        if totals and after.over:
            assert totals == {seat: scene_of(case, after, None).seats[seat].score for seat in totals}


def done(position: Position, action: int) -> Position:
    after = position.copy()
    after.apply(action)
    return after


def told(
    case: Case, before: Position, action: int | None, after: Position, viewer: int | None
) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the kinds and sentences of a step for one viewer, and the words in them that may be looked up."""
    facts = after.facts(None if action is None else before, action)
    events = case.game.text.events(after.plain_setup, facts, names(case))
    return [(event.kind, event.told(viewer), event.words) for event in events]


def ended(story: list[tuple[str, str, tuple[str, ...]]]) -> bool:
    """Return whether a hand or round has ended in a step."""
    return any(kind in ("deal", "round", "end") for kind, _, _ in story)


def changes(case: Case, before: Position, after: Scene, viewer: int | None) -> bytes:
    """Return what is sent of a step to a viewer who has the scene before it."""
    return msgspec.json.encode(case.changes(scene_of(case, before, viewer), after))


def choices_stay_private(case: Case, position: Position, actions: Sequence[int], viewer: int | None) -> None:
    """Check that a viewer is told the same of actions that look alike to the viewer afterwards."""
    first: dict[bytes, tuple[int, Any]] = {}
    for action in actions if viewer != position.turn else ():
        after = done(position, action)
        story, seen = told(case, position, action, after, viewer), sent(case, after, viewer)
        if ended(story):
            continue
        other, known = first.setdefault(seen, (action, story))
        assert story == known, f"choice: {case}, viewer {viewer} can tell {action} from {other}"


def words_stay_hidden(case: Case, position: Position) -> None:
    """Check that scenes and offers are the same with an empty word list, so that nobody is told which words there are."""
    for viewer in case.viewers:
        other = position.view(viewer or 0, NO_WORDS)
        assert sent(case, other, viewer) == sent(case, position, viewer), f"words in a scene: {case}, viewer {viewer}"
        assert offered(case, other) == offered(case, position), f"words in what is offered: {case}"


def chance_is_drawn_anew(case: Case) -> None:
    """Check that the next draws differ after a re-deal, because nobody may know what is to come."""
    rng = random.Random(2)
    for position in positions(case, seed=14, chance=0.5):
        if position.over:
            continue
        action = case.game.text.timeout(position.plain_setup, position.plain_state)
        one, two = (redealt(case, position, position.turn, rng) for _ in range(2))
        assert len({int(each.state.rng) for each in (position, one, two)}) == 3, f"{case}: chance goes on as it would have"
        if len(position.outcomes(action)) > 1:
            assert len({drawn(position, action, rng.getrandbits(60)) for _ in range(40)}) > 1, f"{case}: the next draw is known"


def drawn(position: Position, action: int, rng: int) -> tuple[int, ...]:
    """Return what a step draws after a re-deal for the seat to act."""
    other = position.copy()
    other.resample(position.turn, rng)
    other.apply(action)
    return tuple(other.drew())

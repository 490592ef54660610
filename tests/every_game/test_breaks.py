"""Every guard turns red where what it guards is broken: each row of each table "Who may know what", and every other promise.

The breaks of a game's rows are listed in `guarded.py` beside its tests; how to break things is in `breaking`.
"""

import functools
import itertools
import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from every_game import breaking, guards, test_no_leak, worlds
from every_game.breaking import Break, Other, with_rules, with_scene, with_text
from every_game.guarded import guarded
from every_game.walks import Case, case, has_chance, positions, walk
from muckle.engine.contract import is_default
from muckle.engine.position import Position
from muckle.errors import ActionError
from muckle.games import GAMES
from muckle.scene.contract import Piece, Scene

MATCHES, COUNTED = 12, 6
"""Small matches, and positions in them, in which a break must be noticed."""

ROWS = [(game, row, each) for game in GAMES for row, breaks in guarded(game).rows.items() for each in breaks]


@pytest.mark.parametrize("game", [game for game in GAMES if guarded(game).rows])
def test_every_row_of_the_table_is_broken(game: str) -> None:
    table = GAMES[game].rules_text().partition("## Who may know what")[2].partition("\n## ")[0]
    rows = re.findall(r"^- \*\*(.+? I\d+)\*\*", table, re.MULTILINE)
    assert rows == sorted({**guarded(game).rows, **guarded(game).untold}, key=lambda row: int(row.rpartition("I")[2]))


@pytest.mark.parametrize(("game", "row", "made"), ROWS, ids=str)
def test_a_broken_row_is_noticed(game: str, row: str, made: Break) -> None:
    cases = worlds.small_cases(game)[:: -1 if made.guard == "knows" else 1]
    assert any(red(GUARDS[made.guard], case, made.make(case)) for case in cases)


def red(guard: Callable[..., None], *cases: Case) -> bool:
    """Return whether a guard fails for a case."""
    try:
        guard(*cases)
    except AssertionError:
        return True
    return False


def leak(sound: Case, broken: Case) -> None:
    rng = random.Random(4)
    for seed in range(MATCHES):
        for position, tries in guards.tried(broken, seed, chance=0.6):
            for viewer in broken.viewers:
                guards.nothing_leaks(broken, position, viewer, rng, tries)


def story(sound: Case, broken: Case) -> None:
    rng, also = random.Random(5), guarded(sound.game.name).also
    for seed in range(MATCHES):
        for position, actions, action in walk(broken, seed):
            for viewer in broken.viewers:
                guards.stories_tell_nothing_hidden(broken, position, action, viewer, rng)
                guards.choices_stay_private(broken, position, [*actions, *also(position)], viewer)


def counted(sound: Case, broken: Case) -> None:
    for position, seat, likely, _ in worlds.counted(sound, COUNTED):
        other = broken.position(0)
        other.restore(position)
        worlds.redeals_are_fair(broken, other, seat, likely)


def one(sound: Case, broken: Case) -> None:
    for position, seat, _, alike in worlds.counted(sound, COUNTED):
        worlds.redeals_are_one(broken, position, seat, alike)


def knows(sound: Case, broken: Case) -> None:
    """Check that what the seat is told of the broken game leaves all re-dealt worlds possible."""
    for seed, seat in itertools.product(range(MATCHES), range(broken.options.seats)):
        for position, belief in worlds.beliefs(broken, seed, seat):
            worlds.redeals_are_fair(broken, position, seat, belief.likely())


def chance(sound: Case, broken: Case) -> None:
    guards.chance_is_drawn_anew(broken)


def words(sound: Case, broken: Case) -> None:
    for seed in range(MATCHES):
        for position, _, _ in walk(broken, seed):
            guards.words_stay_hidden(broken, position)


GUARDS = {"leak": leak, "story": story, "worlds": counted, "one": one, "knows": knows, "chance": chance, "words": words}


@pytest.mark.parametrize("guard", [guard for guard in GUARDS if guard != "knows"])
@pytest.mark.parametrize("game", GAMES)
def test_a_sound_game_is_green(game: str, guard: str) -> None:
    if guard == "words" and not guarded(game).hides_words:
        pytest.skip("there are no words, or they are open")
    case = worlds.small_cases(game)[-1]
    GUARDS[guard](case, case)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("made", [breaking.nothing_redealt(), breaking.uneven(), breaking.past_stays()], ids=str)
def test_a_bad_re_deal_is_noticed(game: str, made: Break) -> None:
    worlds.skip_if_open(game)
    assert any(red(GUARDS[made.guard], case, made.make(case)) for case in worlds.small_cases(game)), "trial P1"


@pytest.mark.parametrize("game", GAMES)
def test_a_re_deal_that_deals_nothing_changes_nothing(game: str) -> None:
    worlds.skip_if_open(game)
    case = breaking.nothing_redealt().make(worlds.small_cases(game)[0])
    changed = [
        guards.nothing_leaks(case, position, seat, random.Random(1))
        for position, _ in guards.tried(case, 3, chance=1)
        for seat in range(case.options.seats)
    ]
    assert not any(changed), "the stream alone is no change (trial P1)"


def test_a_re_deal_in_which_the_seat_to_act_can_do_nothing_is_named() -> None:
    broken = with_rules(case("mitch"), legal=lambda position: [])
    with pytest.raises(AssertionError, match=r"hidden\.py: in a re-deal for seat 2, seat . is to act and has no legal action"):
        guards.assert_somebody_can_act(broken, broken.position(1), 2)


def test_a_hidden_draw_of_another_name_is_named() -> None:
    sound = case("mitch")
    broken = with_text(sound, chance_text=lambda *given: sound.game.text.chance_text(*given).replace("deal", "gets"))
    with pytest.raises(AssertionError, match=r"viewer None does not see what was drawn in 'gets \d \w+'\. Let chance_text"):
        guards.hidden_draws_are_named(broken)


def test_a_leak_is_shown_as_the_field_that_leaks() -> None:
    sound = case("mitch")
    secret = breaking.shown_in_scenes(sound, lambda setup, state, viewer: int(state.seats[0].hand))
    fields = r"scene: mitch, viewer 1 is told what it may not know: scene\.status: '.+' != '.+'$"
    with pytest.raises(AssertionError, match=fields):
        for position in positions(secret, seed=1, chance=1):
            guards.nothing_leaks(secret, position, 1, random.Random(1))


def test_short_matches_are_tried_until_enough_stories_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_no_leak, "walk", functools.partial(walk, most=2))
    test_no_leak.test_general_4_stories_tell_nothing_hidden("mitch", [case("mitch", "tiny")])
    monkeypatch.setattr(test_no_leak, "walk", functools.partial(walk, most=0))
    with pytest.raises(AssertionError, match="only 0 steps of 200 matches could be compared"):
        test_no_leak.test_general_4_stories_tell_nothing_hidden("mitch", [case("mitch", "tiny")])


RECKONED = [game for game in GAMES if not is_default(GAMES[game].scene.reckoning)]


@pytest.mark.parametrize("game", RECKONED)
def test_a_reckoning_that_tells_too_much_is_noticed(game: str) -> None:
    made = breaking.reckoning_tells()
    assert any(red(story, case, made.make(case)) for case in worlds.small_cases(game))


@pytest.mark.parametrize("game", RECKONED)
def test_an_unsound_reckoning_is_noticed(game: str) -> None:
    def make(case: Case) -> Case:
        def reckoning(*given: Any) -> Any:
            made = case.game.scene.reckoning(*given)
            return made and msgspec.structs.replace(made, sums=made.sums[1:])

        return breaking.with_reckoning(case, reckoning)

    assert any(red(guards.reckonings_are_sound, make(case)) for case in worlds.small_cases(game))


# The other promises, in every game


def shuffled(position: Position) -> list[int]:
    return Position.legal(position)[::-1] * 2


def one_missing(position: Position) -> list[int]:
    actions = Position.legal(position)
    return actions[:-1] or actions


def forgiving(position: Position, action: int) -> None:
    """Rules that take the first legal action in place of an illegal one."""
    actions = position.legal()
    Position.apply(position, action if action in actions or not actions else actions[0])


def hasty(position: Position, action: int) -> None:
    """Rules that refuse an illegal action but count a draw for it."""
    position.state.draws += 1
    Position.apply(position, action)


def shuffles(position: Position, action: int) -> None:
    """Rules that draw once more than they tell."""
    Position.apply(position, action)
    position.state.draws += 1


def lazy(position: Position, rng: int) -> None:
    """Deal, but leave the bytes before the draws, which are the last field, as they were: the break."""
    end = position.arrays[2].dtype.fields["drew"][1]
    before = position.memory()
    Position.deal(position, rng)
    dealt = position.memory()
    position.load(dealt[: end - 8] + before[end - 8 : end] + dealt[end:])


ticks = itertools.count()


def impure(position: Position, action: int) -> None:
    """Rules that depend on something outside the match."""
    position.state.rng += next(ticks) if position.state.rng > 0 else 0
    Position.apply(position, action)


def moody(position: Position, rng: int) -> None:
    """Deal from something outside the match."""
    Position.deal(position, rng + next(ticks))


def shared(position: Position) -> Position:
    return position


def scoring(position: Position) -> list[int]:
    """Rules whose scores are random after a re-deal."""
    return [int(position.state.rng) % 1000]


def drawing(position: Position, seat: int, rng: int) -> None:
    """Re-deal and seem to have drawn something: the break."""
    Position.resample(position, seat, rng)
    position.state.drawn = 1


def counting(position: Position, seat: int, rng: int) -> None:
    """Re-deal, and count the re-deal as a draw, which is the break."""
    Position.resample(position, seat, rng)
    position.state.draws += 1


def alike(case: Case) -> Case:
    return with_text(case, action_text=lambda setup, state, action: "do it")


def misread(case: Case) -> Case:
    def read_action(setup: Any, state: Any, text: str) -> int:
        return case.game.text.read_action(setup, state, text) + 1

    return with_text(case, read_action=read_action)


def gullible(case: Case) -> Case:
    """Texts of which whatever is no action is read as the first one."""

    def read_action(setup: Any, state: Any, text: str) -> int:
        try:
            return case.game.text.read_action(setup, state, text)
        except ActionError:
            return case.game.text.timeout(setup, state)

    return with_text(case, read_action=read_action)


def terse(case: Case) -> Case:
    def read_action(setup: Any, state: Any, text: str) -> int:
        try:
            return case.game.text.read_action(setup, state, text)
        except ActionError as error:
            raise type(error)("no") from None

    return with_text(case, read_action=read_action)


def changed_scene(change: Callable[[Scene], Scene]) -> Callable[[Case], Case]:
    def make(case: Case) -> Case:
        return with_scene(case, lambda *given: change(case.game.scene.build(*given)))

    return make


def stray(scene: Scene) -> Scene:
    return msgspec.structs.replace(scene, pieces={**scene.pieces, "stray": Piece("a stray piece")})


def idle(scene: Scene) -> Scene:
    return msgspec.structs.replace(scene, acts=dict(list(scene.acts.items())[1:]))


OTHERS: list[tuple[str, Callable[[Case], None], Callable[[Case], Case]]] = [
    ("legal is not ascending", guards.legal_is_in_order, lambda case: with_rules(case, legal=shuffled)),
    ("pick has another order", guards.pick_takes_what_is_listed, lambda case: with_rules(case, legal=shuffled)),
    ("pick knows one action more", guards.pick_takes_what_is_listed, lambda case: with_rules(case, legal=one_missing)),
    ("advance does something else", guards.advance_does_as_apply, lambda case: with_rules(case, apply=shuffles)),
    ("an illegal action is done", guards.illegal_raises_and_changes_nothing, lambda case: with_rules(case, apply=forgiving)),
    ("a refusal changes the state", guards.illegal_raises_and_changes_nothing, lambda case: with_rules(case, apply=hasty)),
    (
        "a match goes on for too long",
        guards.ends_in_time,
        lambda case: case._replace(options=Other(case.options, max_decisions=lambda: 1)),  # type: ignore
    ),
    ("a seed does not decide", guards.same_seed_same_match, lambda case: with_rules(case, deal=moody)),
    ("a deal leaves something", guards.deal_sets_everything, lambda case: with_rules(case, deal=lazy)),
    ("a draw is not told", guards.every_draw_is_counted, lambda case: with_rules(case, apply=shuffles)),
    ("a copy is no copy", guards.copies_part, lambda case: with_rules(case, copy=shared)),
    ("a re-deal changes scores", guards.redeal_keeps_what_a_seat_knows, lambda case: with_rules(case, scores=scoring)),
    ("a re-deal keeps the draws", guards.redeal_keeps_what_a_seat_knows, lambda case: with_rules(case, resample=drawing)),
    ("a re-deal counts its draws", guards.redeal_keeps_what_a_seat_knows, lambda case: with_rules(case, resample=counting)),
    ("a re-deal leaves a trace", guards.redeals_leave_no_trace, breaking.past_stays().make),
    ("texts are alike", guards.texts_read_back, alike),
    ("texts are misread", guards.texts_read_back, misread),
    ("nonsense is done", guards.nonsense_is_refused, gullible),
    ("a refusal says nothing", guards.nonsense_is_refused, terse),
    (
        "the timeout action is not legal",
        guards.timeouts_are_legal,
        lambda case: with_text(case, timeout=lambda setup, state: case.game.state.ACTIONS),
    ),
    ("a piece lies nowhere", guards.scenes_are_sound, changed_scene(stray)),
    ("an act is missing", guards.acts_are_what_there_is_to_do, changed_scene(idle)),
    ("the next draw stays", guards.chance_is_drawn_anew, breaking.known_future().make),
    ("the log does not fold", guards.log_folds_to_live_play, lambda case: with_rules(case, apply=impure)),
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("name", "guard", "make"), OTHERS, ids=[name for name, _, _ in OTHERS])
def test_another_broken_promise_is_noticed(
    game: str, name: str, guard: Callable[[Case], None], make: Callable[[Case], Case]
) -> None:
    if name in OF_CHANCE and not has_chance(game):
        pytest.skip(f"{game} draws nothing, so nothing of it can be broken so")
    cases = [*worlds.small_cases(game)[::-1], case(game)]  # in a small one there may be nothing to choose
    assert any(red(guard, make(case)) for case in cases), f"{game}: {guard.__name__} stays green"


OF_CHANCE = ("a seed does not decide",)
"""Breaks that only a game with chance can have."""


@pytest.mark.parametrize("game", [game for game in GAMES if guarded(game).pieces])
@pytest.mark.parametrize("method", ["copy", "resample"])
def test_a_lost_piece_is_noticed(game: str, method: str) -> None:
    """Wipes fields one at a time, in positions of the match or in re-dealt ones."""
    pieces, case = guarded(game).pieces, worlds.small_cases(game)[-1]
    assert pieces is not None
    layout = case.position(0).state.dtype
    plain = [name for name in layout.names if name not in guards.CHANCE and layout[name].base.fields is None]
    assert any(red(lambda each: guards.pieces_are_kept(each, pieces), wiped(case, name, method)) for name in plain)


def wiped(case: Case, field: str, method: str) -> Case:
    def copy(position: Position) -> Position:
        other = Position.copy(position)
        other.state[field] = 0
        return other

    def resample(position: Position, seat: int, rng: int) -> None:
        Position.resample(position, seat, rng)
        position.state[field] = 0

    return with_rules(case, **{method: {"copy": copy, "resample": resample}[method]})

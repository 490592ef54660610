"""Texts for people: no option is named as in programs, and no piece as in transcripts."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from every_game import guards
from every_game.breaking import with_scene, with_text
from every_game.walks import Case, presets, values, walk
from muckle import games
from muckle.engine.options import GameOptions
from muckle.errors import IllegalError, NotationError
from muckle.games import GAMES
from muckle.games.mickell.muckell import MUCKELL
from muckle.scene.contract import Event, Scene

READ = ("label", "status", "say", "note", "yours", "free", "confirm", "gain", "gains", "title", "text", "reason", "own", "why")
READ += ("what", "points", "total", "parts", "go_on", "head", "rows", "score", "choices", "terms", "help")
"""The fields of scenes and reckonings that are shown; the others name things for programs."""
PROGRAMS = r"[A-Za-z0-9]_[A-Za-z0-9]|[a-z] ?= ?\w|[a-z]:\d|\bNone\b|\bTrue\b|\bFalse\b|'[a-z ]+'"
"""Names with underscores, settings, Python's own words, texts of actions in quotes."""
PIECES = {"mitch": r"\b(?:10|[2-9JQKA])[SHDC]\b", "multzo": r"\b[CASM](?:[0-9A]|null)\b"}
"""Patterns of a game's pieces as transcripts write them, for games whose players read something else."""


def shown(thing: Any, field: str = "") -> Iterator[str]:
    """Yield the texts of a scene or reckoning that are shown."""
    if isinstance(thing, str):
        yield from (thing,) if field in READ else ()
    elif isinstance(thing, dict):
        for name, part in thing.items():
            yield from shown(part, field if field == "help" else name)
    elif isinstance(thing, list | tuple):
        for part in thing:
            yield from shown(part, field)


def in_plain_words(case: Case) -> None:
    """Yield every text of a match: scenes, stories, ends of rounds, hints, reasons for an action, refusals."""
    wrong = re.compile("|".join(filter(None, (PROGRAMS, PIECES.get(case.game.name)))))
    for number, (position, actions, action) in enumerate(walk(case, seed=15, most=150)):
        after = guards.done(position, action)
        for viewer in (None, position.turn):
            told = [text for _, text, _ in guards.told(case, position, action, after, viewer)]
            told += shown(msgspec.to_builtins(guards.reckoned(case, position, action, after, viewer)))
            if number % 5 == 0 or after.over:
                told += shown(msgspec.to_builtins(guards.scene_of(case, position, viewer)))
                told += shown(msgspec.to_builtins(guards.scene_of(case, after, viewer)))
            fine(wrong, told)
        if number % 5 == 0:
            fine(wrong, guards.hints(case, position, position.turn))
            fine(wrong, (guards.answer(case, position, text) for text in forbidden(case, position, actions)))


def forbidden(case: Case, position: Any, actions: list[int]) -> Iterator[str]:
    """Yield texts that make sense but are refused: actions in the game's notation that are not legal now."""
    text, setup, state = case.game.text, position.plain_setup, position.plain_state
    for action in range(0, case.game.state.ACTIONS, 1 + case.game.state.ACTIONS // 40):
        if action in actions:
            continue
        try:
            written = text.action_text(setup, state, action)
            text.read_action(setup, state, written)
        except IllegalError:
            yield written
        except (LookupError, ValueError, NotationError):
            continue  # numbers that are no action here have no text, or one of no action of this match


def fine(wrong: re.Pattern[str], told: Iterator[str] | list[str]) -> None:
    for text in told:
        found = wrong.search(text)
        assert not found, f"{found[0]!r} is for programs: {text}"


@pytest.mark.parametrize("case", presets(), ids=str)
def test_u15_what_is_told_in_a_match_is_in_plain_words(case: Case) -> None:
    in_plain_words(case)


@pytest.mark.parametrize("game", [*GAMES, "muckell"])
def test_u15_options_and_their_words_have_names_for_people(game: str) -> None:
    for field in (MUCKELL if game == "muckell" else games.find(game)).options.fields():
        assert re.fullmatch(r"[A-Z][a-z]*( [A-Za-z,']+)*( 1)?", field.title), (
            f"{game}: the title of option {field.name} is {field.title!r}; titles are words that begin with a capital, "
            "without numbers but a 1 at the end"
        )
        assert len(field.said) == len(field.choices) == len(set(field.said))
        for said in field.said:
            name = f"{game}.options: {field.name} may be {said!r}, which is for programs; name it for people in `said`"
            assert not re.search(PROGRAMS, said) and not re.search(r"[a-z]\d", said), name


@pytest.mark.parametrize("game", GAMES)
def test_u15_why_a_table_cannot_be_is_told_in_plain_words(game: str) -> None:
    """Try every pair of option values that do not go together, and read each refusal."""
    kind, told = games.find(game).options, set[str]()
    for one, two in itertools.combinations(itertools.chain(*values(games.find(game))), 2):
        if one.option != two.option:
            told |= {problem.message for problem in kind(**{one.option: one.value, two.option: two.value}).problems()}
    fine(re.compile(PROGRAMS), [text.removeprefix(f"{game}: ") for text in told])
    assert told or kind.problems is GameOptions.problems, f"{game}.options: problems() refused no pair of values; try others"


def labelled(case: Case) -> Case:
    """Break: zones are named as in the program."""
    build = case.game.scene.build

    def broken(*args: Any) -> Scene:
        scene = build(*args)
        zones = {name: msgspec.structs.replace(zone, label="draw_pile") for name, zone in scene.zones.items()}
        return msgspec.structs.replace(scene, zones=zones)

    return with_scene(case, broken)


def quoting(case: Case) -> Case:
    """Break: refusals name what was tried as transcripts write it."""

    def broken(setup: Any, state: Any, text: str) -> int:
        raise IllegalError(f"{text} cannot be done: draw=stock")

    return with_text(case, read_action=broken)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("made", [labelled, quoting])
def test_its_breaks_a_name_of_the_program_is_noticed(game: str, made: Any) -> None:
    case = next(each for each in presets() if each.game.name == game)
    with pytest.raises(AssertionError, match="is for programs"):
        in_plain_words(made(case))


@pytest.mark.parametrize(
    ("game", "said"), [("mitch", "You place the KH"), ("multzo", "You discard C4"), ("mitch", "max_hands")]
)
def test_its_breaks_a_piece_as_transcripts_write_it_is_noticed(game: str, said: str) -> None:
    case = next(each for each in presets() if each.game.name == game)
    event = Event("turn", said)
    with pytest.raises(AssertionError, match="is for programs"):
        in_plain_words(with_text(case, events=lambda *_: [event]))

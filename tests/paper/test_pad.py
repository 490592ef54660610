"""Score pads and player aids of every game, read back from their PDF."""

import importlib.resources
from pathlib import Path

import pytest

from muckle.engine.game import Game
from muckle.errors import GameError, MuckleError
from muckle.games import GAMES, find
from muckle.games.about import read_source
from muckle.games.mickell.muckell import MUCKELL
from muckle.games.rulebook import read_rules
from muckle.paper import pad
from muckle.paper.layout import Paper, sheet
from muckle.paper.pad import AID, PAD, aid_texts, aids, forms, pads
from paper.reading import DOTS, Pages, margins_white

HOUSE = [game for game in GAMES.values() if game.folder.startswith("muckle.games.")]
ALL = [
    pytest.param(game, preset, marks=[pytest.mark.slow] * (preset != next(iter(game.presets))), id=f"{game.name}-{preset}")
    for game in HOUSE
    for preset, values in game.presets.items()
    if not values.small
]
"""Every preset of every game; the short run has the first of each game."""


def aid(game: Game, preset: str, count: int = 1, paper: Paper = Paper.A4) -> Pages:
    return Pages(aids(game, preset, game.read_options(preset), paper, count))


@pytest.mark.usefixtures("standard_fonts")
@pytest.mark.parametrize(("game", "preset"), ALL)
def test_an_aid_has_every_rule_it_names_and_stays_within_its_cut(game: Game, preset: str) -> None:
    options = game.read_options(preset)
    pages = aid(game, preset)
    box = sheet(Paper.A4, AID, 0).boxes[0]
    told = pages.text(0, box.inside(3))
    assert told == pages.text(0), "nothing stands beyond the cut"
    for title, paragraphs in aid_texts(game, preset, options):
        for text in (title, *paragraphs):
            assert " ".join(text.split()) in " ".join(told.split()), text
    assert len(told) > 600


@pytest.mark.usefixtures("standard_fonts")
def test_its_break_a_text_that_is_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pad.rule_line
    monkeypatch.setattr(pad, "rule_line", lambda game, rule: 9 * whole(game, rule))
    pages = aid(find("mitch"), "mitch")
    assert pages.text(0, sheet(Paper.A4, AID, 0).boxes[0].inside(3)) != pages.text(0)


def test_every_rule_that_an_aid_names_is_in_the_rules_and_is_told_in_their_words() -> None:
    for game in HOUSE:
        known = read_rules(game.rules_text())
        for part in forms(game).aid:
            assert set(part.rules) <= set(known) and set(part.presets) <= {*game.presets, *MUCKELL.presets}
            assert part.rules or part.table in {table.title for table in pad.board(game, game.read_options()).scene().tables}
    assert pad.rule_line(find("mitch"), "Mitch 7") == "7: The longest column of a suit wins the suit."
    with pytest.raises(GameError, match="names Mitch 77, which"):
        pad.rule_line(find("mitch"), "Mitch 77")


def test_options_that_differ_are_named() -> None:
    mitch = find("mitch")
    assert [*pad.changed(mitch, mitch.read_options("three_cards"))] == ["Cards in hand: 3"]
    assert [*pad.changed(mitch, mitch.read_options())] == []
    assert "Points for a suit: one more than players" in [*pad.changed(mitch, mitch.read_options("revolution"))]
    texts = dict(aid_texts(mitch, "three_cards", mitch.read_options("three_cards")))
    assert texts["Here"] == ["Cards in hand: 3"]


@pytest.mark.usefixtures("standard_fonts")
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("name", ["mitch", "multzo", "grabble_road", "alphabetickell"])
def test_a_pad_has_a_column_for_each_player_and_a_line_for_all_that_is_scored(name: str, seats: int) -> None:
    game, form = find(name), forms(find(name)).pad
    assert form
    pages = Pages(pads(game, seats, Paper.A4, 5))
    assert len(pages.pages) == 2 and all(margins_white(pages.ink(page)) for page in range(2))
    text = pages.text(1)
    assert text.startswith(game.title) and text.count(form.total or form.lines[-1]) == (1 if form.total else form.units)
    assert pages.text(0).count(game.title) == 4 and f"{form.unit} {form.units}" in text
    ink = pages.ink(1)
    box = sheet(Paper.A4, PAD, 0).boxes[0].inside(5)
    row = ink[round((box.top + 9) * DOTS), round((box.left - 1) * DOTS) : round((box.right + 1) * DOTS)]
    assert (row[1:] & ~row[:-1]).sum() == seats + 2, "a column for labels, one for each player"


def test_a_game_without_forms_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "formless").mkdir()
    (tmp_path / "formless/__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    game = Game("formless", "Formless", 1, "", find("mitch").options, find("mitch").presets, "formless")
    with pytest.raises(MuckleError, match="Formless has no score pad and no player aid"):
        forms(game)
    (tmp_path / "formless/paper.toml").write_text("[[aid]]\ntitel = 'x'\n")
    with pytest.raises(GameError, match=r"formless/paper\.toml: .*titel"):
        forms(game)
    with pytest.raises(MuckleError, match="Mickell has no score pad"):
        pads(find("mickell"), 2, Paper.A4, 1)


def test_a_game_s_files_may_begin_with_a_byte_order_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some editors save them so. Break: TOML is refused at its first sign, and RULES.md has no title."""
    mitch, folder = find("mitch"), tmp_path / "marked"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name in ("RULES.md", "about.toml", "paper.toml", "lesson.toml"):
        text = (importlib.resources.files(mitch.folder) / name).read_text("utf-8")
        (folder / name).write_text(text, "utf-8-sig")
    monkeypatch.syspath_prepend(tmp_path)
    game = Game("marked", "Marked", 1, "", mitch.options, mitch.presets, "marked")
    assert game.rules_text() == mitch.rules_text() and forms(game) == forms(mitch)
    assert game.lesson_texts() == {"marked": mitch.lesson_texts()["mitch"]} and read_source("marked") == read_source(
        mitch.folder
    )

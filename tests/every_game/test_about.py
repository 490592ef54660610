"""The page about each game: everything it names is there. Its examples are played in the tests of each game."""

import importlib.resources
import tomllib
from pathlib import Path

import msgspec
import pytest

from muckle import games, simulate
from muckle.errors import GameError, MuckleError
from muckle.games import about, rulebook
from muckle.games.about import About
from muckle.games.mickell.muckell import MUCKELL

WRITTEN = [name for name in about.names() if name not in games.GAMES or about.read_source(games.GAMES[name].folder)]
"""Pages that somebody wrote; a game from outside may have none."""
README = Path(__file__).parents[2] / "README.md"


def faults(page: About) -> list[str]:
    """Return what a page names that is not there."""
    game = games.find(page.game)
    rules = rulebook.read_rules(game.rules_text())
    presets = (MUCKELL if page.name == "muckell" else game).presets
    found = [f"{each.title}: there is no rule {each.rule}" for each in page.examples if each.rule not in rules]
    found += [f"{each.title}: no preset {each.preset}" for each in page.variants if each.preset not in ("", *presets)]
    ordinary = {name for name, preset in game.presets.items() if not preset.small and preset.values}
    if page.name == game.name:
        found += [f"no word about the preset {name}" for name in ordinary - {each.preset for each in page.variants}]
    return found


@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_names_rules_and_presets_that_are_there_and_every_preset(name: str) -> None:
    page = about.about(name)
    assert faults(page) == []
    assert page.examples and page.tips and page.history and page.credits and page.sentence.endswith(".")
    assert dict(page.facts)["Players"] and dict(page.facts)["Time"].endswith("min")


def test_a_page_with_a_fault_is_seen() -> None:
    page = about.about("mitch")
    wrong = msgspec.structs.replace(page.examples[0], rule="Mitch 99")
    assert faults(msgspec.structs.replace(page, examples=(wrong,))) == ["A column only falls: there is no rule Mitch 99"]
    assert "no word about the preset gunzler" in faults(msgspec.structs.replace(page, variants=()))


def test_the_catalogue_s_time_and_best_number_are_the_sources() -> None:
    sources = {name: about.read_source(games.GAMES[name].folder) for name in ("mickell", "alphabetickell", "mitch", "multzo")}
    assert {name: source and source.minutes for name, source in sources.items()} == {
        "mickell": (10, 20),
        "alphabetickell": (20, 30),
        "mitch": None,
        "multzo": None,
    }
    assert {name: source and source.best for name, source in sources.items()} == {
        "mickell": None,
        "alphabetickell": None,
        "mitch": (3, 5),
        "multzo": None,
    }
    assert about.minutes(about.Source("", "", (1, 1), "", (), (), (), (), measured=about.Measured(2, 100, 9))) == (15, 15)


@pytest.mark.parametrize("name", [name for name in games.GAMES if games.GAMES[name].folder.startswith("muckle.")])
def test_designers_are_named_alike_on_the_page_in_the_rules_and_in_the_readme(name: str) -> None:
    designer = about.about(name).credits[0].names[0]
    for text in (games.GAMES[name].rules_text(), README.read_text(encoding="utf-8")):
        assert designer in " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mitch", "multzo", "grabble_road"])
def test_measured_lengths_are_the_medians_of_simulated_matches(name: str) -> None:
    source = about.read_source(games.GAMES[name].folder)
    assert source and source.measured
    figures = simulate(name, seats=source.measured.seats, players="easy", games=200, seed=1).figures
    assert figures and figures.length["decisions"].median == pytest.approx(source.measured.decisions, rel=0.05)


def test_names_of_games_are_read_kindly() -> None:
    assert about.about(" Mitch ").title == "Mitch"
    assert about.about("Muckell").game == "mickell"
    with pytest.raises(MuckleError, match=r"no game is called 'mitsch'; did you mean 'mitch'\?"):
        about.about("mitsch")


def test_a_game_without_a_source_tells_what_the_program_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "read_source", lambda *_: None)
    page = about.about("mitch")
    assert (page.sentence, page.facts, page.examples) == (games.find("mitch").tagline, (("Players", "2 to 10"),), ())


def test_a_wrong_file_is_refused_with_its_name_and_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "muckle_wrong"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "about.toml").write_text('sentence = "A game."\n', "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(GameError, match=r"muckle_wrong: about.toml: .*`pieces`"):
        about.read_source("muckle_wrong")


def test_every_about_toml_has_tips_in_our_own_words_only() -> None:
    """The sources' sentences stay theirs: no quotation marks round words."""
    package = Path(str(importlib.resources.files("muckle.games")))
    files = [*package.glob("*/about*.toml")]
    assert len(files) == 6
    for file in files:
        text = msgspec.json.encode(tomllib.loads(file.read_text(encoding="utf-8"))).decode()
        assert not any(mark in text for mark in ("“", "”", '\\"', "‘")), file

"""Reports as pages: everything is in the page, pictures are drawings, and the same run makes the same page."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from typer.testing import CliRunner

from muckle import Comparison, TournamentReport, ask
from muckle.cli import app
from muckle.cli.answers import Run
from muckle.errors import OptionsError
from muckle.lab.answer import Answer, Table
from muckle.lab.questions import compare, tournament
from muckle.lab.questions.pieces import PIECES, Difference, Effect, sentences

TINY = ["mitch", "--preset", "tiny", "--games", "30"]
RUNS = {
    "simulate": ["simulate", *TINY],
    "alone": ["simulate", "mickell", "--games", "5", "--players", "greedy"],
    "compare": ["compare", *TINY, "--vary", "win_value=4,9"],
    "tournament": ["tournament", *TINY, "--players", "random,greedy"],
}
LONGER = ("simulate", "tournament")
"""Pages of the long run; the short one has the page of a game for one, and the one with the most pictures."""
PICTURES = {"simulate": 5, "alone": 2, "compare": 6, "tournament": 1}


SAID = {
    "compare": "win_value 9 instead of win_value 4 changes score by +",
    "tournament": "greedy wins ",
}
"""Beginnings of answers in a sentence."""


@pytest.mark.parametrize("name", ["alone", "compare", *(pytest.param(name, marks=pytest.mark.slow) for name in LONGER)])
def test_a_page_stands_alone(name: str, tmp_path: Path) -> None:
    files = [tmp_path / "one.html", tmp_path / "two.html"]
    for file in files:
        result = CliRunner().invoke(app, [*RUNS[name], "--report", str(file)])
        assert result.exit_code == 0, result.output
    text = files[0].read_text(encoding="utf-8")
    assert text == files[1].read_text(encoding="utf-8")
    assert f"<p class='said'>{SAID[name]}" in text if name in SAID else True
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawings) == PICTURES[name]
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).tag.endswith("svg") and "<text" in drawing, "letters stay letters"
    assert not re.search(r"<(script|link|img|iframe)\b|url\(http|src=|@import", text), "nothing is loaded"
    assert (
        text.count("<table>") >= 1
        and f"<h1>{'mickell' if name == 'alone' else 'mitch'}</h1>\n<p>version 1 of its rules, " in text
    )


def test_a_page_is_drawn_whatever_backend_matplotlib_is_to_use(tmp_path: Path) -> None:
    """In a process of its own: matplotlib reads the variable when it is imported."""
    code = "from muckle.lab.charts import drawing; drawing(); import os; print(os.environ['MPLBACKEND'])"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "MPLBACKEND": "nonsense"}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "nonsense\n"), done.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["simulate", "--players", "random"], "2 seats, 1 game, seed 0"),
        (["compare", "--players", "random", "--vary", "win_value=4,9"], "1 game of each variant, "),
        (["tournament", "--players", "random,greedy"], " 1 deal of "),
        (["simulate", "--players", "random", "--pace", "1"], "At 1 second a decision a game takes "),
    ],
)
def test_one_game_is_said_as_one(command: list[str], said: str) -> None:
    name, *more = command
    result = CliRunner().invoke(app, [name, "mitch", "--preset", "tiny", "--games", "1", *more])
    assert said in result.output, result.output


@pytest.mark.parametrize("name", ["simulate", "compare", "tournament"])
def test_who_cannot_have_a_page_hears_of_it_before_anything_is_counted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(page: Path) -> str:
        result = CliRunner().invoke(app, [*RUNS[name], "--report", str(page)])
        assert not result.output, "nothing was counted"
        return str(result.exception)

    nowhere = tmp_path / "nowhere" / "page.html"
    assert refused(nowhere) == f"{nowhere} cannot be written: there is no folder {nowhere.parent}"
    assert refused(tmp_path) == f"{tmp_path} cannot be written: it is a folder"
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "need matplotlib: install muckle[lab]" in refused(tmp_path / "page.html")


@pytest.mark.slow
def test_a_report_answers_several_questions_with_the_command_of_each(tmp_path: Path) -> None:
    files = [tmp_path / "one.html", tmp_path / "two.html"]
    asked = [
        "report",
        "mitch",
        "seats",
        "length",
        "leads",
        "luck",
        "pieces",
        "openings",
        "win_value=4,9",
        "--preset",
        "tiny",
        "--games",
        "200",
    ]
    for file in files:
        result = CliRunner().invoke(app, [*asked, "--player", "greedy", "--to", str(file)])
        assert result.exit_code == 0 and "answers 7 questions. Greedy players in all seats" in result.stdout, result.output
    text = files[0].read_text(encoding="utf-8")
    assert text == files[1].read_text(encoding="utf-8")
    assert re.findall(r"<section class='answer' id='(\d)'>", text) == list("1234567")
    commands = re.findall(r"<code>(muckle .*?)</code>", text)
    assert commands[4] == "muckle ask mitch pieces --players greedy --games 200 --preset tiny --seed 0" and len(commands) == 7
    for command in commands:
        assert CliRunner().invoke(app, command.split()[1:]).exit_code == 0, command
    for sentence in (
        "The deal and the order of the draws decide",
        "A game takes ",
        "The later winner leads alone for good from ",
    ):
        assert sentence in text
    assert len(re.findall(r"<text class='(?:ink|red)' x='\d+' y='26' font-size='18'>\w+[♠♥]", text)) >= 2, (
        "cards on the heat map"
    )
    assert " style=" not in text, "so that a content security policy may forbid them"
    assert not re.search(r"<(script|link|img|iframe)\b|url\(http|src=|@import", text), "nothing is loaded"


def test_answers_are_said_in_the_terminal_as_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    asked = ["report", "mitch", "win_value=4,9", "pieces", "--preset", "tiny", "--player", "random", "--to", str(file)]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 0 and "What changes with win_value 9 instead of 4?" in result.stderr, result.output
    said = re.findall("<p class='said'>(.*)</p>", file.read_text("utf-8"))
    assert said == [line.strip() for line in result.stdout.splitlines()[:-1]]
    assert any(sentence.startswith("win_value 9 instead of win_value 4: no difference shows in ") for sentence in said)


def fail(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException) -> None:
    """Make the answer to one question end with an error."""

    def answer(run: Run, asked: str) -> Answer:
        if asked == name:
            raise error
        return ANSWER(run, asked)

    monkeypatch.setattr(Run, "answer", answer)


ANSWER = Run.answer
ASKED = ["report", "mitch", "seats", "leads", "length", "--preset", "tiny", "--games", "40", "--player", "random"]


def test_a_question_without_an_answer_takes_no_other_answer_away(tmp_path: Path) -> None:
    """Break: the page of a run in which every question has an answer says so, with exit code 0."""
    file = tmp_path / "page.html"
    asked = ["report", "mitch", "length", "win_valu=4,9", "luck", *ASKED[5:], "--to", str(file)]
    result = CliRunner().invoke(app, asked)
    text, reason = file.read_text("utf-8"), "This has no answer: mitch has no option 'win_valu'; did you mean 'win_value'?"
    assert result.exit_code == 2 and f"  {reason}" in result.stdout, result.output
    assert f"{file} answers 2 of 3 questions. Random players in all seats" in result.stdout
    assert reason in html.unescape(text) and "A game takes " in text and "decide" in text
    assert re.findall(r"<section class='answer' id='(\d)'>", text) == ["1", "2", "3"]
    whole = CliRunner().invoke(app, [*asked[:3], *asked[4:]])
    assert whole.exit_code == 0 and "answers 2 questions." in whole.stdout and "no answer" not in file.read_text("utf-8")


def test_ctrl_c_writes_the_answers_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, "leads", KeyboardInterrupt())
    file = tmp_path / "page.html"
    result = CliRunner().invoke(app, [*ASKED, "--to", str(file)])
    text = file.read_text("utf-8")
    assert result.exit_code == 130 and "answers 1 of 3 questions." in result.stdout, result.output
    assert "This has no answer: it was interrupted." in text and "Wins by seat: " in text and "How long is" not in text


def test_other_errors_are_told_as_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, "leads", ZeroDivisionError())
    assert isinstance(CliRunner().invoke(app, [*ASKED, "--to", str(tmp_path / "page.html")]).exception, ZeroDivisionError)


SHOWN = {
    "compare": (Comparison, compare.answer, [*RUNS["compare"], "--players", "random"]),
    "tournament": (TournamentReport, tournament.answer, RUNS["tournament"]),
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_terminal_says_above_its_tables_what_the_page_says(name: str) -> None:
    """Break: a report without its answers has none of these lines."""
    kind, answer, command = SHOWN[name]
    run = CliRunner().invoke(app, [*command, "--json"])
    shown = CliRunner().invoke(app, command).stdout.splitlines()
    said = answer(msgspec.convert(json.loads(run.stdout), kind)).sentences
    assert said and shown[1 : len(said) + 1] == [f"  {sentence}" for sentence in said]
    assert not set(shown[len(said) + 1 :]) & {f"  {sentence}" for sentence in said}, "each is told once"


def test_what_is_clearly_strong_or_weak_is_named() -> None:
    weak, plain, strong = (
        Effect(name, 50, Difference(mean, mean - 4, mean + 4), None) for name, mean in (("C2", -6.0), ("A2", 3.0), ("SA", 9.5))
    )
    assert sentences([strong, plain, weak], PIECES) == [
        "Dealt to a seat, these bring it points: SA +9.5 (95 % interval +5.5 to +13.5).",
        "Dealt to a seat, these cost it points: C2 -6.0 (95 % interval -10.0 to -2.0).",
    ]
    none = "No piece is clearly stronger or weaker than the others. Farthest off: A2 +3.0 (95 % interval -1.0 to +7.0)."
    assert sentences([plain], PIECES) == [none]


LAST_CARD = """
from muckle import Answer

def ask(played, plan):
    return Answer(figures={"games": len(played.rows)}, sentences=[f"There were {len(played.rows)} games."])
"""


def test_a_custom_question_is_asked_in_the_terminal_on_a_page_and_in_a_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_question.py").write_text(LAST_CARD)
    monkeypatch.syspath_prepend(tmp_path)
    asked, file = ["ask", *TINY[:1], "own_question:ask", *TINY[1:], "--players", "random"], tmp_path / "page.html"
    shown = CliRunner().invoke(app, [*asked, "--report", str(file)]).stdout
    assert shown.splitlines()[1:] == ["  There were 30 games."] and "2 seats, 30 games, players random, seed 0" in shown
    assert "<p class='said'>There were 30 games.</p>" in file.read_text("utf-8")
    framed = ask("own_question:ask", "mitch", "tiny", games=30, players="random")._repr_html_()
    assert html.escape(file.read_text("utf-8")) in framed
    assert json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)["games"] == 30
    told = CliRunner().invoke(app, ["report", "mitch", "own_question:ask", *TINY[1:], "--to", str(file)])
    assert "  There were 30 games." in told.stdout and "answers 1 question." in told.stdout
    with pytest.raises(OptionsError, match="'leds'; did you mean 'leads'"):
        ask("leds", "mitch")
    with pytest.raises(OptionsError, match="the question 'own_question:answer' cannot be loaded"):
        ask("own_question:answer", "mitch")


def test_a_question_that_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    def refusal(*asked: str) -> str:
        return str(CliRunner().invoke(app, ["report", *asked, "--to", str(tmp_path / "page.html")]).exception)

    assert "got 'luc'; did you mean 'luck'?" in refusal("mitch", "luc")
    assert "mickell is for one player, so 'seats' cannot be asked" in refusal("mickell", "seats")


def test_names_are_escaped_and_what_has_no_page_says_so(tmp_path: Path) -> None:

    answer = Answer(headline="mitch (x)", tables=[Table("a & b", ("x",), [("<b>",)])])
    assert "<td>&lt;b&gt;</td>" in answer.page() and "<h2>a &amp; b</h2>" in answer.page()
    result = CliRunner().invoke(app, ["simulate", "muckell", "--seats", "3", "--report", str(tmp_path / "page.html")])
    assert "each seat has its own board" in str(result.exception)

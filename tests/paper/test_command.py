"""`muckle print`: what it writes, and what it says where it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muckle.cli import app, paper
from muckle.errors import MuckleError
from paper.reading import Pages
from patience import PATIENCE

NO_FPDF = "import sys; sys.modules['fpdf'] = None; from muckle.cli import main; sys.argv = ['muckle', *sys.argv[1:]]; main()"


def run(*command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, *command], capture_output=True, timeout=PATIENCE, check=False)


@pytest.mark.usefixtures("standard_fonts")
def test_a_file_that_is_there_is_kept_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.pdf"
    file.write_text("worth keeping")
    with pytest.raises(MuckleError, match="is already there; --force overwrites it"):
        paper.print_deck(out=file)
    assert file.read_text() == "worth keeping"
    paper.print_deck(out=file, force=True)
    pages = Pages(file.read_bytes())
    assert [pages.text(page)[:5] for page in range(len(pages.pages))] == ["A J 1", "O C 4"]
    assert capsys.readouterr().out == f"{file} is ready; print it at its actual size, not fitted to the page\n"


@pytest.mark.usefixtures("standard_fonts")
def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MuckleError, match=r"nowhere/deck.pdf cannot be written: No such file or directory"):
        paper.print_deck(out=tmp_path / "nowhere" / "deck.pdf")


@pytest.mark.usefixtures("standard_fonts")
@pytest.mark.parametrize("how", ["preset", "set", "file"])
def test_decks_of_options_and_of_one_s_own(tmp_path: Path, how: str) -> None:
    own, file = tmp_path / "own.csv", tmp_path / "deck.pdf"
    own.write_text("card,top,bottom,number,evidence\nEK,E,K,1,\nRB,R,B,2,\n")
    match how:
        case "preset":
            paper.print_deck(preset="tiny", game="alphabetickell", out=file)
        case "set":
            paper.print_deck(options=["deck=custom", "cards=RB EK", "deck_check=loose"], out=file)
        case _:
            paper.print_deck(cards=own, options=["deck_check=loose"], out=file)
    text = Pages(file.read_bytes()).text(0)
    assert text.startswith({"preset": "N H 1 S C 1", "set": "R B 1 E K 1", "file": "E K 1 R B 1"}[how])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "mitch"}, "Mitch is not played with two-letter cards"),
        ({"game": "mickel"}, "did you mean 'mickell'"),
        ({"options": ["deck=custom"]}, "needs its cards"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(tmp_path: Path, given: dict[str, object], said: str) -> None:
    with pytest.raises(MuckleError, match=said):
        paper.print_deck(**given, out=tmp_path / "deck.pdf")  # type: ignore[arg-type]
    assert not [*tmp_path.iterdir()]


def test_a_sheet_is_printed_by_the_command() -> None:
    done = run("-m", "muckle", "print", "score-sheets", "muckell", "--preset", "muckell_timed", "--count", "5", "--out", "-")
    assert (done.returncode, done.stderr) == (0, b"") and len(Pages(done.stdout).pages) == 2


@pytest.mark.usefixtures("standard_fonts")
@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("caller --preset tiny --paper Letter --seed 3", "seed 3"),
        ("score-sheets mitch --seats 5 --count 1", "Nothing placed"),
        ("aid muckell", "Muckell 1: "),
    ],
)
def test_every_sheet_has_a_command(tmp_path: Path, command: str, text: str) -> None:
    sheet = tmp_path / "sheet.pdf"
    done = CliRunner().invoke(app, ["print", *command.split(), "--out", str(sheet)])
    assert done.exit_code == 0, done.output
    assert text in Pages(sheet.read_bytes()).text(0)


def test_without_the_extra_a_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    done = run("-c", NO_FPDF, "print", "deck", "--out", str(tmp_path / "deck.pdf"))
    expected = b"muckle: printing needs the extra print: uv run --extra print muckle print, or install muckle[print]\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", expected)
    assert run("-c", NO_FPDF, "print", "--help").returncode == 0

"""Lines out and a line in, whatever the streams are."""

import io

import pytest

from muckle.terminal.screen import LONGEST, Line, Screen


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def screen(typed: str = "", out: io.TextIOBase | None = None, **options: object) -> Screen:
    return Screen(io.StringIO(typed), out or io.StringIO(), **{"spoken": True, **options})  # pyright: ignore


def test_lines_in_a_pipe_are_neither_broken_nor_coloured() -> None:
    s = screen()
    s.say(Line("word " * 50, "bold red"), "K♥")
    assert s.out.getvalue() == "word " * 50 + "\nK♥\n"  # pyright: ignore


def test_colour_is_written_where_it_is_wanted_and_red_suits_are_red() -> None:
    s = screen(out=Terminal(), colour=True, width=80)
    s.say(Line("K♥ 9♠", "bold"))
    text = s.out.getvalue()  # pyright: ignore
    assert "\x1b[" in text
    assert text.index("\x1b[1;31mK♥") < text.index("9♠")


def test_an_encoding_without_the_signs_gets_ascii() -> None:
    raw = io.BytesIO()
    s = screen(out=io.TextIOWrapper(raw, "ascii", write_through=True))
    s.say("K♠ 10♥ − „ü“ …")
    assert raw.getvalue().decode("ascii") == 'KS 10H - ??" ...\n'


def test_text_cannot_steer_the_terminal() -> None:
    s = screen()
    s.say("a\x1b[2Jb\x07c\u202ed\te\rf")
    assert s.out.getvalue() == "a [2Jb c d e f\n"  # pyright: ignore


def test_words_longer_than_the_screen_are_broken() -> None:
    s = screen(width=10)
    s.say(Line("  " + "x" * 25, hang=2))
    assert max(map(len, s.out.getvalue().splitlines())) == 10  # pyright: ignore
    assert s.out.getvalue().count("x") == 25  # pyright: ignore


def test_what_is_typed_is_repeated_in_a_pipe() -> None:
    s = screen(" hello \n\nlast")
    assert [s.ask("?") for _ in range(4)] == ["hello", "", "last", None]
    assert s.out.getvalue() == "? hello\n? \n? last\n? \n"  # pyright: ignore


def test_endless_lines_are_cut() -> None:
    s = screen("x" * (3 * LONGEST) + "\nnext\n")
    assert len(s.ask("?") or "") == LONGEST
    assert s.ask("?") == "next"


@pytest.mark.parametrize(
    ("plain", "no_color", "spoken", "colour"),
    [(False, "", False, True), (True, "", True, False), (False, "1", False, False)],
)
def test_a_terminal_is_coloured_unless_plain_or_no_color(
    plain: bool, no_color: str, spoken: bool, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm-256color")
    s = Screen.of_process(plain)
    assert (s.spoken, s.colour) == (spoken, colour)
    s.say(Line("K♥", "bold"))
    assert ("\x1b" in s.out.getvalue()) == colour  # pyright: ignore


def test_a_pipe_is_spoken_even_if_colour_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setenv("FORCE_COLOR", "1")
    s = Screen.of_process()
    s.say(Line("K♥", "bold"))
    assert s.spoken and s.out.getvalue() == "K♥\n"  # pyright: ignore
    assert not s.typing

"""Answers of the laboratory: what a question came to, as data that a terminal, a page, a notebook or a program shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import msgspec

from muckle.errors import missing_extra
from muckle.lab.charts import Boxes, Dots, HeatMap, Lines


class Table(NamedTuple):
    """Rows of cells below headings."""

    caption: str
    """A sentence before it, or empty."""
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question about many games."""

    headline: str = ""
    """The game and, in brackets, its version, followed by what was counted."""
    run: dict[str, Any] = {}
    """The run behind it: game, version of its rules, options, seats, players, seed, games."""
    figures: Any = None
    """The numbers of the question."""
    sentences: Sequence[str] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    """Sentences on how to read the tables."""
    charts: Sequence[Boxes | Dots | HeatMap | Lines] = ()
    looks: int = 0
    """Number of differences that were looked for, each at a level of 95 %."""

    @property
    def data(self) -> dict[str, Any]:
        """The run and the numbers of the question, for JSON."""
        return {**self.run, **msgspec.to_builtins(self.figures)}

    def page(self) -> str:
        """Return the answer as an HTML page that loads nothing."""
        game, _, counted = self.headline.partition(" (")
        return render(self.headline, game, counted.replace(")", "", 1), (), [(self, "")])

    def _repr_html_(self) -> str:
        """Return the page in a frame, for notebooks."""
        return f'<iframe width="100%" height="800" srcdoc="{escape(self.page())}"></iframe>'


def answers_page(game: str, players: str, answers: Mapping[str, tuple[Answer, str]]) -> str:
    """Return a page with the answers to several questions.

    Args:
        players: who played, in words.
        answers: by question: the answer, and the command that gives it again.
    """
    return render(game, game, players, [*answers], [*answers.values()])


def render(title: str, game: str, about: str, questions: Sequence[str], answers: Sequence[tuple[Answer, str]]) -> str:
    """Fill the template of a page."""
    try:
        from jinja2 import Environment, PackageLoader
    except ModuleNotFoundError:
        raise missing_extra("pages need Jinja2", "lab") from None
    templates = Environment(loader=PackageLoader("muckle", "lab"), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    page = templates.get_template("page.html")
    return page.render(title=title, game=game, about=about, questions=questions, answers=answers)

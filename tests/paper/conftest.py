"""For the tests of what is printed."""

from pathlib import Path

import pytest

from muckle.paper import document


@pytest.fixture
def standard_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if the browser client had not been built; and quick, for our own fonts take a second to unpack."""
    monkeypatch.setattr(document, "FONTS", tmp_path / "not built")

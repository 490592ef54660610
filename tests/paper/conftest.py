"""For the tests of what is printed."""

from pathlib import Path

import pytest

from muckle.paper import document


@pytest.fixture
def standard_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use standard fonts, as if the client had not been built: unpacking our own takes a second."""
    monkeypatch.setattr(document, "FONTS", tmp_path / "not built")

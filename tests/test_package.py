"""The package's front: what `import muckle` offers and tells."""

import pydoc
import subprocess
import sys
from importlib import metadata

import pytest

import muckle


def test_every_public_name_is_there_told_and_found_by_help() -> None:
    page = pydoc.plain(pydoc.render_doc(muckle))
    for name in muckle.__all__:
        assert getattr(muckle, name).__doc__, name
        assert f"`{name}" in (muckle.__doc__ or "").replace("raises `", "`").replace("a `", "`") and name in page, name
    assert dir(muckle) == sorted(muckle.__all__)


def test_what_a_match_is_shows_in_its_repr() -> None:
    assert repr(muckle.new_match("mitch", seats=3, seed=7)).startswith("<Match of mitch: 3 seats, 0 decisions, seat ")


def test_the_version_is_that_of_the_installed_package() -> None:
    assert muckle.__version__ == metadata.version("muckle") != ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("muckle.version.VERSION", "7.8.9")
        assert muckle.__version__ == "7.8.9", "it is said in one place"


def test_importing_takes_no_numba() -> None:
    code = "import sys, muckle; dir(muckle); assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(muckle, "new_mach")


def test_the_help_of_the_commands_waits_for_no_game_and_no_numpy() -> None:
    loaded = [
        name for name in code_loaded("muckle.cli") if name.startswith(("numpy", "numba", "muckle.engine.game", "asyncio"))
    ]
    assert loaded == []
    assert "numpy" in code_loaded("muckle.games.mitch"), "its break: a game loads NumPy, and this is seen"


def code_loaded(module: str) -> list[str]:
    """Return the names of the modules that a new process has loaded after it imported one."""
    code = f"import sys, {module}; print(*sys.modules)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

"""The documentation's site: made strictly, all links lead somewhere, nothing is inline or from elsewhere; a room serves it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from browser.conftest import ROOT, Visit
from browser.hands import faults, overflow
from muckle import games
from server.people import GameRoom

MAKER = ROOT / "docs" / "site"


class Seen(HTMLParser):
    """Collects a page's links, its anchors, and whatever the room's policy would block."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        if tag == "a":
            self.links.append(given.get("href", ""))
        else:
            self.loaded += [given[name] for name in ("src", "href") if name in given]
        if (
            tag == "style"
            or (tag == "script" and "src" not in given)
            or any(name[:2] == "on" or name == "style" for name in given)
        ):
            self.inline.append(f"{tag} {given}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "site"
    command = [sys.executable, MAKER / "make.py", "--out", out, "--games", "60"]  # fewer say nothing about single cards
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0 and made.stderr == "", made.stderr
    return out


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Seen]:
    return {page: Seen(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}


def dead(pages: dict[Path, Seen]) -> list[str]:
    """Return links and files that lead nowhere."""
    found: list[str] = []
    for page, seen in pages.items():
        for link in {*seen.links, *seen.loaded}:
            to = urlsplit(link)
            if to.scheme or link == "/":  # the room's own first page
                continue
            at = (page.parent / unquote(to.path)).resolve() if to.path else page
            if not at.is_file() or (to.fragment and at in pages and unquote(to.fragment) not in pages[at].anchors):
                found.append(f"{page.name}: {link}")
    return found


def unanswered(gallery: Path) -> set[str]:
    """Return the games on which a folder holds no page with pictures and the commands that made them."""
    pages = {page.stem: page.read_text(encoding="utf-8") for page in gallery.glob("*.html")}
    return {name for name in games.GAMES if not re.search(rf"muckle \w+ {name} .*<svg", pages.get(name, ""), re.DOTALL)}


def test_the_gallery_answers_a_question_about_each_game(site: Path, tmp_path: Path) -> None:
    assert unanswered(site / "gallery") == set()
    (tmp_path / "mitch.html").write_text((site / "gallery" / "mitch.html").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "multzo.html").write_text("muckle report multzo", encoding="utf-8")
    assert unanswered(tmp_path) == set(games.GAMES) - {"mitch"}


def test_every_link_leads_somewhere(pages: dict[Path, Seen], tmp_path: Path) -> None:
    assert len(pages) > 30 and dead(pages) == []
    page = tmp_path / "page.html"
    page.write_text('<a href="gone.html">x</a> <a href="#there" id="there">x</a> <a href="#gone">x</a>')
    assert sorted(dead({page: Seen(page.read_text())})) == ["page.html: #gone", "page.html: gone.html"]


def test_nothing_is_inline_or_from_elsewhere(site: Path, pages: dict[Path, Seen]) -> None:
    """The room's content security policy holds for the documentation, too, and it can be read without a network."""
    assert {page.name: seen.inline for page, seen in pages.items() if seen.inline} == {}
    assert not [link for seen in pages.values() for link in seen.loaded if urlsplit(link).netloc]
    for style in site.rglob("*.css"):
        for url in re.findall(r"url\(\"?([^)\"]+)", style.read_text(encoding="utf-8")):
            assert (style.parent / url).is_file() or url.endswith(".png"), f"{style.name}: {url}"
    assert (
        len(Seen("<p style='x'></p><script>x</script><b onclick='x'></b><style></style><script src='x'></script>").inline) == 4
    )


def test_every_game_has_its_rules_and_notes(pages: dict[Path, Seen], site: Path) -> None:
    for name, game in games.GAMES.items():
        rules = re.findall(
            r"\*\*((?:[A-Z][a-z]+ )+\d+[a-z]?)\*\*", (ROOT / f"src/muckle/games/{name}/RULES.md").read_text("utf-8")
        )
        anchors = pages[site / "games" / f"{name}.html"].anchors
        assert len(rules) > 10 and not {rule.lower().replace(" ", "-") for rule in rules} - anchors
        led = {urlsplit(link).fragment for link in pages[site / "strategy" / f"{name}.html"].links}
        assert len(led & anchors) > 2, game.title
    assert {"general-1", "general-16"} <= pages[site / "games" / "general.html"].anchors


def test_every_public_name_is_in_the_reference(pages: dict[Path, Seen], site: Path) -> None:
    import muckle

    told = pages[site / "reference" / "muckle.html"].anchors
    public = {f"muckle.{name}" for name in muckle.__all__} - {"muckle.GAMES", "muckle.MuckleError"}
    assert sorted(public - told) == []
    assert {"muckle.games.GAMES", "muckle.Match.apply", "muckle.errors.MuckleError", "muckle.errors.IllegalError"} <= told
    assert "muckle.envs.Batch.step" in pages[site / "reference" / "envs.html"].anchors


def test_what_is_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(MAKER)
    import lay_out  # pyright: ignore[reportMissingImports]  # in docs/site

    faults: list[str] = []
    source = ROOT / "docs" / "words.md"
    lay_out.bent(
        "[a](nowhere.md) [b](hosting.md) [c](../README.md#x) [d](https://x.org)", source, {source: Path("words.md")}, faults
    )
    assert faults == [f"{source}: nowhere.md is not there"]
    faults.clear()
    assert lay_out.cited("Mitch 5 and Mitch 99", {"Mitch 5"}, source, faults) == "[Mitch 5](#mitch-5) and [Mitch 99](#mitch-99)"
    assert faults == [f"{source}: there is no rule Mitch 99"]


def test_the_lists_of_the_index_are_the_contents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(MAKER)
    import lay_out  # pyright: ignore[reportMissingImports]  # in docs/site

    index = "# Title\n\n[no list](x.md)\n\n## Play\n\n- [A](a.md)\n- [B](design/b.md)\n"
    assert lay_out.contents(index) == "\n```{toctree}\n:caption: Play\n:hidden:\n\na\ndesign/b\n```\n"


def test_without_a_client_there_is_no_site(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(MAKER)
    import make  # pyright: ignore[reportMissingImports]  # in docs/site

    monkeypatch.setattr(make, "CLIENT", tmp_path / "static")
    assert make.make(tmp_path / "site") == 1 and "uv sync --reinstall-package muckle" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_sphinx_takes_no_fault(tmp_path: Path) -> None:
    assert sphinx(tmp_path, "# Title") == (0, "")
    (tmp_path / "lonely.md").write_text("# Title")
    name = "```{eval-rst}\n.. autofunction:: muckle.nothing\n```"
    code, said = sphinx(tmp_path, f"# Title\n\n[a](#nowhere) [b](gone.md) ![c](gone.png)\n\n{name}\n")
    assert code == 1
    for fault in ("'nowhere'", "gone.md", "gone.png", "nothing' from module", "lonely.md"):
        assert fault in said, said


@pytest.fixture(scope="module")
def library(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Open a room with the documentation and yield its address."""
    code = "import sys; from muckle.server import __main__ as room; from muckle.server.http import pages; "
    code += f"pages.SITE = pages.Path({str(site)!r}); room.main()"
    room = GameRoom(tmp_path_factory.mktemp("room") / "room.db", start=("-c", code))
    yield f"{room.address}/docs"
    room.close()


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
@pytest.mark.parametrize("at", ["", "games/mitch.html", "laboratory.html", "reference/muckle.html", "search.html?q=mitch"])
def test_pages_are_in_order_for_everybody(visit: Visit, library: str, axe: str, at: str, size: str, theme: str) -> None:
    page = visit(f"{library}/{at}", size, theme)
    if at.startswith("search"):
        page.locator("#search-results li .context").last.wait_for()
        page.locator(".search-summary:has-text('finished')").wait_for()
    assert page.locator("h1").count() == 1 and overflow(page) <= 0
    assert faults(page, axe) == []


def test_what_is_sought_is_found_under_the_room_s_policy(visit: Visit, library: str) -> None:
    page = visit(library)
    page.get_by_label("Search the documentation").fill("replacement")
    page.keyboard.press("Enter")
    page.locator("#search-results a", has_text="Mitch and Revolution").click()
    page.get_by_role("heading", name="Mitch and Revolution").wait_for()
    page.get_by_role("link", name="The room").click()
    page.get_by_role("link", name="About").click()
    page.get_by_role("link", name="The documentation").click()
    page.wait_for_url(f"{library}/")


def test_a_phone_has_the_contents_below_the_text(visit: Visit, library: str) -> None:
    page = visit(f"{library}/games/mitch.html", "phone")
    page.get_by_role("link", name="Contents").click()
    page.get_by_role("link", name="Playing Mitch well").first.click()
    page.get_by_role("heading", name="Playing Mitch well").wait_for()


def sphinx(folder: Path, index: str) -> tuple[int, str]:
    """Build a site of one page and return the exit code and output."""
    (folder / "index.md").write_text(index)
    code = f"import sys; sys.path.insert(0, {str(MAKER)!r}); from make import Path, build; "
    code += f"sys.exit(build(Path({str(folder)!r}), Path({str(folder)!r} + '-made')))"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return made.returncode, made.stderr

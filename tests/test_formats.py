"""docs/formats.md: every example is read with the program's own readers, and is what the program writes."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muckle.cli.round_check import check_records
from muckle.errors import TranscriptError
from muckle.games.mickell.muckell import Standings
from muckle.match import transcript
from muckle.match.log import Header, LogEntry
from muckle.match.match import Match, check_transcript
from muckle.scene.contract import Scene
from muckle.scene.diff import patch
from muckle.server import messages
from muckle.server.events import messages as event_messages
from muckle.server.series import messages as series_messages

DOCS = Path(__file__).parents[1] / "docs"
ROOT = DOCS.parent
EXAMPLES = re.findall(r"^```(\w+)\n(.*?)^```$", (DOCS / "formats.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
MESSAGES = [(kind, text) for kind, text in EXAMPLES if kind[0].isupper()]


def example(kind: str) -> str:
    (text,) = [text for each, text in EXAMPLES if each == kind]
    return text


def same(text: str, made: object) -> None:
    assert json.loads(text) == json.loads(msgspec.json.encode(made))


def named(kind: str) -> Match:
    header = msgspec.json.decode(example("header"), type=Header)
    log = msgspec.json.decode(example("log"), type=list[LogEntry]) if kind == "log" else []
    return Match(header, log, names=["Ann", "Bob"])


def test_the_transcripts_are_what_is_written() -> None:
    whole, unfinished = [text for kind, text in EXAMPLES if kind == "transcript"]
    for text, over in ((whole, True), (unfinished, False)):
        (read,) = transcript.read(text.encode().splitlines())
        assert check_transcript(read).over is over and check_transcript(read).transcript() == text
    with pytest.raises(TranscriptError, match="line 2: "):
        list(map(check_transcript, transcript.read(whole.replace("place 2S", "place 3S").encode().splitlines())))


def test_the_round_is_what_is_written() -> None:
    text = example("round")
    *boards, last = check_records(text.encode().splitlines())
    assert isinstance(last, Standings) and last.places == (1, 2)
    written = [board.transcript() for board in boards if isinstance(board, Match)]
    assert "".join([last.line(), *written]) == text
    with pytest.raises(TranscriptError, match="places: seat 1 has 2, recorded is 1"):
        list(check_records(text.replace('"places":[1,2]', '"places":[1,1]').encode().splitlines()))


def test_the_log_folds() -> None:
    match = named("log")
    same(example("log"), match.log)
    assert msgspec.json.decode(example("header"), type=Header) == match.header
    assert (match.seq, match.count) == (3, 1)


def test_the_patch_makes_the_next_scene() -> None:
    before, after = named("header").scene(0), named("log").scene(0)
    assert msgspec.json.decode(example("scene"), type=Scene) == before
    same(example("scene"), before)
    found = msgspec.json.decode(example("patch"), type=messages.PatchMessage)
    changed: dict[str, Any] = patch(json.loads(example("scene")), found.changes)
    assert msgspec.convert(changed, Scene) == after and (found.base, found.seq) == (before.seq, after.seq)


def test_the_reckoning_is_how_the_hand_ended() -> None:
    match = named("log")
    match.apply("discard 4S")
    same(example("reckoning"), match.scene(0).reckoning)


@pytest.mark.parametrize(("kind", "text"), MESSAGES, ids=[kind for kind, _ in MESSAGES])
def test_messages_are_read_and_written_so(kind: str, text: str) -> None:
    read = msgspec.json.decode(text, type=getattr(messages, kind))
    given = json.loads(text)
    assert given.items() <= json.loads(msgspec.json.encode(read)).items()
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({**given, next(iter(given)): []}), type=getattr(messages, kind))


def test_every_request_of_the_room_is_told() -> None:
    told = (DOCS / "formats.md").read_text(encoding="utf-8")
    requests = f"{messages.__doc__}{event_messages.__doc__}{series_messages.__doc__}"
    for method, path in re.findall(r"^    (GET|POST) +(/api/\S+)", requests, re.MULTILINE):
        assert f"`{method} {path}`" in told, f"{method} {path}"


@pytest.mark.parametrize("folder", ["src", "web/src", "docs"])
def test_documents_that_are_named_are_here(folder: str) -> None:
    """Whoever is sent to a document finds it (R7)."""
    kinds = (".py", ".ts", ".tsx", ".md")
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in kinds and "static" not in path.parts]
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"[\w./-]*\w\.md\b", text):
            games = ROOT / "src/muckle/games"
            homes = (DOCS / name, ROOT / name, path.parent / name, games / name, games / "mitch" / name)
            assert any(home.exists() for home in homes), f"{path} names {name}"
        assert folder == "docs" or "rulebook page" not in text, f"{path} names a page that is not here"

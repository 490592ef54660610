"""docs/verify.py, which shares no code with the package, on hosted matches of all games and on tampered ones (C4)."""

import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muckle.games import GAMES
from muckle.match.draws import step_picks
from muckle.match.log import Header
from muckle.match.match import Match, new_match
from muckle.match.secret import bits, match_key

DOCS = Path(__file__).parents[2] / "docs"
VERIFY = DOCS / "verify.py"
CASES: list[tuple[str, str | None, dict[str, Any]]] = [
    ("mitch", None, {"seats": 5, "hands": 2}),
    ("mitch", "two_packs", {"seats": 8, "hands": 2}),
    ("mitch", "zero_cards", {"hands": 3}),
    ("mitch", "revolution", {"seats": 3, "hands": 4}),
    ("mitch", "discard_draw", {"seats": 2, "hands": 2}),
    ("mitch", "tiny", {}),
    ("multzo", None, {"seats": 5, "rounds_cap": 5}),
    ("multzo", None, {"seats": 2, "empty_stack": "reshuffle"}),
    ("multzo", None, {"seats": 4, "empty_stack": "last_turns", "tied_starter": "random"}),
    ("multzo", "tiny", {}),
    ("grabble_road", None, {"seats": 4}),
    ("grabble_road", "tiny", {}),
    ("mickell", None, {}),
    ("mickell", "tiny", {}),
    ("alphabetickell", None, {"seats": 5}),
    ("alphabetickell", "2018-09-04", {"seats": 2}),
    ("alphabetickell", "tiny", {}),
    (
        "alphabetickell",
        None,
        {"deck": "custom", "deck_check": "loose", "cards": "AL AL AL EK EK EK TH TH RB RB SC SC", "seats": 3},
    ),
]


def hosted(number: int, game: str, preset: str | None, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the lines of the transcript of a whole match with a secret and salts of its own."""
    rng = random.Random(f"{number} {game} {preset}")
    seats = new_match(game, preset, **options).options.seats
    salts = [f"{rng.getrandbits(256):064x}" if seat % 2 == 0 else "" for seat in range(seats)]
    secret = f"{rng.getrandbits(256):064x}"
    match = new_match(game, preset, secret=secret, match=f"m{number}", salts=salts, narrate=False, **options)
    while not match.over:
        match.apply(rng.choice(match.legal()))
    return [json.loads(line) for line in match.transcript().splitlines()]


def verify(path: Path, matches: list[list[dict[str, Any]]]) -> tuple[int, list[str]]:
    """Run the verifier on a file and return its exit code and its lines, one per match."""
    path.write_text("".join(json.dumps(line) + "\n" for match in matches for line in match), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", str(VERIFY), str(path)], capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def test_the_verifier_is_short_and_shares_no_code_with_the_package():
    source = VERIFY.read_text(encoding="utf-8")
    assert len(source.splitlines()) < 100
    imported = {line.split()[1].split(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


def test_hosted_matches_of_all_games_are_right(tmp_path: Path):
    """Verifies two matches per case, with shuffles, lots, new hands and rounds, and returned tiles, from each game."""
    matches = [hosted(number, *case) for number in range(2) for case in CASES]
    status, lines = verify(tmp_path / "matches.jsonl", matches)
    assert status == 0 and len(lines) == len(matches)
    assert all(line.endswith(": every draw is what secret and salts give") for line in lines)
    outcomes = {text.split()[0] for match in matches for line in match for text in line.get("chance", ())}
    assert outcomes == {"dealer", "deal", "draw", "start", "lot", "card", "offer"}


def test_the_published_examples_are_right(tmp_path: Path):
    """Deals of docs/vectors.json are right with the first picks that stand there, and wrong with another pick."""
    examples = json.loads((DOCS / "vectors.json").read_text(encoding="utf-8"))
    deals = [dealt(example) for example in examples]
    assert {deal["game"] for deal in deals} == set(GAMES)
    told = [
        both for deal, each in zip(deals, examples, strict=True) for both in zip(deal["picks"], each["picks"], strict=False)
    ]
    assert len(told) > len(deals) and all(pick == published for (pick, _), published in told)
    status, lines = verify(tmp_path / "deals.jsonl", [[deal] for deal in deals])
    assert status == 0 and len(lines) == len(deals)
    wrong = [{**deal, "picks": [[(pick + 1) % n, n], *others]} for deal in deals for [[pick, n], *others] in [deal["picks"]]]
    status, lines = verify(tmp_path / "wrong.jsonl", [[deal] for deal in wrong])
    assert status == 1 and all("draw 0 is recorded as" in line for line in lines)


def dealt(example: dict[str, Any]) -> dict[str, Any]:
    """Return the header of a published example with its secret."""
    header = msgspec.convert(example["header"], Header)
    found = step_picks(Match(header, secret=example["secret"]).position, None, header, example["secret"])
    return {**example["header"], "secret": example["secret"], "picks": found}


def other(text: str) -> str:
    """Change the first digit of a text."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def changed_draws(match: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the match once for each outcome that has an alternative of its kind, with that outcome changed."""
    everything = [
        (line, place, text.split()) for line, each in enumerate(match) for place, text in enumerate(each.get("chance", ()))
    ]
    found: list[list[dict[str, Any]]] = []
    for line, place, words in everything:
        things = [others[-1] for _, _, others in everything if others[0] == words[0] and others[-1] != words[-1]]
        if things:
            copy = json.loads(json.dumps(match))
            copy[line]["chance"][place] = " ".join([*words[:-1], things[place % len(things)]])
            found.append(copy)
    return found


def changed_picks(match: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the match once for each pick, with that pick or the number it was picked among changed."""
    found: list[list[dict[str, Any]]] = []
    for line, each in enumerate(match):
        for place, (pick, n) in enumerate(each.get("picks", ())):
            for changed in ([(pick + 1) % n, n] if n > 1 else [1, 2], [pick, n + 1], [pick, max(n - 1, pick)]):
                copy = json.loads(json.dumps(match))
                copy[line]["picks"][place] = changed
                found.append(copy)
    return found


@pytest.mark.parametrize("change", [changed_draws, changed_picks])
@pytest.mark.parametrize("game", GAMES)
def test_every_changed_draw_is_caught(game: str, change: Any, tmp_path: Path):
    [first, *_] = [hosted(1, *case) for case in CASES if case[0] == game and case[1] == "tiny"]
    tampered = change(first)
    status, lines = verify(tmp_path / "tampered.jsonl", tampered)
    assert status == 1 and len(tampered) > 1
    assert all("is recorded as" in line for line in lines) and len(lines) == len(tampered)


@pytest.mark.parametrize("case", CASES[::4], ids=str)
def test_every_changed_header_is_caught(case: tuple[str, str | None, dict[str, Any]], tmp_path: Path):
    header, *rest = hosted(2, *case)
    salted = [other(header["salts"][0]), *header["salts"][1:]]
    edits: list[dict[str, Any]] = [
        {"secret": other(header["secret"])},
        {"commitment": other(header["commitment"])},
        {"match": "m9"},
        {"version": header["version"] + 1},
        {"options": {**header["options"], "reveal_after_match": "none"}},
        {"words": {"name": "own", "sha256": "00"}},
        {"cards": ["AL"]},
        {"salts": salted},
        {"salts": [*header["salts"], ""]},
        {"picks": header["picks"][1:]},
        {"picks": None},
        {"secret": None},
    ]
    status, lines = verify(tmp_path / "edited.jsonl", [[{**header, **edit}, *rest] for edit in edits])
    assert status == 1 and len(lines) == len(edits)
    assert not [line for line in lines if line.endswith("every draw is what secret and salts give")]
    assert "the secret is not shown, so nothing can be checked" in lines[-1]


def test_of_a_game_from_elsewhere_the_picks_are_checked(tmp_path: Path):
    header, *rest = hosted(1, "mitch", "tiny", {"seats": 3})
    header["game"] = "long_road"
    key, number = match_key(header["secret"], msgspec.convert(header, Header)), itertools.count()
    for line in (header, *rest):
        line["picks"] = [[bits(key, next(number)) * n >> 32, n] for _, n in line.get("picks", ())]
    status, [line] = verify(tmp_path / "elsewhere.jsonl", [[header, *rest]])
    assert status == 0
    assert line.endswith(
        "every pick is what secret and salts give; what lies at each pick is for the game's own rules to say: "
        "muckle replay FILE --check"
    )
    [[pick, n], *others] = header["picks"]
    status, [line] = verify(tmp_path / "changed.jsonl", [[{**header, "picks": [[(pick + 1) % n, n], *others]}, *rest]])
    assert status == 1 and "draw 0 is recorded as" in line


@pytest.mark.parametrize("field", ["secret", "commitment", "salts"])
@pytest.mark.parametrize("text", ["5e", "5E" * 32, "xy" * 32, "5e" * 33, 7, ["5e"], {"a": 1}, True], ids=str)
def test_what_is_malformed_is_refused_in_a_sentence(field: str, text: Any, tmp_path: Path):
    header, *rest = hosted(1, "mitch", "tiny", {})
    whole = field in ("secret", "commitment")
    edited = {**header, field: text if whole else [text, *header[field][1:]]}
    status, [line] = verify(tmp_path / "malformed.jsonl", [[edited, *rest]])
    kind = field if whole else field[:-1]
    assert status == 1 and f"a {kind} is 64 hexadecimal digits in lower case, got {text!r:.70}" in line and len(line) < 300


@pytest.mark.parametrize("field", ["game", "seats", "options", "match", "salts", "picks", "chance"])
def test_fields_of_a_wrong_type_are_refused_in_a_sentence(field: str, tmp_path: Path):
    header, *rest = hosted(1, "mitch", "tiny", {})
    for value in (7, "text", {"a": 1}, [None]):
        status, [line] = verify(tmp_path / "typed.jsonl", [[{**header, field: value}, *rest]])
        assert status == 1 and len(line) < 500, line

"""The chance of hosted matches: what is committed to, how draws come about, what headers are refused (C1 to C3, O7)."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from every_game.walks import Case, presets
from muckle.engine.position import Position
from muckle.errors import MuckleError, OptionsError, TranscriptError
from muckle.games import GAMES
from muckle.match import transcript
from muckle.match.header import promised_header
from muckle.match.log import Header, WordsUsed
from muckle.match.match import Match, deal_promised, new_match
from muckle.match.secret import MIXED, bits, match_key

SECRET, SALT = "5e" * 32, "0123456789abcdef" * 4
VECTORS = json.loads(Path(__file__).parents[2].joinpath("docs", "vectors.json").read_text(encoding="utf-8"))
every_preset = pytest.mark.parametrize("case", presets(), ids=str)


def promised(**given: Any) -> Header:
    return promised_header(GAMES["mitch"], GAMES["mitch"].read_options(None, given), "m1", SECRET)


def started(salts: tuple[str, ...] = (SALT, "", ""), **given: Any) -> Match:
    return deal_promised(promised(seats=3, **given), SECRET, salts)


def play(match: Match, choice: int) -> list[str]:
    """Play to the end, by that among the legal actions; every outcome in order."""
    outcomes = list(match.header.chance)
    while actions := match.legal():
        outcomes += match.apply(actions[choice % len(actions)]).chance
    return outcomes


def test_the_deal_can_be_made_after_the_commitment():
    header = promised(seats=3)
    assert header.salts is None and not header.chance and header.commitment
    match = deal_promised(header, SECRET, [SALT, "", ""])
    assert match.header.commitment == header.commitment and match.header.chance and match.header.salts == (SALT, "", "")


def test_a_match_without_salts_is_not_dealt():
    with pytest.raises(OptionsError, match="in `salts` what each seat added"):
        Match(promised(), secret=SECRET)


@pytest.mark.parametrize("seat", range(3))
def test_any_seat_changes_the_deal_with_its_salt(seat: int):
    salts = [tuple(f"{number:064x}" if place == seat else SALT for place in range(3)) for number in range(5)]
    assert len({started(each).header.chance for each in salts}) == 5


EDITS: dict[str, Any] = {
    "game": "multzo",
    "version": 2,
    "seats": 4,
    "options": {"hands": 1},
    "cards": ("AL",),
    "words": WordsUsed("own", "00"),
    "salts": ("", SALT, ""),
}


@pytest.mark.parametrize("field", MIXED)
def test_every_draw_depends_on_every_field_that_is_mixed(field: str):
    header = started().header
    assert set(EDITS) == set(MIXED)
    assert match_key(SECRET, replace(header, **{field: EDITS[field]})) != match_key(SECRET, header)


@pytest.mark.parametrize(("name", "edit"), [("hands", 2), ("reveal_after_match", "none"), ("tie", "lowest_low")])
def test_every_option_changes_the_deal(name: str, edit: object):
    match = started()
    header = replace(match.header, options={**match.header.options, name: edit})
    with pytest.raises(TranscriptError, match="the deal is not what the seed or secret gives"):
        Match(header, secret=SECRET)


def test_the_commitment_binds_the_match():
    with pytest.raises(TranscriptError, match="not the one that was committed to"):
        Match(replace(started().header, match="m2"), secret=SECRET)


def test_another_secret_is_refused_whatever_it_would_deal():
    match = started()
    for other in ("5f" * 32, "5E" * 32, "5e" * 31):
        with pytest.raises(TranscriptError, match="not the one that was committed to"):
            Match(match.header, match.log, secret=other)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"salts": (SALT, "")}, "a salt for each of 3 seats, got 2"),
        ({"salts": (SALT, "", SALT, "")}, "a salt for each of 3 seats, got 4"),
        ({"salts": ("x", "", "")}, "a salt is 64 hexadecimal digits"),
        ({"salts": (SALT.upper(), "", "")}, "a salt is 64 hexadecimal digits"),
        ({"salts": ("\n", "", "")}, "a salt is 64 hexadecimal digits"),
        ({"salts": None}, "has its id in `match`"),
        ({"match": None}, "has its id in `match`"),
        ({"commitment": "zz"}, "a commitment is 64 hexadecimal digits"),
        ({"commitment": None}, "says nothing without the commitment"),
        ({"seed": 7}, "not from both"),
        ({"seed": 2**64}, "not from both"),
        ({"secret": "zz"}, "a secret is 64 hexadecimal digits"),
    ],
    ids=str,
)
@pytest.mark.parametrize("told", [True, False])
def test_o7_headers_that_make_no_sense_are_refused(edit: dict[str, Any], said: str, told: bool):
    match = started(hands=1)
    play(match, 0)
    header = transcript.read_one(match.transcript()).header
    with pytest.raises(MuckleError, match=said):
        Match(replace(header if told else replace(header, secret=None), **edit))


@every_preset
def test_the_same_draws_come_whatever_was_decided(case: Case):
    """Draw number i is a hash of i, so two players of the same table get the same bits for it, however they play."""
    given = {name: getattr(case.options, name) for name in case.options.__struct_fields__}
    match = new_match(case.game.name, secret=SECRET, match="m", salts=[SALT] * case.options.seats, narrate=False, **given)
    key = match_key(SECRET, match.header)
    for choice in (0, 1):
        fork = match.copy()
        while actions := fork.position.legal():
            after = fork.position.keyed(actions[choice % len(actions)], lambda number: bits(key, number))
            fork.apply(fork.legal()[choice % len(actions)])
            assert fork.position.same(after)


@every_preset
def test_a_transcript_takes_every_step_that_draws_once_more(case: Case, monkeypatch: pytest.MonkeyPatch):
    """Plain rules in a room make each step that draws as costly as an act. Read back, nothing is missing."""
    header = promised_header(case.game, case.options, "m1", SECRET)
    match = deal_promised(header, SECRET, [SALT] * header.seats)
    play(match, 1)
    taken, among = list[object](), Position.among
    monkeypatch.setattr(Position, "among", lambda self, *given: taken.append(given) or among(self, *given))
    written = match.transcript()
    assert len(taken) == 1 + sum(bool(decision.chance) for decision in match.decisions)
    assert Match.from_transcript(written).transcript() == written


def test_a_draw_is_a_hash_of_its_own_number():
    """No draw is the input of another, so knowing all others tells nothing about it."""
    key = match_key(SECRET, started().header)
    for number in (0, 1, 2, 10**6):
        alone = blake2b(number.to_bytes(8, "big"), key=key, digest_size=4).digest()
        assert bits(key, number) == int.from_bytes(alone, "big")
    assert len({bits(key, number) for number in range(1000)}) > 990


def test_a_one_card_deck_for_all_of_muckell():
    """Two tables with one secret and the same salts draw the same cards, though one discards what the other places."""
    one, two = (new_match("mickell", "tiny", secret=SECRET, match="m", salts=[SALT]) for _ in range(2))
    cards = [[text for text in play(match, choice) if text.startswith("card")] for match, choice in ((one, 0), (two, -1))]
    assert cards[0] == cards[1] and len(cards[0]) == 8


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["header"]["game"])
def test_the_published_examples(vector: dict[str, Any]):
    header = vector["header"]
    match = new_match(
        header["game"], secret=vector["secret"], match=header["match"], salts=vector["salts"], **vector["options"]
    )
    assert json.loads(match.transcript().splitlines()[0]) == {**header, "secret": None}
    key = match_key(vector["secret"], match.header)
    assert (match.header.commitment, key.hex()) == (header["commitment"], vector["key"])
    assert [bits(key, number) for number in range(len(vector["bits"]))] == vector["bits"]
    assert [b * n >> 32 for b, n in zip(vector["bits"], vector["among"], strict=True)] == vector["picks"]

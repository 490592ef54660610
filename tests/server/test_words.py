"""Looking up words over HTTP, by a match's list or by all lists, without scoring or revealing anything."""

import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muckle.words import definitions, installed, lists
from server.people import GameRoom, Person, View, over, playable


def test_a_word_is_told_by_all_lists(ann: Person):
    told = ann.get("words/HOPE")
    assert told["word"] == "hope" and told["listed"] and told["level"] == "very common"
    assert set(lists.NAMED) <= set(told["lists"])
    told = ann.get("words/colour")
    assert "british-standard" in told["lists"] and "american-full" not in told["lists"]
    told = ann.get("words/xqz")
    assert (told["listed"], told["lists"], told["level"], told["definitions"]) == (False, [], "", [])


def test_a_word_of_two_letters_has_our_definition(ann: Person):
    texts = [sense["text"] for sense in ann.get("words/Qi")["definitions"]]
    assert texts == definitions.own_definitions()["qi"].split("; ")


def test_a_match_has_its_own_list(ann: Person, ben: Person):
    match = ann.open("mickell", options={"dictionary": "british-standard"})["match"]
    for person in (ann, ben):  # spectators too
        told = person.get("words/colour", match=match)
        assert told["listed"] and told["lists"] == ["british-standard"]
        assert not person.get("words/color", match=match)["listed"]
    tiny = ann.open("mickell", preset="tiny")["match"]
    assert ann.get("words/echo", match=tiny)["listed"] and not ann.get("words/cat", match=tiny)["listed"]
    scene = ann.scene(tiny)
    ann.get("words/bet", match=tiny)
    assert ann.scene(tiny) == scene, "a look-up changes nothing"


def test_a_table_says_who_decides_what_a_word_is(ann: Person):
    def told(game: str, *seats: str, **wish: Any) -> list[str]:
        return [
            term
            for term in ann.scene(ann.open(game, *seats, **wish)["match"]).get("terms", [])
            if term.startswith(("The word list", "Words may"))
        ]

    decides = "The word list british full decides what a word is, and nobody at the table."
    assert told("mickell", options={"dictionary": "british-full"}) == [decides, "Words may be looked up at any time."]
    assert told("mickell", preset="no_lookups")[1:] == ["Words may be looked up when the match is over."]
    assert told("mitch", "easy") == []


def test_a_match_without_look_ups_refuses_them_until_it_is_over(ann: Person):
    match = ann.open("mickell", preset="no_lookups", options={"deck": "tiny", "dictionary": "tiny"})["match"]
    refused = ann.get("words/echo", 409, match=match)
    assert refused["code"] == "action.turn" and "lookup = none" in refused["message"]
    with ann.watch(match) as view:
        finish(view)
    assert ann.get("words/echo", match=match)["listed"]


def finish(view: View) -> None:
    view.hear_until(bool)
    while not over(view.scene):
        acts = playable(view.scene)
        act = "end" if "end" in acts else acts[0]
        assert view.act(act)["type"] == "done"
        view.hear_until(lambda scene: scene["seq"] >= view.count)


@pytest.mark.parametrize("word", ["?at", "[RB][EK]", "h*", "7up", "ice-cream", "a b", "a" * 61, "a" * 5000, "%00", "%ff"])
def test_a_malformed_word_is_refused(ann: Person, word: str):
    answer = ann.http.get(f"/api/words/{word.replace('?', '%3f')}")
    assert answer.status_code == 400 and answer.json()["code"] == "words.bad", answer.text
    assert len(answer.text) < 400


def test_words_of_a_missing_match_or_one_without_words_are_refused(ann: Person):
    assert ann.get("words/hope", 404, match="none")["message"] == "there is no such match"
    mitch = ann.open("mitch", "random")["match"]
    assert "without a word list" in ann.get("words/hope", 409, match=mitch)["message"]


def test_words_have_definitions_as_the_package_was_built(ann: Person):
    told = ann.get("words/leaves")
    if not definitions.FILE.exists():
        assert told["definitions"] == [] and told["missing"] == definitions.MISSING
        return
    senses = [sense for sense in told["definitions"] if sense.get("base") == "leaf"]
    assert told["missing"] == "" and senses[0]["source"] == "WordNet" and "plant" in senses[0]["text"]


def test_the_lists_a_table_can_have_are_told_with_their_sizes(
    rooms: Callable[..., GameRoom], person: Callable[..., Person], tmp_path: Path
):
    home = tmp_path / "home"
    own, broken = lists.game_list("mine", ("fire", "hope", "zyx")), home / "words" / "broken.txt"
    installed.install(own, home / "words")
    broken.write_bytes(b"\xff\xfe")
    ann = person(rooms(MUCKLE_HOME=str(home)))
    told = {info["name"]: info for info in ann.get("words")["lists"]}
    assert list(told) == [*lists.NAMED, "mine"], "a list that cannot be read is not offered"
    assert (told["mine"]["words"], told["mine"]["sha256"]) == (3, own.sha256)
    for name in ("american-standard", "either-full"):
        assert told[name]["words"] == len(lists.named(name))
    match = ann.open("mickell", options={"dictionary": "mine"})["match"]
    assert ann.get("words/ZYX", match=match)["listed"]
    told = ann.get("words/tree", match=match)
    assert (told["listed"], told["among"], told["lists"]) == (False, ["mine"], [])


def test_a_match_whose_list_is_gone_or_changed_says_so_and_goes_on_when_it_is_back(
    rooms: Callable[..., GameRoom], person: Callable[..., Person], tmp_path: Path
):
    home = tmp_path / "home"
    own = lists.game_list("mine", ("fire", "hope", "zyx"))
    kept = installed.install(own, home / "words")
    room = rooms(MUCKLE_HOME=str(home))
    match = person(room).open("mickell", options={"dictionary": "mine"})["match"]
    room.close()
    kept.unlink()
    ann = person(rooms(MUCKLE_HOME=str(home)))
    for path in ("scene", "transcript"):
        gone = ann.get(f"matches/{match}/{path}", 400)
        assert gone["code"] == "options.bad" and "mine" in gone["message"] and own.sha256[:12] in gone["message"]
        assert "muckle words import" in gone["message"]
    installed.install(lists.game_list("mine", ("fire", "hope")), home / "words")
    changed = ann.get(f"matches/{match}/scene", 400)
    assert "muckle words import" in changed["message"] and own.sha256[:12] in changed["message"]
    with ann.watch(match) as view:
        assert view.hear()["message"] == changed["message"]
    installed.install(own, home / "words", replace=True)
    assert ann.scene(match)["words"] == []
    assert ann.get("words/zyx", match=match)["listed"]


def test_the_room_keeps_its_matches_in_the_folder_that_is_named(tmp_path: Path):
    room = GameRoom(None, MUCKLE_HOME=str(tmp_path / "home"))
    room.close()
    assert (tmp_path / "home" / "room.db").exists()


def test_a_hint_keeps_to_the_vocabulary_that_is_asked_for(
    rooms: Callable[..., GameRoom], person: Callable[..., Person], tmp_path: Path
):
    home = tmp_path / "home"
    installed.install(lists.game_list("mine", tuple(f"{letter}zqx" for letter in string.ascii_lowercase)), home / "words")
    ann = person(rooms(MUCKLE_HOME=str(home)))
    match = ann.open("mickell", options={"dictionary": "mine"})["match"]
    ann.act(match, "place 1", 0, "a")
    told = {words: ann.post(f"matches/{match}/hint", {"words": words})["lines"][0] for words in ("", "very-rare")}
    assert "; longer words begin" in told[""] and "; no known longer word begins" in told["very-rare"]
    refused = ann.post(f"matches/{match}/hint", {"words": "comon"}, code=400)
    assert "did you mean 'common'" in refused["message"], refused

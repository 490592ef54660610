"""Before the deal nobody has seen a card, and nobody can choose the deal. Every byte that is sent is examined."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from muckle import games, players
from muckle.match.match import deal_promised
from muckle.match.transcript import read_one
from server.people import GameRoom, Person, View, over, playable

People = Callable[..., Person]
CARD = re.compile(
    rb"(?i)\b(ace|king|queen|jack|[0-9]+) of (spades|hearts|diamonds|clubs|suns|moons|crowns|arms)\b|\bor [A-Z]\b"
)
"""Matches the name of a card or tile of any game, as scenes have it."""
TOLD = ("zones", "pieces", "tables", "words", "say", "help")
"""Fields of a scene that could show a card."""


class Ear:
    """Keeps every byte that a person is sent."""

    def __init__(self, person: Person) -> None:
        self.person, self.heard = person, list[bytes]()
        person.http.event_hooks["response"].append(lambda answer: self.heard.append(answer.read()))

    def listen(self, view: View) -> None:
        """Keep whatever has come over a socket so far."""
        while True:
            try:
                message = view.connection.recv(0.3)
            except TimeoutError:
                return
            self.heard.append(message.encode() if isinstance(message, str) else message)


def scenes(heard: bytes) -> list[dict[str, Any]]:
    """Return every scene in a message."""
    message = json.loads(heard)
    found = [message, message.get("scene"), message.get("changes")]
    return [scene for scene in found if isinstance(scene, dict)]


@pytest.mark.parametrize("game", list(games.GAMES))
def test_nobody_is_sent_a_card_before_every_seat_is_taken(room: GameRoom, person: People, game: str):
    if games.find(game).options.fields()[0].most == 1:
        pytest.skip("a game for one: the only seat is the opener's")
    ears = [Ear(person()) for _ in range(3)]
    ann, ben, cat = (ear.person for ear in ears)
    match = ann.post("matches", {"game": game, "seats": ["open", "open"], "name": "Ann"}, 201)["match"]
    with ann.watch(match) as hers, ben.watch(match) as his, cat.watch(match) as theirs:
        ann.join(match)
        ben.join(match, name="Ben")
        for somebody in (ann, ben, cat):
            somebody.scene(match)
            somebody.get(f"matches/{match}/transcript", code=409)
            for path, message in (("why", {"act": "discard 2C"}), ("hint", {})):
                somebody.post(f"matches/{match}/{path}", message, code=409)
        for ear, view in zip(ears, (hers, his, theirs), strict=True):
            view.say({"type": "ping", "seq": 3})
            ear.listen(view)
    heard = [part for ear in ears for part in ear.heard if part.startswith(b"{")]
    assert len(heard) > 20 and not [*revealing(heard)]
    cat.join(match)
    dealt = json.dumps(ann.scene(match)).encode()
    assert [*revealing([dealt])], "the break: a scene with cards, as anybody would be sent too early"
    shown = json.dumps({"type": "patch", "changes": {"status": "Ann was dealt the King of Spades"}}).encode()
    assert [*revealing([shown])], "and one that names a card in passing"


def revealing(heard: list[bytes]) -> Iterator[bytes]:
    """Yield the messages that reveal a card."""
    for part in heard:
        if CARD.search(part) or any(scene.get(name) for scene in scenes(part) for name in TOLD):
            yield part


def test_who_opens_twice_gets_another_commitment_and_sees_no_card_of_either(ann: Person, ben: Person):
    ears = [Ear(ann), Ear(ben)]
    wish = {"game": "mitch", "seats": ["open"], "preset": "tiny"}
    opened = [somebody.post("matches", wish, 201) for somebody in (ann, ann, ben, ben)]
    for table in opened:
        for somebody in (ann, ben):
            assert somebody.scene(table["match"])["fairness"]["commitment"] == table["commitment"]
    assert len({table["commitment"] for table in opened}) == len(opened)
    heard = [part for ear in ears for part in ear.heard if part.startswith(b"{")]
    assert len(heard) == 3 * len(opened) and not [*revealing(heard)]
    for table in opened[:2]:
        ann.join(table["match"])
        assert not ann.scene(table["match"])["pieces"], "one seat is free"


def test_another_salt_would_have_been_another_deal(ann: Person, ben: Person):
    match = ann.open("mitch", "open", options={"hands": 1})["match"]  # all 52 cards: of a few, two deals are often alike
    ben.join(match)
    while not over(scene := ann.scene(match)):
        for somebody in (ann, ben):
            scene = somebody.scene(match)
            if acts := playable(scene):
                somebody.act(match, acts[0], scene.get("seq", 0), f"act {scene.get('seq', 0)}")
    header = read_one(ann.http.get(f"/api/matches/{match}/transcript").text).header
    assert header.secret and header.salts
    bare = msgspec.structs.replace(header, chance=(), picks=None)
    dealt = [deal_promised(bare, header.secret, salts).header.chance for salts in (header.salts, *changed(header.salts))]
    assert dealt[0] == header.chance and len(set(dealt)) == 3


def changed(salts: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the salts with one of them changed, once for each seat."""
    return [(*salts[:seat], "5a" * 32, *salts[seat + 1 :]) for seat in range(len(salts))]


def test_the_only_seat_of_a_solitaire_is_dealt_to_when_it_is_taken(ann: Person):
    opened = ann.post("matches", {"game": "mickell", "name": "Ann"}, 201)
    scene = ann.scene(opened["match"])
    assert not scene["pieces"] and list(scene["acts"]) == ["sit"]
    assert scene["fairness"]["commitment"] == opened["commitment"] and len(opened["commitment"]) == 64
    ann.join(opened["match"])
    scene = ann.scene(opened["match"])
    assert scene["pieces"] and scene["fairness"]["commitment"] == opened["commitment"]


def test_the_host_starts_with_bots_and_nobody_else_can(ann: Person, ben: Person, person: People):
    match = ann.post("matches", {"game": "mitch", "seats": ["open", "open", "random"], "name": "Ann"}, 201)["match"]
    refusal = "only who opened the table may start the match before every seat is taken"
    assert ann.act(match, "start", 0, "a0", code=409)["message"] == refusal, "she has not sat down"
    ann.join(match)
    ben.join(match, seat=2, name="Ben")
    for somebody in (ben, person()):
        assert somebody.act(match, "start", 0, "b1", code=409)["message"] == refusal
        assert "start" not in somebody.scene(match)["acts"]
    with ann.watch(match) as hers:
        assert hers.act("start", cid="a1") == {"type": "done", "cid": "a1", "seq": 0}
        hers.hear_until(lambda scene: scene["pieces"])
    assert ann.act(match, "start", 0, "a2")["seq"] == 0, "once more changes nothing"
    scene = person().scene(match)
    assert [seat["name"] for seat in scene["seats"]] == ["Ann", players.DEFAULT_LEVEL.title(), "Ben", "Random"]
    assert person().join(match)["seat"] is None


@pytest.mark.parametrize("salt", ["5a", "5A" * 32, "xy" * 32, "5a" * 33])
def test_a_malformed_salt_is_refused(ann: Person, salt: str):
    match = ann.post("matches", {"game": "mickell"}, 201)["match"]
    refused = ann.join(match, salt=salt, code=400)
    assert "a salt is 64 hexadecimal digits" in refused["message"] and repr(salt)[:80] in refused["message"]


def test_everybody_sees_the_parts_of_all_once_the_cards_are_dealt(ann: Person, ben: Person):
    match = ann.post("matches", {"game": "mitch", "seats": ["open", "random"]}, 201)["match"]
    ann.join(match, salt="a1" * 32)
    assert "salts" not in ben.scene(match)["fairness"]
    ben.join(match, salt="b2" * 32)
    for somebody in (ann, ben):
        assert somebody.scene(match)["fairness"]["salts"] == ["a1" * 32, "b2" * 32, ""]
    ann.join(match, salt="c3" * 32)
    assert ben.scene(match)["fairness"]["salts"][0] == "a1" * 32, "a late salt changes nothing"


def test_the_first_salt_counts_and_a_missing_one_holds_nobody_up(ann: Person, ben: Person):
    match = ann.post("matches", {"game": "mitch", "seats": ["open"]}, 201)["match"]
    for salt in ("a1" * 32, "c3" * 32, ""):
        ann.join(match, salt=salt)
    ben.join(match, salt="")
    assert ann.scene(match)["zones"] and ann.scene(match)["fairness"]["salts"] == ["a1" * 32, ""]


def test_the_story_begins_once_and_names_those_who_sit_there(ann: Person, ben: Person):
    """Otherwise the story would begin before anybody had come, and tell of an open seat (U14)."""
    match = ann.open("mitch", "open", name="Ann")["match"]
    with ann.watch(match) as hers:
        hers.hear_until(bool)
        ben.join(match, name="Ben")
        hers.hear_until(lambda scene: scene["pieces"])
        say = hers.scene["say"]
    assert sum("deal" in line for line in say) == 1 and not any("seat" in line.lower() for line in say)
    assert any("Ben" in line for line in say)

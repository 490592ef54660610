"""Coming back to a seat: whoever left it, and whoever sat there on another device; and who is not let in."""

from collections.abc import Callable

import pytest

from server.people import GameRoom, Person, View

People = Callable[..., Person]


@pytest.fixture
def match(ann: Person, ben: Person, person: People) -> str:
    """Begin a match of Mitch of Ann, Ben and a bot."""
    match = ann.open("mitch", "open", "random", name="Ann")["match"]
    ben.join(match, name="Ben")
    return match


def manage(somebody: Person, match: str) -> list[str]:
    return [*somebody.scene(match)["manage"]]


def test_who_left_comes_back_at_once_while_a_bot_has_the_seat(ann: Person, ben: Person, match: str):
    with ann.watch(match) as hers:
        hers.hear_until(bool)
        ben.act(match, "/resign", 0, "leaves")
        left = ben.scene(match)
        assert left.get("viewer") is None and not left["zones"].get("hand", {}).get("items"), "who left sees no hand"
        assert "/return 1" in left["manage"]
        ben.act(match, "/return 1", 0, "comes back")
        assert ben.scene(match)["viewer"] == 1 and ben.scene(match)["zones"]["hand"]["items"]
        hers.hear_until(lambda scene: not scene["seats"][1].get("stand_in") and "request" not in scene)


def test_whoever_comes_from_another_device_is_let_in_by_the_others(ann: Person, person: People, match: str, ben: Person):
    phone, stranger = person(), person()
    with ann.watch(match) as hers, phone.watch(match) as his:
        hers.hear_until(bool)
        his.hear_until(lambda scene: "/return 1" in scene["manage"])
        assert phone.act(match, "/return 0", 0, "Ann's", code=409)["message"].startswith("that is not for you")
        phone.act(match, "/return 1", 0, "mine")
        hers.hear_until(lambda scene: scene.get("request") == "Somebody on another device says they are Ben. Are they?")
        assert stranger.act(match, "/return 1", 0, "me too", code=409)
        assert stranger.act(match, "/admit 1 1", 0, "let him in", code=409), "only those who sit here are asked"
        ann.act(match, "/admit 1 1", 0, "yes")
        his.hear_until(lambda scene: scene.get("viewer") == 1)
    assert ben.scene(match).get("viewer") is None, "the old device watches from now on"
    assert ben.act(match, "/return 1", 0, "no, me", code=409), "nobody takes a seat of somebody who is here"


def test_who_is_denied_is_not_let_in_and_does_not_ask_again(ann: Person, person: People, match: str):
    stranger = person()
    with ann.watch(match) as hers:
        hers.hear_until(bool)
        stranger.act(match, "/return 1", 0, "mine")
        hers.hear_until(lambda scene: "/deny 1 1" in scene["manage"])
        ann.act(match, "/deny 1 1", 0, "no")
        assert stranger.scene(match).get("viewer") is None
        refusal = stranger.act(match, "/return 1", 0, "once more", code=409)
        assert refusal["message"] == "you were not let in at this table; you may watch"


def test_where_nobody_can_say_yes_a_personal_code_lets_in(ann: Person, ben: Person, person: People, match: str):
    code = ben.post("me/keep")["code"]
    phone = person()
    refusal = phone.act(match, "/return 1", 0, "mine", code=409)
    assert refusal["message"] == "nobody who could say yes is here; a personal code lets you in without them"
    phone.post("me/become", {"code": code})
    assert phone.scene(match)["viewer"] == 1


@pytest.mark.parametrize(
    "act", ["/return", "/return 9", "/return -1", "/return 1 x", "/return one", "/admit 1 1", "/deny", "/admit"]
)
def test_a_claim_that_means_nothing_is_refused_with_a_sentence(ann: Person, person: People, match: str, act: str):
    for somebody in (ann, person()):
        refusal = somebody.act(match, act, 0, "c", code=409)
        assert "not for you to do" in refusal["message"]


@pytest.mark.slow  # two rooms are opened
def test_who_left_comes_back_to_a_room_that_was_killed(rooms: Callable[..., GameRoom], person: People):
    room = rooms()
    ann, ben = person(room), person(room)
    match = ann.open("mitch", "open", "random", name="Ann")["match"]
    ben.join(match, name="Ben")
    ben.act(match, "/resign", 0, "leaves")
    room.kill()
    rooms(port=room.port)
    with View(ann, match):
        assert "/return 1" in manage(ben, match)
        ben.act(match, "/return 1", 0, "comes back")
    assert ben.scene(match)["viewer"] == 1

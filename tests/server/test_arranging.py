"""The host changes a table before the deal: seats, their order, bots and options; and everybody names themselves."""

from collections.abc import Callable
from typing import Any

import pytest

from server.people import GameRoom, Person

People = Callable[..., Person]


def names(somebody: Person, match: str) -> list[str]:
    return [seat["name"] for seat in somebody.scene(match)["seats"]]


def arrange(host: Person, match: str, was: list[str], seats: list[str], code: int = 200, **options: Any) -> Any:
    return host.post(f"matches/{match}/arrange", {"was": was, "seats": seats, "options": options}, code)


@pytest.fixture
def match(ann: Person, ben: Person) -> str:
    """Open a table of Mitch at which Ann, the host, and Ben have sat down and one seat is free."""
    match = ann.open("mitch", "open", "open", name="Ann")["match"]
    ben.join(match, name="Ben")
    return match


def test_the_host_moves_seats_and_puts_a_bot_there_and_nobody_has_to_sit_down_again(ann: Person, ben: Person, match: str):
    before = ann.scene(match)["fairness"]["commitment"]
    assert "arrange" in ann.scene(match)["acts"] and "arrange" not in ben.scene(match)["acts"]
    arrange(ann, match, ["Ann", "Ben", ""], ["open", "@1", "@0"])
    assert names(ann, match) == ["Free seat", "Ben", "Ann"] and ann.scene(match)["fairness"]["commitment"] == before
    assert "sit" not in ben.scene(match)["acts"]
    arrange(ann, match, ["", "Ben", "Ann"], ["owl", "@1", "@2"])
    assert names(ben, match) == ["Owl", "Ben", "Ann"] and ben.scene(match)["zones"], "all are there: the cards are dealt"


def test_guests_see_other_options_and_every_draw_can_be_checked(ann: Person, ben: Person, match: str):
    before = ann.scene(match)["fairness"]["commitment"]
    with ben.watch(match) as his:
        arrange(ann, match, ["Ann", "Ben", ""], ["@1", "@0", "open"], hands=1)
        his.hear_until(lambda scene: any("Hands in a match: 1" in term for term in scene["terms"]))
    assert names(ann, match) == ["Ben", "Ann", "Free seat"] and not ann.scene(match)["zones"]
    assert ben.get(f"matches/{match}/setup")["options"]["hands"] == 1
    ann.act(match, "start", 0, "a1")
    assert ben.scene(match)["zones"] and ben.scene(match)["fairness"]["commitment"] == before
    ann.act(match, "/abort", 0, "end")
    assert ann.http.get(f"/api/matches/{match}/transcript").status_code == 200


def test_more_seats_than_one_pack_is_for_take_two_packs_and_fewer_take_one_again(ann: Person, match: str):
    arrange(ann, match, ["Ann", "Ben", ""], ["@0", "@1", *["open"] * 5])
    assert ann.get(f"matches/{match}/setup")["options"]["packs"] == 2
    arrange(ann, match, ["Ann", "Ben", *[""] * 5], ["@0", "@1", "open"])
    assert ann.get(f"matches/{match}/setup")["options"]["packs"] == 1


@pytest.mark.parametrize(
    ("was", "seats", "options", "message"),
    [
        (["Ann", "Ben", ""], ["@0", "open", "open"], {}, "Ben has a seat here and keeps one; send them away first"),
        (["Ann", "", ""], ["@0", "@1", "open"], {}, "somebody has come or gone meanwhile; look at the table again"),
        (["Ann", "Ben", ""], ["@0", "@1", "@1"], {}, "seat 2 is not there, or wanted twice"),
        (["Ann", "Ben", ""], ["@0", "@1", "@7"], {}, "seat 8 is not there, or wanted twice"),
        (["Ann", "Ben", ""], ["@0"], {}, "Mitch has 2 to 10 seats, got 1"),
        (["Ann", "Ben", ""], ["@0", "@1", "dodo"], {}, "dodo"),
        (["Ann", "Ben", ""], ["@0", "@1", "open"], {"hands": 10**9}, "hands"),
        (["Ann", "Ben", ""], ["@0", "@1", "open"], {"seats": 3}, "say who sits at the table"),
        (["Ann", "Ben", ""], ["@0", "@1", "open"], {"wings": 3}, "wings"),
        ("Ann", [], {}, "cannot be read"),
    ],
)
def test_a_change_that_cannot_be_is_refused_with_a_sentence(
    ann: Person, match: str, was: Any, seats: list[str], options: dict[str, Any], message: str
):
    before = ann.scene(match)
    wish = {"was": was, "seats": seats, "options": options}
    refusal = ann.http.post(f"/api/matches/{match}/arrange", json=wish)
    assert 400 <= refusal.status_code < 500 and message in refusal.json()["message"]
    assert ann.scene(match) == before


def test_only_the_host_changes_a_table_and_only_before_the_deal(ann: Person, ben: Person, person: People, match: str):
    for stranger in (ben, person()):
        refusal = arrange(stranger, match, ["Ann", "Ben", ""], ["@1", "@0", "open"], code=409)
        assert refusal["message"] == "only who opened the table may change it"
    arrange(ann, match, ["Ann", "Ben", ""], ["@0", "@1", "owl"])
    assert ann.scene(match)["zones"]
    late = arrange(ann, match, ["Ann", "Ben", "Owl"], ["@1", "@0", "@2"], code=409)
    assert late["message"] == "the table can be changed until every seat is taken"


def test_a_name_is_changed_by_its_owner_before_the_deal(ann: Person, ben: Person, person: People, match: str):
    ben.post(f"matches/{match}/name", {"name": "  Benedict\u202e of  Ely "})
    assert names(ann, match)[:2] == ["Ann", "Benedict of Ely"]
    ben.post(f"matches/{match}/name", {"name": "Ann"})
    assert names(ann, match)[:2] == ["Ann", "Ann 2"], "nobody is called like another"
    assert "letter" in ben.post(f"matches/{match}/name", {"name": "\u202e"}, 409)["message"]
    assert person().post(f"matches/{match}/name", {"name": "Eve"}, 409)["message"].startswith("names are changed by")
    ann.post(f"matches/{match}/name", {"name": "Zoe", "seat": 1})
    assert names(ann, match)[:2] == ["Zoe", "Ann 2"], "another's seat is not one's own"


@pytest.mark.slow  # two rooms are opened
def test_what_a_host_changed_outlives_a_room_that_is_killed(rooms: Callable[..., GameRoom], person: People):
    room = rooms()
    ann = person(room)
    match = ann.open("mitch", "open", "open", name="Ann")["match"]
    arrange(ann, match, ["Ann", "", ""], ["open", "@0"], hands=1)
    commitment = ann.scene(match)["fairness"]["commitment"]
    room.kill()
    rooms(port=room.port)
    ben = person(room)
    assert names(ben, match) == ["Free seat", "Ann"] and ben.scene(match)["fairness"]["commitment"] == commitment
    ben.join(match)
    ann.act(match, "/abort", 0, "end")
    record = ann.http.get(f"/api/matches/{match}/transcript")
    assert record.status_code == 200 and commitment in record.text

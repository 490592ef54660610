"""What callers do at their desk: names on the projector, boards that go to another device, the door, the pace, helpers."""

from collections.abc import Callable
from typing import Any

import pytest

from patience import PATIENCE
from server.people import GameRoom
from server.test_events import TURNS, Guest, Guests, wait_for, wait_for_view


@pytest.fixture
def guests(room: GameRoom, person: Callable[..., Any]) -> Guests:
    """Return a function that makes several people come to this room or another."""
    return lambda count, place=room: [person(place, Guest) for _ in range(count)]


def names_on_the_hall(guest: Guest, code: str) -> list[str]:
    """Return the names that whoever shows the hall reads, in the order they came."""
    return guest.get(f"events/{code}")["newest"][::-1]


RUDE = (
    "fuck",
    "F u C k",
    "sh1t",
    "f\u0336u\u0336c\u0336k\u0336",
    "\U0001d4ef\U0001d4fe\U0001d4ec\U0001d4f4",
    "\u0441unt",
    "Hurensohn",
    "merde",
)
"""An English word, spelt out, with a digit, struck through, in mathematical letters, with a Cyrillic one; German; French."""


def test_an_abusive_name_is_not_on_the_hall_before_a_caller_has_looked_at_it(guests: Guests) -> None:
    """Break: a harmless name is there at once, and so is the same rude one after a caller's look."""
    host, *players = guests(len(RUDE) + 2)
    code = host.open_event()["code"]
    for player, name in zip(players, ("Ann Hancock", *RUDE), strict=True):
        view = player.join_event(code, name)
        assert bool(view["you"].get("shown")) == (name in RUDE), name
    assert names_on_the_hall(host, code) == ["Ann Hancock", *(f"Guest {number}" for number in range(2, len(RUDE) + 2))]
    assert [player.get("hidden", False) for player in host.get(f"events/{code}/players")["players"]] == [
        False,
        *[True] * len(RUDE),
    ]
    host.lead(code, "approve", player=2)
    assert names_on_the_hall(host, code)[:3] == ["Ann Hancock", "fuck", "Guest 3"]
    host.lead(code, "rename", player=2, name="Moira")
    assert names_on_the_hall(host, code)[1] == "Moira" == players[1].get(f"events/{code}")["you"]["name"]
    host.lead(code, "call")
    scenes = [player.scene(player.get(f"events/{code}")["you"]["board"]) for player in players[:3]]
    assert [scene["seats"][0]["name"] for scene in scenes] == ["Ann Hancock", "Moira", "Guest 3"]


def test_whoever_shows_all_names_shows_no_abusive_one(guests: Guests) -> None:
    """Break: shown by its own button it is there."""
    host, *players = guests(4)
    code = host.open_event(names="after_approval")["code"]
    for player, name in zip(players, ("Ann", RUDE[-1], "Ben"), strict=True):
        player.join_event(code, name)
    host.lead(code, "approve")
    assert names_on_the_hall(host, code) == ["Ann", "Guest 2", "Ben"]
    host.lead(code, "approve", player=2)
    assert names_on_the_hall(host, code) == ["Ann", RUDE[-1], "Ben"]


def test_a_board_has_the_name_that_the_desk_gives_its_player_at_once(guests: Guests, rooms: Callable[..., GameRoom]) -> None:
    """On the board, in its story and on a spectator's, before and after a kill. Break: nothing is renamed, and it stays."""
    first = rooms()
    host, ann, ben = guests(3, first)
    code = host.open_event(options={"visibility": "open"}, names="after_approval")["code"]
    for player, name in ((ann, "Ann"), (ben, "Ben")):
        player.join_event(code, name)
    host.lead(code, "call")
    boards = [player.get(f"events/{code}")["you"]["board"] for player in (ann, ben)]

    def names() -> list[str]:
        return [host.scene(board)["seats"][0]["name"] for board in boards]

    ann.turn(boards[0])
    assert names() == ["Guest 1", "Guest 2"]
    host.lead(code, "approve", 1, player=1)
    assert names() == ["Ann", "Guest 2"]
    host.lead(code, "rename", 1, player=1, name="Moira")
    host.lead(code, "approve", 1)
    assert names() == ["Moira", "Ben"]
    assert ann.scene(boards[0])["seats"][0]["name"] == "Moira"
    assert all("Moira" in line for line in ben.scene(boards[0])["say"])
    first.kill()
    rooms(port=first.port)
    assert names() == ["Moira", "Ben"]


def test_who_is_removed_stays_out_and_their_address_only_if_the_desk_says_so(
    guests: Guests, rooms: Callable[..., GameRoom]
) -> None:
    """All here have one address, as in a hall: those who play go on, newcomers are kept out, and let in again."""
    first = rooms()
    host, ann, ben, eve, late = guests(5, first)
    code = host.open_event()["code"]
    for player, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
        player.join_event(code, name)
    with ann.listen(code), ben.listen(code):
        ask = lambda: host.get(f"events/{code}/players")  # noqa: E731  # asked again until both sockets count
        found = wait_for(ask, lambda found: found["players"][2].get("sharing") == 2)
        assert [each.get("sharing") for each in found["players"]] == [1, 1, 2] and not found["kept_out"]
    host.lead(code, "remove", player=3)
    assert "sent you away" in eve.join_event(code, "Eva", 403)["message"]
    assert late.join_event(code, "Late")["you"]["number"] == 4
    host.lead(code, "remove", player=4, address=True)
    (again,) = guests(1, first)
    assert "nobody new in from your network" in again.join_event(code, "Later", 403)["message"]
    first.kill()
    rooms(port=first.port)
    assert again.join_event(code, "Later", 403)
    host.lead(code, "call")
    assert ann.get(f"events/{code}")["you"]["board"] and ann.join_event(code, "Ann")["you"]["number"] == 1
    assert "address is unknown" in host.lead(code, "remove", 1, 409, player=2, address=True)["message"]
    assert host.get(f"events/{code}/players")["kept_out"] == 1
    host.lead(code, "let_in", 1)
    assert again.join_event(code, "Later")["you"]["number"] == 5
    assert again.lead(code, "let_in", answer=403)


def test_the_same_people_go_on_at_another_event_under_their_names(guests: Guests) -> None:
    host, ann, ben, eve, new = guests(5)
    code = host.open_event(title="Moor evening", bots=1, level="greedy", options={"pace": "caller", "tie": "longest_word"})[
        "code"
    ]
    for guest, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
        guest.join_event(code, name)
    host.lead(code, "again", answer=409)
    host.lead(code, "remove", player=4)
    host.lead(code, "rename", player=3, name="Benno")
    host.call_to_end(code)
    ann.lead(code, "again", answer=403)
    assert ann.get(f"events/{code}")["next"] == ""
    following = host.lead(code, "again")["next"]
    assert following and host.lead(code, "again")["next"] == following == ann.get(f"events/{code}")["next"]
    view = host.get(f"events/{following}")
    assert (view["title"], view["phase"], view["players"], view["longest"]) == ("Moor evening", "joining", 1, True)
    assert view["you"]["caller"] and view["after"]
    names = [guest.join_event(following)["you"]["name"] for guest in (ann, ben, new)]
    assert names == ["Ann", "Benno", "Guest 4"]
    eve.join_event(following, "Somebody else", answer=403)
    assert host.call_to_end(following)["standings"]["players"] == 4


def test_the_best_of_those_who_play_for_the_first_time_has_a_prize(guests: Guests) -> None:
    host, ann, ben = guests(3)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    ben.post(f"events/{code}/join", {"name": "Ben", "salt": "b0" * 32, "novice": True})
    assert host.call_to_end(code)["standings"]["novice"]["name"] == "Ben"
    ben.lead(code, "again", answer=403)
    host.lead(code, "remove", player=2)
    assert host.get(f"events/{code}")["standings"]["novice"] is None


def test_names_are_shown_as_the_organiser_chose(guests: Guests) -> None:
    for names, shown, approved in (
        ("at_once", "Ann \N{GRINNING FACE}", "Ann \N{GRINNING FACE}"),
        ("after_approval", "Guest 1", "Ann \N{GRINNING FACE}"),
        ("numbers", "Guest 1", ""),
    ):
        host, ann = guests(2)
        code = host.open_event(names=names)["code"]
        assert ann.join_event(code, "Ann \N{GRINNING FACE}")["you"]["name"] == "Ann \N{GRINNING FACE}"
        assert names_on_the_hall(host, code) == [shown], names
        host.lead(code, "approve", answer=200 if approved else 409)
        assert names_on_the_hall(host, code) == [approved or shown], names
        host.lead(code, "call")
        host.call_to_end(code, 1)
        assert [place["name"] for place in host.get(f"events/{code}/standings")["places"]] == [approved or shown]
        assert (approved or shown) in host.http.get(f"/api/events/{code}/standings.csv").text
    host, ann = guests(2)
    code = host.open_event(emoji=False)["code"]
    assert ann.join_event(code, "Ann \N{GRINNING FACE}")["you"]["name"] == "Ann"


def test_names_that_look_the_same_are_two_people_with_a_number(guests: Guests) -> None:
    host, *players = guests(6)
    code = host.open_event()["code"]
    names = ("Ann", "ann", "\u0410nn", "A\u200bnn", "Anne")
    joined = [player.join_event(code, name)["you"]["name"] for player, name in zip(players, names, strict=True)]
    assert joined == ["Ann", "ann 2", "\u0410nn 3", "Ann 4", "Anne"]


def test_who_comes_back_on_another_device_plays_the_same_board(guests: Guests) -> None:
    """By the personal code of an event in no series. Break: a code of another event, and one of a player who was sent away."""
    host, phone, other, ben = guests(4)
    code = host.open_event()["code"]
    own = phone.join_event(code, "Ann")["you"]
    ben.join_event(code, "Ben")
    host.lead(code, "call")
    board = phone.get(f"events/{code}")["you"]["board"]
    phone.turn(board)
    host.lead(code, "call", 1)
    other.post(f"events/{code}/return", {"code": "ABCDE-FGHJK"}, 403)
    you = other.post(f"events/{code}/return", {"code": own["code"].lower().replace("-", " ")})["you"]
    assert (you["number"], you["name"], you["board"]) == (1, "Ann", board)
    other.turn(board)
    phone.get(f"matches/{board}/scene", 403)
    assert not phone.get(f"events/{code}")["you"].get("number")
    assert host.get(f"events/{code}")["players"] == 2
    host.lead(code, "remove", 2, player=1)
    phone.post(f"events/{code}/return", {"code": own["code"]}, 403)


def test_the_desk_hands_a_board_over_to_somebody_who_joined_again(guests: Guests) -> None:
    host, phone, other = guests(3)
    code = host.open_event()["code"]
    phone.join_event(code, "Ann")
    host.lead(code, "call")
    board = phone.get(f"events/{code}")["you"]["board"]
    phone.turn(board)
    other.join_event(code, "Ann again")
    view = host.lead(code, "merge", player=2, into=1)
    assert view["players"] == 1 and view["newest"] == ["Ann"]
    assert other.get(f"events/{code}")["you"]["board"] == board
    host.lead(code, "call", 1)
    other.turn(board)
    assert host.lead(code, "merge", player=1, into=1, answer=409)
    host.call_to_end(code, 2)
    assert [place["number"] for place in host.get(f"events/{code}/standings")["places"]] == [1]


def test_a_misspelt_name_with_real_cards_is_merged(guests: Guests) -> None:
    host, _ = guests(2)
    code = host.open_event(real_cards=True)["code"]
    host.lead(code, "call")
    host.call_to_end(code, 1)
    for name, score in (("Moira", 5), ("Moria", 7), ("MOIRA", 6)):
        host.post(f"events/{code}/score", {"name": name, "score": score})
    host.lead(code, "next", TURNS + 1)
    host.lead(code, "call")
    host.call_to_end(code, 1)
    host.post(f"events/{code}/score", {"name": "Moria", "score": 3})
    host.lead(code, "merge", player=2, into=1)
    places = host.get(f"events/{code}/standings")["places"]
    assert [(place["name"], place["score"]) for place in places] == [("Moira", 9)], (
        "her own of the first round, the other of the second"
    )


def test_the_door_is_closed_to_newcomers_only(guests: Guests) -> None:
    host, ann, ben = guests(3)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    assert host.lead(code, "close")["closed"]
    assert "closed the door" in ben.join_event(code, "Ben", 409)["message"]
    assert ann.join_event(code, "Ann")["you"]["number"] == 1
    assert not host.lead(code, "open")["closed"]
    assert ben.join_event(code, "Ben")["you"]["number"] == 2


def test_the_pace_is_changed_while_the_event_runs(guests: Guests) -> None:
    """Muckell D13: from a caller to a clock, to everybody ready, and back."""
    host, ann = guests(2)
    code = host.open_event()["code"]
    ann.join_event(code, "Ann")
    host.lead(code, "call")
    host.lead(code, "pace", 1, pace="seconds:0", answer=400)
    view = host.lead(code, "pace", 1, pace="seconds:1")
    assert (view["pace"], view["seconds"]) == ("seconds:1", 1)
    turn = wait_for_view(host, code, lambda view: view["turn"] > 1)["turn"]
    view = host.lead(code, "pace", turn, pace="wait_for_all")
    assert view["seconds"] == 0 and view["left"] == 0
    with ann.listen(code) as socket:
        socket.recv(PATIENCE)
        ann.turn(ann.get(f"events/{code}")["you"]["board"])
        turn = wait_for_view(host, code, lambda now: now["turn"] > view["turn"])["turn"]
    assert host.lead(code, "pace", turn, pace="caller")["pace"] == "caller"
    assert host.call_to_end(code, turn)["phase"] == "over"


def test_helpers_lose_the_right_to_call_and_their_word(guests: Guests) -> None:
    host, helper, ann = guests(3)
    view = host.open_event()
    code, word = view["code"], view["you"]["word"]
    helper.post(f"events/{code}/assist", {"word": word})
    new = host.lead(code, "relieve")["you"]["word"]
    assert new != word and not helper.get(f"events/{code}")["you"].get("caller")
    helper.lead(code, "close", answer=403)
    ann.post(f"events/{code}/assist", {"word": word}, 403)
    assert ann.post(f"events/{code}/assist", {"word": new})["you"]["caller"]
    assert host.get(f"events/{code}")["you"]["caller"]

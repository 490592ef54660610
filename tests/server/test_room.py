"""Use of the game room over real sockets: open, join, play, watch, go on."""

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from muckle import games, players
from muckle.match import transcript
from muckle.match.match import check_transcript
from muckle.match.secret import commitment
from muckle.scene.contract import Scene
from server.people import Person, View, over, playable

People = Callable[..., Person]
ODD = "  Ann\n\u202e  of the \x00 hill" + "x" * 99


def same(patched: Any, scene: Any) -> bool:
    """Return whether two scenes as JSON are equal, except for the progress of compiling."""
    first, second = (msgspec.structs.replace(msgspec.convert(each, Scene), progress="") for each in (patched, scene))
    return first == second


def play(view: View, chance: random.Random) -> None:
    """Play a seat to the end with random acts."""
    while not over(view.hear_until(lambda scene: playable(scene) or over(scene)).scene):
        assert view.act(chance.choice(playable(view.scene)))["type"] == "done"


def two_at_a_table(ann: Person, ben: Person, **details: Any) -> str:
    match = ann.open("mitch", "open", **{"options": {"hands": 1}, "name": "Ann", **details})["match"]
    assert ben.join(match, name="Ben")["seat"] == 1
    return match


def test_the_lobby_shows_every_game_with_its_options_presets_and_players(ann: Person):
    catalogue = ann.get("games")
    assert [game["name"] for game in catalogue["games"]] == list(games.GAMES)
    for shown, game in zip(catalogue["games"], games.GAMES.values(), strict=True):
        assert [preset["name"] for preset in shown["presets"]] == list(game.presets)
        assert {option["name"] for option in shown["options"]} == {field.name for field in game.options.fields()}
    assert [(bird["name"], bird["level"], bird["help"]) for bird in catalogue["birds"]] == [
        (name, *bird[::2]) for name, bird in players.BIRDS.items()
    ]
    assert catalogue["usual"] in players.BIRDS


def test_the_patch_of_an_act_brings_the_answer_to_who_acted_alone(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    with ann.watch(match) as hers, ben.watch(match) as his, ann.watch(match) as elsewhere:
        views = [view.hear_until(bool) for view in (hers, his, elsewhere)]
        actor = next(view for view in views if playable(view.scene))
        seq = actor.scene.get("seq", 0)
        answer = actor.act(playable(actor.scene)[0], cid="mine")
        assert answer == {"type": "done", "cid": "mine", "seq": seq + 1}
        assert actor.scene["seq"] == seq + 1, "the scene came with the answer"
        for other in (view for view in views if view is not actor):
            assert "done" not in other.hear_until(lambda scene: scene.get("seq", 0) > seq).last
        actor.say({"type": "act", "act": "whatever", "seq": seq, "cid": "mine"})
        assert actor.hear() == answer, "sent once more it leads to no patch, so the answer is a message of its own"
        actor.say({"type": "ping", "seq": seq + 1})
        assert actor.hear()["type"] == "pong", "nothing is answered twice"


def test_a_match_against_bots_is_played_to_its_end_by_patches_alone(ann: Person):
    joined = ann.open("mitch", "random", "greedy", options={"hands": 1}, name="Ann")
    path = f"matches/{joined['match']}"
    assert joined == {**joined, "seat": 0, "link": f"/m/{joined['match']}"}
    with ann.watch(joined["match"]) as view:
        view.hear_until(bool)
        assert [seat["name"] for seat in view.scene["seats"]] == ["Ann", "Random", "Greedy"]
        assert [seat.get("kind", "human") for seat in view.scene["seats"]] == ["human", "bot", "bot"]
        play(view, random.Random(1))
        assert same(view.scene, ann.scene(joined["match"]))
    text = ann.http.get(f"/api/{path}/transcript").text
    [recorded] = transcript.read(line.encode() for line in text.splitlines())
    assert recorded.header.secret and recorded.header.commitment == commitment(recorded.header.secret, joined["match"])
    assert len(check_transcript(recorded).decisions) == view.scene["seq"]


def test_a_mickell_is_played_alone(ann: Person):
    match = ann.open("mickell", preset="tiny")["match"]
    with ann.watch(match) as view:
        play(view, random.Random(2))
        assert same(view.scene, ann.scene(match))


def test_mickell_i12_nobody_learns_whether_a_row_spells_a_word(ann: Person):
    """Claims without their word are neither carried out nor judged, because both would tell."""
    match = ann.open("mickell", preset="mickell")["match"]
    scene, number = ann.scene(match), 0
    while not (claims := [name for name in scene["acts"] if name.startswith("claim")]):
        act = next(name for name in ("place 1", "end") if name in scene["acts"])
        ann.act(match, act, scene.get("seq", 0), f"c{number}")
        scene, number = ann.scene(match), number + 1
    for written in (claims[0], claims[0].upper(), claims[0].replace(" ", "  ")):
        problem = ann.act(match, written, scene["seq"], f"x{written}", code=400)
        assert problem["code"] == "action.notation" and "answer" in problem["message"]
        asked = ann.post(f"matches/{match}/why", {"act": written}, code=400)
        assert asked["message"] == problem["message"]


def test_nothing_is_done_before_every_seat_is_taken(ann: Person, ben: Person):
    match = ann.open("mitch", "open", "open", "random", options={"hands": 1})["match"]
    scene = ann.scene(match)
    assert scene["status"] == "Waiting for 2 more players." and list(scene["acts"]) == ["start", "arrange"]
    assert [seat.get("kind", "human") for seat in scene["seats"]] == ["human", "open", "open", "bot"]
    problem = ann.act(match, "discard 2C", 0, "c1", code=409)
    assert problem["message"] == "the match begins when every seat is taken"
    assert ben.join(match, seat=2)["seat"] == 2
    assert ann.scene(match)["status"] == "Waiting for 1 more player."


def test_a_friend_joins_by_the_link_and_both_see_their_own_hand_only(ann: Person, ben: Person):
    match = ann.open("mitch", "open", options={"hands": 1}, name="Ann")["match"]
    with ann.watch(match) as hers, ben.watch(match) as his:
        assert his.hear_until(bool).scene.get("viewer") is None
        ben.join(match, name="Ben")
        for view, seat in ((hers, 0), (his, 1)):
            view.hear_until(lambda scene: not any(who.get("kind") == "open" for who in scene["seats"]))
            assert view.scene["viewer"] == seat
            assert [who.get("you", False) for who in view.scene["seats"]] == [seat == 0, seat == 1]
        hands = [{piece["label"] for key, piece in view.scene["pieces"].items()} for view in (hers, his)]
        assert hands[0] and hands[1] and not hands[0] & hands[1]
        turn = [playable(view.scene) != [] for view in (hers, his)]
        assert sorted(turn) == [False, True]


def test_two_people_play_a_match_at_once(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    with ann.watch(match) as hers, ben.watch(match) as his:
        threads = [threading.Thread(target=play, args=(view, random.Random(3))) for view in (hers, his)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for somebody, view in ((ann, hers), (ben, his)):
            assert over(view.scene) and same(view.scene, somebody.scene(match))


def test_sitting_down_twice_is_sitting_down_once(ann: Person, ben: Person):
    match = ann.open("mitch", "open", "open", options={"hands": 1})["match"]
    assert [ben.join(match)["seat"] for _ in range(2)] == [1, 1]
    assert ann.join(match)["seat"] == 0


def test_whoever_comes_when_all_seats_are_taken_watches(ann: Person, ben: Person, person: People):
    match = two_at_a_table(ann, ben)
    cat = person()
    assert cat.join(match)["seat"] is None
    assert cat.join(match, seat=1, code=409)["message"] == "seat 2 is not open"
    scene = cat.scene(match)
    assert scene.get("viewer") is None and not scene.get("acts")
    problem = cat.act(match, "discard 2C", 0, "c1", code=409)
    assert (problem["code"], problem["cid"]) == ("action.turn", "c1")


def test_names_are_made_fit_to_be_shown(ann: Person, ben: Person):
    match = ann.open("mitch", "open", "greedy", "greedy", options={"hands": 1}, name=ODD)["match"]
    ben.join(match, name="Greedy")
    names = [seat["name"] for seat in ann.scene(match)["seats"]]
    assert names == ["Ann of the hillxxxxxxxxx", "Greedy 3", "Greedy", "Greedy 2"]


def test_a_poll_is_answered_at_once_when_there_is_news_else_when_there_is(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    scene = ann.scene(match, have=-1, wait=20)
    mover, other = (ann, ben) if playable(scene) else (ben, ann)
    act = playable(mover.scene(match))[0]
    heard: list[Any] = []
    polling = threading.Thread(target=lambda: heard.append(other.scene(match, have=0, wait=20)))
    polling.start()
    polling.join(0.3)
    assert not heard
    mover.act(match, act, 0, "c1")
    polling.join(10)
    assert heard[0]["seq"] == 1 and same(heard[0], other.scene(match, have=0, wait=20))


def test_a_poll_ends_when_its_time_is_up(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    began = time.monotonic()
    assert ann.scene(match, have=5, wait=1).get("seq", 0) == 0
    assert 0.9 < time.monotonic() - began < 10


def test_everybody_sees_who_is_here(person: People, ann: Person, ben: Person):
    """Reads the encoded scene, in which `kind` is left out for people and `here` unless it is false (U1)."""
    match = two_at_a_table(ann, ben)
    with ann.watch(match) as hers, person().watch(match) as theirs:
        for view in (hers, theirs):
            view.hear_until(lambda scene: not scene["seats"][1].get("here", True))
            assert "kind" not in view.scene["seats"][1]
        with ben.watch(match):
            for view in (hers, theirs):
                view.hear_until(lambda scene: "here" not in scene["seats"][1])
        for view in (hers, theirs):
            view.hear_until(lambda scene: scene["seats"][1].get("here") is False)


def test_only_the_seat_to_act_is_told_what_may_be_done(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    mover, other = (ann, ben) if playable(ann.scene(match)) else (ben, ann)
    for path, message in (("why", {"act": "place KH"}), ("hint", {})):
        assert other.post(f"matches/{match}/{path}", message, code=409)["code"] == "action.turn"
    assert mover.post(f"matches/{match}/hint")["lines"]
    legal = playable(mover.scene(match))[0]
    assert mover.post(f"matches/{match}/why", {"act": legal}) == {
        "type": "problem", "code": "", "message": "It does not go there, but here: Discard pile.", "rule": "", "cid": ""
    }  # fmt: skip
    problem = mover.post(f"matches/{match}/why", {"act": "place 1X"})
    assert problem["code"] == "action.notation"


def test_the_transcript_is_kept_until_the_match_is_over(ann: Person, ben: Person):
    match = two_at_a_table(ann, ben)
    problem = ann.get(f"matches/{match}/transcript", code=409)
    assert problem["message"] == "the transcript is open to all once the match is over"


@pytest.mark.parametrize(("reveal", "code"), [("all", 200), ("none", 409)])
def test_general_11_the_record_of_a_match_that_reveals_nothing_is_nobodys(ann: Person, reveal: str, code: int):
    match = ann.open("mickell", preset="tiny", options={"reveal_after_match": reveal})["match"]
    with ann.watch(match) as view:
        play(view, random.Random(3))
    assert ann.scene(match).get("record", False) == (reveal == "all")
    answer = ann.http.get(f"/api/matches/{match}/transcript")
    assert answer.status_code == code
    assert code == 200 or answer.json()["rule"] == "General 11"


def test_a_match_has_one_rematch_whose_seats_have_moved_on(ann: Person, ben: Person, person: People):
    match = ann.open("mitch", "random", "open", preset="tiny", name="Ann")["match"]
    ben.join(match, name="Ben")
    assert ann.post(f"matches/{match}/again", code=409)["message"] == "the match is not over"
    with ann.watch(match) as hers, ben.watch(match) as his:
        playing = threading.Thread(target=play, args=(his, random.Random(4)))
        playing.start()
        play(hers, random.Random(5))
        playing.join(60)
        assert hers.scene["acts"]["again"]["label"] == "Play again"
        new = ann.post(f"matches/{match}/again")
        his.hear_until(lambda scene: scene["acts"]["again"]["label"] == "Go to the next game")
    assert ann.post(f"matches/{match}/again") == new
    assert ben.again(match) == {**new, "seat": 1, "seats": [1]}
    waiting = ann.scene(new["match"])
    assert [seat["name"] for seat in waiting["seats"]] == ["Random", "Ben", "Ann"]
    assert waiting["status"] == "Waiting for 1 more player." and list(waiting["acts"]) == ["sit"]
    ann.join(new["match"])
    assert ann.scene(new["match"])["title"] == ann.scene(match)["title"]
    assert person().post(f"matches/{match}/again", code=409)["message"] == "only those who played may ask for a rematch"


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"game": "mitsch"}, "no game is called 'mitsch'; did you mean 'mitch'?"),
        (
            {"game": "mitch", "seats": ["gredy"]},
            f"no player is called 'gredy', there are {', '.join([*players.LEVELS, *players.BIRDS])}; did you mean 'greedy'?",
        ),
        ({"game": "mitch", "seats": ["random"], "preset": "tini"}, "mitch has no preset 'tini'; did you mean 'tiny'?"),
        ({"game": "mitch", "seats": ["random"], "options": {"hand": 1}}, "mitch has no option 'hand'; did you mean 'hands'?"),
        ({"game": "mitch", "seats": ["random"], "options": {"secret": 1}}, "mitch has no option 'secret'"),
        ({"game": "mitch", "options": {"seats": 3}}, "say who sits at the table; the number of seats follows from it"),
        ({"game": "mitch", "seats": ["open"] * 40}, "mitch: seats must be a whole number from 2 to 10, got 41"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(ann: Person, wish: Any, message: str):
    problem = ann.post("matches", wish, code=400)
    assert (problem["code"], problem["message"]) == ("options.bad", message)


def test_a_match_nobody_opened_is_not_found(ann: Person):
    for path in ("scene", "transcript"):
        assert ann.get(f"matches/nosuch/{path}", code=404)["message"] == "there is no such match"
    assert ann.post("matches/nosuch/join", code=404)["code"] == "http.404"
    with ann.watch("nosuch") as view:
        assert view.hear()["code"] == "http.404"
        with pytest.raises(ConnectionClosed) as closed:
            view.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 4404

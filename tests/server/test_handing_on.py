"""Several people on one device: it gets one seat's view at a time, and a spectator's unless a seat is named."""

from server.people import GameRoom, Person, View, over, playable


def table(ann: Person) -> str:
    """Begin a match of Ann and two others on her device."""
    match = ann.open("mitch", "here:Ben", "here", name="Ann", options={"hands": 1})["match"]
    assert [seat["name"] for seat in ann.scene(match)["seats"]] == ["Ann", "Ben", "Player 3"]
    return match


def hand(scene: dict) -> list[str]:
    return scene["zones"].get("hand", {}).get("items", [])


def test_without_a_seat_named_the_device_gets_what_a_spectator_gets(ann: Person, ben: Person):
    match = table(ann)
    hers = ann.scene(match)
    assert hers.get("viewer") is None and hers["acts"] == {} and not hand(hers)
    for number, who in enumerate(("Ann", "Ben", "Player 3")):
        scene = ann.scene(match, seat=number)
        assert scene["viewer"] == number and scene["seats"][number]["you"] and hand(scene), who
        stranger = ben.scene(match, seat=number)
        assert stranger.get("viewer") is None and not hand(stranger), "a seat is named by whose it is, or in vain"


def test_each_plays_in_their_turn_to_the_end_and_the_rematch_has_them_all(ann: Person, ben: Person):
    match = table(ann)
    turn = next(number for number, seat in enumerate(ann.scene(match)["seats"]) if seat.get("turn"))
    while not over(scene := ann.scene(match, seat=turn)):
        ann.act(match, playable(scene)[0], scene.get("seq", 0), f"c{scene.get('seq', 0)}")
        turn = next((number for number, seat in enumerate(ann.scene(match)["seats"]) if seat.get("turn")), turn)
    again = ann.again(match)["match"]
    assert [seat["name"] for seat in ann.scene(again)["seats"]] == ["Ben", "Player 3", "Ann"]
    assert ann.scene(again)["zones"], "all have sat down, so the cards are dealt"


def test_the_socket_shows_the_seat_that_it_names(ann: Person, room: GameRoom):
    match = table(ann)
    with View(ann, match, seat="1") as bens, ann.watch(match) as nobodys:
        assert bens.hear_until(bool).scene["viewer"] == 1
        assert nobodys.hear_until(bool).scene.get("viewer") is None

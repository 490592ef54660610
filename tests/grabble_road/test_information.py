"""Information (section 3 of the rulebook page): who may know sees it, who may not does not."""

from __future__ import annotations

import msgspec

from grabble_road.table import do, rack, table, told
from grabble_road.twin import STANDARD
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.kit import letter_tiles
from steps import NAMES, chance_texts, legal, refused, scene, story

EVERYONE = (None, 0, 1, 2)
RACKS = ("DQAEEEEEEE", "ZEIOU", "JXTTT")
FIRE = "fire fir ire re"


def start(**laid: object) -> Position:
    """Seat 0 is to act; each player has a letter that nobody else has: Q, Z, J."""
    return table(*RACKS, **{"laid": "1:R o1 2:S o15 0:A d5", "words": FIRE, **laid})  # pyright: ignore


def shown(position: Position, viewer: int | None, zone: str) -> str:
    """Return the letters of a zone's pieces, a blank as ?."""
    made = scene(position, viewer)
    return "".join(made.pieces[item].face.text or "?" for item in made.zones[zone].items) if zone in made.zones else ""


def says(position: Position, viewer: int | None) -> str:
    """Everything a viewer is sent, as text."""
    return msgspec.json.encode(scene(position, viewer)).decode()


def rows(position: Position, viewer: int | None, title: str) -> dict[str, tuple[str, ...]]:
    found = [each for each in scene(position, viewer).tables if each.title.startswith(title)]
    return {row[0]: row[1:] for each in found for row in each.rows}


def on_board(position: Position, viewer: int | None) -> dict[str, str]:
    """Return the letters on each square, bottom to top."""
    made = scene(position, viewer)
    return {
        letter_tiles.square_text(*map(int, place.split(","))): "".join(made.pieces[piece].face.text for piece in stack)
        for place, stack in made.zones["board"].on.items()
    }


def test_grabble_road_i1_a_rack_is_its_owners():
    position = start()
    for viewer in EVERYONE:
        for seat, letter in enumerate("QZJ"):
            labels = [piece.label for piece in scene(position, viewer).pieces.values()]
            assert any(label.startswith(f"{letter}, ") for label in labels) == (viewer == seat)
    assert [shown(position, seat, "rack") for seat in range(3)] == ["ADEEEEEEEQ", "EIOUZ", "JTTTX"]
    assert shown(position, None, "rack") == ""


def test_grabble_road_i2_the_number_of_tiles_is_everybodys():
    position = start()
    for viewer in EVERYONE:
        made = scene(position, viewer)
        counts = [len(made.zones["rack"].items) if seat == viewer else made.zones[f"seat{seat}"].n for seat in range(3)]
        assert counts == [10, 5, 5]
        notes = [seat.note.split(",")[0] for seat in made.seats]
        assert notes == [f"{count} tiles on the rack" for count in counts]


def test_grabble_road_i3_the_bag_is_nobodys():
    position = start(bag="KW")
    other = start(bag="KW")
    other.state.bag[letter_tiles.read("K")], other.state.bag[letter_tiles.read("L")] = 0, 1
    for viewer in EVERYONE:
        assert says(position, viewer) == says(other, viewer)
        assert scene(position, viewer).zones["bag"].items == ()


def test_grabble_road_i4_the_size_of_the_bag_is_everybodys():
    assert [scene(start(bag="KW"), viewer).zones["bag"].n for viewer in EVERYONE] == [2] * 4
    assert [scene(do(start(bag="KW"), "pass"), viewer).zones["bag"].n for viewer in EVERYONE] == [2] * 4


def unseen(position: Position, viewer: int | None) -> str:
    """Return the tiles that a viewer is told not to have seen."""
    cells = [row[-1] for row in rows(position, viewer, "Letters").values()]
    entries = [entry.split() for cell in cells for entry in cell.split(", ") if entry != "–"]
    return "".join(sorted(letter * int(count[0] if count else 1) for letter, *count in entries))


def test_grabble_road_i5_tiles_not_seen():
    position = start()
    for viewer in EVERYONE:
        left = list(STANDARD)
        for tile in "RSA" + (RACKS[viewer] if viewer is not None else ""):
            left.remove(tile)
        assert unseen(position, viewer) == "".join(sorted(left))
    begun = do(position, "mulligan", "return Q")
    assert "Q" not in unseen(begun, 0) and "Q" in unseen(begun, 1)


def test_grabble_road_i6_tiles_drawn_for_the_start_are_everybodys():
    position = Position(GAME, GAME.read_options(None, {"seats": 3}), seed=4)
    lots = [text.split() for text in chance_texts(position) if text.startswith("lot ")]
    for viewer in EVERYONE:
        drawn = rows(position, viewer, "Drawn for the start")
        for seat, name in enumerate(NAMES[:3]):
            tiles = [tile for _, whose, tile in lots if whose == str(seat)]
            assert drawn[name] == (", then ".join("a blank" if tile == "?" else tile for tile in tiles),)
        assert sum("for the start" in line for line in story(None, "", position, viewer)) == len(lots)


def test_grabble_road_i6_ties_are_told():
    seed = next(seed for seed in range(99) if Position(GAME, GAME.read_options("tiny"), seed=seed).state.seats[0].lots > 28)
    position = Position(GAME, GAME.read_options("tiny"), seed=seed)
    assert all(", then " in cell for (cell,) in rows(position, None, "Drawn for the start").values())


def test_grabble_road_i7_tiles_drawn_are_the_drawers():
    position = start()
    assert told(position, "A d4 > W", 0)[-1] == "You draw W"
    for viewer in (None, 1, 2):
        assert told(position, "A d4 > W", viewer)[-1] == "Ann draws 1 tile"
    after = do(position, "A d4 > W")
    assert ["W, 4" in says(after, viewer) for viewer in EVERYONE] == [False, True, False, False]
    first = Position(GAME, GAME.read_options(None, {"seats": 3}), seed=1)
    for viewer in EVERYONE:
        assert sum("draws 10 tiles" in line for line in story(None, "", first, viewer)) == (3 if viewer is None else 2)


def test_grabble_road_i8_tiles_returned_are_the_players():
    begun = do(start(), "mulligan", "return Q", "return A")
    assert shown(begun, 0, "back") == "AQ"
    for viewer in (None, 1, 2):
        assert says(begun, viewer) == says(start(), viewer), "it is composed alone"
        assert told(begun, "done > WW", viewer) == ["Ann returns 2 tiles to the bag", "Ann draws 2 tiles"]
    assert told(begun, "done > WW", 0) == ["You return A and Q to the bag", "You draw W and W"]


def test_grabble_road_i9_the_board_is_everybodys_down_to_the_bottom():
    position = start(laid="1:?R e5 2:S o15 1:T e5 0:A d5")
    for viewer in EVERYONE:
        assert on_board(position, viewer) == {"e5": "RT", "o15": "S", "d5": "A"}
        made = scene(position, viewer)
        bottom, top = made.zones["board"].on["5,5"]
        assert made.pieces[bottom].label.startswith("R, a blank, 0 points, laid by")
        assert made.pieces[top].label.startswith("T, 1 point, laid by")


def test_grabble_road_i10_a_tile_laid_is_everybodys_a_play_composed_the_players():
    begun = do(start(), "D d4")
    assert on_board(begun, 0)["d4"] == "D"
    for viewer in (None, 1, 2):
        assert says(begun, viewer) == says(start(), viewer)
        assert told(begun, "Q c4 > OO", viewer)[0] == "Ann lays 2 tiles: D d4 and Q c4"
    after = do(begun, "Q c4")
    for viewer in EVERYONE:
        assert on_board(after, viewer) == {"o1": "R", "o15": "S", "d5": "A", "d4": "D", "c4": "Q"}


def test_grabble_road_i11_heads_and_roads_are_everybodys():
    position = do(start(laid="1:R o1 2:S o15 0:A d5 0:A d6"), "pass", "I o2", "pass")
    for viewer in EVERYONE:
        roads = rows(position, viewer, "Roads")
        assert roads == {"Ann": ("2", "d5 d6"), "Bob": ("2", "o1 o2"), "Cy": ("1", "o15")}
        assert [seat.note.split(", ")[1] for seat in scene(position, viewer).seats] == ["head d6", "head o2", "head o15"]
        (head,) = (piece for piece in scene(position, viewer).pieces.values() if piece.label.startswith("I, 1 point, laid"))
        assert head.marks == ("head", "last play")
    empty = on_board(start(), 1)
    assert on_board(do(start(), "D d4"), 1) == empty, "squares that were empty when the turn began"


def test_grabble_road_i12_the_count_is_everybodys_once_it_is_laid():
    begun = do(start(), "D d4")
    assert scene(begun, 0).status == "Your turn: 1 more of 2 tiles to lay; 0 points so far."
    after = do(begun, "Q c4")
    for viewer in EVERYONE:
        assert scene(after, viewer).tables[0].title == "Last play: Ann, 2 tiles, 0 points"
        assert ("1 more of" in says(begun, viewer)) == (viewer == 0)


def test_grabble_road_i13_words_and_points_are_everybodys():
    position = table("FIRETTTTTT", "AE", "AE", words=FIRE)
    after = do(position, "F a1", "I b1", "R c1", "E d1")
    for viewer in EVERYONE:
        words = rows(after, viewer, "Last play: Ann, 4 tiles, 50 points")
        assert words["FIRE"] == ("a1 across", "24") and words["I"] == ("b1 across", "1")
        assert rows(after, viewer, "Plays") == {"Ann": ("F a1 I b1 R c1 E d1", "50")}
        assert [seat.score for seat in scene(after, viewer).seats] == ["50", "0", "0"]
    line = told(do(position, "F a1", "I b1", "R c1"), "E d1", None)[1]
    assert line == "Ann scores 50 points with FIRE 24, FIR 18, IRE 4, RE 3 and I 1"


def test_grabble_road_i13_the_last_play_stays_in_view_while_another_is_composed():
    position = do(table("AE", "DOE", words="do", bag="", laid="1:E h8"), "A a1", "D h7")
    assert rows(position, 1, "Last play: Ann")["A"] == ("a1 across", "3")
    assert rows(position, 1, "This play so far") == {"no word": ("–", "0")}
    assert rows(position, 0, "This play so far") == {}


def test_grabble_road_i14_target_squares_are_everybodys():
    position = start(laid="1:R e5 2:S o15 0:A d5")
    for viewer in EVERYONE:
        whose = "your" if viewer == 0 else "Ann's"
        found = rows(position, viewer, f"Squares for {whose} next tile")
        assert found == {"through": ("e4 f5 e6",), "empty": ("d4 c5 d6",), "over": ("e5",)}


def test_grabble_road_i15_what_may_be_done_is_the_players():
    position = start()
    assert set(scene(position, 0).acts) == set(legal(position))
    assert all(scene(position, viewer).acts == {} for viewer in (None, 1, 2))


def test_grabble_road_i16_passes_and_turns_without_a_play_are_everybodys():
    position = do(start(), "pass", "mulligan", "return Z", "done", "pass")
    for viewer in EVERYONE:
        assert rows(position, viewer, "Until") == {"Passes in a row": ("1", "3"), "Turns without a play": ("3", "30")}
    assert rows(start(), None, "Until") == {}
    endless = do(start(stall_cap="none"), "pass")
    assert rows(endless, None, "Until")["Turns without a play"] == ("1", "no limit")


def test_grabble_road_i17_tiles_left_are_everybodys_when_the_match_is_over():
    position = start(bag="")
    over = do(position, "pass", "pass", "pass")
    for viewer in EVERYONE:
        for seat, letter in enumerate("QZJ"):
            zone = "rack" if seat == viewer else f"seat{seat}"
            assert "".join(sorted(shown(over, viewer, zone))) == rack(over, seat)
            assert (letter in says(do(position, "pass", "pass"), viewer).split('"tables"')[0]) == (viewer == seat)
        assert not set(unseen(over, viewer)) & set("QZJX")
        other = over.copy()
        other.resample(0 if viewer is None else viewer, 5)
        assert says(other, viewer) == says(over, viewer), "open to all, so nothing is dealt anew"


def test_grabble_road_i17_tiles_left_stay_their_owners_where_nothing_is_revealed():
    over = do(start(bag="", reveal_after_match="none"), "pass", "pass", "pass")
    assert over.over
    for viewer in EVERYONE:
        other = over.copy()
        other.resample(0 if viewer is None else viewer, 5)
        for seat, letter in enumerate("QZJ"):
            assert (f"{letter}, " in says(over, viewer).split('"tables"')[0]) == (viewer == seat)
            why = next(row.why for row in scene(over, viewer).result.standings if row.seat == seat)
            assert (letter in why[-1], why[-1].endswith(f" {len(RACKS[seat])}")) == (viewer == seat, viewer != seat)
            assert rack(other, seat) == rack(over, seat) or seat != viewer


def test_grabble_road_i18_tiles_and_board_are_everybodys():
    position = start()
    for viewer in EVERYONE:
        cells = scene(position, viewer).zones["board"].cells
        looks = {"T": "triple-word", "D": "double-word", "t": "triple-letter", "d": "double-letter"}
        for row, signs in enumerate(letter_tiles.PREMIUMS, 1):
            for column, sign in enumerate(signs, 1):
                place = f"{row},{column}"
                assert (cells[place].look if place in cells else "") == looks.get(sign, "")
        there = ", ".join(row[0] for row in rows(position, viewer, "Letters").values())
        tiles = [entry.split() for entry in there.split(", ")]
        counts = {tile: int(count[0]) if count else 1 for tile, *count in tiles}
        assert counts == {tile: STANDARD.count(tile) for tile in STANDARD}


def test_that_a_play_was_possible_is_not_told():
    can, cannot = table("AE", "EE", bag="", laid="0:E h8"), table("Z?", "EE", bag="", laid="0:E h8")
    for step in ("pass",):
        assert told(can, step, 1) == told(cannot, step, 1) == ["Ann passes"]
    assert scene(can, 1).status == scene(cannot, 1).status
    assert refused(cannot, "Z h9")[1] == "Grabble Road 3a"


def test_what_is_composed_is_dealt_anew_with_the_rack():
    begun = do(start(), "D d4")
    other = begun.copy()
    other.resample(1, 9)
    assert other.state.tiles == start().state.tiles and other.state.left == 0
    assert rack(other, 1) == rack(begun, 1) and len(rack(other, 0)) == 10
    own = begun.copy()
    own.resample(0, 9)
    assert legal(own) == legal(begun) and rack(own, 0) == rack(begun, 0)
    assert rack(own, 1) != rack(begun, 1)
    passed = do(table("DE", "DEFGH", bag="OQ"), "pass")
    second = do(passed, legal(passed)[0])
    assert second.state.left
    second.resample(0, 9)
    assert second.state.tiles == passed.state.tiles and not second.state.left, "by whom it is composed makes no difference"

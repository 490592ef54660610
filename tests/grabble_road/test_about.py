"""The examples on the page about Grabble Road score what they say, by the rules."""

from grabble_road.table import do, table, words
from muckle.games.about import ShownRow, about
from muckle.kit import letter_tiles
from muckle.scene.contract import Face

COUNT, FIRE, WAYS = about("grabble_road").examples


def word(row: ShownRow) -> str:
    return "".join(face.text for (face,) in row.picture if isinstance(face, Face))


def test_tiles_have_their_numbers_and_the_first_is_the_count() -> None:
    for row in (*COUNT.rows, *FIRE.rows, *WAYS.rows):
        for (face,) in row.picture:
            assert face and face.value == letter_tiles.NUMBERS[ord(face.text) - ord("A")]
    assert [row.picture[0][0].value for row in COUNT.rows if row.picture[0][0]] == [len(row.picture) for row in COUNT.rows]


def test_fire_and_the_words_in_it() -> None:
    after = do(table("FIRETTTTTT", "A", words="fire fir ire re", board="plain15"), "F a1", "I b1", "R c1", "E d1")
    said = {f"{word(row)} {row.points}" for row in FIRE.rows}
    assert {*words(after).split(", ")} == said
    assert sum(int(row.points) for row in FIRE.rows) == after.scores()[0] == 19


def test_through_makes_art_and_over_makes_at() -> None:
    through = do(table("TEEEEEEEEE", "A", laid="1:R e5 0:A d5", words="art at"), "T f5")
    over = do(table("TEEEEEEEEE", "A", laid="1:R e5 0:A d5", words="art at"), "T e5")
    assert [words(through), words(over)] == [f"{word(row)} {row.points}" for row in WAYS.rows]

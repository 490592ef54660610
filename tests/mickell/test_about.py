"""The examples on the page about Mickell score what they say, by the rules."""

import pytest

from mickell.table import Table
from muckle.games.about import ShownExample, about
from muckle.kit.two_letter_deck import recommended
from muckle.scene.contract import Face

EXAMPLES = [(name, example) for name in ("mickell", "muckell") for example in about(name).examples]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example.title for _, example in EXAMPLES])
def test_every_claim_of_an_example_scores_what_it_says(name: str, example: ShownExample) -> None:
    deck = {card.card for card in recommended()}
    for row in example.rows:
        faces = [face for (face,) in row.picture if isinstance(face, Face)]
        cards = [face.text + face.second for face in faces]
        assert {*cards} <= deck and len({*cards}) == len(cards), "cards of the real deck, each once"
        word = "".join(face.on for face in faces)
        if not word:
            continue
        table = Table(f"{' '.join(cards)} EK", word).lay(*[1] * len(cards))
        table.do(*["trim 1" for face in faces if not face.on], f"claim 1 {word}")
        claimed_away = sum(bool(faces[place].on) for place in row.gone)
        assert (table.score, claimed_away) == (int(row.points), len(word) - table.score)

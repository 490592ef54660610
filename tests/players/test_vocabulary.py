"""Players plan with the words they know, and the match judges by all."""

import re

import pytest

from muckle import players
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.simulate import match_seed, simulate
from muckle.match.match import Match, new_match
from muckle.players.contest import play
from muckle.words import lists, vocabulary

LIST = "american-standard"


def played(game: str, who: str, seed: int = 0, **options: int | str) -> Match:
    """Return a narrated match that one player plays in all seats."""
    match = new_match(game, seed=seed, **options)
    while not match.over:
        match.apply(players.choose(who, match, seed + match.seq))
    return match


def claimed(match: Match) -> list[str]:
    return [word.lower() for line in match.story(0) for word in re.findall(r" as ([A-Z]+) for ", line)]


@pytest.mark.parametrize("who", ["greedy:very-common", "greedy:common", "greedy", "random:common"])
def test_a_player_claims_words_of_its_vocabulary_only(who: str):
    words = lists.named(LIST)
    held = vocabulary.known_words(words, players.find(who).vocabulary)
    said = [word for seed in range(4) for word in claimed(played("mickell", who, seed))]
    assert len(said) >= (16 if who.startswith("greedy") else 1)
    assert all(word in held for word in said)


def test_who_knows_fewer_words_scores_less():
    """Measured over 1,000 matches: 22.7 with all words, 21.1 with common ones, 18.1 with very common ones."""
    means = [
        simulate("mickell", games=200, players=[who], seed=5).mean_scores[0]
        for who in ("greedy", "greedy:common", "greedy:very-common")
    ]
    assert means[0] > means[1] + 0.5 > means[2] + 2


def test_a_seat_knows_its_own_words():
    report = simulate("grabble_road", games=60, players=["greedy:very-common", "greedy"], seed=2)
    assert report.players == ("greedy:very-common", "greedy") and report.mean_scores[0] + 50 < report.mean_scores[1]
    report = simulate("grabble_road", games=60, players=["greedy", "greedy:very-common"], seed=2)
    assert report.mean_scores[1] + 50 < report.mean_scores[0]


@pytest.mark.parametrize("game", ["mickell", "grabble_road"])
@pytest.mark.parametrize("who", ["random:very-common", "greedy:very-common", "greedy"])
def test_one_by_one_and_compiled_play_is_the_same(game: str, who: str, tmp_path_factory: pytest.TempPathFactory):
    options: dict[str, int | str] = {"tiles": "tiny8", "rack": 3} if game == "grabble_road" else {}
    compiled = simulate(game, games=4, players=[who], seed=11, **options)
    with (tmp_path_factory.getbasetemp() / "played.jsonl").open("w", encoding="utf-8") as file:
        written = simulate(game, games=4, players=[who], seed=11, transcripts=file, **options)
    assert (written.decisions, written.mean_scores) == (compiled.decisions, compiled.mean_scores)


def laid(**options: int | str) -> Match:
    """Return a match in which row 1 is RB EK TH, the last of them placed this turn."""
    for seed in range(1000):
        match = new_match("mickell", deck="custom", deck_check="loose", cards="RB EK TH", seed=seed, **options)
        for action in ("place 1", "end", "place 1", "end", "place 1"):
            match.apply(action)
        if [piece.face.text for piece in match.scene(0).pieces.values() if piece.face] == ["R", "E", "T"]:
            return match
    raise AssertionError("no seed of 1000 deals the cards in this order")


@pytest.mark.parametrize("who", ["random", "greedy"])
def test_offensive_words_are_never_volunteered_but_accepted(who: str, monkeypatch: pytest.MonkeyPatch):
    """Takes BET as the offensive word, because the file decides which words are."""
    monkeypatch.setitem(lists._added, "only-bet", lists.game_list("only-bet", ("bet",)))  # pyright: ignore[reportPrivateUsage]
    match = laid(dictionary="only-bet")
    assert "claim 1 BET" in {players.choose(who, match, seed) for seed in range(40)}
    assert match.hints(0) == ["Row 1 spells BET; no known longer word begins like it."]
    vocabulary.known_words.cache_clear()
    monkeypatch.setattr(vocabulary, "offensive", lambda: frozenset({"bet"}))
    assert "claim 1 BET" not in {players.choose(who, match, seed) for seed in range(40)}
    assert match.hints(0) == ["Row 1 spells no known word as it stands; no known longer word begins like it."]
    vocabulary.known_words.cache_clear()
    match.apply("claim 1 BET")
    assert match.scores == [1]


def test_a_hint_keeps_to_a_vocabulary():
    match = laid()
    assert match.hints(0) == ["Row 1 spells BET, RET; longer words begin like it."]
    assert match.hints(0, "common") == ["Row 1 spells BET; longer words begin like it."]
    with pytest.raises(OptionsError, match="did you mean 'common'"):
        match.hints(0, "comon")
    with pytest.raises(OptionsError, match="mitch has no words, so a hint there has no vocabulary, got 'common'"):
        new_match("mitch").hints(0, "common")


def test_a_hint_of_grabble_road_names_the_words_it_counts():
    match = new_match("grabble_road", "tiny", seed=1)
    for hint in match.hints(match.turn):
        tile, words, points = re.fullmatch(r"(\S+ \w\d) makes ([A-Z and,]+): (\d+) points? so far", hint).groups()  # pyright: ignore
        assert tile in match.legal() and int(points) > 0
        assert all(word.lower() in match.words for word in re.findall("[A-Z]+", words))  # pyright: ignore


@pytest.mark.parametrize("name", [pytest.param("mickell", marks=pytest.mark.slow), "grabble_road"])  # see order.LATE
def test_with_no_words_at_all_there_is_still_something_to_do(name: str):
    game, none = find(name), lists.game_list("none", ()).graph
    options, words = game.read_options(), lists.named(LIST).graph
    for level in players.LEVELS:
        manner = players.shorter(players.find(level).manner(game), 0.01)
        tally = play(game, options, [manner] * options.seats, [match_seed(1, 1)], words, [none] * options.seats)
        assert tally.games == 1 and tally.decisions > 1
        assert name != "mickell" or tally.scores[0] == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy:common", "no player is called 'gredy:common', there are random, greedy, easy, fair, medium,"),
        ("gredy:common", "owl, rook; did you mean 'greedy'?"),
        ("greedy:", "behind greedy: a vocabulary is named, one of very-common, common,"),
        ("greedy:comon", "did you mean 'common'?"),
        ("", "no player is called ''"),
    ],
)
def test_what_is_no_player_is_refused(name: str, message: str):
    with pytest.raises(OptionsError, match=re.escape(message)):
        players.find(name)


def test_in_a_game_without_words_nobody_has_a_vocabulary():
    with pytest.raises(OptionsError, match="mitch has no words to know, so a player there is just greedy, got 'greedy:rare'"):
        simulate("mitch", games=1, players=["greedy:rare"])


def test_a_player_is_named_in_any_case():
    player = players.find(" Greedy:Very Rare ")
    assert player == players.Player("greedy", "very-rare") == players.find(player.name)
    assert (player.name, player.title) == ("greedy:very-rare", "Greedy (very rare words)")
    assert not player.graph(None).any()

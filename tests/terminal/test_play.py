"""Playing by typed lines: what is typed, what is told, and that nothing typed can hurt."""

import io
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muckle.engine import compile
from muckle.errors import OptionsError, TranscriptError
from muckle.games import GAMES
from muckle.match import transcript
from muckle.match.match import Match, check_transcript, new_match
from muckle.players.advice import Advice, Suggestion, Unit, amount, unit_of
from muckle.players.analysis import Analysis, JudgedDecision
from muckle.terminal import commands
from muckle.terminal.analysis import advice_lines, analysis_lines, verdict
from muckle.terminal.commands import COMMANDS, save
from muckle.terminal.draw import numbered, sentence
from muckle.terminal.play import play, resume
from muckle.terminal.screen import Screen
from muckle.terminal.table import LocalTable
from order import LATE

GARBAGE = [
    "",
    "   ",
    "xyzzy",
    "place",
    "place AS",
    "PLACE 99Q",
    "claim",
    "claim 9 ZZZ",
    "-1",
    "0",
    "999999999999999999999999",
    "²",
    "?!",
    "'; drop table",
    "\x1b[2J\x00\x07",
    "é" * 300,
    "x" * 10_000,
    "why",
    "why place zz",
    "acts nothing",
    "rules 999",
    "save",
    "save /no/such/folder/file",
    "undo",
    "helo",
]


class Typist(io.StringIO):
    """A person who types one of the numbers on the screen, and nonsense in between."""

    def __init__(self, seed: int, nonsense: float = 0.05) -> None:
        super().__init__()
        self.random, self.nonsense, self.out, self.seen, self.typed = random.Random(seed), nonsense, io.StringIO(), 0, 0

    def readline(self, _: int = -1) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.typed += 1
        assert self.typed < 3000, "the match does not go on"
        seen = self.out.getvalue()[self.seen :]
        if "Enter leaves" in seen:
            return ""
        if self.random.random() < self.nonsense:
            return self.random.choice(GARBAGE) + "\n"
        numbers = re.findall(r"(?:^ ?| {2,})(\d+)\. (?!Take back)", seen, re.M)
        self.seen += len(seen) if numbers else 0
        return (self.random.choice(numbers) if numbers else "acts" if "things can be done" in seen else "") + "\n"


def lines(*typed: str) -> io.StringIO:
    return io.StringIO("".join(f"{line}\n" for line in typed))


def session(game: str, *typed: str, spoken: bool = True, **options: object) -> str:
    """Return what a person reads who types these texts."""
    out = io.StringIO()
    arguments = {"against": "people", "seed": 7, **options}
    play(game, screen=Screen(lines(*typed), out, spoken=spoken), **arguments)  # pyright: ignore
    return out.getvalue()


def table(match: Match, *typed: str, people: range | None = None) -> LocalTable:
    """Make a table at which somebody will type these texts."""
    screen = Screen(lines(*typed), io.StringIO(), spoken=True)
    return LocalTable(screen, match, people or range(1), "random")


def told(table: LocalTable) -> str:
    return table.screen.out.getvalue()  # pyright: ignore


@pytest.fixture(scope="module")
def first_turn() -> Match:
    """Return a match in which seat 0 acts first and any card can be placed."""
    seeds = (new_match("mitch", seats=2, seed=seed, names=["Ann", "Ben"]) for seed in range(50))
    return next(match for match in seeds if match.turn == 0 and len(match.legal()) == 12)


@pytest.fixture
def mitch(first_turn: Match) -> Match:
    return first_turn.copy()


@pytest.mark.parametrize("spoken", [True, False], ids=["ear", "eye"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_random_choices(game: str, spoken: bool, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    typist = Typist(seed=5)
    screen = Screen(typist, typist.out, spoken=spoken, width=None if spoken else 80)
    options = {"seats": 2} if game != "mickell" else {}
    preset = "tiny" if game == "grabble_road" else None  # on the large board random play takes back as much as it lays
    match = new_match(game, preset, seed=11, **options)  # pyright: ignore
    table = LocalTable(screen, match, range(match.options.seats), "people")
    save(table, str(file))
    table.run()
    text = typist.out.getvalue()
    assert match.over
    assert match.scene(None).result.title in text  # pyright: ignore
    with file.open("rb") as read:
        (recorded,) = transcript.read(read)
    assert check_transcript(recorded).scores == match.scores
    assert len(recorded.lines) == len(match.decisions)
    assert spoken or max(map(len, re.sub(r"^.*> .*$", "", text, flags=re.M).splitlines())) <= 80


def test_a_number_a_key_and_a_text_mean_the_same(mitch: Match) -> None:
    scene = mitch.scene(0)
    for name, act in scene.acts.items():
        for typed in (name, name.upper(), name.replace(" ", ""), act.key, *(n for n, a in numbers(mitch).items() if a == name)):
            match = mitch.copy()
            assert table(match).obey(str(typed)), typed
            assert match.decisions[-1].action == name


def numbers(match: Match) -> dict[int, str]:
    return numbered(match.scene(match.turn))


@pytest.mark.parametrize("typed", GARBAGE, ids=lambda text: ascii(text)[:20])
def test_garbage_changes_nothing_and_is_answered(mitch: Match, typed: str) -> None:
    before = mitch.state.tobytes()
    t = table(mitch, typed)
    t.run()
    assert mitch.seq == 0 and mitch.state.tobytes() == before
    answer = told(t).split("Your choice:", 1)[1]
    assert len(answer.replace(typed.strip(), "").strip().splitlines()) > 4, "it was answered before the input ended"
    assert "Traceback" not in answer


def test_several_things_can_be_typed_on_one_line() -> None:
    match = new_match("mickell", "tiny", seed=1)
    t = table(match, "1; e; 1;e;xyzzy; d", "d")
    t.run()
    assert [decision.action for decision in match.decisions] == ["place 1", "end", "place 1", "end", "discard"]
    assert told(t).count("Your choice:") == 3, "what follows a refusal is dropped"
    assert told(t).count("Draw pile") == 3, "the table is drawn when there is something to ask"


def test_a_refusal_tells_its_rule_and_why_tells_all_of_it(mitch: Match) -> None:
    t = table(mitch, "place AS", "why", "why discard AH", "why 1")
    t.run()
    text = told(t)
    assert text.count("[Mitch 1c]") == 3
    assert text.count("Mitch 1c: ") == 2
    assert text.rstrip().count("That can be done.") == 1


def test_rules_by_id_and_help(mitch: Match) -> None:
    t = table(mitch, "rules mitch 5", "rules 55", "?", "help")
    t.run()
    text = told(t)
    assert "\nMitch 5: " in text and "\nMitch 5a: " in text
    assert "Mitch has no rule 'Mitch 55'; did you mean 'Mitch 5'?" in text
    for command in COMMANDS:
        assert text.count(f"\n  {command}: ") == 2


def test_a_misspelt_command_is_recognised(mitch: Match) -> None:
    t = table(mitch, "hlep", "stroy")
    t.run()
    assert "did you mean 'help'?" in told(t) and "did you mean 'story'?" in told(t)


def test_hints_story_scene_and_acts(mitch: Match) -> None:
    t = table(mitch, "hint", "story", "scene", "acts discard", "acts xyzzy", "brief")
    t.run()
    text = told(t)
    assert all(hint in text for hint in mitch.hints(0)) and re.search(r"^ ?\d+\. (place|discard) ", text, re.MULTILINE)
    assert all(text.count(told) >= 3 for told in mitch.story(0))
    assert "Cards you have not seen:" in text
    assert text.count("10. Discard the") == 3
    assert "Nothing of that kind" in text


WITH_HINTS = ("mitch", "alphabetickell", "grabble_road", "mickell")


@pytest.mark.parametrize("game", [pytest.param(name, marks=[pytest.mark.slow] * (name in LATE)) for name in WITH_HINTS])
def test_the_number_of_a_hint_is_the_number_to_type(game: str) -> None:
    for seed in range(3):
        match = new_match(game, "tiny", seed=seed)
        t = table(match, people=range(match.turn, match.turn + 1))
        t.obey("hint")
        told_numbers = re.findall(r"^ ?(\d+)\. ([^:.;]*)", told(t), re.MULTILINE)
        assert told_numbers and all(numbers(match).get(int(number)) == action for number, action in told_numbers)
        t.obey(told_numbers[-1][0])
        assert match.decisions[-1].action == told_numbers[-1][1]


def test_its_break_hints_numbered_by_their_rank_play_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = commands.advice_lines
    monkeypatch.setattr(
        commands,
        "advice_lines",
        lambda advice, numbers: ranked(advice, {each.act: rank for rank, each in enumerate(advice.suggestions, 1)}),
    )
    with pytest.raises(AssertionError):
        test_the_number_of_a_hint_is_the_number_to_type("mitch")


def advice(*losses: tuple[float | None, float | None], unit: Unit = "points") -> Advice:
    """Return advice with a loss and its margin for each action."""
    told = (Suggestion("pass", "pass", "", loss, margin, not (loss or 0) > (margin or 0)) for loss, margin in losses)
    return Advice(unit, tuple(told), 1.0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (msgspec.structs.replace(advice((0, 0)), forced=True), "There is nothing else to do"),
        (advice((0, 0)), "The best that I found"),
        (advice((0, 0), (10.1, 32), (9, 30)), "As far as I can tell, these are equal"),
        (advice((None, None), (None, None)), "As far as I can tell, these are equal"),
        (advice((0, 0), (0.1, 0.4), (2.3, 0.4)), "As far as I can tell, the first two are equal"),
        (advice((0, 0), (2.31, 0.42)), "The first is better by 2.3 ± 0.4 points"),
        (advice((0, 0), (0.04, 0.012), unit="chance"), "The first is better by 4 ± 1 wins in 100"),
    ],
)
def test_a_hint_says_what_is_known_and_no_more(given: Advice, message: str) -> None:
    assert verdict(given) == message
    behind = [line.text for line in advice_lines(given, {"pass": 10}) if "less than the first" in line.text]
    assert len(behind) == sum(not each.equal for each in given.suggestions)
    assert all(line.startswith("10. pass; ") for line in behind)


def test_a_question_mark_asks_and_a_blank_tile_is_laid() -> None:
    """``?E b4`` is an action of Grabble Road, and no question."""
    seed = next(seed for seed in range(99) if new_match("grabble_road", seed=seed).turn == 0 and blank_in_hand(seed))
    match = new_match("grabble_road", seed=seed)
    first = next(action for action in match.legal() if action.startswith(("D ", "G ", "B ", "C ", "M ", "P ")))
    match.apply(first)
    lay = next(action for action in match.legal() if action.startswith("?E"))
    t = table(match)
    assert t.obey("?") is False and "\n  hint: " in told(t)
    assert t.obey("? fire") is False and "FIRE is in" in told(t)
    assert t.obey(lay) and match.decisions[-1].action == lay


def blank_in_hand(seed: int) -> bool:
    match = new_match("grabble_road", seed=seed)
    return any("blank" in match.scene(0).pieces[item].label for item in match.scene(0).zones["rack"].items)


def test_brief_tells_less() -> None:
    text = session("mitch", "", "brief", "10", "", "10", "", "10", options={"seats": 2})
    before, after = text.split("Your choice: brief" if "Your choice: brief" in text else "your choice: brief")
    assert "Stock" in before and "Discard the" in before
    assert "Stock" not in after and "Discard the" not in after and "Your hand" in after


@pytest.fixture(scope="module")
def spelling() -> tuple[Match, str]:
    """Return a tiny Mickell whose first row spells a word, and that word."""
    for seed in range(500):
        match = new_match("mickell", "tiny", seed=seed)
        for action in ("place 1", "end", "place 1", "end", "place 1"):
            match.apply(action)
        if found := re.search(r"spells ([A-Z]+)", match.hints(0)[0]):
            return match, found[1]
    raise AssertionError("no seed of 500 spells a word")


@pytest.mark.parametrize("typed", ["claim 1", "CLAIM1", "q", "number"])
def test_a_claim_asks_for_its_word(spelling: tuple[Match, str], typed: str) -> None:
    match, word = spelling[0].copy(), spelling[1]
    number = next(number for number, name in numbers(match).items() if name == "claim 1")
    t = table(match, word.lower())
    assert t.obey(str(number) if typed == "number" else typed)
    assert match.decisions[-1].action == f"claim 1 {word}"
    assert "The word of 3 letters that row 1 spells: " in told(t)
    assert word not in told(t).split("spells: ")[0], "the word is the person's to find (Mickell I12)"


def test_a_claim_can_be_typed_with_its_word_at_once(spelling: tuple[Match, str]) -> None:
    match, word = spelling[0].copy(), spelling[1]
    assert table(match).obey(f"  Claim  1   {word.lower()} ".strip())
    assert match.decisions[-1].action == f"claim 1 {word}"


def test_a_wrong_or_missing_word_changes_nothing(spelling: tuple[Match, str]) -> None:
    match = spelling[0].copy()
    before = match.seq
    t = table(match, "zzz", "", "b3t")
    assert not t.obey("claim 1") and not t.obey("claim 1") and not t.obey("claim 1")
    assert match.seq == before
    assert "[Mickell 10]" in told(t) and "Nothing was done." in told(t) and "[General 14]" in told(t)


def test_why_does_not_tell_whether_a_word_is_there(spelling: tuple[Match, str]) -> None:
    """Mickell I12: only an own claim or a hint tells."""
    t = table(spelling[0].copy())
    t.obey("why claim 1")
    assert told(t) == "'claim 1' can be judged only together with its answer.\n"


def test_what_can_be_taken_back_is(mitch: Match) -> None:
    match = new_match("mitch", "discard_draw", seats=2, seed=1)
    while "draw discard" not in match.legal():
        match.apply(match.legal()[0])
    t = table(match, people=range(2))
    t.viewer = match.turn
    before = match.state.tobytes()
    assert t.obey("draw discard") and t.obey("UNDO")
    assert match.state.tobytes() == before
    assert "Taken back: draw discard." in told(t)
    assert not t.obey("undo")
    assert "[General 10]" in told(t)


def test_all_that_can_be_taken_back_is() -> None:
    match = new_match("grabble_road", seats=2, seed=1)
    t = table(match, people=range(2))
    t.viewer = match.turn
    before = match.state.tobytes()
    match.apply("mulligan")
    match.apply(match.legal()[0])
    taken = ", ".join(step.action for step in match.decisions)
    assert t.obey("recall")
    assert match.state.tobytes() == before
    assert f"Taken back: {taken}." in told(t)


def test_several_people_pass_the_keyboard() -> None:
    text = session("mitch", "", "10", "", names=["Ann", "Ben"], options={"seats": 2})
    parts = re.split(r"Pass the keyboard to (\w+), who then presses Enter:", text)
    assert sorted(parts[1::2]) == ["Ann", "Ben"]
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        assert f"{name} (you)" in part
        assert f"{name}, your choice:" in part
    assert "Your hand" not in parts[0]


@pytest.mark.parametrize("typed", [[], ["scene"], ["1"], ["why place KH"]])
def test_the_end_of_input_ends_cleanly(typed: list[str]) -> None:
    text = session("mitch", "", *typed, options={"seats": 2})
    assert "You have left the match before its end.\n" in text and "--resume" not in text
    assert "For the same deal again, add --seed 7 to the command;" in text.splitlines()[-1]


def test_an_interrupt_ends_cleanly(mitch: Match) -> None:
    class Interrupted(io.StringIO):
        def readline(self, _: int = -1) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
            raise KeyboardInterrupt

    out = io.StringIO()
    LocalTable(Screen(Interrupted(), out, spoken=True), mitch, range(1), "random").run()
    assert "You have left the match" in out.getvalue()


def test_a_match_is_kept_at_once_and_as_it_is_when_the_person_leaves(mitch: Match, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    t = table(mitch)
    assert not t.obey(f"save {file}")
    assert file.read_text(encoding="utf-8") == mitch.transcript() and "it tells what you may not know yet" in told(t)
    mitch.apply(mitch.legal()[0])
    t.leave()
    assert file.read_text(encoding="utf-8") == mitch.transcript()
    assert f"To go on with it: muckle play --resume {file} --against random\n" in told(t)


def test_a_second_save_leaves_the_first_file_as_it_is(mitch: Match, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    t = table(mitch)
    t.obey(f"save {one}")
    kept = one.read_text(encoding="utf-8")
    mitch.apply(mitch.legal()[0])
    t.obey(f"save {two}")
    t.obey(f"save {one}")
    assert f"{one} is already there and stays as it is" in told(t)
    assert one.read_text(encoding="utf-8") == kept != two.read_text(encoding="utf-8")
    t.obey(f"save {two}")
    assert told(t).count(f"The match is in {two}, up to here.") == 2, "its own file may be written again"


def test_general_11_no_transcript_is_written_where_nothing_is_revealed(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    t = table(new_match("mitch", "tiny", seed=1, reveal_after_match="none"))
    t.obey(f"save {file}")
    t.leave()
    assert not file.exists() and "nobody gets its record [General 11]" in told(t)


def test_a_file_that_cannot_be_written_is_told(mitch: Match, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("kept", encoding="utf-8")
    for name in (tmp_path / "none" / "x", tmp_path, there, "x" * 3000, "~nobody-of-this-name/x"):
        t = table(mitch, f"save {name}")
        t.obey(f"save {name}")
        refusal = "is already there" if name in (tmp_path, there) else "cannot be written: "
        assert told(t).count(refusal) == 1 and told(t).count("\n") == 1
        assert t.file is None
    assert there.read_text(encoding="utf-8") == "kept"


def test_after_the_end_questions_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = new_match("mitch", "tiny", seed=1, names=["Ann", "Ben"])
    while not match.over:
        match.apply(match.legal()[0])
    t = table(match, "1", "place KH", "undo", "story", "hint", "acts", f"save {file}", "", people=range(2))
    t.run()
    text = told(t)
    assert sentence(match.scene(None).result.reason) in text  # pyright: ignore
    assert "The match is over." in text
    assert all(told in text for told in match.story(None))
    assert file.exists()


def test_lines_that_come_after_the_end_are_refused_once() -> None:
    """As a pipe sends them; another refusal is said, and then this one again."""
    match = new_match("mitch", "tiny", seed=1, names=["Ann", "Ben"])
    while not match.over:
        match.apply(match.legal()[0])
    t = table(match, *["place KH"] * 5, "why nonsense", "place KH", people=range(2))
    t.run()
    assert told(t).count("The match is over.") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "mitsch"}, "no game is called 'mitsch'; did you mean 'mitch'?"),
        ({"against": "gredy"}, "no player is called 'gredy', there are people, random, greedy,"),
        ({"preset": "tinny"}, "mitch has no preset 'tinny'; did you mean 'tiny'?"),
        ({"options": {"seats": 7}}, "mitch: 7 seats need two packs, got one [Mitch 1]"),
        ({"options": {"secret": "x"}}, "mitch has no option 'secret'"),
        ({"options": {"seats": 2}, "names": ["a", "b", "c"]}, "mitch: 3 names were given for 2 seats"),
        ({"seed": -1}, "a seed is a whole number from 0 to 2**62, got -1"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_printed(arguments: dict[str, object], message: str) -> None:
    out = io.StringIO()
    with pytest.raises(OptionsError) as caught:
        play(**{"game": "mitch", "screen": Screen(lines(), out, spoken=True), **arguments})  # pyright: ignore
    assert str(caught.value).startswith(message)
    assert out.getvalue() == ""


def test_a_word_is_looked_up_as_often_as_wished_and_nothing_happens_at_the_table() -> None:
    text = session("mickell", "word fire", "? Qi", "?zzq", "? a b", "word", "? fire", "word fire; word fire", "quit")
    assert text.count("FIRE is in american-standard.") == 4 and "fire: very common" in text
    assert "QI is in american-standard." in text and "the energy of life" in text
    assert "ZZQ is not in american-standard." in text
    assert "'a b' is not of letters a to z." in text and "such as: word FIRE" in text
    assert "Turn 2" not in text
    assert "word FIRE, or ? FIRE" in session("mickell", "?", "quit")


def test_words_are_not_looked_up_where_there_are_none_or_it_is_not_allowed() -> None:
    assert "Mitch is played without a word list." in session("mitch", "", "word fire", "quit", options={"seats": 2})
    assert "can be looked up once it is over" in session("mickell", "? fire", "quit", preset="no_lookups")


def test_a_saved_match_is_gone_on_with_as_if_it_had_never_been_left(tmp_path: Path) -> None:
    file, whole, typed = tmp_path / "match.jsonl", tmp_path / "whole.jsonl", ["place 1", "end"] * 8 + ["end"]
    session("mickell", f"save {whole}", *typed, preset="tiny")
    left = session("mickell", f"save {file}", *typed[:3], "quit", preset="tiny")
    assert f"To go on with it: muckle play --resume {file} --against people\n" in left
    unfinished, out = file.read_text(encoding="utf-8"), io.StringIO()
    resume(file, "people", screen=Screen(lines(*typed[3:]), out, spoken=True))
    assert f"The match is in {file}.\n" in out.getvalue() and "All 8 cards were played." in out.getvalue()
    assert file.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8") != unfinished
    with pytest.raises(TranscriptError, match=r"is over; muckle replay .* shows it"):
        resume(file)


def test_bots_think_less_where_rules_are_ordinary_python(mitch: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    t = table(mitch)
    t.level = "rook"
    monkeypatch.setattr(compile, "PLAIN", False)
    assert t.effort == 1
    monkeypatch.setattr(compile, "PLAIN", True)
    assert 0 < t.effort < 0.1
    t.level = "magpie"
    assert t.effort == 1, "it looks one step ahead"


def test_bots_choose_as_if_the_match_had_never_been_left(tmp_path: Path) -> None:
    file, whole = tmp_path / "match.jsonl", tmp_path / "whole.jsonl"
    options = {"against": "random", "options": {"seats": 2, "hands": 1}}
    session("mitch", *["10"] * 3, f"save {whole}", *["10"] * 60, **options)
    session("mitch", *["10"] * 3, f"save {file}", "quit", **options)
    unfinished = file.read_text(encoding="utf-8")
    resume(file, "random", screen=Screen(lines(*["10"] * 60), io.StringIO(), spoken=True))
    assert whole.read_text(encoding="utf-8") == file.read_text(encoding="utf-8") != unfinished


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"against": "gredy"}, "no player is called 'gredy'"),
        ({"names": ["a", "b", "c"]}, "mitch: 3 names were given for 2 seats"),
        ({"names": [" "]}, "a name has 1 to 40 characters"),
    ],
)
def test_what_cannot_be_gone_on_with_is_refused(mitch: Match, tmp_path: Path, wrong: dict[str, Any], message: str) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(mitch.transcript(), encoding="utf-8")
    with pytest.raises(OptionsError) as caught:
        resume(file, **wrong)
    assert str(caught.value).startswith(message)
    file.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(TranscriptError, match="line 1"):
        resume(file)


def test_no_analysis_prints_a_loss_or_a_margin_of_zero():
    judged = JudgedDecision(1, 1, 0, "place 9S", "place JS", "", 3.0, 0.1, 0.84, 0.001, True, 0.0, ())
    analysis = Analysis("mitch", "points", "expert", 1.0, 0, (judged,), (3.0, 1.0))
    told = "\n".join(line.text for line in analysis_lines(analysis, 5))
    assert "lost 0.8 ± 0.1 points; best: place JS" in told and "± 0.0" not in told and "0.0 points" not in told


@pytest.mark.parametrize("game", GAMES)
def test_no_mistake_is_printed_as_zero(game: str):
    assert amount(GAMES[game].trifle, unit_of(GAMES[game])) not in ("0.0", "0 %")

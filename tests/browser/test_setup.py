"""The form that sets a table up: it comes from the game's options, and says why a table cannot be (General 16)."""

import inspect
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.hands import boxes, faults, resize, restyle, seat
from muckle import games
from muckle.words import installed, lists
from server.people import GameRoom, Person

Wish = tuple[int, dict[str, str], str]
"""Seats, options as they are typed, and the rule that is cited."""
REFUSED: dict[str, list[Wish]] = {
    "mitch": [
        (6, {"packs": "1"}, "Mitch 1"),
        (5, {"hand_size": "9", "ranks": "5"}, "Mitch 10"),
        (4, {"ace_trigger": "5"}, "Mitch 12"),
        (4, {"direction": "high_low", "tie": "lowest_low"}, "Mitch 17a"),
        (4, {"dead_tie": "shared", "packs": "1"}, "Mitch 16b"),
        (4, {"match_tie": "extra_hand", "hands": "21"}, "Mitch D12"),
        (4, {"phase2": "no", "hands": "100"}, "Revolution 3"),
    ],
    "mickell": [
        (1, {"lookup": "none", "bad_claim": "refused"}, "Mickell D9"),
        (1, {"dictionary": "short"}, "Mickell D2"),
        (1, {"deck": "custom"}, "Deck D1"),
        (1, {"cards": "RB EK"}, "Deck D1"),
        (1, {"claiming": "no", "claims_per_turn": "unlimited"}, "Mickell 3a"),
        (1, {"discarding": "no", "first_card": "may_discard"}, "Mickell 3c"),
    ],
    "alphabetickell": [
        (7, {"deck": "tiny", "deal": "3"}, "Alphabetickell 1"),
        (7, {"deck": "custom", "cards": "NH SC AP EL TM OU IB", "deal": "1", "deck_check": "loose"}, "Alphabetickell 2b"),
        (2, {"deck": "tiny", "deal": "1", "discard_limit": "8"}, "Alphabetickell 11"),
        (3, {"discard_limit": "4", "early_stop": "stop"}, "Alphabetickell D8"),
        (2, {"first_dealer": "seat:2"}, "Alphabetickell D1"),
        (3, {"deck": "custom"}, "Deck D1"),
    ],
    "multzo": [
        (3, {"hand": "3", "suits": "4"}, "Multzo 7"),
        (5, {"suits": "3", "hand": "3", "ranks": "3"}, "Multzo 3"),
        (3, {"coins": "3 2"}, "Multzo 1"),
    ],
    "grabble_road": [
        (4, {"tiles": "tiny8", "rack": "3"}, "Grabble Road 2"),
        (2, {"through": "off", "through_onto": "any"}, "Grabble Road D2"),
        (2, {"dictionary": "single"}, "Grabble Road D15"),
    ],
}
"""Every combination that the rulebook calls invalid."""
NARROW = {"width": 360, "height": 640}
BOTS_ALONE = {"Grabble Road D13"}
"""Rules that only a table without people can break."""


@pytest.mark.parametrize("game", games.GAMES)
def test_every_refusal_of_a_game_is_tried(game: str) -> None:
    cited = set(re.findall(r'"((?:[A-Z][a-z]+ )+[A-Z]?\d+[a-z]?)"', inspect.getsource(games.find(game).options)))
    assert cited - BOTS_ALONE <= {rule for _, _, rule in REFUSED[game]}


@pytest.fixture(scope="module")
def special(tmp_path_factory: pytest.TempPathFactory):
    """Open a room with word lists that serve no game."""
    home = tmp_path_factory.mktemp("home")
    for name, words in (("short", ("at", "be")), ("single", ("a", "i"))):
        installed.install(lists.game_list(name, words), Path(home, "words"))
    room = GameRoom(None, "--pace=off", MUCKLE_HOME=str(home))
    yield room
    room.close()


@pytest.mark.parametrize("game", games.GAMES)
def test_general_16_every_invalid_combination_is_refused_with_its_rule(visit: Visit, special: GameRoom, game: str) -> None:
    page, program = visit(special.address), Person(special.address)
    for seats, options, rule in REFUSED[game]:
        if any(field.for_tests and field.name in options for field in games.find(game).options.fields()):
            wish = {"game": game, "options": options, "seats": ["open"] * (seats - 1)}
            assert program.post("matches", wish, 400)["rule"] == rule, "no form asks for it"
            continue
        fill(page, games.find(game).title, seats, options)
        page.click("text=Open the table")
        expect(page.locator(".setup .note.refusal a", has_text=re.compile(f"^{re.escape(rule)}$"))).to_be_visible()
        told = page.inner_text(".setup .note").replace(rule, "")
        assert len(told) > 20, "the reason is told"
        assert not re.search(r"_|=|^\w+:", told), f"in words (trial U15): {told}"
        page.click("dialog [aria-label^=Close]")
    program.http.close()


def fill(page: Page, title: str, seats: int, options: dict[str, str]) -> None:
    """Open the form and fill it in."""
    page.click(f"[aria-label='Set up a table: {title}']")
    while page.locator(".seat-count").count() and (there := int(page.inner_text(".seat-count output"))) != seats:
        page.click(f"[aria-label='One seat {'more' if there < seats else 'fewer'}']")
    page.click("text=All options")
    for name, value in options.items():
        field = page.locator(f"#option-{name}")
        if name == "dictionary":
            expect(page.locator("select#option-dictionary")).to_be_visible()  # a text field until the lists have come
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()


def test_what_is_typed_stays_while_the_room_tells_its_progress(visit: Visit, room: GameRoom) -> None:
    """Rooms that have just been opened compile, and the page asks for their progress every other second."""
    page = visit(room.address)
    answer = {**httpx.get(f"{room.address}/api/games").json(), "progress": "compiling"}
    page.route("**/api/games", lambda route: route.fulfill(json=answer))
    page.reload()
    page.click("[aria-label='Set up a table: Alphabetickell']")
    page.click("text=All options")
    page.select_option("#option-deck", "custom")
    for part in ("AB ", "CD"):
        page.locator("#option-cards").press_sequentially(part)
        with page.expect_response("**/api/games"):
            pass
        page.wait_for_timeout(100)
    assert page.input_value("#option-cards") == "AB CD"
    assert page.input_value("#option-deck") == "custom"
    page.click("text=Open the table")
    page.wait_for_selector(".setup .note.refusal")
    assert "cards, got 2" in page.inner_text(".setup .note.refusal")


def test_bots_know_as_much_as_is_wished(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    assert not page.query_selector("text=Bots know"), "there are no words in it"
    page.click("dialog [aria-label^=Close]")
    page.click("[aria-label='Set up a table: Grabble Road']")
    page.select_option("label:has-text('Bots know') select", label="common words")
    page.click("text=Open the table")
    page.wait_for_selector(".seat-name:text('Magpie (common words)')")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", games.GAMES)
def test_the_form_shows_presets_first_and_every_option_with_its_help(
    visit: Visit, room: GameRoom, game: str, size: str
) -> None:
    page, kind = visit(room.address, size), games.find(game)
    page.click(f"[aria-label='Set up a table: {kind.title}']")
    presets = page.locator("[name=preset]")
    assert (
        presets.count() == len([preset for preset in kind.presets.values() if not preset.small]) and presets.first.is_checked()
    )
    assert page.locator(".option:visible").count() == 0, "the rest is folded away"
    page.click("text=All options")
    assert page.locator(".option").count() == len([field for field in kind.options.fields() if not field.for_tests]) - 1
    for field in (field for field in kind.options.fields() if field.name != "seats" and not field.for_tests):
        where = page.locator(f"#option-{field.name}")
        assert page.inner_text(f"label[for=option-{field.name}]") == field.title
        assert not [text for text in where.locator("option").all_inner_texts() if "_" in text or ":" in text], "trial U15"
        shown = page.inner_text(f"#option-{field.name}-help")
        assert re.sub(r"\W+", "", field.help) in re.sub(r"\W+", "", shown)
        assert not field.rule or field.rule in page.locator(f"#option-{field.name}-help a").all_inner_texts()
        assert where.input_value() == str(kind.presets[next(iter(kind.presets))].values.get(field.name, field.default))
        values = where.locator("option").evaluate_all("all => all.map(option => option.value)")
        assert set(field.choices) <= set(values) or all(choice in shown for choice in field.choices)
        if field.least is not None:
            assert {str(field.least), str(field.most)} <= set(values) or f"{field.least} to {field.most}" in shown
    page.click("text=Open the table")
    page.wait_for_selector(".table")


INSIDE = """all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"""
"""Ways to play whose words run out of their boxes."""


@pytest.mark.parametrize("game", games.GAMES)
def test_the_button_and_what_it_will_do_are_in_sight_at_every_size(visit: Visit, room: GameRoom, axe: str, game: str) -> None:
    page = visit(room.address, "phone", "dark")
    for window in ({"width": 1280, "height": 800}, {"width": 820, "height": 1180}, {"width": 390, "height": 844}, NARROW):
        resize(page, **window)
        page.click(f"[data-game={game}] .set-up")
        [button] = boxes(page, ".setup-foot .main")
        assert button["y"] + button["height"] <= window["height"], window
        assert not page.eval_on_selector_all(".ways > .preset", INSIDE), window
        if window == NARROW:
            assert not faults(page, axe)
            restyle(page, ".ways > .preset b", "display: block; width: 20rem")
            assert page.eval_on_selector_all(".ways > .preset", INSIDE), "what runs out of its box is noticed"
        page.click("dialog [aria-label^=Close]")


BURST = """all => all.filter((box) => {
    const { top, bottom, left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll(".piece")].map((piece) => piece.getBoundingClientRect())
        .some((piece) => piece.top < top || piece.bottom > bottom || piece.left < left || piece.right > right);
}).length"""
"""Pictures whose pieces do not lie wholly in them."""


@pytest.mark.parametrize("game", games.GAMES)
def test_every_way_to_play_is_pictured_whole(visit: Visit, room: GameRoom, game: str) -> None:
    page, kind = visit(room.address), games.find(game)
    page.click(f"[data-game={game}] .set-up")
    ways = [name for name, preset in kind.presets.items() if not preset.small]
    assert list(kind.scene.pictures())[: len(ways)] == ways
    assert page.locator(".setup .ways:visible .preset").count() == page.locator(".way-picture").count() == len(ways)
    assert not page.eval_on_selector_all(".way-picture", BURST)
    restyle(page, ".way-picture", "--w: 4rem")
    assert page.eval_on_selector_all(".way-picture", BURST), "a picture that is cut is noticed"


def test_the_last_sentence_says_what_the_button_will_do(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    sentence = page.locator(".setup-foot p")
    expect(sentence).to_have_text("Mitch for 4. 3 Magpies sit down at once.")
    seat(page, 1, "open")
    seat(page, 2, "heron")
    expect(sentence).to_have_text("Mitch for 4. Heron and Magpie sit down at once. One place waits for whoever has the link.")
    page.select_option(".comes select", "true")
    expect(sentence).to_have_text(re.compile(r"One place waits for anybody\.$"))
    page.click("text=All options")
    page.select_option("#option-hand_size", "3")
    expect(page.locator(".setup-rail > .fold > summary")).to_contain_text("1 option changed")

"""Ways from the first page to a table: at once, set up, or with a friend."""

import re

import httpx
import pytest

from browser.conftest import ELSEWHERE, Visit
from browser.hands import asked, code_text, faults, height, overflow, resize, restyle, seat, seq, sit_down, wait_past
from muckle import games
from server.people import GameRoom


def test_one_tap_leads_to_a_table_once_the_lesson_was_offered(visit: Visit, plain_room: GameRoom, axe: str) -> None:
    for size in ("desktop", "phone"):
        page = visit(plain_room.address, size)
        page.click("[aria-label='Play now: Mitch']")
        page.wait_for_selector(".offer a:focus")
        assert overflow(page) <= 0 and not faults(page, axe)
        page.click("[data-act=just-play]")
        page.wait_for_url("**/m/*")
        assert asked(page)
        assert overflow(page) <= 0
        page.goto(plain_room.address)
        page.click("[data-game=mitch] .picture")
        page.wait_for_url("**/m/*")


@pytest.mark.slow
def test_the_lesson_is_not_offered_to_whoever_has_seen_one(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.click("[aria-label='Learn: Mitch']")
    page.wait_for_selector(".coach")
    page.goto(plain_room.address)
    page.click("[aria-label='Play now: Mitch']")
    page.wait_for_url("**/m/*")


@pytest.mark.slow
def test_muckell_is_hosted_and_joined_from_the_lobby(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address, "phone")
    for act, place in (("host", "/host"), ("join", "/code")):
        page.tap(f".muckell [data-act={act}]")
        page.wait_for_url(f"**{place}")
        page.goto(plain_room.address)


@pytest.mark.slow
def test_mitch_for_six_takes_two_packs(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    for _ in range(2):
        page.click("[aria-label='One seat more']")
    assert "Mitch for 6. Packs of cards: 2." in page.inner_text(".setup-foot p")
    page.click("text=Open the table")
    page.wait_for_selector(".table")
    assert page.locator(".others .panel").count() == 5


PLACES = ("", "/you", "/privacy", "/daily", "/host", "/series", "/about", "/code", "/rules/mitch", "/m/nothing", "/mitch")
NARROW = (
    {"width": 320, "height": 568},
    {"width": 360, "height": 640},
    {"width": 640, "height": 400},
    {"width": 844, "height": 390},
)
"""Small telephones, a desktop at 200 %, a telephone on its side."""


CUT = """all => all.filter(each => {
    const [box, pieces] = [each.getBoundingClientRect(), [...each.children].map((piece) => piece.getBoundingClientRect())];
    return pieces.some(({ left, right }) => left < box.left || right > box.right);
}).length"""
"""Pictures whose pieces lie partly out of sight."""


@pytest.mark.slow
def test_the_button_that_plays_is_two_words_where_there_is_room(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    button = page.locator("[aria-label='Play now: Mitch']")
    assert button.text_content() == "Play\u00a0now", "a space at the end of a box is not shown"
    resize(page, **NARROW[0])
    assert button.inner_text().strip() == "Play"


@pytest.mark.slow
def test_no_page_is_wider_than_a_small_telephone(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address, "phone")
    for place in PLACES:
        page.goto(plain_room.address + place)
        page.wait_for_selector("main")
        for window in NARROW:
            resize(page, **window)
            assert overflow(page) <= 0, (place, window)
    page.goto(plain_room.address)
    page.wait_for_selector(".game-card")
    for window in NARROW[:2]:
        resize(page, **window)
        assert not page.eval_on_selector_all(".game-card:not(.today, .muckell) .picture", CUT), window
    resize(page, **NARROW[0])
    restyle(page, ".game-card .picture", "--w: 4rem")
    assert page.eval_on_selector_all(".game-card:not(.today, .muckell) .picture", CUT), "a picture that is cut is noticed"
    restyle(page, ".top-nav", "min-width: 20rem; flex: none")
    assert overflow(page) > 0, "a bar that is too wide is noticed"


OUT_OF_DOORS = """() => [...document.querySelectorAll(".game-card :is(.act, .picture .piece)")].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const door = each.closest(".picture, .game-card").getBoundingClientRect();
    return left < door.left - 1 || right > door.right + 1 || top < door.top - 1 || bottom > door.bottom + 1;
}).map((each) => each.outerHTML.slice(0, 80))"""
"""Buttons and pieces that reach out of the door to their game, or out of its cloth."""


def test_every_door_of_the_lobby_holds_its_buttons_and_its_emblem(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.wait_for_selector(".game-card.today .act")
    for size in ((1280, 720), (1366, 768), (1920, 1080)):
        resize(page, *size)
        assert page.evaluate(OUT_OF_DOORS) == [], size
    restyle(page, ".picture", "--w: 9rem")
    restyle(page, ".muckell .actions", "width: 40rem")
    assert len(page.evaluate(OUT_OF_DOORS)) > 8, "emblems and a button that are cut are noticed"


def test_a_table_is_set_up_with_options_and_a_friend_comes_by_link(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    page.fill("[placeholder='Your name']", "Ann")
    page.click("[aria-label='One seat fewer']")
    page.click("[aria-label='One seat fewer']")
    seat(page, 1, "open")
    page.click("text=All options")
    page.select_option("#option-hand_size", "3")
    page.click("text=Open the table")
    page.wait_for_selector("#share")
    link = page.input_value("#share")
    assert link == page.url

    friend = visit(link, "phone")
    friend.fill("[placeholder='Your name']", "Ben")
    friend.click("button:text('Sit down')")
    for each in (page, friend):
        each.wait_for_selector(".waiting-room", state="detached")
        each.wait_for_selector(".held .piece >> nth=2")
    assert "Ben" in page.inner_text(".others")
    mover, watcher = (page, friend) if page.locator(".dock.yours").count() else (friend, page)
    before = seq(watcher)
    mover.click(".dock .held button.able")
    mover.click("[data-zone=pile] .target")
    wait_past(watcher, before)
    watcher.wait_for_selector(".dock.yours")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_lobby_leads_back_to_ones_tables_and_to_the_deck_of_the_day(
    visit: Visit, plain_room: GameRoom, axe: str, size: str, theme: str
) -> None:
    page = visit(plain_room.address, size, theme)
    mine = sit_down(page, "mickell")
    waiting = sit_down(page, "multzo", "open")
    page.goto(plain_room.address)
    page.wait_for_selector(f".rail a.main[href='{mine}']:has-text('Play')")
    assert "one place is open" in page.inner_text(f".rail li:has(a[href='{waiting}'])")
    page.wait_for_selector(".today.waits .act.main:has-text('Play')")
    page.wait_for_function("[...document.querySelectorAll('.game-card')].every(card => card.getBoundingClientRect().height)")
    assert overflow(page) <= 0 and not faults(page, axe)
    page.click(f".rail a[href='{mine}']")
    page.wait_for_selector(".table .dock")


SCREENS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844}, {"width": 360, "height": 640})


def test_the_lobby_is_one_screen_with_the_week_of_the_deck_of_the_day(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    today = httpx.get(f"{plain_room.address}/api/daily").json()
    week = [None, None, None, None, 24, None, None]
    page.route("**/api/daily", lambda route: route.fulfill(json={**today, "week": week}))
    page.reload()
    page.wait_for_selector(".week")
    shown = page.locator(".week b").all_inner_texts()
    assert shown == ["–", "–", "–", "–", "24", "–", "?"]
    for window in SCREENS:
        resize(page, **window)
        page.eval_on_selector_all(".progress", "all => all.forEach((each) => each.remove())")
        assert height(page) <= window["height"], window
    restyle(page, ".game-card .picture", "height: 9rem")
    assert height(page) > window["height"], "a lobby that is too high is noticed"


@pytest.mark.slow
def test_a_word_is_looked_up_without_a_table(visit: Visit, plain_room: GameRoom, axe: str) -> None:
    page = visit(plain_room.address, "phone")
    for word, told in (("road", "in every list"), ("zzq", "in no list"), ("colour", "British standard")):
        if not page.query_selector(".spelled"):
            page.click(".top [data-act=words]")
        page.fill(".spelled", word)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"dialog h3:text-is('{word.upper()}')")
        assert told in page.inner_text("dialog .verdict")
    assert page.locator(".before .act").all_inner_texts() == ["ROAD", "ZZQ"], "what was looked up before"
    assert not faults(page, axe)
    page.click(".before >> text=ROAD")
    page.wait_for_selector("dialog h3:text-is('ROAD')")


def test_a_friend_is_asked_in_one_tap(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.click("[aria-label='Play with a friend: Grabble Road']")
    page.wait_for_selector(".waiting-room #share")
    assert page.input_value("#share") == page.url


@pytest.mark.slow
def test_the_code_of_a_table_is_told_and_typed_in(visit: Visit, plain_room: GameRoom) -> None:
    page, friend = visit(plain_room.address), visit(f"{plain_room.address}/code", "phone")
    link = sit_down(page, "mitch", "open")
    code = page.inner_text(".told-code .code")
    assert code.replace("-", "").lower() == link.removeprefix("/m/")
    friend.get_by_label("The code").fill(code.lower())
    friend.keyboard.press("Enter")
    friend.wait_for_url(f"**{link}")
    friend.wait_for_selector(".waiting-room form[aria-label='Sit down']")


def test_the_link_is_copied_and_shown_as_a_code_over_plain_http(visit: Visit, plain_room: GameRoom) -> None:
    """Other machines come over plain http, where a page has no clipboard, no random UUIDs and no share sheet."""
    page = visit(f"http://{ELSEWHERE}:{plain_room.port}/")
    assert page.evaluate("!isSecureContext && !navigator.clipboard")
    link = f"http://{ELSEWHERE}:{plain_room.port}{sit_down(page, 'mitch', 'open')}"
    page.click("text=Copy")
    page.wait_for_selector("text=Copied")
    assert page.input_value("#share") == link
    squares = re.findall(r"M(\d+) (\d+)h1", page.get_attribute(".qr path", "d") or "")
    dark = {(int(y) - 4, int(x) - 4) for x, y in squares}
    size = round(float((page.get_attribute(".qr", "viewBox") or "").split()[2])) - 8
    assert code_text(dark, size, blocks=1 if size < 33 else 2) == link


def test_options_that_do_not_fit_are_refused_with_their_rule(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.click("[aria-label='Set up a table: Mitch']")
    page.click("text=All options")
    page.select_option("#option-dead_tie", "shared")
    page.click("text=Open the table")
    page.wait_for_selector(".setup .note.refusal")
    assert "one pack" in page.inner_text(".setup .note.refusal")
    page.click(".setup .note.refusal a")
    page.wait_for_selector("#mitch-16b.rule-here")


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_rules_of_every_game_can_be_read(visit: Visit, plain_room: GameRoom, size: str) -> None:
    page = visit(plain_room.address, size)
    page.wait_for_selector(".game-card")
    about = [link.get_attribute("href") for link in page.query_selector_all(".game-card h2 a")]
    assert about == [*(f"/about/{game}" for game in games.GAMES), "/about/muckell"]
    for game in games.GAMES:
        page.goto(f"{plain_room.address}/rules/{game}")
        page.wait_for_selector(".prose h1")
        page.wait_for_function("[...document.images].every(image => image.complete && image.naturalWidth)")
        assert overflow(page) <= 0


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_waiting_room_tells_what_the_game_is_about(visit: Visit, plain_room: GameRoom, axe: str, size: str) -> None:
    """A friend who comes by a link reads the aim and the length before the form to sit down."""
    host, friend = visit(plain_room.address, size), visit(plain_room.address, size)
    path = sit_down(host, "alphabetickell", "open", "random")
    friend.goto(plain_room.address + path)
    for page in (host, friend):
        page.wait_for_selector(".waiting-room .aim >> text=alphabetical order")
        assert "20 to 30 min" in page.inner_text(".aim") and overflow(page) <= 0 and not faults(page, axe)
    boxes = [friend.locator(part).bounding_box() for part in (".aim", "form.guests")]
    assert boxes[0] and boxes[1] and (size == "desktop" or boxes[0]["y"] < boxes[1]["y"])
    friend.click(".aim >> text=Learn by playing")
    friend.wait_for_selector(".coach")

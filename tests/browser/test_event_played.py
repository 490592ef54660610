"""A whole tiny event of Muckell in a real browser: one caller and three phones, two by touch and one by keyboard alone."""

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import Visit
from browser.hands import overflow
from server.people import GameRoom

WISH = {"title": "Moor evening", "preset": "muckell", "options": {"deck": "tiny", "rows": 2, "dictionary": "tiny"}}
CARDS = 8
SAME_PRESS = 1100
"""Milliseconds after which another press is another call."""
NAMES = ("Ann", "Ben", "Cyd")
OPEN = """async (wish) => {
    const answer = await fetch("/api/events", { method: "POST", body: JSON.stringify(wish) });
    return (await answer.json()).code;
}"""


def test_one_caller_and_three_phones_play_a_whole_event(visit: Visit, room: GameRoom) -> None:
    caller = visit(f"{room.address}/host")
    code = caller.evaluate(OPEN, WISH)
    caller.goto(f"{room.address}/e/{code}")
    phones = [visit(f"{room.address}/e/{code}", "phone") for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        join(phone, name, by_keyboard=name == "Cyd")
    expect(caller.locator(".hall-count")).to_have_text("3 are here")
    for card in range(1, CARDS + 2):
        caller.keyboard.press("Space")
        caller.wait_for_timeout(SAME_PRESS)
        for phone, name in zip(phones, NAMES, strict=True):
            expect(phone.locator(".board-bar")).to_contain_text(told(card))
            turn_of[name](phone, card)
        expect(caller.locator(".hall-done b")).to_have_text("3 of 3")
    caller.keyboard.press("Space")
    caller.keyboard.press("y")
    expect(caller.locator(".hall-over .places li")).to_have_count(3)
    for phone, name in zip(phones, NAMES, strict=True):
        phone.locator("[data-act=standings]").last.press("Enter")
        expect(phone.locator(".places .own")).to_contain_text(f"{name} (you)")
        expect(phone.locator(".own-place")).to_contain_text("Par is")
        assert overflow(phone) <= 0
    own_words(phones[0], f"{room.address}/e/{code}?play")
    ben = phones[NAMES.index("Ben")]
    ben.locator("[data-act=replay]").tap()
    ben.wait_for_selector(".table.replay")
    ben.goto(f"{ben.url.split('?')[0]}?step=3")
    field = ben.get_by_label("What the field did")
    expect(field).to_contain_text("Card 2 as 3 played it")
    expect(field.locator(".now")).to_contain_text("as you did")
    expect(field.locator(".now")).to_contain_text("33\N{NO-BREAK SPACE}%")
    for page in (ben, caller):
        expect(page.locator("#main")).to_contain_text("Par is")


def test_a_card_that_was_played_comes_back_when_its_call_is_undone(visit: Visit, room: GameRoom) -> None:
    caller = visit(f"{room.address}/host")
    code = caller.evaluate(OPEN, WISH)
    caller.goto(f"{room.address}/e/{code}?desk")
    phone = visit(f"{room.address}/e/{code}", "phone")
    join(phone, "Ann", by_keyboard=False)
    for card in (1, 2):
        caller.click("[data-act=call]")
        expect(phone.locator(".board-bar")).to_contain_text(told(card))
        lay(phone, card)
        expect(caller.locator(".desk-lead")).to_contain_text("1 of 1 are done")
        caller.wait_for_timeout(SAME_PRESS)
    caller.click("[data-act=uncall]")
    expect(caller.locator(".desk-lead")).to_contain_text("card 1 of 8")
    expect(phone.locator(".board-bar")).to_contain_text(told(1))
    expect(phone.locator("[data-zone=row1] .piece")).to_have_count(1)
    assert caller.locator("[data-act=uncall]").count() == 0, "the first call of a round stands"
    caller.click("[data-act=call]")
    expect(phone.locator(".board-bar")).to_contain_text(told(2))
    lay(phone, 2)
    expect(phone.locator("[data-zone=row1] .piece")).to_have_count(2)


def own_words(phone: Page, address: str) -> None:
    """Show a player's words with points and meanings. Nobody claimed any here, so they are put into the answer."""

    def pass_on(socket: WebSocketRoute) -> None:
        room = socket.connect_to_server()

        def told(text: str | bytes) -> None:
            view = json.loads(text)
            view["you"]["words"] = [{"word": "charm", "points": 3}, {"word": "told", "points": 2}]
            socket.send(json.dumps(view))

        room.on_message(told)

    phone.route_web_socket("**/api/events/*/live", pass_on)
    phone.goto(address)
    words = phone.get_by_role("list", name="Your words, with what each scored").get_by_role("button")
    expect(words).to_have_text(["CHARM 3", "TOLD 2"])
    words.first.tap()
    expect(phone.get_by_role("dialog")).to_contain_text("CHARM")
    expect(phone.locator(".found .verdict")).to_be_visible()
    assert overflow(phone) <= 0


def join(phone: Page, name: str, by_keyboard: bool) -> None:
    """Join the event under a name."""
    phone.wait_for_selector("#nickname")
    if by_keyboard:
        phone.focus("#nickname")
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    else:
        phone.fill("#nickname", name)
        phone.tap(".join-form .main")
    expect(phone.locator(".ready h2")).to_have_text(name)


def told(card: int) -> str:
    """Return the text of a table's bar about a turn."""
    return f"Card {card} of {CARDS}" if card <= CARDS else "Final phase"


def lay(phone: Page, card: int) -> None:
    """Put every card in the first row."""
    if card <= CARDS:
        phone.tap("[data-zone=row1] .target")
    end(phone)


def throw(phone: Page, card: int) -> None:
    """Discard every card but the first."""
    if card <= CARDS:
        phone.tap(".dock [data-act='place 1']" if card == 1 else ".dock [data-act=discard]")
    if card > 1:  # where nothing else is left to do, the card ends by itself
        end(phone)


def press(phone: Page, card: int) -> None:
    """Put every card in the first row, by keys."""
    phone.wait_for_selector(".dock.yours")
    if card <= CARDS:
        phone.keyboard.press("1")
    phone.wait_for_selector(".dock [data-act=end], .dock:not(.yours)")
    if phone.query_selector(".dock.yours"):
        phone.keyboard.press("e")
    phone.wait_for_selector(".dock:not(.yours)")


def end(phone: Page) -> None:
    """End the turn, unless it has ended by itself."""
    phone.wait_for_selector(".dock [data-act=end], .dock:not(.yours)")
    phone.evaluate("document.querySelector('.dock [data-act=end]')?.click()")
    phone.wait_for_selector(".dock:not(.yours)")


turn_of = {"Ann": lay, "Ben": throw, "Cyd": press}

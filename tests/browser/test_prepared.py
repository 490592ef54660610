"""A move prepared while others play: done in one's turn, dropped with a sentence, or taken back."""

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.hands import OWN, faults, overflow, seq, sit_down, wait_past
from server.people import GameRoom, Person, playable

WAITING = ".dock:not(.yours)"
HELD = f"{WAITING} .held button.able"


class Friend:
    """A person who plays against the page, move by move."""

    def __init__(self, page: Page, room: GameRoom, **options: int | str) -> None:
        self.person = Person(room.address)
        self.match = sit_down(page, "mitch", "open", **options).removeprefix("/m/")
        self.person.join(self.match, name="Ben")
        page.wait_for_selector(".table")

    def play(self, liked: str = "") -> None:
        """Do the first act there is that begins with a text, or the first of all, as often as asked."""
        with self.person.watch(self.match) as view:
            view.hear_until(lambda scene: scene["seats"][1].get("turn"))
            while view.scene["seats"][1].get("turn"):
                acts = playable(view.scene)
                view.act(next((act for act in acts if act.startswith(liked)), acts[0]))


def act(page: Page) -> None:
    """Act until it is another's turn."""
    page.wait_for_selector(OWN)
    while page.query_selector(OWN):
        before = seq(page)
        page.query_selector_all(".aside [data-act]:not([data-act=undo])")[0].evaluate("each => each.click()")
        wait_past(page, before)


def begin(page: Page, friend: Friend) -> None:
    """Let the page act once, whoever begins; then it waits."""
    page.wait_for_selector(f"{OWN}, {WAITING}")
    if not page.query_selector(OWN):
        friend.play()
    act(page)
    page.wait_for_selector(HELD)
    assert not page.query_selector(f".board .piece.able, {WAITING} .picked"), "what was played stays played"


def prepare(page: Page) -> str:
    """Prepare to discard the first card of the hand, and return the card."""
    card = page.locator(HELD).first
    name = str(card.get_attribute("data-piece"))
    card.click()
    page.click("[data-zone=pile] .target")
    page.wait_for_selector(".prepared-line")
    return name


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_prepared_move_is_done_when_the_turn_comes(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    friend = Friend(page, room, hands=1, hand_size=4)
    begin(page, friend)
    name, before = prepare(page), seq(page)
    assert page.inner_text(".heard").startswith("Prepared: Discard")
    assert page.query_selector(f".held [data-piece='{name}'].prepared")
    assert seq(page) == before, "nobody was told"
    assert overflow(page) <= 0
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert faults(page, axe) == []
    friend.play()
    page.wait_for_selector(f".held [data-piece='{name}']", state="detached")
    wait_past(page, before + 1)
    assert not page.query_selector(".prepared-line")
    friend.person.http.close()


def test_it_is_taken_back_by_a_tap_by_escape_or_by_its_button(visit: Visit, room: GameRoom) -> None:
    page = visit(room.address)
    friend = Friend(page, room, hands=1, hand_size=4)
    begin(page, friend)
    name = prepare(page)
    page.click(f".held [data-piece='{name}']")
    assert not page.query_selector(".prepared-line, .prepared")
    prepare(page)
    page.keyboard.press("Escape")
    assert not page.query_selector(".prepared-line, .prepared")
    prepare(page)
    page.click("[data-act=unprepare]")
    before = seq(page)
    friend.play()
    page.wait_for_selector(OWN)
    assert page.query_selector(f".held [data-piece='{name}']"), "nothing is done unasked"
    assert seq(page) > before
    friend.person.http.close()


def test_what_cannot_be_done_any_more_is_dropped_with_a_sentence(visit: Visit, room: GameRoom) -> None:
    """Nothing can be discarded before a player has chosen what to draw (Mitch 11)."""
    page = visit(room.address)
    friend = Friend(page, room, hands=1, hand_size=4, draw="stock_or_discard", ace_trigger=4)
    begin(page, friend)
    name = prepare(page)
    friend.play("discard")  # with an empty pile there would be nothing to choose
    page.wait_for_selector(f"{OWN} .note:has-text('You can’t do what you prepared any more: Discard')")
    assert page.query_selector(f".held [data-piece='{name}']")
    friend.person.http.close()

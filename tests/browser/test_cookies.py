"""A browser that keeps no cookies: it is told what is needed before anything is opened or counted."""

from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from server.people import GameRoom, Person

NEEDED = "allow cookies for this site"


def forgets(page: Page) -> Page:
    """Make a page's browser send no cookie with what it asks the room."""

    def forget(route: Route) -> None:
        page.context.clear_cookies()
        route.continue_()

    page.route("**/api/**", forget)
    return page


def test_who_keeps_no_cookies_is_told_so_at_each_door(visit: Visit, plain_room: GameRoom) -> None:
    ann = Person(plain_room.address)
    played, event = ann.get("daily")["played"], ann.post("events", {}, 201)["code"]
    open_table = ann.open("mitch", "open")["match"]
    doors = {
        "/": ["[aria-label='Play now: Mitch']", "[data-act=just-play]"],
        "/daily": ["[data-act=play]"],
        f"/m/{open_table}": [".guests button"],
        f"/e/{event}": [".join-form button"],
    }
    for path, controls in doors.items():
        page = forgets(visit(plain_room.address + path))
        for control in controls:
            page.wait_for_load_state("networkidle")  # an answer that is still coming would bring another cookie
            page.click(control)
        expect(page.get_by_text(NEEDED)).to_be_visible()
        assert page.url == plain_room.address + path
    assert ann.get("daily")["played"] == played
    ann.http.close()

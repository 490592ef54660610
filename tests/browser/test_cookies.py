"""A browser that keeps no cookies: it is told what is needed before anything is opened or counted."""

import httpx
from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from patience import PATIENCE
from server.people import GameRoom, Person

NEEDED = "allow cookies for this site"


def forgets(page: Page) -> Page:
    """Have a page's browser send no cookie with what it asks the room: each request is made here instead."""

    def forget(route: Route) -> None:
        asked = route.request
        headers = {name: value for name, value in asked.headers.items() if name not in ("cookie", "accept-encoding")}
        answer = httpx.request(asked.method, asked.url, headers=headers, content=asked.post_data_buffer, timeout=PATIENCE)
        kept = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        route.fulfill(status=answer.status_code, headers=kept, body=answer.content)

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
            page.click(control)
        expect(page.get_by_text(NEEDED)).to_be_visible()
        assert page.url == plain_room.address + path
    assert ann.get("daily")["played"] == played
    ann.http.close()

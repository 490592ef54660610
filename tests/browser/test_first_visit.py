"""What a first visit fetches, and what is shown if a part of the program does not come."""

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from server.people import GameRoom, Person

FIRST_VISIT = 150_000
"""Bytes of all answers, headers included, that a first visit takes before somebody acts."""
PARTS = "**/part-*.js"
LATE = """() => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const links = document.head.querySelectorAll("script, [rel=modulepreload], [data-parts='']");
    const named = [...links].map(({ src, href }) => src ?? href);
    return scripts.map(({ name }) => name).filter(name => !named.includes(name));
}"""
"""Returns the scripts of other parts that a page has fetched. A library that is in no part may come late."""
ADDRESSES = """/ /daily /learn/mitch /m/x /replay/x /evening/x /rules/mitch /about /about/mitch /you /privacy
    /host /code /e/x /s/x /series"""


def on_the_wire(page: Page, address: str) -> dict[str, int]:
    """Open an address, and return the bytes of each answer until nothing more comes."""
    devtools, paths, sizes = page.context.new_cdp_session(page), dict[str, str](), dict[str, int]()
    devtools.on("Network.responseReceived", lambda event: paths.update({event["requestId"]: event["response"]["url"]}))
    devtools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    devtools.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    page.wait_for_function("document.fonts.status === 'loaded'")
    return {path: sizes[request] for request, path in paths.items() if request in sizes}


@pytest.mark.parametrize("which", ["lobby", "table"])
def test_a_first_visit_takes_few_bytes(visit: Visit, plain_room: GameRoom, which: str) -> None:
    """Break: with all pages in one script and whole fonts, as they were, the lobby took 211 kB."""
    ann = Person(plain_room.address)
    path = (
        "/"
        if which == "lobby"
        else ann.post("matches", {"game": "mitch", "seats": ["open", "wren"], "name": "Ann"}, 201)["link"]
    )
    ann.http.close()
    taken = on_the_wire(visit("about:blank", "phone"), plain_room.address + path)
    assert any("/besley-small" in url for url in taken) and not any("-wght-" in url for url in taken), "the small fonts do"
    assert sum(taken.values()) <= FIRST_VISIT, (sum(taken.values()), taken)


def test_a_name_with_a_letter_that_the_small_fonts_lack_is_shown_in_the_whole_font(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.wait_for_selector(".game-card")
    with page.expect_response("**/atkinson-hyperlegible-next-latin-wght-normal.woff2"):
        page.evaluate("document.querySelector('nav a').textContent = 'Zoë'")


def test_every_page_names_all_of_its_scripts(visit: Visit, plain_room: GameRoom) -> None:
    """Otherwise a script is fetched only when another one has come.

    Break: without an entry for "learn" in `pages.PARTS`, the scripts of tables come late.
    """
    page = visit("about:blank")
    late: dict[str, list[str]] = {}
    for address in ADDRESSES.split():
        page.goto(plain_room.address + address)
        page.wait_for_selector("#main, .table")
        late[address] = page.evaluate(LATE)
    assert not any(late.values()), late


def test_a_part_of_a_program_that_was_replaced_brings_the_new_program(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.wait_for_selector(".game-card")
    gone: list[str] = []

    def answer(route: Route) -> None:
        gone.append(route.request.url)
        route.fulfill(status=404)

    page.route(PARTS, answer)
    page.route(lambda url: url.endswith("/about"), lambda route: new_program(page, route))
    page.click("nav >> text=About")
    page.wait_for_selector("h1:has-text('muckle')")
    assert gone and page.evaluate("performance.getEntriesByType('navigation')[0].type") == "reload"


def new_program(page: Page, route: Route) -> None:
    """Answer as a room that has another program by now, whose parts are there."""
    if route.request.resource_type == "fetch":
        route.fulfill(body='<script src="/app-0THER000.js"></script>', content_type="text/html")
    else:
        page.unroute(PARTS)
        route.continue_()


def test_a_part_that_cannot_be_fetched_is_asked_for_again_with_a_button(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.wait_for_selector(".game-card")
    page.route(PARTS, lambda route: route.abort())
    page.click("nav >> text=About")
    expect(page.locator("#main [role=status]")).to_contain_text("The game room did not answer as it should")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "navigate", "this would go round in circles"
    page.unroute(PARTS)
    page.click("[data-act=again]")
    expect(page.locator("[data-act=again]")).to_have_count(0)
    assert page.url.endswith("/about")


def test_the_page_before_stays_until_the_next_one_is_there(visit: Visit, plain_room: GameRoom) -> None:
    page = visit(plain_room.address)
    page.wait_for_selector(".game-card")
    held: list[Route] = []
    let_through: list[bool] = []
    page.route(PARTS, lambda route: route.continue_() if let_through else held.append(route))
    page.click("nav >> text=About")
    page.wait_for_url("**/about")
    expect(page.locator(".game-card").first).to_be_visible()
    let_through.append(True)
    for route in held:
        route.continue_()
    expect(page.locator(".game-card")).to_have_count(0)

"""Helpers that do and see what a person does and sees at a table."""

from typing import Any

from playwright.sync_api import Page

from server.people import GameRoom, Person

OWN = ".dock.yours"
"""The dock in the viewer's own turn."""
ENDED = "dialog.ending [data-act=go-on]"
"""The button that goes on from a hand or round that was scored."""
READY = f"{OWN}, {ENDED}, dialog[open] .standings"
"""Something is asked of the viewer, a hand is to be read, or all is over."""
SHORT: dict[str, dict[str, int | str]] = {
    "mitch": {"hands": 2, "hand_size": 3, "ace_trigger": 1},
    "multzo": {},
    "alphabetickell": {"cap": 4},
}
"""Games whose matches have several hands or rounds, with options by which the first is over soon."""


A_MOMENT = 500
"""Milliseconds after which a tap on the same spot is no double tap (`press.ts`), which machines make without meaning to."""


def sit_down(
    page: Page,
    game: str,
    *seats: str,
    preset: str = "",
    away: int = 120,
    timing: dict[str, int] | None = None,
    **options: int | str,
) -> str:
    """Open a table as the page's visitor, go there, and return its path."""
    table = {"name": "Ann", "away": away, "timing": timing or {}}
    wish = {"game": game, "preset": preset, "options": options, "seats": seats, **table}
    joined = page.evaluate(
        """async (wish) => {
            const headers = { "content-type": "application/json" };
            const post = (path, body) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
            const opened = await (await post("/api/matches", wish)).json();
            return (await post(`/api/matches/${opened.match}/join`, { salt: "5a17".repeat(16) })).json();
        }""",
        wish,
    )
    page.goto(page.url.split("/m/")[0].rstrip("/") + joined["link"])
    page.wait_for_selector(".table, .waiting-room")
    return joined["link"]


def seat(page: Page, number: int, who: str) -> None:
    """Give a seat, in the form for a new table, to a bird, to whoever comes ("open"), or to somebody "here"."""
    page.click(f".sitter >> nth={number}")
    page.check(f".strip [name=sitter][value={who}]")


def asked(page: Page) -> bool:
    """Wait until something is asked, past scored hands, and return whether it is; otherwise the match is over."""
    while True:
        page.wait_for_function(
            "ready => document.querySelector(ready) && !document.querySelector('[aria-busy=true]')", arg=READY
        )
        if not page.query_selector(ENDED):
            return page.query_selector("dialog[open] .standings") is None
        page.click(ENDED)


def seq(page: Page) -> int:
    """Return the number of log entries that the table on show has seen."""
    return int(page.get_attribute(".table", "data-seq") or 0)


def wait_past(page: Page, before: int) -> None:
    """Wait until the table has seen more than a number of log entries."""
    page.wait_for_function("before => Number(document.querySelector('.table').dataset.seq) > before", arg=before)


def discard(page: Page) -> None:
    """Discard the first card of a hand of Mitch, whichever way the page offers."""
    page.click(".dock .held button.able")
    page.click("[data-zone=pile] .target")


def choose_pace(page: Page, name: str) -> None:
    """Choose a pace, and wait until the room knows it."""
    with page.expect_response("**/pace") as heard:
        page.select_option(".pace select", name)
    assert heard.value.json() == {"pace": name}


def decide(page: Page) -> None:
    """Confirm a draft, with a letter first if one is asked for."""
    if page.query_selector(".pad"):
        page.keyboard.press("A")
    if page.query_selector(".dock [data-act=undraft]"):
        page.click(".dock .act.main")


def as_person(page: Page, room: GameRoom) -> Person:
    """Return the identity of a page's visitor as a person without a browser."""
    person = Person(room.address)
    person.http.cookies.clear()
    for cookie in page.context.cookies():
        person.http.cookies.set(cookie["name"], cookie["value"])
    return person


def on_the_table(page: Page) -> set[str]:
    """Return the ids of the pieces that lie face up."""
    return {str(each.get_attribute("data-piece")) for each in page.query_selector_all(".board [data-piece]")}


def resize(page: Page, width: int, height: int) -> None:
    """Give the page a window of another size, and wait until the board fits it, which takes a frame."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def overflow(page: Page) -> int:
    """Return the pixels by which the page is wider than the window, though telephones widen `innerWidth` with the page."""
    assert page.viewport_size
    return page.evaluate("document.documentElement.scrollWidth") - page.viewport_size["width"]


def height(page: Page) -> int:
    """Return the height of the page in pixels."""
    return page.evaluate("document.documentElement.scrollHeight")


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Return the boxes of all elements that match."""
    return page.eval_on_selector_all(
        selector,
        "all => all.map(e => e.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height }))",
    )


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes share more than a line."""
    sides = (("x", "width"), ("y", "height"))
    return all(min(one[at] + one[far], other[at] + other[far]) - max(one[at], other[at]) > 1 for at, far in sides)


def restyle(page: Page, selector: str, style: str) -> None:
    """Change the look of something, so that a test can show that it would notice."""
    page.eval_on_selector_all(selector, "(all, style) => all.forEach(each => { each.style.cssText += style; })", style)


COVERED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const shown = (selector) => [...document.querySelectorAll(selector)].map(box).filter(({ width, height }) => width * height);
    const shared = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > 1;
    const overlap = (one, other) => shared(one, other, "left", "right") && shared(one, other, "top", "bottom");
    const rest = shown(".dock > :not(.held)");
    const still = document.getAnimations().every((each) => each.effect.getTiming().iterations !== 1);
    return still && { covered: shown(".dock > .held .piece").some((piece) => rest.some((other) => overlap(piece, other))) };
}"""
"""Asked in one breath: between two questions others may have acted."""


def covered(page: Page) -> bool:
    """Return whether pieces at hand cover anything else in the dock, once they have arrived."""
    return page.wait_for_function(COVERED).json_value()["covered"]


def faults(page: Page, axe: str) -> list[Any]:
    """Return the serious and critical findings of axe, in a few words each."""
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [
        (fault["id"], [node["html"][:160] for node in fault["nodes"][:3]], fault["nodes"][0].get("failureSummary", "")[:300])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


MASKS = (
    lambda row, column: (row + column) % 2,
    lambda row, column: row % 2,
    lambda row, column: column % 3,
    lambda row, column: (row + column) % 3,
    lambda row, column: (row // 2 + column // 3) % 2,
    lambda row, column: row * column % 2 + row * column % 3,
    lambda row, column: (row * column % 2 + row * column % 3) % 2,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2,
)
"""The masks of QR codes by number: a module is inverted where the value is 0 (ISO/IEC 18004, table 10)."""


def code_text(dark: set[tuple[int, int]], size: int, blocks: int) -> str:
    """Return the text of a QR code of version 2 to 5 in byte mode, without using its error correction."""
    bits = ""
    level_and_mask = int("".join(str(int((8, column) in dark)) for column in range(5)), 2) ^ 0b10101
    assert level_and_mask >> 3 == 0, "correction level M"
    mask = MASKS[level_and_mask & 7]
    columns = [*range(size - 1, 6, -2), *range(5, 0, -2)]
    for number, right in enumerate(columns):
        for row in range(size)[:: -1 if number % 2 == 0 else 1]:
            for column in (right, right - 1):
                corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
                square = abs(row - size + 7) <= 2 and abs(column - size + 7) <= 2
                if not (corner or square or row == 6):
                    bits += str(int(((row, column) in dark) != (mask(row, column) == 0)))
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)]
    data = {25: 28, 29: 44, 33: 64, 37: 86}[size]
    text = "".join(f"{byte:08b}" for part in range(blocks) for byte in words[part:data:blocks])
    length = int(text[4:12], 2)
    assert text[:4] == "0100"
    return bytes(int(text[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()

"""After the match: the curve of the expected result, and the decisions that mattered, to be tapped."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.hands import faults, overflow, sit_down
from server.people import GameRoom

Visit = Callable[..., Page]
PLAY = """async () => {
    const at = `/api/matches/${location.pathname.split("/")[2]}`;
    for (let number = 0; ; number += 1) {
        const scene = await (await fetch(`${at}/scene`)).json();
        if (scene.result) return;
        const act = Object.keys(scene.acts).find((id) => id !== "undo" && !scene.acts[id].ask);
        if (!act) await new Promise((resolve) => setTimeout(resolve, 50));
        else await fetch(`${at}/act`, {
            method: "POST", headers: { "content-type": "application/json" },
            body: JSON.stringify({ type: "act", act, seq: scene.seq ?? 0, cid: `play ${number}` }),
        });
    }
}"""
"""Plays the first act there is until the match is over."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_curve_and_what_mattered(visit: Visit, room: GameRoom, axe: str, size: str) -> None:
    page = visit(room.address, size)
    page.set_default_timeout(120_000)  # the players may still be compiled
    sit_down(page, "mitch", "random", hands=1)
    page.evaluate(PLAY)
    page.click("dialog [data-act=analyse]")
    page.wait_for_selector("dialog .curve polyline[points*=' ']")
    page.wait_for_selector("dialog .progress", state="detached")
    marks = page.locator("dialog .marked button")
    assert marks.count() == page.locator("dialog .marker").count() >= 1, "who discards whatever comes first errs"
    marks.first.click()
    assert page.locator("dialog .marker[aria-pressed=true]").count() == 1
    best = page.locator("dialog .alternatives tr").count()
    assert best >= 2 and page.locator("dialog .alternatives tr.now").count() == 1
    assert overflow(page) <= 0 and not faults(page, axe)
    if folder := os.environ.get("MUCKLE_PICTURES"):
        page.screenshot(path=f"{folder}/analysis-{size}.png")
    page.focus("dialog .curve input")
    page.keyboard.press("End")
    assert numbers(page)[-1] == page.locator("dialog .alternatives h3").inner_text()


def numbers(page: Page) -> list[Any]:
    """What was done at the decision that is looked at."""
    return page.locator("dialog .alternatives h3").all_inner_texts()

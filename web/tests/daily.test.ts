import assert from "node:assert/strict";
import { test } from "node:test";
import { betterText, parText, resultText, sharedText } from "../src/pages/today/told";
import type { Attempt, ClaimedWord, Daily } from "../src/types";

const HOPE: ClaimedWord = {
  points: 2,
  cards: ["HH", "OD", "AP", "EW"].map((card) => ({ kind: "letters", text: card.slice(0, 1), second: card.slice(1) })),
};

test("what is shared tells no letter and no card", () => {
  const text = sharedText("Today", "24", [HOPE, { ...HOPE, points: 3 }]);
  assert.deepEqual(text.split("\n").slice(2), ["🟪🟪⬜⬜ 2", "🟪🟪🟪⬜ 3"]);
});

test("a result is told beside par, and with the days in a row when there are several", () => {
  const own = { score: 24, words: [HOPE], beaten: 3 } satisfies Attempt;
  const today = (par: number | null, streak: number): Daily => ({ par, streak }) as Daily;
  assert.equal(resultText(today(22, 5), own), "24 points, 2 over par · 5 days in a row");
  assert.equal(resultText(today(24, 1), own), "24 points, level with par");
  assert.equal(resultText(today(null, 1), { ...own, score: 1 }), "1 point");
});

test("who plays first is better than nobody", () => {
  assert.equal(betterText(0, 0), "Nobody else has played yet.");
  assert.equal(betterText(1, 3), "Better than 33 of a hundred.");
  assert.equal(parText(-2), "2 under par");
});

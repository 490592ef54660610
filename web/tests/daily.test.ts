import assert from "node:assert/strict";
import { test } from "node:test";
import { bestText, betterText, parText, resultText, sharedText } from "../src/pages/today/told";
import type { Attempt, DailyView, DayPlayed, ScoredLine } from "../src/types";
import { resultToShare, squareOf } from "../src/view/blocks";

const HOPE: ScoredLine = {
  points: 2,
  text: "HOPE",
  cards: ["HH", "OD", "AP", "EW"].map((card) => ({ kind: "letters", text: card.slice(0, 1), second: card.slice(1) })),
  full: 2,
  empty: 2,
};

test("what is shared tells no letter and no card", () => {
  const text = sharedText("Today", "24", [HOPE, { points: 23, text: "DRAGON 14", full: 3 }], "mickell");
  assert.deepEqual(text.split("\n").slice(2), ["🟪🟪⬜⬜ 2", "🟪🟪🟪 23"]);
});

test("a result of any match is shared with a line for each play, too", () => {
  const result = { title: "Bob wins, 139 to 113", standings: [], reason: "All passed", own: "You come second, 26 points behind Bob" };
  const road = { game: "grabble_road", title: "Grabble Road" };
  assert.equal(resultToShare(road, result), "You come second, 26 points behind Bob – Grabble Road");
  const blocks = [{ points: 24, full: 3 }, { points: 0 }];
  assert.deepEqual(resultToShare(road, { ...result, own: "", blocks }).split("\n"), [
    "Bob wins, 139 to 113 – Grabble Road",
    "🟦🟦🟦 24",
    " 0",
  ]);
});

test("the blocks of a game have the colour of its cloth, as near as signs come", () => {
  assert.deepEqual(["mickell", "alphabetickell", "mitch"].map(squareOf), ["🟪", "🟦", "🟩"]);
});

test("a result is told beside par, and with the days in a row when there are several", () => {
  const own = { score: 24, lines: [HOPE], beaten: 3 } satisfies Attempt;
  const today = (par: number | null, streak: number): DailyView => ({ par, streak, bots: [] as readonly string[] }) as DailyView;
  assert.equal(resultText(today(22, 5), own), "24 points, 2 over par · 5 days in a row");
  assert.equal(resultText(today(24, 1), own), "24 points, level with par");
  assert.equal(resultText(today(null, 1), { ...own, score: 1 }), "1 point");
});

test("a result against bots says whether they were beaten", () => {
  const own = { score: 31, lines: [], beaten: 3 } satisfies Attempt;
  const today = { par: null, streak: 1, bots: ["Magpie", "Owl"] as readonly string[] } as DailyView;
  assert.equal(resultText(today, { ...own, won: true }), "31 points, beat Magpie and Owl");
  assert.equal(resultText(today, own), "31 points, against Magpie and Owl");
});

test("an attempt is compared with the others' only if it beat some of them", () => {
  assert.equal(betterText(0, 0), "Nobody else has played yet.");
  assert.equal(betterText(0, 3), "");
  assert.equal(betterText(3, 3), "Better than everybody so far.");
  assert.equal(betterText(1, 3), "Better than 1 of 3 others.");
  assert.equal(betterText(19, 40), "Better than 48 % of the others.");
  assert.equal(betterText(399, 400), "Better than 99 % of the others.", "who has beaten all but one has not beaten all");
});

test("a day says how many have played, and who of them won", () => {
  const spread: DayPlayed["spread"] = [
    [12, 1],
    [21, 2],
  ];
  assert.equal(bestText({ spread }, []), "3 have played; the best has 21 points.");
  assert.equal(bestText({ spread, won: 2 }, ["Magpie"]), "3 have played, 2 of them won; the best has 21 points.");
  assert.equal(bestText({ spread }, ["Magpie"]), "3 have played, none of them won; the best has 21 points.");
  assert.equal(bestText({ spread: [[1, 1]] }, ["Magpie"]), "One person has played: 1 point.");
});

test("a score is told beside par", () => {
  assert.equal(parText(-2), "2 under par");
});

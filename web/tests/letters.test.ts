import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersOf, limitLetters } from "../src/state/letters";

test("a letter is what people count as one", () => {
  assert.deepEqual(lettersOf("👨‍👩‍👧‍👦é🏳️‍🌈"), ["👨‍👩‍👧‍👦", "é", "🏳️‍🌈"]);
});

test("an input is too long by its letters, not by their bytes", () => {
  const said: string[] = [];
  const setCustomValidity = (text: string): number => said.push(text);
  for (const value of ["👨‍👩‍👧‍👦".repeat(24), "x".repeat(25)]) {
    limitLetters({ target: { value, dataset: { most: "24" }, setCustomValidity } as unknown as EventTarget });
  }
  limitLetters({ target: { value: "x".repeat(25), dataset: {}, setCustomValidity } as unknown as EventTarget });
  assert.deepEqual(said, ["", "At most 24 letters, please: this has 25."]);
});

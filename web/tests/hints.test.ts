// What a hint says of acts: one is better, or they cannot be told apart.

import assert from "node:assert/strict";
import test from "node:test";
import { difference, verdict } from "../src/state/hints";
import type { Advice, Suggestion } from "../src/types";

function advice(unit: Advice["unit"], ...losses: readonly (readonly [number | null, number | null])[]): Advice {
  const suggestions = losses.map(([loss, margin]): Suggestion => {
    return { action: "pass", act: "pass", claim: "", loss, margin, equal: !((loss ?? 0) > (margin ?? 0)) };
  });
  return { unit, suggestions, share: 1, forced: false };
}

test("differences within noise are called equal", () => {
  assert.equal(verdict(advice("points", [0, 0], [10.1, 32], [9, 30])), "As far as I can tell, these are equal.");
  assert.equal(verdict(advice("points", [null, null], [null, null])), "As far as I can tell, these are equal.");
  assert.equal(verdict(advice("points", [0, 0], [0.1, 0.4], [2.3, 0.4])), "As far as I can tell, the first 2 are equal.");
});

test("a difference beyond noise is told in the unit of the game, with its interval", () => {
  assert.equal(verdict(advice("points", [0, 0], [2.31, 0.42])), "The first is better by 2.3 ± 0.4 points.");
  assert.equal(verdict(advice("chance", [0, 0], [0.04, 0.012])), "The first is better by 4 ± 1 wins in 100.");
  assert.equal(verdict({ ...advice("points", [0, 0]), forced: true }), "There is nothing else to do.");
  assert.equal(verdict(advice("points", [0, 0])), "The best that I found.");
});

test("only an act that is surely worse is told to be", () => {
  const told = advice("points", [0, 0], [10.1, 32], [40, 12]).suggestions.map((each) => difference(each, "points"));
  assert.deepEqual(told, ["", "", "40.0 ± 12.0 points"]);
});

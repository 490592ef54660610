import assert from "node:assert/strict";
import test from "node:test";
import { codeOf, pathOf } from "../src/state/code";

test("the code of a table leads to it, however it is typed", () => {
  const code = codeOf("4f7kmp2qrs");
  assert.equal(code, "4F7KM-P2QRS");
  for (const typed of [code, " 4f7km p2qrs ", "4f7kmp2qrs"]) assert.equal(pathOf(typed), "/m/4f7kmp2qrs");
});

test("any other code is an event's", () => {
  assert.equal(pathOf(" moor "), "/e/MOOR");
  assert.equal(pathOf("4F7KM-P2QR"), "/e/4F7KM-P2QR", "a letter is missing");
  assert.equal(pathOf("see http://room.test/m/4f7kmp2qrs?x=1"), "/m/4f7kmp2qrs", "a whole link");
  assert.equal(codeOf("board"), "", "a match with another id has none");
});

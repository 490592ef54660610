import assert from "node:assert/strict";
import { test } from "node:test";
import { namesIn } from "../src/state/series";

test("a pasted list or a CSV file's text is read as names", () => {
  assert.deepEqual(namesIn("Ann\n Ben \r\n\nAnn\n"), ["Ann", "Ben"]);
  assert.deepEqual(namesIn('Name,Class\nAnn,5b\n"Moor, Cat",5b\nDan;5c\nEve\t5d'), ["Ann", "Moor, Cat", "Dan", "Eve"]);
  assert.deepEqual(namesIn("Ann\nName"), ["Ann", "Name"]);
});

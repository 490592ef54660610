import assert from "node:assert/strict";
import { test } from "node:test";
import { meantKey } from "../src/state/press";

const meant = (key: string, code: string): string => meantKey({ key, code });

test("where keys type another script's letters, the place of the key decides", () => {
  assert.equal(meant("з", "KeyP"), "p"); // Russian
  assert.equal(meant("З", "KeyP"), "p");
  assert.equal(meant("π", "KeyP"), "p"); // Greek
  assert.equal(meant("פ", "KeyP"), "p"); // Hebrew
  assert.equal(meant("ㅔ", "KeyP"), "p"); // Korean
  assert.equal(meant("۳", "Digit3"), "3"); // Persian
});

test("Latin letters, digits and signs mean what they type, wherever they are", () => {
  assert.equal(meant("a", "KeyQ"), "a"); // AZERTY
  assert.equal(meant("é", "Digit2"), "é");
  assert.equal(meant("L", "KeyP"), "l"); // Dvorak
  assert.equal(meant("'", "KeyQ"), "'");
  assert.equal(meant("?", "Digit7"), "?"); // Russian
  assert.equal(meant("б", "Comma"), "б");
  assert.deepEqual([meant("Enter", "Enter"), meant(" ", "Space"), meant("ArrowLeft", "ArrowLeft")], ["Enter", " ", "ArrowLeft"]);
});

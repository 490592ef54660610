import assert from "node:assert/strict";
import { test } from "node:test";
import { ownList, ownWords, rememberList } from "../src/state/wordlist";
import type { GameInfo } from "../src/types";

const game = (...names: string[]): GameInfo => ({ options: names.map((name) => ({ name, default: "", help: "" })) }) as unknown as GameInfo;

test("a British browser gets British words, by its first English", () => {
  assert.equal(ownList(["en-GB", "en-US"]), "british-standard");
  assert.equal(ownList(["de-DE", "en-AU"]), "british-standard");
  assert.equal(ownList(["en-US", "en-GB"]), "");
  assert.equal(ownList(["en"]), "");
  assert.equal(ownList(["fr-FR"]), "");
});

test("the list chosen last is remembered, and only for games with words", () => {
  rememberList("a-list-that-may-be-gone");
  assert.equal(ownList(["en-US"]), "");
  rememberList("either-full");
  assert.equal(ownList(["en-GB"]), "either-full");
  assert.deepEqual(ownWords(game("dictionary"), ["en-GB"]), { dictionary: "either-full" });
  assert.deepEqual(ownWords(game("hands"), ["en-GB"]), {});
  rememberList("american-standard");
  assert.equal(ownList(["en-GB"]), "american-standard");
});

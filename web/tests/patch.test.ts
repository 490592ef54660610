import assert from "node:assert/strict";
import test from "node:test";
import { applyPatch } from "../src/state/patch";
import type { PatchMessage, Scene, Zone } from "../src/types";

const row: Zone = { kind: "row", label: "Row" };
const scene: Scene = {
  game: "mitch",
  title: "Mitch",
  status: "Your turn.",
  seats: [],
  zones: { a: row, b: row },
  pieces: { KS: { label: "King of Spades" } },
  acts: { pass: { label: "Pass", verb: "pass" } },
  seq: 3,
};

function patch(changes: PatchMessage["changes"], base = 3): PatchMessage {
  return { type: "patch", base, seq: base + 1, changes };
}

test("a patch replaces what it names and keeps the rest", () => {
  const next = applyPatch(scene, patch({ status: "Bob's turn." }));
  assert.deepEqual(next, { ...scene, status: "Bob's turn.", seq: 4 });
});

test("zones, pieces and acts merge by id, and null takes one away", () => {
  const next = applyPatch(
    scene,
    patch({ acts: { pass: null, "place KS": { label: "Place", verb: "place" } }, pieces: { QS: { label: "Queen" } } }),
  );
  assert.deepEqual(Object.keys(next?.acts ?? {}), ["place KS"]);
  assert.deepEqual(Object.keys(next?.pieces ?? {}), ["KS", "QS"]);
});

test("the order of zones is the one that is given", () => {
  assert.deepEqual(Object.keys(applyPatch(scene, patch({ zones: { c: row }, order: ["c", "b", "a"] }))?.zones ?? {}), ["c", "b", "a"]);
});

test("a patch of another scene is refused, so that the whole scene is asked for", () => {
  assert.equal(applyPatch(scene, patch({ status: "later" }, 2)), null);
});

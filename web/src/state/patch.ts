// A patch makes the next scene from the one whose seq is its `base`. It must agree with scene/diff.py.

import type { PatchMessage, Scene } from "../types";

type Parts = Readonly<Record<string, unknown>>;

/** Fields that merge by id, each with the patch field that holds a new order. */
const MERGED = { zones: "order", pieces: "", acts: "act_order" } as const;

/** Return the next scene, or null if the patch belongs to another scene. */
export function applyPatch(scene: Scene, patch: PatchMessage): Scene | null {
  if ((scene.seq ?? 0) !== patch.base) return null;
  const { order: _, act_order: __, ...changes } = patch.changes;
  const next: Record<string, unknown> = { ...scene, ...changes, seq: patch.seq };
  for (const [field, order] of Object.entries(MERGED)) {
    const parts = { ...((scene as Parts)[field] as Parts), ...(changes[field] as Parts | undefined) };
    next[field] = ordered(parts, patch.changes[order] as readonly string[] | undefined);
  }
  return next as Scene;
}

/** Return the parts that are not null, in the given order. */
function ordered(parts: Parts, order: readonly string[] = Object.keys(parts)): Parts {
  return Object.fromEntries(order.filter((id) => parts[id] != null).map((id) => [id, parts[id]]));
}

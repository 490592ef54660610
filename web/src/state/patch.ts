// A patch makes the next scene from the one whose seq is its `base`. It must agree with scene/diff.py.

import type { PatchMessage, Scene } from "../types";

type Parts = Readonly<Record<string, unknown>>;

/** Fields that merge by id, and under what name a change of their order comes. */
const MERGED = { zones: "order", pieces: "", acts: "act_order" } as const;

/** The next scene, or null where the patch does not follow this one. */
export function patched(scene: Scene, patch: PatchMessage): Scene | null {
  if ((scene.seq ?? 0) !== patch.base) return null;
  const { order: _, act_order: __, ...changes } = patch.changes;
  const next: Record<string, unknown> = { ...scene, ...changes, seq: patch.seq };
  for (const [field, order] of Object.entries(MERGED)) {
    const parts = { ...((scene as Parts)[field] as Parts), ...(changes[field] as Parts | undefined) };
    next[field] = ordered(parts, patch.changes[order] as readonly string[] | undefined);
  }
  return next as Scene;
}

/** The parts that are there, in the order given or as they come. */
function ordered(parts: Parts, order: readonly string[] = Object.keys(parts)): Parts {
  return Object.fromEntries(order.filter((id) => parts[id] != null).map((id) => [id, parts[id]]));
}

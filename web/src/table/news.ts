// What is news in a scene: the sentences that were not told before, and what the live region says.

import type { Scene } from "../types";
import { comings, saying } from "./presence";

/** What the live region says of a new scene: the status only when it is news. */
export function heard(before: Scene | null, next: Scene, news: readonly string[]): string {
  const same = before?.seq === next.seq && before?.status === next.status && !news.length;
  const asked = next.request && next.request !== before?.request ? [next.request] : [];
  return [...news, ...comings(before, next), ...saying(before, next), ...asked, ...(same ? [] : [next.status])].join(" ");
}

/** The sentences that were not told before: `say` grows until the viewer acts, then begins anew. */
export function unheard(before: readonly string[], now: readonly string[]): readonly string[] {
  const shared = Math.min(before.length, now.length);
  return before.slice(0, shared).every((text, index) => now[index] === text) ? now.slice(shared) : now;
}

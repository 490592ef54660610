// Hints: at most three recommended acts. They improve while the room searches, and vanish when the match goes on.

import type { Advice, Hint, HintLines, Problem, Scene } from "../types";
import { isProblem, problemOf, request, stream } from "./api";
import { choose, drop, showAdvice, type TableState } from "./table";

/** Ask the room for the best acts. */
export async function askForHints(table: TableState): Promise<void> {
  dropHints(table);
  table.note.value = null;
  table.thinking.value = true;
  const asking = new AbortController();
  table.adviser = asking;
  try {
    for await (const line of stream<Advice | Problem>(`/api/matches/${table.match}/advice`, hintRequest(table), asking.signal)) {
      if (isProblem(line)) showAdvice(table, line);
      else table.advice.value = line;
    }
  } catch (error) {
    if (!asking.signal.aborted) showAdvice(table, problemOf(error));
  } finally {
    if (table.adviser === asking) table.thinking.value = false;
  }
}

/** Show the game's own sentences about the position. */
export async function showFacts(table: TableState): Promise<void> {
  try {
    const { lines } = await request<HintLines>(`/api/matches/${table.match}/hint`, hintRequest(table));
    showAdvice(table, { message: lines.join(" ") });
  } catch (error) {
    showAdvice(table, problemOf(error));
  }
}

function hintRequest({ scene, hintWords }: TableState): Hint {
  return { words: scene.value?.words ? hintWords.value : "" };
}

/** Remove the hints and stop the search for more. */
export function dropHints(table: TableState): void {
  table.adviser?.abort();
  table.adviser = null;
  table.advice.value = null;
  table.hinted.value = "";
}

/** Return the id of the act that an action belongs to: the act itself, or the one whose question the action answers; "" for none. */
export function actOf(now: Scene, action: string): string {
  if (now.acts[action]) return action;
  const asking = Object.keys(now.acts).filter((id) => now.acts[id]?.ask && action.startsWith(`${id} `));
  return asking.sort((a, b) => b.length - a.length)[0] ?? "";
}

/** Highlight an action: pick its piece, and mark its place or button. */
export function highlight(table: TableState, action: string): void {
  const now = table.scene.value;
  const id = now ? actOf(now, action) : "";
  const on = now?.acts[id]?.on;
  if (on) choose(table, on);
  else drop(table);
  table.hinted.value = id;
}

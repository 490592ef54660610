// Hints: at most three acts that are advised. They come better and better, and go when the match goes on.

import type { Advice, Hint, HintLines, Problem, Scene } from "../types";
import { isProblem, problemOf, request, stream } from "./api";
import { advise, choose, drop, type TableState } from "./table";

/** Ask what may be done best. */
export async function hint(table: TableState): Promise<void> {
  forget(table);
  table.note.value = null;
  table.thinking.value = true;
  const asking = new AbortController();
  table.adviser = asking;
  try {
    for await (const line of stream<Advice | Problem>(`/api/matches/${table.match}/advice`, wish(table), asking.signal)) {
      if (isProblem(line)) advise(table, line);
      else table.advice.value = line;
    }
  } catch (error) {
    if (!asking.signal.aborted) advise(table, problemOf(error));
  } finally {
    if (table.adviser === asking) table.thinking.value = false;
  }
}

/** Tell what the game has to say about the position, in sentences. */
export async function tellFacts(table: TableState): Promise<void> {
  try {
    const { lines } = await request<HintLines>(`/api/matches/${table.match}/hint`, wish(table));
    advise(table, { message: lines.join(" ") });
  } catch (error) {
    advise(table, problemOf(error));
  }
}

function wish({ scene, hintWords }: TableState): Hint {
  return { words: scene.value?.words ? hintWords.value : "" };
}

/** Take advice away: the match has gone on, or better is asked for. */
export function forget(table: TableState): void {
  table.adviser?.abort();
  table.adviser = null;
  table.advice.value = null;
  table.hinted.value = "";
}

/** The act of a scene that an action is written for: its own, or the one it answers. */
export function actOf(now: Scene, action: string): string {
  if (now.acts[action]) return action;
  const asking = Object.keys(now.acts).filter((id) => now.acts[id]?.ask && action.startsWith(`${id} `));
  return asking.sort((a, b) => b.length - a.length)[0] ?? "";
}

/** Light what an action is about: its piece is picked, its place or button is marked. */
export function light(table: TableState, action: string): void {
  const now = table.scene.value;
  const id = now ? actOf(now, action) : "";
  const on = now?.acts[id]?.on;
  if (on) choose(table, on);
  else drop(table);
  table.hinted.value = id;
}

// Hints: at most three recommended acts. They improve while the room searches, and vanish when the match goes on.

import type { Advice, Hint, HintLines, Problem, Suggestion } from "../types";
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

/** Highlight the act of a hint: pick its piece, and mark its place or button. */
export function highlight(table: TableState, { act }: Suggestion): void {
  const on = table.scene.value?.acts[act]?.on;
  if (on) choose(table, on);
  else drop(table);
  table.hinted.value = act;
}

/** Return what is known about the recommended acts: whether one is the best, or which cannot be told apart. */
export function verdict({ suggestions, unit, forced }: Advice): string {
  const equal = suggestions.filter((each) => each.equal).length;
  if (suggestions.length === 1) return forced ? "There is nothing else to do." : "The best that I found.";
  if (equal === suggestions.length) return "As far as I can tell, these are equal.";
  if (equal > 1) return `As far as I can tell, the first ${equal} are equal.`;
  const second = suggestions[1];
  const by = second ? difference(second, unit) : "";
  return by ? `The first is better by ${by}.` : "The first is the best, as far as I can tell.";
}

/** Return how far an act is behind the first one, with the interval: "2.3 ± 0.4 points"; empty if that is unknown or may be chance. */
export function difference({ loss, margin, equal }: Suggestion, unit: Advice["unit"]): string {
  if (equal || loss == null || margin == null) return "";
  if (unit === "points") return `${loss.toFixed(1)} ± ${margin.toFixed(1)} points`;
  return `${Math.round(100 * loss)} ± ${Math.max(1, Math.round(100 * margin))} wins in 100`;
}

// Explains why a tap does nothing: it is not the viewer's turn, or a rule forbids it, which the room knows.

import type { Scene } from "../types";
import { squareName } from "./square";
import { choicesOn, leftOut, showAdvice, type TableState } from "./table";

/** Remember the last act to each place. The question why another piece cannot go there is built from it. */
export function rememberTargets({ ways, scene }: TableState, next: Scene): void {
  if (scene.value?.match !== next.match) ways.clear();
  for (const [id, { on = "", to }] of Object.entries(next.acts)) if (to) ways.set(to, { id, on });
}

/**
 * Show why nothing can be done with a tapped thing, or why the picked piece cannot go to a place. In a lesson, much that could be done
 * is not what it is about, and the lesson says so.
 */
export async function showReason(table: TableState, place = "", ref = table.pick.value): Promise<void> {
  const now = table.scene.value;
  if (!now || now.result || !table.connection) return;
  const legal = leftOut(table, ref, place).map(({ id }) => id);
  const act = legal[0] ?? actTo(table, place);
  if (table.only.value && table.yours.value) showAdvice(table, await table.connection.why(act ? [...legal, act] : []), place);
  else if (!table.yours.value) showAdvice(table, { message: now.status });
  else if (!table.pick.value || !place) showAdvice(table, { message: "You can’t do anything with this right now." });
  else if (!act) showAdvice(table, { message: "That can’t go there." }, place);
  else showAdvice(table, await table.connection.why([act]), place);
}

/** Return the act that would take the picked piece to a place, modelled on a legal act of it, or on another piece's act there. */
function actTo(table: TableState, place: string): string {
  const { pick, ways } = table;
  const [board = ""] = place.match(/^c:.*:/) ?? [];
  const own = board && choicesOn(table, pick.value).find(({ act }) => act.to?.startsWith(board));
  if (own) return own.id.replace(squareName(own.act.to ?? ""), squareName(place));
  const way = ways.get(place) ?? [...ways].find(([to, { id, on }]) => alike(table, to, place) && id.includes(on.slice(2)))?.[1];
  return way ? way.id.replace(way.on.slice(2), pick.value.slice(2)) : "";
}

/** Return whether two places are zones of the same kind and seat, such as the columns of a tableau. */
function alike({ scene }: TableState, one: string, other: string): boolean {
  const [a, b] = [one, other].map((place) => scene.value?.zones[place.replace(/^z:/, "")]);
  return Boolean(a && b && a.kind === b.kind && a.owner === b.owner && a.parent === b.parent);
}

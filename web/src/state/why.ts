// Why what was tapped does nothing: it is not the viewer's turn, or a rule forbids it. The room knows, not we.

import { effect } from "@preact/signals";

import type { Problem } from "../types";
import { problemOf, request } from "./api";
import { advise, choicesOn, pick, scene, yours } from "./now";
import { squareName } from "./square";

/** The act that last led to a place, to ask by when another piece will not go there. */
const ways = new Map<string, { id: string; on: string }>();
let match = "";

effect(() => {
  const now = scene.value;
  if (!now) return;
  if (match !== now.match) ways.clear();
  match = now.match ?? "";
  for (const [id, { on = "", to }] of Object.entries(now.acts)) if (to) ways.set(to, { id, on });
});

export async function wonder(place = ""): Promise<void> {
  const now = scene.value;
  if (!now || now.result) return;
  const act = actTo(place);
  if (!yours.value) advise({ message: now.status });
  else if (!pick.value || !place) advise({ message: "Nothing can be done with this now." });
  else if (!act) advise({ message: "That does not go there." }, place);
  else advise(await request<Problem>(`/api/matches/${now.match}/why`, { act }).catch(problemOf), place);
}

/** The act that would bring the picked piece to a place: as its own to another square, or as another piece's that led there. */
function actTo(place: string): string {
  const [board = ""] = place.match(/^c:.*:/) ?? [];
  const own = board && choicesOn(pick.value).find(({ act }) => act.to?.startsWith(board));
  if (own) return own.id.replace(squareName(own.act.to ?? ""), squareName(place));
  const way = ways.get(place) ?? [...ways].find(([to, { id, on }]) => alike(to, place) && id.includes(on.slice(2)))?.[1];
  return way ? way.id.replace(way.on.slice(2), pick.value.slice(2)) : "";
}

/** Whether two places are zones of one kind that belong to one seat, such as the columns of a tableau. */
function alike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((place) => scene.value?.zones[place.replace(/^z:/, "")]);
  return Boolean(a && b && a.kind === b.kind && a.owner === b.owner && a.parent === b.parent);
}

// A move prepared while others play: one of those the person had in their last turn, done when it is their turn again and it can
// still be done. No rules: the room's next scene says whether it can.

import type { Act, Scene } from "../types";
import { handsOf } from "./hands";
import type { OfferedAct, TableState } from "./table";

/** Whether it is the viewer's turn in a scene. */
export function due({ viewer, seats, acts, result }: Scene): boolean {
  return viewer != null && !result && !!seats[viewer]?.turn && Object.keys(acts).length > 0;
}

/** Remember what can be done in the person's turn, until it is their turn once more. */
export function recall(table: TableState, before: Scene | null, next: Scene): void {
  if (before?.match !== next.match) table.lastActs = {};
  if (!due(next)) return;
  const acts = Object.entries(next.acts).map(([id, act]) => [id, { act, zone: zoneOf(next, act) }] as const);
  table.lastActs = { ...(before && due(before) ? table.lastActs : {}), ...Object.fromEntries(acts) };
}

/** The zone that an act begins with, or in which its piece lies. */
function zoneOf({ zones }: Scene, { on = "" }: Act): string | undefined {
  const name = on.slice(2);
  if (on.startsWith("z:")) return name in zones ? name : undefined;
  return Object.keys(zones).find((id) => zones[id]?.items?.includes(name));
}

/** What may be prepared now: moves of pieces, with nothing left to say; on a device that is handed on nothing is. */
export function preparable(table: TableState, now: Scene): readonly OfferedAct[] {
  const { viewer, seats, acts, zones, result, match = "" } = now;
  const waits = viewer != null && !result && !seats[viewer]?.turn && !Object.keys(acts).length && seats.some(({ turn }) => turn);
  if (!waits || handsOf(match).length) return [];
  const simple = ({ to = "", ask, confirm }: Act): boolean => !ask && !confirm && (!to || to.slice(2) in zones);
  const left = Object.entries(table.lastActs).filter(([, { act, zone }]) => zone && zone === zoneOf(now, act) && simple(act));
  return left.map(([id, { act }]) => ({ id, act: { ...act, label: `Prepare: ${act.label}`, main: false, key: "" }, prepares: act.label }));
}

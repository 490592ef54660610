// Premoves: while others play, a person prepares one of the moves of their last turn. It is played in their next turn if the scene
// still offers it, so no rules are needed here.

import type { Act, Scene } from "../types";
import { sharedSeats } from "./hands";
import type { OfferedAct, TableState } from "./table";

/** Return whether a scene waits for its viewer. */
export function isViewersTurn({ viewer, seats, acts, result }: Scene): boolean {
  return viewer != null && !result && !!seats[viewer]?.turn && Object.keys(acts).length > 0;
}

/** Remember the acts of the viewer's turn until their next turn. */
export function rememberActs(table: TableState, before: Scene | null, next: Scene): void {
  if (before?.match !== next.match) table.lastActs = {};
  if (!isViewersTurn(next)) return;
  const acts = Object.entries(next.acts).map(([id, act]) => [id, { act, zone: zoneOf(next, act) }] as const);
  table.lastActs = { ...(before && isViewersTurn(before) ? table.lastActs : {}), ...Object.fromEntries(acts) };
}

/** Return the zone in which an act begins. */
function zoneOf({ zones }: Scene, { on = "" }: Act): string | undefined {
  const name = on.slice(2);
  if (on.startsWith("z:")) return name in zones ? name : undefined;
  return Object.keys(zones).find((id) => zones[id]?.items?.includes(name));
}

/** Return the moves that can be prepared now: those without a question. On a shared device and in a lesson there are none. */
export function preparableActs(table: TableState, now: Scene): readonly OfferedAct[] {
  const { viewer, seats, acts, zones, result, match = "" } = now;
  const waits = viewer != null && !result && !seats[viewer]?.turn && !Object.keys(acts).length && seats.some(({ turn }) => turn);
  if (!waits || table.only.value || sharedSeats(match).length) return [];
  const simple = ({ to = "", ask, confirm }: Act): boolean => !ask && !confirm && (!to || to.slice(2) in zones);
  const left = Object.entries(table.lastActs).filter(([, { act, zone }]) => zone && zone === zoneOf(now, act) && simple(act));
  return left.map(([id, { act }]) => ({ id, act: { ...act, label: `Prepare: ${act.label}`, main: false, key: "" }, prepares: act.label }));
}

// The end of a hand or round as it is read: its board stays on the table of each person until that one goes on.

import type { Reckoning, Scene, Zone } from "../types";
import { storedByMatch } from "./device";
import type { TableState } from "./table";

/** The number of the last hand or round from which somebody here has gone on, by match and seat. */
const GONE_ON = storedByMatch<number>("gone-on", 20);

function reader({ match = "", viewer }: Scene): string {
  return `${match} ${viewer ?? "watching"}`;
}

/** Whether a scene is of a hand or round later than the last one that was read. Whoever comes to a table has nothing to read. */
export function unread(next: Scene, first: boolean): boolean {
  const number = next.reckoning?.number ?? 0;
  const known = GONE_ON.get(reader(next)) ?? (first ? number : 0);
  const stays = !next.result && Object.keys(next.reckoning?.zones ?? {}).length > 0;
  if (stays && number > known) return true;
  if (first || number > known) GONE_ON.set(reader(next), Math.max(number, known));
  return false;
}

/** The hand or round that ended last is to be read: the table as it was then. */
export function read(table: TableState, next: Scene): Scene {
  const reckoning = next.reckoning as Reckoning;
  table.reading.value = reckoning;
  table.folded.value = false;
  table.ahead.value = next;
  return finished(next, reckoning);
}

/** The table with the board as it was scored; nobody is to act there. */
export function finished(next: Scene, { title, text, zones: board = {}, pieces = {} }: Reckoning): Scene {
  const seats = next.seats.map((seat) => ({ ...seat, turn: false, thinking: false, note: "" }));
  const held = Object.entries(board).filter(([, { kind, n, items }]) => kind !== "fan" || n || items?.length);
  const zones = sideBySide(Object.fromEntries(held), next);
  return { ...next, zones, pieces, acts: {}, seats, status: `${title}. ${text}` };
}

/** Where the others have panels, what the viewer held stands in one beside them. */
function sideBySide(zones: Record<string, Zone>, { viewer, seats }: Scene): Record<string, Zone> {
  const own = Object.entries(zones).filter(([, { place, owner, parent }]) => place === "me" && owner === viewer && !parent);
  const panels = Object.values(zones).some(({ kind, place }) => kind === "panel" && place === "others");
  if (viewer == null || !panels || !own.length || own.some(([, { kind }]) => kind === "panel")) return zones;
  const panel: Zone = { kind: "panel", label: seats[viewer]?.name ?? "", place: "others", owner: viewer };
  const moved = own.map(([id, zone]) => [id, { ...zone, place: "others", parent: "own-panel" }] as const);
  return {
    "own-panel": panel,
    ...Object.fromEntries(moved),
    ...Object.fromEntries(Object.entries(zones).filter(([id]) => !own.some(([other]) => other === id))),
  };
}

/** The person has read it. */
export function done(table: TableState): void {
  if (table.scene.value && table.reading.value) GONE_ON.set(reader(table.scene.value), table.reading.value.number);
  table.reading.value = table.ahead.value = null;
}

// The end of a hand or round. Each person sees its final board until they press "Next hand".

import type { Reckoning, Scene, Zone } from "../types";
import { storedByMatch } from "./device";
import { sharedSeats } from "./hands";
import type { TableState } from "./table";

/** The number of the last hand or round from which somebody here has gone on, by match and seat. */
const GONE_ON = storedByMatch<number>("gone-on", 20);

function reader({ match = "", viewer }: Scene): string {
  return `${match} ${viewer ?? "watching"}`;
}

/** Return whether a hand or round ended that this person has not read yet. Who just came to the table has nothing to read. */
export function hasUnreadEnding(next: Scene, first: boolean): boolean {
  const number = next.reckoning?.number ?? 0;
  const known = GONE_ON.get(reader(next)) ?? (first ? number : 0);
  const stays = !next.result && Object.keys(next.reckoning?.zones ?? {}).length > 0;
  if (stays && number > known && isPlaying(next)) return true;
  if (first || number > known) GONE_ON.set(reader(next), Math.max(number, known));
  return false;
}

/** Return whether somebody on this device plays; who watches is held up by nothing. */
function isPlaying({ match = "", viewer }: Scene): boolean {
  return viewer != null || sharedSeats(match).length > 0;
}

/** Begin to read how the last hand or round ended. Return the scene with its final board. */
export function readEnding(table: TableState, next: Scene): Scene {
  const reckoning = next.reckoning as Reckoning;
  table.reading.value = reckoning;
  table.folded.value = false;
  table.ahead.value = next;
  return finalBoard(next, reckoning);
}

/** Return a scene with the board as it was scored, where nobody can act. */
export function finalBoard(next: Scene, { title, text, zones: board = {}, pieces = {} }: Reckoning): Scene {
  const seats = next.seats.map((seat) => ({ ...seat, turn: false, thinking: false, note: "" }));
  const held = Object.entries(board).filter(([, { kind, n, items }]) => kind !== "fan" || n || items?.length);
  const zones = sideBySide(Object.fromEntries(held), next);
  return { ...next, zones, pieces, acts: {}, seats, status: `${title}. ${text}` };
}

/** Put the viewer's own zones into a panel, if the other seats have panels. */
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

/** Note that the person has read how the hand or round ended. */
export function finishReading(table: TableState): void {
  if (table.scene.value && table.reading.value) GONE_ON.set(reader(table.scene.value), table.reading.value.number);
  table.reading.value = table.ahead.value = null;
}

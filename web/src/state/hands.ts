// Tables where several people share one device. While it is handed from one to the next, the page shows nobody's hand.

import type { Scene } from "../types";
import { storedByMatch } from "./device";

const HANDS = storedByMatch<readonly number[]>("hands", 20);

/** Return the seats that share this device; none if it has only one seat. */
export function sharedSeats(match: string): readonly number[] {
  return HANDS.get(match) ?? [];
}

export function storeSharedSeats(match: string, seats: readonly number[]): void {
  if (seats.length > 1) HANDS.set(match, seats);
}

/** Return whose view to show, and who gets the device next. A view stays until another seat of this device has its turn. */
export function nextView(next: Scene, eyes: number | null): { eyes: number | null; handTo: number | null } {
  const hands = sharedSeats(next.match ?? "");
  const turn = next.seats.findIndex((seat) => seat.turn);
  if (next.result) return { eyes: hands[0] ?? null, handTo: null };
  if (hands.includes(turn) && turn !== eyes) return { eyes: null, handTo: turn };
  return { eyes, handTo: null };
}

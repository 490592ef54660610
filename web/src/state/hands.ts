// Tables at which people hand one device from one to the next: which seats are theirs, whose eyes look now, and who is to get
// the device. Nothing of a hand is on the page in between.

import type { Scene } from "../types";
import { storedByMatch } from "./device";

const HANDS = storedByMatch<readonly number[]>("hands", 20);

/** The seats that are played on this device; none where it has only one. */
export function handsOf(match: string): readonly number[] {
  return HANDS.get(match) ?? [];
}

export function keepHands(match: string, seats: readonly number[]): void {
  if (seats.length > 1) HANDS.set(match, seats);
}

/** Whose eyes a new scene is for: the same until it is another's turn here, and at the end nothing is hidden. */
export function whose(next: Scene, eyes: number | null): { eyes: number | null; handTo: number | null } {
  const hands = handsOf(next.match ?? "");
  const turn = next.seats.findIndex((seat) => seat.turn);
  if (next.result) return { eyes: hands[0] ?? null, handTo: null };
  if (hands.includes(turn) && turn !== eyes) return { eyes: null, handTo: turn };
  return { eyes, handTo: null };
}

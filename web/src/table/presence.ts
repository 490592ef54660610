// Who is at the table: what of it is shown at a seat, and what is said aloud when it changes.

import type { Scene, Seat } from "../types";

/** Whether a person has this seat and no page of theirs is open at the table. Fields that hold their default are left out. */
export function away({ kind = "human", here = true }: Seat): boolean {
  return kind === "human" && !here;
}

/** How a seat is filled, in a few words. */
export function stateOf(seat: Seat): string {
  const { kind = "human", stand_in: bot, note } = seat;
  if (bot) return kind === "bot" ? `left, ${bot} plays` : `away, ${bot} plays`;
  if (kind === "open") return "waits for a guest";
  if (kind === "bot") return "bot";
  return away(seat) ? "away" : note || "here";
}

/** Who of the others came or went between two scenes, in sentences. */
export function comings(before: Scene | null, now: Scene): readonly string[] {
  return now.seats.flatMap((seat, number) => {
    const was = before?.seats[number];
    if (!was || seat.you || seat.name !== was.name) return [];
    if (seat.stand_in && !was.stand_in) return [`${seat.stand_in} plays for ${seat.name}.`];
    return away(seat) === away(was) ? [] : [`${seat.name} is ${away(seat) ? "away" : "back"}.`];
  });
}

/** What was said since the last scene, in sentences. */
export function saying(before: Scene | null, now: Scene): readonly string[] {
  return now.seats.flatMap(({ name, said }, seat) => (said && said !== before?.seats[seat]?.said ? [`${name}: ${said}.`] : []));
}

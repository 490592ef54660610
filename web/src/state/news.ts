// What is news in a scene: the sentences that were not told before, and what the live region says.

import type { Scene, Seat } from "../types";
import type { TableState } from "./table";

/** What the live region says of a new scene: the status only when it is news. */
export function heard(before: Scene | null, next: Scene, news: readonly string[]): string {
  const same = before?.seq === next.seq && before?.status === next.status && !news.length;
  const asked = next.request && next.request !== before?.request ? [next.request] : [];
  return [...news, ...comings(before, next), ...saying(before, next), ...asked, ...(same ? [] : [next.status])].join(" ");
}

/** The sentences that were not told before: `say` grows until the viewer acts, then begins anew. */
export function unheard(before: readonly string[], now: readonly string[]): readonly string[] {
  const shared = Math.min(before.length, now.length);
  return before.slice(0, shared).every((text, index) => now[index] === text) ? now.slice(shared) : now;
}

// Who is at the table: what of it is shown at a seat, and what is said aloud when it changes.

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

// What others did since the viewer's last own act: what was said, on one line, and the pieces that they moved.

/** As many pieces in one step are a new deal, which nobody wants to see marked. */
const DEAL = 6;

/** A step came; one in the viewer's own turn was their own, and the marks begin anew. Somebody may come or go without a step. */
export function follow({ moved }: TableState, before: Scene | null, next: Scene): void {
  if (before?.match === next.match && before?.seq === next.seq && before?.viewer === next.viewer) return;
  if (!before || before.match !== next.match || next.result || before.seats[before.viewer ?? -1]?.turn) {
    moved.value = new Set();
    return;
  }
  const then = places(before);
  const found = [...places(next)].filter(([piece, place]) => then.get(piece) !== place).map(([piece]) => piece);
  if (found.length && found.length < DEAL) moved.value = new Set([...moved.value, ...found]);
  else if (found.length) moved.value = new Set();
}

/** Where each piece lies on the table; what is in hands, in packs and in play now is where eyes are anyway. */
function places({ zones }: Scene): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(zones).flatMap(([zone, { kind, place, items = [], on = {} }]) =>
      kind === "fan" || kind === "stack" || kind === "tray" || place === "tray"
        ? []
        : [
            ...items.map((piece) => [piece, zone] as const),
            ...Object.entries(on).flatMap(([square, pile]) => pile.map((piece) => [piece, `${zone} ${square}`] as const)),
          ],
    ),
  );
}

/** What others did as one line of at most so many letters: the oldest is left out, the newest never. */
export function lately({ say = [], own = [] }: Pick<Scene, "say" | "own">, most: number): string {
  const others = say.filter((_, place) => !own.includes(place));
  const [newest = "", ...older] = [...(others.length ? others : say.slice(-1))].reverse();
  let line = newest;
  for (const text of older) {
    if (line.length + text.length + BETWEEN.length > most) return `… ${line}`;
    line = text + BETWEEN + line;
  }
  return line;
}

const BETWEEN = " · ";

// What is new in a scene: sentences, arrivals and departures, moved pieces, and the text for screen readers.

import type { Scene, Seat } from "../types";
import type { TableState } from "./table";

/** Return the text for screen readers (live region) about a new scene; the status only if it has changed. */
export function announcement(before: Scene | null, next: Scene, news: readonly string[]): string {
  const same = before?.seq === next.seq && before?.status === next.status && !news.length;
  const asked = next.request && next.request !== before?.request ? [next.request] : [];
  return [...news, ...arrivals(before, next), ...reactions(before, next), ...asked, ...(same ? [] : [next.status])].join(" ");
}

/** Return the sentences of `say` that were not in the scene before. `say` grows until the viewer acts, then starts over. */
export function newSentences(before: readonly string[], now: readonly string[]): readonly string[] {
  const shared = Math.min(before.length, now.length);
  return before.slice(0, shared).every((text, index) => now[index] === text) ? now.slice(shared) : now;
}

/** Return whether the person in a seat has no page open at the table. */
export function isAway({ kind = "human", here = true }: Seat): boolean {
  return kind === "human" && !here;
}

/** Return in a few words who fills a seat. */
export function seatState(seat: Seat): string {
  const { kind = "human", stand_in: bot, note } = seat;
  if (bot) return kind === "bot" ? `left, ${bot} plays` : `away, ${bot} plays`;
  if (kind === "open") return "waits for a guest";
  if (kind === "bot") return "bot";
  return isAway(seat) ? "away" : note || "here";
}

/** Return sentences about other people who came or went between two scenes. */
function arrivals(before: Scene | null, now: Scene): readonly string[] {
  return now.seats.flatMap((seat, number) => {
    const was = before?.seats[number];
    if (!was || seat.you || seat.name !== was.name) return [];
    if (seat.stand_in && !was.stand_in) return [`${seat.stand_in} plays for ${seat.name}.`];
    return isAway(seat) === isAway(was) ? [] : [`${seat.name} is ${isAway(seat) ? "away" : "back"}.`];
  });
}

/** Return what people said since the last scene. */
function reactions(before: Scene | null, now: Scene): readonly string[] {
  return now.seats.flatMap(({ name, said }, seat) => (said && said !== before?.seats[seat]?.said ? [`${name}: ${said}.`] : []));
}

/** Moved pieces in one step from which on the step is a new deal, which is not marked. */
const DEAL = 6;

/** Mark the pieces that others moved since the viewer's last act, each with its mover. Scenes with the same seq hold no step. */
export function markMoved({ moved }: TableState, before: Scene | null, next: Scene): void {
  if (before?.match === next.match && before?.seq === next.seq && before?.viewer === next.viewer) return;
  if (!before || before.match !== next.match || next.result || before.seats[before.viewer ?? -1]?.turn) {
    moved.value = new Map();
    return;
  }
  const then = places(before);
  const found = [...places(next)].filter(([piece, place]) => then.get(piece) !== place).map(([piece]) => piece);
  const mover = before.seats.findIndex(({ turn }) => turn);
  if (found.length && found.length < DEAL) moved.value = new Map([...moved.value, ...found.map((piece) => [piece, mover] as const)]);
  else if (found.length) moved.value = new Map();
}

/** Return the place of each piece on the table. Pieces in hands, stacks and trays are left out: nobody overlooks those. */
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

/** Return what others did as one line of at most `most` letters. Older sentences are dropped first, the newest never. */
export function latestLine({ say = [], own = [] }: Pick<Scene, "say" | "own">, most: number): string {
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

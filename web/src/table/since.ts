// What others did since the viewer's last own act: what was said, on one line, and the pieces that they moved.

import { signal } from "@preact/signals";

import type { Scene } from "../types";

/** Pieces that others have moved since the viewer's last own act. */
export const moved = signal<ReadonlySet<string>>(new Set());

/** As many pieces in one step are a new deal, which nobody wants to see marked. */
const DEAL = 6;

/** A step came; one in the viewer's own turn was their own, and the marks begin anew. Somebody may come or go without a step. */
export function follow(before: Scene | null, next: Scene): void {
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
        : [...items.map((piece) => [piece, zone] as const), ...Object.entries(on).flatMap(([square, pile]) => pile.map((piece) => [piece, `${zone} ${square}`] as const))],
    ),
  );
}

/** What others did as one line of at most so many letters: the oldest is left out, the newest never. */
export function lately(say: readonly string[], most: number): string {
  const others = say.filter((text) => !text.startsWith("You "));
  const [newest = "", ...older] = [...(others.length ? others : say.slice(-1))].reverse();
  let line = newest;
  for (const text of older) {
    if (line.length + text.length + BETWEEN.length > most) return `… ${line}`;
    line = text + BETWEEN + line;
  }
  return line;
}

const BETWEEN = " · ";

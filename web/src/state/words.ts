// Looking words up: which word the box shows, and those it showed before.

import { type Signal, signal } from "@preact/signals";

export interface WordBox {
  /** The word that is looked up, "" while none was typed yet; null: the box is closed. */
  readonly at: Signal<string | null>;
  /** Words that were looked up before, the last one at the end. */
  readonly before: Signal<readonly string[]>;
}

export function createWordBox(): WordBox {
  return { at: signal<string | null>(null), before: signal<readonly string[]>([]) };
}

/** A typed word as words are written: capitals, no accents. */
export function letters(text: string): string {
  return text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
}

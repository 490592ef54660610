// The state of the word box, in which words are looked up.

import { type Signal, signal } from "@preact/signals";

export interface WordBox {
  /** The word that is looked up; "": none yet; null: the box is closed. */
  readonly at: Signal<string | null>;
  /** Words that were looked up before, newest last. */
  readonly before: Signal<readonly string[]>;
}

export function createWordBox(): WordBox {
  return { at: signal<string | null>(null), before: signal<readonly string[]>([]) };
}

/** Return a typed word in capitals, without accents. */
export function letters(text: string): string {
  return text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
}

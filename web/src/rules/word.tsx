// A word of the match that can be tapped to look it up.
import { scene } from "../table/now";

import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";


/** The word box: null closed, else the word that is looked up ("" none yet). */
export const wordAt = signal<string | null>(null);

/** The words of the table that can be tapped. */
export const tappable = computed(() => new Set(scene.value?.words ?? []));

/** What was typed as a word is written: capitals, no accents. */
export function letters(text: string): string {
  return text.normalize("NFD").toUpperCase().replace(/[^A-Z]/g, "");
}

export function WordButton({ word, points }: { word: string; points?: number }): JSX.Element {
  return (
    <button type="button" class="word" aria-haspopup="dialog" onClick={() => (wordAt.value = word)}>
      {word}
      {points !== undefined && <b> {points}</b>}
    </button>
  );
}

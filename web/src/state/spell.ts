// A row of two-letter cards as the keyboard of its own word: each card gives one of its letters, in order.

import type { Face, Scene } from "../types";
import type { OfferedAct, TableState } from "./table";

/** Return the faces of the row whose word is asked for; none if the question is another one. */
export function spellFaces(scene: Scene | null, asked: OfferedAct | null): readonly Face[] {
  const on = asked?.act.ask?.kind === "word" || asked?.act.ask?.kind === undefined ? asked?.act.on : "";
  if (!asked?.act.ask || !on?.startsWith("z:")) return [];
  const faces = (scene?.zones[on.slice(2)]?.items ?? []).flatMap((id) => scene?.pieces[id]?.face ?? []);
  return faces.every(({ kind }) => kind === "letters") ? faces : [];
}

/** Return whether a zone's cards are asked for a word just now. */
export function isSpelled({ scene, asking }: TableState, zone: string): boolean {
  return asking.value?.act.on === `z:${zone}` && spellFaces(scene.value, asking.value).length > 0;
}

/** Take a letter of a card: the next one's, or another one of a card before. */
export function spell(table: TableState, place: number, letter: string): void {
  const answer = table.answer.value;
  if (place > answer.length) return;
  table.answer.value = answer.slice(0, place) + letter + answer.slice(place + 1);
  table.spoken.value = [...table.answer.value].join(" ");
}

/** Return what is asked next: "Letter 6: N or D?". */
export function letterAsked(faces: readonly Face[], answer: string): string {
  const next = faces[answer.length];
  if (!next) return "";
  const letters = [...new Set([next.text, next.second ?? ""])].filter(Boolean);
  return `Letter ${answer.length + 1}: ${letters.join(" or ")}?`;
}

// The keys of acts: a letter for each verb, the same in every game, whatever is picked; a number for each place like others.

import { grouped } from "../page/grouped";
import type { Act } from "../types";
import { scene } from "./now";

/** The letter of each verb that the house's games use. Two verbs that no game has at once may share one. */
const LETTERS: Readonly<Record<string, string>> = {
  place: "p",
  discard: "x",
  draw: "d",
  take: "t",
  trim: "t",
  keep: "k",
  claim: "c",
  pass: "s",
  end: "e",
  declare: "e",
  undo: "u",
  again: "a",
};

/** Letters of the table itself: a hint, the rules. */
export const HINT = "h";
export const RULES = "r";

const TAKEN = new Set([...Object.values(LETTERS), HINT, RULES]);

/** The letter of a verb. Of one that only a game from outside the house has: its first letter that is free; "" if none is. */
export function letterOf(verb: string): string {
  return LETTERS[verb] ?? [...verb].find((letter) => !TAKEN.has(letter)) ?? "";
}

/** Each letter with its verbs, in the order above; those of acts on offer that it does not name come last. */
export function letters(offered: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const verbs = new Set([...Object.keys(LETTERS), ...offered]);
  return grouped([...verbs].filter(letterOf), letterOf);
}

/** Places are numbered among their like, whatever may be done there: "Row 3" has 3. What lies at the side has no number: 0. */
export function placeNumber(to = ""): number {
  const zones = scene.value?.zones ?? {};
  const zone = zones[to.slice(2)];
  const like = Object.keys(zones).filter((id) => zones[id]?.kind === zone?.kind && zones[id]?.place === zone?.place);
  return zone && zone.place !== "side" ? like.indexOf(to.slice(2)) + 1 : 0;
}

/** The key that does an act: of a single card in play the number of the place, else the letter of the verb. */
export function keyOf({ verb, on, to }: Act): string {
  const inPlay = Object.values(scene.value?.zones ?? {}).some(({ kind, items }) => kind === "tray" && `p:${items?.[0]}` === on);
  return (inPlay && placeNumber(to) && String(placeNumber(to))) || letterOf(verb);
}

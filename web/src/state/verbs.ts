// The keys of acts: a letter for each verb, the same in every game, whatever is picked; a number for each place like others.

import { grouped } from "./grouped";
import { type OfferedAct, scene } from "./now";

/** The letter of each verb that the house's games use, and of an act with a letter of its own. Two that no game has at once may
 * share one. */
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
  recall: "z",
  again: "a",
};

/** Letters of the table itself: a hint, the rules. */
export const HINT = "h";
export const RULES = "r";

const TAKEN = new Set([...Object.values(LETTERS), HINT, RULES]);

/** The letter of an act or its verb. Of a verb that only a game from outside the house has: its first that is free; "" if none is. */
export function letterOf(verb: string, act = ""): string {
  return LETTERS[act] ?? LETTERS[verb] ?? [...verb].find((letter) => !TAKEN.has(letter)) ?? "";
}

/** Each letter with its verbs, in the order above; those of acts on offer that it does not name come last. */
export function letters(offered: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const verbs = new Set([...Object.keys(LETTERS), ...offered]);
  const letter = (verb: string): string => letterOf(verb);
  return grouped([...verbs].filter(letter), letter);
}

/** Places are numbered among their like, whatever may be done there: "Row 3" has 3. What lies at the side has no number: 0. */
export function placeNumber(to = ""): number {
  const zones = scene.value?.zones ?? {};
  const zone = zones[to.slice(2)];
  const like = Object.keys(zones).filter((id) => zones[id]?.kind === zone?.kind && zones[id]?.place === zone?.place);
  return zone && zone.place !== "side" ? like.indexOf(to.slice(2)) + 1 : 0;
}

/** The key that does an act: of a single card in play the number of the place, else the letter of the verb. */
export function keyOf({ id, act: { verb, on, to } }: OfferedAct): string {
  const inPlay = Object.values(scene.value?.zones ?? {}).some(({ kind, items }) => kind === "tray" && `p:${items?.[0]}` === on);
  return (inPlay && placeNumber(to) && String(placeNumber(to))) || letterOf(verb, id);
}

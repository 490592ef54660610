// The keys of acts: a letter for each verb, the same in every game, whatever is picked; a number for each place like others.

import { grouped } from "./grouped";
import { hint } from "./hints";
import { goOn } from "./play";
import { choicesOn, choose, drop, type OfferedAct, type TableState } from "./table";
import { perform, performOrOffer } from "./tap";

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
export function placeNumber({ scene }: TableState, to = ""): number {
  const zones = scene.value?.zones ?? {};
  const zone = zones[to.slice(2)];
  const like = Object.keys(zones).filter((id) => zones[id]?.kind === zone?.kind && zones[id]?.place === zone?.place);
  return zone && zone.place !== "side" ? like.indexOf(to.slice(2)) + 1 : 0;
}

/** The key that does an act: of a single card in play the number of the place, else the letter of the verb. */
export function keyOf(table: TableState, { id, act: { verb, on, to } }: OfferedAct): string {
  const inPlay = Object.values(table.scene.value?.zones ?? {}).some(({ kind, items }) => kind === "tray" && `p:${items?.[0]}` === on);
  return (inPlay && placeNumber(table, to) && String(placeNumber(table, to))) || letterOf(verb, id);
}

/** What a key does wherever one is at the table; undefined: nothing. */
export function anywhere(table: TableState, key: string): (() => void) | undefined {
  const { reading, draft, showKeys, words, rulesAt, asking } = table;
  if (key === RULES && asking.value) return undefined;
  const does: Readonly<Record<string, () => void>> = {
    Escape() {
      if (reading.value) goOn(table);
      else if (draft.value) draft.value = null;
      else drop(table);
    },
    "?": () => (showKeys.value = true),
    "/": () => (words.at.value = ""),
    [RULES]: () => (rulesAt.value = ""),
  };
  return does[key];
}

/** Take a card to the place of a number: do the only thing that can be done there, or offer what can. */
export function toPlace(table: TableState, card: string, nth: number): void {
  choose(table, card);
  performOrOffer(
    table,
    choicesOn(table, card).filter(({ act }) => placeNumber(table, act.to) === nth),
  );
}

/** Do the verb of a letter with what is picked. Return the acts that it may mean where it is not one; null: the key means nothing. */
export function letterKey(table: TableState, key: string): readonly OfferedAct[] | null {
  if (key === HINT && table.yours.value && table.scene.value?.advice !== false) {
    void hint(table);
    return [];
  }
  const of = (acts: readonly OfferedAct[]): readonly OfferedAct[] => acts.filter(({ id, act }) => letterOf(act.verb, id) === key);
  const here = table.pick.value ? of(choicesOn(table, table.pick.value)) : [];
  const found = here.length ? here : of([...table.choices.value.values()].flat());
  if (!found.length) return null;
  if (found[0] && found.length === 1) {
    perform(table, found[0]);
    return [];
  }
  return found;
}

// The keys of acts: one letter for each verb, the same in every game, and one digit for each place of a kind.

import { grouped } from "./grouped";
import { askForHints } from "./hints";
import { goOn } from "./play";
import { MIX, mixRack, rackOf, SORT, sortRack } from "./rack";
import { choicesOn, choose, drop, leftOut, type OfferedAct, type TableState } from "./table";
import { perform, performOrOffer } from "./tap";
import { showReason } from "./why";

/** The letter of each verb in our own games, and of acts that have a letter of their own. Verbs that no game uses together may share
 * a letter. */
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

/** Letters that mean the same at every table. */
export const HINT = "h";
export const RULES = "r";

const TAKEN = new Set([...Object.values(LETTERS), HINT, RULES, MIX, SORT]);

/** Return the letter of an act or of its verb. A verb of a third-party game gets its first free letter; "" if none is free. */
function letterOf(verb: string, act = ""): string {
  return LETTERS[act] ?? LETTERS[verb] ?? [...verb].find((letter) => !TAKEN.has(letter)) ?? "";
}

/** Return each letter with its verbs: first those of `LETTERS`, then those of the offered acts. */
export function letters(offered: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const verbs = new Set([...Object.keys(LETTERS), ...offered]);
  const letter = (verb: string): string => letterOf(verb);
  return grouped([...verbs].filter(letter), letter);
}

/** Return the number of a place among places of its kind: 3 for "Row 3". Places at the side have none: 0. */
function placeNumber({ scene }: TableState, to = ""): number {
  const zones = scene.value?.zones ?? {};
  const zone = zones[to.slice(2)];
  const like = Object.keys(zones).filter((id) => zones[id]?.kind === zone?.kind && zones[id]?.place === zone?.place);
  return zone && zone.place !== "side" ? like.indexOf(to.slice(2)) + 1 : 0;
}

/** Return the key of an act: for the single card in play the number of the place, otherwise the letter of the verb. */
export function keyOf(table: TableState, { id, act: { verb, on, to } }: OfferedAct): string {
  const inPlay = Object.values(table.scene.value?.zones ?? {}).some(({ kind, items }) => kind === "tray" && `p:${items?.[0]}` === on);
  return (inPlay && placeNumber(table, to) && String(placeNumber(table, to))) || letterOf(verb, id);
}

/** Return what a key does anywhere at the table, or undefined. */
export function anywhere(table: TableState, key: string): (() => void) | undefined {
  const { reading, draft, showKeys, words, rulesAt, asking } = table;
  if (key === RULES && asking.value) return undefined;
  const racked: Readonly<Record<string, () => void>> = { [MIX]: () => mixRack(table), [SORT]: () => sortRack(table) };
  if (racked[key] && rackOf(table) && !asking.value) return racked[key];
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

/** Move a card to a numbered place: perform the only act there, or offer all of them. */
export function toPlace(table: TableState, card: string, nth: number): void {
  choose(table, card);
  performOrOffer(
    table,
    choicesOn(table, card).filter(({ act }) => placeNumber(table, act.to) === nth),
  );
}

/** Perform the act that a letter means for what is picked. Return the acts to choose from if there are several; null if there is none. */
export function letterKey(table: TableState, key: string): readonly OfferedAct[] | null {
  if (key === HINT && table.yours.value && table.scene.value?.advice !== false) {
    void askForHints(table);
    return [];
  }
  const of = (acts: readonly OfferedAct[]): readonly OfferedAct[] => acts.filter(({ id, act }) => letterOf(act.verb, id) === key);
  const here = table.pick.value ? of(choicesOn(table, table.pick.value)) : [];
  const found = here.length ? here : of([...table.choices.value.values()].flat());
  const grey = found.length ? [] : of(leftOut(table));
  const [reason] = [...grey.filter(({ act }) => act.on === table.pick.value), ...grey];
  if (reason) void showReason(table, reason.act.to, reason.act.on);
  if (!found.length) return reason ? [] : null;
  if (found[0] && found.length === 1) {
    perform(table, found[0]);
    return [];
  }
  return found;
}

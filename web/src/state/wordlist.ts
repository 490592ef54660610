// The word list of tables that somebody opens: the one they chose last, else British words for a British browser.

import type { GameInfo } from "../types";
import { languages, storage } from "./device";

/** The option with a match's word list. */
export const DICTIONARY = "dictionary";
/** Lists that every room has; no other is remembered, as it may be gone. */
const EVERYWHERE = /^(american|british|either)-(standard|full)$/;
/** English as it is written in North America. */
const AMERICAN = /^en(-us|-ca|-ph)?$/i;

/** Return the word list of a person's own tables; empty for the recommended one. */
export function ownList(told: readonly string[] = languages()): string {
  const english = told.find((each) => /^en(-|$)/i.test(each)) ?? "en";
  return storage.get("word-list") || (AMERICAN.test(english) ? "" : "british-standard");
}

/** Return the options with which a person's own table of a game begins. */
export function ownWords({ options }: GameInfo, told: readonly string[] = languages()): Record<string, string> {
  const list = ownList(told);
  return list && options.some(({ name }) => name === DICTIONARY) ? { [DICTIONARY]: list } : {};
}

/** Remember the word list that was chosen for a table. */
export function rememberList(list: unknown): void {
  if (typeof list === "string" && EVERYWHERE.test(list)) storage.set("word-list", list);
}

// Rule ids in a text become links: on a table they open the rules beside it, elsewhere the rules page. Words of the match
// that can be looked up become buttons.

import { computed, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

import { scene } from "../state/now";
import type { Problem } from "../types";

/** The rules beside the table: null closed, else the anchor to show ("" the beginning). */
export const rulesAt = signal<string | null>(null);

/** A rule id as messages cite it: first thing in a bracket, "(Mitch 5)". */
const RULE_ID = /(?<=[([])((?:[A-Z][a-z]+ )+[A-Z]?\d+[a-z]?)\b/;

function anchor(rule: string): string {
  return rule.toLowerCase().replaceAll(" ", "-");
}

export function RuleLink({ id, game }: { id: string; game?: string }): JSX.Element {
  const at = game ?? scene.value?.game ?? "";
  const here = scene.value !== null && !game;
  return (
    <a
      class="rule-link"
      href={`/rules/${at}#${anchor(id)}`}
      onClick={(event) => {
        if (!here) return;
        event.preventDefault();
        event.stopPropagation();
        rulesAt.value = anchor(id);
      }}
    >
      {id}
    </a>
  );
}

/** A message as a sentence begins. */
export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** A message without the name of the game it is about, which programs put before it. */
function unnamed(message: string): string {
  return message.replace(/^[a-z_]+: /, "");
}

/** Why something cannot be. */
export function Refusal({ problem: { message, rule }, game }: { problem: Problem; game?: string }): JSX.Element {
  const at = game ? { game } : {};
  return (
    <p class="note refusal" role="alert">
      <Cited text={capital(unnamed(message))} {...at} /> {rule && <RuleLink id={rule} {...at} />}
    </p>
  );
}

/** Words that a text may name: in capitals, and more than the letter on a tile. */
const WORD = /\b([A-Z]{2,})\b/;

/** A text with its links. */
export function Cited({ text, game }: { text: string; game?: string }): ComponentChildren {
  return text.split(RULE_ID).map((part, index) => (index % 2 ? <RuleLink key={index} id={part} {...(game && { game })} /> : worded(part)));
}

function worded(text: string): ComponentChildren {
  const known = tappable.value;
  if (known.has(text)) return <WordButton word={text} />;
  return text.split(WORD).map((part, index) => (index % 2 && known.has(part) ? <WordButton key={index} word={part} /> : part));
}

// A word of the match that can be tapped to look it up.

/** The word box: null closed, else the word that is looked up ("" none yet). */
export const wordAt = signal<string | null>(null);

/** The words of the table that can be tapped. */
export const tappable = computed(() => new Set(scene.value?.words ?? []));

/** What was typed as a word is written: capitals, no accents. */
export function letters(text: string): string {
  return text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
}

export function WordButton({ word, points }: { word: string; points?: number }): JSX.Element {
  return (
    <button type="button" class="word" aria-haspopup="dialog" onClick={() => (wordAt.value = word)}>
      {word}
      {points !== undefined && <b> {points}</b>}
    </button>
  );
}

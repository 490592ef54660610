// Texts with links: rule ids open the rules, beside the table or on their own page; words of the match open the word box.

import type { ComponentChildren, JSX } from "preact";

import type { TableState } from "../state/table";
import type { WordBox } from "../state/words";
import type { Problem } from "../types";

/** Where a text is shown: at a table, or on a page about a game. */
interface Home {
  table?: TableState | undefined;
  game?: string | undefined;
}

/** A rule id as texts cite it, at the start of a bracket: "(Mitch 5)". */
const RULE_ID = /(?<=[([])((?:[A-Z][a-z]+ )+[A-Z]?\d+[a-z]?)\b/;

function anchor(rule: string): string {
  return rule.toLowerCase().replaceAll(" ", "-");
}

export function RuleLink({ id, table, game }: { id: string } & Home): JSX.Element {
  const at = game ?? table?.scene.value?.game ?? "";
  return (
    <a
      class="rule-link"
      href={`/rules/${at}#${anchor(id)}`}
      onClick={(event) => {
        if (!table?.scene.value || game) return;
        event.preventDefault();
        event.stopPropagation();
        table.rulesAt.value = anchor(id);
      }}
    >
      {id}
    </a>
  );
}

/** Return a text with a capital first letter. */
export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** Return a message without the name of the game in front, which only programs need. */
function withoutGame(message: string): string {
  return message.replace(/^[a-z_]+: /, "");
}

/** Why something was refused. */
export function Refusal({ problem: { message, rule }, table, game }: { problem: Problem } & Home): JSX.Element {
  return (
    <p class="note refusal" role="alert">
      <Cited table={table} text={capital(withoutGame(message))} game={game} /> {rule && <RuleLink table={table} id={rule} game={game} />}
    </p>
  );
}

/** A word in capitals, longer than the letter on a tile, or a letter that is the whole text. */
const WORD = /(\b[A-Z]{2,}\b|^[A-Z]$)/;

/** A text with its links. */
export function Cited({ text, table, game }: { text: string } & Home): ComponentChildren {
  return text
    .split(RULE_ID)
    .map((part, index) => (index % 2 ? <RuleLink table={table} key={index} id={part} game={game} /> : withWords(table, part)));
}

function withWords(table: TableState | undefined, text: string): ComponentChildren {
  return text.split(WORD).map((part, index) => {
    if (table?.tappable.value.has(part)) return <WordButton box={table.words} key={index} word={part} />;
    return index % 2 ? (
      <span key={index} translate={false}>
        {part}
      </span>
    ) : (
      part
    );
  });
}

/** A button that looks a word up. */
export function WordButton({ box, word, points }: { box: WordBox; word: string; points?: number }): JSX.Element {
  return (
    <button type="button" class="word" translate={false} aria-haspopup="dialog" onClick={() => (box.at.value = word)}>
      {word}
      {points !== undefined && <b> {points}</b>}
    </button>
  );
}

// The form for a game's options, behind a fold. It comes from the game's own list of options.

import type { JSX } from "preact";
import { DICTIONARY } from "../state/wordlist";
import type { GameInfo, ListInfo, OptionField, WordLists } from "../types";
import { Cited } from "../view/cite";
import { useAnswer } from "../view/request";
import { countText } from "./today/told";

export type Values = Record<string, number | string>;

interface Props {
  game: GameInfo;
  preset: string;
  /** Options that the number of seats needs. */
  needed: Values;
  changed: Values;
  change: (name: string, value: number | string) => void;
}

export function Options({ game, preset, needed, changed, change }: Props): JSX.Element {
  const { found } = useAnswer<WordLists>(hasWords(game) ? "/api/words" : ""); // for each table: a list may have been installed
  const chosen = game.presets.find((each) => each.name === preset);
  return (
    <details class="fold">
      <summary>
        All options <small>{changedText(Object.keys(changed).length)}</small>
      </summary>
      {game.options
        .filter((field) => field.name !== "seats" && !field.for_tests)
        .map((field) => (
          <OptionRow
            key={`${preset} ${field.name}`}
            game={game.name}
            field={field}
            lists={field.name === DICTIONARY ? (found?.lists ?? []) : []}
            value={changed[field.name] ?? needed[field.name] ?? chosen?.values[field.name] ?? field.default}
            set={(value) => change(field.name, value)}
          />
        ))}
    </details>
  );
}

/** Return how many options differ from the chosen preset. */
function changedText(changed: number): string {
  return changed ? `${countText(changed, "option")} changed` : "as in the way to play";
}

export function hasWords({ options }: GameInfo): boolean {
  return options.some(({ name }) => name === DICTIONARY);
}

interface FieldProps {
  game: string;
  field: OptionField;
  /** The word lists to choose from, if the option is a word list. */
  lists: readonly ListInfo[];
  value: number | string;
  set: (value: number | string) => void;
}

/** Ranges up to this width are offered as a list. Ranges beside named choices always are, as one field cannot take both. */
const LISTED = 40;

function OptionRow({ game, ...option }: FieldProps): JSX.Element {
  const { field } = option;
  const id = `option-${field.name}`;
  return (
    <div class={field.free ? "option wide" : "option"}>
      <label for={id}>{field.title}</label>
      <OptionInput id={id} {...option} />
      <p id={`${id}-help`} class="small">
        <Cited text={field.help} game={game} /> {limits(field)} {option.lists.find(({ name }) => name === option.value)?.like}
      </p>
    </div>
  );
}

function OptionInput({ id, field, lists, value, set }: Omit<FieldProps, "game"> & { id: string }): JSX.Element {
  const shared = { id, value, "aria-describedby": `${id}-help` };
  const choices = choicesOf(field, lists, value);
  const typed = {
    ...shared,
    autocomplete: "off",
    spellcheck: false,
    onInput: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
  } as const;
  if (!choices)
    return field.free ? <input {...typed} /> : <input {...typed} type="number" required min={field.least ?? 0} max={field.most ?? 0} />;
  return (
    <select {...shared} onChange={(event) => set(event.currentTarget.value)}>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Return each word list with its name as it is shown. */
export function listNames(lists: readonly ListInfo[]): (readonly [string, string])[] {
  return lists.map(({ name, words }) => [name, `${name} (${words.toLocaleString("en")} words)`]);
}

/** Return the possible values with their texts, or null if there are too many for a list. */
function choicesOf(field: OptionField, lists: readonly ListInfo[], value: number | string): (readonly [number | string, string])[] | null {
  if (lists.length) {
    const named = listNames(lists);
    return named.some(([name]) => name === value) ? named : [[value, String(value)], ...named];
  }
  const { choices = [], said = [] } = field;
  const numbers = numbersOf(field);
  if (field.free || !numbers) return null;
  return [
    ...choices.map((choice, index) => [choice, said[index] ?? choice] as const),
    ...numbers.map((number) => [number, String(number)] as const),
  ];
}

/** Return the limits of a value that is typed in. */
function limits(field: OptionField): string {
  return numbersOf(field) ? "" : `${field.least} to ${field.most}.`;
}

/** Return the possible numbers, or null if they are too many for a list. */
function numbersOf({ least, most, choices = [] }: OptionField): number[] | null {
  if (least == null || most == null) return [];
  return most - least < LISTED || choices.length ? Array.from({ length: most - least + 1 }, (_, index) => least + index) : null;
}

// Every option of a game behind a fold: the form comes from the game's own options.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { request } from "../state/api";
import type { GameInfo, ListInfo, OptionField, WordLists } from "../types";
import { Cited } from "../view/cite";
import { counted } from "./daily";

export type Values = Record<string, number | string>;

interface Props {
  game: GameInfo;
  preset: string;
  changed: Values;
  change: (name: string, value: number | string) => void;
}

export function Options({ game, preset, changed, change }: Props): JSX.Element {
  const lists = useLists(game);
  const chosen = game.presets.find((each) => each.name === preset);
  return (
    <details class="fold">
      <summary>
        All options <small>{told(Object.keys(changed).length)}</small>
      </summary>
      {game.options
        .filter((field) => field.name !== "seats")
        .map((field) => (
          <OptionRow
            key={`${preset} ${field.name}`}
            game={game.name}
            field={field}
            lists={field.name === DICTIONARY ? lists : []}
            value={changed[field.name] ?? chosen?.values[field.name] ?? field.default}
            set={(value) => change(field.name, value)}
          />
        ))}
    </details>
  );
}

/** How many options are not as the chosen way to play has them. */
function told(changed: number): string {
  return changed ? `${counted(changed, "option")} changed` : "as in the way to play";
}

/** The option that names a match's word list. */
const DICTIONARY = "dictionary";

export function hasWords({ options }: GameInfo): boolean {
  return options.some(({ name }) => name === DICTIONARY);
}

/** The word lists the room has, if the game needs one; asked for anew for every table, as one may have been installed. */
function useLists(game: GameInfo): readonly ListInfo[] {
  const [lists, setLists] = useState<readonly ListInfo[]>([]);
  useEffect(() => {
    if (!hasWords(game)) return;
    request<WordLists>("/api/words").then(
      (answer) => setLists(answer.lists),
      () => undefined,
    );
  }, [game]);
  return lists;
}

interface FieldProps {
  game: string;
  field: OptionField;
  /** The word lists to choose from, if the option names one. */
  lists: readonly ListInfo[];
  value: number | string;
  set: (value: number | string) => void;
}

/** Ranges up to this wide are offered as a list; beside words, as they cannot be typed into one field, all there are. */
const LISTED = 40;

function OptionRow({ game, ...option }: FieldProps): JSX.Element {
  const { field } = option;
  const id = `option-${field.name}`;
  return (
    <div class={field.free ? "option wide" : "option"}>
      <label for={id}>{field.title}</label>
      <OptionInput id={id} {...option} />
      <p id={`${id}-help`} class="small">
        <Cited text={field.help} game={game} /> {limits(field)}
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

/** What may be chosen, with how it is shown; null where that is too much for a list. */
function choicesOf(field: OptionField, lists: readonly ListInfo[], value: number | string): (readonly [number | string, string])[] | null {
  if (lists.length) {
    const named = lists.map(({ name, words }) => [name, `${name} (${words.toLocaleString("en")} words)`] as const);
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

/** What may be typed, where there is no list to choose from. */
function limits(field: OptionField): string {
  return numbersOf(field) ? "" : `${field.least} to ${field.most}.`;
}

/** The numbers that may be chosen; null where they are too many for a list. */
function numbersOf({ least, most, choices = [] }: OptionField): number[] | null {
  if (least == null || most == null) return [];
  return most - least < LISTED || choices.length ? Array.from({ length: most - least + 1 }, (_, index) => least + index) : null;
}

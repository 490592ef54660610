// Parts of forms. Fields keep their own values; `submitted` reads them by name when the form is sent.

import type { ComponentChildren, InputHTMLAttributes, JSX, PartialInputHTMLAttributes, PartialSelectHTMLAttributes } from "preact";
import { useRef, useState } from "preact/hooks";
import { storage } from "../state/device";
import { PassOn } from "./passon";

export type Fields = Readonly<Record<string, string>>;

/** Return the handler of a form's submit event, which passes on the values of its fields and of the pressed button by name. */
export function submitted(act: (fields: Fields, form: HTMLFormElement) => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    act(Object.fromEntries(new FormData(form, (event as SubmitEvent).submitter)) as Fields, form);
  };
}

type InputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, "role" | "type" | "label"> & { type?: "number" };

/** An input for the visitor's name, which begins as the last one typed on this device. */
export function NameInput(input: InputProps): JSX.Element {
  return (
    <input name="name" data-most={24} autocomplete="nickname" defaultValue={storage.get("name")} {...(input as InputHTMLAttributes)} />
  );
}

/** An input on a line with its label. */
export function Field({ label, ...input }: InputProps & { label: string }): JSX.Element {
  return (
    <label class="row-label">
      <span>{label}</span>
      <input autocomplete="off" {...(input as InputHTMLAttributes)} />
    </label>
  );
}

interface PickerProps extends Omit<PartialSelectHTMLAttributes<HTMLSelectElement>, "role" | "size" | "label" | "value"> {
  label: string;
  /** Further classes of the line. */
  look?: string;
  value?: string | number;
  /** What is called when something is chosen. */
  set?: (value: string) => void;
  choices: readonly (readonly [value: string | number, text: string])[];
}

/** A choice from a list, on a line with its label. */
export function Picker({ label, look = "", set, choices, ...select }: PickerProps): JSX.Element {
  return (
    <label class={`row-label ${look}`}>
      <span>{label}</span>
      <select {...select} onChange={(event) => set?.(event.currentTarget.value)}>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SearchPickerProps {
  label: string;
  name: string;
  required?: boolean;
  /** The text of the choice that is none of the list. */
  none: string;
  set?: (value: string) => void;
  choices: PickerProps["choices"];
}

/** Choices from which a box to search them stands above the list, and choices in the list at once. */
const FEW = 8;
const OFFERED = 100;

/** A choice from a list of any length: what is typed above it leaves those that fit, and chooses the only one that does. */
export function SearchPicker({ label, name, required = false, none, set, choices }: SearchPickerProps): JSX.Element {
  const [chosen, setChosen] = useState("");
  const [sought, setSought] = useState("");
  const choose = (value: string): void => {
    setChosen(value);
    set?.(value);
  };
  const fitting = (text: string): PickerProps["choices"] => {
    const plain = text.trim().toLowerCase();
    return choices.filter(([, choice]) => choice.toLowerCase().includes(plain));
  };
  const seek = (text: string): void => {
    const [only, second] = fitting(text);
    const stays = fitting(text).some(([value]) => String(value) === chosen);
    setSought(text);
    if (only && !second && text.trim()) choose(String(only[0]));
    else if (!stays) choose("");
  };
  const found = fitting(sought);
  const more = found.length - OFFERED;
  return (
    <div class="search-picker">
      {choices.length > FEW && (
        <input
          type="search"
          aria-label={`Find one of ${choices.length}`}
          placeholder={`Find one of ${choices.length}`}
          autocomplete="off"
          onInput={(event) => seek(event.currentTarget.value)}
        />
      )}
      <Picker
        label={label}
        name={name}
        required={required}
        value={chosen}
        set={choose}
        choices={[["", more > 0 ? `${none} (the first ${OFFERED} of ${found.length})` : none], ...found.slice(0, OFFERED)]}
      />
    </div>
  );
}

interface SegmentsProps {
  label: string;
  /** The name of the radio buttons. */
  name: string;
  value: string;
  set: (value: string) => void;
  choices: readonly (readonly [value: string, text: string])[];
  /** Whether the label is for screen readers only. */
  hidden?: boolean;
}

/** A choice between a few short words, side by side. */
export function Segments({ label, name, value, set, choices, hidden = false }: SegmentsProps): JSX.Element {
  return (
    <fieldset class="segments">
      <legend class={hidden ? "heard" : ""}>{label}</legend>
      <div>
        {choices.map(([choice, text]) => (
          <label key={choice} class={choice === value ? "chosen" : ""}>
            <input type="radio" name={name} value={choice} checked={choice === value} onChange={() => set(choice)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PresetProps {
  /** The name of the radio buttons that this is one of. */
  group: string;
  title: string;
  text: ComponentChildren;
  chosen: boolean;
  choose: () => void;
  /** What stands before the words. */
  children?: ComponentChildren;
}

/** One of several ways, of which one is chosen. */
export function Preset({ group, title, text, chosen, choose, children }: PresetProps): JSX.Element {
  return (
    <label class={chosen ? "preset chosen" : "preset"}>
      <input type="radio" name={group} checked={chosen} onChange={choose} />
      {children}
      <span class="preset-words">
        <b>{title}</b>
        {text}
      </span>
    </label>
  );
}

/** A text to copy, with its button. */
export function CopyField({ label, ...input }: InputProps & { label: string; value: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div class="answer">
      <input
        ref={field}
        readonly
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        {...(input as InputHTMLAttributes)}
      />
      <PassOn text={input.value} label="Copy" look="act main" act="copy" copies field={field} />
    </div>
  );
}

interface SureProps {
  label: string;
  /** Short text of the button; by default its label. */
  text?: string;
  /** What the button says that does it. */
  yes: string;
  /** The id of the act. */
  act?: string;
  /** The keys of the button and of the second one, on pages that listen to `data-key`. */
  keys?: readonly [ask: string, yes: string];
  onSure: () => void;
}

/** A button for what cannot be taken back: a second one in its place does it. */
export function SureButton({ label, text = label, yes, act, keys, onSure }: SureProps): JSX.Element {
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <button type="button" class="act" data-act={act} data-key={keys?.[0]} aria-label={label} onClick={() => setSure(true)}>
        {text}
      </button>
    );
  }
  return (
    <span class="actions sure" role="group" aria-label={label}>
      <button type="button" class="act alarm" data-act={act} data-key={keys?.[1]} aria-label={`${yes}: ${label}`} onClick={onSure}>
        {yes} {keys && <kbd data-text={keys[1].toUpperCase()} />}
      </button>
      <button type="button" class="quiet" onClick={() => setSure(false)}>
        No
      </button>
    </span>
  );
}

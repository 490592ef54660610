// How many words a bot or a hint knows, to be chosen from a list.

import type { JSX } from "preact";

interface Props {
  label: string;
  value: string;
  /** What stands for no choice. */
  usual: string;
  names: readonly string[];
  choose: (name: string) => void;
}

export function Vocabulary({ label, value, usual, names, choose }: Props): JSX.Element {
  return (
    <label class="row-label">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{usual}</option>
        {names.map((each) => (
          <option key={each} value={each}>
            {each.replaceAll("-", " ")} words
          </option>
        ))}
      </select>
    </label>
  );
}

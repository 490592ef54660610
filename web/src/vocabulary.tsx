// How many words a bot or a hint knows, to be chosen from a list.

import type { JSX } from "preact";

interface Props {
  label: string;
  value: string;
  names: readonly string[];
  choose: (name: string) => void;
}

export function Vocabulary({ label, value, names, choose }: Props): JSX.Element {
  return (
    <label class="row-label">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">all words</option>
        {names.map((each) => (
          <option key={each} value={each}>
            {each.replaceAll("-", " ")} words
          </option>
        ))}
      </select>
    </label>
  );
}

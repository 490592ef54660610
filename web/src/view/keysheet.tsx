// The list of keys, the same at every table.

import type { JSX } from "preact";
import { storage } from "../state/device";
import { HINT, letters, RULES } from "../state/keys";
import { MIX, SORT } from "../state/rack";
import type { AtTable, TableState } from "../state/table";
import { capital } from "./cite";
import { Sheet } from "./sheet";

function wish(table: TableState, yes: boolean): void {
  storage.set("signs", yes ? "" : "no");
  table.signs.value = yes;
}

const MOVING: readonly (readonly [string, string])[] = [
  ["1 to 9, 0", "Pick the first to tenth piece of your hand. While one card is in play: its row or side with that number."],
  ["Arrows", "Go to the next piece or lit place; with Shift, move a piece within your hand."],
  [`${MIX}, ${SORT}`, "Mix your letters, or sort them."],
  ["Enter", "Press what has the focus, or else the yellow button."],
  ["Esc", "Let go of the picked piece, or cancel a draft."],
];
const LOOKING: readonly (readonly [string, string])[] = [
  [HINT, "Hint"],
  ["/", "Look up a word"],
  [RULES, "Rules"],
  ["?", "This list"],
];

export function KeySheet({ table }: AtTable): JSX.Element | null {
  if (!table.showKeys.value) return null;
  const offered = [...table.choices.value.values()].flat().map(({ act }) => act.verb);
  const verbs = [...letters(offered)].map(([letter, names]) => [letter, capital(names.join(", "))] as const);
  return (
    <Sheet title="Keys" close={() => (table.showKeys.value = false)}>
      <p>A letter does that with the picked piece. With nothing picked, it jumps to where you can do it; press again for the next place.</p>
      <Rows title="What to do" rows={verbs} />
      <Rows title="Where to go" rows={MOVING} />
      <Rows title="What to look at" rows={LOOKING} />
      <label class="check">
        <input type="checkbox" checked={table.signs.value} onChange={(event) => wish(table, event.currentTarget.checked)} />
        <span>Use letters, digits and signs as keys; arrows, Enter and Esc always work</span>
      </label>
    </Sheet>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <table class="keys">
      <caption>{title}</caption>
      <tbody>
        {rows.map(([key, text]) => (
          <tr key={key}>
            <th scope="row">{capital(key)}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

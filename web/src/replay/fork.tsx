// What everybody at an event did with the card that was placed last, beside a replay.

import type { JSX } from "preact";

import type { Fork } from "../types";

export function Field({ forks, step }: { forks: readonly Fork[]; step: number }): JSX.Element | null {
  const fork = forks.findLast((each) => each.step <= step);
  if (!fork) return null;
  const all = fork.choices.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="What the field did" class="analysis alternatives">
      <h2>
        Card {fork.turn} <small>as {all} played it</small>
      </h2>
      <table>
        <tbody>
          {fork.choices.map(({ label, count, own }) => (
            <tr key={label} class={own ? "now" : ""}>
              <th scope="row">
                {label}
                {own && <small>as you did</small>}
              </th>
              <td class="bar">
                <span style={{ width: `${(100 * count) / all}%` }} />
              </td>
              <td class="amount">{Math.round((100 * count) / all)}&nbsp;%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

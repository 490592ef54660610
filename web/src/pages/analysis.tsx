// The analysis of a finished match: the curve of a seat's expected result, and the decisions that mattered.

import type { JSX } from "preact";
import type { Fork, Judging, Verdict } from "../types";
import { amountText } from "../view/analysis";

/** Size of the curve in SVG units. */
const WIDTH = 400;
const HEIGHT = 100;
/** Marked decisions of a seat, of each kind. */
const MARKED = 5;

interface Props {
  head: Judging;
  /** The verdicts on one seat. */
  own: readonly Verdict[];
  /** Number of decisions before the shown scene. */
  step: number;
  go: (step: number) => void;
}

/** The curve of a seat's expected result. The slider below does the same by keyboard. */
export function Curve({ head, own, seat, step, go }: Props & { seat: number }): JSX.Element {
  const points = curveOf(head, own, seat);
  const values = points.map(([, value]) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + (head.unit === "points" ? 1 : 0.1));
  const x = (at: number): number => at / head.decisions;
  const y = (value: number): number => 0.06 + 0.88 * (1 - (value - low) / (high - low));
  const drawn = points.map(([at, value]) => `${WIDTH * x(at)},${HEIGHT * y(value)}`).join(" ");
  const now = points.find(([at]) => at >= step)?.[1] ?? head.ends[seat] ?? 0;
  const touch = (event: PointerEvent): void => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    if (event.buttons) go(Math.max(0, Math.min(head.decisions, Math.round(((event.clientX - left) / width) * head.decisions))));
  };
  return (
    <figure class={`curve seat-${seat}`}>
      <figcaption>
        Expected result <small>{head.unit === "points" ? "in points" : "chance to win"}</small>
        <b class="score">{amountText(now, head)}</b>
      </figcaption>
      <div class="plot" aria-hidden="true" onPointerDown={touch} onPointerMove={touch}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line class="zero" x1={0} x2={WIDTH} y1={HEIGHT * y(0)} y2={HEIGHT * y(0)} />
          <polyline class="line" points={drawn} />
          <line class="at" x1={WIDTH * x(step)} x2={WIDTH * x(step)} y1={0} y2={HEIGHT} />
        </svg>
        {markedVerdicts(own).map(({ judged }) => (
          <span
            key={judged.number}
            class={`turning ${judged.mistake ? "loss" : "gain"}${judged.number === step ? " here" : ""}`}
            style={{ left: `${100 * x(judged.number)}%`, top: `${100 * y(interpolated(points, judged.number))}%` }}
          />
        ))}
      </div>
    </figure>
  );
}

/** Return the points of the curve: the expected result before each of the seat's decisions, and the final result. */
function curveOf(head: Judging, own: readonly Verdict[], seat: number): readonly (readonly [number, number])[] {
  const known = own.flatMap(({ judged: { number, expected } }) => (expected == null ? [] : [[number - 1, expected] as const]));
  return [...known, [head.decisions, head.ends[seat] ?? 0] as const];
}

/** Interpolate the curve between its points. */
function interpolated(points: readonly (readonly [number, number])[], at: number): number {
  const next = points.find(([place]) => place >= at) ?? [at, 0];
  const before = points.findLast(([place]) => place < at) ?? next;
  const part = next[0] === before[0] ? 1 : (at - before[0]) / (next[0] - before[0]);
  return before[1] + part * (next[1] - before[1]);
}

/** Return the costliest mistakes and the choices furthest ahead of the second best, in order. */
function markedVerdicts(own: readonly Verdict[]): readonly Verdict[] {
  const most = (worth: (verdict: Verdict) => number): readonly Verdict[] =>
    own
      .filter((each) => worth(each) > 0)
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, MARKED);
  const found = [...most(({ judged }) => (judged.mistake ? (judged.loss ?? 0) : 0)), ...most(({ judged }) => judged.lead)];
  return found.sort((a, b) => a.judged.number - b.judged.number);
}

/** A list of the marked decisions, to go to. */
export function Marked({ head, own, step, go }: Props): JSX.Element {
  const marked = markedVerdicts(own);
  return (
    <section class="analysis" aria-label="Marked decisions">
      <h2>
        Marked decisions <small>{`${marked.length} of ${own.length}`}</small>
      </h2>
      <ol class="marked">
        {marked.map(({ judged, labels }) => (
          <li key={judged.number}>
            <button type="button" aria-pressed={judged.number === step} onClick={() => go(judged.number)}>
              <span class={judged.mistake ? "sign loss" : "sign gain"} aria-hidden="true" />
              <span class="what">
                <b>{labels[judged.action]}</b>
                {judged.mistake && <small>{[`better: ${labels[judged.best]}`, judged.claim].filter(Boolean).join(". ")}</small>}
              </span>
              <span class="amount">{judged.mistake ? `−${amountText(judged.loss ?? 0, head)}` : `+${amountText(judged.lead, head)}`}</span>
            </button>
          </li>
        ))}
      </ol>
      <p class="small">
        Judged by what each seat could know then. A choice is marked when it surely cost something (a triangle), or was surely better than
        any other (a diamond); what may be chance is not.
      </p>
    </section>
  );
}

/** The compared choices of a decision, with their expected results. */
export function Decision({ head, verdict: { judged, labels } }: { head: Judging; verdict: Verdict }): JSX.Element {
  const known = judged.ranked.filter(({ expected }) => expected != null);
  const values = known.map(({ expected }) => expected ?? 0);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (
    <section aria-label="What else could be done" class="analysis alternatives">
      <h2>{labels[judged.action]}</h2>
      <table>
        <tbody>
          {known.map(({ action, expected, loss, margin }) => (
            <BarRow
              key={action}
              label={labels[action]}
              note={!!loss && `−${amountText(loss, head)}${margin == null ? "" : ` ± ${amountText(margin, head)}`}`}
              chosen={action === judged.action}
              width={25 + (75 * ((expected ?? 0) - low)) / span}
              amount={amountText(expected ?? 0, head)}
            />
          ))}
        </tbody>
      </table>
      {judged.loss == null && <p class="small">There was nothing to choose, or the choice couldn’t be compared.</p>}
    </section>
  );
}

interface BarProps {
  label: string | undefined;
  note: string | false | undefined;
  chosen: boolean;
  /** Percent of the longest bar. */
  width: number;
  amount: string;
}

function BarRow({ label, note, chosen, width, amount }: BarProps): JSX.Element {
  return (
    <tr class={chosen ? "now" : ""}>
      <th scope="row">
        {label}
        {note && <small>{note}</small>}
      </th>
      <td class="bar">
        <span style={{ width: `${width}%` }} />
      </td>
      <td class="amount">{amount}</td>
    </tr>
  );
}

/** What all players of an event did with the card placed last, beside a replay. */
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
            <BarRow
              key={label}
              label={label}
              note={own && "as you did"}
              chosen={!!own}
              width={(100 * count) / all}
              amount={`${Math.round((100 * count) / all)}\u00a0%`}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

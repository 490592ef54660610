// The analysis of a finished match: the curve of a seat's expected result, and the decisions that mattered.

import type { ComponentChildren, JSX } from "preact";
import type { AnalysisHead, Fork, JudgedDecision, ShownAction, Turned, Verdict } from "../types";
import { amountText, costText } from "../view/analysis";
import { StillPiece } from "../view/piece";

/** Size of the curve in SVG units. */
const WIDTH = 400;
const HEIGHT = 100;
/** Marked decisions of a seat, of each kind. */
const MARKED = 5;

interface Props {
  head: AnalysisHead;
  /** The verdicts on one seat. */
  own: readonly Verdict[];
  /** Number of decisions before the shown scene. */
  step: number;
  go: (step: number) => void;
}

interface CurveProps extends Props {
  seat: number;
  /** Numbers of the decisions that ended a hand or round. */
  ends: readonly number[];
}

/** The curve of a seat's expected result, and in red what its mistakes threw away. The slider below does the same by keyboard. */
export function Curve({ head, own, seat, step, ends, go }: CurveProps): JSX.Element {
  const points = curveOf(head, own, seat);
  const values = points.map(([, value]) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + (head.unit === "points" ? 1 : 0.1));
  const x = (at: number): number => at / head.decisions;
  const y = (value: number): number => 0.06 + 0.88 * (1 - (value - low) / (high - low));
  const drawn = points.map(([at, value]) => `${WIDTH * x(at)},${HEIGHT * y(value)}`).join(" ");
  const now = points.find(([at]) => at >= step)?.[1] ?? head.ends[seat] ?? 0;
  const marked = markedVerdicts(own, head);
  const touch = (event: PointerEvent): void => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    if (event.buttons) go(Math.max(0, Math.min(head.decisions, Math.round(((event.clientX - left) / width) * head.decisions))));
  };
  return (
    <figure class={`curve seat-${seat}`}>
      <figcaption>
        Expected result{" "}
        <small>
          {head.unit === "points" ? "in points" : "chance to win"}
          <span class="wide">; red: what a mistake cost</span>
        </small>
        <b class="score">{amountText(now, head)}</b>
      </figcaption>
      <div class="plot-frame" aria-hidden="true">
        <div class="axis">
          {ticksOf(low, high, head).map((value) => (
            <span key={value} style={{ top: `${100 * y(value)}%` }}>
              {head.unit === "points" ? `${value}`.replace("-", "−") : Math.round(100 * value)}
            </span>
          ))}
        </div>
        <div class="plot" onPointerDown={touch} onPointerMove={touch}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {ticksOf(low, high, head).map((value) => (
              <line key={value} class={value ? "tick" : "zero"} x1={0} x2={WIDTH} y1={HEIGHT * y(value)} y2={HEIGHT * y(value)} />
            ))}
            {ends.map((end) => (
              <line key={end} class="round" x1={WIDTH * x(end)} x2={WIDTH * x(end)} y1={0} y2={HEIGHT} />
            ))}
            <polygon class="area" points={`${drawn} ${WIDTH},${HEIGHT * y(low)} ${WIDTH * x(points[0]?.[0] ?? 0)},${HEIGHT * y(low)}`} />
            <polyline class="line" points={drawn} />
            {own.map((verdict) => {
              const [from, to] = dropOf(verdict) ?? [];
              if (!from || !to) return null;
              return (
                <line
                  key={to[0]}
                  class="lost"
                  x1={WIDTH * x(from[0])}
                  x2={WIDTH * x(to[0])}
                  y1={HEIGHT * y(from[1])}
                  y2={HEIGHT * y(to[1])}
                />
              );
            })}
            <line class="at" x1={WIDTH * x(step)} x2={WIDTH * x(step)} y1={0} y2={HEIGHT} />
          </svg>
          {marked.map(({ judged }) => (
            <span
              key={judged.number}
              class={`turning ${judged.mistake ? "loss" : "gain"}${judged.number === step ? " here" : ""}`}
              style={{ left: `${100 * x(judged.number)}%`, top: `${100 * y(interpolated(points, judged.number))}%` }}
            >
              {judged.mistake && !isCrowded(judged, marked, head) && <b>{`−${amountText(judged.loss ?? 0, head)}`}</b>}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

type Point = readonly [at: number, value: number];

/** Return the values with a line of their own: at most five, evenly apart, 0 among them. */
function ticksOf(low: number, high: number, { unit }: AnalysisHead): readonly number[] {
  const span = high - low;
  const apart = unit === "chance" ? 0.25 : (APART.find((each) => span / each <= 4) ?? span);
  const first = Math.ceil(low / apart);
  return [...Array(Math.floor(high / apart) - first + 1).keys()].map((at) => (first + at) * apart);
}

/** Distances between lines of the curve, in points. */
const APART = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Whether a costlier mistake is marked so close by that there is no room for two numbers. */
function isCrowded(judged: JudgedDecision, marked: readonly Verdict[], { decisions }: AnalysisHead): boolean {
  return marked.some(
    ({ judged: other }) =>
      other.mistake && (other.loss ?? 0) > (judged.loss ?? 0) && Math.abs(other.number - judged.number) < CROWDED * decisions,
  );
}

/** Least distance of two numbers on the curve, as a part of its width. */
const CROWDED = 0.09;

/** Return the ends of the line that a mistake draws on the curve; null for other decisions. */
function dropOf({ judged: { number, expected, loss, mistake } }: Verdict): readonly [Point, Point] | null {
  if (!mistake || expected == null || loss == null) return null;
  return [
    [number - 1, expected],
    [number, expected - loss],
  ];
}

/** Return the points of the curve: the expected result before each of the seat's decisions, after its mistakes, and at the end. */
function curveOf(head: AnalysisHead, own: readonly Verdict[], seat: number): readonly Point[] {
  const known = own.flatMap((verdict): readonly Point[] => {
    const { number, expected } = verdict.judged;
    return dropOf(verdict) ?? (expected == null ? [] : [[number - 1, expected]]);
  });
  return [...known, [head.decisions, head.ends[seat] ?? 0]];
}

/** Interpolate the curve between its points. */
function interpolated(points: readonly Point[], at: number): number {
  const next = points.find(([place]) => place >= at) ?? [at, 0];
  const before = points.findLast(([place]) => place < at) ?? next;
  const part = next[0] === before[0] ? 1 : (at - before[0]) / (next[0] - before[0]);
  return before[1] + part * (next[1] - before[1]);
}

/** Return the costliest mistakes and the choices furthest ahead of the second best, in order; leads that round to nothing are none. */
function markedVerdicts(own: readonly Verdict[], head: AnalysisHead): readonly Verdict[] {
  const most = (worth: (verdict: Verdict) => number): readonly Verdict[] =>
    own
      .filter((each) => /[1-9]/.test(amountText(worth(each), head)))
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, MARKED);
  const found = [...most(({ judged }) => (judged.mistake ? (judged.loss ?? 0) : 0)), ...most(({ judged }) => judged.lead)];
  return found.sort((a, b) => a.judged.number - b.judged.number);
}

/** A list of the marked decisions, to go to. */
export function Marked({ head, own, turned, step, go }: Props & { turned: Turned | null }): JSX.Element {
  const marked = markedVerdicts(own, head);
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
                {turned?.turned === judged.number && <small class="turned-here">turned the match</small>}
                {judged.mistake && <small>{[`better: ${labels[judged.best]}`, judged.claim].filter(Boolean).join(". ")}</small>}
              </span>
              <span class="amount">{judged.mistake ? `−${amountText(judged.loss ?? 0, head)}` : `+${amountText(judged.lead, head)}`}</span>
            </button>
          </li>
        ))}
      </ol>
      <p class="small">
        Judged by what each seat could know then. A choice is marked when it surely cost more than a trifle (a triangle), or was surely
        better than any other (a diamond); what may be chance is not.
      </p>
    </section>
  );
}

/** The compared choices of a decision, with their expected results. */
export function Decision({
  head,
  verdict: { judged, labels, played, better },
  children,
}: {
  head: AnalysisHead;
  verdict: Verdict;
  children: ComponentChildren;
}): JSX.Element {
  const known = judged.ranked.filter(({ expected }) => expected != null);
  const values = known.map(({ expected }) => expected ?? 0);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (
    <section aria-label="What else could be done" class="analysis alternatives">
      <h2>
        {judged.mistake && <span class="tag loss">Mistake</span>} {labels[judged.action]}
      </h2>
      {better && JSON.stringify(played?.face) !== JSON.stringify(better.face) && (
        <p class="compared" aria-hidden="true">
          {played && <Move action={played} word="played" />}
          <Move action={better} word="better" />
        </p>
      )}
      {judged.mistake && (
        <p>
          <b>{labels[judged.best]}</b> was better by {costText(judged.loss ?? 0, head)}
          {!!judged.margin && `, give or take ${amountText(Math.max(judged.margin, LEAST_MARGIN), head)}`}.
          {judged.claim && ` ${judged.claim}.`}
        </p>
      )}
      {children}
      <table>
        <tbody>
          {known.map(({ action, expected, loss, margin }) => (
            <BarRow
              key={action}
              label={labels[action]}
              note={noteOf(loss, margin, head)}
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

/** The piece of an action, with a word for it. */
function Move({ action: { face }, word }: { action: ShownAction; word: "played" | "better" }): JSX.Element {
  return (
    <span class={word}>
      <StillPiece piece={{ label: "", face }} />
      <small>{word}</small>
    </span>
  );
}

/** Smallest margin that is shown: no judgement is exact. */
const LEAST_MARGIN = 0.05;

/** Write how far a choice is behind the best one; nothing if that rounds to zero. */
function noteOf(loss: number | null, margin: number | null, head: AnalysisHead): string {
  const shown = amountText(loss ?? 0, head);
  if (!/[1-9]/.test(shown)) return "";
  return `−${shown}${margin == null ? "" : ` ± ${amountText(Math.max(margin, LEAST_MARGIN), head)}`}`;
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
      <td class="worth">
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

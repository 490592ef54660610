// The analysis of a match that is over: the curve of what a seat could expect, and the decisions that mattered.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { isProblem, problemOf, stream } from "./api";
import { Refusal } from "./cite";
import { scene } from "./room";
import { Sheet } from "./sheet";
import type { Judged, Judging, Problem } from "./types";

/** Whether it is on show. */
export const showAnalysis = signal(false);

const WIDTH = 400;
const HEIGHT = 150;
/** Decisions of a seat that are marked, of each kind. */
const MARKED = 5;

interface Found {
  head: Judging | null;
  judged: readonly Judged[];
  problem: Problem | null;
}

const NOTHING: Found = { head: null, judged: [], problem: null };

export function AnalysisSheet(): JSX.Element | null {
  if (!showAnalysis.value || !scene.value?.result) return null;
  return (
    <Sheet title="What the decisions were worth" middle close={() => (showAnalysis.value = false)}>
      <Analysis match={scene.value.match ?? ""} />
    </Sheet>
  );
}

function Analysis({ match }: { match: string }): JSX.Element {
  const { head, judged, problem } = useFound(match);
  const [seat, setSeat] = useState(scene.value?.viewer ?? 0);
  const [at, setAt] = useState(0);
  const own = judged.filter((each) => each.seat === seat);
  const chosen = own.find(({ number }) => number === at);
  return (
    <>
      {problem && <Refusal problem={problem} />}
      <Seats seat={seat} choose={setSeat} />
      {head && judged.length < head.decisions && (
        <p class="progress" role="status">
          <progress max={head.decisions} value={judged.length} /> {judged.length} of {head.decisions} decisions judged
        </p>
      )}
      {head && <Curve head={head} own={own} seat={seat} at={at} choose={setAt} />}
      {head && <Marked head={head} own={own} at={at} choose={setAt} />}
      {head && chosen && <Decision head={head} judged={chosen} />}
      <p class="small">
        Judged by what each seat could know then. A choice is marked when it surely cost something (a triangle), or was surely better than
        any other (a diamond); what may be chance is not.
      </p>
    </>
  );
}

/** What has come so far; hangs up when nobody looks any more. */
function useFound(match: string): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    const asking = new AbortController();
    void listen(match, asking.signal, setFound);
    return () => asking.abort();
  }, [match]);
  return found;
}

async function listen(match: string, signal: AbortSignal, tell: (found: Found) => void): Promise<void> {
  let found = NOTHING;
  try {
    for await (const line of stream<Judging | Judged | Problem>(`/api/matches/${match}/analysis`, undefined, signal)) {
      if (isProblem(line)) found = { ...found, problem: line };
      else if ("ends" in line) found = { ...found, head: line };
      else found = { ...found, judged: [...found.judged, line] };
      tell(found);
    }
  } catch (error) {
    if (!signal.aborted) tell({ ...found, problem: problemOf(error) });
  }
}

function Seats({ seat, choose }: { seat: number; choose: (seat: number) => void }): JSX.Element | null {
  const seats = scene.value?.seats ?? [];
  if (seats.length < 2) return null;
  return (
    <div class="actions seats-shown" role="group" aria-label="Whose decisions">
      {seats.map(({ name }, number) => (
        <button key={number} type="button" class="act" aria-pressed={seat === number} onClick={() => choose(number)}>
          {name}
        </button>
      ))}
    </div>
  );
}

interface Picking {
  head: Judging;
  own: readonly Judged[];
  /** The number of the decision that is looked at. */
  at: number;
  choose: (number: number) => void;
}

function Curve({ head, own, seat, at, choose }: Picking & { seat: number }): JSX.Element {
  const known = own.filter(({ expected }) => expected != null);
  const points = known.map(({ number, expected }) => [number, expected ?? 0] as const);
  const whole = own.length && known.length ? [...points, [head.decisions + 1, head.ends[seat] ?? 0] as const] : points;
  const values = whole.map(([, value]) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + (head.unit === "points" ? 1 : 0.1));
  const x = (number: number): number => (WIDTH * number) / (head.decisions + 1);
  const y = (value: number): number => 8 + (HEIGHT - 16) * (1 - (value - low) / (high - low));
  const chosen = known.find(({ number }) => number === at);
  return (
    <figure class="curve">
      <figcaption>
        Expected result <small>{head.unit === "points" ? "in points" : "chance to win"}</small>
        <b class="score">{shown(chosen?.expected ?? head.ends[seat] ?? 0, head)}</b>
      </figcaption>
      <div class="plot" style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <line class="zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
          <polyline class="line" points={whole.map(([number, value]) => `${x(number)},${y(value)}`).join(" ")} />
          {chosen && <line class="at" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />}
        </svg>
        {marks(own).map((judged) => (
          <button
            key={judged.number}
            type="button"
            class={judged.mistake ? "marker loss" : "marker gain"}
            aria-label={told(judged, head)}
            aria-pressed={judged.number === at}
            style={{ left: `${(100 * x(judged.number)) / WIDTH}%`, top: `${(100 * y(judged.expected ?? 0)) / HEIGHT}%` }}
            onClick={() => choose(judged.number)}
          />
        ))}
      </div>
      <input
        type="range"
        aria-label="Decision"
        min={0}
        max={Math.max(0, own.length - 1)}
        value={Math.max(0, own.findIndex(({ number }) => number === at))}
        onInput={(event) => choose(own[Number(event.currentTarget.value)]?.number ?? 0)}
      />
    </figure>
  );
}

/** The decisions that mattered: what cost most, and what gained most over the second best, in the order they were made. */
function marks(own: readonly Judged[]): readonly Judged[] {
  const most = (worth: (judged: Judged) => number): readonly Judged[] =>
    own
      .filter((each) => worth(each) > 0)
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, MARKED);
  const found = [...most((each) => (each.mistake ? (each.loss ?? 0) : 0)), ...most(({ lead }) => lead)];
  return found.sort((a, b) => a.number - b.number);
}

function Marked({ head, own, at, choose }: Picking): JSX.Element {
  const marked = marks(own);
  return (
    <section aria-label="Marked decisions">
      <h3>
        Marked decisions <small>{`${marked.length} of ${own.length}`}</small>
      </h3>
      <ol class="marked">
        {marked.map((judged) => (
          <li key={judged.number}>
            <button type="button" aria-pressed={judged.number === at} onClick={() => choose(judged.number)}>
              <span class={judged.mistake ? "sign loss" : "sign gain"} aria-hidden="true" />
              <span class="what">
                <b>{judged.action}</b>
                {judged.mistake && <small>{`best: ${judged.best}${judged.claim && `. ${judged.claim}`}`}</small>}
              </span>
              <span class="amount">{amount(judged, head)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was compared at a decision, with what should have come of each. */
function Decision({ head, judged }: { head: Judging; judged: Judged }): JSX.Element {
  const known = judged.ranked.filter(({ expected }) => expected != null);
  const values = known.map(({ expected }) => expected ?? 0);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (
    <section aria-label="What else could be done" class="alternatives">
      <h3>{judged.action}</h3>
      <table>
        <tbody>
          {known.map(({ action, expected, loss, margin }) => (
            <tr key={action} class={action === judged.action ? "now" : ""}>
              <th scope="row">{action}</th>
              <td class="bar">
                <span style={{ width: `${25 + (75 * ((expected ?? 0) - low)) / span}%` }} />
              </td>
              <td>{shown(expected ?? 0, head)}</td>
              <td>{loss ? `−${shown(loss, head)}${margin == null ? "" : ` ± ${shown(margin, head)}`}` : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {judged.loss == null && <p class="small">What was chosen could not be compared.</p>}
    </section>
  );
}

function shown(value: number, { unit }: Judging): string {
  return (unit === "points" ? value.toFixed(1) : `${Math.round(100 * value)} %`).replace("-", "−");
}

function amount(judged: Judged, head: Judging): string {
  return judged.mistake ? `−${shown(judged.loss ?? 0, head)}` : `+${shown(judged.lead, head)}`;
}

function told(judged: Judged, head: Judging): string {
  return `Decision ${judged.number}, ${judged.action}: ${amount(judged, head)}`;
}

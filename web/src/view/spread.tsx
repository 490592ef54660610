// A histogram of scores, with the own one and par; and the one of a visitor's own matches of a game for one.

import type { JSX } from "preact";
import type { OwnRecord, Result, Scene } from "../types";
import { useAnswer } from "./request";

/** Fewest matches for a histogram; fewer are better read one by one. */
const ENOUGH = 3;

interface Props {
  /** Each score with the number of people who have it. */
  spread: readonly (readonly [number, number])[];
  own: number | null;
  par: number | null;
}

const [WIDTH, BASE, TOP] = [640, 190, 52];
/** Fewest and most bars side by side: with fewer, the first results would look like a wall. */
const [FEWEST, MOST] = [24, 50];
/** Numbers of scores that one bar can stand for; the smallest that needs no more than `MOST` bars is taken. */
const SIZES = [1, 2, 5, 10, 20, 50, 100];
/** Number of bars from one label of the axis to the next. */
const STEP = 5;

export function Spread({ spread, own, par }: Props): JSX.Element {
  const scores = [...spread.map(([score]) => score), own ?? 0, par ?? 0];
  const size = SIZES.find((each) => Math.max(...scores) / each <= MOST) ?? 1000;
  const barOf = (score: number): number => Math.max(0, Math.floor(score / size));
  const bars = new Map<number, number>();
  for (const [score, count] of spread) bars.set(barOf(score), (bars.get(barOf(score)) ?? 0) + count);
  const last = Math.max(...scores.map(barOf), FEWEST);
  const most = Math.max(1, ...bars.values());
  const wide = WIDTH / (last + 1);
  const middle = (bar: number): number => (bar + 0.5) * wide;
  const named = [...Array(Math.floor(last / STEP) + 1).keys()].map((at) => at * STEP);
  return (
    <svg
      class="spread-chart"
      viewBox={`0 0 ${WIDTH} ${BASE + 34}`}
      role="img"
      aria-label={spread.map(([score, count]) => `${score} points: ${count}`).join("; ")}
    >
      <line class="base" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
      {[...bars].map(([bar, count]) => (
        <rect
          key={bar}
          class={own != null && bar === barOf(own) ? "own" : ""}
          x={middle(bar) - wide * 0.4}
          y={BASE - height(count, most)}
          width={wide * 0.8}
          height={height(count, most)}
          rx={Math.min(4, wide * 0.2)}
        />
      ))}
      {par != null && <Flag at={middle(barOf(par))} text={`par ${par}`} look="par" away={own != null && own < par ? "right" : "left"} />}
      {own != null && <Flag at={middle(barOf(own))} text={`you ${own}`} look="own" away={par != null && own < par ? "left" : "right"} />}
      {named
        .filter((bar) => own == null || Math.abs(bar - barOf(own)) * wide > 30)
        .map((bar) => (
          <text key={bar} x={middle(bar)} y={BASE + 26} text-anchor="middle">
            {bar * size}
          </text>
        ))}
      {own != null && (
        <text class="own" x={middle(barOf(own))} y={BASE + 26} text-anchor="middle">
          {own}
        </text>
      )}
    </svg>
  );
}

function height(count: number, most: number): number {
  return Math.max(2, (count / most) * (BASE - TOP));
}

/** A line up from a score, with a label that turns away from the other one, but stays on the chart. */
function Flag({ at, text, look, away }: { at: number; text: string; look: string; away: "left" | "right" }): JSX.Element {
  const room = 90;
  const right = at < room || (away === "right" && at < WIDTH - room);
  return (
    <g class={look}>
      <line x1={at} x2={at} y1={look === "own" ? 30 : 8} y2={look === "own" ? TOP : BASE} />
      <text x={at + (right ? 7 : -7)} y="24" text-anchor={right ? "start" : "end"}>
        {text}
      </text>
    </g>
  );
}

/** How this match's score stands among the visitor's own of the same game, once there are some to compare it with. */
export function OwnScores({ now, result }: { now: Scene; result: Result }): JSX.Element | null {
  const { match, game, viewer, seats, event, daily } = now;
  const asks = viewer != null && seats.length === 1 && !event && !daily;
  const { found } = useAnswer<OwnRecord>(asks ? "/api/me" : "");
  const own = Number.parseInt(result.standings[0]?.score ?? "", 10);
  const before = (found?.played ?? [])
    .filter((each) => each.game === game && each.match !== match && each.place && !each.others?.length)
    .map(({ score = "" }) => Number.parseInt(score, 10));
  const scores = [...before, own];
  if (scores.length < ENOUGH || !scores.every((score) => score >= 0)) return null;
  const counts = new Map<number, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  const place = 1 + scores.filter((score) => score > own).length;
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return (
    <figure class="own-scores">
      <figcaption>
        <b>
          {place === 1 ? "Your best" : `Your number ${place}`} of {scores.length} matches
        </b>
        <span>
          average {average.toFixed(1)} · best {Math.max(...scores)}
        </span>
      </figcaption>
      <Spread spread={[...counts]} own={own} par={null} />
    </figure>
  );
}

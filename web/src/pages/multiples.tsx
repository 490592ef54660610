// A visitor's games as small charts, one a game: places against others as bars, scores of games for one as a histogram; and the last
// matches with a small picture of the final board.

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameRecord, OwnRecord, PlayedMatch, Scene, Zone } from "../types";
import { hue } from "../view/hue";
import { useAnswer } from "../view/request";

/** Bars of a histogram of scores at most. */
const BARS = 12;
const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"];

interface Bar {
  label: string;
  count: number;
  /** Whether this is what one plays for: the first place, or the best score. */
  best: boolean;
}

export function Multiples({ record: { games, played } }: { record: OwnRecord }): JSX.Element {
  if (!games.length) return <p>Nothing yet.</p>;
  return (
    <ul class="multiples">
      {games.map((game) => (
        <Multiple key={game.game} record={game} played={played.filter((each) => each.game === game.game && each.place)} />
      ))}
    </ul>
  );
}

function Multiple({
  record: { game, title, matches, won, best },
  played,
}: {
  record: GameRecord;
  played: readonly PlayedMatch[];
}): JSX.Element {
  const others = played.filter(({ others = [] }) => others.length > 0);
  const bars = others.length ? placeBars(others) : scoreBars(played);
  return (
    <li class="multiple" style={hue(game)}>
      <h2>
        {title} <small>{matches}</small>
      </h2>
      {bars.length > 0 && <Bars bars={bars} told={others.length ? "Places" : "Scores"} />}
      <p>
        {best != null && (
          <span>
            <b>{`${best}`.replace("-", "−")}</b> best score
          </span>
        )}
        <small>{others.length ? `won ${won} of ${matches}` : "points, alone"}</small>
      </p>
    </li>
  );
}

function placeBars(played: readonly PlayedMatch[]): readonly Bar[] {
  const most = Math.max(...played.map(({ others = [], place = 0 }) => Math.max(place, others.length + 1)));
  return [...Array(most).keys()].map((at) => ({
    label: ORDINALS[at] ?? `${at + 1}`,
    count: played.filter(({ place }) => place === at + 1).length,
    best: at === 0,
  }));
}

/** Return the bars of a histogram: each a score, or several if they are far apart. */
function scoreBars(played: readonly PlayedMatch[]): readonly Bar[] {
  const scores = played.map(({ score = "" }) => Number.parseInt(score, 10)).filter(Number.isFinite);
  if (!scores.length) return [];
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const wide = Math.ceil((high - low + 1) / BARS);
  return [...Array(Math.floor((high - low) / wide) + 1).keys()].map((at) => {
    const from = low + at * wide;
    return {
      label: `${from}`,
      count: scores.filter((score) => score >= from && score < from + wide).length,
      best: high >= from && high < from + wide,
    };
  });
}

function Bars({ bars, told }: { bars: readonly Bar[]; told: string }): JSX.Element {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const text = bars.filter(({ count }) => count).map(({ label, count }) => `${label}: ${count}`);
  return (
    <div class="multiple-bars" role="img" aria-label={`${told}. ${text.join(", ")}`}>
      {bars.map(({ label, count, best }) => (
        <span key={label} class={best ? "best" : ""} style={{ "--high": count / most }}>
          <b>{count || ""}</b>
          <i />
          <small>{label}</small>
        </span>
      ))}
    </div>
  );
}

export function MatchList({ played }: { played: readonly PlayedMatch[] }): JSX.Element {
  return (
    <ol class="played">
      {played.map((each) => (
        <MatchRow key={each.match} played={each} />
      ))}
    </ol>
  );
}

/** Return how a match ended for the visitor. */
function endText({ others = [], place = 0, score = "", title_of_end = "" }: PlayedMatch): string {
  if (!place || !others.length) return title_of_end || "goes on";
  const how = place === 1 ? "won" : `${ORDINALS[place - 1] ?? place} of ${others.length + 1}`;
  return score ? `${how}, ${score} ${score === "1" ? "point" : "points"}` : how;
}

/** Return a day as it is written, with its year unless that is the present one. */
function dayText(day: Date): string {
  const year = day.getFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

function MatchRow({ played }: { played: PlayedMatch }): JSX.Element {
  const { match, game, title, at, others = [], title_of_end, daily } = played;
  return (
    <li>
      <Thumbnail match={match} game={game} />
      <span class="played-what">
        <a href={`/m/${match}`}>{title}</a> {daily ? "game of the day" : others.length ? `with ${others.join(", ")}` : "alone"}
        <small>
          <b>{endText(played)}</b> · {dayText(new Date(at * 1000))}
        </small>
      </span>
      {title_of_end && (
        <a class="act" href={`/replay/${match}`} aria-label={`Replay: ${title}`}>
          Replay
        </a>
      )}
    </li>
  );
}

/** Size of a small picture, in its own units. */
const WIDE = 66;
const HIGH = 46;

/** A small picture of the board as it lies: the visitor's own columns and rows, or the whole board of squares. */
function Thumbnail({ match, game }: { match: string; game: string }): JSX.Element {
  const [svg, seen] = useSeen();
  const { found } = useAnswer<Scene>(seen ? `/api/matches/${match}/scene` : ""); // hundreds at once are more than the room answers
  return (
    <svg ref={svg} class="thumbnail" viewBox={`0 0 ${WIDE} ${HIGH}`} style={hue(game)} aria-hidden="true">
      {found && piecesOf(found).map(({ x, y, wide, high }) => <rect key={`${x} ${y}`} x={x} y={y} width={wide} height={high} rx={1} />)}
    </svg>
  );
}

/** Return a reference for an element, and whether it has come into sight. */
function useSeen(): readonly [RefObject<SVGSVGElement | null>, boolean] {
  const svg = useRef<SVGSVGElement>(null);
  const [seen, setSeen] = useState(false);
  useLayoutEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    if (svg.current) observer.observe(svg.current);
    return () => observer.disconnect();
  }, []);
  return [svg, seen];
}

interface Drawn {
  x: number;
  y: number;
  wide: number;
  high: number;
}

function piecesOf({ zones, viewer }: Scene): readonly Drawn[] {
  const all = Object.values(zones);
  const grid = all.find(({ kind }) => kind === "grid");
  if (grid) return squaresOf(grid);
  const own = all.filter(({ owner, place }) => (owner ?? viewer) === viewer && place !== "others");
  const columns = own.filter(({ kind }) => kind === "column");
  const rows = own.filter(({ kind }) => kind === "row");
  if (columns.length) return columns.flatMap(({ items = [] }, at) => stacked(items.length, (WIDE * (at + 0.5)) / columns.length));
  return rows.flatMap(({ items = [] }, at) => inLine(items.length, 4 + (at * (HIGH - 6)) / rows.length, (HIGH - 10) / rows.length));
}

function squaresOf({ width = 1, height = 1, on = {} }: Zone): readonly Drawn[] {
  const side = Math.min((WIDE - 8) / width, (HIGH - 6) / height);
  return Object.entries(on).flatMap(([at, items]) => {
    const [x, y] = placeOf(at);
    return items.length ? [{ x: (WIDE - side * width) / 2 + side * x, y: 3 + side * y, wide: side * 0.9, high: side * 0.9 }] : [];
  });
}

/** Return the column and row, from 0, of "row,column" from 1. */
function placeOf(at: string): readonly [number, number] {
  const [row = 1, column = 1] = at.split(",").map(Number);
  return [column - 1, row - 1];
}

function stacked(count: number, middle: number): readonly Drawn[] {
  const apart = Math.min(5, (HIGH - 18) / Math.max(1, count - 1));
  return [...Array(count).keys()].map((at) => ({ x: middle - 4.5, y: 4 + at * apart, wide: 9, high: 12 }));
}

function inLine(count: number, y: number, high: number): readonly Drawn[] {
  const wide = Math.min(6, (WIDE - 8) / Math.max(1, count));
  return [...Array(count).keys()].map((at) => ({ x: 4 + at * wide, y, wide: wide * 0.88, high: Math.min(high, 13) }));
}

// How a match ended: a sheet under the board as it lay, with who won and why, the points round by round, the move that turned the match,
// and what comes next.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type AtTable, choicesOn } from "../state/table";
import type { Result, Scene, Seat, Standing } from "../types";
import { ActButtons } from "./act";
import { costText, useAnalysis } from "./analysis";
import { resultToShare } from "./blocks";
import { Cited, capital } from "./cite";
import { Awards, Faces, FootSheet } from "./ending";
import { EveningLinks } from "./evening";
import { Fair } from "./fair";
import { PassOn } from "./passon";
import { Marker } from "./seat";
import { OwnScores } from "./spread";

/** Milliseconds that a result stands before the room is asked to analyse the match: who plays on at once needs no analysis. */
const QUIET = 1500;

export function ResultSheet({ table, now, result }: { now: Scene; result: Result } & AtTable): JSX.Element {
  const { zones, sums = [], awards = [] } = now.reckoning ?? {};
  const alone = now.seats.length === 1;
  const close = (): void => {
    table.showResult.value = false;
  };
  return (
    <FootSheet
      look="over"
      mark={!alone && <Winner now={now} result={result} />}
      title={alone ? <Alone result={result} /> : titleOf(now, result)}
      text={<Reason table={table} now={now} result={result} />}
      ways={<Ways table={table} now={now} told={resultToShare(now, result)} close={close} />}
      leave={close}
    >
      <div class="ending-rows">
        <StandingRows table={table} result={result} seats={now.seats} parts={sums.map(({ seat, parts = [] }) => ({ seat, parts }))} />
        <ByRound result={result} now={now} />
        {!zones && !result.standings[0]?.rounds && awards.length > 0 && <Awards table={table} awards={awards} scrolls />}
        <TurningPoint now={now} />
        {alone && <OwnScores now={now} result={result} />}
        <div class="ending-foot">
          <Fair table={table} now={now} />
          <Keep now={now} />
        </div>
      </div>
    </FootSheet>
  );
}

function isWinner({ standings }: Result, seat: number | null | undefined): boolean {
  return standings.some((row) => row.seat === seat && row.place === 1);
}

/** Return the headline: who won, or how clearly the reader did. */
function titleOf({ viewer }: Scene, result: Result): string {
  return isWinner(result, viewer) ? result.own || result.title : result.title;
}

function Winner({ now, result }: { now: Scene; result: Result }): JSX.Element | null {
  const [first, ...others] = result.standings.filter(({ place }) => place === 1);
  if (!first || others.length) return null;
  const { name, bird } = now.seats[first.seat] ?? { name: "" };
  return <Marker seat={first.seat} bird={bird} name={name} />;
}

/** The score of a game for one, and the game's word for it. */
function Alone({ result: { standings, title, rating } }: { result: Result }): JSX.Element {
  const score = standings[0]?.score;
  if (!rating || !score) return <>{title}</>;
  return (
    <>
      <b class="ending-score">{score}</b> {capital(rating)}
    </>
  );
}

/** How the reader did, if the title tells only who won, and why the match is over. */
function Reason({ table, now, result }: { now: Scene; result: Result } & AtTable): JSX.Element {
  return (
    <>
      {result.own && !isWinner(result, now.viewer) && `${result.own}. `}
      <Cited table={table} text={capital(result.reason)} />.
    </>
  );
}

interface RowsProps {
  result: Result;
  seats: readonly Seat[];
  /** What the points of the last hand or round were made of, by seat. */
  parts: readonly { seat: number; parts: readonly string[] }[];
}

function StandingRows({ table, result, seats, parts }: RowsProps & AtTable): JSX.Element {
  const rows = [...result.standings].sort((a, b) => a.place - b.place);
  const why = ({ seat, rounds, why: lines = [] }: Standing): readonly string[] =>
    (rounds && parts.find((each) => each.seat === seat)?.parts) || lines;
  return (
    <ol class={rows.length === 1 ? "standings alone" : "standings"} tabIndex={0} aria-label="Scores">
      {rows.map((row) => (
        <StandingRow
          table={table}
          key={row.seat}
          row={row}
          why={why(row)}
          name={seats[row.seat]?.name ?? `Seat ${row.seat + 1}`}
          alone={rows.length === 1}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  row: Standing;
  why: readonly string[];
  name: string;
  alone: boolean;
}

function StandingRow({ table, row, why, name, alone }: RowProps & AtTable): JSX.Element {
  const { seats = [], viewer } = table.scene.value ?? {};
  const look = [row.place === 1 && !alone && "first", row.seat === viewer && !alone && "own"].filter(Boolean).join(" ");
  return (
    <li class={`standing ${look}`}>
      {!alone && (
        <>
          <span class="place">{row.place}</span>
          <Marker seat={row.seat} bird={seats[row.seat]?.bird} name={name} />
          <b class="who" translate={row.seat === viewer}>
            {row.seat === viewer ? "You" : name}
          </b>
          <b class="score">{row.score}</b>
        </>
      )}
      {why.length > 0 && (
        <ul class="why">
          {why.map((text, index) => (
            <li key={index}>
              <Cited table={table} text={text} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Size of the plot in SVG units. */
const WIDTH = 100;
const HEIGHT = 60;
/** Least distance of two labels, as a part of the plot's height. */
const APART = 0.19;

/** Lines of the totals after each hand or round. */
function ByRound({ result: { standings }, now: { seats, viewer } }: { result: Result; now: Scene }): JSX.Element | null {
  const known = standings.filter(({ rounds = [] }) => rounds.length > 1);
  const all = known.flatMap(({ rounds = [] }) => rounds);
  if (!all.length) return null;
  const count = known[0]?.rounds?.length ?? 2;
  const low = Math.min(0, ...all);
  const span = Math.max(0, ...all) - low || 1;
  const y = (value: number): number => 1 - (value - low) / span;
  const told = known.map(({ seat, rounds = [] }) => `${seats[seat]?.name}: ${rounds.join(", ")}`).join("; ");
  return (
    <figure class="by-round" role="img" aria-label={`Points after each of the last ${count} rounds. ${told}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line class="zero" x1={0} x2={WIDTH} y1={HEIGHT * y(0)} y2={HEIGHT * y(0)} />
        {[...Array(count).keys()].map((at) => (
          <line key={at} class="round" x1={(WIDTH * at) / (count - 1)} x2={(WIDTH * at) / (count - 1)} y1={0} y2={HEIGHT} />
        ))}
        {known.map(({ seat, rounds = [] }) => (
          <polyline
            key={seat}
            class={`seat-${seat}`}
            points={rounds.map((total, at) => `${(WIDTH * at) / (count - 1)},${HEIGHT * y(total)}`).join(" ")}
          />
        ))}
      </svg>
      <div class="round-names" aria-hidden="true">
        {labelPlaces(known.map(({ seat, rounds = [] }) => ({ seat, at: y(rounds.at(-1) ?? 0) }))).map(({ seat, at }) => (
          <span key={seat} class={`seat-${seat}`} translate={seat === viewer} style={{ top: `${100 * at}%` }}>
            {seat === viewer ? "You" : seats[seat]?.name}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** Move labels apart, so that none lies on another. */
function labelPlaces(labels: readonly { seat: number; at: number }[]): readonly { seat: number; at: number }[] {
  const sorted = [...labels].sort((a, b) => a.at - b.at);
  const apart = Math.min(APART, 1 / Math.max(1, sorted.length - 1));
  let free = 0;
  const down = sorted.map((label) => {
    const at = Math.max(label.at, free);
    free = at + apart;
    return { ...label, at };
  });
  let last = 1 + apart;
  return down.reverse().map((label) => {
    last = Math.min(label.at, last - apart);
    return { ...label, at: last };
  });
}

/** The move that turned the match, found in the background; a link to it in the replay. The line is empty unless it is sure. */
function TurningPoint({ now }: { now: Scene }): JSX.Element | null {
  const { match = "", viewer, record, zones, event } = now;
  const asks = viewer != null && !!record && !event && Object.keys(zones).length > 0;
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(asks), QUIET);
    return () => clearTimeout(timer);
  }, [asks]);
  const { head, verdicts, turned, problem } = useAnalysis(match, wanted);
  if (!asks || problem) return null;
  const verdict = verdicts.find(({ judged }) => judged.number === turned?.turned);
  if (!head || !turned || !verdict) {
    return (
      <p class="turned" data-turned={turned ? "none" : "sought"}>
        {!turned && "Looking for the move that turned the match …"}
      </p>
    );
  }
  const { judged, labels } = verdict;
  const alone = now.seats.length === 1;
  const who = judged.seat === viewer ? "you" : now.seats[judged.seat]?.name;
  return (
    <a class="turned" data-turned="found" data-act="turned" href={`/replay/${match}?step=${judged.number}&analyse`}>
      {!!turned.faces?.length && (
        <span aria-hidden="true">
          <Faces faces={turned.faces} />
        </span>
      )}
      <span class="turned-words" role="status">
        <b>
          {alone
            ? `Turn ${judged.turn} cost most: ${labels[judged.action]}`
            : `The match turned at turn ${judged.turn}: ${labels[judged.action]}`}
        </b>
        <small>
          It cost {who} {costText(judged.loss ?? 0, head)}. Better: {labels[judged.best]}.
        </small>
      </span>
    </a>
  );
}

interface WaysProps {
  now: Scene;
  told: string;
  close: () => void;
}

/** What comes next: the main button first, then what can be done with this match. */
function Ways({ table, now, told, close }: WaysProps & AtTable): JSX.Element {
  const { match = "", viewer, record, zones } = now;
  const steps = Object.keys(zones).length > 0;
  const analysed = steps && record && viewer != null;
  return (
    <>
      <NextSteps table={table} now={now} />
      <EveningLinks now={now} />
      {analysed && (
        <a class="act" href={`/replay/${match}?analyse`} data-act="best-play">
          Analyse
        </a>
      )}
      {steps && (
        <a class="act" href={`/replay/${match}`} data-act="replay">
          Replay
        </a>
      )}
      <PassOn text={told} link={steps ? `${location.origin}/replay/${match}` : ""} />
      <button type="button" class="act" data-act="look" aria-label="Look at the table" onClick={close}>
        Table
      </button>
    </>
  );
}

/** Buttons for what comes next: a rematch, or how others did. */
function NextSteps({ table, now: { game, viewer, event, daily, rematch } }: { now: Scene } & AtTable): JSX.Element {
  return (
    <>
      <ActButtons table={table} choices={choicesOn(table, "")} />
      {viewer == null && rematch && !event && (
        <a class="act main" href={`/m/${rematch}`}>
          Watch the next game
        </a>
      )}
      {event && (
        <a class="act main" href={`/e/${event}?play`} data-act="standings">
          Standings
        </a>
      )}
      {daily && (
        <a class="act main" href={`/daily/${game}`} data-act="daily">
          Today&rsquo;s results
        </a>
      )}
    </>
  );
}

function Keep({ now: { match = "", record } }: { now: Scene }): JSX.Element {
  return (
    <p class="ending-links">
      {record && (
        <a href={`/api/matches/${match}/transcript`} download={`muckle-${match}.jsonl`}>
          Save the record
        </a>
      )}
      <a href="/">All games</a>
    </p>
  );
}

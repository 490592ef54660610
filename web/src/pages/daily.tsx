// Today's Mickell: the same deck for everybody, one attempt each; the result beside par and everybody else's, and a text to share.

import type { JSX } from "preact";
import { request } from "../state/api";
import { browser, storage } from "../state/device";
import type { Attempt, Daily, Joined, PlayDaily } from "../types";
import { Refusal } from "../view/cite";
import { Copied } from "../view/form";
import { hue } from "../view/hue";
import { type Answer, useAnswer, useAsking } from "../view/request";

const GAME = "mickell";
/** Milliseconds between two questions for par. */
const ASK_AGAIN = 3000;

export function DailyPage(): JSX.Element {
  const { found: today, problem } = useToday();
  return (
    <main class="page daily" id="main" data-game={GAME} style={hue(GAME)}>
      <section class="coming">
        <h1>Today&rsquo;s Mickell</h1>
        {today && <p>{dateOf(today.day)} · one deck a day, the same for all</p>}
        {problem && <Refusal problem={problem} game={GAME} />}
        {today && (today.own ? <Outcome today={today} own={today.own} /> : <Start today={today} />)}
      </section>
      {today && <Limits today={today} />}
    </main>
  );
}

/** Fetch today's deck, again while the par is still being played. */
export function useToday(): Answer<Daily> {
  return useAnswer<Daily>("/api/daily", "", (today) => (today?.own && today.par == null ? ASK_AGAIN : 0));
}

function Start({ today }: { today: Daily }): JSX.Element {
  return (
    <>
      <p>Your first attempt counts. There is no advice on the way; words may be looked up.</p>
      <PlayToday today={today} />
    </>
  );
}

/** The button that starts or continues today's attempt. */
export function PlayToday({ today }: { today: Daily }): JSX.Element {
  const { problem, run } = useAsking();
  const play = async (): Promise<void> => {
    browser.go((await request<Joined>("/api/daily", { name: storage.get("name") } satisfies PlayDaily)).link);
  };
  return (
    <>
      {problem && <Refusal problem={problem} game={GAME} />}
      <button type="button" class="act main" data-act="play" onClick={() => run(play)}>
        {today.match ? "Go on" : "Play"}
        {!today.match && <span class="now-word">&nbsp;today&rsquo;s deck</span>}
      </button>
    </>
  );
}

function Outcome({ today, own }: { today: Daily; own: Attempt }): JSX.Element {
  const { par, spread = [] } = today;
  const streak = streakWith(today.day);
  return (
    <>
      <p class="daily-score">
        <b>{own.score}</b> {par == null ? "par is still being played" : parText(own.score - par)}
      </p>
      <p>
        {countText(own.words.length, "word")}. {rankText(own, spread)} {streak > 1 && `${streak} days in a row on this device.`}
      </p>
      <Shape words={own.words} />
      <Spread spread={spread} own={own.score} par={par ?? null} />
      <Tell text={sharedText(today, own, dateOf(today.day))} />
      <p class="small">The first attempt counts, so there is no second. The next deck is there at midnight UTC.</p>
      <div class="actions">
        <a class="act" href={`/replay/${today.match}`} data-act="replay">
          Replay
        </a>
        {par != null && (
          <a class="act" href={`/replay/${today.par_match}`} data-act="par">
            How par was made
          </a>
        )}
      </div>
    </>
  );
}

/** The text to share. */
function Tell({ text }: { text: string }): JSX.Element {
  return (
    <div class="daily-share">
      <textarea readonly rows={3} aria-label="To tell others" value={text} onFocus={(event) => event.currentTarget.select()} />
      <Copied text={text} />
    </div>
  );
}

/** A column for each word, as high as it is long. */
function Shape({ words }: { words: readonly number[] }): JSX.Element | null {
  if (!words.length) return null;
  const tallest = Math.max(...words);
  return (
    <svg class="shape" viewBox={`0 0 ${words.length * 12} ${tallest * 7}`} role="img" aria-label={`Words of ${words.join(", ")} letters`}>
      {words.flatMap((length, column) =>
        Array.from({ length }, (_, row) => (
          <rect key={`${column} ${row}`} x={column * 12} y={(tallest - row - 1) * 7} width="9" height="5.5" rx="1.5" />
        )),
      )}
    </svg>
  );
}

/** The histogram of scores, with par as a line. */
function Spread({ spread, own, par }: { spread: readonly (readonly [number, number])[]; own: number; par: number | null }): JSX.Element {
  const most = Math.max(1, ...spread.map(([, count]) => count));
  const last = Math.max(par ?? 0, ...spread.map(([score]) => score), 10) + 1;
  const left = (score: number): number => (score / last) * 300;
  return (
    <svg
      class="spread"
      viewBox="0 0 300 110"
      role="img"
      aria-label={spread.map(([score, count]) => `${score} points: ${count}`).join("; ")}
    >
      <line class="base" x1="0" x2="300" y1="90" y2="90" />
      {spread.map(([score, count]) => (
        <rect
          key={score}
          class={score === own ? "own" : ""}
          x={left(score)}
          y={90 - (count / most) * 70}
          width={Math.max(2, 280 / last)}
          height={(count / most) * 70}
        />
      ))}
      {par != null && <line class="par" x1={left(par + 0.5)} x2={left(par + 0.5)} y1="14" y2="90" />}
      {par != null && (
        <text x={Math.min(left(par + 0.5), 270)} y="10" text-anchor="middle">
          par {par}
        </text>
      )}
      {[0, own, last - 1].map((score) => (
        <text key={score} x={Math.min(Math.max(left(score + 0.5), 6), 294)} y="106" text-anchor="middle">
          {score}
        </text>
      ))}
    </svg>
  );
}

/** The limits of fairness, and how the chain of secrets is verified. */
function Limits({ today: { told } }: { today: Daily }): JSX.Element {
  const [yesterday, before] = told;
  return (
    <section class="small plainly">
      <p>
        What nobody can prevent: that somebody plays again in another browser, or is told the cards by who has played. Whoever keeps this
        room could look ahead; the chain below only shows that no deck was chosen after the day before.
      </p>
      {yesterday && before && (
        <details class="fold">
          <summary>The chain of secrets</summary>
          <p>Each day&rsquo;s secret is the BLAKE2b hash (32 bytes) of the next day&rsquo;s, so what is told leads back and never ahead.</p>
          {[yesterday, before].map(({ day, secret }) => (
            <p key={day}>
              {dateOf(day)}: <code>{secret}</code>
            </p>
          ))}
        </details>
      )}
    </section>
  );
}

function dateOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

type Spread = readonly (readonly [number, number])[];

const BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
const DAY = 86_400_000;

export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function parText(over: number): string {
  return over === 0 ? "level with par" : `${Math.abs(over)} ${over > 0 ? "over" : "under"} par`;
}

export function rankText(own: Attempt, spread: Spread): string {
  const others = spread.reduce((sum, [, count]) => sum + count, 0) - 1;
  if (others < 1) return "Nobody else has played yet.";
  return `Better than ${Math.round((100 * own.beaten) / others)} % of ${countText(others, "other")}.`;
}

/** Return the text to share: a sentence, a bar for each word as high as the word is long, and the link. */
function sharedText({ par, spread = [] }: Daily, own: Attempt, date: string): string {
  const level = par == null ? "" : `, ${parText(own.score - par)}`;
  const said = `Today\u2019s Mickell, ${date}: ${countText(own.score, "point")}${level}, ${countText(own.words.length, "word")}. ${rankText(own, spread)}`;
  return [said, shapeOf(own.words), `${location.origin}/daily`].filter(Boolean).join("\n");
}

function shapeOf(words: readonly number[]): string {
  return words.map((length) => BARS[Math.min(length, BARS.length) - 1] ?? "").join("");
}

/** Store the day's own score, and return the stored scores of the seven days up to that day. */
export function lastWeek({ day, own }: Daily): readonly (readonly [string, number | null])[] {
  const days = Array.from({ length: 7 }, (_, at) => new Date(Date.parse(day) - (6 - at) * DAY).toISOString().slice(0, 10));
  const known = JSON.parse(storage.get("daily-scores") || "{}") as Record<string, number>;
  if (own) known[day] = own.score;
  const told = days.map((each) => [each, known[each] ?? null] as const);
  if (own) storage.set("daily-scores", JSON.stringify(Object.fromEntries(told.filter(([, score]) => score !== null))));
  return told;
}

/** Store that the day was played, and return how many days in a row were played on this device. */
function streakWith(day: string): number {
  const { last = "", row = 0 } = JSON.parse(storage.get("daily") || "{}") as { last?: string; row?: number };
  if (last === day) return row;
  const now = last && Date.parse(day) - Date.parse(last) === DAY ? row + 1 : 1;
  storage.set("daily", JSON.stringify({ last: day, row: now }));
  return now;
}

// What is said of the deck of the day: one plain sentence that can be read aloud, a row of shapes, and the days in a row.

import { kept } from "../line/api";
import type { Attempt, Daily } from "../types";

type Spread = readonly (readonly [number, number])[];

const BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
const DAY = 86_400_000;

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function against(over: number): string {
  return over === 0 ? "level with par" : `${Math.abs(over)} ${over > 0 ? "over" : "under"} par`;
}

export function better(own: Attempt, spread: Spread): string {
  const others = spread.reduce((sum, [, count]) => sum + count, 0) - 1;
  if (others < 1) return "Nobody else has played yet.";
  return `Better than ${Math.round((100 * own.beaten) / others)} % of ${counted(others, "other")}.`;
}

/** A sentence, a bar for each word as high as it is long, and where to play. */
export function sharedText({ par, spread = [] }: Daily, own: Attempt, date: string): string {
  const level = par == null ? "" : `, ${against(own.score - par)}`;
  const said = `Today\u2019s Mickell, ${date}: ${counted(own.score, "point")}${level}, ${counted(own.words.length, "word")}. ${better(own, spread)}`;
  return [said, shapeOf(own.words), `${location.origin}/daily`].filter(Boolean).join("\n");
}

function shapeOf(words: readonly number[]): string {
  return words.map((length) => BARS[Math.min(length, BARS.length) - 1] ?? "").join("");
}

/** The scores of the seven days up to a day, as far as this device knows them; one's own of that day is kept from now on. */
export function week({ day, own }: Daily): readonly (readonly [string, number | null])[] {
  const days = Array.from({ length: 7 }, (_, at) => new Date(Date.parse(day) - (6 - at) * DAY).toISOString().slice(0, 10));
  const known = JSON.parse(kept.get("daily-scores") || "{}") as Record<string, number>;
  if (own) known[day] = own.score;
  const told = days.map((each) => [each, known[each] ?? null] as const);
  if (own) kept.set("daily-scores", JSON.stringify(Object.fromEntries(told.filter(([, score]) => score !== null))));
  return told;
}

/** How many days in a row were played on this device, the given one included: it is kept from now on. */
export function streakWith(day: string): number {
  const { last = "", row = 0 } = JSON.parse(kept.get("daily") || "{}") as { last?: string; row?: number };
  if (last === day) return row;
  const now = last && Date.parse(day) - Date.parse(last) === DAY ? row + 1 : 1;
  kept.set("daily", JSON.stringify({ last: day, row: now }));
  return now;
}

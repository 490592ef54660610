// What the daily deck says in words.

import type { Attempt, ClaimedWord, Daily } from "../../types";

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Return the distance to par in words; `level` is said of a score that equals it. */
export function parText(over: number, level = "level with par"): string {
  return over === 0 ? level : `${Math.abs(over)} ${over > 0 ? "over" : "under"} par`;
}

export function betterText(beaten: number, others: number): string {
  return others < 1 ? "Nobody else has played yet." : `Better than ${Math.round((100 * beaten) / others)} of a hundred.`;
}

/** Return a date in words: "Tuesday 24 November", or "24 Nov". */
export function dateOf(day: string, form: "long" | "short"): string {
  const weekday = form === "long" ? ({ weekday: "long" } as const) : {};
  return new Date(day).toLocaleDateString("en-GB", { ...weekday, day: "numeric", month: form, timeZone: "UTC" });
}

/** Return a result in words: "24 points, 2 over par · 5 days in a row". */
export function resultText({ par, streak }: Daily, own: Attempt): string {
  const level = par == null ? "" : `, ${parText(own.score - par)}`;
  return `${countText(own.score, "point")}${level}${streak > 1 ? ` · ${countText(streak, "day")} in a row` : ""}`;
}

/** Return the text to share; the link stands apart from it. */
export function sharedText(title: string, result: string, words: readonly ClaimedWord[]): string {
  const lines = words.map(({ points, cards }) => `${"🟪".repeat(points)}${"⬜".repeat(Math.max(0, cards.length - points))} ${points}`);
  return [title, result, ...lines].join("\n");
}

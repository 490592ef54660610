// What a daily says in words.

import type { Attempt, Blocks, DailyView, DayPlayed } from "../../types";
import { blockRows } from "../../view/blocks";

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Return the distance to par in words; `level` is said of a score that equals it. */
export function parText(over: number, level = "level with par"): string {
  return over === 0 ? level : `${Math.abs(over)} ${over > 0 ? "over" : "under"} par`;
}

/** Number of other players from which on a percentage says more than their number. */
const MANY = 20;

/** Return how many others an attempt has beaten, in a sentence; an empty text if it is nobody. */
export function betterText(beaten: number, others: number): string {
  if (others < 1) return "Nobody else has played yet.";
  if (beaten === 0) return "";
  if (beaten === others) return "Better than everybody so far.";
  if (others < MANY) return `Better than ${beaten} of ${others} others.`;
  return `Better than ${Math.min(99, Math.max(1, Math.round((100 * beaten) / others)))} % of the others.`;
}

/** Return how many have played a daily, and what the best of them made, in a sentence. */
export function bestText({ spread, won = 0 }: DayPlayed, bots: readonly string[]): string {
  const played = spread.reduce((sum, [, count]) => sum + count, 0);
  const best = countText(spread.at(-1)?.[0] ?? 0, "point");
  if (played === 1) return `One person has played: ${best}.`;
  const beat = bots.length ? `, ${won ? won.toLocaleString("en-GB") : "none"} of them won` : "";
  return `${played.toLocaleString("en-GB")} have played${beat}; the best has ${best}.`;
}

/** Return a date in words: "Tuesday 24 November", or "24 Nov". */
export function dateOf(day: string, form: "long" | "short"): string {
  const weekday = form === "long" ? ({ weekday: "long" } as const) : {};
  return new Date(day).toLocaleDateString("en-GB", { ...weekday, day: "numeric", month: form, timeZone: "UTC" });
}

/** Return names in a row: "Magpie and Owl". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

/** Return a result in words: "24 points, 2 over par · 5 days in a row", "31 points, beat Magpie and Owl". */
export function resultText({ par, streak, bots }: DailyView, own: Attempt): string {
  const level = par == null ? "" : `, ${parText(own.score - par)}`;
  const others = bots.length ? `, ${own.won ? "beat" : "against"} ${listText(bots)}` : "";
  return `${countText(own.score, "point")}${level}${others}${streak > 1 ? ` · ${countText(streak, "day")} in a row` : ""}`;
}

/** Return the text to share; the link stands apart from it. */
export function sharedText(title: string, result: string, lines: readonly Blocks[], game: string): string {
  return [title, result, ...blockRows(lines, game)].join("\n");
}

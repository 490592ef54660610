// What a daily says in words.

import type { Attempt, Daily, DailyLine } from "../../types";
import { hue } from "../../view/hue";

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

/** Return names in a row: "Magpie and Owl". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

/** Return a result in words: "24 points, 2 over par · 5 days in a row", "31 points, beat Magpie and Owl". */
export function resultText({ par, streak, bots }: Daily, own: Attempt): string {
  const level = par == null ? "" : `, ${parText(own.score - par)}`;
  const others = bots.length ? `, ${own.won ? "beat" : "against"} ${listText(bots)}` : "";
  return `${countText(own.score, "point")}${level}${others}${streak > 1 ? ` · ${countText(streak, "day")} in a row` : ""}`;
}

/** Square signs with the hues that they look like. */
const SQUARES: readonly (readonly [string, number])[] = [
  ["🟥", 25],
  ["🟧", 60],
  ["🟨", 95],
  ["🟩", 150],
  ["🟦", 250],
  ["🟪", 305],
];

/** Return the square sign whose colour comes nearest to a game's. */
export function squareOf(game: string): string {
  const own = hue(game)["--hue"];
  const distance = (at: number): number => Math.min(Math.abs(at - own), 360 - Math.abs(at - own));
  return SQUARES.reduce((best, each) => (distance(each[1]) < distance(best[1]) ? each : best))[0];
}

/** Return the text to share; the link stands apart from it. */
export function sharedText(title: string, result: string, lines: readonly DailyLine[], square: string): string {
  const rows = lines.map(({ points, full = 0, empty = 0 }) => `${square.repeat(full)}${"⬜".repeat(empty)} ${points}`);
  return [title, result, ...rows].join("\n");
}

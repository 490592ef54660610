// What the pages of a series know: its newest view, asked for again from time to time, and what may be done.

import { batch, signal } from "@preact/signals";

import type { Problem, Rule, SeriesView } from "../types";
import { freshId, problemOf, request } from "./api";
import { browser } from "./device";

export const series = signal<SeriesView | null>(null);
/** Why there is nothing to show. */
export const unknown = signal<Problem | null>(null);
/** Why the last wish was not done. */
export const denied = signal<Problem | null>(null);

/** Milliseconds until the table is asked for again. */
const AGAIN = 20_000;

export function seriesPath(code: string): string {
  return `/api/series/${encodeURIComponent(code)}`;
}

/** Show a series as long as its page is open; the answer is how to stop. */
export function follow(code: string): () => void {
  batch(() => (series.value = unknown.value = denied.value = null));
  const ask = (): void => {
    if (browser.isHidden()) return;
    request<SeriesView>(seriesPath(code)).then(
      (view) => (series.value = view),
      (error: unknown) => series.value || (unknown.value = problemOf(error)),
    );
  };
  ask();
  const timer = setInterval(ask, AGAIN);
  const sleep = browser.onWaking(ask, () => undefined);
  return () => {
    clearInterval(timer);
    sleep();
  };
}

/** Have something done; whether it was. */
export async function wish(verb: "enter" | "claim" | "organise" | "rule", body: object): Promise<boolean> {
  const now = series.value;
  if (!now) return false;
  try {
    const view = await request<SeriesView>(`${seriesPath(now.table.code)}/${verb}`, body);
    batch(() => {
      denied.value = null;
      series.value = view;
    });
  } catch (error) {
    denied.value = problemOf(error);
    return false;
  }
  return true;
}

/** Decide something; whether it was written down. */
export function decide(decision: Rule["decision"], more: Partial<Rule> = {}): Promise<boolean> {
  return wish("rule", { decision, cid: freshId(), ...more } satisfies Rule);
}

/** A day, from seconds since 1970. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

// The state of a series' pages: its newest view, fetched again from time to time, and what a visitor may do.

import { batch, type Signal, signal } from "@preact/signals";

import type { Problem, Rule, SeriesView } from "../types";
import { freshId, problemOf, request } from "./api";
import type { Device } from "./device";

export interface SeriesState {
  readonly device: Device;
  readonly code: string;
  readonly view: Signal<SeriesView | null>;
  /** Why there is nothing to show. */
  readonly missing: Signal<Problem | null>;
  /** Why the last request was refused. */
  readonly refused: Signal<Problem | null>;
}

/** What every view of a series is given. */
export interface InSeries {
  series: SeriesState;
}

export function createSeries(device: Device, code: string): SeriesState {
  return {
    device,
    code,
    view: signal<SeriesView | null>(null),
    missing: signal<Problem | null>(null),
    refused: signal<Problem | null>(null),
  };
}

/** Milliseconds between two fetches of the view. */
const REFRESH = 20_000;

export function seriesPath(code: string): string {
  return `/api/series/${encodeURIComponent(code)}`;
}

/** Keep the view of a series up to date. Return a function that stops it. */
export function followSeries({ device, code, view, missing }: SeriesState): () => void {
  const fetchView = (): void => {
    if (device.isHidden()) return;
    request<SeriesView>(seriesPath(code)).then(
      (answer) => (view.value = answer),
      (error: unknown) => view.value || (missing.value = problemOf(error)),
    );
  };
  fetchView();
  const timer = setInterval(fetchView, REFRESH);
  const stopListening = device.onWaking(fetchView, () => undefined);
  return () => {
    clearInterval(timer);
    stopListening();
  };
}

/** Send a request about the series. Return whether the room granted it. */
export async function sendRequest(
  { code, view, refused }: SeriesState,
  verb: "enter" | "claim" | "organise" | "rule",
  body: object,
): Promise<boolean> {
  try {
    const answer = await request<SeriesView>(`${seriesPath(code)}/${verb}`, body);
    batch(() => {
      refused.value = null;
      view.value = answer;
    });
  } catch (error) {
    refused.value = problemOf(error);
    return false;
  }
  return true;
}

/** Send an organiser's decision. Return whether the room wrote it down. */
export function decide(series: SeriesState, decision: Rule["decision"], more: Partial<Rule> = {}): Promise<boolean> {
  return sendRequest(series, "rule", { decision, cid: freshId(), ...more });
}

/** A day, from seconds since 1970. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** The first cell of a line of CSV: what stands in quotes, or what comes before the first separator. */
const FIRST_CELL = /^\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))/;

/** Return the names in a pasted list, without empty lines, a heading and repetitions. */
export function namesIn(list: string): string[] {
  const cells = list.split("\n").map((line) => {
    const [, quoted, plain = ""] = FIRST_CELL.exec(line) ?? [];
    return (quoted?.replaceAll('""', '"') ?? plain).trim();
  });
  return [...new Set(cells)].filter((name, index) => name && !(index === 0 && name.toLowerCase() === "name"));
}

// The state of an event's pages, and the requests they make. The room sends whole views; the newest one counts.

import { batch, type Signal, signal } from "@preact/signals";

import type { Assist, Claim, EventView, Face, JoinEvent, Lead, Order, Pong, Problem, Return, Score, SeriesView } from "../types";
import { problemOf, request } from "./api";
import { browser, type Device, storage } from "./device";
import { Line, type LineState } from "./line";
import { ownSalt } from "./proof";
import { seriesPath } from "./series";

export interface EventState {
  readonly device: Device;
  readonly code: string;
  readonly view: Signal<EventView | null>;
  readonly line: Signal<LineState>;
  /** Why there is nothing to show. */
  readonly missing: Signal<Problem | null>;
  /** Why the last request was refused. */
  readonly refused: Signal<Problem | null>;
  /** Text for screen readers (live region). */
  readonly announced: Signal<string>;
  /** Whole seconds until the next card; 0 without a clock. */
  readonly left: Signal<number>;
  /** Whether cards are spoken aloud. A setting of this device. */
  readonly aloud: Signal<boolean>;
  /** When the time for the current card ends, on the device's clock. */
  ends: number;
  /** When the last call came, on the device's clock. */
  called: number;
}

/** What every view of an event is given. */
export interface AtEvent {
  live: EventState;
}

export function createEvent(device: Device, code: string): EventState {
  return {
    device,
    code,
    view: signal<EventView | null>(null),
    line: signal<LineState>("connecting"),
    missing: signal<Problem | null>(null),
    refused: signal<Problem | null>(null),
    announced: signal(""),
    left: signal(0),
    aloud: signal(storage.get("aloud") === "yes"),
    ends: 0,
    called: Number.NEGATIVE_INFINITY,
  };
}

/** Milliseconds after a call in which another press is taken for the same one. */
const SAME_PRESS = 1000;
/** Milliseconds between two updates of the countdown. */
const TICK = 200;
/** Seconds left at which the countdown is announced. */
const NEARLY = 5;

export function pathOf(code: string): string {
  return `/api/events/${encodeURIComponent(code)}`;
}

/** Return the address of an event. */
export function linkOf(code: string): string {
  return `${browser.origin()}/e/${code}`;
}

/** Keep the view of an event up to date. Return a function that stops it. */
export function followEvent(live: EventState): () => void {
  const opened: Line<EventView> = new Line(live.device, {
    socketPath: () => `${pathOf(live.code)}/live`,
    pollPath: () => `${pathOf(live.code)}?`,
    message(message) {
      const heard = message as EventView | Pong | Problem;
      if (heard.type === "event") opened.show(heard);
      else if (heard.type === "problem") live.missing.value = heard;
    },
    show: (next: EventView) => arrive(live, next),
    open() {
      // the page sends nothing over this line
    },
    crowd: () => live.view.value?.players ?? 0,
    connection: (state) => (live.line.value = state),
    fatal: (problem) => (live.missing.value = problem),
  });
  const timer = setInterval(() => tick(live), TICK);
  return () => {
    clearInterval(timer);
    opened.close();
  };
}

function arrive(live: EventState, next: EventView): void {
  const before = live.view.value;
  batch(() => {
    live.ends = live.device.now() + next.left * 1000;
    live.view.value = next;
    live.left.value = next.seconds ? Math.ceil(next.left) : 0;
    if (before && (before.turn < next.turn || before.round < next.round)) live.called = live.device.now();
    if (before?.turn !== next.turn || before.phase !== next.phase) {
      live.refused.value = null;
      live.announced.value = announcement(next);
    }
  });
}

/** Count down between two views, except in a pause. */
function tick({ view, left, announced, ends, device }: EventState): void {
  const now = view.value;
  if (!now?.seconds || now.phase !== "playing") return;
  const rest = Math.max(0, Math.ceil((ends - device.now()) / 1000));
  if (left.value > NEARLY && rest <= NEARLY) announced.value = `${NEARLY} seconds are left for this card.`;
  left.value = rest;
}

/** Return the announcement of a new card or phase. */
function announcement({ phase, face, turn, cards, code, players, message }: EventView): string {
  if (phase === "joining") return `Event ${code}: ${players} play along.`;
  if (phase === "over") return "The round is over.";
  if (phase === "paused") return ["The caller has paused.", message].filter(Boolean).join(" ");
  return face ? `Card ${turn} of ${cards}: ${letters(face)}.` : "The final phase: claim the last words.";
}

/** Return a card's letters as they are spoken: "E, K". */
export function letters({ text, second = "" }: Face): string {
  return [text, second].filter(Boolean).join(", ");
}

/** Send a caller's command; a call that follows the last one within a second, from any device, is not sent. A refusal goes to `refused`. */
export async function sendLead<Type extends Lead["type"]>(
  live: EventState,
  type: Type,
  more?: Omit<Extract<Lead, { type: Type }>, "type" | "turn">,
): Promise<void> {
  const now = live.view.value;
  if (!now || (type === "call" && live.device.now() - live.called < SAME_PRESS)) return;
  await post(live, "lead", { type, turn: now.turn, ...more });
}

/** Join as a player. The salt is made now, after the event has committed to its own part. */
export async function joinEvent(live: EventState, name: string, novice = false, member = 0): Promise<void> {
  await post(live, "join", { name, novice, member, salt: ownSalt(`event ${live.code}`) } satisfies JoinEvent);
}

/** Go on with one's own board on this device: with a personal code of this event, or of the series that it counts in. */
export async function comeBack(live: EventState, code: string): Promise<void> {
  const series = live.view.value?.series;
  if (!series) await post(live, "return", { code } satisfies Return);
  else if (await granted(live, () => request<SeriesView>(`${seriesPath(series)}/claim`, { decision: "claim", code } satisfies Claim)))
    await joinEvent(live, "");
}

/** Become a caller with the callers' secret word. */
export async function becomeCaller(live: EventState, word: string): Promise<void> {
  await post(live, "assist", { word } satisfies Assist);
}

/** Record a score made with real cards; the name "" is the visitor. Return whether it was recorded. */
export async function recordScore(live: EventState, points: number, name: string, longest = 0): Promise<boolean> {
  return post(live, "score", { score: points, longest, name } satisfies Score);
}

/** Type in the order in which the cards of this round were called from a real deck. Return whether it was written down. */
export async function typeOrder(live: EventState, cards: string): Promise<boolean> {
  return post(live, "order", { cards } satisfies Order);
}

/** Post a request and show the view it answers with. Return whether it was granted. */
async function post(live: EventState, verb: string, body: object): Promise<boolean> {
  return granted(live, async () => {
    const answer = await request<EventView>(`${pathOf(live.code)}/${verb}`, body);
    if (answer.seq >= (live.view.value?.seq ?? 0)) arrive(live, answer); // a newer view may have come first
  });
}

/** Make a request, and return whether it was granted; why not goes to `refused`. */
async function granted(live: EventState, task: () => Promise<unknown>): Promise<boolean> {
  live.refused.value = null;
  try {
    await task();
  } catch (error) {
    live.refused.value = problemOf(error);
    return false;
  }
  return true;
}

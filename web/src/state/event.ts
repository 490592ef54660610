// What the pages of an event know: its newest view, the seconds left, and what may be done. A view comes whole, the newest counts.

import { batch, type Signal, signal } from "@preact/signals";

import type { Assist, EventView, Face, JoinEvent, Lead, Pong, Problem, Score } from "../types";
import { problemOf, request } from "./api";
import { browser, type Device, storage } from "./device";
import { Line, type LineState } from "./line";
import { mySalts } from "./proof";

export interface EventState {
  readonly device: Device;
  readonly code: string;
  readonly view: Signal<EventView | null>;
  readonly line: Signal<LineState>;
  /** Why there is nothing to show. */
  readonly missing: Signal<Problem | null>;
  /** Why the last deed was not done. */
  readonly refused: Signal<Problem | null>;
  /** What the live region says next. */
  readonly announced: Signal<string>;
  /** Whole seconds until the next card; 0 where no clock decides. */
  readonly left: Signal<number>;
  /** Whether the cards are said aloud: a wish that is kept on this device. */
  readonly aloud: Signal<boolean>;
  /** When the time for the card on call is over, on the device's clock. */
  ends: number;
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
  };
}

/** Milliseconds between two looks at the clock, and the seconds at which the time is nearly over. */
const TICK = 200;
const NEARLY = 5;

export function pathOf(code: string): string {
  return `/api/events/${encodeURIComponent(code)}`;
}

/** What opens an event, for the camera of a phone. */
export function linkOf(code: string): string {
  return `${browser.origin()}/e/${code}`;
}

/** Listen to an event. Return how to stop. */
export function attend(live: EventState): () => void {
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
      // an event is only listened to
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
    if (before?.turn !== next.turn || before.phase !== next.phase) {
      live.refused.value = null;
      live.announced.value = news(next);
    }
  });
}

/** The clock goes on between two views, but not in a pause. */
function tick({ view, left, announced, ends, device }: EventState): void {
  const now = view.value;
  if (!now?.seconds || now.phase !== "playing") return;
  const rest = Math.max(0, Math.ceil((ends - device.now()) / 1000));
  if (left.value > NEARLY && rest <= NEARLY) announced.value = `${NEARLY} seconds are left for this card.`;
  left.value = rest;
}

/** What has changed, in a sentence. */
function news({ phase, face, turn, cards, code, players }: EventView): string {
  if (phase === "gathering") return `Event ${code}: ${players} play along.`;
  if (phase === "over") return "The round is over.";
  if (phase === "paused") return "The caller has paused.";
  return face ? `Card ${turn} of ${cards}: ${letters(face)}.` : "The final phase: claim the last words.";
}

/** A card's letters, as they are said: "E, K". */
export function letters({ text, second = "" }: Face): string {
  return [text, second].filter(Boolean).join(", ");
}

/** What a caller does; why it was not done stands in `refused`. */
export async function lead(live: EventState, deed: Lead["deed"], more: { player?: number; seconds?: number } = {}): Promise<void> {
  const now = live.view.value;
  if (now) await post(live, "lead", { deed, turn: now.turn, ...more } satisfies Lead);
}

/** Play along; the salt is made here and now, after the event has committed to its part. */
export async function join(live: EventState, name: string): Promise<void> {
  await post(live, "join", { name, salt: mySalts(`event ${live.code}`)[0] ?? "" } satisfies JoinEvent);
}

/** Become a caller by the callers' word. */
export async function assist(live: EventState, word: string): Promise<void> {
  await post(live, "assist", { word } satisfies Assist);
}

/** Type in what somebody played with real cards; "" is yourself. Whether it was taken down. */
export async function score(live: EventState, points: number, name: string): Promise<boolean> {
  return post(live, "score", { score: points, name } satisfies Score);
}

/** The answer tells who you are now; whether it was done. */
async function post(live: EventState, verb: string, body: object): Promise<boolean> {
  live.refused.value = null;
  try {
    const answer = await request<EventView>(`${pathOf(live.code)}/${verb}`, body);
    if (answer.seq >= (live.view.value?.seq ?? 0)) arrive(live, answer); // else it was overtaken
  } catch (error) {
    live.refused.value = problemOf(error);
    return false;
  }
  return true;
}

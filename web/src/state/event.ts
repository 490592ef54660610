// What the pages of an event know: its newest view, the seconds left, and what may be done. A view comes whole, the newest counts.

import { batch, computed, signal } from "@preact/signals";

import type { Assist, EventView, Face, JoinEvent, Lead, Pong, Problem, Score } from "../types";
import { problemOf, request } from "./api";
import { browser } from "./device";
import { Line, type LineState } from "./line";
import { mySalts } from "./proof";

export const view = signal<EventView | null>(null);
export const line = signal<LineState>("connecting");
/** Why there is nothing to show. */
export const missing = signal<Problem | null>(null);
/** Why the last deed was not done. */
export const refused = signal<Problem | null>(null);
/** What the live region says next. */
export const announced = signal("");
/** Whole seconds until the next card; 0 where no clock decides. */
export const left = signal(0);

/** Milliseconds between two looks at the clock, and the seconds at which the time is nearly over. */
const TICK = 200;
const NEARLY = 5;

/** Whether the cards are through, and only words are still to be claimed. */
export const final = computed(() => (view.value ? view.value.turn > view.value.cards : false));

export function pathOf(code: string): string {
  return `/api/events/${encodeURIComponent(code)}`;
}

/** What opens an event, for the camera of a phone. */
export function linkOf(code: string): string {
  return `${browser.origin()}/e/${code}`;
}

let ends = 0;

/** Listen to an event. Return how to stop. */
export function attend(code: string): () => void {
  batch(() => {
    view.value = missing.value = refused.value = null;
    announced.value = "";
    line.value = "connecting";
  });
  const opened: Line<EventView> = new Line(browser, {
    socketPath: () => `${pathOf(code)}/live`,
    pollPath: () => `${pathOf(code)}?`,
    message(message) {
      const heard = message as EventView | Pong | Problem;
      if (heard.type === "event") opened.show(heard);
      else if (heard.type === "problem") missing.value = heard;
    },
    show: arrive,
    open() {
      // an event is only listened to
    },
    crowd: () => view.value?.players ?? 0,
    connection: (state) => (line.value = state),
    fatal: (problem) => (missing.value = problem),
  });
  const timer = setInterval(tick, TICK);
  return () => {
    clearInterval(timer);
    opened.close();
  };
}

function arrive(next: EventView): void {
  const before = view.value;
  batch(() => {
    ends = browser.now() + next.left * 1000;
    view.value = next;
    left.value = next.seconds ? Math.ceil(next.left) : 0;
    if (before?.turn !== next.turn || before.phase !== next.phase) {
      refused.value = null;
      announced.value = news(next);
    }
  });
}

/** The clock goes on between two views, but not in a pause. */
function tick(): void {
  const now = view.value;
  if (!now?.seconds || now.phase !== "playing") return;
  const rest = Math.max(0, Math.ceil((ends - browser.now()) / 1000));
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
export async function lead(deed: Lead["deed"], more: { player?: number; seconds?: number } = {}): Promise<void> {
  const now = view.value;
  if (now) await post(now.code, "lead", { deed, turn: now.turn, ...more } satisfies Lead);
}

/** Play along; the salt is made here and now, after the event has committed to its part. */
export async function join(code: string, name: string): Promise<void> {
  await post(code, "join", { name, salt: mySalts(`event ${code}`)[0] ?? "" } satisfies JoinEvent);
}

/** Become a caller by the callers' word. */
export async function assist(code: string, word: string): Promise<void> {
  await post(code, "assist", { word } satisfies Assist);
}

/** Type in what somebody played with real cards; "" is yourself. Whether it was taken down. */
export async function score(code: string, points: number, name: string): Promise<boolean> {
  return post(code, "score", { score: points, name } satisfies Score);
}

/** The answer tells who you are now; whether it was done. */
async function post(code: string, verb: string, body: object): Promise<boolean> {
  refused.value = null;
  try {
    const answer = await request<EventView>(`${pathOf(code)}/${verb}`, body);
    if (answer.seq >= (view.value?.seq ?? 0)) arrive(answer); // else it was overtaken
  } catch (error) {
    refused.value = problemOf(error);
    return false;
  }
  return true;
}

// Turns that leave nothing to decide end themselves, if the person wishes so: after a moment in which they can be stopped. The wish
// is kept on this device. No rules: the scene says what can be done.

import { signal } from "@preact/signals";

import type { Act, Scene } from "../types";
import { storage } from "./device";
import { due } from "./prepare";

/** Milliseconds in which the person sees what is coming and may stop it. */
const MOMENT = 1200;

/** Whether this device's person wishes it. */
export const wished = signal(storage.get("forced-turns") === "yes");
/** The act that will be done by itself. */
export const coming = signal<{ id: string; act: Act } | null>(null);

let timer = 0;
/** The position that was looked at last; it is waited in once. */
let seen = "";

/** What can be done in the viewer's turn, if it is one thing with nothing left to say. Taking back is another, but for usual next steps. */
function forced(now: Scene): { id: string; act: Act } | null {
  const acts = Object.entries(now.acts).map(([id, act]) => ({ id, act }));
  const [only, ...more] = acts.filter(({ act }) => act.verb !== "undo");
  const free = only && (acts.length === 1 || only.act.main);
  return free && !more.length && !only.act.ask ? only : null;
}

/** A scene is on show: if it leaves nothing to decide, do that in a moment. What was begun now, if anything was. */
export function foresee(next: Scene, play: (id: string) => void): Act | null {
  const position = due(next) ? `${next.match} ${next.seq}` : "";
  if (position && position === seen) return null;
  stay();
  seen = position;
  const only = position && wished.value ? forced(next) : null;
  if (!only) return null;
  coming.value = only;
  timer = setTimeout(() => {
    stay();
    play(only.id);
  }, MOMENT);
  return only.act;
}

/** What was coming is not done: the person does it. */
export function stay(): void {
  clearTimeout(timer);
  coming.value = null;
}

/** Let turns that leave nothing to decide end themselves from now on, or not. */
export function wish(yes: boolean): void {
  storage.set("forced-turns", yes ? "yes" : "");
  wished.value = yes;
  seen = "";
  if (!yes) stay();
}

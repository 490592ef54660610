// Turns that leave nothing to decide end themselves, if the person wishes so: after a moment in which they can be stopped. No rules: the
// scene says what can be done.

import type { Act, Scene } from "../types";
import { storage } from "./device";
import { due } from "./prepare";
import { type OfferedAct, stay, type TableState } from "./table";

/** Milliseconds in which the person sees what is coming and may stop it. */
const MOMENT = 1200;

/** What can be done in the viewer's turn, if it is one thing with nothing left to say. Taking back is another, but for usual next steps. */
function forced(now: Scene): OfferedAct | null {
  const acts = Object.entries(now.acts).map(([id, act]) => ({ id, act }));
  const [only, ...more] = acts.filter(({ act }) => act.verb !== "undo");
  const free = only && (acts.length === 1 || only.act.main);
  return free && !more.length && !only.act.ask ? only : null;
}

/** Do in a moment what a new scene forces. Return what was begun now, if anything was. */
export function foresee(table: TableState, next: Scene, play: (id: string) => void): Act | null {
  const position = due(next) ? `${next.match} ${next.seq}` : "";
  if (position && position === table.forcedIn) return null;
  stay(table);
  table.forcedIn = position; // each is waited in once
  const only = position && table.plays.value ? forced(next) : null;
  if (!only) return null;
  table.coming.value = only;
  table.forcedTimer = setTimeout(() => {
    stay(table);
    play(only.id);
  }, MOMENT);
  return only.act;
}

/** Let turns that leave nothing to decide end themselves from now on, or not. */
export function wish(table: TableState, yes: boolean): void {
  storage.set("forced-turns", yes ? "yes" : "");
  table.plays.value = yes;
  table.forcedIn = "";
  if (!yes) stay(table);
}

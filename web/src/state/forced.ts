// If a person wants it, their only possible move is played for them after a short delay in which they can stop it. The scene lists the
// possible moves, so no rules are needed here.

import type { Act, Scene } from "../types";
import { storage } from "./device";
import { isViewersTurn } from "./prepare";
import { type OfferedAct, stopOnlyAct, type TableState } from "./table";

/** Milliseconds in which a person can stop a move that is played for them. */
const MOMENT = 1200;

/** Return the viewer's only possible act, if it asks nothing. Beside an act that is not the main one, "undo" counts as another. */
function onlyAct(now: Scene): OfferedAct | null {
  const acts = Object.entries(now.acts).map(([id, act]) => ({ id, act }));
  const [only, ...more] = acts.filter(({ act }) => act.verb !== "undo");
  const free = only && (acts.length === 1 || only.act.main);
  return free && !more.length && !only.act.ask ? only : null;
}

/** Schedule the viewer's only possible act. Return it if it was scheduled now. */
export function scheduleOnlyAct(table: TableState, next: Scene, play: (id: string) => void): Act | null {
  const position = isViewersTurn(next) ? `${next.match} ${next.seq}` : "";
  if (position && position === table.forcedIn) return null;
  stopOnlyAct(table);
  table.forcedIn = position; // each position is scheduled once
  const found = position ? onlyAct(next) : null;
  const only = table.plays.value || (next.event && found?.act.main) ? found : null; // a card that lies holds no hall up
  if (!only) return null;
  table.coming.value = only;
  table.forcedTimer = setTimeout(() => {
    stopOnlyAct(table);
    play(only.id);
  }, MOMENT);
  return only.act;
}

/** Switch on or off whether only possible moves are played for this person. */
export function setPlaysOnlyAct(table: TableState, yes: boolean): void {
  storage.set("forced-turns", yes ? "yes" : "");
  table.plays.value = yes;
  table.forcedIn = "";
  if (!yes) stopOnlyAct(table);
}

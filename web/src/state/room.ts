// The table: scenes come over the line and go on show, one after the other at a pace that can be followed.

import { batch } from "@preact/signals";
import type { Command, Problem, Scene } from "../types";
import { calm, remember } from "../view/motion";
import { beat, tellPace } from "../view/pace";
import { type Connection, connect, type Listener } from "./connection";
import { browser } from "./device";
import { ahead, done, read, reading, unread } from "./ending";
import { view } from "./event";
import { foresee } from "./forced";
import { eyes, handsOf, handTo, whose } from "./hands";
import { follow, heard, moved, unheard } from "./news";
import {
  advise,
  asking,
  choicesOn,
  connected,
  draft,
  drop,
  fatal,
  note,
  type OfferedAct,
  offer,
  pending,
  pick,
  refusal,
  scene,
  spoken,
  story,
  undraft,
} from "./now";
import { due, prepared, recall } from "./prepare";
import { sealed } from "./proof";
import { answerSeals } from "./sit";

/** It is the person's turn: what was prepared is done, or dropped with a sentence. */
function play({ id, prepares }: OfferedAct, now: Scene): void {
  prepared.value = null;
  if (now.acts[id]) send(id);
  else advise({ message: `What you prepared cannot be done now: ${prepares}.` });
}

/** Nothing else could be done: that is told, then it is done. */
function doForced(id: string): void {
  const told = "Nothing else could be done, so this was done by itself";
  story.value = [...story.value, told];
  spoken.value = `${told}.`;
  send(id);
}

export function send(text: string): void {
  if (pending.value || !connection || !scene.value) return;
  batch(() => {
    note.value = null;
    pending.value = connection?.act(text, scene.value?.seq ?? 0) ?? null;
  });
}

let connection: Connection | null = null;
let waiting: Scene[] = [];
let lastShown = 0;
let showTimer = 0;

/** Forget the table that was on show. */
export function clear(): void {
  batch(() => {
    scene.value = null;
    fatal.value = null;
    pending.value = null;
    story.value = [];
    spoken.value = "";
    connected.value = "connecting";
    reading.value = ahead.value = null;
    moved.value = new Set();
    drop();
  });
}

/** Sit at (or look on) a table; the answer is how to leave it. */
export function enter(match: string): () => void {
  clear();
  eyes.value = handTo.value = null;
  const listener: Listener = {
    scene: arrive,
    connection: (state) => (connected.value = state),
    fatal: (problem) => (scene.value ? (note.value = refusal(problem)) : (fatal.value = problem)),
    answer: (command, answer) => answered(command, answer),
    crowd: () => (scene.value?.event && view.value?.players) || 0,
  };
  connection = connect(browser, match, listener);
  tellPace(match);
  return () => {
    connection?.close();
    connection = null;
    waiting = [];
    clearTimeout(showTimer);
  };
}

/** The connection once more from the start: who you are at this table has changed. */
export function reenter(): void {
  waiting = [];
  connection?.restart();
}

/** Look through the eyes of another seat of this device, or nobody's; what the last one saw is forgotten. */
function lookAs(seat: number | null, next: number | null): void {
  waiting = [];
  clear();
  batch(() => {
    eyes.value = seat;
    handTo.value = next;
  });
  connection?.sit(seat);
}

/** Who was to get the device has it. */
export function take(seat: number): void {
  lookAs(seat, null);
}

/** What comes of an act that was on its way while the table went on. */
const OVERTAKEN = "The table had gone on before that came, so it was not done.";

function answered(command: Command, answer: { type: "done" } | Problem): void {
  if (pending.value?.cid === command.cid) settled(answer.type === "done");
  if (answer.type === "done" && command.act === "/leave") browser.go("/"); // to the lobby
  if (answer.type !== "problem") return;
  note.value = refusal(answer.code === "action.stale" ? { ...answer, message: OVERTAKEN } : answer);
}

/** The act that was on its way is out of the way, and if it was done so is its question. */
function settled(done: boolean): void {
  pending.value = null;
  if (done) asking.value = null;
}

/** Steps of others that wait to be shown; a longer queue is skipped. */
const QUEUE = 8;

function arrive(next: Scene): void {
  answerSeals(next);
  if (handsOf(next.match ?? "").length) {
    const change = whose(next);
    if (change.eyes !== eyes.value) {
      lookAs(change.eyes, change.handTo);
      return;
    }
    if (eyes.value == null) handTo.value = change.handTo;
  }
  waiting.push(next);
  if (waiting.length > QUEUE) waiting = waiting.slice(-1);
  if (reading.value) {
    ahead.value = next;
    entitle(next);
  } else if (waiting.length === 1) showNext();
}

function showNext(): void {
  clearTimeout(showTimer);
  const [next] = waiting;
  if (!next || reading.value) return;
  const rest = paced() ? lastShown + beat() - performance.now() : 0;
  if (rest > 0 && document.visibilityState === "visible") {
    showTimer = setTimeout(showNext, rest);
    return;
  }
  if (unread(next, !scene.value)) {
    show(read(next)); // the next hand waits until the person has read how this one ended
    return;
  }
  waiting.shift();
  show(next);
  showNext();
}

/** How the last hand or round ended is read: what has happened since comes on the table. */
export function goOn(): void {
  lastShown = 0;
  batch(() => {
    done(scene.value);
    showNext();
  });
}

/** How the last hand or round ended, once more. */
export function readAgain(): void {
  const now = scene.value;
  if (!now?.reckoning || reading.value) return;
  clearTimeout(showTimer);
  waiting.unshift(now);
  show(read(now));
  ahead.value = waiting.at(-1) ?? null;
}

/** Whether somebody else's step came before this scene. */
function paced(): boolean {
  const before = scene.value;
  return !!before && !calm() && !before.seats[before.viewer ?? -1]?.turn;
}

function show(next: Scene): void {
  remember();
  sealed(next.match ?? "", next.fairness?.commitment ?? "");
  lastShown = performance.now();
  const before = scene.value;
  recall(before, next);
  const news = unheard(before?.say ?? [], next.say ?? []);
  batch(() => {
    if (pending.value && (next.seq ?? 0) > pending.value.seq) settled(true); // the word that it is done may come later
    follow(before, next);
    scene.value = next;
    story.value = [...story.value, ...news];
    spoken.value = heard(before, next, news) || spoken.value;
    if (asking.value && !next.acts[asking.value.id]) asking.value = null;
    if (draft.value && !next.acts[draft.value.id]) undraft();
    if (before && before.seq !== next.seq) note.value = null;
    offer([]);
    if (!pick.value || !choicesOn(pick.value).length) pick.value = ready(next);
  });
  if (prepared.value && due(next)) play(prepared.value, next);
  else {
    const begun = foresee(next, doForced);
    if (begun) spoken.value += ` In a moment by itself: ${begun.label}.`;
  }
  entitle(ahead.value ?? next);
}

/** The title of the page says whether somebody waits for the person. */
function entitle(now: Scene): void {
  document.title = [due(now) ? "● Your turn" : "", now.title, "muckle"].filter(Boolean).join(" – ");
}

/** A single thing lying in a tray is in the hand already. */
function ready(next: Scene): string {
  const trays = Object.values(next.zones).filter((zone) => zone.kind === "tray");
  const refs = trays.flatMap((zone) => zone.items ?? []).map((id) => `p:${id}`);
  const able = refs.filter((ref) => choicesOn(ref).some(({ act }) => act.to));
  return able.length === 1 ? (able[0] ?? "") : "";
}

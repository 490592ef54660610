// Being at a table: its scenes come over the line and go on show, one after the other at a pace that can be followed; acts are sent.

import { batch } from "@preact/signals";

import type { Command, Problem, Scene, SetPace } from "../types";
import { request } from "./api";
import { connect } from "./connection";
import { storage } from "./device";
import { done, read, unread } from "./ending";
import { foresee } from "./forced";
import { handsOf, whose } from "./hands";
import { forget } from "./hints";
import { follow, heard, unheard } from "./news";
import { due, recall } from "./prepare";
import { sealed } from "./proof";
import { answerSeals } from "./sit";
import { advise, choicesOn, drop, type OfferedAct, type Pace, refusal, type TableState } from "./table";
import { remember } from "./why";

/** Milliseconds between two steps of others, so that the eye can follow. */
const BEATS: Record<Pace, number> = { slow: 700, normal: 450, fast: 225, off: 0 };
/** Steps of others that wait to be shown; a longer queue is skipped. */
const QUEUE = 8;

/** Sit at a table, or look on. Return how to leave it. */
export function enter(table: TableState): () => void {
  table.connection = connect(table.device, table.match, {
    scene: (next) => arrive(table, next),
    answer: (command, answer) => answered(table, command, answer),
    connection: (state) => (table.connected.value = state),
    fatal(problem) {
      if (table.scene.value) table.note.value = refusal(problem);
      else table.fatal.value = problem;
    },
    crowd: () => (table.scene.value?.event && table.crowd()) || 0,
  });
  tellPace(table);
  return () => {
    table.connection?.close();
    table.connection = null;
    table.queue = [];
    clearTimeout(table.showTimer);
    clearTimeout(table.forcedTimer);
    forget(table);
  };
}

/** Ask for everything once more: the viewer may be somebody else now. */
export function reenter(table: TableState): void {
  table.queue = [];
  table.connection?.restart();
}

/** Send an act, unless one is on its way. */
export function send(table: TableState, text: string): void {
  const { connection, scene, pending } = table;
  if (pending.value || !connection || !scene.value) return;
  const { seq = 0 } = scene.value;
  batch(() => {
    table.note.value = null;
    pending.value = connection.act(text, seq);
  });
}

/** Let bots play at a pace from now on, here and at tables to come. */
export function choosePace(table: TableState, pace: Pace): void {
  storage.set("pace", pace);
  table.pace.value = pace;
  tellPace(table);
}

/** Tell the room at what pace its bots are to play, if that was ever chosen. */
function tellPace({ match, pace }: TableState): void {
  if (pace.value) request<SetPace>(`/api/matches/${match}/pace`, { pace: pace.value } satisfies SetPace).catch(() => undefined);
}

/** Look through the eyes of another seat of this device, or nobody's; what the last one saw is forgotten. */
function lookAs(table: TableState, seat: number | null, next: number | null): void {
  table.queue = [];
  batch(() => {
    table.scene.value = table.fatal.value = table.pending.value = table.reading.value = table.ahead.value = null;
    table.story.value = [];
    table.spoken.value = "";
    table.connected.value = "connecting";
    table.moved.value = new Set();
    drop(table);
    table.eyes.value = seat;
    table.handTo.value = next;
  });
  table.connection?.sit(seat);
}

/** The seat that was to get the device has it. */
export function take(table: TableState, seat: number): void {
  lookAs(table, seat, null);
}

/** What comes of an act that was on its way while the table went on. */
const OVERTAKEN = "The table had gone on before that came, so it was not done.";

function answered(table: TableState, command: Command, answer: { type: "done" } | Problem): void {
  if (table.pending.value?.cid === command.cid) settled(table, answer.type === "done");
  if (answer.type === "done" && command.act === "/leave") table.device.go("/"); // to the lobby
  if (answer.type !== "problem") return;
  table.note.value = refusal(answer.code === "action.stale" ? { ...answer, message: OVERTAKEN } : answer);
}

/** The act that was on its way is out of the way, and if it was done so is its question. */
function settled(table: TableState, wasDone: boolean): void {
  table.pending.value = null;
  if (wasDone) table.asking.value = null;
}

function arrive(table: TableState, next: Scene): void {
  answerSeals(table, next);
  if (handsOf(next.match ?? "").length) {
    const change = whose(next, table.eyes.value);
    if (change.eyes !== table.eyes.value) {
      lookAs(table, change.eyes, change.handTo);
      return;
    }
    if (table.eyes.value == null) table.handTo.value = change.handTo;
  }
  table.queue = [...table.queue, next];
  if (table.queue.length > QUEUE) table.queue = [next];
  if (table.reading.value) table.ahead.value = next;
  else if (table.queue.length === 1) showNext(table);
}

function showNext(table: TableState): void {
  clearTimeout(table.showTimer);
  const [next, ...later] = table.queue;
  if (!next || table.reading.value) return;
  const rest = paced(table) ? table.shownAt + BEATS[table.pace.value ?? "normal"] - table.device.now() : 0;
  if (rest > 0 && !table.device.isHidden()) {
    table.showTimer = setTimeout(() => showNext(table), rest);
    return;
  }
  if (unread(next, !table.scene.value)) {
    show(table, read(table, next)); // the next hand waits until the person has read how this one ended
    return;
  }
  table.queue = later;
  show(table, next);
  showNext(table);
}

/** How the last hand or round ended is read: what has happened since comes on the table. */
export function goOn(table: TableState): void {
  table.shownAt = 0;
  batch(() => {
    done(table);
    showNext(table);
  });
}

/** Show how the last hand or round ended once more. */
export function readAgain(table: TableState): void {
  const now = table.scene.value;
  if (!now?.reckoning || table.reading.value) return;
  clearTimeout(table.showTimer);
  table.queue = [now, ...table.queue];
  show(table, read(table, now));
  table.ahead.value = table.queue.at(-1) ?? null;
}

/** Whether somebody else's step came before the next scene. */
function paced(table: TableState): boolean {
  const before = table.scene.value;
  return !!before && !table.device.isCalm() && !before.seats[before.viewer ?? -1]?.turn;
}

function show(table: TableState, next: Scene): void {
  const { scene, pick, asking, draft, prepared, spoken, story } = table;
  const before = scene.value;
  const news = unheard(before?.say ?? [], next.say ?? []);
  sealed(next.match ?? "", next.fairness?.commitment ?? "");
  table.shownAt = table.device.now();
  recall(table, before, next);
  remember(table, next);
  batch(() => {
    if (table.pending.value && (next.seq ?? 0) > table.pending.value.seq) settled(table, true); // the word that it is done may come later
    follow(table, before, next);
    if (before?.match !== next.match || before?.seq !== next.seq) forget(table);
    scene.value = next;
    table.cameAt.value = table.time.value = table.shownAt;
    story.value = [...story.value, ...news];
    spoken.value = heard(before, next, news) || spoken.value;
    if (asking.value && !next.acts[asking.value.id]) asking.value = null;
    if (draft.value && !next.acts[draft.value.id]) draft.value = null;
    if (before && before.seq !== next.seq) table.note.value = null;
    table.offered.value = [];
    if (!pick.value || !choicesOn(table, pick.value).length) pick.value = ready(table, next);
  });
  if (prepared.value && due(next)) playPrepared(table, prepared.value, next);
  else {
    const begun = foresee(table, next, (id) => playForced(table, id));
    if (begun) spoken.value += ` In a moment by itself: ${begun.label}.`;
  }
}

/** It is the person's turn: what was prepared is done, or dropped with a sentence. */
function playPrepared(table: TableState, { id, prepares }: OfferedAct, now: Scene): void {
  table.prepared.value = null;
  if (now.acts[id]) send(table, id);
  else advise(table, { message: `What you prepared cannot be done now: ${prepares}.` });
}

/** Nothing else could be done: that is told, then it is done. */
function playForced(table: TableState, id: string): void {
  const sentence = "Nothing else could be done, so this was done by itself";
  table.story.value = [...table.story.value, sentence];
  table.spoken.value = `${sentence}.`;
  send(table, id);
}

/** A single thing lying in a tray is in the hand already. */
function ready(table: TableState, next: Scene): string {
  const trays = Object.values(next.zones).filter((zone) => zone.kind === "tray");
  const refs = trays.flatMap((zone) => zone.items ?? []).map((id) => `p:${id}`);
  const able = refs.filter((ref) => choicesOn(table, ref).some(({ act }) => act.to));
  return able.length === 1 ? (able[0] ?? "") : "";
}

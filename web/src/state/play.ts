// A visit to a table: scenes arrive over the connection and are shown one by one at a pace the eye can follow; acts are sent.

import { batch } from "@preact/signals";

import type { Command, Problem, Scene } from "../types";
import { connect, type Source } from "./connection";
import { storage } from "./device";
import { finishReading, hasUnreadEnding, readEnding } from "./ending";
import { scheduleOnlyAct } from "./forced";
import { nextView, sharedSeats } from "./hands";
import { dropHints } from "./hints";
import { announcement, markMoved, newSentences } from "./news";
import { isViewersTurn, rememberActs } from "./prepare";
import { storeCommitment } from "./proof";
import { choicesOn, drop, isUndealt, type OfferedAct, type Pace, refusal, showAdvice, type TableState } from "./table";
import { rememberTargets } from "./why";

/** Milliseconds between two shown steps of other players. */
const BEATS: Record<Pace, number> = { slow: 700, normal: 450, fast: 225, off: 0 };
/** Steps that may wait to be shown; from a longer queue only the newest is shown. */
const QUEUE = 8;

/** Connect to a table. Return a function that leaves it. */
export function enter(table: TableState, source: Source = connect): () => void {
  table.connection = source(table.device, table.match, {
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
    dropHints(table);
  };
}

/** Fetch the whole scene again, because the viewer may have changed. */
export function reenter(table: TableState): void {
  table.queue = [];
  table.connection?.restart();
}

/** Send an act, unless another one is waiting for its answer. */
export function send(table: TableState, text: string): void {
  const { connection, scene, pending } = table;
  if (pending.value || !connection || !scene.value) return;
  const { seq = 0 } = scene.value;
  batch(() => {
    table.note.value = null;
    pending.value = connection.act(text, seq);
  });
}

/** Set the pace of bots, at this table and at later ones. */
export function choosePace(table: TableState, pace: Pace): void {
  storage.set("pace", pace);
  table.pace.value = pace;
  tellPace(table);
}

/** Tell the room the chosen pace of its bots, if there is one. */
function tellPace({ connection, pace }: TableState): void {
  if (pace.value) connection?.setPace(pace.value);
}

/** Switch to the view of another seat of this device, or to nobody's, and drop everything that the last one saw. */
function switchView(table: TableState, seat: number | null, next: number | null): void {
  table.queue = [];
  batch(() => {
    table.scene.value = table.fatal.value = table.pending.value = table.reading.value = table.ahead.value = null;
    table.story.value = [];
    table.spoken.value = "";
    table.connected.value = "connecting";
    table.moved.value = new Map();
    drop(table);
    table.eyes.value = seat;
    table.handTo.value = next;
  });
  table.connection?.sit(seat);
}

/** Show the view of the seat that has taken the device. */
export function takeDevice(table: TableState, seat: number): void {
  switchView(table, seat, null);
}

/** Shown when another step reached the room before the act did. */
const OVERTAKEN = "The table moved on before your move arrived, so it wasn’t played.";

function answered(table: TableState, command: Command, answer: { type: "done" } | Problem): void {
  if (table.pending.value?.cid === command.cid) clearPending(table, answer.type === "done");
  if (answer.type === "done" && command.act === "/leave") table.device.go("/"); // to the lobby
  if (answer.type !== "problem") return;
  table.note.value = refusal(answer.code === "action.stale" ? { ...answer, message: OVERTAKEN } : answer);
}

/** Clear the act that was sent; if it was done, close its question too. */
function clearPending(table: TableState, wasDone: boolean): void {
  table.pending.value = null;
  if (wasDone) table.asking.value = null;
}

function arrive(table: TableState, next: Scene): void {
  const shown = table.scene.value;
  if (shown?.match === next.match && isUndealt(next) && `${shown?.terms}` !== `${next.terms}`)
    showAdvice(table, { message: "The table has changed. Here is what is played now." });
  if (sharedSeats(next.match ?? "").length) {
    const change = nextView(next, table.eyes.value);
    if (change.eyes !== table.eyes.value) {
      switchView(table, change.eyes, change.handTo);
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
  if (hasUnreadEnding(next, !table.scene.value)) {
    show(table, readEnding(table, next)); // the next hand is shown when the person goes on
    return;
  }
  table.queue = later;
  show(table, next);
  showNext(table);
}

/** Leave the end of a hand or round, and show what has happened since. */
export function goOn(table: TableState): void {
  table.shownAt = 0;
  batch(() => {
    finishReading(table);
    showNext(table);
  });
}

/** Show again how the last hand or round ended. */
export function readAgain(table: TableState): void {
  const now = table.scene.value;
  if (!now?.reckoning || table.reading.value) return;
  clearTimeout(table.showTimer);
  table.queue = [now, ...table.queue];
  show(table, readEnding(table, now));
  table.ahead.value = table.queue.at(-1) ?? null;
}

/** Return whether the next scene must wait for its beat: it follows another player's step. */
function paced(table: TableState): boolean {
  const before = table.scene.value;
  return !!before && !table.device.isCalm() && !before.seats[before.viewer ?? -1]?.turn;
}

function show(table: TableState, next: Scene): void {
  const { scene, pick, asking, draft, prepared, spoken, story } = table;
  const before = scene.value;
  const news = newSentences(before?.say ?? [], next.say ?? []);
  storeCommitment(next.match ?? "", next.fairness?.commitment ?? "");
  table.shownAt = table.device.now();
  rememberActs(table, before, next);
  rememberTargets(table, next);
  batch(() => {
    if (table.pending.value && (next.seq ?? 0) > table.pending.value.seq) clearPending(table, true); // its answer may come after the scene
    markMoved(table, before, next);
    if (before?.match !== next.match || before?.seq !== next.seq) dropHints(table);
    if (before?.viewer == null && next.viewer != null) table.showTable.value = false; // let in to a seat
    scene.value = next;
    table.cameAt.value = table.time.value = table.shownAt;
    story.value = [...story.value, ...news];
    spoken.value = announcement(before, next, news) || spoken.value;
    if (asking.value && !next.acts[asking.value.id]) asking.value = null;
    if (draft.value && !next.acts[draft.value.id]) draft.value = null;
    if (before && (before.seq ?? 0) !== (next.seq ?? 0)) table.note.value = null;
    table.offered.value = [];
    if (hasMovedOn(before, next)) pick.value = table.half.value = "";
    if (!pick.value || !choicesOn(table, pick.value).length) pick.value = onlyTrayPiece(table, next);
  });
  if (prepared.value && isViewersTurn(next)) playPrepared(table, prepared.value, next);
  else {
    const begun = scheduleOnlyAct(table, next, (id) => playForced(table, id));
    if (begun) spoken.value += ` Played for you in a moment: ${begun.label}.`;
  }
}

/** Play the prepared move now that it is the person's turn, or say why not. */
function playPrepared(table: TableState, { id, prepares }: OfferedAct, now: Scene): void {
  table.prepared.value = null;
  if (now.acts[id]) send(table, id);
  else showAdvice(table, { message: `You can’t do what you prepared any more: ${prepares}.` });
}

/** Play the only possible move, and say so. */
function playForced(table: TableState, id: string): void {
  const sentence = "That was your only move, so it was played for you";
  table.story.value = [...table.story.value, sentence];
  table.spoken.value = `${sentence}.`;
  send(table, id);
}

/** Return the reference of the only movable piece in a tray, which is picked by itself; "" if there is none. */
function onlyTrayPiece(table: TableState, next: Scene): string {
  const trays = Object.values(next.zones).filter((zone) => zone.kind === "tray");
  const refs = trays.flatMap((zone) => zone.items ?? []).map((id) => `p:${id}`);
  const able = refs.filter((ref) => choicesOn(table, ref).some(({ act }) => act.to));
  return able.length === 1 ? (able[0] ?? "") : "";
}

/** Return whether the viewer's turn has led to another position: what was picked in it is forgotten. */
function hasMovedOn(before: Scene | null, next: Scene): boolean {
  return !!before && before.seq !== next.seq && isViewersTurn(before);
}

// What the table page knows: the scene on show, what is picked, asked, pending and refused. No rules: it matches
// what is tapped with the acts the scene brings.

import { batch, computed, signal } from "@preact/signals";

import { kept, problemOf } from "./api";
import { Connection, type Listener } from "./connection";
import { ahead, done, read, reading, unread } from "./ending";
import { eyes, handTo, handsOf, whose } from "./hands";
import type { LineState } from "./line";
import { calm, remember } from "./motion";
import { heard, unheard } from "./news";
import { beat, tellPace } from "./pace";
import { sealed } from "./proof";
import { due, prepared, PREPARE, preparable, recall } from "./prepare";
import { go } from "./route";
import { again, sitDown } from "./sit";
import type { Act, Command, Problem, Scene } from "./types";

export interface Choice {
  id: string;
  act: Act;
}

/** A refusal or a piece of advice, shown near the hand. */
export interface Note {
  text: string;
  rule: string;
  kind: "refusal" | "advice";
}

export const scene = signal<Scene | null>(null);
export const connected = signal<LineState>("connecting");
export const fatal = signal<Problem | null>(null);
/** The picked thing, "p:KH" or "z:row1"; "" nothing. */
export const pick = signal("");
/** The act whose question is being answered. */
export const asking = signal<Choice | null>(null);
/** The act that is shown as it would be, and done only when its button is chosen. */
export const draft = signal<Choice | null>(null);
/** Several acts between one thing and one place, to choose from. */
export const offered = signal<readonly Choice[]>([]);
/** The pile that is being looked through. */
export const looking = signal("");
export const pending = signal<Command | null>(null);
export const note = signal<Note | null>(null);
/** Every sentence heard so far, oldest first. */
export const story = signal<readonly string[]>([]);
/** What the live region says next. */
export const spoken = signal("");

const NO_CHOICES: readonly Choice[] = [];

/** Acts by what is picked first for them; "" holds the plain buttons. */
export const choices = computed(() => {
  const now = scene.value;
  const acts = !now || reading.value ? {} : { ...preparable(now), ...now.acts };
  const all = Object.entries(acts).map(([id, act]) => ({ id, act }));
  return Map.groupBy(all, ({ act }) => act.on ?? "");
});

/** Whether something is the viewer's to do: in an event a turn that has been ended lasts until the next card is called. */
export const yours = computed(() => {
  const { viewer, seats, acts = {} } = scene.value ?? {};
  return viewer != null && !!seats?.[viewer]?.turn && Object.keys(acts).length > 0;
});

/** In a hand, pieces that look alike are as good as each other: the one that acts are written for, by the others. */
const equals = computed(() => {
  const { zones = {}, pieces = {} } = scene.value ?? {};
  const hands = Object.values(zones).filter((zone) => zone.kind === "fan");
  const alike = hands.flatMap((zone) => [...Map.groupBy(zone.items ?? [], (id) => JSON.stringify(pieces[id]?.face)).values()]);
  return new Map<string, string>(
    alike.flatMap((ids) => {
      const able = ids.find((id) => choices.value.has(`p:${id}`));
      return able ? ids.map((id) => [`p:${id}`, `p:${able}`] as const) : [];
    }),
  );
});

export function choicesOn(ref: string): readonly Choice[] {
  return choices.value.get(equals.value.get(ref) ?? ref) ?? NO_CHOICES;
}

/** The acts of the picked thing that end at this place. */
export function choicesTo(place: string): readonly Choice[] {
  return pick.value ? choicesOn(pick.value).filter(({ act }) => act.to === place) : NO_CHOICES;
}

/** A tap on a thing: pick it, drop it again, or do the only thing there is to do with it. */
export function tap(ref: string): void {
  if (prepared.value?.act.on === ref) return drop();
  const found = choicesOn(ref);
  const only = found.length === 1 ? found[0] : undefined;
  if (only && (!only.act.to || pick.value === ref)) perform(only);
  else if (pick.value === ref) drop();
  else if (found.length) choose(ref);
}

export function choose(ref: string): void {
  batch(() => {
    drop();
    pick.value = ref;
  });
}

/** Let go of what is picked or asked. */
export function drop(): void {
  batch(() => {
    pick.value = "";
    offered.value = NO_CHOICES;
    asking.value = null;
    draft.value = null;
    prepared.value = null;
    note.value = null;
  });
}

/** Take back what was only shown; the piece stays picked. */
export function undraft(): void {
  draft.value = null;
}

export function offer(found: readonly Choice[]): void {
  offered.value = found;
}

export function look(zone: string): void {
  looking.value = zone;
}

/**
 * Do it, or ask first what it needs, or show it first where it ends a turn. Taking back begins with what is only shown.
 * Who sits down, here or at the rematch, brings a salt; that goes another way.
 */
export function perform(choice: Choice): void {
  if (pending.value) return;
  if (scene.value && !scene.value.acts[choice.id]) return prepare(choice);
  const match = scene.value?.match ?? "";
  if (choice.act.verb === "again") again(match, scene.value?.seats.length ?? 1).catch(refuse);
  else if (choice.act.verb === "sit") sitDown(match, "").then(reenter, refuse);
  else if (draft.value && choice.id === "undo") undraft();
  else if (choice.act.ask || choice.act.confirm) {
    batch(() => {
      note.value = null;
      (choice.act.ask ? asking : draft).value = choice;
    });
  } else send(choice.id);
}

/** Do it when it is the person's turn. */
function prepare(choice: Choice): void {
  batch(() => {
    drop();
    prepared.value = choice;
    spoken.value = choice.act.label.replace(PREPARE, "Prepared: ");
  });
}

/** It is the person's turn: what was prepared is done, or dropped with a sentence. */
function play({ id, act }: Choice, now: Scene): void {
  prepared.value = null;
  if (now.acts[id]) send(id);
  else advise({ message: `What you prepared cannot be done now: ${act.label.slice(PREPARE.length)}.` });
}

export function send(text: string): void {
  if (pending.value || !connection || !scene.value) return;
  batch(() => {
    note.value = null;
    pending.value = connection?.act(text, scene.value?.seq ?? 0) ?? null;
  });
}

/** How many words hints know, on this device; "" all. */
export const hintWords = signal(kept.get("hint-words"));

/** A sentence near the hand. */
export function advise({ message, rule }: { message: string; rule?: string }): void {
  note.value = { text: message, rule: rule ?? "", kind: "advice" };
}

function refuse(error: unknown): void {
  note.value = refusal(problemOf(error));
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
  };
  connection = new Connection(match, listener, null);
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

function answered(command: Command, answer: { type: "done" } | Problem): void {
  if (pending.value?.cid === command.cid) settled(answer.type === "done");
  if (answer.type === "done" && command.act === "/leave") leave();
  if (answer.type === "problem" && answer.code !== "action.stale") note.value = refusal(answer);
}

/** Away from a table that has not begun, to the lobby. */
function leave(): void {
  go("/");
}

/** The act that was on its way is out of the way, and if it was done so is its question. */
function settled(done: boolean): void {
  pending.value = null;
  if (done) asking.value = null;
}

function refusal(problem: Problem): Note {
  return { text: problem.message, rule: problem.rule ?? "", kind: "refusal" };
}

/** Steps of others that wait to be shown; a longer queue is skipped. */
const QUEUE = 8;

function arrive(next: Scene): void {
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
    scene.value = next;
    story.value = [...story.value, ...news];
    spoken.value = heard(before, next, news) || spoken.value;
    if (asking.value && !next.acts[asking.value.id]) asking.value = null;
    if (draft.value && !next.acts[draft.value.id]) undraft();
    if (before && before.seq !== next.seq) note.value = null;
    offered.value = NO_CHOICES;
    if (!pick.value || !choicesOn(pick.value).length) pick.value = ready(next);
  });
  if (prepared.value && due(next)) play(prepared.value, next);
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

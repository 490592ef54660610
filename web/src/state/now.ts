// What the table page knows: the scene on show, what is picked, asked, pending and refused. No rules: it matches what is
// tapped with the acts the scene brings. `room` brings scenes, `tap` does what is tapped.

import { batch, computed, signal } from "@preact/signals";

import type { Act, Command, Problem, Scene } from "../types";
import { storage } from "./device";
import { reading } from "./ending";
import { stay } from "./forced";
import { grouped } from "./grouped";
import type { LineState } from "./line";
import { preparable, prepared } from "./prepare";

export interface OfferedAct {
  id: string;
  act: Act;
  /** In another's turn: the label of the act that is done once it is the viewer's. */
  prepares?: string;
}

/** A refusal or a piece of advice, shown near the hand. */
export interface Note {
  text: string;
  rule: string;
  kind: "refusal" | "advice";
  /** Where what is picked will not go: "z:row1", "c:board:8,8". */
  place?: string;
}

export const scene = signal<Scene | null>(null);
export const connected = signal<LineState>("connecting");
export const fatal = signal<Problem | null>(null);
/** The picked thing, "p:KH" or "z:row1"; "" nothing. */
export const pick = signal("");
/** The letter of the picked card whose half was tapped; "" the whole card. */
export const half = signal("");
/** The act whose question is being answered. */
export const asking = signal<OfferedAct | null>(null);
/** The act that is shown as it would be, and done only when its button is chosen. */
export const draft = signal<OfferedAct | null>(null);
/** Several acts between one thing and one place, to choose from. */
export const offered = signal<readonly OfferedAct[]>([]);
/** The pile that is being looked through. */
export const looking = signal("");
export const pending = signal<Command | null>(null);
export const note = signal<Note | null>(null);
/** Every sentence heard so far, oldest first. */
export const story = signal<readonly string[]>([]);
/** What the live region says next. */
export const spoken = signal("");

const NO_CHOICES: readonly OfferedAct[] = [];

/** How many words hints know, on this device; "" all. */
export const hintWords = signal(storage.get("hint-words"));

/** Acts by what is picked first for them; "" holds the plain buttons. */
export const choices = computed(() => {
  const now = scene.value;
  const acts = Object.entries(reading.value ? {} : (now?.acts ?? {})).map(([id, act]) => ({ id, act }));
  const prepares = now && !reading.value ? preparable(now) : [];
  return grouped([...prepares, ...acts], ({ act }) => act.on ?? "");
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
  const alike = hands.flatMap((zone) => [...grouped(zone.items ?? [], (id) => JSON.stringify(pieces[id]?.face)).values()]);
  return new Map<string, string>(
    alike.flatMap((ids) => {
      const able = ids.find((id) => choices.value.has(`p:${id}`));
      return able ? ids.map((id) => [`p:${id}`, `p:${able}`] as const) : [];
    }),
  );
});

export function choicesOn(ref: string): readonly OfferedAct[] {
  const found = choices.value.get(equals.value.get(ref) ?? ref) ?? NO_CHOICES;
  return half.value && ref === pick.value ? ofHalf(found, half.value) : found;
}

/** Those that choose this letter of their card; all, if none of them chooses one. */
function ofHalf(found: readonly OfferedAct[], letter: string): readonly OfferedAct[] {
  return found.some(({ act }) => act.half) ? found.filter(({ act }) => act.half === letter) : found;
}

/** The acts of the picked thing that end at this place. */
export function choicesTo(place: string): readonly OfferedAct[] {
  return pick.value ? choicesOn(pick.value).filter(({ act }) => act.to === place) : NO_CHOICES;
}

/** Pick a thing, or of a card the letter in one half. */
export function choose(ref: string, letter = ""): void {
  batch(() => {
    drop();
    pick.value = ref;
    half.value = letter;
  });
}

/** Let go of what is picked or asked. */
export function drop(): void {
  batch(() => {
    pick.value = half.value = "";
    offered.value = NO_CHOICES;
    asking.value = null;
    draft.value = null;
    prepared.value = null;
    stay();
    note.value = null;
  });
}

/** Take back what was only shown; the piece stays picked. */
export function undraft(): void {
  draft.value = null;
}

export function offer(found: readonly OfferedAct[]): void {
  offered.value = found;
}

export function look(zone: string): void {
  looking.value = zone;
}

/** A sentence near the hand, and a mark at the place that it is about. */
export function advise({ message, rule }: { message: string; rule?: string }, place = ""): void {
  note.value = { text: message, rule: rule ?? "", kind: "advice", place };
}

/** A refusal as it is shown near the hand. */
export function refusal(problem: Problem): Note {
  return { text: problem.message, rule: problem.rule ?? "", kind: "refusal" };
}

// Everything a table page knows, in one object. It contains no rules: it matches taps with the acts that the scene offers. Views draw it;
// `tap`, `keys` and `play` change it. None of them uses the page, so tests drive a table without a browser.

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

import type { Act, Advice, Command, Problem, Reckoning, Scene, ShownAction } from "../types";
import type { Connection } from "./connection";
import { type Device, storage, type Timer } from "./device";
import { grouped } from "./grouped";
import type { LineState } from "./line";
import { preparableActs } from "./prepare";
import { createWordBox, type WordBox } from "./words";

export interface OfferedAct {
  id: string;
  act: Act;
  /** Set in another player's turn: the label of the act that is prepared. */
  prepares?: string;
}

/** A refusal or a piece of advice, shown near the hand. */
export interface Note {
  text: string;
  rule: string;
  kind: "refusal" | "advice";
  /** The place that refused the picked piece: "z:row1", "c:board:8,8". */
  place?: string;
}

/** A mistake of a seat and the better action; null where it picks no piece. */
export interface Compared {
  seat: number;
  played: ShownAction | null;
  better: ShownAction | null;
}

/** How fast bots play and their steps are shown. */
export type Pace = "slow" | "normal" | "fast" | "off";

export interface TableState {
  readonly device: Device;
  readonly match: string;

  /** The shown scene; null until the first one comes. */
  readonly scene: Signal<Scene | null>;
  readonly connected: Signal<LineState>;
  /** Why there is nothing to show. */
  readonly fatal: Signal<Problem | null>;
  /** The picked thing, "p:KH" or "z:row1"; "" nothing. */
  readonly pick: Signal<string>;
  /** The letter in the tapped half of the picked card; "" for the whole card. */
  readonly half: Signal<string>;
  /** The act whose question is being answered. */
  readonly asking: Signal<OfferedAct | null>;
  /** The letters of the answer so far. */
  readonly answer: Signal<string>;
  /** The act that the table shows as a draft until its button is pressed. */
  readonly draft: Signal<OfferedAct | null>;
  /** Acts between one thing and one place, to choose from. */
  readonly offered: Signal<readonly OfferedAct[]>;
  /** The act that waits for the viewer's turn. */
  readonly prepared: Signal<OfferedAct | null>;
  /** The viewer's only possible act, which is about to be played for them. */
  readonly coming: Signal<OfferedAct | null>;
  /** The command that waits for the room's answer. */
  readonly pending: Signal<Command | null>;
  readonly note: Signal<Note | null>;
  /** Every sentence so far, oldest first. */
  readonly story: Signal<readonly string[]>;
  /** What the live region says next. */
  readonly spoken: Signal<string>;
  /** Pieces that others have moved since the viewer's last own act, with the seat that moved each. */
  readonly moved: Signal<ReadonlyMap<string, number>>;
  /** The viewer's own order of the pieces of a zone, by its id. */
  readonly orders: Signal<Readonly<Record<string, readonly string[]>>>;

  /** In an analysis: a mistake and the better action, both shown on the board. */
  readonly compared: Signal<Compared | null>;

  /** In a lesson: the only act that counts now; "" all of them. */
  readonly only: Signal<string>;

  /** How the last hand or round ended, while its final board is shown. */
  readonly reading: Signal<Reckoning | null>;
  /** Whether the points are folded away meanwhile. */
  readonly folded: Signal<boolean>;
  /** The newest scene, shown when the reader goes on. */
  readonly ahead: Signal<Scene | null>;
  /** On a shared device: the seat whose view is shown; null: nobody's. */
  readonly eyes: Signal<number | null>;
  /** The seat that gets the device next. */
  readonly handTo: Signal<number | null>;

  /** The hints so far; null if nobody asked for any. */
  readonly advice: Signal<Advice | null>;
  /** Id of the act that the chosen hint recommends. */
  readonly hinted: Signal<string>;
  /** Whether better hints may still come. */
  readonly thinking: Signal<boolean>;

  /** Whether the caller of this board's event has paused; the card on call may be laid meanwhile. */
  readonly paused: Signal<boolean>;

  /** When the shown scene came, on the device's clock. */
  readonly cameAt: Signal<number>;
  /** The time now, on the device's clock; updated while a clock runs. */
  readonly time: Signal<number>;

  // What is open over the table: the table's own sheet, the result, the keys, the column at the side, the pile that is spread out (its
  // zone), the rules (their anchor, "" the beginning, null closed), and the word box.
  readonly showTable: Signal<boolean>;
  /** Whether the host changes the table before the deal. */
  readonly arranging: Signal<boolean>;
  readonly showResult: Signal<boolean>;
  readonly showKeys: Signal<boolean>;
  readonly showAside: Signal<boolean>;
  readonly looking: Signal<string>;
  readonly rulesAt: Signal<string | null>;
  readonly words: WordBox;

  // Settings of this device: the vocabulary of hints ("" all words), whether letters and digits are keys, whether the only possible move
  // is played by itself, and the pace of bots (null: never chosen).
  readonly hintWords: Signal<string>;
  readonly signs: Signal<boolean>;
  readonly plays: Signal<boolean>;
  readonly pace: Signal<Pace | null>;

  /** Acts by the thing that is picked first; "" holds the plain buttons. */
  readonly choices: ReadonlySignal<ReadonlyMap<string, readonly OfferedAct[]>>;
  /** Whether the viewer can act. In an event, a turn that has ended lasts until the next card is called. */
  readonly yours: ReadonlySignal<boolean>;
  /** Pieces of a hand that look the same are interchangeable: the one that acts name, by each of its likes. */
  readonly equals: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Words that can be tapped to look them up. */
  readonly tappable: ReadonlySignal<ReadonlySet<string>>;

  // Not drawn: the connection; the scenes that wait to be shown, and when the last one was; the acts of the viewer's last turn with their
  // zones; the last act to each place; the last position searched for an only possible act; the request for hints; and the number of
  // players in an event.
  connection: Connection | null;
  queue: readonly Scene[];
  shownAt: number;
  showTimer: Timer;
  lastActs: Readonly<Record<string, { act: Act; zone: string | undefined }>>;
  readonly ways: Map<string, { id: string; on: string }>;
  forcedIn: string;
  forcedTimer: Timer;
  adviser: AbortController | null;
  crowd: () => number;
}

/** What every view of a table is given. */
export interface AtTable {
  table: TableState;
}

const NO_CHOICES: readonly OfferedAct[] = [];

export const PACES: readonly Pace[] = ["slow", "normal", "fast", "off"];

/** Return the state of a table without a scene; `enter` connects it. */
export function createTable(device: Device, match: string): TableState {
  const scene = signal<Scene | null>(null);
  const reading = signal<Reckoning | null>(null);
  const only = signal("");
  const choices = computed(() => {
    const now = reading.value ? null : scene.value;
    const acts = Object.entries(now?.acts ?? {})
      .map(([id, act]) => ({ id, act }))
      .filter(({ id }) => !only.value || id === only.value);
    return grouped([...(now ? preparableActs(table, now) : []), ...acts], ({ act }) => act.on ?? "");
  });
  const table: TableState = {
    device,
    match,
    scene,
    only,
    reading,
    choices,
    connected: signal<LineState>("connecting"),
    fatal: signal<Problem | null>(null),
    pick: signal(""),
    half: signal(""),
    asking: signal<OfferedAct | null>(null),
    answer: signal(""),
    draft: signal<OfferedAct | null>(null),
    offered: signal(NO_CHOICES),
    prepared: signal<OfferedAct | null>(null),
    coming: signal<OfferedAct | null>(null),
    pending: signal<Command | null>(null),
    note: signal<Note | null>(null),
    story: signal<readonly string[]>([]),
    spoken: signal(""),
    moved: signal<ReadonlyMap<string, number>>(new Map()),
    compared: signal<Compared | null>(null),
    orders: signal<Readonly<Record<string, readonly string[]>>>({}),
    folded: signal(false),
    ahead: signal<Scene | null>(null),
    eyes: signal<number | null>(null),
    handTo: signal<number | null>(null),
    advice: signal<Advice | null>(null),
    hinted: signal(""),
    thinking: signal(false),
    paused: signal(false),
    cameAt: signal(device.now()),
    time: signal(device.now()),
    showTable: signal(false),
    arranging: signal(false),
    showResult: signal(false),
    showKeys: signal(false),
    showAside: signal(false),
    looking: signal(""),
    rulesAt: signal<string | null>(null),
    words: createWordBox(),
    hintWords: signal(storage.get("hint-words")),
    signs: signal(storage.get("signs") !== "no"),
    plays: signal(storage.get("forced-turns") === "yes"),
    pace: signal(PACES.find((pace) => pace === storage.get("pace")) ?? null),
    yours: computed(() => {
      const { viewer, seats, acts = {} } = scene.value ?? {};
      return viewer != null && !!seats?.[viewer]?.turn && Object.keys(acts).length > 0;
    }),
    equals: computed(() => {
      const { zones = {}, pieces = {} } = scene.value ?? {};
      const hands = Object.values(zones).filter((zone) => zone.kind === "fan");
      const alike = hands.flatMap((zone) => [...grouped(zone.items ?? [], (id) => JSON.stringify(pieces[id]?.face)).values()]);
      return new Map<string, string>(
        alike.flatMap((ids) => {
          const able = ids.find((id) => choices.value.has(`p:${id}`));
          return able ? ids.map((id) => [`p:${id}`, `p:${able}`] as const) : [];
        }),
      );
    }),
    tappable: computed(() => new Set(scene.value?.words ?? [])),
    connection: null,
    queue: [],
    shownAt: 0,
    showTimer: undefined,
    lastActs: {},
    ways: new Map(),
    forcedIn: "",
    forcedTimer: undefined,
    adviser: null,
    crowd: () => 0,
  };
  return table;
}

/** Return the acts that begin with a thing; "": the plain buttons. */
export function choicesOn(table: TableState, ref: string): readonly OfferedAct[] {
  const found = table.choices.value.get(table.equals.value.get(ref) ?? ref) ?? NO_CHOICES;
  const letter = ref === table.pick.value ? table.half.value : "";
  return letter && found.some(({ act }) => act.half) ? found.filter(({ act }) => act.half === letter) : found;
}

/** Return the acts of the scene that a lesson leaves out for now: all, those that begin with a thing, or ("") the plain buttons. */
export function leftOut({ scene, only }: TableState, ref?: string, place = ""): readonly OfferedAct[] {
  if (!only.value) return NO_CHOICES;
  const acts = Object.entries(scene.value?.acts ?? {}).map(([id, act]) => ({ id, act }));
  return acts.filter(({ id, act: { on = "", to } }) => id !== only.value && (ref === undefined || on === ref) && (!place || to === place));
}

/** Return the acts that take the picked thing to a place; with nothing picked, those that need no more than a square. */
export function choicesTo(table: TableState, place: string): readonly OfferedAct[] {
  return choicesOn(table, table.pick.value).filter(({ act }) => act.to === place);
}

/** Return the place where the picked piece most likely goes, piles aside: the hint's, or the only one; else "". */
export function likelyPlace(table: TableState): string {
  const kindOf = (place: string): string => table.scene.value?.zones[place.slice(2)]?.kind ?? "";
  const found = table.pick.value ? choicesOn(table, table.pick.value).filter(({ act }) => act.to && kindOf(act.to) !== "pile") : [];
  const hinted = found.find(({ id }) => id === table.hinted.value)?.act.to;
  const [likely = "", ...others] = new Set(found.map(({ act }) => act.to ?? ""));
  return hinted ?? (others.length ? "" : likely);
}

/** Pick a thing, or of a card the letter in one half. */
export function choose(table: TableState, ref: string, letter = ""): void {
  batch(() => {
    drop(table);
    table.pick.value = ref;
    table.half.value = letter;
  });
}

/** Let go of what is picked, and cancel questions, drafts and prepared moves. */
export function drop(table: TableState): void {
  batch(() => {
    table.pick.value = table.half.value = "";
    table.offered.value = NO_CHOICES;
    table.asking.value = table.draft.value = table.prepared.value = null;
    stopOnlyAct(table);
    table.note.value = null;
  });
}

/** Stop the move that was about to be played for the viewer. */
export function stopOnlyAct(table: TableState): void {
  clearTimeout(table.forcedTimer);
  table.coming.value = null;
}

/** Show a sentence near the hand, and mark the place that it is about. */
export function showAdvice(table: TableState, { message, rule }: { message: string; rule?: string }, place = ""): void {
  table.note.value = { text: message, rule: rule ?? "", kind: "advice", place };
}

/** Return the note that shows a refusal. */
export function refusal(problem: Problem): Note {
  return { text: problem.message, rule: problem.rule ?? "", kind: "refusal" };
}

/** Return the pieces of a zone in the viewer's own order; new ones stand where the scene puts them. */
export function arranged(table: TableState, zone: string, items: readonly string[]): readonly string[] {
  const order = (table.orders.value[zone] ?? []).filter((id) => items.includes(id));
  const known = new Set(order);
  let next = 0;
  return items.map((id) => (known.has(id) ? (order[next++] ?? id) : id));
}

/** Move a piece of a zone to another one's position. The order outlasts every change of the scene. */
export function arrange(table: TableState, zone: string, piece: string, over: string): void {
  const order = [...arranged(table, zone, table.scene.value?.zones[zone]?.items ?? [])];
  const to = order.indexOf(over);
  if (to < 0) return;
  order.splice(order.indexOf(piece), 1);
  order.splice(to, 0, piece);
  orderHand(table, zone, order);
}

/** Put the pieces of a zone into an order of the viewer's own. */
export function orderHand(table: TableState, zone: string, order: readonly string[]): void {
  table.orders.value = { ...table.orders.value, [zone]: order };
}

/** Return whether the table is still empty: nothing has been dealt. */
export function isUndealt({ zones, result }: Scene): boolean {
  return !Object.keys(zones).length && !result;
}

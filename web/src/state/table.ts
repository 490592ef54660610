// All that a table page knows, in one object. It holds no rule: it matches what is tapped with the acts that the scene brings. Views draw
// it; `tap`, `keys` and `play` change it. None of this knows of a page, so tests drive a table without a browser.

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

import type { Act, Advice, Command, Problem, Reckoning, Scene } from "../types";
import type { Connection } from "./connection";
import { type Device, storage, type Timer } from "./device";
import { grouped } from "./grouped";
import type { LineState } from "./line";
import { preparable } from "./prepare";
import { createWordBox, type WordBox } from "./words";

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

/** How fast bots play and their steps are shown. */
export type Pace = "slow" | "normal" | "fast" | "off";

export interface TableState {
  readonly device: Device;
  readonly match: string;

  /** The scene on show; null until the first has come. */
  readonly scene: Signal<Scene | null>;
  readonly connected: Signal<LineState>;
  /** Why there is nothing to show. */
  readonly fatal: Signal<Problem | null>;
  /** The picked thing, "p:KH" or "z:row1"; "" nothing. */
  readonly pick: Signal<string>;
  /** The letter of the picked card whose half was tapped; "" the whole card. */
  readonly half: Signal<string>;
  /** The act whose question is being answered. */
  readonly asking: Signal<OfferedAct | null>;
  /** The act that is shown as it would be, and done only when its button is chosen. */
  readonly draft: Signal<OfferedAct | null>;
  /** Several acts between one thing and one place, to choose from. */
  readonly offered: Signal<readonly OfferedAct[]>;
  /** The act that waits for the viewer's turn. */
  readonly prepared: Signal<OfferedAct | null>;
  /** The only thing there is to do, which is done by itself in a moment. */
  readonly coming: Signal<OfferedAct | null>;
  /** The command that is on its way. */
  readonly pending: Signal<Command | null>;
  readonly note: Signal<Note | null>;
  /** Every sentence heard so far, oldest first. */
  readonly story: Signal<readonly string[]>;
  /** What the live region says next. */
  readonly spoken: Signal<string>;
  /** Pieces that others have moved since the viewer's last own act. */
  readonly moved: Signal<ReadonlySet<string>>;
  /** The viewer's own order of the pieces of a zone, by its id. */
  readonly orders: Signal<Readonly<Record<string, readonly string[]>>>;

  /** How a hand or round ended, while that is read over its board. */
  readonly reading: Signal<Reckoning | null>;
  /** Whether the board alone is looked at meanwhile. */
  readonly folded: Signal<boolean>;
  /** The newest scene, which waits until the reader goes on. */
  readonly ahead: Signal<Scene | null>;
  /** On a device that is handed on: whose view is on show; null: nobody's. */
  readonly eyes: Signal<number | null>;
  /** The seat that is to get the device. */
  readonly handTo: Signal<number | null>;

  /** What is advised so far; null: nobody has asked. */
  readonly advice: Signal<Advice | null>;
  /** The act that a touched hint is about. */
  readonly hinted: Signal<string>;
  /** Whether better advice may still come. */
  readonly thinking: Signal<boolean>;

  /** When the scene on show came, and the time now, on the device's clock. */
  readonly cameAt: Signal<number>;
  readonly time: Signal<number>;

  // What is open over the table: the table's own sheet, the result, the keys, the aside, a pile that is looked through, the rules at
  // an anchor ("" their beginning, null closed), and the word box.
  readonly showTable: Signal<boolean>;
  readonly showResult: Signal<boolean>;
  readonly showKeys: Signal<boolean>;
  readonly showAside: Signal<boolean>;
  readonly looking: Signal<string>;
  readonly rulesAt: Signal<string | null>;
  readonly words: WordBox;

  // Wishes that are kept on this device: how many words hints know ("" all), whether letters and digits are keys, whether what is the
  // only thing to do is done by itself, and the pace of bots (null: none was ever chosen).
  readonly hintWords: Signal<string>;
  readonly signs: Signal<boolean>;
  readonly plays: Signal<boolean>;
  readonly pace: Signal<Pace | null>;

  /** Acts by what is picked first for them; "" holds the plain buttons. */
  readonly choices: ReadonlySignal<ReadonlyMap<string, readonly OfferedAct[]>>;
  /** Whether something is the viewer's to do: in an event a turn that has been ended lasts until the next card is called. */
  readonly yours: ReadonlySignal<boolean>;
  /** In a hand, pieces that look alike are as good as each other: the one that acts are written for, by the others. */
  readonly equals: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Words that can be tapped to look them up. */
  readonly tappable: ReadonlySignal<ReadonlySet<string>>;

  // What is behind it, seen by nobody: the line to the room, scenes that wait to be shown and when the last one was, what could be done
  // in the viewer's last turn with the zone of each piece, the acts that last led to each place, the position in which a forced act
  // was looked for, whoever thinks about advice, how many play beside in an event, and the salts and seals that were sent.
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
  readonly sent: Set<string>;
}

/** What every view of a table is given. */
export interface AtTable {
  table: TableState;
}

const NO_CHOICES: readonly OfferedAct[] = [];

export const PACES: readonly Pace[] = ["slow", "normal", "fast", "off"];

/** Return the state of a table that nobody has come to yet: `enter` has its scenes come. */
export function createTable(device: Device, match: string): TableState {
  const scene = signal<Scene | null>(null);
  const reading = signal<Reckoning | null>(null);
  const choices = computed(() => {
    const now = reading.value ? null : scene.value;
    const acts = Object.entries(now?.acts ?? {}).map(([id, act]) => ({ id, act }));
    return grouped([...(now ? preparable(table, now) : []), ...acts], ({ act }) => act.on ?? "");
  });
  const table: TableState = {
    device,
    match,
    scene,
    reading,
    choices,
    connected: signal<LineState>("connecting"),
    fatal: signal<Problem | null>(null),
    pick: signal(""),
    half: signal(""),
    asking: signal<OfferedAct | null>(null),
    draft: signal<OfferedAct | null>(null),
    offered: signal(NO_CHOICES),
    prepared: signal<OfferedAct | null>(null),
    coming: signal<OfferedAct | null>(null),
    pending: signal<Command | null>(null),
    note: signal<Note | null>(null),
    story: signal<readonly string[]>([]),
    spoken: signal(""),
    moved: signal<ReadonlySet<string>>(new Set()),
    orders: signal<Readonly<Record<string, readonly string[]>>>({}),
    folded: signal(false),
    ahead: signal<Scene | null>(null),
    eyes: signal<number | null>(null),
    handTo: signal<number | null>(null),
    advice: signal<Advice | null>(null),
    hinted: signal(""),
    thinking: signal(false),
    cameAt: signal(device.now()),
    time: signal(device.now()),
    showTable: signal(false),
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
    sent: new Set(),
  };
  return table;
}

/** The acts that begin with a thing; "" for the plain buttons. */
export function choicesOn(table: TableState, ref: string): readonly OfferedAct[] {
  const found = table.choices.value.get(table.equals.value.get(ref) ?? ref) ?? NO_CHOICES;
  const letter = ref === table.pick.value ? table.half.value : "";
  return letter && found.some(({ act }) => act.half) ? found.filter(({ act }) => act.half === letter) : found;
}

/** The acts of the picked thing that end at this place. */
export function choicesTo(table: TableState, place: string): readonly OfferedAct[] {
  return table.pick.value ? choicesOn(table, table.pick.value).filter(({ act }) => act.to === place) : NO_CHOICES;
}

/** Pick a thing, or of a card the letter in one half. */
export function choose(table: TableState, ref: string, letter = ""): void {
  batch(() => {
    drop(table);
    table.pick.value = ref;
    table.half.value = letter;
  });
}

/** Let go of what is picked, asked, prepared or coming. */
export function drop(table: TableState): void {
  batch(() => {
    table.pick.value = table.half.value = "";
    table.offered.value = NO_CHOICES;
    table.asking.value = table.draft.value = table.prepared.value = null;
    stay(table);
    table.note.value = null;
  });
}

/** Stop what would be done by itself: the viewer does it. */
export function stay(table: TableState): void {
  clearTimeout(table.forcedTimer);
  table.coming.value = null;
}

/** Show a sentence near the hand, and mark the place that it is about. */
export function advise(table: TableState, { message, rule }: { message: string; rule?: string }, place = ""): void {
  table.note.value = { text: message, rule: rule ?? "", kind: "advice", place };
}

/** A refusal as it is shown near the hand. */
export function refusal(problem: Problem): Note {
  return { text: problem.message, rule: problem.rule ?? "", kind: "refusal" };
}

/** The pieces of a zone as the viewer has arranged them; new ones stand where the scene puts them. */
export function arranged(table: TableState, zone: string, items: readonly string[]): readonly string[] {
  const order = (table.orders.value[zone] ?? []).filter((id) => items.includes(id));
  const known = new Set(order);
  let next = 0;
  return items.map((id) => (known.has(id) ? (order[next++] ?? id) : id));
}

/** Put a piece where another one of its zone is. This order stays on the page, by piece, and outlasts every change of the scene. */
export function arrange(table: TableState, zone: string, piece: string, over: string): void {
  const order = [...arranged(table, zone, table.scene.value?.zones[zone]?.items ?? [])];
  const to = order.indexOf(over);
  if (to < 0) return;
  order.splice(order.indexOf(piece), 1);
  order.splice(to, 0, piece);
  table.orders.value = { ...table.orders.value, [zone]: order };
}

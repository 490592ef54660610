// A lesson: a short match from a script, at a real table. It takes the place of the game room: it shows the scenes of its steps one after
// the other, and in each step one act leads on. Every other act is answered by the reason, and changes nothing.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

import type { Lesson, LessonStep, Problem, Scene } from "../types";
import { freshId, problemOf, request } from "./api";
import type { Connection, Listener } from "./connection";
import type { Device } from "./device";
import { enter } from "./play";
import { choose, createTable, drop, type TableState } from "./table";

export interface LessonState {
  readonly lesson: Lesson;
  readonly table: TableState;
  /** Index of the step whose scene is shown, or comes next. */
  readonly at: Signal<number>;
  /** Whether the scene of that step is shown, so that it is the learner's turn. */
  readonly ready: ReadonlySignal<boolean>;
}

/** No act counts: others move, or the lesson is over. */
const NONE = "-";

/** Return a lesson at its beginning; `enterLesson` shows its first step. */
export function createLesson(device: Device, lesson: Lesson): LessonState {
  const table = createTable(device, "");
  const at = signal(0);
  const ready = computed(() => table.scene.value?.seq === numbered(lesson, at.value) && !table.reading.value);
  table.plays.value = false; // the only act that counts is the learner's to find
  table.only.value = NONE;
  return { lesson, table, at, ready };
}

/** The step whose scene is shown, or comes next. */
export function stepOf({ lesson, at }: LessonState): LessonStep | undefined {
  return lesson.steps[at.value];
}

/** Whether the last step is shown, in which nothing is left to do. */
export function isOver(live: LessonState): boolean {
  return live.at.value === live.lesson.steps.length - 1;
}

/** Begin a lesson. Return a function that leaves it. */
export function enterLesson(live: LessonState): () => void {
  return enter(live.table, (_device, _match, listener) => play(live, listener));
}

/** Leave a lesson before its end: nothing is lit any more. */
export function skipLesson({ table }: LessonState): void {
  drop(table);
  table.only.value = NONE;
}

/** Return the seq of a step's scene: the number of scenes before it. Positions of a script may be far apart, so they get numbers anew. */
function numbered({ steps }: Lesson, at: number): number {
  return steps.slice(0, at + 1).reduce((sum, { before = [] }) => sum + before.length + 1, 0);
}

/** Play the room's part. */
function play(live: LessonState, listener: Listener): Connection {
  const { lesson, table, at } = live;
  const match = `lesson ${freshId()}`; // the end of a hand is read again in the next lesson

  function begin(step: number): void {
    const { before = [], scene, act } = lesson.steps[step] as LessonStep;
    at.value = step;
    table.only.value = NONE;
    const first = numbered(lesson, step) - before.length;
    before.forEach((each, index) => {
      listener.scene(shown(each, first + index, {}));
    });
    const acts = Object.entries(scene.acts).map(([id, each]) => [id, { ...each, main: id === act }] as const);
    listener.scene(shown(scene, first + before.length, Object.fromEntries(acts)));
    table.only.value = act || NONE;
    const { on = "", to = "" } = scene.acts[act] ?? {};
    if (to && lesson.steps.slice(0, step).some((done) => done.scene.acts[done.act]?.to)) pickFor(on);
  }

  /** Pick the piece of a step once its scene is shown; the learner has picked one before. */
  function pickFor(ref: string): void {
    const stop = live.ready.subscribe((ready) => {
      if (!ready) return;
      choose(table, ref, table.scene.value?.acts[table.only.value]?.half ?? "");
      queueMicrotask(() => stop());
    });
  }

  /** A scene as it is at this table: without a room there is no result to open, no advice and no record. */
  function shown(scene: Scene, seq: number, acts: Scene["acts"]): Scene {
    return { ...scene, acts, seq, match, result: null, advice: false, fairness: null, manage: {} };
  }

  async function why(acts: readonly string[]): Promise<Problem> {
    const { said = {}, otherwise = "", scene, act: right } = lesson.steps[at.value] as LessonStep;
    const told = acts.map((act) => said[act] ?? said[idIn(scene, act)]).find(Boolean);
    const [act = ""] = acts;
    if (act && act === right) return because(PLACE);
    if (told || !act || act in scene.acts) return because(told || otherwise || ELSEWHERE);
    const path = `/api/lessons/${encodeURIComponent(lesson.name)}/why`;
    return request<Problem>(`${path}?step=${at.value}&act=${encodeURIComponent(act)}`).catch(problemOf);
  }

  begin(0);
  return {
    act(sent, seq) {
      const command = { type: "act", act: sent, seq, cid: freshId() } as const;
      const { act, answer = "" } = lesson.steps[at.value] as LessonStep;
      const right = act !== "" && sent.toUpperCase() === `${act} ${answer}`.trim().toUpperCase();
      queueMicrotask(async () => {
        if (!right) return listener.answer(command, { ...(await why([sent])), cid: command.cid });
        listener.answer(command, { type: "done", cid: command.cid, seq });
        begin(at.value + 1);
      });
      return command;
    },
    why,
    sit: () => undefined,
    restart: () => undefined,
    setPace: () => undefined,
    close: () => undefined,
  };
}

/** Said when the right act is tried at another place. */
const PLACE = "Right, but not there: put it where the light is.";
/** Said where a lesson has no sentence of its own. */
const ELSEWHERE = "Not now: follow the light.";

function because(message: string): Problem {
  return { type: "problem", code: "", message };
}

/** Return the id of an act that an answer may follow. */
function idIn({ acts }: Scene, sent: string): string {
  return Object.keys(acts).find((id) => sent === id || sent.startsWith(`${id} `)) ?? "";
}

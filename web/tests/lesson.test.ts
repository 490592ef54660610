import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";
import { letterKey } from "../src/state/keys";
import { createLesson, enterLesson, isOver, type LessonState, skipLesson } from "../src/state/lesson";
import { isNewHere, rememberOffer } from "../src/state/offer";
import { choicesTo, drop } from "../src/state/table";
import { performOrOffer, tap } from "../src/state/tap";
import { showReason } from "../src/state/why";
import type { Act, Lesson, Scene } from "../src/types";
import { type FakeDevice, fakeDevice, fakeRoom, settled } from "./device";

const ACTS: Record<string, Act> = {
  "place K": { label: "Place the King", verb: "place", on: "p:K", to: "z:row" },
  "discard K": { label: "Discard the King", verb: "discard", on: "p:K", to: "z:out" },
  "place Q": { label: "Place the Queen", verb: "place", on: "p:Q", to: "z:row" },
  claim: { label: "Claim the row", verb: "claim", on: "z:row", ask: { name: "word", label: "Which word?" } },
};

/** A scene of the script: two cards in hand, a row, a pile. */
function scene(turn: number, status: string): Scene {
  return {
    game: "test",
    title: "Test",
    status,
    viewer: 0,
    seats: [0, 1].map((seat) => ({ name: seat ? "Wren" : "Learner", you: !seat, turn: seat === turn })),
    zones: {
      row: { kind: "row", label: "Row" },
      out: { kind: "pile", label: "Discard", place: "side" },
      far: { kind: "row", label: "Far row" },
      hand: { kind: "fan", label: "Your hand", place: "me", items: ["K", "Q"] },
    },
    pieces: { K: { label: "King" }, Q: { label: "Queen", face: { kind: "text", text: "Q" } } },
    acts: turn ? {} : ACTS,
    say: [status],
  };
}

const LESSON: Lesson = {
  name: "test",
  game: "test",
  title: "Test",
  steps: [
    {
      scene: scene(0, "first"),
      coach: "Start with the King.",
      act: "place K",
      said: { "discard K": "A King is worth keeping." },
      otherwise: "The King goes first.",
    },
    { before: [scene(1, "placed"), scene(1, "Wren draws")], scene: scene(0, "second"), coach: "Now the Queen.", act: "place Q" },
    { before: [scene(1, "placed too")], scene: scene(0, "third"), coach: "Claim it.", act: "claim", answer: "HOPE" },
    { scene: { ...scene(1, "over"), result: { title: "You win", standings: [], reason: "over" } }, coach: "That was it.", act: "" },
  ],
};

let device: FakeDevice;
let live: LessonState;
let leave: () => void;

function status(): string | undefined {
  return live.table.scene.value?.status;
}

function advice(): string | undefined {
  return live.table.note.value?.text;
}

/** Do what the first step asks. */
async function first(): Promise<void> {
  tap(live.table, "p:K");
  performOrOffer(live.table, choicesTo(live.table, "z:row"));
  await settled();
}

beforeEach(() => {
  device = fakeDevice();
  fakeRoom();
  live = createLesson(device, LESSON);
  leave = enterLesson(live);
});

afterEach(() => {
  leave();
  mock.timers.reset();
  mock.restoreAll();
});

test("of all acts of a step only one is lit, and it leads to the next step", async () => {
  assert.deepEqual([...live.table.choices.value.keys()], ["p:K"]);
  tap(live.table, "p:K");
  assert.deepEqual([choicesTo(live.table, "z:row").length, choicesTo(live.table, "z:out").length], [1, 0]);
  await first();
  assert.deepEqual([live.at.value, live.ready.value, status()], [1, true, "second"]);
});

test("what others do is shown at the usual pace, and nothing can be done meanwhile", async () => {
  device.calm = false;
  await first();
  assert.deepEqual([status(), live.ready.value, [...live.table.choices.value]], ["placed", false, []]);
  mock.timers.tick(450);
  assert.equal(status(), "Wren draws");
  mock.timers.tick(450);
  assert.deepEqual([status(), live.ready.value], ["second", true]);
});

test("a wrong tap is answered by why, and changes nothing", async () => {
  tap(live.table, "p:Q");
  await showReason(live.table, "", "p:Q");
  assert.deepEqual([advice(), live.table.pick.value, live.at.value], ["The King goes first.", "", 0]);
  tap(live.table, "p:K");
  await showReason(live.table, "z:out");
  assert.deepEqual([advice(), live.table.pick.value, live.at.value], ["A King is worth keeping.", "p:K", 0]);
  live.table.ways.set("z:far", { id: "place Q", on: "p:Q" });
  await showReason(live.table, "z:far");
  assert.equal(advice(), "Right, but not there: put it where the light is.");
  drop(live.table);
  letterKey(live.table, "c");
  await settled();
  assert.deepEqual([advice(), live.table.asking.value], ["The King goes first.", null]);
});

test("the room is asked why what the rules forbid cannot be done", async () => {
  mock.restoreAll();
  const asked = fakeRoom({ type: "problem", code: "action.illegal", message: "the row is far", rule: "Test 2" });
  tap(live.table, "p:K");
  live.table.ways.set("z:far", { id: "place Q far", on: "p:Q" });
  await showReason(live.table, "z:far");
  assert.equal(asked[0]?.path, "/api/lessons/test/why?step=0&act=place%20K%20far");
  assert.deepEqual([advice(), live.table.note.value?.rule, live.table.note.value?.place], ["the row is far", "Test 2", "z:far"]);
});

test("who has picked a piece once has it picked for them", async () => {
  assert.equal(live.table.pick.value, "");
  await first();
  assert.equal(live.table.pick.value, "p:Q");
});

test("a question counts when it has its answer, and the last step asks nothing", async () => {
  await first();
  performOrOffer(live.table, choicesTo(live.table, "z:row"));
  await settled();
  tap(live.table, "z:row");
  assert.equal(live.table.asking.value?.id, "claim");
  const { connection } = live.table;
  connection?.act("claim hope", 0);
  await settled();
  assert.deepEqual([isOver(live), live.ready.value, live.table.scene.value?.result, [...live.table.choices.value]], [true, true, null, []]);
});

test("who skips the lesson has nothing lit any more", () => {
  tap(live.table, "p:K");
  skipLesson(live);
  assert.deepEqual([live.table.pick.value, [...live.table.choices.value]], ["", []]);
});

test("a lesson is offered until the offer was answered or something was played", () => {
  assert.ok(isNewHere());
  rememberOffer();
  assert.ok(!isNewHere());
});

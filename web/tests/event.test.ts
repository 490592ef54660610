import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";
import { createEvent, type EventState, followEvent, sendLead } from "../src/state/event";
import type { EventView } from "../src/types";
import { type FakeDevice, fakeDevice, fakeRoom, settled } from "./device";

let device: FakeDevice;
let live: EventState;
let leave: () => void;

function view(seq: number, more: Partial<EventView> = {}): EventView {
  const face = { kind: "letters", text: "T", second: "H" } as const;
  const playing = { phase: "playing", turn: 1, cards: 48, face, seconds: 30, left: 30, players: 2, you: {} } as const;
  return { type: "event", code: "MOOR", seq, ...playing, ...more } as EventView;
}

beforeEach(() => {
  device = fakeDevice();
  fakeRoom();
  live = createEvent(device, "MOOR");
  leave = followEvent(live);
  device.sockets[0]?.accept();
  device.sockets[0]?.tell(view(1));
});

afterEach(() => {
  leave();
  mock.timers.reset();
  mock.restoreAll();
});

test("the clock of a card goes on between two views, and its last seconds are said once", () => {
  assert.deepEqual([live.left.value, live.announced.value], [30, "Card 1 of 48: T, H."]);
  mock.timers.tick(12_000);
  assert.equal(live.left.value, 18);
  mock.timers.tick(13_000);
  assert.deepEqual([live.left.value, live.announced.value], [5, "5 seconds are left for this card."]);
});

test("the clock stands while the caller has paused", () => {
  device.sockets[0]?.tell(view(2, { phase: "paused", left: 20 }));
  mock.timers.tick(5000);
  assert.deepEqual([live.left.value, live.announced.value], [20, "The caller has paused."]);
});

test("an answer that a newer view has overtaken changes nothing", async () => {
  mock.restoreAll();
  const asked = fakeRoom(view(2, { turn: 2 }));
  const called = sendLead(live, "call");
  device.sockets[0]?.tell(view(3, { turn: 3 }));
  await called;
  assert.deepEqual([live.view.value?.turn, asked[0]?.body], [3, { type: "call", turn: 1 }]);
});

test("why a command was not done is shown until the next card", async () => {
  assert.equal(live.refused.value, null);
  await sendLead(live, "call"); // nobody answers
  await settled();
  assert.equal(live.refused.value?.code, "http.lost");
  device.sockets[0]?.tell(view(2, { turn: 2 }));
  assert.equal(live.refused.value, null);
});

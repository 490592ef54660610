import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";
import { type Connection, connect } from "../src/state/connection";
import type { Done, Problem, Scene } from "../src/types";
import { type FakeDevice, fakeDevice, fakeRoom, settled } from "./device";

let device: FakeDevice;
let connection: Connection;
let shown: number[];
let states: string[];
let answers: (Done | Problem)[];

function scene(seq: number): Scene {
  return { game: "mitch", title: "Mitch", status: "Your turn.", seats: [], zones: {}, pieces: {}, acts: {}, seq };
}

/** The socket that was opened last. */
function socket(): FakeDevice["sockets"][number] {
  const last = device.sockets.at(-1);
  assert.ok(last);
  return last;
}

beforeEach(() => {
  device = fakeDevice();
  [shown, states, answers] = [[], [], []];
  fakeRoom(); // nobody answers, if no test says otherwise
  connection = connect(device, "ABC", {
    scene: ({ seq = 0 }) => shown.push(seq),
    answer: (_, answer) => answers.push(answer),
    connection: (state) => states.push(state),
    fatal: (problem) => assert.fail(problem.message),
    crowd: () => 0,
  });
});

afterEach(() => {
  connection.close();
  mock.timers.reset();
  mock.restoreAll();
});

test("the first scene is asked for whole, later ones come as patches", () => {
  assert.equal(socket().path, "/api/matches/ABC/live?have=0");
  socket().accept();
  socket().tell({ type: "scene", scene: scene(1) });
  socket().tell({ type: "patch", base: 1, seq: 2, changes: {} });
  assert.deepEqual(
    [shown, states],
    [
      [1, 2],
      ["connecting", "live"],
    ],
  );
});

test("a patch that does not fit has everything asked for anew", () => {
  socket().accept();
  socket().tell({ type: "scene", scene: scene(1) });
  socket().tell({ type: "patch", base: 5, seq: 6, changes: {} });
  assert.equal(device.sockets.length, 2);
  assert.equal(socket().path, "/api/matches/ABC/live?have=0");
});

test("a broken line comes back with what was seen, and sends again what was not answered", () => {
  socket().accept();
  socket().tell({ type: "scene", scene: scene(4) });
  const { cid } = connection.act("pass", 4);
  socket().cut();
  assert.equal(states.at(-1), "lost");
  mock.timers.tick(600);
  assert.equal(socket().path, "/api/matches/ABC/live?have=4");
  socket().accept();
  assert.deepEqual(socket().sent, [{ type: "act", act: "pass", seq: 4, cid }]);
  socket().tell({ type: "done", cid, seq: 5 });
  socket().cut();
  mock.timers.tick(2000);
  socket().accept();
  assert.deepEqual([answers.length, socket().sent], [1, []], "answered once, and never sent again");
});

test("a patch brings the answer to the command that led to it", () => {
  socket().accept();
  socket().tell({ type: "scene", scene: scene(4) });
  const { cid } = connection.act("pass", 4);
  socket().tell({ type: "patch", base: 4, seq: 5, changes: { seq: 5 }, done: { type: "done", cid, seq: 5 } });
  assert.deepEqual([shown, answers], [[4, 5], [{ type: "done", cid, seq: 5 }]]);
});

test("a socket that does not open in time is given up for another", () => {
  mock.timers.tick(2000 + 600);
  assert.equal(device.sockets.length, 2);
  assert.equal(device.sockets[0]?.readyState, 3);
});

test("silence is looked into, and no answer means another socket while the first may still speak", () => {
  socket().accept();
  socket().tell({ type: "scene", scene: scene(1) });
  mock.timers.tick(6000);
  assert.deepEqual(socket().sent.at(-1), { type: "ping", seq: 1 });
  mock.timers.tick(1000);
  assert.deepEqual([device.sockets.length, states.at(-1)], [2, "lost"]);
  device.sockets[0]?.tell({ type: "pong", seq: 1 });
  assert.deepEqual([socket().readyState, states.at(-1)], [3, "live"]);
});

test("a page that wakes up asks at once whether the room is there", () => {
  socket().accept();
  socket().tell({ type: "scene", scene: scene(1) });
  device.wake();
  assert.deepEqual(socket().sent, [{ type: "ping", seq: 1 }]);
});

test("where no socket opens, the scene is polled and commands are posted", async () => {
  mock.restoreAll();
  const asked = fakeRoom(scene(7), { type: "done", cid: "", seq: 8 });
  socket().cut();
  await settled();
  assert.equal(asked[0]?.path, "/api/matches/ABC/scene?");
  assert.deepEqual([shown, states.at(-1)], [[7], "live"]);
  connection.act("pass", 7);
  await settled();
  assert.ok(asked.some(({ path, body }) => path === "/api/matches/ABC/act?" && (body as { act: string }).act === "pass"));
});

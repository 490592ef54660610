import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";
import { hasUnreadEnding } from "../src/state/ending";
import { anywhere, keyOf, letterKey, toPlace } from "../src/state/keys";
import { latestLine } from "../src/state/news";
import { choosePace, enter } from "../src/state/play";
import { arrange, arranged, choicesTo, choose, createTable, drop, likelyPlace, type TableState } from "../src/state/table";
import { perform, performOrOffer, tap } from "../src/state/tap";
import { showReason } from "../src/state/why";
import type { Act, Scene, Seat } from "../src/types";
import { type FakeDevice, fakeDevice, fakeRoom, settled } from "./device";

const ACTS: Record<string, Act> = {
  "place K": { label: "Place K on row 1", verb: "place", on: "p:K", to: "z:row1" },
  "place K 2": { label: "Place K on row 2", verb: "place", on: "p:K", to: "z:row2" },
  "discard K": { label: "Discard K", verb: "discard", on: "p:K", to: "z:out" },
  claim: { label: "Claim row 1", verb: "claim", on: "z:row1", ask: { name: "word", label: "Which word?" } },
  pass: { label: "Pass", verb: "pass", confirm: "Pass, for no points" },
};

let device: FakeDevice;
let table: TableState;
let leave: () => void;

function seats(turn: number): Seat[] {
  return ["Ann", "Bob"].map((name, seat) => ({ name, you: seat === 0, turn: seat === turn }));
}

/** A scene seen by seat 0: cards K and Q in hand, two rows, a pile. */
function scene(seq: number, more: Partial<Scene> = {}): Scene {
  return {
    game: "test",
    title: "Test",
    status: "Place a card.",
    match: "ABC",
    viewer: 0,
    seats: seats(0),
    zones: {
      row1: { kind: "row", label: "Row 1" },
      row2: { kind: "row", label: "Row 2" },
      out: { kind: "pile", label: "Discard", place: "side" },
      hand: { kind: "fan", label: "Your hand", place: "me", items: ["K", "Q"] },
    },
    pieces: { K: { label: "King" }, Q: { label: "Queen", face: { kind: "text", text: "Q" } } },
    acts: ACTS,
    seq,
    ...more,
  };
}

function socket(): FakeDevice["sockets"][number] {
  const last = device.sockets.at(-1);
  assert.ok(last);
  return last;
}

function come(next: Scene): void {
  socket().tell({ type: "scene", scene: next });
}

/** The acts that were sent to the room. */
function sent(): (string | undefined)[] {
  return socket().sent.flatMap(({ type, act }) => (type === "act" ? [act] : []));
}

beforeEach(() => {
  device = fakeDevice();
  fakeRoom();
  table = createTable(device, "ABC");
  leave = enter(table);
  socket().accept();
  come(scene(1));
});

afterEach(() => {
  leave();
  mock.timers.reset();
  mock.restoreAll();
});

test("a tap picks a piece, lights where it may go, and a second tap lets go of it", () => {
  tap(table, "p:K");
  assert.equal(table.pick.value, "p:K");
  assert.equal(choicesTo(table, "z:row2").length, 1);
  tap(table, "p:K");
  assert.deepEqual([table.pick.value, sent()], ["", []]);
});

test("a tap on a lit place does the act, once until it is answered", () => {
  tap(table, "p:K");
  performOrOffer(table, choicesTo(table, "z:row1"));
  performOrOffer(table, choicesTo(table, "z:row2"));
  assert.deepEqual(sent(), ["place K"]);
  socket().tell({ type: "done", cid: table.pending.value?.cid, seq: 2 });
  assert.equal(table.pending.value, null);
});

test("with nothing picked, a square whose act needs no piece is lit, and a tap on it is the act", () => {
  const board: Record<string, Act> = { "place a1": { label: "Place a disc on a1", verb: "place", to: "c:board:1,1" } };
  come(scene(2, { acts: { ...ACTS, ...board } }));
  assert.deepEqual([choicesTo(table, "c:board:1,1").length, choicesTo(table, "z:row1").length], [1, 0]);
  performOrOffer(table, choicesTo(table, "c:board:1,1"));
  assert.deepEqual(sent(), ["place a1"]);
});

test("a piece that nothing can be done with is not picked", () => {
  tap(table, "p:Q");
  assert.equal(table.pick.value, "");
});

test("an act that needs an answer asks first, and what ends a turn is a draft first", () => {
  tap(table, "z:row1");
  assert.equal(table.asking.value?.id, "claim");
  drop(table);
  perform(table, { id: "pass", act: ACTS.pass as Act });
  assert.deepEqual([table.asking.value, table.draft.value?.id, sent()], [null, "pass", []]);
  anywhere(table, "Escape")?.();
  assert.equal(table.draft.value, null);
});

test("a draft goes when the match has gone on and it can no longer be done", () => {
  perform(table, { id: "pass", act: ACTS.pass as Act });
  come(scene(2, { acts: { "discard K": ACTS["discard K"] as Act } }));
  assert.equal(table.draft.value, null);
});

test("a refusal stands near the hand until the match goes on", () => {
  tap(table, "p:K");
  performOrOffer(table, choicesTo(table, "z:row1"));
  const { cid } = table.pending.value ?? {};
  socket().tell({ type: "problem", code: "action.illegal", message: "K does not go there", rule: "Test 1", cid });
  assert.deepEqual([table.note.value?.text, table.note.value?.kind, table.pending.value], ["K does not go there", "refusal", null]);
  come(scene(2));
  assert.equal(table.note.value, null);
});

test("letters do verbs with what is picked, and lead to what they may mean where nothing is", () => {
  assert.deepEqual(
    letterKey(table, "p")?.map(({ id }) => id),
    ["place K", "place K 2"],
  );
  tap(table, "p:K");
  assert.deepEqual([letterKey(table, "x"), sent()], [[], ["discard K"]]);
  assert.equal(letterKey(table, "q"), null);
});

test("digits take a card in play to the place of that number", () => {
  toPlace(table, "p:K", 2);
  assert.deepEqual(sent(), ["place K 2"]);
  assert.equal(keyOf(table, { id: "discard K", act: ACTS["discard K"] as Act }), "x");
});

test("a move prepared in another's turn is done when it is one's own, or dropped with a sentence", () => {
  come(scene(2, { seats: seats(1), acts: {} }));
  tap(table, "p:K");
  performOrOffer(table, choicesTo(table, "z:row1"));
  assert.deepEqual([table.prepared.value?.prepares, sent()], ["Place K on row 1", []]);
  come(scene(3));
  assert.deepEqual([sent(), table.prepared.value], [["place K"], null]);
  socket().tell({ type: "done", cid: table.pending.value?.cid, seq: 4 });
  come(scene(5, { seats: seats(1), acts: {} }));
  tap(table, "p:K");
  performOrOffer(table, choicesTo(table, "z:row1"));
  come(scene(6, { acts: { pass: ACTS.pass as Act } }));
  assert.deepEqual(sent(), ["place K"]);
  assert.match(table.note.value?.text ?? "", /do what you prepared any more: Place K on row 1/);
});

test("the only thing to do is done by itself after a moment, if that is wished, and can be stopped", () => {
  table.plays.value = true;
  const only = { acts: { end: { label: "End the turn", verb: "end", main: true } } };
  come(scene(2, only));
  assert.equal(table.coming.value?.id, "end");
  drop(table);
  mock.timers.tick(2000);
  assert.deepEqual(sent(), []);
  come(scene(3, only));
  mock.timers.tick(1200);
  assert.deepEqual(sent(), ["end"]);
});

test("steps of others are shown one after the other, at the pace that was chosen", () => {
  device.calm = false;
  choosePace(table, "slow");
  come(scene(2, { seats: seats(1), acts: {} }));
  come(scene(3, { seats: seats(1), acts: {} }));
  come(scene(4));
  assert.equal(table.scene.value?.seq, 2);
  mock.timers.tick(700);
  assert.equal(table.scene.value?.seq, 3);
  mock.timers.tick(700);
  assert.equal(table.scene.value?.seq, 4);
});

test("the order of a hand is one's own and outlasts every change of it", () => {
  arrange(table, "hand", "K", "Q");
  assert.deepEqual(arranged(table, "hand", ["K", "A", "Q"]), ["Q", "A", "K"]);
});

test("what others moved is marked until one's own next act", () => {
  const away = { kind: "row", label: "Row 1", items: ["R"] } as const;
  come(scene(2, { seats: seats(1), acts: {} }));
  come(scene(3, { zones: { ...scene(3).zones, row1: away }, pieces: { ...scene(3).pieces, R: { label: "Rook" } } }));
  assert.deepEqual([...table.moved.value], [["R", 1]]);
  come(scene(4, { seats: seats(1), acts: {} }));
  assert.deepEqual([...table.moved.value], []);
});

test("the picked card is foreseen where it would lie: in the only place that is no pile", () => {
  const zones = { ...scene(2).zones, hearts: { kind: "column", label: "Hearts" }, out: { kind: "pile", label: "Discard" } } as const;
  const act = (to: string): Act => ({ label: to, verb: "go", on: "p:K", to });
  come(scene(2, { zones, acts: { a: act("z:hearts"), b: act("z:out") } }));
  assert.equal(likelyPlace(table), "");
  choose(table, "p:K");
  assert.equal(likelyPlace(table), "z:hearts");
  come(scene(3, { zones: { ...zones, clubs: zones.hearts }, acts: { a: act("z:hearts"), b: act("z:clubs"), c: act("z:out") } }));
  choose(table, "p:K");
  assert.equal(likelyPlace(table), "", "between two places the player chooses");
  table.hinted.value = "b";
  assert.equal(likelyPlace(table), "z:clubs");
  come(scene(4, { zones, acts: { b: act("z:out") } }));
  choose(table, "p:K");
  assert.equal(likelyPlace(table), "");
});

test("of what happened the line above the hand tells others' deeds, the newest whatever its length", () => {
  assert.equal(latestLine({ say: ["Bob draws", "You place K", "Bob passes"], own: [1] }, 40), "Bob draws · Bob passes");
  assert.equal(latestLine({ say: ["Bob draws", "Bob passes"] }, 12), "… Bob passes");
});

test("whoever taps what does nothing is told why, by the room where it knows", async () => {
  mock.restoreAll();
  const asked = fakeRoom({ type: "problem", code: "action.illegal", message: "row 2 is full", rule: "Test 2" });
  come(
    scene(2, {
      acts: { "place K": ACTS["place K"] as Act, "place Q 2": { label: "Place Q on row 2", verb: "place", on: "p:Q", to: "z:row2" } },
    }),
  );
  tap(table, "p:K");
  await showReason(table, "z:row2");
  await settled();
  assert.deepEqual(asked, [{ path: "/api/matches/ABC/why", body: { act: "place K 2" } }]);
  assert.deepEqual([table.note.value?.text, table.note.value?.place], ["row 2 is full", "z:row2"]);
  come(scene(3, { seats: seats(1), acts: {}, status: "Bob's turn." }));
  await showReason(table);
  assert.equal(table.note.value?.text, "Bob's turn.");
});

test("who watches is not held up by the end of a hand", () => {
  const zones = { row1: { kind: "row", label: "Row 1" } } as const;
  const reckoning = { number: 1, title: "Ann takes the hand", text: "", go_on: "Next hand", sums: [], zones, pieces: {} };
  assert.equal(hasUnreadEnding(scene(5, { match: "W", viewer: null, reckoning }), false), false);
  assert.equal(hasUnreadEnding(scene(5, { match: "W", reckoning }), false), true, "who plays reads it");
});

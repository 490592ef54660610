import assert from "node:assert/strict";
import { test } from "node:test";
import { readOrder } from "../src/state/order";

const DECK = ["EK", "QU", "TH", "SH"];

test("the cards of a typed order are read from either end, with or without anything between them", () => {
  assert.deepEqual(readOrder("ek UQ, th\nhs", DECK), { cards: ["EK", "QU", "TH", "SH"], fault: "" });
  assert.deepEqual(readOrder("ekquT", DECK), { cards: ["EK", "QU"], fault: "" });
  assert.deepEqual(readOrder("", DECK), { cards: [], fault: "" });
});

test("a card that is not in the deck, or comes twice, is named with its number", () => {
  assert.deepEqual(readOrder("ek xy th", DECK), { cards: ["EK"], fault: "Card 2, XY: the deck has no such card." });
  assert.deepEqual(readOrder("ek th ke", DECK), { cards: ["EK", "TH"], fault: "Card 3, EK: it came already, as card 1." });
});

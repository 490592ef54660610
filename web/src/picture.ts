// A few pieces that say what a game is played with, for its card in the lobby. Decoration only.

import type { Face } from "./types";

const card = (text: string, second: string): Face => ({ kind: "card", text, second });
const letters = (text: string, second: string): Face => ({ kind: "letters", text, second });
const pack = (text: string, second: string): Face => ({ kind: "piecepack", text, second });
const tile = (text: string, value: number): Face => ({ kind: "tile", text, value });

const PICTURES: Readonly<Record<string, readonly Face[]>> = {
  mitch: [card("K", "S"), card("J", "H"), card("9", "C"), card("Q", "D")],
  mickell: [letters("T", "H"), letters("O", "D"), letters("A", "P"), letters("E", "W")],
  alphabetickell: [letters("A", "L"), letters("L", "M"), letters("S", "T")],
  multzo: [pack("5", "S"), pack("A", "M"), pack("3", "C"), pack("4", "A")],
  grabble_road: [tile("R", 1), tile("O", 1), tile("A", 1), tile("D", 2)],
};

export function pictureOf(game: string): readonly (Face | null)[] {
  return PICTURES[game] ?? [null, null, null];
}

// Results as rows of blocks, to be shared: they tell no letter and no card.

import type { Blocks, Result, Scene } from "../types";
import { hue } from "./hue";

/** Square signs with the hues that they look like. */
const SQUARES: readonly (readonly [string, number])[] = [
  ["🟥", 25],
  ["🟧", 60],
  ["🟨", 95],
  ["🟩", 150],
  ["🟦", 250],
  ["🟪", 305],
];

/** Return the square sign whose colour comes nearest to a game's. */
export function squareOf(game: string): string {
  const own = hue(game)["--hue"];
  const distance = (at: number): number => Math.min(Math.abs(at - own), 360 - Math.abs(at - own));
  return SQUARES.reduce((best, each) => (distance(each[1]) < distance(best[1]) ? each : best))[0];
}

/** Return a row for each word, round or play: blocks in the game's colour, empty ones, and points. */
export function blockRows(lines: readonly Blocks[], game: string): readonly string[] {
  const square = squareOf(game);
  return lines.map(({ points, full = 0, empty = 0 }) => `${square.repeat(full)}${"⬜".repeat(empty)} ${points}`);
}

/** Return how a match went for its reader, and what the reader made as blocks. */
export function resultToShare({ game, title }: Pick<Scene, "game" | "title">, { own, title: headline, blocks = [] }: Result): string {
  return [`${own || headline} – ${title}`, ...blockRows(blocks, game)].join("\n");
}

// Makes the board fit between the bar and the dock, whatever lies on it: pieces shrink step by step until nothing is cut.

import { useEffect, useLayoutEffect } from "preact/hooks";

/** The last step by which a board can be made smaller: there others' lines scroll. What each step does stands in style/snug.css. */
const STEPS = 6;

/** The step from which on texts and pieces that can be read elsewhere are left out. */
const TIGHT = 3;

/** Fit the board after each drawing, when the window changes, when the dock grows and when fonts have come. */
export function useFit(): void {
  useLayoutEffect(fit);
  useEffect(() => {
    const watch = new ResizeObserver(fit);
    for (const each of document.querySelectorAll(".table, .table > :is(.dock, .ending)")) watch.observe(each);
    document.fonts.addEventListener("loadingdone", fit);
    return () => {
      watch.disconnect();
      document.fonts.removeEventListener("loadingdone", fit);
    };
  });
}

/**
 * Find the first step at which the board fits. Steps only go up while the window stays as it is, so that pieces do not pulsate; they start
 * anew when fonts have come, as texts in another font have other lines.
 */
function fit(): void {
  const table = document.querySelector<HTMLElement>(".table:has(> .board)");
  const board = table?.querySelector<HTMLElement>(":scope > .board");
  const foot = table?.querySelector<HTMLElement>(":scope > :is(.dock, .ending)");
  if (!table || !board || !foot) return;
  const room = `${innerWidth} ${innerHeight} ${document.fonts.status} ${foot.className.split(" ")[0]}`;
  let step = table.dataset.room === room ? Number(table.dataset.snug) : 0;
  table.classList.add("still"); // a piece that still travels is no part of what must fit
  for (; step <= STEPS; step++) {
    table.dataset.snug = String(step);
    table.classList.toggle("tight", step >= TIGHT);
    const high = roomFor(table, board, foot);
    table.style.setProperty("--room", `${high}px`);
    if (board.offsetHeight <= high + 1 && isWhole(board)) break;
  }
  table.classList.remove("still");
  for (const part of [board, board.querySelector<HTMLElement>(":scope > .others")]) {
    if (part) part.tabIndex = step < STEPS ? -1 : 0; // what scrolls can be reached by keyboard
  }
  table.dataset.room = room; // that for which the step was found
}

/** Return the pixels from the top of the board to what stands below it. */
function roomFor(table: HTMLElement, board: HTMLElement, foot: HTMLElement): number {
  const { top, right } = board.getBoundingClientRect();
  const { left, height } = foot.getBoundingClientRect();
  const beside = left >= right - 1;
  const gaps = pixels(getComputedStyle(foot).marginBottom) + pixels(getComputedStyle(table).rowGap);
  return Math.floor(innerHeight - (top + scrollY) - (beside ? 0 : height + gaps));
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0;
}

/** Return whether a board shows everything without scrolling. */
function isWhole(board: HTMLElement): boolean {
  return board.scrollHeight <= board.clientHeight + 1 && board.scrollWidth <= board.clientWidth + 1;
}

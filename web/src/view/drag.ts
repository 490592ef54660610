// Dragging a piece: to a target it does what two taps do; within the hand it changes the order of the pieces.

import { arrange, choicesOn, choicesTo, choose, drop, type TableState } from "../state/table";
import { perform } from "../state/tap";

/** Pixels that a pointer moves before a tap becomes a drag. */
const SLACK = 8;

export function startDrag(table: TableState, event: PointerEvent, ref: string): void {
  if (event.button !== 0) return;
  const able = choicesOn(table, ref).some(({ act }) => act.to);
  const piece = event.currentTarget as HTMLElement;
  const start = { x: event.clientX, y: event.clientY };
  let dragging = false;

  const move = (now: PointerEvent): void => {
    if (now.pointerId !== event.pointerId) return;
    const [x, y] = [now.clientX - start.x, now.clientY - start.y];
    if (!dragging && Math.hypot(x, y) < SLACK) return;
    if (!dragging) {
      dragging = true;
      if (able && table.pick.value !== ref) choose(table, ref);
      piece.setPointerCapture(now.pointerId);
      piece.dataset.dragged = "";
    }
    piece.style.translate = `${x}px ${y}px`;
    highlight(targetAt(now));
  };
  const end = (last: PointerEvent): void => {
    if (last.pointerId !== event.pointerId) return;
    for (const [name, listener] of listeners) removeEventListener(name, listener);
    if (!dragging) return;
    const target = last.type === "pointerup" ? targetAt(last) : null;
    highlight(null);
    delete piece.dataset.dragged;
    piece.style.translate = "";
    piece.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => piece.removeEventListener("click", swallow, { capture: true }));
    const letter = target?.dataset.letter;
    const found = target ? choicesTo(table, target.dataset.to ?? "").filter(({ act }) => !letter || act.half === letter) : [];
    if (found[0] && found.length === 1) perform(table, found[0]);
    else if (target) target.click();
    else {
      drop(table);
      if (last.type === "pointerup") reorder(table, piece, last);
    }
  };
  const listeners = [
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ] as const;
  for (const [name, listener] of listeners) addEventListener(name, listener);
}

/** Give the piece the place of the piece of the same hand that it was dropped on. */
function reorder(table: TableState, piece: HTMLElement, { clientX, clientY }: PointerEvent): void {
  const hand = piece.closest<HTMLElement>(".fan");
  const zone = hand?.dataset.zone ?? "";
  const under = document.elementsFromPoint(clientX, clientY).map((element) => element.closest<HTMLElement>("[data-piece]"));
  const over = under.find((other) => other && other !== piece && hand?.contains(other));
  if (over) arrange(table, zone, piece.dataset.piece ?? "", over.dataset.piece ?? "");
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function targetAt(event: PointerEvent): HTMLElement | null {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  return under.find((element): element is HTMLElement => element instanceof HTMLElement && "to" in element.dataset) ?? null;
}

function highlight(target: HTMLElement | null): void {
  for (const element of document.querySelectorAll(".target.over")) element.classList.toggle("over", element === target);
  target?.classList.add("over");
}

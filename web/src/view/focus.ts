// Keeps the keyboard focus in place when a new scene replaces the focused element.

/** Remember the focused element. Return a function that focuses it again, or the most similar one. */
export function keepFocus(): () => void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !held.closest(".table")) return () => undefined;
  const { piece, act, to } = held.dataset;
  const zone = held.closest<HTMLElement>("[data-zone]")?.dataset.zone;
  const index = zone ? stops(zone).indexOf(held) : -1;
  return () => {
    if (held.isConnected && document.activeElement === held) return;
    if (document.activeElement && document.activeElement !== document.body && held.isConnected) return;
    const beside = zone ? stops(zone) : [];
    [
      ...find(`button[data-piece="${quoted(piece)}"]`),
      ...find(`[data-act="${quoted(act)}"]`),
      ...find(`[data-to="${quoted(to)}"]`),
      ...beside.slice(index, index + 1),
      ...beside.slice(-1),
      ...find(".dock .act.main"),
      ...find(".dock .held button.able"),
      ...find(".dock .act"),
      ...find(".dock"),
    ].find(takesFocus);
  };
}

/** Focus an element, and return whether it has the focus now; one in a folded part of the page refuses. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Return the nearest button in the direction of an arrow key; while places are lit, only those and the hand count. */
export function neighbour(from: HTMLElement, key: string): HTMLElement | null {
  const here = middle(from);
  const dx = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  const dy = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
  const lit = document.querySelector(".table .target") !== null;
  const least = dy ? from.offsetHeight / 3 : 4; // a picked piece stands a little higher than its neighbours
  let best: HTMLElement | null = null;
  let shortest = Infinity;
  for (const other of document.querySelectorAll<HTMLElement>(lit ? ".table :is(.target, .held button)" : ".table button")) {
    const there = middle(other);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const { left, right, top, bottom } = other.getBoundingClientRect();
    const aside = dx ? beyond(here.y, top, bottom) : beyond(here.x, left, right);
    const far = along + 2.5 * aside;
    if (other !== from && along > least && far < shortest && other.getClientRects().length) [best, shortest] = [other, far];
  }
  return best;
}

/** Return the distance of a coordinate from a span; 0 inside it. */
function beyond(at: number, from: number, to: number): number {
  return Math.max(from - at, at - to, 0);
}

function middle(element: HTMLElement): { x: number; y: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

function stops(zone: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-zone="${quoted(zone)}"] button`)];
}

function find(selector: string): HTMLElement[] {
  return selector.includes('""') ? [] : [...document.querySelectorAll<HTMLElement>(selector)];
}

export function quoted(text: string | undefined): string {
  return CSS.escape(text ?? "");
}

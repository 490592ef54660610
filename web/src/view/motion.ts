// Lets pieces travel from their old place to the new one. Nothing moves for readers who asked for reduced motion.

/** Milliseconds that a piece travels. */
const LASTS = 240;
/** Where each piece and zone is on the page. */
export type Places = ReadonlyMap<string, DOMRect>;

/** Return where every piece and zone is now. */
export function measure(): Places {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-piece], [data-zone]")];
  return new Map(elements.map((element) => [keyOf(element), element.getBoundingClientRect()]));
}

/** Let each piece travel from its place before the scene changed; new ones enter from the zone they came from. */
export function travel(known: Places, cameFrom: (piece: string) => string | undefined): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-piece]")) {
    const came = cameFrom(element.dataset.piece ?? "");
    const start = known.get(keyOf(element)) ?? (came ? known.get(`z:${came}`) : undefined);
    if (start) slide(element, start, !known.has(keyOf(element)));
  }
}

/** Finish all animations, so that positions on the page are final. */
export function finishAnimations(): void {
  for (const moving of document.getAnimations()) if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish();
}

function keyOf(element: HTMLElement): string {
  return element.dataset.piece !== undefined ? `p:${element.dataset.piece}` : `z:${element.dataset.zone}`;
}

function slide(element: HTMLElement, start: DOMRect, enters: boolean): void {
  for (const animation of element.getAnimations()) animation.cancel();
  const end = element.getBoundingClientRect();
  const x = start.x + start.width / 2 - end.x - end.width / 2;
  const y = start.y + start.height / 2 - end.y - end.height / 2;
  if (Math.abs(x) + Math.abs(y) < 2 || !end.width) return;
  const scale = enters ? 0.9 : Math.max(0.3, Math.min(3, start.width / end.width));
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: enters ? 0.2 : 1, zIndex: 20 },
      { transform: "none", opacity: 1, zIndex: 20 },
    ],
    { duration: LASTS, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  );
}

// What a pressed key means on any keyboard, and presses that were meant once.

/** Return what a key types; if that is a letter or digit of another script, the letter or digit at its place on a Latin keyboard. */
export function meantKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (key.length > 1) return key;
  const foreign = /[\p{L}\p{Nd}]/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key);
  const [, printed = key] = (foreign && /^(?:Key|Digit)(.)$/.exec(code)) || [];
  return printed.toLowerCase();
}

/** Milliseconds and pixels within which a second touch is part of a double tap. Browsers count the clicks of a mouse. */
const MOMENT = 400;
const SPOT = 20;

/** What was under the pointer: it does the same as long as neither the element nor its name or act has changed. */
interface Control {
  element: Element;
  does: string;
}

/** Make a double click or tap and a held key do one thing, even if the first has put another control under the pointer or the focus. */
export function guardPresses(): void {
  let first: (Control & { press: MouseEvent }) | null = null;
  const click = (press: MouseEvent): void => {
    const control = press.detail && press.target instanceof Element && controlAt(press.target); // 0: a key, or the program
    if (!control) return;
    const other = first && isSecond(first.press, press) && (first.element !== control.element || first.does !== control.does);
    if (other) drop(press);
    first = { ...(other && first ? first : control), press };
  };
  const keyDown = (press: KeyboardEvent): void => {
    const { key, target } = press;
    if (!press.repeat || press.ctrlKey || press.metaKey || !(target instanceof Element)) return;
    if (key === "Enter" ? !target.closest("textarea") : key.length === 1 && !target.closest("input, select, textarea")) drop(press);
  };
  addEventListener("click", click, true);
  addEventListener("keydown", keyDown, true);
}

function controlAt(target: Element): Control {
  const element = target.closest<HTMLElement>("a, button, label, summary") ?? target;
  const { piece, act, to } = (element as HTMLElement).dataset;
  return { element, does: piece ?? [act, to, element.ariaLabel ?? element.textContent].join() };
}

/** Return whether a press is the second of a double click or double tap. */
function isSecond(first: MouseEvent, second: MouseEvent): boolean {
  if ((second as PointerEvent).pointerType === "mouse") return second.detail > 1;
  const apart = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY);
  return second.timeStamp - first.timeStamp < MOMENT && apart < SPOT;
}

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The sheet at the foot of the table when something has ended: what happened, what it came to, what comes next. The board above it
// stays in sight, and nothing keeps the reader from it.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface Props {
  title: string;
  /** A sentence or two below the title. */
  text: ComponentChildren;
  /** The buttons, the one that goes on last. */
  ways: ComponentChildren;
  /** What Escape does. */
  leave: () => void;
  children: ComponentChildren;
}

export function FootSheet({ title, text, ways, leave, children }: Props): JSX.Element {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => (dialog.current?.querySelector<HTMLElement>(".ending-ways .main") ?? dialog.current)?.focus({ preventScroll: true }), []);
  return (
    <dialog
      open
      ref={dialog}
      class="ending"
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => event.key === "Escape" && leave()}
    >
      <div class="ending-words">
        <h2 id={heading}>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
      <div class="actions ending-ways">{ways}</div>
    </dialog>
  );
}

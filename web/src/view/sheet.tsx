// A modal dialog at the side, on phones at the bottom. The browser keeps the focus inside.

import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

export function Sheet({ title, close, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      autofocus
      class="sheet"
      aria-labelledby={heading}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="close" aria-label={`Close: ${title}`} onClick={close} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

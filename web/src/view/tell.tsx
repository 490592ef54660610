// A button that passes a text on.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

/** A button that shares a text by the device's own means, or copies it; nothing if the device can do neither. */
export function Tell({ text, link, main }: { text: string; link: string; main?: boolean }): JSX.Element | null {
  const [copied, setCopied] = useState(false);
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (!clipboard && !("share" in navigator)) return null;
  const tell = async (): Promise<void> => {
    try {
      if ("share" in navigator) await navigator.share({ text, ...(link && { url: link }) });
      else {
        await clipboard?.writeText(`${text}\n${link}`.trim());
        setCopied(true);
      }
    } catch {
      // the visitor closed the device's list
    }
  };
  return (
    <button type="button" class={main ? "act main" : "act"} data-act="share" onClick={() => void tell()}>
      {copied ? "Copied" : "Share"}
    </button>
  );
}

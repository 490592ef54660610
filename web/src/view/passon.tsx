// Passing on a text or a link by whatever the device allows.

import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** What a person sees of it: the device's own list (""), that the text is copied, or a field to copy it from. */
type Passed = "" | "copied" | "field";

/** Offer a text to the device's own list if there is one and `copies` is false; otherwise copy it. */
async function passOn(text: string, link: string, copies: boolean): Promise<Passed> {
  const whole = textOf(text, link);
  try {
    if (!copies && "share" in navigator) {
      await navigator.share({ ...(text && { text }), ...(link && { url: link }) });
      return "";
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return ""; // the visitor closed the list
  }
  try {
    await navigator.clipboard.writeText(whole); // raises where the page is not secure
    return "copied";
  } catch {
    return copyByEvent(whole) ? "copied" : "field";
  }
}

/** Copy a text in the older way, which works over plain http. Return whether it was copied. */
function copyByEvent(text: string): boolean {
  const copy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
  };
  document.addEventListener("copy", copy);
  const copied = document.execCommand("copy");
  document.removeEventListener("copy", copy);
  return copied;
}

function textOf(text: string, link: string): string {
  return [text, link].filter(Boolean).join("\n");
}

interface Props {
  text?: string;
  link?: string;
  label?: string;
  look?: string;
  act?: string;
  /** Whether the text is copied even if the device has a list of its own. */
  copies?: boolean;
  /** A field that shows the text already. */
  field?: RefObject<HTMLInputElement | null>;
}

/** A button that shares or copies a text. If the browser lets it do neither, the text is selected for the person to copy. */
export function PassOn({ text = "", link = "", label = "Share", look = "act", act = "share", copies = false, field }: Props): JSX.Element {
  const [passed, setPassed] = useState<Passed>("");
  const own = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setPassed(""), [text, link]);
  useLayoutEffect(() => {
    const shown = passed === "field" && (field ?? own).current;
    if (!shown) return;
    shown.focus();
    shown.select();
  }, [passed]);
  return (
    <>
      <button type="button" class={look} data-act={act} onClick={() => void passOn(text, link, copies).then(setPassed)}>
        {passed === "copied" ? "Copied" : label}
      </button>
      {passed === "field" && !field && (
        <textarea ref={own} class="passed-on" readonly rows={3} aria-label="Copy this text" value={textOf(text, link)} />
      )}
    </>
  );
}

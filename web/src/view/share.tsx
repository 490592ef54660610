// The link to a table: to copy, and for the camera of a phone.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { encode } from "uqr";

interface Props {
  /** What whoever opens the link may do. */
  text: string;
  /** The link; without one, the page itself. */
  link?: string;
}

export function Share({ text, link = location.origin + location.pathname }: Props): JSX.Element {
  return (
    <section class="guests" aria-label="Invite">
      <p>
        <b>Invite:</b> {text}
      </p>
      <div class="answer">
        <input id="share" readonly value={link} aria-label="The link" onFocus={(event) => event.currentTarget.select()} />
        <Copied text={link} />
      </div>
      {alone ? <Alone /> : <QrCode text={link} />}
    </section>
  );
}

/** What to do about a link that leads nowhere elsewhere. */
function Alone(): JSX.Element {
  return (
    <>
      <p class="small">Only this computer can open this link: the room is not open to others yet.</p>
      <details class="fold small">
        <summary>How to open it</summary>
        <p>
          End the room, start it again with <code>muckle --host 0.0.0.0</code>, and come by this computer&rsquo;s address in your network.
        </p>
      </details>
    </>
  );
}

/** A button that copies a text; where the browser does not let it, what stands selected. */
export function Copied({ text }: { text: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const copy = async (button: HTMLElement): Promise<void> => {
    const field = button.parentElement?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    field?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(document.execCommand("copy"));
    }
  };
  return (
    <button type="button" class="act main" onClick={(event) => void copy(event.currentTarget)}>
      {copied ? "Copied" : "Copy"}
    </button>
  );
}

/** A button that tells others, by whatever the device has for it; where it has nothing, nothing. */
export function Tell({ text, link }: { text: string; link: string }): JSX.Element | null {
  const [copied, setCopied] = useState(false);
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (!clipboard && !("share" in navigator)) return null;
  const tell = async (): Promise<void> => {
    try {
      if ("share" in navigator) await navigator.share({ text, ...(link && { url: link }) });
      else {
        await clipboard?.writeText(`${text} ${link}`.trim());
        setCopied(true);
      }
    } catch {
      // who looks at the ways to share may choose none
    }
  };
  return (
    <button type="button" class="act" data-act="share" onClick={() => void tell()}>
      {copied ? "Copied" : "Share"}
    </button>
  );
}

/** Whether the page came from an address that no other machine can reach. */
export const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** A link for the camera of a phone. */
export function QrCode({ text }: { text: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: "M", boostEcc: false, border: 4 });
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The link as a QR code">
      <path d={dark.join("")} />
    </svg>
  );
}

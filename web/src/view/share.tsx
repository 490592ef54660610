// The link to a table or an event: to copy, to share, and as a QR code.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { QrCodeGenerateResult } from "uqr";
import { CopyField } from "./form";

interface Props {
  /** What people who open the link can do. */
  text: string;
  /** The link; by default this page. */
  link?: string;
  /** What can be told instead of the link. */
  code?: string;
}

export function Share({ text, link = location.origin + location.pathname, code = "" }: Props): JSX.Element {
  return (
    <section class="guests" aria-label="Invite">
      <p>
        <b>Invite:</b> {text}
      </p>
      <CopyField id="share" label="The link" value={link} />
      {alone ? <Alone /> : <QrCode text={link} />}
      {code && (
        <p class="told-code">
          Or tell the code, which is typed in at &ldquo;Code&rdquo; in the lobby:{" "}
          <b class="code" translate={false}>
            {code}
          </b>
        </p>
      )}
    </section>
  );
}

/** How to make a link work that only this computer can open. */
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

/** Whether the page's address works on this computer only. */
export const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** A link as a QR code; a white square until the library that draws it has come, which few pages need. */
export function QrCode({ text }: { text: string }): JSX.Element {
  const [code, setCode] = useState<QrCodeGenerateResult | null>(null);
  useEffect(() => {
    void import("uqr").then(
      ({ encode }) => setCode(encode(text, { ecc: "M", boostEcc: false, border: 4 })),
      () => setCode(null), // the link stands beside it
    );
  }, [text]);
  const { data = [], size = 1 } = code ?? {};
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The link as a QR code">
      <path d={dark.join("")} />
    </svg>
  );
}

// Free seats: the link to share for those who sit, a chair for those who come.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { kept, problemOf, request } from "./api";
import { Refusal } from "./cite";
import { qr } from "./qr";
import { reenter } from "./room";
import type { Join, Joined, Problem, Scene } from "./types";

export function Guests({ now }: { now: Scene }): JSX.Element | null {
  const free = now.seats.filter((seat) => seat.kind === "open").length;
  if (!free || now.result) return null;
  return now.viewer == null ? <Chair match={now.match ?? ""} free={free} /> : <Share free={free} />;
}

function Share({ free }: { free: number }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const link = location.origin + location.pathname;
  const copy = async (field: HTMLInputElement): Promise<void> => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setCopied(document.execCommand("copy"));
    }
  };
  return (
    <section class="guests" aria-label="Invite">
      <p>
        <b>{free === 1 ? "One seat is free." : `${free} seats are free.`}</b> Whoever opens this link can sit down:
      </p>
      <div class="answer">
        <input id="share" readonly value={link} aria-label="Link to this table" onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="act main" onClick={() => void copy(document.querySelector("#share") as HTMLInputElement)}>
          {copied ? "Copied" : "Copy"}
        </button>
      </div>
      {alone ? (
        <p class="small">
          This address is known to this computer only. For others, open the room with <code>muckle --host 0.0.0.0</code> and
          come by the address of this computer.
        </p>
      ) : (
        <Code text={link} />
      )}
    </section>
  );
}

/** Whether the page came from an address that no other machine can reach. */
const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** The link for the camera of a phone; nothing where it is too long for one. */
function Code({ text }: { text: string }): JSX.Element | null {
  const rows = qr(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The link as a QR code">
      <path d={dark.join("")} />
    </svg>
  );
}

function Chair({ match, free }: { match: string; free: number }): JSX.Element {
  const [name, setName] = useState(kept.get("name"));
  const [problem, setProblem] = useState<Problem | null>(null);
  const sit = (event: Event): void => {
    event.preventDefault();
    kept.set("name", name);
    const join: Join = { name };
    request<Joined>(`/api/matches/${match}/join`, join).then(reenter, (error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <form class="guests" aria-label="Sit down" onSubmit={sit}>
      <p>
        <b>{free === 1 ? "A seat is free at this table." : `${free} seats are free at this table.`}</b> Sit down, or just watch.
      </p>
      <div class="answer">
        <input
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          placeholder="Your name"
          aria-label="Your name"
          maxLength={24}
          autocomplete="nickname"
        />
        <button type="submit" class="act main">
          Sit down
        </button>
      </div>
      {problem && <Refusal problem={problem} />}
    </form>
  );
}

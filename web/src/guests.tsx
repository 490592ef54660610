// The table before the cards are dealt: who has come, the link to share, a chair for those who come, and the seal.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { ActButton } from "./act";
import { kept, problemOf } from "./api";
import { Refusal } from "./cite";
import { Fair } from "./fair";
import { hue } from "./hue";
import { Comer, Terms, WayButton, waysAt } from "./manage";
import { NoteLine } from "./note";
import { qr } from "./qr";
import { choicesOn, reenter } from "./room";
import { sitDown } from "./sit";
import type { Problem, Scene } from "./types";

/** Whether the cards are still to be dealt: the table lies bare. */
export function bare(now: Scene): boolean {
  return !Object.keys(now.zones).length && !now.result;
}

export function Waiting({ now }: { now: Scene }): JSX.Element {
  const free = now.seats.filter((seat) => seat.kind === "open").length;
  return (
    <main class="page waiting-room" id="main" data-seq={now.seq ?? 0} data-game={now.game} style={hue(now.game)}>
      <section class="coming" aria-label="Who plays">
        <h2>{now.status}</h2>
        <p>The cards are dealt when every seat is taken. Nobody sees one before.</p>
        <ol class="comers">
          {now.seats.map((seat, number) => (
            <Comer key={number} now={now} seat={seat} number={number} />
          ))}
        </ol>
        <Terms now={now} />
        <NoteLine />
        <div class="actions">
          {choicesOn("").map((choice) => (
            <ActButton key={choice.id} choice={choice} />
          ))}
          {now.viewer != null && waysAt(now, now.viewer).map((choice) => <WayButton key={choice.id} choice={choice} />)}
        </div>
      </section>
      {now.viewer == null && free > 0 && <Chair match={now.match ?? ""} free={free} />}
      {now.viewer != null && free > 0 && <Share />}
      <Fair now={now} />
    </main>
  );
}

function Share(): JSX.Element {
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
        <b>Invite:</b> whoever opens this link can sit down.
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
    sitDown(match, name).then(reenter, (error: unknown) => setProblem(problemOf(error)));
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

// What somebody asks of the table, such as to take a move back, with the answers to it; and the buttons that ask.

import type { JSX } from "preact";

import type { Act, Scene } from "../types";
import { pending } from "./now";
import { send } from "./room";

const ANSWERS = ["allow", "refuse"];
const WISHES = ["takeback", "resume"];

export function RequestLine({ now: { request, manage = {} } }: { now: Scene }): JSX.Element | null {
  if (!request) return null;
  const answers = Object.entries(manage).filter(([, act]) => ANSWERS.includes(act.verb));
  return (
    <div class="note request" role="group" aria-label={request}>
      <span>{request}</span>
      {answers.length > 0 && (
        <span class="actions">
          {answers.map(([id, act]) => (
            <RequestButton key={id} id={id} act={act} look={`act${act.verb === "allow" ? " main" : ""}`} />
          ))}
        </span>
      )}
    </div>
  );
}

/** Asks the others, or ends a pause: whatever may be asked now. */
export function Wishes({ now: { manage = {} } }: { now: Scene }): JSX.Element {
  const found = Object.entries(manage).filter(([, act]) => WISHES.includes(act.verb));
  return (
    <>
      {found.map(([id, act]) => (
        <RequestButton key={id} id={id} act={act} look={act.verb === "resume" ? "act main" : "quiet"} />
      ))}
    </>
  );
}

function RequestButton({ id, act, look }: { id: string; act: Act; look: string }): JSX.Element {
  return (
    <button type="button" class={look} data-act={id} aria-busy={pending.value?.act === id} aria-disabled={pending.value !== null} onClick={() => send(id)}>
      {act.label}
    </button>
  );
}

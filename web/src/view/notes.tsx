// A refusal or a piece of advice, near what it is about.

import type { JSX } from "preact";

import { coming, stay, wish, wished } from "../state/forced";
import { drop, note, pending } from "../state/now";
import { prepared } from "../state/prepare";
import { send } from "../state/room";
import type { Act, Scene } from "../types";
import { Cited, capital, RuleLink } from "./cite";

export function NoteLine(): JSX.Element | null {
  const told = note.value;
  if (!told) return null;
  return (
    <p class={`note ${told.kind}`} role={told.kind === "refusal" ? "alert" : "status"}>
      <span>
        <Cited text={capital(told.text)} /> {told.rule && <RuleLink id={told.rule} />}
      </span>
      <button type="button" class="close" aria-label="Close this note" onClick={() => (note.value = null)} />
    </p>
  );
}

// The move that waits for the reader's turn, near the hand.

export function PreparedLine(): JSX.Element | null {
  if (!prepared.value) return null;
  return (
    <p class="note prepared-line">
      <span>
        <b>Prepared:</b> {prepared.value.prepares}
      </span>
      <button type="button" class="act" data-act="unprepare" onClick={drop}>
        Cancel
      </button>
    </p>
  );
}

// What will be done by itself in the reader's turn, near the hand; and the choice whether anything is.

export function ComingLine(): JSX.Element | null {
  if (!coming.value) return null;
  return (
    <p class="note coming-line">
      <span>
        <b>By itself:</b> {coming.value.act.label}
      </span>
      <button type="button" class="act" data-act="stay" onClick={stay}>
        Wait
      </button>
    </p>
  );
}

export function ForcedTurns(): JSX.Element {
  return (
    <label class="check forced-turns">
      <input type="checkbox" checked={wished.value} onChange={() => wish(!wished.value)} /> Do by itself what is the only thing to do
    </label>
  );
}

// What somebody asks of the table, such as to take a move back, with the answers to it; and the buttons that ask.

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
    <button
      type="button"
      class={look}
      data-act={id}
      aria-busy={pending.value?.act === id}
      aria-disabled={pending.value !== null}
      onClick={() => send(id)}
    >
      {act.label}
    </button>
  );
}

// A refusal or a piece of advice, near what it is about.

import type { JSX } from "preact";
import { wish } from "../state/forced";
import { send } from "../state/play";
import { type AtTable, drop, stay } from "../state/table";

import type { Act, Scene } from "../types";
import { Cited, capital, RuleLink } from "./cite";

export function NoteLine({ table }: AtTable): JSX.Element | null {
  const told = table.note.value;
  if (!told) return null;
  return (
    <p class={`note ${told.kind}`} role={told.kind === "refusal" ? "alert" : "status"}>
      <span>
        <Cited table={table} text={capital(told.text)} /> {told.rule && <RuleLink table={table} id={told.rule} />}
      </span>
      <button type="button" class="close" aria-label="Close this note" onClick={() => (table.note.value = null)} />
    </p>
  );
}

// The move that waits for the reader's turn, near the hand.

export function PreparedLine({ table }: AtTable): JSX.Element | null {
  if (!table.prepared.value) return null;
  return (
    <p class="note prepared-line">
      <span>
        <b>Prepared:</b> {table.prepared.value.prepares}
      </span>
      <button type="button" class="act" data-act="unprepare" onClick={() => drop(table)}>
        Cancel
      </button>
    </p>
  );
}

// What will be done by itself in the reader's turn, near the hand; and the choice whether anything is.

export function ComingLine({ table }: AtTable): JSX.Element | null {
  if (!table.coming.value) return null;
  return (
    <p class="note coming-line">
      <span>
        <b>By itself:</b> {table.coming.value.act.label}
      </span>
      <button type="button" class="act" data-act="stay" onClick={() => stay(table)}>
        Wait
      </button>
    </p>
  );
}

export function ForcedTurns({ table }: AtTable): JSX.Element {
  return (
    <label class="check forced-turns">
      <input type="checkbox" checked={table.plays.value} onChange={() => wish(table, !table.plays.value)} /> Do by itself what is the only
      thing to do
    </label>
  );
}

// What somebody asks of the table, such as to take a move back, with the answers to it; and the buttons that ask.

const ANSWERS = ["allow", "refuse"];
const WISHES = ["takeback", "resume"];

export function RequestLine({ table, now: { request, manage = {} } }: { now: Scene } & AtTable): JSX.Element | null {
  if (!request) return null;
  const answers = Object.entries(manage).filter(([, act]) => ANSWERS.includes(act.verb));
  return (
    <div class="note request" role="group" aria-label={request}>
      <span>{request}</span>
      {answers.length > 0 && (
        <span class="actions">
          {answers.map(([id, act]) => (
            <RequestButton table={table} key={id} id={id} act={act} look={`act${act.verb === "allow" ? " main" : ""}`} />
          ))}
        </span>
      )}
    </div>
  );
}

/** Asks the others, or ends a pause: whatever may be asked now. */
export function Wishes({ table, now: { manage = {} } }: { now: Scene } & AtTable): JSX.Element {
  const found = Object.entries(manage).filter(([, act]) => WISHES.includes(act.verb));
  return (
    <>
      {found.map(([id, act]) => (
        <RequestButton table={table} key={id} id={id} act={act} look={act.verb === "resume" ? "act main" : "quiet"} />
      ))}
    </>
  );
}

function RequestButton({ table, id, act, look }: { id: string; act: Act; look: string } & AtTable): JSX.Element {
  return (
    <button
      type="button"
      class={look}
      data-act={id}
      aria-busy={table.pending.value?.act === id}
      aria-disabled={table.pending.value !== null}
      onClick={() => send(table, id)}
    >
      {act.label}
    </button>
  );
}

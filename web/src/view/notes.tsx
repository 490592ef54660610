// Notes near the hand: refusals and advice, prepared moves, moves that play themselves, and requests of the table.

import type { JSX } from "preact";
import { setPlaysOnlyAct } from "../state/forced";
import { type AtTable, drop, stopOnlyAct } from "../state/table";

import type { Scene } from "../types";
import { SendButton } from "./act";
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

/** The move that waits for the reader's turn. */
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

/** The only possible move, which is about to be played for the reader. */
export function ComingLine({ table }: AtTable): JSX.Element | null {
  if (!table.coming.value) return null;
  return (
    <p class="note coming-line">
      <span>
        <b>Your only move:</b> {table.coming.value.act.label}
      </span>
      <button type="button" class="act" data-act="stay" onClick={() => stopOnlyAct(table)}>
        Wait
      </button>
    </p>
  );
}

export function ForcedTurns({ table }: AtTable): JSX.Element {
  return (
    <label class="check forced-turns">
      <input type="checkbox" checked={table.plays.value} onChange={() => setPlaysOnlyAct(table, !table.plays.value)} /> Play my move for me
      when there is only one
    </label>
  );
}

/** Verbs that answer a request of the table. */
const ANSWERS = ["allow", "refuse"];
/** Verbs that make a request of the table, or end a pause. */
const WISHES = ["takeback", "resume"];

/** A request of the table, such as taking a move back, with the answers to it. */
export function RequestLine({ table, now: { request, manage = {} } }: { now: Scene } & AtTable): JSX.Element | null {
  if (!request) return null;
  const answers = Object.entries(manage).filter(([, act]) => ANSWERS.includes(act.verb));
  return (
    <div class="note request" role="group" aria-label={request}>
      <span>{request}</span>
      {answers.length > 0 && (
        <span class="actions">
          {answers.map(([id, act]) => (
            <SendButton table={table} key={id} id={id} label={act.label} look={`act${act.verb === "allow" ? " main" : ""}`} />
          ))}
        </span>
      )}
    </div>
  );
}

/** Buttons for the requests that can be made now. */
export function Wishes({ table, now: { manage = {} } }: { now: Scene } & AtTable): JSX.Element {
  const found = Object.entries(manage).filter(([, act]) => WISHES.includes(act.verb));
  return (
    <>
      {found.map(([id, act]) => (
        <SendButton table={table} key={id} id={id} label={act.label} look={act.verb === "resume" ? "act main" : "quiet"} />
      ))}
    </>
  );
}

// The table itself: who sits there and who is here, and what may be done about it rather than in its game. What ends
// something is asked about once more.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { stateOf } from "../state/news";
import { readAgain, send } from "../state/play";
import type { AtTable, OfferedAct } from "../state/table";
import type { Scene, Seat } from "../types";
import { NoteLine } from "./notes";
import { Due, Marker } from "./seat";
import { Share } from "./share";
import { Sheet } from "./sheet";

/** Verbs that nobody can take back. */
const FINAL = ["resign", "abort", "leave", "free"];

export function TableSheet({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  if (!now || !table.showTable.value) return null;
  const own = now.viewer == null ? [] : waysAt(now, now.viewer);
  const openKeys = (): void => {
    table.showTable.value = false;
    table.showKeys.value = true;
  };
  return (
    <Sheet title="At this table" close={() => (table.showTable.value = false)}>
      <ol class="comers">
        {now.seats.map((seat, number) => (
          <Comer table={table} key={number} now={now} seat={seat} number={number} />
        ))}
      </ol>
      <Watchers now={now} />
      <LastEnding table={table} now={now} />
      {!bare(now) && <Reactions table={table} now={now} done={() => (table.showTable.value = false)} />}
      <Terms now={now} />
      <NoteLine table={table} />
      {own.length > 0 && (
        <div class="actions">
          {own.map((choice) => (
            <WayButton table={table} key={choice.id} choice={choice} />
          ))}
        </div>
      )}
      <button type="button" class="quiet" data-act="keys" onClick={openKeys}>
        Keys <kbd data-text="?" />
      </button>
      {!bare(now) && !now.result && !now.event && <Share text="whoever opens this link watches, and sees no hand." />}
    </Sheet>
  );
}

/** How the last hand or round ended, to be read again. */
function LastEnding({ table, now: { reckoning } }: { now: Scene } & AtTable): JSX.Element | null {
  if (!reckoning?.zones || table.reading.value) return null;
  const again = (): void => {
    table.showTable.value = false;
    readAgain(table);
  };
  return (
    <div class="actions">
      <button type="button" class="act" data-act="read-again" onClick={again}>
        Show again: {reckoning.title}
      </button>
    </div>
  );
}

/** Whether the cards are still to be dealt: the table lies bare. */
export function bare(now: Scene): boolean {
  return !Object.keys(now.zones).length && !now.result;
}

/** How many look on. */
export function Watchers({ now: { watchers = 0, viewer } }: { now: Scene }): JSX.Element | null {
  if (!watchers) return null;
  const others = viewer == null ? watchers - 1 : watchers;
  const count = others === 1 ? "One person watches" : `${others} people watch`;
  const text =
    viewer != null
      ? `${count}.`
      : others
        ? `You are watching, and ${others === 1 ? "one other person" : `${others} others`}.`
        : "You are watching.";
  return <p class="watchers">{text}</p>;
}

/** What holds at the table beside the rules. */
export function Terms({ now: { terms = [] } }: { now: Scene }): JSX.Element {
  return (
    <>
      {terms.map((text) => (
        <p key={text} class="small terms">
          {text}
        </p>
      ))}
    </>
  );
}

/** A seat with who has it, and what the viewer may do about that. */
export function Comer({ table, now, seat, number }: { now: Scene; seat: Seat; number: number } & AtTable): JSX.Element {
  const { name, kind, bird = "", you } = seat;
  return (
    <li class={kind === "open" ? "comer free" : "comer"}>
      <Marker seat={number} bird={bird} name={kind === "open" ? "" : name} />
      <b>{name}</b>
      {you && <small>(you)</small>}
      <span class="comer-state">
        {stateOf(seat)} <Due table={table} seat={seat} />
      </span>
      {number !== now.viewer && waysAt(now, number).map((choice) => <WayButton table={table} key={choice.id} choice={choice} />)}
    </li>
  );
}

/** What the viewer may do about a seat. */
export function waysAt({ manage = {} }: Scene, seat: number): readonly OfferedAct[] {
  return Object.entries(manage).flatMap(([id, act]) => (act.on === `s:${seat}` ? [{ id, act }] : []));
}

/** A button, and for what is final a second one in its place. */
export function WayButton({ table, choice: { id, act } }: { choice: OfferedAct } & AtTable): JSX.Element {
  const [sure, setSure] = useState(false);
  const final = FINAL.includes(act.verb);
  const button = (text: string, label: string, click: () => void): JSX.Element => (
    <button
      type="button"
      class={`act${sure ? " alarm" : ""}`}
      data-act={id}
      aria-label={label}
      aria-busy={table.pending.value?.act === id}
      aria-disabled={table.pending.value !== null}
      onClick={click}
    >
      {text}
    </button>
  );
  if (!final) return button(act.label, act.label, () => send(table, id));
  if (!sure) return button(act.label, act.label, () => setSure(true));
  return (
    <span class="actions sure" role="group" aria-label={act.label}>
      {button("Yes, do it", `Yes, do it: ${act.label}`, () => send(table, id))}
      <button type="button" class="quiet" onClick={() => setSure(false)}>
        No
      </button>
    </span>
  );
}

// What people may say to each other at a table: one of a few things, shown at the seat and heard by all.

/** Must agree with REACTIONS in server/tables/reactions.py. */
const REACTIONS = ["Well played", "Thank you", "Good luck", "Oops", "Let me think", "One more?"];

/** The choice of them, for who sits at a table with other people. */
export function Reactions({ table, now: { seats, viewer, event }, done }: { now: Scene; done: () => void } & AtTable): JSX.Element | null {
  const people = seats.filter(({ kind = "human" }) => kind === "human");
  if (viewer == null || event || people.length < 2) return null;
  const say = (number: number): void => {
    send(table, `/react ${number}`);
    done();
  };
  return (
    <div class="actions" role="group" aria-label="Say to all">
      {REACTIONS.map((text, index) => (
        <button
          key={text}
          type="button"
          class="act"
          data-act={`/react ${index + 1}`}
          aria-disabled={table.pending.value !== null}
          onClick={() => say(index + 1)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

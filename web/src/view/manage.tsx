// The sheet about the table itself: who sits there, and what can be done outside the game, such as leaving.

import type { JSX } from "preact";
import { seatState } from "../state/news";
import { readAgain, send } from "../state/play";
import { type AtTable, isUndealt, type OfferedAct } from "../state/table";
import type { Scene, Seat } from "../types";
import { SendButton } from "./act";
import { type Fields, SureButton, submitted } from "./form";
import { NoteLine, RequestLine } from "./notes";
import { ReminderSwitch } from "./reminders";
import { Due, Marker } from "./seat";
import { Share } from "./share";
import { Sheet } from "./sheet";

/** Verbs that need a second tap, because they cannot be undone. */
const FINAL = ["resign", "abort", "leave", "free"];

export function TableSheet({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  if (!now || !table.showTable.value) return null;
  const own = now.viewer == null ? [] : seatActs(now, now.viewer);
  const openKeys = (): void => {
    table.showTable.value = false;
    table.showKeys.value = true;
  };
  return (
    <Sheet title="At this table" close={() => (table.showTable.value = false)}>
      <ol class="comers">
        {now.seats.map((seat, number) => (
          <SeatLine table={table} key={number} now={now} seat={seat} number={number} />
        ))}
      </ol>
      {canReturn(now) && (
        <p class="small">
          The others are asked, if you were not here on this device. Or <a href="/you">enter your personal code</a>.
        </p>
      )}
      {now.viewer == null && <RequestLine table={table} now={now} />}
      <Watchers now={now} />
      <LastEnding table={table} now={now} />
      {!isUndealt(now) && <Reactions table={table} now={now} done={() => (table.showTable.value = false)} />}
      <Terms now={now} />
      {now.viewer != null && !now.result && !now.event && <ReminderSwitch />}
      <NoteLine table={table} />
      {own.length > 0 && (
        <div class="actions">
          {own.map((choice) => (
            <ManageButton table={table} key={choice.id} choice={choice} />
          ))}
        </div>
      )}
      <button type="button" class="quiet" data-act="keys" onClick={openKeys}>
        Keys <kbd data-text="?" />
      </button>
      {!isUndealt(now) && !now.result && !now.event && <Share text="whoever opens this link watches, and sees no hand." />}
    </Sheet>
  );
}

/** The button that shows again how the last hand or round ended. */
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

/** How many spectators there are. */
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

/** For a person who watches while somebody is missing: the seats, one of which may be their own. */
export function ReturnButton({ table, now }: { now: Scene } & AtTable): JSX.Element | null {
  if (!canReturn(now)) return null;
  return (
    <button type="button" class="quiet" data-act="back" onClick={() => (table.showTable.value = true)}>
      Did you sit here?
    </button>
  );
}

function canReturn({ viewer, manage = {} }: Scene): boolean {
  return viewer == null && Object.values(manage).some(({ verb }) => verb === "return");
}

/** The terms of the table beside the rules. */
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

/** A seat: who has it, and what the viewer may do about it. */
export function SeatLine({ table, now, seat, number }: { now: Scene; seat: Seat; number: number } & AtTable): JSX.Element {
  const { name, kind, bird = "", you, said } = seat;
  return (
    <li class={kind === "open" ? "comer free" : "comer"}>
      <Marker seat={number} bird={bird} name={kind === "open" ? "" : name} />
      <b translate={kind === "open"}>{name}</b>
      {you && <small>(you)</small>}
      <span class="comer-state">
        {seatState(seat)} <Due table={table} seat={seat} />
      </span>
      {said && isUndealt(now) && <q class="seat-said">{said}</q>}
      {number !== now.viewer && seatActs(now, number).map((choice) => <ManageButton table={table} key={choice.id} choice={choice} />)}
    </li>
  );
}

/** Return what the viewer may do about a seat. */
export function seatActs({ manage = {} }: Scene, seat: number): readonly OfferedAct[] {
  return Object.entries(manage).flatMap(([id, act]) => (act.on === `s:${seat}` ? [{ id, act }] : []));
}

/** The button of an act about the table; final ones ask once more. */
export function ManageButton({ table, choice: { id, act } }: { choice: OfferedAct } & AtTable): JSX.Element {
  if (FINAL.includes(act.verb)) return <SureButton label={act.label} yes="Yes, do it" act={id} onSure={() => send(table, id)} />;
  return <SendButton table={table} id={id} label={act.label} />;
}

/** What people can say to each other; shown at the seat. Must agree with REACTIONS in server/tables/reactions.py. */
const REACTIONS = ["Well played", "Thank you", "Good luck", "Oops", "Let me think", "One more?"];

/** Letters of a typed sentence; the room cuts it there. */
const LONGEST = 60;

/** A line to type to the others. */
function Typed({ table, done }: { done?: () => void } & AtTable): JSX.Element {
  const say = ({ words = "" }: Fields, form: HTMLFormElement): void => {
    if (!words.trim()) return;
    send(table, `/say ${words.trim()}`);
    form.reset();
    done?.();
  };
  return (
    <form class="answer typed" aria-label="Say something typed" onSubmit={submitted(say)}>
      <input name="words" aria-label="What to say to all" placeholder="Say something …" data-most={LONGEST} autocomplete="off" />
      <button type="submit" class="act" data-act="say">
        Say
      </button>
    </form>
  );
}

/** Buttons for these, at a table with other people, and a line to type where the host allows it. */
export function Reactions({ table, now, done }: { now: Scene; done?: () => void } & AtTable): JSX.Element | null {
  const { seats, viewer, event, manage = {} } = now;
  const people = seats.filter(({ kind = "human" }) => kind === "human");
  if (viewer == null || event || people.length < 2) return null;
  return (
    <div class="actions reactions" role="group" aria-label="Say to all">
      {REACTIONS.map((text, index) => (
        <SendButton table={table} key={text} id={`/react ${index + 1}`} label={text} {...(done && { sent: done })} />
      ))}
      {Object.values(manage).some(({ verb }) => verb === "say") && <Typed table={table} {...(done && { done })} />}
    </div>
  );
}

// Acts as buttons.

import type { ComponentChildren, JSX } from "preact";
import { keyOf } from "../state/keys";
import { send } from "../state/play";
import { type AtTable, choicesOn, leftOut, type OfferedAct, type TableState } from "../state/table";
import { perform } from "../state/tap";
import { showReason } from "../state/why";

import type { Act } from "../types";
import { capital } from "./cite";

/** Return what a button says, and its name for screen readers, of which the text is always a part. */
function textsOf(table: TableState, { act, prepares }: OfferedAct, among?: readonly OfferedAct[]): { text: string; name: string } {
  const place = among && placeTold(table, act, among);
  if (place) return { text: place, name: `${place}: ${act.label}` };
  const column = among && !prepares && !act.short && table.scene.value?.zones[act.to?.slice(2) ?? ""];
  if (column && column.kind === "column") {
    const text = `${capital(act.verb)} on ${column.short || column.label}`;
    return { text, name: `${text}: ${act.label}` };
  }
  return { text: among && !prepares && tellsItself(act, among) ? act.short || capital(act.verb) : act.label, name: act.label };
}

interface ActProps {
  choice: OfferedAct;
  /** All acts of the picked piece. With them a short text is enough, because the piece is in hand. */
  among?: readonly OfferedAct[];
}

function ActButton({ table, choice, among }: ActProps & AtTable): JSX.Element {
  const { id, act } = choice;
  const { text, name } = textsOf(table, choice, among);
  const full = among && act.note ? `${name} ${act.note}` : name; // screen readers hear everything that is seen
  const key = keyOf(table, { id, act });
  return (
    <button
      type="button"
      class={`act verb-${act.verb}${act.main ? " main" : ""}${table.hinted.value === id ? " hinted" : ""}`}
      data-act={id}
      aria-label={full}
      aria-keyshortcuts={key || undefined}
      aria-busy={table.pending.value?.act === id}
      aria-disabled={table.pending.value !== null}
      onClick={() => perform(table, choice)}
    >
      {text}
      {act.ask && "…"}
      {key && <kbd data-text={key.toUpperCase()} />}
      {among && act.note && " "}
      {among && act.note && <small class="act-note">{act.note}</small>}
    </button>
  );
}

/** A button for each act. */
export function ActButtons({
  table,
  choices,
  among,
}: { choices: readonly OfferedAct[]; among?: readonly OfferedAct[] } & AtTable): ComponentChildren {
  return choices.map((choice) => <ActButton table={table} key={choice.id} choice={choice} {...(among && { among })} />);
}

/** Acts of the picked piece, and those without one, that a lesson leaves out for now: grey, and a tap says why. */
export function LeftOut({ table }: AtTable): ComponentChildren {
  const found = [...new Set([table.pick.value, ""])].flatMap((ref) => leftOut(table, ref)).filter(({ act }) => !act.to?.startsWith("c:"));
  return found.slice(0, MOST_GREY).map((choice) => {
    const { text, name } = textsOf(table, choice, choice.act.on ? amongAll(table) : undefined);
    return (
      <button
        key={choice.id}
        type="button"
        class="act"
        aria-label={name}
        aria-disabled="true"
        onClick={() => void showReason(table, choice.act.to, choice.act.on)}
      >
        {text}
      </button>
    );
  });
}

/** Return all acts of the picked piece, those that a lesson leaves out for now included. */
export function amongAll(table: TableState): readonly OfferedAct[] {
  return table.pick.value ? [...choicesOn(table, table.pick.value), ...leftOut(table, table.pick.value)] : [];
}

/** Grey buttons beside the one that counts. */
const MOST_GREY = 2;

interface SendProps {
  id: string;
  label: ComponentChildren;
  look?: string;
  button?: { current: HTMLButtonElement | null };
  /** What is called when it was sent. */
  sent?: () => void;
}

/** A button that sends an act to the room as it is. */
export function SendButton({ table, id, label, look = "act", button, sent }: SendProps & AtTable): JSX.Element {
  const click = (): void => {
    send(table, id);
    sent?.();
  };
  return (
    <button
      {...(button && { ref: button })}
      type="button"
      class={look}
      data-act={id}
      aria-busy={table.pending.value?.act === id}
      aria-disabled={table.pending.value !== null}
      onClick={click}
    >
      {label}
    </button>
  );
}

/** Return whether the short text of an act differs from those of the piece's other acts. */
function tellsItself({ verb, half }: Act, among: readonly OfferedAct[]): boolean {
  return !!half || among.filter(({ act }) => act.verb === verb).length < 2;
}

/** Return the name of an act's target if it tells acts with the same verb apart, else "". */
function placeTold(table: TableState, act: Act, among: readonly OfferedAct[]): string {
  if (act.half || among[0]?.prepares || tellsItself(act, among)) return "";
  const alike = among.filter((other) => other.act.verb === act.verb);
  const zone = act.to?.startsWith("z:") ? table.scene.value?.zones[act.to.slice(2)]?.label : "";
  return zone && new Set(alike.map((other) => other.act.to)).size === alike.length ? zone : "";
}

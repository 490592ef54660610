// An act as a button.

import type { JSX } from "preact";
import { keyOf } from "../state/keys";
import type { AtTable, OfferedAct, TableState } from "../state/table";
import { perform } from "../state/tap";

import type { Act } from "../types";
import { capital } from "./cite";

interface ActProps {
  choice: OfferedAct;
  /** The other acts of the same piece: then a short text is enough, as the piece is in hand. */
  among?: readonly OfferedAct[];
}

export function ActButton({ table, choice, among }: ActProps & AtTable): JSX.Element {
  const { id, act, prepares } = choice;
  const place = among && placeTold(table, act, among);
  const text = place ? `→ ${place}` : among && !prepares && tellsItself(act, among) ? act.short || capital(act.verb) : act.label;
  const name = place ? `${text}: ${act.label}` : act.label; // every other text is a part of the label
  const full = among && act.note ? `${name} ${act.note}` : name; // all that is read is heard
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

/** Whether the short text of an act tells it apart from the others of its piece. */
function tellsItself({ verb, half }: Act, among: readonly OfferedAct[]): boolean {
  return !!half || among.filter(({ act }) => act.verb === verb).length < 2;
}

/** The name of the place that an act leads to, where that tells acts of one kind apart; else nothing. */
function placeTold(table: TableState, act: Act, among: readonly OfferedAct[]): string {
  if (act.half || among[0]?.prepares || tellsItself(act, among)) return "";
  const alike = among.filter((other) => other.act.verb === act.verb);
  const zone = act.to?.startsWith("z:") ? table.scene.value?.zones[act.to.slice(2)]?.label : "";
  return zone && new Set(alike.map((other) => other.act.to)).size === alike.length ? zone : "";
}

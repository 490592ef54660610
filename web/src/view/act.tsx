// An act as a button.

import type { JSX } from "preact";

import { type OfferedAct, pending, scene } from "../state/now";
import { PREPARE } from "../state/prepare";
import { perform } from "../state/tap";
import { keyOf } from "../state/verbs";
import type { Act } from "../types";
import { hinted } from "./hints";

interface ActProps {
  choice: OfferedAct;
  /** The other acts of the same piece: then a short text is enough, as the piece is in hand. */
  among?: readonly OfferedAct[];
}

export function ActButton({ choice: { id, act }, among }: ActProps): JSX.Element {
  const text = among ? shortly(act, among) : act.label;
  const name = act.label.toLowerCase().includes(text.toLowerCase()) ? act.label : `${text}: ${act.label}`;
  const full = among && act.note ? `${name} ${act.note}` : name; // all that is read is heard
  const key = keyOf({ id, act });
  return (
    <button
      type="button"
      class={`act verb-${act.verb}${act.main ? " main" : ""}${hinted.value === id ? " hinted" : ""}`}
      data-act={id}
      aria-label={full}
      aria-keyshortcuts={key || undefined}
      aria-busy={pending.value?.act === id}
      aria-disabled={pending.value !== null}
      onClick={() => perform({ id, act })}
    >
      {text}
      {act.ask && "…"}
      {key && <kbd data-text={key.toUpperCase()} />}
      {among && act.note && " "}
      {among && act.note && <small class="act-note">{act.note}</small>}
    </button>
  );
}

/** The first word, or which letter where, or where acts of one kind share the piece the place, if that tells them apart: "Discard", "→ Row 2". */
function shortly(act: Act, among: readonly OfferedAct[]): string {
  if (act.label.startsWith(PREPARE)) return act.label;
  const alike = among.filter((other) => other.act.verb === act.verb);
  if (act.half) return act.label.slice(act.label.indexOf(` as ${act.half}`) + 4);
  if (alike.length < 2) return act.label.split(" ", 1)[0] ?? act.label;
  const zone = act.to?.startsWith("z:") && scene.value?.zones[act.to.slice(2)]?.label;
  const tells = zone && new Set(alike.map((other) => other.act.to)).size === alike.length;
  return tells ? `→ ${zone}` : act.label;
}

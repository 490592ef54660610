// What will be done by itself in the reader's turn, near the hand; and the choice whether anything is.

import type { JSX } from "preact";

import { coming, stay, wish, wished } from "./forced";

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

// The move that waits for the reader's turn, near the hand.

import type { JSX } from "preact";

import { drop } from "./now";
import { prepared, PREPARE } from "./prepare";

export function PreparedLine(): JSX.Element | null {
  if (!prepared.value) return null;
  return (
    <p class="note prepared-line">
      <span>
        <b>Prepared:</b> {prepared.value.act.label.slice(PREPARE.length)}
      </span>
      <button type="button" class="act" data-act="unprepare" onClick={drop}>
        Cancel
      </button>
    </p>
  );
}

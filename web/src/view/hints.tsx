// Hints as chips that highlight their pieces.

import type { JSX } from "preact";
import { actOf, highlight, showFacts } from "../state/hints";
import type { AtTable } from "../state/table";

export function HintChips({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  if (!table.advice.value || !now) return null;
  const { suggestions, unit } = table.advice.value;
  return (
    <div class="chips" role="group" aria-label="Hints" aria-busy={table.thinking.value}>
      {suggestions.map(({ action, claim, result }) => {
        const id = actOf(now, action);
        const label = now.acts[id]?.label ?? action;
        const expected = result == null ? "" : `, expected ${unit === "points" ? result.toFixed(1) : `${Math.round(100 * result)} %`}`;
        return (
          <button
            key={action}
            type="button"
            class="chip"
            data-hint={action}
            aria-pressed={!!id && table.hinted.value === id}
            aria-label={`${label}: ${claim}${expected}`}
            title={`${label}${expected}`}
            onClick={() => highlight(table, action)}
          >
            <Bulb />
            {claim}
          </button>
        );
      })}
      <button type="button" class="quiet" data-act="facts" onClick={() => void showFacts(table)}>
        More
      </button>
    </div>
  );
}

function Bulb(): JSX.Element {
  return (
    <svg class="bulb" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5.5 11.5c0-1.6-2-2.4-2-5a4.5 4.5 0 0 1 9 0c0 2.6-2 3.4-2 5zM6 13.5h4M6.8 15.2h2.4" />
    </svg>
  );
}

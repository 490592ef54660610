// Hints: what is known about the best acts, and a chip for each that highlights its pieces.

import type { JSX } from "preact";
import { difference, highlight, showFacts, verdict } from "../state/hints";
import type { AtTable } from "../state/table";

export function HintChips({ table }: AtTable): JSX.Element | null {
  const now = table.scene.value;
  const advice = table.advice.value;
  if (!advice || !now) return null;
  return (
    <>
      <p class="hint-verdict" role="status">
        {verdict(advice)}
      </p>
      <div class="chips" role="group" aria-label="Hints" aria-busy={table.thinking.value}>
        {advice.suggestions.map((each) => {
          const label = now.acts[each.act]?.label ?? each.action;
          const behind = difference(each, advice.unit);
          const less = behind && `${behind} less than the first`;
          return (
            <button
              key={each.action}
              type="button"
              class="chip"
              data-hint={each.action}
              aria-pressed={!!each.act && table.hinted.value === each.act}
              aria-label={[label, each.claim, less].filter(Boolean).join("; ")}
              title={[label, less].filter(Boolean).join("; ")}
              onClick={() => highlight(table, each)}
            >
              <Bulb />
              <span>{each.claim || label}</span>
              {behind && <small>−{behind}</small>}
            </button>
          );
        })}
        <button type="button" class="quiet" data-act="facts" onClick={() => void showFacts(table)}>
          More
        </button>
      </div>
    </>
  );
}

function Bulb(): JSX.Element {
  return (
    <svg class="bulb" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5.5 11.5c0-1.6-2-2.4-2-5a4.5 4.5 0 0 1 9 0c0 2.6-2 3.4-2 5zM6 13.5h4M6.8 15.2h2.4" />
    </svg>
  );
}

// Seats whose tables have columns: those of one lane stand below one another, whoever owns them, so that lengths compare at a glance.

import type { JSX } from "preact";

import { grouped } from "../state/grouped";
import type { TableState } from "../state/table";
import type { Zone } from "../types";

/** A column of each lane; the viewer's own come first, as the viewer has all of them. */
export function lanesOf(table: TableState): readonly Zone[] {
  const columns = Object.values(table.scene.value?.zones ?? {}).filter(({ lane, parent }) => lane && parent);
  const sorted = [...columns].sort((one, other) => Number(other.place === "me") - Number(one.place === "me"));
  return [...grouped(sorted, ({ lane }) => lane).values()].flatMap(([first]) => first ?? []);
}

/** The label of a zone where it is plain whose it is: in a seat's panel. */
export function plainName({ label, short, parent }: Zone): string {
  return (parent && short) || label;
}

/** In which lane a column stands, from 1; nothing for other zones. */
export function laneStyle(table: TableState, zone: Zone): Record<string, number> {
  return zone.lane && zone.parent ? { "--lane": lanesOf(table).findIndex(({ lane }) => lane === zone.lane) + 1 } : {};
}

/** The sign of a suit, where a lane is one. */
export function Sign({ lane }: { lane: string | undefined }): JSX.Element | null {
  if (!lane || !"SHDC".includes(lane)) return null;
  return (
    <svg class="lane-sign" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#suit-${lane}`} />
    </svg>
  );
}

/** The names above the lanes. Hidden from screen readers, which hear them with each column. */
export function LaneNames({ lanes }: { lanes: readonly Zone[] }): JSX.Element {
  return (
    <div class="lane-names" aria-hidden="true">
      {lanes.map((zone) => (
        <span key={zone.lane} class="lane-name">
          <Sign lane={zone.lane} />
          <span class="glyph" data-text={plainName(zone)} />
        </span>
      ))}
    </div>
  );
}

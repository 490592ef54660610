// Lanes: columns of all seats that stand below one another, so that their lengths compare at a glance.

import type { JSX } from "preact";

import { grouped } from "../state/grouped";
import type { TableState } from "../state/table";
import type { Zone } from "../types";

/** Return one column of each lane, in the order of the viewer's own columns. */
export function lanesOf(table: TableState): readonly Zone[] {
  const columns = Object.values(table.scene.value?.zones ?? {}).filter(({ lane, parent }) => lane && parent);
  const sorted = [...columns].sort((one, other) => Number(other.place === "me") - Number(one.place === "me"));
  return [...grouped(sorted, ({ lane }) => lane).values()].flatMap(([first]) => first ?? []);
}

/** Return the label of a zone; in a seat's panel the short one, without the owner. */
export function plainName({ label, short, parent }: Zone): string {
  return (parent && short) || label;
}

/** Return the style that puts a column into its lane; empty for other zones. */
export function laneStyle(table: TableState, zone: Zone): Record<string, number> {
  return zone.lane && zone.parent ? { "--lane": lanesOf(table).findIndex(({ lane }) => lane === zone.lane) + 1 } : {};
}

/** The sign of a lane that is a suit. */
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

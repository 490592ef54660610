// Seats whose tables have columns: those of one name stand below one another, whoever owns them, so that lengths compare at a glance.

import { computed } from "@preact/signals";
import type { JSX } from "preact";

import { scene } from "../state/now";
import type { Zone } from "../types";

/** The names of columns, each once; those of the viewer first, who has all of them. */
export const lanes = computed<readonly string[]>(() => {
  const columns = Object.values(scene.value?.zones ?? {}).filter(({ kind, parent }) => kind === "column" && parent);
  const own = columns.filter(({ place }) => place === "me");
  return [...new Set([...own, ...columns].map(plainName))];
});

/** The label of a zone in a seat's panel, where it is plain whose it is: "Hearts" of "Ann's hearts". */
export function plainName({ label, parent }: Zone): string {
  return parent ? label.replace(/^(Your|.*['’]s),? (.)/, (_, __, first: string) => first.toUpperCase()) : label;
}

/** In which lane a column stands, from 1; nothing for other zones. */
export function lane(zone: Zone): Record<string, number> {
  return zone.kind === "column" && zone.parent ? { "--lane": lanes.value.indexOf(plainName(zone)) + 1 } : {};
}

const SUITS: Record<string, string> = { Spades: "S", Hearts: "H", Diamonds: "D", Clubs: "C" };

/** The sign of a suit, where a lane has its name. */
export function Sign({ name }: { name: string }): JSX.Element | null {
  const suit = SUITS[name];
  if (!suit) return null;
  return (
    <svg class="lane-sign" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#suit-${suit}`} />
    </svg>
  );
}

/** The names above the lanes. Hidden from screen readers, which hear them with each column. */
export function LaneNames(): JSX.Element {
  return (
    <div class="lane-names" aria-hidden="true">
      {lanes.value.map((name) => (
        <span key={name} class="lane-name">
          <Sign name={name} />
          <span class="glyph" data-text={name} />
        </span>
      ))}
    </div>
  );
}

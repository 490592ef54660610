// How fast bots play. The wish is kept on this device; the room follows it at tables that were opened here, and the page
// itself shows the steps of others at that pace.

import { signal } from "@preact/signals";
import type { JSX } from "preact";

import { request } from "../state/api";
import { storage } from "../state/device";
import type { Scene, SetPace } from "../types";

type Pace = SetPace["pace"];

/** Each pace, with what it means. */
const PACES: Record<Pace, string> = { slow: "slow", normal: "normal", fast: "fast", off: "at once" };
/** Milliseconds between two steps of others, so that the eye can follow. */
const BEATS: Record<Pace, number> = { slow: 700, normal: 450, fast: 225, off: 0 };

const wish = signal(known(storage.get("pace")));

export function beat(): number {
  return BEATS[wish.value ?? "normal"];
}

/** Tell the room at what pace its bots are to play at a table, if there was ever a wish. */
export function tellPace(match: string): void {
  if (wish.value) request<SetPace>(`/api/matches/${match}/pace`, { pace: wish.value } satisfies SetPace).catch(() => undefined);
}

/** The choice of a pace; nothing at a table without bots. */
export function PaceChoice({ now }: { now: Scene }): JSX.Element | null {
  if (!now.seats.some(({ kind }) => kind === "bot")) return null;
  const choose = (next: string): void => {
    storage.set("pace", next);
    wish.value = known(next);
    tellPace(now.match ?? "");
  };
  return (
    <label class="row-label pace">
      <span>Bots play</span>
      <select value={wish.value ?? "normal"} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(PACES).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function known(name: string): Pace | null {
  return name in PACES ? (name as Pace) : null;
}

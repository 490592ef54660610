// What holds at a table beside the game's rules: who plays for somebody away, how much time there is, who may come.

import type { JSX } from "preact";

import type { Timing } from "../types";

/** How long a seat waits for its owner, in seconds, with how it is said. */
const WAITS: readonly (readonly [number, string])[] = [
  [30, "a bot plays after 30 seconds"],
  [120, "a bot plays after 2 minutes"],
  [600, "a bot plays after 10 minutes"],
  [86_400, "a bot plays after a day"],
  [0, "everybody waits"],
];
export const USUAL_AWAY = 120;

/** Who plays for somebody who is away. */
export function Away({ seconds, set }: { seconds: number; set: (seconds: number) => void }): JSX.Element {
  return (
    <label class="row-label away">
      <span>Who is away</span>
      <select value={seconds} onChange={(event) => set(Number(event.currentTarget.value))}>
        {WAITS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The clocks there may be, with how they are said. */
const CLOCKS: readonly (readonly [Timing, string])[] = [
  [{}, "as long as everybody likes"],
  [{ turn: 30 }, "30 seconds for each turn"],
  [{ turn: 60 }, "1 minute for each turn"],
  [{ turn: 180 }, "3 minutes for each turn"],
  [{ turn: 86_400 }, "a day for each turn"],
  [{ match: 300, more: 5 }, "5 minutes in all, 5 seconds more each turn"],
  [{ match: 900, more: 10 }, "15 minutes in all, 10 seconds more each turn"],
  [{ match: 1800 }, "30 minutes in all"],
];

/** How much time everybody has. What happens at zero is said before anybody sits down. */
export function Clocks({ set }: { set: (timing: Timing) => void }): JSX.Element {
  return (
    <label class="row-label clocks">
      <span>Time</span>
      <select onChange={(event) => set(CLOCKS[event.currentTarget.selectedIndex]?.[0] ?? {})}>
        {CLOCKS.map(([, text]) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** Who may sit down and watch. */
export function Comes({ listed, set }: { listed: boolean; set: (listed: boolean) => void }): JSX.Element {
  return (
    <label class="row-label comes">
      <span>Who may come</span>
      <select value={String(listed)} onChange={(event) => set(event.currentTarget.value === "true")}>
        <option value="false">whoever has the link</option>
        <option value="true">anybody: it stands in the lobby</option>
      </select>
    </label>
  );
}

// Where a match leads to when it is over: another game with the same people, and the score of their evening.

import type { JSX } from "preact";
import type { Scene } from "../types";

export function EveningLinks({ now: { match = "", evening, event, daily, rematch, seats, viewer } }: { now: Scene }): JSX.Element | null {
  const people = seats.filter(({ kind = "human" }) => kind === "human").length;
  if (event || daily || (people < 2 && !evening)) return null;
  const page = `/evening/${evening || match}`;
  return (
    <>
      {viewer != null && !rematch && (
        <a class="act" href={page} data-act="next-game">
          Another game
        </a>
      )}
      {evening && (
        <a class="act" href={page} data-act="evening">
          The evening so far
        </a>
      )}
    </>
  );
}

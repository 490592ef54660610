// On the table of somebody who plays along in an event: the card on call, the clock, who is done, and where the event goes on.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { go } from "../page/route";
import { hue } from "../pieces/hue";
import { StillPiece } from "../pieces/piece";
import { yours } from "../table/now";
import type { EventView } from "../types";
import { announced, attend, left, letters, view } from "./event";

export function BoardBar({ code, match }: { code: string; match: string }): JSX.Element {
  useEffect(() => attend(code), [code]);
  const now = view.value;
  const board = now?.phase === "over" ? "" : now?.you.board;
  useEffect(() => {
    if (board && board !== match) go(`/m/${board}`); // the next round has begun
  }, [board, match]);
  return (
    <section class={yours.value ? "board-bar yours" : "board-bar"} aria-label="The event" data-game="mickell" style={hue("mickell")}>
      {now && <Bar now={now} />}
      <p class="heard" aria-live="polite">
        {announced.value}
      </p>
    </section>
  );
}

function Bar({ now }: { now: EventView }): JSX.Element {
  const { face, turn, done, players, code, phase } = now;
  const [first, second] = told(now);
  const apart = phase === "over" || phase === "gathering";
  return (
    <>
      <span class="bar-card">{face && !apart && <StillPiece key={turn} piece={{ label: `The card on call: ${letters(face)}`, face }} />}</span>
      <p>
        <b>{first}</b>
        <span>{second}</span>
      </p>
      {apart ? (
        <a class="act strong" href={`/e/${code}?play`} data-act="standings">
          {phase === "over" ? "Standings" : "Next round"}
        </a>
      ) : (
        <p class="bar-done">
          <b>
            {done} of {players}
          </b>
          <span>are done</span>
        </p>
      )}
    </>
  );
}

/** What counts now, and what comes. */
function told({ phase, turn, cards, seconds, pace, round, rounds }: EventView): readonly [string, string] {
  const card = turn > cards ? "Final phase" : `Card ${turn} of ${cards}`;
  const next = turn < cards ? `card ${turn + 1}` : turn === cards ? "the final phase" : "the end";
  if (phase === "over") return ["The round is over", "see how you stand"];
  if (phase === "gathering") return [`Round ${round} of ${rounds}`, "begins when the caller is ready"];
  if (phase === "paused") return ["Paused", `${card}; the caller goes on soon`];
  if (seconds) return [left.value === 1 ? "1 second" : `${left.value} seconds`, `${card}, then ${next}`];
  return [card, pace === "caller" ? `the caller calls ${next}` : `${next} comes when all are done`];
}

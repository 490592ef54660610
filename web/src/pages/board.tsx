// The bar over a board of an event.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { browser } from "../state/device";
import { type AtEvent, createEvent, type EventState, followEvent, letters } from "../state/event";
import type { AtTable } from "../state/table";
import type { EventView } from "../types";
import { alertCalls, keepAwake } from "../view/attention";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";

/** The bar over the table of an event's player: the current card, the clock, who is done, and the link back to the event. */
export function BoardBar({ table, code }: { code: string } & AtTable): JSX.Element {
  const live = useMemo(() => createEvent(browser, code), [code]);
  useEffect(() => followEvent(live), [live]);
  useEffect(() => alertCalls(live), [live]);
  useEffect(keepAwake, []);
  const now = live.view.value;
  const { match, yours } = table;
  table.crowd = () => live.view.value?.players ?? 0;
  const paused = now?.phase === "paused";
  useLayoutEffect(() => {
    table.paused.value = paused;
  }, [paused]);
  const board = now?.phase === "over" ? "" : now?.you.board;
  useEffect(() => {
    if (now?.you.removed) browser.go(`/e/${code}?play`); // it says so there; this board plays no more
  }, [now?.you.removed]);
  useEffect(() => {
    if (board && board !== match) browser.go(`/m/${board}`); // the next round has begun
  }, [board, match]);
  return (
    <section class={yours.value ? "board-bar yours" : "board-bar"} aria-label="The event" data-game="mickell" style={hue("mickell")}>
      {now && <Bar live={live} now={now} waits={yours.value ? mainLabel(table) : ""} />}
      <p class="heard" aria-live="polite">
        {live.announced.value}
      </p>
    </section>
  );
}

/** Return what the button says that ends the turn of a card that lies; "" while there is a card to lay. */
function mainLabel({ scene }: AtTable["table"]): string {
  return Object.values(scene.value?.acts ?? {}).find(({ main }) => main)?.label ?? "";
}

interface BarProps extends AtEvent {
  now: EventView;
  /** The button that the player's card still waits for; empty for none. */
  waits: string;
}

export function Bar({ live, now, waits }: BarProps): JSX.Element {
  const { face, turn, done, players, code, phase, open, you } = now;
  const [first, next] = barText(live, now);
  const second = waits && phase === "playing" ? `Your card waits for “${waits}”` : next;
  const apart = phase === "over" || phase === "joining";
  return (
    <>
      <span class="bar-card">
        {face && !apart && <StillPiece key={turn} piece={{ label: `The card on call: ${letters(face)}`, face }} />}
      </span>
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
          <span>{open && you.place ? `done; place ${you.place.place}` : "are done"}</span>
        </p>
      )}
    </>
  );
}

/** Return what counts now and what comes next. */
function barText(live: EventState, { phase, turn, cards, seconds, pace, round, rounds, message }: EventView): readonly [string, string] {
  const card = turn > cards ? "Final phase" : `Card ${turn} of ${cards}`;
  const next = turn < cards ? `card ${turn + 1}` : turn === cards ? "the final phase" : "the end";
  if (phase === "over") return ["The round is over", "see how you stand"];
  if (phase === "joining") return [`Round ${round} of ${rounds}`, "begins when the caller is ready"];
  if (phase === "paused") return ["Paused", message || `${card}; the caller goes on soon`];
  if (seconds) return [live.left.value === 1 ? "1 second" : `${live.left.value} seconds`, `${card}, then ${next}`];
  return [card, pace === "caller" ? `the caller calls ${next}` : `${next} comes when all are done`];
}

// A seat is told apart by colour, line pattern and name together.

import type { JSX } from "preact";

import { Bird, isBird } from "../pieces/birds";
import { ClockFace, Due } from "./clock";
import type { Goal, Seat } from "../types";
import { scene } from "./now";
import { away, stateOf } from "./presence";

/** The marker of a seat: its colour and pattern, with the bird or the first letter of who sits there. It always stands beside a name. */
export function Marker({ seat, bird = "", name = "" }: { seat: number; bird?: string | undefined; name?: string }): JSX.Element {
  return (
    <span class={`marker seat-${seat}`} aria-hidden="true">
      {isBird(bird) ? <Bird name={bird} /> : <span class="glyph" data-text={[...name][0]?.toUpperCase() ?? ""} />}
    </span>
  );
}

/** The marker of somebody among hundreds: the same name has always the same. */
export function NameMarker({ name }: { name: string }): JSX.Element {
  const number = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return <Marker seat={number % 10} name={name} />;
}

/** Who won something: the marker and the name. */
export function Who({ seat }: { seat: number }): JSX.Element | null {
  const who = scene.value?.seats[seat];
  if (!who) return null;
  return (
    <span class="who-won">
      <Marker seat={seat} bird={who.bird} name={who.name} />
      <span class="who-name">{seat === scene.value?.viewer ? "You" : who.name}</span>
    </span>
  );
}

export function SeatBadge({ seat, more }: { seat: number; more?: string | undefined }): JSX.Element | null {
  const who = scene.value?.seats[seat];
  if (!who) return null;
  const { name, score, bird = "", turn, you, note, said, goal } = who;
  return (
    <span class="seat-frame">
      <span class={`seat seat-${seat}${turn ? " turn" : ""}`}>
      <Marker seat={seat} bird={bird} name={name} />
      <span class="seat-name">
        {name}
        {you && !/^you$/i.test(name) && <small> (you)</small>}
      </span>
      <SeatNow who={who} />
      {said && <q class="seat-said">{said}</q>}
      {score && <b class="seat-score">{score}</b>}
      {goal && <GoalBar goal={goal} reached={Number.parseInt(score ?? "0", 10)} />}
      {(note || more) && <span class="seat-note">{[note?.includes(more ?? "") ? "" : more, note].filter(Boolean).join("; ")}</span>}
      </span>
    </span>
  );
}

/** How far a score has come, and what is next. */
function GoalBar({ goal: { at, most, text }, reached }: { goal: Goal; reached: number }): JSX.Element {
  return (
    <span class="goal">
      <span class="goal-bar" aria-hidden="true" style={{ "--reached": Math.min(1, reached / most), "--next": at / most }} />
      <small>{text}</small>
    </span>
  );
}

/** What goes on at a seat: its clock, whose turn it is, who is away and for how long. */
function SeatNow({ who }: { who: Seat }): JSX.Element | null {
  const { turn, thinking, you, stand_in, clock, ticks } = who;
  const plays = turn && !you && !ticks;
  const state = stand_in ? stateOf(who) : away(who) && "away";
  if (clock == null && !plays && !state) return null;
  return (
    <span class="seat-now">
      <ClockFace seat={who} />
      {plays && <span class="turn-flag">{thinking ? <>thinking<Dots /></> : "to play"}</span>}
      {state && (
        <span class="seat-state">
          {state} <Due seat={who} />
        </span>
      )}
    </span>
  );
}

/** A bot is at it: three dots that come slowly, or stand where calm was asked for. They say nothing that the words do not. */
export function Dots(): JSX.Element {
  return <span class="dots" aria-hidden="true" />;
}

/** The seats that have no panel of their own on the table. */
export function SeatStrip(): JSX.Element | null {
  const { seats = [], zones = {} } = scene.value ?? {};
  const panels = new Set(Object.values(zones).flatMap((zone) => (zone.kind === "panel" || zone.scale ? [zone.owner] : [])));
  const rest = seats.map((_, seat) => seat).filter((seat) => !panels.has(seat));
  if (!rest.length) return null;
  return (
    <div class="seat-strip" role="group" aria-label="Seats">
      {rest.map((seat) => (
        <SeatBadge key={seat} seat={seat} />
      ))}
    </div>
  );
}

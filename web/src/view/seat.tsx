// Seats: markers, names, scores, clocks. Seats differ in colour, pattern and name together.

import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { lettersOf } from "../state/letters";
import { isAway, seatState } from "../state/news";
import type { AtTable, TableState } from "../state/table";
import type { Goal, Seat } from "../types";
import { Bird, isBird } from "./birds";

/** The marker of a seat: colour, pattern, and the bird or the first letter of its player. It always stands beside a name. */
export function Marker({ seat, bird = "", name = "" }: { seat: number; bird?: string | undefined; name?: string }): JSX.Element {
  return (
    <span class={`marker seat-${seat}`} aria-hidden="true">
      {isBird(bird) ? <Bird name={bird} /> : <span class="glyph" data-text={lettersOf(name)[0]?.toUpperCase() ?? ""} />}
    </span>
  );
}

/** The marker of a name, always the same for the same name. */
export function NameMarker({ name }: { name: string }): JSX.Element {
  const number = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return <Marker seat={number % 10} name={name} />;
}

/** A player: marker and name. */
export function Who({ table, seat }: { seat: number } & AtTable): JSX.Element | null {
  const who = table.scene.value?.seats[seat];
  if (!who) return null;
  return (
    <span class="who-won">
      <Marker seat={seat} bird={who.bird} name={who.name} />
      <span class="who-name" translate={seat === table.scene.value?.viewer}>
        {seat === table.scene.value?.viewer ? "You" : who.name}
      </span>
    </span>
  );
}

export function SeatBadge({ table, seat, more }: { seat: number; more?: string | undefined } & AtTable): JSX.Element | null {
  const who = table.scene.value?.seats[seat];
  if (!who) return null;
  const { name, score, bird = "", turn, you, note, said, goal } = who;
  return (
    <span class="seat-frame">
      <span class={`seat seat-${seat}${turn ? " turn" : ""}`}>
        <Marker seat={seat} bird={bird} name={name} />
        <span class="seat-name" translate={false}>
          {name}
          {you && <small translate> (you)</small>}
        </span>
        <SeatNow table={table} who={who} />
        {said && <q class="seat-said">{said}</q>}
        {score && <b class="seat-score">{score}</b>}
        {goal && <GoalBar goal={goal} />}
        {(note || more) && <span class="seat-note">{[more, note].filter(Boolean).join("; ")}</span>}
      </span>
    </span>
  );
}

/** How close a score is to its next goal. */
function GoalBar({ goal: { at, most, text, reached = 0 } }: { goal: Goal }): JSX.Element {
  return (
    <span class="goal">
      <span class="goal-bar" aria-hidden="true" style={{ "--reached": Math.min(1, reached / most), "--next": at / most }} />
      <small>{text}</small>
    </span>
  );
}

/** The state of a seat: its clock, whether it is to play, and whether its player is away. */
function SeatNow({ table, who }: { who: Seat } & AtTable): JSX.Element | null {
  const { turn, thinking, you, stand_in, clock, ticks } = who;
  const plays = turn && !you && !ticks;
  const state = stand_in ? seatState(who) : isAway(who) && "away";
  if (clock == null && !plays && !state) return null;
  return (
    <span class="seat-now">
      <ClockFace table={table} seat={who} />
      {plays && (
        <span class="turn-flag">
          {thinking ? (
            <>
              thinking
              <Dots />
            </>
          ) : (
            "to play"
          )}
        </span>
      )}
      {state && (
        <span class="seat-state">
          {state} <Due table={table} seat={who} />
        </span>
      )}
    </span>
  );
}

/** Three slow dots beside "thinking", hidden from screen readers. */
export function Dots(): JSX.Element {
  return <span class="dots" aria-hidden="true" />;
}

/** The seats without a panel on the table, and beside them what the parent puts there. */
export function SeatStrip({ table, children }: { children: ComponentChildren } & AtTable): JSX.Element | null {
  const { seats = [], zones = {} } = table.scene.value ?? {};
  const panels = new Set(Object.values(zones).flatMap((zone) => (zone.kind === "panel" || zone.scale ? [zone.owner] : [])));
  const rest = seats.map((_, seat) => seat).filter((seat) => !panels.has(seat));
  return (
    <div class="seat-strip" role="group" aria-label={rest.length ? "Seats" : "Piles"}>
      {rest.map((seat) => (
        <SeatBadge table={table} key={seat} seat={seat} />
      ))}
      {children}
    </div>
  );
}

/** Seconds left at which a running clock warns. */
const LOW = 10;
/** Milliseconds between two updates of the clocks. */
const STEP = 250;

/** Count down between two scenes while a clock runs. The last seconds of the viewer's own turn are announced once. */
export function useClocks(table: TableState): void {
  useEffect(() => {
    let warned = false;
    const timer = setInterval(() => {
      const own = table.scene.value?.seats.find(({ you }) => you);
      if (!table.scene.value?.seats.some(({ ticks, due }) => ticks || due != null)) return;
      table.time.value = table.device.now();
      const low = !!own?.ticks && secondsOn(table, own) <= LOW;
      if (low && !warned) table.spoken.value = `You have ${Math.ceil(secondsOn(table, own))} seconds left.`;
      warned = low;
    }, STEP);
    return () => clearInterval(timer);
  }, [table]);
}

/** Return the seconds on a clock now. */
function secondsOn(table: TableState, { clock, ticks }: Seat): number {
  return ticks ? secondsLeft(table, clock ?? 0) : (clock ?? 0);
}

/** Return what is left now of the seconds that were left when the scene came. */
function secondsLeft(table: TableState, seconds: number): number {
  return Math.max(0, seconds - (table.time.value - table.cameAt.value) / 1000);
}

/** The time until a bot plays for an absent player. */
export function Due({ table, seat: { due } }: { seat: Seat } & AtTable): JSX.Element | null {
  if (due == null) return null;
  const seconds = Math.ceil(secondsLeft(table, due));
  return (
    <time class="due" role="timer" aria-label={`a bot plays in ${spokenTime(seconds)}`}>
      {clockText(seconds)}
    </time>
  );
}

export function ClockFace({ table, seat }: { seat: Seat } & AtTable): JSX.Element | null {
  if (seat.clock == null) return null;
  const seconds = Math.ceil(secondsOn(table, seat));
  const look = `clock${seat.ticks ? " ticks" : ""}${seat.ticks && seconds <= LOW ? " low" : ""}`;
  return (
    <time class={look} role="timer" aria-label={`${spokenTime(seconds)} left`}>
      {clockText(seconds)}
    </time>
  );
}

/** Return a time such as "0:59", "12:05" or "1:00:00". */
function clockText(seconds: number): string {
  const [hours, minutes, rest] = parts(seconds);
  const last = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${last}` : `${minutes}:${last}`;
}

function spokenTime(seconds: number): string {
  const [hours, minutes, rest] = parts(seconds);
  return [hours && `${hours} hours`, minutes && `${minutes} minutes`, `${rest} seconds`].filter(Boolean).join(" ");
}

function parts(seconds: number): readonly [number, number, number] {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}
